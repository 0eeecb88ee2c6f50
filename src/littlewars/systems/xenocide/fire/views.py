"""What one unit sees of another when it fires: lines, screens, cover, smoke and darkness (xenocide.los.*, xenocide.cover.*,
xenocide.hit.darkness-smoke). Kept until anybody moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from littlewars.engine import Battle
from littlewars.engine.measures import INCH
from littlewars.table.board.hulls import intermingled
from littlewars.table.constants import FAR
from littlewars.table.kernels.compiled import Bytes, Ints
from littlewars.table.moving.obstacles import touches_cloud
from littlewars.table.shapes.bases import bound, gap_poly
from littlewars.table.shapes.boxes import Bounds, boxes_meet
from littlewars.table.sight.screens import AS_THEY_STAND, Crowd, Ends, Eye, Footprint, Looking, View, look, reaches
from littlewars.table.terrain.field import Field
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.sight_exact import inside_spans
from littlewars.table.terrain.sight_rules import XENOCIDE as SIGHT

from ..basics.numbers import CLOUD, NEAR, REACH
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import COVERS, gives_cover, is_aloft, tabletop, wrecks
from ..vehicles.mounts import eyes_of

UNARMED = -1  # reaches nobody
HIGHER = 1 * INCH  # from here on one shoots over a unit (xenocide.los.elevation)


def crowd(battle: Battle[State]) -> Crowd:
    """The footprints of all units on the table (xenocide.los.enemy-units-block)."""
    return tabletop(battle).until_move("crowd", lambda: Crowd(_find_footprints(battle)))


def _find_footprints(battle: Battle[State]) -> list[Footprint]:
    place, state, prints = tabletop(battle), battle.state, list[Footprint]()
    known = place.footprints
    for unit in state.present():
        if unit.id not in known:
            here = [figure for figure in state.standing(unit) if figure.id in place.board]
            if not here:
                continue
            known[unit.id] = _footprint(battle, unit, here)
        prints.append(known[unit.id])
    return prints


def _footprint(battle: Battle[State], unit: Unit, here: list[Figure]) -> Footprint:
    state, table = battle.state, tabletop(battle).board
    level, aloft = max(table.foot(figure.id) for figure in here), is_aloft(state, here[0])
    bases = [figure.base() for figure in here]
    return Footprint.of(unit.id, unit.side, bases, level, state.aspect(unit), aloft, here[0].profile.vehicle)


def mingled_with(battle: Battle[State], unit: Unit) -> tuple[str, ...]:
    """The units of its side whose footprints overlap its own (xenocide.targeting.intermingled)."""

    def find() -> tuple[str, ...]:
        own = crowd(battle)[unit.id]
        if own is None:
            return ()
        return tuple(one.unit for one in crowd(battle).beside(own, own.box) if intermingled(own.hull, one.hull))

    return tabletop(battle).until_move(mingled_key(unit), find)


def too_far(battle: Battle[State], unit: Unit, far: int) -> set[str]:
    """A quick look: the units that are surely farther than this from one that is on the table."""
    own = crowd(battle)[unit.id]
    return tabletop(battle).until_move(("beyond", unit.id, far), lambda: crowd(battle).beyond(own.box, far)) if own else set()


def mingled_key(unit: Unit) -> tuple[str, str]:
    """Under what it is kept with whom a unit is mixed."""
    return "mingled", unit.id


def view_key(unit: Unit, target: Unit) -> tuple[str, str, str]:
    """Under what a view is kept."""
    return "view", unit.id, target.id


def view(battle: Battle[State], unit: Unit, target: Unit) -> View:
    """What a unit sees of an enemy unit, or of friends in a melee."""
    return tabletop(battle).until_move(view_key(unit, target), lambda: look_at(battle, unit, target)[0])


class Thought(NamedTuple):
    """A unit that is thought of at other places, all of its models one after another, and beyond what range nobody looks."""

    spots: Ints
    mixed: Sequence[tuple[str, ...]]  # those it would be mixed with there
    box: Bounds  # round all of these places
    most: int = FAR


def look_at(battle: Battle[State], unit: Unit, target: Unit, thought: Thought | None = None, full: bool = False) -> list[View]:
    """What a unit has of another: as that stands, or at each of the places at which it is thought of."""
    ends, by, spots = _looking(battle, unit, target, thought)
    return look(tabletop(battle).board, ends, crowd(battle), by._replace(full=full), spots)


def sights(
    battle: Battle[State], unit: Unit, target: Unit, reach: Mapping[str, int], thought: Thought | None = None
) -> list[bool]:
    """At each place: could a unit whose eyes reach so far fire at another? One of them sees somebody, and reaches the common
    distance (xenocide.targeting.out-of-range-models, xenocide.weapon.range-measuring)."""
    ends, by, spots = _looking(battle, unit, target, thought)
    far = [reach.get(eye.name, UNARMED) for eye in ends.eyes]
    return reaches(tabletop(battle).board, ends, far, crowd(battle), by, spots)


def _looking(battle: Battle[State], unit: Unit, target: Unit, thought: Thought | None) -> tuple[Ends, Looking, Ints]:
    """Units of a smaller aspect than the target's are shot over, and those an inch or more below (xenocide.los.smaller-aspect,
    xenocide.los.elevation). Other enemies on the ground that do not stand mixed with the target are in the way
    (xenocide.los.enemy-units-block, xenocide.targeting.intermingled, xenocide.los.friends-do-not-block)."""
    place = tabletop(battle)
    eyes, mine, own = place.until_roster(("eyes", unit.id), lambda: _find_eyes(battle, unit))
    names, theirs, others, aspect = place.until_roster(("aims", target.id), lambda: _find_aims(battle, target))
    spots, mixed, _, most = thought or (AS_THEY_STAND, (mingled_with(battle, target),), (), FAR)
    by = Looking(SIGHT, place.layout.keep("fire covers", _covers), HIGHER, unit.side, aspect, own | others, mixed, False, most)
    return Ends(eyes, mine, names, theirs), by, spots


def _find_eyes(battle: Battle[State], unit: Unit) -> tuple[list[Eye], Ints, frozenset[str]]:
    """The eyes of a unit, the rows of their bodies, and whose these are."""
    state, table = battle.state, tabletop(battle).board
    eyes = [eye for eye in eyes_of(state, unit) if eye.body in table]
    return eyes, table.rows([eye.body for eye in eyes]), frozenset(state.figures[eye.body].unit for eye in eyes)


def _find_aims(battle: Battle[State], unit: Unit) -> tuple[list[str], Ints, frozenset[str], int]:
    """Those of a unit who can be seen, the rows of their bodies, whose these are, and its aspect."""
    state, table = battle.state, tabletop(battle).board
    here = [figure for figure in state.exposed(unit) if figure.body in table]
    units = frozenset(state.figures[figure.body].unit for figure in here)
    return [figure.id for figure in here], table.rows([figure.body for figure in here]), units, state.aspect(unit)


def _covers(field: Field) -> Bytes:
    """Which pieces hide somebody behind them in part: those that give cover (xenocide.cover.obscured)."""
    return np.array([int(bool(gives_cover(piece))) for piece in field.pieces], np.int8)


ABOARD = "heavy"  # what passengers of an open vehicle have (xenocide.vehicle.targeting-passengers)
OBSCURED = "light"  # what a partly hidden model has (xenocide.cover.obscured)
RANK = {kind: rank for rank, kind in enumerate(("", *COVERS[1:]))}


class Shelter(NamedTuple):
    """What ground does for a model wherever the shot comes from, and the linear pieces within an inch of it."""

    kind: str
    behind: tuple[Piece, ...]


def better(one: str, other: str) -> str:
    """Only the best cover counts (xenocide.cover.kinds)."""
    return max(one, other, key=RANK.__getitem__)


def shelter(battle: Battle[State], figure: Figure) -> Shelter:
    """In area terrain by its centre, behind linear pieces within an inch (xenocide.cover.in-cover)."""
    return tabletop(battle).until_move(("shelter", figure.id), lambda: _find_shelter(battle, figure))


def _find_shelter(battle: Battle[State], figure: Figure) -> Shelter:
    if is_aloft(battle.state, figure):
        return Shelter("", ())
    if figure.carrier:
        return Shelter(ABOARD, ())
    kind, behind, base = "", [], figure.base()
    x, y = figure.at
    far = REACH + bound(base)
    for piece, found, (west, south, east, north) in tabletop(battle).layout.keep("shelters", _shelters):
        if not (west - far <= x <= east + far and south - far <= y <= north + far):
            continue
        if not piece.linear and piece.holds(figure.at):
            kind = better(kind, found)
        elif piece.linear and gap_poly(base, piece.outline) <= REACH:
            behind.append(piece)
    return Shelter(kind, tuple(behind))


def _shelters(field: Field) -> list[tuple[Piece, str, Bounds]]:
    """The pieces that give cover, with their boxes."""
    return [(piece, cover, piece.box) for piece in field.pieces if (cover := gives_cover(piece))]


def model_cover(battle: Battle[State], shooter: Figure, target: Figure, obscured: bool) -> str:
    """The cover of one model against one shooter (xenocide.cover.in-cover, xenocide.cover.obscured)."""
    kind, behind = shelter(battle, target)
    if obscured:
        kind = better(kind, OBSCURED)
    for piece in behind:
        if RANK[gives_cover(piece)] > RANK[kind] and inside_spans(shooter.at, target.at, piece.outline):
            kind = gives_cover(piece)
    return kind


def unit_cover(battle: Battle[State], shooter: Figure, seen: View) -> str:
    """The best kind that half of the unit or more have, or better, against the closest of those who fire
    (xenocide.cover.half-the-unit)."""
    figures, hidden = battle.state.figures, seen.obscured(seen.row(shooter.id))
    return of_half([model_cover(battle, shooter, figures[t], dim) for t, dim in zip(seen.targets, hidden, strict=True)])


def of_half(kinds: list[str]) -> str:
    """The best kind that half of them have, or better (xenocide.cover.half-the-unit)."""
    ranked = sorted(kinds, key=RANK.__getitem__, reverse=True)
    return ranked[(len(ranked) + 1) // 2 - 1] if ranked else ""


def is_dim(battle: Battle[State], shooter: Figure, target: Figure, gap: int) -> bool:
    """In smoke on the line, or in darkness beyond 12 inches (xenocide.hit.darkness-smoke, xenocide.vehicle.smoke)."""
    state = battle.state
    if state.settings.darkness and gap > NEAR:
        return True
    (ax, ay), (bx, by), far = shooter.at, target.at, CLOUD + 1  # the border counts
    box = min(ax, bx) - far, min(ay, by) - far, max(ax, bx) + far, max(ay, by) + far
    near = [piece for piece in wrecks(state) if boxes_meet(piece.box, box)]
    return any(touches_cloud(shooter.at, target.at, [(piece.outline, CLOUD) for piece in near]))
