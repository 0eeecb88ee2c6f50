"""Drill: the Move of a tight unit as one body (oversoul.tight.*)."""

from __future__ import annotations

from random import Random

from littlewars.engine import Battle, Leg, Legs, Move, Pose, Refusal, Step, Verb
from littlewars.engine.names import length, ref
from littlewars.engine.showing import Drag, Trace
from littlewars.table.board.board import Board
from littlewars.table.facing import step_to

from ..basics.events import Changed, Moved
from ..basics.state import Figure, Ranks, State, Unit
from ..basics.tabletop import board, sync_board, tabletop
from ..units.allowance import RUN, allowance, may_run
from ..units.fear import note_way
from ..units.ranks import FORMATIONS, form, places
from ..units.shallows import AGROUND, note_aground
from ..units.spells_on import flies
from .charges import note_charge
from .dragging import plan_body, trace_body
from .legs import LEAST_FLIGHT, STAND_UP
from .manoeuvres import OBLIQUE, March, change, is_aground, jump, leaves_water, manoeuvre, march_column
from .placing import shapes_of

VERBS = ("go", "run", "wheel", "about", "form", "stand", "prone", "fly", "land", "jump")
VERB_DATA = {verb: Verb(whats=FORMATIONS) if verb == "form" else Verb() for verb in VERBS}


# ---- the Move of a body


async def drill_part(battle: Battle[State], unit: Unit) -> None:
    """One Move for all (oversoul.tight.same-actions): the answer is one leg of the whole body."""
    state = battle.state
    members = state.with_leader(unit)
    if not members or unit.ranks is None or any(figure.id in state.acting().steady for figure in members):
        return
    ranks = unit.ranks
    ask = Move(
        unit.side,
        "oversoul.tight.move-allowance",
        f"Move {ref(unit.id)} as a body",
        {unit.id: Pose((ranks.x, ranks.y), ranks.face, int(members[0].airborne))},
        {unit.id: unit_allowance(state, unit, can_run(state, unit))},
        lambda answer: refuse(battle, unit, answer),
        verbs=VERB_DATA,
        fallbacks=lambda: [usual(battle, unit)],
        propose=lambda rng: propose(battle, unit, rng),
        plan=lambda drag: _plan(battle, unit, drag),
        trace=lambda leg: _trace(battle, unit, leg),
    )
    legs = await ask.about(*(figure.id for figure in members), unit=unit.id)
    if legs:
        took = perform(battle, unit, legs[0])
        assert isinstance(took, March)
        _apply(battle, unit, took)


def can_run(state: State, unit: Unit) -> bool:
    """All run or none (oversoul.tight.same-actions)."""
    return all(may_run(state, figure) for figure in state.with_leader(unit))


def unit_allowance(state: State, unit: Unit, runs: bool) -> int:
    """The lowest MOVE among its troopers, attached leader included (oversoul.tight.move-allowance)."""
    return min(allowance(state, figure, False) for figure in state.with_leader(unit)) * (RUN if runs else 1)


def _plan(battle: Battle[State], unit: Unit, drag: Drag) -> Legs:
    """What a drag of the body means."""
    runs = drag.verb == "run" and can_run(battle.state, unit)
    return plan_body(battle, unit, drag, runs, unit_allowance(battle.state, unit, runs))


def _trace(battle: Battle[State], unit: Unit, leg: Leg) -> Trace:
    """The way of the body, shown while it is dragged."""
    runs = any(step.verb == "run" for step in leg.steps)
    return trace_body(battle, unit, leg, perform(battle, unit, leg), unit_allowance(battle.state, unit, runs))


def refuse(battle: Battle[State], unit: Unit, legs: Legs) -> Refusal | None:
    """Why the body may not move so."""
    took = perform(battle, unit, legs[0] if legs else Leg(unit.id, ()))
    if isinstance(took, Refusal):
        return took
    return _refuse_hanging(battle, unit, took) or leaves_water(battle.state, unit, took)


def _refuse_hanging(battle: Battle[State], unit: Unit, took: March) -> Refusal | None:
    """A body in the air flies at least an inch or lands, if it can (oversoul.attr.flying-must-move)."""
    members = battle.state.with_leader(unit)
    if not took.airborne or took.went >= LEAST_FLIGHT or all(figure.profile.hover for figure in members):
        return None
    if members[0].airborne and not usual(battle, unit):
        return None
    return Refusal("oversoul.attr.flying-must-move", f"{ref(unit.id)} must fly at least 1 inch or land")


def perform(battle: Battle[State], unit: Unit, leg: Leg) -> March | Refusal:
    """Take the body through its steps on a trial board."""
    state = battle.state
    assert unit.ranks is not None
    first = state.standing(unit)[0]
    took = March(unit.ranks, runs=any(step.verb == "run" for step in leg.steps), prone=first.prone, airborne=first.airborne)
    if took.runs and not can_run(state, unit):
        return Refusal("oversoul.tight.same-actions", f"not everybody in {ref(unit.id)} can run")
    trial = board(battle).copy()
    budget = unit_allowance(state, unit, took.runs)
    for step in leg.steps:
        refusal = _step(battle, unit, took, step, trial, budget)
        if refusal:
            return refusal
        if took.price > budget:
            return Refusal("oversoul.tight.move-allowance", f"needs {length(took.price)} of {length(budget)}")
        if is_aground(state, unit, took):
            break  # what was to follow is not done, as with a single ship
    return took


def _step(battle: Battle[State], unit: Unit, took: March, step: Step, trial: Board, budget: int) -> Refusal | None:
    """One step of the body."""
    verb = step.verb
    if verb in ("prone", "stand", "fly", "land"):
        return _posture(battle, unit, took, verb)
    if took.only:
        return Refusal("oversoul.tight.same-actions", f"{ref(unit.id)} has used its Move to {took.only}")
    if verb == "about":
        return manoeuvre(battle, unit, took, step, trial)  # turning on the spot is open to the prone, too
    if took.prone:
        return Refusal("oversoul.move.prone-standing-up", f"{ref(unit.id)} is prone and must stand up first")
    if set(battle.state.acting().stuck) & {figure.id for figure in battle.state.with_leader(unit)}:
        return Refusal(AGROUND, f"{ref(unit.id)} is aground")
    if verb == "form":
        return change(battle, unit, took, step.what, trial, budget)
    if verb == "jump":
        return jump(battle, unit, took, step, trial)
    if verb in ("go", "run") and step.to is None:
        return None  # "run" without a place declares the run
    if took.ranks.kind == "column" and verb in ("go", "run"):
        return march_column(battle, unit, took, step, trial, budget)
    return manoeuvre(battle, unit, took, step, trial)


def _posture(battle: Battle[State], unit: Unit, took: March, verb: str) -> Refusal | None:
    """All or none go prone, stand up, take off or land (oversoul.tight.same-actions)."""
    state = battle.state
    members = state.with_leader(unit)
    if verb == "prone":
        if took.airborne or not all(figure.profile.can_go_prone for figure in members):
            return Refusal("oversoul.move.prone-going", f"not everybody in {ref(unit.id)} can go prone")
        took.prone = True
    elif verb == "stand":
        if not took.prone:
            return Refusal("oversoul.move.prone-standing-up", f"{ref(unit.id)} is standing")
        took.prone, took.stood = False, True
        took.paid += STAND_UP
    elif verb == "fly":
        if took.moved or took.changed or took.only or took.prone or not all(flies(state, figure) for figure in members):
            return Refusal("oversoul.attr.flying-takeoff", f"{ref(unit.id)} cannot take flight")
        took.airborne = True
    else:
        if not members[0].airborne or took.moved or took.changed or took.only or not _all_stand(battle, unit):
            return Refusal("oversoul.attr.flying-landing", f"{ref(unit.id)} cannot land")
        took.airborne, took.only = False, "land"
    return None


def _all_stand(battle: Battle[State], unit: Unit) -> bool:
    members = battle.state.with_leader(unit)
    own, place = [figure.id for figure in members], tabletop(battle)
    return all(place.board.stands(f.base(), own, cost=place.ground_for(f)) is None for f in members)


# ---- what comes of it


def _apply(battle: Battle[State], unit: Unit, took: March) -> None:
    """The body stands in its new place."""
    state, doing = battle.state, battle.state.acting()
    members = state.with_leader(unit)
    ways = [{name: base.at for name, base in places(state, ranks).items()} for ranks in took.stations]
    for figure in members:
        way = [there[figure.id] for there in ways]
        if any(at != figure.at for at in way):
            note_way(battle, figure, way)
            how = "run" if took.runs else took.only or ("fly" if took.airborne else "go")
            battle.record(Moved(figure=figure.id, path=tuple(way), face=took.ranks.face, how=how))
    dropped = took.prone != members[0].prone
    _take_posture(battle, unit, members, took)
    form(battle, unit, took.ranks)
    for figure in members:
        note_aground(battle, figure, figure.at)
    if took.moved or took.stood or took.changed or took.only or dropped:
        doing.moved += [figure.id for figure in members]  # going prone counts as moving (oversoul.attr.sharpshooter)
    if took.runs:
        doing.ran += [figure.id for figure in members]
    for figure in members:
        run = took.straight.get(figure.id, 0)
        note_charge(battle, figure, run, step_to(figure.at, took.ranks.face + 18000, run))


def _take_posture(battle: Battle[State], unit: Unit, members: list[Figure], took: March) -> None:
    for what in ("prone", "airborne"):
        value = getattr(took, what)
        if getattr(members[0], what) != value:
            battle.record(Changed(who=unit.id, what=what if value else f"no longer {what}"))
        for figure in members:
            setattr(figure, what, value)
            sync_board(battle, figure)


# ---- proposals


def usual(battle: Battle[State], unit: Unit) -> Legs:
    """Stay; a body in the air that must move lands or flies an inch."""
    state, ranks = battle.state, unit.ranks
    members = state.with_leader(unit)
    if ranks is None or not members[0].airborne or all(figure.profile.hover for figure in members):
        return ()
    ahead, turned = _inch(ranks), perform(battle, unit, Leg(unit.id, (Step("about"),)))
    back = _inch(turned.ranks) if isinstance(turned, March) else ahead
    for steps in ((Step("land"),), (ahead,), (Step("about"), back)):
        leg = Leg(unit.id, steps)
        if not isinstance(perform(battle, unit, leg), Refusal):
            return (leg,)
    return ()


def _inch(ranks: Ranks) -> Step:
    return Step("go", step_to((ranks.x, ranks.y), ranks.face, LEAST_FLIGHT))


def propose(battle: Battle[State], unit: Unit, rng: Random) -> Legs:
    """A made-up manoeuvre: ahead, aside, a wheel, another formation."""
    state, ranks = battle.state, unit.ranks
    assert ranks is not None
    runs = rng.random() < 0.3 and can_run(state, unit)
    far = int(unit_allowance(state, unit, runs) * rng.random())
    here, verb, what = (ranks.x, ranks.y), "run" if runs else "go", rng.random()
    steps: tuple[Step, ...] = (Step(verb, step_to(here, ranks.face, far)),)
    if state.standing(unit)[0].prone:
        steps = (Step("stand"),)
    elif what < 0.15:
        steps = (Step("form", what=rng.choice(shapes_of(state, unit))),)
    elif what < 0.35 and ranks.kind == "line":
        end, angle = rng.choice(("left", "right")), int(rng.random() * 3000)
        steps = (Step("wheel", face=(ranks.face + (angle if end == "right" else -angle)) % 36000, what=end),)
    elif what < 0.55:
        steps = (Step(verb, step_to(here, ranks.face + int((rng.random() * 2 - 1) * OBLIQUE), far)),)
    elif what < 0.62:
        steps = (Step("about"),)
    elif what < 0.66:
        steps = (Step("prone"),)
    elif what < 0.75 and all(flies(state, figure) for figure in state.with_leader(unit)):
        steps = (Step("land"),) if state.standing(unit)[0].airborne else (Step("fly"), *steps)
    return (Leg(unit.id, steps),)
