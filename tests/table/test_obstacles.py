"""Walls with openings, clouds, vaults, lobs and pivots."""

from littlewars.table.board.areas import Circle
from littlewars.table.board.board import Board, Clash
from littlewars.table.moving.obstacles import crosses_wall, lob, passes_openings, pivot, touches_cloud, vault
from littlewars.table.shapes.bases import Box, Disc, rectangle
from littlewars.table.terrain.pieces import Ground, Opening, Piece

HOUSE = rectangle(10000, 10000, 20000, 20000)


def test_lines_pass_strictly_inside_open_openings():
    doors = (Opening(3, 4000, 6000, "door", True), Opening(1, 4000, 6000, "slit", True))
    house = Piece("house", "building", HOUSE, None, openings=doors)
    assert passes_openings((5000, 15000), (25000, 15000), house)
    assert not passes_openings((5000, 16000), (25000, 16000), house)
    assert not passes_openings((5000, 18000), (25000, 18000), house)
    assert [c.edge for c in crosses_wall((5000, 15000), (25000, 15000), house)] == [3, 1]
    shut = Piece("house", "building", HOUSE, None, openings=(Opening(3, 4000, 6000, "door", False),))
    assert crosses_wall((5000, 15000), (15000, 15000), shut) == [(3, None)]
    assert crosses_wall((0, 0), (5000, 5000), shut) == []


def test_clouds():
    assert touches_cloud((0, 0), (9000, 0), [Circle((5000, 2000), 2000), Circle((5000, 2001), 2000)]) == [True, False]
    assert touches_cloud((0, 0), (9000, 0), [(rectangle(0, 1000, 500, 1500), 1000), (rectangle(0, 1001, 500, 1500), 1000)]) == [
        True,
        False,
    ]


def test_vaulting_a_low_wall():
    wall = Piece("wall", "low-wall", rectangle(10000, 5000, 10500, 15000), 1000)
    board = Board((30000, 30000), [wall], [Ground(0, 0)])
    board.put("a", Disc(9500, 10000, 500))
    landing = vault(board, "a", (12000, 10000), wall)
    assert landing is not None
    assert landing.over == 1000
    assert 10990 <= landing.at[0] <= 11010
    board.put("b", Disc(11000, 10000, 500))
    assert vault(board, "a", (12000, 10000), wall).at[0] >= 11990
    board.put("a", Disc(8000, 10000, 500))
    assert vault(board, "a", (12000, 10000), wall) is None


def test_lobs():
    wall = Piece("wall", "high-wall", rectangle(10000, 0, 10500, 9000), 4000)
    assert lob((0, 5000), 0, (8000, 5000), 12000, 2000, [wall]) == ((8000, 5000), "", False)
    assert lob((0, 5000), 0, (12000, 5000), 12000, 2000, [wall]) == ((5000, 5000), "wall", False)
    assert lob((0, 5000), 0, (12000, 5000), 12000, 4000, [wall]) == ((12000, 5000), "", False)
    assert lob((0, 5000), 0, (12000, 5000), 9000, 2000, [wall]) == ((9000, 5000), "", True)


def test_pivots():
    board = Board((30000, 30000))
    board.put("v", Box(10000, 10000, 0, 4000, 1000))
    board.put("a", Disc(11200, 11200, 300))
    assert pivot(board, "v", 9000) == (None, ())
    assert pivot(board, "v", 9000, sweep=True) == (None, ("a",))
    assert pivot(board, "v", 4500).clash == Clash("body", "a")
    assert pivot(board, "v", 27000, sweep=True) == (None, ())
    wall = Piece("wall", "high-wall", rectangle(11000, 11000, 11500, 11500), 1000)
    walled = Board((30000, 30000), [wall], [Ground(0, 2)])
    walled.put("v", Box(10000, 10000, 0, 4000, 1000))
    assert pivot(walled, "v", 9000).clash is None
    assert pivot(walled, "v", 9000, sweep=True).clash == Clash("piece", "wall")
