"""Conditions of several parts, each part alone; first of several; limits met to the hair."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from littlewars.engine import Leg, Move, ScenarioError, Step
from littlewars.engine.showing import Drag
from littlewars.systems.combat_action.basics.numbers import CONTACT, LOCATIONS
from littlewars.systems.combat_action.basics.sight import sees
from littlewars.systems.combat_action.basics.tabletop import THICK, sync_board
from littlewars.systems.combat_action.fire.shooting import aimed
from littlewars.systems.combat_action.fire.targets import Shot
from littlewars.systems.combat_action.machines.by_itself import flight
from littlewars.systems.combat_action.move.limits import limit_of
from littlewars.systems.combat_action.move.obstacles import crossings, doors, take_seat
from littlewars.systems.combat_action.move.ways import Steering
from littlewars.systems.combat_action.ready.ready import Course, places, watchers
from littlewars.systems.combat_action.scenario.setup import state_errors
from littlewars.systems.combat_action.turn.actions import open_to
from littlewars.systems.combat_action.turn.sequence import _grenade, action
from tests.combat_action.field import Play, a_battle, a_state, finish

FOE: dict[str, Any] = {"model": "bare", "at": [[60, 110]]}


# ---- the state


@pytest.mark.rule("combat-action.actions.allowance", "combat-action.damage.wounded")
def test_wounds_leave_no_points_below_none() -> None:
    figure = a_state({"r": {"at": [[60, 60]]}, "b": FOE}).figures["r.1"]
    assert figure.full_ap() == 2
    assert [replace(figure, wounded=wounds).full_ap() for wounds in (1, 2, 3)] == [1, 0, 0]


@pytest.mark.rule("combat-action.units.aboard")
def test_riders_ride_in_a_vehicle_unless_they_are_gone() -> None:
    rider = {"model": "bare", "carrier": "nobody"}
    with pytest.raises(ScenarioError, match=r"r\.1 rides in nothing: there is no 'nobody'"):
        a_state({"r": {"figures": {"1": rider, "2": {"at": [60, 60]}}}, "b": FOE})
    a_state({"r": {"figures": {"1": {**rider, "gone": "killed"}, "2": {"at": [60, 60]}}}, "b": FOE})


@pytest.mark.rule("combat-action.machine-damage.next-location")
def test_all_locations_may_be_damaged() -> None:
    state = a_state({"r": {"figures": {"1": {"model": "hunter", "at": [60, 60]}}}, "b": FOE})
    state.figures["r.1"].broken = tuple(LOCATIONS)
    assert not [error for error in state_errors(state) if "locations damaged" in error]
    state.figures["r.1"].broken = ("tail",)
    assert [error for error in state_errors(state) if "locations damaged" in error]


@pytest.mark.rule("combat-action.los.lines")
def test_a_machine_that_has_gone_is_in_nobodys_sight() -> None:
    hulls = {"1": {"model": "hunter", "at": [60, 60]}}
    battle = a_battle({"r": {"at": [[60, 40]]}, "s": {"figures": hulls}, "b": {"model": "bare", "at": [[60, 80]]}})
    one, hull, foe = (battle.state.figures[name] for name in ("r.1", "s.1", "b.1"))
    assert not sees(battle, one, foe)
    hull.gone = "left"
    sync_board(battle, hull)
    assert sees(battle, one, foe)


@pytest.mark.rule("combat-action.pinned.ready")
@pytest.mark.parametrize("gun", [0, 1])
def test_nobody_is_ready_in_a_pinned_unit(gun: int) -> None:
    figures = {"1": {"model": "hunter", "at": [60, 60], "ready": gun}}
    with pytest.raises(ScenarioError, match=r"r\.1 is ready in a unit that is pinned: combat-action\.pinned\.ready"):
        a_state({"r": {"figures": figures, "status": "pinned"}, "b": FOE})


@pytest.mark.rule("combat-action.vehicles.crew")
@pytest.mark.parametrize("seat", ["gunner", ""])
def test_two_change_seats(seat: str) -> None:
    figures = {
        "1": {"model": "car", "at": [60, 60]},
        "2": {"model": "driver", "carrier": "r.1", "seat": "pilot", "wounded": True},
        "3": {"model": "gunner", "carrier": "r.1", "seat": seat},
    }
    battle = a_battle({"r": {"figures": figures, "leader": "r.2"}, "b": FOE})
    take_seat(battle, battle.state.figures["r.3"])
    assert [battle.state.figures[name].seat for name in ("r.2", "r.3")] == ["gunner", "pilot"]


# ---- who may do what


@pytest.mark.rule("combat-action.actions.allowance")
def test_nothing_is_open_without_points_to_the_lost_and_to_empty_hulls() -> None:
    battle = a_battle({"r": {"figures": {"1": {"at": [60, 60]}, "2": {"model": "car", "at": [30, 60]}}}, "b": FOE})
    man_, car = battle.state.figures["r.1"], battle.state.figures["r.2"]
    man_.ap = car.ap = 2
    assert open_to(battle, man_)
    assert open_to(battle, car) == []
    man_.ap = 0
    assert open_to(battle, man_) == []
    man_.ap, man_.gone = 2, "killed"
    assert open_to(battle, man_) == []


def _stuck(level: int = 0, at: tuple[float, float] = (60, 66)) -> set[str]:
    """What somebody at (60, 60) can do to the hatches of a flyer of his side that stands, or flies, there."""
    hull = {"model": "flyer", "at": list(at), "level": level, "broken": ["hold"]}
    battle = a_battle({"r": {"model": "fighter", "at": [[60, 60]]}, "s": {"figures": {"1": hull}}, "b": FOE})
    figure = battle.state.figures["r.1"]
    figure.ap = 2
    return {one for one in open_to(battle, figure) if "hatch" in one}


@pytest.mark.rule("combat-action.machine-damage.hatches")
def test_hatches_are_forced_from_within_two_centimetres() -> None:
    assert _stuck() == {"close-combat-attack:0:hatch s.1"}
    assert _stuck(at=(60, 70)) == set()
    assert _stuck(level=1) == set()


@pytest.mark.rule("combat-action.ready.use")
def test_the_fallen_watch_nobody() -> None:
    figures: dict[str, Any] = {"1": {"at": [62, 20], "ready": 0, "ap": 1}, "2": {"at": [66, 20], "ready": 0, "ap": 1}}
    units: dict[str, Any] = {"r": {"figures": figures}, "b": {"model": "bare", "at": [[58, 60]]}}
    battle = a_battle(units, turn={"doing": {"unit": "b"}})
    battle.state.figures["r.2"].gone = "killed"
    assert [one.id for one, _ in watchers(battle, battle.state.figures["b.1"])] == ["r.1"]


@pytest.mark.rule("combat-action.ready.use", "combat-action.actions.charge")
@pytest.mark.parametrize(("more", "last"), [(0, 2 * CONTACT), (1, 1), (500, 500)])
def test_a_charge_is_seen_a_hair_before_contact(more: int, last: int) -> None:
    units: dict[str, Any] = {
        "r": {"figures": {"1": {"at": [62, 20], "ready": 0, "ap": 1}}},
        "b": {"model": "bare", "at": [[58, 60]]},
    }
    battle = a_battle(units, turn={"doing": {"unit": "b"}})
    course = Course(((58000, 60000), (58000 + 2 * CONTACT + more, 60000)), contact=True)
    assert [stop.step for stop in places(battle, battle.state.figures["b.1"], course)][-1] == last


@pytest.mark.rule("combat-action.actions.prime-grenade")
def test_nothing_goes_off_in_an_empty_hand() -> None:
    battle = a_battle({"r": {"at": [[60, 60]]}, "b": FOE}, turn={"number": 3})
    figure = battle.state.figures["r.1"]
    figure.primed = 2
    _grenade(battle, figure)
    assert not battle.events
    assert not figure.primed


@pytest.mark.rule("combat-action.ranged.cover-pf")
def test_riders_and_points_have_no_cover_of_their_own() -> None:
    wood = {"id": "wood", "kind": "sparse-wood", "box": [40, 72, 90, 96]}
    figures = {
        "1": {"model": "car", "at": [60, 84], "face": 0},
        "2": {"model": "bare", "carrier": "b.1", "seat": "pilot"},
        "3": {"model": "bare", "at": [80, 84]},
    }
    battle = a_battle({"r": {"at": [[60, 50]]}, "b": {"figures": figures}}, terrain=[wood])
    cover = [aimed(battle, Shot("r.1", "r.1", 0, "standard-fire", target=name)).cover for name in ("b.3", "b.2")]
    assert cover[0] > 0
    assert cover[1] == 0


@pytest.mark.rule("combat-action.vehicles.altitude")
@pytest.mark.parametrize(("steps", "allowed"), [(1, True), (2, False)])
def test_a_flyer_changes_one_level(steps: int, allowed: bool) -> None:
    battle = a_battle({"r": {"figures": {"1": {"model": "flyer", "at": [60, 60], "level": 0}}}, "b": FOE})
    legs = (Leg("r.1", (Step("rise"),) * steps),)
    assert (Steering(battle, battle.state.figures["r.1"]).refuse(legs) is None) is allowed


# ---- machines by themselves


@pytest.mark.rule("combat-action.vehicles.collision", "combat-action.vehicles.out-of-control-direction")
def test_a_runaway_that_turns_into_a_rock_has_not_moved() -> None:
    rock = {"id": "rock", "kind": "boulder", "box": [63, 58, 66, 62], "height": 6}
    figures = {
        "1": {"model": "car", "at": [60, 60], "went": 18, "loose": "for good"},
        "2": {"model": "driver", "gone": "killed"},
    }
    units: dict[str, Any] = {"r": {"figures": figures, "leader": "r.2"}, "s": {"model": "bare", "at": [[5, 5]]}, "b": FOE}
    play = Play(units, "direction 6", active="r", terrain=[rock])
    assert (play.at("r.1"), play["r.1"].went) == ((60, 60), 0)


@pytest.mark.rule("combat-action.robots.loss-of-control")
def test_of_those_who_move_by_themselves_the_fallen_are_passed_over() -> None:
    figures: dict[str, Any] = {"1": {"at": [60, 60], "gone": "killed"}, "2": {"at": [80, 60]}}
    units: dict[str, Any] = {"r": {"figures": figures, "leader": "r.2", "status": "routing"}, "b": FOE}
    battle = a_battle(units, turn={"doing": {"unit": "r"}})
    doing, runner = battle.state.acting(), battle.state.figures["r.2"]
    doing.phase, doing.due = "action-resolution", ["r.1", "r.2"]
    finish(action(battle))
    assert runner.y < 60_000


# ---- ways


@pytest.mark.rule("combat-action.rout.charge-away")
def test_who_flees_from_his_own_edge_turns_to_the_left() -> None:
    rock = {"id": "rock", "kind": "boulder", "box": [58, 66, 62, 70], "height": 6}
    units = {"r": {"model": "bare", "at": [[60, 60]]}, "b": {"model": "bare", "at": [[60, 50]]}}
    battle = a_battle(units, terrain=[rock])
    assert flight(battle, battle.state.figures["r.1"]).to[0] < 60000


@pytest.mark.rule("combat-action.units.coherency")
def test_a_comrade_right_above_shows_no_way_and_so_nothing_binds() -> None:
    house = {"id": "house", "kind": "building", "box": [55, 55, 65, 65], "height": 6}
    figures = {"1": {"at": [60, 60], "foot": 6}, "2": {"at": [60, 60]}, "3": {"at": [20, 20]}}
    battle = a_battle({"r": {"figures": figures, "leader": "r.1", "strays": ["r.2"]}, "b": FOE}, terrain=[house])
    assert limit_of(battle, battle.state.figures["r.2"]) is None
    rallied = a_battle({"r": {"figures": figures, "leader": "r.1", "regroups": True}, "b": FOE}, terrain=[house])
    limit = limit_of(rallied, rallied.state.figures["r.2"])
    assert limit is not None
    assert limit.ideas(5000) == ()


@pytest.mark.rule("combat-action.actions.climb", "combat-action.actions.jump")
@pytest.mark.parametrize(("foot", "beyond"), [(0, True), (6, False)])
def test_whoever_stands_beyond_an_obstacle_is_in_the_way_unless_above(foot: float, beyond: bool) -> None:
    wall = {"id": "wall", "kind": "low-wall", "box": [50, 62, 70, 63], "height": 1.5}
    units = {"r": {"figures": {"1": {"at": [60, 61]}, "2": {"at": [60, 64.3]}}}, "b": FOE}
    battle = a_battle(units, terrain=[wall])
    battle.state.figures["r.2"].foot = round(foot * 1000)
    assert (crossings(battle, battle.state.figures["r.1"])["jump-obstacle:wall"].at[1] > 64_300) is beyond


@pytest.mark.rule("combat-action.actions.open-door")
@pytest.mark.parametrize(("more", "shuts"), [(0, False), (1, True)])
def test_who_just_stands_in_a_door_keeps_it_open(more: int, shuts: bool) -> None:
    house = {"id": "house", "kind": "building", "box": [55, 25, 65, 35], "height": 6, "doors": [[0, 3, 7, "open"]]}
    battle = a_battle({"r": {"at": [[60, 20]]}, "b": FOE}, terrain=[house])
    figure = battle.state.figures["r.1"]
    figure.y = 25000 - figure.profile.radius - THICK - more
    assert bool(doors(battle, figure)) is shuts


@pytest.mark.rule("combat-action.actions.charge")
def test_a_drag_onto_two_is_a_charge_at_the_first() -> None:
    units = {"r": {"model": "fighter", "at": [[60, 50]]}, "b": {"model": "bare", "at": [[58.6, 62], [61.4, 62]]}}
    play = Play(units, active="r").say("charge")
    ask = play.game.ask
    assert isinstance(ask, Move)
    legs = ask.plan(Drag(("r.1",), (60000, 60900)))
    end = legs[0].steps[-1].to
    assert end is not None
    assert end[0] < 60000
