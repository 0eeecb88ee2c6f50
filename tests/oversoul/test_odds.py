"""Odds of attacks and volleys: the very rules of play, held against brute force and an independent dice library."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from time import perf_counter
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest

from littlewars.engine import ScenarioError
from littlewars.engine.chance.odds import odds
from littlewars.systems.oversoul.attack.odds import is_simple, plan_volley, volley_odds
from littlewars.systems.oversoul.basics.state import State
from littlewars.systems.oversoul.system import OVERSOUL
from tests.oversoul.helpers import Fight, battle_of, row, shot, state_of

MODES: list[dict[str, Any]] = [{}, {"merge": False}, {"every_face": True}]


def squads(mine: int, theirs: int, attacker: str = "rifle", target: str = "man", y: float = 16, **more: Any) -> State:
    """Shooters in a row and targets in another, face to face."""
    return state_of(
        {
            "a": {"profile": attacker, "at": row(20 - mine / 2, 10, mine)},
            "b": {"profile": target, "at": row(20 - theirs / 2, y, theirs), "face": 180},
        },
        **more,
    )


def tight(mine: int, theirs: int) -> State:
    """Shooters before a line."""
    enemy = {"profile": "spear", "formation": "line", "at": [20, 18.5], "face": 180, "count": theirs}
    return state_of({"a": {"profile": "rifle", "at": row(20 - mine / 2, 10, mine)}, "b": enemy})


def reckon(state: State, of: str = "volley", given: dict[str, Any] | None = None, **mode: Any) -> dict[Any, Fraction]:
    """Exact odds through the engine."""
    asked = OVERSOUL.attack(state, of, given or {"unit": "a", "target": "b"})
    return odds(OVERSOUL, state, asked.rule, asked.measure, pure=asked.pure, **mode)


def oracle(die: Any) -> dict[int, Fraction]:
    """The outcomes of an icepool die."""
    return {int(outcome): Fraction(chance) for outcome, chance in zip(die.outcomes(), die.probabilities(), strict=True)}


def one(chance: Fraction) -> Any:
    """A die that shows 1 with this chance, else 0."""
    return icepool.coin(chance.numerator, chance.denominator).map({False: 0, True: 1})


def loose_oracle(attacks: list[int], hit: Fraction, fail: Fraction) -> dict[int, Fraction]:
    """How many of these targets fall, attacked so often each: every hit that is not recovered from kills."""
    return oracle(sum(icepool.lowest(n @ one(hit * fail), 1) for n in attacks))


def tight_oracle(attacks: int, troopers: int, hit: Fraction, fail: Fraction) -> dict[int, Fraction]:
    """Hits laid on a tight unit from the rear, the rest on the survivors."""

    def dealt(hits: int, men: int) -> Any:
        if not hits or not men:
            return icepool.Die([0])
        laid = min(hits, men)
        return icepool.map(lambda dead: dealt(hits - laid, men - dead) + dead, laid @ one(fail), star=False)

    return oracle(icepool.map(lambda hits: dealt(hits, troopers), attacks @ one(hit), star=False))


HALF = Fraction(1, 2)


# ---- one attack


@pytest.mark.rule("oversoul.ranged.roll", "oversoul.recovery.trooper")
@pytest.mark.parametrize("mode", MODES)
def test_one_shot_at_one_man(mode: dict[str, Any]) -> None:
    given = {"attacker": "a.1", "target": "b.1"}
    assert reckon(squads(1, 1), "attack", given, **mode) == {0: Fraction(3, 4), 1: Fraction(1, 4)}
    saw = {"die": "d6", "attributes": ["Heavy Armor"]}  # 4 of 6 hit with +1, 2 of 6 fail with +1
    armoured = squads(1, 1, "saw", "x", profiles={"x": saw})
    assert reckon(armoured, "attack", given, **mode) == {
        0: 1 - Fraction(4, 6) * Fraction(2, 6),
        1: Fraction(4, 6) * Fraction(2, 6),
    }


@pytest.mark.rule("oversoul.attr.lucky")
@pytest.mark.parametrize("mode", MODES)
def test_luck_is_used_on_a_failure(mode: dict[str, Any]) -> None:
    given = {"attacker": "a.1", "target": "b.1"}
    found = reckon(squads(1, 1, "lucky", "man"), "attack", given, **mode)
    assert found[1] == Fraction(3, 4) * HALF
    found = reckon(squads(1, 1, "rifle", "lucky"), "attack", given, **mode)
    assert found[1] == HALF * Fraction(1, 4)


@pytest.mark.rule("oversoul.recovery.vehicle-destroyed")
@pytest.mark.parametrize("mode", MODES)
def test_a_shot_at_a_wreck(mode: dict[str, Any]) -> None:
    state = squads(1, 1, "rifle", "truck")
    state.figures["b.1"].damage = 10000
    assert reckon(state, "attack", {"attacker": "a.1", "target": "b.1"}, **mode)[1] == HALF * Fraction(3, 10)


# ---- volleys


@pytest.mark.rule("oversoul.hits.group-rolling", "oversoul.hits.multiple")
@pytest.mark.parametrize(("shooters", "targets", "spread"), [(3, 1, [3]), (3, 2, [2, 1]), (4, 4, [1] * 4)])
@pytest.mark.parametrize("mode", MODES)
def test_a_small_volley_in_every_mode(shooters: int, targets: int, spread: list[int], mode: dict[str, Any]) -> None:
    assert reckon(squads(shooters, targets), **mode) == loose_oracle(spread, HALF, HALF)


@pytest.mark.rule("oversoul.hits.group-rolling")
@pytest.mark.parametrize("targets", [1, 3, 5, 7, 10, 12])
def test_ten_shooters(targets: int) -> None:
    spread = [10 // targets + (n < 10 % targets) for n in range(min(10, targets))]
    state = squads(10, targets)
    assert reckon(state) == loose_oracle(spread, HALF, HALF)


def units_of(state: State) -> tuple[Any, Any]:
    return state.units["a"], state.units["b"]


@pytest.mark.rule("oversoul.tight.hit-allocation")
@pytest.mark.parametrize(("shooters", "men", "modes"), [(4, 3, MODES), (3, 2, MODES), (10, 3, MODES[:1]), (10, 12, MODES[:1])])
def test_a_volley_at_a_tight_unit(shooters: int, men: int, modes: list[dict[str, Any]]) -> None:
    wanted = tight_oracle(shooters, men, HALF, HALF)
    for mode in modes:
        assert reckon(tight(shooters, men), **mode) == wanted


@pytest.mark.rule("oversoul.hits.group-rolling", "oversoul.attr.lucky")
@pytest.mark.parametrize("mode", MODES)
def test_a_volley_with_lucky_men_on_both_sides(mode: dict[str, Any]) -> None:
    units = {
        "a": {"figures": {"1": {"profile": "lucky", "at": [20, 10]}, "2": {"profile": "rifle", "at": [21, 10]}}},
        "b": {
            "figures": {
                "1": {"profile": "man", "at": [20, 19], "face": 180},
                "2": {"profile": "lucky", "at": [21, 19], "face": 180},
            }
        },
    }
    found = reckon(state_of(units), **mode)
    first, second = Fraction(3, 4) * HALF, HALF * Fraction(1, 4)
    assert found == {0: (1 - first) * (1 - second), 1: first + second - 2 * first * second, 2: first * second}


@pytest.mark.rule("oversoul.hits.group-rolling", "oversoul.recovery.vehicle-fail")
@pytest.mark.parametrize("mode", MODES)
def test_a_volley_at_vehicles_is_alike_in_every_mode(mode: dict[str, Any]) -> None:
    state = squads(3, 1, "rifle", "t", profiles={"t": {"kind": "vehicle", "die": "d8", "range": 4}})
    state.figures["b.1"].damage = 10000  # two inches left: slowed, then destroyed, unless the gun falls instead
    hit, fail, kept = HALF, Fraction(3, 8), Fraction(5, 8)
    found = reckon(state, **mode)
    assert set(found) == {0, 1}
    assert found[1] == reckon(state)[1]
    assert 0 < found[1] < (hit * fail) ** 2 * 3 * kept


@pytest.mark.rule("oversoul.artillery.as-target")
@pytest.mark.parametrize("mode", MODES)
def test_the_gun_falls_with_its_last_crewman(mode: dict[str, Any]) -> None:
    units = {
        "a": {"profile": "rifle", "at": [[20, 10]]},
        "b": {
            "figures": {
                "1": {"profile": "man", "at": [20, 19], "face": 180},
                "gun": {"profile": "gun", "at": [20, 20.5], "face": 180},
            }
        },
    }
    state = state_of(units)
    assert not is_simple(state, plan_volley(state, *units_of(state)))
    assert reckon(state, **mode) == {0: Fraction(3, 4), 2: Fraction(1, 4)}


@pytest.mark.rule("oversoul.action.enemy-targets", "oversoul.ranged.weapon-required")
def test_nobody_in_reach_and_unknown_names_are_refused() -> None:
    with pytest.raises(ScenarioError, match=r"oversoul\.action\.enemy-targets"):
        reckon(squads(2, 2, "man"))
    for of, given in [
        ("volley", {"unit": "x", "target": "b"}),
        ("attack", {"attacker": "a.1", "target": "x"}),
        ("attack", {"attacker": "a.1", "target": "b.1", "weapon": 7}),
        ("siege", {}),
    ]:
        with pytest.raises(ScenarioError):
            reckon(squads(2, 2), of, given)


# ---- fast


@pytest.mark.parametrize("targets", [3, 5, 10])
def test_odds_are_quick(targets: int) -> None:
    """Ten shooters: 5 ms (with a margin for busy machines)."""
    state = squads(10, targets, target="tough")
    plan = plan_volley(state, *units_of(state))
    asked = volley_odds(state, plan)
    first = min(
        _timed(lambda: odds(OVERSOUL, state, asked.rule, asked.measure, pure=True, alike=lambda _: None)) for _ in range(5)
    )
    assert first < 0.025


def _timed(call: Callable[[], object]) -> float:
    start = perf_counter()
    call()
    return perf_counter() - start


@pytest.mark.rule("oversoul.hits.group-rolling")
def test_what_is_reckoned_is_what_is_played() -> None:
    """The plan of a volley, thrown with real dice in play: the same dice, the same losses."""
    fight = Fight({"a": {"profile": "rifle", "at": row(18, 10, 3)}, "b": {"profile": "man", "at": row(18, 19, 3), "face": 180}})
    plan = plan_volley(fight.state, *units_of(fight.state))
    fight.say("group").say(
        {aim.attacker: f"shoot:0:{aim.target}" for aim in plan},
        dice="ranged attack 4, ranged attack 3, ranged attack 6, recovery 3, recovery 4, morale 6",
    )
    assert sum(bool(figure.gone) for figure in fight.state.figures.values()) == 1


@pytest.mark.rule("oversoul.hits.group-rolling")
def test_attackers_with_different_modifiers_at_the_same_targets() -> None:
    """Two targets, each shot at from near and from far: what is still to come at a target must not be forgotten."""
    units = {
        "a": {"profile": "rifle", "at": [[19, 10], [20, 10], [19, 5], [20, 5]]},
        "b": {"profile": "man", "at": [[19, 19], [20, 19]], "face": 180},
    }
    state = state_of(units)
    assert sorted(aim.tally.needed for aim in plan_volley(state, *units_of(state))) == [4, 4, 5, 5]
    near, far = HALF * HALF, Fraction(1, 3) * HALF
    dies = 1 - (1 - near) * (1 - far)
    wanted = {0: (1 - dies) ** 2, 1: 2 * dies * (1 - dies), 2: dies**2}
    assert all(reckon(state, **mode) == wanted for mode in MODES)


@pytest.mark.rule("oversoul.hits.group-rolling", "oversoul.hits.multiple")
@pytest.mark.parametrize("mode", MODES[:2])
def test_attackers_with_different_dice_at_targets_of_different_fate(mode: dict[str, Any]) -> None:
    """A d6 and a d8 at each of two men, then d10s, two at the first and one at the second: which of them was hit matters
    as long as somebody still aims at him."""
    dice = {"1": 6, "2": 6, "3": 8, "4": 8, "5": 10, "6": 10, "7": 10}
    figures = {name: {"profile": f"d{die}", "at": [17 + int(name), 10]} for name, die in dice.items()}
    profiles = {f"d{die}": {"die": f"d{die}", "range": 10, "base": 1} for die in (6, 8, 10)}
    target = {"profile": "man", "at": [[20, 17], [22, 17]], "face": 180}
    battle = battle_of({"a": {"figures": figures}, "b": target}, profiles=profiles)
    at = {"1": "b.1", "2": "b.2", "3": "b.1", "4": "b.2", "5": "b.1", "6": "b.1", "7": "b.2"}
    asked = volley_odds(battle.state, tuple(shot(battle, f"a.{name}", target) for name, target in at.items()))
    safe = {"b.1": Fraction(1), "b.2": Fraction(1)}
    for name, target in at.items():
        safe[target] *= 1 - Fraction(dice[name] - 3, dice[name]) * HALF  # a hit on 4 or more, a Recovery on 4 or more
    first, second = 1 - safe["b.1"], 1 - safe["b.2"]
    wanted = {0: (1 - first) * (1 - second), 1: first * (1 - second) + second * (1 - first), 2: first * second}
    assert odds(OVERSOUL, battle.state, asked.rule, asked.measure, pure=asked.pure, **mode) == wanted


@pytest.mark.rule("oversoul.hits.group-rolling")
def test_a_volley_is_fired_with_weapons_that_need_no_template_and_are_no_artillery() -> None:
    arms = [
        {"name": "Flamer", "die": "d8", "attributes": ["Template Flame"]},
        {"name": "Gun", "die": "d8", "range": 10},
    ]
    units = {"a": {"profile": "car", "at": [[20, 10]]}, "b": {"profile": "man", "at": [[20, 16]], "face": 180}}
    state = state_of(units, profiles={"car": {"kind": "vehicle", "die": "d12", "weapons": arms}})
    (aim,) = plan_volley(state, state.units["a"], state.units["b"])
    assert (aim.how, aim.weapon) == ("ranged", 1)
