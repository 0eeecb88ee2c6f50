"""Who answers: players that see a view and an ask, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from littlewars.engine import Ask, Game, View

from .random import RandomPlayer
from .tactician import Tactician


class Player(Protocol):
    """Anybody who answers: gets what its side may know, and what it is asked."""

    def answer(self, view: View[Any], ask: Ask[Any]) -> Any:
        """An answer to the ask."""


KINDS: dict[str, Callable[[int], Player]] = {"random": RandomPlayer, "tactician": Tactician}


class UnknownPlayer(ValueError):
    """There is no such player."""


def make_player(name: str, seed: int) -> Player:
    """A player by name, with thoughts of its own that no other stream of chance touches."""
    if name not in KINDS:
        raise UnknownPlayer(f"there is no player {name!r}; there are {', '.join(KINDS)}")
    return KINDS[name](seed)


def play_out(game: Game[Any], players: Mapping[str, Player], most: int = 100_000) -> int:
    """Play a game to its end; returns the number of decisions."""
    decisions = 0
    while (ask := game.ask) is not None and decisions < most:
        game.answer(players[ask.side].answer(game.view(ask.side), ask), ask.side)
        decisions += 1
    return decisions


__all__ = ["KINDS", "Player", "RandomPlayer", "Tactician", "UnknownPlayer", "make_player", "play_out"]
