"""What suppression does: dice, fringe, chits, keeping, ending, losing contributors (defiance.suppression.*)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from littlewars.engine import Battle
from littlewars.systems.defiance.basics.consequences import CONSEQUENCES
from littlewars.systems.defiance.basics.numbers import INCH
from littlewars.systems.defiance.basics.state import Chit, Rect, State, Template
from littlewars.systems.defiance.fire.firing import lines_of
from littlewars.systems.defiance.suppression.aim import line_for
from littlewars.systems.defiance.suppression.area import (
    in_either,
    in_fringe,
    in_template,
    rectangle,
)
from littlewars.systems.defiance.suppression.template import (
    TEMPLATE_LOF,
    affected,
    may_contribute,
    resolve,
    shot_at,
)
from littlewars.systems.defiance.turn.resolution import resolution_phase
from tests.defiance.squads import Play, a_battle, row, run, shoot, told
from tests.defiance.strips import chitted, laid, template

CARBINE = {"FR": "1U", "brackets": {"7+": 20, "9+": 30, "11+": 40}}


def highlanders(dice: str) -> Battle[State]:
    units = {
        "r": {"at": [[8, 10], [9.2, 10], [10.4, 10], [11.6, 10], [12.8, 10]], "primary": "carbine"},
        "b1": {"frame": "fanatic", "at": [[10.4, 29]]},
        "b2": {"frame": "fanatic", "at": [[10.4, 31]]},
        "b3": {"frame": "fanatic", "at": [[10.4, 26]]},
    }
    names = [f"r.{n}" for n in range(1, 6)]
    made = {
        "unit": "r",
        "firer": "r.3",
        "at": (10.4, 30.2),
        "length": 4,
        "contributors": names,
        "arms": dict.fromkeys(names, 0),
        "target": "b1",
    }
    return laid(units, dice, template=made, weapons={"carbine": CARBINE})


@pytest.mark.rule(
    "defiance.suppression.base-roll",
    "defiance.suppression.one-die",
    "defiance.suppression.lof",
    "defiance.suppression.morale",
    "defiance.suppression.fringe-damage",
    "defiance.suppression.fringe-morale",
    "defiance.suppression.stoppage",
)
def test_the_highlanders() -> None:
    # defiance.ex.highlanders-suppression: 7+ and 9+ in the template, 7+ in the fringe, three weapons past the second
    stoppage = ", ".join(["stoppage 1"] * 5)
    battle = highlanders(f"damage 7, damage 8, morale 9, damage 6, morale 9, {stoppage}")
    run(resolve(battle, battle.state.templates[0]))
    fired = {event.target: event for event in told(battle, "Fired")}
    bases = {name: event.tally.base for name, event in fired.items()}
    assert bases == {"b1.1": 7, "b2.1": 9, "b3.1": 7}
    totals = {name: sum(mod.value for mod in event.tally.mods) for name, event in fired.items()}
    assert totals == {"b1.1": 3 - 3, "b2.1": 3 - 3, "b3.1": 3 - 5}
    assert battle.state.figures["b1.1"].gone == "killed"
    assert [event.figure for event in told(battle, "Tested")] == ["b2.1", "b3.1"]


@pytest.mark.rule("defiance.suppression.friend-and-foe", "defiance.suppression.fringe-area", "defiance.suppression.air")
def test_everybody_under_it_is_struck_but_not_its_own_contributors_in_the_fringe() -> None:
    units = {
        "b": {"at": [[20, 36], [20, 30]], "face": 180},
        "r": {"at": [[20, 20]]},
        "s": {"frame": "bird", "at": [[20, 28]], "level": 1},
    }
    battle = laid(units)
    there, edge = affected(battle, battle.state.templates[0])
    assert ([f.id for f in there], [f.id for f in edge]) == (["r.1"], ["b.2"])
    made = battle.state.templates[0]
    made.contributors = ["b.1", "b.2"]
    assert affected(battle, made)[1] == []
    figure = battle.state.figures["r.1"]
    assert in_template(made, figure)
    assert not in_fringe(battle.state, made, figure)  # the template only


@pytest.mark.rule("defiance.suppression.blocked-sight")
def test_whom_the_firing_figure_cannot_see_is_not_struck() -> None:
    house = {"id": "h", "category": "impassable", "box": [15, 24, 25, 26], "height": 8}
    battle = laid({"b": {"at": [[20, 36]], "face": 180}, "r": {"at": [[20, 20]]}}, terrain=[house])
    assert affected(battle, battle.state.templates[0]) == ([], [])


@pytest.mark.rule("defiance.suppression.los-terrain-only")
@pytest.mark.parametrize(("near", "cover"), [((10, 20), {}), ((20, 26), {"light terrain": -2})])
def test_terrain_is_judged_from_the_nearest_contributor(near: tuple[float, float], cover: dict[str, int]) -> None:
    """A hedge between the target and the firing figure, b.1; b.2 is nearer, beside it or behind it, too."""
    hedge = {"id": "w", "category": "light", "box": [16, 20.8, 24, 21.4], "height": 2}
    units = {"b": {"at": [[20, 36], list(near)], "face": 180}, "r": {"at": [[20, 20]]}}
    made = {"contributors": ["b.1", "b.2"], "arms": {"b.1": 0, "b.2": 0}}
    state = laid(units, terrain=[hedge], template=made).state
    shot = shot_at(state, state.templates[0], state.figures["r.1"], TEMPLATE_LOF)
    assert shot is not None
    assert {mod.name: mod.value for mod in shot.tally.mods} == {"suppression": -3, "further weapons": 1, **cover}


@pytest.mark.rule("defiance.suppression.los-terrain-only")
def test_of_sight_only_terrain_counts() -> None:
    wood = {"id": "w", "category": "light", "box": [15, 18, 25, 22], "height": 2}
    units = {"b": {"at": [[20, 36]], "face": 180}, "r": {"at": [[20, 20]], "prone": True, "sprint": 25}}
    state = laid(units, terrain=[wood]).state
    shot = shot_at(state, state.templates[0], state.figures["r.1"], TEMPLATE_LOF)
    assert shot is not None
    assert {mod.name: mod.value for mod in shot.tally.mods} == {"suppression": -3, "light terrain": -2}


@pytest.mark.rule("defiance.suppression.effectors")
def test_effectors_are_those_of_the_nearest_contributor() -> None:
    units = {
        "b": {"at": [[20, 36], [20, 30]], "face": 180, "figures": {"2": {"primary": "ultra"}}},
        "r": {"frame": "suit", "at": [[20, 20]]},
    }
    state = laid(units, template={"contributors": ["b.1", "b.2"], "arms": {"b.1": 0, "b.2": 0}}).state
    shot = shot_at(state, state.templates[0], state.figures["r.1"], TEMPLATE_LOF)
    assert shot is not None
    assert (shot.figure, shot.line.effectors) == ("b.2", frozenset("U"))


@pytest.mark.rule("defiance.suppression.morale", "defiance.suppression.one-morale-test")
def test_one_test_in_an_activation_however_often_it_is_struck() -> None:
    units = {"b": {"at": [[20, 36]], "face": 180}, "b2": {"at": [[24, 36]], "face": 180}, "r": {"at": [[20, 20]]}}
    templates = [template(), {**template("b2", "b2.1"), "id": "u"}]
    play = Play(units, dice="card 3", templates=templates)
    assert play.asks == "red suppression.overlap-separate"
    play.say("u", dice="damage 1, morale 9, damage 1")
    assert len(play.told("Tested")) == 1
    assert [event.figure for event in play.told("Fired")] == ["b2.1", "b.1"]


@pytest.mark.rule("defiance.suppression.overlap-separate")
def test_overlapping_templates_are_resolved_in_the_order_of_the_struck() -> None:
    units = {"b": {"at": [[20, 36]], "face": 180}, "b2": {"at": [[24, 36]], "face": 180}, "r": {"at": [[20, 20]]}}
    play = Play(units, dice="card 3", templates=[template(), {**template("b2", "b2.1"), "id": "u"}])
    play.say("t", dice="damage 1, morale 9, damage 1")
    assert [event.figure for event in play.told("Fired")] == ["b.1", "b2.1"]


@pytest.mark.rule(
    "defiance.suppression.move-into",
    "defiance.suppression.moving-lof",
    "defiance.suppression.overlap-separate",
    "defiance.suppression.one-morale-test",
)
def test_the_two_poltergeists() -> None:
    """An inch of the first template alone, two inches of both: two dice of the first, one of the second, one test."""
    # defiance.ex.overlapping-poltergeists: the base touches the first from x = 18.5 to 21.5, the second from 19.5 to 21.5
    hero = {"frame": "Poltergeist", "primary": "Gatling Laser", "face": 180, "solo": True, "figures": {"1": {"hero": True}}}
    units = {
        "r": {"at": [[16, 18]], "frame": "runner"},
        "b": {"at": [[20, 36]], **hero},
        "b2": {"at": [[20.5, 38]], **hero},
    }
    one, two = template(at=(20, 18), face=0), {**template("b2", "b2.1", at=(20.5, 20), face=0), "id": "u"}
    play = Play(units, dice="card 1", templates=[one, two]).say("sprint")
    play.say({"r.1": [26, 18]}, dice="damage 1, morale 9, damage 1, damage 1, card 1")
    assert [event.figure for event in play.told("Fired")] == ["b.1", "b2.1", "b.1"]
    assert {mod.value for event in play.told("Fired") for mod in event.tally.mods} == {-5}
    assert [event.figure for event in play.told("Tested")] == ["r.1"]
    assert play.at("r.1") == (26, 18)


def suppressors(dice: str = "card 1") -> Play:
    units = {"r": {"at": [[20, 5]], "face": 0, "primary": "gun"}, "b": {"at": [[20, 20], [21.5, 20]]}}
    return Play(units, dice=dice, templates=[template("r", "r.1", target="b")])


@pytest.mark.rule("defiance.suppression.continue-end", "defiance.suppression.duration")
def test_ending_suppression_rolls_nothing() -> None:
    # defiance.ex.suppression-continue-or-end
    play = suppressors()
    assert play.asks == "red suppression.continue-keep"
    play.say("end")
    assert play.state.templates == []
    assert not play.told("Fired")
    assert play.asks == "red orders.declare-first"


@pytest.mark.rule("defiance.suppression.continue-keep")
def test_keeping_suppression_is_resolved_as_if_just_laid() -> None:
    blue = "damage 1, morale 9, damage 1, morale 9"  # whose unit activates next, within it
    play = suppressors().say("keep", dice=f"damage 1, damage 1, morale 9, morale 9, stoppage 1, {blue}")
    assert [event.tally.mods[0].value for event in play.told("Fired")] == [-3, -3, -5, -5]
    assert len(play.state.templates) == 1
    assert play["r.1"].id in play.state.templates[0].contributors


@pytest.mark.rule("defiance.suppression.contributors-lost", "defiance.stoppage.template-removed")
def test_a_template_shrinks_with_its_contributors() -> None:
    units = {"r": {"at": row(18, 5, 3), "face": 0, "primary": "gun"}, "b": {"at": [[20, 20]]}}
    names = ["r.1", "r.2", "r.3"]
    made = template("r", "r.2", length=4, target="b", contributors=names, arms=dict.fromkeys(names, 0))
    battle = a_battle(units, templates=[made])
    state = battle.state
    state.figures["r.2"].stopped = ("0:0",)
    run(CONSEQUENCES.serve(battle))
    assert (state.templates[0].contributors, state.templates[0].firer) == (["r.1", "r.3"], "r.3")
    state.figures["r.1"].shaken = True
    run(CONSEQUENCES.serve(battle), "front")
    assert sum(piece.length for piece in state.templates[0].pieces) == 3 * INCH
    state.figures["r.3"].gone = "killed"
    run(CONSEQUENCES.serve(battle))
    assert state.templates == []


@pytest.mark.rule("defiance.suppression.torrential-stoppage")
def test_torrential_fire_stops_on_ten() -> None:
    units = {"r": {"at": [[20, 5]], "face": 0, "primary": "gun"}, "b": {"at": [[20, 40]]}}
    battle = a_battle(units, "stoppage 10, stoppage 3", templates=[template("r", "r.1", target="b", torrential=True)])
    run(resolve(battle, battle.state.templates[0]))
    assert battle.state.figures["r.1"].stopped == ("0:0",)
    assert battle.state.templates == []
    assert len(rectangle(Rect(0, 0, 0, 4000))) == 4


@pytest.mark.rule("defiance.command.chit-damage", "defiance.command.chit-one-per-roll")
def test_contributors_may_spend_a_chit_each_on_a_die_of_the_template() -> None:
    """Rifles at 16 inches: 7+, -3 for suppression and +1 for the second weapon: 9+. Each die falls an 8."""
    red = {"at": [[19.5, 20], [20.5, 20]], "frame": "bug"}  # Matrix: nobody tests
    battle = chitted(red, "damage 8, damage 8, stoppage 1, stoppage 1")
    state, found = battle.state, battle.state.templates[0]
    shots = [shot_at(state, found, state.figures[name], TEMPLATE_LOF) for name in ("r.1", "r.2")]
    assert [shot.tally.needed for shot in shots if shot] == [9, 9]
    run(resolve(battle, found), "r.2", "keep")  # the second is asked about the die that has no chit
    assert [state.figures[name].gone for name in ("r.1", "r.2")] == ["", "killed"]
    assert [[chit.used for chit in state.figures[name].chits] for name in ("b.1", "b.2")] == [[1], [0]]


@pytest.mark.rule("defiance.command.chit-damage")
def test_a_weapon_profits_once_for_template_and_fringe() -> None:
    """r.1 touches the template, r.2 the fringe; whoever has spent a chit on the first is not asked for the second."""
    red = {"at": [[20, 20], [20.5, 28]], "frame": "bug"}
    battle = chitted(red, "damage 1, damage 1, stoppage 1, stoppage 1")
    state = battle.state
    for name in ("b.1", "b.2"):
        state.figures[name].chits = (*state.figures[name].chits, Chit(name))
    run(resolve(battle, state.templates[0]), "spend", "keep")  # b.1 for the template, b.2 is asked for the fringe only
    assert [event.how for event in told(battle, "Fired")] == ["suppression", "fringe of suppression"]
    assert [[chit.used for chit in state.figures[name].chits] for name in ("b.1", "b.2")] == [[1, 0], [0, 0]]


@pytest.mark.rule("defiance.suppression.contributors-lost", "defiance.morale.unit-fail")
def test_the_template_of_a_unit_that_breaks_in_the_resolution_phase_is_taken_off() -> None:
    """Two figures of five are left: three short, an 8 is needed."""
    units = {"r": {"at": [[20, 20]], "frame": "elite", "solo": True}, "b": {"at": [[20, 36], [22, 36]], "face": 180}}
    battle = a_battle(units, "unit morale 7", templates=[template()], turn={"phase": "resolution"})
    battle.state.units["b"].solo = False
    run(resolution_phase(battle))
    assert battle.state.units["b"].broken == 1
    assert battle.state.templates == []


@pytest.mark.rule("defiance.suppression.friend-and-foe", "defiance.suppression.fringe-area")
def test_a_contributor_under_the_template_is_struck_one_in_the_fringe_is_not() -> None:
    """b.2 stands under it, for it lies ten inches from the firing figure and not from him; b.3 in the fringe, like b.4."""
    blue = {"at": [[20, 36], [20, 20.5], [20, 28], [20.5, 30]], "face": 180}
    three = {"contributors": ["b.1", "b.2", "b.3"], "arms": {"b.1": 0, "b.2": 0, "b.3": 0}}
    battle = laid({"r": {"at": [[40, 5]]}, "b": blue}, template=three)
    there, edge = affected(battle, battle.state.templates[0])
    assert ([figure.id for figure in there], [figure.id for figure in edge]) == (["b.2"], ["b.4"])


@pytest.mark.rule("defiance.suppression.morale", "defiance.morale.vehicle-individual")
@pytest.mark.parametrize(("setting", "die", "tests"), [(False, 1, 1), (True, 1, 0), (True, 12, 1)])
def test_under_suppression_a_vehicle_tests_or_only_if_it_was_damaged(setting: bool, die: int, tests: int) -> None:
    gun = {"FR": 2, "target": "AV", "brackets": {"5+": 40}}
    units = {"r": {"frame": "tank", "at": [[20, 20]], "primary": ""}, "b": {"at": [[20, 36]], "face": 180, "primary": "av"}}
    faces = "damage 10, damage 9, damage 9, damage chart 9, damage chart 1" if die == 12 else f"damage {die}"
    dice = ", ".join([faces, *["morale 9"] * tests, "stoppage 1"])
    more = {"vehicles_test_only_for_damage": setting, "weapons": {"av": gun}}
    battle = a_battle(units, dice, templates=[template()], **more)
    run(resolve(battle, battle.state.templates[0]))
    assert len(told(battle, "Tested")) == tests


@pytest.mark.rule("defiance.stoppage.multiple-causes", "defiance.suppression.stoppage")
@pytest.mark.parametrize(("high", "stops"), [([], False), (["b.1"], True)])
def test_a_split_weapon_at_its_higher_rate_stops_on_nine(high: list[str], stops: bool) -> None:
    """A second weapon keeps the template up; b.1 rolls a 9: less than the 11 of suppression, the 9 of the higher rate."""
    blue = {"at": [[20, 36], [22, 36]], "face": 180, "figures": {"1": {"primary": "split"}, "2": {"primary": "rifle"}}}
    both = {"contributors": ["b.1", "b.2"], "arms": {"b.1": 0, "b.2": 0}, "high": high}
    battle = laid({"r": {"at": [[40, 5]]}, "b": blue}, "stoppage 9, stoppage 1", template=both)
    run(resolve(battle, battle.state.templates[0]), *(["front"] if stops else []))
    assert battle.state.figures["b.1"].stopped == (("0:0",) if stops else ())


@pytest.mark.rule("defiance.suppression.contributors-lost")
@pytest.mark.parametrize("lost", ["shaken", "stunned", "gone", "locked", "stopped", "broken", "unit"])
def test_who_no_longer_contributes(lost: str) -> None:
    state = laid({"r": {"at": [[20, 20]]}, "b": {"at": [[20, 36]], "face": 180}, "b2": {"at": [[40, 36]]}}).state
    found, figure = state.templates[0], state.figures["b.1"]
    assert may_contribute(state, found, "b.1")
    if lost == "broken":
        state.units["b"].broken = 1
    else:
        values = {"gone": "killed", "locked": ("r.1",), "stopped": ("0:0",), "unit": "b2"}
        setattr(figure, lost, values.get(lost, True))
    assert not may_contribute(state, found, "b.1")


@pytest.mark.rule("defiance.orders.aim-range-doubling", "defiance.suppression.base-roll")
@pytest.mark.parametrize(("aimed", "base"), [(False, 9), (True, 7)])
def test_a_template_on_the_unit_aimed_at_has_doubled_brackets(aimed: bool, base: int) -> None:
    state = laid(
        {"r": {"at": [[20, 14]]}, "b": {"at": [[20, 36]], "face": 180}}, template={"at": (20, 14), "aimed": aimed}
    ).state
    shot = shot_at(state, state.templates[0], state.figures["r.1"], TEMPLATE_LOF)
    assert shot is not None
    assert shot.tally.base == base


@pytest.mark.rule("defiance.orders.aim-range-doubling", "defiance.orders.aim-duration", "defiance.suppression.continue-keep")
def test_the_aim_ends_before_the_template_is_kept() -> None:
    """The gun at 25 inches: 5+ with doubled brackets when it was laid, 7+ an activation later."""
    units = {"r": {"at": [[20, 5]], "primary": "gun", "aims": ["b"], "aimed": 2}, "b": {"at": [[20, 30]], "face": 180}}
    made = template("r", "r.1", at=(20, 30), target="b", aimed=True)
    state = a_battle(units, templates=[made]).state
    shot = shot_at(state, state.templates[0], state.figures["b.1"], TEMPLATE_LOF)
    assert shot is not None
    assert shot.tally.base == 5
    play = Play(units, dice="card 1", templates=[made])
    play.say("keep", dice="damage 1, morale 9, stoppage 1, damage 1, morale 9")
    assert [event.tally.base for event in play.told("Fired")] == [7, 7]


COMBINATION = {
    "near": {"FR": 2, "brackets": {"5+": 15, "7+": 30}},
    "far": {"FR": 4, "brackets": {"9+": "UN"}},
    "both": {"modes": ["near", "far"]},
}


@pytest.mark.rule("defiance.stoppage.effect", "defiance.stoppage.template-removed")
def test_of_a_combination_weapon_only_the_line_stops_that_suppressed() -> None:
    """It suppresses with its line of rate 4; when that has stopped the other still fires, and may suppress."""
    units = {"r": {"at": [[20, 5]], "primary": "both"}, "b": {"at": [[40, 40]]}}
    battle = a_battle(
        units, "stoppage 10, stoppage 9, stoppage 3", weapons=COMBINATION, templates=[template("r", "r.1", target="b")]
    )
    run(resolve(battle, battle.state.templates[0]))
    figure = battle.state.figures["r.1"]
    assert (figure.stopped, battle.state.templates) == (("0:1",), [])
    assert [line.rate for _, _, line in lines_of(battle.state, figure, ("primary",))] == [2]
    found = line_for(figure, "primary")
    assert found is not None
    assert found[1].rate == 2


@pytest.mark.rule("defiance.stoppage.effect", "defiance.suppression.base-roll")
def test_a_template_keeps_the_line_with_which_it_was_laid() -> None:
    """The line of rate 4 is stopped: the template is 2 inches long, and stays so when that works again."""
    units = {"r": {"at": [[20, 10]], "primary": "both", "figures": {"1": {"stopped": ["0:1"]}}}, "b": {"at": [[20, 30]]}}
    play = Play(units, dice="card 1", weapons=COMBINATION).say("primary-suppression")
    again = "damage 1, morale 9"  # blue activates next, within it
    play.say({"template": {"at": [20, 30], "face": 90}}, dice=f"damage 1, morale 9, stoppage 1, {again}")
    play["r.1"].stopped = ()
    shot = shot_at(play.state, play.state.templates[0], play["b.1"], TEMPLATE_LOF)
    assert shot is not None
    assert (shot.line.rate, play.state.templates[0].pieces[0].length) == (2, 2000)


@pytest.mark.rule("defiance.orders.elite-independent", "defiance.suppression.elite-single", "defiance.suppression.split-fr")
def test_the_crimsons() -> None:
    """Three with Shrieker/Hedgehogs on primary fire, one after another; the Needler suppresses alone: 2 by 2 inches."""
    # defiance.ex.elite-crimsons
    arms = {str(number): {"primary": "Shrieker/Hedgehog"} for number in (1, 2, 3)}
    red = {"frame": "Crimson", "at": row(18, 10, 4), "primary": "", "figures": {**arms, "4": {"support": "Needler"}}}
    play = Play({"r": red, "b": {"at": [[20, 30]]}}, dice="card 1")
    for number, speed in ((1, "stationary"), (2, "walking"), (3, "running")):
        assert play.asks == "red orders.elite-independent"
        play.say(f"r.{number}", "primary-fire", speed)
        play.say("fire-move") if speed != "stationary" else None
        assert all(play.id(shoot(name, "b.1")) for name in ("Shrieker", "Hedgehog"))
        play.say("hold", {})
    assert play.asks == "red orders.declare-first"  # only the Needler is left
    ask: Any = play.say("support-suppression").game.ask
    assert ask.things["template"].size == (2000, 2000)
    again = "damage 1, morale 9"  # blue activates next, within it
    play.say({"template": {"at": [20, 30], "face": 90}}, dice=f"damage 1, morale 9, stoppage 8, {again}")
    (made,) = play.state.templates
    assert (made.contributors, made.high) == (["r.4"], ["r.4"])


@pytest.mark.rule("defiance.suppression.contributors-lost")
@pytest.mark.parametrize(("target", "left"), [((22, 20), (20_500, 20_000)), ((18, 20), (19_500, 20_000))])
def test_a_template_shrinks_away_from_its_nearest_target(target: tuple[float, float], left: tuple[int, int]) -> None:
    """Four inches from west to east, the target at one end, another of its unit farther off at the other: no choice."""
    other = (40 - target[0], 20.9)
    names = ["r.1", "r.2"]
    units = {"r": {"at": row(20, 5, 2), "primary": "gun"}, "b": {"at": [list(target), list(other)]}}
    made = template("r", "r.1", length=4, target="b", contributors=names, arms=dict.fromkeys(names, 0))
    battle = a_battle(units, templates=[made])
    battle.state.figures["r.2"].shaken = True
    run(CONSEQUENCES.serve(battle))
    (piece,) = battle.state.templates[0].pieces
    assert (piece.length, (piece.x, piece.y)) == (3 * INCH, left)
    assert in_template(battle.state.templates[0], battle.state.figures["b.1"])


@pytest.mark.rule("defiance.suppression.contributors-lost", "defiance.suppression.torrential-placement")
def test_of_two_pieces_the_one_on_the_target_is_kept() -> None:
    """Six inches of torrential fire shrink to four: the target touches only the second piece, so the first gives way."""
    names = ["r.1", "r.2"]
    units = {"r": {"at": row(20, 5, 2), "primary": "rifle"}, "b": {"at": [[24.4, 20]]}}
    pieces = [{"at": [20, 20], "face": 90, "length": 4}, {"at": [23, 20], "face": 90, "length": 2}]
    more = {"contributors": names, "arms": dict.fromkeys(names, 0), "torrential": True, "pieces": pieces}
    battle = a_battle(units, templates=[template("r", "r.1", target="b", **more)])
    battle.state.figures["r.2"].shaken = True
    run(CONSEQUENCES.serve(battle))
    found = battle.state.templates[0]
    assert [(piece.x, piece.length) for piece in found.pieces] == [(21_000, 2000), (23_000, 2000)]


@pytest.mark.rule("defiance.effector.phase-definition", "defiance.suppression.effectors")
def test_no_field_saves_from_the_suppression_of_a_phase_weapon() -> None:
    """Feed rate 2 at 16 inches: 7+ and -3, a 10 kills; the field of 5+ is not rolled for."""
    ghost = {"ghost gun": {"FR": "2P", "brackets": {"5+": 15, "7+": 30}}}
    units = {"r": {"frame": "ghost", "at": [[20, 20]]}, "b": {"at": [[20, 36]], "face": 180, "primary": "ghost gun"}}
    battle = laid(units, "damage 10, damage 1, stoppage 1", weapons=ghost)
    run(resolve(battle, battle.state.templates[0]))
    assert battle.state.figures["r.1"].gone == "killed"


@pytest.mark.rule("defiance.suppression.template-placement", "defiance.suppression.friend-and-foe")
@pytest.mark.parametrize(("x", "y"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_whoever_just_touches_the_template_is_under_it(x: int, y: int) -> None:
    """Two inches by four, and a base of half an inch on each of its sides: touching, and a thousandth of an inch off."""
    made = Template("t", "b", "b.1", "r", [Rect(20_000, 20_000, 0, 4000)], ["b.1"], {"b.1": 0})
    for off, touches in ((0, True), (0.001, False)):
        at = [20 + x * (1.5 + off), 20 + y * (2.5 + off)]
        state = a_battle({"r": {"at": [at]}, "b": {"at": [[20, 40]]}}).state
        assert in_template(made, state.figures["r.1"]) is touches


@pytest.mark.rule("defiance.suppression.fringe-area", "defiance.suppression.activate-within")
def test_a_quick_look_at_template_and_fringe_overlooks_nobody() -> None:
    rng, state = Random(5), a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 40]]}}).state
    figure, found = state.figures["r.1"], set[tuple[bool, bool]]()
    for _ in range(400):
        pieces = [Rect(rng.randrange(15_000, 25_000), rng.randrange(15_000, 25_000), rng.randrange(36_000), 4000)]
        made = Template("t", "b", "b.1", "r", pieces, [rng.choice(("b.1", "r.1"))], {"b.1": 0})
        figure.x, figure.y = rng.randrange(12_000, 28_000), rng.randrange(12_000, 42_000)
        plain = in_template(made, figure), in_fringe(state, made, figure)
        assert in_either(state, made, figure) is any(plain)
        found.add(plain)
    assert found == {(False, False), (True, False), (False, True)}
