"""What is left on a table of what happened there: those who fell, where they did, and scorched ground. A page that comes late
finds it as those have it who were there all the time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from littlewars.engine import System
from littlewars.engine.journal import JournalError, read, standing, steps
from littlewars.engine.names import Names
from littlewars.engine.showing import Burst, Fell, Seen, Show, Struck, Went

from ..telling.lines import tell_line
from ..telling.records import record_of
from ..telling.views import state_for
from ..wire import Lying, Remains

AUDIENCE = ""  # those who only watch: nobody learns more by coming again
RECENT = 4  # lines after a hit in which somebody may still fall by it
MOST_SCARS = 60


def remains_of(journal: bytes, systems: Mapping[str, System[Any]]) -> Remains:
    """The whole battle, without what was taken back; JournalError if it cannot be played again."""
    book = read(journal)
    system = systems.get(book.opening.system)
    if system is None:
        raise JournalError(1, "there is no such rulebook here")
    counts, names = standing(book), Names()
    fallen: dict[str, Lying] = {}
    scars: deque[Burst] = deque(maxlen=MOST_SCARS)
    blows: deque[tuple[Struck, ...]] = deque(maxlen=RECENT + 1)
    before: Show | None = None
    for line, game, events in steps(system, replace(book, lines=tuple(line for line in book.lines if line.n in counts))):
        show = system.show(state_for(system, game.state, AUDIENCE))
        beat = tell_line(record_of(line, tuple(events)), AUDIENCE, names)
        seen = [told.seen for told in beat.told if told.seen is not None]
        blows.append(tuple(one for one in seen if isinstance(one, Struck) and one.hit))
        scars.extend(one for one in seen if isinstance(one, Burst))
        if before is not None:
            fallen |= _fallen(seen, before, [one for row in blows for one in row])
        before = show
    return Remains(fallen, tuple(scars))


def _fallen(seen: Iterable[Seen], before: Show, blows: list[Struck]) -> dict[str, Lying]:
    """Who fell just now, as he was; he may have gone a way first."""
    ends = {one.figure: one.path[-1] for one in seen if isinstance(one, Went) and one.path}
    fell = [before.figures[one.figure] for one in seen if isinstance(one, Fell) and one.figure in before.figures]
    return {
        one.id: Lying(replace(one, at=ends.get(one.id, one.at)), before.tracker.round, _by(one.id, one.unit, before, blows))
        for one in fell
    }


def _by(figure: str, unit: str, show: Show, blows: list[Struck]) -> str:
    """By whom, as far as one can see: by the last blow at him, or at one of his unit."""
    at_him = [one for one in blows if one.target == figure]
    at_them = [one for one in blows if one.target in show.figures and show.figures[one.target].unit == unit]
    last = (at_him or at_them)[-1:]
    return last[0].figure if last else ""
