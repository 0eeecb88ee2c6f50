"""Tight formations: cells, wheels, closing up, marching."""

import random
from itertools import pairwise

import pytest

from littlewars.table.board.board import Board, Clash
from littlewars.table.formation.formation import (
    about_face,
    advance,
    assign,
    cells,
    close_up,
    depth_of,
    formed,
    frontage,
    oblique,
    reform,
    stand,
    wheel,
)
from littlewars.table.formation.march import Manoeuvre, march
from littlewars.table.shapes.bases import Box, Disc, gap, rectangle
from littlewars.table.terrain.pieces import Ground, Piece

IDS = [f"t{k:02}" for k in range(20)]
SIZES = {id: Disc(0, 0, 500) for id in IDS}


def rank_lengths(n, kind, depth):
    found = cells(n, kind, depth)
    return [sum(c.rank == r for c in found) for r in range(found[-1].rank + 1)]


@pytest.mark.rule("oversoul.tight.line")
def test_line_ranks():
    with pytest.raises(ValueError, match="more than 5"):
        cells(5, "line", 2)
    assert rank_lengths(6, "line", 2) == [3, 3]
    assert rank_lengths(11, "line", 2) == [6, 5]
    assert rank_lengths(12, "line", 2) == [6, 6]
    assert rank_lengths(4, "line", 1) == [4]


@pytest.mark.rule("oversoul.tight.column")
def test_column_files():
    assert rank_lengths(7, "column", 2) == [2, 2, 2, 1]
    assert cells(7, "column", 2)[-1] == (3, 1)
    f = formed(IDS[:7], "column", 2, (5000, 5000), 0)
    assert f.ranks[-1] == ("", "t06")
    assert stand(f, SIZES)["t06"].at == (5500, 1500)


@pytest.mark.rule("oversoul.tight.must-have-formation")
def test_neighbours_touch_at_any_facing():
    rng = random.Random(1)
    for _ in range(100):
        f = formed(IDS, "line", 2, (30000, 30000), rng.randrange(36000))
        where = stand(f, SIZES)
        for rank in f.ranks:
            for a, b in pairwise(rank):
                assert gap(where[a], where[b]) <= 2
        for a, b in zip(*f.ranks, strict=True):
            assert gap(where[a], where[b]) <= 2
        boxes = {id: Box(0, 0, 0, 2000, 1000) for id in IDS}
        assert depth_of(f, boxes) == 4000
        assert frontage(f, boxes) == 10000
        assert stand(f, boxes)["t00"].facing == f.facing


def test_places_of_a_line():
    f = formed(IDS[:3], "line", 1, (10000, 10000), 0)
    assert [stand(f, SIZES)[id].at for id in IDS[:3]] == [(9000, 9500), (10000, 9500), (11000, 9500)]
    east = f._replace(facing=9000)
    assert [stand(east, SIZES)[id].at for id in IDS[:3]] == [(9500, 11000), (9500, 10000), (9500, 9000)]
    assert advance(f, 2000).anchor == (10000, 12000)
    assert oblique(f, 9000, 2000).anchor == (12000, 10000)


def test_wheel_there_and_back():
    rng = random.Random(2)
    for _ in range(300):
        f = formed(IDS[:5], "line", 1, (rng.randrange(60000), rng.randrange(60000)), rng.randrange(36000))
        angle, end = rng.randrange(1, 9000), rng.choice(["left", "right"])
        there = wheel(f, end, angle, SIZES)
        back = wheel(there, end, -angle, SIZES)
        assert back.facing == f.facing
        assert max(abs(back.anchor[0] - f.anchor[0]), abs(back.anchor[1] - f.anchor[1])) <= 1


def test_wheel_turns_about_its_corner():
    f = formed(IDS[:5], "line", 1, (10000, 10000), 0)
    left = wheel(f, "left", 9000, SIZES)
    assert (left.anchor, left.facing) == ((7500, 12500), 27000)
    right = wheel(f, "right", 9000, SIZES)
    assert (right.anchor, right.facing) == ((12500, 12500), 9000)


@pytest.mark.rule("oversoul.tight.line-about-face")
def test_about_face_leaves_everybody_in_place():
    f = formed(IDS[:11], "line", 2, (20000, 20000), 0)
    back = about_face(f, SIZES)
    assert {id: b.at for id, b in stand(back, SIZES).items()} == {id: b.at for id, b in stand(f, SIZES).items()}
    assert back.ranks[0] == ("", "t10", "t09", "t08", "t07", "t06")
    assert about_face(back, SIZES).anchor == f.anchor


@pytest.mark.rule("oversoul.tight.close-ranks")
def test_close_up():
    f = formed(IDS[:6], "line", 2, (20000, 20000), 0)
    assert close_up(f, ["t01"], SIZES).ranks == (("t00", "t04", "t02"), ("t03", "t05"))
    single = formed(IDS[:5], "line", 1, (20000, 20000), 0)
    closed = close_up(single, ["t01"], SIZES)
    assert closed.ranks == (("t00", "t02", "t03", "t04"),)
    assert stand(closed, SIZES)["t04"].at == stand(single, SIZES)["t04"].at
    assert stand(closed, SIZES)["t00"].at == stand(single, SIZES)["t01"].at
    tie = close_up(single, ["t02"], SIZES)
    assert stand(tie, SIZES)["t00"].at == stand(single, SIZES)["t00"].at
    assert stand(tie, SIZES)["t03"].at == stand(single, SIZES)["t02"].at
    column = formed(IDS[:5], "column", 1, (20000, 20000), 0)
    assert close_up(column, ["t00", "t02"], SIZES).ids == ["t01", "t03", "t04"]
    assert close_up(column, ["t00", "t02"], SIZES).anchor == column.anchor
    stuck = close_up(single, ["t01"], SIZES, free=lambda id, base: False)
    assert stuck.ranks == (("t00", "", "t02", "t03", "t04"),)
    assert close_up(single, IDS[:5], SIZES).ids == []


def test_closing_keeps_everybody_once():
    rng = random.Random(3)
    for _ in range(200):
        n = rng.randrange(6, 15)
        f = formed(IDS[:n], rng.choice(["line", "column"]), rng.choice([1, 2]), (20000, 20000), rng.randrange(36000))
        gone = rng.sample(IDS[:n], rng.randrange(1, n))
        closed = close_up(f, gone, SIZES)
        assert sorted(closed.ids) == sorted(set(IDS[:n]) - set(gone))


def test_reform_finds_least_longest_way():
    where = {"t00": (20000, 20000), "t01": (24000, 20000), "t02": (22000, 23000), "t03": (21000, 18000)}
    f, bases = reform(where, "line", 1, 0, SIZES)
    assert sorted(f.ids) == sorted(where)
    assert bases["t00"].at < bases["t01"].at
    assert assign([[4, 1], [1, 9]]) == [1, 0]
    assert assign([[1, 2], [2, 9]]) == [1, 0]


def board_of(f, *pieces):
    board = Board((60000, 60000), [p for p, _ in pieces], [g for _, g in pieces])
    for id, base in stand(f, SIZES).items():
        board.put(id, base, 1, 0)
    return board


def test_march_costs():
    f = formed(IDS[:5], "line", 1, (20000, 20000), 0)
    board = board_of(f)
    done = march(board, f, [Manoeuvre("advance", 3000), Manoeuvre("wheel", 0, 9000, "left")], SIZES)
    assert (done.walk.cost, done.free) == (3000 + 7854, True)
    assert march(board, f, [Manoeuvre("about"), Manoeuvre("advance", 2000)], SIZES).formation.anchor == (20000, 17000)
    assert march(board, f, [Manoeuvre("oblique", 2000, 4500)], SIZES).walk.cost == 2000


@pytest.mark.rule("oversoul.tight.terrain")
def test_one_in_terrain_all_in_terrain():
    f = formed(IDS[:5], "line", 1, (20000, 20000), 0)
    bog = (Piece("bog", "rubble", rectangle(21800, 20500, 22200, 21500)), Ground(3000))
    mud = (Piece("mud", "ford", rectangle(17000, 20000, 18500, 22000)), Ground(1500))
    board = board_of(f, bog, mud)
    # centres go from y = 19.5 to 22.5: open to 20, light to 20.5, heavy to 21.5, light to 22, open
    assert march(board, f, [Manoeuvre("advance", 3000)], SIZES).walk.cost == 500 + 750 + 3000 + 750 + 500


def test_wheel_through_terrain_pays_by_angle():
    f = formed(IDS[:5], "line", 1, (20000, 20000), 0)
    half = (Piece("mud", "ford", rectangle(0, 0, 60000, 60000)), Ground(1500))
    assert march(board_of(f, half), f, [Manoeuvre("wheel", 0, 9000, "left")], SIZES).walk.cost == 11781
    patch = (Piece("mud", "ford", rectangle(21000, 21000, 30000, 30000)), Ground(1500))
    cost = march(board_of(f, patch), f, [Manoeuvre("wheel", 0, 9000, "left")], SIZES).walk.cost
    assert 7854 < cost < 11781


def test_march_is_stopped():
    f = formed(IDS[:5], "line", 1, (20000, 20000), 0)
    board = board_of(f)
    board.put("x", Disc(22000, 22000, 500), 2, 1)
    assert march(board, f, [Manoeuvre("advance", 3000)], SIZES).walk.clash == Clash("body", "x")
    assert march(board, f, [Manoeuvre("advance", 1500)], SIZES).free
    assert march(board, f, [Manoeuvre("wheel", 0, 9000, "left")], SIZES).walk.clash == Clash("body", "x")
    assert march(board, f, [Manoeuvre("wheel", 0, 3000, "right")], SIZES).free
    wall = (Piece("wall", "high-wall", rectangle(10000, 23000, 30000, 23500)), Ground(0, 2))
    assert march(board_of(f, wall), f, [Manoeuvre("wheel", 0, 6000, "left")], SIZES).walk.clash == Clash("piece", "wall")
