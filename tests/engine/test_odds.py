from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import icepool
import pytest

from littlewars.dice import Rolling
from littlewars.engine import Ask, Battle, Choose, Together, TooManyBranches, odds, play
from tests.engine.skirmish import SYSTEM, State, aim, volley


def ranks(shooters: int, targets: int, wounds: int = 1, die: int = 8) -> State:
    return SYSTEM.setup(
        {
            "table": [48, 48],
            "sides": ["red", "blue"],
            "rounds": 3,
            "profiles": {"rifle": {"range": 40}, "ogre": {"wounds": wounds, "die": die}},
            "units": {
                "a": {"side": "red", "profile": "rifle", "figures": {f"a{i}": [20, 10] for i in range(shooters)}},
                "b": {"side": "blue", "profile": "ogre", "figures": {f"b{i}": [20, 20] for i in range(targets)}},
            },
        }
    )


def of(name: str, state: State, **how: Any) -> dict[Any, Fraction]:
    attack = SYSTEM.attack(state, name, {"by": "a", "at": "b"})
    return odds(SYSTEM, state, attack.rule, attack.measure, **how)


@pytest.mark.parametrize(("shooters", "targets", "wounds"), [(1, 1, 1), (3, 2, 1), (3, 2, 2), (4, 1, 2)])
def test_a_volley_merged_unmerged_and_face_by_face(shooters: int, targets: int, wounds: int) -> None:
    state = ranks(shooters, targets, wounds, die=4)
    before = SYSTEM.encode(state)
    exact = of("volley", state)
    assert sum(exact.values()) == 1
    assert exact == of("volley", state, merge=False)
    if shooters < 4:
        assert exact == of("volley", state, merge=False, every_face=True)
    assert SYSTEM.encode(state) == before


def test_a_volley_is_icepool_s() -> None:
    exact = of("volley", ranks(10, 5, 2))
    one = icepool.d6.map(lambda f: icepool.d8.map(lambda g: 1 if g < 4 else 0) if f >= 4 else 0)
    lost = (10 @ one).map(lambda n: min(n // 2, 5))
    assert exact == {int(k): Fraction(int(v), int(lost.denominator())) for k, v in lost.items()}


@pytest.mark.parametrize(("shooters", "targets"), [(1, 1), (2, 2), (3, 2)])
def test_figure_by_figure_merged_unmerged_and_face_by_face(shooters: int, targets: int) -> None:
    state = ranks(shooters, targets, die=4)
    exact = of("covering", state)
    assert exact == of("covering", state, merge=False)
    assert exact == of("covering", state, merge=False, every_face=shooters < 3)


def test_merging_keeps_the_runs_few() -> None:
    state = ranks(6, 5)
    exact = of("covering", state, limit=400)
    assert sum(exact.values()) == 1
    with pytest.raises(TooManyBranches):
        of("covering", state, merge=False, limit=400)


def test_lumping_what_is_alike_changes_nothing() -> None:
    state = ranks(4, 3)
    assert of("covering", state) == of("covering", state, alike=lambda s: (len(s.figures), s.units["b"].shaken))


def test_odds_are_what_play_comes_to() -> None:
    state = ranks(6, 3, 2)
    exact = of("volley", state)
    pools = aim(state, state.units["a"], state.units["b"])
    rolled: Counter[int] = Counter()
    for seed in range(8000):
        battle = Battle(SYSTEM.copy(state), Rolling(seed), quiet=True)
        play(volley(battle, "a", "b", pools), SYSTEM.usual)
        rolled[3 - len(battle.state.units["b"].figures)] += 1
    for key, chance in exact.items():
        assert abs(rolled[key] / 8000 - chance) < 0.02


def test_the_policy_answers_inside() -> None:
    async def rule(battle: Battle[State]) -> int:
        again = await Choose("red", "toy.order", "again?", ["no", "yes"])
        mine, theirs = await Together(
            [Choose("red", "toy.order", "a", ["0", "1"]), Choose("blue", "toy.order", "b", ["0", "2"])]
        )
        return (battle.dice.roll(2, "x") if again == "yes" else 0) + int(mine) + int(theirs)

    def last(ask: Ask[Any]) -> str:
        return ask.options[-1]

    state = ranks(1, 1)
    assert odds(SYSTEM, state, rule, lambda b, r: r) == {0: 1}
    assert odds(SYSTEM, state, rule, lambda b, r: r, last) == {4: Fraction(1, 2), 5: Fraction(1, 2)}


def test_a_plain_function_has_odds_too_and_a_pure_one_is_not_copied() -> None:
    state = ranks(1, 1)
    seen = []

    def rule(battle: Battle[State]) -> bool:
        seen.append(battle.state)
        return battle.dice.test(6, 5, "x")

    assert odds(SYSTEM, state, rule, lambda b, r: r, pure=True) == {True: Fraction(1, 3), False: Fraction(2, 3)}
    assert all(found is state for found in seen)


def test_too_many_branches_say_so() -> None:
    def rule(battle: Battle[State]) -> int:
        return sum(battle.dice.roll(6, "x") for _ in range(6))

    with pytest.raises(TooManyBranches, match="more than 1000 runs"):
        odds(SYSTEM, ranks(1, 1), rule, lambda b, r: r, limit=1000)
