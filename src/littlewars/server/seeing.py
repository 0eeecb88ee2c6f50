"""What an audience sees of a battle: a side, or "" for everybody who only watches.

Nothing goes to a page that does not come through here: the state after `hide`, events that are for all or for this side, asks
of this side only, and of an answer in a simultaneous decision no more than that it was given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from littlewars.dice import Draw
from littlewars.engine import Agree, Ask, Event, Game, System, Tally, only
from littlewars.engine.names import Names
from littlewars.engine.page_cache import PageCache
from littlewars.engine.showing import Change, Show, change

from .wire import Beat, Now, Sheet, Spoke, Told, Wish

CARD = "card"  # what a draw is for when it is no die's (`Dice.pick`)
EVERYBODY: None = None  # the audience of a replay: the battle is over, nothing is secret


class Record(Struct, frozen=True):
    """One line of the journal, as the room remembers it. `apart`: the simultaneous decision that it belongs to."""

    n: int
    kind: str
    side: str
    rule: str
    events: tuple[Event | Draw, ...]
    part: int = 0
    apart: int | None = None
    left: int | None = None


def at_once(game: Game[Any]) -> int | None:
    """The simultaneous decision that is open (by the number of entries before it), or None."""
    return game.together


def state_for(system: System[Any], state: Any, audience: str | None) -> Any:
    """The state as this audience may know it; those who only watch know what all sides know."""
    if audience is EVERYBODY or not system.secrets:
        return state
    seen = system.copy(state)
    for side in [audience] if audience else system.sides(state):
        system.hide(seen, side)
    return seen


class Eyes:
    """The table as each audience sees it, always up to date, and the names that it knows. Where nothing is secret there is one
    pair of eyes for all."""

    def __init__(self, system: System[Any], state: Any) -> None:
        self.system, self._cache = system, PageCache()
        self.shows: dict[str, Show] = {}
        self.names = {eye: Names() for eye in (*(system.sides(state) if system.secrets else ()), "")}
        self.look(state)

    def eye(self, audience: str) -> str:
        """Whose eyes an audience looks with."""
        return audience if self.system.secrets else ""

    def look(self, state: Any) -> dict[str, Change]:
        """See the table as it is now; what has changed for each. Those who saw the same and see the same share it."""
        before, self.shows = self.shows, {eye: self._page(state, eye) for eye in self.names}
        found: dict[str, Change] = {}
        shared: dict[tuple[int, int], Change] = {}
        for eye, names in self.names.items():
            old, new = before.get(eye), self.shows[eye]
            if old is not new:
                names.learn(new)
            if old is not None:
                pair = id(old), id(new)
                found[eye] = shared.get(pair) or shared.setdefault(pair, change(old, new))
        return found

    def _page(self, state: Any, eye: str) -> Show:
        seen = state_for(self.system, state, eye)
        return self.system.page(self.system.copy(state) if seen is state else seen, self._cache)


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
    return Told(
        type(event).__name__,
        names(event.tell() if text is None else text),
        event.depth,
        event.rule,
        tally=tally if isinstance(tally, Tally) else None,
        seen=event.seen(),
        secret=secret,
    )


def _card(draw: Draw) -> tuple[str, str]:
    """A card is drawn by its number in the deck, and is no die for that: one of so many, and in words."""
    deck = draw.die.removeprefix("d").removeprefix("1 of ")
    return f"1 of {deck}", f"card {', '.join(map(str, draw.faces))} of {deck}"


def beat(record: Record, audience: str | None, names: Names) -> Beat:
    """A line of the journal for this audience."""
    spoke = Spoke(record.kind, record.side, record.rule)
    if record.apart is not None and audience not in (EVERYBODY, record.side):
        spoke = Spoke("secret", record.side)
    return Beat(record.n, spoke, told(record.events, audience, names), record.left)


class Standing(NamedTuple):
    """How a battle stands, whoever looks: who wishes to take something back, who would end it, its seed."""

    wish: Wish | None
    agreed: tuple[str, ...]
    seed: str


def agreed(game: Game[Any]) -> tuple[str, ...]:
    """Who would end the battle as it stands."""
    return tuple(dict.fromkeys(entry.side for entry in game.entries if isinstance(entry, Agree)))


def now(game: Game[Any], records: Sequence[Record], audience: str, names: Names, standing: Standing) -> Now:
    """Where the battle stands for this audience; the seed is told when it is over."""
    result = game.result
    return Now(
        asks=sheets(game, records, audience, names),
        waiting=tuple(sorted({ask.side for _, ask in game.asks})),
        rule=game.asks[0][1].rule if game.asks and at_once(game) is None else "",
        free_undo=game.free_undo(audience) if audience and result is None else 0,
        wish=standing.wish,
        agreed=standing.agreed,
        result=result,
        seed=standing.seed if result is not None else "",
    )


def sheets(game: Game[Any], records: Sequence[Record], side: str, names: Names) -> tuple[Sheet, ...]:
    """What this side is asked, with the single answer where there is just one; not in a simultaneous decision, where everybody
    takes the time to decide."""
    own = [(part, ask) for part, ask in game.asks if side and ask.side == side]
    found = []
    for part, ask in own:
        more = {"part": part, "number": number_of(game, records, part)}
        if at_once(game) is None and (answer := _single(ask)) is not None:
            more["single"] = answer
        found.append(msgspec.convert(names.sheet(ask.sheet()) | more, Sheet))
    return tuple(found)


def _single(ask: Ask[Any]) -> Any:
    return msgspec.to_builtins(only(ask))


def number_of(game: Game[Any], records: Sequence[Record], part: int) -> int:
    """The number of what is asked in this part: of the last line before it. In a simultaneous decision the other parts' lines
    do not count, so it says nothing about what others have answered."""
    open_, n = at_once(game), len(records)
    if open_ is None:
        return n
    within = 0
    while within < n and records[n - 1 - within].apart == open_:
        within += 1
    return n - within + sum(record.part == part for record in records[n - within :])


def left_after(undone_to: int) -> int:
    """How many beats still count when so many entries are left: these, and the beginning."""
    return undone_to + 1
