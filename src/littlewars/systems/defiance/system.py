"""Defiance as the engine sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any

import msgspec

from littlewars.engine import Ask, Attack, Battle, Event, Result, Rule, Scenario, copier
from littlewars.engine.showing import Forecast, Look, Show
from littlewars.muster.scenarios import ready_scenarios
from littlewars.table.picture.scene import Scene

from .basics.events import EVENTS
from .basics.state import State
from .page.forecasts import attack, foresee
from .page.looking import look
from .page.picture import scene
from .page.show import show
from .roster.armies import DATA
from .scenario.describe import describe
from .scenario.secrets import guess, hide
from .scenario.setup import setup
from .scenario.state_errors import state_errors
from .scenario.transition_errors import transition_errors
from .turn import sequence as turn
from .turn.victory import verdict


class Defiance:
    """Defiance: Vital Ground, the Universal Skirmish System."""

    name = "defiance"
    title = "Defiance: Vital Ground"
    version = 2
    unit = "inch"
    measures = True  # defiance.ranged.range-measurement
    secrets = True  # defiance.command.initiative-cards
    longest_step = 80  # a move is one step, with all covering fire that answers it
    folder = DATA
    events: Sequence[type[Event]] = EVENTS
    copy = staticmethod(copier(State))
    encode = staticmethod(msgspec.msgpack.Encoder(enc_hook=lambda profile: profile.key).encode)

    @cached_property
    def _scenarios(self) -> dict[str, Scenario]:
        return ready_scenarios(DATA / "scenarios")

    def scenarios(self) -> Mapping[str, Scenario]:
        """The ready battles by name."""
        return self._scenarios

    def setup(self, scenario: Scenario) -> State:
        """The state a battle begins with."""
        return setup(scenario)

    def describe(self, state: State) -> Scenario:
        """The state in people's units."""
        return describe(state)

    def step(self, battle: Battle[State]) -> Rule[None] | None:
        """The next step."""
        return turn.step(battle)

    def sides(self, state: State) -> Sequence[str]:
        """Who plays."""
        return list(state.sides)

    def verdict(self, state: State) -> Result:
        """Who has won."""
        return verdict(state)

    def rounds(self, state: State) -> int:
        """Turns begun so far."""
        return state.turn.number

    def hide(self, state: State, side: str) -> None:
        """Blank the enemy's command cards."""
        hide(state, side)

    def guess(self, state: State, side: str, rng: Random) -> None:
        """Where those cards might be."""
        guess(state, side, rng)

    def state_errors(self, state: State) -> list[str]:
        """What is impossible about this state."""
        return state_errors(state)

    def transition_errors(self, before: State, after: State) -> list[str]:
        """What cannot happen from one checkpoint to the next."""
        return transition_errors(before, after)

    def usual(self, ask: Ask[Any]) -> Any:
        """Inside an attack: chits are kept, and everything else is as it comes."""
        return ask.default()

    def attack(self, state: State, of: str, given: Mapping[str, Any]) -> Attack[State]:
        """An attack by name, for odds."""
        return attack(state, of, given)

    def show(self, state: State) -> Show:
        """The table for a page."""
        return show(state)

    def look(self, state: State, start: str, to: str) -> Look | None:
        """What one figure sees of another."""
        return look(state, start, to)

    def foresee(self, battle: Battle[State], ask: Ask[Any], answer: Any) -> Forecast | None:
        """Tallies and exact odds of an attack."""
        return foresee(self, battle, ask, answer)

    def scene(self, state: State) -> Scene:
        """The table as a picture."""
        return scene(state)


DEFIANCE = Defiance()
