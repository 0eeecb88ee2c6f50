"""Putting units down: deployment, and coming from reserve (at43.setup.table, at43.movement.reserve-entry)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import NamedTuple

from littlewars.engine import Battle, Place, Point, Refusal, Shape, Spots
from littlewars.engine.names import in_the_way, ref
from littlewars.engine.showing import Drag
from littlewars.kit.blocks import dragged, first_free, lattice, rows
from littlewars.table.facing import dot, vector
from littlewars.table.shapes.bases import overlaps
from littlewars.table.zones import INWARDS, Bounds, bounds, inside, strip

from ..basics.numbers import COMRADE
from ..basics.state import Fighter, State, Unit
from ..basics.tabletop import board, put, tabletop
from ..units.cohesion import bases_of, strays

STEP = 3000  # between the places that are tried


class Arrival(NamedTuple):
    """A unit that comes onto the table, and how deep from its own edge each of its bases may reach."""

    battle: Battle[State]
    unit: Unit
    deep: Mapping[str, int]
    rule: str

    @property
    def fighters(self) -> list[Fighter]:
        """Who is put down, the leader in the middle of the front."""
        members = self.battle.state.members(self.unit)
        others = [f for f in members if f.id != self.unit.leader]
        abreast = max(1, min(len(members), round((2 * len(members)) ** 0.5 + 0.5)))
        leader = [f for f in members if f.id == self.unit.leader]
        return others[: abreast // 2] + leader + others[abreast // 2 :]

    @property
    def edge(self) -> int:
        """The owner's edge."""
        return self.battle.state.sides[self.unit.side].edge

    def ask(self, prompt: str) -> Place:
        """Where they stand."""
        figures = {f.id: Shape("disc", (f.profile.radius,)) for f in self.fighters}
        face = INWARDS[self.edge]

        def spots() -> list[Spots]:
            return [self.first()]

        def plan(drag: Drag) -> Spots:
            return dragged(self.first(), drag, face, lambda at, look: self.block(at))

        ask = Place(self.unit.side, self.rule, prompt, figures, spots, self.refuse, propose=self.propose, plan=plan)
        return ask.about(*figures, unit=self.unit.id)

    def put(self, spots: Spots) -> None:
        """They stand there."""
        state = self.battle.state
        state.turn.waiting = [name for name in state.turn.waiting if name != self.unit.id]
        self.unit.reserve = False
        for there in spots:
            fighter = state.figures[there.what]
            fighter.face = INWARDS[self.edge]
            put(self.battle, fighter, there.at)

    def refuse(self, spots: Spots) -> Refusal | None:
        """All of them, each wholly within reach of the own edge, free of everything, the unit in cohesion."""
        fighters = self.fighters
        if {there.what for there in spots} != {f.id for f in fighters}:
            return Refusal(self.rule, f"all of {ref(self.unit.id)} are put down")
        bases = bases_of(fighters, {there.what: there.at for there in spots})
        table, size = board(self.battle), (self.battle.state.width, self.battle.state.depth)
        for number, (name, base) in enumerate(bases.items()):
            if not inside(base, bounds(strip(size, self.edge, self.deep[name]))):
                return Refusal(self.rule, f"{ref(name)} stands too far from its own edge, or off the table")
            clash = table.stands(base, (name,))
            if clash is not None:
                return Refusal(self.rule, f"{ref(name)}: {in_the_way(clash.id)} is in the way")
            if any(overlaps(base, other) for other in list(bases.values())[number + 1 :]):
                return Refusal(self.rule, f"{ref(name)} stands on a comrade")
        out = strays(bases, self.unit.leader)
        return Refusal(next(iter(out.values())), f"{ref(next(iter(out)))} is out of cohesion") if out else None

    def block(self, at: Point, room: int = COMRADE // 3) -> Spots:
        """Rows of fighters with the middle of the front here."""
        fighters, face = self.fighters, INWARDS[self.edge]
        wide = 2 * max(f.profile.radius for f in fighters) + room
        return rows([f.id for f in fighters], at, face, wide, wide)

    def first(self) -> Spots:
        """The first block that may stand, from the middle of the strip outwards; nothing if there is no room."""
        key = ("first", self.unit.id, *self.deep.values())
        return tabletop(self.battle).until_move(key, lambda: first_free(self._blocks(), self.refuse))

    def has_room(self) -> bool:
        """Is there any place for it?"""
        return self.battle.memo("entry.room", lambda: bool(self.first()))

    def _blocks(self) -> Iterator[Spots]:
        for room in (COMRADE // 3, 10):
            for at in lattice(self._fronts(room), STEP):
                yield self.block(at, room)

    def _fronts(self, room: int) -> Bounds:
        """Where the middle of the front may be, so that the block lies within the strip."""
        state, fighters = self.battle.state, self.fighters
        west, south, east, north = bounds(strip((state.width, state.depth), self.edge, min(self.deep.values())))
        r = max(f.profile.radius for f in fighters)
        spots = self.block((0, 0), room)
        low, left = min(there.at[1] for there in spots) - r, min(there.at[0] for there in spots) - r
        high, right = max(there.at[1] for there in spots) + r, max(there.at[0] for there in spots) + r
        west, east, south, north = west - left, east - right, south - low, north - high
        return min(west, east), min(south, north), max(west, east), max(south, north)

    def propose(self, rng: Random) -> Spots:
        """A block somewhere in the strip, rather in front."""
        room = rng.choice((10, COMRADE // 3, COMRADE - 10))
        west, south, east, north = self._fronts(room)
        places = [(rng.randint(west, east), rng.randint(south, north)) for _ in range(4)]
        return self.block(max(places, key=lambda at: dot(at, vector(INWARDS[self.edge]))), room)
