"""What hits do to vehicles: charts, impact, structure, cupolas, haywire, wrecks (defiance.vehicle.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.defiance.basics.fire_action import Cause
from littlewars.systems.defiance.basics.profiles import Weapon
from littlewars.systems.defiance.basics.state import Figure
from littlewars.systems.defiance.basics.tabletop import board, terrain
from littlewars.systems.defiance.fire.damage import DamageDone, land, settle
from littlewars.systems.defiance.fire.shots import speed_mod
from littlewars.systems.defiance.roster.armies import frames, weapons
from littlewars.systems.defiance.scenario.describe import describe
from littlewars.systems.defiance.scenario.setup import setup
from littlewars.systems.defiance.turn.command import shuffle
from littlewars.systems.defiance.units.morale import try_nerve, try_unit
from littlewars.systems.defiance.vehicles.damage import movement_loss, weapons_left
from littlewars.systems.defiance.vehicles.wrecks import empty_wreck, structure_left
from tests.defiance.hulls import FAR, HULLS, driving, hull, hull_battle, play
from tests.defiance.squads import one_shot, run, shoot

GUN = Weapon(key="gun", name="gun", target="AV")
NORTH = Cause("blue", (24_000, 40_000), "fire", GUN)
SOUTH = Cause("blue", (24_000, 1_000), "fire", GUN)


def chart(*rolls: int) -> str:
    """d100s as two dice each: tens, then ones."""
    return ", ".join(f"damage chart {roll // 10 % 10 or 10}, damage chart {roll % 10 or 10}" for roll in rolls)


def hits(figure: Figure, battle: Any, count: int, cause: Cause, *answers: Any) -> int:
    found: int = run(land(battle, figure, count, cause), *answers)
    return found


def arms(figure: Figure) -> list[str]:
    return [figure.arms[arm].weapon.name for arm in weapons_left(figure)]


# ---- the chart of an AFV


@pytest.mark.rule("defiance.vehicle.afv-chart", "defiance.vehicle.afv-chart-roll", "defiance.vehicle.afv")
@pytest.mark.parametrize(
    ("roll", "effect"), [(1, "movement"), (20, "movement"), (21, "weapon"), (80, "weapon"), (81, "DC"), (100, "DC")]
)
def test_the_damage_chart(roll: int, effect: str) -> None:
    # defiance.ex.afv-chart
    battle = hull_battle({"r": hull("nine"), **FAR}, chart(roll), frames={"nine": {**HULLS["heap"], "MV": 9}})
    tank = battle.state.figures["r.1"]
    assert movement_loss(tank) == 3000
    assert hits(tank, battle, 1, NORTH) == 1
    assert (tank.craft.slowed, tank.craft.lost, tank.hurt) == {
        "movement": (3000, (), 0),
        "weapon": (0, (0,), 0),
        "DC": (0, (), 1),
    }[effect]


@pytest.mark.rule("defiance.vehicle.afv-chart", "defiance.vehicle.afv-chart-exhausted")
def test_the_pitbull_loses_a_quarter_of_its_movement_and_then_damage_points() -> None:
    # defiance.ex.pitbull-movement-hit
    battle = hull_battle({"r": hull("pitbull", primary=""), **FAR}, chart(11, 11, 11, 11, 11))
    tank = battle.state.figures["r.1"]
    left = []
    for _ in range(5):
        hits(tank, battle, 1, NORTH)
        left.append(((tank.frame.move - tank.craft.slowed) / 1000, tank.hurt))
    assert left == [(6, 0), (4, 0), (2, 0), (0, 0), (0, 1)]
    game = play({"r": hull("pitbull", primary="", craft={"slowed": 2000}), **FAR}).say("vehicle-orders", "running", "drive")
    assert game.budget == {"r.1": 12}


@pytest.mark.rule("defiance.vehicle.afv-chart")
def test_a_profile_may_carry_a_chart_of_its_own() -> None:
    own = {"own": {**HULLS["heap"], "damage_chart": "60 movement, 70 weapon, 100 point"}}
    battle = hull_battle({"r": hull("own"), **FAR}, chart(60, 71), frames=own)
    tank = battle.state.figures["r.1"]
    hits(tank, battle, 2, NORTH)
    assert (tank.craft.slowed, tank.craft.lost, tank.hurt) == (2000, (), 1)


@pytest.mark.rule("defiance.vehicle.afv-impact", "defiance.vehicle.afv-chart")
def test_the_force_of_a_weapon_strikes_the_same_system_again() -> None:
    # defiance.ex.pitbull-impact: the attacker names both weapons
    cannon = weapons()["shoulder-cannon"]
    assert cannon.impact == 1
    battle = hull_battle({"r": hull("pitbull", primary="", hurt=1), **FAR}, f"{chart(65)}, impact 9")
    tank = battle.state.figures["r.1"]
    cause = NORTH._replace(line=cannon)
    rule = land(battle, tank, 1, cause)
    ask: Any = rule.send(None)
    assert (ask.side, ask.rule) == ("blue", "defiance.vehicle.afv-chart")
    names = {option.id: option.label for option in ask.options}
    heat = next(key for key, label in names.items() if "Heatsink" in label)
    again: Any = rule.send(heat)
    elephant = next(option.id for option in again.options if "Elephant" in option.label)
    with pytest.raises(StopIteration):
        rule.send(elephant)
    assert arms(tank) == ["Elephant Gun", "Mauser"]
    assert tank.left == 1  # impact dice are rolled although a damage point is all it has


@pytest.mark.rule("defiance.vehicle.afv-impact")
@pytest.mark.parametrize(("die", "slowed"), [(6, 2000), (7, 4000)])
def test_an_impact_die_needs_seven(die: int, slowed: int) -> None:
    battle = hull_battle({"r": hull("heap"), **FAR}, f"{chart(5)}, impact {die}")
    tank = battle.state.figures["r.1"]
    hits(tank, battle, 1, NORTH._replace(line=Weapon(key="g", name="g", target="AV", impact=1)))
    assert (tank.craft.slowed, tank.hurt) == (slowed, 0)
    told = [event.roll for event in battle.events or [] if type(event).__name__ == "Crippled"]
    assert told == ([5, 0] if slowed > 2000 else [5])  # what the force does is not rolled for on the chart


@pytest.mark.rule("defiance.vehicle.afv-chart")
@pytest.mark.parametrize("side", ["red", ""])
def test_if_no_enemy_caused_the_hit_an_opponent_names_the_weapon(side: str) -> None:
    battle = hull_battle({"r": hull("pitbull", primary=""), **FAR}, chart(50))
    ask: Any = land(battle, battle.state.figures["r.1"], 1, Cause(side, None, "ram", GUN)).send(None)
    assert ask.side == "blue"


@pytest.mark.rule("defiance.vehicle.afv-chart-roll", "defiance.vehicle.field-save")
def test_the_field_comes_before_the_chart() -> None:
    shielded = {**HULLS["heap"], "FS": "6+"}
    battle = hull_battle(
        {"r": hull("shielded"), **FAR}, f"field save 6, field save 5, {chart(90)}, morale 9", frames={"shielded": shielded}
    )
    run(settle(battle, [DamageDone("r.1", GUN, 2, cause=NORTH)]))
    assert battle.state.figures["r.1"].hurt == 1


# ---- cupolas


CUPOLA = {"slot": "secondary", "weapon": "Mauser", "arcs": ["F"], "cupola": True}


def gunned(frame: str, *slots: dict[str, Any]) -> dict[str, Any]:
    return {"gunned": {**HULLS[frame], "slots": list(slots)}}


@pytest.mark.rule("defiance.vehicle.cupola")
@pytest.mark.parametrize(("cause", "left"), [(NORTH, ["Elephant Gun"]), (SOUTH, ["Elephant Gun", "Mauser"])])
def test_a_hit_from_its_arc_destroys_a_cupola_weapon_as_well(cause: Cause, left: list[str]) -> None:
    slots = gunned("car", {"slot": "primary", "weapon": "Elephant Gun"}, CUPOLA)
    battle = hull_battle({"r": hull("gunned", primary=""), **FAR}, frames=slots)
    car = battle.state.figures["r.1"]
    hits(car, battle, 1, cause)
    assert (car.hurt, arms(car)) == (1, left)
    turret = gunned("car", {"slot": "primary", "weapon": "Elephant Gun"}, {**CUPOLA, "turret": True})
    every = hull_battle({"r": hull("gunned", primary=""), **FAR}, frames=turret)
    hits(every.state.figures["r.1"], every, 1, cause)
    assert arms(every.state.figures["r.1"]) == ["Elephant Gun"]


@pytest.mark.rule("defiance.vehicle.cupola")
def test_a_saved_hit_does_not_harm_the_gunner() -> None:
    slots = {"gunned": {**gunned("car", CUPOLA)["gunned"], "FS": "5+"}}
    battle = hull_battle({"r": hull("gunned", primary=""), **FAR}, "field save 5", frames=slots)
    run(settle(battle, [DamageDone("r.1", GUN, 1, cause=NORTH)]))
    assert arms(battle.state.figures["r.1"]) == ["Mauser"]


@pytest.mark.rule("defiance.vehicle.cupola", "defiance.vehicle.cupola-afv", "defiance.vehicle.afv-chart-exhausted")
def test_a_cupola_of_an_afv_goes_besides_the_weapon_that_is_chosen() -> None:
    # defiance.ex.cupola-afv
    slots = gunned("heap", {"slot": "primary", "weapon": "Elephant Gun"}, CUPOLA)
    battle = hull_battle({"r": hull("gunned", primary=""), **FAR}, chart(50, 50), frames=slots)
    tank = battle.state.figures["r.1"]
    hits(tank, battle, 1, NORTH)
    assert (arms(tank), tank.left) == ([], 3)
    hits(tank, battle, 1, NORTH)
    assert (arms(tank), tank.left) == ([], 2)


# ---- damage and structural points


@pytest.mark.rule("defiance.vehicle.damage-capacity", "defiance.vehicle.sdc-notation", "defiance.vehicle.sdc-disabled")
@pytest.mark.rule("defiance.vehicle.sdc-passengers", "defiance.vehicle.apc")
def test_damage_comes_off_the_capacity_and_then_off_the_structure() -> None:
    # defiance.ex.pyramid-structural: 3, 6 and 7 hits
    frame = frames()["pyramid-troop-transport"]
    assert (frame.capacity, frame.hull.structure) == (3, 4)
    rider = {"frame": "man", "at": [[10, 2]], "primary": "", "figures": {"1": {"aboard": "r.1"}}}
    units = {"r": hull("pyramid-troop-transport", primary="", craft={"rolled": True, "course": 0}), "m": rider, **FAR}
    battle = hull_battle(units, "survival 10")
    bus, man = battle.state.figures["r.1"], battle.state.figures["m.1"]
    hits(bus, battle, 3, NORTH)
    assert (bus.gone, bus.craft.hulk, structure_left(bus), man.gone) == ("killed", "rolls", 4, "")
    hits(bus, battle, 3, NORTH)
    assert (structure_left(bus), man.gone) == (1, "")
    hits(bus, battle, 1, NORTH)  # now he rolls for survival, and fails
    assert (structure_left(bus), man.gone) == (0, "killed")


@pytest.mark.rule("defiance.vehicle.sdc-disabled", "defiance.vehicle.sdc-passengers")
def test_a_hit_with_several_points_carries_over() -> None:
    # defiance.ex.sdc-overflow
    battle = hull_battle({"r": hull("bus", hurt=2), **FAR}, "impact 7, impact 9, impact 2")
    bus = battle.state.figures["r.1"]
    assert hits(bus, battle, 1, NORTH._replace(line=Weapon(key="g", name="g", impact=3))) == 3
    assert (bus.left, structure_left(bus)) == (0, 2)


@pytest.mark.rule("defiance.vehicle.sdc-target", "defiance.vehicle.field-save")
def test_a_disabled_vehicle_has_no_field_keeps_its_armour_and_never_binds() -> None:
    plated = {"plated": {**HULLS["heap"], "SDC": 3, "AR": -2, "FS": "2+", "PA": 12}}
    wreck = hull("plated", (24, 20), hurt=3, gone="killed", craft={"hulk": "holds"})
    rider = {"frame": "man", "at": [[10, 2]], "primary": "", "figures": {"1": {"aboard": "b.1"}}}
    units = {"r": {"at": [[24, 10]]}, "b": wreck, "b2": rider, "b3": {"at": [[24, 28]], "face": 180}}
    game = play(units, plated).say("cohesive-fire", "stationary")
    assert {name.split(":")[3] for name in game.options if name != "hold"} == {"b.1", "b3.1"}
    state, man = game.state, game["r.1"]
    assert one_shot(state, man, 0, man.arms[0].weapon, game["b.1"], 1).tally.mods[0].value == -2
    game.say(shoot("rifle", "b.1"), dice="damage 10, damage 9, damage 9, damage 10, damage 9, damage 9, card 3")
    assert (structure_left(game["b.1"]), game["b.1"].craft.lost, game.told("Tested")) == (1, (), [])
    empty = {**units, "b2": {"at": [[40, 40]]}}
    assert not any("b.1" in name for name in play(empty, plated).say("cohesive-fire", "stationary").options)


# ---- penalties


@pytest.mark.rule("defiance.vehicle.ai-penalty", "defiance.vehicle.av-penalty")
def test_weapons_against_the_wrong_kind_of_target() -> None:
    rifles = {"ai": {"FR": 1, "brackets": {"7+": 40}}, "pierce": {"FR": "1V", "brackets": {"7+": 40}}}
    rifles["sharp"] = {"FR": "1A", "brackets": {"7+": 40}}
    rifles["av"] = {"FR": 1, "target": "AV", "brackets": {"7+": 40}}
    plated, suit = {"plated": {**HULLS["heap"], "AR": -1}}, {"AR": 1, "class": "PI"}
    for name, on_hull, on_man in (("ai", 13, 6), ("pierce", 10, 7), ("sharp", 13, 7), ("av", 8, 12)):
        units = {
            "r": {"at": [[24, 10]], "primary": name},
            "b": hull("plated", (24, 20)),
            "b2": {"frame": "armoured", "at": [[30, 20]]},
        }
        battle = hull_battle(units, weapons=rifles, frames={**plated, "armoured": suit})
        man = battle.state.figures["r.1"]
        shots = [one_shot(battle.state, man, 0, man.arms[0].weapon, battle.state.figures[b], 1) for b in ("b.1", "b2.1")]
        assert [shot.tally.needed for shot in shots] == [on_hull, on_man]


# ---- haywire and out of control


@pytest.mark.rule("defiance.vehicle.haywire", "defiance.vehicle.haywire-removal")
def test_haywire_lasts_for_one_activation() -> None:
    # defiance.ex.haywire-cycle
    units = {"r": hull("car", craft={"haywire": 1, "fresh": True}), "b": {"at": [[24, 24]], "face": 180}}
    game = play(units).say("vehicle-orders")
    assert game.options == ["stationary", "walking"]
    game.say("walking", "shoot")
    ask: Any = game.game.ask
    (tally,) = [option.tally for option in ask.written if option.id != "hold"]
    assert {mod.name: mod.value for mod in tally.mods}["haywire"] == -2
    assert (game["r.1"].haywire, game["r.1"].craft.fresh) == (1, False)
    later = play({"r": hull("car", craft={"haywire": 1}), **FAR}).say("vehicle-orders")
    assert (later["r.1"].haywire, later.options) == (0, ["stationary", "walking", "running"])


@pytest.mark.rule("defiance.vehicle.haywire")
def test_a_haywire_mecha_charges_within_its_move_only() -> None:
    units = {"r": hull("walker", craft={"haywire": 1, "fresh": True}), "b": {"at": [[24, 30]], "face": 180}}
    game = play(units).say("charge")
    assert game.budget == {"r.1": 6}


@pytest.mark.rule("defiance.vehicle.out-of-control", "defiance.vehicle.out-of-control-end")
def test_out_of_control_it_drives_on_by_itself_and_fires_nothing() -> None:
    # defiance.ex.haywire-cycle, the alternative
    units = {"r": hull("car", face=90, craft={"haywire": 2, "fresh": True}), "b": {"at": [[24, 24]], "face": 180}}
    game = play(units, dice="card 1")
    assert (game.at("r.1"), game["r.1"].face, game["r.1"].haywire) == ((30, 10), 9000, 2)
    assert game.state.acting().unit == "b"
    assert game.told("Fired") == []
    after = play({"r": hull("car", craft={"haywire": 2}), **FAR}).say("vehicle-orders")
    assert after["r.1"].haywire == 0


@pytest.mark.rule("defiance.vehicle.out-of-control")
def test_out_of_control_it_is_slowed_by_ground_and_stops_at_the_edge() -> None:
    field = {"id": "field", "category": "medium", "box": [4, 12, 44, 30], "height": 1}
    wild = {"haywire": 2, "fresh": True}
    assert play({"r": hull("car", craft=wild), **FAR}, terrain=[field]).at("r.1") == (24, 14)
    assert play({"r": hull("car", (24, 44), craft=wild), **FAR}).at("r.1") == (24, 46)
    assert play({"r": hull("car", craft={**wild, "slowed": 6000}), **FAR}).at("r.1") == (24, 10)
    assert play({"r": hull("car", craft=wild, stunned=True, stunned_in=1), **FAR}, dice="card 1").at("r.1") == (24, 10)


@pytest.mark.rule("defiance.vehicle.out-of-control")
def test_a_mecha_out_of_control_stops_short_of_figures_and_leaves_its_fights() -> None:
    units = {
        "r": hull("walker", craft={"haywire": 2, "fresh": True}, locked=["b.2"]),
        "b": {"at": [[24, 14.5], [26.7, 10]], "face": 180, "figures": {"2": {"locked": ["r.1"]}}},
    }
    game = play(units)
    assert game.at("r.1") == (24, pytest.approx(11.95, abs=0.02))
    assert (game["r.1"].locked, game["b.2"].locked, game.told("Rammed")) == ((), (), [])


@pytest.mark.rule("defiance.vehicle.out-of-control")
def test_who_is_out_of_control_neither_covers_nor_shoots_on() -> None:
    units = {"r": hull("car", covers="vehicle", cover_mod=-2), "b": {"at": [[24, 20]], "face": 180}}
    battle = hull_battle(units, "morale 1, morale 1")
    car = battle.state.figures["r.1"]
    run(try_nerve(battle, car, "tagged"))
    assert car.covers == "vehicle"
    run(try_nerve(battle, car, "tagged"))
    assert (car.haywire, car.covers) == (2, "")
    game = driving("car", others={"b": {"at": [[24, 20]], "face": 180}})
    game["r.1"].craft.haywire = 2
    game["r.1"].craft.fresh = True
    game.say({"r.1": [24, 12]})
    assert game.options == ["done", "drive"]


@pytest.mark.rule("defiance.vehicle.morale-trigger", "defiance.vehicle.out-of-control", "defiance.effector.knockback-vehicles")
def test_a_vehicle_tagged_twice_goes_out_of_control() -> None:
    # defiance.ex.vehicle-tagged-twice
    for spared, dice, expected in ((False, "morale 2, morale 1", 2), (True, "", 0)):
        more = {"vehicles_test_only_for_damage": spared}
        battle = hull_battle({"r": hull("car"), **FAR}, dice, **more)
        run(settle(battle, [DamageDone("r.1", GUN, 0, 2)]))
        assert battle.state.figures["r.1"].haywire == expected


@pytest.mark.rule("defiance.vehicle.morale-trigger")
def test_one_test_for_each_attack_that_damaged_whatever_it_cost() -> None:
    for roll, hit_count in ((5, 2), (50, 1), (90, 2)):
        battle = hull_battle({"r": hull("heap"), **FAR}, f"{chart(*[roll] * hit_count)}, morale 9")
        run(settle(battle, [DamageDone("r.1", GUN, hit_count, cause=NORTH)]))
        assert len([e for e in battle.events if type(e).__name__ == "Tested"]) == 1


@pytest.mark.rule("defiance.vehicle.morale-trigger")
def test_a_failed_unit_test_makes_every_vehicle_haywire() -> None:
    units = {"r": {"frame": "car", "at": [[10, 10], [20, 10], [30, 10]], "primary": "rifle"}, **FAR}
    units["r"]["figures"] = {"2": {"stunned": True}, "3": {"stunned": True}}
    battle = hull_battle(units, "unit morale 3")
    try_unit(battle, battle.state.units["r"])
    assert [battle.state.figures[f"r.{n}"].haywire for n in (1, 2, 3)] == [1, 1, 1]


# ---- wrecks


@pytest.mark.rule("defiance.vehicle.eliminated", "defiance.vehicle.sdc-disabled")
def test_a_vehicle_that_stood_is_heavy_terrain_at_once() -> None:
    battle = hull_battle({"r": hull("car", hurt=2), **FAR})
    hits(battle.state.figures["r.1"], battle, 1, NORTH)
    (piece,) = battle.state.pieces
    assert (terrain(piece), piece.top, piece.box) == ("heavy", 4000, (22_800, 8_000, 25_200, 12_000))
    assert battle.state.figures["r.1"].craft.hulk == "lies"
    assert setup(describe(battle.state)) == battle.state


@pytest.mark.rule("defiance.vehicle.eliminated-mecha")
def test_a_mecha_never_rolls_on_and_has_no_card_any_more() -> None:
    battle = hull_battle({"r": hull("walker", hurt=2, craft={"rolled": True, "course": 0}), **FAR})
    hits(battle.state.figures["r.1"], battle, 1, NORTH)
    assert battle.state.figures["r.1"].craft.hulk == "lies"
    shuffle(battle.state)
    assert [card.unit for card in battle.state.turn.deck] == ["b"]


def rolling(frame: str = "car", others: dict[str, Any] | None = None, dice: str = "card 1", **more: Any) -> Any:
    """The card of a wreck at (24, 10) that rolls north."""
    craft = {"hulk": "rolls", "rolled": True, "course": 0, **more.pop("craft", {})}
    units = {"r": hull(frame, hurt=3, gone="killed", craft=craft, **more.pop("words", {})), **(others or FAR)}
    deck = [{"unit": "r", "wreck": "r.1"}, *({"unit": name} for name in others or FAR)]
    return play(units, dice=dice, turn={"deck": deck, "number": 2}, **more)


@pytest.mark.rule("defiance.vehicle.final-roll", "defiance.vehicle.eliminated", "defiance.vehicle.damage-capacity")
def test_a_vehicle_that_moved_rolls_on_next_turn_and_is_terrain_then() -> None:
    others = {"b": {"at": [[24, 24]], "face": 180, "primary": "av"}, "m": {"at": [[4, 4]]}}
    gun = {"av": {"FR": 1, "target": "AV", "brackets": {"3+": 40}}}
    units = {"r": hull("car", hurt=2, craft={"rolled": True, "course": 0}), **others}
    game = play(units, dice="card 2", weapons=gun).say("cohesive-fire", "stationary")
    game.say(shoot("av", "r.1"), dice="damage 9, card 2")
    assert (game["r.1"].gone, game["r.1"].craft.hulk, game.state.pieces) == ("killed", "rolls", [])
    shuffle(game.state)
    assert [(card.unit, card.wreck) for card in game.state.turn.deck] == [("b", ""), ("m", ""), ("r", "r.1")]
    roll = rolling()
    assert (roll.at("r.1"), roll["r.1"].craft.hulk) == ((24, 16), "lies")
    assert [piece.kind for piece in roll.state.pieces] == ["wreck"]


@pytest.mark.rule("defiance.vehicle.final-roll", "defiance.ram.who")
def test_a_final_roll_rams_friends_and_ends_at_ground_hulls_and_the_edge() -> None:
    others = {"m": {"at": [[24, 14]], "frame": "man"}, **FAR}
    roll = rolling(others=others).say("dodge", dice="dodge 9, ram 1, thrown 1, thrown 1, morale 9, card 1")
    assert roll.told("Rammed")[0].tally.base == 7  # at walking speed, whatever it did before
    assert roll.at("r.1") == (24, 16)
    wood = {"id": "wood", "category": "heavy", "box": [4, 15, 44, 20], "height": 2}
    assert rolling(terrain=[wood]).at("r.1") == (24, pytest.approx(13, abs=0.06))
    assert rolling(craft={"course": 18000}).at("r.1") == (24, 4)  # it was reversing
    assert rolling(words={"at": (24, 44)}).at("r.1") == (24, 46)
    stopped = rolling(others={"b": hull("car", (24, 17))}, dice="card 1, ram 1, ram 1, rebound 1, morale 9")
    assert stopped.at("r.1")[1] == pytest.approx(13, abs=0.06)


@pytest.mark.rule("defiance.vehicle.final-roll")
def test_a_flyer_rolls_on_and_falls_on_whoever_is_there() -> None:
    others = {"b": {"at": [[24, 16]], "face": 180}}
    roll = rolling("copter", others, words={"level": 1}, dice="card 1")
    roll.say("accept", dice="ram 2, thrown 5, thrown 5, morale 9")
    assert (roll["r.1"].level, roll["r.1"].craft.hulk, roll.told("Rammed")[0].tally.base) == (0, "lies", 3)
    assert roll["b.1"].prone


@pytest.mark.rule("defiance.vehicle.final-roll", "defiance.vehicle.eliminated-mecha")
@pytest.mark.parametrize(("frame", "rolled"), [("copter", False), ("sky", True)])
def test_a_hovering_flyer_and_a_mecha_fall_at_once(frame: str, rolled: bool) -> None:
    sky = {"sky": {**HULLS["walker"], "modes": ["F"]}}
    units = {
        "r": hull(frame, level=2, hurt=2, craft={"rolled": rolled, "course": 0}),
        "b": {"at": [[24, 20]], "face": 180, "primary": "av"},
    }
    units["m"] = {"at": [[4, 4]]}
    gun = {"av": {"FR": 1, "target": "AV", "brackets": {"3+": 40}}}
    game = play(units, sky, dice="card 2", weapons=gun).say("cohesive-fire", "stationary")
    game.say(shoot("av", "r.1"), dice="damage 9, card 2")
    assert (game["r.1"].level, game["r.1"].craft.hulk) == (0, "lies")
    assert len(game.state.pieces) == 1


@pytest.mark.rule("defiance.vehicle.eliminated")
def test_nobody_enters_a_wreck_before_its_roll_and_a_vehicle_that_touches_it_crashes() -> None:
    wreck = hull("car", (24, 18), hurt=3, gone="killed", craft={"hulk": "rolls", "rolled": True, "course": 0})
    game = play({"r": {"at": [[24, 14]]}, "b": wreck, "b2": {"at": [[4, 40]]}}).say("cohesive-fire", "walking", "move-fire")
    assert game.refused({"r.1": [24, 18]}) == "move.figures-as-obstacles"
    crash = driving("car", others={"b": wreck, "b2": {"at": [[4, 40]]}})
    crash.say({"r.1": [24, 16]}, dice="terrain ram 1, morale 9")
    assert (len(crash.told("Crashed")), crash.at("r.1")[1]) == (1, pytest.approx(14, abs=0.06))
    lies = {"id": "wreck", "category": "heavy", "box": [22, 15, 26, 19], "height": 4}
    assert (
        play({"r": {"at": [[24, 14]]}, **FAR}, terrain=[lies])
        .say("cohesive-fire", "walking", "move-fire")
        .allows({"r.1": [24, 15]})
    )


@pytest.mark.rule("defiance.vehicle.profile", "defiance.vehicle.weapon-slots")
def test_mustered_vehicles_are_described_and_read_again() -> None:
    for army in ("altai-2000", "human-2000", "meraxilla-2000", "vobian-2000"):
        raw = {"sides": {"red": {"army": army}, "blue": {"army": army}}, "table": [72, 48]}
        state = setup(raw)
        assert any(figure.frame.vehicle and figure.arms[-1].slot != "primary" for figure in state.figures.values())
        assert setup(describe(state)) == state


@pytest.mark.rule("defiance.vehicle.final-roll", "defiance.cover.interrupt-aftermath")
def test_a_vehicle_destroyed_in_mid_move_halts_there_and_rolls_on_next_turn() -> None:
    gun = {"av": {"FR": 1, "target": "AV", "brackets": {"3+": 40}}}
    others = {"b": {"at": [[40, 14], [40, 40]], "face": 270, "primary": "av", "covers": "primary", "cover_mod": 0}}
    game = driving("car", "running", {**others, "m": {"at": [[4, 4]]}}, weapons=gun, frames={"car": {**HULLS["car"], "DC": 1}})
    game.say({"r.1": [24, 20]})
    assert game.asks == "blue cover.triggers"
    game.say("b")
    while game.asks == "blue cover.whole-unit":
        game.say("b.1")
    game.say(shoot("av", "r.1"), dice="damage 9, card 1")
    assert (game["r.1"].gone, game["r.1"].craft.hulk, game["r.1"].craft.course) == ("killed", "rolls", 0)
    assert 10 < game.at("r.1")[1] < 20
    assert game.state.acting().drive is None


@pytest.mark.rule("defiance.vehicle.haywire", "defiance.cover.interrupt-aftermath")
def test_a_vehicle_that_goes_haywire_in_mid_move_drives_on_at_its_speed() -> None:
    others = {"b": {"at": [[40, 14], [40, 40]], "face": 270, "primary": "single", "covers": "primary", "cover_mod": 0}}
    game = driving("car", "running", others)
    game.say({"r.1": [24, 20]}).say("b")
    while game.asks == "blue cover.whole-unit":
        game.say("b.1")
    game.say(shoot("single", "r.1"), dice="damage 10, damage 9, damage 4, morale 1")
    assert game["r.1"].haywire == 1
    game.say("drive")
    assert game.budget["r.1"] > 6  # the limit begins with its next activation


@pytest.mark.rule("defiance.ranged.sprinting-speed-eligibility")
@pytest.mark.parametrize(("frame", "modifier"), [("anime", -1), ("walker", None), ("racer", None)])
def test_of_vehicles_only_a_sprinting_anime_mecha_is_harder_to_hit(frame: str, modifier: int | None) -> None:
    units = {"r": {"at": [[24, 2]]}, "b": hull(frame, (24, 20), sprint=18)}
    battle = hull_battle(units)
    found = speed_mod(battle.state.figures["b.1"])
    assert (found.value if found else None) == modifier


@pytest.mark.rule("defiance.vehicle.eliminated", "defiance.vehicle.sdc-passengers")
@pytest.mark.parametrize(("frame", "inside", "hulk"), [("bus", True, "holds"), ("bus", False, "lies"), ("car", True, "lies")])
def test_a_wreck_holds_people_only_while_there_are_any_and_its_structure_lasts(frame: str, inside: bool, hulk: str) -> None:
    rider = {"frame": "man", "at": [[10, 2]], "primary": "", "figures": {"1": {"aboard": "r.1" if inside else ""}}}
    roomy = {"car": {**HULLS["car"], "PA": 4, "EA": ["R"]}}
    battle = hull_battle({"r": hull(frame, hurt=2), "m": rider, **FAR}, "survival 10" if frame == "car" else "", frames=roomy)
    wreck = battle.state.figures["r.1"]
    hits(wreck, battle, 1, NORTH)
    assert wreck.craft.hulk == hulk
    assert len(battle.state.pieces) == 1


@pytest.mark.rule("defiance.vehicle.sdc-passengers", "defiance.vehicle.sdc-target")
@pytest.mark.parametrize(("holed", "leaves", "hulk"), [(0, False, "holds"), (0, True, "lies"), (4, False, "lies")])
def test_a_wreck_that_is_empty_or_shot_through_is_only_terrain(holed: int, leaves: bool, hulk: str) -> None:
    rider = {"frame": "man", "at": [[10, 2]], "primary": "", "figures": {"1": {"aboard": "r.1"}}}
    units = {"r": hull("bus", hurt=3, gone="killed", craft={"hulk": "holds"}), "m": rider, **FAR}
    battle = hull_battle(units)
    battle.state.figures["r.1"].craft.holed = holed
    battle.state.figures["m.1"].aboard = "" if leaves else "r.1"
    wreck = battle.state.figures["r.1"]
    empty_wreck(battle, wreck)
    assert wreck.craft.hulk == hulk
    assert (wreck.id in board(battle)) is (hulk == "holds")


@pytest.mark.rule("defiance.orders.vehicle-cover", "defiance.vehicle.out-of-control")
@pytest.mark.parametrize(("speed", "craft", "asked"), [
    ("stationary", {}, True), ("running", {}, True), ("sprinting", {}, False), ("stationary", {"lost": [0]}, False),
    ("stationary", {"haywire": 2, "fresh": True}, False), ("stationary", {"haywire": 1, "fresh": True}, True),
])  # fmt: skip
def test_when_a_vehicle_may_cover(speed: str, craft: dict[str, Any], asked: bool) -> None:
    game = play({"r": hull("racer", craft={}), **FAR, "m": {"at": [[4, 4]]}}).say("vehicle-orders", speed)
    for word, value in craft.items():
        setattr(game["r.1"].craft, word, tuple(value) if isinstance(value, list) else value)
    game.say("done", dice="" if asked else "card 1")
    assert (game.asks == "red orders.vehicle-cover") is asked
