"""Models that were separated by force: they come back, or are lost (xenocide.move.coherency-restore)."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Leg, Legs, Option, Step
from littlewars.engine.names import refs
from littlewars.table.board.groups import all_pairs, groups
from littlewars.table.facing import facing_to
from littlewars.table.moving.route import as_far_as
from littlewars.table.moving.spots import slide
from littlewars.table.shapes.bases import moved

from ..basics.numbers import APART
from ..basics.state import State, Unit
from ..basics.tabletop import board, hangs_together
from ..harm.hulls import remove
from .ways import passage_of

RULE = "xenocide.move.coherency-restore"


def largest(battle: Battle[State], unit: Unit) -> list[tuple[str, ...]]:
    """The largest groups of which all are within 8 inches of each other, by name."""
    names = [figure.id for figure in battle.state.standing(unit)]
    found = groups(board(battle).matrix(names), all_pairs(APART)) if names else []
    return [tuple(names[n] for n in group) for group in found if len(group) == len(found[0])]


def is_apart(state: State, unit: Unit) -> bool:
    """Is anybody out of reach of a comrade? Models in one vehicle count as together (xenocide.move.coherency)."""
    return not hangs_together([figure.base() for figure in state.standing(unit)])


def regroup(battle: Battle[State], unit: Unit, most: dict[str, int]) -> Legs:
    """The outsiders straight towards the largest group, as far as they need to; nothing if that does not bring all together."""
    state, trial = battle.state, board(battle).copy()
    group = largest(battle, unit)[0]
    legs: list[Leg] = []
    for figure in state.standing(unit):
        if figure.id in group or figure.id not in most:
            continue
        goal = trial.base(min(group, key=lambda name: (-trial.gap(figure.id, name), name))).at
        got = slide(trial, figure.id, facing_to(figure.at, goal), most[figure.id], passage_of(battle, figure))
        way = as_far_as(trial, figure.id, [got.to], most[figure.id], passage_of(battle, figure)) if got.length else []
        if way:
            legs.append(Leg(figure.id, (Step("go", way[-1]),)))
            trial.move(figure.id, moved(trial.base(figure.id), way[-1]))
    together = hangs_together([trial.base(figure.id) for figure in state.standing(unit)])
    return tuple(legs) if together else ()


async def lose_the_others(battle: Battle[State], unit: Unit) -> None:
    """When the unit has finished its move: the largest group stays, of equal ones the owner's choice; the others are lost."""
    state = battle.state
    if not is_apart(state, unit):
        return
    found = largest(battle, unit)
    stays = found[0]
    if len(found) > 1:
        options = [Option(str(n), refs(names), of=names, means="keep") for n, names in enumerate(found)]
        ask = Choose(unit.side, RULE, "Which group stays?", options)
        stays = found[int(await ask.about(*(name for group in found for name in group), unit=unit.id, topic="loss"))]
    for figure in state.standing(unit):
        if figure.id not in stays:
            remove(battle, figure, "lost")
