"""Terrain as scenarios write it: a kind of the library, or going, cover and view in the book's own words
(xenocide.terrain.other, xenocide.cover.kinds)."""

from __future__ import annotations

from typing import Any

from littlewars.engine import ScenarioError
from littlewars.kit.terrain import TerrainReader
from littlewars.table.terrain.pieces import kinds
from littlewars.untrusted import quote

from ..basics.tabletop import COST, COVERS, KINDS, VIEWS, Nature

RULE = "xenocide.terrain.other"
WORDS = {"going": tuple(COST), "cover": COVERS, "view": tuple(VIEWS)}


def words(ident: str, data: dict[str, Any]) -> dict[str, Any]:
    """Facts of a piece from what a scenario says."""
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in kinds():
        raise ScenarioError(f"terrain {ident}: there is no kind {quote(kind)}; there is {', '.join(sorted(kinds()))}: {RULE}")
    own = {word: data.pop(word) for word in WORDS if isinstance(data.get(word), str)}
    if own:
        usual = KINDS.get(kind, Nature())
        data["classes"] = {"xenocide": " ".join(usual._replace(**own))}
    _check(ident, data.get("classes", {}))
    return data


def _check(ident: str, classes: Any) -> None:
    """What is declared is a going, a cover and a view."""
    declared = str(classes.get("xenocide", "")).split()
    if declared and (len(declared) != len(WORDS) or any(a not in b for a, b in zip(declared, WORDS.values(), strict=True))):
        raise ScenarioError(f"terrain {ident}: {quote(' '.join(declared))} is no going, cover and view: {RULE}")


TERRAIN = TerrainReader(RULE, words)
