"""How far a unit may go in each way of acting, and the ground of an order's first move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from littlewars.engine import Ask, Game
from littlewars.engine.orders import Order
from littlewars.players.rehearsal import first_move, paces
from littlewars.players.tactician import Tactician
from littlewars.systems import SYSTEMS

MOST = 200  # answers


def asked(book: str, wanted: Callable[[Ask[Any]], bool], battle: str = "first-battle") -> Game[Any]:
    """A battle, where that is asked."""
    game = Game.start(SYSTEMS[book], SYSTEMS[book].scenarios()[battle], 3)
    players = {side: Tactician(1) for side in ("red", "blue")}
    for _ in range(MOST):
        ask = game.ask
        assert ask is not None, f"{book}: never asked"
        if wanted(ask):
            return game
        game.answer(players[ask.side].answer(game.view(ask.side), ask), ask.side)
    raise AssertionError(f"{book}: not asked within {MOST} answers")


def plan_of(unit: str) -> Callable[[Ask[Any]], bool]:
    return lambda ask: ask.topic == "plan" and ask.unit == unit


def everybody(game: Game[Any], unit: str) -> tuple[str, ...]:
    return tuple(name for name, figure in game.state.figures.items() if figure.unit == unit and not figure.gone)


@pytest.mark.parametrize(
    ("book", "unit", "reach"),
    [
        ("defiance", "redcoat-section", {"walk-fire": 4000, "run-fire": 8000, "fire-walk": 4000, "sprint": 8000}),
        ("combat-action", "scout-car", {"drive": 30_000}),
        ("combat-action", "raider-mob", {"walk-fire": 12_000, "walk-on": 24_000, "charge": 24_000}),
        ("at43", "fire-toad", {}),
    ],
)
def test_every_pace_has_its_reach(book: str, unit: str, reach: dict[str, int]) -> None:
    """AT-43 has none: nothing is measured before it is declared."""
    game = asked(book, plan_of(unit))
    before, ask = game.hash(), game.ask
    assert ask is not None
    found = paces(game.view(ask.side), everybody(game, unit))
    assert found.items() >= reach.items()
    assert bool(found) == bool(reach)
    assert game.hash() == before


def test_the_first_move_of_an_order_is_looked_at_from_where_they_stand() -> None:
    game = asked("combat-action", plan_of("scout-car"))
    who = everybody(game, "scout-car")
    moves = [tuple(move.start) for move in first_move(game.view(game.ask.side), Order(who))]  # type: ignore[union-attr]
    assert moves == [("scout-car.1",)]
    blind = asked("at43", plan_of("fire-toad"))
    assert not list(first_move(blind.view(blind.ask.side), Order(everybody(blind, "fire-toad"))))  # type: ignore[union-attr]
