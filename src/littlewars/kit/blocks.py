"""Putting things down: a loose unit as rows of figures, survivors beside a hull, terrain that players add."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from littlewars.engine import Place, Point, Refusal, Shape, Spot, Spots
from littlewars.engine.showing import Drag
from littlewars.table.board.board import Board
from littlewars.table.facing import Facing, turned
from littlewars.table.kernels.compiled import Ints
from littlewars.table.moving.spots import spot
from littlewars.table.shapes.bases import Base, Poly, gap, moved, overlaps, rectangle
from littlewars.table.zones import Bounds

LATTICE = 1500  # thousandths between the places that are tried

# ---- a loose unit


def rows(names: Sequence[str], at: Point, face: Facing, wide: int, deep: int) -> Spots:
    """Rows of figures, as many abreast as make a broad block, with the middle of the front here; each has so much room."""
    abreast = max(1, min(len(names), round((2 * len(names)) ** 0.5 + 0.5)))
    found = []
    for number, name in enumerate(names):
        row, column = divmod(number, abreast)
        count = min(abreast, len(names) - row * abreast)
        x, y = at[0] + (2 * column - count + 1) * wide // 2, at[1] - row * deep - deep // 2
        found.append(Spot(name, turned((x, y), at, face), face))
    return tuple(found)


@lru_cache(maxsize=64)
def lattice(box: Bounds, step: int = LATTICE) -> tuple[Point, ...]:
    """Places in a box, from its middle outwards; the same for every battle on a table of this size."""
    west, south, east, north = box
    mx, my = (west + east) // 2, (south + north) // 2
    found = [(x, y) for x in range(west, east + 1, step) for y in range(south, north + 1, step)]
    return tuple(sorted(found, key=lambda p: ((p[0] - mx) ** 2 + (p[1] - my) ** 2, p)))


def with_room(board: Board, base: Base, block: Spots, places: Sequence[Point], ignore: Iterable[str] = ()) -> list[bool]:
    """At which of these places could everybody of a block stand, if all have such a base? The block is one at the origin."""
    at = np.array(places, np.int64)[:, None] + np.array([there.at for there in block], np.int64)
    free = board.stand_many(base, at.reshape(-1, 2), ignore).reshape(len(places), len(block))
    return [bool(whole) for whole in np.asarray(free.all(axis=1))]


def first_free(blocks: Iterable[Spots], refuse: Callable[[Spots], Refusal | None]) -> Spots:
    """The first block that may stand; nothing when there is none."""
    return next((spots for spots in blocks if refuse(spots) is None), ())


def dragged(usual: Spots, drag: Drag, face: Facing, block: Callable[[Point, Facing], Spots]) -> Spots:
    """A drag of one thing of several carries that one within the usual block, any other the whole block."""
    look = face if drag.face is None else drag.face % 36000
    if len(drag.who) == 1 and len(usual) > 1 and drag.who[0] in [spot.what for spot in usual]:
        return tuple(replace(spot, at=drag.to, face=look) if spot.what == drag.who[0] else spot for spot in usual)
    return block(drag.to, look)


# ---- beside a hull


def beside(
    board: Board,
    hull: Base,
    bases: Mapping[str, Base],
    reach: int,
    cost: Callable[[str], Ints | None],
    allowed: Callable[[Base], bool] = lambda base: True,
) -> dict[str, Base]:
    """A free place for each within reach of a hull, one after the other as near to its middle as may be; who finds none is
    left out. `allowed`: what else there is about a place."""
    found: dict[str, Base] = {}
    for name, base in bases.items():

        def fits(at: Point, base: Base = base) -> bool:
            there = moved(base, at)
            return gap(there, hull) <= reach and not any(overlaps(there, other) for other in found.values()) and allowed(there)

        at = spot(board, moved(base, hull.at), hull.at, fits, cost=cost(name))
        if at is not None:
            found[name] = moved(base, at)
    return found


# ---- terrain that players add


class Slab(NamedTuple):
    """A rectangular piece of terrain that is put down: its name, its class, and half its length and width."""

    name: str
    kind: str
    length: int
    width: int

    def outline(self, at: Point, face: Facing) -> Poly:
        """What it covers there."""
        box = rectangle(at[0] - self.width, at[1] - self.length, at[0] + self.width, at[1] + self.length)
        return tuple(turned(p, at, face) for p in box)

    def put_down(self, state: Any, side: str, rule: str, usual: Spot, refuse: Callable[[Poly], Refusal | None]) -> Place:
        """Where it goes: anywhere on the table, turned as its owner likes, if the rule has nothing against its outline."""

        def check(spots: Spots) -> Refusal | None:
            if len(spots) != 1:
                return Refusal(rule, f"the {self.kind} piece is put down")
            return refuse(self.outline(spots[0].at, spots[0].face))

        def propose(rng: Random) -> Spots:
            at = (rng.randrange(state.width), rng.randrange(state.depth))
            return (Spot(self.name, at, rng.randrange(0, 18000, 1500)),)

        prompt, shape = f"Where does the {self.kind} piece go?", Shape("box", (2 * self.length, 2 * self.width))
        return Place(side, rule, prompt, {self.name: shape}, lambda: [(usual,)], check, turns=True, propose=propose)


def beyond_the_edge(state: Any, outline: Poly) -> bool:
    """Does any of it lie off the table?"""
    return any(not (0 <= x <= state.width and 0 <= y <= state.depth) for x, y in outline)
