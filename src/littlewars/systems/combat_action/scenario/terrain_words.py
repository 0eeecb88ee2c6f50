"""Terrain as scenarios write it: a kind, a height, a material, and of a building its openings in centimetres
(combat-action.terrain.kinds, combat-action.terrain.pf)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from littlewars.engine import Point, ScenarioError
from littlewars.engine.measures import CENTIMETRES
from littlewars.kit.terrain import TerrainReader
from littlewars.table.terrain.pieces import Piece
from littlewars.untrusted import quote

from ..basics.numbers import MATERIALS
from ..basics.sections import DOOR, FIRING_SLIT, GAP, HOLE, KINDS, SECTION

RULE = "combat-action.terrain.kinds"
ON_MAPS = ("sparse-wood", "boulder", "low-wall", "rubble", "sandbags")  # of a random map that does not say
OPENINGS = {"doors": DOOR, "slits": FIRING_SLIT, "gaps": GAP, "holes": HOLE}


def words(ident: str, data: dict[str, Any]) -> dict[str, Any]:
    """Facts of a piece from what a scenario says."""
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise ScenarioError(f"terrain {ident}: there is no kind {quote(kind)}; there is {', '.join(KINDS)}: {RULE}")
    if data.get("material", "") not in ("", "military", *MATERIALS):
        raise ScenarioError(f"terrain {ident}: there is no material {quote(data['material'])}: combat-action.terrain.pf")
    found = list(data.pop("openings", ()))
    for word, name in OPENINGS.items():
        if word in data:
            if kind != SECTION:
                raise ScenarioError(f"terrain {ident}: only buildings have {word}: {RULE}")
            found += [_opening(ident, name, one) for one in data.pop(word)]
    return {**data, "openings": found}


def _opening(ident: str, kind: str, raw: Any) -> dict[str, Any]:
    """`[edge, from, to]` along an edge of the outline, in centimetres; a door may be `open`."""
    if not isinstance(raw, list | tuple) or not 3 <= len(raw) <= 4:
        raise ScenarioError(f"terrain {ident}: an opening is [edge, from, to], not {quote(raw)}: {RULE}")
    edge, start, stop = raw[0], CENTIMETRES.read(raw[1]), CENTIMETRES.read(raw[2])
    if not isinstance(edge, int) or edge < 0 or not 0 <= start < stop:
        raise ScenarioError(f"terrain {ident}: an opening lies on an edge, from and to along it: {RULE}")
    return {"edge": edge, "start": start, "stop": stop, "kind": kind, "open": "open" in raw[3:]}


class Reader(TerrainReader):
    """Random maps have only what this book knows; the table is flat (combat-action.terrain.kinds)."""

    def random_map(self, raw: Mapping[str, Any], size: Point) -> list[Piece]:
        """A fair random map of these kinds."""
        kinds = raw.get("kinds", ON_MAPS)
        if strange := [kind for kind in kinds if kind not in KINDS]:
            raise ScenarioError(f"a map has no {quote(strange[0])}; it has {', '.join(KINDS)}: {RULE}")
        return super().random_map({**raw, "kinds": list(kinds)}, size)


TERRAIN = Reader(RULE, words, CENTIMETRES)
