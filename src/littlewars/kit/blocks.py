"""Putting things down: a loose unit as rows of figures, survivors beside a hull, terrain that players add."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from littlewars.engine import Place, Point, Refusal, Shape, Spot, Spots
from littlewars.engine.names import ref
from littlewars.engine.showing import Drag
from littlewars.table.board.board import Board
from littlewars.table.facing import Facing, turned
from littlewars.table.kernels.compiled import Ints
from littlewars.table.moving.spots import spot, with_room
from littlewars.table.shapes.bases import Base, Poly, bound, extent, gap, moved, overlaps, rectangle
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


def first_free(blocks: Iterable[Spots], refuse: Callable[[Spots], Refusal | None]) -> Spots:
    """The first block that may stand; nothing when there is none."""
    return next((spots for spots in blocks if refuse(spots) is None), ())


def dragged(usual: Spots, drag: Drag, face: Facing, block: Callable[[Point, Facing], Spots]) -> Spots:
    """A drag of one thing of several carries that one within the usual block, any other the whole block."""
    look = face if drag.face is None else drag.face % 36000
    if len(drag.who) == 1 and len(usual) > 1 and drag.who[0] in [spot.what for spot in usual]:
        return tuple(replace(spot, at=drag.to, face=look) if spot.what == drag.who[0] else spot for spot in usual)
    return block(drag.to, look)


class Block:
    """A loose unit that is put down in an area, as rows with so much room between the bases, looking one way: where it usually
    goes, places by chance, drags. `rooms` are close, usual and wide; `refuse` is the book's own. `past`: who is in nobody's way
    there, and what the ground costs, where a quick look may leave places out."""

    past: tuple[Iterable[str], Ints | None] | None = None

    def __init__(
        self, board: Board, figures: Sequence[Any], area: Bounds, face: Facing, rooms: tuple[int, int, int], step: int = LATTICE
    ) -> None:
        self.board, self.figures, self.area, self.face, self.rooms, self.step = board, figures, area, face, rooms, step
        self._rows: dict[tuple[Facing, int], Spots] = {}

    def at(self, at: Point, face: Facing, room: int) -> Spots:
        """Rows of figures with the middle of the front here: as they would stand about the origin, which is found once."""
        if (face, room) not in self._rows:
            wide = max(max(extent(figure.base())) for figure in self.figures) + room
            self._rows[face, room] = rows([figure.id for figure in self.figures], (0, 0), face, wide, wide)
        x, y = at
        return tuple(Spot(one.what, (one.at[0] + x, one.at[1] + y), one.face) for one in self._rows[face, room])

    def first_free(self, refuse: Callable[[Spots], Refusal | None]) -> Spots:
        """The first block that may stand, from the middle of the area outwards; without room each to the free spot nearest to
        the middle."""
        close, usual, _ = self.rooms
        blocks = {room: self._bases(room) for room in (usual, close)}
        tries = with_room(self.board, blocks, lattice(self.area, self.step), *(self.past or ()))
        return first_free((self.at(at, self.face, room) for at, room in tries), refuse) or self._anywhere()

    def _bases(self, room: int) -> list[Base]:
        """The bases of rows about the origin, if a quick look at them is worth anything."""
        spots = self.at((0, 0), self.face, room) if self.past else ()
        return [moved(figure.base(), one.at, one.face) for figure, one in zip(self.figures, spots, strict=False)]

    def _anywhere(self) -> Spots:
        trial, (west, south, east, north) = self.board.copy(), self.area
        middle, found = ((west + east) // 2, (south + north) // 2), list[Spot]()
        for figure in self.figures:
            base = moved(figure.base(), middle, self.face)
            at = spot(trial, base, middle, reach=sum(trial.size)) or middle
            trial.put(figure.id, moved(base, at, self.face), 0, 0)
            found.append(Spot(figure.id, at, self.face))
        return tuple(found)

    def propose(self, rng: Random) -> Spots:
        """Somewhere in the area."""
        west, south, east, north = self.area
        at = (rng.randint(west, east), rng.randint(south, north))
        return self.at(at, self.face, rng.choice(self.rooms))

    def ask(
        self,
        side: str,
        rule: str,
        prompt: str,
        shapes: dict[str, Shape],
        refuse: Callable[[Spots], Refusal | None],
        turns: bool,
    ) -> Place:
        """Where it goes; `turns`: it may look another way."""
        usual: list[Spots] = []

        def spots() -> list[Spots]:
            if not usual:
                usual.append(self.first_free(refuse))
            return usual

        def check(given: Spots) -> Refusal | None:
            return None if usual and given == usual[0] else refuse(given)

        def plan(drag: Drag) -> Spots:
            return dragged(spots()[0], drag, self.face, lambda at, look: self.at(at, look, self.rooms[1]))

        return Place(side, rule, prompt, shapes, spots, check, turns=turns, propose=self.propose, plan=plan)


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


Near = tuple[Base, int]  # within so much of a base


def ask_beside(
    side: str, rule: str, prompt: str, bases: Mapping[str, Base], usual: Spots, near: Near, free: Callable[[Base], bool]
) -> Place:
    """Where those who get out of a hull stand: near it, where it is `free`; at their `usual` places they may."""

    def refuse(spots: Spots) -> Refusal | None:
        there = {one.what: moved(bases[one.what], one.at) for one in spots}
        if len(there) < len(bases):
            return Refusal(rule, "all of them get out")
        for name, base in there.items() if spots != usual else ():
            if gap(base, near[0]) > near[1] or not free(base):
                return Refusal(rule, f"{ref(name)} has no place there")
            if any(overlaps(base, other) for key, other in there.items() if key > name):
                return Refusal(rule, f"{ref(name)} would stand on a comrade")
        return None

    shapes = {name: Shape("disc", (bound(base),)) for name, base in bases.items()}
    return Place(side, rule, prompt, shapes, lambda: [usual], refuse)


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
