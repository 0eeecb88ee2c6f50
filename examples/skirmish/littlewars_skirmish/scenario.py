"""Reading and writing a battle; the two are inverse to each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from littlewars.engine import Scenario, ScenarioError
from littlewars.engine.measures import INCHES
from littlewars.kit.describe import described, side_data
from littlewars.kit.scenario import KEYS, about, edge_of, mapping, only, places_of, reading, sides_of, table_of
from littlewars.kit.terrain import TerrainReader

from .state import Figure, Settings, Side, State, Turn, Unit, troops

UNIT = ("side", "name", "troop", "at", "acted", "gone")
TERRAIN = TerrainReader("skirmish.terrain", lambda _, data: data)


@reading()
def setup(scenario: Scenario) -> State:
    """The state a battle begins with; whatever is wrong is said in a line."""
    only(scenario, (*KEYS, "name", "rounds"), "a scenario")
    width, depth = table_of(scenario, (36, 36), INCHES, "skirmish.table")
    sides = {
        name: Side(name, edge_of(raw.get("edge"), name), str(raw.get("force", "")))
        for name, raw in sides_of(scenario, ("edge", "force")).items()
    }
    if len(sides) != 2:
        raise ScenarioError("two sides fight: skirmish.table")
    turn = msgspec.convert(scenario.get("turn", {}), Turn)
    settings = Settings(str(scenario.get("name", "")), int(scenario.get("rounds", 6)))
    state = State(width, depth, TERRAIN.read(scenario, (width, depth)), sides, {}, {}, turn, settings)
    for name, raw in mapping(scenario, "units").items():
        with about(f"unit {name}"):
            _add(state, str(name), raw)
    return state


def _add(state: State, name: str, raw: Mapping[str, Any]) -> None:
    only(raw, UNIT, f"unit {name}")
    if raw["side"] not in state.sides:
        raise ScenarioError(f"unit {name}: there is no side {raw['side']!r}")
    places, gone = places_of(raw), raw.get("gone", {})
    names = [f"{name}.{number}" for number in range(1, len(places) + 1)]
    state.units[name] = Unit(name, str(raw.get("name", name)), raw["side"], names, bool(raw.get("acted", False)))
    for number, (figure, at) in enumerate(zip(names, places, strict=True), 1):
        x, y = INCHES.read_point(at)
        state.figures[figure] = Figure(figure, name, troops()[raw["troop"]], x, y, str(gone.get(str(number), "")))


def describe(state: State) -> Scenario:
    sides = {name: side_data(side) for name, side in state.sides.items()}
    return {**described("skirmish", state), "sides": sides, "units": {u.id: _unit(state, u) for u in state.units.values()}}


def _unit(state: State, unit: Unit) -> dict[str, Any]:
    figures = [state.figures[name] for name in unit.figures]
    data: dict[str, Any] = {
        "side": unit.side,
        "name": unit.name,
        "troop": figures[0].troop.key,
        "at": [INCHES.write_point(figure.at) for figure in figures],
    }
    gone = {name.rpartition(".")[2]: figure.gone for name, figure in zip(unit.figures, figures, strict=True) if figure.gone}
    return data | ({"gone": gone} if gone else {}) | ({"acted": True} if unit.acted else {})
