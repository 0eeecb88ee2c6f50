"""Spread fire and stoppages (defiance.spread.*, .stoppage.*)."""

from __future__ import annotations

from typing import Any

import pytest
from squads import Play, a_battle, run, told

from littlewars.systems.defiance.kinds_of_dice import OPEN
from littlewars.systems.defiance.resolution import clear_stoppages
from littlewars.systems.defiance.spread import bridging, declare, may_spread, next_target
from littlewars.systems.defiance.stoppage import HIGH_RATE, SUPPRESSING, TORRENTIAL, risk, usable

HEDGEHOG = {"FR": 4, "brackets": {"9+": "UN"}}


def rex(places: list[list[float]], **more: Any) -> Play:
    """A hero with a Hedgehog against Redcoats; stationary, so the dice need 7."""
    units = {"r": {"at": [[20, 10]], "primary": "hedgehog"}, "b": {"at": places}}
    play = Play(units, dice="card 1", weapons={"hedgehog": HEDGEHOG}, **more)
    return play.say("cohesive-fire", "stationary").say("0:0:4:b.1")


@pytest.mark.rule("defiance.spread.eligible", "defiance.spread.prohibited")
def test_which_weapons_spread() -> None:
    state = a_battle(
        {
            "r": {"at": [[10, 10]], "primary": "rifle"},
            "s": {"at": [[14, 10]], "primary": "split"},
            "t": {"at": [[18, 10]], "primary": "cone"},
        }
    ).state
    rifle, split, cone = (state.figures[name].arms[0].weapon for name in ("r.1", "s.1", "t.1"))
    assert [may_spread(rifle, 2), may_spread(rifle, 1), may_spread(split, 2), may_spread(split, 1)] == [
        True,
        False,
        True,
        False,
    ]
    assert not may_spread(cone, 2)


@pytest.mark.rule(
    "defiance.spread.declare",
    "defiance.spread.allocation",
    "defiance.spread.wasted-dice",
    "defiance.spread.resolution",
    "defiance.spread.field-saves",
)
def test_rex_spreads_over_redcoats() -> None:
    # defiance.ex.spread-rex: two dice on the first, one for the gap of 3 inches, one on the second
    play = rex([[20, 20], [23, 20], [26, 20]])
    assert play.asks == "red spread.declare"
    play.say("spread", "b.2", {"b.1": 2, "b.2": 1}, dice="damage 8, damage 9, damage 7")
    assert [event.hits for event in play.told("Fired")] == [2, 1]
    assert [play[name].gone for name in ("b.1", "b.2", "b.3")] == ["killed", "killed", ""]


@pytest.mark.rule(
    "defiance.spread.gap", "defiance.spread.gap-small", "defiance.spread.gap-limit", "defiance.spread.gap-insufficient"
)
def test_dice_for_the_gap() -> None:
    # defiance.ex.spread-gap-table
    needed = []
    for far in (1.5, 2, 2.1, 3, 4, 5, 6, 7.9, 8):
        state = a_battle({"r": {"at": [[5, 5]]}, "b": {"at": [[20, 20], [20 + far, 20]]}}).state
        needed.append(bridging(state.figures["b.1"], state.figures["b.2"]))
    assert needed == [0, 0, 1, 1, 2, 2, 3, 3, None]


@pytest.mark.rule("defiance.spread.gap-insufficient")
def test_a_gap_that_takes_too_many_dice_is_not_offered() -> None:
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 20], [26, 20]]}})
    figure, state = battle.state.figures["r.1"], battle.state
    shots = run(declare(battle, figure, 0, figure.arms[0].weapon, state.figures["b.1"], 2, "walking", None))
    assert [(shot.target, shot.dice) for shot in shots] == [("b.1", 2)]


@pytest.mark.rule("defiance.spread.next-target")
def test_the_burst_sweeps_to_the_nearest_of_the_same_unit() -> None:
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 20], [23, 20], [18, 20]]}, "b2": {"at": [[20, 21.5]]}})
    figure, state = battle.state.figures["r.1"], battle.state
    names = [one.id for one in next_target(battle, figure, figure.arms[0].weapon, state.figures["b.1"], ["b.1"])]
    assert names == ["b.3"]
    state.figures["b.3"].shaken = True
    names = [one.id for one in next_target(battle, figure, figure.arms[0].weapon, state.figures["b.1"], ["b.1"])]
    assert names == ["b.3", "b.2"]  # a shaken figure may be skipped


# ---- stoppages


@pytest.mark.rule("defiance.stoppage.table", "defiance.stoppage.roll", "defiance.stoppage.no-effect")
def test_what_stops_a_weapon() -> None:
    # defiance.ex.stoppage-table
    throws = [(8,), (9,), (10, 3), (10, 6, 2), (10, 9, 9)]
    values = []
    for faces in throws:
        left = list(faces)
        values.append(OPEN.read(lambda sides, left=left: left.pop(0)))  # type: ignore[misc]
    assert values == [8, 9, 10, 11, 12]
    for cause, stops in ((SUPPRESSING, 3), (TORRENTIAL, 2), (HIGH_RATE, 1)):
        found = []
        for faces in throws:
            dice = ", ".join(f"stoppage {face}" for face in faces)
            battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 18]]}}, dice)
            found.append(risk(battle, battle.state.figures["r.1"], 0, cause))
        assert found == [False] * stops + [True] * (5 - stops)


@pytest.mark.rule("defiance.stoppage.multiple-causes")
def test_several_causes_are_one_roll_against_the_lowest() -> None:
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 18]]}}, "stoppage 9")
    assert risk(battle, battle.state.figures["r.1"], 0, SUPPRESSING, HIGH_RATE)


@pytest.mark.rule("defiance.stoppage.when", "defiance.stoppage.timing", "defiance.stoppage.effect")
def test_the_higher_rate_risks_a_stoppage_after_dice_and_tests() -> None:
    units = {"r": {"at": [[20, 10]], "primary": "split"}, "b": {"at": [[20, 18]]}}
    play = Play(units, dice="card 1").say("cohesive-fire", "walking", "move-fire", {})
    play.say("0:0:2:b.1", dice="damage 4, damage 1, morale 9, stoppage 9")
    assert play["r.1"].stopped == (0,)
    assert not usable(play["r.1"], 0)
    names = [type(event).__name__ for event in play.battle.events or []]
    assert names.index("Tested") < names.index("Stopped")


@pytest.mark.rule("defiance.stoppage.when")
def test_the_lower_rate_does_not() -> None:
    play = Play({"r": {"at": [[20, 10]], "primary": "split"}, "b": {"at": [[20, 18]]}}, dice="card 1")
    play.say("cohesive-fire", "walking", "move-fire", {}).say("0:0:1:b.1", dice="damage 1")
    assert not told(play.battle, "Stopped")


def stopped(order: list[Any], dice: str = "", **unit: Any) -> bool:
    """Is r.1's rifle still stopped after this activation and the Resolution Phase?"""
    units = {"r": {"at": [[20, 10]], "figures": {"1": {"stopped": [0]}}, **unit}, "b": {"at": [[20, 18]]}}
    play = Play(units, dice="card 1")
    play.say(*order, dice=dice) if order else None
    clear_stoppages(play.battle)
    return bool(play["r.1"].stopped)


@pytest.mark.rule("defiance.stoppage.clear", "defiance.stoppage.not-cleared")
def test_clearing_a_stoppage() -> None:
    # defiance.ex.stoppage-clear
    assert not stopped(["primary-fire", "stationary", {}])
    assert stopped(["cohesive-fire", "stationary", "1:0:1:b.1"], "damage 1", side_arms="pistol")
    assert stopped(["sprint", {"r.1": [22, 10]}])
    assert stopped(["aim", {}])
