"""Questions that books ask alike: which of several units, how one of them is going to act; before the first turn which edge,
and which unit is placed next."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

from littlewars.engine import Battle, Choose, Event, Option
from littlewars.engine.asks import Means
from littlewars.engine.names import ref
from littlewars.table.zones import EDGES, NAMES, long_edges, opposite


class Offer(NamedTuple):
    """Something that a unit, or a side, may do: its id, its label, what it means, and more about it."""

    id: str
    label: str
    means: Means
    about: str = ""


async def ask_unit(state: Any, rule: str, prompt: str, units: Sequence[Any], *instead: Offer) -> str:
    """Which of these units of one side, each shown by its figures in the battle, or what `instead`."""
    others = {offer.id: offer for offer in instead}

    def everybody() -> tuple[str, ...]:
        return tuple(figure.id for unit in units for figure in state.members(unit))

    def explain(choice: str) -> Option:
        if (offer := others.get(choice)) is not None:
            return Option(offer.id, offer.label, of=everybody(), about=offer.about, means=offer.means)
        return Option(choice, ref(choice), of=tuple(one.id for one in state.members(state.units[choice])), means="go")

    ask = Choose(units[0].side, rule, prompt, [*(unit.id for unit in units), *others], explain=explain)
    return await ask.about_those(everybody, topic="who")


async def ask_plan(state: Any, unit: Any, rule: str, prompt: str, *offers: Offer) -> str:
    """How a unit is going to act."""
    of = tuple(figure.id for figure in state.members(unit))
    options = [Option(offer.id, offer.label, of=of, about=offer.about, means=offer.means) for offer in offers]
    return await Choose(unit.side, rule, f"{ref(unit.id)}: {prompt}", options).about(*of, unit=unit.id, topic="plan")


# ---- before the first turn


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


async def place_next(
    battle: Battle[Any], rule: str, place: Callable[[Any], Awaitable[None]], deployed: Callable[..., Event]
) -> None:
    """One unit, then the other side; when one has placed everything the other places the rest, and then the first turn
    begins."""
    state, turn = battle.state, battle.state.turn
    mine = [name for name in turn.waiting if state.units[name].side == turn.at]
    if not mine:
        turn.at = state.other(turn.at)
        mine = [name for name in turn.waiting if state.units[name].side == turn.at]
    units = [state.units[name] for name in mine]
    unit = units[0] if len(units) == 1 else state.units[await ask_unit(state, rule, "Which unit is placed?", units)]
    await place(unit)
    turn.waiting.remove(unit.id)
    turn.at = state.other(turn.at)
    battle.record(deployed(unit=unit.id))
    if not turn.waiting:
        turn.phase = "begin"


async def starts_aboard(unit: Any, vehicles: Sequence[Any], rule: str, table: str) -> str:
    """The vehicle in which a unit starts, if its owner likes; "" for none. `table`: what it is called to start without one."""
    if not vehicles:
        return ""
    options = [Option("table", table, of=tuple(unit.figures), means="go")]
    options += [Option(vehicle.id, f"Aboard {ref(vehicle.id)}", of=(vehicle.id,), means="hold") for vehicle in vehicles]
    ask = Choose(unit.side, rule, f"{ref(unit.id)}: where does it start?", options)
    chosen = await ask.about(*unit.figures, unit=unit.id, topic="place")
    return "" if chosen == "table" else chosen
