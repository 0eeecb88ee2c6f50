"""Where an outline has room: places named by the kernel hold all that measuring finds, in its order."""

from random import Random

import numpy as np

from littlewars.table.board.board import Board
from littlewars.table.board.groups import chain
from littlewars.table.facing import Point, turned
from littlewars.table.formation.planner import MoveRequest, plan
from littlewars.table.moving.flight import flee
from littlewars.table.moving.spots import room_for, spot, with_room
from littlewars.table.moving.walk import Passage
from littlewars.table.shapes.bases import Box, Disc, Poly, apart2, moved, rectangle
from littlewars.table.terrain.pieces import Ground, Piece

SIZE, REACH = (30_000, 20_000), 3000


def _shapes() -> list[Poly]:
    box = rectangle(-1000, -1500, 1000, 1500)
    return [tuple(turned(corner, (0, 0), face) for corner in box) for face in (0, 4500, 9000)]


def _moved(shape: Poly, x: int, y: int) -> Poly:
    return tuple((cx + x, cy + y) for cx, cy in shape)


def _is_free(outline: Poly, others: list[Poly]) -> bool:
    on_table = all(0 <= x <= SIZE[0] and 0 <= y <= SIZE[1] for x, y in outline)
    return on_table and all(apart2(outline, other)[0] > REACH**2 * apart2(outline, other)[1] for other in others)


def test_a_block_has_room_where_all_of_it_may_stand() -> None:
    ground = [Piece("rock", "rock", rectangle(9000, 6000, 14000, 12000))]
    board = Board(SIZE, ground, lambda piece: Ground(0, 0))
    for number, at in enumerate([(4000, 4000), (20000, 10000), (20500, 15000)]):
        board.put(f"b{number}", Disc(*at, 800), number)
    close = [Disc(x, y, 500) for x in (0, 1000) for y in (0, -1000)]
    blocks = {"close": close, "wide": [Disc(x, y, 500) for x in (0, 3000) for y in (0, -3000)]}
    places = [(x, y) for x in range(0, SIZE[0], 1000) for y in range(0, SIZE[1], 1000)]
    free = [
        (at, how)
        for at in places
        for how, bases in blocks.items()
        if all(board.stands(moved(base, (base.x + at[0], base.y + at[1])), ("b1",)) is None for base in bases)
    ]
    assert 100 < len(free) < len(places) * 2
    assert list(with_room(board, blocks, places, ("b1",))) == free
    mixed = {"mixed": [*close, Disc(0, 0, 700)]}
    assert list(with_room(board, mixed, places[:30])) == [(at, "mixed") for at in places[:30]]


def test_every_free_place_is_named_in_order() -> None:
    places = np.array([(x, y) for x in range(0, SIZE[0], 1500) for y in range(0, SIZE[1], 1500)], np.int64)
    for seed in range(8):
        random = Random(seed)
        others = [
            _moved(random.choice(_shapes()), random.randrange(SIZE[0]), random.randrange(SIZE[1])) for _ in range(seed % 5)
        ]
        named = [
            (at, turn)
            for at, turn in room_for(places, _shapes(), others, SIZE, REACH)
            if _is_free(_moved(_shapes()[turn], *at), others)
        ]
        free = [
            ((x, y), turn)
            for x, y in places.tolist()
            for turn, shape in enumerate(_shapes())
            if _is_free(_moved(shape, x, y), others)
        ]
        assert named == free
        assert free


def test_hardly_anything_else_is_named() -> None:
    places = np.array([(x, 10_000) for x in range(0, SIZE[0], 100)], np.int64)
    wall = [rectangle(14_000, 0, 16_000, 20_000)]
    named = list(room_for(places, _shapes()[:1], wall, SIZE, REACH))
    assert [at for at, _ in named if not _is_free(_moved(_shapes()[0], *at), wall)] == [(10_000, 10_000), (20_000, 10_000)]


# ---- the same table in centimetres: a modelled inch has 2.5 of them

INCH = {"inch": 1000, "cm": 2500}


def _same(found: dict[str, Point | None]) -> bool:
    """Is it the same place, but for a hair, on both tables?"""
    inches, centimetres = found["inch"], found["cm"]
    assert inches is not None
    assert centimetres is not None
    return all(abs(2.5 * one - other) <= 10 for one, other in zip(inches, centimetres, strict=True))


def test_a_free_place_is_looked_for_as_far_in_centimetres() -> None:
    found = {}
    for unit, inch in INCH.items():
        board = Board((48 * inch, 48 * inch), unit=unit)
        board.put("hull", Box(20 * inch, 20 * inch, 0, 10 * inch, 9 * inch))
        found[unit] = spot(board, Disc(0, 0, inch // 2), (20 * inch, 20 * inch))
    assert _same(found)


def test_flight_and_plans_end_as_far_beside_in_centimetres() -> None:
    fled, planned = {}, {}
    for unit, inch in INCH.items():
        pond = Piece("pond", "lake", rectangle(18 * inch, 11 * inch, 22 * inch, 15 * inch))
        board = Board((48 * inch, 48 * inch), [pond], [Ground(0, 0)], unit)
        board.put("u", Disc(20 * inch, 20 * inch, inch // 2), 1)
        fled[unit] = flee(board, {"u": 14 * inch}, 18000, 8 * inch)["u"][-1]
        order = MoveRequest(("u",), {"u": 14 * inch}, chain(4 * inch), Passage())
        planned[unit] = plan(board, order, (0, -8 * inch)).paths["u"][-1]
    assert _same(fled)
    assert _same(planned)
