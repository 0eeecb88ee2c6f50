"""Attacks by their words, for odds on the command line and in cases (at43.urt.accuracy-chart)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from littlewars.dice import Scripted
from littlewars.engine import Attack, Battle, ScenarioError
from littlewars.engine.page.looking import Asked
from littlewars.untrusted import quote

from ..basics.resolution import impacts, needed
from ..basics.state import State, Unit
from ..fire.aim import aim, guns_of, targets
from ..fire.expected import salvo_attack

TEST, SALVO = ("action", "difficulty", "dice", "rerolls"), ("unit", "target", "weapon")
MOST = 60


def attack(state: State, of: str, given: Mapping[str, Any]) -> Attack[State]:
    """`test`: {action, difficulty, dice, rerolls} on the resolution table; `salvo`: {unit, target, weapon}."""
    if of == "test":
        return _test(state, given)
    if of == "salvo":
        return _salvo(state, given)
    raise ScenarioError(f"there are odds of a test ({', '.join(TEST)}) and a salvo ({', '.join(SALVO)}), not of {quote(of)}")


def _test(state: State, given: Mapping[str, Any]) -> Attack[State]:
    """So many dice against a difficulty, failed ones again (at43.urt.difference, at43.shooting.reroll)."""
    asked = Asked(state, given, TEST)
    action = asked.number("action", 0, 0, MOST, "at43.urt.difference")
    difficulty = asked.number("difficulty", 0, 0, MOST, "at43.urt.difference")
    dice = asked.number("dice", 1, 1, MOST, "at43.shooting.attack-rate")
    rerolls = asked.number("rerolls", 0, 0, MOST, "at43.shooting.reroll")
    least = needed(action, difficulty)
    return Attack(
        lambda battle: impacts(battle, dice, rerolls, least), lambda battle, found: found, pure=True,
        title=f"{action} against {difficulty}", counts="impacts",
    )  # fmt: skip


def _salvo(state: State, given: Mapping[str, Any]) -> Attack[State]:
    """A weapon of a unit at an enemy unit, as they stand: points that the target loses."""
    asked = Asked(state, given, SALVO)
    unit, target = _unit(asked, "unit"), _unit(asked, "target")
    battle = Battle(state, Scripted(), quiet=True)
    guns = guns_of(state, unit)
    key = str(given.get("weapon", next(iter(guns), "")))
    if key not in guns or unit.side == target.side or target.id not in targets(battle, unit, guns[key]):
        raise ScenarioError(f"{unit.id} cannot fire {quote(key)} at {target.id}: at43.shooting.los")
    shot, _ = aim(battle, unit, guns[key], target.id)
    return salvo_attack(state, unit.id, [shot])


def _unit(asked: Asked, word: str) -> Unit:
    """A unit on the table."""
    unit: Unit = asked.unit(word)
    if not asked.state.on_table(unit):
        raise ScenarioError(f"{word}: {unit.id} is not on the table: at43.units.eliminated")
    return unit
