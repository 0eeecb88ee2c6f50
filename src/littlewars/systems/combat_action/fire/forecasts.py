"""What a shot or a blow would bring before it is made: exact odds, by running the rule itself."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace

from littlewars.engine import Attack, Battle, Tally
from littlewars.engine.showing import Roll

from ..basics.numbers import DIE
from ..basics.state import Figure, State
from .shooting import aimed, resolve
from .targets import needed
from .weapons import Shot

LOST = "enemy models out of the battle"


def forecast(battle: Battle[State], shot: Shot) -> Attack[State]:
    """The rolls of a shot, and how many of the enemy it takes."""
    state = battle.state
    weapon, known = shot.weapon(state), aimed(battle, shot)
    dice = (shot.target,) * weapon.dice(shot.mode)

    def rule(trial: Battle[State]) -> None:
        resolve(trial, shot, dice, known)

    def alike(trial: State) -> Hashable:
        target = trial.figures[shot.target]
        return target.gone, target.wounded, target.wreck, target.broken, target.halted

    found = losses(battle, state.figures[shot.figure], rule, f"{len(dice)} × {weapon.name}", known.tally)
    one = state.figures.get(shot.target)
    single = alike if one is not None and not weapon.blast and not state.riders(one) else None
    title = f"{weapon.name}, {shot.mode.replace('-', ' ')}"
    return replace(found, title=title, assumes="all dice at one target", alike=single)


def losses(
    battle: Battle[State], figure: Figure, rule: Callable[[Battle[State]], None], dice: str, tally: Tally
) -> Attack[State]:
    """A rule that is run to see how many enemies of a model it takes, with what its dice need."""
    side = battle.state.side_of(figure)
    before = lost(battle.state, side)
    rolls = (Roll(dice, "d6", tally, max(0, DIE + 1 - needed(tally)) / DIE),)
    return Attack(rule, lambda trial, _: lost(trial.state, side) - before, counts=LOST, rolls=rolls)


def lost(state: State, side: str) -> int:
    """How many of the enemies of a side are out of the battle."""
    units = state.units
    return sum(bool(f.gone or f.wreck) for f in state.figures.values() if units[f.unit].side != side)
