"""Flight, columns and measuring by the book."""

import doctest
import importlib
import pkgutil

import pytest

import littlewars.table
from littlewars.table.board.board import Board
from littlewars.table.board.measure import round_to, screened_by, unit_gap
from littlewars.table.moving.flight import flee
from littlewars.table.moving.walk import Passage, walk
from littlewars.table.shapes.bases import Box, Disc, rectangle
from littlewars.table.terrain.pieces import Ground, Piece

SOUTH = 18000
SIZES = {f"t{k}": Disc(0, 0, 500) for k in range(8)}


@pytest.mark.rule("oversoul.morale.flee-route")
def test_a_unit_flees_straight_and_stops_behind_a_friend():
    board = Board((48000, 48000))
    for k in range(4):
        board.put(f"u{k}", Disc(10000 + 1500 * k, 20000 + 700 * k, 500), 1)
    board.put("friend", Disc(30000, 17000, 500), 2)
    ids = [f"u{k}" for k in range(4)]
    paths = flee(board, dict.fromkeys(ids, 12000), SOUTH, 5101, Passage(frozenset([1])))
    assert list(paths) == ["u0", "u1", "u2", "u3"]
    assert all(p[-1] == (board.base(i).x, board.base(i).y - 5101) for i, p in paths.items())


def test_the_blocked_go_round_or_stay():
    wall = Piece("wall", "high-wall", rectangle(9000, 17000, 11000, 17500))
    board = Board((48000, 48000), [wall], [Ground(0, 2)])
    board.put("u0", Disc(10000, 20000, 500), 1)
    board.put("u1", Disc(20000, 20000, 500), 1)
    paths = flee(board, {"u0": 12000, "u1": 12000}, SOUTH, 8000, Passage(frozenset([1])))
    assert paths["u1"] == [(20000, 12000)]
    assert len(paths["u0"]) > 1
    assert walk(board, "u0", paths["u0"]).cost <= 12000
    pit = [
        rectangle(9000, 18000, 11000, 18400),
        rectangle(8600, 18000, 9000, 22000),
        rectangle(11000, 18000, 11400, 22000),
        rectangle(8600, 22000, 11400, 22400),
    ]
    shut = Board((48000, 48000), [Piece(f"w{k}", "high-wall", w) for k, w in enumerate(pit)], [Ground(0, 2)] * 4)
    shut.put("u0", Disc(10000, 18900, 500), 1)
    assert flee(shut, {"u0": 12000}, SOUTH, 8000)["u0"] in ([], [(10000, 18896)], [(10000, 18895)])


def test_slow_ground_and_the_edge():
    mud = Piece("mud", "ford", rectangle(0, 0, 48000, 48000))
    board = Board((48000, 48000), [mud], [Ground(3000)])
    board.put("u0", Disc(10000, 20000, 500), 1)
    assert abs(flee(board, {"u0": 12000}, SOUTH, 12000)["u0"][-1][1] - 16000) <= 1
    plain = Board((48000, 48000))
    plain.put("u0", Disc(10000, 3000, 500), 1)
    assert flee(plain, {"u0": 12000}, SOUTH, 12000)["u0"] == [(10000, -9000)]


def test_rounding_units_and_whom_a_line_runs_through():
    assert round_to(500, 1749) == 1500
    board = Board((48000, 48000))
    for id, x in (("a", 0), ("b", 3000), ("c", 6000), ("d", 9000)):
        board.put(id, Disc(1000 + x, 5000, 500))
    assert unit_gap(board, ["a", "b"], ["c", "d"]) == 2000
    board.put("v", Box(15000, 5000, 0, 4000, 2000))
    assert screened_by(board, (2000, 5000), (20000, 5000), board.here()) == ["b", "c", "d", "v"]
    assert screened_by(board, (0, 5495), (20000, 5495), board.here())[-1] == "v"
    assert "a" not in screened_by(board, (0, 5495), (20000, 5495), board.here())


def test_examples_in_the_docstrings():
    for module in pkgutil.walk_packages(littlewars.table.__path__, "littlewars.table."):
        if not module.name.endswith(".warm"):
            failed, _ = doctest.testmod(importlib.import_module(module.name))
            assert failed == 0, module.name
