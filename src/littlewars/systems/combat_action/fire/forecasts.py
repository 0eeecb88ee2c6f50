"""What a shot would bring before it is fired: exact odds, by running the rule itself."""

from __future__ import annotations

from collections.abc import Hashable

from littlewars.engine import Attack, Battle
from littlewars.engine.showing import Roll

from ..basics.numbers import DIE
from ..basics.state import State
from .shooting import aimed, resolve
from .targets import needed
from .weapons import Shot

LOST = "enemy models out of the battle"


def forecast(battle: Battle[State], shot: Shot) -> Attack[State]:
    """Its rolls, and how many of the enemy it takes."""
    state = battle.state
    side = state.side_of(state.figures[shot.figure])
    weapon, known = shot.weapon(state), aimed(battle, shot)
    found = known.tally
    dice = (shot.target,) * weapon.dice(shot.mode)
    before = lost(state, side)

    def rule(trial: Battle[State]) -> None:
        resolve(trial, shot, dice, known)

    chance = max(0, DIE + 1 - needed(found)) / DIE
    rolls = (Roll(f"{len(dice)} × {weapon.name}", "d6", found, chance),)
    title = f"{weapon.name}, {shot.mode.replace('-', ' ')}"

    def measure(trial: Battle[State], _: None) -> int:
        return lost(trial.state, side) - before

    def alike(trial: State) -> Hashable:
        target = trial.figures[shot.target]
        return target.gone, target.wounded, target.wreck, target.broken, target.halted

    one = state.figures.get(shot.target)
    single = alike if one is not None and not weapon.blast and not state.riders(one) else None
    said = "all dice at one target"
    return Attack(rule, measure, title=title, counts=LOST, rolls=rolls, assumes=said, alike=single)


def lost(state: State, side: str) -> int:
    """How many of the enemies of a side are out of the battle."""
    units = state.units
    return sum(bool(f.gone or f.wreck) for f in state.figures.values() if units[f.unit].side != side)
