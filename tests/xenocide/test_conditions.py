"""Rules of several conditions, each of which decides by itself: who is offered a point of a way, who drives on, who gets in,
who takes a weapon over, what is proposed and traced."""

from __future__ import annotations

from math import dist
from random import Random
from typing import Any

import pytest

from littlewars.engine import Leg, Refusal, ScenarioError, Step
from littlewars.engine.moves import along
from littlewars.muster import RosterError
from littlewars.systems.xenocide.basics.profiles import armoury
from littlewars.systems.xenocide.basics.state import FinishedMove, LyingWeapon
from littlewars.systems.xenocide.basics.tabletop import put
from littlewars.systems.xenocide.fire.aim import could_hit
from littlewars.systems.xenocide.fire.views import look_at, view
from littlewars.systems.xenocide.harm.blows import free_hands
from littlewars.systems.xenocide.melee.phase import defended
from littlewars.systems.xenocide.move.compulsory import FallBack, flee
from littlewars.systems.xenocide.move.driving import drive, push, ram, step_off
from littlewars.systems.xenocide.move.snapping import Passing
from littlewars.systems.xenocide.move.walking import Ends, Walk, refuse_weapons, take_over
from littlewars.systems.xenocide.move.ways import Allowance, allowance_of, may_move
from littlewars.systems.xenocide.roster.muster import VP, gun_worth
from littlewars.systems.xenocide.scenario.setup import state_errors
from littlewars.systems.xenocide.vehicles.mounts import may_board
from littlewars.table.constants import TOUCH
from tests.xenocide.squads import MAN, a_battle, a_state, finish, row, run
from tests.xenocide.test_fire_numbers import plan
from tests.xenocide.test_fire_strikes import ROCKETS, counts, struck
from tests.xenocide.test_profiles import roster
from tests.xenocide.test_vehicles import PROFILES as HULLS
from tests.xenocide.test_vehicles import field, go, hull, way

MOVING: dict[str, Any] = {"phase": "movement", "number": 1, "stage": "units", "first": "red", "at": "red"}
FAR: dict[str, Any] = {"b": {"at": [[44, 44]]}}
CREW = {"1": {"profile": "crew", "at": [20, 10]}, "2": {"at": [21.2, 10]}, "3": {"at": [25, 10]}}
PROFILES: dict[str, Any] = {"crew": {**MAN, "carries": ["medium-machine-gun"]}}


@pytest.mark.rule("xenocide.stat.victory-points")
def test_what_a_gun_is_worth_by_its_range() -> None:
    def worth(inches: int) -> float:
        gun = type(armoury().guns["rifle"])(**armoury().guns["rifle"].fields() | {"normal": inches * 1000})
        return gun_worth(gun, 3, 2) / gun_worth(armoury().guns["rifle"], 3, 2)

    usual = worth(24)
    assert [worth(far) / usual for far in (12, 13, 24, 25)] == [0.5, 1.0, 1.0, 1.5]
    assert (VP.reaches, VP.farther) == ([[12, 0.5], [24, 1.0]], 1.5)


@pytest.mark.rule("xenocide.targeting.out-of-range-models")
def test_the_guns_of_those_who_see_nobody_do_not_count() -> None:
    figures = {"1": {"at": [10, 10]}, "2": {"profile": "bare", "at": [16, 10]}}
    wall = [{"id": "wall", "kind": "high-wall", "box": [8, 14, 14, 15]}]
    battle = a_battle({"r": {"figures": figures}, "b": {"at": [[10, 28]]}}, terrain=wall)
    unit, foe = battle.state.units["r"], battle.state.units["b"]
    assert not could_hit(battle, unit, foe)
    seen = view(battle, unit, foe)
    assert (seen.sees_any("r.1"), seen.sees_any("r.2")) == (False, True)
    assert not could_hit(battle, unit, foe)  # also when somebody has looked


# ---- on the way


@pytest.mark.rule("xenocide.snap.point", "xenocide.teleport.mishap")
def test_nobody_fires_at_the_way_of_those_who_are_lost() -> None:
    units = {"r": {"at": [[20, 10], [22, 10]]}, "b": {"at": [[20, 24]], "order": "opportunity"}}
    battle = a_battle(units, turn=MOVING)
    march = FinishedMove("r", {"r.1": ((20_000, 6_000), (20_000, 10_000))}, jumped=True)
    unit = battle.state.units["r"]
    assert Passing(battle, march, unit).points() == {"b": ["hold", "0", "8"]}
    battle.state.figures["r.1"].gone = "mishap"
    assert Passing(battle, march, unit).points() == {}


@pytest.mark.rule("xenocide.snap.resolution")
def test_a_unit_in_melee_is_only_thought_of_where_it_stands_there() -> None:
    units = {"r": {"at": [[20, 14]]}, "b": {"at": [[20, 28]], "order": "opportunity"}, "b2": {"at": [[21, 14]]}}
    battle = a_battle(units, turn=MOVING)
    unit, march = battle.state.units["r"], FinishedMove("r", {"r.1": ((20_000, 10_000), (20_000, 14_000))})
    assert ("view", "b", unit.id) in Passing(battle, march, unit).found("b", 4)
    unit.engaged, battle.state.units["b2"].engaged = ["b2"], ["r"]
    assert Passing(battle, march, unit).found("b", 4) == {}


@pytest.mark.rule("xenocide.los.enemy-units-block")
def test_a_full_look_names_all_screens_on_a_line() -> None:
    units = {"a": {"at": [[20, 10]]}, "b": {"at": [[20, 30]]}, "b2": {"at": [[20, 18]]}, "b3": {"at": [[20, 22]]}}
    battle = a_battle(units)
    looks = (look_at(battle, battle.state.units["a"], battle.state.units["b"], full=full)[0] for full in (False, True))
    assert [seen.screens("a.1", "b.1") for seen in looks] == [("b2",), ("b2", "b3")]


@pytest.mark.rule("xenocide.broken.no-cover")
def test_of_ways_that_are_as_near_to_its_edge_the_one_to_the_left_comes_first() -> None:
    battle = a_battle({"r": {"at": [[20, 20]], "panic": "stands", "markers": 4}, "b": {"at": [[20, 30]]}}, turn=MOVING)
    ways = FallBack(battle, battle.state.units["r"], Allowance({"r.1": 4000}), 0)._away((20_000, 20_000))
    assert [x - 20_000 for x, _ in ways][:3] == [0, 1035, -1035]


@pytest.mark.rule("xenocide.result.defended-cover")
def test_a_wall_is_defended_against_enemies_behind_it() -> None:
    wall = [{"id": "wall", "kind": "low-wall", "box": [16, 20, 24, 20.2]}]
    units = {"r": {"at": [[20, 19.4]]}, "r2": {"at": [[22, 20.8]]}, "b": {"at": [[20, 20.8]]}}
    battle = a_battle(units, terrain=wall)
    r, friend, foe = (battle.state.units[name] for name in ("r", "r2", "b"))
    assert (defended(battle, r, [r, foe]), defended(battle, r, [r, friend])) == ("heavy", "")


@pytest.mark.rule("xenocide.aoe.spill")
def test_where_no_area_hit_is_left_over_nobody_is_asked() -> None:
    units = {
        "a": {"profile": "rocketeer", "at": [[24, 2]]},
        "b": {"at": [[22, 20], [22, 22]]},
        "b2": {"at": [[20, 20.2], [24, 20.2], [22, 23.5]]},
    }
    battle = a_battle(units, "hit 1, area 1, area 1", profiles=ROCKETS)
    assert plan(battle).mixed == ("b2",)
    assert counts(struck(battle)) == [("b", 2)]


@pytest.mark.rule("xenocide.snap.who")
def test_a_quick_look_leaves_out_those_whose_guns_do_not_reach_the_way() -> None:
    reach = armoury().guns["rifle"].reach
    for short, offered in ((0, ["b"]), (1, [])):
        at = [[20, 14 + (reach + 1000 + short) / 1000]]  # two radii of half an inch, from the end of the way
        battle = a_battle({"r": {"at": [[20, 14]]}, "b": {"at": at, "order": "opportunity"}}, turn=MOVING, table=[60, 90])
        passing = Passing(battle, FinishedMove("r", {"r.1": ((20_000, 10_000), (20_000, 14_000))}), battle.state.units["r"])
        assert list(passing.armed) == offered
        assert list(passing.points()) == offered


@pytest.mark.rule("xenocide.suppressed-move.towards")
def test_more_markers_than_movement_leave_nothing_towards_the_enemy() -> None:
    battle = a_battle({"r": {"at": [[20, 10]], "markers": 5}, "b": {"at": [[20, 30]]}}, turn=MOVING)
    walk = Walk(battle, battle.state.units["r"], allowance_of(battle, battle.state.units["r"]))
    refused = walk.refuse((Leg("r.1", (Step("go", (20_000, 10_001)),)),))
    assert refused is not None
    assert refused.rule == "xenocide.suppressed-move.towards"
    assert walk.trace(Leg("r.1", (Step("go", (20_000, 10_001)),))).budget == 0


@pytest.mark.rule("xenocide.size.move-after")
def test_who_may_not_move_has_no_way_on_the_page() -> None:
    figures = {"1": {"profile": "gunner", "at": [20, 10], "fired": ["light-machine-gun"]}, "2": {"at": [21.2, 10]}}
    battle = a_battle({"r": {"figures": figures}, **FAR}, turn=MOVING)
    walk = Walk(battle, battle.state.units["r"], allowance_of(battle, battle.state.units["r"]))
    budgets = [walk.trace(Leg(name, (Step("go", (20_000, 12_000)),))).budget for name in ("r.1", "r.2")]
    assert budgets == [0, 4000]
    stays = walk.trace(Leg("r.2", ()))
    assert (stays.cost, stays.path) == (0, ((21_200, 10_000),))


@pytest.mark.rule("xenocide.size.crew-weapon-moving")
def test_a_made_up_move_leaves_the_weapon_or_its_bearer_behind() -> None:
    alone = {number: one for number, one in CREW.items() if number != "2"}  # nobody helps to carry it
    battle, rng = a_battle({"r": {"figures": alone}, **FAR}, turn=MOVING, profiles=PROFILES), Random(1)
    walk = Walk(battle, battle.state.units["r"], allowance_of(battle, battle.state.units["r"]))
    made = [legs for _ in range(100) if (legs := walk.propose(rng))]
    verbs = [{leg.who: [step.verb for step in leg.steps] for leg in legs} for legs in made]
    assert {"r.3": ["go"]} in verbs
    assert {"r.1": ["drop", "go"], "r.3": ["go"]} in verbs
    assert all(one in ({"r.3": ["go"]}, {"r.1": ["drop", "go"], "r.3": ["go"]}) for one in verbs)


@pytest.mark.rule("xenocide.size.crew-weapon-moving")
def test_who_helps_to_carry_a_weapon_ends_within_an_inch_of_its_bearer() -> None:
    battle = a_battle({"r": {"figures": CREW}, **FAR}, turn=MOVING, profiles=PROFILES)
    for x, allowed in ((22_000, True), (22_001, False)):  # an inch between two bases of half an inch
        legs = (Leg("r.1", (Step("go", (20_000, 13_000)),)), Leg("r.2", (Step("go", (x, 13_000)),)))
        assert (refuse_weapons(battle, legs) is None) is allowed


@pytest.mark.rule("xenocide.move.paths")
def test_a_made_up_move_stays_on_the_table() -> None:
    battle = a_battle({"r": {"at": [[1, 1]]}, **FAR}, turn=MOVING)
    walk = Walk(battle, battle.state.units["r"], allowance_of(battle, battle.state.units["r"]))
    made = [walk.propose(rng) for rng in [Random(2)] for _ in range(60)]
    ends = [leg.steps[0].to or (-1, -1) for legs in made for leg in legs or ()]
    assert None in made
    assert ends
    assert all(x >= 0 and y >= 0 for x, y in ends)


@pytest.mark.rule("xenocide.orders.run-minimum")
def test_who_has_to_run_looks_all_round_for_a_way_far_half_way_and_near() -> None:
    battle = a_battle({"r": {"at": [[20, 10]], "order": "run"}, **FAR}, turn=MOVING)
    far = list[float]()

    def never(ends: Ends) -> Refusal:
        far.append(dist(ends["r.1"], (20_000, 10_000)))
        return Refusal("xenocide.broken.passed", "nowhere")

    assert (
        Walk(battle, battle.state.units["r"], allowance_of(battle, battle.state.units["r"], 2, 4000), never)._find_ideas() == []
    )
    assert far[:48] == pytest.approx([8000] * 16 + [6000] * 16 + [4000 + TOUCH // 2] * 16, abs=1)


# ---- vehicles


@pytest.mark.rule("xenocide.vehicle.cannot-keep-distance")
def test_who_has_to_stop_does_not_go_on_to_the_next_leg() -> None:
    battle = field("ram", "1, 1", {"b": {"profile": "heavy", "at": [[24, 26]], "face": 90}}, increment=1)
    unit, vehicle = hull(battle)
    rule = drive(battle, unit, vehicle)
    rule.send(None)
    with pytest.raises(StopIteration):
        rule.send((way((24, 32), 45, (28, 36)),))
    assert (vehicle.x, vehicle.face, unit.increment) == (24_000, 0, 0)
    assert vehicle.y < 23_000


@pytest.mark.rule("xenocide.vehicle.overrun")
def test_only_troops_under_a_hull_make_room() -> None:
    more = {"b": {"profile": "soft", "at": [[26, 20]]}, "b2": {"profile": "wheeled", "at": [[21, 20]]}}  # both touch it
    battle = field("wheeled", more={**more, "b3": {"profile": "soft", "at": [[24.5, 30]]}})
    put(battle, battle.state.figures["b3.1"], (24_500, 20_000))
    step_off(battle, hull(battle)[1])
    places = [battle.state.figures[f"{name}.1"].at for name in ("b", "b2", "b3")]
    assert places[:2] == [(26_000, 20_000), (21_000, 20_000)]
    assert places[2] != (24_500, 20_000)


@pytest.mark.rule("xenocide.vehicle.turn-in-place")
def test_who_turns_on_the_spot_has_moved() -> None:
    battle = field("tracked")
    _, vehicle = hull(battle)
    go(battle, 90)
    assert (vehicle.face, vehicle.moved, vehicle.at) == (9000, True, (24_000, 20_000))


@pytest.mark.rule("xenocide.vehicle.ram-push")
def test_who_dodges_a_pushed_vehicle_steps_to_the_nearer_side_of_its_way() -> None:
    more = {"b": {"profile": "light", "at": [[24, 25]]}, "bc": {"at": [[24.6, 29]]}}
    battle = field("ram", "5, 1", more)
    finish(push(battle, battle.state.figures["b.1"], 0, 4))
    figure = battle.state.figures["bc.1"]
    assert (figure.x, figure.y) == (pytest.approx(26_000, abs=60), pytest.approx(29_000, abs=60))


@pytest.mark.rule("xenocide.vehicle.ram-push")
@pytest.mark.parametrize(("die", "x", "y"), [("1", -2828, 2828), ("4", 0, 4000), ("9", 2828, 2828)])
def test_a_vehicle_is_pushed_ahead_or_half_aside(die: str, x: int, y: int) -> None:
    battle = field("ram", die, {"b": {"profile": "light", "at": [[24, 30]]}})
    finish(push(battle, battle.state.figures["b.1"], 0, 4))
    target = battle.state.figures["b.1"]
    assert (target.x - 24_000, target.y - 30_000) == (x, y)


@pytest.mark.rule("xenocide.vehicle.ram-continue", "xenocide.vehicle.ram-push", "xenocide.vehicle.disabled")
def test_a_vehicle_that_is_disabled_by_its_ram_stops_and_what_it_hit_is_pushed() -> None:
    weak = {**HULLS, "ram": {**HULLS["ram"], "armor": 8}}
    units = {
        "r": {"profile": "ram", "at": [[24, 20]], "increment": 2},
        "b": {"profile": "light", "at": [[24, 25.01]], "face": 90},
    }
    battle = a_battle(units, "1, 9, 5", profiles=weak, turn=MOVING)
    unit, vehicle = hull(battle)
    vehicle.damage = 8  # the next marker disables it
    assert not finish(ram(battle, unit, vehicle, battle.state.figures["b.1"]))
    assert (vehicle.disabled, vehicle.gone, vehicle.at) == (True, "", (24_000, 20_000))
    assert battle.state.figures["b.1"].at == (24_000, 25_010 + 3_000)  # power 9 against strength 6


@pytest.mark.rule("xenocide.vehicle.load-and-deploy")
@pytest.mark.parametrize(
    ("field", "value"), [("boarded", True), ("engaged", ["b"]), ("airborne", True), ("panic", "flees"), ("panic", "stands")]
)
def test_who_has_got_out_fights_flies_or_flees_does_not_get_in(field: str, value: Any) -> None:
    units = {"r": {"profile": "truck", "at": [[24, 20]]}, "c": {"at": [[26.5, 20]], "side": "red"}, **FAR}
    battle = a_battle(units, turn=MOVING)
    unit, vehicle = battle.state.units["c"], battle.state.figures["r.1"]
    assert may_board(battle, unit, vehicle)
    setattr(unit, field, value)
    assert may_board(battle, unit, vehicle) is (value == "stands")


@pytest.mark.rule("xenocide.vehicle.load-and-deploy")
def test_who_is_still_to_come_does_not_get_in() -> None:
    units = {"r": {"profile": "truck", "at": [[24, 20]]}, "c": {"at": [[26.5, 20]], "side": "red"}, **FAR}
    battle = a_battle(units, turn=MOVING)
    battle.state.turn.waiting = ["c"]
    assert not may_board(battle, battle.state.units["c"], battle.state.figures["r.1"])


@pytest.mark.rule("xenocide.size.crew")
def test_only_a_man_with_free_hands_takes_a_weapon_over() -> None:
    units = {"r": {"figures": CREW}, "t": {"profile": "truck", "at": [[28, 13]]}, **FAR}
    battle = a_battle(units, turn=MOVING, profiles=PROFILES)
    state = battle.state
    bearer, lost, man, truck = (state.figures[name] for name in ("r.1", "r.2", "r.3", "t.1"))
    state.lying = [LyingWeapon("x", "medium-machine-gun", figure.x, figure.y, "red") for figure in (bearer, lost, truck)]
    lost.gone = "killed"
    finish(take_over(battle, [bearer, lost, truck]))
    assert (len(state.lying), bearer.bears, lost.bears, truck.bears) == (3, "medium-machine-gun", "", "")
    state.lying.append(LyingWeapon("y", "medium-machine-gun", man.x, man.y, "blue"))
    finish(take_over(battle, [man]))
    assert man.bears == ""  # it is the enemy's
    state.lying[-1].side = "red"
    state.lying[-1].y += 1501  # an inch from his base is the most
    finish(take_over(battle, [man]))
    assert man.bears == ""
    state.lying[-1].y -= 1
    assert run(take_over(battle, [man]), "leave") is None
    assert man.bears == ""  # he may, and need not
    run(take_over(battle, [man]), man.id)
    assert (man.bears, len(state.lying)) == ("medium-machine-gun", 3)


@pytest.mark.rule("xenocide.size.hands", "xenocide.meleeweapon.hand-once", "xenocide.size.move-after")
@pytest.mark.parametrize(("capacity", "left", "goes"), [(4, 2, True), (3, 2, False), (2, 0, False)])
def test_a_weapon_taken_over_is_fired_with_the_hands_that_its_class_takes(capacity: int, left: int, goes: bool) -> None:
    brute = {**MAN, "capacity": capacity, "hands": 4}
    units = {"r": {"figures": {"1": {"at": [10, 10]}, "2": {"profile": "brute", "at": [14, 10]}}}, **FAR}
    profiles = {"man": {**MAN, "carries": ["medium-machine-gun"]}, "brute": brute}
    state = a_battle(units, profiles=profiles).state
    figure = state.figures["r.2"]
    assert state.gun("medium-machine-gun").size == 4
    figure.fired = ("medium-machine-gun",)
    assert (free_hands(state, figure), may_move(state, figure)) == (left, goes)


@pytest.mark.rule("xenocide.size.crew")
@pytest.mark.parametrize("more", [{"fired": ["nothing"]}, {"bears": "nothing"}])
def test_nobody_has_fired_what_nobody_came_with(more: dict[str, Any]) -> None:
    with pytest.raises(ScenarioError, match=r"r\.1 bears, or has fired, what nobody came with: xenocide\.size\.crew"):
        a_state({"r": {"figures": {"1": {"at": [10, 10], **more}}}, **FAR})


# ---- rosters and scenarios


@pytest.mark.rule("xenocide.profiles.vehicles-in-text")
@pytest.mark.parametrize(("wanted", "meant"), [("human-ap", "human-apc"), ("human-trooper", "human-apc")])
def test_only_vehicles_are_suggested_for_a_vehicle(wanted: str, meant: str) -> None:
    with pytest.raises(RosterError) as said:
        roster(units=[{"name": "One", "vehicle": wanted}])
    assert str(said.value).endswith(f"(did you mean {meant}?)")


@pytest.mark.rule("xenocide.move.engaged-state")
@pytest.mark.parametrize(
    ("ours", "theirs", "wrong"),
    [(["b"], {"b": ["r"]}, False), (["b"], {}, True), (["nobody"], {}, True), (["s"], {"s": ["r"]}, True)],
)
def test_both_units_of_a_melee_know_of_it_and_are_enemies(ours: list[str], theirs: dict[str, list[str]], wrong: bool) -> None:
    state = a_state({"r": {"at": row(20, 10, 1)}, "s": {"at": row(30, 10, 1)}, "b": {"at": row(20, 11, 1)}})
    state.units["r"].engaged = ours
    for name, engaged in theirs.items():
        state.units[name].engaged = engaged
    assert any("r is engaged with" in fault for fault in state_errors(state)) is wrong


@pytest.mark.rule("xenocide.unit.squads")
def test_so_many_figures_are_the_most() -> None:
    def crowd(count: int) -> dict[str, Any]:
        return {"r": {"at": [[1 + 1.1 * (n % 40), 1 + 1.1 * (n // 40)] for n in range(count - 1)]}, "b": {"at": [[44, 44]]}}

    assert len(a_state(crowd(500)).figures) == 500
    with pytest.raises(ScenarioError, match="500 are the most"):
        a_state(crowd(501))


@pytest.mark.rule("xenocide.vehicle.capacity")
@pytest.mark.parametrize(
    ("carrier", "gone", "wrong"), [("t.1", "", False), ("t.1", "destroyed", True), ("r.2", "", True), ("x", "", True)]
)
def test_passengers_ride_in_a_vehicle_that_is_there(carrier: str, gone: str, wrong: bool) -> None:
    state = a_state({"r": {"at": row(20, 10, 2)}, "t": {"profile": "truck", "at": [[30, 10]]}, **FAR})
    rider, truck = state.figures["r.1"], state.figures["t.1"]
    rider.carrier, rider.x, rider.y = carrier, truck.x, truck.y
    truck.gone = gone
    assert any("r.1 rides in nothing" in fault for fault in state_errors(state)) is wrong


@pytest.mark.rule("xenocide.broken.flee-other-exit")
@pytest.mark.parametrize(("far", "taken"), [(8.0, True), (8.001, False)])
def test_an_exit_counts_as_far_as_a_flight_goes(far: float, taken: bool) -> None:
    units = {"r": {"at": [[24, 24]], "markers": 4, "panic": "flees"}, "b": {"at": [[24, 40]]}}
    battle = a_battle(units, turn=MOVING, exits=[[24, 24 - far]])
    finish(flee(battle, battle.state.units["r"]))
    assert (battle.state.figures["r.1"].gone == "fled") is taken


@pytest.mark.rule("xenocide.broken.flee-other-exit")
@pytest.mark.parametrize(
    ("foe", "way_out", "end"),
    [
        ([24, 40], [24, 12], (24, 15)),  # farther than one move, nearer than the edge
        ([24, 40], [35, 23], (32, 23)),
        ([24, 26], [24, 28], (24, 15)),  # not past the enemy
    ],
)
def test_a_way_out_that_is_nearer_than_the_edge(foe: list[float], way_out: list[float], end: tuple[float, float]) -> None:
    units = {"r": {"at": [[24, 23]], "markers": 4, "panic": "flees"}, "b": {"at": [foe]}}
    battle = a_battle(units, turn=MOVING, exits=[way_out])
    finish(flee(battle, battle.state.units["r"]))
    man = battle.state.figures["r.1"]
    assert (man.gone, man.at) == ("", (end[0] * 1000, end[1] * 1000))


@pytest.mark.rule("xenocide.broken.flee-other-exit")
def test_a_nearer_edge_is_better_than_a_way_out() -> None:
    units = {"r": {"at": [[24, 5]], "markers": 4, "panic": "flees"}, "b": {"at": [[24, 40]]}}
    battle = a_battle(units, turn=MOVING, exits=[[24, 11]])
    finish(flee(battle, battle.state.units["r"]))
    assert battle.state.turn.march is not None  # over the edge, on its own feet


@pytest.mark.rule("xenocide.broken.flee")
@pytest.mark.parametrize(("fast", "ends"), [(6, (15, 11)), (12, (15, 15))])
def test_each_flees_by_its_own_movement_and_together(fast: int, ends: tuple[float, float]) -> None:
    two = {"1": {"at": [23, 23]}, "2": {"profile": "fast", "at": [24.5, 23]}}
    units = {"r": {"figures": two, "markers": 4, "panic": "flees"}, "b": {"at": [[24, 40]]}}
    battle = a_battle(units, turn=MOVING, profiles={"fast": {**MAN, "movement": fast}})
    battle.state.units["r"].panic = "flees"
    finish(flee(battle, battle.state.units["r"]))
    assert [battle.state.figures[name].y / 1000 for name in ("r.1", "r.2")] == list(ends)


@pytest.mark.rule("xenocide.terrain.other")
@pytest.mark.parametrize("opening", [{"edge": 4}, {"edge": -1}, {"start": 3000, "stop": 2000}, {"stop": 5001}, {"start": -1}])
def test_an_opening_lies_on_an_edge(opening: dict[str, int]) -> None:
    def house(**more: int) -> list[dict[str, Any]]:
        door = {"edge": 1, "start": 1000, "stop": 5000, **more}
        return [{"id": "house", "kind": "building", "box": [14, 18, 26, 23], "openings": [door]}]

    a_state(FAR, terrain=house())
    with pytest.raises(ScenarioError, match=r"house.*xenocide\.terrain\.other"):
        a_state(FAR, terrain=house(**opening))


@pytest.mark.rule("xenocide.size.crew")
@pytest.mark.parametrize("at", [(0, 0), (48_000, 0), (0, 48_000), (48_000, 48_000)])
def test_a_weapon_may_lie_in_the_corner_of_the_table(at: tuple[int, int]) -> None:
    state = a_state(FAR, lying=[{"id": "a", "weapon": "rifle", "x": at[0], "y": at[1], "side": "red"}])
    assert [(one.x, one.y) for one in state.lying] == [at]


@pytest.mark.rule("xenocide.size.crew", "xenocide.broken.flee-other-exit", "xenocide.grenade.size")
@pytest.mark.parametrize(
    ("wrong", "rule"),
    [
        ({"lying": [{"id": "a", "weapon": "nothing", "x": 1, "y": 1, "side": "red"}]}, "xenocide.size.crew"),
        ({"lying": [{"id": "a", "weapon": "rifle", "x": -1, "y": 1, "side": "red"}]}, "xenocide.size.crew"),
        ({"lying": [{"id": "a", "weapon": "rifle", "x": 1, "y": 1, "side": "green"}]}, "xenocide.size.crew"),
        ({"exits": [[1e9, -5]]}, "xenocide.broken.flee-other-exit"),
        ({"profiles": {"imp": {**MAN, "capacity": 1, "carries": ["frag-grenade"]}}}, "xenocide.grenade.size"),
    ],
)
def test_what_a_scenario_cannot_have(wrong: dict[str, Any], rule: str) -> None:
    with pytest.raises(ScenarioError, match=rule) as found:
        a_state(FAR, **wrong)
    assert "\n" not in str(found.value)


@pytest.mark.rule("xenocide.broken.no-cover", "xenocide.retreat.move")
def test_once_all_come_clear_no_other_way_away_is_looked_for() -> None:
    """Cover that the enemy holds is no goal; a way that ends in it by chance is no better than the one nearest home."""
    held = [{"id": "crater", "kind": "crater", "box": [4, 15.2, 13.6, 18]}]
    units = {"r": {"at": [[20, 20]]}, "b": {"at": [[21.5, 20]]}, "b2": {"at": [[5, 16]]}}
    battle = a_battle(units, terrain=held)
    walk = FallBack(battle, battle.state.units["r"], Allowance({"r.1": 8000}), 4000)
    in_crater = walk._away((20_000, 20_000))[1]
    assert walk._worth(along({"r.1": [in_crater]}), in_crater)[:2] == (1, 1)  # in cover, and clear of every enemy
    assert walk.best[1] == (14_343, 14_343)
