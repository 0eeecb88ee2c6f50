"""Flight: a frightened unit runs for its own table side; nobody decides (oversoul.morale.flee-*)."""

from __future__ import annotations

from littlewars.engine import Battle
from littlewars.table.board.measure import unit_gap
from littlewars.table.facing import Point, step_to
from littlewars.table.moving.route import as_far_as, cut_at, route
from littlewars.table.moving.walk import Passage, length_of, stays_in, walk
from littlewars.table.shapes.bases import moved
from littlewars.table.zones import TOWARDS, to_edge

from ..basics.events import Fled, Moved
from ..basics.state import INCH, Figure, State, Unit
from ..basics.tabletop import board, is_deep, is_shallow, put, tabletop
from ..units.allowance import allowance, may_run
from ..units.arms import crew_at, flight_delays
from ..units.fear import note_way
from ..units.leaders import is_leader
from ..units.morale import observers, owe_after_part, owe_seeing
from ..units.removal import remove
from ..units.shallows import may_run_aground, note_aground, up_to_shallows
from .legs import STAND_UP

DETOUR = 4  # ways round are looked for up to so many times the allowance
NEARER = INCH // 2  # where the end of the straight way is taken, places so much nearer are tried


async def flee(battle: Battle[State]) -> None:
    """The flight move; onlookers test after it and before the rally roll (oversoul.morale.fail, oversoul.morale.flee-route)."""
    state, doing, unit = battle.state, battle.state.acting(), battle.state.active_unit()
    flight_delays(state, unit)
    saw_it = observers(battle, unit)
    lost = _run_for_it(battle, unit)
    if lost:
        _lose(battle, unit)
    battle.record(Fled(unit=unit.id, lost=lost))
    owe_after_part(battle)
    _owe(battle, unit, saw_it)
    doing.stage = "end" if lost else "rally"


def _run_for_it(battle: Battle[State], unit: Unit) -> bool:
    """Everybody runs, the foremost first; True as soon as one crosses the own table side (oversoul.morale.flee-off-table)."""
    state = battle.state
    runners = _runners(state, unit)
    whole = min((run_allowance(state, figure) for figure in runners), default=0)
    far = _distance(battle, unit, runners, whole)
    for figure in sorted(runners, key=lambda f: (to_home(state, unit.side, f.at), f.id)):
        if _run(battle, unit, figure, far, whole):
            return True
    return False


def _runners(state: State, unit: Unit) -> list[Figure]:
    """Everybody who can: a gun only with a crewman in contact (oversoul.morale.flee-route)."""
    return [f for f in state.with_leader(unit) if not f.profile.is_gun or crew_at(state, f)]


def to_home(state: State, side: str, at: Point) -> int:
    """Distance of a point to the own table side."""
    return to_edge((state.width, state.depth), state.sides[side].edge, at)


def run_allowance(state: State, figure: Figure) -> int:
    """A run, or a normal Move for those who cannot; who is prone stands up first (oversoul.morale.fail)."""
    stuck = figure.id in state.acting().stuck
    return 0 if stuck else max(0, allowance(state, figure, may_run(state, figure)) - (STAND_UP if figure.prone else 0))


def shelter(battle: Battle[State], unit: Unit) -> Unit | None:
    """The nearest friendly unit that is not frightened and not a lone leader (oversoul.morale.flee-route)."""
    state, table = battle.state, board(battle)
    own = [figure.id for figure in state.with_leader(unit) if figure.id in table]
    best: tuple[int, Unit] | None = None
    for friend in state.units.values():
        if (
            friend is unit
            or friend.frightened
            or friend.under
            or state.enemies(friend.side, unit.side)
            or is_leader(state, friend)
        ):
            continue
        theirs = [figure.id for figure in state.with_leader(friend) if figure.id in table]
        if own and theirs:
            away = unit_gap(table, own, theirs)
            if best is None or away < best[0]:
                best = (away, friend)
    return best[1] if best else None


def _distance(battle: Battle[State], unit: Unit, runners: list[Figure], whole: int) -> int:
    """As far as it takes to be behind the nearest friend; the whole allowance if it is behind already or there is none."""
    state, friend = battle.state, shelter(battle, unit)
    if friend is None or not runners:
        return whole
    last = max(to_home(state, unit.side, figure.at) for figure in runners)
    line = min(to_home(state, unit.side, figure.at) for figure in state.with_leader(friend))
    if last < line:
        return whole  # oversoul.morale.flee-when-already-behind
    return min(whole, last - line + 1)


# ---- one model's flight


def _run(battle: Battle[State], unit: Unit, figure: Figure, far: int, whole: int) -> bool:
    """Straight back, or round what is in the way as far as the allowance covers; True if it leaves the table."""
    state, home = battle.state, TOWARDS[battle.state.sides[unit.side].edge]
    if figure.prone and allowance(state, figure, may_run(state, figure)) >= STAND_UP:
        figure.prone = False
    _face_home(battle, figure, home)
    room = max(0, to_home(state, unit.side, figure.at) - _ahead(figure, home))
    way = _way(battle, unit, figure, min(far, room), whole)
    if far > room and _reaches(battle, unit, figure, way, room, whole):
        return True
    if way and to_home(state, unit.side, way[-1]) < to_home(state, unit.side, figure.at):
        note_way(battle, figure, way)
        battle.record(Moved(figure=figure.id, path=tuple(way), face=home, how="flee"))
        put(battle, figure, way[-1])
        note_aground(battle, figure, way[-1])
        _face_home(battle, figure, home)
    return False


def _face_home(battle: Battle[State], figure: Figure, home: int) -> None:
    """Fleeing models end facing the own table side; a rectangular base only where it has room to turn."""
    turned = moved(figure.base(), figure.at, home)
    if not figure.length or board(battle).stands(turned, [figure.id], cost=tabletop(battle).cost_for(figure)) is None:
        put(battle, figure, figure.at, home)


def _ahead(figure: Figure, home: int) -> int:
    """How far its base reaches towards home."""
    across = (figure.face - home) % 18000 == 9000
    return figure.radius or (figure.width if across else figure.length) // 2


def _way(battle: Battle[State], unit: Unit, figure: Figure, far: int, whole: int) -> list[Point]:
    """Where it runs: straight back, or by the shortest passable way round as far as the allowance covers."""
    home = TOWARDS[battle.state.sides[unit.side].edge]
    goal = step_to(figure.at, home, far)
    if not far:
        return []
    if figure.submerged:
        return _in_element(battle, figure, [goal])
    table, passage = board(battle), _passage(battle, unit, figure)
    straight = walk(table, figure.id, [goal], passage)
    if straight.free:
        way = [goal] if straight.cost <= whole else as_far_as(table, figure.id, [goal], whole, passage)
        return _in_element(battle, figure, way)
    ways = [as_far_as(table, figure.id, [goal], whole, passage), _way_round(battle, unit, figure, far, whole)]
    return min((_in_element(battle, figure, way) for way in ways), key=lambda way: _left(battle, unit, figure, way))


def _left(battle: Battle[State], unit: Unit, figure: Figure, way: list[Point]) -> tuple[int, int]:
    """What a way leaves to go, then its length: the best is the one that comes nearest home."""
    end = way[-1] if way else figure.at
    return to_home(battle.state, unit.side, end), length_of(figure.at, way)


def _way_round(battle: Battle[State], unit: Unit, figure: Figure, far: int, whole: int) -> list[Point]:
    """The shortest way round to the end of the straight way, or to a place before it that is free."""
    table, passage, home = board(battle), _passage(battle, unit, figure), TOWARDS[battle.state.sides[unit.side].edge]
    for away in range(far, 0, -NEARER):
        goal = step_to(figure.at, home, away)
        if table.stands(moved(figure.base(), goal), [figure.id], cost=passage.cost) is None:
            way = route(table, figure.id, goal, DETOUR * whole, passage)
            if way:
                covered = walk(table, figure.id, way, passage).cost <= whole
                return way if covered else as_far_as(table, figure.id, way, whole, passage)
    return []


def _reaches(battle: Battle[State], unit: Unit, figure: Figure, way: list[Point], room: int, whole: int) -> bool:
    """Does its base come to the own table side with something of its allowance left?"""
    state = battle.state
    end = way[-1] if way else figure.at
    if to_home(state, unit.side, end) > to_home(state, unit.side, figure.at) - room:
        return False
    if figure.submerged or not way:
        return length_of(figure.at, way) < whole
    return walk(board(battle), figure.id, way, _passage(battle, unit, figure)).cost < whole


def _in_element(battle: Battle[State], figure: Figure, way: list[Point]) -> list[Point]:
    """As much of a way as stays in the water, for models that must; ships stop in the shallows (oversoul.attr.waterborne*)."""
    if not way or figure.airborne or not (figure.submerged or figure.profile.waterborne):
        return way
    pieces = battle.state.pieces
    water = [piece for piece in pieces if is_deep(piece) or (is_shallow(piece) and not figure.submerged)]
    if may_run_aground(figure):
        way = up_to_shallows(battle.state, [figure.at, *way])[1:]
    far = length_of(figure.at, way)
    while far > 0 and not stays_in(figure.at, cut_at(figure.at, way, far), water):
        far -= min(far, NEARER // 5)
    return cut_at(figure.at, way, far) if far else []


def _passage(battle: Battle[State], unit: Unit, figure: Figure) -> Passage:
    place = tabletop(battle)
    own = frozenset(place.unit_no[name] for name in (unit.id, unit.leader) if name)
    return Passage(own, cost=place.cost_for(figure), over=figure.airborne)


# ---- what comes of it


def _lose(battle: Battle[State], unit: Unit) -> None:
    """The whole unit is lost, with its gun and an attached leader; no casualty test (oversoul.morale.flee-off-table)."""
    state, by = battle.state, unit.fear_by
    for figure in state.everybody(unit):
        remove(battle, figure, by, "fled")
    state.turn.losses = [name for name in state.turn.losses if name != unit.id]


def _owe(battle: Battle[State], unit: Unit, saw_it: list[Unit]) -> None:
    """Friends who saw it at the start or at the end of the flight (oversoul.morale.trigger-seeing)."""
    state = battle.state
    at_end = observers(battle, unit) if state.members(unit) else []
    owe_seeing(battle, unit, unit.fear_by, saw_it + [one for one in at_end if one not in saw_it])
