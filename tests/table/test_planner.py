"""Plans always pass walk and cohesion; tight units manoeuvre."""

import math
import random

from littlewars.table.board.board import Board
from littlewars.table.board.groups import chain, in_cohesion
from littlewars.table.formation.formation import formed, stand
from littlewars.table.formation.planner import (
    MoveRequest,
    plan,
    plan_tight,
    plan_towards,
    towards,
)
from littlewars.table.moving.spots import spot
from littlewars.table.moving.walk import Passage, walk
from littlewars.table.shapes.bases import Disc, moved, rectangle
from littlewars.table.terrain.pieces import Ground, Piece


def lawful(board, order, made):
    """What every plan promises: everybody in turn passes the walk, and they end in cohesion."""
    trial = board.copy()
    for id, path in made.paths.items():
        done = walk(trial, id, path, order.passage)
        if not done.free or done.cost > order.allowance[id]:
            return False
        if path:
            trial.move(id, moved(trial.base(id), path[-1]))
    before = in_cohesion(board.matrix(list(order.ids)), order.cohesion)
    return not before or in_cohesion(trial.matrix(list(order.ids)), order.cohesion)


SIZES = {f"t{k}": Disc(0, 0, 500) for k in range(8)}


def polygon(rng, cx, cy):
    m = rng.randrange(4, 9)
    turns = [2 * math.pi * i / m for i in range(m)]
    return tuple(
        (round(cx + rng.uniform(1500, 4000) * math.cos(t)), round(cy + rng.uniform(1500, 4000) * math.sin(t))) for t in turns
    )


def scene(rng, figures=8, others=45):
    """A crowded table with one loose unit in cohesion."""
    pieces = [Piece(f"p{k}", "x", polygon(rng, rng.randrange(6000, 42000), rng.randrange(6000, 42000))) for k in range(6)]
    ground = [rng.choice([Ground(0, 2), Ground(1500, 1), Ground(3000, 1)]) for _ in pieces]
    board = Board((48000, 48000), pieces, ground)
    while len(board) < others:
        base = Disc(rng.randrange(500, 47500), rng.randrange(500, 47500), 500)
        if board.stands(base) is None:
            board.put(f"x{len(board)}", base, 2)
    bases = {f"u{k}": Disc(0, 0, 500) for k in range(figures)}
    anchor = (rng.randrange(10000, 38000), rng.randrange(10000, 38000))
    for k, (id, base) in enumerate(bases.items()):
        want = (anchor[0] + 1500 * (k % 5 - 2), anchor[1] - 1500 * (k // 5))
        board.put(id, moved(base, spot(board, base, want)), 1)
    ids = tuple(bases)
    if not in_cohesion(board.matrix(ids), chain(4000)):
        return scene(rng, figures, others)
    return board, MoveRequest(ids, dict.fromkeys(ids, 6000), chain(4000), Passage(frozenset([1])))


def test_every_plan_is_lawful():
    rng = random.Random(4)
    seen = {}
    for _ in range(40):
        board, order = scene(rng)
        angle = rng.uniform(0, 6.283)
        by = (round(6000 * math.cos(angle)), round(6000 * math.sin(angle)))
        for quick in (False, True):
            made = plan(board, order, by, quick=quick)
            assert lawful(board, order, made), made
            assert list(made.paths) == sorted(made.paths, key=list(made.paths).index)
            assert set(made.paths) == set(order.ids)
            seen[quick, made.how] = seen.get((quick, made.how), 0) + 1
    assert seen.get((False, "each"), 0) > 3
    assert (True, "each") not in seen
    assert sum(n for (quick, how), n in seen.items() if not quick and how == "stay") <= 4


def test_who_may_not_go_his_own_way_keeps_everybody_there():
    rng, kept = random.Random(3), 0
    for _ in range(60):
        board, order = scene(rng)
        by = (rng.randrange(-6000, 6000), rng.randrange(-6000, 6000))
        free, asked = plan(board, order, by), []
        barred = plan(board, order._replace(forbids=lambda id, path, seen=asked: bool(seen.append(id)) or len(seen) == 2), by)
        if free.how == "each" and sum(map(bool, free.paths.values())) > 1:
            assert barred.stays
            assert asked == [id for id, path in free.paths.items() if path][:2]  # nobody is looked at after the second
            kept += 1
        elif free.how == "rigid":
            assert (barred, asked) == (free, [])
    assert kept > 5


def test_open_ground_is_a_rigid_shift():
    board = Board((48000, 48000))
    for k in range(5):
        board.put(f"u{k}", Disc(5000 + 1500 * k, 5000, 500), 1)
    ids = tuple(f"u{k}" for k in range(5))
    order = MoveRequest(ids, dict.fromkeys(ids, 6000), chain(4000), Passage(frozenset([1])))
    made = plan_towards(board, order, (8000, 40000), 6000)
    assert made.how == "rigid"
    assert made.paths["u2"] == [(8000, 11000)]
    assert towards(board, ids, (8000, 7000), 6000) == (0, 2000)
    assert plan(board, order, (0, 0)).stays


def test_a_walled_in_unit_stays():
    walls = [
        rectangle(4000, 4000, 8000, 4500),
        rectangle(4000, 6500, 8000, 7000),
        rectangle(4000, 4000, 4500, 7000),
        rectangle(7500, 4000, 8000, 7000),
    ]
    board = Board((48000, 48000), [Piece(f"w{k}", "x", w) for k, w in enumerate(walls)], [Ground(0, 2)] * 4)
    board.put("u0", Disc(5500, 5500, 900), 1)
    board.put("u1", Disc(6600, 5500, 100), 1)
    order = MoveRequest(("u0", "u1"), {"u0": 9000, "u1": 9000}, chain(4000), Passage(frozenset([1])))
    made = plan(board, order, (9000, 0))
    assert lawful(board, order, made)
    assert all(not p or p[-1][0] < 8000 for p in made.paths.values())


def tight_board(f):
    board = Board((48000, 48000))
    for id, base in stand(f, SIZES).items():
        board.put(id, base, 1)
    return board


def test_tight_units_find_their_way():
    f = formed(list(SIZES)[:5], "line", 1, (20000, 20000), 0)
    board = tight_board(f)
    ahead = plan_tight(board, f, (20000, 40000), 6000, SIZES)
    assert [leg.how for leg in ahead.legs] == ["advance"]
    assert ahead.done.formation.anchor == (20000, 26000)
    aside = plan_tight(board, f, (23000, 23000), 6000, SIZES)
    assert [leg.how for leg in aside.legs] == ["oblique"]
    assert aside.done.walk.cost <= 6000
    back = plan_tight(board, f, (20000, 5000), 6000, SIZES)
    assert [leg.how for leg in back.legs][:1] == ["about"]
    swing = plan_tight(board, f, (40000, 20500), 12000, SIZES)
    assert "wheel" in [leg.how for leg in swing.legs]
    board.put("x", Disc(20000, 23000, 500), 2)
    short = plan_tight(board, f, (20000, 40000), 6000, SIZES)
    assert short.done.free
    assert short.done.walk.cost <= 6000
