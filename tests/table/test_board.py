"""The board: rows that come and go, standing, arcs and templates."""

import numpy as np
import pytest

from littlewars.table.board.board import Board, Clash
from littlewars.table.constants import FAR
from littlewars.table.shapes.bases import Box, Disc, rectangle
from littlewars.table.terrain.pieces import Ground, Piece, kinds, near_to, piece, surface, wreck


@pytest.fixture
def board():
    rock = Piece("rock", "boulder", rectangle(10000, 10000, 14000, 12000), 3000)
    wood = Piece("wood", "dense-wood", rectangle(20000, 10000, 24000, 12000), 3000)
    board = Board((48000, 48000), [rock, wood], [Ground(0, 2), Ground(3000, 1)])
    board.put("a", Disc(2000, 2000, 500), 1, 0)
    board.put("b", Disc(4000, 2000, 500), 1, 0)
    board.put("tank", Box(2000, 6000, 0, 4000, 2000), 2, 1)
    return board


def test_lifted_bodies_never_show_up(board):
    assert board.within("a", 1000) == ["b"]
    board.lift("b")
    assert "b" not in board
    assert board.within("a", FAR - 1) == ["tank"]
    assert board.gaps("a").min() == board.gap("a", "tank")
    assert board.stands(Disc(4000, 2000, 500)) is None
    board.put("c", Disc(2000, 3000, 500), 1, 0)
    assert board.row["c"] == 2
    assert board.within("a", 0) == ["c"]
    assert len(board) == 3


def test_patching_and_copies_are_independent(board):
    other = board.copy()
    other.put("a", Disc(9000, 9000, 500), 1, 0)
    other.lift("b")
    assert board.base("a") == Disc(2000, 2000, 500)
    assert board.gap("a", "b") == 1000
    board.move("a", Disc(3000, 2000, 500))
    assert board.gap("a", "b") == 0
    assert board.bodies[board.row["a"], 5] == 1


def test_a_board_grows():
    board = Board((480000, 48000))
    for k in range(300):
        board.put(f"f{k}", Disc(1000 + 1500 * k, 1000, 500), k // 10, 0)
    assert board.within("f299", 500) == ["f298"]
    assert board.unit_rows(3).tolist() == list(range(31, 41))
    assert board.matrix(["f0", "f1", "f9"]).tolist() == [[0, 500, 12500], [500, 0, 11000], [12500, 11000, 0]]


def test_standing(board):
    assert board.stands(Disc(2000, 1000, 500)) is None
    assert board.stands(Disc(2000, 1100, 500)) == Clash("body", "a")
    assert board.stands(Disc(2000, 1100, 500), ["a"]) is None
    assert board.stands(Disc(400, 1000, 500)) == Clash("edge")
    assert board.stands(Disc(12000, 9600, 500)) == Clash("piece", "rock")
    assert board.stands(Disc(12000, 9500, 500)) is None
    assert board.stands(Disc(12000, 11000, 500)) == Clash("piece", "rock")
    assert board.stands(Disc(22000, 11000, 500)) is None
    assert board.stands(Box(12000, 9000, 9000, 4000, 2000)) is None
    assert board.stands(Box(12000, 9000, 4500, 4000, 2000)) == Clash("piece", "rock")
    spots = [(2000, 1000), (2000, 1100), (400, 1000), (12000, 11000)]
    assert board.stand_many(Disc(0, 0, 500), spots).tolist() == [True, False, False, False]
    flying = np.array([1000, 1000])
    assert board.stands(Disc(12000, 11000, 500), cost=flying) is None


def test_small_piece_inside_a_large_box():
    board = Board((20000, 20000), [Piece("post", "boulder", rectangle(9900, 9900, 10100, 10100), 1)], [Ground(0, 2)])
    assert board.stands(Box(10000, 10000, 0, 6000, 6000)) == Clash("piece", "post")
    assert board.stands(Box(13000, 10000, 0, 6000, 6000)) == Clash("piece", "post")
    assert board.stands(Box(13100, 10000, 0, 6000, 6000)) is None
    exact = Board((20000, 20000), [Piece("slab", "boulder", rectangle(9000, 9000, 11000, 11000), 1)], [Ground(0, 2)])
    assert exact.stands(Box(10000, 10000, 0, 2000, 2000)) == Clash("piece", "slab")


def test_arcs(board):
    assert board.ids(board.in_arc_many((2000, 2000), 0, 4500)) == ["a", "tank"]
    assert board.ids(board.in_arc_many((1000, 2000), 9000, 2250)) == ["a", "b"]


def test_ground(board):
    assert [p.id for p in board.pieces_at((20000, 11000))] == ["wood"]
    assert board.pieces_at((19999, 11000)) == []
    assert surface((12000, 11000), board.field.pieces) == 3000


def test_pieces_near_a_base():
    pieces = [piece("east", "hill", rectangle(3000, 0, 4000, 1000)), piece("corner", "hill", rectangle(1300, 1400, 2000, 2000))]
    base = Disc(500, 500, 500)
    assert [one.id for one in near_to(pieces, base, 2000)] == ["east", "corner"]
    assert [one.id for one in near_to(pieces, base, 1999)] == ["corner"]
    assert [one.id for one in near_to(pieces, base, 705)] == ["corner"]  # 0.8 and 0.9 off its centre
    assert near_to(pieces, base, 704) == []  # its box is within reach


def test_nearest_returns_all_ties(board):
    board.put("c", Disc(2000, 500, 500), 1, 0)
    board.put("d", Disc(500, 2000, 500), 1, 0)
    assert board.nearest("a") == ["c", "d"]
    mask = board.here()
    mask[board.row["c"]] = False
    assert board.nearest("a", mask) == ["d"]


def test_kinds_of_terrain():
    assert len(kinds()) == 17
    for kind in kinds():
        assert piece("x", kind, rectangle(0, 0, 1000, 1000)).kind == kind
    with pytest.raises(ValueError, match="unknown kind"):
        piece("x", "swamp-thing", rectangle(0, 0, 1000, 1000))
    road = piece("x", "road", rectangle(0, 0, 1000, 1000))
    assert (road.top, road.going, road.cover, road.solid, road.opaque) == (0, 0, 0, False, False)  # it is only seen
    burnt = wreck("w", Box(5000, 5000, 0, 4000, 2000))
    assert burnt.holds((5000, 6999))
    assert piece("x", "hill", rectangle(0, 0, 1, 1), top=3000).top == 3000
    assert wreck("g", Disc(5000, 5000, 3000), "generator").structure == 4


def test_bad_fields_are_refused():
    with pytest.raises(ValueError, match="grounds"):
        Board((1000, 1000), [Piece("a", "x", rectangle(0, 0, 1, 1))], [])
    with pytest.raises(ValueError, match="too large"):
        Board((1 << 20, 1000))
