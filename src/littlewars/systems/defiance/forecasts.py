"""What a shot would bring, before it is declared: the tally and the exact odds, from the dice of play themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...dice.kinds import bands
from ...engine import Ask, Attack, Battle, Choose, ScenarioError, System, Tally, TooManyBranches
from ...engine.odds import odds
from ...engine.showing import Forecast, Roll, forecast
from .damage import roll, settle
from .firing import HOLD, Choice
from .kinds_of_dice import OPEN, TEN
from .morale import nerve_tally, never_tests
from .rolls import damage_bands
from .shots import Shot, aim
from .state import Figure, State

MOST_RUNS = 40_000
SHOTS = ("defiance.ranged.closest-target", "defiance.cover.target-choice")
OUT = "figures out of action (eliminated or shaken)"


def out_of_action(state: State, side: str) -> int:
    """Figures of a side that are gone or shaken."""
    return sum(bool(f.gone) or f.shaken for f in state.figures.values() if state.side_of(f) == side)


def attack_with(state: State, shot: Shot) -> Attack[State]:
    """One weapon's dice at one target, with saves, damage and tests as in play."""
    side = state.side_of(state.figures[shot.target])
    before = out_of_action(state, side)

    async def rule(battle: Battle[State]) -> None:
        await settle(battle, [roll(battle, shot)])

    return Attack(rule, lambda battle, _: out_of_action(battle.state, side) - before)


def attack(state: State, of: str, given: Mapping[str, Any]) -> Attack[State]:
    """`attack`: {attacker, target, arm, line, rate, speed or covering}."""
    if of != "attack":
        raise ScenarioError(f"there are odds of an attack, not of {of!r}")
    figure, target = (_figure(state, given.get(word)) for word in ("attacker", "target"))
    arm = int(given.get("arm", 0))
    if not 0 <= arm < len(figure.arms):
        raise ScenarioError(f"{figure.id} has no weapon {arm}: defiance.stats.primary-weapon")
    line = figure.arms[arm].weapon.lines[int(given.get("line", 0))]
    covering = given.get("covering")
    try:
        rate, speed = int(given.get("rate", line.rate)), str(given.get("speed", "stationary"))
        shot = aim(state, figure, arm, line, target, rate, speed, None if covering is None else int(covering))
    except AssertionError:
        raise ScenarioError(f"{target.id} is out of range: defiance.ranged.range-maximum") from None
    return attack_with(state, shot)


def _figure(state: State, name: Any) -> Figure:
    if name not in state.figures or state.figures[name].gone:
        raise ScenarioError(f"there is no figure {name!r} on the table")
    return state.figures[name]


def foresee(system: System[State], battle: Battle[State], ask: Ask[Any], answer: Any) -> Forecast | None:
    """Tally and odds of one shot; None for anything else."""
    if not isinstance(ask, Choose) or ask.rule not in SHOTS or answer == HOLD:
        return None
    state = battle.state
    figure = state.figures[ask.of[0]]
    choice = Choice(figure, answer)
    covering = figure.cover_mod if ask.rule == SHOTS[1] else None
    speed = "" if covering is not None else state.team().speed
    shot = aim(state, figure, choice.arm, choice.line, state.figures[choice.target], choice.rate, speed, covering)
    asked = attack_with(state, shot)
    try:
        found = odds(system, state, asked.rule, asked.measure, limit=MOST_RUNS)
    except TooManyBranches:
        return None
    target = state.figures[choice.target]
    title = f"{figure.frame.name} → {target.frame.name}, {choice.rate} dice"
    return forecast(title, OUT, found, _rolls(state, shot, target))


def _rolls(state: State, shot: Shot, target: Figure) -> tuple[Roll, ...]:
    """The damage die, the field, and the test that a tag would bring."""
    miss, tag, hit = bands(OPEN, damage_bands(shot.tally.needed, shot.short))
    found = [Roll("damage", "d10", shot.tally, hit / (miss + tag + hit))]
    if target.frame.field is not None and "F" not in shot.line.effectors:
        fails, saves = bands(TEN, (target.frame.field,))
        found.append(Roll("field save", "d10", Tally(target.frame.field), saves / (fails + saves)))
    if tag and not never_tests(state, target):
        needed = nerve_tally(state, target)
        fails, passed = bands(TEN, (min(10, needed.needed),))
        found.append(Roll("morale if tagged", "d10", needed, passed / (fails + passed)))
    return tuple(found)
