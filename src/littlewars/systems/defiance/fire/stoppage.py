"""Stoppages: weapons that stop after suppression or at the higher feed rate (defiance.stoppage.*)."""

from __future__ import annotations

from littlewars.engine import Battle

from ..basics.dice import OPEN
from ..basics.events import Stopped
from ..basics.profiles import Weapon
from ..basics.state import Figure, State

SUPPRESSING, TORRENTIAL, HIGH_RATE = 11, 10, 9  # defiance.stoppage.table


def risk(battle: Battle[State], figure: Figure, arm: int, *causes: int, line: int = 0) -> bool:
    """One roll against the lowest number that applies (defiance.stoppage.multiple-causes,
    defiance.suppression.torrential-stoppage, defiance.stoppage.when, defiance.stoppage.roll, defiance.stoppage.no-effect); True
    if the weapon stops.

    Of a combination weapon only the line that was fired stops (defiance.stoppage.effect).
    """
    if not causes or figure.gone:
        return False
    if not battle.dice.test(OPEN, min(causes), f"stoppage, {figure.id}"):
        return False
    name = f"{arm}:{line}"
    if name not in figure.stopped:
        figure.stopped = (*figure.stopped, name)
    battle.record(Stopped(figure=figure.id, weapon=stopped_line(figure, name).name))
    return True


def stopped_line(figure: Figure, name: str) -> Weapon:
    """The line of a weapon that a stoppage is about."""
    arm, _, line = name.partition(":")
    return figure.arms[int(arm)].weapon.lines[int(line)]


def works(figure: Figure, arm: int, line: int) -> bool:
    """Is this line of a weapon free of a stoppage, and of a combination not shot empty?"""
    if not figure.stopped and not figure.rounds:
        return True
    name, ammo = f"{arm}:{line}", figure.arms[arm].weapon.lines[line].ammo
    return name not in figure.stopped and (ammo is None or figure.rounds.count(name) < ammo)


def usable(figure: Figure, arm: int) -> bool:
    """Has the weapon ammunition left, and a line that is neither stopped nor empty (defiance.ranged.ammo)?"""
    weapon = figure.arms[arm].weapon
    shots = figure.shots[arm] if figure.shots else 0
    if figure.craft is not None and arm in figure.craft.lost:
        return False  # destroyed (defiance.vehicle.afv-chart)
    if weapon.ammo is not None and shots >= weapon.ammo:
        return False
    if not figure.stopped and not figure.rounds:
        return True
    return any(works(figure, arm, number) for number in range(len(weapon.lines)))


def note_shot(figure: Figure, arm: int, turn: int, line: int = 0) -> None:
    """Every shot is counted, whatever the feed rate, and the turn of the last is noted."""
    weapon = figure.arms[arm].weapon
    if weapon.modes and weapon.modes[line].ammo is not None:
        figure.rounds = (*figure.rounds, f"{arm}:{line}")
    shots = list(figure.shots or (0,) * len(figure.arms))
    shots[arm] += 1
    figure.shots, figure.last_shot = tuple(shots), turn


def may_clear(state: State, figure: Figure) -> bool:
    """Has it a stoppage, and has it used no fire this turn, covering fire before its activation included
    (defiance.stoppage.clear)?"""
    return bool(figure.stopped) and figure.last_shot != state.turn.number
