"""A unit thought of at points of its way: what its enemies would see of it at all of them, looked at once
(xenocide.snap.point). The rules then find it there as if it stood there."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from littlewars.engine import Battle, Point
from littlewars.table.board.hulls import NOWHERE, intermingled, outline
from littlewars.table.shapes.bases import bound, moved

from ..basics.state import Figure, State, Unit
from ..basics.tabletop import ALOFT, ground_at, is_aloft, tabletop
from .targets import Shooter, gap_key
from .views import Thought, comrades, crowd, look_at, meeting, mingled_key, view_key

Places = Mapping[str, Point]
Found = dict[Hashable, Any]  # what looks find, by what they look for


def glimpses(battle: Battle[State], unit: Unit, ways: Sequence[Places], guns: Mapping[str, Sequence[Shooter]]) -> list[Found]:
    """What enemies with these guns would find of a unit at each of the places."""
    state, table = battle.state, tabletop(battle).board
    figures = [figure for figure in state.exposed(unit) if figure.body in table]
    there = [[places.get(figure.id, figure.at) for figure in figures] for places in ways]
    levels = _levels(battle, unit, there)
    spots = np.array([[(*at, levels.get(at, 0)) for at in each] for each in there], np.int64)
    mixed = _mixed(battle, unit, figures, there)
    found: list[Found] = [{mingled_key(unit): names} for names in mixed]
    for name, armed in guns.items():
        foe, most = state.units[name], max(one.gun.reach for one in armed)
        for place, seen in zip(found, look_at(battle, foe, unit, Thought(spots, mixed, most)), strict=True):
            place[view_key(foe, unit)], place[gap_key(foe, unit)] = seen, int(seen.gaps.min())
    return found


def _levels(battle: Battle[State], unit: Unit, there: Sequence[Sequence[Point]]) -> dict[Point, int]:
    """How high its models would stand at each place, where that is not the ground (xenocide.los.elevation)."""
    place = tabletop(battle)
    if is_aloft(battle.state, battle.state.figures[unit.figures[0]]):
        return dict.fromkeys((at for each in there for at in each), ALOFT)
    flats = place.going.flats
    return {at: ground_at(flats, at) for each in there for at in each} if flats else {}


def _mixed(
    battle: Battle[State], unit: Unit, figures: Sequence[Figure], there: Sequence[Sequence[Point]]
) -> list[tuple[str, ...]]:
    """The units with which it would be mixed there: a quick look by boxes first (xenocide.targeting.intermingled)."""
    own, far, found = crowd(battle)[unit.id], max(bound(figure.base()) for figure in figures), []
    others = comrades(battle, own) if own is not None else []
    for spots in there:
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        beside = meeting(others, (min(xs) - far, min(ys) - far, max(xs) + far, max(ys) + far)) if others else []
        hull = outline([moved(figure.base(), at) for figure, at in zip(figures, spots, strict=True)]) if beside else NOWHERE
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
