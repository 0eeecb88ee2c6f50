"""Units and their cohesion in play."""

from __future__ import annotations

import pytest

from tests.oversoul.helpers import Fight, Play, row


@pytest.mark.rule("oversoul.org.activate-whole-unit")
def test_one_activation_is_the_whole_units_and_the_idle_have_used_theirs() -> None:
    play = Play({"r": {"profile": "rifle", "at": row(10, 10, 3)}, "b": {"profile": "man", "at": [[10, 15]]}})
    play.say("r", "other", "r.1", "shoot:0:b.1", dice="ranged attack 1")
    play.say("done")
    assert play.asks == "blue round.one-unit-or-pass"  # two never shot, and the turn is over


# ---- loose cohesion


@pytest.mark.rule("oversoul.org.loose-cohesion-troopers", "oversoul.move.end-in-cohesion")
def test_loose_troopers_stay_within_four_inches() -> None:
    play = Play({"r": {"profile": "man", "at": row(10, 10, 2)}}).say("r", "move")
    assert play.allows({"r.2": [15, 10]})  # 4 inches between the bases
    assert play.refused({"r.2": [15.01, 10]}) == "move.end-in-cohesion"


@pytest.mark.rule("oversoul.org.loose-cohesion-vehicles", "oversoul.move.end-in-cohesion")
def test_vehicles_stay_within_eight_inches() -> None:
    play = Play({"r": {"profile": "car", "at": [[10, 10], [10, 16]]}}).say("r", "move")
    assert play.allows({"r.2": [10, 22]})  # hulls of 4 inches: 8 between them
    assert play.refused({"r.2": [10, 22.01]}) == "move.end-in-cohesion"


@pytest.mark.rule("oversoul.org.cohesion-connected", "oversoul.org.loose-cohesion-troopers")
def test_two_pairs_are_one_chain_or_none() -> None:
    """oversoul.ex.cohesion-chain: pairs 1 inch apart in themselves, (a) 4 inches and (b) 6 inches from each other."""
    pairs = [[10, 10], [12, 10], [17, 10], [19, 10]]
    play = Play({"r": {"profile": "man", "at": pairs}}).say("r", "move")
    assert play.allows({})
    assert play.refused({"r.3": [19, 10], "r.4": [21, 10]}) == "move.models-as-obstacles"  # one after the other, in order
    assert play.refused({"r.4": [21, 10], "r.3": [19, 10]}) == "move.end-in-cohesion"


@pytest.mark.rule("oversoul.org.tight-cohesion", "oversoul.attr.tight-cohesion")
def test_tight_troopers_touch_each_other_wherever_they_go() -> None:
    play = Play({"r": {"profile": "spear", "formation": "line/2", "at": [20, 20], "count": 7}})
    play.say("r", "move", {"r": [20, 25]})
    places = [play[f"r.{n}"].at for n in range(1, 8)]
    for x, y in places:
        assert min((x - u) ** 2 + (y - v) ** 2 for u, v in places if (u, v) != (x, y)) == 1000**2
    assert set(play.unit("r").ranks.rows[0]) == {"r.1", "r.2", "r.3", "r.4"}


# ---- cohesion lost


LONE = {
    "r": {"profile": "rifle", "at": [[10, 10], [11, 10], [12, 10], [13, 10], [23, 10]]},
    "b": {"profile": "man", "at": [[20, 15]]},
}


@pytest.mark.rule("oversoul.org.cohesion-restored")
@pytest.mark.parametrize(
    ("to", "may_act"),
    [([18, 10], True), ([21, 10], False), (None, False), ([24, 10], None)],
    ids=["a to 4 inches", "b to 7 inches", "c stays", "d to 10 inches"],
)
def test_a_man_left_behind_comes_back_comes_nearer_or_stays(to: list[float] | None, may_act: bool | None) -> None:
    """oversoul.ex.cohesion-broken: one is 9 inches from the other four."""
    play = Play(LONE).say("r", "move-other")
    if may_act is None:
        assert play.refused({"r.5": to}) == "org.cohesion-restored"
        return
    assert play.refused({"r.5": {"verb": "run", "to": [21, 16]}}) == "org.cohesion-restored"  # 9 inches as before: no nearer
    play.say({"r.5": to} if to else {})
    assert ("r.5" in play.options) is may_act
    assert "r.1" in play.options


@pytest.mark.rule("oversoul.org.cohesion-restored")
def test_the_group_itself_must_stay_together() -> None:
    play = Play(LONE).say("r", "move")
    assert play.refused({"r.1": [4, 10]}) == "org.cohesion-restored"


@pytest.mark.rule("oversoul.org.cohesion-restored")
def test_a_man_left_behind_takes_no_other_action_before_the_move_either() -> None:
    play = Play(LONE).say("r", "other-move")
    assert "r.5" not in play.options
    assert {"r.1", "r.2", "r.3", "r.4"} < set(play.options)


@pytest.mark.rule("oversoul.org.cohesion-restored")
def test_of_two_equal_groups_the_owner_names_the_one_that_counts() -> None:
    halves = {
        "r": {"profile": "rifle", "at": [[10, 10], [11, 10], [21, 10], [22, 10]]},
        "b": {"profile": "man", "at": [[16, 15]]},
    }
    play = Play(halves).say("r", "other-move")
    assert play.asks == "red org.cohesion-restored"
    assert play.options == ["r.1+r.2", "r.3+r.4"]
    play.say("r.3+r.4")
    assert play.options == ["done", "r.3", "r.4", "group"]
    play.say("done")
    assert play.asks == "red move.allowance"  # he has named it once
    assert play.refused({"r.3": {"verb": "run", "to": [28, 10]}}) == "org.cohesion-restored"
    assert play.allows({"r.2": [17, 10], "r.1": [16, 10]})


@pytest.mark.rule("oversoul.org.cohesion-restored")
@pytest.mark.parametrize(
    ("named", "asked"),
    [
        ([], ["r.1", "r.2", "r.3"]),
        (["r.2"], []),
        (["r.2", "gone"], []),
        (["r.3", "r.2"], ["r.2", "r.3"]),
    ],
)
def test_a_group_that_falls_apart_after_it_was_named_is_named_again(named: list[str], asked: list[str]) -> None:
    """Three men far from one another; those named before still count, and of several of them the owner names one."""
    units = {"r": {"profile": "man", "at": [[10, 10], [20, 10], [30, 10]]}, "b": {"profile": "man", "at": [[40, 44]]}}
    fight = Fight(units, "r", ["move"], doing={"body": named})
    assert fight.asks == ("red org.cohesion-restored" if asked else "red move.allowance")
    if asked:
        assert fight.options == asked
        fight.say(asked[-1])
    body = asked[-1] if asked else "r.2"
    away = {"r.2": [15, 10]} if body == "r.3" else {"r.3": [35, 10]}
    assert fight.refused(away) == "org.cohesion-restored"  # no nearer to it


@pytest.mark.rule("oversoul.org.cohesion-types", "oversoul.morale.fail-tight-disordered")
def test_a_disordered_unit_keeps_loose_cohesion() -> None:
    play = Play({"r": {"profile": "spear", "at": row(10, 10, 3), "disordered": True}})
    play.say("r", "move", "loose")
    assert play.allows({"r.3": [16, 10]})
    assert play.refused({"r.3": [16.01, 10]}) == "move.end-in-cohesion"
