"""Edges and the ground along them."""

from __future__ import annotations

import pytest

from littlewars.table.facing import step_to
from littlewars.table.shapes.bases import Box, Disc
from littlewars.table.zones import EDGES, INWARDS, NAMES, TOWARDS, across, bounds, inside, opposite, strip, zone

SIZE = (60_000, 40_000)


def test_every_edge_has_a_name_a_way_to_it_and_an_opposite() -> None:
    assert {NAMES[number]: number for number in (1, 2, 3, 4)} == EDGES
    middle = (SIZE[0] // 2, SIZE[1] // 2)
    places = {NAMES[edge]: step_to(middle, TOWARDS[edge], 1000) for edge in NAMES}
    assert places == {"north": (30_000, 21_000), "east": (31_000, 20_000), "south": (30_000, 19_000), "west": (29_000, 20_000)}
    assert {NAMES[edge]: NAMES[opposite(edge)] for edge in NAMES} == {
        "north": "south", "east": "west", "south": "north", "west": "east",
    }  # fmt: skip
    assert all(INWARDS[edge] == TOWARDS[opposite(edge)] for edge in NAMES)


@pytest.mark.parametrize(
    ("edge", "far", "box"),
    [
        (1, 40_000, (0, 35_000, 60_000, 40_000)),
        (2, 60_000, (55_000, 0, 60_000, 40_000)),
        (3, 40_000, (0, 0, 60_000, 5_000)),
        (4, 60_000, (0, 0, 5_000, 40_000)),
    ],
)
def test_a_strip_lies_along_its_edge(edge: int, far: int, box: tuple[int, int, int, int]) -> None:
    assert bounds(strip(SIZE, edge, 5_000)) == box
    assert across(SIZE, edge) == far
    assert zone(SIZE, edge, 5_000) == strip(SIZE, edge, 5_000)
    assert zone(SIZE, edge, 30_000) == strip(SIZE, edge, far // 4)  # a quarter of the way at most


def test_a_base_that_touches_the_border_is_inside() -> None:
    box = bounds(strip(SIZE, 3, 5_000))
    assert inside(Disc(500, 500, 500), box)
    assert inside(Disc(30_000, 4_500, 500), box)
    assert not inside(Disc(30_000, 4_501, 500), box)
    assert not inside(Disc(499, 2_000, 500), box)
    assert inside(Box(2_000, 500, 0, 1_000, 500), box)
    assert not inside(Box(2_000, 499, 0, 1_000, 500), box)
    assert not inside(Box(59_751, 2_000, 0, 1_000, 500), box)
