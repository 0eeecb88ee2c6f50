"""An attack by its words, for odds on the command line and in cases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from littlewars.dice import Scripted
from littlewars.engine import Attack, Battle, ScenarioError
from littlewars.kit.looking import Asked
from littlewars.untrusted import quote

from ..basics.numbers import SNAP
from ..basics.state import State, Unit
from ..fire.forecasts import forecast_plan
from ..fire.snap import snap_plan
from ..fire.targets import shot_at
from ..fire.weapons import shooters

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
    guns = shooters(battle, unit)
    penalty = SNAP * asked.number("snap", 0, 0, 1, "xenocide.snap.penalty")
    able = bool(guns) and shot_at(battle, unit, target, guns) is not None
    plan = snap_plan(battle, unit, target, penalty=penalty) if able else None
    if plan is None:
        raise ScenarioError(f"nobody of {unit.id} can fire at {target.id} now: xenocide.targeting.out-of-range-models")
    return forecast_plan(battle, plan)


def _unit(asked: Asked, word: str) -> Unit:
    """A unit on the table, by its own name or by that of one of its models."""
    state: State = asked.state
    unit = state.units.get(str(asked.given.get(word, ""))) or state.units[asked.figure(word).unit]
    if unit.id in state.turn.waiting or not state.standing(unit):
        raise ScenarioError(f"{word}: {unit.id} is not on the table: xenocide.battle.setup")
    return unit
