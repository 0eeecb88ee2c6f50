"""Into contact: whom a maneuvering figure may touch, whom first, and how near a charge must come (defiance.orders.charge-*)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from littlewars.engine import Battle, Leg, Refusal, Step
from littlewars.engine.names import ref
from littlewars.table.board.lookout import NEAR_ENEMY
from littlewars.table.constants import TOUCH
from littlewars.table.facing import Point
from littlewars.table.moving.route import route
from littlewars.table.moving.spots import all_round
from littlewars.table.shapes.bases import centre2

from ..basics.state import Figure, State, Team, Unit
from ..basics.tabletop import board
from ..fire.targets import closest_unit
from ..move.contact import eligible, lies_on, may_touch, refuse_contact, touched
from ..move.path import ParsedMove, read
from ..units.guns import guns_of, may_be_struck
from .move_ask import WALKING, passage, refuse_trip

JUMPING = ("jump", "turn")
Reach = Callable[[Figure, int], bool]  # could it come into contact with that enemy within so much allowance?


def retarget(state: State, unit: Unit, team: Team) -> list[Figure]:
    """Whom it may go for: the unit that is charged, or all units that some of them fight already; if none of these is left
    the one that is closest now, or nobody (defiance.orders.charge-target, defiance.hth.engaged-maneuver-orders)."""
    names = team.fought or ([team.target] if team.target else [])
    found = [enemy for name in names for enemy in _there(state, state.units[name])]
    if found or (team.order != "charge" and not team.fought):
        return found
    able = [state.figures[name] for name in team.figures if state.figures[name].able]
    closest = closest_unit(state, able, eligible(state, unit.side))
    team.target, team.fought = closest[0].id if closest else "", []
    return _there(state, closest[0]) if closest else []


def _there(state: State, target: Unit) -> list[Figure]:
    """The figures of a unit that can be charged: its guns only if nobody defends them (defiance.infweapon.crew-hth)."""
    found = [enemy for enemy in state.on_table(target) if not enemy.level]
    return found + [gun for gun in guns_of(state, target) if may_be_struck(state, gun)] if target.guns else found


class Quarry(NamedTuple):
    """The enemies that a maneuvering figure goes for, and where it began; `bound`: it must come into contact if it can."""

    order: str
    foes: Sequence[Figure]
    start: Point
    bound: bool
    reach: Reach


def refuse_maneuver(state: State, figure: Figure, quarry: Quarry, parsed: ParsedMove) -> Refusal | None:
    """Contact only with the unit it goes for, the closest first; a charge ends closer than it began, and so does whoever
    shares his order with somebody engaged (defiance.orders.charge-move, defiance.hth.target-restriction,
    defiance.hth.charging-path)."""
    order, foes, start, bound, reach = quarry
    closes = order == "charge" or bound
    if parsed.level or (not parsed.moved and (not closes or figure.at == start)):
        return None  # but a figure that was interrupted on a charge may not stop farther off than it began
    anybody = not closes and state.unit_of(figure).quality == "Elite"  # defiance.hth.elite-initiation
    met = touched(state, figure, parsed.at, face=parsed.face) if parsed.may_meet(NEAR_ENEMY) else []
    if anybody:
        return _refuse_within(state, figure, met, start, lambda enemy: reach(enemy, parsed.best)) if met else None
    if not foes:
        return Refusal("defiance.orders.maneuver-only-way-into-hth", f"{ref(figure.id)} may touch nobody") if met else None
    if met:
        units = {enemy.unit for enemy in foes}
        return refuse_contact(
            figure, units, met, may_touch(state, figure, foes, start, lambda enemy: reach(enemy, parsed.best))
        )
    if not closes:
        return None
    if bound and any(reach(enemy, parsed.best) for enemy in foes):
        return Refusal("defiance.hth.engaged-maneuver-orders", f"{ref(figure.id)} must come into contact with an enemy")
    x, y = start
    gap, _, nearest = min([((enemy.x - x) ** 2 + (enemy.y - y) ** 2, enemy.id, enemy) for enemy in foes])
    if centre2(parsed.at, nearest.at) < gap:
        return None
    return Refusal("defiance.orders.charge-move", f"{ref(figure.id)} must end closer to {ref(nearest.id)}")


def _refuse_within(
    state: State, figure: Figure, met: Sequence[Figure], start: Point, reach: Callable[[Figure], bool]
) -> Refusal | None:
    """An elite figure may go for any unit, but within it for the closest first (defiance.hth.elite-initiation)."""
    for name in dict.fromkeys(enemy.unit for enemy in met):
        foes, own = _there(state, state.units[name]), [enemy for enemy in met if enemy.unit == name]
        if refused := refuse_contact(figure, {name}, own, may_touch(state, figure, foes, start, reach)):
            return refused
    return None


def nearest_of(foes: Sequence[Figure], start: Point) -> Point | None:
    """Where the nearest of those stands who are charged."""
    x, y = start
    return min([((e.x - x) ** 2 + (e.y - y) ** 2, (e.x, e.y)) for e in foes])[1] if foes else None


# ---- can it be reached at all?


def can_reach(battle: Battle[State], figure: Figure, enemy: Figure, allowance: int, jumps: bool) -> bool:
    """Is there a way into contact with this enemy: near enough, not blocked, with free room at its base
    (defiance.orders.charge-contact-order, defiance.hth.target-restriction)?"""
    return way_into(battle, figure, enemy, allowance, jumps) is not None


def way_into(battle: Battle[State], figure: Figure, enemy: Figure, allowance: int, jumps: bool) -> tuple[Step, ...] | None:
    """A way into contact with this enemy, wherever he stands or lies; None if there is none."""
    verbs, body = JUMPING if jumps else WALKING, lies_on(enemy)
    places = all_round(figure.base(), enemy.base()) + (all_round(figure.base(), body) if body else [])
    for at in sorted(places, key=lambda at: centre2(figure.at, at)):
        if centre2(figure.at, at) > (allowance + TOUCH) ** 2:
            return None  # the others are farther still
        for steps in _ways(battle, figure, at, allowance, jumps):
            parsed = read(battle, figure, Leg(figure.id, steps), allowance, verbs)
            if not isinstance(parsed, Refusal) and refuse_trip(battle, figure, parsed, contact=True) is None:
                return steps
    return None


def _ways(battle: Battle[State], figure: Figure, at: Point, allowance: int, jumps: bool) -> Iterator[tuple[Step, ...]]:
    """A jump; or straight, and round what is in the way, on foot as it is or standing up first."""
    if jumps:
        yield (Step("jump", at),)
        return
    rise = ((), (Step("stand"),)) if figure.prone else ((),)
    for first in rise:
        yield (*first, Step("go", at))
    if way := route(board(battle), figure.id, at, allowance, passage(battle, figure, aloft=False)):
        for first in rise:
            yield (*first, *(Step("go", point) for point in way))
