"""The frame of a battle: deployment, orders, recovery, the end, victory (xenocide.battle.*, xenocide.orders.*,
xenocide.recovery.*, xenocide.core.turn-sequence)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Game, Mod, ScenarioError, Tally
from littlewars.engine.names import ref
from littlewars.systems.xenocide.basics import events as happened
from littlewars.systems.xenocide.basics.numbers import lowest_first
from littlewars.systems.xenocide.harm.wounds import remove
from littlewars.systems.xenocide.page.show import STAGES
from littlewars.systems.xenocide.system import XENOCIDE
from littlewars.systems.xenocide.turn.sequence import (
    CHAPTERS,
    choices,
    dice_for,
    end_turn,
    ending,
    lost,
    recover,
    score,
    verdict,
    zone_of,
)
from tests.xenocide.squads import Play, a_battle, a_state, finish, row, scenario

TWO: dict[str, Any] = {"r": {"at": row(10, 10, 3)}, "b": {"at": row(10, 30, 3)}}
FORCES: dict[str, Any] = {"red": {"army": "colonial-squad"}, "blue": {"army": "delari-swarm"}}


def fresh(**more: Any) -> dict[str, Any]:
    return {"table": [72, 48], "sides": FORCES, **more}


def begun(dice: str, **more: Any) -> Play:
    play = Play.__new__(Play)
    play.begin(XENOCIDE.setup(fresh(**more)), dice)
    return play


# ---- before the battle


@pytest.mark.rule("xenocide.battle.setup")
def test_the_lower_roll_says_who_places_first_and_that_side_picks_a_long_edge() -> None:
    play = begun("placing 3, placing 8")
    assert play.game.ask is not None
    assert (play.game.ask.side, play.options) == ("red", ["red", "blue"])
    play.say("blue")
    assert (play.game.ask.side, play.options) == ("blue", ["south", "north"])  # a table of 72 by 48
    play.say("north")
    assert {name: side.edge for name, side in play.state.sides.items()} == {"blue": 1, "red": 3}
    assert play.state.turn.at == "blue"
    assert zone_of(play.state, "red") == ((0, 0), (72_000, 0), (72_000, 12_000), (0, 12_000))
    square = begun("placing 3, placing 8", table=[48, 48])
    square.say("red")
    assert len(square.options) == 4  # on a square table any edge is a long one


@pytest.mark.rule("xenocide.battle.setup")
def test_units_are_placed_in_turns_within_the_area() -> None:
    sides = {"red": {**FORCES["red"], "edge": "south"}, "blue": {**FORCES["blue"], "edge": "north"}}
    play = begun("placing 3, placing 8", sides=sides)
    play.say("red")
    assert play.options == ["command", "rifle-squad", "veterans"]
    play.say("rifle-squad")
    names = play.state.units["rifle-squad"].figures
    outside = {name: [10 + 2 * n, 13] for n, name in enumerate(names)}
    assert play.refused(outside) == "battle.setup"
    apart = {name: [4 + 4 * n, 6] for n, name in enumerate(names)}
    assert play.refused(apart) == "move.coherency"
    heaped = {name: [10, 6] for name in names}
    assert play.refused(heaped) == "battle.setup"
    play.say({name: [10 + 2 * n, 6] for n, name in enumerate(names)})
    assert (play.at("rifle-squad.1"), play.game.ask.side) == ((10, 6), "blue")


@pytest.mark.rule("xenocide.battle.setup")
def test_two_sides_with_an_edge_each_or_none() -> None:
    for sides, text in (
        ({"red": {}}, "two are needed"),
        ({"red": {"edge": "north"}, "blue": {}}, "edge of their own"),
        ({"red": {"edge": "north"}, "blue": {"edge": "north"}}, "edge of their own"),
        ({"red": {"by_default": "hide"}, "blue": {}}, "standard or run"),
    ):
        with pytest.raises(ScenarioError, match=text):
            XENOCIDE.setup({"sides": sides})
    for word, least, most in (("turns", 1, 100), ("depth", 1, 48)):
        assert [getattr(XENOCIDE.setup(fresh(**{word: n})).settings, word) for n in (least, most)] == [least, most]
        for strange in (least - 1, most + 1):
            with pytest.raises(ScenarioError, match=r"xenocide\.battle\.setup"):
                XENOCIDE.setup(fresh(**{word: strange}))


# ---- orders


@pytest.mark.rule("xenocide.core.turn-sequence")
def test_six_phases_follow_one_another() -> None:
    state = a_state(TWO, turn={"phase": "begin", "number": 0}, turns=1)
    game: Game[Any] = Game.start(XENOCIDE, XENOCIDE.describe(state), 3)
    seen = []
    while game.ask is not None:
        seen.append(game.state.turn.phase)
        game.answer(game.ask.default())
    told = [event.phase for event in game.battle.events or [] if type(event).__name__ == "PhaseBegan"]
    assert told[:4] == ["Orders", "Shooting", "Movement", "Opportunity fire"]
    assert game.state.turn.phase == "over"
    assert list(CHAPTERS)[3:] == ["orders", "shooting", "movement", "opportunity", "melee", "recovery"]
    assert list(STAGES) == ["orders", "shooting", "movement", "opportunity fire", "melee", "recovery"]
    stages = XENOCIDE.show(a_state(TWO, turn={"phase": "melee", "number": 1})).tracker.stages
    assert [stage.when for stage in stages] == ["done"] * 4 + ["now", "next"]


@pytest.mark.rule("xenocide.orders.placing", "xenocide.battle.hidden-information")
def test_orders_are_written_together_and_revealed_together() -> None:
    play = Play(TWO, turn={"phase": "orders", "number": 1})
    assert play.game.together is not None
    assert [ask.side for _, ask in play.game.asks] == ["red", "blue"]
    play.game.answer((("r", "run"),), "red")
    assert {unit.order for unit in play.state.units.values()} == {""}  # nothing is known before both have written
    play.say({"b": "opportunity"}, dice="3, 7")
    assert (play.unit("r").order, play.unit("b").order) == ("run", "opportunity")
    assert play.told("Revealed")[0].orders == (("r", "run"), ("b", "opportunity"))
    hidden = XENOCIDE.copy(play.state)
    XENOCIDE.hide(hidden, "red")
    assert XENOCIDE.encode(hidden) == XENOCIDE.encode(play.state)  # nothing else is secret


@pytest.mark.rule("xenocide.orders.default", "xenocide.orders.engaged-and-broken")
def test_the_default_is_standard_or_run_and_any_order_may_be_given() -> None:
    sides = {"red": {"edge": "south", "by_default": "run"}, "blue": {"edge": "north"}}
    state = a_state({"r": {"at": row(10, 10, 3), "markers": 9}, "b": {"at": row(10, 30, 3)}}, sides=sides)
    assert choices(state, state.units["r"]) == ["run", "standard", "opportunity"]  # broken
    assert choices(state, state.units["b"]) == ["standard", "opportunity", "run"]


@pytest.mark.rule("xenocide.orders.passengers")
def test_a_unit_aboard_gets_an_order_like_any_other() -> None:
    state = a_state({"t": {"profile": "truck", "at": [[20, 10]]}, "r": {"figures": {"1": {"carrier": "t.1"}}}, "b": TWO["b"]})
    assert choices(state, state.units["r"]) == ["standard", "opportunity", "run"]
    assert choices(state, state.units["t"]) == ["0", "1"]


@pytest.mark.rule("xenocide.vehicle.increment-up", "xenocide.vehicle.increment-down", "xenocide.vehicle.hard-braking")
@pytest.mark.rule("xenocide.vehicle.increment-order")
def test_a_vehicle_is_ordered_one_faster_or_two_slower_at_most() -> None:  # the example increment-changes
    state = a_state({"t": {"profile": "truck", "at": [[20, 10]], "increment": 2}, "b": TWO["b"]})
    unit = state.units["t"]
    assert choices(state, unit) == ["2", "0", "1", "3"]  # the old one first
    unit.increment = 3
    assert choices(state, unit) == ["3", "1", "2", "4"]
    state.figures["t.1"].damage = 3
    assert choices(state, unit) == ["0"]  # disabled


# ---- recovery


@pytest.mark.rule("xenocide.recovery.roll", "xenocide.recovery.out-of-sight", "xenocide.recovery.commander")
@pytest.mark.parametrize(
    ("hidden", "chiefs", "faces", "left"),
    [(False, 0, (5,), 3), (False, 0, (4,), 2), (True, 0, (4, 5), 2), (True, 2, (1, 4, 9), 1), (False, 1, (4, 4), 1)],
)
def test_markers_are_shed(hidden: bool, chiefs: int, faces: tuple[int, ...], left: int) -> None:  # the example recovery-rolls
    units: dict[str, Any] = {"r": {"at": row(10, 10, 3), "markers": 3}, "b": {"at": row(10, 30, 3)}}
    units |= {f"c{n}": {"profile": "chief", "at": [[8 + 10 * n, 10]]} for n in range(chiefs)}
    walls = [{"id": "wall", "kind": "high-wall", "box": [2, 20, 46, 21]}] if hidden else []
    battle = a_battle(units, dice=", ".join(f"recovery, r {face}".replace(",", "") for face in faces), terrain=walls)
    assert dice_for(battle, battle.state.units["r"]) == len(faces)
    battle = a_battle(units, dice=", ".join(map(str, faces)), terrain=walls)
    finish(recover(battle))
    assert battle.state.units["r"].markers == left


@pytest.mark.rule("xenocide.recovery.commander", "xenocide.recovery.one-commander")
def test_a_commander_within_six_inches_helps_once() -> None:
    def dice(*places: float) -> int:
        units: dict[str, Any] = {"r": {"at": [[10, 10]]}, "b": {"at": [[10, 30]]}}
        units |= {f"c{n}": {"profile": "chief", "at": [[x, 10]]} for n, x in enumerate(places)}
        battle = a_battle(units)
        return dice_for(battle, battle.state.units["r"])

    assert [dice(17), dice(17.2), dice(17, 14)] == [2, 1, 2]  # six inches between the bases, inclusive
    aboard = a_battle(
        {
            "r": {"at": [[10, 10]]},
            "t": {"profile": "truck", "at": [[18, 10]]},
            "c": {"profile": "chief", "figures": {"1": {"carrier": "t.1"}}},
            "b": {"at": [[10, 30]]},
        }
    )
    assert dice_for(aboard, aboard.state.units["r"]) == 2  # measured from the hull
    assert dice_for(aboard, aboard.state.units["c"]) == 3  # himself, and out of sight


# ---- the end


@pytest.mark.rule("xenocide.battle.turn-end")
def test_between_turns_orders_and_notes_go_and_markers_stay() -> None:
    units = {
        "r": {"at": row(10, 10, 3), "order": "run", "markers": 2, "fired": True, "moved": True, "snapped": True},
        "b": TWO["b"],
    }
    battle = a_battle(units, turn={"phase": "recovery", "number": 1})
    unit, man = battle.state.units["r"], battle.state.figures["r.1"]
    man.fired, man.moved = ("rifle",), True
    unit.panic, unit.charged = "stands", True
    end_turn(battle)
    assert (unit.order, unit.panic, unit.fired, unit.moved, unit.snapped, unit.charged) == ("", "", False, False, False, False)
    assert (unit.markers, man.fired, man.moved, battle.state.turn.phase) == (2, (), False, "begin")


@pytest.mark.rule("xenocide.battle.end")
def test_a_battle_ends_after_its_turns_or_when_nobody_can_act() -> None:
    battle = a_battle({**TWO, "t": {"profile": "truck", "at": [[30, 10]]}}, turn={"phase": "recovery", "number": 5})
    state = battle.state
    assert ending(state) == ""
    state.turn.number = 6
    assert ending(state) == "the last turn is over"
    state.turn.number = 2
    for name in state.units["r"].figures:
        remove(battle, state.figures[name], "killed")
    assert ending(state) == ""  # a vehicle that drives
    state.figures["t.1"].damage = 3
    assert ending(state) == "red has nobody left who can act"
    state.turn.ended = ending(state)
    assert verdict(state).why == f"{ref('red')} has nobody left who can act"


@pytest.mark.rule("xenocide.battle.victory", "xenocide.core.rounding")
def test_the_higher_score_wins_by_a_tenth() -> None:
    profiles = {"dear": {"movement": 4, "vp": 35}, "cheap": {"movement": 4, "vp": 31}}
    units = {"r": {"profile": "dear", "at": row(10, 10, 4)}, "b": {"profile": "cheap", "at": row(10, 30, 4)}}
    state = a_state({**units, "t": {"profile": "truck", "at": [[30, 10]]}}, profiles=profiles)
    worth = state.figures["t.1"].profile.vp
    assert score(state, "blue") == 0
    state.figures["r.1"].gone = "captive"
    assert lost(state.figures["r.1"]) == 53  # one and a half times, rounded up
    state.figures["t.1"].damage = 3
    assert score(state, "blue") == 53 + (worth + 1) // 2  # a disabled vehicle counts half
    state.figures["b.1"].gone = "fled"
    assert (score(state, "red"), verdict(state).winners) == (31, ("blue",))
    draw = a_state(units, profiles=profiles)
    draw.figures["r.1"].gone = draw.figures["b.1"].gone = "killed"
    assert verdict(draw).winners == ()  # 35 to 31: less than a tenth of 140
    agreed = a_state(units, profiles=profiles, sides={"red": {"limit": 40}, "blue": {"limit": 40}})
    agreed.figures["r.1"].gone = agreed.figures["b.1"].gone = "killed"
    assert verdict(agreed).winners == ("blue",)  # four is a tenth of what was agreed


@pytest.mark.rule("xenocide.battle.removed-units")
def test_a_unit_without_models_is_gone_with_its_markers_and_engagements() -> None:
    units = {"r": {"at": [[10, 10]], "markers": 2, "engaged": ["b"]}, "b": {"at": [[11, 10]], "engaged": ["r"]}}
    battle = a_battle({**units, "c": {"profile": "chief", "at": [[20, 10]]}})
    remove(battle, battle.state.figures["r.1"], "killed")
    assert (battle.state.units["r"].markers, battle.state.units["r"].engaged, battle.state.units["b"].engaged) == (0, [], [])
    remove(battle, battle.state.figures["c.1"], "killed")
    assert battle.state.units["b"].markers == 0  # a commander's death frightens nobody


def test_the_lower_roll_comes_first_and_ties_are_rolled_again() -> None:
    assert lowest_first(a_battle(TWO, dice="3, 3, 9, 2"), "initiative") == ("blue", "red")


def test_a_scenario_that_is_wrong_is_refused_with_its_rule() -> None:
    for wrong, text in (
        ({"units": {"r": {"side": "red", "profile": "nobody", "at": [[1, 1]]}}}, "no profile"),
        ({"units": {"r": {"side": "green", "profile": "man", "at": [[1, 1]]}}}, "no side"),
        ({"units": {"r": {"side": "red", "profile": "man", "at": [[9, 9], [9.2, 9]]}}}, "overlap"),
        ({"units": {"r": {"side": "red", "profile": "man", "order": "dance", "at": [[9, 9]]}}}, "is no order"),
        ({"terrain": [{"kind": "sea", "box": [1, 1, 2, 2]}]}, "no kind"),
        ({"terrain": [{"kind": "hill", "going": "bog", "box": [1, 1, 2, 2]}]}, "no going"),
        ({"hats": 3}, "has no 'hats'"),
    ):
        with pytest.raises(ScenarioError, match=text):
            XENOCIDE.setup({**scenario({}), **wrong})


def test_what_a_soak_counts() -> None:
    tally = Tally(3, (Mod("long range", -2, "x"), Mod("never above 9", -1, "x")), low=True)
    fired = happened.Fired(unit="r", figure="r.1", weapon="gun", target="b", aim="b.1", dice=1, tally=tally, hits=0)
    moved = happened.Moved(figure="r.1", path=((0, 0), (1, 1)), face=0, how="runs")
    revealed = happened.Revealed(orders=(("r", "run"), ("t", "1")))
    state = a_state(TWO)
    for event, seen in (
        (fired, ["shot long range"]),
        (moved, ["way runs"]),
        (revealed, ["order run"]),
        (happened.Removed(figure="r.1", how="killed"), ["end killed"]),
        (happened.Removed(figure="r.1", how="captive"), []),
        (happened.Engaged(unit="r", enemy="b"), ["contact"]),
        (happened.TurnBegan(number=1), []),
    ):
        assert list(XENOCIDE.shows(state, event)) == seen
        assert set(seen) <= set(XENOCIDE.features)
