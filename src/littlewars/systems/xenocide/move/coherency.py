"""Models that were separated by force: they come back, or are lost (xenocide.move.coherency-restore)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from littlewars.engine import Battle, Choose, Leg, Legs, Option, Point, Refusal, Step
from littlewars.engine.names import ref, refs
from littlewars.table.board.board import Board
from littlewars.table.board.groups import all_pairs, groups
from littlewars.table.facing import facing_to
from littlewars.table.moving.route import as_far_as
from littlewars.table.moving.spots import all_round, slide
from littlewars.table.moving.walk import Passage, walk
from littlewars.table.shapes.bases import Disc, centre2, gap, moved

from ..basics.numbers import APART, REACH
from ..basics.state import Figure, State, Unit
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


MOVING = "xenocide.size.crew-weapon-moving"
LEAST = 2  # carriers


def refuse_weapons(battle: Battle[State], unit: Unit, legs: Legs) -> Refusal | None:
    """A bearer moves with comrades who were within an inch and end so, whose strengths add up to the size of the weapon; or he
    leaves it, which is the step "drop"."""
    ends = {leg.who: leg.steps[-1].to for leg in legs if leg.steps and leg.steps[-1].to is not None}
    dropped = {leg.who for leg in legs for step in leg.steps if step.verb == "drop"}
    for name, to in ends.items():
        bearer = battle.state.figures[name]
        if not bearer.bears or name in dropped or to is None:
            continue
        size = battle.state.gun(bearer.bears).size
        crew = [bearer, *(figure for figure in carriers(battle, unit, bearer) if _stays(bearer, figure, to, ends))]
        strength = sum(figure.profile.strength for figure in crew)
        if len(crew) < LEAST or strength < size:
            words = f"{ref(name)} needs others beside him with a strength of {size} in all, or leaves the weapon"
            return Refusal(MOVING, words)
    return None


def carriers(battle: Battle[State], unit: Unit, bearer: Figure) -> list[Figure]:
    """Comrades within an inch of the bearer."""
    table = board(battle)
    others = [figure for figure in battle.state.standing(unit) if figure is not bearer and not figure.bears]
    return [figure for figure in others if table.gap(figure.id, bearer.id) <= REACH]


def _stays(bearer: Figure, figure: Figure, to: tuple[int, int], ends: Mapping[str, tuple[int, int] | None]) -> bool:
    at = ends.get(figure.id) or figure.at
    return gap(moved(figure.base(), at), moved(bearer.base(), to)) <= REACH


def take_over(battle: Battle[State], moved_ones: Iterable[Figure]) -> None:
    """Who ends a move within an inch of a weapon of his side that lies there takes it over (xenocide.size.crew)."""
    state = battle.state
    for figure in moved_ones:
        if figure.gone or figure.bears or figure.profile.vehicle:
            continue
        side = state.side_of(figure)
        near = [one for one in state.lying if one.side == side and gap(figure.base(), Disc(one.x, one.y, 0)) <= REACH]
        if near:
            figure.bears = near[0].weapon
            state.lying.remove(near[0])


MOST_PLACES = 6  # that each of them tries


def charge(battle: Battle[State], movers: list[Figure], most: Mapping[str, int], enemy: Unit) -> Legs:
    """Everybody who gets there straight goes into contact with a model of this unit, the nearest first; the others go towards
    it as far as they get."""
    state, trial = battle.state, board(battle).copy()
    foes = state.standing(enemy)
    if not foes or not movers:
        return ()
    passage, legs = passage_of(battle, movers[0]), list[Leg]()
    for figure in sorted(movers, key=lambda one: (min(trial.gap(one.id, foe.id) for foe in foes), one.id)):
        far = most[figure.id]
        end = _into_contact(trial, figure, far, foes, passage) or _towards(trial, figure, far, foes, passage)
        if end is not None and end != figure.at:
            legs.append(Leg(figure.id, (Step("go", end),)))
            trial.move(figure.id, moved(trial.base(figure.id), end))
    return tuple(legs)


def _into_contact(trial: Board, figure: Figure, most: int, foes: list[Figure], passage: Passage) -> Point | None:
    places = [at for foe in foes if trial.gap(figure.id, foe.id) <= most for at in all_round(figure.base(), foe.base())]
    for at in sorted(places, key=lambda at: (centre2(figure.at, at), at))[:MOST_PLACES]:
        found = walk(trial, figure.id, [at], passage)
        if found.free and found.cost <= most:
            return at
    return None


def _towards(trial: Board, figure: Figure, most: int, foes: list[Figure], passage: Passage) -> Point | None:
    nearest = min(foes, key=lambda foe: (trial.gap(figure.id, foe.id), foe.id))
    if nearest.at == figure.at:
        return None
    got = slide(trial, figure.id, facing_to(figure.at, nearest.at), most, passage)
    way = as_far_as(trial, figure.id, [got.to], most, passage) if got.length else []
    return way[-1] if way else None
