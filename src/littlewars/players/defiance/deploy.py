"""Where the tactician deploys: to the fore, in cover, beside friends."""

from __future__ import annotations

from random import Random
from typing import Any

from littlewars.engine import Place, Spots, View
from littlewars.systems.defiance.basics.numbers import INCH
from littlewars.systems.defiance.basics.sight import in_cover_anywhere
from littlewars.systems.defiance.basics.state import Figure, State
from littlewars.systems.defiance.turn.deployment import block, zone_of
from littlewars.table.zones import INWARDS, bounds, to_edge

from ..thumb import first_allowed
from .worth import battle_of

LATTICE = 2500  # thousandths between the places at which a unit might deploy
FRONT, SHELTER, SCREEN = 0.3, 5.0, 3.0  # what an inch to the fore, cover and a friend ahead are worth
FLANK = 0.05  # what an inch off the middle is
SAME_COLUMN = 1500  # thousandths: so near to a friend's line one stands behind him


def deploy(view: View[Any], ask: Place, rng: Random) -> Spots | None:
    """The best block on a lattice of the zone that is allowed."""
    state = battle_of(view).state
    figures = [state.figures[name] for name in ask.things]
    side = state.side_of(figures[0])
    edge = state.sides[side].edge
    west, south, east, north = bounds(zone_of(state, side))
    blocks = [
        block(figures, (x, y), INWARDS[edge])
        for x in range(west + LATTICE, east + 1, LATTICE)
        for y in range(south + LATTICE, north + 1, LATTICE)
    ]
    friends = [f for f in state.standing() if state.side_of(f) == side]
    ranked = sorted(blocks, key=lambda spots: -_stand_worth(state, figures, spots, friends, edge))
    return first_allowed(ask, ranked)


def _stand_worth(state: State, figures: list[Figure], spots: Spots, friends: list[Figure], edge: int) -> float:
    """To the fore, about the middle, in cover, and beside friends rather than behind them: those spoil the aim."""
    along, size = (0, state.width) if edge in (1, 3) else (1, state.depth)
    columns, total = [friend.at[along] for friend in friends], 0.0
    for figure, there in zip(figures, spots, strict=True):
        here, figure.x, figure.y = figure.at, *there.at
        sheltered = in_cover_anywhere(state, figure)
        figure.x, figure.y = here
        behind = sum(abs(column - there.at[along]) < SAME_COLUMN for column in columns)
        astray = abs(there.at[along] - size / 2) / INCH
        ahead = to_edge((state.width, state.depth), edge, there.at) / INCH
        total += FRONT * ahead + SHELTER * sheltered - SCREEN * behind - FLANK * astray
    return total
