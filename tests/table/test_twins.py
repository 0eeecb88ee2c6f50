"""Every kernel gives the same answers compiled and in pure Python."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np

from littlewars.table.board.areas import inside_way
from littlewars.table.board.board import Board
from littlewars.table.board.hulls import hull, outline
from littlewars.table.board.lookout import look_ahead, stands_apart
from littlewars.table.board.measure import arcs_about, places_by, screens
from littlewars.table.constants import BLOCK, CLEAR, PARTIAL
from littlewars.table.moving.ram import closes
from littlewars.table.moving.route import route
from littlewars.table.moving.spots import slide, spot
from littlewars.table.moving.walk import (
    Passage,
    shift_many,
    stations,
    swept_gap,
    touches_passing,
    walk,
    walk_in_turn,
    walk_many,
)
from littlewars.table.shapes.bases import Box, Disc, gap_poly
from littlewars.table.sight import lines
from littlewars.table.sight import looks as sight
from littlewars.table.sight.screens import Crowd, Ends, Eye, Footprint, Looking, Past, look, reaches, stand
from littlewars.table.sight.watch import glimpses
from littlewars.table.terrain.pieces import Ground, Piece, ring


def answers(seed):
    """All kinds of questions about one random table, on a coarse grid so that ties and grazes are common."""
    rng = random.Random(seed)
    step = rng.choice([1, 500])
    size = 24000 // step
    pieces = []
    for k in range(5):
        at, n = (rng.randrange(4000, 20000), rng.randrange(4000, 20000)), rng.randrange(3, 8)
        pieces.append(
            Piece(
                f"p{k}",
                "x",
                ring((at[0] // step * step, at[1] // step * step), rng.randrange(1000, 3000), n),
                rng.choice([1000, 3000]),
            )
        )
    ground = [Ground(rng.choice([0, 1500, 3000]), rng.choice([CLEAR, PARTIAL, BLOCK]), 0, rng.randrange(3)) for _ in pieces]
    board = Board((24000, 24000), pieces, ground)
    for k in range(14):
        x, y = rng.randrange(size) * step, rng.randrange(size) * step
        base = Disc(x, y, 500) if rng.random() < 0.6 else Box(x, y, rng.choice([0, 4500, 1234]), 2000, 1000)
        board.put(f"f{k}", base, k // 5, k % 2, tall=rng.choice([1000, 2000]))
    ids, rows, found = list(board), board.rows(board), []
    ends = [(rng.randrange(size) * step, rng.randrange(size) * step) for _ in range(8)]
    passage = Passage(frozenset([0]))
    found.append(board.matrix(ids).tolist())
    found.append([board.stands(board.base(id), [id]) for id in ids])
    found.append(board.stand_many(Disc(0, 0, 500), ends).tolist())
    for rule in (sight.OVERSOUL, sight.DEFIANCE, sight.XENOCIDE, sight.AT43):
        found += [sight.see_many(board, id, rows, rule).tolist() for id in ids]
    outlines = lines.outlines_of([outline([board.base(id) for id in ids[k : k + 4]]) for k in (0, 4, 8)])
    covers = np.array([1, 0, 1, 0, 1], np.int8)
    found += [part.tolist() for part in lines.lines_to(board, rows, rows, sight.XENOCIDE, covers, outlines)]
    found.append(lines.holders(board, rows, outlines).tolist())
    prints = [
        Footprint.of(str(k), str(k % 2), [board.base(id) for id in ids[k : k + 4]], 1000, k, False, k == 8) for k in (0, 4, 8)
    ]
    by = Looking(sight.XENOCIDE, covers, "0", (Past(4, frozenset("0")), Past(4, frozenset("0"), ("8",))))
    spots = np.array([[(x, y, 0) for x, y in ends[:4]], [(x, y, 1500) for x, y in ends[4:]]])
    both = Ends([Eye(id, id) for id in ids[:4]], board.rows(ids[:4]), ids[4:8], board.rows(ids[4:8]))
    there = stand(board, both.theirs, spots)
    for view in look(board, both, Crowd(prints), by, there):
        found.append([view.sees.tolist(), [view.obscured(row) for row in range(4)], view.gaps.tolist()])
    found.append(reaches(board, both, [9000] * 4, Crowd(prints), by, there))
    found.append(stations([ends[:3], ends[2:4], ends[:1]], range(9), 8).tolist())
    for id in ids:
        found.append(walk(board, id, ends[:3], passage))
        found.append([a.tolist() for a in walk_many(board, id, ends, passage)])
        found.append(swept_gap(board, id, ends[:2]).tolist())
        found.append(board.in_arc_many(board.base(id).at, 1000, 2250).tolist())
        found.append([look_ahead(board, id, [end], 50) for end in ends])
        found.append([screens(board, id, ends), sight.look_round(board, [id], sight.DEFIANCE, 100)])
        found.append(arcs_about(board.base(id).at, 1000, 4500, ends))
        found.append(glimpses(board, id, (1000, 4500), Disc(0, 0, 500), ends, [0] * len(ends), sight.DEFIANCE))
        found.append(places_by(board.base(id).at, np.array([(*ends[0], 500.0, 1200.0, 1300.0)]), 1, 500, 500))
    found.append([stands_apart(board, unit, 0) for unit in range(3)])
    found.append([hull([board.base(id) for id in ids[k:]]) for k in range(10)])
    found.append([a.tolist() for a in shift_many(board, ids[:5], (1000, 500), passage)])
    found.append([slide(board, id, face, 9000, passage) for id in ids for face in (0, 4000, 21000)])
    found.append([route(board, id, ends[0], 9000, passage) for id in ids[:4]])
    found.append([spot(board, Disc(0, 0, 500), end, reach=reach) for end in ends for reach in (2000, 20000)])
    discs = [id for id in ids if isinstance(board.base(id), Disc)]
    found.append(walk_in_turn(board, discs[:4], ends[:4], passage))
    found.append([touches_passing(board, id, ends[:2], rows, 50) for id in discs])
    found.append([board.comes_nearer([id], ends[:1], [ids[:3], ids[5:9]]) for id in ids])
    found.append([closes(board.base(id), ends[0], board.base(other)) for id in ids[:5] for other in ids[5:]])
    found.append([p.id for e in ends for p in board.pieces_at(e)])
    found.append(
        [gap_poly(base, p.outline) for e in ends for p in pieces for base in (Disc(*e, 500), Box(*e, 1234, 2000, 900))]
    )
    found.append([inside_way(ends[:3], 500, p.outline) for p in pieces])
    return json.loads(json.dumps(found, default=str))


SEEDS = range(30)
ROOT = Path(__file__).parents[2]


def test_pure_python_gives_the_same_answers():
    script = "import json, tests.table.test_twins as t; print(json.dumps([t.answers(s) for s in t.SEEDS]))"
    environment = {**os.environ, "LITTLEWARS_PURE": "1"}
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [answers(s) for s in SEEDS]
