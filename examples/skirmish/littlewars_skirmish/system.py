"""Skirmish as the engine sees it."""

from __future__ import annotations

from littlewars.kit.errors import misplaced
from littlewars.kit.system import BaseSystem

from .events import EVENTS
from .page import look, show
from .scenario import describe, setup
from .state import DATA, State
from .turn import step, verdict


class Skirmish(BaseSystem[State]):
    name, title, version, longest_step = "skirmish", "Skirmish", 1, 4
    about = "Two squads a side, a die a man: an example of a rulebook that lives in a package of its own."
    folder, state = DATA, State
    events = EVENTS

    setup = staticmethod(setup)
    describe = staticmethod(describe)
    step = staticmethod(step)
    verdict = staticmethod(verdict)
    show = staticmethod(show)
    look = staticmethod(look)

    def rounds(self, state: State) -> int:
        return state.turn.round

    def state_errors(self, state: State) -> list[str]:
        return misplaced([one for one in state.figures.values() if not one.gone], (state.width, state.depth))


SKIRMISH = Skirmish()
