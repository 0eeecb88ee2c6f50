"""Which recipe draws which piece: by its name within its kind, by its kind, or, of an unknown kind, by what it does."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from . import buildings, lie, rocks, trees, water, works
from .scenery import Drawn, Scenery, Site
from .shapes import Projection

Recipe = Callable[[Site], Drawn]
KEPT = 1024  # drawings: those of some dozen tables

BY_KIND: dict[str, Recipe] = {
    "sparse-wood": trees.broadleaf,
    "dense-wood": trees.thicket,
    "hedge": trees.hedge,
    "sandbags": works.sandbags,
    "low-wall": works.wall,
    "high-wall": works.wall,
    "building": buildings.building,
    "boulder": rocks.rock,
    "hill": lie.hill,
    "rubble": rocks.rubble,
    "ford": water.ford,
    "shallows": water.shallows,
    "lake": water.deep,
    "water": water.deep,
    "crater": rocks.crater,
    "barricade": works.barricade,
    "generator": works.generator,
    "wreck": works.wreck,
    "road": lie.road,
    "smoke": lie.smoke,
    "cloud": lie.smoke,
    "rough": lie.by_facts,
}
# What a piece is called may say more than its kind: a pine forest is no copse. Only within its kind: a wood by a mill is none.
BY_WORD: dict[str, tuple[tuple[tuple[str, ...], Recipe], ...]] = {
    "sparse-wood": (
        (("crater",), rocks.crater),
        (("grassland", "grass", "field", "moor", "heath", "scrub"), trees.grass),
        (("dunes", "dune", "sand"), lie.dunes),
        (("marsh", "swamp", "bog", "fen"), water.marsh),
        (("pine", "pines", "fir", "conifers"), trees.conifers),
        (("palms", "palm"), trees.palms),
        (("orchard",), trees.orchard),
        (("hedge", "hedges"), trees.hedge),
        (("fence", "rails"), works.fence),
        (("jetty", "pier", "dock", "bridge"), works.jetty),
    ),
    "dense-wood": ((("pine", "pines", "fir", "conifers"), trees.conifers), (("marsh", "swamp", "bog", "fen"), water.marsh)),
    "boulder": ((("barrow", "barrows", "mound", "tomb"), works.barrow),),
    "hill": ((("barrow", "barrows", "mound", "tomb"), works.barrow), (("dunes", "dune"), lie.dunes)),
    "rubble": (
        (("rock", "rocks", "outcropping", "outcrop", "scree"), rocks.outcrop),
        (("barrow", "barrows"), works.barrow),
        (("ruin", "ruins", "ruined"), rocks.ruin),
    ),
    "shallows": ((("marsh", "swamp", "bog", "fen"), water.marsh), (("ford", "crossing", "stepping"), water.ford)),
    "ford": ((("marsh", "swamp", "bog", "fen"), water.marsh),),
    "low-wall": ((("fence", "rails"), works.fence), (("hedge",), trees.hedge), (("jetty", "pier", "dock"), works.jetty)),
    "barricade": ((("fence", "rails"), works.fence), (("jetty", "pier", "dock"), works.jetty)),
    "rough": ((("jetty", "pier", "dock", "bridge"), works.jetty), (("road", "track", "lane"), lie.road)),
}


def recipe_of(site: Site) -> Recipe:
    """The recipe of a piece."""
    kind = site.piece.kind
    for words, recipe in BY_WORD.get(kind if kind in BY_KIND else "rough", ()):
        if site.says(*words):
            return recipe
    return BY_KIND.get(kind, lie.by_facts)


@lru_cache(maxsize=KEPT)
def drawn(piece: Scenery, eye: Projection) -> Drawn:
    """A piece as it is drawn on a table that is looked at like this."""
    site = Site(piece, eye)
    return recipe_of(site)(site)


LOW = ("hill", "lake", "water", "ford", "shallows", "road", "rough", "crater")


def in_order(pieces: list[Scenery]) -> list[Scenery]:
    """What lies flat before what stands on it; else as they come."""
    return sorted(pieces, key=lambda one: LOW.index(one.kind) if one.kind in LOW else len(LOW))
