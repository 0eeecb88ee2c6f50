"""What every rulebook must keep, on games played by chance: run over all systems and all their ready scenarios."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from littlewars.engine import Game
from littlewars.lab.invariants import check_game, differences
from littlewars.systems import REGISTRY, SYSTEMS

SEED = 1  # more of them are the soak's
DECISIONS = 150
READY = [(name, scenario) for name, system in SYSTEMS.items() for scenario in system.scenarios()]
WHOLE = [(name, "first-battle") for name in SYSTEMS]


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_known_of_a_book_unopened_is_what_it_says(name: str) -> None:
    assert (REGISTRY[name].title, REGISTRY[name].about) == (SYSTEMS[name].title, SYSTEMS[name].about)


@pytest.mark.parametrize(("name", "scenario"), READY)
def test_a_game_by_chance_keeps_every_invariant(name: str, scenario: str) -> None:
    found = check_game(SYSTEMS[name], scenario, SEED, decisions=DECISIONS, every=4, cases=25)
    assert found.decisions


@pytest.mark.parametrize(("name", "scenario"), WHOLE)
def test_a_whole_game_by_chance(name: str, scenario: str) -> None:
    found = check_game(SYSTEMS[name], scenario, 3, decisions=3000, every=50, cases=100)
    assert found.finished, f"not over after {found.decisions} decisions"


@pytest.mark.parametrize(("name", "scenario"), READY)
def test_a_ready_scenario_is_without_faults_and_describes_itself(name: str, scenario: str) -> None:
    system = SYSTEMS[name]
    state = system.setup(system.scenarios()[scenario])
    assert not system.state_errors(state)
    again = system.setup(system.describe(state))
    assert system.encode(again) == system.encode(state), differences(state, again)
    assert len(set(system.sides(state))) == len(system.sides(state)) >= 2


@pytest.mark.parametrize("name", SYSTEMS)
def test_states_and_events_are_no_business_of_the_garbage_collector(name: str) -> None:
    """They are trees and end with their last reader; a server that holds a thousand battles must not look through them."""
    system, rng = SYSTEMS[name], Random(1)
    game = Game.start(system, system.scenarios()["first-battle"], 1)
    for _ in range(40):
        assert game.ask is not None
        game.answer(game.ask.sample(rng))
    told = [event for event in game.battle.events or [] if isinstance(event, Struct)]
    assert len(told) > 10
    assert not [thing for thing in (*told, *_structs(game.state)) if gc.is_tracked(thing)]


def _structs(thing: Any) -> Iterator[Struct]:
    """The changeable ones among what a state is made of."""
    if isinstance(thing, Struct) and not thing.__struct_config__.frozen:
        yield thing
        for name in thing.__struct_fields__:
            yield from _structs(getattr(thing, name))
    elif isinstance(thing, dict | list):
        for item in thing.values() if isinstance(thing, dict) else thing:
            yield from _structs(item)


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_system_is_what_the_engine_expects(name: str) -> None:
    system = SYSTEMS[name]
    assert system.name == name
    assert system.version >= 1
    assert system.unit in ("inch", "cm")
    assert (system.folder / "rulebook.yaml").is_file()
    assert len({kind.__name__ for kind in system.events}) == len(system.events)
