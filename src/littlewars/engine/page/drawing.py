"""The picture of a table, from the page's own data: a rulebook that has a page has a picture as well."""

from __future__ import annotations

from littlewars.table.board.areas import Circle
from littlewars.table.picture.figures.likeness import DrawnKind, DrawnWeapon
from littlewars.table.picture.ground.cloth import USUAL
from littlewars.table.picture.ground.scenery import Opening, Scenery
from littlewars.table.picture.ground.shapes import Projection, eye_of
from littlewars.table.picture.scene import DrawnFigure, Scene
from littlewars.table.picture.thumbnail import ForceOnMap, Small
from littlewars.table.shapes.bases import Base, Box, Disc

from ..showing import Likeness as LikenessShown
from ..showing import Model, Outline, Show, Shown, Terrain

MOST_RIDERS = 8  # that are drawn on one back or deck
STRIP = 6  # the part of the table that is taken for an edge's


def scenery_of(one: Terrain) -> Scenery:
    """A piece of terrain as the recipes know it; what it is called, and its own name, may say what it looks like."""
    return Scenery(
        one.kind,
        one.outline,
        one.name if one.name == one.id else f"{one.name} {one.id}",
        one.height,
        one.going,
        one.cover,
        one.opaque,
        one.linear,
        one.material,
        tuple(Opening(gap.start, gap.stop, gap.kind, gap.open) for gap in one.openings),
    )


def eye_on(show: Show) -> Projection:
    """The table as it is looked at from its south edge."""
    return eye_of(show.size, show.unit, show.factor)


def small_of(show: Show) -> Small:
    """The table before the battle, in small: who stands nowhere yet is shown in his zone."""
    forces = [_force(show, seat) for seat in range(len(show.parties))]
    return Small(eye_on(show), show.unit, show.cloth or USUAL, [scenery_of(one) for one in show.ground], forces)


def _force(show: Show, seat: int) -> ForceOnMap:
    party = show.parties[seat]
    there = tuple(one.at for one in show.figures.values() if one.side == party.id and not one.within)
    zones = [zone.outline for zone in show.zones if zone.side == party.id]
    units = [unit.of for unit in show.units.values() if unit.side == party.id]
    return ForceOnMap(seat, zones[0] if zones else () if there else _edge(show, seat), units, there)


def _edge(show: Show, seat: int) -> Outline:
    """The ground along a side's own edge; where nobody has one yet, south and north in turn."""
    (wide, deep), edge = show.size, show.parties[seat].edge
    facing = 18000 * (seat % 2 == 0) if edge is None else edge
    strip = min(wide, deep) // STRIP
    if facing in (9000, 27000):
        west = 0 if facing == 27000 else wide - strip
        return (west, 0), (west + strip, 0), (west + strip, deep), (west, deep)
    south = deep - strip if facing == 0 else 0
    return (0, south), (wide, south), (wide, south + strip), (0, south + strip)


def scene_of(show: Show) -> Scene:
    """Everybody who stands on the table, the terrain, what lies on it, and its zones."""
    sides = [party.id for party in show.parties]
    scores = ", ".join(f"{party.id} {party.score}" for party in show.parties if party.score)
    return Scene(
        show.size,
        show.title,
        show.unit,
        pieces=[scenery_of(one) for one in show.ground],
        figures=[_figure(show, one, sides) for one in show.figures.values() if not one.within],
        templates=[one.outline or Circle(one.at, one.radius) for one in show.markers if not one.faint],
        zones=[(f"{zone.side} {zone.name}".strip(), zone.outline) for zone in show.zones],
        sides=sides,
        names=[one.name for one in show.ground],
        cloth=show.cloth or USUAL,
        factor=show.factor,
        subtitle=" · ".join(filter(None, (f"{show.tracker.word} {show.tracker.round}", scores))),
    )


def _figure(show: Show, one: Shown, sides: list[str]) -> DrawnFigure:
    """One of them as he is drawn."""
    unit = show.units[one.unit].name if one.unit in show.units else ""
    airborne, prone = "airborne" in one.flags, "prone" in one.flags
    model = show.models.get(one.model)
    like = likeness_of(model, one.size, riders_of(show, one.id)) if model else None
    return DrawnFigure(_base(one), sides.index(one.side), one.face, "", unit, airborne, prone, one.afraid, like)


def riders_of(show: Show, id: str) -> tuple[DrawnKind, ...]:
    """Those who are seen on a figure's back or deck."""
    aboard = [one for one in show.figures.values() if one.within == id and "atop" in one.flags and one.model in show.models]
    return tuple(likeness_of(show.models[one.model], one.size) for one in aboard[:MOST_RIDERS])


def likeness_of(model: Model, size: tuple[int, ...], riders: tuple[DrawnKind, ...] = ()) -> DrawnKind:
    """A kind of figure as it is drawn on a base of this size, with those who ride it."""
    arms = tuple(DrawnWeapon(arm.name, arm.look, arm.centre, arm.arc) for arm in model.arms)
    look = model.look or LikenessShown()
    own = (look.head, look.coat, look.steed, look.mounted)
    return DrawnKind(model.key, model.name, model.role, size, arms, *own, riders)


def _base(one: Shown) -> Base:
    if len(one.size) == 1:
        return Disc(*one.at, one.size[0])
    return Box(*one.at, one.face or 0, *one.size)
