"""A loose unit's Move: tried on the board, and a plan as an answer."""

from __future__ import annotations

import pytest

from littlewars.engine import Leg, Step
from littlewars.kit.march import legs_of, on_trial
from littlewars.table.board.board import Board
from littlewars.table.formation.planner import MovePlan
from littlewars.table.shapes.bases import Disc


def test_after_a_trial_everybody_stands_where_he_stood() -> None:
    board = Board((20_000, 20_000))
    for name, x in (("a", 1000), ("b", 5000)):
        board.put(name, Disc(x, 1000, 500), 1)
    with on_trial(board, ["a", "b", "not there"]):
        version = board.version
        board.move("a", Disc(9000, 9000, 500))
        assert board.base("a").at == (9000, 9000)
    assert [board.base(name).at for name in ("a", "b")] == [(1000, 1000), (5000, 1000)]
    assert board.version == version + 2  # who did not move is not written anew
    with pytest.raises(ValueError, match="nowhere near"), on_trial(board, ["a"]):
        _astray(board)
    assert board.base("a").at == (1000, 1000)


def _astray(board: Board) -> None:
    board.move("a", Disc(9000, 9000, 500))
    board.move("a", Disc(10**9, 0, 500))


def test_a_plan_as_an_answer() -> None:
    plan = MovePlan({"a": [(1, 2), (3, 4)], "b": [], "c": [(5, 6)]}, "each")
    turn = (Step("turn", face=9),)
    assert legs_of(plan, "run", ["b", "c"], lambda name, path: turn if path else ()) == (
        Leg("a", (Step("run", (1, 2)), Step("run", (3, 4)), *turn)),
        Leg("c", (Step("stand"), Step("run", (5, 6)), *turn)),
    )
    assert legs_of(plan, "go", (), lambda name, path: turn)[1] == Leg("b", turn)
