"""Unit cards, weapons, costs, rosters (at43.core.*, at43.profiles.*, at43.setup.army)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import ScenarioError
from littlewars.muster import roster_from
from littlewars.systems.at43.basics.profiles import cards, read_profile, read_weapon, weapons
from littlewars.systems.at43.roster.muster import MUSTER
from littlewars.systems.at43.system import AT43
from tests.at43.table import MAN, STRIDER, a_state, scenario

POINTS = {
    "line-trooper": 18, "line-corporal": 19, "line-missile": 20, "guard-gunner": 23, "guard-hero": 72,
    "fire-toad-sergeant": 160,
    "storm-construct": 20, "storm-prime": 22, "storm-sonic": 20, "breaker": 40, "breaker-overseer": 52,
    "wraith-golgotha-alpha": 178,
}  # fmt: skip
WORTH = {
    "carbine": 3.75, "squad-gatling": 6.875, "missile-launcher": 6.75, "officer-pistol": 3.375, "combat-knife": 1.125,
    "hero-blade": 4.375, "strider-cannon": 11.875, "strider-laser": 16.25, "nano-blaster": 4.5, "sonic-gun": 6.0,
    "construct-claw": 1.375, "breaker-claws": 5.0, "breaker-thrower": 6.75, "sonic-battery": 14.875, "swarm-thrower": 12.375,
    "strider-claw": 9.5,
}  # fmt: skip


@pytest.mark.rule("at43.core.unit-card")
def test_cards_have_the_values_of_the_profiles_and_cost_by_the_formula() -> None:
    from littlewars.systems.at43.basics.profiles import weapon_worth

    assert {key: cards()[key].points for key in POINTS} == POINTS
    assert {key: float(weapon_worth(weapons()[key])) for key in WORTH} == WORTH
    hero = cards()["guard-hero"]
    assert (hero.move, hero.size, hero.combat, hero.protection, hero.morale) == (12000, 2, 6, 7, 10)
    assert (hero.radius, hero.height, hero.wounds, hero.type) == (1500, 3500, 2, 2)
    toad = cards()["fire-toad-sergeant"]
    assert dict(toad.structure) == {"propulsion": 3, "frame": 4, "strider-cannon": 2, "strider-laser": 2}
    blade = weapons()["hero-blade"]
    assert (blade.accuracy, blade.rate, blade.reroll, blade.penetration, blade.damage, blade.close) == (6, 2, 1, 8, 1, True)


@pytest.mark.rule("at43.special.kinds")
@pytest.mark.rule("at43.missile-launcher.locked")
@pytest.mark.rule("at43.profiles.weapons")
@pytest.mark.rule("at43.profiles.ranks-and-machines")
@pytest.mark.rule("at43.profiles.heroes")
def test_weapon_marks_ranks_and_machines_of_the_text() -> None:
    # at43.ex.weapon-marks
    missile, sonic = weapons()["missile-launcher"], weapons()["sonic-gun"]
    assert (missile.special, missile.locked, missile.damage) == (True, True, 2)
    assert (sonic.special, sonic.locked) == (True, False)
    officers = {key: card.officer for key, card in cards().items() if card.officer}
    assert {officer.rank: officer.most for officer in officers.values()}["sergeant"] == 2
    assert {officer.rank: officer.most for officer in officers.values()}["overseer alpha"] == 2
    assert {"fire-toad-sergeant", "wraith-golgotha-alpha"} <= set(officers)
    assert cards()["fire-toad-sergeant"].afv
    assert cards()["guard-hero"].hero
    state = a_state({"r": {"profile": "hero", "at": [[20, 20]]}, "b": {"at": [[20, 90]]}})
    assert state.hero(state.units["r"])
    assert state.officer(state.units["r"]) is None, "a hero is no officer for that"
    with pytest.raises(ValueError, match=r"at43\.special\.kinds"):
        read_weapon("m", {"name": "m", "accuracy": 4, "penetration": 14, "missile": True})


@pytest.mark.rule("at43.core.infantry-types")
@pytest.mark.rule("at43.core.vocabulary")
def test_what_a_card_cannot_be() -> None:
    for raw, rule in (
        ({**MAN, "type": 4}, "at43.core.infantry-types"),
        ({**MAN, "type": 0}, "at43.core.infantry-types"),
        ({**MAN, "category": "beast"}, "at43.core.vocabulary"),
        ({**MAN, "weapons": ["spoon"]}, "at43.core.unit-card"),
        ({**MAN, "protection": 31}, "at43.core.unit-card"),
        ({**MAN, "structure": {"frame": 1}}, "at43.afv.structure-points"),
        ({**STRIDER, "structure": {"frame": 1}}, "at43.afv.structure-points"),
    ):
        with pytest.raises(ValueError, match=rule):
            read_profile("x", raw, {**weapons(), "cannon": weapons()["strider-cannon"], "laser": weapons()["strider-laser"]})
    for kind in (1, 2, 3):
        assert read_profile("x", {**MAN, "type": kind}, weapons()).type == kind


@pytest.mark.rule("at43.shooting.each-weapon-once")
def test_two_copies_of_a_weapon_are_two_weapons() -> None:
    twice = read_profile("x", {**MAN, "weapons": ["carbine", "carbine"]}, weapons())
    assert [weapon.key for weapon in twice.guns] == ["carbine", "carbine-2"]


@pytest.mark.rule("at43.core.infantry-types")
@pytest.mark.rule("at43.units.afv-units")
def test_a_unit_is_of_one_kind() -> None:
    for figures, rule in (
        ({"1": {"profile": "man"}, "2": {"profile": "guard-gunner"}}, "at43.core.infantry-types"),
        ({"1": {"profile": "man"}, "2": {"profile": "strider"}}, "at43.core.infantry-types"),
        ({str(n): {"profile": "strider"} for n in range(4)}, "at43.units.afv-units"),
    ):
        with pytest.raises(ScenarioError, match=rule):
            AT43.setup(scenario({"r": {"figures": figures}, "b": {"at": [[20, 90]]}}))
    three = a_state({"r": {"profile": "strider", "at": [[20, 20], [28, 20], [36, 20]]}, "b": {"at": [[20, 90]]}})
    assert len(three.units["r"].figures) == 3


# ---- rosters


def breaches(units: list[dict[str, Any]], points: int = 500) -> list[str]:
    """The rules that a roster breaks."""
    found = MUSTER.check(roster_from({"system": "at43", "name": "x", "points": points, "units": units}, "x"))
    return [breach.rule for breach in found]


CHIEF = {"name": "Toad", "leader": "fire-toad-sergeant", "commander": "yes"}


@pytest.mark.rule("at43.setup.army")
def test_an_army_has_an_officer_as_its_commander_and_keeps_its_limit() -> None:
    line = {"name": "Line", "leader": "line-corporal", "members": [{"fighter": "line-trooper", "number": 3}]}
    assert breaches([CHIEF, line]) == []
    assert breaches([CHIEF, line], 233) == []
    assert breaches([CHIEF, line], 232) == ["at43.setup.army"], "a point too much"
    assert breaches([line]) == ["at43.setup.army"], "nobody commands"
    assert breaches([CHIEF, {**CHIEF, "name": "Second"}]) == ["at43.setup.army"], "two command"
    assert breaches([{**line, "commander": "yes"}]) == ["at43.setup.army"], "no officer"
    hidden = {"name": "Guard", "leader": "guard-gunner", "members": [{"fighter": "guard-hero", "number": 1}]}
    assert breaches([CHIEF, hidden]) == ["at43.setup.army"], "a hero or officer leads"
    mixed = {"name": "Mixed", "leader": "line-corporal", "members": [{"fighter": "guard-gunner"}]}
    assert breaches([CHIEF, mixed]) == ["at43.core.infantry-types"]
    toads = {"name": "Toads", "leader": "fire-toad", "members": [{"fighter": "fire-toad", "number": 3}]}
    assert breaches([CHIEF, toads], 2000) == ["at43.units.afv-units"]
    assert breaches([CHIEF, {**line, "members": [{"fighter": "line-trooper", "number": 31}]}], 2000) == ["at43.setup.army"]


@pytest.mark.rule("at43.setup.army")
def test_ready_armies_cost_what_they_should() -> None:
    totals = {}
    for name in ("column", "host"):
        state = AT43.setup({**AT43.scenarios()["first-battle"], "sides": {"red": {"army": name}, "blue": {"army": "host"}}})
        totals[name] = {unit.name: state.points(unit) for unit in state.units.values() if unit.side == "red"}
        assert state.sides["red"].commander in state.figures
    assert totals["column"] == {"Line infantry": 147, "Guard": 164, "Fire Toad": 160}
    assert totals["host"] == {"Storm constructs": 162, "Breakers": 132, "Wraith Golgotha": 178}


@pytest.mark.rule("at43.core.unit-card")
def test_the_limits_of_every_value_of_a_card() -> None:
    """Both sides of each: as people write it, in centimetres."""
    card = {
        "size": (0, 20),
        "combat": (0, 30),
        "protection": (0, 30),
        "morale": (0, 30),
        "wounds": (1, 20),
        "move": (0, 100),
        "height": (0, 50),
    }
    weapon = {"accuracy": (0, 30), "penetration": (0, 30), "rate": (1, 20), "reroll": (0, 20), "damage": (1, 20)}
    plain = {"name": "w", "accuracy": 5, "penetration": 5}
    for word, (low, high) in card.items():
        for good in (low, high):
            assert read_profile("x", {**MAN, word: good}, weapons())
        for bad in (low - 1, high + 1):
            with pytest.raises(ValueError, match=r"at43\.core\.unit-card"):
                read_profile("x", {**MAN, word: bad}, weapons())
    for base in (0.5, 30):
        assert read_profile("x", {**MAN, "base": base}, weapons())
    for base in (0.49, 30.1):
        with pytest.raises(ValueError, match=r"at43\.core\.unit-card"):
            read_profile("x", {**MAN, "base": base}, weapons())
    for word, (low, high) in weapon.items():
        for good in (low, high):
            assert read_weapon("w", {**plain, word: good})
        for bad in (low - 1, high + 1):
            with pytest.raises(ValueError, match=r"at43\.core\.unit-card"):
                read_weapon("w", {**plain, word: bad})
