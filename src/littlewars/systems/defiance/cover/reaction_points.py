"""Where on a way those who cover are asked: not at every step, but where their shot changes (defiance.cover.timing-movement).

A shot stays what it is as long as the mover is in the arc, in sight, in the same bracket and behind the same cover. So its
owner is asked where it gets better, where it is about to get worse, and at the end of the way; what lies between two such
places is no other choice. Places that are less than half an inch apart are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import asin, degrees, sqrt
from typing import NamedTuple

from littlewars.engine import Battle
from littlewars.table.board.areas import inside_way
from littlewars.table.facing import Point, facing_to, in_sectors
from littlewars.table.shapes.bases import Box, centre2, corners
from littlewars.table.shapes.boxes import around
from littlewars.table.shapes.legs import at_step, first, steps
from littlewars.table.sight.watch import Glimpses, Watcher, changes, enters_arc, glimpses
from littlewars.table.terrain.pieces import Piece

from ..area.bursts import WIDER, is_standard
from ..area.close_defence import carriers, charge_of
from ..area.cones import die_in_cone
from ..basics.fire_action import Fire, Manner
from ..basics.numbers import HALF
from ..basics.sight import BY_LEVEL, NEAR_COVER, SIGHT, cover_among
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, feet_at, own_height, pieces_near, tabletop
from ..fire.shots import aim, smoke_between
from ..fire.targets import BEHIND, MAYBE, Gun, behind_hull, is_aimed
from ..move.contact import touched
from ..vehicles.mounts import bears
from .covering import able_to_cover, could_fire, cover_arcs, covering, guns_of

ALL_ROUND = 18000
BLIND = 12  # what a shot is thought to need that nobody has measured
Needed = tuple[int | None, ...]  # what each weapon needs against the mover; None: it cannot fire at it


class ReactionPoint(NamedTuple):
    """A place on a way where covering fire is offered: after so many steps; `last` if the shot is worse from there on."""

    at: int
    last: bool


class Seen(NamedTuple):
    """A figure of a covering unit and the mover: is that in its arc, and what would its weapons need?"""

    in_arc: bool
    needed: Needed = ()


def reaction_points(
    battle: Battle[State], figure: Figure, start: Point, to: Point, begun: bool, ends: bool
) -> tuple[ReactionPoint, ...]:
    """The places of a straight stretch. `begun`: it goes on from one before; `ends`: nothing like it follows."""
    state, whole = battle.state, steps(start, to)
    found: list[ReactionPoint] = []
    for unit in covering(state, state.other(state.side_of(figure))) if whole else ():
        spans = _spans(battle, unit, figure, start, to)
        found += _turning_points(spans, begun, whole)
        if ends and spans and spans[-1][1] is not None:
            found.append(ReactionPoint(_end(state, figure, start, to), True))
    if whole:
        found += _in_areas(battle, figure, start, to, ends)
    return thin([moment for moment in found if moment.at > 0])


def watched(battle: Battle[State], figure: Figure) -> bool:
    """Is there anybody at all who might answer its movement: covering units, or carriers of close defence weapons?"""
    state = battle.state
    side = state.other(state.side_of(figure))
    if covering(state, side):
        return True
    known = carriers(battle)
    return bool(known) and any(state.side_of(state.figures[one]) == side for one in known)


def _in_areas(battle: Battle[State], figure: Figure, start: Point, to: Point, ends: bool) -> list[ReactionPoint]:
    """Where it comes into the area of an enemy's close defence weapon, the last place before it leaves it, and where it ends
    in it (defiance.cdw.timing)."""
    state, whole, found = battle.state, steps(start, to), list[ReactionPoint]()
    for name in carriers(battle):
        one = state.figures[name]
        if state.side_of(one) == state.side_of(figure) or one.level != figure.level or name in state.turn.quiet:
            continue
        arm = charge_of(state, one)
        area = one.arms[arm].weapon.aoe if arm is not None else None
        if area is None:
            continue
        wide = area.radius + (WIDER if is_standard(figure) else 0) + figure.reach
        about = corners(base) if isinstance(base := one.base(), Box) else (one.at,)
        for begin, stop in inside_way([start, to], wide, about):
            found += [ReactionPoint(begin, False)] if begin > 0 else []
            if stop < whole:
                found.append(ReactionPoint(stop, True))
            elif ends:
                found.append(ReactionPoint(_end(state, figure, start, to), True))
    return found


def _turning_points(spans: Sequence[tuple[int, Needed | None]], begun: bool, whole: int) -> list[ReactionPoint]:
    """Where a unit's shots get better, and the last place before they get worse."""
    found = []
    if spans and spans[0][1] is not None and not begun:
        found.append(ReactionPoint(min(HALF, whole), False))  # it moves within the arc: half an inch is movement enough
    for (_, was), (at, now) in pairwise(spans):
        if _better(now, was):
            found.append(ReactionPoint(at, False))
        if _better(was, now):
            found.append(ReactionPoint(at - 1, True))
    return found


def _better(now: Needed | None, was: Needed | None) -> bool:
    """Does any weapon need less than before?"""
    if now is None or was is None:
        return now is not None and was is None
    return any(new is not None and (old is None or new < old) for new, old in zip(now, was, strict=True))


def _end(state: State, figure: Figure, start: Point, to: Point) -> int:
    """The last step of a way; of one into contact the last before it (defiance.cover.timing-movement)."""
    whole = steps(start, to)
    if not touched(state, figure, to, figure.level):
        return whole
    return max(0, first(lambda k: bool(touched(state, figure, at_step(start, to, k, whole))), whole) - 1)


def thin(points: Sequence[ReactionPoint]) -> tuple[ReactionPoint, ...]:
    """Among places within half an inch of one another two matter: the latest that gains and the first that loses."""
    kept: list[ReactionPoint] = []
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


def _spans(battle: Battle[State], unit: Unit, figure: Figure, start: Point, to: Point) -> list[tuple[int, Needed | None]]:
    """What the covering figures of a unit need against the mover, and from which step on; None: they may not answer."""
    state, ready = battle.state, able_to_cover(battle.state, unit)
    near = [one for one in state.targets_of(unit) if _enters(one, start, to)] if ready else []
    if not near:
        return []
    comrades = [other for other in state.on_table(state.unit_of(figure)) if other is not figure]  # they stand still meanwhile
    told: list[bool] = []

    def others() -> bool:  # then any figure's arc will do (defiance.cover.trigger-any-figure)
        if not told:
            told.append(could_fire(battle, ready, comrades))
        return told[0]

    looking = [one for one in near if one in ready or others()]
    seen = [_seen(battle, one, figure, start, to, one in ready) for one in looking]
    cuts = sorted({at for spans in seen for at, _ in spans})
    found: list[tuple[int, Needed | None]] = []
    for cut in cuts:
        now = [next(status for at, status in reversed(spans) if at <= cut) for spans in seen]
        needed = tuple(number for status in now for number in status.needed)
        shot = needed.count(None) < len(needed)
        answers = any(status.in_arc for status in now) and (shot or others())
        found.append((cut, needed if answers else None))
    return found


def _enters(one: Figure, start: Point, to: Point) -> bool:
    """May a stretch come into one of its arcs?"""
    at = (one.x, one.y)
    for middle, half in cover_arcs(one):  # noqa: SIM110 - of infantry one: no generator
        if enters_arc(at, one.face + middle, half, start, to):
            return True
    return False


def _seen(battle: Battle[State], one: Figure, figure: Figure, start: Point, to: Point, ready: bool) -> list[tuple[int, Seen]]:
    """One figure's look at the mover all along a stretch that may come into its arc."""
    guns = guns_of(battle.state, one) if ready else []
    pieces = _between(battle, one.at, start, to)
    look = LookAtMover(battle, one, guns, figure, free=not pieces and not _friends_between(battle.state, one, start, to))
    look.covers = pieces_near(battle, start, to, NEAR_COVER + figure.reach)
    here, borders = figure.at, tuple(one.face + m + side for m, half in look.arcs for side in (-half, half))
    borders += tuple(_tangents(battle.state, one.at))
    try:
        later = changes(Watcher(one.at, look.status, borders, look.survey), start, to, board(battle).field, pieces, HALF)
        found = [(0, look.status(start))]
        for at, now in later:
            assert isinstance(now, Seen)
            found.append((at, now))
    finally:
        figure.x, figure.y = here
    return found


def _tangents(state: State, at: Point) -> Iterator[int]:
    """The directions in which a line of sight begins to touch smoke (defiance.grenade.obscuring)."""
    for cloud in state.clouds:
        far = sqrt(centre2(at, (cloud.x, cloud.y)))
        if cloud.kind == "smoke" and far > cloud.radius:
            middle, half = facing_to(at, (cloud.x, cloud.y)), round(degrees(asin(cloud.radius / far)) * 100)
            yield from ((middle - half) % 36000, (middle + half) % 36000)


def _between(battle: Battle[State], at: Point, start: Point, to: Point) -> list[Piece]:
    """The terrain that may come between a place and a way, or lie on that."""
    west, south, east, north = around([start, to, at])
    return pieces_near(battle, (west, south), (east, north), NEAR_COVER)


def _friends_between(state: State, one: Figure, start: Point, to: Point) -> bool:
    """May a friend come between one who covers and the way? By the box round both."""
    (west, south, east, north), side = around([start, to, one.at]), state.side_of(one)
    friends = [friend for unit in state.units.values() if unit.side == side for friend in state.on_table(unit)]
    return any(
        friend is not one
        and west - friend.reach <= friend.x <= east + friend.reach
        and south - friend.reach <= friend.y <= north + friend.reach
        for friend in friends
    )


class LookAtMover:
    """One figure's look at the mover: what its weapons would need at each place of the way.

    The mover is thought of there, the board does not know of it. A shot stays what it is in the same bracket and behind the
    same cover, so it is worked out once for each of these.
    """

    __slots__ = (
        "_said",
        "_shots",
        "above",
        "aimed",
        "arcs",
        "battle",
        "covers",
        "figure",
        "free",
        "guns",
        "most",
        "nothing",
        "one",
        "smoke",
    )

    def __init__(self, battle: Battle[State], one: Figure, guns: Sequence[Gun], figure: Figure, free: bool) -> None:
        self.battle, self.one, self.guns, self.figure = battle, one, guns, figure
        self.free = free  # nothing can stand in between
        self.smoke = bool(battle.state.clouds)  # may there be smoke in between?
        self.arcs = cover_arcs(one)
        self.covers: Sequence[Piece] = battle.state.pieces  # what may protect the mover
        self.aimed, self.above = is_aimed(one, figure), BY_LEVEL * abs(one.level - figure.level)
        self.most = max((line.longest for _, _, line in guns), default=-1) * (2 if self.aimed else 1)
        self.nothing = Seen(False, (None,) * len(guns))
        self._said: dict[Point, Seen] = {}
        self._shots: dict[tuple[Needed, str | None, int], Seen] = {}

    def survey(self, places: Sequence[Point]) -> list[Seen]:
        """At each of these places: is the mover in its arc, and what would its weapons need?"""
        said = [
            self._weighed(at, far, screen if seen else None) if inside else self.nothing
            for at, inside, far, seen, screen in zip(places, *self._glimpses(places), strict=True)
        ]
        self._said.update(zip(places, said, strict=True))
        return said

    def status(self, at: Point) -> Seen:
        """The same at one place."""
        return self._said[at] if at in self._said else self.survey([at])[0]

    def _glimpses(self, places: Sequence[Point]) -> Glimpses:
        """The table's answer."""
        place, figure, one = tabletop(self.battle), self.figure, self.one
        feet = [feet_at(place.going, figure, at) for at in places]
        arc = (one.face + self.arcs[0][0], self.arcs[0][1]) if len(self.arcs) == 1 else (one.face, ALL_ROUND)
        found = glimpses(
            place.board, one.id, arc, figure.base(), places, feet, SIGHT,
            tall=own_height(figure), most=-1 if self.free else self.most,
        )  # fmt: skip
        if len(self.arcs) == 1:
            return found
        return found._replace(inside=[int(in_sectors(one.at, one.face, self.arcs, at)) for at in places])

    def _weighed(self, at: Point, far: int, screen: int | None) -> Seen:
        """What its weapons need at a place in its arc; `screen`: who stands on the line, None if it is not seen."""
        bracket: Needed = tuple([line.needs(far + self.above, self.aimed) for _, _, line in self.guns])
        if self.one.frame.vehicle:  # each weapon in its own arc (defiance.vehicle.targeting)
            bears_on = [bears(self.one, arm, at) for arm, _, _ in self.guns]
            bracket = tuple([number if bear else None for number, bear in zip(bracket, bears_on, strict=True)])
        self.figure.x, self.figure.y = at
        cover = None if bracket.count(None) == len(bracket) else "" if self.free else self._cover(screen)
        key = bracket, cover, smoke_between(self.battle.state, self.one, self.figure) if self.smoke else 0
        if key not in self._shots:
            needed = self.nothing.needed if cover is None else self._tallied(bracket)
            self._shots[key] = Seen(True, self._phased(needed))
        return self._shots[key]

    def _phased(self, needed: Needed) -> Needed:
        """A phase weapon may be fired at anybody in the arc, and nobody measures first (defiance.effector.phase-targeting)."""
        lines = [line for _, _, line in self.guns]
        return tuple([BLIND if n is None and line.does("phases") else n for n, line in zip(needed, lines, strict=True)])

    def _cover(self, screen: int | None) -> str | None:
        """What protects the mover where it is thought of; None if it cannot be fired at."""
        if screen is None or screen == BEHIND:
            return None
        if screen == MAYBE and behind_hull(self.battle, self.one, self.figure):
            return None
        return cover_among(self.covers, self.one.at, self.figure)

    def _tallied(self, bracket: Needed) -> Needed:
        """The numbers of a bracket with every modifier."""
        state, mover, manner = self.battle.state, self.figure, Manner(covering=self.one.cover_mod)
        fires = [Fire(self.one, arm, number, 1, mover.id, manner) for arm, number, _ in self.guns]
        return tuple(None if needs is None else _roll(state, fire, mover) for fire, needs in zip(fires, bracket, strict=True))


def _roll(state: State, fire: Fire, mover: Figure) -> int:
    """What a die needs; in a cone nothing but line-of-fire modifiers counts (defiance.cover.cone-allowed)."""
    shot = die_in_cone(state, fire, mover) if fire.line.does("cone") else aim(state, fire, mover)
    return shot.tally.needed
