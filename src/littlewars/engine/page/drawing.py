"""The picture of a table, from the page's own data: a rulebook that has a page has a picture as well."""

from __future__ import annotations

from littlewars.table.board.areas import Circle
from littlewars.table.picture.scene import Figure, Scene
from littlewars.table.shapes.bases import Base, Box, Disc
from littlewars.table.terrain.pieces import Piece

from ..showing import Show, Shown


def scene_of(show: Show) -> Scene:
    """Everybody who stands on the table, the terrain, what lies on it, and its zones."""
    sides = [party.id for party in show.parties]
    scores = ", ".join(f"{party.id} {party.score}" for party in show.parties if party.score)
    return Scene(
        show.size,
        show.title,
        show.unit,
        pieces=[Piece(one.id, one.kind, one.outline, one.height) for one in show.ground],
        figures=[_figure(show, one, sides) for one in show.figures.values() if not one.within],
        templates=[one.outline or Circle(one.at, one.radius) for one in show.markers if not one.faint],
        zones=[(zone.name, zone.outline) for zone in show.zones],
        sides=sides,
        subtitle=" · ".join(filter(None, (f"{show.tracker.word} {show.tracker.round}", scores))),
    )


def _figure(show: Show, one: Shown, sides: list[str]) -> Figure:
    """One of them as he is drawn."""
    unit = show.units[one.unit].name if one.unit in show.units else ""
    airborne, prone = "airborne" in one.flags, "prone" in one.flags
    return Figure(_base(one), sides.index(one.side), one.face, "", unit, airborne, prone, one.afraid)


def _base(one: Shown) -> Base:
    if len(one.size) == 1:
        return Disc(*one.at, one.size[0])
    return Box(*one.at, one.face or 0, *one.size)
