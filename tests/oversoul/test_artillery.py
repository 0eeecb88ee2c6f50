"""Guns and their crews: who fires them, where the shot lands, how they are lost; and the reloading of all weapons."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.oversoul.units.aim import shot_targets
from littlewars.systems.oversoul.units.allowance import move_of
from littlewars.systems.oversoul.units.victory import points
from tests.oversoul.helpers import Fight, battle_of, mods, shot

MORTAR: dict[str, Any] = {
    "kind": "artillery-weapon",
    "die": "d10",
    "range": 20,
    "artillery_type": "arcing",
    "attributes": ["Template 4"],
}
SMALL = {"mortar": {**MORTAR, "attributes": ["Template 2"]}}
HEDGE = {"difficulty": "light", "box": [0, 14, 48, 15]}
ROCK = {"difficulty": "impassible", "box": [0, 14, 48, 15]}


def section(gun: str = "gun", crew: str = "man", near: int = 2, far: int = 0, **more: Any) -> dict[str, Any]:
    """A gun at (20, 10) that looks north, crewmen behind it in contact and others 3 inches away."""
    men = [[18.5, 10], [21.5, 10], [20, 8.5]][:near] + [[24, 8], [26, 8]][:far]
    figures = {str(n): {"profile": crew, "at": at} for n, at in enumerate(men, 1)}
    return {"figures": {"gun": {"profile": gun, "at": [20, 10], **more}, **figures}}


def firing(gun: str = "gun", target: str = "tough", at: Any = ((20, 20),), **more: Any) -> Fight:
    """The section is about to act; targets look at it."""
    battery = more.pop("section", None) or section(gun)
    return Fight({"a": battery, "b": {"profile": target, "at": [list(p) for p in at], "face": 180}}, **more)


# ---- firing


@pytest.mark.rule("oversoul.artillery.which-die", "oversoul.artillery.hit", "oversoul.artillery.target-marker")
def test_the_gun_is_fired_with_its_own_die_and_the_crew_fights_with_theirs() -> None:
    """oversoul.ex.artillery-notation: d6[d10]."""
    fight = firing().say("shoot:0:b.1", dice="ranged attack 4, recovery 6")
    assert fight.told("Draw")[0].die == "d10"
    assert fight.told("Landed")[0].at == (20000, 20000)
    close = Fight({"a": section(), "b": {"profile": "tough", "at": [[18.5, 11]], "face": 180}}).say("a.1")
    close.say("melee:b.1", dice="melee attack 1")
    assert close.told("Draw")[0].die == "d6"
    assert [event.off_by for event in fight.told("Landed")] == [0]


@pytest.mark.rule("oversoul.artillery.crew-required")
def test_firing_is_the_action_of_all_who_touch_the_gun() -> None:
    fight = firing(section=section(crew="rifle", near=2, far=1)).say("a.gun")
    fight.say("shoot:0:b.1", dice="ranged attack 4, recovery 6")
    assert fight.actions() == ["hold", "shoot:0:b.1"]  # only the man who stands apart is left
    assert fight.state.acting().able == []
    assert {"a.gun", "a.1", "a.2"} <= set(fight.state.acting().acted)


@pytest.mark.rule("oversoul.artillery.crew-required")
def test_without_a_crewman_in_contact_the_gun_is_silent() -> None:
    assert firing(section=section(near=0, far=1)).state.active().name == "blue"
    fight = firing(section=section(crew="rifle", near=1)).say("a.1")
    fight.say("shoot:0:b.1", dice="ranged attack 1")  # he has acted: nobody is left to fire it
    assert fight.state.active().name == "blue"


@pytest.mark.rule("oversoul.artillery.range")
@pytest.mark.parametrize(("y", "found"), [(31.5, {}), (31.6, {"long range": -1}), (47, {"long range": -1})])
def test_the_range_of_a_gun(y: float, found: dict[str, int]) -> None:
    battle = battle_of({"a": section(), "b": {"profile": "man", "at": [[20, y]], "face": 180}})
    assert mods(shot(battle, "a.gun", "b.1")) == found


@pytest.mark.rule("oversoul.artillery.facing")
def test_a_gun_fires_into_its_narrow_front_and_has_four_facings() -> None:
    battle = battle_of(
        {"a": section(), "b": {"profile": "rifle", "at": [[30, 20], [31, 19.9], [10, 20], [20, 1.5]], "face": 180}}
    )
    gun = battle.state.figures["a.gun"]
    assert shot_targets(battle, gun, gun.profile.weapons[0]) == ["b.1", "b.3"]
    flanks = {(20, 20): 0, (30, 10): 1, (10, 10): 1, (20, 1): 2}
    for at, modifier in flanks.items():
        side = battle_of({"b": section(), "a": {"profile": "rifle", "at": [list(at)]}})
        assert shot(side, "a.1", "b.gun").tally.total == modifier
    crewman = battle_of({"b": section(near=2, far=1), "a": {"profile": "rifle", "at": [[30, 8]]}})
    assert shot(crewman, "a.1", "b.3").tally.total == 0  # a crewman is a loose trooper: no flank


@pytest.mark.rule("oversoul.artillery.linear-los", "oversoul.artillery.arcing-no-los")
def test_linear_guns_must_see_arcing_ones_need_not() -> None:
    def targets(gun: str, *terrain: dict[str, Any]) -> list[str]:
        battle = battle_of({"a": section(gun), "b": {"profile": "man", "at": [[20, 20]], "face": 180}}, terrain=list(terrain))
        figure = battle.state.figures["a.gun"]
        return [f"{n} {shot(battle, 'a.gun', n).tally.total}" for n in shot_targets(battle, figure, figure.profile.weapons[0])]

    assert targets("gun", HEDGE) == ["b.1 -1"]
    assert targets("gun", ROCK) == []
    assert targets("mortar", HEDGE) == ["b.1 0"]  # not even the penalty for partial sight
    assert targets("mortar", ROCK) == ["b.1 0"]


@pytest.mark.rule("oversoul.artillery.moved-by-crew", "oversoul.move.run-penalty")
@pytest.mark.parametrize(("ran", "found"), [([], 0), (["a.gun"], -1), (["a.1"], -1), (["a.3"], 0)])
def test_the_run_of_the_gun_or_of_a_crewman_in_contact_counts(ran: list[str], found: int) -> None:
    fight = firing(section=section(near=2, far=1), doing={"ran": ran})
    assert mods(shot(fight.game.battle, "a.gun", "b.1")).get("ran first", 0) == found


@pytest.mark.rule("oversoul.artillery.moved-by-crew")
def test_the_slowest_crewman_in_contact_moves_the_gun() -> None:
    battery = section(near=2, far=1)
    for man, profile in (("1", "guard"), ("2", "man"), ("3", "small")):
        battery["figures"][man]["profile"] = profile
    state = battle_of({"a": battery}, profiles={"small": {"die": "d4"}}).state
    moves = [move_of(state, state.figures[f"a.{man}"]) for man in ("1", "2", "3", "gun")]
    assert moves[0] > moves[1] > moves[2]
    assert moves[3] == moves[1]


# ---- deviation


@pytest.mark.rule("oversoul.artillery.deviation-table", "oversoul.artillery.miss-deviates")
@pytest.mark.parametrize(
    ("natural", "modifier", "far"),
    [(3, 0, 2), (2, 0, 4), (1, 0, 6), (1, -1, 6), (1, -2, 6), (4, -1, 2), (5, -2, 2), (4, -2, 4)],
)
def test_how_far_a_miss_lands_off(natural: int, modifier: int, far: int) -> None:
    """oversoul.ex.deviation-table: scores 3, 2, 1, 0, -1; the modified score counts."""
    more: dict[str, Any] = {"at": [[20, 33]]} if modifier else {}
    fight = firing(terrain=[HEDGE] if modifier == -2 else [], **more)  # long range, and partial sight
    fight.say("shoot:0:b.1", dice=f"ranged attack {natural}, direction 2")
    (landed,) = fight.told("Landed")
    assert landed.off_by == far * 1000
    assert landed.at == (20000 + far * 1000, 33000 if modifier else 20000)


@pytest.mark.rule("oversoul.artillery.deviation-direction-linear")
@pytest.mark.parametrize(
    ("direction", "at"), [(1, (18000, 20000)), (2, (22000, 20000)), (9, (18000, 20000)), (10, (22000, 20000))]
)
def test_a_linear_shot_drifts_right_on_even_left_on_odd(direction: int, at: tuple[int, int]) -> None:
    fight = firing().say("shoot:0:b.1", dice=f"ranged attack 3, direction {direction}")
    assert fight.told("Landed")[0].at == at
    assert fight.told("Draw")[1].die == "d10"


@pytest.mark.rule("oversoul.artillery.deviation-direction-arcing", "oversoul.setup.table-sides")
@pytest.mark.parametrize(("side", "at"), [(1, (20000, 24000)), (2, (24000, 20000)), (3, (20000, 16000)), (4, (16000, 20000))])
def test_an_arcing_shot_drifts_towards_a_table_side(side: int, at: tuple[int, int]) -> None:
    fight = firing("mortar").say("shoot:0:b.1", dice=f"ranged attack 2, direction {side}")
    assert fight.told("Landed")[0].at == at
    assert fight.told("Draw")[1].die == "d4"


@pytest.mark.rule("oversoul.artillery.deviation-direction-arcing", "oversoul.artillery.deviation-direction-linear")
def test_beyond_the_edge_a_shot_is_without_effect() -> None:
    edge = firing("mortar", at=[[20, 44.5]], section=section("mortar"), profiles={"mortar": {**MORTAR, "range": 40}})
    edge.say("shoot:0:b.1", dice="ranged attack 2, direction 1")  # 4 inches beyond 44.5
    assert edge.told("Landed")[0].at == (20000, 48500)
    assert edge.state.active().name == "blue"


@pytest.mark.rule("oversoul.artillery.deviation-direction-arcing", "oversoul.artillery.deviation-second-roll")
@pytest.mark.parametrize(("side", "across"), [(1, (0, 1)), (2, (1, 0)), (3, (0, -1)), (4, (-1, 0))])
@pytest.mark.parametrize(("beyond", "rolls"), [(0, True), (0.001, False)])
def test_the_edge_itself_is_on_the_table(side: int, across: tuple[int, int], beyond: float, rolls: bool) -> None:
    """The shell drifts 4 inches to a table side, onto the edge or beyond it; a man stands an inch from there."""
    (x, y), far = across, 20 + beyond
    aimed, other = (24 + far * x, 24 + far * y), (24 + 23 * x, 24 + 23 * y)
    battery = section("mortar", face={1: 0, 2: 90, 3: 180, 4: 270}[side])
    for figure in battery["figures"].values():
        figure["at"] = [figure["at"][0] + 4, figure["at"][1] + 14]
    fight = firing("mortar", at=[aimed, other], section=battery, profiles={"mortar": {**MORTAR, "range": 40}})
    for name in ("b.1", "b.2"):
        fight[name].face = {1: 18000, 2: 27000, 3: 0, 4: 9000}[side]
    dice = f"ranged attack 2, direction {side}" + ", second roll 1" * rolls
    fight.say("shoot:0:b.1", dice=dice)
    assert fight.told("Landed")[0].at == (24000 + round((far + 4) * x * 1000), 24000 + round((far + 4) * y * 1000))


# ---- the second roll


@pytest.mark.rule("oversoul.artillery.deviation-second-roll", "oversoul.artillery.deviation-direction-arcing")
@pytest.mark.parametrize(("second", "hits"), [(4, ["b.2", "b.3"]), (3, [])])
def test_a_deviated_mortar_shell_may_hit_others(second: int, hits: list[str]) -> None:
    """oversoul.ex.arcing-deviation: natural 3, d4 rolls 2: two inches east, both enemies under the 2 inch template."""
    fight = firing("mortar", at=[(18, 20), (20, 20), (20, 21)], profiles=SMALL)
    fight.say("shoot:0:b.1", dice=f"ranged attack 3, direction 2, second roll {second}" + ", recovery 6" * len(hits))
    assert fight.told("Landed")[0].at == (20000, 20000)
    assert [event.figure for event in fight.told("Recovered")] == hits  # nearest to the middle first


@pytest.mark.rule("oversoul.artillery.deviation-second-roll", "oversoul.artillery.deviation-direction-linear")
@pytest.mark.parametrize(("second", "hits"), [(4, ["b.2"]), (3, [])])
def test_a_deviated_ball_hits_whoever_stands_there(second: int, hits: list[str]) -> None:
    """oversoul.ex.second-roll-target (a) and (b): aimed at 18 inches, score 3, direction 4, two inches right."""
    fight = firing(at=[(20, 29.5), (22, 29.6)]).say(
        "shoot:0:b.1", dice=f"ranged attack 3, direction 4, second roll {second}" + ", recovery 6" * len(hits)
    )
    assert [event.figure for event in fight.told("Recovered")] == hits


@pytest.mark.rule("oversoul.artillery.deviation-second-roll")
def test_where_nobody_stands_there_is_no_second_roll() -> None:
    """oversoul.ex.second-roll-target (c)."""
    fight = firing(at=[(20, 29.5), (22.6, 29.5)]).say("shoot:0:b.1", dice="ranged attack 3, direction 4")
    assert fight.told("Draw")[-1].why == "direction"


@pytest.mark.rule("oversoul.artillery.deviation-second-roll")
def test_the_range_of_the_second_roll_is_that_of_the_point_of_impact() -> None:
    fight = firing(at=[(20, 31.5), (26, 31.5)]).say("shoot:0:b.1", dice="ranged attack 1, direction 2, second roll 4")
    second = fight.told("Attacked")[1]
    assert (second.target, second.tally.total, second.hit) == ("b.2", -1, False)  # 20 inches to the mark, more to where it fell


@pytest.mark.rule("oversoul.artillery.deviation-second-roll", "oversoul.artillery.linear-los")
def test_a_linear_shot_that_drifts_out_of_sight_has_no_effect() -> None:
    wall = {"difficulty": "impassible", "box": [20.75, 17, 24, 18]}
    units = [(20, 20), (22, 20)]
    assert (
        firing(at=units, terrain=[wall]).say("shoot:0:b.1", dice="ranged attack 3, direction 2").told("Draw")[-1].why
        == "direction"
    )
    arcing = firing("mortar", at=units, terrain=[wall], profiles=SMALL)
    arcing.say("shoot:0:b.1", dice="ranged attack 3, direction 2, second roll 3")


@pytest.mark.rule("oversoul.artillery.deviation-second-roll")
def test_of_two_equally_near_the_shooter_chooses_who_gives_the_modifiers() -> None:
    fight = firing("mortar", at=[(18, 20), (19.5, 20), (20.5, 20)], profiles=SMALL)
    fight.state.figures["b.3"].prone = True
    fight.say("shoot:0:b.1", dice="ranged attack 3, direction 2")
    assert (fight.rule, fight.options) == ("oversoul.artillery.deviation-second-roll", ["b.2", "b.3"])
    fight.say("b.3", dice="second roll 4")  # prone: -1
    assert fight.told("Attacked")[-1].tally.total == -1
    assert not fight.told("Recovered")


@pytest.mark.rule("oversoul.attr.lucky", "oversoul.artillery.deviation-second-roll")
def test_the_second_roll_may_be_rerolled_by_a_lucky_gun() -> None:
    lucky = {"gun": {"kind": "artillery-weapon", "die": "d10", "range": 20, "attributes": ["Lucky"]}}
    fight = firing(at=[(20, 20), (22, 20)], profiles=lucky).say("shoot:0:b.1", dice="ranged attack 3")
    fight.say("keep", dice="direction 2, second roll 1").say("reroll", dice="second roll 4, recovery 6")
    assert [event.figure for event in fight.told("Recovered")] == ["b.2"]


# ---- being attacked


@pytest.mark.rule("oversoul.artillery.as-target")
def test_gun_or_crewman_may_be_attacked_and_the_gun_rolls_its_own_die() -> None:
    fight = Fight({"a": {"profile": "rifle", "at": [[20, 20]], "face": 180}, "b": section()})
    assert fight.actions() == ["hold", "shoot:0:b.gun", "shoot:0:b.1", "shoot:0:b.2"]
    fight.say("shoot:0:b.gun", dice="ranged attack 6, recovery 3")
    assert fight.told("Draw")[1].die == "d10"
    assert fight["b.gun"].gone == "removed"
    assert fight.state.units["b"].lost == 0  # it counts neither for unit size nor for Morale
    assert not fight.told("Tested")


@pytest.mark.rule("oversoul.artillery.as-target", "oversoul.victory.points-per-model")
def test_with_its_last_crewman_the_gun_is_lost_and_scored() -> None:
    fight = Fight({"a": {"profile": "rifle", "at": [[20, 20]], "face": 180}, "b": section(near=1)})
    worth = sum(fight[name].profile.cost for name in ("b.gun", "b.1"))
    fight.say("shoot:0:b.1", dice="ranged attack 6, recovery 1")
    assert fight["b.gun"].gone == "removed"
    assert points(fight.state.sides["red"]) * 4 == worth


# ---- reloading


NAPOLEON = {"gun": {"kind": "artillery-weapon", "die": "d10", "range": 20, "attributes": ["Reload:1"]}}


def next_turn(fight: Fight, *answers: str) -> Fight:
    """The other side passes, red wins the initiative and gives these answers."""
    fight.say("pass", dice="initiative 6, initiative 1")
    for answer in answers:
        fight.say(answer)
    return fight


@pytest.mark.rule("oversoul.attr.reload")
def test_after_a_turn_of_reloading_the_gun_fires_again() -> None:
    """oversoul.ex.reload-timeline (a): fired in round 1, nothing in round 2, fires in round 3."""
    fight = firing(profiles=NAPOLEON).say("shoot:0:b.1", dice="ranged attack 4, recovery 6")
    next_turn(fight, "a", "other")
    assert fight.state.active().name == "blue"  # still loading: there was nothing to do
    next_turn(fight, "a", "other")
    assert fight.actions() == ["hold", "shoot:0:b.1"]


@pytest.mark.rule("oversoul.attr.reload")
def test_reloading_goes_on_while_the_owner_passes_or_moves() -> None:
    fight = firing(profiles=NAPOLEON).say("shoot:0:b.1", dice="ranged attack 4, recovery 6")
    next_turn(fight, "pass")
    next_turn(fight, "a", "other")
    assert "shoot:0:b.1" in fight.actions()


@pytest.mark.rule("oversoul.attr.reload-interrupted", "oversoul.attr.reload")
def test_a_blow_of_a_crewman_in_contact_starts_the_reloading_over() -> None:
    """oversoul.ex.reload-timeline (b): melee in round 2, so it fires in round 4."""
    fight = (
        firing(at=[(20, 20), (18.5, 11)], profiles=NAPOLEON).say("a.gun").say("shoot:0:b.1", dice="ranged attack 4, recovery 6")
    )
    next_turn(fight, "a", "other")
    fight.say("melee:b.2", dice="melee attack 1")
    next_turn(fight, "a", "other")
    assert "a.gun" not in fight.options
    fight.say("hold")
    next_turn(fight, "a", "other")
    assert "a.gun" in fight.options


@pytest.mark.rule("oversoul.attr.reload-interrupted")
def test_a_crewman_who_stands_apart_does_not_interrupt() -> None:
    fight = firing(section=section(crew="rifle", near=1, far=1), profiles=NAPOLEON)
    fight.say("a.gun").say("shoot:0:b.1", dice="ranged attack 4, recovery 6").say("hold")
    next_turn(fight, "a", "other", "a.2").say("shoot:0:b.1", dice="ranged attack 1").say("hold")
    next_turn(fight, "a", "other")
    assert "a.gun" in fight.options


@pytest.mark.rule("oversoul.attr.reload")
def test_a_troopers_own_action_interrupts_his_own_reloading() -> None:
    musket = {"x": {"die": "d6", "range": 10, "attributes": ["Reload:2"]}}
    fight = Fight(
        {"a": {"profile": "x", "at": [[20, 10]]}, "b": {"profile": "tough", "at": [[20, 19], [20, 11]], "face": 180}},
        profiles=musket,
    )
    fight.say("shoot:0:b.1", dice="ranged attack 1")  # turn 1: may fire in turn 4
    assert fight["a.1"].guns[0].ready == 4
    next_turn(fight, "a", "other").say("melee:b.2", dice="melee attack 1")  # turn 2
    assert fight["a.1"].guns[0].ready == 5


RELOADING: dict[str, Any] = {
    "kind": "vehicle",
    "die": "d12",
    "weapons": [
        {"name": "Cannon", "die": "d8", "range": 10, "attributes": ["Reload:1"]},
        {"name": "MG", "count": 2, "die": "d6", "range": 10, "facing": ["front", "front"]},
    ],
}


def two_crewmen(mate: str = "man") -> Fight:
    """A vehicle with a cannon to reload and two machine guns, its own crewman and one more."""
    units = {
        "a": {
            "figures": {
                "1": {"profile": "x", "at": [20, 10]},
                "2": {"profile": mate, "at": [20, 10], "carrier": "a.1", "seat": "front", "crew": True},
            }
        },
        "b": {"profile": "tough", "at": [[20, 20], [20, 12.5]], "face": 180},
    }
    return Fight(units, profiles={"x": RELOADING})


@pytest.mark.rule("oversoul.attr.reload", "oversoul.attr.reload-interrupted", "oversoul.ranged.vehicle-crew")
@pytest.mark.parametrize(("guns", "ready"), [(1, 3), (2, 4)])
def test_who_fires_does_not_reload(guns: int, ready: int) -> None:
    """oversoul.ex.reload-crew: (a) one machine gun, cannon ready in round 3; (b) both, ready in round 4."""
    fight = two_crewmen().say("shoot:0:b.1", dice="ranged attack 1").say("hold")
    next_turn(fight, "a", "other").say("shoot:1:b.1", dice="ranged attack 1")
    fight.say("shoot:2:b.1", dice="ranged attack 1") if guns == 2 else fight.say("hold")
    assert fight["a.1"].guns[0].ready == ready


@pytest.mark.rule("oversoul.attr.reload-interrupted", "oversoul.ranged.aboard-trooper")
def test_a_crewman_who_shoots_himself_does_not_reload() -> None:
    fight = two_crewmen("rifle").say("a.1").say("shoot:0:b.1", dice="ranged attack 1").say("done")
    next_turn(fight, "a", "other", "a.1").say("shoot:1:b.1", dice="ranged attack 1")
    assert fight["a.1"].guns[0].ready == 3
    fight.say("a.2").say("shoot:0:b.1", dice="ranged attack 1")
    assert fight["a.1"].guns[0].ready == 4


@pytest.mark.rule("oversoul.attr.reload-interrupted", "oversoul.melee.vehicle")
def test_a_vehicles_melee_interrupts_all_reloading() -> None:
    fight = two_crewmen().say("shoot:0:b.1", dice="ranged attack 1").say("hold")
    next_turn(fight, "a", "other").say("melee:b.2", dice="melee attack 1")
    assert fight["a.1"].guns[0].ready == 4


HUNGRY: dict[str, Any] = {
    "kind": "vehicle",
    "die": "d12",
    "weapons": [
        {"name": "Cannon", "die": "d8", "range": 10, "attributes": ["Reload:1"]},
        {"name": "Mortar", "die": "d8", "range": 10, "attributes": ["Reload:3"]},
        {"name": "Howitzer", "die": "d8", "range": 10, "attributes": ["Reload:2"]},
    ],
}


def short_of_hands(crew: int) -> Fight:
    """A vehicle with three weapons to reload and so many crewmen, its own included, in its Other action."""
    mate = {"profile": "man", "at": [20, 10], "carrier": "a.1", "seat": "front", "crew": True}
    figures = {"1": {"profile": "x", "at": [20, 10]}, **{str(n): mate for n in range(2, crew + 1)}}
    units = {"a": {"figures": figures}, "a2": {"profile": "man", "at": [[40, 7]]}, "b": {"profile": "tough", "at": [[20, 20]]}}
    return Fight(units, profiles={"x": HUNGRY})


def loading(fight: Fight) -> list[int]:
    """From which turn on each weapon may fire."""
    return [gun.ready for gun in fight["a.1"].guns]


@pytest.mark.rule("oversoul.attr.reload", "oversoul.attr.reload-interrupted")
@pytest.mark.parametrize("idle", [["pass"], ["a", "nothing"], ["a2", "nothing"]], ids=["passes", "idle", "another unit"])
@pytest.mark.parametrize(("crew", "ready"), [(3, [3, 5, 4]), (2, [3, 6, 4]), (1, [3, 6, 5])], ids=["three", "two", "one"])
def test_no_more_weapons_are_loaded_than_there_are_hands(crew: int, ready: list[int], idle: list[str]) -> None:
    """All three were fired in turn 1; in turn 2 nobody fires, and those farthest from ready wait."""
    fight = short_of_hands(crew).say("hold")
    for index, turn in enumerate((3, 5, 4)):
        fight["a.1"].change_gun(index, ready=turn)
    next_turn(fight, *idle)
    assert loading(fight) == ready


@pytest.mark.rule("oversoul.attr.reload")
def test_a_lone_crewman_loads_one_weapon_after_the_other() -> None:
    fight = short_of_hands(1).say("shoot:0:b.1", dice="ranged attack 1")
    next_turn(fight, "a", "other").say("shoot:1:b.1", dice="ranged attack 1")
    assert loading(fight)[:2] == [4, 6]  # who fires in turn 2 does not load
    next_turn(fight, "pass")
    assert loading(fight)[:2] == [4, 7]  # turn 3 was spent on the cannon
    next_turn(fight, "pass")
    assert loading(fight)[:2] == [4, 7]  # turn 4 on the mortar


@pytest.mark.rule("oversoul.attr.reload")
def test_a_turn_of_flight_does_not_count_for_reloading() -> None:
    friend = {"profile": "man", "at": [[40, 7]]}
    units = {"a": section(), "a2": friend, "b": {"profile": "tough", "at": [[20, 20]], "face": 180}}
    fight = Fight(units, profiles=NAPOLEON).say("shoot:0:b.1", dice="ranged attack 4, recovery 6")
    assert fight["a.gun"].guns[0].ready == 3
    fight.state.units["a"].frightened = True
    fight.say("pass", dice="initiative 6, initiative 1").say("a", dice="rally 6")  # 6 - 2 = 4: it rallies
    assert fight["a.gun"].guns[0].ready == 4  # turn 3 is the turn of reloading now


@pytest.mark.rule("oversoul.artillery.crew-required", "oversoul.hits.group-rolling")
def test_a_group_roll_leaves_the_gun_out() -> None:
    fight = firing(section=section(crew="rifle", near=1, far=1)).say("group")
    ask: Any = fight.game.ask
    assert ask.items["a.gun"] == ["hold"]
    assert ask.items["a.2"] == ["hold", "shoot:0:b.1"]
