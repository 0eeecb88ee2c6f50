"""Morale: who rolls and why, flight, rallying, fear."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.oversoul.basics.state import Unit
from littlewars.systems.oversoul.units.morale import increments, morale_tally
from littlewars.table.shapes.bases import gap
from tests.oversoul.helpers import Play, fallen, row

NEXT = "initiative 6, initiative 1"


def shooters(count: int, x: float = 18, y: float = 10) -> dict[str, Any]:
    return {"r": {"profile": "rifle", "at": row(x, y, count)}}


def kill(play: Play, names: list[str], dice: str = "") -> Play:
    """Red's riflemen remove these, one each; then what follows rolls these dice."""
    play.say("r", "other")
    for number, name in enumerate(names, 1):
        last = number == len(names)
        if "group" in play.options:
            play.say(f"r.{number}")
        play.say(f"shoot:0:{name}", dice="ranged attack 6, recovery 1" + (f", {dice}" if last and dice else ""))
    return play


# ---- who, why


def unit(original: int, lost: int) -> Unit:
    return Unit("u", "u", "red", [], original=original, lost=lost)


@pytest.mark.rule("oversoul.morale.trigger-casualties")
@pytest.mark.parametrize(
    ("size", "losses"),
    [
        (1, []),
        (2, [1]),
        (3, [1, 2]),
        (4, [1, 2, 3]),
        (5, [2, 3, 4]),
        (8, [2, 4, 6]),
        (10, [3, 5, 8]),
        (12, [3, 6, 9]),
        (20, [5, 10, 15]),
    ],
)
def test_each_further_quarter_calls_for_a_roll(size: int, losses: list[int]) -> None:
    """oversoul.ex.morale-thresholds, by the reckoning that play uses"""
    due = [lost for lost in range(1, size) if increments(unit(size, lost)) > increments(unit(size, lost - 1))]
    assert due == losses


@pytest.mark.rule("oversoul.morale.trigger-casualties")
@pytest.mark.parametrize(("lost", "tested"), [(0, False), (1, True)])
def test_the_roll_is_made_when_the_part_is_over(lost: int, tested: bool) -> None:
    """Five men: the first loss is no quarter, the second is."""
    blue = {"b": {"figures": fallen("man", 19, 15, 5, lost=lost, face=180), "lost": lost}}
    play = kill(Play({**shooters(1), **blue}), ["b.1"], "morale 4" if tested else "")
    assert len(play.told("Tested")) == tested
    assert play.asks == "blue round.one-unit-or-pass"


@pytest.mark.rule("oversoul.morale.trigger-casualties", "oversoul.morale.previous-increments")
def test_two_quarters_at_once_are_one_roll() -> None:
    """oversoul.ex.morale-two-quarters-at-once: ten men lose five: one roll at -1."""
    play = kill(
        Play({**shooters(5), "b": {"profile": "man", "at": row(16, 15, 10), "face": 180}}),
        [f"b.{n}" for n in range(1, 6)],
        "morale 5",
    )
    (test,) = play.told("Tested")
    assert [(mod.name, mod.value) for mod in test.tally.mods] == [("quarters lost", -1)]
    assert test.passed


@pytest.mark.rule("oversoul.morale.previous-increments", "oversoul.morale.modifiers")
@pytest.mark.parametrize(("kind", "penalty"), [("casualties", 1), ("fear", 2), ("seeing", 2), ("rally", 4)])
def test_the_quarter_that_calls_for_the_roll_is_not_counted(kind: str, penalty: int) -> None:
    """oversoul.ex.morale-modifiers: -1 for each quarter, -2 frightened (in the rally roll)."""
    play = Play({"r": {"figures": fallen("man", 10, 10, 8, lost=4), "lost": 4}})
    assert morale_tally(play.state, play.unit("r"), play["r.1"], kind).needed == 4 + penalty


@pytest.mark.rule("oversoul.morale.who-rolls", "oversoul.morale.trigger-casualties")
def test_the_loss_of_the_last_model_causes_no_roll() -> None:
    """oversoul.ex.last-model-no-morale"""
    blue = {
        "b": {"figures": fallen("man", 18, 15, 4, lost=3, face=180), "lost": 3, "quarters": 3},
        "bx": {"profile": "man", "at": [[40, 40]]},
    }
    play = kill(Play({**shooters(1), **blue}), ["b.1"])
    assert not play.told("Tested")
    assert play.options == ["pass", "bx"]


@pytest.mark.rule("oversoul.morale.who-rolls", "oversoul.attr.undead-no-morale", "oversoul.leader.no-morale")
@pytest.mark.parametrize("profile", ["dead", "car", "captain"])
def test_undead_vehicles_and_leaders_do_not_roll(profile: str) -> None:
    """oversoul.ex.morale-exempt: a Fearsome enemy approaches to 8 inches, and nobody rolls."""
    units = {"r": {"profile": "ghoul", "at": [[20, 10]]}, "b": {"profile": profile, "at": [[20, 24]]}}
    play = Play(units).say("r", "move", {"r.1": [20, 16]})
    assert not play.told("Tested")
    living = Play({**units, "b": {"profile": "man", "at": [[20, 24]]}}).say("r", "move", {"r.1": [20, 16]}, dice="morale 4")
    assert len(living.told("Tested")) == 1


@pytest.mark.rule("oversoul.attr.undead-no-morale", "oversoul.morale.who-rolls")
def test_in_a_mixed_unit_the_living_roll_and_all_obey() -> None:
    figures = {"1": {"profile": "dead knight", "at": [19, 20]}, "2": {"profile": "man", "at": [21, 20]}}
    profiles = {"dead knight": {"die": "d12", "attributes": ["Undead"]}}
    units = {"b": {"profile": "ghoul", "at": [[20, 34]], "face": 180}, "r": {"figures": figures}}
    play = Play(units, profiles=profiles, order=["blue", "red"]).say("b", "move", {"b.1": [20, 28.5]}, dice="morale 3")
    assert play.unit("r").frightened  # a 3 on the man's d6, not on the dead knight's d12
    play.say("r", dice="rally 1, " + NEXT)
    assert play.at("r.2") == (21, 8)  # the flight is 12: the man runs 12, the dead walk 12
    assert play.at("r.1") == (19, 8)


@pytest.mark.rule("oversoul.morale.one-roll-highest-die")
def test_one_roll_with_the_highest_die() -> None:
    """oversoul.ex.morale-highest-die: nine d6 and one d8."""
    figures = {str(n): {"profile": "man", "at": [15 + n, 15], "face": 180} for n in range(1, 10)} | {
        "10": {"profile": "big", "at": [25, 15], "face": 180}
    }
    play = kill(Play({**shooters(3), "b": {"figures": figures}}), ["b.1", "b.2", "b.3"], "morale 7")
    (draw,) = [event for event in play.told("Draw") if event.why == "morale"]
    assert draw.faces == (7,)  # no face of a d6


@pytest.mark.rule("oversoul.morale.one-roll-highest-die", "oversoul.attr.brave")
def test_among_equal_dice_the_owner_picks_whose_courage_counts() -> None:
    figures = {
        "1": {"profile": "man", "at": [18, 15], "face": 180},
        "2": {"profile": "brave", "at": [19, 15], "face": 180},
        "3": {"profile": "man", "at": [20, 15], "face": 180},
    }
    play = kill(Play({**shooters(1), "b": {"figures": figures}}), ["b.1"])
    assert play.asks == "blue morale.one-roll-highest-die"
    assert play.options == ["b.2", "b.3"]
    play.say("b.2", dice="morale 3")
    (test,) = play.told("Tested")
    assert test.passed  # 3 + 1
    assert [(mod.name, mod.value) for mod in test.tally.mods] == [("Brave", 1)]


@pytest.mark.rule("oversoul.morale.one-roll-highest-die")
def test_neither_a_leaders_die_nor_a_guns_is_rolled() -> None:
    figures = {
        "1": {"profile": "man", "at": [18, 15], "face": 180},
        "2": {"profile": "man", "at": [19, 15], "face": 180},
        "gun": {"profile": "gun", "at": [20.5, 15]},
    }
    units = {
        **shooters(1),
        "b": {"figures": figures, "leader": "bc"},
        "bc": {"profile": "captain", "at": [[17, 15]], "face": 180},
    }
    play = kill(Play(units), ["b.1"], "morale 2")
    (test,) = play.told("Tested")
    assert not test.passed  # d6: 2 + 2 for the leader - 1
    assert [face for event in play.told("Draw") if event.why == "morale" for face in event.faces] == [2]


@pytest.mark.rule("oversoul.morale.pass")
def test_who_passes_carries_on() -> None:
    play = kill(Play({**shooters(1), "b": {"profile": "man", "at": row(18, 15, 4), "face": 180}}), ["b.1"], "morale 4")
    assert not play.unit("b").frightened
    play.say("b")
    assert play.asks == "blue round.activation"


@pytest.mark.rule("oversoul.morale.fail", "oversoul.hits.immediate-recovery")
def test_who_fails_stands_until_it_is_activated_and_then_runs() -> None:
    play = kill(Play({**shooters(1), "b": {"profile": "man", "at": row(18, 15, 4), "face": 180}}), ["b.1"], "morale 3")
    assert play.unit("b").frightened
    assert play.at("b.2") == (19, 15)
    play.say("pass", dice=NEXT)  # nobody is obliged to choose it
    play.say("pass")
    assert play.at("b.2") == (19, 15)
    play.say("b", dice="rally 1, " + NEXT)
    assert play.at("b.2") == (19, 27)  # a run of 12 towards the north
    assert play["b.2"].face == 0


@pytest.mark.rule("oversoul.morale.frightened-no-more-rolls")
def test_the_frightened_roll_no_more_but_for_rallying() -> None:
    blue = {"b": {"profile": "man", "at": row(18, 15, 4), "face": 180, "frightened": True}}
    play = kill(Play({**shooters(1), **blue}), ["b.1"])
    assert not play.told("Tested")
    play.say("b", dice="rally 6, " + NEXT)
    (rally,) = play.told("Rallied")
    assert {mod.name: mod.value for mod in rally.tally.mods} == {"quarters lost": -1, "frightened": -2}


# ---- seeing


def friends(distance: float, **more: Any) -> dict[str, Any]:
    """Four men, and onlookers so far away (edge to edge)."""
    return {
        **shooters(1),
        "b": {"profile": "man", "at": row(18, 15, 4), "face": 180},
        "bo": {"profile": "man", "at": row(21 + 1 + distance, 15, 2), "face": 180, **more},
    }


@pytest.mark.rule("oversoul.morale.trigger-seeing")
@pytest.mark.parametrize(("distance", "tests"), [(8.0, 2), (8.01, 1)])
def test_friends_who_see_a_failure_within_eight_inches_roll(distance: float, tests: int) -> None:
    play = kill(Play(friends(distance)), ["b.1"], "morale 3" + (", morale 4" if tests == 2 else ""))
    assert [event.unit for event in play.told("Tested")] == ["b", "bo"][:tests]


@pytest.mark.rule("oversoul.morale.trigger-seeing")
def test_it_takes_friends_and_sight() -> None:
    wall = [{"difficulty": "impassible", "box": [23, 10, 24, 20]}]
    blind = kill(Play(friends(5), terrain=wall), ["b.1"], "morale 3")
    assert len(blind.told("Tested")) == 1
    units = {**friends(5), "bo": {"side": "red", "profile": "man", "at": [[27, 15]]}}
    enemies = kill(Play(units), ["b.1"], "morale 3")
    assert len(enemies.told("Tested")) == 1
    afraid = kill(Play(friends(5, frightened=True)), ["b.1"], "morale 3")
    assert len(afraid.told("Tested")) == 1


@pytest.mark.rule("oversoul.morale.trigger-seeing")
def test_onlookers_test_nearest_first_and_their_failures_join_the_end_of_the_queue() -> None:
    units = {
        **shooters(1),
        "b": {"profile": "man", "at": row(18, 15, 4), "face": 180},
        "b far": {"profile": "man", "at": [[28, 15]], "face": 180},
        "b near": {"profile": "man", "at": [[24, 15]], "face": 180},
        "b third": {"profile": "man", "at": [[36, 15]], "face": 180},
    }
    play = kill(Play(units), ["b.1"], "morale 3, morale 3, morale 4, morale 4")
    # b fails: near and far see it. near fails: far sees that, too, and stands twice; third is too far from both.
    assert [event.unit for event in play.told("Tested")] == ["b", "b near", "b far", "b far"]


@pytest.mark.rule("oversoul.morale.trigger-seeing", "oversoul.morale.rally-fail")
def test_a_flight_is_seen_once_in_an_activation() -> None:
    """oversoul.ex.seeing-once-per-activation: A flees past B and fails to rally; B tests once."""
    units = {
        "ra": {"profile": "man", "at": [[20, 20]], "frightened": True},
        "rb": {"profile": "man", "at": [[27, 14]]},
        "b": {"profile": "man", "at": [[40, 44]]},
    }
    play = Play(units).say("ra", dice="morale 4, rally 3")
    assert [event.unit for event in play.told("Tested")] == ["rb"]
    order = [
        type(event).__name__ for event in play.game.battle.events or [] if type(event).__name__ in ("Fled", "Tested", "Rallied")
    ]
    assert order == ["Fled", "Tested", "Rallied"]
    assert play.unit("ra").frightened


@pytest.mark.rule("oversoul.morale.trigger-seeing", "oversoul.morale.rally-fail")
def test_who_sees_the_beginning_and_the_end_of_a_flight_tests_once() -> None:
    """oversoul.ex.seeing-once-per-activation: A begins 6 inches from B and ends 7 inches from it."""
    units = {
        "ra": {"profile": "man", "at": [[20, 20]], "frightened": True},
        "rb": {"profile": "man", "at": [[20 + 48**0.5, 21]]},
        "rc": {"profile": "dead", "at": [[22, 17]]},  # the flight ends behind it; the Undead do not test
        "b": {"profile": "man", "at": [[40, 44]]},
    }
    play = Play(units)
    away = [gap(play["ra.1"].base(), play["rb.1"].base())]
    play.say("ra", dice="morale 4, rally 3")
    away.append(gap(play["ra.1"].base(), play["rb.1"].base()))
    assert [round(inches, -1) for inches in away] == [6000, 7000]
    assert [event.unit for event in play.told("Tested")] == ["rb"]


# ---- fear


@pytest.mark.rule("oversoul.attr.fearsome", "oversoul.morale.trigger-fear")
def test_a_unit_fears_the_same_enemy_once_at_eight_inches() -> None:
    """oversoul.ex.fearsome-once: 9, 8, 12 and 5 inches away: no roll, one, none, none."""
    units = {"r": {"profile": "man", "at": [[20, 10]]}, "b": {"profile": "ghoul", "at": [[20, 24]], "face": 180}}
    play = Play(units)
    rolls = []
    for y, dice in ((14, ""), (15, "morale 4"), (11, ""), (18, "")):
        before = len(play.told("Tested"))
        play.say("r", "move", {"r.1": {"verb": "run", "to": [20, y]}}, dice=dice)
        rolls.append(len(play.told("Tested")) - before)
        play.say("b", "nothing", dice=NEXT)
    assert rolls == [0, 1, 0, 0]


@pytest.mark.rule("oversoul.attr.fearsome")
def test_passing_by_is_enough_whoever_moves_and_whatever_is_between() -> None:
    wall = [{"difficulty": "impassible", "box": [10, 20, 19, 22]}]
    units = {"r": {"profile": "man", "at": [[4, 12]]}, "b": {"profile": "ghoul", "at": [[10, 24]], "face": 180}}
    play = Play(units, terrain=wall).say("r", "move", {"r.1": {"verb": "run", "to": [15.9, 12]}})
    assert not play.told("Tested")  # 11 inches at the nearest point
    near = Play({**units, "r": {"profile": "man", "at": [[4, 16]]}}, terrain=wall)
    near.say("r", "move", {"r.1": {"verb": "run", "to": [15.9, 16]}}, dice="morale 4")
    assert len(near.told("Tested")) == 1  # at both ends farther than 8, on the way 7 inches, behind a wall


@pytest.mark.rule("oversoul.attr.fearsome", "oversoul.tight.line-wheel")
def test_a_body_that_wheels_past_is_noticed_too() -> None:
    units = {
        "r": {"profile": "spear", "formation": "line", "at": [20, 20], "count": 6},
        "b": {"profile": "ghoul", "at": [[12.1, 29]], "face": 180},  # beyond 8 inches of where anybody begins or ends
    }
    play = Play(units).say(
        "r", "move", {"r": [{"verb": "run"}, {"verb": "wheel", "what": "right", "face": 80}]}, dice="morale 4"
    )
    assert len(play.told("Tested")) == 1


@pytest.mark.rule("oversoul.attr.fearsome")
def test_the_fearsome_do_not_fear_each_other_and_the_frightened_keep_their_test_open() -> None:
    units = {"r": {"profile": "ghoul", "at": [[20, 10]]}, "b": {"profile": "ghoul", "at": [[20, 20]], "face": 180}}
    assert not Play(units).say("r", "move", {"r.1": [20, 15]}).told("Tested")
    scared = {
        "r": {"profile": "ghoul", "at": [[20, 10]]},
        "b": {"profile": "man", "at": [[20, 20]], "face": 180, "frightened": True},
    }
    play = Play(scared).say("r", "move", {"r.1": [20, 15]})
    assert not play.told("Tested")
    assert play.state.feared == []


@pytest.mark.rule("oversoul.attr.fearsome", "oversoul.leader.attached-activation")
def test_a_unit_tests_for_its_leader_and_not_for_one_under_water() -> None:
    units = {
        "r": {"profile": "man", "at": row(20, 10, 2), "leader": "rc"},
        "rc": {"profile": "captain", "at": [[20, 14]]},
        "b": {"profile": "ghoul", "at": [[20, 27]], "face": 180},
    }
    play = Play(units, order=["blue", "red"]).say("b", "move", {"b.1": [20, 23]}, dice="morale 2")
    (test,) = play.told("Tested")
    assert (test.unit, test.passed) == ("r", True)  # 2 + 2; only the captain is within 8 inches
    profiles = {"kraken": {"die": "d6", "attributes": ["Fearsome", "Amphibious", "Submersible"]}}
    sea = [{"water": "deep", "box": [0, 17, 48, 40]}]
    deep = {"1": {"profile": "kraken", "at": [20, 24], "face": 180, "submerged": True}}
    below = Play(
        {"r": {"profile": "man", "at": [[20, 12]]}, "b": {"figures": deep}},
        profiles=profiles,
        terrain=sea,
        order=["blue", "red"],
    )
    below.say("b", "move", {"b.1": [20, 21.5]})
    assert not below.told("Tested")
    up = {"1": {"profile": "kraken", "at": [20, 20], "face": 180, "submerged": True}}
    rising = Play(
        {"r": {"profile": "man", "at": [[20, 12]]}, "b": {"figures": up}}, profiles=profiles, terrain=sea, order=["blue", "red"]
    )
    rising.say("b", "move", {"b.1": {"verb": "surface"}}, dice="morale 4")
    assert len(rising.told("Tested")) == 1


@pytest.mark.rule("oversoul.morale.trigger-fear", "oversoul.spells.terrify")
def test_terrify_makes_rolls_harder_and_forces_none() -> None:
    spells = [{"name": "Terrify", "by": "blue", "until": 9}]
    play = Play({"r": {"profile": "man", "at": [[20, 20]], "spells": spells}, "b": {"profile": "man", "at": [[40, 44]]}})
    assert morale_tally(play.state, play.unit("r"), play["r.1"], "fear").needed == 6
    play.say("r", "nothing")
    assert not play.told("Tested")
