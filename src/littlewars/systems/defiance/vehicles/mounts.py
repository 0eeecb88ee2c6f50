"""Arcs belong to a weapon on a figure: infantry has one, the front; a vehicle's weapons each their own
(defiance.vehicle.weapon-arc, defiance.vehicle.multi-arc, defiance.vehicle.turret)."""

from __future__ import annotations

from collections.abc import Iterable

from littlewars.table.facing import Point, Sectors, in_arc, in_sectors

from ..basics.numbers import COVER_ARC
from ..basics.sight import ahead_of
from ..basics.state import Figure

AHEAD: Sectors = ((0, COVER_ARC),)  # defiance.terms.cover-arc


def sectors_of(figure: Figure, arm: int) -> Sectors:
    """Where a weapon of it fires to: its mount's arcs; infantry and what names no mount into the front
    (defiance.vehicle.specific-weapons)."""
    hull = figure.frame.hull
    return AHEAD if hull is None else hull.mounts.get(figure.arms[arm].slot, AHEAD)


def class_of(figure: Figure, arm: int) -> str:
    """Primary, support or side: of a mecha the primary slot is its primary weapon, close defence weapons are side arms, all
    others support weapons (defiance.orders.mecha-orders)."""
    carried = figure.arms[arm]
    if not figure.frame.mecha or carried.slot in ("primary", "side"):
        return carried.slot
    return "side" if carried.weapon.form == "cdw" else "support"


def bears(figure: Figure, arm: int, at: Point, face: int | None = None) -> bool:
    """Is this place in the arc of that weapon, as the figure looks or would look? Borders included."""
    looks = figure.face if face is None else face
    if figure.frame.hull is None:
        return in_arc((figure.x, figure.y), looks, COVER_ARC, at)
    return in_sectors(figure.at, looks, sectors_of(figure, arm), at)


def arcs_of(figure: Figure, arms: Iterable[int] | None = None) -> Sectors:
    """All arcs into which it could fire with these weapons, or with any (defiance.cover.own-arc)."""
    if figure.frame.hull is None:
        return AHEAD
    found: dict[tuple[int, int], None] = {}
    for arm in range(len(figure.arms)) if arms is None else arms:
        found.update(dict.fromkeys(sectors_of(figure, arm)))
    return tuple(found)


def within(figure: Figure, arcs: Sectors, targets: Iterable[Figure]) -> list[Figure]:
    """Those of them who are in one of these arcs."""
    if arcs is AHEAD or arcs == AHEAD:
        return ahead_of(figure, targets)
    return [target for target in targets if in_sectors((figure.x, figure.y), figure.face, arcs, (target.x, target.y))]


def facing_for(arcs: Sectors, bearing: int) -> int:
    """The facing that brings the middle of the first arc onto a bearing, for those who turn freely."""
    return (bearing - arcs[0][0]) % 36000
