"""Where on a way those who cover are asked: not at every step, but where their shot changes (defiance.cover.timing-movement).

A shot stays what it is as long as the mover is in the arc, in sight, in the same bracket and behind the same cover. So its
owner is asked where it gets better, where it is about to get worse, and at the end of the way; what lies between two such
places is no other choice. Places that are less than half an inch apart are one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ...engine import Battle
from ...table.bases import ceil_root, centre2
from ...table.facing import Point, in_arc
from ...table.legs import at_step, steps
from ...table.terrain import Piece
from ...table.watch import Watcher, changes, enters_arc
from .contact import touched
from .covering import able_to_cover, could_fire, covering, guns_of
from .ground import pieces_near
from .numbers import COVER_ARC, HALF
from .profiles import Weapon
from .shots import aim
from .sight import BY_LEVEL, NEAR_COVER, cover_of, would_see
from .state import Figure, State, Unit
from .targets import is_aimed, would_block

Gun = tuple[int, Weapon]  # which arm, and its line
Needed = tuple[int | None, ...]  # what each weapon needs against the mover; None: it cannot fire at it


class Moment(NamedTuple):
    """A place on a way where covering fire is offered: after so many steps; `last` if the shot is worse from there on."""

    at: int
    last: bool


class Seen(NamedTuple):
    """A figure of a covering unit and the mover: is that in its arc, and what would its weapons need?"""

    in_arc: bool
    needed: Needed = ()


def moments(battle: Battle[State], figure: Figure, frm: Point, to: Point, begun: bool, ends: bool) -> tuple[Moment, ...]:
    """The places of a straight stretch. `begun`: it goes on from one before; `ends`: nothing like it follows."""
    state, whole = battle.state, steps(frm, to)
    found: list[Moment] = []
    for unit in covering(state, state.other(state.side_of(figure))) if whole else ():
        spans = _spans(battle, unit, figure, frm, to)
        found += _turning_points(spans, begun, whole)
        if ends and spans and spans[-1][1] is not None:
            found.append(Moment(_end(state, figure, frm, to), True))
    return thin([moment for moment in found if moment.at > 0])


def _turning_points(spans: Sequence[tuple[int, Needed | None]], begun: bool, whole: int) -> list[Moment]:
    """Where a unit's shots get better, and the last place before they get worse."""
    found = []
    if spans and spans[0][1] is not None and not begun:
        found.append(Moment(min(HALF, whole), False))  # it moves within the arc: half an inch is movement enough
    for (_, was), (at, now) in pairwise(spans):
        if _better(now, was):
            found.append(Moment(at, False))
        if _better(was, now):
            found.append(Moment(at - 1, True))
    return found


def _better(now: Needed | None, was: Needed | None) -> bool:
    """Does any weapon need less than before?"""
    if now is None or was is None:
        return now is not None and was is None
    return any(new is not None and (old is None or new < old) for new, old in zip(now, was, strict=True))


def _end(state: State, figure: Figure, frm: Point, to: Point) -> int:
    """The last step of a way; of one into contact the last before it (defiance.cover.timing-movement)."""
    whole = steps(frm, to)
    if not touched(state, figure, to, figure.level):
        return whole
    before = (k for k in range(whole - 1, 0, -1) if not touched(state, figure, at_step(frm, to, k, whole)))
    return next(before, 0)


def thin(points: Sequence[Moment]) -> tuple[Moment, ...]:
    """Of places within half an inch those that matter: the latest gain, the first loss."""
    kept: list[Moment] = []
    first = 0
    for point in sorted(set(points)):
        near = kept and point.at - first <= HALF
        if near and not kept[-1].last:
            kept[-1] = point  # as good or better, or the last chance of what was gained
        elif not (near and point.last):
            kept.append(point)
            first = point.at
    return tuple(kept)


# ---- what a unit could do along the way


def _spans(battle: Battle[State], unit: Unit, figure: Figure, frm: Point, to: Point) -> list[tuple[int, Needed | None]]:
    """What the covering figures of a unit need against the mover, and from which step on; None: they may not answer."""
    state, ready = battle.state, able_to_cover(battle.state, unit)
    if not ready:
        return []
    if not any(enters_arc(one.at, one.face, COVER_ARC, frm, to) for one in state.members(unit)):
        return []
    comrades = [other for other in state.members(state.unit_of(figure)) if other is not figure]  # they stand still meanwhile
    others = any(could_fire(battle, one, comrades) for one in ready)  # then any figure's arc will do (…trigger-any-figure)
    looking = state.members(unit) if others else ready
    seen = [_seen(battle, one, figure, frm, to, one in ready) for one in looking]
    cuts = sorted({at for spans in seen for at, _ in spans})
    found: list[tuple[int, Needed | None]] = []
    for cut in cuts:
        now = [next(status for at, status in reversed(spans) if at <= cut) for spans in seen]
        needed = tuple(number for status in now for number in status.needed)
        answers = any(status.in_arc for status in now) and (others or any(number is not None for number in needed))
        found.append((cut, needed if answers else None))
    return found


def _seen(battle: Battle[State], one: Figure, figure: Figure, frm: Point, to: Point, ready: bool) -> list[tuple[int, Seen]]:
    """One figure's look at the mover all along a stretch."""
    guns = guns_of(battle.state, one) if ready else []
    nothing = Seen(False, (None,) * len(guns))
    if not enters_arc(one.at, one.face, COVER_ARC, frm, to):
        return [(0, nothing)]

    known: dict[Point, Seen] = {}
    pieces = _between(battle, one.at, frm, to)
    look = Look(battle, one, guns, figure, free=not pieces and not _friends_between(battle.state, one, frm, to))

    def status(at: Point) -> Seen:
        if at not in known:
            known[at] = Seen(True, look.needed(at)) if _in_arc(one, at) else nothing
        return known[at]

    here, watcher = figure.at, Watcher(one.at, status, (one.face - COVER_ARC, one.face + COVER_ARC))
    try:
        found = [(0, status(frm))]
        for at, now in changes(watcher, frm, to, pieces, HALF):
            assert isinstance(now, Seen)
            found.append((at, now))
    finally:
        figure.x, figure.y = here
    return found


def _between(battle: Battle[State], at: Point, frm: Point, to: Point) -> list[Piece]:
    """The terrain that may come between a place and a way, or lie on that."""
    (ax, ay), (bx, by), (x, y) = frm, to, at
    return pieces_near(battle, (min(ax, bx, x), min(ay, by, y)), (max(ax, bx, x), max(ay, by, y)), NEAR_COVER)


def _friends_between(state: State, one: Figure, frm: Point, to: Point) -> bool:
    """May a friend come between one who covers and the way? By the box round both."""
    (ax, ay), (bx, by), (x, y) = frm, to, one.at
    west, south, east, north = min(ax, bx, x), min(ay, by, y), max(ax, bx, x), max(ay, by, y)
    side = state.side_of(one)
    friends = [friend for unit in state.units.values() if unit.side == side for friend in state.members(unit)]
    return any(
        friend is not one
        and west - friend.reach <= friend.x <= east + friend.reach
        and south - friend.reach <= friend.y <= north + friend.reach
        for friend in friends
    )


def _in_arc(one: Figure, at: Point) -> bool:
    return one.at == at or in_arc(one.at, one.face, COVER_ARC, at)


class Look:
    """One figure's look at the mover: what its weapons would need at each place of the way.

    A shot stays what it is in the same bracket and behind the same cover, so it is worked out once for each of these.
    """

    __slots__ = ("above", "aimed", "battle", "figure", "free", "guns", "known", "one")

    def __init__(self, battle: Battle[State], one: Figure, guns: Sequence[Gun], figure: Figure, free: bool) -> None:
        self.battle, self.one, self.guns, self.figure = battle, one, guns, figure
        self.free = free  # nothing can stand in between
        self.aimed, self.above = is_aimed(one, figure), BY_LEVEL * abs(one.level - figure.level)
        self.known: dict[tuple[Needed, str], Needed] = {}

    def needed(self, at: Point) -> Needed:
        """What its weapons would need against the mover here: that is thought of here, the board does not know of it."""
        one = self.one
        far = ceil_root(centre2(one.at, at)) + self.above
        bracket: Needed = tuple([line.needs(far, self.aimed) for _, line in self.guns])
        if bracket.count(None) == len(bracket):
            return bracket
        self.figure.x, self.figure.y = at
        cover = "" if self.free else self._cover()
        if cover is None:
            return (None,) * len(bracket)
        if (bracket, cover) not in self.known:
            self.known[bracket, cover] = self._tallied(bracket)
        return self.known[bracket, cover]

    def _cover(self) -> str | None:
        """What protects the mover here; None if it cannot be fired at."""
        if not would_see(self.battle, self.one, self.figure) or would_block(self.battle, self.one, self.figure):
            return None
        return cover_of(self.battle.state, self.one.at, self.figure)

    def _tallied(self, bracket: Needed) -> Needed:
        """The numbers of a bracket with every modifier."""
        state, one = self.battle.state, self.one
        return tuple(
            None if needs is None else aim(state, one, arm, line, self.figure, 1, "", one.cover_mod).tally.needed
            for (arm, line), needs in zip(self.guns, bracket, strict=True)
        )
