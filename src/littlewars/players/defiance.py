"""Rules of thumb for Defiance: fire when it pays, cover while advancing, suppress crowds, keep to the terrain."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from littlewars.engine import Ask, Battle, Choose, Leg, Move, Option, Place, Spots, Step, View
from littlewars.engine.showing import Drag
from littlewars.systems.defiance.basics.numbers import FIRE_MOD, INCH
from littlewars.systems.defiance.basics.sight import away, cover_mod, cover_of, in_cover_anywhere
from littlewars.systems.defiance.basics.state import Figure, State, Unit
from littlewars.systems.defiance.fire.shots import lof_mods
from littlewars.systems.defiance.fire.stoppage import usable, works
from littlewars.systems.defiance.fire.targets import is_aimed, visible
from littlewars.systems.defiance.orders.orders import able
from littlewars.systems.defiance.suppression.aim import SLOT, aims, line_for
from littlewars.systems.defiance.suppression.area import in_fringe, in_template
from littlewars.systems.defiance.suppression.template import TEMPLATE_LOF
from littlewars.systems.defiance.travel.move_ask import allowance
from littlewars.systems.defiance.turn.deployment import block, zone_of
from littlewars.table.facing import facing_to, step_to
from littlewars.table.shapes.bases import centre2
from littlewars.table.zones import INWARDS, bounds, to_edge

from .thumb import Advice, advised, first_allowed, nearest

TAG = 0.25  # what a die that falls short by one is worth beside a hit: the target tests its nerve
NERVE = 0.2  # what a test because of suppression is worth beside a hit
AREA = 2 * INCH  # round the target: figures that stand there are under the template
CLOSEST = 3  # enemies that are looked at: others are no legal targets, as a rule
WORTHWHILE = 1.0  # points for each figure that make standing and firing better than coming nearer
SAFE = 30 * INCH  # so far off nobody minds that we cannot fire
TRIES = 8  # of the best places to go that are tried
TOO_NEAR = 4  # inches
LATTICE = 2500  # thousandths between the places at which a unit might deploy
FRONT, SHELTER, SCREEN = 0.3, 5.0, 3.0  # what an inch to the fore, cover and a friend ahead are worth
FLANK = 0.05  # what an inch off the middle is
SAME_COLUMN = 1500  # thousandths: so near to a friend's line one stands behind him
COVER = 2.0  # what cover is worth, in points
PATIENCE = {"stationary": 1.1}  # of equals rather stand: a figure that moves is seen by more
FALLBACK = ("cohesive-fire", "primary-fire", "support-fire")
STEPS = (8, 6, 4, 2)  # eighths of an allowance
TURNS = (0, 1500, -1500, 3000, -3000, 4500, -4500)


def advise(view: View[Any], ask: Ask[Any], rng: Random, stuck: Counter[str]) -> Any:
    """An answer, or None for the usual one."""
    if isinstance(ask, Move):
        return _move(view, ask)
    return advised(ANSWERS, view, ask, rng)


def _battle(view: View[Any]) -> Battle[State]:
    return view.battle


# ---- what fire is worth


def open_chance(needed: int) -> float:
    """The chance that an open-ended d10 shows this or more."""
    if needed <= 10:
        return min(1.0, (11 - max(1, needed)) / 10)
    return (0.1 if needed <= 11 else (21 - needed) / 100) if needed <= 20 else 0.0


def worth_of_hit(enemy: Figure) -> float:
    """What a hit is worth: its share of the points, less what a field takes."""
    saved = 0.0 if enemy.frame.field is None else open_chance(enemy.frame.field)
    return (enemy.cost or 10) / max(1, enemy.left) * (1 - saved)


def _shot(state: State, figure: Figure, enemy: Figure, mod: int, nearer: int = 0, cover: str | None = None) -> float:
    """The points to expect of the best weapon against one enemy, fired with this modifier and so much nearer."""
    far, best = max(0, away(figure, enemy) - nearer), 0.0
    hidden = cover_mod(enemy, cover_of(state, figure.at, enemy) if cover is None else cover)
    for number, arm in enumerate(figure.arms):
        for which, line in enumerate(arm.weapon.lines if usable(figure, number) else ()):
            ready = line.is_direct and works(figure, number, which)
            needed = line.needs(far, is_aimed(figure, enemy)) if ready else None
            if needed is not None:
                mods = mod + hidden + sum(found.value for found in lof_mods(line, enemy) if found) - 2 * enemy.prone
                best = max(best, line.rate * (open_chance(needed - mods) + TAG * open_chance(needed - mods - 1)))
    return best * worth_of_hit(enemy)


def _fire_worth(battle: Battle[State], figures: list[Figure], speed: str) -> float:
    """What a team's fire would be worth at this speed; a figure that moves comes nearer."""
    state, total = battle.state, 0.0
    for figure in figures:
        mod = FIRE_MOD[speed] - 2 * figure.prone
        nearer = 0 if speed == "stationary" else allowance(figure, "cohesive-fire", speed) * 3 // 4
        total += max((_shot(state, figure, enemy, mod, nearer) for enemy in visible(battle, figure)[:CLOSEST]), default=0.0)
    return total


def _suppression_worth(battle: Battle[State], unit: Unit, figures: list[Figure], slot: str) -> float:
    """What a template would be worth: a die at everybody who stands close to the target, and their nerves."""
    state, best = battle.state, 0.0
    for aim in aims(battle, unit, figures, slot):
        near = [e for e in state.enemies_of(unit.side) if centre2(e.at, aim.target.at) <= AREA * AREA]
        mod = TEMPLATE_LOF + len(aim.contributors) - 1
        worth = sum(_one_die(aim.firer, enemy, slot, mod) for enemy in near)
        best = max(best, worth)
    return best


def _one_die(firer: Figure, enemy: Figure, slot: str, mod: int) -> float:
    found = line_for(firer, slot)
    needed = found[1].needs(away(firer, enemy)) if found else None
    if found is None or needed is None:
        return 0.0
    armour = sum(mods.value for mods in lof_mods(found[1], enemy) if mods)
    shaken = 0.0 if enemy.shaken else NERVE
    return (open_chance(needed - mod - armour) + shaken) * worth_of_hit(enemy)


# ---- orders


def _order(view: View[Any], ask: Choose, rng: Random) -> str:
    """The order whose fire is worth most; where none is, come nearer with the others covering."""
    battle = _battle(view)
    state, team = battle.state, battle.state.team()
    unit = state.units[state.acting().unit]
    figures, names = able(state, team.figures), ask.ids
    found = {"cohesive-fire": max(_fire_worth(battle, figures, speed) for speed in ("stationary", "walking"))}
    for name, slot in SLOT.items():
        if name in names:
            found[name] = _suppression_worth(battle, unit, figures, slot)
    best = max((name for name in found if name in names), key=lambda name: found[name], default="")
    if best and found[best] >= WORTHWHILE * len(figures):
        return best
    if "sprint" in names and not any(visible(battle, figure) for figure in figures) and _nearest(state, unit, figures) > SAFE:
        return "sprint"
    return next((name for name in (_advancing(figures), *FALLBACK) if name in names), ask.ids[0])


def _advancing(figures: list[Figure]) -> str:
    """An order under which most of them cover while they move (defiance.orders.fire-empty-class)."""
    primary = sum(any(arm.slot == "primary" for arm in figure.arms) for figure in figures)
    return "support-fire" if 2 * primary >= len(figures) else "primary-fire"


def _nearest(state: State, unit: Unit, figures: list[Figure]) -> int:
    return min((away(f, e) for f in figures for e in state.enemies_of(unit.side)), default=0)


def _speed(view: View[Any], ask: Choose, rng: Random) -> str:
    """As the fire is worth most; run where there is nobody to shoot at."""
    battle = _battle(view)
    state, team = battle.state, battle.state.team()
    figures = able(state, team.figures)
    if team.order != "cohesive-fire":
        return "running" if "running" in ask.ids else ask.ids[0]
    found = {speed: _fire_worth(battle, figures, speed) for speed in ask.ids if speed in FIRE_MOD}
    return max(found, key=lambda speed: found[speed] * PATIENCE.get(speed, 1.0)) if found else ask.ids[0]


def _pattern(view: View[Any], ask: Choose, rng: Random) -> str:
    return "move-fire"


# ---- before the battle


def _deploy(view: View[Any], ask: Place, rng: Random) -> Spots | None:
    """The best block on a lattice of the zone that is allowed."""
    state = _battle(view).state
    figures = [state.figures[name] for name in ask.things]
    side = state.side_of(figures[0])
    edge = state.sides[side].edge
    west, south, east, north = bounds(zone_of(state, side))
    blocks = [
        block(figures, (x, y), INWARDS[edge])
        for x in range(west + LATTICE, east + 1, LATTICE)
        for y in range(south + LATTICE, north + 1, LATTICE)
    ]
    friends = [f for f in state.standing() if state.side_of(f) == side]
    ranked = sorted(blocks, key=lambda spots: -_stand_worth(state, figures, spots, friends, edge))
    return first_allowed(ask, ranked)


def _stand_worth(state: State, figures: list[Figure], spots: Spots, friends: list[Figure], edge: int) -> float:
    """To the fore, about the middle, in cover, and beside friends rather than behind them: those spoil the aim."""
    along, size = (0, state.width) if edge in (1, 3) else (1, state.depth)
    columns, total = [friend.at[along] for friend in friends], 0.0
    for figure, there in zip(figures, spots, strict=True):
        here, figure.x, figure.y = figure.at, *there.at
        sheltered = in_cover_anywhere(state, figure)
        figure.x, figure.y = here
        behind = sum(abs(column - there.at[along]) < SAME_COLUMN for column in columns)
        astray = abs(there.at[along] - size / 2) / INCH
        ahead = to_edge((state.width, state.depth), edge, there.at) / INCH
        total += FRONT * ahead + SHELTER * sheltered - SCREEN * behind - FLANK * astray
    return total


# ---- moving


def _move(view: View[Any], ask: Move) -> Any:
    """Towards the enemy, rather into terrain than into the open; at the end look at him."""
    battle = _battle(view)
    state = battle.state
    name = next(iter(ask.start))
    figure = state.figures[name]
    goal = nearest(figure.at, state.enemies_of(state.side_of(figure)))
    if goal is None:
        return None
    bearing = facing_to(figure.at, goal.at) if figure.at != goal.at else figure.face
    if "go" not in ask.verbs:
        return (Leg(name, (Step("turn", face=bearing),)),) if bearing != figure.face else ()
    if ask.rule == "defiance.orders.charge-move":
        legs = ask.plan(Drag((name,), goal.at))
        if ask.refuse(legs) is None:
            return legs
    rise = (Step("stand"),) if figure.prone and "stand" in ask.verbs else ()
    budget = ask.budget[name] // (2 if figure.prone and not rise else 1)
    ends = {step_to(figure.at, bearing + turn, budget * eighths // 8) for eighths in STEPS for turn in TURNS}
    ranked = sorted(ends, key=lambda to: (-_worth(state, figure, goal, to), to))
    looks = {to: facing_to(to, goal.at) if to != goal.at else bearing for to in ranked[:TRIES]}
    return first_allowed(ask, ((Leg(name, (*rise, Step("go", to), Step("turn", face=look))),) for to, look in looks.items()))


def _worth(state: State, figure: Figure, goal: Figure, to: tuple[int, int]) -> float:
    """Where it could do most to the nearest enemy, nearer rather than farther; cover is worth some inches."""
    here, figure.x, figure.y = figure.at, *to
    try:
        far = away(figure, goal) / INCH
        fire = _shot(state, figure, goal, 0, cover="")
        cover = cover_of(state, goal.at, figure)
    finally:
        figure.x, figure.y = here
    crowded = 6.0 if far < TOO_NEAR else 0.0  # hand to hand is not for riflemen
    return fire - far / 4 - crowded + (COVER if cover else 0.0)


# ---- firing


def _fire(view: View[Any], ask: Choose, rng: Random) -> str | None:
    """The shot with the most hits to expect."""
    options = [option for option in ask.written if option.tally is not None]
    figures = _battle(view).state.figures
    return max(options, key=lambda option: _expected(figures, option)).id if options else None


def _expected(figures: dict[str, Figure], option: Option) -> float:
    assert option.tally is not None
    rate, needed = int(option.id.split(":")[2]), option.tally.needed
    return rate * (open_chance(needed) + TAG * open_chance(needed - 1)) * worth_of_hit(figures[option.of[0]])


def _cover(view: View[Any], ask: Choose, rng: Random) -> str:
    """Answer when the target is in the open, else wait until it is."""
    names = ask.ids
    units = [name for name in names if name not in ("wait", "pass")]
    state = _battle(view).state
    figure = state.figures.get(next(iter(ask.of), ""))
    if figure is None or not units:
        return names[0]
    watchers = [f for unit in units for f in state.members(state.units[unit]) if f.covers]
    hidden = all(cover_of(state, watcher.at, figure) for watcher in watchers)
    if hidden and "pass" in names:
        return "wait"
    return units[0]


def _keep(view: View[Any], ask: Choose, rng: Random) -> str:
    """Keep up suppression as long as somebody is under it."""
    state = _battle(view).state
    unit = state.units[state.acting().unit]
    for template in state.templates:
        if template.unit == unit.id:
            enemies = state.enemies_of(unit.side)
            if any(in_template(template, e) or in_fringe(state, template, e) for e in enemies):
                return "keep"
    return "end"


def _spend(view: View[Any], ask: Choose, rng: Random) -> str:
    """Spend it; where dice are at several targets, on the one that needs least."""
    dice = [(option.tally.needed, option.id) for option in ask.written if option.tally is not None]
    return min(dice)[1] if dice else "spend"


def _cards(view: View[Any], ask: Any, rng: Random) -> Any:
    """Command cards go to the units with most figures. Who is in a unit, its option says: units that this plan has made are
    not on the common table yet."""
    figures = _battle(view).state.figures
    options = [option for option in next(iter(ask.items.values())) if option.means != "pass"]
    here = {option.id: sum(not figures[name].gone for name in option.of) for option in options}
    ranked = sorted(here, key=lambda name: (-here[name], name))
    return tuple((item, ranked[number % len(ranked)]) for number, item in enumerate(ask.items)) if ranked else None


ANSWERS: dict[str, Advice] = {
    "defiance.deploy.placement-legality": _deploy,
    "defiance.orders.declare-first": _order,
    "defiance.orders.fire-movement-type": _speed,
    "defiance.orders.fire-attack-pattern": _pattern,
    "defiance.ranged.closest-target": _fire,
    "defiance.ranged.elite-vehicle-targeting": _fire,
    "defiance.cover.target-choice": _fire,
    "defiance.cover.triggers": _cover,
    "defiance.suppression.continue-keep": _keep,
    "defiance.command.chit-damage": _spend,
    "defiance.command.chit-morale": _spend,
    "defiance.command.chit-dumb-luck": _spend,
    "defiance.command.primary-cards": _cards,
}
