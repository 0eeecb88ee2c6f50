"""How the tactician drives: shoots while it has a target, keeps its front to the enemy, runs men over but no walls."""

from __future__ import annotations

from random import Random
from typing import Any

from littlewars.engine import Battle, Choose, Move, View
from littlewars.engine.showing import Drag, Trace
from littlewars.systems.defiance.basics.numbers import INCH
from littlewars.systems.defiance.basics.sight import away
from littlewars.systems.defiance.basics.state import Figure, State
from littlewars.systems.defiance.fire.firing import choices
from littlewars.systems.defiance.orders.vehicle_orders import DONE, DRIVE, SHOOT, unfired
from littlewars.table.facing import angle_between, facing_to, step_to

from ..thumb import nearest
from .worth import battle_of, shot_worth, worth_of_hit

EIGHTHS = (8, 5, 3)  # of what it has left
TURNS = (0, 3000, -3000, 6000, -6000, 10000, -10000)
RAM = 0.7  # what running somebody over is worth beside a hit
CRASH = 40.0  # points that running into ground or another hull costs
ASTERN = 8.0  # points that it costs to show the enemy one's back
FARTHEST = 6  # inches to an enemy that a hull would rather not come nearer than


def what_next(view: View[Any], ask: Choose, rng: Random) -> str:
    """Fire while there is somebody to fire at, else drive once, else enough."""
    battle = battle_of(view)
    figure = battle.state.figures[ask.of[0]]
    if SHOOT in ask.ids and choices(battle, figure, [figure.arms[arm].slot for arm in unfired(figure)], False):
        return SHOOT
    now = battle.state.acting().drive
    if DRIVE in ask.ids and now is not None and not now.turns and now.heading == 0:
        return DRIVE
    return DONE


def drive(view: View[Any], ask: Move) -> Any:
    """Of some places ahead the one from which it shoots best, by the ways the ask itself finds."""
    battle = battle_of(view)
    state, name = battle.state, next(iter(ask.start))
    figure = state.figures[name]
    goal = nearest(figure.at, state.enemies_of(state.side_of(figure)))
    if goal is None or goal.at == figure.at:
        return None
    bearing, best, found = facing_to(figure.at, goal.at), 0.0, None
    for eighths in EIGHTHS:
        for turn in TURNS:
            to = step_to(figure.at, bearing + turn, ask.budget[name] * eighths // 8)
            legs = ask.plan(Drag((name,), to))
            if not legs or ask.refuse(legs) is not None:
                continue
            worth = _worth(battle, figure, goal, ask.trace(legs[0]))
            if found is None or worth > best:
                best, found = worth, legs
    return found


def _worth(battle: Battle[State], figure: Figure, goal: Figure, trace: Trace) -> float:
    """Its fire at the nearest enemy from there, whom it runs over, what it runs into, and where its front looks."""
    state, side = battle.state, battle.state.side_of(figure)
    x, y, face = trace.ends.get(figure.id, (*figure.at, figure.face))
    here = (figure.x, figure.y, figure.face)
    figure.x, figure.y, figure.face = x, y, face
    try:
        far = away(figure, goal) / INCH
        fire = shot_worth(state, figure, goal, 0, cover="")
        off = angle_between(face, facing_to((x, y), goal.at)) / 18000 if (x, y) != goal.at else 0.0
    finally:
        figure.x, figure.y, figure.face = here
    met = 0.0
    for touch in trace.meets:
        one = state.figures.get(touch.figure)
        if one is None or one.frame.vehicle:
            met -= CRASH
        else:
            met += (touch.chance or 0.0) * worth_of_hit(one) * (RAM if state.side_of(one) != side else -1.0)
    return fire + met - ASTERN * off - (far / 4 if far > FARTHEST else 2.0)
