"""Hits: one by one, in groups, and collected on tight units."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.dice import Scripted
from littlewars.engine import Battle
from littlewars.systems.oversoul.attack.allocation import from_the_rear
from littlewars.systems.oversoul.attack.attack import collects, roll_recoveries
from tests.oversoul.helpers import Fight, row, script, state_of


def squads(mine: int, theirs: int, target: str = "man", **more: Any) -> dict[str, Any]:
    """Riflemen in a row, and a row of targets 8 inches before them."""
    return {
        "a": {"profile": "rifle", "at": row(20, 10, mine)},
        "b": {"profile": target, "at": row(20, 19, theirs), "face": 180, **more},
    }


def in_line(count: int, profile: str = "spear", how: str = "line/2", **more: Any) -> dict[str, Any]:
    """A tight unit that looks south at the riflemen."""
    return {"profile": profile, "formation": how, "at": [22, 19], "face": 180, "count": count, **more}


# ---- one by one


@pytest.mark.rule("oversoul.hits.immediate-recovery", "oversoul.recovery.reaction-rolls")
def test_recovery_comes_before_the_next_attacker_rolls() -> None:
    fight = Fight(squads(2, 2)).say("a.1").say("shoot:0:b.1", dice="ranged attack 4, recovery 4")
    fight.say("shoot:0:b.1", dice="ranged attack 4, recovery 3, morale 4")
    assert [draw.why for draw in fight.told("Draw")][:4] == ["ranged attack", "recovery"] * 2
    assert fight["b.1"].gone == "removed"


@pytest.mark.rule("oversoul.hits.marking", "oversoul.basics.markers")
def test_a_hit_trooper_who_recovers_stands_again_and_is_not_prone() -> None:
    fight = Fight(squads(1, 1)).say("shoot:0:b.1", dice="ranged attack 4, recovery 4")
    assert not fight["b.1"].prone
    assert not fight["b.1"].gone
    assert fight.state.turn.doing is None  # nothing is left to roll for


@pytest.mark.rule("oversoul.hits.multiple", "oversoul.hits.group-rolling")
def test_each_hit_of_a_group_demands_a_recovery_roll_until_the_model_falls() -> None:
    fight = Fight(squads(3, 1)).say("group")
    fight.say(
        dict.fromkeys(["a.1", "a.2", "a.3"], "shoot:0:b.1"),
        dice="ranged attack 4, ranged attack 5, ranged attack 6, recovery 6, recovery 2",
    )
    assert fight["b.1"].gone == "removed"  # the third hit is lost
    assert [event.passed for event in fight.told("Recovered")] == [True, False]


@pytest.mark.rule("oversoul.hits.group-rolling")
def test_who_has_nothing_in_reach_is_named_so_when_the_next_attacker_is_chosen() -> None:
    fight = Fight(
        {"a": {"profile": "rifle", "at": [[20, 10], [20, 6]]}, "b": {"profile": "man", "at": [[20, 29]], "face": 180}}
    )
    ask: Any = fight.game.ask
    assert [option.id for option in ask.written if option.label.endswith(": nothing in reach")] == ["a.2"]


@pytest.mark.rule("oversoul.hits.group-rolling")
def test_a_group_names_all_targets_first_and_recovers_last() -> None:
    fight = Fight(squads(3, 3)).say("group")
    assert fight.rule == "oversoul.hits.group-rolling"
    answer = {"a.1": "shoot:0:b.1", "a.2": "shoot:0:b.2", "a.3": "hold"}
    fight.say(answer, dice="ranged attack 6, ranged attack 4, recovery 1, recovery 4")
    assert [draw.why for draw in fight.told("Draw")] == ["ranged attack", "recovery"]  # dice together
    assert [fight[name].gone for name in ("b.1", "b.2")] == ["removed", ""]
    assert fight.actions() == ["hold", "shoot:0:b.2", "shoot:0:b.3"]  # who held back may still act by himself


@pytest.mark.rule("oversoul.hits.group-rolling")
def test_one_by_one_an_attacker_chooses_when_the_others_have_rolled() -> None:
    fight = Fight(squads(2, 2)).say("a.2").say("shoot:0:b.1", dice="ranged attack 6, recovery 1")
    assert fight.actions() == ["hold", "shoot:0:b.2"]


# ---- identical tight units


@pytest.mark.rule("oversoul.tight.hit-allocation")
def test_hits_are_laid_on_the_rear_rank_first() -> None:
    """oversoul.ex.tight-allocation: two ranks of 3, 4 hits: the 3 rear troopers and 1 of the front rank roll."""
    fight = Fight({**squads(4, 1), "b": in_line(6)}).say("group")
    front = list(fight.state.units["b"].ranks.rows[0])
    rear = list(fight.state.units["b"].ranks.rows[1])
    aimed = dict.fromkeys(["a.1", "a.2", "a.3", "a.4"], f"shoot:0:{front[1]}")
    fight.say(
        aimed,
        dice=", ".join(["ranged attack 4"] * 4 + ["recovery 4"] * 4),
    )
    assert [event.figure for event in fight.told("Recovered")] == [*reversed(rear), front[-1]]  # right to left


@pytest.mark.rule("oversoul.tight.hit-allocation")
def test_a_column_is_struck_from_the_last_man_forwards() -> None:
    fight = Fight({**squads(1, 1), "b": in_line(4, how="column")})
    files = [row[0] for row in fight.state.units["b"].ranks.rows]
    assert from_the_rear(fight.state, fight.state.units["b"]) == files[::-1]


@pytest.mark.rule("oversoul.tight.hit-allocation")
def test_hits_beyond_the_number_of_troopers_go_to_the_survivors() -> None:
    """oversoul.ex.tight-allocation-overflow: 3 in one rank, 5 hits, Recovery 4, 2, 6, 3, 5."""
    fight = Fight({**squads(5, 1), "b": in_line(3, how="line")}).say("group")
    row = list(fight.state.units["b"].ranks.rows[0])
    aimed = dict.fromkeys([f"a.{n}" for n in range(1, 6)], f"shoot:0:{row[0]}")
    attacks = ", ".join(["ranged attack 4"] * 5)
    fight.say(aimed, dice=f"{attacks}, recovery 4, recovery 2, recovery 6, recovery 3, recovery 5, morale 6")
    right_to_left = row[::-1]
    assert [fight[name].gone for name in right_to_left] == ["removed", "removed", ""]
    assert [event.passed for event in fight.told("Recovered")] == [True, False, True, False, True]


@pytest.mark.rule("oversoul.tight.hit-allocation", "oversoul.hits.immediate-recovery")
def test_hits_on_a_tight_unit_wait_until_all_attacks_are_rolled() -> None:
    fight = Fight({**squads(2, 1), "b": in_line(3, how="line")}).say("a.1")
    fight.say("shoot:0:b.1", dice="ranged attack 4")
    assert not fight.told("Recovered")
    fight.say("shoot:0:b.2", dice="ranged attack 4, recovery 4, recovery 4")
    assert len(fight.told("Recovered")) == 2


@pytest.mark.rule("oversoul.tight.hit-allocation", "oversoul.spells.zap")
def test_the_hit_of_a_zap_is_allocated_first_and_keeps_its_penalty() -> None:
    units = {
        "a": {"figures": {"1": {"profile": "rifle", "at": [20, 14]}, "2": {"profile": "wizard", "at": [23, 14]}}},
        "b": in_line(3, how="line"),
    }
    fight = Fight(units).say("a.1").say("shoot:0:b.2", dice="ranged attack 4")
    row = fight.state.units["b"].ranks.rows[0]
    fight.say("cast:Zap:b.2", dice="casting 4, recovery 5, recovery 4, morale 4")  # 5 - 2 = 3: the rear-most falls to the Zap
    assert [event.figure for event in fight.told("Recovered")] == [row[-1], row[-2]]
    assert fight[row[-1]].gone == "removed"
    assert not fight[row[-2]].gone


@pytest.mark.rule("oversoul.tight.hit-allocation", "oversoul.template.ranged-hits")
def test_each_trooper_under_a_template_adds_one_hit_to_the_unit() -> None:
    mortar = {"x": {"die": "d6", "range": 20, "attributes": ["Template 4"]}}
    fight = Fight({"a": {"profile": "x", "at": [[22, 10]]}, "b": in_line(6)}, profiles=mortar)
    rows = fight.state.units["b"].ranks.rows
    middle = rows[0][1]
    fight.say(f"shoot:0:{middle}", dice="ranged attack 4" + ", recovery 4" * 6)  # all six lie under 4 inches
    assert [event.figure for event in fight.told("Recovered")] == [*reversed(rows[1]), *reversed(rows[0])]


@pytest.mark.rule("oversoul.tight.hit-allocation-mixed")
def test_in_a_mixed_tight_unit_the_hit_stays_on_its_man() -> None:
    sergeant = {"sergeant": {"die": "d8", "attributes": ["Tight Cohesion"]}}
    units = squads(1, 1)
    units["b"] = {
        "figures": {"1": {"profile": "spear"}, "2": {"profile": "spear"}, "3": {"profile": "sergeant"}},
        "tight": True,
        "formation": "line",
        "at": [22, 19],
        "face": 180,
    }
    fight = Fight(units, profiles=sergeant)
    assert not collects(fight.state, fight["b.1"])
    fight.say("shoot:0:b.1", dice="ranged attack 4, recovery 1, morale 6")
    assert fight["b.1"].gone == "removed"


@pytest.mark.rule("oversoul.tight.hit-allocation-mixed")
def test_an_attached_leader_takes_his_own_hits_and_does_not_make_the_unit_mixed() -> None:
    units = {
        **squads(2, 1),
        "b": in_line(3, how="line", leader="b2"),
        "b2": {"profile": "sergeant", "under": "b"},
    }
    fight = Fight(units)
    assert collects(fight.state, fight["b.1"])
    assert not collects(fight.state, fight["b2.1"])
    fight.say("a.1").say("shoot:0:b2.1", dice="ranged attack 4, recovery 1")  # at once, on him
    assert fight["b2.1"].gone == "removed"
    assert fight.state.units["b"].leader == ""


@pytest.mark.rule("oversoul.tight.hit-allocation-mixed", "oversoul.template.ranged-hits")
def test_a_leader_under_the_template_takes_one_hit_himself() -> None:
    mortar = {"x": {"die": "d6", "range": 20, "attributes": ["Template 6"]}}
    units = {
        "a": {"profile": "x", "at": [[22, 10]]},
        "b": in_line(3, how="line", leader="b2"),
        "b2": {"profile": "sergeant", "under": "b"},
    }
    fight = Fight(units, profiles=mortar).say(
        "shoot:0:b.2", dice="ranged attack 4, recovery 4, recovery 4, recovery 4, recovery 4"
    )
    assert sorted(event.figure for event in fight.told("Recovered")) == ["b.1", "b.2", "b.3", "b2.1"]


# ---- a whole situation


@pytest.mark.rule("oversoul.hits.immediate-recovery", "oversoul.hits.group-rolling", "oversoul.recovery.trooper")
def test_a_volley_on_a_gun_crew() -> None:
    """oversoul.ex.volley-on-gun-crew: dice 4, 3, 2, 6, 5, 3."""
    fight = Fight(
        {
            "a": {"profile": "rifle", "at": row(20, 10, 3)},
            "b": {
                "figures": {
                    "gun": {"profile": "gun", "at": [21, 22], "face": 180},
                    **{
                        f"m{n}": {"profile": "man", "at": [x, 20], "face": 180}
                        for n, x in enumerate((19.5, 20.5, 21.5, 22.5), 1)
                    },
                }
            },
        }
    )
    fight.say("a.1").say("shoot:0:b.m1", dice="ranged attack 4, recovery 3")
    fight.say("a.2").say("shoot:0:b.m2", dice="ranged attack 2")
    fight.say("shoot:0:b.m2", dice="ranged attack 6, recovery 5, morale 3")
    assert [fight[f"b.m{n}"].gone for n in (1, 2, 3, 4)] == ["removed", "", "", ""]
    assert fight.state.units["b"].frightened
    (test,) = fight.told("Tested")
    assert test.tally.total == 0


@pytest.mark.rule("oversoul.hits.multiple", "oversoul.spells.zap")
@pytest.mark.parametrize(
    ("dice", "fallen"), [("recovery 3", [0]), ("recovery 4, recovery 5", [1]), ("recovery 4, recovery 6", [])]
)
def test_who_is_hit_in_different_ways_rolls_for_each_until_he_falls(dice: str, fallen: list[int]) -> None:
    """A plain hit that needs 4, and one that needs 6."""
    battle = Battle(state_of({"b": {"profile": "man", "at": [[20, 20]]}}), Scripted(script(dice)))
    assert roll_recoveries(battle, [("b.1", 6, 4), ("b.1", 6, 6)]) == fallen
    assert not battle.dice.left  # type: ignore[attr-defined]
