"""What a shot would bring, before it is declared: the tally and the exact odds, from the dice of play themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from littlewars.dice.kinds import bands
from littlewars.engine import Ask, Attack, Battle, Choose, ScenarioError, System, Tally, TooManyBranches
from littlewars.engine.odds import odds
from littlewars.engine.showing import Forecast, Roll, forecast

from ..basics.dice import OPEN, TEN
from ..basics.numbers import FIRE_MOD
from ..basics.rolls import damage_bands
from ..basics.sight import away
from ..basics.state import Figure, State
from ..fire.damage import KNOCKED, roll, settle
from ..fire.firing import HOLD, Choice, can_fire
from ..fire.shots import Shot, aim, knocks, pierces_field
from ..fire.targets import is_aimed
from ..units.morale import nerve_tally, never_tests

MOST_RUNS = 40_000
SHOTS = ("defiance.ranged.closest-target", "defiance.ranged.elite-vehicle-targeting", "defiance.cover.target-choice")
GIVEN = ("attacker", "target", "arm", "line", "rate", "speed", "covering")
COVERS = (-20, 20)  # modifiers of covering fire that anybody asks about
OUT = "figures out of action (eliminated or shaken)"


def conditions(state: State, side: str) -> dict[str, tuple[bool, bool]]:
    """Of everybody of a side: is he gone, is he shaken?"""
    return {f.id: (bool(f.gone), f.shaken) for f in state.figures.values() if state.side_of(f) == side}


def attack_with(state: State, shot: Shot) -> Attack[State]:
    """One weapon's dice at one target, with saves, damage and tests as in play."""
    side = state.side_of(state.figures[shot.target])
    before = conditions(state, side)

    async def rule(battle: Battle[State]) -> None:
        await settle(battle, [roll(battle, shot)])

    def worse(battle: Battle[State], _: None) -> int:  # whoever was shaken already counts when he falls
        return sum(now != before[name] for name, now in conditions(battle.state, side).items())

    return Attack(rule, worse)


def attack(state: State, of: str, given: Mapping[str, Any]) -> Attack[State]:
    """`attack`: {attacker, target, arm, line, rate, speed or covering}: one weapon of one figure at one of the enemy's."""
    if of != "attack":
        raise ScenarioError(f"there are odds of an attack ({', '.join(GIVEN)}), not of {of!r}")
    if strange := sorted(set(map(str, given)) - set(GIVEN)):
        raise ScenarioError(f"an attack has no {strange[0]!r}; it has {', '.join(GIVEN)}")
    figure, target = (_figure(state, given, word) for word in ("attacker", "target"))
    if state.side_of(figure) == state.side_of(target):
        raise ScenarioError(f"{figure.id} does not fire at {target.id}, who is on its side: defiance.ranged.legal-targets")
    arm = _whole(given, "arm", 0, (0, len(figure.arms) - 1), f"the weapons of {figure.id}: defiance.stats.primary-weapon")
    lines = figure.arms[arm].weapon.lines
    line = lines[_whole(given, "line", 0, (0, len(lines) - 1), "the lines of this weapon: defiance.stats.primary-weapon")]
    if not can_fire(line):
        raise ScenarioError(f"there are no odds yet of a {line.name}: defiance.ranged.direct-or-indirect")
    rate = _whole(given, "rate", line.rate, (1, max(line.rate, line.high)), "defiance.ranged.feed-rate")
    if line.needs(away(figure, target), is_aimed(figure, target)) is None:
        raise ScenarioError(f"{target.id} is out of range: defiance.ranged.range-maximum")
    return attack_with(state, aim(state, figure, arm, line, target, rate, *_way(given)))


def _way(given: Mapping[str, Any]) -> tuple[str, int | None]:
    """How it moves while it fires, or the modifier with which it covers."""
    if "covering" not in given:
        speed = given.get("speed", "stationary")
        if speed not in FIRE_MOD:
            raise ScenarioError(f"speed is {' or '.join(FIRE_MOD)}, not {speed!r}: defiance.move.types-table")
        return str(speed), None
    if "speed" in given:
        raise ScenarioError("an attack has a speed or is covering, not both: defiance.cover.modifier-class")
    return "", _whole(given, "covering", 0, COVERS, "defiance.cover.modifier-table")


def _whole(given: Mapping[str, Any], word: str, usual: int, allowed: tuple[int, int], why: str) -> int:
    """A number as it was written, between two bounds."""
    raw, (low, high) = str(given.get(word, usual)), allowed
    if low > high:
        raise ScenarioError(f"{word}: there are none of {why}")
    if not re.fullmatch(r"[+-]?[0-9]{1,6}", raw) or not low <= int(raw) <= high:
        raise ScenarioError(f"{word} is {low} to {high}, not {raw[:20]}: {why}")
    return int(raw)


def _figure(state: State, given: Mapping[str, Any], word: str) -> Figure:
    name = given.get(word)
    if name is None:
        raise ScenarioError(f"an attack needs {word}=…, the name of a figure")
    if name not in state.figures or state.figures[name].gone:
        raise ScenarioError(f"{word}: there is no figure {name!r} on the table")
    if state.figures[name].unit in state.turn.waiting:
        raise ScenarioError(f"{word}: {name} is not on the table yet: defiance.deploy.placement-procedure")
    return state.figures[name]


def foresee(system: System[State], battle: Battle[State], ask: Ask[Any], answer: Any) -> Forecast | None:
    """Tally and odds of one of the shots that are offered; None for anything else."""
    if not isinstance(ask, Choose) or ask.rule not in SHOTS or answer == HOLD or ask.envelope(answer) is not None:
        return None
    state = battle.state
    figure = state.figures[ask.of[0]]
    choice = Choice(figure, answer)
    covering = figure.cover_mod if ask.rule == SHOTS[-1] else None
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
    if target.frame.field is not None and not pierces_field(shot.line):
        fails, saves = bands(TEN, (target.frame.field,))
        found.append(Roll("field save", "d10", Tally(target.frame.field), saves / (fails + saves)))
    terror = "T" in shot.line.effectors  # it tags nobody, but every hit is a test (defiance.effector.terror-hit)
    if (tag or terror) and not never_tests(state, target):
        needed = nerve_tally(state, target, KNOCKED if knocks(shot.line, target) else None)
        fails, passed = bands(TEN, (min(10, needed.needed),))
        found.append(Roll("morale if hit" if terror else "morale if tagged", "d10", needed, passed / (fails + passed)))
    return tuple(found)
