"""What a shot would bring before it is fired: exact odds, by running the rule itself."""

from __future__ import annotations

from littlewars.engine import Attack, Battle
from littlewars.engine.showing import Roll

from ..basics.numbers import DIE
from ..basics.state import State
from .shooting import resolve
from .targets import needed, tally
from .weapons import Shot

LOST = "enemy models out of the battle"


def forecast(battle: Battle[State], shot: Shot) -> Attack[State]:
    """Its rolls, and how many of the enemy it takes."""
    state = battle.state
    side = state.side_of(state.figures[shot.figure])
    weapon, found = shot.weapon(state), tally(battle, shot)
    dice = (shot.target,) * weapon.dice(shot.mode)
    before = lost(state, side)

    def rule(trial: Battle[State]) -> None:
        resolve(trial, shot, dice)

    chance = max(0, DIE + 1 - needed(found)) / DIE
    rolls = (Roll(f"{len(dice)} × {weapon.name}", "d6", found, chance),)
    title = f"{weapon.name}, {shot.mode.replace('-', ' ')}"
    return Attack(
        rule,
        lambda trial, _: lost(trial.state, side) - before,
        title=title,
        counts=LOST,
        rolls=rolls,
        assumes="all dice at one target",
    )


def lost(state: State, side: str) -> int:
    """How many of the enemies of a side are out of the battle."""
    units = state.units
    return sum(bool(f.gone or f.wreck) for f in state.figures.values() if units[f.unit].side != side)
