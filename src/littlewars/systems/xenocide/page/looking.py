"""Lines of sight as a page draws them: seen or not, and what stands in the way (xenocide.los.models); attacks by their words,
for odds on the command line and in cases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from littlewars.dice import Scripted
from littlewars.engine import Attack, Battle, ScenarioError
from littlewars.engine.showing import Look, Obstacle
from littlewars.kit.looking import Asked, obstacles, on_table
from littlewars.table.shapes.bases import gap
from littlewars.table.terrain.sight_exact import sight_lines
from littlewars.table.terrain.sight_rules import XENOCIDE as SIGHT
from littlewars.untrusted import quote

from ..basics.numbers import SNAP
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, sees
from ..fire.declare import forecast, usual_volley
from ..fire.targets import could_hit
from ..fire.views import look_at

LOOK, PARTLY, SCREEN = "xenocide.los.models", "xenocide.cover.obscured", "xenocide.los.enemy-units-block"


def look(state: State, start: str, to: str) -> Look:
    """What one figure sees of another, by the lines that are tested, and how far away it is."""
    viewer, target = on_table(state, start), on_table(state, to)
    far = gap(viewer.base(), target.base())
    if start == to or viewer.carrier or target.carrier or {viewer.unit, target.unit} & {*state.turn.waiting}:
        return Look("blocked", ((viewer.at, target.at),), far, LOOK)
    battle = Battle(state, Scripted(), quiet=True)
    lines = tuple(sight_lines(viewer.base(), target.base(), SIGHT.lines, SIGHT.ends))
    between = obstacles(board(battle), start, to, SIGHT, "is crossed")
    if not sees(battle, viewer, target):
        return Look("blocked", lines, far, LOOK, between)
    return _shot(battle, viewer, target, Look("clear", lines, far, LOOK, between))


def _shot(battle: Battle[State], viewer: Figure, target: Figure, free: Look) -> Look:
    """What units do to a line that the ground leaves free: enemies may screen it, friends are shot through
    (xenocide.los.enemy-units-block, xenocide.friendly-fire.through)."""
    units = battle.state.units
    if viewer.unit == target.unit:
        return free
    seen = look_at(battle, units[viewer.unit], units[target.unit], full=True)[0]
    row, column = seen.row(viewer.id), seen.targets.index(target.id)
    pair = seen.viewers[row], target.id
    met = [(name, "is shot through") for name in seen.between(*pair)] + [(name, "screens") for name in seen.screens(*pair)]
    shot = replace(free, obstacles=(*free.obstacles, *(Obstacle(name, units[name].name, does) for name, does in met)))
    if not seen.seen_from(row)[column]:
        return replace(shot, state="blocked", rule=SCREEN)
    return replace(shot, state="partial", rule=PARTLY) if seen.obscured(row)[column] else shot


GIVEN = ("unit", "target", "snap")


def attack(state: State, of: str, given: Mapping[str, Any]) -> Attack[State]:
    """`volley`: {unit, target, snap}: everybody of a unit fires at another what promises most; `snap=1`: a snap shot."""
    if of != "volley":
        raise ScenarioError(f"there are odds of a volley ({', '.join(GIVEN)}), not of {quote(of)}")
    asked = Asked(state, given, GIVEN)
    unit, target = _unit(asked, "unit"), _unit(asked, "target")
    if unit.side == target.side:
        raise ScenarioError(f"{unit.id} does not fire at {target.id}, which is on its side: xenocide.targeting.unit-at-unit")
    battle = Battle(state, Scripted([]), quiet=True)
    penalty = SNAP * asked.number("snap", 0, 0, 1, "xenocide.snap.penalty")
    found = forecast(battle, usual_volley(battle, unit, target), penalty) if could_hit(battle, unit, target) else None
    if found is None:
        raise ScenarioError(f"nobody of {unit.id} can fire at {target.id} now: xenocide.targeting.out-of-range-models")
    return found


def _unit(asked: Asked, word: str) -> Unit:
    """A unit on the table, by its own name or by that of one of its models."""
    state: State = asked.state
    unit = state.units.get(str(asked.given.get(word, ""))) or state.units[asked.figure(word).unit]
    if unit.id in state.turn.waiting or not state.standing(unit):
        raise ScenarioError(f"{word}: {unit.id} is not on the table: xenocide.battle.setup")
    return unit
