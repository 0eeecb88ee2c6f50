"""Sight: the books' cases, the kernel against exact fractions, symmetry, shapely as oracle."""

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, Polygon

from littlewars.table.board.board import Board
from littlewars.table.constants import BLOCK, CLEAR, PARTIAL, PASSABLE
from littlewars.table.shapes.bases import Box, Disc, rectangle
from littlewars.table.sight import looks as sight
from littlewars.table.sight.looks import NONE, OPEN, OVERSOUL, PARTLY, Looker, see_many, sees_exactly, stretches
from littlewars.table.terrain.pieces import Ground, Piece
from littlewars.table.terrain.sight_exact import inside_spans

RULES = [sight.OVERSOUL, sight.DEFIANCE, sight.XENOCIDE, sight.AT43, sight.COMBAT_ACTION]


def rect(x0, x1, y0, y1):
    return rectangle(*(round(v * 1000) for v in (x0, y0, x1, y1)))


def look(outline, top, cls, viewer, target, rule=OVERSOUL):
    board = Board(
        (72000, 48000), [Piece("p", "wood", tuple((x + 20000, y + 20000) for x, y in outline), top)], [Ground(1500, cls)]
    )
    for name, (x, y) in {"a": viewer, "b": target}.items():
        board.put(name, Disc(x + 20000, y + 20000, 500), 1, 0)
    return sight.sees(board, "a", "b", rule), board


@pytest.mark.parametrize(
    ("outline", "top", "cls", "turned", "expected"),
    [
        (rect(5, 7, -3, 3), 3000, PARTIAL, False, NONE),
        (rect(5, 7, 0.25, 3), 3000, PARTIAL, False, PARTLY),
        (rect(5, 7, -3, 3), 1000, PARTIAL, False, PARTLY),
        (rect(11, 14, -3, 3), 3000, PARTIAL, False, PARTLY),
        (rect(11, 14, -3, 3), 3000, PARTIAL, True, OPEN),
        (rect(5, 7, -0.2, 0.2), 5000, BLOCK, False, PARTLY),
    ],
    ids="abcdef",
)
@pytest.mark.rule("oversoul.ranged.los-method", "oversoul.ranged.los-modifiers")
def test_los_wood(outline, top, cls, turned, expected):
    ends = ((12000, 0), (0, 0)) if turned else ((0, 0), (12000, 0))
    assert look(outline, top, cls, *ends)[0] == expected


def test_touching_an_edge_or_corner_does_not_block():
    assert look(rect(5, 7, 0.5, 3), 5000, BLOCK, (0, 0), (12000, 0))[0] == OPEN
    assert inside_spans((0, 0), (10, 0), [(5, 0), (7, 3), (3, 3)]) == []
    assert inside_spans((0, 0), (10, 0), [(2, 0), (8, 0), (5, 4)]) == []


def test_degenerate_lines():
    square = [(2, -2), (4, -2), (4, 2), (2, 2)]
    next_to_it = [(4, -2), (6, -2), (6, 2), (4, 2)]
    assert inside_spans((0, 0), (0, 0), square) == []
    assert inside_spans((0, 0), (2, 0), square) == []
    assert inside_spans((0, 0), (8, 0), square) == [(Fraction(1, 4), Fraction(1, 2))]
    assert inside_spans((0, 0), (8, 0), next_to_it) == [(Fraction(1, 2), Fraction(3, 4))]
    assert inside_spans((3, 0), (3, 1), square) == [(0, 1)]
    zed = [(0, 0), (4, 0), (4, 2), (8, 2), (8, 4), (2, 4), (2, 2), (0, 2)]
    assert inside_spans((-1, 2), (9, 2), zed) == [(Fraction(3, 10), Fraction(1, 2))]


def test_what_blocks_names_piece_and_length():
    _, board = look(rect(5, 7, -3, 3), 3000, PARTIAL, (0, 0), (12000, 0))
    found = sight.what_blocks(board, "a", "b", OVERSOUL)
    assert {(h.piece, h.does, h.length) for h in found} == {("p", "blocks", 2000)}
    assert len(found) == 3


def test_same_place_and_empty_board():
    board = Board((9000, 9000))
    board.put("a", Disc(1000, 1000, 500))
    board.put("b", Disc(1000, 1000, 500))
    assert sight.sees(board, "a", "b", OVERSOUL) == OPEN
    board.lift("b")
    assert see_many(board, "a", np.array([2]), OVERSOUL).tolist() == [NONE]


@pytest.mark.parametrize(
    ("inches", "depth", "seen"), [(6, 1, 1), (6.001, 1, 0), (4, 2, 1), (4.001, 2, 0), (2, 3, 1), (2.001, 3, 0)]
)
def test_defiance_depth(inches, depth, seen):
    board = Board((40000, 20000), [Piece("w", "wood", rect(5, 5 + inches, 2, 18), 9000)], [Ground(1500, PARTIAL, 0, depth)])
    board.put("a", Disc(1000, 10000, 500), tall=2000)
    board.put("b", Disc(21000, 10000, 500), tall=2000)
    assert (sight.sees(board, "a", "b", sight.DEFIANCE) > 0) == bool(seen)


def test_combat_action_sight_both_ways():
    for x, free in ((10, True), (25, False)):
        board = Board((60000, 40000), [Piece("w", "wall", rect(x + 5, x + 5.001, 5, 35), 4000)], [Ground(0, BLOCK)])
        board.put("a", Disc(5000, 20000, 1250), tall=6000)
        board.put("b", Disc(35000, 20000, 1250), tall=3000)
        assert (sight.sees(board, "a", "b", sight.COMBAT_ACTION) > 0) == free
        assert (sight.sees(board, "b", "a", sight.COMBAT_ACTION) > 0) == free


def random_polygon(rng, n, step):
    while True:
        points = [(rng.randrange(n) * step, rng.randrange(n) * step) for _ in range(rng.randrange(3, 7))]
        shape = Polygon(points)
        if shape.is_valid and shape.area > 0:
            return tuple(points if shape.exterior.is_ccw else points[::-1])


def random_scene(rng):
    step = rng.choice([1, 500, 1000])
    n = 24000 // step
    pieces = [Piece(f"p{k}", "x", random_polygon(rng, n, step), rng.choice([1000, 2000, 3000, None])) for k in range(5)]
    ground = [Ground(1500, rng.choice([CLEAR, PARTIAL, BLOCK]), rng.choice([0, PASSABLE]), rng.randrange(4)) for _ in pieces]
    board = Board((24000, 24000), pieces, ground)
    tops = {}
    for k in range(6):
        x, y = rng.randrange(n) * step, rng.randrange(n) * step
        base = (
            Disc(x, y, rng.choice([500, 1000]))
            if rng.random() < 0.7
            else Box(x, y, rng.choice([0, 4500, 9000, 1234]), 2000, 1000)
        )
        tops[f"f{k}"] = rng.choice([1000, 2000, 3000])
        board.put(f"f{k}", base, tall=tops[f"f{k}"])
    return board, tops


def test_kernel_equals_fractions():
    rng = random.Random(12)
    checked = 0
    for _ in range(70):
        board, tops = random_scene(rng)
        seen = list(zip(board.field.pieces, board.field.ground, strict=True))
        rows = board.rows(board)
        for rule in RULES:
            for viewer in board:
                got = see_many(board, viewer, rows, rule)
                for target, value in zip(board, got.tolist(), strict=True):
                    if target != viewer:
                        a, b = Looker(board.base(viewer), tops[viewer]), Looker(board.base(target), tops[target])
                        assert value == sees_exactly(a, b, seen, rule), (rule, a, b, board.field.pieces, board.field.ground)
                        checked += 1
    assert checked > 10000


def test_existence_is_mutual():
    rng = random.Random(5)
    for _ in range(150):
        board, _ = random_scene(rng)
        rows = board.rows(board)
        for rule in RULES:
            table = np.array([see_many(board, v, rows, rule) for v in board])
            assert ((table > 0) == (table.T > 0)).all()


def test_adding_a_piece_never_opens_sight():
    rng = random.Random(8)
    for _ in range(80):
        board, tops = random_scene(rng)
        fewer = Board(board.size, board.field.pieces[:-1], board.field.ground[:-1])
        for id in board:
            fewer.put(id, board.base(id), tall=tops[id])
        rows = board.rows(board)
        for rule in RULES:
            for v in board:
                assert (see_many(board, v, rows, rule) <= see_many(fewer, v, rows, rule)).all()


grid = st.tuples(st.integers(0, 6), st.integers(0, 6))


@settings(max_examples=400, deadline=None)
@given(st.lists(grid, min_size=3, max_size=7, unique=True), grid, grid)
def test_stretches_against_shapely(points, a, b):
    shape = Polygon(points)
    if not shape.is_valid or shape.area == 0 or a == b:
        return
    spans = inside_spans(a, b, points)
    line = LineString([a, b])
    relation = line.relate(shape)
    assert bool(spans) == (relation[0] == "1")
    assert spans == [(1 - hi, 1 - lo) for lo, hi in reversed(inside_spans(b, a, points))] or sorted(spans) == sorted(
        (1 - hi, 1 - lo) for lo, hi in inside_spans(b, a, points)
    )
    if relation[1] != "1":
        assert abs(float(sum(hi - lo for lo, hi in spans)) * line.length - line.intersection(shape).length) < 1e-9


def test_stretches_lists_pieces():
    pieces = [Piece("a", "x", rect(1, 2, -1, 1)), Piece("b", "x", rect(3, 4, -1, 1))]
    assert [(s.piece, s.t0, s.t1) for s in stretches((0, 0), (8000, 0), pieces)] == [
        (0, Fraction(1, 8), Fraction(1, 4)),
        (1, Fraction(3, 8), Fraction(1, 2)),
    ]
