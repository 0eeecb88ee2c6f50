"""Moves drawn by hand: a drag becomes legs or spots with the formation following, and a leg becomes the way it would be."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from littlewars.engine import Battle, Leg, Legs, Refusal, Step
from littlewars.engine.showing import Drag, Stretch, Trace
from littlewars.kit.march import legs_of
from littlewars.table.constants import PLAIN
from littlewars.table.facing import Point, angle_between, facing_to, step_to, turn_towards
from littlewars.table.formation.formation import Formation
from littlewars.table.formation.march import Manoeuvre, after
from littlewars.table.formation.planner import MoveRequest, plan, plan_tight
from littlewars.table.terrain.sight_exact import stretches

from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, classify
from ..units.allowance import allowance, may_run
from ..units.cohesion import kind_of
from ..units.ranks import formation_of, places, sizes
from .legs import STAND_UP, TURN, going, price, read_leg
from .manoeuvres import March, passage

STRAIGHT = 200  # a drag this short is no move


# ---- loose units


def plan_loose(battle: Battle[State], unit: Unit, movers: list[Figure], drag: Drag) -> Legs:
    """Those that are dragged go where the first of them is dragged to, each by a way he can take."""
    who = [figure for figure in movers if figure.id in drag.who]
    if not who:
        return ()
    if len(who) == 1 or drag.verb not in ("", "go", "run") or any(figure.profile.turns for figure in who):
        by = drag.to[0] - who[0].x, drag.to[1] - who[0].y
        return tuple(leg for figure in who if (leg := _alone(battle, figure, (figure.x + by[0], figure.y + by[1]), drag)))
    return _as_one(battle, unit, who, drag)


def _verb(drag: Drag) -> str:
    return drag.verb if drag.verb in ("run", "jump") else "go"


def _alone(battle: Battle[State], figure: Figure, to: tuple[int, int], drag: Drag) -> Leg | None:
    """One model: straight there; what cannot turn freely turns first as far as it may."""
    steps: list[Step] = [Step("stand")] if figure.prone and drag.verb != "prone" else []
    if drag.verb in ("fly", "land", "dive", "surface", "prone", "stand"):
        steps = [Step(drag.verb)]
    far = round(hypot(to[0] - figure.x, to[1] - figure.y))
    moves = far > STRAIGHT and drag.verb not in ("land", "prone", "stand", "dive", "surface")
    if figure.profile.turns and moves:
        face = turn_towards(
            figure.face, facing_to(figure.at, to), 18000 if figure.profile.pivot else TURN * figure.profile.turns
        )
        ahead = max(0, round(far * _along(face, facing_to(figure.at, to))))
        steps += [Step("turn", face=face)] if face != figure.face else []
        steps += [Step(_verb(drag), step_to(figure.at, face, ahead))] if ahead else []
    elif moves:
        steps.append(Step(_verb(drag), to))
    if drag.face is not None:
        steps.append(Step("turn", face=drag.face % 36000))
    return Leg(figure.id, tuple(steps)) if steps else None


def _along(face: int, bearing: int) -> float:
    """The share of a way that lies along a facing."""
    return max(0.0, 1 - angle_between(face, bearing) / 9000)


def _as_one(battle: Battle[State], unit: Unit, who: list[Figure], drag: Drag) -> Legs:
    """The unit as a whole, by the planner: alike where that goes, else one by one within cohesion."""
    state, table = battle.state, board(battle)
    run = drag.verb == "run" and all(may_run(state, figure) for figure in who)
    ids = [figure.id for figure in who if figure.id in table]
    budget = {f.id: max(0, allowance(state, f, run) - (STAND_UP if f.prone else 0)) for f in who}
    by = drag.to[0] - who[0].x, drag.to[1] - who[0].y  # as with the engine's own plan: the first of them is dragged there
    far, most = hypot(*by), min(budget.values(), default=0)
    if far > most > 0:
        by = int(by[0] * most / far), int(by[1] * most / far)
    made = plan(table, MoveRequest(ids, budget, kind_of(state, unit), going(battle, who[0])), by)
    turn = () if drag.face is None else (Step("turn", face=drag.face % 36000),)
    prone = [figure.id for figure in who if figure.prone]
    return legs_of(made, "run" if run else "go", prone, lambda name, path: turn)


def trace_leg(battle: Battle[State], leg: Leg, budget: int) -> Trace:
    """One model's way with the price of every stretch, and why it is dearer than open ground."""
    figure = battle.state.figures[leg.who]
    move = read_leg(battle, figure, leg)
    if isinstance(move, Refusal):
        path = (figure.at, *(step.to for step in leg.steps if step.to is not None))
        return Trace(leg.who, path, 0, budget)
    cost = price(battle, figure, move)[0]
    parts = tuple(_stretch(battle.state, way.start, way.to, aloft=way.how == "fly") for way in move.path)
    path = (figure.at, *(way.to for way in move.path))
    return Trace(leg.who, path, cost, budget, parts, {leg.who: (move.x, move.y, move.face)})


def _stretch(state: State, start: Point, to: Point, aloft: bool = False) -> Stretch:
    """A straight part of a way, its length, and the terrain on it that costs more than open ground."""
    slow = []
    for stretch in () if aloft else stretches(start, to, state.pieces):
        piece = state.pieces[stretch.piece]
        cost = classify(piece).cost
        if cost != PLAIN:
            slow.append(f"{piece.label} ×{cost / PLAIN:g}" if cost else f"{piece.label}: no way")
    return Stretch(start, to, round(hypot(to[0] - start[0], to[1] - start[1])), ", ".join(dict.fromkeys(slow)))


# ---- bodies


def plan_body(battle: Battle[State], unit: Unit, drag: Drag, runs: bool, budget: int) -> Legs:
    """A formation manoeuvres towards where its front is dragged; a turn of the hand is a wheel."""
    assert unit.ranks is not None
    if drag.verb in ("about", "stand", "prone", "fly", "land") or drag.verb.startswith("form"):
        word, _, shape = drag.verb.partition(" ")
        return (Leg(unit.id, (Step(word, what=shape),)),)
    if drag.face is not None and hypot(drag.to[0] - unit.ranks.x, drag.to[1] - unit.ranks.y) <= STRAIGHT:
        right = (drag.face - unit.ranks.face) % 36000 <= 18000
        return (Leg(unit.id, (Step("wheel", face=drag.face % 36000, what="right" if right else "left"),)),)
    if unit.ranks.kind == "column":
        return (Leg(unit.id, (Step("run" if runs else "go", drag.to),)),)
    return towards(battle, unit, drag.to, runs, budget)


def towards(battle: Battle[State], unit: Unit, goal: Point, runs: bool, budget: int) -> Legs:
    """A line manoeuvres towards a place, as far as it may."""
    assert unit.ranks is not None
    formation = formation_of(unit.ranks)
    room = sizes(battle.state, formation.ids)
    got = plan_tight(board(battle), formation, goal, budget, room, passage(battle, unit, False))
    steps: list[Step] = [Step("run")] if runs else []
    for leg in got.legs:
        step, formation = as_step(battle, formation, leg)
        steps.append(step)
    return (Leg(unit.id, tuple(steps)),) if len(steps) > int(runs) else ()


def as_step(battle: Battle[State], formation: Formation, leg: Manoeuvre) -> tuple[Step, Formation]:
    """A manoeuvre in the words of an answer, and the formation after it."""
    new = after(formation, leg, sizes(battle.state, formation.ids))
    if leg.how == "wheel":
        return Step("wheel", face=new.facing, what=leg.end), new
    return (Step("about"), new) if leg.how == "about" else (Step("go", new.anchor), new)


def trace_body(battle: Battle[State], unit: Unit, leg: Leg, took: March | Refusal, budget: int) -> Trace:
    """The way of a body's front, and how everybody would stand."""
    assert unit.ranks is not None
    here = (unit.ranks.x, unit.ranks.y)
    if isinstance(took, Refusal):
        return Trace(unit.id, (here, *(step.to for step in leg.steps if step.to is not None)), 0, budget)
    ends = {name: (*base.at, took.ranks.face) for name, base in places(battle.state, took.ranks).items()}
    path = (here, *((ranks.x, ranks.y) for ranks in took.stations))
    parts = tuple(_stretch(battle.state, start, to) for start, to in pairwise(path) if start != to)
    return Trace(unit.id, path, took.price, budget, parts, ends)
