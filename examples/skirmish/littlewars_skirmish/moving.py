"""Movement: every man up to his move, straight, round nothing and through nobody; the squad stays together."""

from __future__ import annotations

from math import cos, hypot, sin, tau
from random import Random

from littlewars.engine import Battle, Leg, Move, Pose, Refusal, Step, Verb
from littlewars.engine.moves import Legs
from littlewars.engine.names import ref
from littlewars.table.moving.walk import Passage, walk
from littlewars.table.shapes.bases import Disc, overlaps

from .events import Moved
from .state import RADIUS, State, Unit
from .tabletop import board, sync_board, tabletop

RULE = "skirmish.movement"
LINK = 3000  # skirmish.together: nobody is farther than this from his nearest comrade


async def move(battle: Battle[State]) -> None:
    """The squad moves, or stays where it is (skirmish.movement)."""
    state, doing = battle.state, battle.state.acting()
    unit = state.units[doing.unit]
    members = state.members(unit)
    ask = Move(
        unit.side,
        RULE,
        f"Move {ref(unit.id)}",
        {figure.id: Pose(figure.at) for figure in members},
        {figure.id: figure.troop.move for figure in members},
        lambda legs: refuse(battle, unit, legs),
        verbs={"go": Verb(most=1)},
        propose=lambda rng: propose(state, unit, rng),
    )
    for leg in await ask.about(*(figure.id for figure in members), unit=unit.id):
        figure, to = state.figures[leg.who], leg.steps[0].to if leg.steps else None
        if to is not None:
            battle.record(Moved(figure=figure.id, path=(figure.at, to), face=0))
            figure.x, figure.y = to
            sync_board(battle, figure)
    doing.moved = True


def refuse(battle: Battle[State], unit: Unit, legs: Legs) -> Refusal | None:
    """Nobody too far, through anything, onto anybody, or away from the others."""
    state, ends = battle.state, dict[str, tuple[int, int]]()
    comrades = frozenset([tabletop(battle).unit_no[unit.id]])
    for leg in legs:
        figure, to = state.figures[leg.who], leg.steps[0].to if leg.steps else None
        if to is None:
            continue
        if hypot(to[0] - figure.x, to[1] - figure.y) > figure.troop.move:
            return Refusal(RULE, f"{ref(figure.id)} moves {figure.troop.move / 1000:g} inches")
        if walk(board(battle), figure.id, [to], Passage(comrades)).clash:
            return Refusal("skirmish.terrain", f"{ref(figure.id)} is stopped on the way")
        ends[figure.id] = to
    return _refuse_ends(battle, unit, ends)


def _refuse_ends(battle: Battle[State], unit: Unit, ends: dict[str, tuple[int, int]]) -> Refusal | None:
    members = battle.state.members(unit)
    bases = {figure.id: Disc(*ends.get(figure.id, figure.at), RADIUS) for figure in members}
    for name, base in bases.items():
        others = [other for key, other in bases.items() if key != name]
        if board(battle).stands(base, bases) or any(overlaps(base, other) for other in others):
            return Refusal(RULE, f"{ref(name)} has no room there")
        near = min((hypot(base.x - other.x, base.y - other.y) for other in others), default=0)
        if ends and near > LINK + 2 * RADIUS:
            return Refusal("skirmish.together", f"{ref(name)} would be away from his comrades")
    return None


def propose(state: State, unit: Unit, rng: Random) -> Legs:
    members = state.members(unit)
    far, way = rng.random() * min(figure.troop.move for figure in members), rng.random() * tau
    dx, dy = round(far * sin(way)), round(far * cos(way))
    return tuple(Leg(figure.id, (Step("go", (figure.x + dx, figure.y + dy)),)) for figure in members)
