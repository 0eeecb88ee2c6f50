"""A state as a scenario in people's units: what `setup` reads again, what cases look into and the browser saves."""

from __future__ import annotations

from typing import Any

from littlewars.engine import Scenario
from littlewars.engine.measures import CENTIMETRES
from littlewars.kit.describe import described, own_data, side_data, unit_data

from ..basics.profiles import cards
from ..basics.state import Fighter, State
from .setup import FIGHTER


def describe(state: State) -> Scenario:
    """Everything that `setup` needs to make this state again."""
    data = described("at43", state, CENTIMETRES)
    data["sides"] = {name: side_data(side) for name, side in state.sides.items()}
    data["units"] = {name: unit_data(state, unit, _fighter) for name, unit in state.units.items()}
    if own := own_data((fighter.profile for fighter in state.figures.values()), cards()):
        data["profiles"] = own
    return data


def _fighter(fighter: Fighter) -> dict[str, Any]:
    """Where it stands and how it is; what is as usual is left out."""
    return {"profile": fighter.profile.key, **FIGHTER.write(fighter, CENTIMETRES)}
