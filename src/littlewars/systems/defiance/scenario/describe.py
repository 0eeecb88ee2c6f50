"""A state as a scenario in people's units: what `setup` reads again, what cases look into and a page saves."""

from __future__ import annotations

from typing import Any

import msgspec

from littlewars.engine import Scenario
from littlewars.engine.measures import Measure, write_face
from littlewars.kit.describe import described, own_data, side_data, unit_data

from ..basics.scale import SCALES
from ..basics.state import Figure, Side, State, Template, Unit
from ..roster.armies import frames, weapons
from .setup import FIGURE


def describe(state: State) -> Scenario:
    """Everything that `setup` needs to make this state again."""
    measure = SCALES[state.settings.scale]
    data = described("defiance", state, measure)
    data["scenario"] = state.settings.scenario
    if "depth" in data:
        data["depth"] = measure.write(state.settings.depth)
    data["sides"] = {name: _side(side) for name, side in state.sides.items()}
    data["units"] = {name: _unit(state, unit, measure) for name, unit in state.units.items()}
    figures = state.figures.values()
    guns = [figure for figure in figures if figure.is_gun]
    own = {
        "frames": own_data((figure.frame for figure in figures if not figure.is_gun), frames()),
        "guns": {gun.id: _gun(gun, measure) for gun in guns},
        "weapons": own_data((arm.weapon for figure in figures for arm in figure.arms), weapons()),
        "templates": [_template(template, measure) for template in state.templates],
        "order": list(state.figures) if _usual_order(state) != list(state.figures) else [],
    }
    return data | {word: value for word, value in own.items() if value}


def _usual_order(state: State) -> list[str]:
    """Figures by unit, then the guns."""
    members = [name for unit in state.units.values() for name in unit.figures]
    return members + [figure.id for figure in state.figures.values() if figure.is_gun]


def _gun(gun: Figure, measure: Measure) -> dict[str, Any]:
    """A crew-served gun: whose it is, what it is, and how."""
    kind = {"unit": gun.unit, "weapon": gun.arms[0].weapon.key, "size": gun.frame.size}
    return kind | FIGURE.write(gun, measure, ["cost"])


def _side(side: Side) -> dict[str, Any]:
    return side_data(side, ["army"]) | ({"list": side.army} if side.army else {})


def _unit(state: State, unit: Unit, measure: Measure) -> dict[str, Any]:
    """Who is in it and how it is; what is as usual is left out."""
    data = unit_data(state, unit, lambda figure: _figure(figure, measure)) | {"card": unit.card}
    return {word: value for word, value in data.items() if word != "guns"}


def _figure(figure: Figure, measure: Measure) -> dict[str, Any]:
    """Where it stands and how it is; what is as usual is left out."""
    arms = {"arms": [[arm.slot, arm.weapon.key] for arm in figure.arms]} if figure.arms or figure.frame.hull else {}
    return {"frame": figure.frame.key, **FIGURE.write(figure, measure, ["cost"]), **arms}


def _template(template: Template, measure: Measure) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(template)
    data["pieces"] = [
        {"at": measure.write_point((rect.x, rect.y)), "face": write_face(rect.face), "length": measure.write(rect.length)}
        for rect in template.pieces
    ]
    return data
