"""Combat Action as the engine sees it."""

from __future__ import annotations

from littlewars.kit.system import BaseSystem

from .basics.events import EVENTS
from .basics.profiles import DATA
from .basics.state import State
from .features import FEATURES, shows
from .page.forecasts import attack
from .page.looking import look
from .page.show import page, show
from .roster.muster import MUSTER
from .scenario.setup import describe, setup
from .scenario.state_errors import state_errors, transition_errors
from .turn.sequence import step
from .turn.victory import verdict
from .units.coherency import apart


class CombatAction(BaseSystem[State]):
    """Combat Action, as we reconstruct it."""

    name = "combat-action"
    title = "Combat Action"
    about = "Our reconstruction around the author's tables: action points, ready fire, robots, runaways, buildings of sections."
    version = 1
    unit = "cm"
    longest_step = 40
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
    apart = staticmethod(apart)
    attack = staticmethod(attack)

    def rounds(self, state: State) -> int:
        """Turns begun so far."""
        return state.turn.number


COMBAT_ACTION = CombatAction()
