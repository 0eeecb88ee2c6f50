"""What is sent to each audience after something was done: every line that it may hear of, and what has changed on its table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import msgspec

from littlewars.engine import Game
from littlewars.engine.showing import Change

from ..wire import Again, Waiting
from .lines import tell_line
from .now import Standing, now
from .records import Record
from .story import last_line, news
from .views import AudienceViews

encode = msgspec.json.Encoder().encode
NOTHING_NEW = encode(Change())


class Deed(NamedTuple):
    """What was done: the lines after `since`; before them this simultaneous decision was open, and all waited for these."""

    since: int
    inside: int | None
    waited: tuple[str, ...]


def moment(beat: bytes, change: bytes, now: bytes) -> bytes:
    """A moment, of parts that are encoded already: what several may see is encoded once."""
    return b'{"is":"moment","beat":' + beat + b',"change":' + change + b',"now":' + now + b"}"


class Telling:
    """Tells of one deed. What they changed on the table is told with the first of its lines; who hears of none is told for whom
    all wait, if that is news."""

    def __init__(
        self, game: Game[Any], records: Sequence[Record], views: AudienceViews, standing: Standing, done: Deed
    ) -> None:
        self.game, self.records, self.views, self.standing, self.done = game, records, views, standing, done
        self.changes: dict[str, bytes] = {}
        self._beats: dict[tuple[str, int], bytes] = {}

    def look(self, audiences: Collection[str]) -> None:
        """See what has changed for those who watch."""
        changes = self.views.look(self.game.state, {self.views.viewer(audience) for audience in audiences})
        self.changes = {viewer: encode(changed) for viewer, changed in changes.items()}

    def to(self, audience: str) -> list[bytes]:
        """All messages for an audience."""
        viewer, done = self.views.viewer(audience), self.done
        where = now(self.game, self.records, audience, self.views.names[viewer], self.standing)
        lines, again = news(self.records, done.since, done.inside, self.game.together, audience)
        told = [] if again is None else [encode(Again(again))]
        whence = encode(where)
        for place, record in enumerate(lines):
            change = NOTHING_NEW if place else self.changes.get(viewer, NOTHING_NEW)
            told.append(moment(self._beat(record, audience, viewer), change, whence))
        if not lines and (again is not None or where.waiting != done.waited):
            told.append(encode(Waiting(last_line(self.records, self.game.together, audience), where)))
        return told

    def _beat(self, record: Record, audience: str, viewer: str) -> bytes:
        """A line; where nothing is secret all hear the same."""
        is_public = self.done.inside is None and not record.secret
        found = self._beats.get((viewer, record.n)) if is_public else None
        if found is None:
            found = self._beats[viewer, record.n] = encode(tell_line(record, audience, self.views.names[viewer]))
        return found
