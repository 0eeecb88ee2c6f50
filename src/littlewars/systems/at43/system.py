"""AT-43 as the engine sees it."""

from __future__ import annotations

from littlewars.kit.system import BaseSystem

from .basics.events import EVENTS
from .basics.profiles import DATA
from .basics.state import State
from .features import FEATURES, shows
from .page.forecasts import attack
from .page.looking import look
from .page.show import table
from .roster.muster import MUSTER
from .scenario.describe import describe
from .scenario.setup import setup
from .scenario.state_errors import state_errors, transition_errors
from .turn.secrets import guess, hide
from .turn.sequence import step
from .turn.victory import verdict

ABOUT = (
    "Units of the far future round their leaders: cards face down, Leadership Points, one table for all tests, no measuring. "
    "Our reconstruction round the quick reference."
)


class At43(BaseSystem[State]):
    """AT-43."""

    name = "at43"
    title = "AT-43"
    about = ABOUT
    version = 1
    unit = "cm"
    measures = False  # at43.measuring.no-premeasuring
    secrets = True
    longest_step = 20
    folder, state = DATA, State
    events = EVENTS
    features = FEATURES
    muster = MUSTER

    setup = staticmethod(setup)
    describe = staticmethod(describe)
    step = staticmethod(step)
    verdict = staticmethod(verdict)
    hide = staticmethod(hide)
    guess = staticmethod(guess)
    state_errors = staticmethod(state_errors)
    transition_errors = staticmethod(transition_errors)
    table = staticmethod(table)
    look = staticmethod(look)
    attack = staticmethod(attack)
    shows = staticmethod(shows)

    def rounds(self, state: State) -> int:
        """Rounds begun so far."""
        return state.turn.round


AT43 = At43()
