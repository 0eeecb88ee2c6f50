"""What one unit sees of another when it fires: lines, screens, and what partly hides a model (xenocide.los.*). Kept until
anybody moves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from littlewars.engine import Battle
from littlewars.engine.measures import INCH
from littlewars.table.board.hulls import Outline, intermingled, outline
from littlewars.table.constants import FOOT, SKY
from littlewars.table.kernels.compiled import Bytes, Ints, Mask
from littlewars.table.moving.obstacles import touches_cloud
from littlewars.table.shapes.bases import bound, gap_poly
from littlewars.table.sight.lines import DIMMED, STOPPED, TOO_DEEP, holders, lines_to, outlines_of
from littlewars.table.terrain.field import Field
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.sight_exact import inside_spans
from littlewars.table.terrain.sight_rules import XENOCIDE as SIGHT

from ..basics.numbers import CLOUD, NEAR, REACH
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import COVERS, gives_cover, is_aloft, tabletop, wrecks
from ..vehicles.mounts import Eye, eyes_of

HIGHER = 1 * INCH  # from here on one shoots over a unit (xenocide.los.elevation)


class Footprint(NamedTuple):
    """The ground a unit covers, and what matters for shooting over it (xenocide.los.enemy-units-block)."""

    unit: str
    side: str
    hull: Outline
    box: tuple[float, float, float, float]  # west, south, east, north
    level: int  # the highest ground under it (xenocide.los.elevation)
    aspect: int  # xenocide.los.smaller-aspect
    aloft: bool
    vehicle: bool


class View(NamedTuple):
    """What each model of a unit has of each model of another: the gap, whether it sees it, whether it is partly hidden
    (xenocide.cover.obscured), through which friends the shot goes (xenocide.friendly-fire.through), and which enemies screen it
    (xenocide.los.enemy-units-block). A row is a model or a mount (xenocide.vehicle.arcs)."""

    viewers: list[str]
    targets: list[str]
    gaps: Ints
    sees: Mask
    obscured: Mask
    friends: tuple[tuple[str, Mask], ...] = ()
    enemies: tuple[tuple[str, Mask], ...] = ()

    def row(self, figure: str) -> int:
        """The row of a model; of a vehicle that of its first mount."""
        return next(row for row, name in enumerate(self.viewers) if name == figure or name.rpartition("/")[0] == figure)

    @property
    def nearest(self) -> int:
        """The gap of the nearest pair of which the first sees the second (xenocide.weapon.range-measuring)."""
        return int(self.gaps[self.sees].min())

    def seen_by(self, names: frozenset[str]) -> tuple[str, ...]:
        """The targets that any of these sees."""
        rows = [k for k, name in enumerate(self.viewers) if name in names]
        seen: Mask = np.any(self.sees[rows], axis=0)
        return tuple(name for column, name in enumerate(self.targets) if seen[column])

    def closest_of(self, name: str) -> str:
        """The nearest model that this one sees; "" for none."""
        row = self.viewers.index(name)
        gaps = np.where(self.sees[row], self.gaps[row], SKY)
        return self.targets[int(gaps.argmin())] if self.sees[row].any() else ""

    def through(self, name: str) -> tuple[str, ...]:
        """The friendly units between a model and the nearest target that it sees (xenocide.friendly-fire.through)."""
        target = self.closest_of(name)
        return self.between(name, target) if target else ()

    def between(self, name: str, target: str) -> tuple[str, ...]:
        """The friendly units between a model and one target."""
        row, column = self.viewers.index(name), self.targets.index(target)
        return tuple(unit for unit, mask in self.friends if mask[row, column])

    def screens(self, name: str, target: str) -> tuple[str, ...]:
        """The enemy units that stop any line between a model and one target."""
        row, column = self.viewers.index(name), self.targets.index(target)
        return tuple(unit for unit, mask in self.enemies if mask[row, column])


def footprints(battle: Battle[State]) -> list[Footprint]:
    """Of all units on the table (xenocide.los.enemy-units-block)."""
    return tabletop(battle).until_move("footprints", lambda: _find_footprints(battle))


def _find_footprints(battle: Battle[State]) -> list[Footprint]:
    place, state, prints = tabletop(battle), battle.state, list[Footprint]()
    known = place.until_roster("footprints", dict[str, tuple[object, Footprint]])
    for unit in state.present():
        here = [figure for figure in state.standing(unit) if figure.id in place.board]
        if here:
            stands = [(figure.id, figure.x, figure.y, figure.face) for figure in here]
            if unit.id not in known or known[unit.id][0] != stands:
                known[unit.id] = stands, _footprint(battle, unit, here)
            prints.append(known[unit.id][1])
    return prints


def _footprint(battle: Battle[State], unit: Unit, here: list[Figure]) -> Footprint:
    state, table = battle.state, tabletop(battle).board
    level = max(table.foot(figure.id) for figure in here)
    hull = outline([figure.base() for figure in here])
    xs, ys = hull[:, 0].tolist(), hull[:, 1].tolist()
    box = (min(xs), min(ys), max(xs), max(ys))
    aloft = is_aloft(state, here[0])
    return Footprint(unit.id, unit.side, hull, box, level, state.aspect(unit), aloft, here[0].profile.vehicle)


def _between(battle: Battle[State], unit: Unit, target: Unit) -> list[Footprint]:
    """The footprints of other units that any line from one unit to another could meet: by their boxes."""
    prints, state = footprints(battle), battle.state
    ends = {state.figures[figure.body].unit for one in (unit, target) for figure in state.exposed(one)}
    both = [one.box for one in prints if one.unit in ends]
    west, south = min(box[0] for box in both), min(box[1] for box in both)
    east, north = max(box[2] for box in both), max(box[3] for box in both)
    return [
        one
        for one in prints
        if one.unit not in ends and (one.box[0] < east and one.box[2] > west and one.box[1] < north and one.box[3] > south)
    ]


def mingled_with(battle: Battle[State], unit: Unit) -> tuple[str, ...]:
    """The units of its side whose footprints overlap its own (xenocide.targeting.intermingled)."""

    def find() -> tuple[str, ...]:
        prints = footprints(battle)
        own = next((one for one in prints if one.unit == unit.id), None)
        if own is None:
            return ()
        beside = [one for one in prints if one.side == unit.side and one is not own and one.aloft == own.aloft]
        return tuple(one.unit for one in beside if intermingled(own.hull, one.hull))

    return tabletop(battle).until_move(("mingled", unit.id), find)


def view(battle: Battle[State], unit: Unit, target: Unit) -> View:
    """What a unit sees of an enemy unit, or of friends in a melee."""
    return tabletop(battle).until_move(("view", unit.id, target.id), lambda: _look(battle, unit, target))


def _look(battle: Battle[State], unit: Unit, target: Unit) -> View:
    state, table = battle.state, tabletop(battle).board
    eyes = [eye for eye in eyes_of(state, unit) if eye.body in table]
    aims = [figure for figure in state.exposed(target) if figure.body in table]
    viewers, targets = [eye.name for eye in eyes], [figure.id for figure in aims]
    if not viewers or not targets:
        nothing = np.zeros((len(viewers), len(targets)), np.bool_)
        return View(viewers, targets, nothing.astype(np.int64), nothing, nothing)
    bodies = [eye.body for eye in eyes], [figure.body for figure in aims]
    mine, theirs = table.rows(bodies[0]), table.rows(bodies[1])
    prints = _between(battle, unit, target)
    outlines = outlines_of([one.hull for one in prints])
    covers = tabletop(battle).layout.keep("fire covers", _covers)
    facts, through = lines_to(table, mine, theirs, SIGHT, covers, outlines)
    feet = table.bodies[mine, FOOT], table.bodies[theirs, FOOT]
    over = _shot_over(prints, *feet, state.aspect(target))
    held = holders(table, mine, outlines)[:, None, :] | holders(table, theirs, outlines)[None, :, :]
    screens = _screens(battle, prints, unit, target) & ~over & (held == 0)
    drawn = facts > 0
    screened = through.astype(bool) & screens[:, :, None, :]
    stopped = (facts >= TOO_DEEP) | screened.any(axis=3)
    sees = (drawn & ~stopped).any(axis=2)
    hulls = [one.vehicle and not one.aloft for one in prints]
    hidden = (facts == DIMMED) | (facts == STOPPED) | through[:, :, :, np.array(hulls, bool)].any(axis=3)
    friends = {
        one.unit: through[:, :, 0, k].astype(bool) & ~over[:, :, k]
        for k, one in enumerate(prints)
        if one.side == unit.side and not one.aloft
    }
    enemies = {one.unit: screened[:, :, :, k].any(axis=2) for k, one in enumerate(prints)}
    obscured = sees & (drawn & hidden).any(axis=2)
    sees &= _in_arcs(battle, eyes, theirs)
    return View(viewers, targets, table.matrix(*bodies), sees, obscured, _met(friends), _met(enemies))


def _in_arcs(battle: Battle[State], eyes: list[Eye], theirs: Ints) -> Mask:
    """Whose centres lie in the arc of each mount, from the centre of the hull (xenocide.vehicle.arcs)."""
    found, table = np.ones((len(eyes), len(theirs)), np.bool_), tabletop(battle).board
    for row, eye in enumerate(eyes):
        if eye.arc is not None:
            hull = battle.state.figures[eye.body]
            found[row] = table.in_arc_many(hull.at, (hull.face + eye.arc[0]) % 36000, eye.arc[1])[theirs]
    return found


def _met(found: dict[str, Mask]) -> tuple[tuple[str, Mask], ...]:
    """Those whom any line meets."""
    return tuple((name, mask) for name, mask in found.items() if mask.any())


def _covers(field: Field) -> Bytes:
    """Which pieces hide somebody behind them in part: those that give cover (xenocide.cover.obscured)."""
    return np.array([int(bool(gives_cover(piece))) for piece in field.pieces], np.int8)


def _screens(battle: Battle[State], prints: list[Footprint], unit: Unit, target: Unit) -> Mask:
    """Which footprints could be in the way: other enemies on the ground that do not stand mixed with the target
    (xenocide.los.enemy-units-block, xenocide.targeting.intermingled, xenocide.los.friends-do-not-block)."""
    spared = mingled_with(battle, target)
    return np.array([one.side != unit.side and one.unit not in spared and not one.aloft for one in prints], bool)


def _shot_over(prints: list[Footprint], mine: Ints, theirs: Ints, aspect: int) -> Mask:
    """Who can be shot over: units of a smaller aspect than the target's, and those an inch or more below the shooter or the
    target (xenocide.los.smaller-aspect, xenocide.los.elevation)."""
    level = np.array([one.level for one in prints], np.int64)
    smaller = np.array([one.aspect < aspect for one in prints], bool)
    high = np.maximum(mine[:, None, None], theirs[None, :, None]) >= level[None, None, :] + HIGHER
    found: Mask = np.logical_or(high, smaller[None, None, :])
    return found


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
    for piece in battle.state.pieces:
        found = gives_cover(piece)
        west, south, east, north = piece.box
        if not found or not (west - far <= x <= east + far and south - far <= y <= north + far):
            continue
        if not piece.linear and piece.holds(figure.at):
            kind = better(kind, found)
        elif piece.linear and gap_poly(base, piece.outline) <= REACH:
            behind.append(piece)
    return Shelter(kind, tuple(behind))


def model_cover(battle: Battle[State], shooter: Figure, target: Figure, obscured: bool) -> str:
    """The cover of one model against one shooter (xenocide.cover.in-cover, xenocide.cover.obscured)."""
    kind, behind = shelter(battle, target)
    if obscured:
        kind = better(kind, OBSCURED)
    for piece in behind:
        if RANK[gives_cover(piece)] > RANK[kind] and inside_spans(shooter.at, target.at, piece.outline):
            kind = gives_cover(piece)
    return kind


def unit_cover(battle: Battle[State], shooter: Figure, target: Unit, seen: View) -> str:
    """The best kind that half of the unit or more have, or better, against the closest of those who fire
    (xenocide.cover.half-the-unit)."""
    figures, row = battle.state.figures, seen.row(shooter.id)
    kinds = [
        model_cover(battle, shooter, figures[name], bool(seen.obscured[row, column]))
        for column, name in enumerate(seen.targets)
    ]
    return of_half(kinds)


def of_half(kinds: list[str]) -> str:
    """The best kind that half of them have, or better (xenocide.cover.half-the-unit)."""
    ranked = sorted(kinds, key=RANK.__getitem__, reverse=True)
    return ranked[(len(ranked) + 1) // 2 - 1] if ranked else ""


def is_dim(battle: Battle[State], shooter: Figure, target: Figure, gap: int) -> bool:
    """In smoke on the line, or in darkness beyond 12 inches (xenocide.hit.darkness-smoke, xenocide.vehicle.smoke)."""
    state = battle.state
    if state.settings.darkness and gap > NEAR:
        return True
    clouds = [(piece.outline, CLOUD) for piece in wrecks(state)]
    return any(touches_cloud(shooter.at, target.at, clouds))
