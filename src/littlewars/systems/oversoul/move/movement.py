"""The Move part: who goes where, whether he may, and what comes of it (oversoul.move.*, oversoul.charge.*)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle, Choose, Leg, Legs, Move, Pose, Refusal, Verb
from littlewars.engine.names import ref
from littlewars.kit.march import on_trial
from littlewars.table.constants import TOUCH
from littlewars.table.facing import Point, facing_to
from littlewars.table.moving.walk import Way, length_of, walk_many
from littlewars.table.shapes.bases import moved

from ..basics.events import Changed, Moved
from ..basics.naming import named
from ..basics.rolls import roll
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, put, shift
from ..units.allowance import allowance, may_run
from ..units.cohesion import is_whole, largest, outside, refuse_end
from ..units.fear import note_near, note_way
from ..units.leaders import offer_attach
from ..units.shallows import note_aground
from .charges import in_contact, note_charge
from .dragging import plan_loose, trace_leg
from .drill import drill_part
from .legs import LEAST_FLIGHT, VERBS, ParsedMove, begin, going, read_leg, refuse_trip, straight_run
from .proposals import must_fly, proposal, usual_legs
from .reforming import may_reform, offer_reform

RULE = "oversoul.move.allowance"
FREE_ON = 6  # oversoul.attr.waterborne-aground
VERB_DATA = {verb: Verb() for verb in VERBS}


async def free_from_ground(battle: Battle[State], unit: Unit) -> None:
    """Who is aground rolls a d6 and is stuck this turn unless it is a 6 (oversoul.attr.waterborne-aground)."""
    for figure in battle.state.with_leader(unit):
        if figure.aground and await roll(battle, figure, 6, (FREE_ON,), "aground") == 0:
            battle.state.acting().stuck.append(figure.id)
            battle.record(Changed(who=figure.id, what="is stuck"))


async def move_part(battle: Battle[State], unit: Unit) -> None:
    """One Move for the unit: as a body in formation, else model by model."""
    if unit.formed:
        await drill_part(battle, unit)
    elif not may_reform(battle.state, unit) or not await offer_reform(battle, unit):
        await _loose_move(battle, unit)
    await offer_attach(battle, unit)


async def separated(battle: Battle[State], unit: Unit) -> list[str]:
    """Models out of cohesion when the Other action begins: they take none (oversoul.org.cohesion-restored)."""
    return outside(battle, unit, await _body(battle, unit))


# ---- loose units


async def _loose_move(battle: Battle[State], unit: Unit) -> None:
    """Every model on its own path, all ending in cohesion (oversoul.move.loose-freedom, oversoul.move.end-in-cohesion,
    oversoul.mount.independent-move)."""
    state = battle.state
    movers = [figure for figure in state.with_leader(unit) if figure.id not in state.acting().steady]
    if not movers:
        return
    body = await _body(battle, unit)
    ask = Move(
        unit.side,
        RULE,
        f"Move {ref(unit.id)}",
        lambda: {figure.id: Pose(figure.at, figure.face, int(figure.airborne)) for figure in movers},
        lambda: {figure.id: allowance(state, figure, may_run(state, figure)) for figure in movers},
        lambda answer: refuse_legs(battle, unit, answer, body),
        verbs=VERB_DATA,
        fallbacks=lambda: usual_legs(battle, unit),
        propose=lambda rng: proposal(battle, unit, movers, rng),
        plan=lambda drag: plan_loose(battle, unit, movers, drag),
        trace=lambda leg: trace_leg(battle, leg, allowance(state, state.figures[leg.who], _runs(leg))),
    )
    apply_legs(battle, unit, await ask.about(*[figure.id for figure in movers], unit=unit.id))


async def _body(battle: Battle[State], unit: Unit) -> list[str]:
    """The group that counts as the unit; of equal ones the owner names it (oversoul.org.cohesion-restored)."""
    doing = battle.state.acting()
    groups = battle.memo("movement.groups", lambda: tuple(tuple(group) for group in largest(battle, unit)))
    first, *others = [group for group in groups if set(group) & set(doing.body)] or groups
    if not others:
        return list(first)
    names = ["+".join(group) for group in (first, *others)]
    prompt, explain = "Which group do the others rejoin?", named(battle.state)
    ask = Choose(unit.side, "oversoul.org.cohesion-restored", prompt, names, explain=explain)
    doing.body = (await ask.about(*unit.figures, unit=unit.id, topic="plan")).split("+")
    return doing.body


def _runs(leg: Leg) -> bool:
    return any(step.verb == "run" for step in leg.steps)


def refuse_legs(battle: Battle[State], unit: Unit, legs: Legs, body: Sequence[str]) -> Refusal | None:
    """Legs in order, each end free when its turn comes; then cohesion, guns and flyers' duties."""
    if in_step(battle, unit, legs, body):
        return None
    state, table, flyers = battle.state, board(battle), [figure.id for figure in must_fly(battle, unit)]
    taken: dict[str, ParsedMove] = {}
    with on_trial(table, [leg.who for leg in legs]):
        for leg in legs:
            figure = state.figures[leg.who]
            move = read_leg(battle, figure, leg)
            if isinstance(move, Refusal):
                return move
            if refusal := refuse_trip(battle, figure, move):
                return refusal
            taken[figure.id] = move
            if figure.id in table:
                table.move(figure.id, moved(figure.base(), move.at, move.face))
        refusal = _refuse_flyers(state, flyers, taken) or _refuse_guns(battle, unit, legs)
        return refusal or _refuse_split(battle, unit, taken, body)


def in_step(battle: Battle[State], unit: Unit, legs: Legs, body: Sequence[str]) -> bool:
    """Is this the whole unit on foot, every man by the same straight stretch? Then one look at the table is enough.

    False only means that somebody has to look closer.
    """
    state, table = battle.state, board(battle)
    if len(legs) != len(body) or {leg.who for leg in legs} != set(body) or len(body) != len(state.with_leader(unit)):
        return False
    ends, budgets, shifts = list[Point](), list[int](), set[Point]()
    for leg in legs:
        figure, step = state.figures[leg.who], leg.steps[0] if leg.steps else None
        if step is None or not (to := step.to) or leg.who not in table.row or not _strides(figure, leg):
            return False
        run = step.verb == "run"
        if run and not may_run(state, figure):
            return False
        ends.append(to)
        shifts.add((to[0] - figure.x, to[1] - figure.y))
        budgets.append(allowance(state, figure, run))
    if len(shifts) != 1:
        return False
    return walk_many(table, [leg.who for leg in legs], ends, going(battle, state.figures[legs[0].who])).within(budgets)


def _strides(figure: Figure, leg: Leg) -> bool:
    """One straight stretch of a man who stands on his feet on a round base."""
    plain = len(leg.steps) == 1 and leg.steps[0].verb in ("go", "run") and leg.steps[0].to and leg.steps[0].face is None
    on_foot = (
        figure.profile.kind == "trooper" and figure.radius > 0 and not (figure.prone or figure.airborne or figure.submerged)
    )
    return bool(plain) and on_foot and not (figure.profile.waterborne or figure.profile.amphibious)


def _stride(figure: Figure, leg: Leg) -> ParsedMove | None:
    """The move of a man who only strides ahead, without reading it step by step; None for everything else."""
    if not _strides(figure, leg) or figure.aground:
        return None
    step, move = leg.steps[0], begin(figure)
    assert step.to is not None
    move.ran = step.verb == "run"
    if step.to != figure.at:
        move.face = facing_to(figure.at, step.to)
        move.path.append(Way("walk", figure.at, step.to, move.face))
        move.x, move.y = step.to
    return move


def _refuse_split(battle: Battle[State], unit: Unit, taken: dict[str, ParsedMove], body: Sequence[str]) -> Refusal | None:
    """Where everybody would stand, held against cohesion."""
    if is_whole(battle, unit):
        return None
    before = {figure.id: figure.base() for figure in battle.state.with_leader(unit)}
    ends = {name: moved(battle.state.figures[name].base(), move.at, move.face) for name, move in taken.items()}
    return refuse_end(battle.state, unit, before, {**before, **ends}, body)


def _refuse_flyers(state: State, flyers: list[str], taken: dict[str, ParsedMove]) -> Refusal | None:
    """Who is airborne flies at least an inch or lands; who takes off flies
    (oversoul.attr.flying-must-move, oversoul.attr.flying-takeoff)."""
    took_off = [name for name, move in taken.items() if move.airborne and not state.figures[name].airborne]
    for name in flyers + [name for name in took_off if not state.figures[name].profile.hover]:
        move = taken.get(name) or begin(state.figures[name])
        if move.only != "land" and length_of(state.figures[name].at, tuple(move.path)) < LEAST_FLIGHT:
            return Refusal("oversoul.attr.flying-must-move", f"{ref(name)} must fly at least 1 inch or land")
    return None


def _refuse_guns(battle: Battle[State], unit: Unit, legs: Legs) -> Refusal | None:
    """A gun that was moved has a crewman in contact at the end, too (oversoul.artillery.moved-by-crew)."""
    state, table = battle.state, board(battle)
    movers = {leg.who for leg in legs}
    for gun in state.standing(unit):
        if gun.profile.is_gun and gun.id in movers:
            crew = [man.id for man in state.standing(unit) if man.profile.is_trooper]
            if not any(table.gap(gun.id, man) <= TOUCH for man in crew):
                return Refusal("oversoul.artillery.moved-by-crew", f"no crewman would touch {ref(gun.id)}")
    return None


# ---- what comes of it


def apply_legs(battle: Battle[State], unit: Unit, legs: Legs) -> None:
    """Everybody goes his way."""
    figures, trips = battle.state.figures, list[tuple[Figure, ParsedMove]]()
    for leg in legs:
        move = _stride(figures[leg.who], leg) or read_leg(battle, figures[leg.who], leg)
        assert isinstance(move, ParsedMove)
        trips.append((figures[leg.who], move))
    for figure, move in trips:
        take_trip(battle, figure, move)
    if legs and in_contact(battle, unit):
        for figure, move in trips:
            note_charge(battle, figure, *straight_run(move))


def take_trip(battle: Battle[State], figure: Figure, move: ParsedMove) -> None:
    """One model goes, and is what it has become on the way."""
    doing, way = battle.state.acting(), tuple([way.to for way in move.path])
    if way:
        note_way(battle, figure, way)
        if not battle.quiet:
            how = "run" if move.ran else move.only or ("fly" if move.airborne else "go")
            battle.record(Moved(figure=figure.id, path=way, face=move.face, how=how))
    if way or move.stood or move.prone != figure.prone or move.only:
        doing.moved.append(figure.id)  # standing up and going prone count as moving (oversoul.attr.sharpshooter)
    if move.ran:
        doing.ran.append(figure.id)
    as_before = (move.prone, move.airborne, move.submerged) == (figure.prone, figure.airborne, figure.submerged)
    if not as_before:
        _become(battle, figure, move)
    if way:
        note_aground(battle, figure, move.at)
    (shift if as_before else put)(battle, figure, move.at, move.face)
    if move.only == "surface":
        note_near(battle, [figure])


def _become(battle: Battle[State], figure: Figure, move: ParsedMove) -> None:
    """It lies or stands, flies or lands, dives or comes up as it has done on the way."""
    for what in ("prone", "airborne", "submerged"):
        if getattr(move, what) != getattr(figure, what):
            setattr(figure, what, getattr(move, what))
            battle.record(Changed(who=figure.id, what=what if getattr(move, what) else f"no longer {what}"))
