"""Suppression on a table, as tests of it need it."""

from __future__ import annotations

from typing import Any

from littlewars.engine import Battle
from littlewars.systems.defiance.basics.state import State
from tests.defiance.squads import a_battle


def template(
    unit: str = "b", firer: str = "b.1", at: tuple[float, float] = (20, 20), length: float = 3, face: float = 90, **more: Any
) -> dict[str, Any]:
    """A template as a scenario writes it."""
    piece = {"at": list(at), "face": face, "length": length}
    found = {
        "id": "t",
        "unit": unit,
        "firer": firer,
        "target": "r",
        "pieces": [piece],
        "contributors": [firer],
        "arms": {firer: 0},
    }
    return {**found, **more}


def laid(units: dict[str, Any], dice: str = "", **more: Any) -> Battle[State]:
    return a_battle(units, dice, templates=[template(**more.pop("template", {}))], **more)


CHITTED = {"b": {"at": [[20, 36], [22, 36]], "face": 180, "figures": {"1": {"hero": True}, "2": {"hero": True}}}}


def chitted(red: dict[str, Any], dice: str, **more: Any) -> Battle[State]:
    """Two heroes contribute to one template on (20, 20); each has a chit."""
    both = {"contributors": ["b.1", "b.2"], "arms": {"b.1": 0, "b.2": 0}}
    return laid({"r": red, **CHITTED}, dice, template={**both, **more}, give_chits=True)
