"""Rules of thumb for Defiance: fire when it pays, cover while advancing, suppress crowds, keep to the terrain."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from ..engine import Ask, Battle, Choose, Leg, Move, Option, Step, View
from ..table.bases import centre2
from ..table.facing import facing_to, step_to
from ..systems.defiance.ground import terrain
from ..systems.defiance.numbers import INCH
from ..systems.defiance.orders import able
from ..systems.defiance.sight import away, cover_of, sees_many
from ..systems.defiance.state import Figure, State, Team, Unit
from ..systems.defiance.suppression import aims

GOOD = 9  # a damage die that needs more is not worth standing still for
CROWD = 3  # figures under a template that make it worth laying
STEPS = (8, 6, 4, 2)  # eighths of an allowance
TURNS = (0, 1500, -1500, 3000, -3000, 4500, -4500)


def advise(view: View[Any], ask: Ask[Any], rng: Random, stuck: Counter[str]) -> Any:
    """An answer, or None for the usual one."""
    if isinstance(ask, Move):
        return _move(view, ask)
    known = ANSWERS.get(ask.rule)
    return known(view, ask, rng) if known else None


def _battle(view: View[Any]) -> Battle[State]:
    return view.battle


# ---- orders


def _order(view: View[Any], ask: Choose, rng: Random) -> str:
    """Fire if it pays, suppress a crowd, else come nearer under cover of the others."""
    battle = _battle(view)
    state, team = battle.state, battle.state.team()
    unit = state.units[state.acting().unit]
    figures, names = able(state, team.figures), ask.ids
    best = _best_shot(battle, figures)
    if best is not None and best <= GOOD:
        crowd = _suppression(battle, unit, figures, names)
        return crowd or "cohesive-fire"
    if best is None and "sprint" in names and _nearest(state, unit, figures) > 40 * INCH:
        return "sprint"
    return _advancing(figures)


def _advancing(figures: list[Figure]) -> str:
    """An order under which most of them cover while they move (defiance.orders.fire-empty-class)."""
    primary = sum(any(arm.slot == "primary" for arm in figure.arms) for figure in figures)
    return "support-fire" if 2 * primary >= len(figures) else "primary-fire"


def _best_shot(battle: Battle[State], figures: list[Figure]) -> int | None:
    """The lowest number that somebody would need, standing still; None if nobody has a target."""
    state, best = battle.state, None
    for figure in figures:
        enemies = list(state.enemies_of(state.side_of(figure)))
        for enemy, seen in zip(enemies, sees_many(battle, figure, enemies), strict=True):
            for arm in figure.arms if seen else ():
                for line in arm.weapon.lines:
                    needed = line.needs(away(figure, enemy)) if line.aoe is None else None
                    if needed is not None:
                        needed -= 2 + enemy.frame.armour
                        best = needed if best is None else min(best, needed)
    return best


def _suppression(battle: Battle[State], unit: Unit, figures: list[Figure], names: list[str]) -> str | None:
    """A template where enemies stand close together."""
    state = battle.state
    for name, slot in (("primary-suppression", "primary"), ("support-suppression", "support")):
        if name not in names:
            continue
        for aim in aims(battle, unit, figures, slot):
            near = [e for e in state.enemies_of(unit.side) if centre2(e.at, aim.target.at) <= (2 * INCH) ** 2]
            if len(near) >= CROWD and len(aim.contributors) >= 2:
                return name
    return None


def _nearest(state: State, unit: Unit, figures: list[Figure]) -> int:
    return min((away(f, e) for f in figures for e in state.enemies_of(unit.side)), default=0)


def _speed(view: View[Any], ask: Choose, rng: Random) -> str:
    """Stand still to shoot, run where nobody sees us, else walk."""
    battle = _battle(view)
    state, team = battle.state, battle.state.team()
    figures = able(state, team.figures)
    best = _best_shot(battle, figures)
    if team.order == "cohesive-fire" and best is not None and best <= GOOD and "stationary" in ask.ids:
        return "stationary"
    return "running" if best is None else "walking"


def _pattern(view: View[Any], ask: Choose, rng: Random) -> str:
    return "move-fire"


# ---- moving


def _move(view: View[Any], ask: Move) -> Any:
    """Towards the enemy, rather into terrain than into the open; at the end look at him."""
    battle = _battle(view)
    state = battle.state
    name = next(iter(ask.start))
    figure = state.figures[name]
    enemies = list(state.enemies_of(state.side_of(figure)))
    if not enemies:
        return None
    goal = min(enemies, key=lambda e: (centre2(figure.at, e.at), e.id))
    bearing = facing_to(figure.at, goal.at) if figure.at != goal.at else figure.face
    if "go" not in ask.verbs:
        return (Leg(name, (Step("turn", face=bearing),)),) if bearing != figure.face else ()
    best: tuple[float, Any] | None = None
    rise = (Step("stand"),) if figure.prone and "stand" in ask.verbs else ()
    budget = ask.budget[name] // (2 if figure.prone and not rise else 1)
    for eighths in STEPS:
        for turn in TURNS:
            to = step_to(figure.at, bearing + turn, budget * eighths // 8)
            legs = (Leg(name, (*rise, Step("go", to), Step("turn", face=facing_to(to, goal.at) if to != goal.at else bearing))),)
            worth = _worth(state, figure, goal, to)
            if (best is None or worth > best[0]) and ask.refuse(legs) is None:
                best = (worth, legs)
    return best[1] if best else None


def _worth(state: State, figure: Figure, goal: Figure, to: tuple[int, int]) -> float:
    """Nearer is better down to a good range; cover is worth some inches."""
    here, figure.x, figure.y = figure.at, *to
    try:
        far = away(figure, goal) / INCH
        cover = cover_of(state, goal.at, figure)
    finally:
        figure.x, figure.y = here
    inside = any(terrain(piece) != "open" and piece.holds(to) for piece in state.pieces)
    return -abs(far - 14) + (5 if cover else 0) + (1 if inside else 0)


# ---- firing


def _fire(view: View[Any], ask: Choose, rng: Random) -> str | None:
    """The shot with the most hits to expect."""
    options = [option for option in ask.written if option.tally is not None]
    return max(options, key=_expected).id if options else None


def _expected(option: Option) -> float:
    assert option.tally is not None
    rate = int(option.id.split(":")[2])
    needed = max(2, option.tally.needed)
    chance = max(0.0, (11 - needed) / 10) if needed <= 10 else 0.05 if needed == 11 else 0.025 if needed == 12 else 0.0
    return rate * chance


def _cover(view: View[Any], ask: Choose, rng: Random) -> str:
    """Answer when the target is in the open, else wait until it is."""
    names = ask.ids
    units = [name for name in names if name not in ("wait", "until", "pass")]
    state = _battle(view).state
    name = ask.prompt.rpartition("(")[2].partition(")")[0]
    figure = state.figures.get(name)
    if figure is None or not units:
        return names[0]
    watchers = [f for unit in units for f in state.members(state.units[unit]) if f.covers]
    hidden = all(cover_of(state, watcher.at, figure) for watcher in watchers)
    if hidden and "until" in names:
        return "until"
    return units[0]


def _keep(view: View[Any], ask: Choose, rng: Random) -> str:
    """Keep up suppression as long as somebody is under it."""
    from ..systems.defiance.suppression_area import in_fringe, in_template

    state = _battle(view).state
    unit = state.units[state.acting().unit]
    for template in state.templates:
        if template.unit == unit.id:
            enemies = state.enemies_of(unit.side)
            if any(in_template(template, e) or in_fringe(state, template, e) for e in enemies):
                return "keep"
    return "end"


def _spend(view: View[Any], ask: Choose, rng: Random) -> str:
    return "spend"


def _cards(view: View[Any], ask: Any, rng: Random) -> Any:
    """Command cards go to the units with most figures."""
    items = ask.items
    state = view.state
    units = [option.id for option in next(iter(items.values())) if option.id != "none"]
    ranked = sorted(units, key=lambda name: (-len(state.members(state.units[name])), name))
    return tuple((item, ranked[number % len(ranked)]) for number, item in enumerate(items)) if ranked else None


def _chits(view: View[Any], ask: Any, rng: Random) -> Any:
    return None


ANSWERS = {
    "defiance.orders.declare-first": _order,
    "defiance.orders.fire-movement-type": _speed,
    "defiance.orders.fire-attack-pattern": _pattern,
    "defiance.ranged.closest-target": _fire,
    "defiance.cover.target-choice": _fire,
    "defiance.cover.triggers": _cover,
    "defiance.suppression.continue-keep": _keep,
    "defiance.command.chit-damage": _spend,
    "defiance.command.chit-morale": _spend,
    "defiance.command.chit-dumb-luck": _spend,
    "defiance.command.primary-cards": _cards,
    "defiance.command.chit-assign": _chits,
}
__all__ = ["Team", "advise"]
