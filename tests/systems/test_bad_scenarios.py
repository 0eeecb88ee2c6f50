"""What may be wrong with a scenario is said in every rulebook alike, in a line and not in Python's words."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from littlewars.engine import ScenarioError
from littlewars.systems import SYSTEMS
from tests.at43.table import MAN as MAN_OF_AT43
from tests.combat_action import field
from tests.xenocide.squads import MAN as MAN_OF_XENOCIDE

BOOKS = ("oversoul", "defiance", "xenocide", "at43", "combat-action")
SOLDIER: dict[str, dict[str, Any]] = {  # how each book says what a figure is
    "oversoul": {"profile": "man"},
    "defiance": {"frame": "man"},
    "xenocide": {"profile": "man"},
    "at43": {"profile": "man"},
    "combat-action": {"model": "man"},
}
OWN: dict[str, dict[str, Any]] = {  # and what such a man is
    "oversoul": {"profiles": {"man": {"die": "d6", "range": 12}}},
    "defiance": {"frames": {"man": {}}, "scenario": "free"},
    "xenocide": {"profiles": {"man": MAN_OF_XENOCIDE}},
    "at43": {"profiles": {"man": MAN_OF_AT43}},
    "combat-action": {"models": {"man": field.man()}},
}
UNIT: dict[str, dict[str, Any]] = {  # a unit that its armies may field twice
    "oversoul": {"profile": "colonial-rifle-squad"},
    "defiance": {
        "unit": "Redcoat Section",
        "frame": "Redcoat",
        "figures": 7,
        "primary": "Assault Rifle",
        "officers": ["1L, 1C"],
    },
    "xenocide": {"name": "Squad", "models": [{"troop": "human-trooper", "loadout": "rifleman", "number": 3}]},
    "at43": {"name": "Line", "leader": "line-corporal", "members": [{"fighter": "line-trooper", "number": 4}]},
    "combat-action": {
        "name": "Squad",
        "leader": "rifle-sergeant",
        "models": [{"model": "rifle-sergeant"}, {"model": "rifleman"}],
    },
}
LEADS: dict[str, list[dict[str, Any]]] = {  # whoever an army cannot be without
    "at43": [
        {"name": "Guard", "leader": "guard-hero", "commander": "yes", "members": [{"fighter": "guard-gunner", "number": 4}]}
    ],
    "combat-action": [{"name": "Lieutenant", "models": [{"model": "lieutenant"}]}],
}
FACTION = {"defiance": {"army": "Human Confederacy"}, "xenocide": {"faction": "humans"}}


def _scenario(system: str, **more: Any) -> dict[str, Any]:
    """A small battle with a unit on each side."""
    units = {
        "r": {"side": "red", "at": [[5 + 2 * k, 10] for k in range(5)]},
        "b": {"side": "blue", "at": [[5 + 2 * k, 30] for k in range(5)]},
    }
    if system in ("at43", "combat-action"):  # centimetres
        units = {name: unit | {"at": [[2 * x, 2 * y] for x, y in unit["at"]]} for name, unit in units.items()}  # type: ignore[misc]
    found: dict[str, Any] = {
        "system": system,
        "table": [120, 120] if system in ("at43", "combat-action") else [48, 48],
        "sides": {"red": {"edge": "south"}, "blue": {"edge": "north"}},
        "units": {name: raw | SOLDIER[system] for name, raw in units.items()},
        **OWN[system],
    }
    if system in ("oversoul", "defiance"):
        found["units"] = {name: raw | {"count": 5} for name, raw in found["units"].items()}
    return deepcopy(found | more)


def _told(system: str, **more: Any) -> str:
    with pytest.raises(ScenarioError) as caught:
        SYSTEMS[system].setup(_scenario(system, **more))
    told = str(caught.value)
    assert "Error" not in told
    assert "\n" not in told
    return told


@pytest.fixture(params=BOOKS)
def system(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_battle_itself_is_fine(system: str) -> None:
    state = SYSTEMS[system].setup(_scenario(system))
    assert set(state.units) == {"r", "b"}


def test_a_side_of_which_nothing_is_said_is_a_side(system: str) -> None:
    state = SYSTEMS[system].setup(_scenario(system, sides={"red": None, "blue": {}}))
    assert list(state.sides) == ["red", "blue"]


def test_what_two_entries_of_an_army_share_is_read_twice(system: str) -> None:
    """What YAML wrote once, with an anchor, comes as one object in two places."""
    one = UNIT[system]
    more = LEADS.get(system, [])
    army = {"system": system, "name": "Twins", "points": 1000, "units": [one, one, *more]} | FACTION.get(system, {})
    scenario = _scenario(system, sides={"red": {"army": army}, "blue": {}}, table=[180, 120])
    assert scenario["sides"]["red"]["army"]["units"][0] is scenario["sides"]["red"]["army"]["units"][1]
    state = SYSTEMS[system].setup(scenario)
    assert len(state.units_of("red")) == 3 + len(more)


def test_terrain_without_an_outline(system: str) -> None:
    told = _told(system, terrain=[{"id": "wood", "kind": "sparse-wood"}])
    assert told.startswith(f"a piece of terrain has an outline or a box: {system}.")


@pytest.mark.parametrize("wrong", [5, "wood", [1, 2]])
def test_terrain_that_is_no_mapping(system: str, wrong: Any) -> None:
    assert "a piece is a mapping" in _told(system, terrain=[wrong])


@pytest.mark.parametrize("wrong", ["wide", ["a", "b"], [48], [48, float("nan")], [True, 48], [10**400, 48]])
def test_a_table_that_is_none(system: str, wrong: Any) -> None:
    assert _told(system, table=wrong).startswith("table: two lengths")


def test_units_without_names(system: str) -> None:
    assert _told(system, units=[1]) == "units should be a mapping of names, not [1]"


@pytest.mark.parametrize("wrong", [{"side": "red", "at": "here"}, 5, {"side": "red", "figures": [1]}])
def test_a_unit_that_cannot_be_read(system: str, wrong: Any) -> None:
    raw = wrong if wrong == 5 or "figures" in wrong else wrong | SOLDIER[system]
    told = _told(system, units={"r": raw})
    assert told.startswith(("unit r", "figures should be a mapping"))


@pytest.mark.parametrize(
    ("sides", "why"),
    [
        ({"red": 5, "blue": {}}, "side red should be a mapping, not 5"),
        ({"red": {"hat": 1}, "blue": {}}, "side red has no 'hat'; it has "),
        ({"red": {"edge": "up"}, "blue": {}}, "red: 'up' is no edge of the table; there are north, east, south, west"),
        ({"red": {"edge": ["north"]}, "blue": {}}, "red: ['north'] is no edge of the table"),
        (7, "a scenario names its sides"),
    ],
)
def test_sides_that_cannot_be(system: str, sides: Any, why: str) -> None:
    assert why in _told(system, sides=sides)


def test_words_that_nobody_reads(system: str) -> None:
    assert _told(system, weather="bad").startswith("a scenario has no 'weather'; it has about, ")
    assert "a map has no 'trees'; it has kinds, pairs" in _told(system, map={"trees": 3})
