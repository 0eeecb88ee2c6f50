"""Compile every kernel once, so that the first move of a battle does not wait: `python -m littlewars.table.warm`."""

from __future__ import annotations

import sys
import time

import numpy as np

from .board import areas, hulls, lookout, measure
from .board.board import Board
from .constants import BLOCK
from .kernels.compiled import drop_stale
from .moving import ram, route, spots, walk
from .shapes.bases import Box, Disc, gap_poly, rectangle
from .sight import lines, screens, watch
from .sight import looks as sight
from .terrain.pieces import Ground, Piece


def warm() -> float:
    """Ask one question of each kind; the seconds that took."""
    begun = time.perf_counter()
    wood = Piece("wood", "dense-wood", rectangle(4000, 4000, 6000, 6000), 3000)
    rock = Piece("rock", "boulder", rectangle(8000, 4000, 9000, 6000), 3000)
    board = Board((20000, 20000), [wood, rock], [Ground(1500, 1, 0, 1), Ground(0, BLOCK)])
    board.put("a", Disc(2000, 5000, 500), 1, 0, tall=1000)
    board.put("b", Box(12000, 5000, 9000, 2000, 1000), 2, 1, tall=1000)
    board.put("c", Box(16000, 5000, 4500, 2000, 1000), 2, 1, tall=1000)
    for id in board:
        board.gaps(id)
        walk.walk(board, id, [(10000, 10000)], walk.Passage(frozenset([1])))
        walk.walk_many(board, id, [(10000, 10000)])
        walk.swept_gap(board, id, [(3000, 9000)])
    board.gap("a", "b")
    for id in ("a", "b"):
        gap_poly(board.base(id), wood.outline)
    route.route(board, "a", (10000, 5500), 20000)
    spots.spot(board, Disc(2000, 5000, 500), (2000, 5000))
    walk.shift_many(board, ["b", "c"], (100, 100))
    ram.contacts(board, "b", (16000, 5000))
    walk.walk_in_turn(board, ["a"], [(3000, 9000)])
    walk.touches_passing(board, "a", [(3000, 9000)], board.rows("b"), 50)
    board.comes_nearer(["a"], [(3000, 9000)], [["b"], ["c"]])
    board.matrix(["a", "b", "c"])
    board.stands(Disc(1000, 1000, 500))
    board.stand_many(Box(1000, 1000, 0, 1000, 500), [(5000, 5000)])
    board.in_arc_many((0, 0), 0, 4500)
    board.pieces_at((5000, 5000))
    rows = board.rows(board)
    for rule in (sight.OVERSOUL, sight.DEFIANCE):
        sight.see_many(board, "a", rows, rule)
    sight.see_many(board, Disc(0, 0, 500), rows, sight.OVERSOUL, clear_rows=np.zeros(board.n, np.int8))
    sight.look_round(board, ["a"], sight.DEFIANCE)
    outlines = lines.outlines_of([hulls.outline([board.base("a")])])
    lines.lines_to(board, rows, rows, sight.XENOCIDE, np.ones(2, np.int8), outlines)
    lines.holders(board, rows, outlines)
    crowd = screens.Crowd([screens.Footprint.of("1", "red", [board.base("a")], 0, 0, aloft=False, solid=False)])
    by = screens.Looking(sight.XENOCIDE, np.ones(2, np.int8), "red", (screens.Past(0, frozenset()),))
    ends = screens.Ends([screens.Eye("a", "a")], board.rows("a"), ["b"], board.rows("b"))
    screens.look(board, ends, crowd, by)[0].seen_from(0)
    screens.reaches(board, ends, [9000], crowd, by, screens.stand(board, ends.theirs, np.zeros((1, 1, 3), np.int64)))
    screens.may_reach(board, ends, 9000, sight.XENOCIDE)
    walk.farthest(board, "a", 0, 0, 9000)
    walk.along([(0, 0), (0, 4000)], 1, 2)
    measure.arcs_about((0, 0), 0, 4500, [(1, 1)])
    lookout.look_ahead(board, "a", [(3000, 9000)])
    lookout.stands_apart(board, 1, 0)
    measure.screens(board, "a", [(0, 0)])
    measure.places_by((0, 0), np.array([[0.0, 0.0, 1.0, 0.0, 1.0]]), 1, 500, 500)
    watch.enters_arc((0, 0), 0, 4500, (9000, -100), (9000, -200))
    watch.critical(watch.Watcher((0, 0), lambda at: at), (0, 9000), (9000, 0), board.field, [wood, rock], 500)
    watch.glimpses(board, "a", (0, 4500), Disc(0, 0, 500), [(0, 0)], [0], sight.DEFIANCE)
    hulls.hull([Disc(0, 0, 500), Disc(3000, 0, 500), Disc(0, 3000, 500)])
    areas.under(Disc(1000, 1000, 500), wood.outline, touch=True)
    areas.inside_way([(1000, 5000), (9000, 5000)], 500, wood.outline)
    hulls.overlap(wood.outline, rock.outline)
    hulls.overlap(wood.outline, rectangle(5000, 5000, 7000, 7000))
    next(spots.room_for(np.array([[9000, 9000]]), [wood.outline], [rock.outline], (20000, 20000), 1000), None)
    return time.perf_counter() - begun


if __name__ == "__main__":
    dropped = drop_stale()
    seconds = warm()
    sys.stdout.write(f"kernels ready in {seconds:.1f} s" + (f", {dropped} old ones dropped\n" if dropped else "\n"))
