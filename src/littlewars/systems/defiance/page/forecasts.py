"""An attack by its words, for odds on the command line and in cases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from littlewars.dice import Scripted
from littlewars.engine import Attack, Battle, ScenarioError
from littlewars.engine.page.looking import Asked
from littlewars.untrusted import quote

from ..area.forecasts import forecast
from ..basics.fire_action import Fire, Manner
from ..basics.numbers import FIRE_MOD
from ..basics.sight import away
from ..basics.state import Bout, Figure, State
from ..fight.bouts import fight_out
from ..fight.forecasts import forecast as forecast_fight
from ..fight.meeting import kind_of
from ..fight.strikes import strikes
from ..fire.targets import is_aimed

GIVEN = ("attacker", "target", "arm", "line", "rate", "speed", "covering")
FIGHT = ("attacker", "target", "charged")
COVERS = (-20, 20)  # modifiers of covering fire that anybody asks about


def attack(state: State, of: str, given: Mapping[str, Any]) -> Attack[State]:
    """`attack`: {attacker, target, arm, line, rate, speed or covering}: one weapon of one figure at one of the enemy's;
    `fight`: {attacker, target, charged}: the two hand to hand."""
    if of not in ("attack", "fight"):
        known = f"there are odds of an attack ({', '.join(GIVEN)}) and of a fight ({', '.join(FIGHT)})"
        raise ScenarioError(f"{known}, not of {quote(of)}")
    asked = Asked(state, given, GIVEN if of == "attack" else FIGHT)
    figure, target = (_deployed(asked, word) for word in ("attacker", "target"))
    if state.side_of(figure) == state.side_of(target):
        raise ScenarioError(f"{figure.id} does not fire at {target.id}, who is on its side: defiance.ranged.legal-targets")
    return _fight(asked, figure, target) if of == "fight" else _shot(state, asked, figure, target)


def _fight(asked: Asked, figure: Figure, target: Figure) -> Attack[State]:
    """Hand to hand, as if they had just met (defiance.hth.sequence)."""
    if not strikes(figure):
        raise ScenarioError(f"{figure.id} does not fight hand to hand: defiance.hth.versus-static-vehicle")
    if figure.aloft or target.aloft:
        raise ScenarioError("nobody fights in the air: defiance.flight.forbidden")
    charged = bool(asked.number("charged", 0, 0, 1, "defiance.hth.charge-bonus"))
    return forecast_fight(asked.state, Bout(figure.id, target.id, kind_of(figure, target), charged), fight_out)


def _shot(state: State, asked: Asked, figure: Figure, target: Figure) -> Attack[State]:
    given = asked.given
    arm = asked.number("arm", 0, 0, len(figure.arms) - 1, f"the weapons of {figure.id}: defiance.stats.primary-weapon")
    lines = figure.arms[arm].weapon.lines
    number = asked.number("line", 0, 0, len(lines) - 1, "the lines of this weapon: defiance.stats.primary-weapon")
    line = lines[number]
    if line.form == "cdw":
        raise ScenarioError(f"a {line.name} is set off, not fired: defiance.cdw.definition")
    if "covering" in given and not line.can_cover:
        raise ScenarioError(f"a {line.name} does not cover: defiance.cover.prohibited")
    line = line.of(figure.frame.size)
    rate = asked.number("rate", line.rate, 1, max(line.rate, line.high), "defiance.ranged.feed-rate")
    if line.needs(away(figure, target), is_aimed(figure, target)) is None:
        raise ScenarioError(f"{target.id} is out of range: defiance.ranged.range-maximum")
    return forecast(Battle(state, Scripted([])), Fire(figure, arm, number, rate, target.id, _manner(asked)))


def _deployed(asked: Asked, word: str) -> Figure:
    figure: Figure = asked.figure(word)
    if not asked.state.stands(figure):
        raise ScenarioError(f"{word}: {figure.id} is not on the table yet: defiance.deploy.placement-procedure")
    return figure


def _manner(asked: Asked) -> Manner:
    """How it moves while it fires, or the modifier with which it covers."""
    given = asked.given
    if "covering" not in given:
        speed = given.get("speed", "stationary")
        if speed not in FIRE_MOD:
            raise ScenarioError(f"speed is {' or '.join(FIRE_MOD)}, not {quote(speed)}: defiance.move.types-table")
        return Manner(str(speed))
    if "speed" in given:
        raise ScenarioError("an attack has a speed or is covering, not both: defiance.cover.modifier-class")
    return Manner(covering=asked.number("covering", 0, *COVERS, "defiance.cover.modifier-table"))
