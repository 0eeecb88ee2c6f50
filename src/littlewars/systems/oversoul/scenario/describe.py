"""A state as a scenario in people's units: what `setup` reads again, what cases look into and the browser saves."""

from __future__ import annotations

from typing import Any

import msgspec

from littlewars.engine import Scenario

from ..basics.profiles import Profile, ready_profiles
from ..basics.state import INCH, Figure, Ranks, Settings, Side, State, Unit
from ..basics.terrain_words import piece_data
from ..roster.profile_data import profile_data
from .setup import EDGES, is_tight, objective_data, original_size

NAMES = {number: name for name, number in EDGES.items()}


def describe(state: State) -> Scenario:
    """Everything that `setup` needs to make this state again."""
    data: Scenario = {
        "system": "oversoul",
        "table": [state.width / INCH, state.depth / INCH],
        "terrain": [piece_data(piece) for piece in state.pieces],
        "sides": {name: _side(side) for name, side in state.sides.items()},
        "units": {name: _unit(state, unit) for name, unit in state.units.items()},
        "turn": msgspec.to_builtins(state.turn),
        **_settings(state.settings),
    }
    own = {f.profile.key: f.profile for f in state.figures.values() if not _is_ready(f.profile)}
    if own:
        data["profiles"] = {key: profile_data(profile) for key, profile in own.items()}
    if state.feared:
        data["feared"] = list(state.feared)
    if state.next_id != 1:
        data["next_id"] = state.next_id
    if state.wind:
        data["wind"] = state.wind
    return data


def _is_ready(profile: Profile) -> bool:
    return ready_profiles().get(profile.key) == profile


def _settings(settings: Settings) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(settings)
    if settings.objectives:
        data["objectives"] = [objective_data(goal) for goal in settings.objectives]
    return data


def _side(side: Side) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(side)
    return {**{k: v for k, v in data.items() if k != "name"}, "edge": NAMES[side.edge]}


def _unit(state: State, unit: Unit) -> dict[str, Any]:
    """Who is in it and how it is; what is as usual, or follows from its figures, is left out."""
    usual = {"original": original_size(state, unit), "tight": is_tight(state, unit), "name": unit.id}
    data = {name: value for name, value in msgspec.to_builtins(unit).items() if name not in ("id", "figures", "ranks")}
    data |= {name: getattr(unit, name) for name in usual}
    data = {name: value for name, value in data.items() if name not in usual or value != usual[name]}
    data["figures"] = {_key(unit, name): _figure(state.figures[name], _key(unit, name)) for name in unit.figures}
    if unit.ranks:
        data["ranks"] = _ranks(unit.ranks)
    return data


def _key(unit: Unit, name: str) -> str:
    return name.removeprefix(f"{unit.id}.")


def _ranks(ranks: Ranks) -> dict[str, Any]:
    return {
        "kind": ranks.kind,
        "rows": [list(row) for row in ranks.rows],
        "at": [ranks.x / INCH, ranks.y / INCH],
        "face": ranks.face / 100,
    }


def _figure(figure: Figure, key: str) -> dict[str, Any]:
    """Where it stands and how it is; what is as usual is left out."""
    data: dict[str, Any] = {"profile": figure.profile.key, "at": [figure.x / INCH, figure.y / INCH], "face": figure.face / 100}
    if figure.id == key:
        data["id"] = figure.id
    for field in ("carrier", "seat", "crew", "prone", "airborne", "submerged", "aground", "banned", "gone"):
        if value := getattr(figure, field):
            data[field] = value
    if figure.damage:
        data["damage"] = figure.damage / INCH
    if figure.lucky != bool(figure.profile.lucky):
        data["lucky"] = figure.lucky
    fresh = [-1 if weapon.uses is None else weapon.uses for weapon in figure.profile.weapons]
    if any(gun.ready or gun.lost or gun.uses != uses for gun, uses in zip(figure.guns, fresh, strict=True)):
        data["guns"] = [{"ready": gun.ready, "uses": gun.uses, "lost": gun.lost} for gun in figure.guns]
    return data
