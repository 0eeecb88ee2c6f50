"""Fire from vehicles and at those aboard: mounts, arcs, passengers (xenocide.vehicle.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Battle, Tally
from littlewars.systems.xenocide.basics.state import Shot, State, Volley
from littlewars.systems.xenocide.basics.tabletop import visible_enemies
from littlewars.systems.xenocide.fire.aim import ReadyAttack, aim, arms, targets
from littlewars.systems.xenocide.fire.declare import single_targets
from littlewars.systems.xenocide.fire.phase import may_fire, use_hands
from littlewars.systems.xenocide.fire.strike import roll, strike
from littlewars.systems.xenocide.fire.views import view
from littlewars.systems.xenocide.move.snapping import can_snap, may_snap
from tests.xenocide.squads import MAN, Play, a_battle, finish, row

HULL: dict[str, Any] = {"movement": 12, "armor": 8, "strength": 6, "aspect": 2, "threshold": 4, "room": 8, "hull": [4, 2]}
GUNS: dict[str, Any] = {
    f"size-{size}": {"name": f"size {size}", "size": size, "rate": 1, "power": 2, "normal": 20, "long": 40}
    for size in (2, 3, 4, 5)
}


def mounts(*arcs: str, **more: Any) -> list[dict[str, Any]]:
    return [{"weapon": "size-3", "capacity": 4, "accuracy": 4, "arc": arc, **more} for arc in arcs]


PROFILES: dict[str, Any] = {
    "tank": {
        **HULL,
        "propulsion": "tracked",
        "mounts": [{"weapon": f"size-{size}", "capacity": 4, "accuracy": 4} for size in (5, 4, 3)],
    },
    "arcs": {**HULL, "propulsion": "tracked", "mounts": mounts("front", "right", "rear", "left", "front-half")},
    "two": {**HULL, "propulsion": "tracked", "mounts": mounts("turret", "front")},
    "open": {**HULL, "propulsion": "wheeled", "enclosure": "open", "mounts": mounts("front", open=True)},
    "piloted": {**HULL, "propulsion": "wheeled", "enclosure": "open", "piloted": True, "mounts": mounts("turret")},
    "closed": {**HULL, "propulsion": "wheeled", "mounts": mounts("turret")},
    "sharp": {**MAN, "missile": 5, "capacity": 3, "carries": ["size-2"]},
    "armed": {**MAN, "capacity": 3, "carries": ["size-2", "size-3", "size-4"]},
}
OPPORTUNITY: dict[str, Any] = {"phase": "opportunity", "number": 1}


def field(units: dict[str, Any], dice: str = "", phase: str = "opportunity") -> Battle[State]:
    return a_battle(units, dice, profiles=PROFILES, guns=GUNS, turn={"phase": phase, "number": 1})


def tank(profile: str = "tank", **more: Any) -> dict[str, Any]:
    return {"r": {"profile": profile, "at": [[24, 20]], **more}, "b": {"at": [[24, 36]]}}


def riders(count: int, profile: str = "man", vehicle: str = "r.1", **more: Any) -> dict[str, Any]:
    return {"profile": profile, "figures": {str(n + 1): {"profile": profile, "carrier": vehicle} for n in range(count)}, **more}


def sizes(battle: Battle[State], unit: str = "r") -> list[int]:
    return sorted(one.gun.size for one in arms(battle, battle.state.units[unit]).guns)


def plan_of(battle: Battle[State], unit: str, target: str, shots: list[tuple[str, str, int]]) -> ReadyAttack:
    return aim(battle, Volley(unit, tuple(Shot(name, gun, mount=mount) for name, gun, mount in shots), target))


# ---- what may fire


@pytest.mark.rule("xenocide.vehicle.increment-actions", "xenocide.vehicle.mounts")
def test_size_against_the_capacity_of_the_mount_and_speed() -> None:  # the example of sizes 5, 4 and 3 in mounts of 4
    assert sizes(field(tank())) == [3, 4, 5]
    moved = field(tank())
    moved.state.figures["r.1"].moved = True
    assert sizes(moved) == [3, 4]
    assert sizes(field(tank(increment=1))) == [3]
    assert sizes(field(tank(increment=2))) == []


@pytest.mark.rule("xenocide.vehicle.increment-actions", "xenocide.vehicle.damage-effects")
def test_accuracy_less_damage_and_the_penalty_of_a_run() -> None:
    def tally(damage: int, increment: int) -> Tally:
        battle = field(tank(increment=increment))
        battle.state.figures["r.1"].damage = damage
        return plan_of(battle, "r", "b", [("r.1", "size-3", 2)]).groups[0].tally

    assert [tally(*case).needed for case in ((0, 0), (2, 0), (0, 1), (3, 1))] == [4, 2, 2, 0]
    assert ("damage", -2, "xenocide.vehicle.damage-effects") in [(m.name, m.value, m.rule) for m in tally(2, 0).mods]


@pytest.mark.rule("xenocide.vehicle.hard-braking", "xenocide.vehicle.disabled", "xenocide.vehicle.passenger-piloted")
def test_who_does_not_fire() -> None:
    assert sizes(field(tank(was=2))) == []
    assert sizes(field(tank(was=1))) == [3, 4, 5]
    disabled = field(tank())
    disabled.state.figures["r.1"].damage = 4
    assert sizes(disabled) == []
    assert sizes(field(tank("piloted"))) == []
    crewed = field({**tank("piloted"), "c": riders(2, "sharp", order="standard")})
    assert sizes(crewed) == [3]
    assert [one.figure.id for one in arms(crewed, crewed.state.units["c"]).guns] == ["c.1"]  # the other has his hands full


@pytest.mark.rule("xenocide.vehicle.fire-phase", "xenocide.vehicle.snap-shots")
def test_vehicles_fire_in_the_opportunity_fire_phase_or_as_snap_shots() -> None:
    for phase, may in (("shooting", False), ("opportunity", True)):
        battle = field(tank(), phase=phase)
        assert may_fire(battle.state, battle.state.units["r"]) is may
    battle = field(tank(increment=1), phase="movement")
    state = battle.state
    assert may_snap(state, state.units["r"])
    assert can_snap(battle, state.units["r"], state.units["b"])
    volley = Volley("r", (Shot("r.1", "size-3", mount=2),), "b")
    assert aim(battle, volley, -1).groups[0].tally.needed == 1  # 4 less the run, less the snap shot
    state.units["r"].snapped = True
    state.turn.phase = "opportunity"
    assert not may_fire(state, state.units["r"])
    fast = field(tank(increment=2), phase="movement")
    assert not can_snap(fast, fast.state.units["r"], fast.state.units["b"])


@pytest.mark.rule("xenocide.vehicle.snap-shots", "xenocide.snap.weapons")
def test_a_vehicle_that_snapped_with_a_weapon_above_its_mount_stays() -> None:
    moving = {"phase": "movement", "number": 1, "stage": "units", "first": "red", "at": "red"}
    for number, stays in ((1, True), (2, False)):  # of the sizes 5, 4 and 3 in mounts of 4
        play = Play({**tank(), "c": {"at": [[5, 5]]}}, profiles=PROFILES, guns=GUNS, turn=moving)
        play["r.1"].fired = (f"mount {number}",)
        play.say("r")
        assert (play.rule != "xenocide.vehicle.move-with-side") is stays


# ---- arcs


@pytest.mark.rule("xenocide.vehicle.arcs")
def test_arcs_from_the_centre_of_the_hull() -> None:
    at = {"front": (24, 30), "right": (34, 20), "rear": (24, 10), "left": (14, 20), "edge": (34, 30)}
    for where, (x, y) in at.items():
        battle = field({"r": {"profile": "arcs", "at": [[24, 20]]}, "b": {"at": [[x, y]]}})
        seen = view(battle, battle.state.units["r"], battle.state.units["b"])
        found = [arc for arc, row in zip(("front", "right", "rear", "left", "half"), seen.sees[:, 0], strict=True) if row]
        expected = {
            "front": ["front", "half"],
            "right": ["right", "half"],
            "left": ["left", "half"],
            "edge": ["front", "right", "half"],
        }
        assert found == expected.get(where, [where])
    turned = field({"r": {"profile": "arcs", "at": [[24, 20]], "face": 90}, "b": {"at": [[36, 20]]}})
    assert view(turned, turned.state.units["r"], turned.state.units["b"]).sees[:, 0].tolist() == [
        True,
        False,
        False,
        False,
        True,
    ]


@pytest.mark.rule("xenocide.vehicle.arcs")
def test_only_models_in_the_arc_can_be_hit_and_the_12_inch_rule_looks_there() -> None:
    units = {"r": {"profile": "arcs", "at": [[24, 20]]}, "b": {"at": [[24, 30], [30, 21.5]]}, "bb": {"at": [[24, 38]]}}
    battle = field(units)
    assert plan_of(battle, "r", "b", [("r.1", "size-3", 0)]).seen["b"] == ("b.1",)
    only = {**PROFILES["two"], "mounts": mounts("front")}
    units = {"r": {"profile": "ahead", "at": [[24, 20]]}, "b": {"at": [[24, 14]]}, "bb": {"at": [[24, 38]]}}
    ahead = a_battle(units, profiles={**PROFILES, "ahead": only}, guns=GUNS, turn=OPPORTUNITY)
    assert targets(ahead, ahead.state.units["r"]) == ["bb"]  # who is near behind it does not count


@pytest.mark.rule("xenocide.vehicle.mount-targets")
def test_all_mounts_at_one_unit_suppress_it_and_different_targets_nobody() -> None:
    units = {"r": {"profile": "two", "at": [[24, 20]]}, "b": {"at": row(23, 36, 2), "profile": "man"}, "bb": {"at": [[8, 20]]}}
    units["b"]["profile"] = "meek"
    extra = {**PROFILES, "meek": {**MAN, "morale": 3}}
    battle = a_battle(units, profiles=extra, guns=GUNS, turn=OPPORTUNITY)
    both = plan_of(battle, "r", "b", [("r.1", "size-3", 0), ("r.1", "size-3", 1)])
    assert (sum(group.dice for group in both.groups), both.markers) == (2, (("b", 1),))
    unit = battle.state.units["r"]
    found = dict(single_targets(battle, unit))
    assert {name: set(models) for name, models in found.items()} == {"r.1/1": {"b.1", "b.2", "bb.1"}, "r.1/2": {"b.1", "b.2"}}
    play = Play(units, profiles=extra, guns=GUNS, turn=OPPORTUNITY)
    play.say("each", {"r.1/1": "bb.1", "r.1/2": "b.1"}, {"r.1/1": "size-3/1", "r.1/2": "size-3/2"}, dice="10, 10")
    assert [(event.target, event.hits) for event in play.told("Fired")] == [("bb.1", 0), ("b.1", 0)]
    assert play.unit("b").markers == 0


# ---- passengers fire


@pytest.mark.rule("xenocide.vehicle.passenger-fire", "xenocide.vehicle.open-closed")
def test_passengers_of_open_vehicles_fire_by_speed() -> None:
    def able(profile: str, increment: int, order: str = "standard") -> list[int]:
        units = {**tank(profile, increment=increment), "c": riders(1, "armed", order=order)}
        return [one.gun.size for one in arms(field(units), field(units).state.units["c"]).guns if one.mount < 0]

    assert able("open", 0) == [2, 3]
    assert able("open", 1) == [2]
    assert able("open", 2) == []
    assert able("closed", 0) == []
    units = {**tank("open", increment=1, was=3), "c": riders(1, "armed", order="standard")}
    assert [one.mount for one in arms(field(units), field(units).state.units["c"]).guns] == [-1]  # hard braking silences mounts


@pytest.mark.rule("xenocide.vehicle.passenger-fire")
def test_passengers_fire_from_the_hull_all_round() -> None:
    units = {**tank("open", increment=1), "c": riders(1, "sharp", order="standard"), "b": {"at": [[24, 10]]}}
    battle = field(units, phase="shooting")
    plan = plan_of(battle, "c", "b", [("c.1", "size-2", -1)])
    assert plan.groups[0].tally.needed == 3  # 5, on the run
    assert int(view(battle, battle.state.units["c"], battle.state.units["b"]).gaps[0, 0]) == 7500
    assert may_fire(battle.state, battle.state.units["c"])


@pytest.mark.rule("xenocide.vehicle.open-mounts")
def test_a_passenger_fires_an_open_mount_instead_of_his_own_weapons() -> None:
    units = {**tank("open"), "c": riders(2, "sharp", order="standard")}
    battle = field(units, phase="shooting")
    guns = arms(battle, battle.state.units["c"]).guns
    assert [(one.figure.id, one.mount, one.skill) for one in guns] == [
        ("c.1", 0, 4),
        ("c.1", -1, 5),
        ("c.2", 0, 4),
        ("c.2", -1, 5),
    ]
    use_hands(battle.state, Volley("c", (Shot("c.1", "size-3", mount=0),), "b"))
    assert [one.figure.id for one in arms(battle, battle.state.units["c"]).guns] == ["c.2"]
    assert arms(battle, battle.state.units["r"]).guns == []  # a mount fires once a turn
    units["b"]["profile"] = "bare"
    play = Play(units, profiles=PROFILES, guns=GUNS, turn={"phase": "shooting", "number": 1}).say("b")
    assert play.refused({"c.1": "size-3/1", "c.2": "size-3/1"}) == "vehicle.open-mounts"
    assert play.allows({"c.1": "size-3/1", "c.2": "size-2"})


# ---- fire at passengers


def fire_at(
    target: str, profile: str = "open", dice: str = "", gun: str = "size-2", skill: str = "sharp"
) -> tuple[Battle[State], ReadyAttack]:
    units = {
        "r": {"profile": skill, "at": row(24, 20, 1)},
        "bt": {"profile": profile, "at": [[24, 36]]},
        "bc": riders(3, vehicle="bt.1"),
    }
    battle = field(units, dice, phase="shooting")
    return battle, plan_of(battle, "r", target, [("r.1", gun, -1)])


@pytest.mark.rule("xenocide.vehicle.targeting-passengers", "xenocide.vehicle.passenger-near-miss")
@pytest.mark.parametrize(("face", "whom"), [(3, "bc"), (4, "bt"), (5, "bt"), (6, "")])
def test_passengers_are_in_heavy_cover_and_near_misses_hit_the_vehicle(face: int, whom: str) -> None:  # passengers-as-target
    battle, plan = fire_at("bc", dice=str(face))
    assert plan.groups[0].tally.needed == 3
    assert [hits.unit for hits in finish(strike(battle, plan))] == ([whom] if whom else [])


@pytest.mark.rule("xenocide.vehicle.passenger-near-miss")
@pytest.mark.parametrize(("needed", "face", "near"), [(7, 10, 0), (8, 10, 1), (9, 10, 1), (7, 9, 1)])
def test_a_ten_is_a_near_miss_of_an_eight_or_a_nine(needed: int, face: int, near: int) -> None:
    battle, plan = fire_at("bc", dice=str(face))
    group = plan.groups[0]._replace(tally=Tally(needed, (), low=True))
    assert (roll(battle, group)[1], bool(group.beside)) == (near, True)


@pytest.mark.rule("xenocide.vehicle.targeting-passengers", "xenocide.vehicle.open-closed")
def test_the_shooter_chooses_between_an_open_vehicle_and_its_passengers() -> None:
    for profile, found in (("open", ["bc", "bt"]), ("closed", ["bt"])):
        units = {"r": {"at": [[24, 26]]}, "bt": {"profile": profile, "at": [[24, 36]]}, "bc": riders(3, vehicle="bt.1")}
        battle = field(units, phase="shooting")
        assert targets(battle, battle.state.units["r"]) == found  # 7.5 inches away, both of them
        state = battle.state
        assert (state.units["r"] in visible_enemies(battle, state.units["bc"])) is (profile == "open")


@pytest.mark.rule("xenocide.vehicle.passenger-near-miss-aoe", "xenocide.vehicle.aoe-open")
def test_an_area_weapon_that_misses_passengers_strikes_the_vehicle_first() -> None:
    bombs = {**GUNS, "size-2": {**GUNS["size-2"], "area": 3}}
    units = {
        "r": {"profile": "sharp", "at": [[24, 20]]},
        "bt": {"profile": "open", "at": [[24, 36]]},
        "bc": riders(3, vehicle="bt.1"),
    }
    battle = a_battle(units, "4", profiles=PROFILES, guns=bombs, turn={"phase": "shooting", "number": 1})
    found = finish(strike(battle, plan_of(battle, "r", "bc", [("r.1", "size-2", -1)])))
    assert {(hits.unit, hits.count) for hits in found} == {("bt", 2), ("bc", 1)}  # one for each d3


@pytest.mark.rule("xenocide.vehicle.suppression-passengers")
def test_passengers_of_open_vehicles_are_suppressed_with_their_vehicle() -> None:
    guns = {**GUNS, "size-2": {**GUNS["size-2"], "rate": 7}}
    found = {}
    for target, profile, power in (("bt", "open", 2), ("bc", "open", 2), ("bt", "closed", 2), ("bt", "open", -7)):
        guns["size-2"] = {**guns["size-2"], "power": power}
        units = {
            "r": {"profile": "sharp", "at": [[24, 20]]},
            "bt": {"profile": profile, "at": [[24, 36]]},
            "bc": riders(3, vehicle="bt.1"),
        }
        battle = a_battle(units, profiles=PROFILES, guns=guns, turn={"phase": "shooting", "number": 1})
        found[target, profile, power] = plan_of(battle, "r", target, [("r.1", "size-2", -1)]).markers
    assert found == {  # morale 5 needs 4, 6 in heavy cover: 7 attacks make one marker
        ("bt", "open", 2): (("bc", 1),),
        ("bc", "open", 2): (("bc", 1),),
        ("bt", "closed", 2): (),
        ("bt", "open", -7): (),  # what cannot hurt them
    }


@pytest.mark.rule("xenocide.vehicle.aspect")
def test_a_vehicle_is_one_unit_of_one_model_hit_by_its_aspect() -> None:
    battle, plan = fire_at("bt", dice="7")
    assert plan.groups[0].tally.needed == 7  # 5 and aspect 2
    assert roll(battle, plan.groups[0])[0] == 1
