"""Writing a state as a scenario: what every rulebook writes the same way, so that `setup` reads it again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import msgspec

from littlewars.engine import Scenario
from littlewars.engine.measures import INCHES, Measure
from littlewars.table.zones import NAMES

from .scenario import optional
from .terrain import piece_data


def described(system: str, state: Any, measure: Measure = INCHES) -> Scenario:
    """The parts that every state has: table, terrain, the turn, what was agreed on, and of the rest what is not as usual."""
    fields: Any = optional(state.__class__)
    usual = {one.name: one.default_factory() if one.default is msgspec.NODEFAULT else one.default for one in fields}
    return {
        "system": system,
        "table": measure.write_point((state.width, state.depth)),
        "terrain": [piece_data(piece, measure) for piece in state.pieces],
        "turn": msgspec.to_builtins(state.turn),
        **msgspec.to_builtins(state.settings),
        **{name: msgspec.to_builtins(getattr(state, name)) for name, value in usual.items() if getattr(state, name) != value},
    }


def own_data(things: Iterable[Any], ready: Mapping[str, Any]) -> dict[str, Any]:
    """What figures are made of and does not come with the book, by key."""
    own = {thing.key: thing for thing in things if ready.get(thing.key) != thing}
    return {key: thing.data() for key, thing in own.items()}


def side_data(side: Any, leave_out: Collection[str] = ()) -> dict[str, Any]:
    """A side: what is not as usual, with its edge by name."""
    data = {key: value for key, value in msgspec.to_builtins(side).items() if key not in ("name", "edge", *leave_out)}
    return data | ({"edge": NAMES[side.edge]} if side.edge else {})


def unit_data(state: Any, unit: Any, figure_data: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    """A unit: what is not as usual, and its figures under short names."""
    data = {key: value for key, value in msgspec.to_builtins(unit).items() if key not in ("id", "figures")}
    if unit.name == unit.id:
        del data["name"]
    data["figures"] = figures = {}
    for name in unit.figures:
        key = name.removeprefix(f"{unit.id}.")
        figures[key] = figure_data(state.figures[name]) | ({"id": name} if name == key else {})
    return data
