"""Where to go: from cover to cover towards a place with a shot, fighters at the enemy, vehicles to where their guns bear."""

from __future__ import annotations

from math import dist
from random import Random
from typing import Any

from littlewars.engine import Battle, Legs, Move, Place, Point, Spots, View
from littlewars.engine.showing import Drag
from littlewars.systems.combat_action.basics.numbers import CATEGORIES, CM, CONTACT
from littlewars.systems.combat_action.basics.sight import SIGHT
from littlewars.systems.combat_action.basics.state import Figure, State
from littlewars.systems.combat_action.basics.tabletop import tabletop
from littlewars.systems.combat_action.move.limits import limit_of, places_near
from littlewars.systems.combat_action.move.ways import March
from littlewars.table.constants import NONE
from littlewars.table.facing import facing_to, step_to
from littlewars.table.shapes.bases import gap, moved
from littlewars.table.sight.looks import see_many

from ..thumb import first_allowed
from .worth import best_gun, melee_worth, safety

PLACES = 14  # beside terrain that are weighed
TURNS = (0, 2500, -2500, 5000, -5000, 9000, -9000)
SHOT, SAFE, AHEAD, APART = 6.0, 5.0, 0.12, 0.35  # what they weigh: a target in sight, safety, a centimetre nearer, one too far
SHORT = 30 * CM  # a weapon with no more reach wants to get near
STANDOFF = 25 * CM
TOGETHER = 9 * CM
FORWARD = tuple(far * CM for far in (15, 12, 9, 6, 3))


def reach_of(figure: Figure) -> int:
    """How far its best weapon shoots."""
    gun = best_gun(figure)
    return max((CATEGORIES.get(band, 500 * CM) for band in gun.ranges), default=0) if gun else 0


def foes_of(battle: Battle[State], figure: Figure) -> list[Figure]:
    """Everybody to fight, the nearest first."""
    state = battle.state
    return sorted(state.targets(state.side_of(figure)), key=lambda foe: (dist(figure.at, foe.at), foe.id))


def targets_from(battle: Battle[State], figure: Figure, at: Point, foes: list[Figure]) -> int:
    """How many enemies in range it would see from there."""
    top = tabletop(battle)
    base = moved(figure.base(), at)
    rows = top.board.rows([foe.id for foe in foes])
    seen = see_many(top.board, base, rows, SIGHT, foot=figure.feet, tall=figure.profile.height).tolist()
    far = reach_of(figure)
    return sum(look != NONE and gap(base, foe.base()) <= far for foe, look in zip(foes, seen, strict=True))


def place_worth(battle: Battle[State], figure: Figure, at: Point, foes: list[Figure]) -> float:
    """A place: shots from it, how safe it is, how near to the enemy, and whether the squad stays together."""
    if not foes:
        return 0.0
    near = min(dist(at, foe.at) for foe in foes[:6])
    reach = reach_of(figure)
    wanted = max(reach - 8 * CM, 8 * CM) if reach > SHORT else STANDOFF // 2
    total = SHOT * min(2, targets_from(battle, figure, at, foes[:8]))
    total += SAFE * safety(battle, figure, at)
    total -= AHEAD * max(0.0, near - wanted) / CM
    mates = [mate for mate in battle.state.on_foot(battle.state.units[figure.unit]) if mate.id != figure.id]
    if mates:
        total -= APART * max(0.0, min(dist(at, mate.at) for mate in mates) - TOGETHER) / CM
    return total


def best_place(battle: Battle[State], figure: Figure, reach: int) -> tuple[float, Point]:
    """The best of some places that it might walk to, and what it is better than staying by."""
    foes = foes_of(battle, figure)
    if not foes:
        return 0.0, figure.at
    stays = place_worth(battle, figure, figure.at, foes)
    ahead = facing_to(figure.at, foes[0].at) if foes[0].at != figure.at else 0
    tries = [step_to(figure.at, ahead + turn, far) for turn in TURNS for far in (reach, reach // 2)]
    beside = [(x, y) for x, y in places_near(battle, figure, reach).tolist()]
    tries += sorted(beside, key=lambda at: dist(at, foes[0].at))[:PLACES]
    state = battle.state
    tries = [at for at in tries if 0 < at[0] < state.width and 0 < at[1] < state.depth]
    best = max(tries, key=lambda at: (place_worth(battle, figure, at, foes), at), default=figure.at)
    return place_worth(battle, figure, best, foes) - stays, best


def charge_at(battle: Battle[State], figure: Figure) -> tuple[float, Figure | None]:
    """The enemy it would best charge, if there is one in reach."""
    far = 2 * figure.move()
    near = [
        foe for foe in foes_of(battle, figure)[:6] if gap(figure.base(), foe.base()) <= far and not foe.level and not foe.foot
    ]
    found = [(melee_worth(figure, foe), foe.id) for foe in near if gap(figure.base(), foe.base()) > CONTACT]
    worth, name = max(found, default=(0.0, ""))
    return (worth, battle.state.figures[name]) if name else (0.0, None)


def move(view: View[Any], ask: Move, rng: Random) -> Legs | None:
    """To the best place, as far as it goes; a charge at whom it is worth, a vehicle to where its guns bear."""
    battle = view.battle
    (name,) = ask.start
    figure = battle.state.figures[name]
    if figure.profile.vehicle:
        return drive(battle, figure, ask)
    charge = ask.rule == "combat-action.actions.charge"
    if limit_of(battle, figure) is not None:
        return ask.default()
    if charge:
        worth, foe = charge_at(battle, figure)
        if foe is not None and worth > 0:
            legs = March(battle, figure, True).into_contact(foe)
            if legs and ask.refuse(legs) is None:
                return legs
    return towards(battle, figure, ask)


def towards(battle: Battle[State], figure: Figure, ask: Move) -> Legs | None:
    """To the best place, else straight ahead in some direction."""
    reach = ask.budget[figure.id]
    _, best = best_place(battle, figure, reach)
    foes = foes_of(battle, figure)
    ahead = facing_to(figure.at, foes[0].at) if foes and foes[0].at != figure.at else 0
    goals = [best, *(step_to(figure.at, ahead + turn, far) for far in (reach, reach // 2, reach // 4) for turn in TURNS)]
    lift = "rise" if figure.profile.flyer and not figure.level else ""
    return first_allowed(ask, (ask.plan(Drag((figure.id,), goal, verb=lift)) for goal in goals if goal != figure.at))


def drive(battle: Battle[State], vehicle: Figure, ask: Move) -> Legs | None:
    """Towards the enemy until the gun has a target, not too near; flyers stay low."""
    foes = foes_of(battle, vehicle)
    if not foes:
        return None
    rise = "rise" if vehicle.profile.flyer and not vehicle.level else ""
    in_sight = targets_from(battle, vehicle, vehicle.at, foes[:8])
    far = dist(vehicle.at, foes[0].at)
    if in_sight and far < 70 * CM and not rise:
        return ()
    want = step_to(foes[0].at, facing_to(foes[0].at, vehicle.at), STANDOFF) if far > STANDOFF else vehicle.at
    goals = [
        want,
        *(step_to(vehicle.at, facing_to(vehicle.at, want) + turn, part * CM) for part in (25, 15, 8) for turn in TURNS),
    ]
    return first_allowed(ask, (ask.plan(Drag((vehicle.id,), goal, verb=rise)) for goal in goals))


def deploy(view: View[Any], ask: Place, rng: Random) -> Spots | None:
    """As far forward as the zone allows, spread along it."""
    battle = view.battle
    usual = ask.default()
    if not usual or usual[0].what not in battle.state.figures:
        return None
    side, state = ask.side, battle.state
    edge = state.sides[side].edge
    wide = state.width if edge in (1, 3) else state.depth
    order = [unit for unit in state.units.values() if unit.side == side]
    unit = state.figures[usual[0].what].unit
    place = [one.id for one in order].index(unit)
    along = wide * (place + 1) // (len(order) + 1)
    for shift in (0, 8 * CM, -8 * CM, 16 * CM, -16 * CM, 30 * CM, -30 * CM):
        for far in FORWARD:
            x, y = along + shift, far
            at = {1: (x, state.depth - y), 3: (x, y), 2: (state.width - y, x), 4: (y, x)}[edge]
            spots = ask.plan(Drag((usual[0].what, *(spot.what for spot in usual[1:])), at))
            if ask.refuse(spots) is None:
                return spots
    return None
