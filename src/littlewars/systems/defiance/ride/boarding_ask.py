"""Boarding on Sprint orders: which vehicle, and ways to its entries (defiance.passenger.orders)."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Leg, Legs, Option, Refusal, Step
from littlewars.engine.names import ref
from littlewars.engine.showing import Drag
from littlewars.table.facing import Point
from littlewars.table.moving.route import route
from littlewars.table.shapes.bases import gap, gap_point, moved

from ..basics.state import Figure, State, Team, Unit
from ..basics.tabletop import board, tabletop
from ..move.boarding import at_entry, boardable, entry_places, may_be_boarded, refuse_company, room_left
from ..move.path import ParsedMove, read
from ..travel.move_ask import WALKING, Steps, Terms, allowance, passage, refuse_trip

RULE, PARTIAL = "defiance.passenger.boarding", "defiance.passenger.boarding-partial"
NONE = "none"
VERBS = (*WALKING, "board")


async def choose_vehicle(battle: Battle[State], unit: Unit, team: Team) -> None:
    """A unit on Sprint orders may board a vehicle: then all of it must try (defiance.passenger.boarding-partial)."""
    state = battle.state
    if unit.boards or not tabletop(battle).chapters.vehicles:
        return
    found = [vehicle for vehicle in boardable(state, unit) if _in_reach(state, team, vehicle)]
    if not found:
        return
    about = "All of you must try to get in; the vehicle stands still."
    options = [Option(NONE, "Board nothing", of=tuple(team.figures), means="pass")]
    options += [Option(v.id, f"Board {ref(v.id)}", of=(v.id,), at=v.at, about=about, means="go") for v in found]
    ask = Choose(unit.side, RULE, f"{ref(unit.id)} sprints: into a vehicle?", options)
    chosen = await ask.about(*team.figures, unit=unit.id, topic="plan")
    unit.boards = "" if chosen == NONE else chosen


def _in_reach(state: State, team: Team, vehicle: Figure) -> bool:
    """A quick look: could anybody of them come near it in this sprint?"""
    figures = [state.figures[name] for name in team.figures]
    return any(gap(f.base(), vehicle.base()) <= allowance(f, "sprint", "") for f in figures if f.able)


def still_boards(state: State, unit: Unit) -> bool:
    """May the figure go on boarding? Not if the vehicle is destroyed or has moved."""
    vehicle = state.figures.get(unit.boards)
    if vehicle is None or not may_be_boarded(state, vehicle) or refuse_company(state, unit, vehicle):
        unit.boards = ""
    return bool(unit.boards)


def way_aboard(battle: Battle[State], figure: Figure, vehicle: Figure, budget: int) -> Steps:
    """The first way found to an entry and in; nothing if there is none (defiance.passenger.boarding)."""
    if room_left(battle.state, vehicle) < figure.frame.size:
        return ()
    rise = ((), (Step("stand"),)) if figure.prone else ((),)
    here = [figure.at] if at_entry(vehicle, figure.base()) else []
    for at in (*here, *entry_places(figure, vehicle)):
        straight: list[tuple[Step, ...]] = [(Step("go", at),)] if at != figure.at else [()]
        way = route(board(battle), figure.id, at, budget, passage(battle, figure, aloft=False))
        for go in straight + ([tuple(Step("go", point) for point in way)] if way else []):
            for first in rise:
                steps = (*first, *go, Step("board", what=vehicle.id))
                parsed = read(battle, figure, Leg(figure.id, steps), budget, VERBS)
                if not isinstance(parsed, Refusal) and refuse_trip(battle, figure, parsed, contact=False) is None:
                    return steps
    return ()


def boarding_terms(battle: Battle[State], figure: Figure, vehicle: Figure) -> Terms:
    """It gets in if it can; else it ends as near to the vehicle as it may (defiance.passenger.boarding-partial,
    defiance.passenger.boarding-full)."""
    start = figure.base()
    before = gap(start, vehicle.base())
    known: dict[tuple[Point, int], Steps] = {}  # from where, and with how much left

    def way(budget: int) -> Steps:
        key = (figure.at, budget)
        if key not in known:
            known[key] = way_aboard(battle, figure, vehicle, budget)
        return known[key]

    def check(parsed: ParsedMove) -> Refusal | None:
        if parsed.boards == vehicle.id:
            return None
        if way(parsed.best):
            return Refusal(PARTIAL, f"{ref(figure.id)} must board {ref(vehicle.id)}")
        if parsed.moved and before > 0 and gap(moved(start, parsed.at), vehicle.base()) > before:
            return Refusal("defiance.passenger.boarding-full", f"{ref(figure.id)} must end closer to {ref(vehicle.id)}")
        return None

    def onto(drag: Drag, budget: int) -> Legs:
        near = gap_point(vehicle.base(), drag.to) <= figure.reach
        return (Leg(figure.id, way(budget)),) if near and way(budget) else ()

    return Terms(VERBS, check, must=True, goal=vehicle.at, contact_way=way, onto=onto)
