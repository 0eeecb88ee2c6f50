"""Points on the table that somebody aims at: seen or not, how high, who is about them (defiance.grenade.thrown,
defiance.indirect.coordinates)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from littlewars.dice.kinds import bands
from littlewars.engine import Battle, Place, Refusal, Shape, Spot, Spots
from littlewars.engine.showing import Drag, Touch
from littlewars.table.facing import Point, facing_to
from littlewars.table.shapes.bases import Disc, centre2
from littlewars.table.sight.watch import glimpses
from littlewars.table.terrain.pieces import Piece

from ..basics.dice import OPEN
from ..basics.numbers import COVER_ARC
from ..basics.rolls import damage_bands
from ..basics.sight import SIGHT
from ..basics.state import Figure, State
from ..basics.tabletop import board, is_solid, tabletop, terrain
from ..basics.zones import CALLED, called, coordinates, may_be_called
from .bursts import Blast, caught, die_at

AIM = "point"  # what is put down
UNDER = "under the template"


def sees_point(battle: Battle[State], figure: Figure, at: Point) -> bool:
    """Does it see the ground there (defiance.ranged.line-of-sight)?"""
    if at == figure.at:
        return True
    arc = (facing_to(figure.at, at), COVER_ARC)
    found = glimpses(board(battle), figure.id, arc, Disc(*at, 1), [at], [ground_at(battle, at)], SIGHT)
    return bool(found.seen[0])


def ground_at(battle: Battle[State], at: Point) -> int:
    """How high the ground is that somebody could stand on."""
    flats = tabletop(battle).going.flats
    return max((piece.top or 0 for piece in flats if piece.holds(at)), default=0)


def top_at(battle: Battle[State], at: Point) -> int:
    """The highest surface there: roofs and walls too (defiance.indirect.high-arc, defiance.grenade.lob-highest-point)."""
    solid = [piece for piece in battle.state.pieces if piece.top and piece.holds(at) and _bears(piece)]
    return max([ground_at(battle, at), *(piece.top or 0 for piece in solid)])


def _bears(piece: Piece) -> bool:
    return is_solid(piece) or terrain(piece) == "impassable"


def point_ask(
    battle: Battle[State],
    side: str,
    rule: str,
    prompt: str,
    blast: Blast,
    check: Callable[[Point], Refusal | None],
    blind: bool,
) -> Place:
    """A point on the table, with those who would be under the template there; `blind`: without any distance or odds."""
    state = battle.state

    def spots() -> Sequence[Spots]:
        own = state.figures[blast.figure].at
        good = [at for at in worthwhile(battle, side, blast) if check(at) is None]
        good = good or [
            at for at in (blast.at, snapped(state, side, blast.at), own, snapped(state, side, own)) if check(at) is None
        ]
        return [(Spot(AIM, at),) for at in good]

    def checked(answer: Spots) -> Refusal | None:
        if len(answer) != 1:
            return Refusal(rule, "one point is to be named")
        x, y = answer[0].at
        if not (0 <= x <= state.width and 0 <= y <= state.depth):
            return Refusal(rule, "it lies on the table")
        return check(answer[0].at)

    def meets(answer: Spots) -> list[Touch]:
        there = blast._replace(at=answer[0].at, foot=top_at(battle, answer[0].at))
        known = not blind and blast.needed is not None
        return [Touch(figure.id, UNDER, _harm(there, figure) if known else None) for figure in caught(battle, there)]

    def plan(drag: Drag) -> Spots:
        return (Spot(AIM, snapped(state, side, drag.to) if blind else drag.to),)

    return Place(
        side,
        rule,
        prompt,
        {AIM: Shape("disc", (blast.radius,), step=CALLED if blind else 0)},
        spots,
        checked,
        plan=plan,
        meets=meets,
        blind=blind,
    )


def _harm(blast: Blast, figure: Figure) -> float:
    """The chance that one of its dice at somebody is a hit, if it comes down here; saves are not counted."""
    shot = die_at(blast, figure)
    below, tags, hits = bands(OPEN, damage_bands(shot.tally.needed, shot.short))
    return float(1 - ((below + tags) / (below + tags + hits)) ** shot.dice)


def worthwhile(battle: Battle[State], side: str, blast: Blast, most: int = 12) -> list[Point]:
    """Points where the template would catch most enemies and fewest friends, the best first: where enemies stand."""
    state, found = battle.state, list[tuple[int, str, Point]]()
    for enemy in state.standing():
        if state.side_of(enemy) == side or enemy.level:
            continue
        at = snapped(state, side, enemy.at)
        there = caught(battle, blast._replace(at=at, foot=top_at(battle, at)))
        value = sum(-2 if state.side_of(figure) == side else 1 for figure in there)
        found.append((-value, enemy.id, at))
    return [at for _, _, at in sorted(found)[:most]]


# ---- coordinates


def snapped(state: State, side: str, at: Point) -> Point:
    """The nearest point that can be called from this side's edge (defiance.terms.coordinates)."""
    size, edge = (state.width, state.depth), state.sides[side].edge or 3
    x, y = (round(value / CALLED) * CALLED for value in coordinates(size, edge, at))
    across, away = (size[0], size[1]) if edge in (1, 3) else (size[1], size[0])
    return called(size, edge, min(max(0, x), across // CALLED * CALLED), min(max(0, y), away // CALLED * CALLED))


def refuse_call(state: State, side: str, at: Point) -> Refusal | None:
    """Points are called to half inches, as the caller sees the table (defiance.indirect.coordinates)."""
    size, edge = (state.width, state.depth), state.sides[side].edge or 3
    if may_be_called(size, edge, *coordinates(size, edge, at)):
        return None
    return Refusal("defiance.terms.coordinates", "a point is called to half inches from one's own edge")


def farthest(members: Sequence[Figure], at: Point) -> Figure:
    """The one of them that is farthest from a point."""
    return max(members, key=lambda figure: (centre2(figure.at, at), figure.id))
