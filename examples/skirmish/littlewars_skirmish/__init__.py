"""Skirmish: a small rulebook of our own. Squads move, shoot and lose heart; whoever has more men left wins."""

from littlewars.kit.errors import misplaced
from littlewars.kit.system import BaseSystem

from .moving import Moved
from .page import look, show
from .scenario import describe, setup
from .shooting import Lost, Tested, Volley
from .state import DATA, State
from .turn import RoundBegan, step, verdict


class Skirmish(BaseSystem[State]):
    name, title, version, longest_step = "skirmish", "Skirmish", 1, 4
    about = "Two squads a side, a die a man: an example of a rulebook that lives in a package of its own."
    folder, state, events = DATA, State, (RoundBegan, Moved, Volley, Lost, Tested)

    setup, describe = staticmethod(setup), staticmethod(describe)
    step, verdict = staticmethod(step), staticmethod(verdict)
    show, look = staticmethod(show), staticmethod(look)

    def state_errors(self, state: State) -> list[str]:
        return misplaced([one for one in state.figures.values() if not one.gone], (state.width, state.depth))


SKIRMISH = Skirmish()
