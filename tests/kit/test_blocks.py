"""Putting things down: rows of figures, places on a lattice, drags, survivors beside a hull, terrain."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

from littlewars.engine import Refusal, Spot
from littlewars.engine.showing import Drag
from littlewars.kit.blocks import Slab, beside, beyond_the_edge, dragged, first_free, lattice, rows
from littlewars.table.board.board import Board
from littlewars.table.shapes.bases import Box, Disc, gap, overlaps

TABLE = SimpleNamespace(width=40_000, depth=30_000)


def test_rows_are_broad_and_have_the_middle_of_their_front_here() -> None:
    block = rows([f"r.{k}" for k in range(1, 8)], (10_000, 10_000), 0, 1200, 2000)
    assert [spot.at[1] for spot in block] == [9000] * 4 + [7000] * 3
    assert [spot.at[0] for spot in block[:4]] == [8200, 9400, 10_600, 11_800]
    assert [spot.at[0] for spot in block[4:]] == [8800, 10_000, 11_200]
    assert {spot.face for spot in block} == {0}


def test_rows_look_the_other_way() -> None:
    (one,) = rows(["r.1"], (10_000, 10_000), 18_000, 1200, 2000)
    assert (one.at, one.face) == ((10_000, 11_000), 18_000)


def test_places_of_a_lattice_come_from_the_middle_outwards() -> None:
    found = lattice((0, 0, 3000, 3000), 1500)
    assert found[0] == (1500, 1500)
    assert found[-1] == (3000, 3000)
    assert len(found) == 9


def test_the_first_block_that_may_stand() -> None:
    blocks = [rows(["r.1"], (x, 0), 0, 1000, 1000) for x in (0, 1000, 2000)]
    assert first_free(blocks, lambda spots: None if spots[0].at[0] >= 1000 else Refusal("x", "no")) == blocks[1]
    assert first_free(blocks, lambda spots: Refusal("x", "no")) == ()


@pytest.mark.parametrize(
    ("who", "face", "found"),
    [
        (("r.2",), None, [(0, 0, 7), (9, 9, 100)]),
        (("r.2",), 200, [(0, 0, 7), (9, 9, 200)]),
        (("r.1", "r.2"), 36_200, [(9, 9, 200), (10, 9, 200)]),
        (("other",), None, [(9, 9, 100), (10, 9, 100)]),
    ],
)
def test_a_drag_carries_one_or_all(who: tuple[str, ...], face: int | None, found: list[tuple[int, int, int]]) -> None:
    usual = (Spot("r.1", (0, 0), 7), Spot("r.2", (1, 0), 7))

    def block(at: tuple[int, int], look: int) -> tuple[Spot, ...]:
        return Spot("r.1", at, look), Spot("r.2", (at[0] + 1, at[1]), look)

    assert [(*spot.at, spot.face) for spot in dragged(usual, Drag(who, (9, 9), face), 100, block)] == found


def test_survivors_find_room_beside_a_hull_one_after_the_other() -> None:
    board, hull = Board((20_000, 20_000)), Box(10_000, 10_000, 0, 4000, 2000)
    board.put("x", Disc(10_000, 10_000, 900), 1)
    found = beside(board, hull, {f"r.{k}": Disc(0, 0, 500) for k in range(1, 8)}, 1000, lambda name: None)
    assert len(found) == 7
    assert all(gap(base, hull) <= 1000 for base in found.values())
    places = list(found.values())
    assert not any(overlaps(a, b) for k, a in enumerate(places) for b in places[:k])
    assert all(board.stands(base) is None for base in places)
    assert beside(board, hull, {"big": Disc(0, 0, 12_000)}, 1000, lambda name: None) == {}


def test_beside_a_hull_means_as_far_off_as_is_said_and_no_farther() -> None:
    board, hull = Board((40_000, 30_000)), Box(20_000, 15_000, 0, 4000, 2000)
    board.put("wreck", hull)
    (place,) = beside(board, hull, {"r.1": Disc(0, 0, 500)}, 1000, lambda name: None).values()
    far = gap(place, hull)
    assert beside(board, hull, {"r.1": Disc(0, 0, 500)}, far, lambda name: None) == {"r.1": place}
    assert beside(board, hull, {"r.1": Disc(0, 0, 500)}, far - 1, lambda name: None) != {"r.1": place}


def test_a_slab_is_put_down_where_the_rule_allows() -> None:
    slab = Slab("piece-1", "heavy", 2000, 1000)
    assert slab.outline((5000, 5000), 0) == ((4000, 3000), (6000, 3000), (6000, 7000), (4000, 7000))
    assert {x for x, _ in slab.outline((5000, 5000), 9000)} == {3000, 7000}

    def refuse(outline: tuple[tuple[int, int], ...]) -> Refusal | None:
        return Refusal("x.edge", "beyond the edge") if beyond_the_edge(TABLE, outline) else None

    ask = slab.put_down(TABLE, "red", "x.rule", Spot("piece-1", (20_000, 15_000)), refuse)
    assert ask.refuse(ask.default()) is None
    for at, why in (((1000, 2000), None), ((999, 2000), "x.edge"), ((39_001, 15_000), "x.edge"), ((20_000, 28_001), "x.edge")):
        refused = ask.refuse((Spot("piece-1", at),))
        assert (refused.rule if refused else None) == why
    nothing = ask.refuse(())
    assert nothing is not None
    assert nothing.rule == "x.rule"
    rng = Random(1)
    assert all(ask.refuse(ask.sample(rng)) is None for _ in range(20))
