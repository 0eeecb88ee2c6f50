"""Rules of thumb that serve every rulebook: advice by rule, chances of a die, the nearest, an advance by the planner."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from random import Random
from typing import Any, Protocol, TypeVar

from littlewars.engine import Ask, Leg, Legs, Point, Step, View
from littlewars.kit.march import legs_of
from littlewars.table.board.board import Board
from littlewars.table.facing import facing_to
from littlewars.table.formation.planner import MoveRequest, plan_towards
from littlewars.table.shapes.bases import centre2

A = TypeVar("A")
Advice = Callable[[View[Any], Any, Random], Any]  # an answer, or None for the usual one


class FigureStanding(Protocol):
    """Somebody on the table."""

    id: str

    @property
    def at(self) -> Point:
        """Where he is."""


F = TypeVar("F", bound=FigureStanding)


def advised(answers: Mapping[str, Advice], view: View[Any], ask: Ask[Any], rng: Random) -> Any:
    """What the table of advice says about the rule of an ask; None where it is silent."""
    known = answers.get(ask.rule)
    return known(view, ask, rng) if known else None


def first_allowed(ask: Ask[Any], tries: Iterable[A | None]) -> A | None:
    """The first of some answers that is one and is allowed."""
    return next((answer for answer in tries if answer and ask.refuse(answer) is None), None)


def chance(die: int, needed: int) -> float:
    """The chance that a die shows this or more."""
    return min(1.0, max(0.0, (die - needed + 1) / die))


def nearest(at: Point, figures: Iterable[F]) -> F | None:
    """Who is nearest to a place, centre to centre."""
    return min(figures, key=lambda figure: (centre2(at, figure.at), figure.id), default=None)


def advance(board: Board, order: MoveRequest, goal: Point, length: int, verb: str, prone: Collection[str]) -> Legs:
    """A loose unit towards a goal by at most that length, all looking there at the end; nothing if nobody gets anywhere."""
    plan = plan_towards(board, order, goal, length)
    return legs_of(plan, verb, prone, lambda name, path: (Step("turn", face=facing_to(path[-1], goal)),) if path else ())


def without_turns(legs: Legs, who: Collection[str]) -> Legs:
    """The same ways for those who cannot turn as they like."""
    return tuple(Leg(leg.who, tuple(s for s in leg.steps if s.verb != "turn")) if leg.who in who else leg for leg in legs)
