"""Cover of a model and of a unit, smoke and darkness (xenocide.cover.*, xenocide.hit.darkness-smoke)."""

from __future__ import annotations

from typing import NamedTuple

from littlewars.engine import Battle
from littlewars.table.moving.obstacles import touches_cloud
from littlewars.table.shapes.bases import bound, gap_poly
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.sight_exact import inside_spans

from ..basics.numbers import CLOUD, NEAR, REACH
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import COVERS, gives_cover, is_aloft, tabletop, wrecks
from .views import View

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
