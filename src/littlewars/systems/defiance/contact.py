"""Contact with enemies: who may be touched, and the lock that it makes (defiance.orders.charge-*, .maneuver-only-way-into-hth).

The fight itself is a chapter of its own: `fights` in an activation tells it who met whom.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Battle, Mod, Refusal
from ...table.bases import Base, centre2, gap, moved
from ...table.constants import TOUCH
from ...table.facing import Point
from .events import Changed
from .state import Figure, State, Unit

MOST_REACH = 12_000  # no base is larger: who is farther off touches nobody
PRONE_REFLEX, SHAKEN_REFLEX, CHARGE_REFLEX = (
    -2,
    -4,
    2,
)  # defiance.move.prone-reflex, .morale.shaken-effects, .orders.charge-reflex


def reflex_mods(state: State, figure: Figure, charging: bool) -> list[Mod]:
    """What helps and hinders its reflex in the fight that contact opens."""
    found = []
    if charging:
        found.append(Mod("charge", CHARGE_REFLEX, "defiance.orders.charge-reflex"))
    if figure.prone:
        found.append(Mod("prone", PRONE_REFLEX, "defiance.move.prone-reflex"))
    if figure.shaken or state.unit_of(figure).broken:
        found.append(Mod("shaken or broken", SHAKEN_REFLEX, "defiance.morale.shaken-effects"))
    return found


def touched(state: State, figure: Figure, at: Point, level: int = 0) -> list[Figure]:
    """Enemies in base contact with it there."""
    if level:
        return []  # in flight nobody fights (defiance.move.fly-forbidden-orders)
    base, side = moved(figure.base(), at), state.side_of(figure)
    (x, y), reach = at, figure.reach + MOST_REACH
    close = [e for e in state.figures.values() if not e.gone and abs(e.x - x) <= reach and abs(e.y - y) <= reach]
    mine = [e for e in close if state.units[e.unit].side != side and not e.aloft and e.unit not in state.turn.waiting]
    return [e for e in mine if near(base, e)]


def near(base: Base, enemy: Figure) -> bool:
    """Are the bases in contact?"""
    return gap(base, enemy.base()) <= TOUCH


def eligible(state: State, side: str) -> list[Figure]:
    """Enemies that can be charged: not those in the air (defiance.orders.charge-target)."""
    return [e for e in state.enemies_of(side) if not e.aloft and e.unit not in state.turn.waiting]


def refuse_contact(state: State, figure: Figure, unit: Unit, at: Point, allowed: Sequence[str]) -> Refusal | None:
    """It may touch only members of the unit it goes for, the closest first (defiance.orders.charge-contact-order)."""
    met = touched(state, figure, at)
    if not met:
        return None
    rule = "defiance.orders.charge-contact-order"
    if any(enemy.unit != unit.id for enemy in met):
        return Refusal("defiance.orders.maneuver-only-way-into-hth", f"{figure.id} may touch {unit.name} only")
    if any(enemy.id in allowed for enemy in met):
        return None
    return Refusal(rule, f"{figure.id} must go for the closest figure of {unit.name} first")


def may_touch(state: State, figure: Figure, unit: Unit, reachable: Sequence[str]) -> list[str]:
    """Members of the unit it may contact: each nearer one is met by a comrade already, or out of reach."""
    found = []
    for enemy in sorted(state.members(unit), key=lambda e: (centre2(figure.at, e.at), e.id)):
        found.append(enemy.id)
        met = any(state.figures[name].unit == figure.unit for name in enemy.locked)
        if not met and enemy.id in reachable:
            break
    return found


def lock(battle: Battle[State], figure: Figure, enemies: Sequence[Figure]) -> None:
    """Base contact is a hand-to-hand lock for both."""
    doing = battle.state.turn.doing
    for enemy in enemies:
        if enemy.id in figure.locked:
            continue
        figure.locked = (*figure.locked, enemy.id)
        enemy.locked = (*enemy.locked, figure.id)
        enemy.covers = figure.covers = ""
        if doing is not None:
            doing.fights.append(f"{figure.id}>{enemy.id}")
        battle.record(Changed(who=figure.id, what=f"meets {enemy.id} hand to hand"))
