"""Oversoul as the engine sees it."""

from __future__ import annotations

from typing import Any

from littlewars.engine import Ask
from littlewars.kit.system import BaseSystem

from .attack.odds import attack
from .basics.attributes import DATA
from .basics.events import EVENTS
from .basics.state import State
from .page.looking import look
from .page.show import table
from .roster.muster import MUSTER
from .scenario.describe import describe
from .scenario.setup import setup
from .scenario.state_errors import state_errors
from .scenario.transition_errors import transition_errors
from .turn.sequence import step
from .units.cohesion import apart
from .units.victory import verdict


class Oversoul(BaseSystem[State]):
    """Oversoul Games' Universal Rules."""

    name = "oversoul"
    title = "Oversoul Universal Rules"
    about = "One die a model and four to succeed: any genre, from phalanxes and wizards to tanks. The printed book, whole."
    version = 4
    measures = True  # oversoul.basics.measuring
    longest_step = 12
    folder, state = DATA, State
    events = EVENTS
    muster = MUSTER

    setup = staticmethod(setup)
    describe = staticmethod(describe)
    step = staticmethod(step)
    verdict = staticmethod(verdict)
    state_errors = staticmethod(state_errors)
    transition_errors = staticmethod(transition_errors)
    attack = staticmethod(attack)
    table = staticmethod(table)
    look = staticmethod(look)
    apart = staticmethod(apart)

    def rounds(self, state: State) -> int:
        """Rounds begun so far."""
        return state.turn.round

    def usual(self, ask: Ask[Any]) -> Any:
        """Inside an attack: spend luck on a failure, else the first option."""
        return "reroll" if ask.rule == "oversoul.attr.lucky" else ask.default()


OVERSOUL = Oversoul()
