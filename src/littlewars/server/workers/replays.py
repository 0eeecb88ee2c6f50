"""A battle to watch again: its journal played once more, line by line, with what each line changed on the table.

When a battle is over nothing of it is secret: a replay shows everything to everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from littlewars.engine import System
from littlewars.engine.chance.fair import written
from littlewars.engine.journal import Divergence, JournalContents, JournalError, check_fair, read, steps
from littlewars.engine.names import Names
from littlewars.engine.showing import Show, change

from ..telling.lines import tell_line
from ..telling.records import record_of
from ..telling.views import EVERYBODY
from ..wire import Replay, ReplayFrame

MOST_LINES = 50_000


def make_replay(journal: bytes, systems: Mapping[str, System[Any]]) -> Replay:
    """The replay of a journal; JournalError (with the line) if it cannot be read or is another version's."""
    book = read(journal)
    opening = book.opening
    system = systems.get(opening.system)
    if system is None:
        raise JournalError(1, f"there is no rulebook {opening.system[:60]!r} here")
    if len(book.lines) > MOST_LINES:
        raise JournalError(MOST_LINES, "more lines than any battle has")
    unfair: Divergence | None = None
    try:
        check_fair(book)
    except Divergence as error:
        unfair = error
    return _played(system, book, unfair)


def _played(system: System[Any], book: JournalContents, unfair: Divergence | None) -> Replay:
    opening = book.opening
    names, frames = Names(), list[ReplayFrame]()
    first: Show | None = None
    shown: Show | None = None
    result, fault = None, str(unfair or "")
    try:
        for line, game, events in steps(system, book):
            show = system.show(game.state)
            names.learn(show)
            first, shown = first or show, shown or show
            changed = change(shown, show)
            frames.append(
                ReplayFrame(
                    tell_line(record_of(line, tuple(events)), EVERYBODY, names),
                    changed,
                    system.rounds(game.state),
                    len(changed.gone),
                )
            )
            shown, result = show, names.result(game.verdict)
    except Divergence as error:
        if first is None:  # not even its beginning: nothing to see
            raise unfair or error from None
        fault = fault or str(error)
    assert first is not None
    players = opening.meta.get("players")
    told = opening.meta.get("commitment")
    return Replay(
        title=str(opening.scenario.get("name", system.title)),
        system=system.name,
        seats={str(side): str(name) for side, name in players.items()} if isinstance(players, dict) else {},
        show=first,
        frames=tuple(frames),
        result=result,
        commitment=told if isinstance(told, str) else "",
        seed=written(opening.seed) if opening.seed >= 0 else "",
        fault=fault,
        warnings=book.warnings,
    )
