"""What the players agree on binds the armies of a scenario; what makes no sense is refused with its reason."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import ScenarioError
from littlewars.systems.oversoul import OVERSOUL

LAKE = {"id": "lake", "water": "deep", "box": [0, 0, 12, 12]}


def scenario(**more: Any) -> dict[str, Any]:
    sides = {"red": {"edge": "south", "army": "thornwood-host"}, "blue": {"edge": "north", "army": "ninth-colonial-regiment"}}
    return {"system": "oversoul", "table": [48, 48], "sides": sides, **more}


def duel(**figure: Any) -> dict[str, Any]:
    units = {
        "a": {"side": "red", "figures": {"1": {"profile": "steel-ravens/Basic Infantry", "at": [20, 10], **figure}}},
        "b": {"side": "blue", "profile": "steel-ravens/Basic Infantry", "at": [[20, 30]]},
    }
    sides = {"red": {"edge": "south"}, "blue": {"edge": "north"}}
    return {"system": "oversoul", "table": [48, 48], "sides": sides, "units": units, "deploy": False}


def refused(data: dict[str, Any]) -> str:
    with pytest.raises(ScenarioError) as error:
        OVERSOUL.setup(data)
    return str(error.value)


@pytest.mark.rule("oversoul.setup.agreement", "oversoul.build.process")
def test_the_agreed_limit_binds_both_armies() -> None:
    assert OVERSOUL.setup(scenario()).settings.limit == 500
    why = refused(scenario(limit=499))
    assert "The Thornwood Host" in why
    assert "oversoul.build.process" in why


@pytest.mark.rule("oversoul.setup.agreement")
def test_only_agreed_attributes_are_fielded() -> None:
    allowed = sorted({name for f in OVERSOUL.setup(scenario()).figures.values() for name in f.profile.attributes})
    assert "Magic" in refused(scenario(attributes=["Command", "Mounted"]))
    assert "Magic" in allowed


@pytest.mark.rule("oversoul.build.vehicle-min-die")
def test_small_vehicles_only_by_agreement() -> None:
    army = {
        "system": "oversoul",
        "name": "Carts",
        "points": 500,
        "switches": {"allow_d6_vehicles": True},
        "units": [{"id": "cart", "name": "Cart", "models": [{"name": "Cart", "kind": "vehicle", "die": "d6"}]}],
    }
    sides = {"red": {"edge": "south", "army": army}, "blue": {"edge": "north", "army": "thornwood-host"}}
    assert "oversoul.build.vehicle-min-die" in refused(scenario(sides=sides))
    assert OVERSOUL.setup(scenario(sides=sides, allow_d6_vehicles=True)).units["cart"]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (scenario(rounds=-1), "not negative"),
        (scenario(table=[1000, 24]), "240″"),
        (scenario(table=[1e30, 24]), "table: two lengths: a length needs a number (not too large)"),
        (scenario(sides={"red": {"edg": "south"}, "blue": {}}), "'edg'"),
        (duel(prone=7), "bool"),
        (duel(guns=[{"ready": "x"}]), "int"),
        (duel(lucky="no"), "bool"),
        (duel(wings=2), "'wings'"),
        (duel(submerged=True), "oversoul.attr.submersible"),
    ],
)
def test_nonsense_is_refused(data: dict[str, Any], why: str) -> None:
    assert why in refused(data)


def test_divers_belong_into_deep_water() -> None:
    data = duel(submerged=True)
    data["units"]["a"]["figures"]["1"]["at"] = [6, 6]
    assert OVERSOUL.setup({**data, "terrain": [LAKE]}).figures["a.1"].submerged
