"""Why somebody of an order would not attack: hidden by something, too far away, or not able to. Found on the imagined table, by
what any page may see of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import dist
from typing import Any, Literal

from msgspec import Struct

from littlewars.engine import Game, Point
from littlewars.engine.orders import Order
from littlewars.engine.showing import Look, Show, Shown
from littlewars.table.shapes.bases import holds

MOST_TARGETS = 3  # that are looked at from each place; the nearest
STEPS = 24  # of a line, to find where it meets what is in the way
HINDERS = ("stunned", "engaged", "reloading")


class HoldReason(Struct, frozen=True, omit_defaults=True):
    """Somebody would not attack: `by` is in the way and is met `at` this place; or the target is too far; or he is in no state
    to (`by` says in which)."""

    who: str
    why: Literal["hidden", "far", "unable"]
    by: str = ""
    at: Point | None = None


def held(game: Game[Any], side: str, order: Order, attacking: Collection[str]) -> tuple[HoldReason, ...]:
    """Everybody who is to attack and would not, as far as anybody sees why; nothing where nobody may look first."""
    acts = next((one.acts for one in game.system.stances if one.id == order.stance), True)
    if order.act == "hold" or not acts or not game.system.measures:
        return ()
    show = game.system.show(game.state)
    idle = [show.figures[name] for name in order.who if name in show.figures and name not in attacking]
    targets = _targets(show, side, order)
    found = (_held(game, show, one, targets) for one in idle if targets and not one.within)
    return tuple(one for one in found if one is not None)


def _targets(show: Show, side: str, order: Order) -> list[Shown]:
    """Those who are named and still stand, else every enemy."""
    named = [show.figures[name] for name in order.at if name in show.figures]
    teams = {party.id: party.team or party.id for party in show.parties}
    foes = [one for one in show.figures.values() if teams.get(one.side) != teams.get(side)]
    return [one for one in named or foes if not one.within]


def _held(game: Game[Any], show: Show, one: Shown, targets: Sequence[Shown]) -> HoldReason | None:
    near = sorted(targets, key=lambda other: (dist(other.at, one.at), other.id))[:MOST_TARGETS]
    hindered = next((flag for flag in HINDERS if flag in one.flags), "")
    if hindered or one.afraid:
        return HoldReason(one.id, "unable", hindered or "afraid")
    looks = [game.system.look(game.state, one.id, other.id) for other in near]
    seen = [look for look in looks if look is not None and look.state != "blocked"]
    if not seen:
        return _hidden(show, one, looks[0])
    reach = max((band.reach for arm in show.models[one.model].arms for band in arm.bands), default=0)
    return HoldReason(one.id, "far") if all(look.far is not None and look.far > reach for look in seen) else None


def _hidden(show: Show, one: Shown, look: Look | None) -> HoldReason | None:
    """What is most in the way, and where the line meets it."""
    if look is None:
        return None
    outlines = {piece.id: piece.outline for piece in show.ground}
    obstacles = sorted(look.obstacles, key=lambda other: (other.id not in outlines, -other.inside))
    if not obstacles:
        return HoldReason(one.id, "hidden")
    by = obstacles[0].id
    return HoldReason(one.id, "hidden", by, _met(look.lines[0], by, outlines, show.figures))


def _met(
    line: tuple[Point, Point], by: str, outlines: Mapping[str, Sequence[Point]], figures: Mapping[str, Shown]
) -> Point | None:
    """Where a line first meets what is in its way."""
    if by in figures:
        return figures[by].at
    (ax, ay), (bx, by_) = line
    places = [(ax + (bx - ax) * n // STEPS, ay + (by_ - ay) * n // STEPS) for n in range(STEPS + 1)]
    return next((place for place in places if by in outlines and holds(outlines[by], place) >= 0), None)
