"""Quick looks: what they rule out is surely not there. Held against slow and exact answers on random tables."""

from __future__ import annotations

from math import sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlewars.table.board.board import Board
from littlewars.table.board.hulls import Outline, outline, shared
from littlewars.table.board.lookout import NEAR_BODY, NEAR_EDGE, NEAR_ENEMY, NEAR_FRIENDS, NEAR_PIECE, look_ahead, stands_apart
from littlewars.table.board.measure import arcs_about, places_by, screened_by, screens
from littlewars.table.constants import SIDE
from littlewars.table.facing import Point, facing_to, in_arc
from littlewars.table.moving.walk import swept_gap
from littlewars.table.shapes.bases import Base, Box, Disc, bound, ceil_root, centre2, gap_poly, moved, rectangle, segment2
from littlewars.table.shapes.legs import at_step, in_box, steps
from littlewars.table.sight.looks import DEFIANCE, NONE, look_round, sees
from littlewars.table.sight.watch import glimpses
from littlewars.table.terrain.pieces import Ground, Piece

SIZE = (30_000, 30_000)
ROCK = Piece("rock", "boulder", rectangle(12_000, 12_000, 15_000, 14_000), 2000)


def crowd(seed: int, number: int = 14) -> Board:
    """Two sides with three units each, discs and a few boxes, not too far from one another."""
    rng, board = Random(seed), Board(SIZE, [ROCK], [Ground(0, 2)])
    for k in range(number):
        x, y = rng.randrange(2000, 28_000), rng.randrange(2000, 28_000)
        base: Base = Box(x, y, rng.randrange(36_000), 2500, 1500) if rng.random() < 0.2 else Disc(x, y, 500)
        board.put(f"f{k}", base, unit=k % 6, side=k % 2, tall=1000 * rng.randint(1, 2))
    return board


@settings(deadline=None)  # kernels may be compiled on the way
@given(seed=st.integers(0, 500), x=st.integers(-500, 30_500), y=st.integers(-500, 30_500))
def test_what_a_look_ahead_rules_out_is_not_there(seed: int, x: int, y: int) -> None:
    board = crowd(seed)
    near = look_ahead(board, "f0", [(x, y)], margin=50)
    end = moved(board.base("f0"), (x, y))
    r = bound(end)
    if not near & NEAR_EDGE:
        assert r <= x <= SIZE[0] - r
        assert r <= y <= SIZE[1] - r
    if not near & NEAR_PIECE:
        assert gap_poly(end, ROCK.outline) > 50
    if not near & NEAR_BODY:
        others = {name: gap for name, gap in zip(board.names, board.gaps_from(end).tolist(), strict=True) if name != "f0"}
        assert min(gap for name, gap in others.items() if name) > 50
    if not near & NEAR_ENEMY:
        passed = swept_gap(board, "f0", [(x, y)])
        assert all(passed[board.row[name]] > 50 for k in range(1, 14, 2) if (name := f"f{k}"))


def enclosed(board: Board, unit: int, *more: Base) -> Outline:
    """What a unit of a crowd encloses, with some more bases."""
    return outline([*(board.base(name) for name in board if int(name[1:]) % 6 == unit), *more])


@settings(deadline=None)  # kernels may be compiled on the way
@given(seed=st.integers(0, 500), x=st.integers(1000, 29_000), y=st.integers(1000, 29_000))
def test_units_that_stand_apart_share_nothing(seed: int, x: int, y: int) -> None:
    board = crowd(seed, 12)
    for unit in range(6):
        friends = [other for other in range(6) if other != unit and other % 2 == unit % 2]
        if stands_apart(board, unit, unit % 2):
            assert not any(shared(enclosed(board, unit), enclosed(board, other)) for other in friends)
    if not look_ahead(board, "f0", [(x, y)]) & NEAR_FRIENDS:
        after = enclosed(board, 0, moved(board.base("f0"), (x, y)))
        assert not any(shared(after, enclosed(board, other)) for other in (2, 4))


def test_units_stand_apart_if_only_their_boxes_meet() -> None:
    """Two files side by side, aslant."""
    board = Board(SIZE)
    for k in range(5):
        board.put(f"a{k}", Disc(5000 + 2000 * k, 5000 + 2000 * k, 500), unit=0)
        board.put(f"b{k}", Disc(8000 + 2000 * k, 5000 + 2000 * k, 500), unit=1)
    assert stands_apart(board, 0, 0)
    assert stands_apart(board, 1, 0)
    board.put("b4", Disc(8000, 9000, 500), unit=1)
    assert not stands_apart(board, 0, 0)
    assert not stands_apart(board, 1, 0)
    for k in range(5):
        board.put(f"b{k}", board.base(f"b{k}"), unit=1, side=1)
    assert stands_apart(board, 0, 0)  # enemies are no friends


def test_ground_that_one_may_enter_is_in_nobodys_way() -> None:
    wood = Piece("wood", "dense-wood", rectangle(12_000, 12_000, 15_000, 14_000), 2000)
    board = Board(SIZE, [wood], [Ground(2000, 2)])
    board.put("a", Disc(10_000, 13_000, 500))
    assert look_ahead(board, "a", [(13_000, 13_000)]) == 0
    board = Board(SIZE, [wood], [Ground(0, 2)])
    board.put("a", Disc(10_000, 13_000, 500))
    assert look_ahead(board, "a", [(13_000, 13_000)]) == NEAR_PIECE


def test_a_way_that_ends_between_friends_is_near_them() -> None:
    board = Board(SIZE)
    board.put("a1", Disc(2000, 2000, 500), unit=0)
    board.put("a2", Disc(4000, 2000, 500), unit=0)
    board.put("b1", Disc(2000, 9000, 500), unit=1)
    board.put("b2", Disc(20_000, 9000, 500), unit=1)
    assert stands_apart(board, 0, 0)
    assert look_ahead(board, "a1", [(3000, 4000)]) == 0
    assert look_ahead(board, "a1", [(10_000, 9000)]) == NEAR_FRIENDS  # nobody stands there, but the unit spans the place
    assert look_ahead(board, "a1", [(4000, 3000)]) == NEAR_BODY
    board.lift("b2")
    assert look_ahead(board, "a1", [(10_000, 9000)]) == 0


@settings(deadline=None)  # kernels may be compiled on the way
@given(seed=st.integers(0, 500))
def test_screens_are_those_of_the_exact_answer(seed: int) -> None:
    board = crowd(seed)
    others = [board.base(f"f{k}").at for k in range(1, 14, 2)]
    taller = board.bodies[: board.n, 10] >= board.bodies[board.row["f0"], 10]
    mine = np.array([name != "f0" and name in board and int(name[1:]) % 2 == 0 for name in board.names]) & taller
    for at, code in zip(others, screens(board, "f0", others), strict=True):
        between = screened_by(board, board.base("f0").at, at, mine)
        if code == 2:
            continue  # a box may stand there: whoever asks looks himself
        assert bool(between) == bool(code)


@pytest.mark.parametrize("seed", range(8))
def test_a_look_round_finds_whom_a_single_look_sees_the_nearest_first(seed: int) -> None:
    board = crowd(seed)
    board.put("high", Disc(20_000, 20_000, 500), 9, 1 - int(board.bodies[board.row["f0"], SIDE]), level=2, tall=1000)
    at, own = board.base("f0").at, int(board.bodies[board.row["f0"], SIDE])
    enemies = [name for name in board if int(board.bodies[board.row[name], SIDE]) != own]
    seen = [name for name in enemies if sees(board, "f0", name, DEFIANCE) != NONE]
    (rows, gaps), _ = look_round(board, ["f0", "f1"], DEFIANCE, 6000)
    far = {name: ceil_root(centre2(at, board.base(name).at)) + (12_000 if name == "high" else 0) for name in seen}
    assert {board.names[row]: gap for row, gap in zip(rows, gaps, strict=True)} == far
    assert gaps == sorted(gaps)


@given(
    places=st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1, max_size=7),
    scale=st.sampled_from((1, 997)),
    face=st.integers(0, 35_999),
    half=st.sampled_from((0, 4500, 9000)),
)
@settings(deadline=None)
def test_every_content_of_an_arc_is_found_once_with_the_best_way_for_each(
    places: list[Point], scale: int, face: int, half: int
) -> None:
    def off(way: int, bearing: int) -> int:
        return min((way - bearing) % 36_000, (bearing - way) % 36_000)

    at, there = (5000, 7000), [(5000 + scale * x, 7000 + scale * y) for x, y in places]
    bearings = [facing_to(at, place) if place != at else face for place in there]
    edges = [(bearing + turn) % 36_000 for bearing in bearings for turn in (half, -half, half + 1, -half - 1)]
    ways = [face, *bearings, *edges]
    contents = [tuple(k for k, bearing in enumerate(bearings) if off(way, bearing) <= half) for way in ways]
    different = [content for content in dict.fromkeys(contents) if content]
    found = arcs_about(at, face, half, there)
    assert [tuple(k for k, aside in enumerate(asides) if aside >= 0) for asides, _ in found] == different
    for content, (asides, best) in zip(different, found, strict=True):
        for k in content:
            such = [way for way, other in zip(ways, contents, strict=True) if other == content]
            assert best[k] == min(such, key=lambda way: off(way, bearings[k]))
            assert asides[k] == off(best[k], bearings[k])


@pytest.mark.parametrize("seed", range(12))
def test_glimpses_of_a_way_are_what_single_looks_find(seed: int) -> None:
    board, rng = crowd(seed), Random(seed)
    at, face, mover = board.base("f0").at, rng.randrange(36_000), Disc(0, 0, 500)
    places = [(rng.randrange(1000, 29_000), rng.randrange(1000, 29_000)) for _ in range(30)] + [at]
    found = glimpses(board, "f0", (face, 4500), mover, places, [0] * len(places), DEFIANCE, tall=1500)
    assert found.far == [ceil_root(centre2(at, place)) for place in places]
    assert found.inside == [in_arc(at, face, 4500, place) for place in places]
    near = glimpses(board, "f0", (face, 4500), mover, places, [0] * len(places), DEFIANCE, tall=1500, most=9000)
    version = board.version
    for place, glimpse, close in zip(places, zip(*found, strict=True), zip(*near, strict=True), strict=True):
        inside, far, seen, screen = glimpse
        board.put("mover", moved(mover, place), unit=9, side=1, tall=1500)
        sees_it = inside and sees(board, "f0", "mover", DEFIANCE) != NONE
        board.lift("mover")
        assert seen == sees_it
        assert screen == (screens(board, "f0", [place])[0] if sees_it else 0)
        assert close == (glimpse if far <= 9000 else (inside, far, 0, 0))
    assert glimpses(board, "f0", (face, 4500), mover, places, [0] * len(places), DEFIANCE, tall=1500) == found
    assert board.version > version  # only by what this test itself has put and lifted
    again = board.version
    glimpses(board, "f0", (face, 4500), mover, places, [0] * len(places), DEFIANCE)
    assert board.version == again


def test_a_glimpse_over_a_wall_depends_on_how_high_one_stands() -> None:
    board = crowd(0, 0)
    board.put("looker", Disc(8000, 13_000, 500), tall=1000)
    found = glimpses(board, "looker", (9000, 4500), Disc(0, 0, 500), [(20_000, 13_000)] * 2, [0, 9000], DEFIANCE, tall=1000)
    assert found.seen == [0, 1]


@given(
    at=st.tuples(st.integers(0, 30_000), st.integers(0, 30_000)),
    corners=st.lists(st.tuples(st.integers(0, 30_000), st.integers(0, 30_000)), min_size=2, max_size=2, unique=True),
    off=st.sampled_from((0, 500)),
)
@settings(deadline=None)
def test_places_beside_a_side_are_its_nearest(at: Point, corners: list[Point], off: int) -> None:
    (px, py), (qx, qy) = corners
    sides = np.array([(px, py, qx - px, qy - py, sqrt((qx - px) ** 2 + (qy - py) ** 2))])
    n, d = segment2(at, *corners)
    (far, x, y), *beside, once, again = places_by(at, sides, 1, off, off)
    assert far == centre2(at, (x, y))
    if n / d > off * off:
        assert abs(sqrt(far) + off - sqrt(n / d)) < 2
        assert abs(sqrt(segment2((x, y), *corners)[0] / segment2((x, y), *corners)[1]) - off) < 2
    assert once == again
    assert abs(sqrt(once[0]) - sqrt(n / d)) < 2
    for far, x, y in beside:
        assert far == centre2(at, (x, y))
        assert abs(sqrt(segment2((x, y), *corners)[0] / segment2((x, y), *corners)[1]) - off) < 2
        assert abs(sqrt(far) - sqrt(n / d)) <= off + 2


@given(
    a=st.tuples(st.integers(0, 9000), st.integers(0, 9000)),
    b=st.tuples(st.integers(0, 9000), st.integers(0, 9000)),
    box=st.tuples(st.integers(0, 9000), st.integers(0, 9000), st.integers(0, 2000), st.integers(0, 2000)),
)
def test_no_step_in_a_box_is_left_out(a: Point, b: Point, box: tuple[int, int, int, int]) -> None:
    west, south, wide, deep = box
    n = steps(a, b)
    found = in_box(a, b, n, (west, south, west + wide, south + deep))
    for k in range(0, n + 1, 7):
        x, y = at_step(a, b, k, n)
        if west <= x <= west + wide and south <= y <= south + deep:
            assert found is not None
            assert found[0] <= k <= found[1]
