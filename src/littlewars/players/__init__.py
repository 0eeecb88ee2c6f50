"""Who answers: players that see a view and an ask, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol

from littlewars.engine import Ask, Game, View

from .random import RandomPlayer
from .tactician import ADVISERS, Tactician


class Player(Protocol):
    """Anybody who answers: gets what its side may know, and what it is asked."""

    def answer(self, view: View[Any], ask: Ask[Any]) -> Any:
        """An answer to the ask."""


GROUP = "littlewars.players"  # entry points: each names a class that makes a player of a seed; `plays` names its rulebooks
OURS: dict[str, Callable[[int], Player]] = {"random": RandomPlayer, "tactician": Tactician}


class Kinds(Mapping[str, Callable[[int], Player]]):
    """Our players, and those that other packages bring; each of theirs is loaded when it is asked for."""

    @cached_property
    def _brought(self) -> dict[str, EntryPoint]:
        return {point.name: point for point in entry_points(group=GROUP) if point.name not in OURS}

    def __getitem__(self, name: str) -> Callable[[int], Player]:
        if name in OURS:
            return OURS[name]
        made: Callable[[int], Player] = self._brought[name].load()
        return made

    def __contains__(self, name: object) -> bool:
        return name in OURS or name in self._brought

    def __iter__(self) -> Iterator[str]:
        return iter((*OURS, *self._brought))

    def __len__(self) -> int:
        return len(OURS) + len(self._brought)


KINDS = Kinds()


def players_of(system: str) -> tuple[str, ...]:
    """Who plays a rulebook, those written for it first; a player that names no rulebooks plays them all."""
    brought = {name: getattr(KINDS[name], "plays", None) for name in KINDS if name not in OURS}
    own = [name for name, books in brought.items() if books is not None and system in books]
    return (*own, *reversed(OURS), *(name for name, books in brought.items() if books is None))


def adviser_of(system: str) -> str:
    """Who suggests answers in a rulebook: the tactician where he knows it, else the first player written for it, or nobody."""
    own = (name for name in players_of(system) if name not in OURS and getattr(KINDS[name], "plays", None) is not None)
    return "tactician" if system in ADVISERS else next(own, "")


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


__all__ = [
    "KINDS",
    "Player",
    "RandomPlayer",
    "Tactician",
    "UnknownPlayer",
    "adviser_of",
    "make_player",
    "play_out",
    "players_of",
]
