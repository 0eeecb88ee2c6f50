"""Oversoul as the engine sees it."""

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

from .attack.attack import Plan
from .basics.attributes import DATA
from .basics.events import EVENTS
from .basics.state import State
from .page.forecasts import foresee
from .page.looking import look
from .page.odds import Chances, Memory, attack
from .page.picture import scene
from .page.show import show
from .scenario.describe import describe
from .scenario.setup import setup
from .scenario.state_errors import state_errors
from .scenario.transition_errors import transition_errors
from .turn import sequence as turn
from .units.victory import verdict


class Oversoul:
    """Oversoul Games' Universal Rules."""

    name = "oversoul"
    title = "Oversoul Universal Rules"
    version = 3
    unit = "inch"
    measures = True  # oversoul.basics.measuring
    secrets = False
    longest_step = 12
    folder = DATA
    events: Sequence[type[Event]] = EVENTS
    copy = staticmethod(copier(State))
    encode = staticmethod(msgspec.msgpack.Encoder(enc_hook=lambda profile: profile.key).encode)

    def __init__(self) -> None:
        self._memory = Memory()

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
        """The state in inches."""
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
        """Rounds begun so far."""
        return state.turn.round

    def hide(self, state: State, side: str) -> None:
        """Oversoul keeps no secrets."""

    def guess(self, state: State, side: str, rng: Random) -> None:
        """Nothing is hidden, so nothing is guessed."""

    def state_errors(self, state: State) -> list[str]:
        """What is impossible about this state."""
        return state_errors(state)

    def transition_errors(self, before: State, after: State) -> list[str]:
        """What cannot happen from one checkpoint to the next."""
        return transition_errors(before, after)

    def usual(self, ask: Ask[Any]) -> Any:
        """Inside an attack: spend luck on a failure, else the first option."""
        return "reroll" if ask.rule == "oversoul.attr.lucky" else ask.default()

    def attack(self, state: State, of: str, given: Mapping[str, Any]) -> Attack[State]:
        """An attack by name, for odds."""
        return attack(state, of, given)

    def chances(self, state: State, plan: Plan) -> Chances:
        """Exact odds of a volley, remembered: for tooltips and bots that ask again and again."""
        return self._memory.chances(self, state, plan)

    def show(self, state: State) -> Show:
        """The table for a page."""
        return show(state)

    def look(self, state: State, start: str, to: str) -> Look | None:
        """What one model sees of another."""
        return look(state, start, to)

    def foresee(self, battle: Battle[State], ask: Ask[Any], answer: Any) -> Forecast | None:
        """Tallies and exact odds of an attack."""
        return foresee(self, battle, ask, answer)

    def scene(self, state: State) -> Scene:
        """The table as a picture."""
        return scene(state)


OVERSOUL = Oversoul()
