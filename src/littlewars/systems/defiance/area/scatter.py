"""Scatter: how far, which way, and what a round meets there (defiance.aoe.scatter-*)."""

from __future__ import annotations

from typing import NamedTuple

from littlewars.dice import Die, plain
from littlewars.engine import Battle
from littlewars.table.facing import Point
from littlewars.table.moving.scatter import deviate, first_hit

from ..basics.dice import FIVE, TEN
from ..basics.events import Scattered
from ..basics.numbers import INCH
from ..basics.state import State
from ..basics.tabletop import board, on_other_levels

DEGREES = plain(360)  # the way a die points (defiance.aoe.scatter-direction)
DEGREE = 100  # of a facing
MISS: dict[int, Die] = {3: FIVE, 5: FIVE, 7: TEN, 9: TEN, 11: TEN}  # by the bracket used (defiance.aoe.scatter-distance)


def drift(battle: Battle[State], die: Die, more: int = 0) -> int:
    """How far it goes astray, in thousandths."""
    return (battle.dice.roll(die, "scatter distance") + more) * INCH


def direction(battle: Battle[State]) -> int:
    """Any direction, each as likely (defiance.aoe.scatter-direction)."""
    return battle.dice.roll(DEGREES, "scatter direction") * DEGREE % 36000


def astray(battle: Battle[State], name: str, at: Point, length: int) -> Point:
    """Where it comes down when nothing stops it on the way, on the table or beyond."""
    to = deviate(at, direction(battle), length)
    battle.record(Scattered(weapon=name, at=at, lands=to, length=length))
    return to


class Flight(NamedTuple):
    """How a round that goes astray flies: on which level and how high, whom it passes, and does it come down where it ends?

    `bodies`: figures stop it, too; `lands` is None where the players' agreement decides.
    """

    level: int = 0
    foot: int = 0
    skip: str = ""
    bodies: bool = True
    lands: bool | None = None


def impact(battle: Battle[State], name: str, at: Point, length: int, flight: Flight) -> Point | None:
    """Where a round that flies flat bursts: at the first solid feature or figure on its way, else nowhere, or where it ends
    (defiance.aoe.scatter-impact)."""
    to = deviate(at, direction(battle), length)
    passed = [*on_other_levels(battle, flight.level), *([flight.skip] if flight.skip else [])]
    hit = first_hit(board(battle), at, to, flight.foot, passed, flight.bodies)
    if hit is not None:
        battle.record(Scattered(weapon=name, at=at, lands=hit.stop, length=hit.length, stop=hit.what.id))
        return hit.stop
    battle.record(Scattered(weapon=name, at=at, lands=to, length=length))
    return to if (battle.state.settings.scatter_lands if flight.lands is None else flight.lands) else None
