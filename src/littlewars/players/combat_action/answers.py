"""Answers to what the enemy does, and who comes next."""

from __future__ import annotations

from random import Random
from typing import Any

from littlewars.engine import Choose, View
from littlewars.systems.combat_action.basics.profiles import points
from littlewars.systems.combat_action.basics.state import STEADY
from littlewars.systems.combat_action.basics.tabletop import put
from littlewars.systems.combat_action.melee.fighting import arms
from littlewars.systems.combat_action.ready.ready import PASS, WAVE, shot_of

from .worth import blow_worth, shot_worth

WORTHWHILE = 0.6  # points that an answer must bring


def react(view: View[Any], ask: Choose, rng: Random) -> str:
    """The answer that brings most, where it does; a poor shot is kept for somebody better."""
    battle, state = view.battle, view.battle.state
    active = state.turn.doing
    if active is None:
        return PASS
    best, chosen = WORTHWHILE, PASS
    options = {option.id: option for option in ask.written if option.id not in (PASS, WAVE)}
    mover = _mover(view, ask)
    if mover is None:
        return next(iter(options), PASS)
    here = mover.at
    try:
        for name, option in options.items():
            if option.at is not None and option.at != mover.at:
                put(battle, mover, option.at)
            worth = shot_worth(battle, shot_of(state, state.figures[name.rpartition("@")[0]], mover))
            if worth > best:
                best, chosen = worth, name
    finally:
        if mover.at != here:
            put(battle, mover, here)
    return chosen


def _mover(view: View[Any], ask: Choose) -> Any:
    """Whom the prompt is about: the model that acts; the vehicle that rolls on when whoever drove it has fallen on the way."""
    state = view.battle.state
    doing = state.turn.doing
    name = doing.model if doing is not None else ""
    figure = state.figures.get(name)
    if figure is None or not figure.gone:
        return state.figures[figure.body] if figure is not None else None
    return next((one for one in state.members(state.units[ask.unit]) if one.profile.vehicle), None)


def strike(view: View[Any], ask: Choose, rng: Random) -> str:
    """The weapon that promises most."""
    state = view.battle.state
    figure = state.figures[ask.of[0]]
    foes = {option.id: state.figures[option.of[0]] for option in ask.written}

    def worth(name: str) -> tuple[float, str]:
        return blow_worth(figure, foes[name], int(name.partition(":")[0])), name

    return max(ask.ids, key=worth) if arms(figure) else ask.default()


def next_unit(view: View[Any], ask: Choose, rng: Random) -> str:
    """We begin; then units in trouble are steadied first, the rest by what they are worth."""
    state = view.battle.state
    if ask.topic == "place":
        return ask.side
    units = [state.units[name] for name in ask.ids]

    def order(name: str) -> tuple[int, int, str]:
        unit = state.units[name]
        officer = any(state.figures[one].profile.officer for one in unit.figures)
        trouble = any(one.status != STEADY or one.hurt for one in units if one.id != name)
        worth = sum(points(figure.profile) for figure in state.members(unit))
        return (0 if officer and trouble else 1), -worth, name

    return min(ask.ids, key=order)
