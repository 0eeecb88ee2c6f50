"""Line of sight in Oversoul: open, partial or none (oversoul.ranged.los-method)."""

from __future__ import annotations

import numpy as np

from littlewars.engine import Battle
from littlewars.table.constants import FLAGS, OPEN
from littlewars.table.kernels.compiled import Bytes, Ints
from littlewars.table.shapes.bases import Base
from littlewars.table.sight.looks import see_many
from littlewars.table.terrain.sight_rules import EXTREME, OBSCURES, SightRule

from .state import INCH, State
from .tabletop import AIRBORNE, board, tabletop

SIGHT = SightRule(lines=3, ends=EXTREME, own=OBSCURES, through=2 * INCH, near=1 * INCH)


def look(battle: Battle[State], viewer: str | Base, rows: Ints, airborne: bool = False) -> Bytes:
    """What a viewer sees of these rows; lines from or to airborne models are always clear."""
    place = tabletop(battle)
    table = place.board
    in_the_air: Bytes = place.until_roster("airborne", lambda: (table.bodies[: table.n, FLAGS] & AIRBORNE).astype(np.int8))
    if isinstance(viewer, str):
        airborne = bool(in_the_air[table.row[viewer]])
    return see_many(table, viewer, rows, SIGHT, clear_rows=in_the_air, airborne=airborne)


def sees_row(battle: Battle[State], viewer: str, target: str) -> int:
    """What one model sees of another."""
    table = board(battle)
    return int(look(battle, viewer, np.array([table.row[target]], np.int64))[0])


__all__ = ["OPEN", "SIGHT", "look", "sees_row"]
