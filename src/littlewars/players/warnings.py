"""What a player would rather know before he gives an order: own men under their own fire, men apart from their unit, men who
would stand in the open. Found on the imagined table, by what any page may see of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import dist
from typing import Any, Literal

from msgspec import Struct

from littlewars.engine import Game
from littlewars.engine.showing import Shown, Struck

MOST_EYES = 4  # enemy units of which each figure's cover is looked at; the nearest


class Warned(Struct, frozen=True, omit_defaults=True):
    """Something that its giver would rather know first: own men under fire of their own, men apart from the rest, men who
    would stand in the open, and the units before which they would."""

    what: Literal["fringe", "cohesion", "open"]
    who: tuple[str, ...]
    by: tuple[str, ...] = ()


def warnings(game: Game[Any], side: str, who: Sequence[str]) -> tuple[Warned, ...]:
    """All there is to mind when the order has been played to its end."""
    figures = game.system.show(game.state).figures
    there = [figures[name] for name in who if name in figures]
    found = [
        Warned("fringe", under_own_fire(game, side)),
        Warned("cohesion", tuple(name for unit in _units(there) for name in game.system.apart(game.state, unit))),
        *_in_the_open(game, side, there, figures),
    ]
    return tuple(one for one in found if one.who)


def _units(figures: Iterable[Shown]) -> list[str]:
    return sorted({figure.unit for figure in figures})


def under_own_fire(game: Game[Any], side: str) -> tuple[str, ...]:
    """Who of this side was attacked by this side."""
    told = [event.seen() for event in game.battle.events or () if hasattr(event, "seen")]
    hurt = [
        one.target for one in told if isinstance(one, Struck) and _side(game, one.figure) == _side(game, one.target) == side
    ]
    return tuple(dict.fromkeys(hurt))


def _side(game: Game[Any], figure: str) -> str:
    """The side of a figure, also of one that has fallen."""
    one = game.state.figures.get(figure)
    return game.state.units[one.unit].side if one is not None and one.unit in game.state.units else ""


def _in_the_open(game: Game[Any], side: str, there: Sequence[Shown], figures: Mapping[str, Shown]) -> list[Warned]:
    """Those whom an enemy unit sees clearly, with the units that do; only where sight may be looked at first."""
    if not game.system.measures:
        return []
    friends = {party.id for party in game.system.show(game.state).parties if party.id == side or _allied(game, side, party.id)}
    open_, by = list[str](), dict[str, None]()
    for figure in there:
        eyes = _nearest_of_each(figure, (one for one in figures.values() if one.side not in friends and not one.within))
        seeing = [one.unit for one in eyes[:MOST_EYES] if _sees(game, one.id, figure.id)]
        if seeing:
            open_.append(figure.id)
            by |= dict.fromkeys(seeing)
    return [Warned("open", tuple(open_), tuple(by))] if open_ else []


def _allied(game: Game[Any], side: str, other: str) -> bool:
    teams = {party.id: party.team for party in game.system.show(game.state).parties}
    return bool(teams.get(side)) and teams.get(side) == teams.get(other)


def _nearest_of_each(figure: Shown, enemies: Iterable[Shown]) -> list[Shown]:
    """Of every enemy unit the nearest, the nearest unit first."""
    best: dict[str, Shown] = {}
    for enemy in sorted(enemies, key=lambda one: (dist(one.at, figure.at), one.id)):
        best.setdefault(enemy.unit, enemy)
    return list(best.values())


def _sees(game: Game[Any], eye: str, figure: str) -> bool:
    look = game.system.look(game.state, eye, figure)
    return look is not None and look.state == "clear"
