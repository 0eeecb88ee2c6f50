"""Where the tactician goes: towards the enemy, rather into terrain than into the open."""

from __future__ import annotations

from typing import Any

from littlewars.engine import Leg, Move, Step, View
from littlewars.engine.showing import Drag
from littlewars.systems.defiance.basics.numbers import INCH
from littlewars.systems.defiance.basics.sight import away, cover_of
from littlewars.systems.defiance.basics.state import Figure, State
from littlewars.table.facing import facing_to, step_to

from ..thumb import first_allowed, nearest
from .worth import battle_of, shot_worth

TRIES = 8  # of the best places to go that are tried
TOO_NEAR = 4  # inches
COVER = 2.0  # what cover is worth, in points
STEPS = (8, 6, 4, 2)  # eighths of an allowance
TURNS = (0, 1500, -1500, 3000, -3000, 4500, -4500)


def move(view: View[Any], ask: Move) -> Any:
    """Towards the enemy, rather into terrain than into the open; at the end look at him."""
    battle = battle_of(view)
    state = battle.state
    name = next(iter(ask.start))
    figure = state.figures[name]
    goal = nearest(figure.at, state.enemies_of(state.side_of(figure)))
    if goal is None:
        return None
    bearing = facing_to(figure.at, goal.at) if figure.at != goal.at else figure.face
    if "go" not in ask.verbs:
        return (Leg(name, (Step("turn", face=bearing),)),) if bearing != figure.face else ()
    if ask.rule == "defiance.orders.charge-move":
        legs = ask.plan(Drag((name,), goal.at))
        if ask.refuse(legs) is None:
            return legs
    rise = (Step("stand"),) if figure.prone and "stand" in ask.verbs else ()
    budget = ask.budget[name] // (2 if figure.prone and not rise else 1)
    ends = {step_to(figure.at, bearing + turn, budget * eighths // 8) for eighths in STEPS for turn in TURNS}
    ranked = sorted(ends, key=lambda to: (-_worth(state, figure, goal, to), to))
    looks = {to: facing_to(to, goal.at) if to != goal.at else bearing for to in ranked[:TRIES]}
    return first_allowed(ask, ((Leg(name, (*rise, Step("go", to), Step("turn", face=look))),) for to, look in looks.items()))


def _worth(state: State, figure: Figure, goal: Figure, to: tuple[int, int]) -> float:
    """Where it could do most to the nearest enemy, nearer rather than farther; cover is worth some inches."""
    here, figure.x, figure.y = figure.at, *to
    try:
        far = away(figure, goal) / INCH
        fire = shot_worth(state, figure, goal, 0, cover="")
        cover = cover_of(state, goal.at, figure)
    finally:
        figure.x, figure.y = here
    crowded = 6.0 if far < TOO_NEAR else 0.0  # hand to hand is not for riflemen
    return fire - far / 4 - crowded + (COVER if cover else 0.0)
