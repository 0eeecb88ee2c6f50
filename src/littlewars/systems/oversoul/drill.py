"""Drill: how a tight unit moves as one body, changes formation and reforms (oversoul.tight.*)."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from ...engine import Battle, Choose, Leg, Legs, Move, Place, Pose, Refusal, Shape, Spot, Step, Verb
from ...engine.moves import Spots
from ...table.bases import Base, centre2
from ...table.board import Board
from ...table.facing import angle_between, facing_to, step_to
from ...table.formation import Formation, reform, stand
from ...table.march import Leg as Manoeuvre
from ...table.march import march
from ...table.route import route
from ...table.walk import Passage, leap, walk
from .aim import touched_enemies
from .allowance import flies, may_run, move_of
from .events import Changed, Moved
from .fear import note_way
from .ground import board, desk, show
from .legs import LEAST_FLIGHT, STAND_UP, STRAY
from .ranks import FORMATIONS, default_ranks, form, formation_of, ranks_from, sizes
from .state import INCH, Figure, Ranks, State, Unit

RULE = "oversoul.tight.same-actions"
CHARGE = 4 * INCH  # oversoul.charge.requirements
OBLIQUE = 4500  # oversoul.tight.line-oblique
VERBS = ("go", "run", "wheel", "about", "form", "stand", "prone", "fly", "land", "jump")


class March(Struct):
    """A body on its way: its formation now, what it has paid and done."""

    ranks: Ranks
    paid: int = 0
    runs: bool = False
    changed: bool = False
    moved: bool = False
    stood: bool = False
    prone: bool = False
    airborne: bool = False
    straight: int = 0  # the last stretch straight ahead
    only: str = ""


# ---- the Move of a body


async def drill_part(battle: Battle[State], unit: Unit) -> None:
    """One Move for all (oversoul.tight.same-actions): the answer is one leg of the whole body."""
    state = battle.state
    members = state.with_leader(unit)
    if not members or unit.ranks is None or any(figure.id in state.acting().steady for figure in members):
        return
    ranks = unit.ranks
    legs = await Move(
        unit.side,
        "oversoul.tight.move-allowance",
        f"Move {unit.name} as a body",
        {unit.id: Pose((ranks.x, ranks.y), ranks.face, int(members[0].airborne))},
        {unit.id: unit_allowance(state, unit, can_run(state, unit))},
        lambda answer: refuse(battle, unit, answer),
        verbs={verb: Verb() for verb in VERBS},
        spent=lambda leg: _spent(battle, unit, leg),
        ideas=lambda: [usual(battle, unit)],
        propose=lambda rng: propose(battle, unit, rng),
    )
    if legs:
        took = perform(battle, unit, legs[0])
        assert isinstance(took, March)
        _apply(battle, unit, took)


def can_run(state: State, unit: Unit) -> bool:
    """All run or none."""
    return all(may_run(state, figure) for figure in state.with_leader(unit))


def unit_allowance(state: State, unit: Unit, runs: bool) -> int:
    """The lowest MOVE among its troopers, attached leader included (oversoul.tight.move-allowance)."""
    return min(move_of(state, figure) for figure in state.with_leader(unit)) * (2 if runs else 1)


def _spent(battle: Battle[State], unit: Unit, leg: Leg) -> int:
    took = perform(battle, unit, leg)
    return 0 if isinstance(took, Refusal) else took.paid


def refuse(battle: Battle[State], unit: Unit, legs: Legs) -> Refusal | None:
    """Why the body may not move so."""
    took = perform(battle, unit, legs[0] if legs else Leg(unit.id, ()))
    if isinstance(took, Refusal):
        return took
    state = battle.state
    flyers = [figure for figure in state.with_leader(unit) if figure.airborne and not figure.profile.hover]
    if flyers and took.only != "land" and not took.moved and usual(battle, unit):
        return Refusal("oversoul.attr.flying-must-move", f"{unit.name} must fly at least 1 inch or land")
    return None


def perform(battle: Battle[State], unit: Unit, leg: Leg) -> March | Refusal:
    """Take the body through its steps on a trial board."""
    state = battle.state
    assert unit.ranks is not None
    first = state.standing(unit)[0]
    took = March(unit.ranks, runs=any(step.verb == "run" for step in leg.steps), prone=first.prone, airborne=first.airborne)
    if took.runs and not can_run(state, unit):
        return Refusal("oversoul.tight.same-actions", f"not everybody in {unit.name} can run")
    trial = board(battle).copy()
    budget = unit_allowance(state, unit, took.runs)
    for step in leg.steps:
        refusal = _step(battle, unit, took, step, trial, budget)
        if refusal:
            return refusal
        if took.paid > budget:
            return Refusal("oversoul.tight.move-allowance", f"{took.paid / INCH:.3f} of {budget / INCH:g} inches")
    return took


def _step(battle: Battle[State], unit: Unit, took: March, step: Step, trial: Board, budget: int) -> Refusal | None:
    """One step of the body."""
    verb = step.verb
    if verb in ("prone", "stand", "fly", "land"):
        return _posture(battle, unit, took, verb)
    if took.only:
        return Refusal("oversoul.tight.same-actions", f"the Move was used to {took.only}")
    if took.prone:
        return Refusal("oversoul.move.prone-standing-up", f"{unit.name} is prone and must stand up first")
    if verb == "form":
        return _change(battle, unit, took, step.what, trial, budget)
    if verb == "jump":
        return _leap(battle, unit, took, step, trial)
    if verb in ("go", "run") and step.to is None:
        return None  # "run" without a place declares the run
    if took.ranks.kind == "column" and verb in ("go", "run"):
        return _column(battle, unit, took, step, trial, budget)
    return _manoeuvre(battle, unit, took, step, trial)


def _posture(battle: Battle[State], unit: Unit, took: March, verb: str) -> Refusal | None:
    """All or none go prone, stand up, take off or land."""
    state = battle.state
    members = state.with_leader(unit)
    if verb == "prone":
        if took.airborne or not all(figure.profile.can_go_prone for figure in members):
            return Refusal("oversoul.move.prone-going", f"not everybody in {unit.name} can go prone")
        took.prone = True
    elif verb == "stand":
        if not took.prone:
            return Refusal("oversoul.move.prone-standing-up", f"{unit.name} is standing")
        took.prone, took.stood = False, True
        took.paid += STAND_UP
    elif verb == "fly":
        if took.moved or took.only or took.prone or not all(flies(state, figure) for figure in members):
            return Refusal("oversoul.attr.flying-takeoff", f"{unit.name} cannot take flight")
        took.airborne = True
    else:
        if not took.airborne or took.moved or not _all_stand(battle, unit):
            return Refusal("oversoul.attr.flying-landing", f"{unit.name} cannot land")
        took.airborne, took.only = False, "land"
    return None


def _all_stand(battle: Battle[State], unit: Unit) -> bool:
    members = battle.state.with_leader(unit)
    own, place = [figure.id for figure in members], desk(battle)
    return all(place.board.stands(f.base(), own, cost=place.ground_for(f)) is None for f in members)


def passage(battle: Battle[State], unit: Unit, airborne: bool) -> Passage:
    """The body passes through itself only; in the air over everything."""
    place = desk(battle)
    own = frozenset(place.unit_no[name] for name in (unit.id, unit.leader) if name)
    first = battle.state.standing(unit)[0]
    return Passage(own, cost=place.aloft if airborne else place.ground_for(first), over=airborne)


def _manoeuvre(battle: Battle[State], unit: Unit, took: March, step: Step, trial: Board) -> Refusal | None:
    """Advance, oblique, wheel or about face (oversoul.tight.line-*)."""
    formation = formation_of(took.ranks)
    todo = _read(formation, step)
    if isinstance(todo, Refusal):
        return todo
    bases = sizes(battle.state, formation.ids)
    done = march(trial, formation, [todo], bases, passage(battle, unit, took.airborne))
    if done.walk.clash is not None:
        return Refusal("oversoul.move.models-as-obstacles", f"{unit.name} is stopped by {done.walk.clash.id or 'the edge'}")
    took.straight = took.straight + todo.length if todo.how == "advance" else 0
    _settle(took, done.formation, bases, trial)
    took.paid += done.walk.length if took.airborne else done.walk.cost
    took.moved = took.moved or todo.how != "about"
    return None


def _read(formation: Formation, step: Step) -> Manoeuvre | Refusal:
    """A step in the words of the drill square."""
    if step.verb == "about":
        return Manoeuvre("about")
    if step.verb == "wheel":
        if formation.kind != "line":
            return Refusal("oversoul.tight.column-turning", "a column turns without wheeling")
        end = "right" if step.what == "right" else "left"
        turn = ((step.face or 0) - formation.facing) % 36000
        angle = turn if end == "right" else (36000 - turn) % 36000
        return Manoeuvre("wheel", angle=angle, end=end)  # type: ignore[arg-type]
    assert step.to is not None
    far = round(centre2(formation.anchor, step.to) ** 0.5)
    ahead = step_to(formation.anchor, formation.facing, far)
    if abs(ahead[0] - step.to[0]) <= STRAY and abs(ahead[1] - step.to[1]) <= STRAY:
        return Manoeuvre("advance", far)
    heading = facing_to(formation.anchor, step.to)
    angle = (heading - formation.facing) % 36000
    if angle_between(heading, formation.facing) > OBLIQUE:
        return Refusal("oversoul.tight.line-advance", "a line goes ahead, or up to 45 degrees aside")
    return Manoeuvre("oblique", far, angle if angle <= 18000 else angle - 36000)


def _settle(took: March, formation: Formation, bases: dict[str, Base], trial: Board) -> None:
    """The body stands there now, on the trial board."""
    took.ranks = ranks_from(formation)
    for name, base in stand(formation, bases).items():
        trial.move(name, base)


def _change(battle: Battle[State], unit: Unit, took: March, how: str, trial: Board, budget: int) -> Refusal | None:
    """Another formation for half the allowance, once, keeping facing and the middle of the front (oversoul.tight.change-formation)."""
    rule, half = "oversoul.tight.change-formation", budget // 2
    if took.changed or took.paid + half > budget:
        return Refusal(rule, "a change of formation costs half of the movement, once in a Move")
    state = battle.state
    if how not in FORMATIONS:
        return Refusal("oversoul.tight.must-have-formation", f"{how!r} is no formation")
    try:
        new = default_ranks(state, unit, how, (took.ranks.x, took.ranks.y), took.ranks.face)
    except ValueError as error:
        return Refusal(f"oversoul.tight.{how.partition('/')[0]}", str(error))
    formation = formation_of(new)
    bases = sizes(state, formation.ids)
    ground = passage(battle, unit, took.airborne).cost
    for base in stand(formation, bases).values():
        clash = trial.stands(base, formation.ids, cost=ground)
        if clash:
            return Refusal(rule, f"{clash.id or 'the edge'} is in the way")
    _settle(took, formation, bases, trial)
    took.paid += half
    took.changed, took.straight = True, 0
    return None


def _column(battle: Battle[State], unit: Unit, took: March, step: Step, trial: Board, budget: int) -> Refusal | None:
    """A column goes where it likes: everybody to his new place by his own way (oversoul.tight.column-turning)."""
    assert step.to is not None
    old = formation_of(took.ranks)
    face = step.face if step.face is not None else facing_to(old.anchor, step.to)
    new = old._replace(anchor=step.to, facing=face % 36000)
    bases = sizes(battle.state, old.ids)
    goals, own = stand(new, bases), passage(battle, unit, took.airborne)
    longest = 0
    for name in old.ids:
        way = route(trial, name, goals[name].at, max(0, budget - took.paid), own)
        if way is None:
            return Refusal("oversoul.tight.column-turning", f"{name} has no way to his place within the allowance")
        longest = max(longest, _price(trial, name, way, own))
        trial.move(name, goals[name])
    for name, base in goals.items():
        clash = trial.stands(base, [name], cost=own.cost)
        if clash:
            return Refusal("oversoul.move.models-as-obstacles", f"{name} would stand on {clash.id or 'the edge'}")
    straight = face % 36000 == old.facing and _is_ahead(old, step.to)
    took.straight = took.straight + longest if straight else round(centre2(old.anchor, step.to) ** 0.5)
    took.ranks = ranks_from(new)
    took.paid += longest
    took.moved = True
    return None


def _price(trial: Board, name: str, way: list[tuple[int, int]], own: Passage) -> int:
    walked = walk(trial, name, way, own)
    return walked.length if own.over else walked.cost


def _is_ahead(formation: Formation, to: tuple[int, int]) -> bool:
    return angle_between(facing_to(formation.anchor, to), formation.facing) <= 100


def _leap(battle: Battle[State], unit: Unit, took: March, step: Step, trial: Board) -> Refusal | None:
    """A tight unit jumps as one body or not at all (oversoul.attr.jump)."""
    state, rule = battle.state, "oversoul.attr.jump"
    members = state.with_leader(unit)
    if step.to is None or took.moved or took.changed or took.runs or took.airborne or not all(f.profile.jump for f in members):
        return Refusal(rule, f"{unit.name} cannot jump")
    formation = formation_of(took.ranks)
    far = round(centre2(formation.anchor, step.to) ** 0.5)
    if far > min(f.profile.jump for f in members):
        return Refusal(rule, f"a jump of {far / INCH:g} inches is too far")
    new = formation._replace(anchor=step.to)
    bases = sizes(state, formation.ids)
    for name, base in stand(new, bases).items():
        if leap(state.figures[name].at, base.at, state.pieces).over > state.figures[name].profile.jump_height:
            return Refusal(rule, f"{name} cannot jump that high")
        clash = trial.stands(base, formation.ids, cost=passage(battle, unit, False).cost)
        if clash:
            return Refusal(rule, f"{name} would land on {clash.id or 'the edge'}")
    took.straight = far if _is_ahead(formation, step.to) else 0
    _settle(took, new, bases, trial)
    took.moved, took.only = True, "jump"
    return None


# ---- what comes of it


def _apply(battle: Battle[State], unit: Unit, took: March) -> None:
    """The body stands in its new place."""
    state, doing = battle.state, battle.state.acting()
    members = state.with_leader(unit)
    touching = {figure.id: set(touched_enemies(battle, figure)) for figure in members}
    ends = stand(formation_of(took.ranks), sizes(state, formation_of(took.ranks).ids))
    for figure in members:
        if figure.id in ends and ends[figure.id].at != figure.at:
            note_way(battle, figure, [ends[figure.id].at])
            how = "run" if took.runs else took.only or "go"
            battle.record(Moved(figure=figure.id, path=(ends[figure.id].at,), face=took.ranks.face, how=how))
    _take_posture(battle, unit, members, took)
    form(battle, unit, took.ranks)
    if took.moved or took.stood or took.changed or took.only:
        doing.moved += [figure.id for figure in members]
    if took.runs:
        doing.ran += [figure.id for figure in members]
    if took.straight >= CHARGE:
        for figure in members:
            new = [name for name in touched_enemies(battle, figure) if name not in touching[figure.id]]
            doing.charges += [f"{figure.id}>{name}" for name in new]


def _take_posture(battle: Battle[State], unit: Unit, members: list[Figure], took: March) -> None:
    for what in ("prone", "airborne"):
        value = getattr(took, what)
        if getattr(members[0], what) != value:
            battle.record(Changed(who=unit.id, what=what if value else f"no longer {what}"))
        for figure in members:
            setattr(figure, what, value)
            show(battle, figure)


# ---- ideas


def usual(battle: Battle[State], unit: Unit) -> Legs:
    """Stay; a body in the air that must move lands or flies an inch ahead."""
    state = battle.state
    if not any(figure.airborne and not figure.profile.hover for figure in state.with_leader(unit)):
        return ()
    assert unit.ranks is not None
    ahead = Step("go", step_to((unit.ranks.x, unit.ranks.y), unit.ranks.face, LEAST_FLIGHT))
    for steps in ((Step("land"),), (ahead,), (Step("about"), _back(unit.ranks))):
        leg = Leg(unit.id, steps)
        if not isinstance(perform(battle, unit, leg), Refusal):
            return (leg,)
    return ()


def _back(ranks: Ranks) -> Step:
    return Step("go", step_to((ranks.x, ranks.y), ranks.face + 18000, LEAST_FLIGHT))


def propose(battle: Battle[State], unit: Unit, rng: Random) -> Legs:
    """A made-up manoeuvre: ahead, aside, a wheel, another formation."""
    state = battle.state
    assert unit.ranks is not None
    ranks, runs = unit.ranks, rng.random() < 0.3 and can_run(state, unit)
    far = int(unit_allowance(state, unit, runs) * rng.random())
    here, verb = (ranks.x, ranks.y), "run" if runs else "go"
    what = rng.random()
    steps: tuple[Step, ...] = (Step(verb, step_to(here, ranks.face, far)),)
    if state.standing(unit)[0].prone:
        steps = (Step("stand"),)
    elif what < 0.15:
        steps = (Step("form", what=rng.choice(FORMATIONS)),)
    elif what < 0.35 and ranks.kind == "line":
        end, angle = rng.choice(("left", "right")), int(rng.random() * 3000)
        steps = (Step("wheel", face=(ranks.face + (angle if end == "right" else -angle)) % 36000, what=end),)
    elif what < 0.55:
        steps = (Step(verb, step_to(here, ranks.face + int((rng.random() * 2 - 1) * OBLIQUE), far)),)
    elif what < 0.62:
        steps = (Step("about"),)
    return (Leg(unit.id, steps),)


# ---- reforming


def may_reform(unit: Unit) -> bool:
    """A rallied tight unit that is still disordered (oversoul.morale.rally-pass)."""
    return unit.tight and unit.disordered and not unit.frightened


async def offer_reform(battle: Battle[State], unit: Unit) -> bool:
    """Instead of the Move the unit may fall in again; False if it does not (oversoul.morale.rally-pass)."""
    rule = "oversoul.morale.rally-pass"
    known = battle.once(lambda: _first_reform(battle, unit))
    if not known or await Choose(unit.side, rule, f"{unit.name} is disordered", ("loose", "reform")) == "loose":
        return False

    def check(spots: Spots) -> Refusal | None:
        if len(spots) != 1 or spots[0].how not in FORMATIONS:
            return Refusal("oversoul.tight.must-have-formation", f"one of {', '.join(FORMATIONS)}")
        return None if falls_in(battle, unit, spots[0]) else Refusal(rule, "somebody cannot reach his place")

    things = {unit.id: Shape("body", of=tuple(unit.figures))}
    (spot,) = await Place(unit.side, rule, f"Reform {unit.name}", things, lambda: [known], check, turns=True)
    ranks = falls_in(battle, unit, spot)
    assert ranks is not None
    unit.disordered = False
    form(battle, unit, ranks)
    battle.state.acting().moved += [figure.id for figure in battle.state.with_leader(unit)]
    battle.record(Changed(who=unit.id, what="reforms"))
    return True


def _first_reform(battle: Battle[State], unit: Unit) -> Spots:
    """A formation it can reach, if there is one."""
    first = battle.state.standing(unit)[0]
    for face in {first.face: 0, 0: 0, 9000: 0, 18000: 0, 27000: 0}:
        for how in FORMATIONS:
            spot = Spot(unit.id, first.at, face, how=how)
            if falls_in(battle, unit, spot) is not None:
                return (spot,)
    return ()


def falls_in(battle: Battle[State], unit: Unit, spot: Spot) -> Ranks | None:
    """The formation around the model nearest the middle, if everybody reaches his place by his MOVE."""
    state = battle.state
    members = state.with_leader(unit)
    kind, _, depth = spot.how.partition("/")
    bases = {figure.id: figure.base() for figure in members}
    try:
        formation, goals = reform({f.id: f.at for f in members}, kind, int(depth or 1), spot.face, bases)  # type: ignore[arg-type]
    except ValueError:
        return None
    own, names = passage(battle, unit, members[0].airborne), list(goals)
    table = board(battle)
    if any(table.stands(base, names, cost=own.cost) for base in goals.values()):
        return None
    free = own._replace(ghosts=frozenset(names))
    for figure in members:
        if route(table, figure.id, goals[figure.id].at, move_of(state, figure), free) is None:
            return None
    return ranks_from(formation)
