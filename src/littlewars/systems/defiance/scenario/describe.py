"""A state as a scenario in people's units: what `setup` reads again, what cases look into and a page saves."""

from __future__ import annotations

from typing import Any

import msgspec

from littlewars.engine import Scenario
from littlewars.table.zones import NAMES

from ..basics.profiles import Frame, Weapon
from ..basics.scale import place, to_people
from ..basics.state import Figure, Settings, Side, State, Template, Unit
from ..roster.armies import frames, weapons
from ..roster.profile_data import frame_data, weapon_data
from .setup import FIGURE_FIELDS
from .terrain_words import piece_data


def describe(state: State) -> Scenario:
    """Everything that `setup` needs to make this state again."""
    scale = state.settings.scale
    data: Scenario = {
        "system": "defiance",
        "table": place((state.width, state.depth), scale),
        "terrain": [piece_data(piece, scale) for piece in state.pieces],
        "sides": {name: _side(side) for name, side in state.sides.items()},
        "units": {name: _unit(state, unit) for name, unit in state.units.items()},
        "turn": msgspec.to_builtins(state.turn),
        **_settings(state.settings),
    }
    data |= _own(state)
    if state.templates:
        data["templates"] = [_template(template, scale) for template in state.templates]
    order = [name for unit in state.units.values() for name in unit.figures]
    if order != list(state.figures):
        data["order"] = list(state.figures)
    if state.next_id != 1:
        data["next_id"] = state.next_id
    return data


def _settings(settings: Settings) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(settings)
    data["scenario"] = settings.scenario
    if "depth" in data:
        data["depth"] = to_people(settings.depth, settings.scale)
    return data


def _own(state: State) -> dict[str, Any]:
    """Frames and weapons that do not come with the armies."""
    mine: dict[str, Frame] = {f.frame.key: f.frame for f in state.figures.values() if frames().get(f.frame.key) != f.frame}
    held = [arm.weapon for figure in state.figures.values() for arm in figure.arms]
    theirs: dict[str, Weapon] = {weapon.key: weapon for weapon in held if weapons().get(weapon.key) != weapon}
    found: dict[str, Any] = {}
    if mine:
        found["frames"] = {key: frame_data(frame) for key, frame in mine.items()}
    if theirs:
        found["weapons"] = {key: weapon_data(weapon) for key, weapon in theirs.items()}
    return found


def _side(side: Side) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(side)
    found = {key: value for key, value in data.items() if key not in ("name", "edge", "army")}
    if side.edge:
        found["edge"] = NAMES[side.edge]
    if side.army:
        found["list"] = side.army
    return found


def _unit(state: State, unit: Unit) -> dict[str, Any]:
    """Who is in it and how it is; what is as usual is left out."""
    data = {name: value for name, value in msgspec.to_builtins(unit).items() if name not in ("id", "figures")}
    if unit.name == unit.id:
        del data["name"]
    data["card"] = unit.card
    scale = state.settings.scale
    data["figures"] = {_key(unit, name): _figure(state.figures[name], _key(unit, name), scale) for name in unit.figures}
    return data


def _key(unit: Unit, name: str) -> str:
    return name.removeprefix(f"{unit.id}.")


def _figure(figure: Figure, key: str, scale: str) -> dict[str, Any]:
    """Where it stands and how it is; what is as usual is left out."""
    data: dict[str, Any] = {"frame": figure.frame.key, "at": place(figure.at, scale), "face": figure.face / 100}
    if figure.id == key:
        data["id"] = figure.id
    if figure.arms:
        data["arms"] = [[arm.slot, arm.weapon.key] for arm in figure.arms]
    if figure.sprint:
        data["sprint"] = to_people(figure.sprint, scale)
    plain = Figure("", "", figure.frame)
    for field in FIGURE_FIELDS:
        value = getattr(figure, field)
        if value != getattr(plain, field) or field == "cost":
            data[field] = msgspec.to_builtins(value)
    return data


def _template(template: Template, scale: str) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(template)
    data["pieces"] = [
        {"at": place((piece.x, piece.y), scale), "face": piece.face / 100, "length": to_people(piece.length, scale)}
        for piece in template.pieces
    ]
    return data
