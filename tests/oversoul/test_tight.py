"""Tight units: formations, drill, fighting in ranks, hits and closing up."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Battle, Leg, Step
from littlewars.systems.oversoul.units.aim import distance, front_arc, origin, shot_targets
from littlewars.systems.oversoul.units.ranks import default_ranks, fighters, shooters
from littlewars.table.facing import step_to
from tests.oversoul.helpers import Fight, Play, battle_of, row


def body(
    count: int = 5, formation: str = "line", profile: str = "spear", at: list[float] | None = None, face: float = 0
) -> dict[str, Any]:
    return {"profile": profile, "formation": formation, "at": at or [20, 20], "count": count, "face": face}


def drilling(
    count: int = 5, formation: str = "line", units: dict[str, Any] | None = None, profile: str = "spear", **more: Any
) -> Play:
    """A body about to move."""
    return Play({"r": body(count, formation, profile), **(units or {})}, **more).say("r", "move")


def places(play: Play, unit: str = "r") -> list[tuple[float, float]]:
    return [play.at(name) for name in play.unit(unit).figures if not play[name].gone]


# ---- formations


@pytest.mark.rule("oversoul.tight.line", "oversoul.tight.ranks-files")
@pytest.mark.parametrize(("count", "ranks"), [(5, None), (6, [3, 3]), (11, [6, 5]), (12, [6, 6])])
def test_two_ranks_as_equal_as_possible_with_more_than_five(count: int, ranks: list[int] | None) -> None:
    """oversoul.ex.line-ranks"""
    play = drilling(count)
    if ranks is None:
        assert play.refused({"r": {"verb": "form", "what": "line/2"}}) == "tight.line"
        return
    play.say({"r": {"verb": "form", "what": "line/2"}})
    rows = play.unit("r").ranks.rows
    assert [len(row) for row in rows] == ranks
    assert all(play.at(name)[1] > play.at(rows[1][0])[1] for name in rows[0])  # rank 1 is the foremost


@pytest.mark.rule("oversoul.tight.column", "oversoul.tight.ranks-files")
def test_a_column_is_one_file_or_two_with_the_extra_man_at_the_rear_on_the_right() -> None:
    play = Play({"r": body(7, "column/2")})
    assert places(play) == [(19.5, 19.5), (20.5, 19.5), (19.5, 18.5), (20.5, 18.5), (19.5, 17.5), (20.5, 17.5), (20.5, 16.5)]
    file = Play({"r": body(3, "column")})
    assert places(file) == [(20, 19.5), (20, 18.5), (20, 17.5)]
    assert drilling(5, "column").refused({"r": {"verb": "form", "what": "column/2"}}) == "tight.column"


@pytest.mark.rule("oversoul.tight.must-have-formation")
def test_a_formation_is_a_line_or_a_column_and_one_man_is_a_line_of_one() -> None:
    assert drilling().refused({"r": {"verb": "form", "what": "square"}}) == "tight.must-have-formation"
    alone = Play({"r": body(1)})
    assert places(alone) == [(20, 19.5)]
    assert front_arc(alone.state, alone["r.1"]) == 4500


@pytest.mark.rule("oversoul.tight.same-direction", "oversoul.tight.facings")
def test_everybody_looks_the_same_way_and_has_a_narrow_front() -> None:
    play = drilling(6, "line/2").say({"r": {"verb": "wheel", "what": "right", "face": 30}})
    assert {play[f"r.{n}"].face for n in range(1, 7)} == {3000}
    assert {front_arc(play.state, play[f"r.{n}"]) for n in range(1, 7)} == {4500}
    assert drilling().refused({"r": {"to": [20, 22], "face": 20}}) == "tight.line-advance"


@pytest.mark.rule("oversoul.tight.change-formation")
@pytest.mark.parametrize(("verb", "left"), [("go", 3), ("run", 6)])
def test_a_change_of_formation_costs_half_of_the_movement(verb: str, left: float) -> None:
    """oversoul.ex.formation-change: MOVE 6, 3 inches left; running, 6 inches left."""
    play = drilling(5, "column")
    form = {"verb": "form", "what": "line"}
    assert play.allows({"r": [form, {"verb": verb, "to": [20, 20 + left]}]})
    assert play.refused({"r": [form, {"verb": verb, "to": [20, 20.01 + left]}]}) == "tight.move-allowance"
    assert play.allows({"r": [{"verb": verb, "to": [20, 20 + left]}, form]})  # or afterwards
    assert play.refused({"r": [{"verb": verb, "to": [20, 20.1 + left]}, form]}) == "tight.change-formation"
    assert play.refused({"r": [form, {"verb": "form", "what": "column"}]}) == "tight.change-formation"  # once


@pytest.mark.rule("oversoul.tight.change-formation")
def test_a_new_formation_keeps_facing_and_middle_of_the_front_and_needs_room() -> None:
    play = Play({"r": body(5, "column", face=90), "rf": {"profile": "man", "at": [[19.5, 24]]}}).say("r", "move")
    play.say({"r": {"verb": "form", "what": "line"}})
    assert places(play) == [(19.5, 22), (19.5, 21), (19.5, 20), (19.5, 19), (19.5, 18)]  # from left to right, looking east
    tight = Play({"r": body(5, "column", face=90), "rf": {"profile": "man", "at": [[19.5, 22.9]]}}).say("r", "move")
    assert tight.refused({"r": {"verb": "form", "what": "line"}}) == "tight.change-formation"


# ---- drill


@pytest.mark.rule("oversoul.tight.same-actions", "oversoul.tight.move-allowance")
def test_the_body_moves_by_its_slowest_man_and_all_run_or_none() -> None:
    figures = {str(n): {"profile": "spear", "at": [19 + n, 19.5]} for n in (1, 2)} | {
        "3": {"profile": "slow spear", "at": [22, 19.5]}
    }
    ranks = {"kind": "line", "rows": [["r.1", "r.2", "r.3"]], "at": [21, 20], "face": 0}
    profiles = {
        "slow spear": {"die": "d6", "attributes": ["Tight Cohesion", "Slow"]},
        "dead spear": {"die": "d6", "attributes": ["Tight Cohesion", "Undead"]},
    }
    play = Play({"r": {"figures": figures, "ranks": ranks}}, profiles=profiles).say("r", "move")
    assert play.budget == {"r": 10}
    assert play.allows({"r": [21, 25]})
    assert play.refused({"r": [21, 25.01]}) == "tight.move-allowance"
    figures["3"]["profile"] = "dead spear"
    stiff = Play({"r": {"figures": figures, "ranks": ranks}}, profiles=profiles).say("r", "move")
    assert stiff.refused({"r": {"verb": "run", "to": [21, 22]}}) == "tight.same-actions"


@pytest.mark.rule("oversoul.move.run-penalty", "oversoul.tight.same-actions")
def test_a_body_that_ran_first_is_one_worse_in_every_man() -> None:
    units = {"r": body(3, profile="bow"), "b": {"profile": "tough", "at": [[20, 30]], "face": 180}}
    for verb, worse in (("run", {"ran first": -1}), ("go", {})):
        play = Play(units).say("r", "move-other", {"r": {"verb": verb, "to": [20, 22]}}).say("shoot")
        for answers in (("r.1", "shoot:0:b.1"), ("r.2", "shoot:0:b.1"), ("shoot:0:b.1",)):  # the last is not asked who
            play.say(*answers, dice="ranged attack 1")
        tallies = [event.tally for event in play.told("Attacked")]
        assert [{mod.name: mod.value for mod in tally.mods} for tally in tallies] == [worse] * 3


@pytest.mark.rule("oversoul.tight.same-actions")
def test_one_leg_moves_them_all() -> None:
    play = drilling(3)
    assert play.refused({"r.1": [19, 22]}) == "tight.move-allowance"  # nobody moves by himself
    play.say({"r": {"verb": "run", "to": [20, 30]}})
    assert places(play) == [(19, 29.5), (20, 29.5), (21, 29.5)]


@pytest.mark.rule("oversoul.tight.same-actions", "oversoul.move.prone-going", "oversoul.move.prone-standing-up")
def test_all_go_prone_or_none_and_all_get_up() -> None:
    play = drilling(3).say({"r": [[20, 22], {"verb": "prone"}]})
    assert all(play[f"r.{n}"].prone for n in (1, 2, 3))
    lying = {str(n): {"profile": "spear", "at": [18 + n, 19.5], "prone": True} for n in (1, 2, 3)}
    ranks = {"kind": "line", "rows": [["r.1", "r.2", "r.3"]], "at": [20, 20], "face": 0}
    down = Play({"r": {"figures": lying, "ranks": ranks}}).say("r", "move")
    assert down.refused({"r": [20, 22]}) == "move.prone-standing-up"
    assert down.refused({"r": [{"verb": "stand"}, [20, 24.1]]}) == "tight.move-allowance"
    assert down.allows({"r": {"verb": "about"}})  # a pivot
    down.say({"r": [{"verb": "stand"}, [20, 24]]})
    assert not any(down[f"r.{n}"].prone for n in (1, 2, 3))
    riders = Play({"r": body(3, profile="knight")}).say("r", "move")
    assert riders.refused({"r": {"verb": "prone"}}) == "move.prone-going"


@pytest.mark.rule("oversoul.tight.same-actions")
def test_a_tight_unit_takes_one_kind_of_other_action() -> None:
    units = {
        "r": body(3, profile="bow"),
        "b": {"profile": "man", "at": [[19, 20.5]], "face": 180},
        "b2": {"profile": "man", "at": [[22, 26]], "face": 180},
    }
    play = Play(units).say("r", "other")
    assert play.asks == "red tight.same-actions"
    assert play.options == ["none", "melee", "shoot"]
    play.say("shoot", "r.1")
    assert play.options
    assert not [option for option in play.options if option.startswith("melee")]


@pytest.mark.rule("oversoul.tight.line-advance")
def test_a_line_goes_to_its_front_only() -> None:
    play = drilling()
    assert play.allows({"r": [20, 26]})
    assert play.refused({"r": [20, 19]}) == "tight.line-advance"
    assert play.refused({"r": [22, 20]}) == "tight.line-advance"
    assert play.allows({"r": [{"verb": "about"}, [20, 18]]})
    assert play.allows({"r": [[20, 21], [21, 22.5], {"verb": "wheel", "what": "left", "face": 350}]})  # all in one Move


@pytest.mark.rule("oversoul.tight.line-oblique")
def test_an_oblique_keeps_the_facing_up_to_45_degrees_and_costs_its_length() -> None:
    play = drilling()
    assert play.allows({"r": [24.24, 24.24]})  # 5.996 inches
    assert play.refused({"r": [24.25, 24.25]}) == "tight.move-allowance"
    assert play.refused({"r": [23.1, 23]}) == "tight.line-advance"
    play.say({"r": [17, 23]})
    assert {play[f"r.{n}"].face for n in range(1, 6)} == {0}
    assert places(play)[0] == (15, 22.5)


@pytest.mark.rule("oversoul.tight.line-oblique", "oversoul.charge.requirements")
@pytest.mark.parametrize(("start", "charges"), [([20, 15], True), ([18, 15], False)])
def test_an_oblique_move_is_no_charge(start: list[float], charges: bool) -> None:
    play = Play({"r": body(3, at=start), "b": {"profile": "man", "at": [[20, 20.5]], "face": 180}})
    play.say("r", "move-other", {"r": [20, 20]})
    assert bool(play.state.acting().charges) is charges


@pytest.mark.rule("oversoul.charge.requirements", "oversoul.tight.melee-first-rank")
def test_in_a_charging_line_each_man_of_the_front_rank_charges_whom_he_reaches() -> None:
    units = {"r": body(6, "line/2", at=[20, 15]), "b": {"profile": "man", "at": [[19, 20.5], [20, 20.5]], "face": 180}}
    play = Play(units).say("r", "move-other", {"r": [20, 20]})
    assert sorted(play.state.acting().charges) == ["r.1>b.1", "r.2>b.2"]  # the neighbours stand at 45 degrees, and too far


@pytest.mark.rule("oversoul.charge.requirements", "oversoul.tight.column-turning")
@pytest.mark.parametrize(
    ("steps", "charges"),
    [
        (["20 17", "20 19"], True),  # 4 inches straight on, in two steps
        (["20 17", "20 19 360"], True),  # a whole turn is none
        (["20 17", "20 18.9"], False),
        (["18 16", "20 19 0"], False),  # he comes from aside
    ],
)
def test_a_column_charges_at_the_end_of_four_inches_straight_on(steps: list[str], charges: bool) -> None:
    ends = [[float(number) for number in step.split()] for step in steps]
    play = Play({"r": body(2, "column", at=[20, 15]), "b": {"profile": "man", "at": [[20, ends[-1][1] + 0.5]], "face": 180}})
    run = [Step("run", (round(x * 1000), round(y * 1000)), *(round(face * 100) for face in rest)) for x, y, *rest in ends]
    play.say("r", "move-other")
    play.game.answer((Leg("r", tuple(run)),))
    assert play.state.acting().charges == (["r.1>b.1"] if charges else [])


@pytest.mark.rule("oversoul.charge.requirements", "oversoul.tight.column-turning")
@pytest.mark.parametrize(
    ("aside", "face", "charges"), [(1500, 36000, True), (-1500, 0, True), (1501, 0, False), (-1501, 0, False)]
)
def test_a_column_that_keeps_its_face_charges_up_to_15_degrees_aside(aside: int, face: int, charges: bool) -> None:
    to = step_to((20_000, 15_000), aside, 5000)
    enemy = {"profile": "man", "at": [[to[0] / 1000, to[1] / 1000 + 0.5]], "face": 180}
    play = Play({"r": body(2, "column", at=[20, 15]), "b": enemy}).say("r", "move-other")
    play.game.answer((Leg("r", (Step("go", to, face),)),))
    assert play.unit("r").ranks.face == 0
    assert play.state.acting().charges == (["r.1>b.1"] if charges else [])


@pytest.mark.rule("oversoul.charge.requirements", "oversoul.tight.column-turning", "oversoul.move.models-as-obstacles")
@pytest.mark.parametrize(("friend", "charges"), [([17.5, 20], True), ([21, 20], False), ([17.5, 24], True)])
def test_the_last_straight_way_of_a_column_counts_that_goes_round_somebody(friend: list[float], charges: bool) -> None:
    """It runs 9 inches to the east; past a friend it has 6 inches to go, or 3."""
    units = {"r": body(2, "column", at=[15, 20], face=90), "rf": {"profile": "man", "at": [friend]}}
    play = Play({**units, "b": {"profile": "man", "at": [[24.5, 20]], "face": 270}})
    play.say("r", "move-other", {"r": {"verb": "run", "to": [24, 20]}})
    assert play.state.acting().charges == (["r.1>b.1"] if charges else [])


@pytest.mark.rule("oversoul.tight.line-about-face")
def test_about_face_is_free_and_the_rear_rank_becomes_the_front() -> None:
    play = drilling(7, "line/2")
    before = places(play)
    play.say({"r": [{"verb": "about"}, {"verb": "about"}, {"verb": "about"}]})
    assert places(play) == before
    assert play.unit("r").ranks.rows[0] == ["", "r.7", "r.6", "r.5"]
    assert fighters(play.state, play.unit("r")) == ["r.7", "r.6", "r.5"]
    full = drilling(3)
    assert full.allows({"r": [[20, 26], {"verb": "about"}]})  # nothing is left to pay with


@pytest.mark.rule("oversoul.tight.line-wheel")
@pytest.mark.parametrize(("frontage", "angle", "cost"), [(5, 90, 7.854), (6, 45, 4.712)])
def test_a_wheel_costs_the_arc_of_the_outer_edge(frontage: int, angle: int, cost: float) -> None:
    """oversoul.ex.wheel-cost"""
    play = drilling(frontage)
    ask: Any = play.game.ask
    wheel = Step("wheel", face=angle * 100, what="right")
    declared = Step("run")
    assert ask.trace(Leg("r", (declared, wheel))).cost == round(cost * 1000)
    if cost > 6:
        assert play.refused({"r": {"verb": "wheel", "what": "right", "face": angle}}) == "tight.move-allowance"
    play.say({"r": [{"verb": "run"}, {"verb": "wheel", "what": "right", "face": angle}]})
    assert play["r.1"].face == angle * 100
    # the right front corner stays where it was
    ranks = play.unit("r").ranks
    assert step_to((ranks.x, ranks.y), angle * 100 + 9000, frontage * 500) == pytest.approx(
        (20_000 + frontage * 500, 20_000), abs=2
    )


@pytest.mark.rule("oversoul.tight.line-wheel")
def test_a_wheel_does_not_go_through_anybody() -> None:
    play = drilling(5, units={"rf": {"profile": "man", "at": [[18, 22]]}})
    assert play.refused({"r": {"verb": "wheel", "what": "right", "face": 45}}) == "move.models-as-obstacles"
    assert play.allows({"r": {"verb": "wheel", "what": "left", "face": 320}})
    assert play.refused({"r": {"verb": "wheel", "face": 320}}) == "tight.line-wheel"


@pytest.mark.rule("oversoul.tight.terrain")
def test_the_whole_line_pays_for_ground_that_any_of_it_crosses() -> None:
    """A heavy patch one man wide in front of the left end: while he is in it an inch costs all of them 3."""
    patch = [{"difficulty": "heavy", "box": [17.6, 21.5, 18.4, 22.5]}]
    play = drilling(5, terrain=patch)
    assert play.allows({"r": [20, 24]})  # 4 inches, one of them at 3
    assert play.refused({"r": [20, 24.01]}) == "tight.move-allowance"
    assert drilling(3, terrain=patch).allows({"r": [20, 26]})  # nobody of them is in it


@pytest.mark.rule("oversoul.tight.terrain", "oversoul.tight.column-turning")
def test_a_column_pays_while_any_of_it_is_in_the_rough() -> None:
    """Three men in file, a light strip 1 inch deep: from the first man's entering to the last man's leaving all pay."""
    strip = [{"difficulty": "light", "box": [10, 20.5, 30, 21.5]}]
    play = drilling(3, "column", terrain=strip)
    # the first centre is at 19.5, the last at 17.5: in 5 inches of march somebody is in the strip from 1 to 4 inches
    assert play.allows({"r": [20, 24.5]})  # 1 + 3 at 1.5 + 0.5 = 6
    assert play.refused({"r": [20, 24.51]}) == "tight.move-allowance"


@pytest.mark.rule("oversoul.tight.column-turning")
def test_a_column_turns_as_it_likes_and_its_tail_limits_it() -> None:
    play = drilling(3, "column")
    assert play.refused({"r": {"verb": "wheel", "what": "left", "face": 300}}) == "tight.column-turning"
    assert play.allows({"r": [24, 20]})  # straight to the right
    assert play.allows({"r": [[20.5, 21], [20, 22.5], [20.5, 24]]})  # this way and that
    assert play.refused({"r": [26.6, 20]}) == "tight.column-turning"  # too far for the first man
    long = drilling(5, "column")
    assert long.refused({"r": {"to": [21, 20], "face": 270}}) == "tight.column-turning"  # and here for the last
    assert drilling(3, "column").allows({"r": {"to": [21, 20], "face": 270}})
    play.say({"r": [24, 20]})
    assert places(play) == [(23.5, 20), (22.5, 20), (21.5, 20)]
    assert {play[f"r.{n}"].face for n in (1, 2, 3)} == {9000}


@pytest.mark.rule("oversoul.tight.column-turning", "oversoul.tight.change-formation")
def test_what_a_column_has_spent_is_gone_when_it_goes_on() -> None:
    line, column = drilling(3), drilling(3, "column")
    form = {"verb": "form", "what": "column"}
    assert line.allows({"r": [form, [20, 23]]})
    assert line.refused({"r": [form, [20, 23.1]]}) == "tight.column-turning"  # half of 6 inches is left
    assert column.allows({"r": [[20, 22], [20, 26]]})
    assert column.refused({"r": [[20, 22], [20, 26.1]]}) == "tight.column-turning"


@pytest.mark.rule("oversoul.tight.column-turning", "oversoul.move.models-as-obstacles")
def test_a_column_goes_round_what_is_in_its_way() -> None:
    play = drilling(3, "column", units={"b": {"profile": "man", "at": [[20, 21.5]]}})
    assert play.allows({"r": [20, 25.1]})
    assert play.refused({"r": [20, 22]}) == "move.models-as-obstacles"


# ---- fighting in ranks


@pytest.mark.rule("oversoul.tight.melee-first-rank")
def test_only_the_first_rank_strikes() -> None:
    """oversoul.ex.tight-melee: two ranks of six, four men of the front rank touch enemies: four rolls."""
    units = {"r": body(12, "line/2"), "b": {"profile": "man", "at": row(18.5, 20.5, 4), "face": 180}}
    play = Play(units).say("r", "other", "melee")
    assert play.options == ["done", "r.2", "r.3", "r.4", "r.5", "group"]
    column = Play({"r": body(6, "column/2")})
    assert fighters(column.state, column.unit("r")) == ["r.1", "r.2"]


@pytest.mark.rule("oversoul.tight.ranged-two-ranks")
@pytest.mark.parametrize(("formation", "count"), [("line/2", 12), ("column", 2), ("column/2", 4)])
def test_the_first_two_ranks_shoot(formation: str, count: int) -> None:
    """oversoul.ex.tight-shooting"""
    units = {"r": body(12, formation, "bow"), "b": {"profile": "man", "at": [[20, 26]], "face": 180}}
    play = Play(units).say("r", "other", "shoot")
    assert len(play.options) == count + 2  # done, group
    assert shooters(play.state, play.unit("r")) == [f"r.{n}" for n in range(1, count + 1)]


@pytest.mark.rule("oversoul.tight.ranged-measure-centre")
def test_the_unit_measures_once_from_the_middle_of_all_that_fire() -> None:
    units = {"r": body(6, "line/2", "bow"), "b": {"profile": "man", "at": [[20, 29.5]], "face": 180}}
    play = Play(units)
    for n in (1, 6):
        assert origin(play.battle, play[f"r.{n}"]) == (20_000, 19_000)  # between the ranks
        assert distance(origin(play.battle, play[f"r.{n}"]), play["b.1"].base()) == 10_000
    loose = Play({**units, "r": {"profile": "rifle", "at": row(19, 19.5, 3)}})
    assert distance(origin(loose.battle, loose["r.2"]), loose["b.1"].base()) == 9_000


@pytest.mark.rule("oversoul.tight.ranged-measure-centre", "oversoul.attr.reload", "oversoul.attr.exhaustible-uses")
@pytest.mark.parametrize("change", [{"ready": 9}, {"uses": 0}, {"lost": True}])
def test_who_cannot_fire_now_does_not_count_for_the_middle(change: dict[str, int]) -> None:
    profiles = {"bow": {"die": "d6", "range": 10, "attributes": ["Tight Cohesion", "Reload:1"]}}
    units = {"r": body(4, "line", "bow"), "b": {"profile": "man", "at": [[20, 26]], "face": 180}}
    play = Play(units, profiles=profiles)
    for name in ("r.1", "r.2"):
        play[name].change_gun(0, **change)
    assert origin(play.battle, play["r.3"]) == (21_000, 19_500)
    play.say("r", "other", "shoot")
    assert play.options == ["done", "r.3", "r.4", "group"]
    play.say("r.3").say("shoot:0:b.1", dice="ranged attack 1")
    assert origin(play.battle, play["r.4"]) == (21_000, 19_500)  # once for the unit: who has fired still counts


# ---- hits


def shot_at(play: Play, hits: int, dice: str) -> Play:
    """Shooters hit, one after the other; Recovery follows when all have shot."""
    play.say("r", "other")
    for n in range(1, hits + 1):
        if n < hits:
            play.say(f"r.{n}")
        play.say("shoot:0:b.1", dice="ranged attack 6" + (f", {dice}" if n == hits else ""))
    return play


@pytest.mark.rule("oversoul.tight.hit-allocation")
def test_hits_on_identical_men_are_taken_from_the_rear() -> None:
    """oversoul.ex.tight-allocation: three and three, four hits; all of them are aimed at a man of the front rank."""
    units = {"r": {"profile": "rifle", "at": row(18, 10, 4)}, "b": body(6, "line/2", at=[20, 15], face=180)}
    play = shot_at(Play(units), 4, "recovery 6, recovery 6, recovery 6, recovery 6")
    rolled = [event.figure for event in play.told("Recovered")]
    assert rolled[:3] == ["b.6", "b.5", "b.4"]  # from right to left
    assert rolled[3:] == ["b.3"]


@pytest.mark.rule("oversoul.tight.hit-allocation")
def test_hits_that_are_left_over_go_to_the_survivors() -> None:
    """oversoul.ex.tight-allocation-overflow"""
    units = {"r": {"profile": "rifle", "at": row(18, 10, 5)}, "b": body(3, at=[20, 15], face=180)}
    play = shot_at(Play(units), 5, "recovery 4, recovery 2, recovery 6, recovery 3, recovery 5, morale 6")
    rolled = [(event.figure, event.passed) for event in play.told("Recovered")]
    assert [passed for _, passed in rolled] == [True, False, True, False, True]
    assert {name for name, _ in rolled[3:]} == {rolled[0][0], rolled[2][0]}
    assert sum(bool(play[f"b.{n}"].gone) for n in (1, 2, 3)) == 2


@pytest.mark.rule("oversoul.tight.hit-allocation-mixed")
def test_in_a_mixed_unit_the_hit_stays_where_it_was_aimed() -> None:
    figures = {
        "1": {"profile": "spear", "at": [19, 15.5], "face": 180},
        "2": {"profile": "tough spear", "at": [20, 15.5], "face": 180},
    }
    ranks = {"kind": "line", "rows": [["b.2", "b.1"]], "at": [19.5, 15], "face": 180}
    profiles = {"tough spear": {"die": "d6", "attributes": ["Tight Cohesion", "Tough"]}}
    units = {"r": {"profile": "rifle", "at": [[19, 10]]}, "b": {"figures": figures, "ranks": ranks}}
    play = Play(units, profiles=profiles).say("r", "other", "shoot:0:b.1", dice="ranged attack 6, recovery 6")
    assert [event.figure for event in play.told("Recovered")] == ["b.1"]


# ---- closing ranks


def losing(unit: dict[str, Any], recovery: str, shots: int, units: dict[str, Any] | None = None) -> Play:
    """A unit that loses men to shots, and passes its Morale test."""
    everybody = {"r": {"profile": "rifle", "at": row(18, 10, shots)}, "b": unit, **(units or {})}
    return shot_at(Play(everybody), shots, recovery)


@pytest.mark.rule("oversoul.tight.close-ranks")
def test_the_last_file_closes_up_after_losses() -> None:
    figures = {
        "1": {"profile": "spear", "at": [21, 15.5], "face": 180},
        "2": {"profile": "tough spear", "at": [20, 15.5], "face": 180},
    }
    figures["3"] = {"profile": "spear", "at": [19, 15.5], "face": 180}
    ranks = {"kind": "line", "rows": [["b.1", "b.2", "b.3"]], "at": [20, 15], "face": 180}
    profiles = {"tough spear": {"die": "d6", "attributes": ["Tight Cohesion", "Tough"]}}
    units = {"r": {"profile": "rifle", "at": [[20, 10]]}, "b": {"figures": figures, "ranks": ranks}}
    play = Play(units, profiles=profiles).say("r", "other", "shoot:0:b.2", dice="ranged attack 6, recovery 1, morale 6")
    assert play["b.2"].gone
    assert places(play, "b") == [(21, 15.5), (20, 15.5)]  # the right of two equal sides closes in


@pytest.mark.rule("oversoul.tight.close-ranks")
def test_the_man_behind_steps_up() -> None:
    mixed = {"tough spear": {"die": "d6", "attributes": ["Tight Cohesion", "Tough"]}}
    figures: dict[str, Any] = {str(n): {"profile": "spear", "at": [22 - n, 15.5], "face": 180} for n in (1, 2, 3)}
    figures |= {str(n): {"profile": "tough spear", "at": [25 - n, 16.5], "face": 180} for n in (4, 5, 6)}
    ranks = {"kind": "line", "rows": [["b.1", "b.2", "b.3"], ["b.4", "b.5", "b.6"]], "at": [20, 15], "face": 180}
    units = {"r": {"profile": "rifle", "at": [[20, 10]]}, "b": {"figures": figures, "ranks": ranks}}
    play = Play(units, profiles=mixed).say("r", "other", "shoot:0:b.2", dice="ranged attack 6, recovery 1")
    assert play.at("b.5") == (20, 15.5)
    assert play.unit("b").ranks.rows == [["b.1", "b.5", "b.3"], ["b.4", "b.6"]]  # and the rear rank closes up


@pytest.mark.rule("oversoul.tight.close-ranks")
def test_a_place_that_is_taken_stays_empty() -> None:
    """Behind the first man of a column comes an ogre on a base of 2 inches: a red man beside the gap leaves him no room."""
    figures = {"1": {"profile": "spear", "at": [20, 15.5], "face": 180}, "2": {"profile": "ogre", "at": [20, 17], "face": 180}}
    ranks = {"kind": "column", "rows": [["b.1"], ["b.2"]], "at": [20, 15], "face": 180}
    profiles = {"ogre": {"die": "d10", "attributes": ["Tight Cohesion"]}}
    units = {"r": {"profile": "rifle", "at": [[20, 10]]}, "b": {"figures": figures, "ranks": ranks}}
    dice = "ranged attack 6, recovery 1, morale 5"
    free = Play(units, profiles=profiles).say("r", "other", "shoot:0:b.1", dice=dice)
    assert free.at("b.2") == (20, 16)  # he steps up
    beside = {**units, "rf": {"profile": "man", "at": [[21.1, 15.5]]}}
    play = Play(beside, profiles=profiles).say("r", "other", "shoot:0:b.1", dice=dice)
    assert play.at("b.2") == (20, 17)
    assert play.unit("b").ranks.rows == [["b.2"]]


@pytest.mark.rule("oversoul.tight.line", "oversoul.tight.close-ranks")
def test_casualties_do_not_force_another_formation() -> None:
    play = losing(body(6, "line/2", at=[20, 15], face=180), "recovery 1, recovery 1, morale 6", 2)
    assert [len(row) for row in play.unit("b").ranks.rows] == [3, 1]  # four men still in two ranks
    play.say("b", "move", {"b": [20, 14]}, dice="initiative 6, initiative 1")
    assert [len(row) for row in play.unit("b").ranks.rows] == [3, 1]


@pytest.mark.rule("oversoul.tight.ranged-measure-centre")
@pytest.mark.parametrize("formed", [True, False])
def test_whom_a_formed_unit_may_shoot_at_is_measured_from_its_middle(formed: bool) -> None:
    """The enemy stands 19.9 inches from the man at the end of the line, twice the range is 20; from the middle it is more."""
    end = battle_of({"a": {"profile": "bow", "count": 8, "formation": "line", "at": [20, 10]}}).state.figures["a.1"]
    enemy = {"profile": "man", "at": [[end.x / 1000, end.y / 1000 + 20.9]], "face": 180}
    battle = battle_of({"a": {"profile": "bow", "count": 8, "formation": "line", "at": [20, 10]}, "b": enemy})
    battle.state.units["a"].disordered = not formed
    (gun,) = end.profile.weapons
    assert shot_targets(battle, battle.state.figures["a.1"], gun) == ([] if formed else ["b.1"])


@pytest.mark.rule("oversoul.tight.ranged-measure-centre", "oversoul.ranged.range-bands")
@pytest.mark.parametrize(("beyond", "within"), [(0, True), (1, False)])
def test_twice_the_range_of_a_formed_unit_ends_at_a_point(beyond: int, within: bool) -> None:
    bows = {"profile": "bow", "count": 8, "formation": "line", "at": [20, 10]}
    battle = battle_of({"a": bows, "b": {"profile": "man", "at": [[20, 40]], "face": 180}})
    state = battle.state
    x, y = origin(battle, state.figures["a.1"])[:2]
    state.figures["b.1"].x, state.figures["b.1"].y = x, y + 20_500 + beyond  # his base is half an inch nearer
    fresh = Battle(state, battle.dice)
    (gun,) = state.figures["a.1"].profile.weapons
    assert bool(shot_targets(fresh, state.figures["a.1"], gun)) is within


@pytest.mark.rule("oversoul.attr.flying-landing")
def test_a_body_lands_before_it_does_anything_else() -> None:
    play = Play(
        {"a": {"profile": "flock", "count": 4, "formation": "line", "at": [20, 10]}, "b": {"profile": "man", "at": [[40, 40]]}}
    )
    play.say("a", "move")
    assert play.refused({"a": {"verb": "land"}}) == "attr.flying-landing"  # it stands on the ground
    for figure in play.state.standing(play.unit("a")):
        figure.airborne = True
    assert play.allows({"a": {"verb": "land"}})
    assert not play.allows({"a": [[20, 12], {"verb": "land"}]})
    assert not play.allows({"a": [{"verb": "form", "what": "column"}, {"verb": "land"}]})


@pytest.mark.rule("oversoul.attr.jump", "oversoul.move.prone-standing-up")
@pytest.mark.parametrize("prone", [True, False])
def test_a_body_that_has_stood_up_does_not_jump(prone: bool) -> None:
    figures = {str(n): {"profile": "fleas", "at": [18 + n, 19.5], "prone": prone} for n in (1, 2, 3)}
    ranks = {"kind": "line", "rows": [["r.1", "r.2", "r.3"]], "at": [20, 20], "face": 0}
    profiles = {"fleas": {"die": "d6", "attributes": ["Jump", "Tight Cohesion"]}}
    play = Play({"r": {"figures": figures, "ranks": ranks}}, profiles=profiles).say("r", "move")
    jump = {"verb": "jump", "to": [20, 22]}
    if prone:
        assert play.refused({"r": [{"verb": "stand"}, jump]}) == "attr.jump"
        assert play.allows({"r": [{"verb": "stand"}, [20, 22]]})
    else:
        assert play.allows({"r": jump})


STAND, PRONE = {"verb": "stand"}, {"verb": "prone"}


@pytest.mark.rule("oversoul.attr.sharpshooter", "oversoul.tight.same-actions")
@pytest.mark.parametrize(
    ("prone", "steps", "moved"),
    [
        (False, [], False),
        (False, [[20, 21]], True),
        (False, [PRONE], True),
        (True, [STAND], True),
        (True, [STAND, PRONE], True),
        (False, [{"verb": "form", "what": "column"}], True),
        (False, [{"verb": "jump", "to": [20, 22]}], True),
    ],
)
def test_what_counts_as_moving_for_a_body(prone: bool, steps: list[Any], moved: bool) -> None:
    """Going, standing up, going prone, another formation and a jump, each by itself."""
    figures = {str(n): {"profile": "fleas", "at": [18 + n, 19.5], "prone": prone} for n in (1, 2, 3)}
    ranks = {"kind": "line", "rows": [["r.1", "r.2", "r.3"]], "at": [20, 20], "face": 0}
    profiles = {"fleas": {"die": "d6", "range": 10, "attributes": ["Jump", "Tight Cohesion"]}}
    units = {"r": {"figures": figures, "ranks": ranks}, "b": {"profile": "man", "at": [[20, 28]], "face": 180}}
    play = Play(units, profiles=profiles).say("r", "move-other", {"r": steps} if steps else {})
    assert sorted(play.state.acting().moved) == (["r.1", "r.2", "r.3"] if moved else [])


@pytest.mark.rule("oversoul.attr.sharpshooter", "oversoul.tight.same-actions")
@pytest.mark.parametrize("steady", [[], ["a.2"], ["a.1", "a.2", "a.3"]])
def test_a_body_stands_as_soon_as_one_has_forfeited_his_move(steady: list[str]) -> None:
    fight = Fight({"a": body(3), "b": {"profile": "man", "at": [[40, 44]]}}, parts=["move"], doing={"steady": steady})
    assert (fight.game.ask is not None and fight.rule == "oversoul.tight.move-allowance") is not bool(steady)


@pytest.mark.rule("oversoul.tight.must-have-formation", "oversoul.tight.same-actions")
@pytest.mark.parametrize("led", [False, True])
def test_a_tight_unit_that_is_aboard_has_no_formation_to_move_in(led: bool) -> None:
    """Not even where its leader stands outside."""
    aboard = {str(n): {"profile": "spear", "at": [20, 20], "carrier": "av.1", "seat": "front"} for n in (1, 2)}
    units: dict[str, Any] = {"a": {"figures": aboard}, "av": {"profile": "truck", "at": [[20, 20]]}}
    if led:
        units["a"]["leader"] = "ac"
        units["ac"] = {"profile": "captain", "at": [[20, 26]], "under": "a"}
    fight = Fight({**units, "b": {"profile": "man", "at": [[40, 44]]}}, parts=["move"])
    assert fight.unit("a").formed
    assert fight.asks == "blue round.one-unit-or-pass"


@pytest.mark.rule("oversoul.charge.requirements", "oversoul.tight.line-advance")
@pytest.mark.parametrize(("steps", "charges"), [([19], True), ([17, 19], True), ([18.999], False), ([17, 18.999], False)])
def test_a_line_charges_at_the_end_of_four_inches_straight_ahead(steps: list[float], charges: bool) -> None:
    units = {"r": body(3, at=[20, 15]), "b": {"profile": "man", "at": [[20, steps[-1] + 0.5]], "face": 180}}
    play = Play(units).say("r", "move-other", {"r": [[20, y] for y in steps]})
    assert play.state.acting().charges == (["r.2>b.1"] if charges else [])


@pytest.mark.rule("oversoul.attr.flying-must-move", "oversoul.tight.column-turning")
@pytest.mark.parametrize(("far", "legal"), [(1.0, True), (0.99, False)])
def test_a_column_in_the_air_flies_an_inch(far: float, legal: bool) -> None:
    figures = {str(n): {"profile": "flock", "at": [20, 20.5 - n], "airborne": True} for n in (1, 2, 3)}
    ranks = {"kind": "column", "rows": [["r.1"], ["r.2"], ["r.3"]], "at": [20, 20], "face": 0}
    units = {"r": {"figures": figures, "ranks": ranks}, "b": {"profile": "man", "at": [[40, 44]]}}
    play = Play(units).say("r", "move")
    assert play.allows({"r": [20, 20 + far]}) is legal


@pytest.mark.rule("oversoul.tight.same-direction")
def test_a_whole_turn_is_no_turn_for_a_formation() -> None:
    state = battle_of({"r": body(3)}).state
    assert default_ranks(state, state.units["r"], "line", (20_000, 20_000), 36_000).face == 0
    assert default_ranks(state, state.units["r"], "line", (20_000, 20_000), 35_999).face == 35_999
