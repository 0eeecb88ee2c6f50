"""Hypothesis drives battles: answers, defaults, take-backs and copies in any order, with the invariants on after every one."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from littlewars.engine import Game, Refusal
from littlewars.lab.invariants import NONSENSE
from littlewars.systems import SYSTEMS

READY = [(name, scenario) for name, system in SYSTEMS.items() for scenario in system.scenarios()]
DEEDS = st.lists(
    st.one_of(
        st.tuples(st.just("sample"), st.integers(0, 2**32)),
        st.tuples(st.just("default"), st.just(0)),
        st.tuples(st.just("undo"), st.integers(1, 9)),
        st.tuples(st.just("copy"), st.just(0)),
        st.tuples(st.just("nonsense"), st.integers(0, len(NONSENSE) - 1)),
    ),
    min_size=10,
    max_size=60,
)


class Driven:
    """A battle in the hands of Hypothesis."""

    def __init__(self, name: str, scenario: str, seed: int) -> None:
        self.system = SYSTEMS[name]
        self.game: Game[Any] = Game.start(self.system, self.system.scenarios()[scenario], seed, strict=True)

    def do(self, deed: str, number: int) -> None:
        game, ask = self.game, self.game.ask
        if deed == "undo":
            game.undo(min(number, len(game.entries)))
        elif deed == "copy":
            twin = game.copy()
            assert twin.hash() == game.hash()
            self.game.close()
            self.game = Game(self.system, game.marks[-1].state, game.marks[-1].dice, strict=True)
            for entry in game.entries[game.marks[-1].at :]:
                assert isinstance(entry, tuple)
                self.game.answer_part(*entry)
            assert self.game.hash() == twin.hash()
            twin.close()
        elif ask is not None and deed == "nonsense":
            before = game.hash()
            with suppress(Refusal):
                answer = ask.read(NONSENSE[number])
                if ask.refuse(answer) is not None:
                    game.answer(answer)
                    pytest.fail(f"{NONSENSE[number]!r} was refused, and then taken")
            assert game.hash() == before
        elif ask is not None:
            game.answer(ask.default() if deed == "default" else ask.sample(Random(number)))

    def warm_up(self, seed: int, decisions: int) -> None:
        """Into the thick of it: a battle begins with deployment."""
        rng = Random(seed)
        while self.game.ask is not None and len(self.game.entries) < decisions:
            answer = self.game.ask.sample(rng)
            assert self.game.ask.envelope(answer) is None  # a rule's own proposals are not asked
            self.game.answer(answer)

    def look(self) -> None:
        """After every deed: no faults, nothing impossible since the checkpoint before."""
        marks = self.game.marks
        faults = self.system.state_errors(marks[-1].state)
        if len(marks) > 1:
            faults += self.system.transition_errors(marks[-2].state, marks[-1].state)
        assert not faults, faults

    def look_closely(self) -> None:
        """At the end: the scenario of it is the state again, and another truth has the same view."""
        system, state = self.system, self.game.marks[-1].state
        assert system.encode(system.setup(system.describe(state))) == system.encode(state)
        for side in system.sides(state):
            other = system.copy(state)
            system.guess(other, side, Random(3))
            views = [system.copy(truth) for truth in (state, other)]
            for view in views:
                system.hide(view, side)
            assert system.encode(views[0]) == system.encode(views[1])


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(which=st.sampled_from(READY), seed=st.integers(0, 2**63), before=st.integers(0, 150), deeds=DEEDS)
def test_any_deeds_in_any_order(which: tuple[str, str], seed: int, before: int, deeds: list[tuple[str, int]]) -> None:
    driven = Driven(*which, seed)
    driven.warm_up(seed, before)
    for deed, number in deeds:
        driven.do(deed, number)
        driven.look()
    driven.look_closely()
    driven.game.close()
