"""Passengers: starting aboard, boarding, leaving, leaping, surviving; leaders, nerves (defiance.passenger.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import ScenarioError
from littlewars.engine.showing import Drag
from littlewars.systems.defiance.basics.fire_action import Cause
from littlewars.systems.defiance.basics.state import Activation, InitiativeCard
from littlewars.systems.defiance.cover.covering import watchers
from littlewars.systems.defiance.fire.damage import hit
from littlewars.systems.defiance.move.boarding import at_entry, boardable, fits_whole, may_be_boarded, refuse_company, room_left
from littlewars.systems.defiance.ride.joining import settle_riders
from littlewars.systems.defiance.ride.leaving import may_leap, must_leap
from littlewars.systems.defiance.system import DEFIANCE
from littlewars.systems.defiance.turn.command import has_card
from littlewars.systems.defiance.units.units import short_by
from littlewars.table.shapes.bases import Disc, gap, overlaps
from tests.defiance.squads import Play, a_battle, a_state, script

FRAMES: dict[str, dict[str, Any]] = {
    "bus": {
        "vehicle": True, "TY": "APC", "SZ": 5, "DC": 2, "SDC": 2, "MV": 6, "PA": 8, "EA": ["B", "L"],
        "turn_cost": {"walk": 1, "run": 2}, "max_turns": 2,
    },
    "cart": {
        "vehicle": True, "TY": "Light Vehicle", "SZ": 4, "DC": 1, "MV": 6, "PA": 8, "EA": ["B"],
        "turn_cost": {"walk": 1, "run": 2},
    },
    "tak": {"AG": 7, "QU": "Fanatic"},
    "powered": {"class": "PI"},
}  # fmt: skip
FAR: dict[str, Any] = {"b": {"at": [[40, 44]]}}


def usual(play: Play, dice: str = "") -> None:
    """The answer of a lazy bot, with the dice that fall because of it."""
    left: Any = play.game.battle.dice
    left.left += script(dice)
    play.game.answer(play.game.ask.default())  # type: ignore[union-attr]
    assert not left.left


def resume(state: Any, dice: str = "card 1") -> Play:
    play = Play.__new__(Play)
    play.begin(state, dice)
    return play


def aboard(count: int = 3, frame: str = "man", vehicle: str = "bus", **more: Any) -> dict[str, Any]:
    """A vehicle in the south with so many inside."""
    return {
        "r": {"frame": vehicle, "at": [[20, 10]], "primary": "", **more},
        "riders": {"side": "red", "frame": frame, "count": count, "rides": "r.1"},
        **FAR,
    }


def riding(count: int = 3, frame: str = "man", vehicle: str = "bus", dice: str = "card 1", **more: Any) -> Play:
    deck = [{"unit": "r"}, {"unit": "b"}]
    return Play(aboard(count, frame, vehicle, **more), dice=dice, frames=FRAMES, turn={"deck": deck})


def boarding(places: list[list[float]], frame: str = "man", vehicle: str = "bus", **more: Any) -> Play:
    """A squad on Sprint orders, with a vehicle that looks north."""
    units = {"r": {"frame": frame, "at": places}, "r2": {"frame": vehicle, "at": [[20, 16]], "primary": "", **more}, **FAR}
    return Play(units, dice="card 1", frames=FRAMES).say("sprint")


# ---- room and entries


@pytest.mark.rule("defiance.vehicle.passenger-capacity")
@pytest.mark.parametrize(("size", "most"), [(1, 24), (2, 12), (3, 8)])
def test_room_is_counted_in_size_classes(size: int, most: int) -> None:
    """defiance.ex.passenger-capacity"""
    frames = {"pyramid": {**FRAMES["bus"], "PA": 24}, "man": {"SZ": size}}
    for count, fits in ((most, True), (most + 1, False)):
        if count > 24:
            continue  # no unit is so large
        units = {
            "r": {"frame": "pyramid", "at": [[20, 10]], "primary": ""},
            "r2": {"count": count, "at": [[2, 2]] * 0, "frame": "man"},
        }
        units["r2"]["at"] = [[2 + 1.2 * (n % 12), 30 + 1.2 * (n // 12)] for n in range(count)]
        state = a_state({**units, **FAR}, frames=frames)
        assert fits_whole(state, state.units["r2"], state.figures["r.1"]) is fits
    whole = {**aboard(most, "man", "pyramid")}
    assert room_left(a_state(whole, frames=frames), a_state(whole, frames=frames).figures["r.1"]) == 24 - size * most
    with pytest.raises(ScenarioError, match=r"passenger-capacity|unit\.definition"):
        a_state(aboard(most + 1, "man", "pyramid"), frames=frames)


@pytest.mark.rule("defiance.vehicle.entry-arcs")
def test_entries_are_quarters_of_the_hull() -> None:
    state = a_state({"r": {"frame": "bus", "at": [[20, 20]], "primary": ""}, **FAR}, frames=FRAMES)
    bus = state.figures["r.1"]
    wide, long = bus.frame.base[1], bus.frame.base[0]  # type: ignore[index]
    beside = {
        "front": (0, long // 2 + 500),
        "back": (0, -long // 2 - 500),
        "left": (-wide // 2 - 500, 0),
        "right": (wide // 2 + 500, 0),
    }
    for side, (x, y) in beside.items():
        assert at_entry(bus, Disc(20_000 + x, 20_000 + y, 500)) is (side in ("back", "left"))
    assert not at_entry(bus, Disc(20_000, 20_000 - long // 2 - 600, 500))  # not adjacent


# ---- boarding


@pytest.mark.rule("defiance.passenger.boarding", "defiance.passenger.orders", "defiance.orders.sprint-vehicles")
@pytest.mark.parametrize(("frame", "cost"), [("man", 2), ("powered", 4)])
def test_boarding_costs_movement(frame: str, cost: int) -> None:
    """defiance.ex.boarding-costs"""
    play = boarding([[20, 10], [22, 10]], frame)
    assert (play.asks, play.options) == ("red passenger.boarding", ["none", "r2.1"])
    play.say("r2.1", "r.1")
    ask: Any = play.game.ask
    legs = ask.plan(Drag(("r.1",), (20_000, 15_000)))
    assert ask.refuse(legs) is None
    traced = ask.trace(legs[0])
    assert traced.stretches[-1].cost == cost * 1000
    play.game.answer(legs)
    assert play["r.1"].aboard == "r2.1"
    assert not play.state.stands(play["r.1"])
    assert [told.figure for told in play.told("Boarded")] == ["r.1"]
    assert play["r2.1"].craft.stays == 1  # it must not move when it is activated


@pytest.mark.rule("defiance.passenger.boarding", "defiance.vehicle.entry-arcs", "defiance.passenger.boarding-partial")
def test_all_must_board_who_can_and_only_by_an_entry() -> None:
    play = boarding([[20, 10], [22, 10]]).say("r2.1", "r.1")
    assert play.refused({"r.1": [20, 9]}) == "passenger.boarding-partial"
    assert play.refused({"r.1": [[20, 12], {"verb": "board", "what": "r2.1"}]}) == "vehicle.entry-arcs"
    usual(play)
    usual(play, "card 1")
    assert [play[name].aboard for name in ("r.1", "r.2")] == ["r2.1", "r2.1"]


@pytest.mark.rule("defiance.passenger.boarding-static", "defiance.passenger.boarding")
def test_which_vehicles_may_be_boarded() -> None:
    play = boarding([[20, 10]])
    state, bus = play.state, play["r2.1"]
    assert may_be_boarded(state, bus)
    bus.craft.rolled = True
    assert may_be_boarded(state, bus)  # not yet activated this turn
    state.units["r2"].activated = True
    assert not may_be_boarded(state, bus)  # it has moved this turn
    bus.craft.rolled = False
    assert may_be_boarded(state, bus)  # static
    bus.craft.haywire = 1
    assert may_be_boarded(state, bus)
    bus.craft.haywire = 2
    assert not may_be_boarded(state, bus)
    bus.craft.haywire = 0
    bus.level = 1
    assert not may_be_boarded(state, bus)


@pytest.mark.rule("defiance.passenger.boarding-static")
def test_a_boarded_vehicle_stands_still_this_turn() -> None:
    play = boarding([[20, 12]]).say("r2.1")
    play.game.battle.dice.left += script("card 1")  # type: ignore[attr-defined]
    play.game.answer(play.game.ask.default())  # type: ignore[union-attr]
    assert play.state.acting().unit == "r2"
    assert play.say("vehicle-orders").options == ["stationary"]


@pytest.mark.rule("defiance.passenger.orders")
def test_nobody_boards_an_enemy_nor_while_somebody_is_engaged() -> None:
    units = {
        "r": {"at": [[20, 12], [26, 12]]},
        "b": {"frame": "bus", "at": [[20, 18]], "primary": ""},
        "b2": {"at": [[26, 13]]},
    }
    play = Play(units, dice="card 1", frames=FRAMES).say("sprint")
    assert play.asks != "red passenger.boarding"
    battle = a_battle(
        {"r": {"at": [[20, 12]]}, "r2": {"frame": "bus", "at": [[20, 18]], "primary": ""}, "b": {"at": [[20, 11]]}},
        frames=FRAMES,
    )
    state = battle.state

    assert [one.id for one in boardable(state, state.units["r"])] == ["r2.1"]
    state.figures["r.1"].locked = ("b.1",)
    assert boardable(state, state.units["r"]) == []


@pytest.mark.rule("defiance.passenger.boarding-partial")
def test_whoever_lacks_the_movement_tries_again_and_the_vehicle_waits() -> None:
    play = boarding([[20, 12], [20, 2]]).say("r2.1", "r.1")
    play.game.answer(play.game.ask.default())  # type: ignore[union-attr]
    assert play.refused({"r.2": [20, 1]}) == "passenger.boarding-full"
    assert play.allows({"r.2": [20.5, 2]})  # as near as before
    play.say({"r.2": [20, 7]}, dice="card 1")
    state = play.state
    state.turn.number, state.turn.doing = 2, None
    settle_riders(play.battle)
    assert (state.units["r"].rides, state.units["r"].boards) == ("", "r2.1")
    assert has_card(state, state.units["r"])
    assert state.figures["r2.1"].craft.stays == 2  # it cannot move in this turn either
    state.turn.deck = [InitiativeCard("r"), InitiativeCard("b")]
    for unit in state.units.values():
        unit.activated = False
    again = resume(state)
    assert again.options == ["sprint"]
    again.say("sprint")
    again.game.answer(again.game.ask.default())  # type: ignore[union-attr]
    assert again["r.2"].aboard == "r2.1"
    settle_riders(again.battle)
    assert (again.unit("r").rides, again.unit("r").boards) == ("r2.1", "")


@pytest.mark.rule("defiance.passenger.boarding-full", "defiance.passenger.definition", "defiance.morale.unit-test")
def test_a_full_vehicle_leaves_the_others_outside_as_a_unit_of_their_own() -> None:
    """defiance.ex.boarding-full: six men of size 2, room for four; the two outside are three short."""
    places = [[17 + 1.1 * n, 11] for n in range(6)]
    play = boarding(places).say("r2.1")
    for _ in range(6):
        if play.asks == "red orders.activation-sequence":
            play.say(play.options[0])
        if play.asks == "red orders.sprint-move":
            play.game.battle.dice.left[:] = script("card 1") if len(play.state.acting().acted) == 6 else []  # type: ignore[attr-defined]
            play.game.answer(play.game.ask.default())  # type: ignore[union-attr]
    state = play.state
    inside = [name for name in play.unit("r").figures if play[name].aboard]
    assert len(inside) == 4
    state.turn.number, state.turn.doing = 2, None
    settle_riders(play.battle)
    riders, others = state.units["r"], state.units["r+2"]
    assert (riders.figures, riders.rides, len(others.figures), others.rides) == (inside, "r2.1", 2, "")
    assert not has_card(state, riders)
    assert has_card(state, others)
    assert others.card == 1 + max(unit.card for unit in state.units.values() if unit is not others)
    assert short_by(state, others) == 3
    assert [u.id for u in state.fellows(state.units["r2"])] == ["r"]


@pytest.mark.rule("defiance.passenger.several-units", "defiance.unit.quality-passengers")
def test_a_second_unit_of_the_same_quality_becomes_one_with_the_first() -> None:
    units = {**aboard(2), "r2": {"at": [[2, 2]]}, "r3": {"frame": "elite", "at": [[4, 2]]}}
    battle = a_battle(units, frames=FRAMES)
    state, bus = battle.state, battle.state.figures["r.1"]
    assert refuse_company(state, state.units["r2"], bus) is None
    assert refuse_company(state, state.units["r3"], bus) is not None  # another quality
    full = a_battle({**aboard(3), "r2": {"at": [[2, 2]]}}, frames=FRAMES).state
    assert [one.id for one in boardable(full, full.units["r2"])] == ["r.1"]  # one more fits exactly
    more = a_battle({**aboard(4), "r2": {"at": [[2, 2]]}}, frames=FRAMES).state
    assert boardable(more, more.units["r2"]) == []
    state.units["r2"].rides = "r.1"
    state.figures["r2.1"].aboard = "r.1"
    settle_riders(battle)
    assert state.units["riders"].figures == ["riders.1", "riders.2", "r2.1"]
    assert state.units["riders"].status == "ad hoc"
    assert state.units["r2"].figures == []


# ---- starting aboard


@pytest.mark.rule("defiance.passenger.definition", "defiance.deploy.placement-legality")
def test_a_unit_may_start_aboard() -> None:
    units = {"r": {"frame": "bus", "count": 1, "primary": ""}, "r2": {"count": 3, "frame": "man"}, **FAR}
    raw = {**units, "r": {**units["r"]}}
    from tests.defiance.squads import scenario

    written = scenario(raw, frames=FRAMES)
    written.pop("turn")
    play = resume(DEFIANCE.setup(written), "card 2")
    while play.asks and "deploy" not in play.asks and "passenger" not in play.asks:
        play.game.answer(play.game.ask.default(), play.game.ask.side)  # type: ignore[union-attr]
    assert (play.asks, play.options) == ("red passenger.definition", ["table", "r.1"])
    play.say("r.1")
    assert [play[name].aboard for name in play.unit("r2").figures] == ["r.1"] * 3
    assert play.unit("r2").rides == "r.1"
    usual(play, "card 1")  # the vehicle
    assert play.state.turn.phase in ("command", "active")


@pytest.mark.rule("defiance.passenger.definition")
def test_passengers_are_off_the_table_and_act_on_the_card_of_their_vehicle() -> None:
    play = riding()
    state = play.state
    assert play.state.acting().unit == "r"
    assert state.units["riders"].activated
    assert [f.id for f in state.standing() if state.side_of(f) == "red"] == ["r.1"]
    assert not has_card(state, state.units["riders"])
    again = DEFIANCE.setup(DEFIANCE.describe(state))
    assert again.units["riders"].rides == "r.1"
    assert again.figures["riders.2"].aboard == "r.1"
    with pytest.raises(ScenarioError, match="quality-passengers"):
        a_state({"r": {"figures": {"1": {"frame": "bus"}, "2": {"frame": "man"}}, "primary": ""}, **FAR}, frames=FRAMES)


# ---- leaving


@pytest.mark.rule("defiance.passenger.exit", "defiance.passenger.orders", "defiance.vehicle.entry-arcs")
@pytest.mark.parametrize(("frame", "left"), [("man", 6), ("powered", 4)])
def test_leaving_a_vehicle_that_stands(frame: str, left: int) -> None:
    """defiance.ex.boarding-costs: twice a Move of 4, less 2 or 4; all leave, and go on with what they have left."""
    play = riding(2, frame).say("vehicle-orders", "stationary")
    assert (play.asks, play.options) == ("red passenger.exit", ["stay", "leave"])
    play.say("leave", "riders.1")
    assert play.asks == "red passenger.exit"
    assert play.refused({"riders.1": [20, 20]}) == "passenger.exit"
    assert play.refused({"riders.1": [20, 13.3]}) in ("vehicle.entry-arcs", "passenger.exit")
    play.game.answer(play.game.ask.default())  # type: ignore[union-attr]
    assert not play["riders.1"].aboard
    assert at_entry(play["r.1"], play["riders.1"].base())
    assert play.budget == {"riders.1": left}
    assert play["riders.1"].sprint
    play.say({"riders.1": [play.at("riders.1")[0], play.at("riders.1")[1] - 1]})
    play.game.answer(play.game.ask.default())  # type: ignore[union-attr]
    assert not play["riders.2"].aboard
    assert play.unit("riders").rides == "r.1"  # one unit with the vehicle until the next Command Phase
    assert [f.id for f in play.state.with_riders(play.unit("r"))] == ["r.1", "riders.1", "riders.2"]
    play.say({}, dice="")
    settle_riders(play.battle)
    assert play.unit("riders").rides == ""
    assert play.unit("riders").status == "standard"
    assert has_card(play.state, play.unit("riders"))


@pytest.mark.rule("defiance.passenger.exit", "defiance.passenger.no-exit-sprinting")
def test_only_a_stationary_vehicle_is_left_on_foot() -> None:
    play = riding(2, primary="rifle").say("vehicle-orders", "walking")
    assert "leap" in play.options
    play.say("done")
    assert "passenger.exit" not in play.asks
    fast = a_state(aboard(2, vehicle="racer"), frames={**FRAMES, "racer": {**FRAMES["bus"], "modes": ["S"]}})
    bus = fast.figures["r.1"]
    assert [may_leap(fast, bus, speed) for speed in ("stationary", "walking", "running", "sprinting")] == [
        False,
        True,
        True,
        False,
    ]
    bus.level = 1
    assert not may_leap(fast, bus, "walking")


@pytest.mark.rule("defiance.passenger.orders", "defiance.morale.passengers")
@pytest.mark.parametrize("word", ["shaken", "stunned", "broken"])
def test_the_impaired_stay_inside(word: str) -> None:
    state = a_state(aboard(2), frames=FRAMES, turn={"deck": [{"unit": "r"}, {"unit": "b"}]})
    if word == "broken":
        state.units["riders"].broken = 1
    else:
        for name in ("riders.1", "riders.2"):
            setattr(state.figures[name], word, True)
            state.figures[name].stunned_in = 1
    play = resume(state)
    play.say("vehicle-orders", "stationary")
    assert "passenger.exit" not in play.asks


# ---- leaping


@pytest.mark.rule("defiance.passenger.leap-running", "defiance.hth.agility-naturals", "defiance.passenger.leap-walking")
def test_seven_taks_leap() -> None:
    """defiance.ex.taks-leap: agility 7, morale 2 with -2; two fall, of five survivors two are shaken; it drives on."""
    frames = {**FRAMES, "bus": {**FRAMES["bus"], "PA": 24, "EA": ["R"]}}
    state = a_state(aboard(7, "tak"), frames=frames, turn={"deck": [{"unit": "r"}, {"unit": "b"}]})
    play = resume(state).say("vehicle-orders", "running", "drive", {"r.1": [20, 14]})
    assert "leap" in play.options
    play.say("leap", [f"riders.{n}" for n in range(1, 8)])
    assert play.asks == "red passenger.leap-running"
    fallen: Any = play.game.battle.dice
    fallen.left += script(
        "agility 6, agility 5, agility 7, agility 7, agility 8, agility 8, agility 5, "
        "morale 5, morale 6, morale 3, morale 2, morale 8"
    )
    play.game.answer(play.game.ask.default())  # type: ignore[union-attr]
    assert not fallen.left
    names = [f"riders.{n}" for n in range(1, 8)]
    assert [name for name in names if play[name].gone] == ["riders.5", "riders.6"]
    assert [name for name in names if play[name].shaken] == ["riders.3", "riders.4"]
    assert {told.tally.needed for told in play.told("Tested")} == {4}  # 2 and the -2
    alive = [play[name] for name in names if not play[name].gone]
    assert all(gap(one.base(), play["r.1"].base()) <= 4000 for one in alive)
    assert all(not one.sprint for one in alive)
    assert play.options == ["done", "drive"]  # it drives on with what is left
    play.say("drive", {"r.1": [20, 18]})
    assert play.at("r.1") == (20, 18)
    play.say("done")
    assert play.asks.startswith("blue")  # the leapers do nothing else


@pytest.mark.rule("defiance.passenger.leap-walking", "defiance.passenger.definition", "defiance.passenger.no-exit-sprinting")
@pytest.mark.parametrize(("frame", "reach"), [("man", 2), ("powered", 4)])
def test_leaping_from_a_walking_vehicle(frame: str, reach: int) -> None:
    """defiance.ex.leap-walking: no agility roll, no modifier; once one has leapt all must before it stops."""
    play = riding(2, frame).say("vehicle-orders", "walking", "leap", ["riders.1"])
    x, y = play.at("r.1")
    west = x - play["r.1"].frame.base[1] / 2000
    assert play.refused({"riders.1": [west - reach - 0.6, y]}) in ("passenger.exit", "vehicle.entry-arcs")
    play.say({"riders.1": [west - reach - 0.45, y]}, dice="morale 5")
    assert play["riders.1"].shaken is False
    assert "done" not in play.options
    assert must_leap(play.state, play["r.1"], "walking")
    play.say("drive", {"r.1": [20, 12]}).say("leap")
    left: Any = play.game.battle.dice
    left.left += script("morale 4")
    play.game.answer(play.game.ask.default())  # type: ignore[union-attr]
    assert play["riders.2"].shaken
    assert "done" in play.options


# ---- survival


@pytest.mark.rule("defiance.passenger.survival", "defiance.vehicle.sdc-passengers")
def test_who_survives() -> None:
    """defiance.ex.passenger-survival: 1 + 4 kills; 7 - 2 costs a point, 6 - 2 does not."""
    frames = {**FRAMES, "bad": {"AR": 4}, "good": {"class": "PI", "AR": -2, "DC": 2}}
    units = {
        **aboard(3, "good", "cart"),
        "riders": {
            "side": "red",
            "frame": "good",
            "rides": "r.1",
            "count": 3,
            "figures": {"1": {"frame": "bad"}, "2": {"frame": "bad"}},
        },
    }
    battle = a_battle(units, "survival 1, survival 1, survival 7, survival 6", frames=frames)
    state = battle.state
    state.turn.doing = Activation("b")
    answer = run_default(hit(battle, state.figures["r.1"], Cause("blue", (20, 30), "fire")))
    assert answer
    assert [state.figures[f"riders.{n}"].gone for n in (1, 2, 3)] == ["killed", "killed", ""]
    third = state.figures["riders.3"]
    assert (third.left, third.shaken, third.aboard) == (1, True, "")
    assert gap(third.base(), state.figures["r.1"].base()) <= 2000
    assert not overlaps(third.base(), state.figures["r.1"].base())


def run_default(rule: Any) -> Any:
    """Every ask is answered as by a lazy bot."""
    try:
        ask = rule.send(None)
        while True:
            ask = rule.send(ask.default())
    except StopIteration as stop:
        return stop.value


@pytest.mark.rule("defiance.passenger.survival")
def test_the_matrix_is_not_shaken_and_survivors_wait_for_the_next_turn() -> None:
    battle = a_battle(aboard(2, "bug", "cart"), "survival 4, survival 5", frames=FRAMES)
    state = battle.state
    state.turn.doing = Activation("b")
    run_default(hit(battle, state.figures["r.1"], Cause("blue", (20, 30), "fire")))
    assert (state.figures["riders.1"].shaken, state.figures["riders.2"].gone) == (False, "killed")
    assert state.units["riders"].rides == "r.1"
    assert not any(card.unit == "riders" for card in state.turn.deck if has_card(state, state.units["riders"]) is False)
    settle_riders(battle)
    assert has_card(state, state.units["riders"])


@pytest.mark.rule("defiance.vehicle.sdc-passengers", "defiance.vehicle.sdc-disabled", "defiance.passenger.exit")
def test_inside_a_disabled_vehicle_passengers_are_safe_and_may_leave() -> None:
    """defiance.ex.pyramid-structural: DC 3, SDC 4; after 3 and 6 hits they are safe, after 7 they roll."""
    frames = {**FRAMES, "bus": {**FRAMES["bus"], "DC": 3, "SDC": 4}}
    battle = a_battle(aboard(2), frames=frames)
    state, bus = battle.state, battle.state.figures["r.1"]
    state.turn.doing = Activation("b")
    for count in range(6):
        run_default(hit(battle, bus, Cause("blue", (20, 30), "fire")))
        assert bool(bus.gone) is (count >= 2)
        assert all(state.figures[name].aboard for name in ("riders.1", "riders.2"))
    assert has_card(state, state.units["riders"])  # it stood: no roll, and the card is theirs
    state.turn.deck, state.turn.doing = [InitiativeCard("riders"), InitiativeCard("b")], None
    again = resume(state)
    assert (again.asks, again.options) == ("red passenger.exit", ["stay", "leave"])
    again.say("leave", "riders.1")
    again.game.answer(again.game.ask.default())  # type: ignore[union-attr]
    assert not again["riders.1"].aboard
    other = a_battle(aboard(2), "survival 1, survival 9", frames=frames)
    other.state.turn.doing = Activation("b")
    for _ in range(7):
        run_default(hit(other, other.state.figures["r.1"], Cause("blue", (20, 30), "fire")))
    one, two = (other.state.figures[name] for name in ("riders.1", "riders.2"))
    assert (one.aboard, one.shaken, two.gone) == ("", True, "killed")


# ---- leaders, commanders, nerves


@pytest.mark.rule("defiance.passenger.leader-chits", "defiance.command.chit-vehicle")
def test_a_leader_inside_may_give_his_chits_to_the_vehicle_for_damage() -> None:
    units = aboard(3, primary="rifle")
    units["riders"]["figures"] = {"1": {"leader": 2}}
    units["b"] = {"at": [[20, 24]]}
    play = Play(units, dice="card 1", frames=FRAMES, turn={"deck": [{"unit": "r"}, {"unit": "b"}]})
    assert play.asks == "red command.chit-assign"
    play.say({"chit 1": "r.1"})
    assert [chit.owner for chit in play["r.1"].chits] == ["riders.1"]
    play.say("vehicle-orders", "stationary", "shoot")
    play.say(next(name for name in play.options if name.endswith("b.1")))
    if play.asks == "red spread.declare":
        play.say("one")
    assert play.asks == "red command.chit-damage"


@pytest.mark.rule("defiance.passenger.commander-cards")
def test_a_commander_inside_gives_his_cards_to_the_vehicle() -> None:
    units = aboard(3)
    units["riders"]["figures"] = {"1": {"command": 1}, "2": {"command": 2}}
    units["r5"] = {"at": [[2, 2]]}
    state = a_state(units, frames=FRAMES)
    state.turn.phase, state.turn.deck = "command", []
    state.sides["red"].primary = "riders.2"
    from littlewars.systems.defiance.turn.command import _cards, _give_cards

    free, bound = _cards(state, "red")
    assert bound == [InitiativeCard("r", "riders.1")]
    assert [figure.id for figure in free] == ["riders.2", "riders.2"]
    rule = _give_cards(state, "red")
    ask: Any = rule.send(None)
    assert {option.id for option in ask.items["command card 1"]} == {"none", "r", "r5"}
    rule.close()


@pytest.mark.rule("defiance.morale.passengers", "defiance.unit.quality-passengers")
def test_passengers_test_as_the_unit_they_were_and_break_alone() -> None:
    battle = a_battle({**aboard(3)}, "unit morale 1", frames=FRAMES, turn={"number": 1})
    state = battle.state
    from littlewars.systems.defiance.units.morale import try_unit, unit_tally

    assert unit_tally(state, state.units["riders"]).needed == 7  # Regulars, two short of five
    try_unit(battle, state.units["riders"])
    assert state.units["riders"].broken == 1
    assert not any(state.figures[name].prone for name in ("riders.1", "riders.2", "riders.3"))
    assert state.figures["r.1"].haywire == 0


@pytest.mark.rule("defiance.morale.passengers", "defiance.morale.vehicle-unit-minimum")
@pytest.mark.parametrize(("die", "passes"), [(2, False), (3, True)])
def test_fanatics_aboard_count_for_themselves_and_break_alone(die: int, passes: bool) -> None:
    """defiance.ex.passengers-unit-test: four of five Fanatics need a 3; the vehicle, bought singly, is not concerned."""
    battle = a_battle(aboard(4, "tak"), f"unit morale {die}", frames=FRAMES, turn={"number": 1})
    state = battle.state
    from littlewars.systems.defiance.units.morale import try_unit, unit_tally

    assert unit_tally(state, state.units["riders"]).needed == 3
    try_unit(battle, state.units["riders"])
    assert state.units["riders"].broken == (0 if passes else 1)
    assert all(state.figures[name].aboard == "r.1" for name in state.units["riders"].figures)
    assert state.figures["r.1"].haywire == 0


@pytest.mark.rule("defiance.cover.active-movement", "defiance.passenger.leap-walking")
def test_covering_fire_may_answer_vehicle_and_leapers_as_one_unit() -> None:
    units = {**aboard(2), "b": {"at": [[20, 24]], "face": 180, "covers": "primary", "cover_mod": 0}}
    play = Play(units, dice="card 1", frames=FRAMES, turn={"deck": [{"unit": "r"}, {"unit": "b"}]})
    play.say("vehicle-orders", "walking", "leap", ["riders.1", "riders.2"])
    left: Any = play.game.battle.dice
    left.left += script("morale 9, morale 9")
    play.game.answer(play.game.ask.default())  # type: ignore[union-attr]
    assert play.asks == "blue cover.triggers"
    assert [unit.id for unit in watchers(play.battle, play["riders.1"])] == ["b"]
    play.say("b")
    assert {name.rpartition(":")[2] for name in play.options if name != "hold"} == {"r.1", "riders.1", "riders.2"}


def test_a_page_tells_who_is_inside() -> None:
    play = riding()
    page = DEFIANCE.show(play.state)
    assert "carries 3" in page.figures["r.1"].marks
    assert {name: one.inside for name, one in page.figures.items() if one.inside} == {"r.1": 3}
    assert "riders.1" not in page.figures
    assert {line.name: line.value for line in page.units["riders"].status}["aboard"] == "3 in bus"


@pytest.mark.rule("defiance.passenger.boarding-partial", "defiance.vehicle.passenger-capacity")
def test_as_long_as_one_more_fits_the_unit_goes_on_boarding() -> None:
    for outside, waits in ((1, True), (2, True)):
        count = 3 + outside
        units = {
            "r": {"frame": "bus", "at": [[20, 16]], "primary": ""},
            "r2": {"at": [[2 + 2 * n, 2] for n in range(count)]},
            **FAR,
        }
        battle = a_battle(units, frames=FRAMES)
        state = battle.state
        for number in range(1, 4):
            state.figures[f"r2.{number}"].aboard = "r.1"  # six of eight size classes are taken
        settle_riders(battle)
        assert (state.units["r2"].boards == "r.1") is waits
    state.figures["r2.4"].aboard = "r.1"  # full
    settle_riders(battle)
    assert state.units["r2"].rides == "r.1"
    settle_riders(battle)
    assert [told.what for told in battle.events or [] if getattr(told, "what", "").startswith("rides")] == ["rides in bus"]


@pytest.mark.rule("defiance.passenger.boarding", "defiance.move.stand-up-cost")
def test_one_who_lies_stands_up_to_board_if_crawling_is_too_slow() -> None:
    units = {"r": {"at": [[20, 9.5]], "prone": True}, "r2": {"frame": "bus", "at": [[20, 16]], "primary": ""}, **FAR}
    play = Play(units, dice="card 1", frames=FRAMES).say("sprint", "r2.1")
    left = play["r2.1"].y / 1000 - play["r2.1"].frame.base[0] / 2000 - 0.5 - 9.5
    assert 3 < left < 4  # crawled it costs twice as much, and 2 more to get in: too much of 8
    assert play.refused({"r.1": [20, 9.7]}) == "passenger.boarding-partial"
    usual(play, "card 1")
    assert (play["r.1"].aboard, play["r.1"].prone) == ("r2.1", False)


@pytest.mark.rule("defiance.passenger.definition")
def test_whoever_has_a_place_of_his_own_is_not_inside() -> None:
    units = aboard(3)
    units["riders"]["figures"] = {"2": {"at": [30, 10]}, "3": {"aboard": "r.1"}}
    state = a_state(units, frames=FRAMES)
    assert {figure.id: figure.aboard for figure in state.members(state.units["riders"])} == {
        "riders.1": "r.1",
        "riders.2": "",
        "riders.3": "r.1",
    }
