"""Flight and rallying: where the frightened run, and how a tight unit falls in again."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from littlewars.engine import Spot
from littlewars.systems.oversoul.units.aim import front_arc
from tests.oversoul.helpers import Play, fallen, row

NEXT = "initiative 6, initiative 1"


# ---- flight


def fleeing(units: dict[str, Any], dice: str = "rally 1", **more: Any) -> Play:
    """Red's unit r flees."""
    return Play({"b": {"profile": "man", "at": [[45, 46]]}, **units}, **more).say("r", dice=dice)


def afraid(x: float, y: float, count: int = 2, profile: str = "man", **more: Any) -> dict[str, Any]:
    return {"profile": profile, "at": row(x, y, count), "frightened": True, **more}


@pytest.mark.rule("oversoul.morale.flee-route", "oversoul.morale.fail")
def test_without_friends_the_whole_run_goes_straight_for_the_own_table_side() -> None:
    play = fleeing({"r": afraid(20, 30)})
    assert [play.at("r.1"), play.at("r.2")] == [(20, 18), (21, 18)]
    assert play["r.1"].face == 18000


@pytest.mark.rule("oversoul.morale.flee-route")
def test_the_flight_stops_behind_the_nearest_friend() -> None:
    """oversoul.ex.flee-stops-behind: friends with all centres at y 15, the unit at y 20; the next flight is a full run."""
    units = {
        "r": afraid(20, 20),
        "rf": {"profile": "man", "at": row(30, 15, 2)},
        "rc": {"profile": "captain", "at": [[22, 18]]},
    }
    play = fleeing(units, "rally 1")
    assert play.at("r.1")[1] == pytest.approx(15, abs=0.002)
    assert play.at("r.1")[1] < 15
    play.say("b", "nothing", dice=NEXT)
    play.say("r", dice="rally 1")
    assert play.at("r.1")[1] == pytest.approx(3, abs=0.01)


@pytest.mark.rule("oversoul.morale.flee-when-already-behind")
def test_who_is_behind_already_runs_on() -> None:
    play = fleeing({"r": afraid(20, 20), "rf": {"profile": "man", "at": row(24, 25, 2)}}, "morale 4, rally 1")
    assert play.at("r.1") == (20, 8)


@pytest.mark.rule("oversoul.morale.flee-route")
def test_all_run_as_far_as_the_slowest() -> None:
    figures = {
        "1": {"profile": "man", "at": [20, 30]},
        "2": {"profile": "big", "at": [21, 30]},
        "3": {"profile": "man", "at": [22, 30], "prone": True},
    }
    play = fleeing({"r": {"figures": figures, "frightened": True}})
    assert [play.at(f"r.{n}")[1] for n in (1, 2, 3)] == [20, 20, 20]  # the prone man has 12 - 2
    assert not play["r.3"].prone


@pytest.mark.rule("oversoul.morale.fail", "oversoul.move.prone-standing-up", "oversoul.spells.slow")
@pytest.mark.parametrize(("slow", "comes"), [(True, 30), (False, 28)])
def test_who_has_just_enough_to_stand_up_stands_and_runs_no_more(slow: bool, comes: float) -> None:
    """A d4 that is Slow has 4 inches, under the spell 2; standing up costs 2."""
    crawler = {"crawler": {"die": "d4", "attributes": ["Undead", "Slow"]}}
    spells = [{"name": "Slow", "by": "blue", "until": 99}] if slow else []
    figures = {"1": {"profile": "crawler", "at": [20, 30], "prone": True}}
    play = fleeing({"r": {"figures": figures, "frightened": True, "spells": spells}}, "", profiles=crawler)
    assert play.at("r.1") == (20, comes)
    assert not play["r.1"].prone


@pytest.mark.rule("oversoul.morale.flee-route")
def test_terrain_costs_and_obstacles_are_gone_round() -> None:
    wood = [{"difficulty": "light", "box": [10, 20, 30, 28]}]
    play = fleeing({"r": afraid(20, 30, 1)}, terrain=wood)
    assert play.at("r.1")[1] == pytest.approx(30 - 2 - 10 / 1.5, abs=0.002)
    rock = [{"difficulty": "impassible", "box": [19, 24, 22, 26]}]
    round_it = fleeing({"r": afraid(20, 30, 1)}, terrain=rock)
    assert 18 < round_it.at("r.1")[1] < 20
    assert len(round_it.told("Moved")[0].path) > 1
    pen = [{"difficulty": "impassible", "box": [0, 24, 48, 26]}]
    stopped = fleeing({"r": afraid(20, 26.5, 1)}, terrain=pen)
    assert stopped.at("r.1") == (20, 26.5)  # it cannot get nearer: it stays
    wall = [{"difficulty": "impassible", "box": [5, 24, 35, 26]}]
    along = fleeing({"r": afraid(20, 26.5, 1)}, terrain=wall)
    assert along.at("r.1") == (20, 26.5)  # its run ends before the end of the wall: no nearer
    near = fleeing({"r": afraid(33, 26.5, 1)}, terrain=wall)
    assert near.at("r.1")[1] < 20


@pytest.mark.rule("oversoul.morale.flee-route", "oversoul.org.cohesion-restored")
def test_friends_and_foes_are_in_the_way_too() -> None:
    play = fleeing({"r": afraid(20, 30, 1), "bx": {"profile": "man", "at": [[20, 28]]}})
    assert 18 < play.at("r.1")[1] < 19


@pytest.mark.rule("oversoul.morale.flee-route")
def test_a_gun_with_a_crewman_in_contact_is_taken_along() -> None:
    figures = {"1": {"profile": "man", "at": [20, 30]}, "gun": {"profile": "gun", "at": [21.5, 30]}}
    play = fleeing({"r": {"figures": figures, "frightened": True}})
    assert [play.at("r.1")[1], play.at("r.gun")[1]] == [18, 18]
    figures["gun"]["at"] = [22, 30]
    left = fleeing({"r": {"figures": figures, "frightened": True}})
    assert left.at("r.gun") == (22, 30)


@pytest.mark.rule("oversoul.morale.flee-no-other-action", "oversoul.morale.rally-roll")
def test_after_the_flight_there_is_a_rally_roll_and_no_other_action() -> None:
    units = {"r": {**afraid(20, 30, 1), "profile": "rifle"}, "b": {"profile": "man", "at": [[20, 10]]}}
    play = Play(units).say("r", dice="rally 6")
    assert play.asks == "blue round.one-unit-or-pass"
    assert len(play.told("Rallied")) == 1


@pytest.mark.rule("oversoul.morale.rally-roll")
def test_the_rally_roll_is_made_even_if_the_unit_could_not_move() -> None:
    pen = [{"difficulty": "impassible", "box": [0, 24, 48, 26]}]
    play = fleeing({"r": afraid(20, 26.5, 1)}, "rally 6", terrain=pen)
    assert not play.unit("r").frightened


@pytest.mark.rule("oversoul.morale.rally-roll", "oversoul.leader.morale-bonus", "oversoul.morale.modifiers")
@pytest.mark.parametrize(("led", "face", "passed"), [(False, 6, False), (True, 4, False), (True, 5, True)])
def test_a_d6_unit_that_lost_a_quarter_rallies_only_with_a_leader(led: bool, face: int, passed: bool) -> None:
    """oversoul.ex.rally-d6-impossible"""
    unit = {"figures": fallen("man", 20, 30, 4, lost=1), "lost": 1, "quarters": 1, "frightened": True}
    units: dict[str, Any] = {"r": unit}
    if led:
        units = {"r": {**unit, "leader": "rc"}, "rc": {"profile": "captain", "at": [[20, 31]]}}
    play = fleeing(units, f"rally {face}")
    assert (not play.unit("r").frightened) is passed


@pytest.mark.rule("oversoul.morale.rally-fail")
def test_a_unit_that_does_not_rally_flees_on() -> None:
    play = fleeing({"r": afraid(20, 40, 1)}, "rally 5")
    assert play.unit("r").frightened
    play.say("b", "nothing", dice=NEXT)
    play.say("r", dice="rally 6")
    assert play.at("r.1") == (20, 16)
    assert not play.unit("r").frightened


@pytest.mark.rule("oversoul.morale.flee-off-table", "oversoul.victory.credit")
def test_a_unit_that_reaches_its_table_side_is_lost_and_scores() -> None:
    units = {"r": afraid(20, 12, fear_by="blue"), "rx": {"profile": "man", "at": [[40, 30]]}}
    play = fleeing(units, "")
    assert {play["r.1"].gone, play["r.2"].gone} == {"fled"}
    assert play.state.sides["blue"].score == 24
    assert not play.told("Rallied")
    assert not play.told("Tested")
    near = fleeing({"r": afraid(20, 12.5), "rx": {"profile": "man", "at": [[40, 30]]}})
    assert near.at("r.1") == (20, 0.5)  # just not


@pytest.mark.rule("oversoul.morale.flee-off-table")
def test_one_base_over_the_edge_takes_the_whole_unit() -> None:
    figures = {"1": {"profile": "man", "at": [20, 11]}, "2": {"profile": "man", "at": [20, 14]}}
    units = {"r": {"figures": figures, "frightened": True}, "rx": {"profile": "man", "at": [[40, 30]]}}
    play = fleeing(units, "")
    assert play["r.2"].gone == "fled"


# ---- tight units


@pytest.mark.rule("oversoul.morale.fail-tight-disordered")
def test_a_tight_unit_that_fails_gives_up_its_formation() -> None:
    blue = {"b": {"profile": "spear", "formation": "line", "at": [20, 15], "face": 180, "count": 4}}
    play = Play({"r": {"profile": "rifle", "at": [[20, 10]]}, **blue})
    play.say("r", "other", "shoot:0:b.1", dice="ranged attack 6, recovery 1, morale 3")
    assert play.unit("b").disordered
    assert play.unit("b").ranks is None
    assert front_arc(play.state, play["b.2"]) == 9000  # loose facings


@pytest.mark.rule("oversoul.morale.fail", "oversoul.morale.fail-tight-disordered", "oversoul.attr.fearsome")
def test_a_unit_that_fails_in_its_own_activation_ends_it_in_formation() -> None:
    """oversoul.ex.fail-in-own-activation"""
    units = {
        "r": {"profile": "bow", "formation": "line", "at": [20, 20], "count": 3},
        "b": {"profile": "ghoul", "at": [[20, 34]], "face": 180},
    }
    play = Play(units).say("r", "move-other", {"r": [20, 25.5]}, dice="morale 3")
    assert play.unit("r").frightened
    assert not play.unit("r").disordered
    assert play.asks == "red tight.same-actions"
    play.say("shoot", "r.1", "shoot:0:b.1", dice="ranged attack 1")
    play.say("done")
    assert play.unit("r").disordered
    assert not play.unit("r").shaken_late  # it happens once
    assert play.unit("r").ranks is None


@pytest.mark.rule(
    "oversoul.morale.rally-pass", "oversoul.morale.fail", "oversoul.morale.flee-no-other-action", "oversoul.morale.rally-roll"
)
def test_flee_then_rally_then_reform() -> None:
    """oversoul.ex.flee-then-rally: ten riders (d8, MOVE 12) lose three and fail; rally 7 - 1 - 2 = 4; reform and act."""
    profiles = {"reiter": {"die": "d8", "range": 20, "attributes": ["Mounted", "Tight Cohesion"]}}
    units = {
        "r": {"profile": "rifle", "at": row(19, 6, 3)},
        "b": {"profile": "reiter", "formation": "line", "at": [20, 14], "count": 10, "face": 180},
    }
    play = Play(units, profiles=profiles).say("r", "other", "r.1")
    play.say("shoot:0:b.5", dice="ranged attack 6").say("r.2").say("shoot:0:b.5", dice="ranged attack 6")
    play.say("shoot:0:b.5", dice="ranged attack 6, recovery 3, recovery 3, recovery 3, morale 3")
    left = [figure.id for figure in play.state.members(play.unit("b"))]
    assert len(left) == 7
    assert [(event.tally.needed, event.passed) for event in play.told("Tested")] == [(4, False)]
    assert play.unit("b").frightened
    assert play.unit("b").disordered
    before = [play.at(name)[1] for name in left]
    assert play.asks == "blue round.one-unit-or-pass"
    play.say("b", dice="rally 7, initiative 1, initiative 6")
    assert [play.at(name)[1] - y for name, y in zip(left, before, strict=True)] == [24] * 7
    assert [(event.tally.needed, event.passed) for event in play.told("Rallied")] == [(7, True)]
    assert play.asks == "blue round.one-unit-or-pass"  # no Other action: the next round begins
    play.say("b", "move-other")
    assert play.asks == "blue morale.rally-pass"
    assert play.options == ["loose", "reform"]
    play.say("reform", {"b": {"at": [20, 39], "face": 180, "how": "line"}})
    assert not play.unit("b").disordered
    assert [len(row) for row in play.unit("b").ranks.rows] == [7]
    assert {play[name].face for name in left} == {18000}
    assert play.asks == "blue tight.same-actions"
    play.say("shoot")
    play.say(left[0], "shoot:0:r.1", dice="ranged attack 1")
    assert [event.attacker for event in play.told("Attacked")][3:] == [left[0]]


@pytest.mark.rule("oversoul.morale.rally-pass")
def test_reforming_replaces_the_move_and_needs_everybody_to_reach_his_place() -> None:
    scattered = {str(n): {"profile": "spear", "at": [10 + 3 * n, 20]} for n in range(1, 5)}
    unit = {"figures": scattered, "disordered": True}
    play = Play({"r": unit, "b": {"profile": "man", "at": [[40, 44]]}}).say("r", "move")
    assert play.asks == "red morale.rally-pass"
    play.say("reform")
    assert play.refused({"r": {"at": [20, 20], "face": 90, "how": "wedge"}}) == "tight.must-have-formation"
    play.say({"r": {"at": [20, 20], "face": 0, "how": "line"}})
    assert play.asks == "blue round.one-unit-or-pass"  # that was the Move
    places = sorted(play.at(f"r.{n}") for n in range(1, 5))
    assert [b[0] - a[0] for a, b in pairwise(places)] == [1, 1, 1]
    far = {str(n): {"profile": "spear", "at": [5 * n, 20]} for n in range(1, 6)}  # the outer men have 8 inches to go
    torn = Play({"r": {"figures": far, "disordered": True}}).say("r", "move")
    assert torn.asks == "red move.allowance"  # nobody can reform: the unit moves as a loose one


@pytest.mark.rule("oversoul.morale.rally-pass")
def test_how_everybody_would_stand_is_shown_before_the_unit_reforms() -> None:
    scattered = {str(n): {"profile": "spear", "at": [10 + 3 * n, 20]} for n in range(1, 5)}
    units = {"r": {"figures": scattered, "disordered": True}, "b": {"profile": "man", "at": [[40, 44]]}}
    play = Play(units).say("r", "move", "reform")
    ask: Any = play.game.ask
    before = {name: (play[name].x, play[name].y, play[name].face) for name in play.unit("r").figures}
    (stays,) = ask.trace((Spot("r", (20_000, 20_000), 18_000, how="line/2"),))
    assert stays.ends == before  # four men stand in one rank
    (shown,) = ask.trace((Spot("r", (20_000, 20_000), 18_000, how="line"),))
    play.say({"r": {"at": [20, 20], "face": 180, "how": "line"}})
    assert shown.ends == {name: (play[name].x, play[name].y, play[name].face) for name in play.unit("r").figures} != before


@pytest.mark.rule("oversoul.morale.rally-pass")
def test_a_rallied_unit_that_does_not_reform_acts_as_a_loose_one() -> None:
    unit = {"figures": {str(n): {"profile": "bow", "at": [18 + n, 20]} for n in range(1, 4)}, "disordered": True}
    play = Play({"r": unit, "b": {"profile": "man", "at": [[20, 26]], "face": 180}}).say("r", "move-other", "loose")
    play.say({"r.1": [19, 22]})
    assert play.asks == "red hits.group-rolling"  # every man for himself
    assert play.unit("r").disordered


@pytest.mark.rule("oversoul.morale.rally-pass", "oversoul.leader.attached-activation")
def test_a_leader_reforms_with_his_unit_at_an_end_of_the_front_rank() -> None:
    unit = {
        "figures": {str(n): {"profile": "spear", "at": [18 + n, 20]} for n in range(1, 7)},
        "disordered": True,
        "leader": "rc",
    }
    units = {"r": unit, "rc": {"profile": "marshal", "at": [[21, 22]]}}
    play = Play(units).say("r", "stay", "move", "reform", {"r": {"at": [20, 20], "face": 0, "how": "line/2"}})
    rows = play.unit("r").ranks.rows
    assert [len(row) for row in rows] == [4, 3]
    assert "rc.1" in (rows[0][0], rows[0][-1])


@pytest.mark.rule("oversoul.morale.who-rolls")
def test_where_only_the_undead_are_left_nobody_is_afraid_any_more() -> None:
    figures = {"1": {"profile": "dead", "at": [20, 30]}, "2": {"profile": "man", "at": [21, 30], "gone": "removed"}}
    play = fleeing({"r": {"figures": figures, "lost": 1, "frightened": True}}, "")
    assert not play.unit("r").frightened


# ---- in other elements


@pytest.mark.rule("oversoul.morale.fail", "oversoul.attr.flying")
def test_an_airborne_unit_flees_flying() -> None:
    rock = [{"difficulty": "impassible", "box": [10, 22, 30, 26]}]
    figures = {"1": {"profile": "bat", "at": [20, 30], "airborne": True}}
    play = fleeing({"r": {"figures": figures, "frightened": True}}, terrain=rock)
    assert play.at("r.1") == (20, 18)  # straight over the rock
    assert play["r.1"].airborne


@pytest.mark.rule("oversoul.morale.flee-route", "oversoul.attr.waterborne", "oversoul.attr.submersible-submerged")
@pytest.mark.parametrize(
    ("profile", "submerged", "starts", "stops"),
    [("serpent", False, 28, 20), ("diver", True, 30, 24), ("diver", True, 24, 20), ("diver", False, 26, 17)],
)
def test_whoever_lives_in_the_water_flees_as_far_as_it_reaches(
    profile: str, submerged: bool, starts: float, stops: float
) -> None:
    """Deep water down to y 20. Under water a run is half as long; on the surface a diver swims 6 inches for 9 and walks 3."""
    sea = [{"water": "deep", "box": [10, 20, 30, 40]}]
    profiles = {"serpent": {"die": "d6", "attributes": ["Waterborne"]}}
    figures = {"1": {"profile": profile, "at": [20, starts], "submerged": submerged}}
    play = fleeing({"r": {"figures": figures, "frightened": True}}, terrain=sea, profiles=profiles)
    assert play.at("r.1")[1] == pytest.approx(stops, abs=0.11)


@pytest.mark.rule("oversoul.morale.flee-off-table", "oversoul.morale.flee-route")
def test_a_way_round_may_lead_off_the_table_too() -> None:
    """A rock between the man and his table side: 9 inches straight, some 10 round it, and a run of 12."""
    rock = [{"difficulty": "impassible", "box": [19.5, 3, 20.5, 5]}]
    units = {"r": afraid(20, 9.5, 1, fear_by="blue"), "rx": {"profile": "man", "at": [[40, 30]]}}
    assert fleeing(units, "", terrain=rock)["r.1"].gone == "fled"
    wide = [{"difficulty": "impassible", "box": [14, 3, 26, 5]}]
    assert not fleeing(units, "rally 1", terrain=wide)["r.1"].gone


@pytest.mark.rule("oversoul.morale.flee-route", "oversoul.setup.table-sides")
def test_everybody_flees_to_his_own_table_side() -> None:
    sides = {"red": {"edge": "east"}, "blue": {"edge": "west"}}
    play = fleeing({"r": afraid(20, 30, 1), "b": {"profile": "man", "at": [[5, 46]]}}, sides=sides)
    assert play.at("r.1") == (32, 30)
    assert play["r.1"].face == 9000
