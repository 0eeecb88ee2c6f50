"""Places beside an enemy, the nearest point of a wall, where somebody looks on his way, a line past walls and into woods."""

from __future__ import annotations

import pytest

from littlewars.table.constants import BLOCK, CLEAR, PLAIN
from littlewars.table.moving.charge import beside
from littlewars.table.moving.walk import faces_along, heading
from littlewars.table.moving.walls import nearest_on
from littlewars.table.shapes.bases import Box, Disc, gap, moved, rectangle
from littlewars.table.sight.looks import clear_line
from littlewars.table.terrain.field import Field
from littlewars.table.terrain.pieces import Ground, Piece


@pytest.mark.parametrize("foe", [Disc(0, 20000, 1250), Box(0, 20000, 3000, 9000, 5000)])
def test_places_beside_somebody(foe: Disc | Box) -> None:
    own = Disc(0, 0, 1250)
    found = beside(own, foe, 50)
    assert len(found) == 7
    assert all(50 <= gap(moved(own, at), foe) <= 52 for at in found)
    assert found[0][0] == 0
    assert found[0][1] < 20000  # on his side of it


@pytest.mark.parametrize(
    ("at", "near"), [((5, -5), (5, 0)), ((-5, -5), (0, 0)), ((12, 4), (10, 4)), ((5, 9), (5, 10)), ((15, 15), (10, 10))]
)
def test_the_nearest_point_of_a_wall(at: tuple[int, int], near: tuple[int, int]) -> None:
    wall = rectangle(0, 0, 10000, 10000)
    assert nearest_on(wall, (at[0] * 1000, at[1] * 1000)) == (near[0] * 1000, near[1] * 1000)


def test_who_looks_where_he_goes() -> None:
    path = ((0, 0), (0, 5000), (0, 5000), (5000, 5000))
    assert list(faces_along(path, 27000)) == [0, 0, 9000]
    assert list(faces_along(((0, 0), (0, 0)), 27000)) == [27000]
    assert [(way.start, way.to, way.face) for way in heading(path, 27000)] == [
        ((0, 0), (0, 5000), 0),
        ((0, 5000), (5000, 5000), 9000),
    ]


@pytest.mark.parametrize(
    ("high", "low", "top", "clear"),
    [
        (3000, 3000, 3000, True),
        (2999, 2999, 3000, False),
        (6000, 0, 3000, False),  # it comes down before the far side
        (6000, 2000, 3000, True),
        (6000, 6000, None, False),  # as high as the sky
    ],
)
def test_a_line_over_a_wall(high: int, low: int, top: int | None, clear: bool) -> None:
    wall = Piece("wall", "wall", rectangle(4000, -1000, 6000, 1000), top=top)
    field = Field((20000, 20000), [wall], [Ground(PLAIN, BLOCK)])
    assert clear_line(field, [0], ((0, 0), high), ((10000, 0), low), 0) is clear
    assert clear_line(field, [], ((0, 0), high), ((10000, 0), low), 0)  # a wall that does not count
    assert clear_line(field, [0], ((0, 5000), high), ((10000, 5000), low), 0)  # past it


@pytest.mark.parametrize(("deep", "clear"), [(5000, True), (4999, False)])
def test_a_line_into_two_woods(deep: int, clear: bool) -> None:
    woods = [Piece(f"w{x}", "wood", rectangle(x, -1000, x + 2500, 1000), top=3000) for x in (1000, 5000)]
    field = Field((20000, 20000), woods, [Ground(PLAIN, CLEAR, 0, 1)] * 2)
    assert clear_line(field, [0, 1], ((0, 0), 2000), ((10000, 0), 2000), deep) is clear
