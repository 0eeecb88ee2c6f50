"""Before the first round: edges, and units put down or kept in reserve, in turns (at43.setup.table)."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Option
from littlewars.engine.names import ref
from littlewars.table.shapes.bases import Poly
from littlewars.table.zones import EDGES, NAMES, opposite, strip

from ..basics.events import Deployed, EdgeTaken, Reserved
from ..basics.numbers import CM, SIX
from ..basics.state import State, Unit
from ..move.entry import Arrival

RULE = "at43.setup.table"
RESERVE = "reserve "  # and the unit: the id of an option


async def take_edges(battle: Battle[State]) -> None:
    """The higher roll picks his edge, the other gets the opposite one and places the first unit."""
    state, turn = battle.state, battle.state.turn
    higher, lower = battle.dice.rank(list(state.sides), SIX, "edges")
    if not all(side.edge for side in state.sides.values()):
        options = [Option(name, f"the {name} edge", means="act") for name in EDGES]
        mine = EDGES[await Choose(higher, RULE, "Choose your edge", options).about(topic="place")]
        state.sides[higher].edge, state.sides[lower].edge = mine, opposite(mine)
    for side in state.sides.values():
        battle.record(EdgeTaken(side=side.name, edge=NAMES[side.edge]))
    turn.phase, turn.at = "deploy", lower


def zone_of(state: State, side: str) -> Poly:
    """Where a side deploys."""
    return strip((state.width, state.depth), state.sides[side].edge, state.settings.depth * CM)


def to_place(state: State, side: str) -> list[Unit]:
    """Units that are neither placed nor reserved."""
    return [unit for unit in state.reserves(side) if not unit.reserve]


async def deploy_next(battle: Battle[State]) -> None:
    """One unit, put down or reserved, then the other side; who has finished is skipped."""
    state, turn = battle.state, battle.state.turn
    if not to_place(state, turn.at):
        turn.at = state.other(turn.at)
    mine = to_place(state, turn.at)
    if mine:
        await _deploy(battle, mine)
        turn.at = state.other(turn.at)
    if not any(to_place(state, side) for side in state.sides):
        turn.phase = "round"


async def _deploy(battle: Battle[State], mine: list[Unit]) -> None:
    state, side = battle.state, battle.state.turn.at
    may_wait = len(mine) > 1 or bool(state.fielded(side))  # at least one must be placed
    places = [Option(unit.id, f"Place {ref(unit.id)}", of=tuple(unit.figures), means="go") for unit in mine]
    waits = [
        Option(RESERVE + unit.id, f"Keep {ref(unit.id)} in reserve", of=tuple(unit.figures), means="hold") for unit in mine
    ]
    everybody = [name for option in places for name in option.of]
    ask = Choose(side, RULE, "Which unit is placed or kept in reserve?", [*places, *(waits if may_wait else ())])
    chosen = await ask.about(*everybody, topic="who") if may_wait else mine[0].id
    unit = state.units[chosen.removeprefix(RESERVE)]
    entry = Arrival(battle, unit, dict.fromkeys(unit.figures, state.settings.depth * CM), RULE)
    if chosen.startswith(RESERVE) or not entry.has_room():
        unit.reserve = True
        battle.record(Reserved(unit=unit.id))
        return
    entry.put(await entry.ask(f"Deploy {ref(unit.id)}"))
    battle.record(Deployed(unit=unit.id))
