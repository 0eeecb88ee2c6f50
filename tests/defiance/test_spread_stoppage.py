"""Spread fire and stoppages (defiance.spread.*, .stoppage.*)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from littlewars.engine import Battle
from littlewars.systems.defiance.basics.dice import OPEN
from littlewars.systems.defiance.basics.fire_action import Fire, Manner
from littlewars.systems.defiance.basics.profiles import Aoe, Weapon
from littlewars.systems.defiance.basics.sight import ahead_of
from littlewars.systems.defiance.basics.state import State
from littlewars.systems.defiance.basics.tabletop import sync_board
from littlewars.systems.defiance.fire.firing import lines_of, resolve
from littlewars.systems.defiance.fire.spread import arcs_to_sweep, bridging, can_sweep, declare, may_spread, next_target
from littlewars.systems.defiance.fire.stoppage import (
    HIGH_RATE,
    SUPPRESSING,
    TORRENTIAL,
    may_clear,
    note_shot,
    risk,
    usable,
    works,
)
from littlewars.systems.defiance.turn.resolution import clear_stoppages
from tests.defiance.squads import Play, a_battle, one_shot, run, shoot, told

HEDGEHOG = {"FR": 4, "brackets": {"9+": "UN"}}


def rex(places: list[list[float]], **more: Any) -> Play:
    """A hero with a Hedgehog against Redcoats; stationary, so the dice need 7."""
    units = {"r": {"at": [[20, 10]], "primary": "hedgehog"}, "b": {"at": places}}
    play = Play(units, dice="card 1", weapons={"hedgehog": HEDGEHOG}, **more)
    return play.say("cohesive-fire", "stationary").say(shoot("hedgehog", "b.1"))


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
    for odd in ({"aoe": Aoe(radius=2000, damage=5)}, {"form": "grenade"}, {"form": "cdw"}, {"effectors": frozenset("C")}):
        assert not may_spread(Weapon(key="w", name="w", rate=3, **odd), 3)
    assert may_spread(Weapon(key="w", name="w", rate=3), 3)


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
    prompts = [play.say("spread").game.ask.prompt, play.say("b.2").game.ask.prompt]
    assert prompts == ["{r.1} spreads 4 dice: {b.1} so far", "{r.1}: dice for each target"]
    play.say({"b.1": 2, "b.2": 1}, dice="damage 8, damage 9, damage 7")
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


@pytest.mark.rule("defiance.spread.gap", "defiance.spread.gap-limit")
@pytest.mark.parametrize(("far", "dice"), [(3.999, 1), (7.999, 3)])
def test_only_full_inches_of_a_gap_take_dice(far: float, dice: int) -> None:
    """A little aslant it is half a thousandth more than that, and still less than 4 or 8 inches."""
    state = a_battle({"r": {"at": [[5, 5]]}, "b": {"at": [[20, 20], [20 + far, 20.06]]}}).state
    assert bridging(state.figures["b.1"], state.figures["b.2"]) == dice


@pytest.mark.rule("defiance.spread.declare")
@pytest.mark.parametrize(
    ("others", "asked"),
    [([[23, 20]], True), ([[25, 20]], False), ([[23, 20.01]], True), ([], False), ([[28, 20]], False)],
)
def test_nobody_is_asked_to_spread_his_fire_where_it_could_sweep_to_nobody(others: list[list[float]], asked: bool) -> None:
    """Three dice bridge one gap of less than 4 inches; with more the answer would change nothing."""
    play = Play({"r": {"at": [[20, 10]], "primary": "gun"}, "b": {"at": [[20, 20], *others]}}, dice="card 1")
    play.say("cohesive-fire", "stationary").say(shoot("gun", "b.1"), dice="" if asked else "damage 1, damage 1, damage 1")
    assert (play.asks == "red spread.declare") == asked


@pytest.mark.rule("defiance.spread.gap-insufficient")
def test_a_gap_that_takes_too_many_dice_is_not_offered() -> None:
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 20], [26, 20]]}})
    figure, state = battle.state.figures["r.1"], battle.state
    shots = run(declare(battle, Fire(figure, 0, 0, 2, "b.1", Manner("walking")), state.figures["b.1"]))
    assert [(shot.target, shot.dice) for shot in shots] == [("b.1", 2)]


@pytest.mark.rule("defiance.spread.gap-limit", "defiance.spread.gap-insufficient")
@pytest.mark.parametrize("seed", range(30))
def test_the_quick_look_overlooks_nobody_whom_the_dice_could_reach(seed: int) -> None:
    rng, dice = Random(seed), 2 + seed % 4
    places = [
        [12 + 2 * spot % 18 + rng.uniform(0, 0.9), 12 + 2 * (spot // 9) + rng.uniform(0, 0.9)]
        for spot in rng.sample(range(72), 3)
    ]
    battle = a_battle({"r": {"at": [[20, 5]]}, "b": {"at": places}})
    state, figure = battle.state, battle.state.figures["r.1"]
    first, line = state.figures["b.1"], figure.arms[0].weapon
    fire = Fire(figure, 0, 0, dice, first.id, Manner(turns=True))
    found = [
        other
        for ahead, _ in arcs_to_sweep(battle, fire, first)
        for other in next_target(battle, figure, line, first, ["b.1"], ahead)
        if (bridge := bridging(first, other)) is not None and bridge + 2 <= dice
    ]
    assert can_sweep(battle, fire, first) or not found


def swept(battle: Battle[State]) -> list[str]:
    """Where the burst of r.1 may go after b.1, as r.1 looks."""
    state, figure = battle.state, battle.state.figures["r.1"]
    ((ahead, _),) = arcs_to_sweep(battle, Fire(figure, 0, 0, 2, "b.1"), state.figures["b.1"])
    found = next_target(battle, figure, figure.arms[0].weapon, state.figures["b.1"], ["b.1"], ahead)
    return [one.id for one in found]


@pytest.mark.rule("defiance.spread.next-target")
def test_the_burst_sweeps_to_the_nearest_of_the_same_unit() -> None:
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 20], [23, 20], [18, 20]]}, "b2": {"at": [[20, 21.5]]}})
    state = battle.state
    names = swept(battle)
    assert names == ["b.3"]
    state.figures["b.3"].shaken = True
    names = swept(battle)
    assert names == ["b.3", "b.2"]  # a shaken figure may be skipped
    state.figures["b.3"].shaken, state.figures["b.3"].stunned = False, True
    names = swept(battle)
    assert names == ["b.3", "b.2"]  # and so may a stunned one


@pytest.mark.rule("defiance.spread.next-target", "defiance.ranged.closest-target")
def test_of_neighbours_equally_near_the_firer_chooses() -> None:
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 20], [18, 20], [22, 20], [20, 23]]}})
    assert swept(battle) == ["b.2", "b.3"]


@pytest.mark.rule("defiance.spread.next-target", "defiance.orders.fire-facing")
@pytest.mark.parametrize("turns", [True, False])
def test_with_a_free_facing_the_burst_may_sweep_out_of_the_arc_round_its_first_target(turns: bool) -> None:
    """b.2 stands 63 degrees aside, b.3 on the other side: a facing between two of them holds both, none holds all three."""
    battle = a_battle({"r": {"at": [[20, 10]], "primary": "gun"}, "b": {"at": [[20, 13], [23, 11.5], [16.9, 11.5]]}})
    state, figure = battle.state, battle.state.figures["r.1"]
    fire = Fire(figure, 0, 0, 3, "b.1", Manner("walking", turns=turns))
    shots = run(declare(battle, fire, state.figures["b.1"]), *(["b.2"] if turns else []))
    assert [shot.target for shot in shots] == (["b.1", "b.2"] if turns else ["b.1"])
    assert all(ahead_of(figure, [state.figures[shot.target]]) for shot in shots)
    assert (figure.face == 0) is not turns


@pytest.mark.rule("defiance.spread.next-target")
def test_the_burst_passes_over_whoever_cannot_be_shot_at() -> None:
    """Nearest to b.1 are, in turn, somebody behind a house, somebody behind a friend, somebody out of the arc and of range."""
    house = {"id": "house", "category": "impassable", "box": [17, 15, 18, 16], "height": 8}
    units = {
        "r": {"at": [[20, 10]], "primary": "single"},
        "s": {"at": [[21.1, 15]]},
        "b": {"at": [[20, 20], [16, 20.5], [22, 20.5], [31, 19], [20, 31]]},
    }
    battle = a_battle(units, terrain=[house])
    state = battle.state
    assert swept(battle) == []
    state.figures["s.1"].x = 30_000
    sync_board(battle, state.figures["s.1"])
    assert swept(battle) == ["b.3"]


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
    play.say(shoot("split", "b.1", rate=2), dice="damage 4, damage 1, morale 9, stoppage 9")
    assert play["r.1"].stopped == ("0:0",)
    assert not usable(play["r.1"], 0)
    names = [type(event).__name__ for event in play.battle.events or []]
    assert names.index("Tested") < names.index("Stopped")


@pytest.mark.rule("defiance.stoppage.when")
def test_the_lower_rate_does_not() -> None:
    play = Play({"r": {"at": [[20, 10]], "primary": "split"}, "b": {"at": [[20, 18]]}}, dice="card 1")
    play.say("cohesive-fire", "walking", "move-fire", {}).say(shoot("split", "b.1"), dice="damage 1")
    assert not told(play.battle, "Stopped")


def stopped(order: list[Any], dice: str = "", **unit: Any) -> bool:
    """Is r.1's rifle still stopped after this activation and the Resolution Phase?"""
    units = {"r": {"at": [[20, 10]], "figures": {"1": {"stopped": ["0:0"]}}, **unit}, "b": {"at": [[20, 18]]}}
    play = Play(units, dice="card 1")
    play.say(*order, dice=dice) if order else None
    clear_stoppages(play.battle)
    return bool(play["r.1"].stopped)


@pytest.mark.rule("defiance.stoppage.clear", "defiance.stoppage.not-cleared")
def test_clearing_a_stoppage() -> None:
    # defiance.ex.stoppage-clear
    assert not stopped(["primary-fire", "stationary", {}])
    assert stopped(["cohesive-fire", "stationary", shoot("pistol", "b.1")], "damage 1", side_arms="pistol")
    assert stopped(["sprint", {"r.1": [22, 10]}])
    assert stopped(["aim", {}])


@pytest.mark.rule("defiance.stoppage.clear")
@pytest.mark.parametrize("fires", [False, True])
def test_covering_fire_earlier_in_the_turn_keeps_a_stoppage(fires: bool) -> None:
    """b.1's rifle is stopped, he covers with his pistol; then his unit activates, and he holds his fire."""
    blue = {"at": [[20, 25]], "face": 180, "side_arms": "pistol", "covers": "side", "figures": {"1": {"stopped": ["0:0"]}}}
    play = Play({"r": {"at": [[20, 10]]}, "b": blue}, dice="card 1").say("sprint", {"r.1": [20, 17]})
    while play.asks == "blue cover.triggers" and not (fires and play.at("r.1") == (20, 17)):
        play.say("wait")
    if fires:
        play.say("b").say(shoot("pistol", "r.1"), dice="damage 1").say({})
    play.say("cohesive-fire", "stationary", "hold")
    play.say({}, dice="unit morale 10, unit morale 10, card 1")
    assert play.state.turn.number == 2
    assert play["b.1"].stopped == (("0:0",) if fires else ())


@pytest.mark.rule("defiance.stoppage.clear")
def test_who_has_fired_this_turn_is_not_asked_to_clear_his_weapon() -> None:
    units = {"r": {"at": [[20, 10]], "side_arms": "pistol", "figures": {"1": {"stopped": ["0:0"]}}}, "b": {"at": [[20, 40]]}}
    state = a_battle(units).state
    assert may_clear(state, state.figures["r.1"])
    note_shot(state.figures["r.1"], 1, state.turn.number)
    assert not may_clear(state, state.figures["r.1"])
    state.turn.number += 1
    assert may_clear(state, state.figures["r.1"])


@pytest.mark.rule("defiance.stoppage.effect")
def test_of_a_combination_weapon_only_the_line_stops_that_was_fired() -> None:
    """Its second line is split and fires at the higher rate; the first works on."""
    lines = {"near": {"FR": 2, "brackets": {"5+": 20}}, "far": {"FR": "1(2)", "brackets": {"9+": "UN"}}}
    arms = {**lines, "both": {"modes": ["near", "far"]}}
    units = {"r": {"at": [[20, 10]], "primary": "both"}, "b": {"at": [[20, 18]]}}
    play = Play(units, dice="card 1", weapons=arms).say("cohesive-fire", "walking", "move-fire", {})
    assert all(play.id(one) for one in (shoot("near", "b.1"), shoot("far", "b.1"), shoot("far", "b.1", rate=2)))
    play.say(shoot("far", "b.1", rate=2), dice="damage 1, damage 1, stoppage 9")
    figure = play["r.1"]
    assert figure.stopped == ("0:1",)
    assert [line.rate for _, _, line in lines_of(play.state, figure, ("primary",))] == [2]
    assert (usable(figure, 0), works(figure, 0, 0), works(figure, 0, 1)) == (True, True, False)
    assert [event.weapon for event in play.told("Stopped")] == ["far"]
    figure.stopped = ("0:0", "0:1")
    assert not usable(figure, 0)


# ---- chits


def with_chit(places: list[list[float]], **more: Any) -> Play:
    """The Rex of the example with the attack chit that a hero has."""
    units = {"r": {"at": [[20, 10]], "primary": "hedgehog", "hero": True}, "b": {"at": places}}
    play = Play(units, dice="card 1", weapons={"hedgehog": HEDGEHOG}, give_chits=True, **more)
    return play.say("cohesive-fire", "stationary").say(shoot("hedgehog", "b.1"))


@pytest.mark.rule("defiance.command.chit-damage", "defiance.spread.resolution")
@pytest.mark.parametrize(
    ("helped", "gone"), [("keep", ["", ""]), ("b.1", ["killed", ""]), ("b.2", ["", "killed"])], ids=["keep", "first", "second"]
)
def test_the_player_names_the_die_of_a_spread_that_a_chit_helps(helped: str, gone: list[str]) -> None:
    """Stationary, 9+ with +2: each die needs 7, and each falls a 6: one short, but with the chit a hit."""
    play = with_chit([[20, 20], [23, 20]]).say("spread", "b.2", {"b.1": 1, "b.2": 2})
    assert (play.asks, play.options) == ("red command.chit-damage", ["keep", "b.1", "b.2"])
    assert [option.tally.needed for option in play.game.ask.written if option.tally] == [7, 7]  # type: ignore[union-attr]
    tests = {"keep": 3, "b.1": 2, "b.2": 1}[helped]  # every tag is a test; the one helped at b.1 kills, at b.2 too
    play.say(helped, dice="damage 6, " * 3 + "morale 9, " * tests)
    assert [play[name].gone for name in ("b.1", "b.2")] == gone
    assert [chit.used for chit in play["r.1"].chits] == [0 if helped == "keep" else 1]


@pytest.mark.rule("defiance.command.chit-damage", "defiance.cover.timing-fire")
def test_no_chit_for_a_die_whose_target_has_fallen() -> None:
    """Dice at somebody who is gone before they fall are lost; a chit is asked for those that are left."""
    battle = a_battle({"r": {"at": [[20, 10]], "hero": True}, "b": {"at": [[20, 18], [21, 18]]}}, "damage 1", give_chits=True)
    state, figure = battle.state, battle.state.figures["r.1"]
    line = figure.arms[0].weapon
    shots = [one_shot(state, figure, 0, line, state.figures[name], 1) for name in ("b.1", "b.2")]
    state.figures["b.1"].gone = "killed"
    fire = Fire.read(figure, "0:0:2:b.1", Manner())
    run(resolve(battle, fire, shots), "keep")
    assert [event.target for event in told(battle, "Fired")] == ["b.2"]
    state.figures["b.2"].gone = "killed"
    run(resolve(battle, fire, shots))  # nothing is asked and nothing rolled
    assert len(told(battle, "Fired")) == 1
