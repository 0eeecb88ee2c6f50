"""Lines of sight as a page draws them, and an attack by its words (combat-action.los.lines)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from littlewars.dice import Scripted
from littlewars.engine import Attack, Battle, ScenarioError
from littlewars.engine.showing import Look
from littlewars.kit.looking import Asked, obstacles, on_table
from littlewars.table.shapes.bases import gap
from littlewars.table.terrain.sight_exact import sight_lines
from littlewars.untrusted import quote

from ..basics.sight import RULE, cover_against, sees
from ..basics.state import Figure, State
from ..basics.tabletop import board
from ..fire.shooting import forecast
from ..fire.targets import Shot, platform, targets
from ..melee.fighting import arms
from ..melee.fighting import forecast as blow_forecast

LINES = "combat-action.los.lines"


def look(state: State, start: str, to: str) -> Look:
    """What one model sees of another, by the three lines, and how far away it is."""
    viewer, target = on_table(state, start), on_table(state, to)
    far = gap(viewer.base(), target.base())
    if start == to or viewer.carrier or target.carrier or {viewer.unit, target.unit} & {*state.turn.waiting}:
        return Look("blocked", ((viewer.at, target.at),), far, LINES)
    battle = Battle(state, Scripted(), quiet=True)
    lines = tuple(sight_lines(viewer.base(), target.base(), RULE.lines, RULE.ends)) or ((viewer.at, target.at),)
    between = obstacles(board(battle), start, to, RULE, "is crossed")
    if not sees(battle, viewer, target):
        return Look("blocked", lines, far, LINES, between)
    cover = cover_against(battle, viewer, target)
    return Look("partial" if cover.bonus else "clear", lines, far, cover.rule if cover.bonus else LINES, between)


# ---- odds on the command line and in cases


GIVEN = ("attacker", "target", "weapon", "mode")
NOBODY = "combat-action.ranged.targets"


def attack(state: State, of: str, given: Mapping[str, Any]) -> Attack[State]:
    """`shot`: {attacker, target, weapon, mode}; `blow`: {attacker, target, weapon} in close combat."""
    if of not in ("shot", "blow"):
        raise ScenarioError(f"there are odds of a shot or a blow ({', '.join(GIVEN)}), not of {quote(of)}")
    asked = Asked(state, given, GIVEN)
    attacker, target = asked.figure("attacker"), asked.figure("target")
    battle = Battle(state, Scripted([]), quiet=True)
    if attacker.unit in state.turn.waiting or target.unit in state.turn.waiting or attacker.id == target.id:
        raise ScenarioError(f"{attacker.id} cannot attack {target.id} now: {NOBODY}")
    if of == "blow":
        able = arms(attacker)
        names = [attacker.profile.weapons[n].key if n >= 0 else "" for n in able]
        number = able[names.index(given["weapon"])] if given.get("weapon") in names else able[0]
        return blow_forecast(battle, attacker, target, number)
    return forecast(battle, _shot(battle, attacker, target, given))


def _shot(battle: Battle[State], attacker: Figure, target: Figure, given: Mapping[str, Any]) -> Shot:
    body = platform(battle.state, attacker)
    if body is None:
        raise ScenarioError(f"{attacker.id} has nothing to fire: combat-action.vehicles.crew")
    seen = targets(battle, attacker)
    for number, weapon, gun in body.arms():
        if not weapon.modes or not gun.able or given.get("weapon", weapon.key) != weapon.key:
            continue
        mode = given.get("mode", weapon.modes[-1])
        if mode in weapon.modes and target.id in [foe.id for foe in seen(weapon)]:
            return Shot(attacker.id, body.id, number, str(mode), target.id)
    raise ScenarioError(f"{attacker.id} cannot fire at {target.id} so: {NOBODY}")
