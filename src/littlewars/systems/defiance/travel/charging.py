"""Into contact: whom a maneuvering figure may touch, whom first, and how near a charge must come (defiance.orders.charge-*)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
from ..move.contact import eligible, may_touch, refuse_contact, touched
from ..move.path import ParsedMove, read
from .move_ask import WALKING, passage, refuse_trip

JUMPING = ("jump", "turn")
Reach = Callable[[Figure, int], bool]  # could it come into contact with that enemy within so much allowance?


def retarget(state: State, unit: Unit, team: Team) -> Unit | None:
    """The unit that is charged; if none of it is left, the one that is closest now, or nobody
    (defiance.orders.charge-target)."""
    target = state.units.get(team.target)
    if team.order != "charge" or (target and _is_there(state, target)):
        return target
    able = [state.figures[name] for name in team.figures if state.figures[name].able]
    found = closest_unit(state, able, eligible(state, unit.side))
    team.target = found[0].id if found else ""
    return found[0] if found else None


def _is_there(state: State, target: Unit) -> bool:
    """Is anybody of it left who can be charged?"""
    return any(not enemy.level for enemy in state.on_table(target))


def refuse_maneuver(
    state: State, figure: Figure, target: Unit | None, order: str, trip: ParsedMove, start: Point, reach: Reach
) -> Refusal | None:
    """Contact only with the unit it goes for, the closest first; a charge ends closer than it began
    (defiance.orders.charge-move)."""
    if trip.level or (not trip.moved and (order != "charge" or figure.at == start)):
        return None  # but a figure that was interrupted on a charge may not stop farther off than it began
    if order != "charge" and state.unit_of(figure).quality == "Elite":
        return None  # elite figures may touch anybody (defiance.orders.maneuver-only-way-into-hth)
    members = [enemy for enemy in state.on_table(target) if not enemy.aloft] if target else []
    met = touched(state, figure, trip.at) if trip.may_meet(NEAR_ENEMY) else []
    if target is None or not members:
        return Refusal("defiance.orders.maneuver-only-way-into-hth", f"{ref(figure.id)} may touch nobody") if met else None
    if met:
        return refuse_contact(
            figure, target, met, may_touch(state, figure, members, start, lambda enemy: reach(enemy, trip.best))
        )
    if order != "charge":
        return None
    nearest = min(members, key=lambda enemy: (centre2(start, enemy.at), enemy.id))
    if centre2(trip.at, nearest.at) < centre2(start, nearest.at):
        return None
    return Refusal("defiance.orders.charge-move", f"{ref(figure.id)} must end closer to {ref(nearest.id)}")


def nearest_of(state: State, target: Unit | None, start: Point) -> Point | None:
    """Where the nearest figure of the unit stands that is charged."""
    members = [enemy.at for enemy in state.on_table(target) if not enemy.aloft] if target else []
    return min(members, key=lambda at: (centre2(start, at), at), default=None)


# ---- can it be reached at all?


def can_reach(battle: Battle[State], figure: Figure, enemy: Figure, allowance: int, jumps: bool) -> bool:
    """Is there a way into contact with this enemy: near enough, not blocked, with free room at its base
    (defiance.orders.charge-contact-order, defiance.hth.target-restriction)?"""
    verbs = JUMPING if jumps else WALKING
    for at in sorted(all_round(figure.base(), enemy.base()), key=lambda at: centre2(figure.at, at)):
        if centre2(figure.at, at) > (allowance + TOUCH) ** 2:
            return False  # the others are farther still
        for steps in _ways(battle, figure, at, allowance, jumps):
            trip = read(battle, figure, Leg(figure.id, steps), allowance, verbs)
            if not isinstance(trip, Refusal) and refuse_trip(battle, figure, trip, contact=True) is None:
                return True
    return False


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
