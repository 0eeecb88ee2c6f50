"""Terrain in Defiance's own words: light, medium, heavy, impassable, by what it is or as agreed (defiance.deploy.terrain-*)."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from littlewars.engine import ScenarioError
from littlewars.kit.terrain import TerrainReader
from littlewars.table.terrain.pieces import WATER, kinds
from littlewars.untrusted import quote

from ..basics.scale import SCALES
from ..basics.tabletop import CLASSES
from ..roster.armies import DATA
from .lanes import is_dense

RULE = "defiance.deploy.terrain-agreed"


class Feature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a named feature is: its category, the kind it is drawn as, its height in inches, water, and must it be climbed?"""

    category: str
    kind: str
    height: float
    water: str = "none"
    obstacle: bool = False


@cache
def features() -> dict[str, Feature]:
    """What may lie on a table, by name (defiance.deploy.terrain-categories)."""
    return msgspec.yaml.decode((DATA / "features.yaml").read_bytes(), type=dict[str, Feature])


BY_CATEGORY = {  # what lies there if only a category is given
    "light": "sparse forest",
    "medium": "pine forest",
    "heavy": "dense forest with undergrowth",
    "impassable": "large boulder",
}


def terrain_reader(scale: str = "30mm") -> TerrainReader:
    """Terrain in the units of a scale; maps with too long lanes of fire are made again (defiance.deploy.terrain-density)."""
    return TerrainReader(RULE, _facts, SCALES[scale], is_dense)


def _facts(ident: str, data: dict[str, Any]) -> dict[str, Any]:
    """What the table needs to know; words of Defiance are turned into a class of its own."""
    if "classes" in data:
        declared = str(data["classes"].get("defiance", "")).split()  # written by a described battle: everything is said
        if declared and (declared[0] not in ("open", *CLASSES) or set(declared[1:]) - {"obstacle"}):
            raise ScenarioError(
                f"terrain {ident}: {quote(' '.join(declared))} is no class of terrain: defiance.deploy.terrain-categories"
            )
        return data
    name, category = data.pop("feature", None), data.pop("category", None)
    obstacle = data.pop("obstacle", None)
    if name is None and category is None:
        return _of_a_kind(ident, data, obstacle)
    if category is not None and category not in CLASSES:
        raise ScenarioError(
            f"terrain {ident}: {quote(category)} is none of {', '.join(CLASSES)}: defiance.deploy.terrain-categories"
        )
    feature = features().get(str(name if name is not None else BY_CATEGORY[category]))
    if feature is None:
        raise ScenarioError(
            f"terrain {ident}: {quote(name)} is none of {', '.join(features())}: defiance.deploy.terrain-categories"
        )
    climbs = feature.obstacle if obstacle is None else obstacle
    facts = {
        "kind": feature.kind,
        "classes": {"defiance": f"{category or feature.category}{' obstacle' if climbs else ''}"},
        "top": round(feature.height * 1000),
        "water": feature.water,
        "name": name or "",
    }
    return {**facts, **data}


def _of_a_kind(ident: str, data: dict[str, Any], obstacle: bool | None) -> dict[str, Any]:
    """A kind of the library: its class follows from its facts (defiance.deploy.terrain-categories)."""
    if data.get("kind") not in kinds():
        known = ", ".join(sorted(kinds()))
        raise ScenarioError(f"terrain {ident}: a feature, a category or a kind is needed, of {known}: {RULE}")
    if data.get("water", "none") not in WATER:
        raise ScenarioError(f"terrain {ident}: water is {', '.join(WATER)}, not {quote(data['water'])}: {RULE}")
    if obstacle is not None:
        raise ScenarioError(f"terrain {ident}: an obstacle has a category: {RULE}")
    return data
