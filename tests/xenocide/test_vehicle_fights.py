"""Fights around vehicles: who is engaged, blows that always hit, passengers who defend (xenocide.vehicle.melee-*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Battle, Tally
from littlewars.systems.xenocide.basics.state import State, Strike
from littlewars.systems.xenocide.harm.blows import assaults, attacks_of, declare_ask, demand_ask, in_reach, roll, tally_of
from littlewars.systems.xenocide.harm.wounds import land
from littlewars.systems.xenocide.melee.phase import loosen, retreat, settle
from littlewars.systems.xenocide.move.ways import engage_all
from tests.xenocide.squads import PLAIN, Play, a_battle, finish
from tests.xenocide.test_mounts import riders

HULL: dict[str, Any] = {"movement": 12, "armor": 6, "strength": 5, "aspect": 2, "threshold": 4, "room": 4, "hull": [4, 2]}
PROFILES: dict[str, Any] = {
    "closed": {**HULL, "propulsion": "wheeled"},
    "open": {**HULL, "propulsion": "wheeled", "enclosure": "open"},
    "claws": {**HULL, "propulsion": "legs", "attacks": 2, "melee": 4},
    "dart": {**HULL, "propulsion": "flying"},
}
MELEE: dict[str, Any] = {"phase": "melee", "number": 1, "first": "red"}
MEN = [[25.53, 19.4], [25.53, 20.6]]  # beside the hull of a vehicle at 24, 20


def field(profile: str, dice: str = "", inside: int = 0, turn: dict[str, Any] | None = None, **vehicle: Any) -> Battle[State]:
    """Two red men in contact with a blue vehicle, and who is in it."""
    return a_battle(units(profile, inside, **vehicle), dice, profiles=PROFILES, turn=turn or MELEE)


def units(profile: str, inside: int = 0, **vehicle: Any) -> dict[str, Any]:
    aboard = {"bc": riders(inside, "bare", vehicle="bt.1")} if inside else {}
    return {"r": {"at": MEN, "profile": "bare"}, "bt": {"profile": profile, "at": [[24, 20]], **vehicle}, **aboard}


def engaged(profile: str, inside: int = 0, dice: str = "", **vehicle: Any) -> Battle[State]:
    battle = field(profile, dice, inside, **vehicle)
    engage_all(battle, battle.state.units["r"])
    return battle


@pytest.mark.rule("xenocide.vehicle.melee-engagement")
def test_vehicles_engage_only_if_somebody_there_fights() -> None:
    assert engaged("closed").state.units["r"].engaged == []
    assert engaged("closed", 2).state.units["r"].engaged == []
    assert engaged("open").state.units["r"].engaged == []
    assert engaged("open", 2).state.units["r"].engaged == ["bt", "bc"]
    assert engaged("claws").state.units["r"].engaged == ["bt"]
    assert engaged("dart").state.units["r"].engaged == []
    empty = engaged("open", 1)
    empty.state.figures["bc.1"].gone = "killed"
    empty.state.units["bc"].engaged = []
    empty.state.units["r"].engaged = ["bt"]
    loosen(empty)
    assert empty.state.units["r"].engaged == []  # nobody fights there any more


@pytest.mark.rule("xenocide.vehicle.melee-engagement", "xenocide.vehicle.melee-always-hit")
def test_troops_in_contact_strike_a_vehicle_that_engages_nobody() -> None:
    battle = field("closed")
    assert assaults(battle) == [["r", "bt"]]
    assert [foe.id for foe in in_reach(battle, battle.state.figures["r.1"], ["r", "bt"])] == ["bt.1"]
    assert assaults(field("dart")) == []
    foot = {"b": {"at": [[26.5, 20]], "profile": "bare", "engaged": ["r"]}}
    both = {**units("closed"), "r": {"at": [[25.53, 20.6]], "profile": "bare", "engaged": ["b"]}}
    melee = Play({**both, **foot}, profiles=PROFILES, turn=MELEE)
    assert melee.game.ask.items == {"r.1/1": ["-1:b.1", "-1:bt.1"]}  # and who is in a melee may do so as well
    apart = a_battle({**units("closed"), "r": {"at": [[25.7, 20]]}}, profiles=PROFILES, turn=MELEE)
    assert assaults(apart) == []
    game = Play(units("closed"), profiles=PROFILES, turn=MELEE)
    game.say({"r.1/1": "-1:bt.1", "r.2/1": "-1:bt.1"}, dice="7, 5")  # no die to hit; power 1 against armor 6: 5 saves
    assert (game["bt.1"].damage, game.state.turn.phase == "melee") == (2, False)


@pytest.mark.rule("xenocide.vehicle.melee-always-hit", "xenocide.vehicle.damage-markers")
def test_blows_on_a_vehicle_hit_without_a_roll_and_it_saves_by_points() -> None:
    battle = field("closed", "10, 5")
    blows = roll(
        battle, [Strike("r.1", "bt.1", Tally(0, (), low=True), 1), Strike("r.2", "bt.1", Tally(0, (), low=True), 1)], {}
    )
    finish(land(battle, blows))
    assert battle.state.figures["bt.1"].damage == 5
    assert battle.state.figures["bt.1"].disabled


@pytest.mark.rule("xenocide.vehicle.melee-own-attacks")
def test_only_vehicles_with_attacks_strike() -> None:
    battle = engaged("claws")
    assert len(attacks_of(PLAIN, battle.state.figures["bt.1"])) == 2
    assert attacks_of(PLAIN, engaged("open", 1).state.figures["bt.1"]) == []
    ask = declare_ask(battle, "blue", ["r", "bt"], {}, {})
    assert ask is not None
    assert set(ask.items) == {"bt.1/1", "bt.1/2"}
    assert tally_of(battle, battle.state.figures["bt.1"], battle.state.figures["r.1"]).needed == 4


@pytest.mark.rule("xenocide.vehicle.melee-engagement")
def test_the_vehicle_takes_their_blows_when_it_drives_off() -> None:
    moving = {"phase": "movement", "number": 1, "stage": "units", "first": "blue", "at": "blue"}
    raw = units("claws", increment=1)
    raw["r"]["engaged"], raw["bt"]["engaged"] = ["bt"], ["r"]
    game = Play({**raw, "bx": {"at": [[44, 44]]}}, profiles=PROFILES, turn=moving)
    game.say("bt", dice="6, 5").say({"bt.1": [24, 33]})
    assert (game["bt.1"].damage, game.unit("r").engaged) == (1, [])


# ---- passengers


@pytest.mark.rule("xenocide.vehicle.melee-passengers-defend", "xenocide.vehicle.melee-choice")
def test_passengers_draw_attackers_on_themselves_and_the_others_choose() -> None:
    battle = engaged("open", 2)
    names = ["r", "bt", "bc"]
    ask = demand_ask(battle, "blue", names)
    assert ask is not None
    assert ask.default() == (("bc.1", "nobody"), ("bc.2", "nobody"))
    refused = ask.refuse((("bc.1", "r.1"), ("bc.2", "r.1")))
    assert refused is not None
    assert refused.rule == "xenocide.vehicle.melee-passengers-defend"
    assert demand_ask(battle, "red", names) is None
    attacks = declare_ask(battle, "red", names, {"r.1": "bc.2"}, {})
    assert attacks is not None
    targets = {item: {choice.partition(":")[2] for choice in choices} for item, choices in attacks.items.items()}
    assert targets == {"r.1/1": {"bc.2"}, "r.2/1": {"bt.1", "bc.1", "bc.2"}}
    back = declare_ask(battle, "blue", names, {}, {})
    assert back is not None
    assert set(back.items) == {"bc.1/1", "bc.2/1"}  # they strike as well, whatever the distance


@pytest.mark.rule("xenocide.vehicle.melee-passenger-cover")
def test_who_strikes_at_passengers_has_one_less() -> None:
    battle = engaged("open", 1)
    figures = battle.state.figures
    assert tally_of(battle, figures["r.1"], figures["bc.1"]).needed == 2
    assert tally_of(battle, figures["bc.1"], figures["r.1"]).needed == 3


@pytest.mark.rule("xenocide.vehicle.melee-result")
def test_passengers_who_lose_get_out_if_the_vehicle_stands() -> None:
    battle = engaged("open", 2, "2, 9")
    state = battle.state
    losers = settle(battle, [state.units[name] for name in ("r", "bt", "bc")])  # the vehicle does not roll
    assert ([unit.id for unit in losers], state.units["bc"].markers) == (["bc"], 1)
    rule = retreat(battle, state.units["bc"])
    ask: Any = rule.send(None)
    assert ask.rule == "xenocide.vehicle.load-and-deploy"
    fast = engaged("open", 2, increment=1)
    finish(retreat(fast, fast.state.units["bc"]))
    assert fast.state.figures["bc.1"].carrier == "bt.1"


@pytest.mark.rule("xenocide.vehicle.melee-passengers-defend")
def test_a_whole_melee_round_an_open_vehicle() -> None:
    raw = units("open", 1)
    raw["r"]["engaged"], raw["bt"]["engaged"], raw["bc"]["engaged"] = ["bt", "bc"], ["r"], ["r"]
    game = Play(raw, profiles=PROFILES, turn=MELEE)
    assert game.rule == "xenocide.vehicle.melee-passengers-defend"
    game.say({"bc.1": "r.1"})
    assert game.refused({"r.1/1": "-1:bt.1", "r.2/1": "-1:bt.1"})
    game.say({"r.1/1": "-1:bc.1", "r.2/1": "-1:bt.1"})
    game.say({"bc.1/1": "-1:r.1"}, dice="10, 10, 5, 1, 1")
    assert game["bt.1"].damage == 0
