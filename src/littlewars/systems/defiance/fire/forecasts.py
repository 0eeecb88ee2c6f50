"""What a shot would bring, before it is declared: its rolls, and the attack whose odds are found by running it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from littlewars.dice.kinds import bands
from littlewars.engine import Attack, Battle, Tally
from littlewars.engine.showing import Roll

from ..basics.dice import OPEN, TEN
from ..basics.fire_action import Fire, Shot
from ..basics.rolls import damage_bands
from ..basics.state import Figure, State
from ..units.morale import nerve_tally, never_tests
from .damage import KNOCKED, condition, roll, settle
from .redirect import group_of, redirect
from .shots import aim, knocks

OUT = "enemies out of action (eliminated, shaken or stunned)"


def forecast(state: State, fire: Fire) -> Attack[State]:
    """One weapon's dice at one target, with saves, damage and tests as in play; chits are kept."""
    shot, target = aim(state, fire), state.figures[fire.target]

    async def rule(battle: Battle[State]) -> None:
        await settle(battle, [roll(battle, one) for one in redirect(battle, fire, [shot])])

    title = f"{fire.figure.frame.name} → {target.frame.name}, {fire.rate} dice"
    return Attack(
        rule,
        worse_off(state, state.side_of(target)),
        title=title,
        counts=OUT,
        rolls=_rolls(state, shot, target),
        assumes="chits are kept",
        alike=alike(state, [one.id for one in group_of(state, target)]),
    )


def alike(before: State, names: Sequence[str]) -> Callable[[State], tuple[object, ...]]:
    """Two states count as alike if as many of the figures struck went from the same condition to the same condition."""
    was = {name: condition(before.figures[name]) for name in names}

    def key(state: State) -> tuple[object, ...]:
        return tuple(sorted(((was[name], condition(state.figures[name])) for name in names), key=repr))

    return key


def worse_off(before: State, side: str) -> Callable[[Battle[State], None], int]:
    """How many of a side have come to another condition; a figure that was shaken already counts when it falls."""

    def conditions(state: State) -> dict[str, tuple[bool, bool, bool]]:  # of everybody: is he gone, shaken, stunned?
        return {f.id: (bool(f.gone), f.shaken, f.stunned) for f in state.figures.values() if state.side_of(f) == side}

    was = conditions(before)
    return lambda battle, _: sum(now != was[name] for name, now in conditions(battle.state).items())


def _rolls(state: State, shot: Shot, target: Figure) -> tuple[Roll, ...]:
    """The damage die, the field, and the test that a tag would bring."""
    miss, tag, hit = bands(OPEN, damage_bands(shot.tally.needed, shot.short))
    found = [Roll("damage", "d10", shot.tally, hit / (miss + tag + hit))]
    if target.frame.field is not None and not shot.line.does("pierces-fields"):
        fails, saves = bands(TEN, (target.frame.field,))
        found.append(Roll("field save", "d10", Tally(target.frame.field, ()), saves / (fails + saves)))
    terror = shot.line.does("terrifies")  # it tags nobody, but every hit is a test (defiance.effector.terror-hit)
    if (tag or terror) and not never_tests(state, target):
        needed = nerve_tally(state, target, KNOCKED if knocks(shot.line, target) else None)
        fails, passed = bands(TEN, (needed.needed,))
        found.append(Roll("morale if hit" if terror else "morale if tagged", "d10", needed, passed / (fails + passed)))
    return tuple(found)
