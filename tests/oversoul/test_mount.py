"""Independent mounts: two models on one base, each with its own die, actions and Recovery."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.oversoul.units.allowance import move_of
from tests.oversoul.helpers import Fight, battle_of, blow, mods

RIDERS: dict[str, dict[str, Any]] = {
    "rider": {"die": "d6", "range": 10, "attributes": ["Mounted"], "mount": "dragon"},
    "dragon": {"kind": "mount", "die": "d12", "attributes": ["Flying"]},
}


def pair(unit: str = "b") -> dict[str, Any]:
    """A rider on his dragon."""
    rider = {"profile": "rider", "carrier": f"{unit}.d", "seat": "rider"}
    return {"figures": {"r": rider, "d": {"profile": "dragon", "at": [20, 20], "face": 180}}}


def pair_struck(attacker: str = "rifle", at: Any = ((20, 10),), **more: Any) -> Fight:
    """A dragon rider in blue, shot at from the south."""
    return Fight({"a": {"profile": attacker, "at": [list(p) for p in at]}, "b": pair()}, profiles={**RIDERS, **more})


@pytest.mark.rule("oversoul.mount.independent-die", "oversoul.mount.common")
def test_rider_and_mount_share_base_place_and_facing() -> None:
    fight = pair_struck()
    rider, dragon = fight["b.r"], fight["b.d"]
    assert (rider.at, rider.face, rider.carrier) == (dragon.at, dragon.face, "b.d")
    assert dragon.radius == 1000  # the base of a d12
    assert [figure.id for figure in fight.state.standing(fight.state.units["b"])] == ["b.d"]
    common = battle_of(
        {"a": {"profile": "horse", "at": [[10, 10]]}}, profiles={"horse": {"die": "d6", "attributes": ["Mounted"]}}
    )
    assert list(common.state.figures) == ["a.1"]  # an ordinary steed is part of its rider


@pytest.mark.rule("oversoul.mount.independent-move", "oversoul.mount.attacker-chooses", "oversoul.mount.survivor")
def test_the_rider_falls_and_the_dragon_continues_alone() -> None:
    """oversoul.ex.independent-mount: MOVE 12; the rider is aimed at, hit, Recovery 3."""
    fight = pair_struck()
    assert move_of(fight.state, fight["b.d"]) == 12000
    assert fight.actions() == ["hold", "shoot:0:b.d", "shoot:0:b.r"]
    fight.say("shoot:0:b.r", dice="ranged attack 4, recovery 3, morale 4")
    assert fight.told("Draw")[1].die == "d6"
    assert fight["b.r"].gone == "removed"
    assert not fight["b.d"].gone


@pytest.mark.rule("oversoul.mount.independent-reactions", "oversoul.mount.survivor", "oversoul.mount.independent-die")
def test_the_mount_rolls_its_own_die_and_the_rider_goes_on_on_foot() -> None:
    fight = pair_struck().say("shoot:0:b.d", dice="ranged attack 4, recovery 3, morale 4")
    assert fight.told("Draw")[1].die == "d12"
    rider = fight["b.r"]
    assert fight["b.d"].gone == "removed"
    assert (rider.carrier, rider.at, rider.radius) == ("", (20000, 20000), 500)  # his own base at the same centre
    assert move_of(fight.state, rider) == 6000
    assert "crashes" not in [event.what for event in fight.told("Changed")]


@pytest.mark.rule("oversoul.mount.survivor", "oversoul.attr.flying-crash")
@pytest.mark.parametrize(("face", "gone"), [(3, "removed"), (4, "")])
def test_the_rider_of_a_dragon_shot_in_the_air_falls(face: int, gone: str) -> None:
    fight = pair_struck()
    fight["b.d"].airborne = True
    fight.say("shoot:0:b.d", dice=f"ranged attack 4, recovery 2, crash {face}" + (", morale 4" if face == 4 else ""))
    assert fight.told("Draw")[2].die == "d6"
    assert fight["b.r"].gone == gone


@pytest.mark.rule("oversoul.attr.flying-crash", "oversoul.mount.independent-die")
def test_a_rider_who_rolls_a_one_in_the_air_crashes_and_brings_the_pair_down() -> None:
    sturdy = {"rider": {**RIDERS["rider"], "attributes": ["Mounted", "Tough", "Undead", "Heavy Armor"]}}
    fight = pair_struck("saw", **sturdy)
    fight["b.d"].airborne = True
    fight.say("shoot:0:b.r", dice="ranged attack 4, recovery 1, crash 2")
    assert fight.told("Draw")[2].die == "d6"
    assert not fight["b.d"].airborne
    assert not fight["b.r"].gone


@pytest.mark.rule("oversoul.mount.independent-reactions", "oversoul.template.ranged-hits")
def test_a_template_hits_both() -> None:
    fight = pair_struck("x", x={"die": "d6", "range": 10, "attributes": ["Template 2"]})
    fight.say("shoot:0:b.d", dice="ranged attack 4, recovery 6, recovery 6")
    assert sorted(event.figure for event in fight.told("Recovered")) == ["b.d", "b.r"]


@pytest.mark.rule("oversoul.mount.independent-actions")
def test_rider_and_mount_each_take_an_other_action() -> None:
    units = {"a": pair("a"), "b": {"profile": "tough", "at": [[20, 18.5]], "face": 0}}
    fight = Fight(units, profiles=RIDERS, doing={"charges": ["a.d>b.1"]})
    assert fight.options == ["done", "a.r", "a.d", "group"]
    assert mods(blow(fight.game.battle, "a.r", "b.1")) == mods(blow(fight.game.battle, "a.d", "b.1")) == {"charge": 2}
    fight.say("a.r").say("shoot:0:b.1", dice="ranged attack 1").say("melee:b.1", dice="melee attack 2, recovery 6")
    assert [(event.attacker, event.how) for event in fight.told("Attacked")] == [("a.r", "ranged"), ("a.d", "melee")]


@pytest.mark.rule("oversoul.mount.independent-actions", "oversoul.tight.same-actions", "oversoul.tight.melee-first-rank")
@pytest.mark.parametrize("kind", ["melee", "shoot"])
def test_in_a_tight_unit_riders_and_mounts_act_too_all_in_the_same_way(kind: str) -> None:
    profiles = {
        "steed": {"kind": "mount", "die": "d10", "attributes": ["Tight Cohesion"]},
        "lancer": {"die": "d8", "range": 10, "attributes": ["Mounted", "Tight Cohesion"], "mount": "steed"},
    }
    figures: dict[str, Any] = {}
    for n, at in enumerate([[19, 20], [21, 20], [19, 18], [21, 18], [19, 16], [21, 16]], 1):
        figures[f"m{n}"] = {"profile": "steed", "at": at}
        figures[f"k{n}"] = {"profile": "lancer", "at": at, "carrier": f"a.m{n}", "seat": "rider"}
    rows = [["a.m1", "a.m2"], ["a.m3", "a.m4"], ["a.m5", "a.m6"]]
    units = {
        "a": {"figures": figures, "tight": True, "ranks": {"kind": "column", "rows": rows, "at": [20, 21], "face": 0}},
        "b": {"profile": "tough", "at": [[19, 21.5], [21, 21.5]], "face": 180},
    }
    fight = Fight(units, profiles=profiles)
    assert fight.options == ["none", "melee", "shoot"]
    fight.say(kind)
    if kind == "melee":
        assert sorted(fight.options) == ["a.k1", "a.k2", "a.m1", "a.m2", "done", "group"]
        fight.say("a.k1")
        assert fight.actions() == ["hold", "melee:b.1"]
        fight.say("melee:b.1", dice="melee attack 1").say("a.m1").say("melee:b.1", dice="melee attack 1")
        assert [(event.attacker, event.how) for event in fight.told("Attacked")] == [("a.k1", "melee"), ("a.m1", "melee")]
    else:
        assert sorted(fight.options) == ["a.k1", "a.k2", "a.k3", "a.k4", "done", "group"]
        fight.say("a.k1")
        assert "shoot:0:b.1" in fight.actions()


@pytest.mark.rule("oversoul.mount.survivor", "oversoul.tight.close-ranks")
@pytest.mark.parametrize(
    ("friend", "places"), [([19, 22], [(22, 20), (20.5, 20), (19, 20)]), ([19, 21.3], [(22, 20), (20, 20), (18, 20)])]
)
def test_beside_a_rider_who_lost_his_mount_the_line_closes_up_where_there_is_room(friend: list[float], places: Any) -> None:
    """He needs an inch, his mount needed two; the third lancer closes up, unless somebody stands in his way."""
    profiles = {
        "steed": {"kind": "mount", "die": "d10", "attributes": ["Tight Cohesion"]},
        "lancer": {"die": "d8", "attributes": ["Mounted", "Tight Cohesion"], "mount": "steed"},
    }
    figures: dict[str, Any] = {}
    for n, x in enumerate((22, 20, 18), 1):
        figures[f"m{n}"] = {"profile": "steed", "at": [x, 20], "face": 180}
        figures[f"k{n}"] = {"profile": "lancer", "at": [x, 20], "face": 180, "carrier": f"b.m{n}", "seat": "rider"}
    ranks = {"kind": "line", "rows": [["b.m1", "b.m2", "b.m3"]], "at": [20, 19], "face": 180}
    units = {
        "a": {"profile": "rifle", "at": [[20, 10]]},
        "b": {"figures": figures, "tight": True, "ranks": ranks},
        "bf": {"profile": "man", "at": [friend]},
    }
    fight = Fight(units, profiles=profiles).say("shoot:0:b.m2", dice="ranged attack 6, recovery 1")
    assert [fight.at(name) for name in ("b.m1", "b.k2", "b.m3")] == places


@pytest.mark.rule("oversoul.mount.independent-move")
def test_only_the_mounts_movement_counts_while_mounted() -> None:
    profiles = {
        "rider": {**RIDERS["rider"], "attributes": ["Mounted", "Fast", "Undead"]},
        "dragon": {"kind": "mount", "die": "d10", "attributes": ["Slow"]},
    }
    fight = Fight({"a": pair("a"), "b": {"profile": "man", "at": [[5, 5]]}}, profiles=profiles, parts=("move",))
    assert fight.game.ask is not None
    budget: Any = fight.game.ask.sheet()["budget"]
    assert budget == {"a.d": 16000}  # d10 moves as a d8, and runs although its rider is Undead


@pytest.mark.rule("oversoul.attr.mounted", "oversoul.mount.common")
def test_mounted_move() -> None:
    """oversoul.ex.mounted-move: d8 on a common steed, d6 on an independent d12 mount."""
    profiles = {**RIDERS, "horseman": {"die": "d8", "attributes": ["Mounted"]}}
    battle = battle_of({"a": {"profile": "horseman", "at": [[10, 10]]}, "b": pair()}, profiles=profiles)
    assert [move_of(battle.state, battle.state.figures[name]) for name in ("a.1", "b.d")] == [12000, 12000]
