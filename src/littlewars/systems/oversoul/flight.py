"""Flight: a frightened unit runs for its own table side; nobody decides (oversoul.morale.flee-*)."""

from __future__ import annotations

from ...engine import Battle
from ...table.bases import moved
from ...table.facing import step_to
from ...table.route import as_far_as, route
from ...table.walk import Passage, walk
from .allowance import allowance, may_run
from .arms import crew_at, flight_delays
from .events import Fled, Moved
from .fear import note_way
from .ground import board, desk, put, show
from .leaders import is_leader
from .legs import STAND_UP
from .morale import observers, owe_seeing
from .removal import remove
from .state import Figure, State, Unit

HOME = {1: 0, 2: 9000, 3: 18000, 4: 27000}  # the way to the own table side


async def flee(battle: Battle[State]) -> None:
    """The flight move; onlookers test after it and before the rally roll (oversoul.morale.fail, .flee-route)."""
    state, doing = battle.state, battle.state.acting()
    unit = state.units[doing.unit]
    doing.stage = "rally"
    flight_delays(state, unit)
    saw_it = observers(battle, unit)
    runners = _runners(state, unit)
    far = _distance(battle, unit, runners)
    lost = _leaves_table(battle, unit, runners, far)
    if lost:
        _lose(battle, unit)
    else:
        for figure in sorted(runners, key=lambda f: (to_home(state, unit.side, f.at), f.id)):
            _run(battle, unit, figure, far)
    battle.record(Fled(unit=unit.id, lost=lost))
    _owe(battle, unit, saw_it)
    if lost:
        doing.stage = "end"


def _runners(state: State, unit: Unit) -> list[Figure]:
    """Everybody who can: a gun only with a crewman in contact (oversoul.morale.flee-route)."""
    return [f for f in state.with_leader(unit) if not f.profile.is_gun or crew_at(state, f)]


def to_home(state: State, side: str, at: tuple[int, int]) -> int:
    """Distance of a point to the own table side."""
    return {1: state.depth - at[1], 2: state.width - at[0], 3: at[1], 4: at[0]}[state.sides[side].edge]


def run_allowance(state: State, figure: Figure) -> int:
    """A run, or a normal Move for those who cannot; who is prone stands up first (oversoul.morale.fail)."""
    return max(0, allowance(state, figure, may_run(state, figure)) - (STAND_UP if figure.prone else 0))


def shelter(battle: Battle[State], unit: Unit) -> Unit | None:
    """The nearest friendly unit that is not frightened and not a lone leader (oversoul.morale.flee-route)."""
    state, table = battle.state, board(battle)
    own = [figure.id for figure in state.standing(unit) if figure.id in table]
    best: tuple[int, Unit] | None = None
    for friend in state.units.values():
        if friend is unit or friend.frightened or friend.under or state.enemies(friend.side, unit.side) or is_leader(state, friend):
            continue
        theirs = [figure.id for figure in state.standing(friend) if figure.id in table]
        if own and theirs:
            away = int(table.matrix(own, theirs).min())
            if best is None or away < best[0]:
                best = (away, friend)
    return best[1] if best else None


def _distance(battle: Battle[State], unit: Unit, runners: list[Figure]) -> int:
    """As far as it takes to be behind the nearest friend; the whole allowance if it is behind already or there is none."""
    state = battle.state
    if not runners:
        return 0
    whole = min(run_allowance(state, figure) for figure in runners)
    friend = shelter(battle, unit)
    if friend is None:
        return whole
    last = max(to_home(state, unit.side, figure.at) for figure in runners)
    line = min(to_home(state, unit.side, figure.at) for figure in state.standing(friend))
    if last < line:
        return whole  # oversoul.morale.flee-when-already-behind
    return min(whole, last - line + 1)


def _leaves_table(battle: Battle[State], unit: Unit, runners: list[Figure], far: int) -> bool:
    """Does any base cross the own table side on its straight way? (oversoul.morale.flee-off-table)"""
    state = battle.state
    for figure in runners:
        room = min(to_home(state, unit.side, p) for p in _outline(figure))
        if far > room >= 0:
            way = step_to(figure.at, HOME[state.sides[unit.side].edge], room + 1)
            walked = walk(board(battle), figure.id, [way], _passage(battle, unit, figure, edge=False))
            if walked.clash is None and walked.cost <= run_allowance(state, figure):
                return True
    return False


def _outline(figure: Figure) -> list[tuple[int, int]]:
    base = figure
    reach = base.radius or max(base.length, base.width) // 2
    return [step_to(figure.at, face, reach) for face in HOME.values()]


def _passage(battle: Battle[State], unit: Unit, figure: Figure, edge: bool = True) -> Passage:
    place = desk(battle)
    own = {place.unit_no[name] for name in (unit.id, unit.leader) if name}
    cost = place.aloft if figure.airborne else place.ground_for(figure)
    return Passage(frozenset(own), cost=cost, over=figure.airborne, edge=edge)


def _run(battle: Battle[State], unit: Unit, figure: Figure, far: int) -> None:
    """Straight back, or round what is in the way as far as the allowance covers (oversoul.morale.flee-route)."""
    state, table = battle.state, board(battle)
    home = HOME[state.sides[unit.side].edge]
    passage, budget = _passage(battle, unit, figure), run_allowance(state, figure)
    goal = step_to(figure.at, home, far)
    way: list[tuple[int, int]] = []
    if far:
        straight = walk(table, figure.id, [goal], passage)
        if straight.free:
            way = [goal] if straight.cost <= budget else as_far_as(table, figure.id, [goal], budget, passage)
        else:
            way = route(table, figure.id, goal, budget, passage) or as_far_as(table, figure.id, [goal], budget, passage)
    if way and to_home(state, unit.side, way[-1]) >= to_home(state, unit.side, figure.at):
        way = []
    if way:
        note_way(battle, figure, way)
        battle.record(Moved(figure=figure.id, path=tuple(way), face=home, how="flee"))
    figure.prone = False
    put(battle, figure, way[-1] if way else figure.at, home if not figure.length or _turns(battle, figure, home) else None)
    show(battle, figure)


def _turns(battle: Battle[State], figure: Figure, home: int) -> bool:
    """May a rectangular base look that way where it is?"""
    return board(battle).stands(moved(figure.base(), figure.at, home), [figure.id]) is None


def _lose(battle: Battle[State], unit: Unit) -> None:
    """The whole unit is lost, with its gun and an attached leader; no casualty test (oversoul.morale.flee-off-table)."""
    state, by = battle.state, unit.fear_by
    members = state.members(unit) + (state.members(state.units[unit.leader]) if unit.leader else [])
    for figure in members:
        remove(battle, figure, by, "fled")
    state.turn.losses = [name for name in state.turn.losses if name != unit.id]


def _owe(battle: Battle[State], unit: Unit, saw_it: list[Unit]) -> None:
    """Friends who saw it at the start or at the end of the flight (oversoul.morale.trigger-seeing)."""
    state = battle.state
    at_end = observers(battle, unit) if state.members(unit) else []
    owe_seeing(battle, unit, unit.fear_by, saw_it + [one for one in at_end if one not in saw_it])
