"""The invariants hold for the toy rulebook, and each of them catches what it is for."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from littlewars.engine import Choose, Place
from littlewars.lab.invariants import Broken, check_game
from tests.engine import skirmish
from tests.engine.skirmish import SYSTEM, Skirmish, State


@pytest.mark.parametrize("scenario", ["small", "reserves"])
@pytest.mark.parametrize("seed", range(4))
def test_the_toy_keeps_them(scenario: str, seed: int) -> None:
    found = check_game(SYSTEM, scenario, seed, cases=3)
    assert set(found.shown) <= set(SYSTEM.features)
    assert found.shown or (scenario, seed) == ("reserves", 2)  # in which nobody comes near enough
    assert found.finished
    assert found.decisions > 10
    assert found.checkpoints > 5
    assert found.cases >= 3
    assert 1 < found.longest <= 12


def test_a_part_of_a_game_and_a_scenario_of_ones_own() -> None:
    found = check_game(SYSTEM, skirmish.SMALL, 1, decisions=5, every=2)
    assert (found.decisions, found.finished) == (5, False)


class SeesCards(Skirmish):
    def hide(self, state: State, side: str) -> None:
        pass


class GuessesTheTruth(Skirmish):
    def guess(self, state: State, side: str, rng: Random) -> None:
        for owner, row in state.rows.items():
            if owner != side:
                rng.shuffle(row)


class Forgetful(Skirmish):
    def describe(self, state: State) -> Any:
        found = super().describe(state)
        del found["coins"]
        return found


class Faulty(Skirmish):
    def state_errors(self, state: State) -> list[str]:
        return ["two left feet"] if state.round else []


class Shares(Skirmish):
    @staticmethod
    def copy(state: State) -> State:  # type: ignore[override]
        twin = Skirmish.copy(state)
        twin.coins = state.coins
        return twin


class Undecided(Skirmish):
    """Dice that the state does not explain."""

    count = 0

    def step(self, battle: Any) -> Any:
        Undecided.count += 1
        battle.state.rounds = 3 + Undecided.count % 2
        return super().step(battle)


class Tells(Skirmish):
    """What is asked of a side depends on the other's cards."""

    def step(self, battle: Any) -> Any:
        s = battle.state
        return telling(battle) if any(s.rows.values()) else super().step(battle)


async def telling(battle: Any) -> None:
    s = battle.state
    await Choose("red", "toy.order", "peek", lambda: ["x", *s.rows["blue"]])
    await skirmish.activate(battle)


class Long(Skirmish):
    def step(self, battle: Any) -> Any:
        return many(battle)


async def many(battle: Any) -> None:
    for _ in range(20):
        await Choose("red", "toy.order", "again", ["x"])


class IllegalDefault(Skirmish):
    def step(self, battle: Any) -> Any:
        return illegal(battle)


async def illegal(battle: Any) -> None:
    no = skirmish.Refusal("toy.aim", "never")
    await Place("red", "toy.aim", "x", {}, lambda: [()], lambda spots: no)


class Breakable(Skirmish):
    def step(self, battle: Any) -> Any:
        return breakable(battle)


async def breakable(battle: Any) -> None:
    await Place("red", "toy.aim", "x", {}, lambda: [()], lambda spots: None if spots == () else 1 // 0)
    await Choose("red", "toy.order", "x", ["x"], check=lambda answer: {}[answer])


def check_games(system: Any) -> None:
    for seed in range(5):
        check_game(system, "small", seed, decisions=60, cases=1000)


@pytest.mark.parametrize(
    ("system", "message"),
    [
        (SeesCards, "sees what it may not know"),
        (GuessesTheTruth, "knows the truth"),
        (Forgetful, r"describe and setup lose something: coins\.\w+ was \d, is 0|does not give this game's first state"),
        (Faulty, "faults: two left feet"),
        (Shares, "went on differently|a copy is different|empty range|is refused"),
        (Undecided, "imagines what it cannot see"),
        (Tells, "tells a secret"),
        (Long, "13 answers since the last checkpoint"),
        (IllegalDefault, "is refused: never"),
        (Breakable, "breaks choose with KeyError|KeyError"),
    ],
)
def test_what_is_broken_is_found(system: type[Skirmish], message: str) -> None:
    with pytest.raises(Broken, match=message) as found:
        check_games(system())
    assert "skirmish, small, seed" in str(found.value)
