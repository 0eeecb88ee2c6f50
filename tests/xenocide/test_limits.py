"""Numbers and limits that other tests only pass by: tables whole, both sides of a limit, and what looks found once."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from littlewars.engine import Battle, Leg, Place, Spot, Step
from littlewars.engine.moves import along
from littlewars.engine.names import ref
from littlewars.systems.xenocide.basics.events import Rammed
from littlewars.systems.xenocide.basics.profiles import ARCS, GUN_BOUNDS, IN_SIGHT, PROFILE_BOUNDS, Blade, Profile, armoury
from littlewars.systems.xenocide.basics.state import Blow, Figure, FinishedMove, Hits, State
from littlewars.systems.xenocide.basics.tabletop import COST, KINDS, Nature, board, put
from littlewars.systems.xenocide.fire.aim import Shooter, arms
from littlewars.systems.xenocide.harm.blows import assaults, attacks_of, free_hands, tally_of
from littlewars.systems.xenocide.harm.wounds import _shared, put_beside
from littlewars.systems.xenocide.melee.phase import _ways, close_up
from littlewars.systems.xenocide.move import compulsory
from littlewars.systems.xenocide.move.compulsory import FallBack, _best_flight, closest, not_nearer
from littlewars.systems.xenocide.move.driving import Driving, _leg, drive, push
from littlewars.systems.xenocide.move.packs import Jump, Landing, Leaping, refuse_landing, teleport
from littlewars.systems.xenocide.move.snapping import Passing
from littlewars.systems.xenocide.move.walking import Walk, refuse_weapons
from littlewars.systems.xenocide.move.ways import Allowance, allowance_of, apart, largest, regroup
from littlewars.systems.xenocide.roster.muster import VP, parts
from littlewars.systems.xenocide.scenario.setup import state_errors, transition_errors
from littlewars.systems.xenocide.turn.movement import _walk_of
from littlewars.systems.xenocide.vehicles.mounts import get_in, room_for
from littlewars.systems.xenocide.vehicles.speed import DRIVES, Course, read_course
from littlewars.table.constants import TOUCH
from littlewars.table.moving.walk import Way
from tests.xenocide.squads import MAN, PLAIN, PROFILES, Play, a_battle, row, run
from tests.xenocide.test_profiles import one, roster
from tests.xenocide.test_vehicles import FOE, field, hull, way

MOVING: dict[str, Any] = {"phase": "movement", "number": 1, "stage": "units", "first": "red", "at": "red"}
MELEE: dict[str, Any] = {"phase": "melee", "number": 1, "first": "red"}
CREW: dict[str, Any] = {"crew": {**MAN, "carries": ["medium-machine-gun"]}}
DART: dict[str, Any] = {"dart": {**PROFILES["truck"], "propulsion": "flying"}}


def a_man(**more: int) -> Figure:
    return Figure("one", "unit", Profile(key="man", name="man", line="man", movement=4000, **more))


@pytest.mark.rule("xenocide.vehicle.propulsion")
def test_what_ground_costs_each_kind_of_propulsion() -> None:
    found = {name: (drive.rough, drive.very_rough) for name, drive in DRIVES.items()}
    dear = {"wheeled": (2000, 0), "tracked": (1500, 0), "hover": (1000, 0), "legs": (1500, 2000), "flying": (1000, 1000)}
    assert found == dear


@pytest.mark.rule("xenocide.vehicle.arcs")
def test_arcs_are_quarters_halves_and_all_round() -> None:
    assert ARCS == {"front": 90, "left": 90, "right": 90, "rear": 90, "front-half": 180, "turret": 360}


@pytest.mark.rule("xenocide.weapon.long-range")
def test_limits_of_lengths_are_read_in_inches() -> None:
    assert (GUN_BOUNDS["normal"][:2], GUN_BOUNDS["long"][:2]) == ((0, 200_000), (0, IN_SIGHT))
    assert (PROFILE_BOUNDS["movement"][:2], PROFILE_BOUNDS["wounds"][:2]) == ((0, 60_000), (1, 30))


@pytest.mark.rule("xenocide.terrain.other")
def test_what_pieces_of_terrain_are() -> None:
    assert (KINDS["hedge"], KINDS["lake"]) == (Nature("rough", "light", "clear"), Nature("impassable", "none", "clear"))
    assert (KINDS["rubble"], KINDS["wreck"]) == (Nature("rough", "heavy", "area"), Nature("impassable", "heavy", "block"))


@pytest.mark.rule("xenocide.stat.victory-points")
def test_a_body_that_is_hardly_hit_or_hurt_is_worth_no_more_than_once_over() -> None:
    hard = [
        parts(a_man(armor=armor, aspect=0).profile)[0][1] for armor in (VP.armor_from - 2, VP.armor_from - 1, VP.armor_from)
    ]
    assert hard == [VP.body / VP.aspect_from / 2, VP.body / VP.aspect_from, VP.body / VP.aspect_from]
    small = [next(iter(parts(a_man(armor=0, aspect=aspect).profile)))[1] for aspect in (-2, -3, -1)]
    assert small == [VP.body / VP.armor_from, VP.body / VP.armor_from, VP.body / VP.armor_from / (VP.aspect_from - 1)]


@pytest.mark.rule("xenocide.meleeweapon.hand-once")
def test_nobody_has_fewer_hands_than_none() -> None:
    one = a_man()
    assert free_hands(PLAIN, one) == 2
    one.fired = ("rifle", "pistol")
    assert free_hands(PLAIN, one) == 0


@pytest.mark.rule("xenocide.vehicle.capacity")
def test_who_is_no_vehicle_has_no_room() -> None:
    battle = a_battle({"r": {"side": "red", "at": row(20, 10, 1)}, "b": {"side": "blue", "at": row(20, 30, 1)}})
    assert not room_for(battle.state, battle.state.units["b"], battle.state.figures["r.1"])


@pytest.mark.rule("xenocide.vehicle.ram")
def test_a_ram_is_head_on_only_if_it_says_so() -> None:
    assert "head on" not in Rammed(figure="a", target="b", power=3, back=2).tell()
    assert "head on" in Rammed(figure="a", target="b", power=3, back=2, head_on=True).tell()


@pytest.mark.rule("xenocide.vehicle.open-mounts")
def test_only_a_mounted_gun_claims_its_mount() -> None:
    one = a_man()
    assert Shooter(one, armoury().guns["rifle"], 3, 2).claims == set()
    assert Shooter(one, armoury().guns["rifle"], 3, 2, ("two",)).claims == {"two"}
    assert Shooter(one, armoury().guns["rifle"], 3, 2, mount=0).claims == {"one/0"}


@pytest.mark.rule("xenocide.stat.wounds")
@pytest.mark.parametrize(("hurt", "gone", "wrong"), [(-1, "", True), (-1, "killed", True), (1, "", True), (1, "killed", False)])
def test_wounds_that_cannot_be(hurt: int, gone: str, wrong: bool) -> None:
    battle = a_battle({"r": {"side": "red", "at": row(20, 10, 2)}, "b": {"side": "blue", "at": row(20, 30, 1)}})
    figure = battle.state.figures["r.1"]
    figure.hurt, figure.gone = hurt, gone
    assert any("wounds: xenocide.stat.wounds" in text for text in state_errors(battle.state)) is wrong


@pytest.mark.rule("xenocide.size.hands")
def test_guns_found_once_for_all_alike_follow_what_each_has_done() -> None:
    battle = a_battle({"r": {"side": "red", "at": row(20, 10, 3)}, "b": {"side": "blue", "at": row(20, 30, 1)}})
    state, unit = battle.state, battle.state.units["r"]
    names = ["r.1", "r.2", "r.3"]
    assert sorted(arms(battle, unit).reach) == names
    assert [one.figure.id for one in arms(battle, unit).guns] == names  # each with its own, though looked for once
    gun = arms(battle, unit).guns[0].gun
    state.figures["r.2"].fired = (gun.key,)
    assert sorted(arms(battle, unit).reach) == ["r.1", "r.3"]
    unit.engaged = ["b"]
    unengaged = arms(battle, unit).reach
    unit.engaged = []
    assert sorted(arms(battle, unit).reach) == ["r.1", "r.3"]
    assert set(unengaged) <= {"r.1", "r.3"}


@pytest.mark.rule("xenocide.broken.passed")
def test_the_closest_enemy_is_looked_for_once_for_a_way(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = a_battle({"r": {"side": "red", "at": row(20, 10, 2)}, "b": {"side": "blue", "at": row(20, 30, 1)}})
    unit = battle.state.units["r"]
    assert closest(battle, unit) is battle.state.units["b"]
    check = not_nearer(battle, unit)
    monkeypatch.setattr(compulsory, "closest", None)
    x, y = battle.state.figures["r.1"].at
    assert check({"r.1": (x, y - 1000)}) is None
    refusal = check({"r.1": (x, y + 1000)})
    assert refusal is not None
    assert refusal.text == f"{ref('r.1')} would come nearer to {ref('b')}"


@pytest.mark.rule("xenocide.retreat.move")
def test_a_way_past_an_enemy_is_given_up_at_once() -> None:
    battle = a_battle({"r": {"side": "red", "at": row(20, 10, 2)}, "b": {"side": "blue", "at": row(20, 14, 2)}})
    walk = FallBack(battle, battle.state.units["r"], Allowance({"r.1": 8000, "r.2": 8000}, 0, 0, ()), 4000)
    (x, y), foe = battle.state.figures["r.1"].at, battle.state.figures["b.1"].at
    first = battle.state.figures["r.1"]
    assert walk.passes_contact(first, *along({"r.1": [(foe[0], foe[1] + 4000)]}))
    assert not walk.passes_contact(first, *along({"r.1": [(x, y - 4000)]}))


@pytest.mark.rule("xenocide.move.coherency-restore")
def test_who_is_out_of_the_largest_group() -> None:
    spots = [[10, 10], [12, 10], [30, 10]]
    battle = a_battle(
        {"r": {"side": "red", "at": spots}, "s": {"side": "red", "at": [[10, 15], [12, 15]]}, "b": {"at": [[10, 40]]}}
    )
    assert (apart(battle.state, "r"), apart(battle.state, "s")) == (["r.3"], [])


@pytest.mark.rule("xenocide.move.coherency-restore")
def test_only_outsiders_who_may_move_come_back() -> None:
    battle = a_battle({"r": {"side": "red", "at": [[10, 10], [12, 10], [22, 10], [23, 10]]}, "b": {"at": [[10, 40]]}})
    unit = battle.state.units["r"]
    group = {name for one in largest(battle.state, unit)[:1] for name in one}
    outside = sorted(set(unit.figures) - group)
    legs = regroup(battle, unit, dict.fromkeys(unit.figures, 8000))
    assert sorted(leg.who for leg in legs) == outside
    assert regroup(battle, unit, dict.fromkeys(group, 8000)) == ()


# ---- both sides of a limit


def shift(battle: Battle[State], name: str, other: str, gap: int) -> None:
    """Put a model that stands east or west of another exactly so far from it."""
    figure, there = battle.state.figures[name], battle.state.figures[other]
    more = board(battle).gap(name, other) - gap
    put(battle, figure, (figure.x - (more if figure.x > there.x else -more), figure.y))
    assert board(battle).gap(name, other) == gap


@pytest.mark.rule("xenocide.vehicle.melee-engagement")
def test_who_touches_a_hull_by_a_hair_may_strike_at_it() -> None:
    for gap, touched in ((TOUCH, [["r", "bt"]]), (TOUCH + 1, [])):
        battle = a_battle({"r": {"at": [[25.7, 20]]}, "bt": {"profile": "truck", "at": [[22, 20]]}}, turn=MELEE)
        shift(battle, "r.1", "bt.1", gap)
        assert assaults(battle) == touched


@pytest.mark.rule("xenocide.broken.passed")
def test_who_is_in_contact_already_does_not_engage_anew() -> None:
    for gap, rule in ((TOUCH, None), (TOUCH + 1, "xenocide.broken.passed")):
        battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[22, 10]]}, "b2": {"at": [[20, 30]]}}, turn=MOVING)
        shift(battle, "r.1", "b.1", gap)
        check = not_nearer(battle, battle.state.units["r"], battle.state.units["b2"])  # nobody comes nearer to that one
        x, y = battle.state.figures["r.1"].at
        refusal = check({"r.1": (x + gap - TOUCH, y)})
        assert (refusal.rule if refusal else None) == rule


@pytest.mark.rule("xenocide.retreat.move")
def test_four_inches_are_clear_of_an_enemy() -> None:
    for gap, clear in ((4000, 1), (3999, 0)):
        battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[26, 10]]}}, turn=MOVING)
        shift(battle, "r.1", "b.1", gap)
        assert (
            FallBack(battle, battle.state.units["r"], Allowance({"r.1": 8000}), 4000)._worth((), (20_000, 10_000))[1] == clear
        )


@pytest.mark.rule("xenocide.broken.flee")
def test_who_is_surrounded_flees_to_where_the_nearest_enemy_is_farthest() -> None:
    foes = {"b": {"at": [[24, 36]]}, "b2": {"at": [[24, 14]]}, "b3": {"at": [[44, 24]]}, "b4": {"at": [[10, 24]]}}
    battle = a_battle({"r": {"at": [[24, 24]]}, **foes}, turn=MOVING)
    _, paths = _best_flight(battle, battle.state.units["r"])
    assert [path[-1] for path in paths.values()] == [(32_000, 24_000)]


@pytest.mark.rule("xenocide.broken.flee")
def test_a_flight_is_judged_by_where_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = a_battle({"r": {"at": [[24, 24]]}, "b": {"at": [[24, 40]]}}, turn=MOVING)
    ways = [[(20_000, 22_000), (24_000, 30_000)], [(24_000, 26_000), (24_000, 18_000)]]  # there and back
    monkeypatch.setattr(compulsory, "run_off", lambda *given: {"r.1": ways[tried.append(given) or len(tried) - 1]})
    tried: list[Any] = []
    assert _best_flight(battle, battle.state.units["r"])[1] == {"r.1": ways[1]}


@pytest.mark.rule("xenocide.vehicle.passengers-destroyed")
def test_survivors_stand_within_an_inch_of_the_wreck() -> None:
    units = {"r": {"at": [[20, 10]]}, "b": {"profile": "truck", "at": [[20, 20]]}}
    battle, rule = a_battle(units, turn=MOVING), "xenocide.vehicle.passengers-destroyed"
    found, vehicle = {"r.1": battle.state.figures["r.1"].base()}, battle.state.figures["b.1"]
    ask: Any = put_beside(battle, rule, vehicle, found, lambda base: True).__await__().send(None)
    for y, why in ((16_000, None), (15_999, rule)):  # half a hull, half a base and an inch
        refusal = ask.refuse((Spot("r.1", (20_000, y)),))
        assert (refusal.rule if refusal else None) == why


@pytest.mark.rule("xenocide.meleeweapon.attacks")
def test_of_more_weapons_than_hands_the_strongest_are_used() -> None:
    weak, mean, strong = (
        Blade(key=name, name=name, size=1, power=power) for name, power in (("knife", 0), ("club", 1), ("axe", 3))
    )
    one = Figure(
        "one", "unit", Profile(key="man", name="man", line="man", movement=4000, capacity=2, blades=(weak, strong, mean))
    )
    assert attacks_of(PLAIN, one) == [(1,), (2,)]


@pytest.mark.rule("xenocide.size.crew-weapon-moving")
def test_it_is_where_a_way_ends_that_counts_for_who_carries() -> None:
    crew = {"1": {"profile": "crew", "at": [20, 10]}, "2": {"at": [21.2, 10]}}
    battle = a_battle({"r": {"figures": crew}, "b": {"at": [[44, 44]]}}, turn=MOVING, profiles=CREW)
    beside, away = (21_200, 12_000), (24_000, 12_000)
    for first, last, allowed in ((away, beside, True), (beside, away, False)):
        legs = (Leg("r.1", (Step("go", (20_000, 12_000)),)), Leg("r.2", (Step("go", first), Step("go", last))))
        assert (refuse_weapons(battle, legs) is None) is allowed


@pytest.mark.rule("xenocide.orders.run-minimum")
def test_who_carries_nothing_runs_where_the_bearer_cannot() -> None:
    crew = {"1": {"profile": "crew", "at": [20, 10]}, "2": {"at": [24, 10]}}
    battle = a_battle({"r": {"figures": crew, "order": "run"}, "b": {"at": [[44, 44]]}}, turn=MOVING, profiles=CREW)
    walk = Walk(battle, battle.state.units["r"], allowance_of(battle, battle.state.units["r"], 2, 4000))
    assert [[leg.who for leg in legs] for legs in walk.fallbacks] == [["r.2"]]


@pytest.mark.rule("xenocide.move.partial-disengage")
def test_who_has_left_a_melee_need_not_run_far() -> None:
    battle = a_battle({"r": {"at": [[20, 10]], "order": "run"}, "b": {"at": [[44, 44]]}}, turn=MOVING)
    unit = battle.state.units["r"]
    assert [_walk_of(battle, unit, left).allowance.least for left in ([], ["b"])] == [4000, 0]


@pytest.mark.rule("xenocide.melee.close-up")
def test_two_inches_bring_one_within_an_inch_of_three() -> None:
    for gap, ways in ((3000, 1), (3001, 0)):
        battle = a_battle({"r": {"at": [[20, 10]], "engaged": ["b"]}, "b": {"at": [[24, 10]], "engaged": ["r"]}}, turn=MELEE)
        shift(battle, "r.1", "b.1", gap)
        assert len(_ways(battle, battle.state.units["r"], battle.state.figures["r.1"])) == ways


@pytest.mark.rule("xenocide.melee.close-up")
def test_closing_up_is_no_move_of_its_own() -> None:
    units = {"r": {"at": [[20, 10], [17, 10]], "engaged": ["b"]}, "b": {"at": [[21, 10]], "engaged": ["r"]}}
    battle = a_battle(units, turn=MELEE)
    figures = battle.state.figures
    figures["r.1"].moved = True
    run(close_up(battle, battle.state.units["r"]), {"r.2": [19, 10]})
    assert figures["r.2"].at == (19_000, 10_000)
    assert (figures["r.1"].moved, figures["r.2"].moved) == (True, False)


@pytest.mark.rule("xenocide.terrain.rough", "xenocide.terrain.very-rough")
def test_what_walkers_reckon_with_before_it_is_paid_exactly() -> None:
    assert COST == {"open": 1000, "rough": 1500, "very-rough": 2000, "impassable": 0}


@pytest.mark.rule("xenocide.suppression.when")
def test_a_blow_alone_brings_no_marker() -> None:
    assert (Blow("r").markers, Blow("r").wounds) == (0, 0)


@pytest.mark.rule("xenocide.grav.jump")
def test_open_ground_is_never_too_wide_for_a_leap() -> None:
    road = [{"id": "road", "kind": "road", "box": [15, 10.6, 25, 22.6]}]
    wood = [{**road[0], "kind": "sparse-wood", "going": "open"}]
    for terrain, free in ((road, True), (wood, False)):
        battle = a_battle({"r": {"profile": "leaper", "at": [[20, 10]]}, **FOE}, terrain=terrain, turn=MOVING)
        walk = Leaping(battle, battle.state.units["r"], Allowance({"r.1": 20_000}))
        leg = Leg("r.1", (Step("leap", (20_000, 24_000)),))
        assert (walk.price(battle.state.figures["r.1"], leg).clash is None) is free


@pytest.mark.rule("xenocide.melee.obstacle", "xenocide.vehicle.melee-passenger-cover")
def test_nothing_stands_between_a_fighter_and_a_passenger_but_the_hull() -> None:
    wall = [{"id": "wall", "kind": "low-wall", "box": [10, 19, 30, 19.2]}]
    open_truck = {"open": {**PROFILES["truck"], "enclosure": "open"}}
    units = {"bt": {"profile": "open", "at": [[20, 21.5]]}, "r": {"at": [[20, 18]]}, "b": {"at": [[23, 20]]}}
    units["bc"] = {"figures": {"1": {"profile": "man", "at": [20, 21.5], "carrier": "bt.1"}}}
    battle = a_battle(units, terrain=wall, profiles=open_truck, turn=MELEE)
    figures = battle.state.figures
    names = [[mod.name for mod in tally_of(battle, figures["r.1"], figures[foe]).mods] for foe in ("bc.1", "b.1")]
    assert names == [["aboard"], ["through an obstacle"]]
    assert "through an obstacle" not in [mod.name for mod in tally_of(battle, figures["bc.1"], figures["r.1"]).mods]


@pytest.mark.rule("xenocide.grav.jump", "xenocide.move.engaging")
def test_a_leap_stops_beside_those_whom_it_did_not_touch_before_and_does_not_in_the_end() -> None:
    for start, over, end, stops in (
        (TOUCH, 0, 4000, False),
        (TOUCH + 1, 0, 4000, True),
        (4000, 0, TOUCH, False),
        (4000, 0, TOUCH + 1, True),
    ):
        battle = a_battle({"r": {"profile": "leaper", "at": [[23, 10]]}, "b": {"at": [[20, 10]]}}, turn=MOVING)
        shift(battle, "r.1", "b.1", start)
        walk = Leaping(battle, battle.state.units["r"], Allowance({"r.1": 20_000}))
        steps = (Step("leap", (19_000 - over, 10_000)), Step("leap", (19_000 - end, 10_000)))
        assert walk.passes_contact(battle.state.figures["r.1"], Leg("r.1", steps)) is stops


@pytest.mark.rule("xenocide.teleport.unseen")
def test_markers_shorten_a_blind_jump() -> None:
    wall = [{"id": "wall", "kind": "high-wall", "box": [0, 12, 48, 12.2]}]
    battle = a_battle({"r": {"profile": "blinker", "at": [[20, 10]]}, "b": {"at": [[44, 44]]}}, terrain=wall, turn=MOVING)
    jump = Jump(battle, battle.state.units["r"])
    jump.allowance = Allowance({"r.1": 8000}, 2000, 0, ("b",))
    far = [inches for inches in (10_000, 10_001) if jump.refuse((Spot("r.1", (20_000, 10_000 + inches)),))]
    assert far == [10_001]


@pytest.mark.rule("xenocide.flight.take-off")
def test_who_hovers_over_free_ground_may_land_there() -> None:
    lake = [{"id": "lake", "kind": "lake", "box": [30, 6, 40, 14]}]
    for x, straight_down in ((20, True), (35, False)):
        units = {"r": {"profile": "flyer", "at": [[x, 10]], "airborne": True, "order": "run"}, "b": {"at": [[44, 44]]}}
        battle = a_battle(units, terrain=lake, turn=MOVING)
        unit = battle.state.units["r"]
        landing = Landing(battle, unit, allowance_of(battle, unit), partial(refuse_landing, battle, unit))
        assert ((*landing.fallbacks,) == ((),)) is straight_down


@pytest.mark.rule("xenocide.flight.distance")
@pytest.mark.parametrize(("kind", "free"), [("dart", (True, True, True)), ("truck", (False, False, True))])
def test_flyers_are_put_down_over_any_ground_and_anybody(kind: str, free: tuple[bool, ...]) -> None:
    lake, turn = [{"id": "lake", "kind": "lake", "box": [2, 0, 12, 12]}], {"phase": "deploy", "at": "red", "waiting": ["r"]}
    units = {"r": {"profile": kind, "at": [[20, 6]]}, "b": {"at": [[20, 6]]}}
    play = Play(units, profiles=DART, terrain=lake, turn=turn)
    ask = play.game.ask
    assert isinstance(ask, Place)
    assert tuple(ask.refuse((Spot("r.1", (x, 6000)),)) is None for x in (7000, 20_000, 35_000)) == free


@pytest.mark.rule("xenocide.snap.point")
def test_points_of_a_way_are_told_by_its_ends_and_its_eighths() -> None:
    battle = a_battle({"r": {"at": [[20, 14]]}, "b": {"at": [[20, 28]], "order": "opportunity"}}, turn=MOVING)
    passing = Passing(battle, FinishedMove("r", {"r.1": ((20_000, 10_000), (20_000, 14_000))}), battle.state.units["r"])
    passing.items = passing.points()
    assert [passing.explain("b", str(n)).label for n in (0, 4, 8)] == ["at its start", "at its 4/8", "at its end"]


@pytest.mark.rule("xenocide.vehicle.load-and-deploy")
def test_who_got_in_has_moved() -> None:
    battle = a_battle(
        {"t": {"profile": "truck", "at": [[20, 20]]}, "r": {"at": [[20, 17]]}, "b": {"at": [[44, 44]]}}, turn=MOVING
    )
    get_in(battle, battle.state.units["r"], battle.state.figures["t.1"])
    unit, figure = battle.state.units["r"], battle.state.figures["r.1"]
    assert (unit.moved, unit.boarded, figure.moved, figure.carrier) == (True, True, True, "t.1")


@pytest.mark.rule("xenocide.unit.mixed-stats")
def test_nobody_is_brave_in_a_unit_of_nobody() -> None:
    battle = a_battle({"r": {"profile": "brave", "at": [[20, 10]]}, "b": {"at": [[44, 44]]}})
    unit = battle.state.units["r"]
    assert battle.state.brave(unit)
    battle.state.figures["r.1"].gone = "killed"
    assert not battle.state.brave(unit)


@pytest.mark.rule("xenocide.stat.wounds", "xenocide.vehicle.damage-markers")
def test_nobody_gets_better() -> None:
    def now(hurt: int, damage: int) -> State:
        state = a_battle({"r": {"profile": "big", "at": [[20, 10]]}, "b": {"profile": "truck", "at": [[40, 40]]}}).state
        state.figures["r.1"].hurt, state.figures["b.1"].damage = hurt, damage
        return state

    assert transition_errors(now(1, 1), now(2, 2)) == transition_errors(now(1, 1), now(1, 1)) == []
    assert transition_errors(now(1, 1), now(0, 1)) == ["r.1 is better than before"]
    assert transition_errors(now(1, 1), now(1, 0)) == ["b.1 is better than before"]


@pytest.mark.rule("xenocide.aoe.once-per-model")
def test_an_area_hit_strikes_the_model_that_was_aimed_at_and_nobody_twice() -> None:
    figures = {"1": {"at": [20, 10]}, "2": {"profile": "big", "at": [22, 10]}, "3": {"at": [24, 10]}}
    battle = a_battle({"r": {"figures": figures}, "b": {"at": [[44, 44]]}})
    hits = Hits("r", "rocket", 3, 2, figure="r.2", area=True)
    ask: Any = _shared(battle, hits, battle.state.members(battle.state.units["r"]), {}).__await__().send(None)
    assert (ask.least, ask.room) == ({"r.2": 1}, {"r.1": 1, "r.2": 1, "r.3": 1})


@pytest.mark.rule("xenocide.teleport.into-melee", "xenocide.teleport.mishap")
def test_who_arrives_in_contact_by_a_hair_may_be_lost() -> None:
    for gap, gone in ((TOUCH, "mishap"), (TOUCH + 1, "")):
        battle = a_battle(
            {"r": {"profile": "blinker", "at": [[20, 10]]}, "b": {"at": [[20, 20]]}}, "10" if gone else "", turn=MOVING
        )
        run(teleport(battle, battle.state.units["r"]), {"r.1": [20, 19 - gap / 1000]})
        assert battle.state.figures["r.1"].gone == gone


@pytest.mark.rule("xenocide.size.crew-weapon-moving")
def test_a_weapon_is_left_once() -> None:
    battle = a_battle({"r": {"figures": {"1": {"profile": "crew", "at": [20, 10]}}}, **FOE}, turn=MOVING, profiles=CREW)
    ask = Walk(battle, battle.state.units["r"], Allowance({"r.1": 4000})).ask("xenocide.move.allowance", "Move")
    assert ask.verbs["drop"].most == 1


@pytest.mark.rule("xenocide.unit.squads")
def test_a_hundred_of_one_kind_and_no_more() -> None:
    def some(number: int) -> Any:
        return roster(points=100_000, units=[one({"troop": "human-trooper", "number": number})])

    assert [breach.rule for breach in some(100).breaches] == []
    assert [breach.rule for breach in some(101).breaches] == ["xenocide.unit.squads"]


# ---- vehicles


@pytest.mark.rule("xenocide.vehicle.turning")
def test_a_facing_may_be_written_beyond_a_full_turn() -> None:
    for face in (4500, 36_000 + 4500, 4500 - 72_000):
        battle = field(increment=1)
        steps = (Step("go", (24_000, 34_000)), Step("turn", face=face))
        course = read_course(battle, *hull(battle), Leg("r.1", steps))
        assert (isinstance(course, Course), getattr(course, "face", None)) == (True, 4500)


@pytest.mark.rule("xenocide.vehicle.turning")
def test_a_turn_at_the_end_of_a_way_is_kept() -> None:
    battle = field(increment=1)
    rule = drive(battle, *hull(battle))
    rule.send(None)
    with pytest.raises(StopIteration):
        rule.send((way((24, 34), 45),))
    assert (hull(battle)[1].at, hull(battle)[1].face) == ((24_000, 34_000), 4500)


@pytest.mark.rule("xenocide.vehicle.ram-structure")
def test_who_hits_a_structure_stops() -> None:
    house = [{"id": "house", "kind": "building", "box": [20, 28, 28, 32]}]
    for terrain, going in ((house, False), ([], True)):
        battle = field("ram", "1", terrain=terrain, increment=1)
        rule = _leg(battle, *hull(battle), Way("go", (24_000, 20_000), (24_000, 34_000), 0), set(), [(24_000, 20_000)])
        assert run(rule) is going


@pytest.mark.rule("xenocide.vehicle.ram-push")
def test_a_point_of_power_pushes_an_inch() -> None:
    for points, y in ((1, 21_000), (0, 20_000)):
        battle = field("ram", "5" if points else "")
        run(push(battle, hull(battle)[1], 0, points))
        assert hull(battle)[1].at == (24_000, y)


@pytest.mark.rule("xenocide.vehicle.cannot-keep-distance")
def test_who_need_not_drive_has_no_other_way_to_take() -> None:
    house = (
        [{"id": "house", "kind": "building", "box": [22, 23, 26, 24]}],
        [{"id": "house", "kind": "building", "box": [23, 36, 25, 38]}],
    )
    for increment, to, more in ((0, 30, False), (1, 40, True)):
        battle = field(terrain=house[increment], increment=increment)
        refusal = Driving(battle, *hull(battle)).refuse((way((24, to)),))
        assert refusal is not None
        assert refusal.text.endswith("in the way, and there is another way") is more


@pytest.mark.rule("xenocide.vehicle.cannot-keep-distance")
def test_a_way_that_costs_all_it_has_is_a_way() -> None:
    rough = [{"id": "moor", "kind": "ford", "box": [1, 1, 47, 47], "going": "rough"}]
    battle = field(terrain=rough)
    (leg,) = Driving(battle, *hull(battle)).lawful  # six inches of rough ground on wheels
    assert leg == way((24, 26))
