"""A loose unit's Move: tried on the board before it is allowed, made by the planner from a drag or an intention."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from littlewars.table.board.board import Board


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
