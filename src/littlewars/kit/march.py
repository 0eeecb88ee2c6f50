"""A loose unit's Move: tried on the board before it is allowed, made by the planner from a drag or an intention."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager

from littlewars.engine import Leg, Legs, Point, Step
from littlewars.table.board.board import Board
from littlewars.table.formation.planner import MovePlan


@contextmanager
def on_trial(table: Board, movers: Sequence[str]) -> Iterator[None]:
    """These may be moved about while something is looked at; afterwards they stand where they stood."""
    before = {name: table.base(name) for name in movers if name in table}
    try:
        yield
    finally:
        for name, base in before.items():
            if table.base(name) is not base:
                table.move(name, base)


def legs_of(
    plan: MovePlan, verb: str, prone: Collection[str], after: Callable[[str, Sequence[Point]], tuple[Step, ...]]
) -> Legs:
    """A plan as an answer: who lies and goes anywhere stands up first; `after`: what each does at the end of his path."""
    legs = []
    for name, path in plan.paths.items():
        rise = (Step("stand"),) if path and name in prone else ()
        legs.append(Leg(name, (*rise, *(Step(verb, point) for point in path), *after(name, path))))
    return tuple(leg for leg in legs if leg.steps)
