"""Terrain as scenarios write it: a kind of the library, passable or not, destroyable with Protection and structure points
(at43.terrain.elements, at43.terrain.destroyable)."""

from __future__ import annotations

from typing import Any

from littlewars.engine import ScenarioError
from littlewars.engine.measures import CENTIMETRES
from littlewars.kit.terrain import TerrainReader, kind_of
from littlewars.table.terrain.pieces import kinds
from littlewars.untrusted import quote

RULE, WORN = "at43.terrain.elements", "at43.terrain.destroyable"
MOST = 100  # Protection and structure points


def words(ident: str, data: dict[str, Any]) -> dict[str, Any]:
    """Facts of a piece from what a scenario says."""
    kind = kind_of(ident, data, sorted(kinds()), RULE)
    marks = [mark for mark in data.get("marks", kinds()[kind].get("marks", ())) if mark != "destroyable"]
    if "passable" in data:
        free = data.pop("passable")
        if not isinstance(free, bool):
            raise ScenarioError(f"terrain {ident}: passable is true or false, not {quote(free)}: {RULE}")
        marks = [mark for mark in marks if mark != "passable"] + (["passable"] if free else [])
    data["marks"] = tuple(marks)
    for word in ("protection", "structure"):
        value = data.get(word, 0)
        if type(value) is not int or not 0 <= value <= MOST:
            raise ScenarioError(f"terrain {ident}: {word} is 0 to {MOST}, not {quote(value)}: {WORN}")
    return data


TERRAIN = TerrainReader(RULE, words, CENTIMETRES)
