"""Before the first turn: sides take their edges, and place their units in turns."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from littlewars.engine import Battle, Choose, Event, Option
from littlewars.engine.names import ref
from littlewars.table.zones import EDGES, NAMES, long_edges, opposite

from .asking import ask_unit


async def choose_edges(battle: Battle[Any], chooser: str, rule: str, taken: Callable[..., Event]) -> None:
    """One side picks its long edge and the other has the opposite one, unless the scenario assigns them."""
    state = battle.state
    if all(side.edge for side in state.sides.values()):
        return
    edges = long_edges((state.width, state.depth))
    options = [Option(NAMES[edge], f"the {NAMES[edge]} edge", means="act") for edge in edges]
    mine = EDGES[await Choose(chooser, rule, "Choose your edge", options).about(topic="place")]
    for name, edge in ((chooser, mine), (state.other(chooser), opposite(mine))):
        state.sides[name].edge = edge
        battle.record(taken(side=name, edge=NAMES[edge]))


async def place_next(battle: Battle[Any], rule: str, place: Callable[[Any], Awaitable[None]]) -> Any:
    """One unit, then the other side; when one has placed everything the other places the rest. The unit."""
    state, turn = battle.state, battle.state.turn
    mine = [name for name in turn.waiting if state.units[name].side == turn.at]
    if not mine:
        turn.at = state.other(turn.at)
        mine = [name for name in turn.waiting if state.units[name].side == turn.at]
    figures = {name: tuple(state.units[name].figures) for name in mine}
    chosen = mine[0] if len(mine) == 1 else await ask_unit(turn.at, rule, "Which unit is placed?", figures)
    unit = state.units[chosen]
    await place(unit)
    turn.waiting.remove(unit.id)
    turn.at = state.other(turn.at)
    return unit


async def starts_aboard(unit: Any, vehicles: Sequence[Any], rule: str, table: str) -> str:
    """The vehicle in which a unit starts, if its owner likes; "" for none. `table`: what it is called to start without one."""
    if not vehicles:
        return ""
    options = [Option("table", table, of=tuple(unit.figures), means="go")]
    options += [Option(vehicle.id, f"Aboard {ref(vehicle.id)}", of=(vehicle.id,), means="hold") for vehicle in vehicles]
    ask = Choose(unit.side, rule, f"{ref(unit.id)}: where does it start?", options)
    chosen = await ask.about(*unit.figures, unit=unit.id, topic="place")
    return "" if chosen == "table" else chosen
