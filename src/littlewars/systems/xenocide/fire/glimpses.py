"""A unit thought of at points of its way: what its enemies would see of it at all of them, looked at once
(xenocide.snap.point). The rules then find it there as if it stood there."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from littlewars.engine import Battle, Point
from littlewars.table.board.hulls import NOWHERE, intermingled, outline
from littlewars.table.kernels.compiled import Ints
from littlewars.table.moving.walk import stations
from littlewars.table.shapes.bases import bound, moved
from littlewars.table.shapes.boxes import boxes_meet
from littlewars.table.sight.screens import Footprint

from ..basics.state import Figure, State, Unit
from ..basics.tabletop import ALOFT, ground_at, is_aloft, tabletop
from .targets import Shooter, gap_key
from .views import Thought, crowd, look_at, mingled_key, view_key

Places = Mapping[str, Point]
Trail = Mapping[str, Sequence[Point]]
Found = dict[Hashable, Any]  # what looks find, by what they look for


def think(battle: Battle[State], unit: Unit, trail: Trail, parts: Sequence[int], whole: int) -> Thought:
    """A unit at so many of the parts of its way, all models at the same fraction of their own; who did not move stands."""
    table = tabletop(battle).board
    figures = [figure for figure in battle.state.exposed(unit) if figure.body in table]
    spots = np.zeros((len(parts), len(figures), 3), np.int64)
    spots[:, :, :2] = stations([trail.get(figure.id) or (figure.at,) for figure in figures], parts, whole)
    _stand_up(battle, figures[0], spots)
    far = max(bound(figure.base()) for figure in figures)
    boxes = np.concatenate([spots[:, :, :2].min(axis=1) - far, spots[:, :, :2].max(axis=1) + far], axis=1)
    (west, south, _, _), (_, _, east, north) = boxes.min(axis=0).tolist(), boxes.max(axis=0).tolist()
    own = crowd(battle)[unit.id]
    beside = crowd(battle).beside(own, (west, south, east, north)) if own is not None else []
    mixed = _mixed(beside, figures, spots, boxes) if beside else [()] * len(parts)
    return Thought(spots, mixed, (west, south, east, north))


def glimpses(battle: Battle[State], unit: Unit, thought: Thought, guns: Mapping[str, Sequence[Shooter]]) -> list[Found]:
    """What enemies with these guns would find of a unit at each of the places."""
    found: list[Found] = [{mingled_key(unit): names} for names in thought.mixed]
    for name, armed in guns.items():
        foe, most = battle.state.units[name], max(one.gun.reach for one in armed)
        for place, seen in zip(found, look_at(battle, foe, unit, thought._replace(most=most)), strict=True):
            place[view_key(foe, unit)], place[gap_key(foe, unit)] = seen, seen.least
    return found


def _stand_up(battle: Battle[State], one: Figure, spots: Ints) -> None:
    """How high models like this one would stand there (xenocide.los.elevation)."""
    flats = tabletop(battle).going.flats
    if is_aloft(battle.state, one):
        spots[:, :, 2] = ALOFT
    elif flats:
        spots[:, :, 2] = [[ground_at(flats, (x, y)) for x, y, _ in each] for each in spots.tolist()]


def _mixed(others: Sequence[Footprint], figures: Sequence[Figure], spots: Ints, boxes: Ints) -> list[tuple[str, ...]]:
    """With which of these a unit would be mixed at each of the places: a quick look by boxes first
    (xenocide.targeting.intermingled)."""
    found = []
    for (west, south, east, north), places in zip(boxes.tolist(), spots[:, :, :2], strict=True):
        beside = [one for one in others if boxes_meet(one.box, (west, south, east, north))]
        there = zip(figures, places.tolist(), strict=True)
        hull = outline([moved(figure.base(), (x, y)) for figure, (x, y) in there]) if beside else NOWHERE
        found.append(tuple(one.unit for one in beside if intermingled(hull, one.hull)))
    return found


@contextmanager
def thought_at(battle: Battle[State], places: Places, found: Found) -> Iterator[None]:
    """While models are thought of there, and looks find this."""
    figures = battle.state.figures
    before = {name: figures[name].at for name in places}
    try:
        for name, at in places.items():
            figures[name].x, figures[name].y = at
        with tabletop(battle).supposing(found):
            yield
    finally:
        for name, at in before.items():
            figures[name].x, figures[name].y = at
