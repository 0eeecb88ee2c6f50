"""A state as a scenario in centimetres: what `setup` reads again, what cases look into and the browser saves."""

from __future__ import annotations

from typing import Any

from littlewars.engine import Scenario
from littlewars.engine.measures import CENTIMETRES
from littlewars.kit.describe import described, own_data, side_data, unit_data

from ..basics.profiles import ready
from ..basics.state import Figure, State
from .setup import FIGURE


def describe(state: State) -> Scenario:
    """Everything that `setup` needs to make this state again."""
    data = described("combat-action", state, CENTIMETRES)
    data["sides"] = {name: side_data(side) for name, side in state.sides.items()}
    data["units"] = {name: unit_data(state, unit, _figure) for name, unit in state.units.items()}
    if own := own_data((figure.profile for figure in state.figures.values()), ready()):
        data["models"] = own
    return data


def _figure(figure: Figure) -> dict[str, Any]:
    """Where it stands and how it is; what is as usual is left out."""
    return {"model": figure.profile.key, **FIGURE.write(figure, CENTIMETRES, always=("guns", "carrier", "seat"))}
