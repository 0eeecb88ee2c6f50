"""Reading and writing a battle; the two are inverse to each other."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from littlewars.engine import Scenario
from littlewars.engine.measures import INCHES
from littlewars.kit import scenario as kit
from littlewars.kit.describe import described, side_data, unit_data
from littlewars.kit.terrain import TerrainReader

from .state import Figure, Settings, Side, State, Turn, Unit, troops

TERRAIN = TerrainReader("skirmish.terrain", lambda _, data: data)


@kit.reading()
def setup(scenario: Scenario) -> State:
    """The state a battle begins with; whatever is wrong is said in a line."""
    kit.only(scenario, (*kit.KEYS, *Settings.__struct_fields__), "a scenario")
    size = kit.table_of(scenario, (36, 36), INCHES, "skirmish.table")
    sides = kit.two_sides(scenario, ("edge", "force"), Side, "skirmish.table")
    state = State(Settings(**kit.rest_of(Settings, scenario)), *size, TERRAIN.read(scenario, size), sides, {}, {}, Turn())
    kit.read_forces(scenario, {}, lambda side, army: None, partial(_read_unit, state))  # no armies: units are written out
    state.turn = kit.turn_of(state, scenario.get("turn", {}), Turn)
    return state


def _read_unit(state: State, name: str, raw: Mapping[str, Any]) -> None:
    """A squad: where its men stand, or each of them as he is."""
    unit = kit.unit_of(state, Unit, name, raw, ("at", "figures"))
    troop = kit.known_as(troops(), unit.troop, "troop", "skirmish.troops")
    men = kit.mapping(raw, "figures") or {number: {"at": at} for number, at in enumerate(kit.places_of(raw), 1)}
    for key, man in men.items():
        kit.only(man, ("at", "gone"), "a man")
        kit.enlist(state, unit, Figure(f"{name}.{key}", name, troop, *INCHES.read_point(man["at"]), str(man.get("gone", ""))))


def describe(state: State) -> Scenario:
    def man(figure: Figure) -> dict[str, Any]:
        return {"at": INCHES.write_point(figure.at)} | ({"gone": figure.gone} if figure.gone else {})

    units = {unit.id: unit_data(state, unit, man) for unit in state.units.values()}
    return {**described("skirmish", state), "sides": {s.name: side_data(s) for s in state.sides.values()}, "units": units}
