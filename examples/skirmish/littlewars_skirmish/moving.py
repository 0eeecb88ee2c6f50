"""Movement: every man up to his move, straight, round nothing and through nobody; the squad stays together."""

from functools import partial
from math import dist
from random import Random

from littlewars.engine import Battle, Leg, Move, Pose, Refusal, Step, Verb
from littlewars.engine.moves import Legs
from littlewars.engine.names import ref
from littlewars.kit import events
from littlewars.table.facing import step_to
from littlewars.table.moving.walk import Passage, walk
from littlewars.table.shapes.bases import Disc, overlaps

from .state import INCH, RADIUS, Figure, State, Unit
from .tabletop import board, sync_board, tabletop

RULE = "skirmish.movement"
LINK = 3 * INCH + 2 * RADIUS  # nobody is farther than 3 inches from his nearest comrade (skirmish.together)


class Moved(events.Moved):
    rule = RULE


async def move(battle: Battle[State]) -> None:
    """The squad moves, or stays where it is (skirmish.movement)."""
    state, unit = battle.state, battle.state.active_unit()
    members = state.members(unit)
    start = {figure.id: Pose(figure.at) for figure in members}
    far = {figure.id: figure.troop.move * INCH for figure in members}
    check, by_chance = partial(refuse, battle, unit), partial(propose, members)
    ask = Move(unit.side, RULE, f"Move {ref(unit.id)}", start, far, check, verbs={"go": Verb(most=1)}, propose=by_chance)
    for leg in await ask.about(*start, unit=unit.id):
        figure = state.figures[leg.who]
        for to in leg.path:
            battle.record(Moved(figure=figure.id, path=(figure.at, to), face=0))
            figure.x, figure.y = to
            sync_board(battle, figure)
    state.acting().moved = True


def refuse(battle: Battle[State], unit: Unit, legs: Legs) -> Refusal | None:
    """Nobody too far, through anything, onto anybody, or away from the others."""
    bases = {figure.id: figure.base() for figure in battle.state.members(unit)}
    comrades = Passage(frozenset([tabletop(battle).unit_no[unit.id]]))
    for leg in legs:
        figure = battle.state.figures[leg.who]
        for to in leg.path:
            if dist(figure.at, to) > figure.troop.move * INCH:
                return Refusal(RULE, f"{ref(figure.id)} moves {figure.troop.move} inches")
            if walk(board(battle), figure.id, [to], comrades).clash:
                return Refusal("skirmish.terrain", f"{ref(figure.id)} is stopped on the way")
            bases[figure.id] = Disc(*to, RADIUS)
    for name, base in bases.items():
        others = [other for key, other in bases.items() if key != name]
        if board(battle).stands(base, bases) or any(overlaps(base, other) for other in others):
            return Refusal(RULE, f"{ref(name)} has no room there")
        if legs and min((dist(base.at, other.at) for other in others), default=0) > LINK:
            return Refusal("skirmish.together", f"{ref(name)} would be away from his comrades")
    return None


def propose(members: list[Figure], rng: Random) -> Legs:
    far, way = rng.randrange(INCH * min(figure.troop.move for figure in members)), rng.randrange(36000)
    return tuple(Leg(figure.id, (Step("go", step_to(figure.at, way, far)),)) for figure in members)
