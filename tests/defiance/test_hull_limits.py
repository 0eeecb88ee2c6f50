"""Vehicles at their limits: gears, turns, arcs, nerves, and room beside a hull (defiance.vehicle.*, defiance.passenger.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine.moves import Spot
from littlewars.systems.defiance.basics.fire_action import Cause
from littlewars.systems.defiance.vehicles.damage import hull_hit, movement_loss
from littlewars.systems.defiance.vehicles.mounts import AHEAD, arcs_of, class_of, facing_for, within
from littlewars.systems.defiance.vehicles.nerves import age_haywire, fires_nothing, haywire_mod, runs_wild
from littlewars.systems.defiance.vehicles.steering import can_turn, face_freely, forbidden_to, gear_of, is_slow, turn_cost
from littlewars.systems.defiance.vehicles.survival import NEAR, beside, refuse_places, survive
from littlewars.systems.defiance.vehicles.wrecks import can_suffer, settle_wreck, shells, structure_left
from littlewars.table.shapes.bases import gap
from tests.defiance.hulls import FAR, HULLS, hull, hull_battle
from tests.defiance.squads import run

INSIDE = {"riders": {"side": "red", "frame": "man", "count": 2, "rides": "r.1"}}
WOOD = {"id": "wood", "category": "heavy", "box": [30, 4, 40, 40], "height": 2}
ROCK = {"id": "rock", "category": "impassable", "box": [4, 4, 10, 40], "height": 2}


# ---- speed and turns


@pytest.mark.rule("defiance.vehicle.mecha", "defiance.vehicle.haywire")
@pytest.mark.parametrize(
    ("frame", "order", "gear"),
    [
        ("walker", "cohesive-fire", "walking"),
        ("walker", "sprint", "running"),
        ("walker", "charge", "running"),
        ("walker", "jump", "running"),
        ("strider", "charge", "sprinting"),
        ("floater", "sprint", "sprinting"),
    ],
)
def test_by_which_speed_a_mecha_pays_for_its_turns(frame: str, order: str, gear: str) -> None:
    frames = {"strider": {**HULLS["walker"], "modes": ["S"]}, "floater": {**HULLS["walker"], "modes": ["F"]}}
    battle = hull_battle({"r": hull(frame), **FAR}, frames=frames)
    figure = battle.state.figures["r.1"]
    assert gear_of(figure, order, "walking") == gear
    figure.hulled.haywire, figure.hulled.fresh = 1, True
    assert gear_of(figure, order, "walking") == gear  # it became so in this activation
    figure.hulled.fresh = False
    assert (is_slow(figure), gear_of(figure, order, "walking")) == (True, "walking")


@pytest.mark.rule("defiance.vehicle.turn-cost-table")
def test_there_is_no_price_where_there_is_no_speed() -> None:
    figure = hull_battle({"r": hull("car"), **FAR}).state.figures["r.1"]
    assert [turn_cost(figure, speed) for speed in ("stationary", "walking", "running")] == [None, 1000, 2000]
    man = hull_battle({"r": hull("car"), **FAR}).state.figures["b.1"]
    assert turn_cost(man, "walking") is None


@pytest.mark.rule("defiance.vehicle.heavy-terrain", "defiance.vehicle.terrain-contact")
def test_what_ground_is_forbidden_to_whom() -> None:
    units = {"r": hull("car"), "s": hull("walker", (20, 20)), "t": hull("copter", (24, 30), level=1), **FAR}
    battle = hull_battle(units, terrain=[WOOD, ROCK])
    names = {
        name: [battle.state.pieces[number].id for number in forbidden_to(battle, battle.state.figures[f"{name}.1"])]
        for name in ("r", "s", "t")
    }
    assert names == {"r": ["wood", "rock"], "s": ["rock"], "t": []}


@pytest.mark.rule("defiance.orders.fire-facing", "defiance.vehicle.turning")
def test_who_turns_free_of_cost_and_where_there_is_room() -> None:
    units = {"r": hull("anime"), "s": hull("car", (24, 30)), "t": {"at": [[40, 10]]}, **FAR}
    battle = hull_battle(units, terrain=[{**ROCK, "box": [25.3, 4, 30, 16]}])
    anime, car, man = (battle.state.figures[name] for name in ("r.1", "s.1", "t.1"))
    for figure, face in ((anime, 9000), (car, 9000), (man, 45_000)):
        face_freely(battle, figure, face)
    assert (anime.face, car.face, man.face) == (0, 0, 9000)  # a rock is in the way; a car pays for it; a man just turns
    assert can_turn(battle, anime, 0)
    assert not can_turn(battle, anime, 9000)
    free = hull_battle({"r": hull("anime"), **FAR})
    face_freely(free, free.state.figures["r.1"], 54_000)
    assert free.state.figures["r.1"].face == 18_000


# ---- arcs


@pytest.mark.rule("defiance.orders.mecha-orders")
def test_of_which_class_a_weapon_of_a_mecha_is() -> None:
    weapons = {"mine": {"form": "cdw", "aoe": {"radius": 1, "damage": "5+"}, "brackets": "thrown"}}
    arms = [["primary", "rifle"], ["secondary", "rifle"], ["tertiary", "mine"], ["side", "pistol"]]
    units = {name: hull(frame, (10 * n + 4, 10), primary="", figures={"1": {"arms": arms}}) for n, (name, frame) in
             enumerate({"r": "walker", "s": "car"}.items())}  # fmt: skip
    state = hull_battle({**units, **FAR}, weapons=weapons).state
    found = {name: [class_of(state.figures[f"{name}.1"], arm) for arm in range(4)] for name in ("r", "s")}
    assert found == {"r": ["primary", "support", "side", "side"], "s": ["primary", "secondary", "tertiary", "side"]}


@pytest.mark.rule("defiance.cover.own-arc", "defiance.vehicle.weapon-arc")
def test_the_arcs_of_several_weapons_are_all_of_them() -> None:
    slots = [{"slot": "primary", "weapon": "Mauser", "arcs": ["R"]}, {"slot": "secondary", "weapon": "Mauser", "arcs": ["B"]}]
    units = {"r": hull("gunship", primary=""), "b": {"at": [[34, 10]]}, "b2": {"at": [[24, 2]]}, "b3": {"at": [[24, 20]]}}
    state = hull_battle(units, frames={"gunship": {**HULLS["car"], "slots": slots}}).state
    figure, man = state.figures["r.1"], state.figures["b.1"]
    enemies = [state.figures[name] for name in ("b.1", "b2.1", "b3.1")]
    assert [one.id for one in within(figure, arcs_of(figure), enemies)] == ["b.1", "b2.1"]
    assert [one.id for one in within(figure, arcs_of(figure, [1]), enemies)] == ["b2.1"]
    assert arcs_of(man) is AHEAD
    assert facing_for(arcs_of(figure, [0]), 0) == 27_000  # to fire north by its right side it looks west


# ---- nerves


@pytest.mark.rule("defiance.vehicle.haywire", "defiance.vehicle.out-of-control", "defiance.vehicle.haywire-removal")
@pytest.mark.parametrize(("counter", "mod", "silent"), [(0, None, False), (1, -2, False), (2, None, True)])
def test_what_each_counter_does(counter: int, mod: int | None, silent: bool) -> None:
    battle = hull_battle({"r": hull("car", craft={"haywire": counter, "fresh": True}), **FAR})
    figure = battle.state.figures["r.1"]
    found = haywire_mod(figure)
    assert (found.value if found else None, fires_nothing(figure)) == (mod, silent)
    assert not runs_wild(figure)  # it finishes what it does
    age_haywire(battle, figure)
    assert (figure.haywire, figure.hulled.fresh, runs_wild(figure)) == (counter, counter == 0, silent)
    age_haywire(battle, figure)
    assert figure.haywire == 0


@pytest.mark.rule("defiance.vehicle.afv-chart")
@pytest.mark.parametrize(("move", "loss"), [(4, 1000), (6, 2000), (8, 2000), (8.5, 3000), (9, 3000)])
def test_a_movement_loss_is_a_quarter_rounded_up_to_the_inch(move: float, loss: int) -> None:
    battle = hull_battle({"r": hull("tracks"), **FAR}, frames={"tracks": {**HULLS["heap"], "MV": move}})
    assert movement_loss(battle.state.figures["r.1"]) == loss


# ---- beside a wreck


def survivors(**more: Any) -> Any:
    return hull_battle({"r": hull("bus", primary=""), **INSIDE, **FAR}, **more)


@pytest.mark.rule("defiance.passenger.survival")
@pytest.mark.parametrize(("far", "text"), [(2.0, ""), (2.1, "too far"), (-0.2, "no room")])
def test_survivors_are_put_down_within_two_inches(far: float, text: str) -> None:
    battle = survivors()
    bus = battle.state.figures["r.1"]
    figures = [battle.state.figures[name] for name in ("riders.1", "riders.2")]
    east = bus.x + bus.frame.base[1] // 2 + 500 + round(far * 1000)
    spots = (Spot("riders.1", (east, bus.y), 0), Spot("riders.2", (bus.x, bus.y - 4000), 0))
    refused = refuse_places(battle, bus, figures, spots, NEAR)
    assert (text in refused.text) if refused and text else refused is None and not text


@pytest.mark.rule("defiance.passenger.survival")
def test_all_survivors_are_put_down_and_not_on_one_another() -> None:
    battle = survivors()
    bus = battle.state.figures["r.1"]
    figures = [battle.state.figures[name] for name in ("riders.1", "riders.2")]
    south = bus.y - bus.frame.base[0] // 2 - 600

    def refused(*xs: int) -> str:
        spots = tuple(Spot(f"riders.{number + 1}", (bus.x + x, south), 0) for number, x in enumerate(xs))
        told = refuse_places(battle, bus, figures, spots, NEAR)
        return told.text if told else ""

    assert "all who leave" in refused(0)
    assert "comrade" in refused(0, 900)
    assert refused(0, 1000) == ""
    usual = beside(battle, bus, figures, NEAR)
    assert refuse_places(battle, bus, figures, usual, NEAR) is None
    assert max(gap(figure.base(), bus.base()) for figure in figures) >= 0


@pytest.mark.rule("defiance.passenger.survival")
@pytest.mark.parametrize(("armour", "die", "dies"), [(0, 5, True), (0, 4, False), (6, 1, True), (-2, 6, False), (-2, 7, True)])
def test_five_and_armour_kill_a_passenger(armour: int, die: int, dies: bool) -> None:
    """5+ on each die; armour counts for and against him, and a plate that bad is death."""
    frames = {"man": {"AR": armour}} if armour >= 0 else {"man": {"class": "PI", "AR": armour}}
    battle = hull_battle(
        {"r": hull("bus", primary=""), "riders": {**INSIDE["riders"], "count": 1}, **FAR}, f"survival {die}", frames=frames
    )
    rider = battle.state.figures["riders.1"]
    rule = survive(battle, battle.state.figures["r.1"])
    try:
        ask: Any = rule.send(None)
        while True:
            ask = rule.send(ask.default())
    except StopIteration:
        pass
    assert bool(rider.gone) is dies
    assert rider.aboard == ""
    assert rider.shaken is not dies


@pytest.mark.rule("defiance.passenger.survival")
def test_an_empty_vehicle_leaves_nobody_to_put_down() -> None:
    battle = hull_battle({"r": hull("bus", primary=""), **FAR})
    run(survive(battle, battle.state.figures["r.1"]))
    assert battle.events == []


# ---- wrecks


@pytest.mark.rule("defiance.vehicle.sdc-target", "defiance.vehicle.sdc-passengers")
@pytest.mark.parametrize(
    ("hulk", "holed", "side", "found"),
    [
        ("holds", 3, "blue", True),
        ("holds", 4, "blue", False),
        ("rolls", 0, "blue", True),
        ("lies", 0, "blue", False),
        ("holds", 0, "red", False),
    ],
)
def test_which_shells_may_be_fired_at(hulk: str, holed: int, side: str, found: bool) -> None:
    """It holds people, is the enemy's, and has a structural point left of four."""
    battle = survivors()
    state, bus = battle.state, battle.state.figures["r.1"]
    assert shells(state, side) == []  # it is not disabled
    bus.gone, bus.hulled.hulk, bus.hulled.holed = "killed", hulk, holed
    assert [one.id for one in shells(state, side)] == (["r.1"] if found else [])
    assert can_suffer(bus) is (holed < 4)
    assert structure_left(bus) == 4 - holed
    for name in ("riders.1", "riders.2"):
        state.figures[name].aboard = ""
    assert shells(state, side) == []


@pytest.mark.rule("defiance.vehicle.sdc-passengers")
def test_who_can_suffer_any_more() -> None:
    battle = hull_battle({"r": hull("car"), "s": {"at": [[40, 10]]}, **FAR})
    car, man = battle.state.figures["r.1"], battle.state.figures["s.1"]
    assert (can_suffer(car), can_suffer(man), structure_left(man)) == (True, True, 0)
    for one in (car, man):
        one.gone = "killed"
        assert not can_suffer(one)
    assert not run(hull_hit(battle, car, Cause("blue", (0, 0), "fire")))  # nothing of it is left to be pierced
    assert car.hulled.holed == 0


@pytest.mark.rule("defiance.passenger.survival")
def test_survivors_who_are_hurt_are_told_and_the_others_are_not() -> None:
    units = {"r": hull("bus", primary=""), "riders": {**INSIDE["riders"], "frame": "tough"}, **FAR}
    battle = hull_battle(units, "survival 1, survival 5, survival 1, survival 1", frames={"tough": {"DC": 2}})
    rule = survive(battle, battle.state.figures["r.1"])
    ask: Any = rule.send(None)
    with pytest.raises(StopIteration):
        rule.send(ask.default())
    told = [(event.figure, event.hits, event.left) for event in battle.events or [] if type(event).__name__ == "Hurt"]
    assert told == [("riders.1", 1, 1)]


@pytest.mark.rule("defiance.passenger.survival")
def test_without_room_near_a_wreck_survivors_are_put_down_farther_off() -> None:
    boxes = {"w": [6, 6, 22, 42], "e": [26, 6, 42, 42], "s": [22, 6, 26, 21], "n": [22, 27, 26, 42]}
    rocks = [{"id": name, "category": "impassable", "box": box, "height": 3} for name, box in boxes.items()]
    units = {"r": hull("bus", (24, 24), primary=""), **INSIDE, **FAR}
    battle = hull_battle(units, terrain=rocks)
    figures = [battle.state.figures[name] for name in ("riders.1", "riders.2")]
    found = beside(battle, battle.state.figures["r.1"], figures, NEAR)
    assert [there.what for there in found] == ["riders.1", "riders.2"]
    for there in found:
        assert max(abs(there.at[0] - 24_000), abs(there.at[1] - 24_000)) >= 18_500  # clear of the rocks


@pytest.mark.rule("defiance.vehicle.eliminated", "defiance.vehicle.sdc-passengers")
@pytest.mark.parametrize(("holed", "hulk"), [(3, "holds"), (4, "lies")])
def test_a_wreck_without_structure_holds_nobody(holed: int, hulk: str) -> None:
    battle = survivors()
    bus = battle.state.figures["r.1"]
    bus.gone, bus.hulled.holed = "killed", holed
    settle_wreck(battle, bus)
    assert bus.hulled.hulk == hulk
