"""Lines one by one: the kernel against exact fractions, and outlines that lines run through."""

import random

import numpy as np

from littlewars.table.board.board import Board
from littlewars.table.board.hulls import convex, crosses_hull, outline
from littlewars.table.constants import BLOCK, CLEAR, SKY
from littlewars.table.shapes.bases import Disc, holds, rectangle
from littlewars.table.sight.lines import (
    DIMMED,
    STOPPED,
    TOO_DEEP,
    UNDRAWN,
    UNHINDERED,
    holders,
    lines_to,
    outlines_of,
)
from littlewars.table.terrain.pieces import Ground, Piece
from littlewars.table.terrain.sight_exact import Looker, _too_deep, effect, inside_spans, sight_lines
from littlewars.table.terrain.sight_rules import XENOCIDE
from tests.table.test_sight import random_scene


def exactly(board, tops, viewer, target, covers):
    """What the ground does to each line, by fractions."""
    a, b = Looker(board.base(viewer), tops[viewer]), Looker(board.base(target), tops[target])
    seen = list(zip(board.field.pieces, board.field.ground, strict=True))
    found = []
    for line in sight_lines(a.base, b.base, XENOCIDE.lines, XENOCIDE.ends):
        crossed = [
            piece.outline
            for (piece, _), cover in zip(seen, covers.tolist(), strict=True)
            if cover and inside_spans(*line, piece.outline)
        ]
        if any(effect(a, b, line, one, XENOCIDE)[0] == 2 for one in seen):
            found.append(STOPPED)
        elif _too_deep(a, b, line, seen, XENOCIDE):
            found.append(TOO_DEEP)
        else:
            dims = any(holds(one, a.base.at) < 0 and holds(one, b.base.at) < 0 for one in crossed)
            found.append(DIMMED if dims else UNHINDERED)
    return found + [UNDRAWN] * (3 - len(found))


def test_the_kernel_equals_fractions():
    rng = random.Random(7)
    none, seen = outlines_of([]), set()
    for _ in range(40):
        board, tops = random_scene(rng)
        covers = np.array([rng.randrange(2) for _ in board.field.pieces], np.int8)
        ids = list(board)
        facts = lines_to(board, board.rows(ids), board.rows(ids), XENOCIDE, covers, none).facts
        for i, viewer in enumerate(ids):
            for j, target in enumerate(ids):
                if board.base(viewer).at != board.base(target).at:
                    assert facts[i, j].tolist() == exactly(board, tops, viewer, target, covers)
                    seen |= {*facts[i, j].tolist()}
    assert seen >= {UNHINDERED, DIMMED, TOO_DEEP, STOPPED}


def test_lines_run_through_outlines():
    rng = random.Random(3)
    for _ in range(30):
        board = Board((24000, 24000))
        for k in range(8):
            board.put(f"f{k}", Disc(rng.randrange(24) * 1000, rng.randrange(24) * 1000, 500), tall=1000)
        ids = list(board)
        shapes = [outline([board.base(name) for name in rng.sample(ids, rng.randrange(1, 5))]) for _ in range(4)]
        rows, hulls = board.rows(ids), outlines_of(shapes)
        through = lines_to(board, rows, rows, XENOCIDE, np.zeros(0, np.int8), hulls).through
        held = holders(board, rows, hulls)
        polys = [convex([(int(x), int(y)) for x, y in shape]) for shape in shapes]
        for i, one in enumerate(ids):
            assert held[i].tolist() == [holds(poly, board.base(one).at) >= 0 for poly in polys]
            for j, other in enumerate(ids):
                if board.base(one).at != board.base(other).at:
                    centre = sight_lines(board.base(one), board.base(other), 1, XENOCIDE.ends)[0]
                    assert through[i, j, 0].tolist() == [crosses_hull(*centre, poly) for poly in polys]


def test_nothing_dims_a_line_from_the_air():
    board = Board((24000, 24000), [Piece("wall", "x", rectangle(0, 9000, 24000, 10000), 1000)], [Ground(1500, CLEAR)])
    board.put("a", Disc(5000, 2000, 500), tall=1000)
    board.put("b", Disc(5000, 20000, 500), tall=1000)
    rows, covers = board.rows(["a", "b"]), np.ones(1, np.int8)
    assert lines_to(board, rows[:1], rows[1:], XENOCIDE, covers, outlines_of([])).facts.tolist() == [[[DIMMED] * 3]]
    board.put("a", Disc(5000, 2000, 500), foot=SKY + 1, tall=1000)
    assert lines_to(board, rows[:1], rows[1:], XENOCIDE, covers, outlines_of([])).facts.tolist() == [[[UNHINDERED] * 3]]


def test_who_stands_on_the_same_spot_is_seen():
    board = Board((24000, 24000), [Piece("wall", "x", rectangle(0, 9000, 24000, 10000), 9000)], [Ground(0, BLOCK)])
    board.put("a", Disc(5000, 9500, 500), tall=1000)
    board.put("b", Disc(5000, 9500, 500), level=1, foot=SKY + 1, tall=1000)
    rows = board.rows(["a", "b"])
    facts = lines_to(board, rows[:1], rows[1:], XENOCIDE, np.ones(1, np.int8), outlines_of([])).facts
    assert facts.tolist() == [[[UNHINDERED, UNDRAWN, UNDRAWN]]]
