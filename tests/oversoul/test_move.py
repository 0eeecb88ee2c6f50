"""Moving: allowance, terrain, obstacles, running, prone, vehicles, facing and charges."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.oversoul.units.aim import aim_melee, aim_shot, facing_hit, facing_mod, front_arc, touched_enemies
from tests.oversoul.helpers import SEA, Play, row


def moving(
    profile: str, at: list[float] | None = None, face: float = 0, units: dict[str, Any] | None = None, **more: Any
) -> Play:
    """One model about to move."""
    play = Play({"r": {"profile": profile, "at": [at or [20, 20]], "face": face}, **(units or {})}, **more)
    return play.say("r", "move")


def foe(x: float, y: float, face: float = 180, profile: str = "man") -> dict[str, Any]:
    return {"b": {"profile": profile, "at": [[x, y]], "face": face}}


# ---- allowance and terrain


@pytest.mark.rule("oversoul.move.allowance")
def test_a_model_goes_up_to_its_move_along_its_path() -> None:
    play = moving("man")
    assert play.budget == {"r.1": 12}  # what a run would give
    assert play.allows({})
    assert play.allows({"r.1": [20, 26]})
    assert play.refused({"r.1": [20, 26.001]}) == "move.allowance"
    assert play.refused({"r.1": [[20, 24], [20, 21.9]]}) == "move.allowance"  # the path counts, not the end
    play.say({"r.1": [[20, 23], [23, 23]]})
    assert play.at("r.1") == (23, 23)


@pytest.mark.rule("oversoul.move.terrain-cost")
@pytest.mark.parametrize(
    ("difficulty", "begins", "most"),
    [("light", 20, 4), ("heavy", 20, 2), ("light", 22, 4.666), ("impassible", 21, 0.5)],
    ids=["light", "heavy", "2 inches open then light", "impassible"],
)
def test_terrain_costs_more_of_the_allowance(difficulty: str, begins: float, most: float) -> None:
    """oversoul.ex.terrain-cost: MOVE 6 is 6 in the open, 4 in light, 2 in heavy, 0 in impassible terrain, 4.667 mixed."""
    play = moving("man", terrain=[{"difficulty": difficulty, "box": [10, begins, 30, begins + 20]}])
    assert play.allows({"r.1": [20, 20 + most]})
    rule = "move.terrain-cost" if difficulty == "impassible" else "move.allowance"
    assert play.refused({"r.1": [20, 20 + most + 0.01]}) == rule


@pytest.mark.rule("oversoul.move.models-as-obstacles")
def test_a_path_leads_through_ones_own_unit_and_through_nobody_else() -> None:
    units = {"r": {"profile": "man", "at": [[20, 20], [20, 22]]}, "rf": {"profile": "man", "at": [[24, 20]]}, **foe(16, 20)}
    play = Play(units).say("r", "move")
    assert play.allows({"r.1": [20, 24]})
    assert play.refused({"r.1": [20, 21.5]}) == "move.models-as-obstacles"  # ends on a comrade
    assert play.refused({"r.1": [25.5, 20]}) == "move.models-as-obstacles"  # through a friend
    assert play.refused({"r.1": [14.5, 20]}) == "move.models-as-obstacles"  # through an enemy
    assert play.allows({"r.1": [17, 20]})  # up to him


@pytest.mark.rule("oversoul.move.models-as-obstacles")
def test_a_pivot_may_not_end_overlapping_anything() -> None:
    beside = {"rf": {"profile": "man", "at": [[21.7, 20]]}}
    tank = moving("tank", units={"rf": {"profile": "man", "at": [[22.1, 20]]}})
    assert tank.refused({"r.1": {"face": 90}}) == "move.models-as-obstacles"
    car = moving("car", at=[20, 10], units=beside)
    assert car.refused({"r.1": [[20, 20], {"face": 45}]}) == "move.models-as-obstacles"  # after the last inch, too
    assert car.allows({"r.1": [[20, 17], {"face": 45}]})


@pytest.mark.rule("oversoul.move.leaving-contact")
def test_nobody_is_locked_in_melee() -> None:
    play = Play(
        {
            "r": {"profile": "rifle", "at": [[20, 20]]},
            "b": {"profile": "man", "at": [[20, 21]], "face": 180},
            "b2": {"profile": "man", "at": [[20, 30]]},
        }
    )
    play.say("r", "move-other", {"r.1": {"to": [20, 15], "face": 0}})
    assert play.asks == "red action.list"  # nobody has struck at him
    assert "shoot:0:b2.1" in play.options


@pytest.mark.rule("oversoul.move.table-edge")
def test_no_part_of_a_base_leaves_the_table_of_its_own_will() -> None:
    play = moving("man", at=[20, 3])
    assert play.allows({"r.1": [20, 0.5]})
    assert play.refused({"r.1": [20, 0.49]}) == "move.table-edge"


@pytest.mark.rule("oversoul.move.loose-freedom", "oversoul.facing.set-by-movement")
def test_loose_troopers_turn_for_nothing_and_turning_is_not_moving() -> None:
    profiles = {"sniper": {"die": "d6", "range": 10, "attributes": ["Sharpshooter"]}}
    units = {"r": {"profile": "sniper", "at": [[20, 20]], "face": 180}, **foe(20, 28)}
    play = Play(units, profiles=profiles).say("r", "move-other", {"r.1": {"face": 0}})
    assert play["r.1"].face == 0
    assert aim_shot(play.battle, play["r.1"], play["b.1"], 0).tally.needed == 3  # the bonus for standing still
    far = moving("man").say({"r.1": [[23, 20], [23, 23], {"face": 270}]})  # 6 inches and three turns
    assert far["r.1"].face == 27000


# ---- running


@pytest.mark.rule("oversoul.move.run")
def test_running_doubles_move() -> None:
    play = moving("man")
    assert play.allows({"r.1": {"verb": "run", "to": [20, 32]}})
    assert play.refused({"r.1": {"verb": "run", "to": [20, 32.01]}}) == "move.allowance"


@pytest.mark.rule("oversoul.move.run")
def test_loose_units_run_man_by_man() -> None:
    play = Play({"r": {"profile": "man", "at": row(20, 20, 2)}}).say("r", "move")
    assert play.refused({"r.1": {"verb": "run", "to": [20, 27]}, "r.2": [21, 27]}) == "move.allowance"
    assert play.allows({"r.1": {"verb": "run", "to": [20, 27]}, "r.2": [21, 25]})


@pytest.mark.rule("oversoul.attr.undead-no-run", "oversoul.move.run")
def test_the_undead_never_run() -> None:
    play = moving("dead")
    assert play.budget == {"r.1": 6}
    assert play.refused({"r.1": {"verb": "run", "to": [20, 21]}}) == "attr.undead-no-run"


@pytest.mark.rule("oversoul.move.vehicles-cannot-run", "oversoul.attr.walker")
@pytest.mark.parametrize("profile", ["car", "mecha"])
def test_vehicles_never_run(profile: str) -> None:
    assert moving(profile).refused({"r.1": {"verb": "run", "to": [20, 21]}}) == "move.vehicles-cannot-run"


@pytest.mark.rule("oversoul.move.run-penalty", "oversoul.move.run")
def test_who_runs_first_acts_at_minus_one_and_who_runs_afterwards_does_not() -> None:
    """oversoul.ex.run-order"""
    units = {"r": {"profile": "rifle", "at": [[20, 10]]}, **foe(20, 28)}
    a = Play(units).say("r", "move-other", {"r.1": {"verb": "run", "to": [20, 22]}})
    assert aim_shot(a.battle, a["r.1"], a["b.1"], 0).tally.needed == 5
    b = Play(units).say("r", "other-move")
    assert aim_shot(b.battle, b["r.1"], b["b.1"], 0).tally.needed == 5  # long range, no run
    assert {mod.name for mod in aim_shot(b.battle, b["r.1"], b["b.1"], 0).tally.mods} == {"long range"}
    b.say("shoot:0:b.1", dice="ranged attack 1")
    b.say({"r.1": {"verb": "run", "to": [20, 22]}})
    assert b.at("r.1") == (20, 22)


# ---- prone


@pytest.mark.rule("oversoul.move.prone-going")
def test_going_prone_is_free_after_any_move_also_of_nothing() -> None:
    play = moving("man").say({"r.1": [[20, 26], {"verb": "prone"}]})
    assert play["r.1"].prone
    assert moving("man").say({"r.1": {"verb": "prone"}})["r.1"].prone


@pytest.mark.rule("oversoul.move.prone-going", "oversoul.attr.walker", "oversoul.attr.mounted")
@pytest.mark.parametrize("profile", ["car", "mecha", "rider"])
def test_vehicles_and_riders_do_not_go_prone(profile: str) -> None:
    assert moving(profile).refused({"r.1": {"verb": "prone"}}) == "move.prone-going"


@pytest.mark.rule("oversoul.move.prone-going")
def test_nobody_lies_down_in_the_air() -> None:
    assert moving("bat").refused({"r.1": [{"verb": "fly"}, [20, 22], {"verb": "prone"}]}) == "move.prone-going"


def lying(profile: str = "man", **more: Any) -> Play:
    return Play({"r": {"figures": {"1": {"profile": profile, "at": [20, 20], "prone": True}}, **more}}).say("r", "move")


@pytest.mark.rule("oversoul.move.prone-standing-up", "oversoul.move.run")
def test_standing_up_costs_two_inches_of_the_move_or_of_the_run() -> None:
    """oversoul.ex.stand-up: 4 inches are left of a Move, 10 of a run."""
    play = lying()
    assert play.refused({"r.1": [20, 21]}) == "move.prone-standing-up"
    up = {"verb": "stand"}
    assert play.allows({"r.1": [up, [20, 24]]})
    assert play.refused({"r.1": [up, [20, 24.01]]}) == "move.allowance"
    assert play.allows({"r.1": [up, {"verb": "run", "to": [20, 30]}]})
    assert play.refused({"r.1": [up, {"verb": "run", "to": [20, 30.01]}]}) == "move.allowance"
    play.say({"r.1": [up, [20, 24]]})
    assert not play["r.1"].prone


@pytest.mark.rule("oversoul.move.prone-standing-up")
def test_the_prone_pivot_but_do_not_jump_or_take_off_and_need_two_inches_to_rise() -> None:
    assert lying().say({"r.1": {"face": 90}})["r.1"].prone
    assert lying("flea").refused({"r.1": {"verb": "jump", "to": [20, 25]}}) == "move.prone-standing-up"
    assert lying("flea").refused({"r.1": [{"verb": "stand"}, {"verb": "jump", "to": [20, 25]}]}) == "attr.jump"
    assert lying("bat").refused({"r.1": [{"verb": "fly"}, [20, 25]]}) == "move.prone-standing-up"
    slow = [{"name": "Slow", "by": "blue", "until": 9}]
    profiles = {"snail": {"die": "d4", "attributes": ["Slow"]}}
    units = {"r": {"figures": {"1": {"profile": "snail", "at": [20, 20], "prone": True}}, "spells": slow}}
    snail = Play(units, profiles=profiles).say("r", "move")
    assert snail.allows({"r.1": {"verb": "stand"}})  # 4 - 2 = 2: just enough
    assert snail.refused({"r.1": [{"verb": "stand"}, [20, 20.1]]}) == "move.allowance"


@pytest.mark.rule("oversoul.move.prone-ranged-modifier", "oversoul.move.prone-melee-modifier")
def test_prone_targets_are_harder_to_shoot_and_easier_to_strike() -> None:
    """oversoul.ex.prone-modifiers"""
    for prone, ranged, melee in ((False, 4, 4), (True, 5, 3)):
        figures = {"1": {"profile": "man", "at": [20, 21], "face": 180, "prone": prone}}
        play = Play({"r": {"profile": "rifle", "at": [[20, 20]]}, "b": {"figures": figures}})
        assert aim_shot(play.battle, play["r.1"], play["b.1"], 0).tally.needed == ranged
        assert aim_melee(play.battle, play["r.1"], play["b.1"]).tally.needed == melee


# ---- vehicles


def turn(face: float) -> dict[str, Any]:
    return {"verb": "turn", "face": face}


@pytest.mark.rule("oversoul.move.vehicle-turn")
def test_a_vehicle_goes_straight_ahead_and_turns_once_up_to_45_degrees() -> None:
    play = moving("car")
    assert play.allows({"r.1": [20, 30]})
    assert play.refused({"r.1": [22, 30]}) == "move.vehicle-turn"
    assert play.refused({"r.1": [20, 15]}) == "move.vehicle-turn"
    assert play.refused({"r.1": {"to": [20, 25], "face": 45}}) == "move.vehicle-turn"  # no turning on the side
    assert play.allows({"r.1": [turn(45), [23, 23]]})
    assert play.allows({"r.1": [[20, 25], turn(315), [17, 28]]})
    assert play.allows({"r.1": [[20, 30], turn(30)]})  # after the last inch
    assert play.allows({"r.1": turn(45)})  # without moving
    assert play.refused({"r.1": turn(45.01)}) == "move.vehicle-turn"
    assert (
        play.refused({"r.1": [turn(10), [20.868, 24.924], turn(20)]}) == "move.vehicle-turn"
    )  # each uses one turn, however small


@pytest.mark.rule("oversoul.attr.turn-x2", "oversoul.attr.turn-x3")
@pytest.mark.parametrize(("profile", "turns"), [("car", 1), ("bike", 2), ("trike", 3)])
def test_some_vehicles_turn_two_or_three_times(profile: str, turns: int) -> None:
    play = moving(profile)
    assert play.allows({"r.1": [turn(45 * (n + 1)) for n in range(turns)]})  # all at the same point
    assert play.refused({"r.1": [turn(45 * (n + 1)) for n in range(turns + 1)]}) == "move.vehicle-turn"
    assert play.allows({"r.1": turn(45 * turns)})
    assert play.refused({"r.1": turn(45 * turns + 1)}) == "move.vehicle-turn"


@pytest.mark.rule("oversoul.attr.tracked", "oversoul.move.vehicle-turn")
def test_a_tracked_vehicle_pivots_before_it_moves_or_turns_on_the_way() -> None:
    """oversoul.ex.tracked"""
    play = moving("tank")
    away = [20 + 5 * 0.8660254, 20 - 5 * 0.5]
    assert play.allows({"r.1": [turn(120), away]})  # a
    assert play.refused({"r.1": [turn(120), away, turn(165)]}) == "attr.tracked"  # b
    assert play.allows({"r.1": [[20, 23], turn(45), [22, 25]]})  # c
    assert play.refused({"r.1": [[20, 23], turn(120)]}) == "move.vehicle-turn"  # only before it moves
    assert play.allows({"r.1": turn(180)})  # without moving


@pytest.mark.rule("oversoul.attr.tracked")
def test_a_pivot_uses_up_all_turns_of_a_nimble_one() -> None:
    profiles = {"rover": {"kind": "vehicle", "die": "d10", "attributes": ["Tracked", "Turn X3"]}}
    play = moving("rover", profiles=profiles)
    assert play.refused({"r.1": [turn(90), turn(100)]}) == "attr.tracked"
    assert play.allows({"r.1": [turn(45), turn(90), turn(135)]})


@pytest.mark.rule("oversoul.attr.walker")
def test_a_walker_turns_at_will_and_has_a_troopers_facings() -> None:
    play = moving("mecha", units=foe(20, 13))
    assert play.allows({"r.1": [[20, 22], [24, 22], [24, 20]]})
    assert play.allows({"r.1": turn(180)})
    assert facing_hit(play.state, play["r.1"], (30_000, 20_000)) == "front"  # 90 degrees
    assert facing_hit(play.state, play["r.1"], (30_000, 19_800)) == "rear"
    assert front_arc(play.state, play["r.1"]) == 9000


# ---- facing


@pytest.mark.rule("oversoul.facing.loose-trooper", "oversoul.facing.boundaries", "oversoul.melee.facing-modifiers")
@pytest.mark.parametrize(("bearing", "bonus"), [((0, 5), 0), ((5, 0), 0), ((-5, 0), 0), ((5, -0.09), 2), ((0, -5), 2)])
def test_loose_troopers_have_a_front_and_a_rear(bearing: tuple[float, float], bonus: int) -> None:
    """oversoul.ex.loose-trooper-facing: 0 and 90 degrees are front, 91 is rear."""
    play = Play({"r": {"profile": "man", "at": [[20, 20]]}})
    facing = facing_hit(play.state, play["r.1"], (round(20_000 + 1000 * bearing[0]), round(20_000 + 1000 * bearing[1])))
    mod = facing_mod(facing)
    assert (mod.value if mod else 0) == bonus


@pytest.mark.rule("oversoul.facing.vehicle", "oversoul.tight.facings", "oversoul.facing.boundaries")
@pytest.mark.parametrize("profile", ["car", "spear"])
@pytest.mark.parametrize(
    ("degrees", "bonus"),
    [(0, 0), (45, 0), (46, 1), (90, 1), (134, 1), (135, 2), (180, 2), (226, 1), (270, 1), (314, 1), (315, 0)],
)
def test_vehicles_and_tight_troopers_have_four_facings(profile: str, degrees: int, bonus: int) -> None:
    """oversoul.ex.melee-facing-modifiers"""
    unit: dict[str, Any] = {"profile": profile, "at": [[20, 20]]}
    if profile == "spear":
        unit = {"profile": "spear", "formation": "line", "at": [20, 20.5], "count": 1}
    play = Play({"r": unit})
    sin = {0: 0, 45: 5, 46: 5.1783, 90: 5, 134: 5.1783, 135: 5, 180: 0, 226: -5.1783, 270: -5, 314: -5.1783, 315: -5}[degrees]
    cos = {0: 5, 45: 5, 46: 5, 90: 0, 134: -5, 135: -5, 180: -5, 226: -5, 270: 0, 314: 5, 315: 5}[degrees]
    mod = facing_mod(facing_hit(play.state, play["r.1"], (round(20_000 + 1000 * sin), round(20_000 + 1000 * cos))))
    assert (mod.value if mod else 0) == bonus


@pytest.mark.rule("oversoul.facing.boundaries", "oversoul.melee.eligibility", "oversoul.tight.facings")
def test_a_man_pressed_against_a_long_hull_can_fight_it() -> None:
    """oversoul.ex.melee-arc-long-hull: in our terms he looks east, the hull (3 by 5) lies along the north-south line."""
    units = {
        "r": {"profile": "spear", "formation": "line", "at": [10.5, 10], "face": 90, "count": 1},
        "b": {"profile": "tank", "at": [[12, 12.4]], "face": 0},
    }
    play = Play(units)
    assert play.at("r.1") == (10, 10)
    assert touched_enemies(play.battle, play["r.1"]) == ["b.1"]
    aside = Play({**units, "b": {"profile": "tank", "at": [[12, 13]], "face": 0}})  # beyond the arc and out of reach
    assert touched_enemies(aside.battle, aside["r.1"]) == []


@pytest.mark.rule("oversoul.facing.set-by-movement")
def test_the_attacked_do_not_turn_round() -> None:
    play = Play({"r": {"profile": "man", "at": [[20, 20]]}, **foe(20, 21, face=0)})
    play.say("r", "other", "melee:b.1", dice="melee attack 2, recovery 4")
    assert play["b.1"].face == 0


# ---- charging


@pytest.mark.rule("oversoul.attr.flying-landing", "oversoul.attr.submersible")
@pytest.mark.parametrize(
    ("profile", "state", "verb", "rule"),
    [
        ("plane", {"airborne": True}, "land", "attr.flying-landing"),
        ("sub", {}, "dive", "attr.submersible"),
        ("sub", {"submerged": True}, "surface", "attr.submersible"),
    ],
)
def test_landing_and_diving_leave_a_vehicle_no_turn(profile: str, state: dict[str, Any], verb: str, rule: str) -> None:
    terrain = [SEA] if profile == "sub" else []
    units = {"r": {"figures": {"1": {"profile": profile, "at": [20, 20], **state}}}}
    play = Play(units, terrain=terrain).say("r", "move")
    assert play.allows({"r.1": {"verb": verb}})
    assert play.refused({"r.1": [{"verb": verb}, {"verb": "turn", "face": 40}]}) == rule
    assert play.refused({"r.1": [{"verb": "turn", "face": 40}, {"verb": verb}]}) == rule


@pytest.mark.rule("oversoul.attr.flying-landing", "oversoul.move.loose-freedom")
def test_a_trooper_who_lands_still_turns_on_the_spot() -> None:
    units = {"r": {"figures": {"1": {"profile": "bat", "at": [20, 20], "airborne": True}}}}
    play = Play(units).say("r", "move", {"r.1": [{"verb": "land"}, {"verb": "turn", "face": 90}]})
    assert (play["r.1"].airborne, play["r.1"].face) == (False, 9000)


def charge(start: float, profile: str = "man", verb: str = "go", at: float = 20.0, **more: Any) -> Play:
    """A straight run north into contact with an enemy in front."""
    units = {"r": {"profile": profile, "at": [[20, start]]}, **foe(20, at + 1)}
    return Play(units, **more).say("r", "move-other", {"r.1": {"verb": verb, "to": [20, at]}})


def needs(play: Play, target: str = "b.1") -> int:
    return aim_melee(play.battle, play["r.1"], play[target]).tally.needed


@pytest.mark.rule("oversoul.charge.requirements", "oversoul.charge.bonus")
@pytest.mark.parametrize(("inches", "needed"), [(3.9, 4), (4.0, 2)])
def test_a_charge_is_four_inches_straight_into_contact(inches: float, needed: int) -> None:
    """oversoul.ex.charge-too-short"""
    assert needs(charge(20 - inches)) == needed


@pytest.mark.rule("oversoul.charge.running", "oversoul.move.run-penalty")
def test_a_running_charge_has_both_modifiers() -> None:
    assert needs(charge(10, verb="run")) == 3


@pytest.mark.rule("oversoul.charge.requirements")
def test_only_the_last_straight_stretch_counts() -> None:
    units = {"r": {"profile": "big", "at": [[16, 16]]}, **foe(20, 21)}
    bent = Play(units).say("r", "move-other", {"r.1": [[20, 18], [20, 20]]})
    assert needs(bent) == 4
    long = Play({**units, "r": {"profile": "big", "at": [[17, 16]]}}).say("r", "move-other", {"r.1": [[20, 16], [20, 20]]})
    assert needs(long) == 2
    pieced = Play({**units, "r": {"profile": "big", "at": [[20, 16]]}}).say("r", "move-other", {"r.1": [[20, 18], [20, 20]]})
    assert needs(pieced) == 2  # two legs of one straight line
    aside = Play({**units, "r": {"profile": "big", "at": [[20, 16]]}}).say(
        "r", "move-other", {"r.1": {"to": [20, 20], "face": 90}}
    )
    assert needs(aside) == 4  # crabwise is not forwards


@pytest.mark.rule("oversoul.charge.bonus")
def test_the_bonus_is_for_those_whom_the_charge_brought_into_contact_in_this_activation() -> None:
    units = {"r": {"profile": "man", "at": [[20, 16]]}, "b": {"profile": "man", "at": [[20, 21]], "face": 180}}
    play = Play(units).say("r", "move-other", {"r.1": [20, 20]})
    assert needs(play) == 2
    play.say("hold", "b", "nothing", dice="initiative 6, initiative 1")
    play.say("r", "other")
    assert needs(play) == 4  # the next round is not that activation


@pytest.mark.rule("oversoul.charge.bonus", "oversoul.charge.requirements")
def test_sliding_along_a_hull_is_no_charge_and_coming_back_is_one() -> None:
    hull = {"b": {"profile": "tank", "at": [[22, 22]], "face": 0}}  # 3 by 5: its west side is at x 20.5
    slide = Play({"r": {"profile": "big", "at": [[20, 20]]}, **hull}).say("r", "move-other", {"r.1": [20, 24]})
    assert touched_enemies(slide.battle, slide["r.1"]) == ["b.1"]
    assert "charge" not in {mod.name for mod in aim_melee(slide.battle, slide["r.1"], slide["b.1"]).tally.mods}
    profiles = {"giant": {"die": "d12"}}
    back = Play({"r": {"profile": "giant", "at": [[20, 19.5]]}, **foe(20, 21)}, profiles=profiles)
    back.say("r", "move-other", {"r.1": [[20, 15], [20, 19.5]]})
    assert needs(back) == 2


@pytest.mark.rule("oversoul.charge.uses-both-actions")
def test_a_charge_needs_the_move_first_and_leaves_nothing_to_do() -> None:
    play = charge(15)
    play.say("melee:b.1", dice="melee attack 2, recovery 4")
    assert play.asks == "blue round.one-unit-or-pass"
    other_first = Play({"r": {"profile": "man", "at": [[20, 15]]}, **foe(20, 21)}).say("r", "other-move")
    assert other_first.asks == "red move.allowance"  # nobody to strike yet
    other_first.say({"r.1": [20, 20]})
    assert other_first.asks == "blue round.one-unit-or-pass"


@pytest.mark.rule("oversoul.charge.requirements", "oversoul.attr.jump")
def test_a_jump_of_four_inches_and_a_vehicle_charge_too() -> None:
    assert needs(charge(15, profile="flea", verb="jump")) == 2
    car = Play({"r": {"profile": "car", "at": [[20, 10]]}, **foe(20, 20.5)}).say("r", "move-other", {"r.1": [20, 18]})
    assert needs(car) == 2


@pytest.mark.rule("oversoul.charge.bonus", "oversoul.basics.no-automatic-results", "oversoul.charge.running")
@pytest.mark.parametrize(
    ("verb", "face", "hit"),
    [("go", 1, True), ("run", 1, False), ("run", 2, True)],
    ids=["lancer-charge", "running-charge natural 1", "running-charge natural 2"],
)
def test_an_elven_lancers_charge(verb: str, face: int, hit: bool) -> None:
    """oversoul.ex.lancer-charge, oversoul.ex.running-charge: d8, Heavy Melee Weapon, front of the target."""
    units = {
        "r": {"profile": "elven-royal-lancers", "formation": "line", "at": [20, 14], "count": 1},
        **foe(20, 20.5, profile="big"),
    }
    play = Play(units).say("r", "move-other", {"r": {"verb": verb, "to": [20, 20]}}, "melee")
    play.say("melee:b.1", dice=f"melee attack {face}" + (", recovery 4" if hit else ""))
    assert [event.hit for event in play.told("Attacked")] == [hit]
