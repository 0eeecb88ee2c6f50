"""What a hull runs into on its way, and who or what that is (defiance.ram.who, defiance.vehicle.terrain-contact)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from littlewars.engine import Battle
from littlewars.table.moving.ram import contacts
from littlewars.table.shapes.bases import Base, moved

from ..basics.state import HOLDS, Figure, State
from ..basics.tabletop import board, tabletop
from ..basics.ways import Segment
from ..vehicles.steering import forbidden_to


class Met(NamedTuple):
    """A contact: after how many steps of a stretch and where the hull's centre is then; whom or what it touches, and what that
    is: a friend, an enemy, ground (a wreck as well), or the table edge."""

    step: int
    at: tuple[int, int]
    id: str
    kind: str
    stops: bool  # it drives no farther


def meetings(
    battle: Battle[State], figure: Figure, way: Segment, base: Base | None = None, skip: Sequence[str] = ()
) -> Sequence[Met]:
    """Everything that a stretch runs into, in order; nothing beyond what stops it. Noted until anybody moves: a way is looked
    at when it is proposed, when it is checked and when it is driven."""
    if base is not None or skip:
        return _look(battle, figure, way, base, skip)
    key = ("meets", figure.id, way.how, way.start, way.to, way.face, way.level)
    return tabletop(battle).until_move(key, lambda: _look(battle, figure, way, None, ()))


def _look(battle: Battle[State], figure: Figure, way: Segment, base: Base | None, skip: Sequence[str]) -> Sequence[Met]:
    if way.how == "jump":
        return _under(battle, figure, way, skip)
    ground = forbidden_to(battle, figure) if not way.level else ()
    there = moved(figure.base(), way.start, way.face) if base is None else base
    found = []
    wrecks = [f.id for f in battle.state.figures.values() if f.craft is not None and f.craft.hulk == HOLDS]  # ground already
    for one in contacts(board(battle), figure.id, way.to, [*skip, *wrecks], ground, edge=True, base=there, level=way.level):
        found.append(_met(battle, figure, one.step, one.at, one.what.kind, one.what.id))
        if found[-1].stops:
            break
    return found


def _met(battle: Battle[State], figure: Figure, step: int, at: tuple[int, int], kind: str, name: str) -> Met:
    state = battle.state
    if kind != "body":
        return Met(step, at, name, "ground" if kind == "piece" else "edge", True)
    other = state.figures[name]
    if other.gone:  # a wreck that has not become terrain yet counts as such (defiance.vehicle.eliminated)
        return Met(step, at, name, "ground", True)
    side = "friend" if state.side_of(other) == state.side_of(figure) else "enemy"
    return Met(step, at, name, side, other.craft is not None)


def _under(battle: Battle[State], figure: Figure, way: Segment, skip: Iterable[str]) -> list[Met]:
    """A jump touches only what is where it lands (defiance.ram.who)."""
    table, passed = board(battle), {figure.id, *skip}
    gaps = table.gaps_from(moved(figure.base(), way.to, way.face))
    names = [name for name in table if name not in passed and table.level(name) == 0 and gaps[table.row[name]] == 0]
    return [_met(battle, figure, 0, way.to, "body", name) for name in sorted(names)]


def still_there(battle: Battle[State], figure: Figure, way: Segment, who: str) -> bool:
    """Is somebody who should have made way still in it?"""
    return any(one.id == who and one.step == 0 for one in meetings(battle, figure, way))


def lands_on_ground(battle: Battle[State], figure: Figure, at: tuple[int, int], face: int) -> bool:
    """Would it come down on forbidden ground, or over the edge?"""
    place = tabletop(battle)
    cost = place.board.field.cost if figure.frame.mecha else place.going.driven
    clash = place.board.stands(moved(figure.base(), at, face), list(place.board), cost=cost)
    return clash is not None
