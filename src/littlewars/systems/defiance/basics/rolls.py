"""Rolls with their modifiers: damage dice, tests, agility (defiance.dice.*)."""

from __future__ import annotations

from littlewars.dice import Die
from littlewars.engine import Battle, Mod, Tally

from .dice import OPEN, TEN
from .state import State

ONE = 1  # a natural 1 never damages (defiance.dice.natural-1-damage)


def tally(needed: int, *mods: Mod | None) -> Tally:
    """What a die must reach with every modifier that counts; all are written for the die
    (defiance.dice.modifiers, defiance.dice.target-number, defiance.ranged.modifier-sign)."""
    return Tally(needed, tuple(mod for mod in mods if mod is not None and mod.value))


def open_die(battle: Battle[State], why: str) -> int:
    """An open-ended d10: 1 to 12 (defiance.dice.d10-open-ended, defiance.ranged.rolls-over-ten)."""
    return battle.dice.roll(OPEN, why)


def roll_off(battle: Battle[State], why: str) -> tuple[str, str]:
    """Both sides roll an open-ended die, ties again; the higher first (defiance.dice.d10-scope,
    defiance.deploy.zone-choice)."""
    one, other = battle.state.sides
    while True:
        ours, theirs = open_die(battle, f"{why}, {one}"), open_die(battle, f"{why}, {other}")
        if ours != theirs:
            return (one, other) if ours > theirs else (other, one)


def passes(battle: Battle[State], tally: Tally, why: str) -> bool:
    """A morale test or rally: the number or more, and a natural 10 always (defiance.dice.natural-roll,
    defiance.dice.natural-10-morale)."""
    return battle.dice.test(TEN, min(10, tally.needed), why)


def at_least(battle: Battle[State], needed: int, why: str, die: Die = TEN) -> bool:
    """An unmodified roll of this much or more."""
    return battle.dice.test(die, needed, why)


def agile(battle: Battle[State], agility: int, why: str, mod: int = 0) -> bool:
    """Agility or less; a natural 10 always fails and a natural 1 always succeeds
    (defiance.stats.agility-roll, defiance.move.agility-extremes)."""
    most = max(1, min(9, agility - mod))
    return battle.dice.test(TEN, most, why, low=True)


def damage_bands(needed: int, short: int = 1) -> tuple[int, int]:
    """The natural results from which on a damage die tags, and from which on it damages.

    A natural 1 never damages (defiance.ranged.natural-one) but tags if it is one short; 13 cannot be reached, though a natural
    12 may still tag (defiance.ranged.impossible-thirteen). `short`: by how much a die may fall short and tag.
    """
    hit = max(2, needed)
    return (max(1, needed - short), hit) if needed >= 2 else (hit, hit)
