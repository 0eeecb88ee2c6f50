"""Ideas for moves: what a unit does when nobody decides, and moves made up by chance. Pure, and always tried by the check."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from littlewars.engine import Battle, Leg, Legs, Step
from littlewars.table.facing import step_to
from littlewars.table.moving.walk import walk_many
from littlewars.table.shapes.bases import moved

from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, tabletop
from ..units.allowance import allowance, may_run
from ..units.arms import crew_at
from ..units.recovery import is_immobile
from ..units.spells_on import flies
from .legs import LEAST_FLIGHT, TURN, going, may_land

RUNS = 0.3  # how often a made-up move is run
DUCKS = 0.05
LEAPS = 0.3


def must_fly(battle: Battle[State], unit: Unit) -> list[Figure]:
    """Airborne models that may not hang in the air, and can fly or land (oversoul.attr.flying-must-move,
    oversoul.attr.hover)."""
    state = battle.state
    airborne = [figure for figure in state.with_leader(unit) if figure.airborne and not figure.profile.hover]
    return [figure for figure in airborne if may_land(battle, figure) or flight_step(battle, figure) is not None]


def flight_step(battle: Battle[State], figure: Figure) -> tuple[Step, ...] | None:
    """An inch or so through the air, to somewhere free; None when there is nowhere."""
    place, reach = tabletop(battle), allowance(battle.state, figure, False)
    if reach < LEAST_FLIGHT:
        return None
    turns = (0, TURN, -TURN) if figure.profile.turns else range(0, 36000, 2250)
    for far in (LEAST_FLIGHT, min(3 * LEAST_FLIGHT, reach), reach):
        for turn in turns:
            face = (figure.face + turn) % 36000
            to = step_to(figure.at, face, far)
            if place.board.stands(moved(figure.base(), to, face), [figure.id], cost=place.aloft) is None:
                return (Step("turn", face=face), Step("go", to))
    return None


def usual_legs(battle: Battle[State], unit: Unit) -> list[Legs]:
    """Stay; only flyers that must move come down or fly an inch."""
    legs = [_down_or_on(battle, figure) for figure in must_fly(battle, unit)]
    return [tuple(leg for leg in legs if leg.steps)]


def _down_or_on(battle: Battle[State], figure: Figure) -> Leg:
    """It lands, or flies an inch; no steps if it can do neither."""
    return Leg(figure.id, (Step("land"),) if may_land(battle, figure) else flight_step(battle, figure) or ())


# ---- by chance


def proposal(battle: Battle[State], unit: Unit, movers: list[Figure], rng: Random) -> Legs:
    """A random move of the whole unit: one direction for all who turn freely, each vehicle on its own course."""
    free = [figure for figure in movers if not figure.profile.turns and not figure.profile.is_gun]
    legs = _shift(battle, free, [f for f in movers if f.profile.is_gun], rng) if free else []
    legs += [leg for figure in movers if figure.profile.turns and (leg := _drive(battle, figure, rng))]
    return tuple(legs)


def _shift(battle: Battle[State], free: list[Figure], guns: list[Figure], rng: Random) -> list[Leg]:
    """All models go the same way, as far as the slowest; one that is stopped by something stays or goes a shorter way."""
    state, table = battle.state, board(battle)
    face = int(rng.random() * 36000)
    runs = rng.random() < RUNS and all(may_run(state, figure) for figure in free)
    reach = min([allowance(state, figure, runs) for figure in free])
    far = int(reach * rng.random())
    if far == 0:
        return [_down_or_on(battle, figure) for figure in free if figure.airborne]
    afoot = [figure for figure in [*free, *guns] if figure.id in table and not figure.prone]
    special = [figure for figure in afoot if figure.profile.jump or figure.profile.is_gun or flies(state, figure)]
    others = {figure.id for figure in special}
    plain = [figure for figure in afoot if figure.id not in others and not figure.profile.waterborne]
    ahead = _ahead(state, face)
    legs = _striders(battle, plain, face, far, runs, reach, ahead) if plain else []
    crewed = [figure for figure in special if not figure.profile.is_gun or crew_at(state, figure)]
    legs += [_special(battle, figure, face, min(far, allowance(state, figure, runs)), runs, rng) for figure in crewed]
    if rng.random() < DUCKS and plain and not runs:
        legs = [
            Leg(leg.who, (*leg.steps, Step("prone"))) if state.figures[leg.who].profile.can_go_prone else leg for leg in legs
        ]
    return sorted(legs, key=lambda leg: ahead(leg.who)) if special else legs


def _striders(
    battle: Battle[State], plain: list[Figure], face: int, far: int, runs: bool, reach: int, ahead: Callable[[str], int]
) -> list[Leg]:
    """Those on foot, in step: all the way, or a shorter way, or not at all. Asked in the order in which they will go."""
    state, table, passage = battle.state, board(battle), going(battle, plain[0])
    budget = allowance(state, plain[0], runs) if len({f.profile.key for f in plain}) == 1 else reach
    names, verb = sorted([figure.id for figure in plain], key=ahead), "run" if runs else "go"
    for share in (8, 5, 3):
        dx, dy = step_to((0, 0), face, far * share // 8)
        ends = [(figure.x + dx, figure.y + dy) for figure in map(state.figures.__getitem__, names)]
        walks = walk_many(table, names, ends, passage)
        if walks.all_free and int(walks.costs.max()) <= budget:
            return [Leg(name, (Step(verb, end),)) for name, end in zip(names, ends, strict=True)]
    return []


def _ahead(state: State, face: int) -> Callable[[str], int]:
    """Foremost first, so that each end is free when its turn comes."""
    figures, (x, y) = state.figures, step_to((0, 0), face, 1000)
    return lambda name: -(figures[name].x * x + figures[name].y * y)


def _special(battle: Battle[State], figure: Figure, face: int, far: int, runs: bool, rng: Random) -> Leg:
    """Flyers take off, jumpers leap, guns are dragged along."""
    to = step_to(figure.at, face, far)
    if figure.airborne and rng.random() < LEAPS and may_land(battle, figure):
        return Leg(figure.id, (Step("land"),))
    if not figure.airborne and flies(battle.state, figure) and rng.random() < LEAPS:
        return Leg(figure.id, (Step("fly"), Step("go", to)))
    if figure.profile.jump and not figure.airborne and rng.random() < LEAPS:
        return Leg(figure.id, (Step("jump", step_to(figure.at, face, int(rng.random() * figure.profile.jump))),))
    return Leg(figure.id, (Step("run" if runs else "go", to),))


def _drive(battle: Battle[State], figure: Figure, rng: Random) -> Leg | None:
    """A vehicle turns as it may and goes straight ahead; in water it may dive or come up."""
    state = battle.state
    if is_immobile(figure) or figure.id in state.acting().stuck:
        return None
    if figure.profile.submersible and rng.random() < LEAPS / 2:
        return Leg(figure.id, (Step("surface" if figure.submerged else "dive"),))
    turn = int((rng.random() * 2 - 1) * TURN)
    if figure.profile.pivot and rng.random() < LEAPS:
        turn = int(rng.random() * 36000)
    face = (figure.face + turn) % 36000
    steps = [Step("turn", face=face)] if turn else []
    if flies(state, figure) and not figure.airborne and rng.random() < LEAPS:
        steps.insert(0, Step("fly"))
    far = int(allowance(state, figure, False) * rng.random())
    return Leg(figure.id, (*steps, Step("go", step_to(figure.at, face, far)))) if far else Leg(figure.id, tuple(steps))
