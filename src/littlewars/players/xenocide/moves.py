"""Where to go: fighters at the enemy, shooters into cover within their range."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import sqrt
from random import Random
from typing import Any

from littlewars.engine import Battle, Choose, Legs, Move, Place, Point, Spots, View
from littlewars.engine.measures import INCH
from littlewars.engine.showing import Drag
from littlewars.systems.xenocide.basics.state import Figure, State, Unit
from littlewars.systems.xenocide.basics.tabletop import gives_cover, visible_enemies
from littlewars.systems.xenocide.move.compulsory import in_cover, middle_of
from littlewars.systems.xenocide.move.ways import charge
from littlewars.systems.xenocide.vehicles.speed import is_piloted
from littlewars.table.facing import facing_to, step_to
from littlewars.table.moving.shelter import hiding_place
from littlewars.table.moving.spots import all_round
from littlewars.table.shapes.bases import centre2

from ..thumb import first_allowed
from .places import best_place, carried
from .worth import gap_units, is_bold, is_lone_commander, likes_melee, odds_of_melee, presses

SETTLED = 1 * INCH
CLOSE = 24 * INCH  # where shooters want to be
PRESSED = 9 * INCH  # where they have to go when they do not win so
COVER_NEAR = 10 * INCH
FORWARD = tuple(far * INCH for far in (6, 5, 4, 3, 2, 1, 0))  # of the middle of the area
ASIDE = (0, 4 * INCH, -4 * INCH)  # of the middle of a piece, where others may stand already
FEW = 4  # ideas that are compared with places round about
ROUND = (0, 3000, -3000, 6000, -6000, 9000, -9000, 13500, -13500, 18000)


def who_moves(view: View[Any], ask: Choose, rng: Random) -> str:
    """Those nearest to the enemy first, so that they are in nobody's way."""
    battle = view.battle
    names = [name for name in ask.ids if name != "done"]
    return min(names, key=lambda name: (_nearest(battle, battle.state.units[name])[0], name))


def _nearest(battle: Battle[State], unit: Unit) -> tuple[int, str]:
    state = battle.state
    foes = [foe for foe in state.foes_of(unit.side) if state.standing(foe)]
    return min(((gap_units(battle, unit, foe), foe.id) for foe in foes), default=(1 << 40, ""))


def move(view: View[Any], ask: Move, rng: Random) -> Legs | None:
    """The first good idea that is allowed."""
    battle, unit = view.battle, view.state.units[ask.unit]
    if not ask.start or ask.rule not in ("xenocide.move.allowance", "xenocide.followup.move", "xenocide.flight.take-off"):
        return None
    return first_allowed(ask, _ideas(battle, unit, ask))


def _ideas(battle: Battle[State], unit: Unit, ask: Move) -> Iterator[Legs | None]:
    state = battle.state
    gap, name = _nearest(battle, unit)
    if not name or unit.engaged:
        return
    enemy = state.units[name]
    movers = [state.figures[figure] for figure in ask.start]
    if _charges(state, unit, enemy) and gap <= max(ask.budget.values()):
        yield charge(battle, movers, ask.budget, enemy)
    goals = _goals(battle, unit, enemy, gap, ask)
    if _looks_round(state, unit):
        yield best_place(battle, unit, enemy, ask, islice(goals, FEW))
        return
    for goal in goals:
        yield ask.plan(Drag(tuple(ask.start), carried(state, unit, goal)))
    if ask.least:
        here, far = middle_of(state, unit), max(ask.budget.values())
        ahead = facing_to(here, middle_of(state, enemy)) if here != middle_of(state, enemy) else 0
        for turn in ROUND:
            for part in (far, max(ask.least.values())):
                yield ask.plan(Drag(tuple(ask.start), carried(state, unit, step_to(here, (ahead + turn) % 36000, part))))


def _charges(state: State, unit: Unit, enemy: Unit) -> bool:
    if state.broken(unit) or state.vehicle_of(enemy) is not None or is_lone_commander(state, unit):
        return False
    return likes_melee(state, unit) or odds_of_melee(state, unit, enemy) > 0


def _looks_round(state: State, unit: Unit) -> bool:
    """Does it look for the place from where it fires best? Fighters, commanders and the broken have other cares."""
    other = likes_melee(state, unit) or is_lone_commander(state, unit) or state.broken(unit)
    return is_bold(state, unit.side) and not other


def _goals(battle: Battle[State], unit: Unit, enemy: Unit, gap: int, ask: Move) -> Iterator[Point]:
    """Cover that is near and no farther from the enemy than the range of its guns; else on until they reach."""
    state, here = battle.state, middle_of(battle.state, unit)
    there, far = middle_of(state, enemy), max(ask.budget.values())
    wanted = PRESSED if presses(state, unit.side) else CLOSE
    reach = min(wanted, max((gun.normal for figure in state.standing(unit) for gun in figure.profile.guns), default=0))
    ahead = facing_to(here, there) if here != there else 0
    if is_lone_commander(state, unit):
        yield from _behind(state, unit, there)
        return
    if likes_melee(state, unit):
        yield step_to(here, ahead, min(far, gap))
        return
    bold = is_bold(state, unit.side)
    if bold and gap <= reach and not visible_enemies(battle, unit):
        yield from (step_to(here, ahead, min(part, gap)) for part in (far, far // 2))
    elif gap <= reach and in_cover(battle, unit) and not ask.least:
        return
    goals = [goal for piece in state.pieces if gives_cover(piece) and (goal := hiding_place(piece, here, there)) != here]
    gains = far // 2 if bold and gap > reach else 0  # who is too far away does not dally
    goals = [goal for goal in goals if _is_good(goal, here, there, reach, gains)]
    near = [goal for goal in goals if centre2(goal, here) <= (far + COVER_NEAR) ** 2]
    yield from sorted(near, key=lambda goal: centre2(goal, here))
    if gap > reach:
        yield step_to(here, ahead, min(far, gap - reach + SETTLED))
        yield step_to(here, ahead, far // 2)


def _is_good(goal: Point, here: Point, enemy: Point, reach: int, gains: int) -> bool:
    """Is a place within range, or so much nearer to the enemy?"""
    if not gains and centre2(goal, enemy) <= (reach + SETTLED) ** 2:
        return True
    return sqrt(centre2(goal, enemy)) < sqrt(centre2(here, enemy)) - gains


def _behind(state: State, unit: Unit, enemy: Point) -> Iterator[Point]:
    """A commander stays behind the nearest of his squads."""
    here = middle_of(state, unit)
    squads = [other for other in state.units_of(unit.side) if other is not unit and len(state.standing(other)) > 1]
    for squad in sorted(squads, key=lambda other: (centre2(here, middle_of(state, other)), other.id)):
        at = middle_of(state, squad)
        if at != enemy:
            yield step_to(at, facing_to(enemy, at), 4 * INCH)


def how_to_go(view: View[Any], ask: Choose, rng: Random) -> str | None:
    """Fighters teleport when the enemy is too far to run at; flyers take to the air until they are near."""
    battle, unit = view.battle, view.state.units[ask.unit]
    gap, _ = _nearest(battle, unit)
    walk = 2 * battle.state.standing(unit)[0].profile.movement
    if "teleport" in ask.ids:
        return "teleport" if gap > walk // 2 else "foot"
    far = gap > 18 * INCH
    wanted = ("on", "up") if far else ("down", "foot")
    return next((way for way in wanted if way in ask.ids), None)


def jump(view: View[Any], ask: Place, rng: Random) -> Spots | None:
    """Beside an enemy that it would beat."""
    battle, unit = view.battle, view.state.units[ask.unit]
    state = battle.state
    first = state.standing(unit)[0]
    foes = [foe for foe in state.foes_of(unit.side) if state.standing(foe) and state.vehicle_of(foe) is None]
    foes.sort(key=lambda foe: -odds_of_melee(state, unit, foe))
    tries = (
        ask.plan(Drag(tuple(ask.things), at))
        for foe in foes[:3]
        for target in state.standing(foe)[:3]
        for at in all_round(first.base(), target.base())[::4]
    )
    return first_allowed(ask, tries)


def deploy(view: View[Any], ask: Place, rng: Random) -> Spots | None:
    """As far forward as the area allows, behind cover that lies ahead; a commander alone behind the others."""
    state = view.state
    usual = ask.default()
    if not ask.unit or is_lone_commander(state, state.units[ask.unit]):
        return None
    at, face = usual[0].at, usual[0].face
    covers = [piece for piece in state.pieces if gives_cover(piece)]
    near = sorted(covers, key=lambda piece: (abs(piece.box[1] - at[1]), piece.id))[:3]
    across = [at[0], *((piece.box[0] + piece.box[2]) // 2 + aside for piece in near for aside in ASIDE)]
    places = [step_to((x, at[1]), face, far) for far in FORWARD for x in across]
    return first_allowed(ask, (*(ask.plan(Drag(tuple(ask.things), place)) for place in places), usual))


def who_is_placed(view: View[Any], ask: Choose, rng: Random) -> str | None:
    """Vehicles first, so that somebody may start aboard; then a small squad to steer the one that needs it."""
    state = view.state
    names = [name for name in ask.ids if name in state.units]
    if not names or state.turn.phase != "deploy":
        return None
    vehicles = [name for name in names if state.vehicle_of(state.units[name]) is not None]
    squads = [name for name in names if name not in vehicles and not is_lone_commander(state, state.units[name])]
    if vehicles or not _unsteered(state, state.units[names[0]].side) or not squads:
        return (vehicles or names)[0]
    return min(squads, key=lambda name: (sum(figure.profile.vp for figure in state.members(state.units[name])), name))


def start_aboard(view: View[Any], ask: Choose, rng: Random) -> str | None:
    """Only where nobody else steers."""
    unit = view.state.units[ask.unit]
    if is_lone_commander(view.state, unit):
        return None
    return next((vehicle.id for vehicle in _unsteered(view.state, unit.side) if vehicle.id in ask.ids), None)


def _unsteered(state: State, side: str) -> list[Figure]:
    """A side's vehicles that a passenger has to steer, and nobody does."""
    own = [vehicle for unit in state.units_of(side) if (vehicle := state.vehicle_of(unit)) is not None]
    return [vehicle for vehicle in own if not is_piloted(state, vehicle)]
