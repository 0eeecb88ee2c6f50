"""What an audience hears: events for all or for this side; of an answer in a simultaneous decision only that it was given."""

from __future__ import annotations

from collections.abc import Iterable

from littlewars.dice import Draw
from littlewars.engine import Event, Tally
from littlewars.engine.names import Names

from ..wire import Beat, Spoke, Told
from .records import Record
from .story import OPEN_TO_ALL
from .views import EVERYBODY

SAID_ALOUD = (*OPEN_TO_ALL, "undo")  # also while all decide at once
CARD = "card"  # what a draw is for when it is no die's (`Dice.pick`)


def told(events: Iterable[Event | Draw], audience: str | None, names: Names) -> tuple[Told, ...]:
    """The events that this audience may know, as the log tells them."""
    known = [event for event in events if audience is EVERYBODY or _to(event) in (None, audience)]
    return tuple(_told(event, names, text) for event, text in zip(known, _texts(known), strict=True))


def _texts(events: list[Event | Draw]) -> list[str | None]:
    """What each says; where several in a row are told in one line, the first has it and the others are silent."""
    found: list[str | None] = [None] * len(events)
    at = 0
    while at < len(events):
        first, end = events[at], at + 1
        if not isinstance(first, Draw):
            while end < len(events) and type(events[end]) is type(first):
                end += 1
            together = (
                first.tell_with([event for event in events[at + 1 : end] if isinstance(event, Event)]) if end > at + 1 else None
            )
            if together is None:
                end = at + 1
            else:
                found[at:end] = [together, *[""] * (end - at - 1)]
        at = end
    return found


def _to(event: Event | Draw) -> str | None:
    """The only side that may know of this."""
    to: str | None = getattr(event, "to", None)
    return to


def _told(event: Event | Draw, names: Names, text: str | None = None) -> Told:
    secret = _to(event) is not None
    if isinstance(event, Draw):
        die, text = _card(event) if event.why == CARD else (event.die, names.throw(event.why))
        return Told("draw", text, die=die, faces=event.faces, secret=secret)
    tally = getattr(event, "tally", None)
    text = event.tell_untallied() if text is None else text
    return Told(
        type(event).__name__,
        names(text),
        event.depth,
        event.source(),
        tally=tally if isinstance(tally, Tally) else None,
        seen=event.seen(),
        secret=secret,
        who=names.one_of_several(text),
    )


def _card(draw: Draw) -> tuple[str, str]:
    """A card is drawn by its number in the deck, and is no die for that: one of so many, and in words."""
    deck = draw.die.removeprefix("d").removeprefix("1 of ")
    return f"1 of {deck}", f"card {', '.join(map(str, draw.faces))} of {deck}"


def tell_line(record: Record, audience: str | None, names: Names) -> Beat:
    """A line of the journal for this audience."""
    spoke = Spoke(record.kind, record.side, record.rule, record.by)
    if (record.secret or (record.apart is not None and record.kind not in SAID_ALOUD)) and audience not in (
        EVERYBODY,
        record.side,
    ):
        spoke = Spoke("secret", record.side)
    return Beat(record.n, spoke, told(record.events, audience, names), record.left)
