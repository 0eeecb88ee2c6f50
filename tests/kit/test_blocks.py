"""Putting things down: rows of figures, a lattice of places, survivors beside a hull."""

from __future__ import annotations

from itertools import combinations

import pytest

from littlewars.engine import Spot
from littlewars.engine.showing import Drag
from littlewars.kit.blocks import beside, dragged, lattice, rows
from littlewars.table.board.board import Board
from littlewars.table.shapes.bases import Box, Disc, gap, overlaps

HULL = Box(20_000, 20_000, 0, 4000, 2000)


@pytest.mark.parametrize("count", [1, 3, 8])
def test_survivors_stand_within_reach_of_the_hull_and_not_on_each_other(count: int) -> None:
    board = Board((40_000, 40_000))
    board.put("other", Disc(20_000, 20_000, 900), 0, 0)
    men = {f"m{number}": Disc(0, 0, 500) for number in range(count)}
    found = beside(board, HULL, men, 1000, lambda name: None)
    assert list(found) == list(men)
    assert all(gap(base, HULL) <= 1000 for base in found.values())
    assert not any(overlaps(one, other) for one, other in combinations([*found.values(), board.base("other")], 2))


def test_who_finds_no_place_within_reach_is_left_out() -> None:
    """A table of four by four inches is filled by four of these."""
    men = {f"m{number}": Disc(0, 0, 1000) for number in range(6)}
    board = Board((4000, 4000))
    found = beside(board, Disc(2000, 2000, 500), men, 1000, lambda name: None)
    assert 0 < len(found) < 6
    assert not any(overlaps(one, other) for one, other in combinations(found.values(), 2))


def test_a_block_is_broad_and_its_front_is_where_it_is_put() -> None:
    spots = rows([f"m{number}" for number in range(5)], (10_000, 10_000), 0, 2000, 3000)
    assert [spot.at for spot in spots] == [
        (7000, 8500), (9000, 8500), (11_000, 8500), (13_000, 8500), (10_000, 5500),
    ]  # fmt: skip
    east = rows(["m"], (10_000, 10_000), 9000, 2000, 3000)
    assert east == (Spot("m", (8500, 10_000), 9000),)


def test_a_lattice_goes_from_the_middle_outwards() -> None:
    places = lattice((0, 0, 4000, 2000), 1000)
    assert len(places) == 5 * 3
    assert places[:5] == ((2000, 1000), (1000, 1000), (2000, 0), (2000, 2000), (3000, 1000))
    assert {places[-1], places[-2], places[-3], places[-4]} == {(0, 0), (0, 2000), (4000, 0), (4000, 2000)}


def test_a_drag_carries_one_of_several_or_the_whole_block() -> None:
    usual = (Spot("a", (0, 0), 9000, level=1), Spot("b", (2000, 0), 9000, level=1))

    def block(at: tuple[int, int], face: int) -> tuple[Spot, ...]:
        return (Spot("whole", at, face),)

    assert dragged(usual, Drag(("b",), (5000, 5000)), 0, block) == (usual[0], Spot("b", (5000, 5000), 0, level=1))
    assert dragged(usual, Drag(("b",), (5000, 5000), 36_100), 0, block)[1].face == 100
    for who in (("a", "b"), ("unit",)):
        assert dragged(usual, Drag(who, (5000, 5000), 35_999), 0, block) == (Spot("whole", (5000, 5000), 35_999),)
    assert dragged(usual[:1], Drag(("a",), (5000, 5000)), 0, block) == (Spot("whole", (5000, 5000), 0),)
