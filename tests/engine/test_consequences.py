"""What is owed is served in the order in which a book names it; what comes of it waits for the next moment."""

from __future__ import annotations

from msgspec import Struct

from littlewars.dice import Scripted
from littlewars.engine import Battle, play
from littlewars.engine.consequences import Consequences


class State(Struct):
    first: list[str] = []
    second: list[str] = []
    done: list[str] = []


def a_book() -> Consequences[State]:
    owed: Consequences[State] = Consequences()

    @owed.of(lambda state: state.first)
    async def one(battle: Battle[State], due: str) -> None:
        battle.state.first.remove(due)
        battle.state.done.append(due)
        if due == "again":
            battle.state.first.append("later")

    @owed.of(lambda state: state.second)
    async def two(battle: Battle[State], due: str) -> None:
        battle.state.second.remove(due)
        battle.state.done.append(due)

    return owed


def test_between_steps_the_first_comes_first() -> None:
    battle, owed = Battle(State(["a"], ["b"]), Scripted()), a_book()
    while rule := owed.next(battle):
        play(rule, lambda ask: None)
    assert battle.state.done == ["a", "b"]
    assert owed.next(battle) is None


def test_within_a_step_all_are_served_and_news_waits() -> None:
    battle, owed = Battle(State(["again"], ["b"]), Scripted()), a_book()
    play(owed.serve(battle), lambda ask: None)
    assert battle.state.done == ["again", "b"]
    assert battle.state.first == ["later"]
