"""Rules of thumb for Oversoul: shoot what is worth it, close in where it is not, charge with those who fight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import dist, radians, sin
from random import Random
from typing import Any

from littlewars.engine import Ask, Assign, Battle, Choose, Leg, Legs, Move, Point, Spots, Step, View
from littlewars.systems.oversoul.basics.state import Figure, State, Unit
from littlewars.systems.oversoul.basics.tabletop import board, tabletop
from littlewars.systems.oversoul.move.dragging import towards
from littlewars.systems.oversoul.move.drill import can_run, unit_allowance
from littlewars.systems.oversoul.move.legs import STAND_UP, going
from littlewars.systems.oversoul.units.aim import aim_melee, aim_shot, shot_targets, touched_enemies
from littlewars.systems.oversoul.units.allowance import allowance, may_run
from littlewars.systems.oversoul.units.arms import may_fire
from littlewars.systems.oversoul.units.cohesion import kind_of
from littlewars.systems.oversoul.units.leaders import is_leader
from littlewars.systems.oversoul.units.ranks import shooters
from littlewars.systems.oversoul.units.recovery import is_immobile, recovery_tally
from littlewars.systems.oversoul.units.spells_on import flies
from littlewars.table.facing import angle_between, facing_to, step_to, turn_towards
from littlewars.table.formation.planner import MoveRequest
from littlewars.table.moving.walk import walk
from littlewars.table.shapes.bases import Disc, gap, gap_point, holds, middle, moved
from littlewars.table.zones import INWARDS

from .thumb import Advice, advance, advised, chance, first_allowed, without_turns

SPELL_WORTH = {"Strengthen": 1.5, "Shield": 1.0, "Weaken": 1.0, "Summon": 1.0, "Fast": 0.2, "Ironwill": 0.2, "Terrify": 0.3}
TRIES = 8  # places that are compared
ELBOW = 2000  # room that is wanted between units
NEAR, NEAR_LEADER = 7000, 3000  # how far from comrades is not apart: a unit, a leader
WAY_AHEAD, BLOCKED = 8000, 400  # how far ahead a way should be free, and what it is worth for each who stands in it
CLOSE = 500  # how near a charge tries to come before the last step


def advise(view: View[Any], ask: Ask[Any], rng: Random, stuck: Counter[str]) -> Any:
    """An answer, or None where the default will do. `stuck` counts how often a unit has found no way in a row."""
    if isinstance(ask, Move):
        way = _move(view.battle, ask)
        unit = view.battle.state.acting().unit
        stuck[unit] = 0 if way else stuck[unit] + 1
        return way
    if isinstance(ask, Choose) and ask.rule == "oversoul.round.one-unit-or-pass":
        return _unit(view.battle, ask, rng, stuck)
    return advised(ANSWERS, view, ask, rng)


# ---- what an attack is worth


def worth_of_hit(state: State, target: Figure) -> float:
    """What a hit is worth: the chance that it removes the model, and the model's cost."""
    fails = 1 - chance(target.profile.die, recovery_tally(target).needed)
    worth = target.profile.cost or 1
    return fails * worth * (0.3 if target.profile.is_vehicle else 1.0)


def worth_of_shot(battle: Battle[State], figure: Figure, index: int, target: Figure) -> float:
    """Expected points of one shot."""
    aim = aim_shot(battle, figure, target, index)
    if not aim.harms:
        return 0.0
    weapon = figure.profile.weapons[index]
    spread = 1.5 if isinstance(weapon.template, int) else 1.0
    return chance(aim.die, aim.tally.needed) * worth_of_hit(battle.state, target) * spread


def best_attack(battle: Battle[State], figure: Figure) -> float:
    """What this model could do from where it stands."""
    state, best = battle.state, 0.0
    if figure.profile.fights and not figure.submerged:
        for name in touched_enemies(battle, figure):
            aim = aim_melee(battle, figure, state.figures[name])
            if aim.harms:
                best = max(best, chance(aim.die, aim.tally.needed) * worth_of_hit(state, state.figures[name]))
    for index, weapon in enumerate(figure.profile.weapons):
        if may_fire(state, figure, index) and weapon.template != "flame":
            for name in shot_targets(battle, figure, weapon)[:12]:
                best = max(best, worth_of_shot(battle, figure, index, state.figures[name]))
    return best


# ---- where to begin


def _deploy(view: View[Any], ask: Any, rng: Random) -> Any:
    """Units before their leaders, and everybody beside comrades with elbow room and a free way ahead."""
    state = view.battle.state
    if isinstance(ask, Choose):
        return min(ask.ids, key=lambda name: (is_leader(state, state.units[name]), -len(state.units[name].figures), name))
    comrades = [figure for figure in state.figures.values() if not figure.gone and state.side_of(figure) == ask.side]
    standing = [figure for figure in comrades if figure.id in board(view.battle) and figure.id not in ask.of]
    leads = is_leader(state, state.units[ask.unit])
    return max((ask.sample(rng) for _ in range(TRIES)), key=lambda spots: _order_of_battle(view, spots, standing, leads))


def _order_of_battle(view: View[Any], spots: Spots, standing: Sequence[Figure], leads: bool) -> float:
    """How well somebody stands among his comrades: with room, not apart, and nobody before another. A leader stands close."""
    if not spots or not standing:
        return 0.0
    state, at = view.battle.state, middle([spot.at for spot in spots])
    room = min(int(board(view.battle).gaps_from(Disc(*spot.at, 500)).min()) for spot in spots)
    apart = min(dist(at, figure.at) for figure in standing)
    face = INWARDS[state.sides[state.side_of(standing[0])].edge]
    pairs = ((spot.at, figure.at) for spot in spots for figure in standing)
    hidden = sum(_is_before(one, other, face) or _is_before(other, one, face) for one, other in pairs)
    far = max(0.0, apart - (NEAR_LEADER if leads else NEAR))
    return min(room, ELBOW) - far - (0 if leads else hidden * BLOCKED / len(spots))


def _is_before(one: Point, other: Point, face: int) -> bool:
    """Does one stand in the way of another who goes ahead?"""
    away, aside = dist(one, other), angle_between(facing_to(other, one), face)
    return away < WAY_AHEAD and aside < 9000 and away * sin(radians(aside / 100)) < ELBOW / 2


# ---- which unit, in which order


def _unit(battle: Battle[State], ask: Choose, rng: Random, stuck: Counter[str]) -> str:
    """The unit that promises most; one that found no way the last times, and cannot attack either, promises less."""
    state = battle.state
    names = [name for name in ask.ids if name != "pass"]
    if not names:
        return "pass"
    return max(names, key=lambda name: promise(battle, state.units[name]) * rng.uniform(0.8, 1.2) / (1 + stuck[name]))


def promise(battle: Battle[State], unit: Unit) -> float:
    """Attacks now, else how soon it can attack."""
    state = battle.state
    if unit.frightened:
        return 0.3
    if state.settings.victory == "strategic" and goal_of(state, unit) and not holds_already(state, unit):
        return 20.0 + unit_speed(state, unit) / 1000
    now = sum(best_attack(battle, figure) for figure in _attackers(state, unit))
    near = nearest_enemy(battle, unit)
    if now or near is None:
        return 1.0 + now
    cost = sum(figure.profile.cost for figure in state.members(unit))
    soon = cost / 1000 * 20_000 / (20_000 + near[0])
    return 0.5 + soon + (2.0 if goal_of(state, unit) else 0.0)


def unit_speed(state: State, unit: Unit) -> int:
    """How far it gets in a turn."""
    return min((allowance(state, figure, may_run(state, figure)) for figure in state.standing(unit)), default=0)


def holds_already(state: State, unit: Unit) -> bool:
    """Is somebody of it in a zone that its side is to hold?"""
    zones = [goal.zone for goal in state.settings.objectives if goal.side == unit.side and goal.kind == "hold"]
    return any(holds(zone, figure.at) >= 0 for zone in zones for figure in state.standing(unit))


def goal_of(state: State, unit: Unit) -> tuple[int, int] | None:
    """The middle of a zone that this side is to hold, while nobody of it stands there."""
    for goal in state.settings.objectives:
        if goal.side == unit.side and goal.kind == "hold" and goal.id not in state.sides[unit.side].achieved:
            mine = [f for u in state.units_of(unit.side) for f in state.standing(u) if holds(goal.zone, f.at) >= 0]
            if not mine or any(f.unit == unit.id for f in mine):
                return middle(goal.zone)
    return None


def _attackers(state: State, unit: Unit) -> list[Figure]:
    if unit.formed:
        return [state.figures[name] for name in shooters(state, unit)]
    return state.members(unit)


def nearest_enemy(battle: Battle[State], unit: Unit) -> tuple[int, Figure] | None:
    """The enemy model nearest to the unit, and how far away it is."""
    state, table = battle.state, board(battle)
    rows = tabletop(battle).enemy_rows(battle.state, unit.side)
    own = [figure.id for figure in state.standing(unit) if figure.id in table]
    if not own or not rows.size:
        return None
    names = [table.names[row] for row in rows]
    away = table.matrix(own, names).min(axis=0)
    best = min(range(len(names)), key=lambda n: (int(away[n]), names[n]))
    return int(away[best]), state.figures[names[best]]


def _order(view: View[Any], ask: Choose, rng: Random) -> str:
    """Shoot first if there is something to shoot at; close in first otherwise."""
    battle: Battle[State] = view.battle
    state, unit = battle.state, battle.state.active_unit()
    if any(figure.airborne for figure in state.standing(unit)):
        return "move-other"
    if any(best_attack(battle, figure) > 0 for figure in _attackers(state, unit)):
        return "other"
    return "move-other"


# ---- what to do


def _action(view: View[Any], ask: Choose, rng: Random) -> str:
    """The action that is worth most."""
    battle: Battle[State] = view.battle
    who = battle.state.figures.get(ask.of[0] if ask.of else "")
    return ask.ids[-1] if who is None else max(ask.ids, key=lambda action: _worth(battle, who, action))


def _volley(view: View[Any], ask: Ask[Any], rng: Random) -> Any:
    """One model after another; where all targets are named first, each takes what is worth most."""
    if isinstance(ask, Choose):
        return ask.ids[1] if len(ask.ids) > 1 else None
    if not isinstance(ask, Assign):
        return None
    battle: Battle[State] = view.battle

    def best(name: str, choices: Sequence[Any]) -> str:
        figure = battle.state.figures[name]
        return max(map(str, choices), key=lambda action: _worth(battle, figure, action))

    return tuple((name, best(name, choices)) for name, choices in ask.items.items())


def _worth(battle: Battle[State], figure: Figure, action: str) -> float:
    state = battle.state
    verb, _, rest = action.partition(":")
    if verb == "melee":
        aim = aim_melee(battle, figure, state.figures[rest])
        return chance(aim.die, aim.tally.needed) * worth_of_hit(state, state.figures[rest]) if aim.harms else 0.0
    if verb == "shoot":
        index, _, name = rest.partition(":")
        return worth_of_shot(battle, figure, int(index), state.figures[name])
    if verb in ("flame", "sweep"):
        return 10.0
    if verb == "cast":
        return _worth_of_spell(battle, figure, rest)
    return 0.0


def _worth_of_spell(battle: Battle[State], figure: Figure, rest: str) -> float:
    """Bolts and bursts at enemies; help for friends, harm for foes."""
    state, side = battle.state, battle.state.side_of(figure)
    name, _, target = rest.partition(":")
    if name in ("Zap", "Fireball"):
        foe = state.figures[target]
        return worth_of_hit(state, foe) * 0.5 if state.enemies(side, state.side_of(foe)) else -1.0
    if target in state.units:
        friendly = not state.enemies(side, state.units[target].side)
        helps = name in ("Fast", "Ironwill", "Fly", "Shield", "Strengthen")
        return SPELL_WORTH.get(name, 0.0) if friendly == helps and name != "Teleport" else -1.0
    return SPELL_WORTH.get(name, -1.0)


# ---- where to go


def _move(battle: Battle[State], ask: Move) -> Legs | None:
    """Towards the nearest enemy: into contact for fighters, into range for shooters."""
    state, unit = battle.state, battle.state.active_unit()
    near = nearest_enemy(battle, unit)
    if near is None:
        return None
    away, enemy = near
    goal = goal_of(state, unit)
    if goal is not None and unit.id not in ask.start and state.settings.victory == "strategic":
        return _to_goal(battle, unit, goal, ask)
    tries = [_body(battle, unit, enemy)] if unit.id in ask.start else _loose(battle, unit, away, enemy, ask)
    return first_allowed(ask, tries)


def _to_goal(battle: Battle[State], unit: Unit, goal: tuple[int, int], ask: Move) -> Legs | None:
    """The unit to the zone it is to hold."""
    state = battle.state
    movers = [state.figures[name] for name in ask.start]
    runs = all(may_run(state, figure) for figure in movers)
    vehicles = [figure for figure in movers if figure.profile.turns]
    tries: list[Legs | None] = []
    if vehicles:
        tries.append(tuple(leg for figure in vehicles if (leg := _drive_to(battle, figure, goal, 0))))
    else:
        for run in (True, False) if runs else (False,):
            most = min(allowance(state, figure, run) for figure in movers)
            tries += [_advance(battle, unit, movers, goal, most * share // 4, run) for share in (4, 2)]
    return first_allowed(ask, tries)


def _body(battle: Battle[State], unit: Unit, enemy: Figure) -> Legs | None:
    """A formation manoeuvres towards the enemy."""
    state = battle.state
    if unit.ranks is None:
        return None
    far, here = gap(state.standing(unit)[0].base(), enemy.base()), (unit.ranks.x, unit.ranks.y)
    runs = can_run(state, unit) and far > 2 * unit_allowance(state, unit, False)
    budget = unit_allowance(state, unit, runs)
    if unit.ranks.kind == "column":
        goal = step_to(here, facing_to(here, enemy.at), min(budget * 3 // 4, max(0, far - CLOSE)))
        return (Leg(unit.id, (Step("run" if runs else "go", goal),)),)
    return towards(battle, unit, enemy.at, runs, budget)


def _loose(battle: Battle[State], unit: Unit, away: int, enemy: Figure, ask: Move) -> list[Legs | None]:
    """Answers to try, the boldest first."""
    state = battle.state
    movers = [state.figures[name] for name in ask.start]
    vehicles = [figure for figure in movers if figure.profile.turns]
    if vehicles:
        return [tuple(leg for figure in vehicles if (leg := _drive(battle, figure, enemy)))]
    if len(movers) == 1 and flies(state, movers[0]) and (movers[0].airborne or movers[0].profile.weapons):
        return [_fly(battle, movers[0], enemy)]
    reach = max((w.range for f in movers for w in f.profile.weapons), default=0)
    runs = all(may_run(state, figure) for figure in movers)
    walking = min(allowance(state, figure, False) for figure in movers)
    tries: list[Legs | None] = []
    if not reach or away <= walking:
        tries += _charges(battle, unit, movers)
    for run in (False, True) if away - reach <= walking else (True, False):
        if run and not runs:
            continue
        most = min(allowance(state, figure, run) for figure in movers)
        length = min(most, away - reach + 200) if reach else min(most, max(0, away - CLOSE))
        tries.append(_advance(battle, unit, movers, enemy.at, length, run))
        tries.append(_advance(battle, unit, movers, enemy.at, length // 2, run))
    return tries


def _advance(
    battle: Battle[State], unit: Unit, movers: list[Figure], goal: tuple[int, int], length: int, run: bool
) -> Legs | None:
    """The unit as a whole, by the planner."""
    state, table = battle.state, board(battle)
    ids = [figure.id for figure in movers if figure.id in table]
    if length <= 0 or not ids:
        return None
    budget = {f.id: max(0, allowance(state, f, run) - (STAND_UP if f.prone else 0)) for f in movers}
    order, prone = MoveRequest(ids, budget, kind_of(state, unit), going(battle, movers[0])), [f.id for f in movers if f.prone]
    legs = advance(table, order, goal, length, "run" if run else "go", prone)
    return without_turns(legs, [figure.id for figure in movers if figure.profile.turns]) or None


def _charges(battle: Battle[State], unit: Unit, movers: list[Figure]) -> Iterator[Legs | None]:
    """Into contact with as many as can, the others close behind; with fewer if that tears the unit apart."""
    legs, rest = _charge(battle, unit, movers)
    if not legs:
        return
    yield (*legs, *_follow(battle, legs, rest))
    for most in range(len(legs), 0, -1):
        yield legs[:most]


def _charge(battle: Battle[State], unit: Unit, movers: list[Figure]) -> tuple[Legs, list[Figure]]:
    """Each to the nearest enemy he can reach in a straight line, and those who can reach nobody."""
    state, table = battle.state, board(battle).copy()
    rows = tabletop(battle).enemy_rows(battle.state, unit.side)
    enemies = [state.figures[table.names[row]] for row in rows]
    legs, rest = [], []
    for figure in sorted(movers, key=lambda f: min(gap(f.base(), e.base()) for e in enemies)):
        if figure.prone or figure.id not in table or figure.profile.is_gun:
            continue
        for enemy in sorted(enemies, key=lambda e: (gap(figure.base(), e.base()), e.id))[:4]:
            to = _contact(figure, enemy)
            walked = walk(table, figure.id, [to], going(battle, figure)) if to else None
            if to and walked and walked.free and walked.cost <= allowance(state, figure, False):
                legs.append(Leg(figure.id, (Step("go", to),)))
                table.move(figure.id, moved(figure.base(), to, facing_to(figure.at, to)))
                break
        else:
            rest.append(figure)
    return tuple(legs), rest


def _follow(battle: Battle[State], legs: Legs, rest: list[Figure]) -> Legs:
    """Those who reach nobody go after those who do, as far as there is room."""
    state, table = battle.state, board(battle).copy()
    for leg in legs:
        to = leg.steps[-1].to
        assert to is not None
        table.move(leg.who, moved(state.figures[leg.who].base(), to, facing_to(state.figures[leg.who].at, to)))
    found = []
    for figure in rest:
        goal = min((leg.steps[-1].to or figure.at for leg in legs), key=lambda at: gap_point(figure.base(), at))
        face, far = facing_to(figure.at, goal), gap_point(figure.base(), goal)
        for share in (4, 3, 2, 1):
            to = step_to(figure.at, face, min(far, allowance(state, figure, False)) * share // 4)
            walked = walk(table, figure.id, [to], going(battle, figure))
            if walked.free and walked.cost <= allowance(state, figure, False):
                found.append(Leg(figure.id, (Step("go", to),)))
                table.move(figure.id, moved(figure.base(), to, face))
                break
    return tuple(found)


def _contact(figure: Figure, enemy: Figure) -> tuple[int, int] | None:
    """The place on the straight way to an enemy where the bases touch."""
    face = facing_to(figure.at, enemy.at)
    away = gap(figure.base(), enemy.base())
    if away <= 20:
        return None
    to = step_to(figure.at, face, away - 5)
    for _ in range(4):
        left = gap(moved(figure.base(), to, face), enemy.base())
        if left <= 40:
            return to
        to = step_to(to, face, left - 5)
    return to


def _drive(battle: Battle[State], figure: Figure, enemy: Figure) -> Leg | None:
    """Turn towards the enemy and go ahead until it is in range."""
    reach = max((weapon.range for weapon in figure.profile.weapons), default=0)
    return _drive_to(battle, figure, enemy.at, (reach or CLOSE) + enemy.radius + enemy.length // 2)


def _drive_to(battle: Battle[State], figure: Figure, goal: tuple[int, int], short: int) -> Leg | None:
    """Turn towards a place and go ahead, stopping short of it by so much."""
    if is_immobile(figure) or figure.id in battle.state.acting().stuck:
        return None
    wanted = facing_to(figure.at, goal)
    most = 18000 if figure.profile.pivot else 4500
    face = turn_towards(figure.face, wanted, most)
    steps = [Step("turn", face=face)] if face != figure.face else []
    far = min(allowance(battle.state, figure, False), max(0, gap_point(figure.base(), goal) - short))
    if angle_between(face, wanted) > 4500 and not figure.airborne:
        far = min(far, 2000)
    if figure.airborne and not figure.profile.hover:
        far = max(far, 1000)
    if far:
        steps.append(Step("go", step_to(figure.at, face, far)))
    return Leg(figure.id, tuple(steps)) if steps else None


def _fly(battle: Battle[State], figure: Figure, enemy: Figure) -> Legs | None:
    """A lone flyer keeps within breath of the enemy and looks at him."""
    state = battle.state
    away = gap(figure.base(), enemy.base())
    face = facing_to(figure.at, enemy.at)
    most = allowance(state, figure, False)
    for near in (2000, 4000, 6000, 1000):
        far = min(most, away - near)
        if abs(far) >= 1000:
            to = step_to(figure.at, face, far)
            begin = () if figure.airborne else (Step("fly"),)
            return (Leg(figure.id, (*begin, Step("go", to), Step("turn", face=facing_to(to, enemy.at)))),)
    return None


def _terrain(view: View[Any], ask: Choose, rng: Random) -> str | None:
    """Ground that slows and hides, light or heavy as it comes: a naked moor is a duel of bows."""
    return next((kind for kind in rng.sample(("light", "heavy"), 2) if kind in ask.ids), None)


ANSWERS: dict[str, Advice] = {
    "oversoul.setup.terrain-difficulty": _terrain,
    "oversoul.setup.deployment": _deploy,
    "oversoul.round.activation": _order,
    "oversoul.hits.group-rolling": _volley,
    "oversoul.action.list": _action,
    "oversoul.tight.same-actions": lambda view, ask, rng: next((k for k in ("melee", "shoot", "cast") if k in ask.ids), None),
    "oversoul.attr.lucky": lambda view, ask, rng: "reroll",
    "oversoul.morale.rally-pass": lambda view, ask, rng: "reform" if isinstance(ask, Choose) else None,
}
