"""Stoppages: weapons that stop after suppression or at the higher feed rate (defiance.stoppage.*)."""

from __future__ import annotations

from ...engine import Battle
from .events import Stopped
from .kinds_of_dice import OPEN
from .state import Figure, State

SUPPRESSING, TORRENTIAL, HIGH_RATE = 11, 10, 9  # defiance.stoppage.table


def risk(battle: Battle[State], figure: Figure, arm: int, *causes: int) -> bool:
    """One roll against the lowest number that applies (defiance.stoppage.multiple-causes); True if the weapon stops."""
    if not causes or figure.gone:
        return False
    if not battle.dice.test(OPEN, min(causes), f"stoppage, {figure.id}"):
        return False
    if arm not in figure.stopped:
        figure.stopped = (*figure.stopped, arm)
    battle.record(Stopped(figure=figure.id, weapon=figure.arms[arm].weapon.name))
    return True


def usable(figure: Figure, arm: int) -> bool:
    """Neither stopped nor out of ammunition (defiance.ranged.ammo)."""
    weapon = figure.arms[arm].weapon
    shots = figure.shots[arm] if figure.shots else 0
    return arm not in figure.stopped and (weapon.ammo is None or shots < weapon.ammo)


def note_shot(figure: Figure, arm: int) -> None:
    """Every shot is counted, whatever the feed rate."""
    shots = list(figure.shots or (0,) * len(figure.arms))
    shots[arm] += 1
    figure.shots = tuple(shots)
