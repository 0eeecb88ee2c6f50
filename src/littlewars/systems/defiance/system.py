"""Defiance as the engine sees it."""

from __future__ import annotations

from littlewars.engine.measures import Measure
from littlewars.kit.system import BaseSystem

from .basics.events import EVENTS
from .basics.scale import SCALES
from .basics.state import State
from .features import FEATURES, shows
from .page.forecasts import attack
from .page.looking import look
from .page.show import page, table
from .roster.armies import DATA
from .roster.muster import MUSTER
from .scenario.describe import describe
from .scenario.secrets import guess, hide
from .scenario.setup import setup
from .scenario.state_errors import state_errors
from .scenario.transition_errors import transition_errors
from .turn.sequence import step
from .turn.victory import verdict


class Defiance(BaseSystem[State]):
    """Defiance: Vital Ground, the Universal Skirmish System."""

    name = "defiance"
    title = "Defiance: Vital Ground"
    about = "Squads of the far future: orders, covering fire, suppression, fights hand to hand, special weapons, vehicles."
    version = 3
    measures = True  # defiance.ranged.range-measurement
    secrets = True  # defiance.command.initiative-cards
    longest_step = 40  # a move is one step, with all covering fire that answers it: some twenty answers in play by chance
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
    attack = staticmethod(attack)
    shows = staticmethod(shows)
    table = staticmethod(table)
    page = staticmethod(page)
    look = staticmethod(look)

    def measure(self, state: State) -> Measure:
        """Inches, or centimetres for 15 mm figures."""
        return SCALES[state.settings.scale]


DEFIANCE = Defiance()
