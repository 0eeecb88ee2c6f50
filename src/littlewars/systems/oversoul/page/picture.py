"""The table of an Oversoul battle as a picture."""

from __future__ import annotations

from littlewars.table.board.areas import Circle
from littlewars.table.picture.scene import Figure as Drawn
from littlewars.table.picture.scene import Scene

from ..basics.state import State
from ..basics.tabletop import on_board
from ..units.victory import points


def scene(state: State) -> Scene:
    """Everybody who stands on the table, the terrain, and the zones of objectives."""
    sides = list(state.sides)
    figures = [
        Drawn(
            figure.base(),
            sides.index(state.side_of(figure)),
            figure.face,
            unit=state.unit_of(figure).name,
            airborne=figure.airborne,
            prone=figure.prone,
            marked=state.unit_of(figure).frightened,
        )
        for figure in state.figures.values()
        if on_board(figure) and (figure.x or figure.y)
    ]
    zones = {goal.zone: goal.label or goal.id for goal in state.settings.objectives if goal.zone}
    doing = state.turn.doing
    blasts = [Circle((blast.x, blast.y), 1000) for blast in doing.blasts] if doing else []
    score = ", ".join(f"{name} {float(points(side)):g}" for name, side in state.sides.items())
    return Scene(
        (state.width, state.depth),
        state.settings.name or "Oversoul",
        pieces=state.pieces,
        figures=figures,
        templates=blasts,
        zones=[(label, zone) for zone, label in zones.items()],
        sides=sides,
        subtitle=f"round {state.turn.round} · {score}",
    )
