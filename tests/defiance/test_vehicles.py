"""Vehicles as far as orders, morale and units speak of them; driving, ramming and damage have their own chapters."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Leg, Refusal, Step
from littlewars.systems.defiance.basics.profiles import Weapon
from littlewars.systems.defiance.basics.sight import cover_mod, cover_of
from littlewars.systems.defiance.basics.state import Team
from littlewars.systems.defiance.drive.driving import is_static, speeds_of
from littlewars.systems.defiance.fight.strikes import reflex
from littlewars.systems.defiance.fire.damage import DamageDone, settle
from littlewars.systems.defiance.fire.targets import blocked
from littlewars.systems.defiance.move.path import wall_under
from littlewars.systems.defiance.orders.orders import BOARDING, ORDERS, available, fires, may_cover
from littlewars.systems.defiance.orders.vehicle_orders import may_shoot, unfired
from littlewars.systems.defiance.suppression.template import TEMPLATE_LOF, shot_at
from littlewars.systems.defiance.turn.resolution import clear_stoppages
from littlewars.systems.defiance.units.morale import try_nerve
from littlewars.systems.defiance.vehicles.steering import Rein, read_hull
from littlewars.table.shapes.bases import Disc
from tests.defiance.squads import Play, a_battle, one_shot, row, run, shoot

TANK = {"vehicle": True, "TY": "AFV", "SZ": 4, "DC": 2, "MV": 6, "FA": 2, "turn_cost": {"walk": 1, "run": 2, "sprint": 3}}
MECHA = {"vehicle": True, "TY": "Mecha", "SZ": 4, "DC": 2, "MV": 5, "FA": 2}
FAR = {"b": {"at": [[20, 30]]}}


def tanks(count: int = 1, **unit: Any) -> dict[str, Any]:
    figures = {str(n + 1): {"primary": "rifle", "support": "gun"} for n in range(count)}
    return {"r": {"frame": "tracks", "at": row(20, 10, count, 8), "primary": "", "figures": figures, **unit}, **FAR}


def turn(count: int = 1, **more: Any) -> Play:
    return Play(tanks(count, **more), dice="card 1", frames={"tracks": TANK})


@pytest.mark.rule("defiance.orders.vehicle-orders", "defiance.orders.vehicle-no-suppress-no-charge")
def test_vehicles_are_always_on_vehicle_orders() -> None:
    battle = a_battle(tanks(), frames={"tracks": TANK})
    assert available(battle, battle.state.units["r"], Team(["r.1"])) == ["vehicle-orders"]
    play = turn().say("vehicle-orders")
    assert play.options == ["stationary", "walking", "running"]
    play.say("walking")
    assert play.options == ["done", "drive", "shoot"]
    play.say("drive", {"r.1": [20, 13]}).say("shoot").say(shoot("rifle", "b.1"), dice="damage 1, damage 1")
    assert play.options == ["done", "drive", "shoot"]  # the other weapon, and three inches
    play.say("drive")
    assert play.refused({"r.1": [23, 13]}) == "vehicle.move-in-arc"
    play.say({"r.1": [{"verb": "turn", "face": 90}, [22, 13]]})
    assert (play.at("r.1"), play["r.1"].face) == ((22, 13), 9000)


@pytest.mark.rule("defiance.orders.vehicle-orders")
def test_a_sprinting_vehicle_does_not_fire_and_a_stationary_one_does_not_turn() -> None:
    battle = a_battle(tanks(), frames={"tracks": {**TANK, "modes": ["S"]}})
    fast = battle.state.figures["r.1"]
    assert speeds_of(battle.state, fast) == ["stationary", "walking", "running", "sprinting"]
    assert [may_shoot(fast, speed) for speed in ("stationary", "running", "sprinting")] == [True, True, False]
    play = turn(face=180).say("vehicle-orders", "stationary")
    assert play.options == ["done", "shoot"]
    play.say("shoot")  # nothing stands where it points
    assert not play.told("Fired")


@pytest.mark.rule("defiance.orders.vehicle-weapon-labels", "defiance.orders.vehicle-cover")
def test_a_vehicle_covers_with_any_weapon_that_it_did_not_fire() -> None:
    play = turn().say("vehicle-orders", "walking", "shoot").say(shoot("rifle", "b.1"), dice="damage 1, damage 1")
    assert unfired(play["r.1"]) == [1]
    play.say("done")
    assert play.asks == "red orders.vehicle-cover"
    play.say("cover")
    assert (play["r.1"].covers, play["r.1"].cover_mod) == ("vehicle", -2)
    play.say("cohesive-fire", "walking", "move-fire", {"b.1": [21, 30]})
    assert play.asks == "red cover.triggers"
    play.say("r")
    assert {name.split(":")[0] for name in play.options if name != "hold"} == {"1"}


@pytest.mark.rule("defiance.orders.static-vehicle-counter")
def test_a_vehicle_that_does_not_move_or_turn_is_static() -> None:
    assert is_static(a_battle(tanks(), frames={"tracks": TANK}).state.figures["r.1"])
    play = turn().say("vehicle-orders", "walking", "drive", {"r.1": [20, 12]})
    assert not is_static(play["r.1"])
    turned = turn().say("vehicle-orders", "walking", "drive", {"r.1": {"verb": "turn", "face": 45}})
    assert not is_static(turned["r.1"])
    still = turn(craft={"rolled": True}).say("vehicle-orders", "stationary", "done", "no")
    assert is_static(still["r.1"])


@pytest.mark.rule("defiance.orders.mecha-orders")
def test_mecha_declare_orders_like_infantry() -> None:
    # defiance.ex.mecha-weapons-by-order
    units = {
        "r": {"frame": "walker", "at": [[20, 10]], "primary": "", "figures": {"1": {"primary": "rifle", "support": "gun"}}},
        **FAR,
    }
    battle = a_battle(units, frames={"walker": MECHA})
    figure, state = battle.state.figures["r.1"], battle.state
    assert {"aim", "charge", "primary-suppression"} <= set(available(battle, state.units["r"], Team(["r.1"])))
    assert fires(figure, "cohesive-fire") == ("primary", "support")
    assert (fires(figure, "primary-fire"), may_cover(figure, "primary-fire")) == (("primary",), ["support"])
    assert (fires(figure, "support-fire"), may_cover(figure, "support-fire")) == (("support",), ["primary"])


@pytest.mark.rule("defiance.orders.sprint-vehicles")
def test_what_stands_outside_the_table_of_orders() -> None:
    assert ORDERS[BOARDING].kind == "maneuver"
    assert BOARDING == "sprint"
    assert not Weapon(key="c", name="c", form="cdw").can_cover


@pytest.mark.rule("defiance.move.prone-reflex")
def test_prone_figures_are_slower_hand_to_hand() -> None:
    # defiance.ex.prone-both
    state = a_battle({"r": {"at": [[20, 10]], "prone": True}, **FAR}).state
    prone, other = state.figures["r.1"], state.figures["b.1"]
    assert reflex(state, prone, other, charging=False) == -2
    assert reflex(state, prone, other, charging=True) == 0
    assert reflex(state, other, prone, charging=False) == 0


@pytest.mark.rule("defiance.suppression.morale")
def test_a_vehicle_in_a_template() -> None:
    # defiance.ex.suppression-vehicle: three AI weapons, base 7, -9 in all: 14 cannot be reached
    gun = {"FR": 3, "brackets": {"7+": 30}}
    names = ["b.1", "b.2", "b.3"]
    piece = {"at": [20, 10], "face": 90, "length": 4}
    made = {
        "id": "t",
        "unit": "b",
        "firer": "b.1",
        "target": "r",
        "pieces": [piece],
        "contributors": names,
        "arms": dict.fromkeys(names, 0),
    }
    units = {
        "r": {"frame": "plated", "at": [[20, 10]], "primary": ""},
        "b": {"at": row(18, 34, 3), "face": 180, "primary": "g"},
    }
    state = a_battle(units, frames={"plated": {**TANK, "AR": -1}}, weapons={"g": gun}, templates=[made]).state
    shot = shot_at(state, state.templates[0], state.figures["r.1"], TEMPLATE_LOF)
    assert shot is not None
    assert (shot.tally.base, shot.tally.needed) == (7, 14)


@pytest.mark.rule("defiance.cover.interrupt-aftermath")
def test_a_tagged_vehicle_goes_haywire_and_drives_on() -> None:
    # defiance.ex.cover-vehicle-haywire-goes-on
    battle = a_battle(tanks(), "morale 1", frames={"tracks": TANK})
    figure = battle.state.figures["r.1"]
    run(settle(battle, [DamageDone("r.1", battle.state.figures["b.1"].arms[0].weapon, 0, 1)]))
    assert (figure.haywire, figure.able) == (1, True)


@pytest.mark.rule("defiance.vehicle.turning")
def test_a_light_vehicle_turns_three_times_at_most() -> None:
    battle = a_battle(tanks(), frames={"tracks": {**TANK, "max_turns": 3}})
    figure = battle.state.figures["r.1"]

    def turned(times: int) -> bool:
        leg = Leg("r.1", tuple(Step("turn", face=9000 * (number % 2)) for number in range(1, times + 1)))
        return not isinstance(read_hull(battle, figure, leg, 12_000, Rein("walking")), Refusal)

    assert [turned(times) for times in (1, 3, 4)] == [True, True, False]


@pytest.mark.rule("defiance.vehicle.turning")
def test_a_turn_is_paid_for() -> None:
    """An inch walking, two running: with less left it cannot turn, and what it costs is gone."""
    battle = a_battle(tanks(), frames={"tracks": TANK})
    figure, leg = battle.state.figures["r.1"], Leg("r.1", (Step("turn", face=9000),))
    for speed, cost in (("walking", 1000), ("running", 2000)):
        assert isinstance(read_hull(battle, figure, leg, cost - 100, Rein(speed)), Refusal)
        trip = read_hull(battle, figure, leg, cost, Rein(speed))
        assert not isinstance(trip, Refusal)
        assert trip.left == 0


@pytest.mark.rule("defiance.move.climb-vehicles", "defiance.orders.mecha-orders")
def test_a_mecha_walks_like_infantry_but_does_not_climb() -> None:
    units = {"r": {"frame": "mech", "at": [[20, 10]], "primary": "rifle"}, **FAR}
    play = Play(units, dice="card 1", frames={"mech": MECHA}).say("support-fire", "walking")
    ask: Any = play.game.ask
    assert {"go", "turn"} <= set(ask.verbs)
    assert "climb" not in ask.verbs
    play.say({"r.1": [20, 14]})
    assert play.at("r.1") == (20, 14)


@pytest.mark.rule("defiance.morale.vehicle-quality", "defiance.vehicle.out-of-control")
def test_a_vehicle_goes_haywire_then_out_of_control_and_no_further() -> None:
    battle = a_battle(tanks(), "morale 1, morale 1, morale 1", frames={"tracks": TANK})
    tank, found = battle.state.figures["r.1"], []
    for _ in range(3):
        run(try_nerve(battle, tank, "tagged"))
        found.append((tank.haywire, tank.shaken, tank.gone))
    assert found == [(1, False, ""), (2, False, ""), (2, False, "")]


@pytest.mark.rule("defiance.ranged.terrain-cover-proximity", "defiance.ranged.terrain-cover-modifier")
@pytest.mark.parametrize(
    ("frame", "away", "cover"), [("man", 0.5, -2), ("tracks", 0.5, 0), ("tracks", 0.0, -1), ("man", 0.0, -2)]
)
def test_a_vehicle_must_touch_terrain_to_profit_like_powered_infantry(frame: str, away: float, cover: int) -> None:
    units = {"r": {"at": [[20, 5]]}, "b": {"frame": frame, "at": [[20, 30]]}}
    base = a_battle(units, frames={"tracks": TANK}).state.figures["b.1"].base()
    near = (30_000 - (base.r if isinstance(base, Disc) else base.length // 2)) / 1000  # its side towards the firer
    bush = {"id": "bush", "category": "light", "box": [10, near - away - 1, 30, near - away], "height": 2}
    state = a_battle(units, frames={"tracks": TANK}, terrain=[bush]).state
    target = state.figures["b.1"]
    assert cover_mod(target, cover_of(state, state.figures["r.1"].at, target)) == cover


# ---- their weapons


@pytest.mark.rule("defiance.orders.vehicle-orders", "defiance.vehicle.fire-actions")
def test_a_weapon_of_a_vehicle_fires_once_even_if_another_is_in_the_same_slot() -> None:
    units = {**tanks(), "b": {"at": [[20, 14]]}}
    units["r"]["figures"] = {"1": {"side_arms": ["pistol", "rifle"]}}
    play = Play(units, dice="card 1", frames={"tracks": TANK}).say("vehicle-orders", "walking", "shoot")
    play.say(shoot("pistol", "b.1"), dice="damage 1").say("shoot")
    assert play.options == ["hold", play.id(shoot("rifle", "b.1"))]


@pytest.mark.rule("defiance.stoppage.clear")
@pytest.mark.parametrize(("says", "cleared"), [(["done", "no"], True), (["done", "cover"], False), (["shoot"], False)])
def test_a_vehicle_clears_a_stoppage_if_it_neither_fires_nor_covers(says: list[str], cleared: bool) -> None:
    play = turn().say("vehicle-orders", "walking")
    play["r.1"].stopped = ("0:0",)
    play.say(*says)
    if says == ["shoot"]:
        play.say(shoot("gun", "b.1"), dice="damage 1, damage 1, damage 1").say("done")
    clear_stoppages(play.battle)
    assert (play["r.1"].stopped == ()) is cleared


@pytest.mark.rule("defiance.effector.knockback-vehicles")
def test_a_vehicle_is_not_knocked_back() -> None:
    """Two short tags infantry alone, and the test of a vehicle that is tagged has no -2: its 3 passes."""
    hammer = {"hammer": {"FR": "1K", "brackets": {"5+": 20}}}
    for frame, short in (("man", 2), ("tracks", 1)):
        units = {"r": {"at": [[20, 10]], "primary": "hammer"}, "b": {"frame": frame, "at": [[20, 20]], "primary": ""}}
        battle = a_battle(units, "morale 3", frames={"tracks": TANK}, weapons=hammer)
        figure, target = battle.state.figures["r.1"], battle.state.figures["b.1"]
        assert one_shot(battle.state, figure, 0, figure.arms[0].weapon, target, 1).short == short
    run(settle(battle, [DamageDone("b.1", figure.arms[0].weapon, tags=1)]))
    assert target.haywire == 0


@pytest.mark.rule("defiance.ranged.friendly-blocking")
@pytest.mark.parametrize(("size", "is_blocked"), [(3, False), (4, True), (5, True)])
def test_a_hull_hides_what_is_behind_it_from_those_of_its_size_and_smaller(size: int, is_blocked: bool) -> None:
    units = {
        "r": {"frame": "tank", "at": [[20, 10]], "primary": "gun"},
        "s": {"frame": "screen", "at": [[20, 18]], "face": 90},
        "b": {"at": [[20, 26]], "face": 180},
    }
    battle = a_battle(units, frames={"screen": {"vehicle": True, "TY": "AFV", "SZ": size, "DC": 2}})
    assert blocked(battle, battle.state.figures["r.1"], battle.state.figures["b.1"]) is is_blocked


@pytest.mark.rule("defiance.move.climb-vehicles")
@pytest.mark.parametrize(("away", "touches"), [(1.1, True), (1.3, False)])
def test_a_hull_stands_across_a_wall_within_half_its_width(away: float, touches: bool) -> None:
    """A vehicle of size 4 is 2.4 inches wide."""
    wall = {"id": "wall", "category": "heavy", "box": [10, 20, 30, 20.4], "height": 2, "obstacle": True}
    battle = a_battle({"r": {"frame": "tank", "at": [[20, 10]], "face": 90}}, terrain=[wall])
    at = (20_000, round((20 - away) * 1000))
    assert (wall_under(battle, battle.state.figures["r.1"], at) is not None) is touches
