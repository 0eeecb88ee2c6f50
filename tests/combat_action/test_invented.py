"""What a scenario may not invent: words, names, numbers beyond all bounds, and facts that cannot go together."""

from __future__ import annotations

import re
from typing import Any

import pytest

from littlewars.engine import ScenarioError
from littlewars.muster import RosterError, roster_from
from littlewars.systems.combat_action.roster.muster import MUSTER
from tests.combat_action.field import a_state, crew, man, robot

FOE = {"model": "bare", "at": [[60, 100]]}
HUGE = 10**30
COUNTS = ("primed", "wrecked", "controlled", "moved", "fired")


def refused(units: dict[str, Any], **more: Any) -> str:
    """Why such a battle cannot be, in a line and not in Python's words."""
    with pytest.raises(ScenarioError) as caught:
        a_state({"b": FOE, **units}, **more)
    told = str(caught.value)
    assert "\n" not in told
    assert "Error" not in told
    return told


@pytest.mark.rule("combat-action.vehicles.crew", "combat-action.units.inert", "combat-action.machine-damage.control-system")
@pytest.mark.parametrize(
    ("model", "facts", "why"),
    [
        ("driver", {"carrier": "car.1", "seat": "banana"}, "r.1 has no seat 'banana'; it may be pilot or gunner"),
        ("driver", {"carrier": "car.1", "seat": None}, "unit r, figure 1: seat: "),
        ("driver", {"carrier": "car.1", "seat": ["pilot"]}, "unit r, figure 1: seat: "),
        ("driver", {"seat": "pilot"}, "r.1 has no seat 'pilot'; it may be none: combat-action.vehicles.crew"),
        ("hunter", {"wreck": "banana"}, "r.1 has no wreck 'banana'; it may be destroyed or shut down"),
        ("hunter", {"loose": "banana"}, "r.1 has no loose 'banana'; it may be for good or once"),
        ("bare", {"wreck": "destroyed"}, "r.1 has no wreck 'destroyed'; it may be none"),
        ("bare", {"broken": ["antenna"]}, "r.1 is no machine, and damaged like one"),
        ("bare", {"halted": True}, "r.1 is no machine, and damaged like one"),
        ("bare", {"landing": True}, "r.1 is no machine, and damaged like one"),
        ("bare", {"loose": "once"}, "r.1 has no loose 'once'; it may be none"),
        ("slave", {"controller": "banana"}, "r.1 is controlled by somebody who is not there"),
        ("sniper", {"aim_gun": 0, "aim_at": "banana"}, "or aims at him"),
        ("bare", {"foot": 6}, "r.1 stands on no roof: combat-action.actions.climb"),
        ("bare", {"foot": -1}, "r.1 stands on no roof: combat-action.actions.climb"),
        ("bare", {"foot": HUGE}, "unit r, figure 1: foot"),
        ("hunter", {"went": -1}, "r.1 has done what cannot be done"),
        ("slave", {"did": [{"verb": "banana"}]}, "r.1 has done what cannot be done"),
        ("slave", {"did": [{"verb": "walk", "far": -1}]}, "unit r, figure 1: did: "),
        ("slave", {"did": [{"verb": "walk", "far": HUGE}]}, "unit r, figure 1: did: "),
        ("slave", {"did": [{"verb": "walk", "face": 36000}]}, "unit r, figure 1: did: "),
        ("slave", {"did": [{"verb": "walk", "banana": 1}]}, "unit r, figure 1: did: .*banana"),
        ("shooter", {"guns": [{"banana": 1}]}, "unit r, figure 1: guns: .*banana"),
        ("shooter", {"guns": [{"left": -2}]}, "unit r, figure 1: guns: "),
        ("shooter", {"guns": [{"fired": HUGE}]}, "unit r, figure 1: guns: "),
        *(
            ("bare", {word: HUGE}, f"unit r, figure 1: {word}: ")
            for word in ("primed", "wrecked", "controlled", "moved", "fired")
        ),
        *(
            ("bare", {word: -1}, f"unit r, figure 1: {word}: ")
            for word in ("primed", "wrecked", "controlled", "moved", "fired")
        ),
    ],
)
def test_what_a_figure_may_not_be(model: str, facts: dict[str, Any], why: str) -> None:
    at = {} if "carrier" in facts else {"at": [60, 60]}
    told = refused({"r": {"figures": {"1": {"model": model, **at, **facts}}}, "car": crew([20, 20])})
    assert re.search(why, told), told


@pytest.mark.rule("combat-action.turn.sequence", "combat-action.actions.impart-order", "combat-action.units.squads")
@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"turn": {"number": HUGE}}, "turn: "),
        ({"turn": {"number": -1}}, "turn: "),
        ({"turn": {"banana": 1}}, "a turn has no 'banana'"),
        ({"turn": {"at": ""}}, "it is the turn of no side, or of no unit: combat-action.turn.sequence"),
        ({"turn": {"phase": "deploy", "at": ""}}, "it is the turn of no side, or of no unit"),
        ({"turn": {"doing": {"unit": ""}}}, "it is the turn of no side, or of no unit"),
        ({"turn": {"doing": {"unit": "r", "banana": 1}}}, "turn: .*banana"),
        ({"terrain": [{"id": None, "kind": "boulder", "box": [0, 0, 9, 9]}]}, "a piece is called by a word, not None"),
        ({"terrain": [{"id": True, "kind": "boulder", "box": [0, 0, 9, 9]}]}, "a piece is called by a word, not True"),
        ({"terrain": [{"id": [1], "kind": "boulder", "box": [0, 0, 9, 9]}]}, r"a piece is called by a word, not \[1\]"),
    ],
)
def test_what_a_turn_and_a_piece_may_not_be(more: dict[str, Any], why: str) -> None:
    told = refused({"r": {"model": "bare", "at": [[60, 60]]}}, **more)
    assert re.search(why, told), told


@pytest.mark.rule("combat-action.units.squads", "combat-action.actions.impart-order")
@pytest.mark.parametrize(
    ("unit", "why"),
    [
        ({"count": 10**9}, "unit r: 1000000000 figures; there are 1 to 1000 in a unit"),
        ({"count": 0}, "unit r: 0 figures; there are 1 to 1000 in a unit"),
        ({"count": -1}, "unit r: -1 figures"),
        ({"ordered": -1, "at": [[60, 60]]}, "unit r: "),
        ({"told": HUGE, "at": [[60, 60]]}, "unit r: "),
    ],
)
def test_what_a_unit_may_not_be(unit: dict[str, Any], why: str) -> None:
    assert refused({"r": {"model": "bare", **unit}}).startswith(why)


@pytest.mark.rule("combat-action.core.stats", "combat-action.core.weapon-stats", "combat-action.vehicles.crew")
@pytest.mark.parametrize(
    ("models", "weapons", "why"),
    [
        ({"x": man(MV=True)}, {}, "model x: mv needs a number"),
        ({"x": man(height=HUGE)}, {}, "model x: height needs a number"),
        ({"x": man(base=True)}, {}, "model x: base needs a number"),
        ({"x": robot(base=[4])}, {}, "model x: base is written"),
        ({"x": man(weapons={"gun": 1})}, {}, "model x: "),
        ({"x": man(weapons="")}, {}, "model x: "),
        ({"x": robot("vehicle", crew=["banana"])}, {}, "there is no crewman 'banana': combat-action.vehicles.crew"),
        ({}, {"x": {"class": "rifle", "pen": 1, "arc": -1}}, "weapon x: .*combat-action.los.lines"),
        ({}, {"x": {"class": "rifle", "pen": 1, "arc": 18001}}, "weapon x: .*combat-action.los.lines"),
        ({}, {"x": {"class": "rifle", "pen": 1, "blast": True}}, "weapon x: blast needs a number"),
    ],
)
def test_what_models_and_weapons_may_not_be(models: dict[str, Any], weapons: dict[str, Any], why: str) -> None:
    told = refused({"r": {"model": "bare", "at": [[60, 60]]}}, models=models, weapons=weapons)
    assert re.match(why, told), told


@pytest.mark.rule("combat-action.setup.force")
@pytest.mark.parametrize("note", [[], {}, ["banana"], {"a": 1}])
def test_a_note_in_a_roster_is_words(note: Any) -> None:
    unit = {"name": "Chief", "models": [{"model": "chief"}], "note": note}
    with pytest.raises(RosterError):
        MUSTER.check(roster_from({"system": "combat-action", "name": "X", "units": [unit]}, "X"))
    assert not MUSTER.check(roster_from({"system": "combat-action", "name": "X", "units": [{**unit, "note": "words"}]}, "X"))
