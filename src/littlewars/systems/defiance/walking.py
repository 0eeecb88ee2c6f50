"""A way carried out: step by step past those who cover it and through suppression (defiance.cover.timing-movement, …)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache

from ...engine import Battle
from ...table.facing import Point
from ...table.legs import at_step, steps
from ...table.watch import Status, Watcher, enters_arc, marks
from .covering import FIRED, PASS, UNTIL, WAIT, able_to_cover, covering, react
from .events import Changed, Moved
from .ground import board, put, show
from .numbers import COVER_ARC, HALF, INCH
from .rolls import agile
from .sight import cover_of, faces, sees_many
from .state import Figure, State, Unit
from .suppression import enter, entries
from .ways import Trip, Way


async def carry_out(battle: Battle[State], figure: Figure, trip: Trip) -> bool:
    """Take the figure along its way; False if it was stopped before the end. What it has left is in the trip."""
    state = battle.state
    told: list[Point] = []
    for number, way in enumerate(trip.path):
        if way.how == "climb" and not _climbs(battle, figure, way):
            assert way.foot is not None
            await _along(battle, figure, way.frm, way.foot, way, told)
            trip.left = 0.0  # defiance.move.climb-fail: the rest of its movement is lost
            _tell(battle, figure, told, trip, way.how)
            return False
        fell_behind = await _along(battle, figure, way.frm, way.to, way, told)
        if fell_behind or not figure.able:
            trip.left = _left_after(trip, number, figure)
            _tell(battle, figure, told, trip, way.how)
            return False
    if told or trip.face != figure.face:
        put(battle, figure, trip.at, trip.face)
    _posture(battle, figure, trip)
    _tell(battle, figure, told, trip, trip.path[-1].how if trip.path else "turn")
    return state.figures[figure.id].able


def _tell(battle: Battle[State], figure: Figure, told: Sequence[Point], trip: Trip, how: str) -> None:
    words = {"walk": "goes", "crawl": "crawls", "climb": "climbs", "jump": "jumps", "fly": "flies", "turn": "turns"}
    if told:
        battle.record(Moved(figure=figure.id, path=tuple(told), face=figure.face, how=words[how]))


def _posture(battle: Battle[State], figure: Figure, trip: Trip) -> None:
    """Prone or standing, and on which level."""
    if figure.prone != trip.prone:
        battle.record(Changed(who=figure.id, what="goes prone" if trip.prone else "stands up"))
    if figure.level != trip.level:
        battle.record(Changed(who=figure.id, what=f"is on level {trip.level}"))
    figure.prone, figure.level = trip.prone, trip.level
    show(battle, figure)


def _left_after(trip: Trip, number: int, figure: Figure) -> float:
    """What an interrupted figure still has: all but what it has covered so far (defiance.cover.interrupt-aftermath)."""
    way = trip.path[number]
    paid = sum(done.cost for done in trip.path[:number])
    whole = steps(way.frm, way.to)
    share = steps(way.frm, figure.at) / whole if whole else 1.0
    return max(0.0, trip.best - paid - way.cost * share)


def _climbs(battle: Battle[State], figure: Figure, way: Way) -> bool:
    """An obstacle higher than the figure's size class in inches needs an agility roll (defiance.move.climb-agility)."""
    piece = next(p for p in battle.state.pieces if p.id == way.piece)
    if (piece.top or 0) <= figure.frame.size * INCH:
        return True
    if agile(battle, figure.frame.agility, f"climb, {figure.id}"):
        return True
    battle.record(Changed(who=figure.id, what=f"fails to climb {piece.label}"))
    return False


async def _along(battle: Battle[State], figure: Figure, frm: Point, to: Point, way: Way, told: list[Point]) -> bool:
    """One stretch. True if covering fire interrupted it and the figure may think again."""
    state, whole = battle.state, steps(frm, to)
    watching = covering(state, state.other(state.side_of(figure)))
    inside = [] if way.how == "fly" else entries(state, figure, frm, to, jump=way.how == "jump")
    if not watching and not inside:
        _place(battle, figure, to, told)
        return False
    stops = _stops(battle, figure, frm, to, watching)
    said = WAIT
    for done in sorted({*stops, *(entry.at for entry in inside), whole}):
        _place(battle, figure, at_step(frm, to, done, max(1, whole)), told)
        for entry in [entry for entry in inside if entry.at == done]:
            await enter(battle, figure, entry)
            if not figure.able:
                return True
        if said == PASS or done not in stops or (said == UNTIL and not stops[done]):
            continue
        said = await react(battle, figure, "move")
        if said == FIRED:
            return True
    return False


def _place(battle: Battle[State], figure: Figure, at: Point, told: list[Point]) -> None:
    if figure.at != at:
        put(battle, figure, at)
    if not told or told[-1] != at:
        told.append(at)


def _stops(battle: Battle[State], figure: Figure, frm: Point, to: Point, units: Sequence[Unit]) -> dict[int, bool]:
    """Places at which somebody may answer: every half inch in an arc, and (True) where arc, sight or cover change."""
    state = battle.state
    seers = {one.id: one for unit in units for one in able_to_cover(state, unit)}
    if not seers or frm == to:
        return {}
    found: dict[int, bool] = {}
    for name, one in seers.items():
        if not enters_arc(one.at, one.face, COVER_ARC, frm, to):
            continue
        status = cache(_status(battle, figure, one))
        was: Hashable = status(frm)
        watcher = Watcher(one.at, status, (one.face - COVER_ARC, one.face + COVER_ARC))
        for mark in marks(frm, [to], {name: watcher}, state.pieces, HALF):
            changed, was = mark.status != was, mark.status
            if mark.status != "":
                found[mark.at] = found.get(mark.at, False) or changed
    return found


def _status(battle: Battle[State], figure: Figure, watcher: Figure) -> Status:
    """What a watcher would say of the figure at a place: nothing, or in which cover he sees it."""
    state = battle.state

    def status(at: Point) -> str:
        here, figure.x, figure.y = figure.at, *at
        try:
            if not faces(watcher, figure):
                return ""
            board(battle).move(figure.id, figure.base())
            if not sees_many(battle, watcher, [figure])[0]:
                return ""
            return cover_of(state, watcher.at, figure) or "open"
        finally:
            figure.x, figure.y = here
            board(battle).move(figure.id, figure.base())

    return status
