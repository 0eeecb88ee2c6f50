"""Walls with openings, clouds, lobs and pivots."""

import numpy as np

from littlewars.table.board.areas import Circle
from littlewars.table.board.board import Board, Clash
from littlewars.table.moving.obstacles import (
    climbed,
    crosses_wall,
    gap_walls,
    lob,
    on_wall,
    pivot,
    through_walls,
    touches_cloud,
)
from littlewars.table.moving.shelter import lattice, nearest_first, within
from littlewars.table.shapes.bases import Box, Disc, rectangle
from littlewars.table.terrain.openings import crossed, ends_of, walls
from littlewars.table.terrain.pieces import Ground, Opening, Piece

HOUSE = rectangle(10000, 10000, 20000, 20000)


def test_lines_pass_strictly_inside_open_openings():
    doors = (Opening(3, 4000, 6000, "door", True), Opening(1, 4000, 6000, "slit", True))
    house = Piece("house", "building", HOUSE, None, openings=doors)
    assert crosses_wall((5000, 15000), (25000, 15000), house) == [(3, doors[0]), (1, doors[1])]
    assert crosses_wall((5000, 16000), (25000, 16000), house) == [(3, None), (1, None)]
    assert crosses_wall((5000, 18000), (25000, 18000), house) == [(3, None), (1, None)]
    shut = Piece("house", "building", HOUSE, None, openings=(Opening(3, 4000, 6000, "door", False),))
    assert crosses_wall((5000, 15000), (15000, 15000), shut) == [(3, None)]
    assert crosses_wall((0, 0), (5000, 5000), shut) == []


def test_a_way_through_houses_counts_windows_and_ends_at_walls():
    openings = (Opening(3, 4000, 6000, "door", True), Opening(1, 4000, 6000, "window", True))
    house = Piece("house", "building", HOUSE, None, openings=openings)
    wall = Clash("piece", "house")
    assert through_walls([house], [(5000, 15000), (15000, 15000)], 500) == (0, None)  # a door is free
    assert through_walls([house], [(5000, 15000), (15000, 15000), (25000, 15000)], 500) == (1, None)
    assert through_walls([house], [(5000, 17000), (15000, 17000)], 500) == (0, wall)
    assert through_walls([house], [(25000, 15000), (19600, 15000)], 500) == (0, wall)  # nobody stands in a window
    assert through_walls([house], [(9600, 17000)], 500) == (0, None)  # nor goes anywhere who only stands
    assert on_wall([house], (9600, 17000), 500) == wall
    assert on_wall([house], (9500, 17000), 500) is None


def test_what_a_line_meets_in_walls_whether_it_is_open_or_not():
    door = Opening(3, 4000, 6000, "door", False)
    house = Piece("house", "building", HOUSE, None, openings=(door,))
    assert crossed((5000, 15000), (25000, 15000), house) == [None, door]  # edge by edge: the wall in the east is edge 1
    assert crossed((5000, 16000), (15000, 16000), house) == [door]  # its end belongs to it
    assert crossed((5000, 16001), (15000, 16001), house) == [None]
    assert crossed((0, 0), (5000, 5000), house) == []


def test_an_opening_has_its_ends_on_the_edge():
    house = Piece("house", "building", HOUSE, None)
    assert ends_of(house, Opening(0, 4000, 6000)) == ((14000, 10000), (16000, 10000))
    assert ends_of(house, Opening(3, 1000, 2000)) == ((10000, 19000), (10000, 18000))


def test_a_building_as_thin_pieces():
    doors = (Opening(0, 4000, 6000, "door"), Opening(0, 8000, 9000, "slit"), Opening(2, 0, 10000, "gap"))
    house = Piece("house", "building", HOUSE, None, flat=True, openings=doors)
    parts = walls(house, 100, lambda opening: {"door": "", "slit": "slit", "gap": ""}[opening.kind])
    assert [(part.outline[0], part.outline[1], part.marks) for part in parts] == [
        ((10000, 10000), (14000, 10000), ("wall",)),
        ((16000, 10000), (18000, 10000), ("wall",)),
        ((18000, 10000), (19000, 10000), ("slit",)),
        ((19000, 10000), (20000, 10000), ("wall",)),
        ((20000, 10000), (20000, 20000), ("wall",)),
        ((10000, 20000), (10000, 10000), ("wall",)),
    ]
    assert parts[0].outline[2:] == ((14000, 10100), (10000, 10100))  # inside the outline
    assert [part.id for part in parts] == [f"house/{n}" for n in range(6)]
    assert not any(part.flat or part.openings for part in parts)


def test_clouds():
    assert touches_cloud((0, 0), (9000, 0), [Circle((5000, 2000), 2000), Circle((5000, 2001), 2000)]) == [True, False]
    assert touches_cloud((0, 0), (9000, 0), [(rectangle(0, 1000, 500, 1500), 1000), (rectangle(0, 1001, 500, 1500), 1000)]) == [
        True,
        False,
    ]


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


def test_places_beside_pieces():
    wall = Piece("wall", "low-wall", rectangle(10000, 10000, 14000, 11000), 1000)
    found = lattice([wall], lambda piece: False, 500, 2000).tolist()
    assert found[:3] == [[10000, 9500], [12000, 9500], [14000, 9500]]  # along the south, outside
    assert len(found) == 2 * (3 + 2)
    both = lattice([wall], lambda piece: True, 500, 2000).tolist()
    assert both[:2] == [[10000, 9500], [10000, 10500]]
    assert len(both) == 2 * len(found)


def test_places_within_a_distance_and_the_nearest_first():
    places = np.array([(5, 0), (0, 3), (3, 0), (4, 4)], np.int64)
    assert within(places, (0, 0), 5).tolist() == [[5, 0], [0, 3], [3, 0]]
    assert within(places, (0, 0), 4).tolist() == [[0, 3], [3, 0]]
    assert nearest_first(places, (0, 0)).tolist() == [[0, 3], [3, 0], [5, 0], [4, 4]]


def test_how_far_a_leg_runs_uphill_in_a_piece():
    hill = Piece("hill", "hill", HOUSE, 3000, slope=40, uphill=0)  # uphill is north
    assert climbed(hill, (15000, 5000), (15000, 25000)) == 10_000
    assert climbed(hill, (15000, 5000), (15000, 12000)) == 2000
    assert climbed(hill, (15000, 25000), (15000, 5000)) == 0  # downhill
    assert climbed(hill, (5000, 15000), (25000, 15000)) == 0  # along the slope
    assert climbed(hill, (5000, 5000), (5000, 25000)) == 0  # beside it


def test_how_far_the_nearest_wall_is():
    house = Piece("house", "building", HOUSE, None)
    assert gap_walls(house, (15000, 12000)) == 2000
    assert gap_walls(house, (15000, 7000)) == 3000
    assert gap_walls(house, (20000, 15000)) == 0
