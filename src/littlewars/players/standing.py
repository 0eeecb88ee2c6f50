"""Standing answers: what a player would do whenever the enemy acts and an answer may be given, said once for a rule."""

from __future__ import annotations

from typing import Any

from littlewars.engine import Ask, Choose, View, foresee
from littlewars.engine.orders import Policy

from .aide import NO_ATTACK, SEED
from .tactician import Tactician


def react(view: View[Any], ask: Ask[Any], policy: Policy) -> Any:
    """The answer to a question of the topic "react": let it pass, answer as the adviser would, or only with a good chance."""
    advice = Tactician(SEED).answer(view, ask)
    if policy == "advise":
        return advice
    idle = _idle(ask)
    if policy == "pass" or not isinstance(ask, Choose):
        return idle
    chance = _chance(view, ask, advice)
    return advice if chance is not None and 100 * chance >= policy else idle


def _idle(ask: Ask[Any]) -> Any:
    """To let it pass: the option that means so, else the usual answer."""
    if isinstance(ask, Choose):
        found = next((one.id for one in ask.written if one.means in NO_ATTACK), None)
        return found if found is not None and ask.refuse(found) is None else ask.default()
    return ask.default()


def _chance(view: View[Any], ask: Choose, answer: str) -> float | None:
    """The chance that anything comes of it, where that may be known first."""
    forecast = foresee(view.system, view.battle, ask, answer)
    if forecast is None or not forecast.chances:
        return None
    return 1 - dict(forecast.chances).get(0, 0.0)
