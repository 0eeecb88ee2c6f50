"""Whom a figure may fire at: arc, sight, the closest figure of the closest unit, and what is exempt (defiance.ranged.*)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np

from ...engine import Battle
from ...table.bases import centre2
from ...table.constants import BOUND, LEVEL, ON, SIDE, X, Y
from ...table.facing import facing_to
from ...table.kernel import Mask
from ...table.measure import screened_by
from .ground import board, desk
from .numbers import COVER_ARC
from .profiles import NEVER, Weapon
from .sight import away, cover_of, faces, seen_by
from .state import Figure, State, Unit
from .units import is_independent

Aims = dict[str, int]  # whom one may fire at -> the facing with which


def visible(battle: Battle[State], figure: Figure) -> list[Figure]:
    """Enemies in line of sight, nearest first."""
    figures, noted, key = battle.state.figures, desk(battle).noted, ("visible", figure.id)
    if key not in noted:
        seen = sorted((figures[name] for name in seen_by(battle, figure)), key=lambda e: (away(figure, e), e.id))
        noted[key] = [enemy.id for enemy in seen]
    return [figures[name] for name in noted[key]]


def in_cover(state: State, figure: Figure, target: Figure) -> bool:
    """Would the shot suffer a terrain modifier (defiance.ranged.exempt-figures)? Being prone alone is no cover."""
    return bool(cover_of(state, figure.at, target))


# ---- the legal targets for one facing (defiance.ranged.legal-targets)


def legal(state: State, figure: Figure, seen: Sequence[Figure], face: int, hidden: Collection[str]) -> list[Figure]:
    """Figures that may be chosen when it looks this way; `hidden` are those in cover from it."""
    return legal_among(state, figure, [enemy for enemy in seen if faces(figure, enemy, face)], hidden)


def legal_among(state: State, figure: Figure, ahead: Sequence[Figure], hidden: Collection[str]) -> list[Figure]:
    """Figures that may be chosen of those in the arc."""
    found: dict[str, Figure] = {}
    for candidates in _narrowed(ahead):
        for unit in _units(state, figure, candidates, ahead, hidden):
            for enemy in _figures(figure, [c for c in candidates if c.unit == unit], hidden):
                found[enemy.id] = enemy
    return list(found.values())


def _narrowed(ahead: Sequence[Figure]) -> Iterable[Sequence[Figure]]:
    """Infantry or vehicles only, and nobody below a size class (…exempt-infantry-vehicle, .exempt-size)."""
    mixed = len({enemy.frame.vehicle for enemy in ahead}) > 1
    for kinds in ((False, True), (False,), (True,)) if mixed else ((False, True),):
        those = [enemy for enemy in ahead if enemy.frame.vehicle in kinds]
        sizes = sorted({enemy.size for enemy in those})
        for least in sizes:
            yield those if least == sizes[0] else [enemy for enemy in those if enemy.size >= least]


def _units(
    state: State, figure: Figure, candidates: Sequence[Figure], ahead: Sequence[Figure], hidden: Collection[str]
) -> list[str]:
    """The nearest unit; those wholly in cover may be passed over; elite, vehicles and aimers are free to choose."""
    order = list(dict.fromkeys(c.unit for c in sorted(candidates, key=lambda c: away(figure, c))))
    if is_independent(state.unit_of(figure)):
        return order  # defiance.ranged.elite-vehicle-targeting
    found: list[str] = []
    nearest: int | None = None
    for name in order:
        far = min(away(figure, c) for c in candidates if c.unit == name)
        if nearest is not None and far > nearest:
            break
        found.append(name)
        if not all(enemy.id in hidden for enemy in ahead if enemy.unit == name):
            nearest = far  # it may not be passed over; a tie with it is the firer's choice
    aimed = [name for name in order if figure.aimed == 2 and name == figure.aims and name not in found]
    return found + aimed  # defiance.orders.aim-privilege


def _figures(figure: Figure, members: Sequence[Figure], hidden: Collection[str]) -> list[Figure]:
    """Any of them whose nearer comrades are all in cover, shaken or stunned (defiance.ranged.exempt-figures)."""
    found, nearest = [], None
    for enemy in sorted(members, key=lambda e: (away(figure, e), e.id)):
        far = away(figure, enemy)
        if nearest is not None and far > nearest:
            break
        found.append(enemy)
        if not (enemy.id in hidden or enemy.shaken or enemy.stunned):
            nearest = far
    return found


# ---- with a free facing


def facings(figure: Figure, seen: Sequence[Figure]) -> list[int]:
    """Facings that make a difference: straight at everybody, and with everybody just at a border of the arc."""
    bearings = [facing_to(figure.at, enemy.at) for enemy in seen if enemy.at != figure.at]
    borders = (COVER_ARC, -COVER_ARC, COVER_ARC + 1, -COVER_ARC - 1)
    return list(dict.fromkeys((figure.face, *bearings, *((b + turn) % 36000 for b in bearings for turn in borders))))


def _off(face: int, bearing: int) -> int:
    return abs((face - bearing + 18000) % 36000 - 18000)


def arcs(figure: Figure, seen: Sequence[Figure], turns: bool) -> list[tuple[list[Figure], list[int]]]:
    """Everything that can be in the arc at once, with the facings that put it there."""
    if not turns:
        return [([enemy for enemy in seen if faces(figure, enemy)], [figure.face])]
    bearings = [facing_to(figure.at, enemy.at) if enemy.at != figure.at else figure.face for enemy in seen]
    found: dict[tuple[int, ...], list[int]] = {}
    ways = facings(figure, seen)
    off = np.array(ways)[:, None] - np.array(bearings)[None, :]
    inside_arc = np.abs((off + 18000) % 36000 - 18000) <= COVER_ARC
    for face, row in zip(ways, inside_arc, strict=True):
        found.setdefault(tuple(np.flatnonzero(row).tolist()), []).append(face)
    return [([seen[k] for k in inside], ways) for inside, ways in found.items() if inside]


def targets(battle: Battle[State], figure: Figure, line: Weapon, turns: bool, only: str = "") -> Aims:
    """Whom this weapon may be fired at, each with the facing for it; `turns`: the facing is free; `only`: of this unit."""
    state = battle.state
    seen = visible(battle, figure)
    if only:
        return _at_will(battle, figure, line, [enemy for enemy in seen if enemy.unit == only])
    reach = line.longest if line.longest == NEVER else line.longest * (2 if figure.aimed == 2 else 1)
    if not seen or away(figure, seen[0]) > reach:
        return {}
    hidden = _hidden(battle, figure, seen)
    found: Aims = {}
    for ahead, ways in arcs(figure, seen, turns):
        for wanted in legal_among(state, figure, ahead, hidden):
            enemy = unblocked(battle, figure, wanted, ahead)
            if enemy is None or line.needs(away(figure, enemy), is_aimed(figure, enemy)) is None:
                continue
            bearing = facing_to(figure.at, enemy.at) if enemy.at != figure.at else figure.face
            known = [found[enemy.id]] if enemy.id in found else []
            found[enemy.id] = min([*known, *ways], key=lambda face: _off(face, bearing))
    return found


def _hidden(battle: Battle[State], figure: Figure, seen: Sequence[Figure]) -> frozenset[str]:
    """Those of them in cover from it; noted until anybody moves."""
    noted, key = desk(battle).noted, ("hidden", figure.id)
    if key not in noted:
        noted[key] = frozenset(enemy.id for enemy in seen if in_cover(battle.state, figure, enemy))
    return noted[key]  # type: ignore[no-any-return]


def _at_will(battle: Battle[State], figure: Figure, line: Weapon, members: Sequence[Figure]) -> Aims:
    """Covering fire: any figure of the unit in arc, sight and range with a free line (defiance.cover.target-choice)."""
    return {
        enemy.id: figure.face
        for enemy in members
        if faces(figure, enemy)
        and line.needs(away(figure, enemy), is_aimed(figure, enemy)) is not None
        and not blocked(battle, figure, enemy)
    }


def is_aimed(figure: Figure, enemy: Figure) -> bool:
    """Does the firer profit from having aimed at this unit (defiance.orders.aim-range-doubling)?"""
    return figure.aimed == 2 and figure.aims == enemy.unit


# ---- friends in the way


def blocked(battle: Battle[State], figure: Figure, enemy: Figure) -> bool:
    """Does a friend of the same or a larger size stand in the line of fire (defiance.ranged.friendly-blocking)?"""
    noted, key = desk(battle).noted, ("blocked", figure.id, enemy.id)
    if key not in noted:
        noted[key] = _blocked(battle, figure, enemy)
    return noted[key]  # type: ignore[no-any-return]


def _blocked(battle: Battle[State], figure: Figure, enemy: Figure) -> bool:
    state, table = battle.state, board(battle)
    bodies = table.bodies[: table.n]
    ok: Mask = (bodies[:, SIDE] == desk(battle).side_no[state.side_of(figure)]) & (bodies[:, ON] != 0)
    ok &= bodies[:, LEVEL] == figure.level
    ok[table.row[figure.id]] = False
    (ax, ay), (bx, by) = figure.at, enemy.at
    reach = bodies[:, BOUND]  # a quick look: whose box does the line come near?
    ok &= (bodies[:, X] + reach > min(ax, bx)) & (bodies[:, X] - reach < max(ax, bx))
    ok &= (bodies[:, Y] + reach > min(ay, by)) & (bodies[:, Y] - reach < max(ay, by))
    if not np.any(ok):
        return False
    return any(state.figures[name].size >= figure.size for name in screened_by(table, figure.at, enemy.at, ok))


def unblocked(battle: Battle[State], figure: Figure, enemy: Figure, ahead: Sequence[Figure]) -> Figure | None:
    """The enemy, or with a friend in the way the one next to him (defiance.ranged.friendly-blocking-retarget)."""
    if not blocked(battle, figure, enemy):
        return enemy
    others = [other for other in ahead if other.id != enemy.id]
    others.sort(key=lambda other: (centre2(enemy.at, other.at), away(figure, other), other.id))
    return next((other for other in others if not blocked(battle, figure, other)), None)


# ---- the closest enemy unit, for orders


def closest_unit(state: State, figures: Sequence[Figure], enemies: Sequence[Figure]) -> list[Unit]:
    """The enemy unit with the figure nearest to any of these; several if they tie."""
    if not enemies or not figures:
        return []
    gaps: dict[str, int] = {}
    places = [(f.x, f.y) for f in figures]
    for enemy in enemies:
        x, y = enemy.x, enemy.y
        near = min([(px - x) ** 2 + (py - y) ** 2 for px, py in places])
        gaps[enemy.unit] = min(near, gaps.get(enemy.unit, near))
    best = min(gaps.values())
    return [state.units[name] for name in sorted(gaps) if gaps[name] == best]
