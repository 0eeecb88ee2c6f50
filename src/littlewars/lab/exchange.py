"""The same battle with the forces exchanged: what a side of the table is worth no longer counts for one force alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from littlewars.engine import Scenario

FORCE = ("army", "limit", "name", "force", "agreed")  # what belongs to a force, not to its side of the table
PLACED = ("edge",)  # what goes with units that stand on the table already


def exchanged(scenario: Scenario) -> Scenario:
    """Every side leads the force of the next one; units that stand on the table keep their places and their edge."""
    sides: dict[str, dict[str, Any]] = {name: dict(side or {}) for name, side in scenario["sides"].items()}
    names = list(sides)
    turned = dict(zip(names, _turned(names), strict=True))
    placed = _placed(scenario)
    words = (*FORCE, *PLACED) if placed else FORCE
    fresh = {
        name: {word: value for word, value in side.items() if word not in words}
        | {word: sides[turned[name]][word] for word in words if word in sides[turned[name]]}
        for name, side in sides.items()
    }
    back = {other: name for name, other in turned.items()}
    units = {id: {**unit, "side": back[unit["side"]]} for id, unit in placed.items()}
    return {**scenario, "sides": fresh} | ({"units": {**scenario["units"], **units}} if units else {})


def _placed(scenario: Scenario) -> dict[str, Mapping[str, Any]]:
    """Units that the scenario itself writes down."""
    units = scenario.get("units")
    if not isinstance(units, Mapping):
        return {}
    return {id: unit for id, unit in units.items() if isinstance(unit, Mapping) and unit.get("side") in scenario["sides"]}


def forces(scenario: Scenario, other: bool = False) -> dict[str, str]:
    """What the force is called that every side leads; `other`: in this battle the forces are exchanged."""
    sides: Mapping[str, Any] = scenario["sides"]
    found = [_force(name, side or {}) for name, side in sides.items()]
    return dict(zip(sides, _turned(found) if other else found, strict=True))


def _force(name: str, side: Mapping[str, Any]) -> str:
    """By the name of its army, by a name of its own, or else by the side whose force it is."""
    army = side.get("army")
    if isinstance(army, Mapping):
        return str(army["name"])
    return army if isinstance(army, str) else str(side.get("force", f"force of {name}"))


def _turned(many: list[str]) -> list[str]:
    """Everybody has what the next one had."""
    return [*many[1:], *many[:1]]
