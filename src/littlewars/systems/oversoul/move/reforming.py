"""Reforming: a tight unit that has rallied falls in again (oversoul.morale.rally-pass)."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Place, Refusal, Shape, Spot
from littlewars.engine.moves import Spots
from littlewars.engine.names import ref
from littlewars.table.facing import Point
from littlewars.table.formation.formation import reform
from littlewars.table.moving.route import route
from littlewars.table.moving.walk import length_of
from littlewars.table.shapes.bases import Base

from ..basics.events import Changed, Moved
from ..basics.naming import named
from ..basics.state import Ranks, State, Unit
from ..basics.tabletop import board
from ..units.allowance import allowance
from ..units.fear import note_way
from ..units.ranks import FORMATIONS, form, joined_by, leader_of, places, ranks_from
from ..units.shallows import AGROUND, may_run_aground, note_aground
from .legs import LEAST_FLIGHT, STAND_UP
from .manoeuvres import keeps_to_water, passage, through_shallows
from .proposals import must_fly

RULE = "oversoul.morale.rally-pass"
Way = list[Point]


def may_reform(state: State, unit: Unit) -> bool:
    """A rallied tight unit that is still disordered (oversoul.morale.rally-pass)."""
    if any(figure.id in state.acting().steady for figure in state.with_leader(unit)):
        return False  # one has forfeited his Move (oversoul.attr.sharpshooter)
    return unit.tight and unit.disordered and not unit.frightened


async def offer_reform(battle: Battle[State], unit: Unit) -> bool:
    """Instead of the Move the unit may fall in again; False if it does not."""
    known = battle.memo("reforming.first", lambda: _first_reform(battle, unit))
    if not known:
        return False
    prompt, options = f"{ref(unit.id)} is disordered", ("loose", "reform")
    ask = Choose(unit.side, RULE, prompt, options, explain=named(battle.state, *unit.figures))
    if await ask.about(*unit.figures, unit=unit.id, topic="plan") == "loose":
        return False

    def check(spots: Spots) -> Refusal | None:
        if len(spots) != 1 or spots[0].how not in FORMATIONS:
            return Refusal("oversoul.tight.must-have-formation", f"one of {', '.join(FORMATIONS)}")
        found = falls_in(battle, unit, spots[0])
        return found if isinstance(found, Refusal) else None

    things = {unit.id: Shape("body", of=tuple(unit.figures), hows=FORMATIONS)}
    place = Place(
        unit.side,
        RULE,
        f"Reform {ref(unit.id)}",
        things,
        lambda: [known],
        check,
        turns=True,
        stands=lambda spots: _stands(battle, unit, spots[0]),
    )
    (spot,) = await place.about(*unit.figures, unit=unit.id)
    found = falls_in(battle, unit, spot)
    assert not isinstance(found, Refusal)
    _fall_in(battle, unit, *found)
    return True


def _stands(battle: Battle[State], unit: Unit, spot: Spot) -> dict[str, tuple[int, int, int]]:
    """How everybody would stand; nobody moves where it cannot be."""
    found = falls_in(battle, unit, spot)
    if isinstance(found, Refusal):
        return {figure.id: (*figure.at, figure.face) for figure in battle.state.with_leader(unit)}
    return {name: (*base.at, found[0].face) for name, base in places(battle.state, found[0]).items()}


def _fall_in(battle: Battle[State], unit: Unit, ranks: Ranks, ways: dict[str, Way]) -> None:
    """Everybody goes to his place; it takes the whole movement."""
    state = battle.state
    for figure in state.with_leader(unit):
        if ways[figure.id]:
            note_way(battle, figure, ways[figure.id])
            battle.record(Moved(figure=figure.id, path=tuple(ways[figure.id]), face=ranks.face, how="reform"))
        figure.prone = False
    unit.disordered = False
    form(battle, unit, ranks)
    for figure in state.with_leader(unit):
        note_aground(battle, figure, figure.at)
    state.acting().moved += [figure.id for figure in state.with_leader(unit)]
    battle.record(Changed(who=unit.id, what="reforms"))


def _first_reform(battle: Battle[State], unit: Unit) -> Spots:
    """A formation it can reach, if there is one."""
    if not battle.state.standing(unit):
        return ()
    first = battle.state.standing(unit)[0]
    for face in dict.fromkeys((first.face, 0, 9000, 18000, 27000)):
        for how in FORMATIONS:
            spot = Spot(unit.id, first.at, face, how=how)
            if not isinstance(falls_in(battle, unit, spot), Refusal):
                return (spot,)
    return ()


def falls_in(battle: Battle[State], unit: Unit, spot: Spot) -> tuple[Ranks, dict[str, Way]] | Refusal:
    """The formation around the model nearest the middle, if everybody reaches his place by his MOVE."""
    state, refusal = battle.state, Refusal(RULE, "somebody cannot reach his place")
    members = state.with_leader(unit)
    if len({figure.airborne for figure in members}) > 1 or any(figure.submerged for figure in members):
        return refusal  # a body flies as one
    for ranks in _formations(state, unit, spot):
        ways = _ways(battle, unit, places(state, ranks))
        if ways is None:
            continue
        wrong = _refuse_flight(battle, unit, ways) or _refuse_voyage(state, unit, ways)
        if wrong is None:
            return ranks, ways
        refusal = wrong
    return refusal


def _refuse_flight(battle: Battle[State], unit: Unit, ways: dict[str, Way]) -> Refusal | None:
    """In the air somebody flies an inch to his place, as in a column that turns (oversoul.attr.flying-must-move)."""
    flown = max(length_of(figure.at, ways[figure.id]) for figure in battle.state.with_leader(unit))
    if flown >= LEAST_FLIGHT or not must_fly(battle, unit):
        return None
    return Refusal("oversoul.attr.flying-must-move", f"{ref(unit.id)} must fly at least 1 inch or land")


def _refuse_voyage(state: State, unit: Unit, ways: dict[str, Way]) -> Refusal | None:
    """Ships fall in on the water, and none that is stuck or would run aground (oversoul.attr.waterborne,
    oversoul.attr.waterborne-aground)."""
    for figure in state.with_leader(unit):
        if ways[figure.id] and figure.id in state.acting().stuck:
            return Refusal(AGROUND, f"{ref(figure.id)} is aground")
        if not figure.airborne and not keeps_to_water(state, figure, ways[figure.id]):
            return Refusal("oversoul.attr.waterborne", f"{ref(figure.id)} leaves the water")
    afloat = [figure for figure in state.with_leader(unit) if may_run_aground(figure)]
    return through_shallows(state, [f.id for f in afloat], {f.id: [f.at, *ways[f.id]] for f in afloat})


def _formations(state: State, unit: Unit, spot: Spot) -> list[Ranks]:
    """The troopers' formation; an attached leader takes an end of its front rank, the one that is nearer first."""
    kind, _, depth = spot.how.partition("/")
    troopers = state.standing(unit)
    bases = {figure.id: figure.base() for figure in troopers}
    try:
        formation, _ = reform({f.id: f.at for f in troopers}, kind, int(depth or 1), spot.face % 36000, bases)  # type: ignore[arg-type]  # else: ValueError
    except ValueError:
        return []
    ranks = ranks_from(formation)
    if not unit.leader:
        return [ranks]
    return [joined_by(state, ranks, leader_of(state, unit), end) for end in ("right", "left")]


def _ways(battle: Battle[State], unit: Unit, goals: dict[str, Base]) -> dict[str, Way] | None:
    """Everybody's way to his place along passable ground, at most his MOVE; None if somebody has none."""
    state, table = battle.state, board(battle)
    members = state.with_leader(unit)
    own = passage(battle, unit, members[0].airborne)
    if any(table.stands(base, goals, cost=own.cost) for base in goals.values()):
        return None
    free, ways = own._replace(ghosts=frozenset(goals)), {}
    for figure in members:
        limit = allowance(state, figure, False) - (STAND_UP if figure.prone else 0)
        goal = goals[figure.id].at
        way = [] if goal == figure.at and limit >= 0 else route(table, figure.id, goal, limit, free)
        if way is None:
            return None
        ways[figure.id] = way
    return ways
