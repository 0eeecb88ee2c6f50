"""Orders: what each lets a figure do, and which may be declared (defiance.orders.order-table, defiance.orders.availability)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from littlewars.engine import Battle

from ..basics.sight import look_round, seen_by
from ..basics.state import Figure, State, Team, Unit
from ..basics.tabletop import apart
from ..fire.stoppage import usable, works
from ..fire.targets import closest_unit
from ..move.contact import eligible
from ..suppression.aim import SLOT, aims
from ..units.perimeter import violated
from ..units.units import is_independent
from ..vehicles.mounts import class_of
from ..vehicles.nerves import fires_nothing
from .flock import must_change
from .gun_orders import CREW_ORDERS, CREW_SPEEDS, RECOVER, group_gun, takes_over


class OrderRow(NamedTuple):
    """A row of the table of orders."""

    title: str
    kind: str  # aim, maneuver, fire, suppression
    fires: tuple[str, ...] = ()  # weapon slots that fire
    covers: tuple[str, ...] = ()  # weapon slots that may cover afterwards
    must_move: bool = False


ORDERS: dict[str, OrderRow] = {
    "aim": OrderRow("Aim", "aim"),
    "sprint": OrderRow("Sprint", "maneuver", must_move=True),
    "charge": OrderRow("Charge", "maneuver", must_move=True),
    "jump": OrderRow("Jump", "maneuver", must_move=True),
    "cohesive-fire": OrderRow("Cohesive Fire", "fire", ("primary", "support", "side")),
    "primary-fire": OrderRow("Primary Fire", "fire", ("primary",), ("support", "side")),
    "support-fire": OrderRow("Support Fire", "fire", ("support", "side"), ("primary", "side")),
    "primary-suppression": OrderRow("Primary Suppression", "suppression", ("primary",), ("support", "side")),
    "support-suppression": OrderRow("Support Suppression", "suppression", ("support",), ("primary", "side")),
    "vehicle-orders": OrderRow("Vehicle orders", "vehicle"),
    "recover": OrderRow("Man the gun", "fire"),
}
BOARDING = "sprint"  # infantry gets into and out of vehicles on these orders only (defiance.orders.sprint-vehicles)
SPEEDS = ("stationary", "walking", "running")
PATTERNS = ("move-fire", "fire-move", "move-fire-move")
ABOUT = {
    "aim": "Nobody moves or fires. Next activation: double ranges at the unit aimed at.",
    "sprint": "All must move, up to 2 x MV (3 x if they can sprint). No fire, no cover; harder to hit.",
    "charge": "All must end closer to the closest enemy unit; contact is a fight hand to hand. No fire.",
    "jump": "Leap up to 3 x MV, less over high terrain; who cannot, sprints. No fire, no cover.",
    "cohesive-fire": "Everybody fires one weapon of his choice; nobody covers.",
    "primary-fire": "Primary weapons fire; the others cover: they may interrupt the enemy.",
    "support-fire": "Support weapons fire; the others cover: they may interrupt the enemy.",
    "primary-suppression": "Nobody moves. Primary weapons beat a strip of ground: who is or goes there may be hit.",
    "support-suppression": "Nobody moves. Support weapons beat a strip of ground: who is or goes there may be hit.",
    "recover": "One figure goes to a gun that lacks crew; it fires nothing.",
    "vehicle-orders": "Any speed; each weapon may fire once.",
}


def able(state: State, figures: Sequence[str]) -> list[Figure]:
    """Those who can follow an order."""
    known = state.figures
    return [f for name in figures if not ((f := known[name]).gone or f.shaken or f.stunned)]


def available(battle: Battle[State], unit: Unit, team: Team) -> list[str]:
    """The orders that can be carried out (defiance.orders.availability, defiance.turn.always-an-option,
    defiance.orders.suppression-not-when-engaged)."""
    state = battle.state
    figures = able(state, team.figures)
    if unit.guns and takes_over(state, team):
        return [RECOVER]
    if unit.boards:
        return [BOARDING]  # until all are in or it is full (defiance.passenger.boarding-partial)
    if [figure for figure in figures if figure.frame.vehicle and not figure.frame.mecha]:
        return ["vehicle-orders"]  # they neither suppress nor charge (defiance.orders.vehicle-no-suppress-no-charge)
    engaged = bool([name for name in team.figures if state.figures[name].locked and _is_held(state.figures[name])])
    any_engaged = bool([figure for figure in state.members(unit) if figure.locked])
    must_fly = must_change(state, unit, figures)  # to the level of those who have acted (defiance.move.fly-same-level)
    mixed = must_fly or _must_part(battle, unit, figures)
    found = []
    look_round(battle, figures)
    if not engaged and not mixed and any(seen_by(battle, figure) for figure in figures):
        found.append("aim")
    if engaged or any(not figure.locked for figure in figures):
        found.append("sprint")
        if _can_charge(state, unit, figures):
            found.append("charge")
    if not must_fly and [figure for figure in figures if figure.frame.jumps and can_jump(figure)]:
        found.append("jump")
    found += ["cohesive-fire", "primary-fire", "support-fire"]
    if not any_engaged and not mixed and not [figure for figure in figures if figure.level]:
        found += [name for name, slot in SLOT.items() if aims(battle, unit, figures, slot)]
    if unit.guns and group_gun(state, team) is not None:  # defiance.infweapon.crew-order-limits
        found = [name for name in found if name in CREW_ORDERS]
    return found


def _is_held(figure: Figure) -> bool:
    """Is it engaged? A vehicle is free to leave (defiance.hth.engaged-unit-orders, defiance.hth.escape-vehicles)."""
    return bool(figure.locked) and not figure.gone and not figure.frame.vehicle


def _can_charge(state: State, unit: Unit, figures: Sequence[Figure]) -> bool:
    """Is there anybody to charge (defiance.orders.charge-target)?"""
    return bool([figure for figure in figures if figure.locked]) or bool(figures and eligible(state, unit.side))


def can_jump(figure: Figure) -> bool:
    """Capable, on the ground, upright and free (defiance.orders.jump-eligibility, defiance.move.jump-prone)."""
    return figure.frame.jumps and figure.able and not figure.aloft and not figure.prone and not figure.locked


def speeds(battle: Battle[State], unit: Unit, team: Team) -> list[str]:
    """Movement types of a Fire order; a unit that mingles with another must move
    (defiance.unit.perimeter-involuntary)."""
    figures = able(battle.state, team.figures)
    must = must_change(battle.state, unit, figures) or _must_part(battle, unit, figures)
    group = bool(unit.guns) and group_gun(battle.state, team) is not None
    open_to = [speed for speed in SPEEDS if speed in CREW_SPEEDS] if group else SPEEDS
    return [speed for speed in open_to if speed != "stationary" or not must]


def _must_part(battle: Battle[State], unit: Unit, figures: Sequence[Figure]) -> bool:
    free = is_independent(unit) or all(figure.locked for figure in figures) or apart(battle, unit)
    return not free and bool(violated(battle.state, unit))


# ---- whom they are aimed at


def aim_targets(battle: Battle[State], unit: Unit, figures: Sequence[Figure]) -> list[Unit]:
    """The closest visible enemy unit; elite ones any they see (defiance.orders.aim-target)."""
    state = battle.state
    seen = [state.figures[name] for name in {name for figure in figures for name in seen_by(battle, figure)}]
    if unit.quality == "Elite":
        return [state.units[name] for name in sorted({enemy.unit for enemy in seen})]
    return closest_unit(state, figures, seen)


def fought_by(state: State, team: Team) -> list[str]:
    """Enemy units with which some of them are engaged; vehicles may leave, whoever they fight
    (defiance.hth.engaged-maneuver-orders, defiance.hth.escape-vehicles)."""
    figures = [state.figures[name] for name in team.figures]
    bound = [figure for figure in figures if not figure.gone and (not figure.frame.vehicle or team.order == "charge")]
    return sorted({state.figures[name].unit for figure in bound for name in figure.locked})


def charge_targets(state: State, unit: Unit, figures: Sequence[Figure]) -> list[Unit]:
    """The closest enemy unit on the ground (defiance.orders.charge-target, defiance.orders.charge-elite)."""
    enemies = eligible(state, unit.side)
    if unit.quality == "Elite":
        return [state.units[name] for name in sorted({enemy.unit for enemy in enemies})]
    return closest_unit(state, figures, enemies)


# ---- who does what under an order


def fires(figure: Figure, order: str) -> tuple[str, ...]:
    """The slots it fires with: of an officer with both weapons those of the order (defiance.orders.primary-fire,
    defiance.orders.support-fire, defiance.orders.cohesive-fire)."""
    if figure.frame.mecha:
        return _mecha_slots(figure, order)
    if order == "cohesive-fire":
        return ("primary", "support", "side")
    slots = [arm.slot for arm in figure.arms] + (["support"] if figure.gun else [])  # defiance.infweapon.crew-definition
    if order == "primary-fire":
        return ("primary",) if "primary" in slots else ()
    if order == "support-fire":
        return ("support", "side") if "support" in slots else ()
    return ()


def _mecha_slots(figure: Figure, order: str) -> tuple[str, ...]:
    """Of a mecha the primary slot is its primary weapon, all others are support weapons, close defence weapons side arms; with
    each order those of its classes fire (defiance.orders.mecha-orders)."""
    if ORDERS[order].kind != "fire":
        return ()
    classes = {arm.slot: class_of(figure, number) for number, arm in enumerate(figure.arms)}
    return tuple(slot for slot, kind in classes.items() if kind in ORDERS[order].fires)


def may_cover(figure: Figure, order: str) -> list[str]:
    """The slots it could cover with after this order; not if it had to fire (defiance.orders.one-weapon-per-turn,
    defiance.orders.cohesive-no-cover, defiance.orders.primary-fire-cover, defiance.orders.support-fire-cover,
    defiance.orders.fire-empty-class, defiance.orders.support-suppression, defiance.cover.sources)."""
    row = ORDERS[order]
    if not row.covers or not figure.able or figure.locked or fires_nothing(figure):
        return []
    slots = {arm.slot for arm in figure.arms}
    if figure.frame.mecha:  # one weapon of the other class (defiance.orders.mecha-orders)
        return [kind for kind in row.covers if kind not in row.fires and _can_cover(figure, kind)]
    if row.fires[0] in slots and (row.kind != "suppression" or _ever_suppresses(figure, row.fires[0])):
        return []
    return [slot for slot in row.covers if _can_cover(figure, slot)]


def _ever_suppresses(figure: Figure, slot: str) -> bool:
    """Has it a weapon of that class that can suppress at all? Others waste nothing (defiance.orders.primary-suppression)."""
    return any(arm.slot == slot and arm.weapon.suppressing is not None for arm in figure.arms)


def _can_cover(figure: Figure, slot: str) -> bool:
    """Has it a weapon of that class that may cover and works (defiance.orders.cover-weapon-choice)?"""
    return any(
        class_of(figure, number) == slot
        and number not in figure.spent
        and usable(figure, number)
        and line.can_cover
        and works(figure, number, which)
        for number, arm in enumerate(figure.arms)
        for which, line in enumerate(arm.weapon.lines)
    )
