"""What people look for by name: figures, obstacles, the words of an attack."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from littlewars.engine import ScenarioError
from littlewars.engine.page.looking import Asked, obstacles, on_table
from littlewars.kit.errors import pairs, returned
from littlewars.table.board.board import Board
from littlewars.table.constants import BLOCK
from littlewars.table.shapes.bases import Disc
from littlewars.table.terrain.field import Field
from littlewars.table.terrain.pieces import Ground, piece
from littlewars.table.terrain.sight_rules import OVERSOUL


def men(**gone: str) -> Any:
    """A state of figures by name, and why each has left."""
    return SimpleNamespace(figures={name: SimpleNamespace(id=name, gone=why) for name, why in gone.items()})


STATE = men(a="", b="killed")


def test_a_figure_is_found_while_it_is_in_the_battle() -> None:
    assert on_table(STATE, "a").id == "a"
    for name in ("b", "c", None):
        with pytest.raises(ScenarioError, match=f"there is no figure {name!r} on the table"):
            on_table(STATE, name)


def test_an_attack_is_asked_for_in_words() -> None:
    asked = Asked(STATE, {"attacker": "a", "target": "b", "rate": "+2"}, ("attacker", "target", "rate", "arm"))
    assert asked.figure("attacker").id == "a"
    assert asked.number("rate", 1, 1, 2, "r") == 2
    assert asked.number("arm", 1, 0, 1, "r") == 1
    wrong = [
        (lambda: Asked(STATE, {"weather": 1}, ("attacker",)), "an attack has no 'weather'; it has attacker"),
        (lambda: Asked(STATE, {}, ()).figure("target"), "an attack needs target=…"),
        (lambda: asked.figure("target"), "target: there is no figure 'b' on the table"),
        (lambda: asked.number("rate", 1, 3, 4, "r"), "rate is 3 to 4, not \\+2: r"),
        (lambda: asked.number("rate", 1, 0, 1, "r"), "rate is 0 to 1, not \\+2: r"),
        (lambda: asked.number("rate", 1, 1, 0, "weapons: r"), "rate: there are none of weapons: r"),
        (lambda: Asked(STATE, {"n": "two"}, ("n",)).number("n", 1, 0, 9, "r"), "n is 0 to 9, not two: r"),
    ]
    for ask, why in wrong:
        with pytest.raises(ScenarioError, match=why):
            ask()


def test_a_piece_is_named_once_with_the_worst_that_it_does() -> None:
    kinds = {"wall": Ground(sight=BLOCK), "mire": Ground(depth=1)}

    def seen(name: str, crossed: str = "") -> list[tuple[str, str]]:
        lies = piece(name, "boulder", [(0, 4000), (9000, 4000), (9000, 5000), (0, 5000)], "inch", top=5000)
        board = Board.upon(Field((20_000, 20_000), [lies], lambda one: kinds[one.id]))
        board.put("a", Disc(5000, 1000, 500), 0, 0)
        board.put("b", Disc(5000, 9000, 500), 1, 1)
        return [(one.id, one.does) for one in obstacles(board, "a", "b", OVERSOUL, crossed)]

    assert seen("wall") == [("wall", "blocks")]  # though several lines meet it
    assert seen("mire") == []
    assert seen("mire", "is crossed") == [("mire", "is crossed")]


def test_nobody_vanishes_and_the_gone_stay_gone() -> None:
    before = men(a="", b="killed", c="", d="fled")
    assert returned(before, before) == []
    assert returned(before, men(a="killed", b="", d="lost", e="")) == ["c has vanished", "b has come back", "d has come back"]
    assert [(was.id, now.gone) for was, now in pairs(before, men(a="x", e=""))] == [("a", "x")]
