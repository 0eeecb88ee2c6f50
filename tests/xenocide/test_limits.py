"""Numbers and limits that other tests only pass by: tables whole, both sides of a limit, and what looks found once."""

from __future__ import annotations

import pytest

from littlewars.engine.names import ref
from littlewars.systems.xenocide.basics.costs import ARMOR_FROM, ASPECT_FROM, BODY, parts
from littlewars.systems.xenocide.basics.events import Rammed
from littlewars.systems.xenocide.basics.profiles import ARCS, GUN_BOUNDS, IN_SIGHT, PROFILE_BOUNDS, Profile, guns
from littlewars.systems.xenocide.basics.state import Figure
from littlewars.systems.xenocide.basics.tabletop import KINDS, Nature
from littlewars.systems.xenocide.fire.targets import Shooter, reach_now, shooters
from littlewars.systems.xenocide.harm.blows import free_hands
from littlewars.systems.xenocide.move.compulsory import FallBack, NotNearer, closest
from littlewars.systems.xenocide.move.engaging import apart, largest, regroup
from littlewars.systems.xenocide.move.ways import Leave
from littlewars.systems.xenocide.scenario.setup import state_errors
from littlewars.systems.xenocide.vehicles.mounts import room_left
from littlewars.systems.xenocide.vehicles.speed import DRIVES
from tests.xenocide.squads import a_battle, row


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
    hard = [parts(a_man(armor=armor, aspect=0).profile)[0][1] for armor in (ARMOR_FROM - 2, ARMOR_FROM - 1, ARMOR_FROM)]
    assert hard == [BODY / ASPECT_FROM / 2, BODY / ASPECT_FROM, BODY / ASPECT_FROM]
    small = [next(iter(parts(a_man(armor=0, aspect=aspect).profile)))[1] for aspect in (-2, -3, -1)]
    assert small == [BODY / ARMOR_FROM, BODY / ARMOR_FROM, BODY / ARMOR_FROM / (ASPECT_FROM - 1)]


@pytest.mark.rule("xenocide.meleeweapon.hand-once")
def test_nobody_has_fewer_hands_than_none() -> None:
    one = a_man()
    assert free_hands(one) == 2
    one.fired = ("rifle", "pistol")
    assert free_hands(one) == 0


@pytest.mark.rule("xenocide.vehicle.capacity")
def test_who_is_no_vehicle_has_no_room() -> None:
    battle = a_battle({"r": {"side": "red", "at": row(20, 10, 1)}, "b": {"side": "blue", "at": row(20, 30, 1)}})
    assert room_left(battle.state, battle.state.figures["r.1"]) == 0


@pytest.mark.rule("xenocide.vehicle.ram")
def test_a_ram_is_head_on_only_if_it_says_so() -> None:
    assert "head on" not in Rammed(figure="a", target="b", power=3, back=2).tell()
    assert "head on" in Rammed(figure="a", target="b", power=3, back=2, head_on=True).tell()


@pytest.mark.rule("xenocide.vehicle.open-mounts")
def test_only_a_mounted_gun_claims_its_mount() -> None:
    one = a_man()
    assert Shooter(one, guns()["rifle"], 3, 2).claims == set()
    assert Shooter(one, guns()["rifle"], 3, 2, ("two",)).claims == {"two"}
    assert Shooter(one, guns()["rifle"], 3, 2, mount=0).claims == {"one/0"}


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
    assert sorted(reach_now(battle, unit)) == names
    assert [one.figure.id for one in shooters(battle, unit)] == names  # each with its own, though looked for once
    gun = shooters(battle, unit)[0].gun
    state.figures["r.2"].fired = (gun.key,)
    assert sorted(reach_now(battle, unit)) == ["r.1", "r.3"]
    unit.engaged = ["b"]
    unengaged = reach_now(battle, unit)
    unit.engaged = []
    assert sorted(reach_now(battle, unit)) == ["r.1", "r.3"]
    assert set(unengaged) <= {"r.1", "r.3"}


@pytest.mark.rule("xenocide.broken.passed")
def test_the_closest_enemy_is_looked_for_once_for_a_way() -> None:
    battle = a_battle({"r": {"side": "red", "at": row(20, 10, 2)}, "b": {"side": "blue", "at": row(20, 30, 1)}})
    unit = battle.state.units["r"]
    check = NotNearer(battle, unit)
    assert check.enemy is closest(battle, unit) is battle.state.units["b"]
    x, y = battle.state.figures["r.1"].at
    assert check({"r.1": (x, y - 1000)}) is None
    refusal = check({"r.1": (x, y + 1000)})
    assert refusal is not None
    assert refusal.text == f"{ref('r.1')} would come nearer to {ref('b')}"


@pytest.mark.rule("xenocide.retreat.move")
def test_a_way_past_an_enemy_is_given_up_at_once() -> None:
    battle = a_battle({"r": {"side": "red", "at": row(20, 10, 2)}, "b": {"side": "blue", "at": row(20, 14, 2)}})
    walk = FallBack(battle, battle.state.units["r"], Leave({"r.1": 8000, "r.2": 8000}, 0, 0, ()), 4000)
    (x, y), foe = battle.state.figures["r.1"].at, battle.state.figures["b.1"].at
    assert walk._touches("r.1", [(foe[0], foe[1] + 4000)])
    assert not walk._touches("r.1", [(x, y - 4000)])


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
