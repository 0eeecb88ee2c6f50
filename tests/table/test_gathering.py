"""Those who come together, come near to somebody or steer towards a place, and how far boxes are apart."""

from __future__ import annotations

import pytest

from littlewars.table.board.board import Board
from littlewars.table.constants import PLAIN, TOUCH
from littlewars.table.moving.charge import rejoin, ways_beside
from littlewars.table.moving.spots import settled
from littlewars.table.moving.steer import bent, towards
from littlewars.table.moving.walk import Passage
from littlewars.table.shapes.bases import Disc, gap, moved
from littlewars.table.shapes.boxes import boxes_apart2
from littlewars.table.terrain.pieces import Ground

Point = tuple[int, int]


def field(*places: Point) -> Board:
    """Figures a, b, c and so on of one unit on open ground."""
    board = Board((40_000, 40_000), [], lambda piece: Ground(PLAIN, 0))
    for name, at in zip("abcdef", places, strict=False):
        board.put(name, Disc(*at, 500), 0)
    return board


def test_a_stray_goes_straight_to_the_farthest_of_its_group() -> None:
    board = field((10_000, 10_000), (14_000, 10_000), (30_000, 10_000))
    ends = rejoin(board, ["c"], ["a", "b"], {"c": 4000}, Passage(frozenset({0})))
    assert ends == {"c": (26_000, 10_000)}
    assert rejoin(board, [], ["a", "b"], {}, Passage()) == {}
    assert board.base("c").at == (30_000, 10_000)  # it is only thought of


def test_several_settle_beside_each_other() -> None:
    board = field((5000, 5000), (30_000, 30_000), (34_000, 30_000))
    ends = settled(board, ["b", "c"], (20_000, 20_000))
    assert ends["b"] == (20_000, 20_000)
    assert 0 <= gap(Disc(*ends["b"], 500), Disc(*ends["c"], 500)) < 500


def test_ways_beside_somebody_lead_into_contact_first_and_are_straight() -> None:
    board = field((10_000, 10_000), (13_000, 10_000), (30_000, 30_000))
    found = ways_beside(board, "a", ["b", "c"], 1000, 2500, Passage())
    own, foe = board.base("a"), board.base("b")
    assert gap(moved(own, found[0]), foe) <= TOUCH
    assert all(gap(moved(own, at), foe) <= 1000 for at in found)
    assert ways_beside(board, "a", ["c"], 1000, 2500, Passage()) == []


@pytest.mark.parametrize(
    ("to", "spin", "steps"),
    [
        ((10_000, 18_000), None, [("go", (10_000, 18_000), 0)]),
        ((10_000, 30_000), None, [("go", (10_000, 20_000), 0)]),  # no farther than it may
        ((10_000, 10_000), None, []),
        ((18_000, 18_000), 2000, [("turn", (10_000, 10_000), 4500), ("go", (15_657, 15_657), 4500)]),
        ((20_000, 14_000), None, [("go", (10_000, 14_000), 0), ("turn", (10_000, 14_000), 4500)]),
    ],
)
def test_steering_towards_a_place(to: Point, spin: int | None, steps: list[tuple[str, Point, int]]) -> None:
    found = towards((10_000, 10_000), 0, to, 10_000, 4000, spin)
    assert [(way.how, way.to, way.face) for way in found][: len(steps)] == steps
    assert bool(found) == bool(steps)


def test_boxes_are_as_far_apart_as_their_sides_or_corners() -> None:
    box = (0, 0, 10, 10)
    assert boxes_apart2(box, (5, 5, 20, 20)) == 0
    assert boxes_apart2(box, (13, 0, 20, 5)) == boxes_apart2((13, 0, 20, 5), box) == 9
    assert boxes_apart2(box, (13, 14, 20, 20)) == 25


def test_a_way_of_a_length_bends_where_a_run_is_due() -> None:
    def ends(far: int, *turns: int) -> list[tuple[str, Point, int]]:
        return [(way.how, way.to, way.face) for way in bent((0, 0), 0, far, 2000, 4, turns)]

    assert ends(3000) == [("go", (0, 3000), 0)]
    assert ends(5004, 9000) == [("go", (0, 2004), 0), ("turn", (0, 2004), 9000), ("go", (3000, 2004), 9000)]
    assert ends(1999, 9000) == [("go", (0, 1999), 0)]  # no turn before it is due
    assert ends(2000, -9000) == [("go", (0, 2000), 0), ("turn", (0, 2000), 27000)]
    assert ends(2005, 9000)[-1] == ("go", (1, 2004), 9000)
