"""Small decisions of shooting and close combat."""

from __future__ import annotations

from random import Random
from typing import Any

from littlewars.engine import Choose, Number, View

from .worth import per_point


def decline_rerolls(view: View[Any], ask: Number, rng: Random) -> int:
    """All of them: who fired through his own has reckoned with it."""
    return ask.high


def location(view: View[Any], ask: Choose, rng: Random) -> str:
    """The weapon that is worth most."""
    fighter = view.state.figures[ask.of[0]]
    worth: dict[str, float] = {
        w.key: w.rate * (w.accuracy + w.penetration) * w.damage / fighter.left(w.key)
        for w in fighter.profile.weapons
        if w.key in ask.ids
    }
    return max(worth, key=lambda key: worth[key])


def victim(view: View[Any], ask: Choose, rng: Random) -> str:
    """Who falls most easily and is worth most."""
    state = view.state

    def key(name: str) -> tuple[float, int, str]:
        fighter = state.figures[name]
        return per_point(fighter.profile) / (1 + fighter.profile.protection), fighter.hurt, name

    return max(ask.ids, key=key)


def abandon(view: View[Any], ask: Choose, rng: Random) -> str:
    """A machine is held as long as it can fire; a hero leaves a bad one for a better one."""
    state = view.state
    fighter = state.figures[ask.of[0]]
    unit = state.units[fighter.unit]
    others = [f for f in state.members(unit) if f is not fighter and not f.immobile]
    if not fighter.guns and not fighter.strikes:
        return "abandon"
    if state.person(fighter).hero and others and fighter.left("frame") == 1:
        return "abandon"
    return "hold"
