"""Putting a whole unit down: for deployment and for Teleport. Loose models one by one, a formation as one body."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from msgspec.structs import replace

from littlewars.engine import Battle, Place, Refusal, Shape, Spot
from littlewars.engine.moves import Spots
from littlewars.engine.names import in_the_way, ref, refs
from littlewars.engine.showing import Drag
from littlewars.kit.blocks import dragged, rows
from littlewars.table.constants import TOUCH
from littlewars.table.facing import Point, turned
from littlewars.table.shapes.bases import Base, extent, gap, moved, on_table, overlaps
from littlewars.untrusted import quote

from ..basics.state import Figure, State, Unit
from ..basics.tabletop import is_deep, put, shape_of, tabletop
from ..units.cohesion import hangs_together
from ..units.ranks import FORMATIONS, form, places, ranks_of_spot
from ..units.shallows import in_shallows, on_water

ROOM = 200  # between bases of a loose block
Where = tuple[Base, int]  # everything within this distance of this base
Allowed = Callable[[Base], str | None]  # why a base may not stand here


def things(state: State, unit: Unit, aloft: bool = False) -> dict[str, Shape]:
    """What is to be put down: the formation as a whole, or every model with a base; `aloft`: flyers also in the air."""
    if unit.formed:
        members = state.standing(unit)
        size, names = shape_of(members[0]).size if members else (), tuple(figure.id for figure in members)
        return {unit.id: Shape("body", size, names, tuple(shapes_of(state, unit)), int(aloft and all_fly(members)))}
    figures = state.with_leader(unit)
    return {figure.id: replace(shape_of(figure), levels=int(aloft and all_fly([figure]))) for figure in figures}


def all_fly(figures: Sequence[Figure]) -> bool:
    """May they start in the air, where altitude is not tracked (oversoul.setup.deployment, oversoul.attr.flying)?"""
    return bool(figures) and all(figure.profile.flying for figure in figures)


# ---- where everybody would stand


def stances(state: State, unit: Unit, spots: Spots) -> dict[str, tuple[int, int, int]]:
    """Place and facing of every model, from an answer."""
    if not unit.formed:
        return {spot.what: (*spot.at, spot.face) for spot in spots}
    return {name: (*base.at, spots[0].face) for name, base in places(state, ranks_of_spot(state, unit, spots[0])).items()}


def bases_at(state: State, unit: Unit, spots: Spots) -> dict[str, Base]:
    """Every model's base where an answer puts it."""
    return {name: moved(state.figures[name].base(), (x, y), face) for name, (x, y, face) in stances(state, unit, spots).items()}


def refuse(battle: Battle[State], unit: Unit, spots: Spots, rule: str, allowed: Allowed) -> Refusal | None:
    """Why a unit may not be put down so: room, ground, cohesion, gun crews."""
    state = battle.state
    wanted = {unit.id} if unit.formed else {figure.id for figure in state.with_leader(unit)}
    if {spot.what for spot in spots} != wanted:
        return Refusal(rule, f"all of {refs(sorted(wanted))} are put down")
    if unit.formed and ranks_of_spot(state, unit, spots[0]) is None:
        return Refusal("oversoul.tight.must-have-formation", f"{quote(spots[0].how)} is no formation for {ref(unit.id)}")
    flying = {name for spot in spots if spot.level > 0 for name in (unit.figures if spot.what == unit.id else [spot.what])}
    bases: dict[str, Base] = {}
    for name, base in bases_at(state, unit, spots).items():
        figure = state.figures[name]
        if why := _cannot_stand(battle, figure, base, bases, name in flying or figure.airborne) or allowed(base):
            return Refusal(rule, f"{ref(name)}: {why}")
        bases[name] = base
    if not hangs_together(state, unit, list(bases.values())):
        return Refusal("oversoul.move.end-in-cohesion", f"{ref(unit.id)} is not in cohesion")
    return _crew(state, unit, bases, rule)


def _cannot_stand(battle: Battle[State], figure: Figure, base: Base, placed: dict[str, Base], flying: bool) -> str | None:
    """On the table, free, and on ground that bears this model."""
    state, place = battle.state, tabletop(battle)
    if not on_table(base, (state.width, state.depth)):
        return "off the table"
    if under := next((name for name, other in placed.items() if overlaps(base, other)), ""):
        return f"{ref(under)} is in the way"
    host = state.acts_with(figure)
    leader = state.units[host.leader].figures if host.leader else []
    cost = place.aloft if flying else place.ground_for(figure)
    clash = place.board.stands(base, [*host.figures, *leader], cost=cost)
    if clash:
        return f"{in_the_way(clash.id)} is in the way"
    if figure.profile.waterborne and not flying and not on_water(state, base.at):
        return "whoever is Waterborne is put into water"
    if figure.submerged and not any(is_deep(piece) for piece in place.board.pieces_at(base.at)):
        return "whoever is submerged stays in deep water"
    return None


def _crew(state: State, unit: Unit, bases: dict[str, Base], rule: str) -> Refusal | None:
    """A gun has a crewman in contact (oversoul.setup.deployment)."""
    for name, base in bases.items():
        if state.figures[name].profile.is_gun:
            crew = [other for who, other in bases.items() if who != name]
            if not any(gap(base, other) <= TOUCH for other in crew):
                return Refusal(rule, f"no crewman touches {ref(name)}")
    return None


# ---- proposals


def block(state: State, unit: Unit, at: Point, face: int, room: int = ROOM, how: str = "") -> Spots:
    """The unit as a block with the middle of its front here: a formation, a gun with its crew, or rows."""
    if unit.formed:
        return (Spot(unit.id, at, face, how=how or "line"),)
    figures = state.with_leader(unit)
    if guns := [figure for figure in figures if figure.profile.is_gun]:
        return _around_gun(figures, guns[0], at, face)
    wide, deep = zip(*(extent(figure.base()) for figure in figures), strict=True)
    return rows([figure.id for figure in figures], at, face, max(wide) + room, max(deep) + room)


def _around_gun(figures: Sequence[Figure], gun: Figure, at: Point, face: int) -> Spots:
    """The gun in front, its crew touching it behind and beside."""
    found, middle = {gun.id: (0, -gun.radius)}, (0, -gun.radius)
    crew = [figure for figure in figures if figure is not gun]
    spread = 24000 // max(len(crew), 1)
    for number, man in enumerate(crew):
        angle = 18000 + (2 * number - len(crew) + 1) * spread // 2
        found[man.id] = turned((0, max(man.radius, 500) + 10), middle, angle)
    return tuple(Spot(name, turned((at[0] + x, at[1] + y), at, face), face) for name, (x, y) in found.items())


def shapes_of(state: State, unit: Unit) -> list[str]:
    """The formations a body can take, or the one block of a loose unit."""
    if not unit.formed:
        return [""]
    return [how for how in FORMATIONS if ranks_of_spot(state, unit, Spot(unit.id, (0, 0), how=how)) is not None]


# ---- by hand


def plan_block(state: State, unit: Unit, usual: Spots, drag: Drag, face: int) -> Spots:
    """The whole unit as a block there, or one model of it moved within the usual block."""
    how = drag.verb or (usual[0].how if usual else "")
    return dragged(usual, drag, face, lambda at, look: block(state, unit, at, look, how=how))


# ---- Teleport


async def arrange(battle: Battle[State], unit: Unit, side: str, rule: str, prompt: str, around: Where) -> Spots:
    """The player puts the unit down within reach of something, or leaves it where it is."""
    state = battle.state
    middle, reach = around

    def allowed(base: Base) -> str | None:
        return None if gap(middle, base) <= reach else "out of range"

    def check(spots: Spots) -> Refusal | None:
        if any(spot.level for spot in spots):
            return Refusal(rule, "whoever is on the ground stays on the ground, and in the air in the air")
        return refuse(battle, unit, spots, rule, allowed) if spots else None

    def propose(rng: Random) -> Spots:
        at = (middle.at[0] + rng.randint(-reach, reach), middle.at[1] + rng.randint(-reach, reach))
        return block(state, unit, at, rng.randrange(0, 36000, 4500), ROOM, "line")

    ask = Place(
        side,
        rule,
        prompt,
        things(state, unit),
        lambda: [()],
        check,
        turns=True,
        propose=propose,
        plan=lambda drag: plan_block(state, unit, (), drag, state.standing(unit)[0].face),
        stands=lambda spots: stances(state, unit, spots),
    )
    return await ask.about(*unit.figures, unit=unit.id)


def put_down(battle: Battle[State], unit: Unit, spots: Spots) -> None:
    """The models stand where they were put; their riders and passengers come along."""
    state = battle.state
    for spot in spots:
        for figure in state.standing(unit) if spot.what == unit.id else [state.figures[spot.what]]:
            figure.airborne = figure.airborne or spot.level > 0
    if unit.formed:
        ranks = ranks_of_spot(state, unit, spots[0])
        assert ranks is not None
        form(battle, unit, ranks)
    for name, (x, y, face) in stances(state, unit, spots).items():
        figure = state.figures[name]
        put(battle, figure, (x, y), face)
        figure.aground = figure.profile.waterborne and not figure.airborne and in_shallows(state, (x, y))
