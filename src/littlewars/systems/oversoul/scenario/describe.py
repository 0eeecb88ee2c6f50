"""A state as a scenario in people's units: what `setup` reads again, what cases look into and the browser saves."""

from __future__ import annotations

from typing import Any

import msgspec

from littlewars.engine import Scenario
from littlewars.engine.measures import INCHES, write_face
from littlewars.kit.describe import described, own_data, side_data, unit_data

from ..basics.profiles import ready_profiles
from ..basics.state import Figure, Objective, Ranks, State, Unit
from .setup import FIGURE, is_tight, original_size


def describe(state: State) -> Scenario:
    """Everything that `setup` needs to make this state again."""
    data = described("oversoul", state)
    data["sides"] = {name: side_data(side) for name, side in state.sides.items()}
    data["units"] = {name: _unit(state, unit) for name, unit in state.units.items()}
    if state.settings.objectives:
        data["objectives"] = [_objective(goal) for goal in state.settings.objectives]
    if own := own_data((figure.profile for figure in state.figures.values()), ready_profiles()):
        data["profiles"] = own
    return data


def _objective(goal: Objective) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(goal)
    return data | ({"zone": [INCHES.write_point(p) for p in goal.zone]} if goal.zone else {})


def _unit(state: State, unit: Unit) -> dict[str, Any]:
    """Who is in it and how it is; what is as usual, or follows from its figures, is left out."""
    data = unit_data(state, unit, _figure)
    for word, usual in (("original", original_size(state, unit)), ("tight", is_tight(state, unit))):
        data.pop(word, None)
        if getattr(unit, word) != usual:
            data[word] = getattr(unit, word)
    return data | ({"ranks": _ranks(unit.ranks)} if unit.ranks else {})


def _ranks(ranks: Ranks) -> dict[str, Any]:
    rows = [list(row) for row in ranks.rows]
    return {"kind": ranks.kind, "rows": rows, "at": INCHES.write_point((ranks.x, ranks.y)), "face": write_face(ranks.face)}


def _figure(figure: Figure) -> dict[str, Any]:
    """Where it stands and how it is; what is as usual is left out."""
    data = {"profile": figure.profile.key, **FIGURE.write(figure)}
    data.pop("lucky", None)
    if figure.lucky != bool(figure.profile.lucky):
        data["lucky"] = figure.lucky
    fresh = [-1 if weapon.uses is None else weapon.uses for weapon in figure.profile.weapons]
    if any(gun.ready or gun.lost or gun.uses != uses for gun, uses in zip(figure.guns, fresh, strict=True)):
        data["guns"] = [{"ready": gun.ready, "uses": gun.uses, "lost": gun.lost} for gun in figure.guns]
    return data
