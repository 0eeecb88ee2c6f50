"""Xenocide: Firefight as the engine sees it."""

from __future__ import annotations

from littlewars.kit.system import BaseSystem

from .basics.events import EVENTS
from .basics.profiles import DATA
from .basics.state import State
from .features import FEATURES, shows
from .page.looking import attack, look
from .page.show import page, show
from .roster.muster import MUSTER
from .scenario.describe import describe
from .scenario.setup import setup
from .scenario.state_errors import state_errors, transition_errors
from .turn.sequence import step
from .turn.victory import verdict


class Xenocide(BaseSystem[State]):
    """Xenocide: Firefight."""

    name = "xenocide"
    title = "Xenocide: Firefight"
    about = "Squads of the far future: secret orders, simultaneous fire, suppression, low is good."
    version = 1
    longest_step = 12
    folder, state = DATA, State
    events = EVENTS
    features = FEATURES
    muster = MUSTER

    setup = staticmethod(setup)
    describe = staticmethod(describe)
    step = staticmethod(step)
    verdict = staticmethod(verdict)
    state_errors = staticmethod(state_errors)
    transition_errors = staticmethod(transition_errors)
    shows = staticmethod(shows)
    show = staticmethod(show)
    page = staticmethod(page)
    look = staticmethod(look)
    attack = staticmethod(attack)

    def rounds(self, state: State) -> int:
        """Turns begun so far."""
        return state.turn.number


XENOCIDE = Xenocide()
