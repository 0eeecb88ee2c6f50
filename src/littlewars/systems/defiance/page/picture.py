"""The table of a Defiance battle as a picture."""

from __future__ import annotations

from littlewars.table.picture.scene import Figure as Drawn
from littlewars.table.picture.scene import Scene
from littlewars.table.shapes.bases import Box, Poly, corners
from littlewars.table.zones import NAMES

from ..basics.numbers import INCH
from ..basics.state import Rect, State
from ..turn.deployment import zone_of
from ..turn.victory import points

TEMPLATE = 2 * INCH  # width of a suppression template (defiance.suppression.template-size)
BEFORE = ("terrain", "zones", "primary", "deploy")


def outline(rect: Rect) -> Poly:
    """A piece of a suppression template as it lies on the table."""
    return corners(Box(rect.x, rect.y, rect.face, rect.length, TEMPLATE))


def scene(state: State) -> Scene:
    """Everybody who stands on the table, the terrain, suppression, and the zones while units are set up."""
    sides = list(state.sides)
    waiting = set(state.turn.waiting)
    figures = [
        Drawn(
            figure.base(),
            sides.index(state.side_of(figure)),
            figure.face,
            unit=state.unit_of(figure).name,
            airborne=figure.aloft,
            prone=figure.prone,
            marked=figure.shaken or figure.stunned or bool(state.unit_of(figure).broken),
        )
        for figure in state.figures.values()
        if not figure.gone and figure.unit not in waiting
    ]
    zones = []
    if state.turn.phase in BEFORE and state.turn.waiting:
        zones = [(f"{name} ({NAMES[side.edge]})", zone_of(state, name)) for name, side in state.sides.items() if side.edge]
    score = ", ".join(f"{name} {points(state, name)}" for name in state.sides)
    return Scene(
        (state.width, state.depth),
        state.settings.name or "Defiance",
        pieces=state.pieces,
        figures=figures,
        templates=[outline(rect) for template in state.templates for rect in template.pieces],
        zones=zones,
        sides=sides,
        subtitle=f"turn {state.turn.number} · {score}",
    )
