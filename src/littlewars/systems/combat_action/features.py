"""What battles of Combat Action may show, for a soak to count: every activity, line of a table, location and status."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from littlewars.engine import Event

from .basics import events as happened
from .basics.numbers import COSTS, LOCATIONS
from .basics.state import State

RESULTS = ("no effect", "wounded", "out of action", "killed")
STATUSES = ("steady", "pinned", "routing", "rallies")
SECTIONS = ("pierced", "partial collapse", "destroyed")
TABLES = ("grinds to a halt", "repeats its action", "halt", "shoot the nearest enemy", "move", "shoot the nearest any")
CHANGES = {
    "is ready-to-fire": "ready-to-fire",
    "is out of coherency": "out of coherency",
    "breaks away": "breaking away",
    "is held in close combat": "held in close combat",
    "has its orders": "orders",
    "crashes": "crash",
}
BEGINS = {"has jammed": "jam", "hides behind": "hiding", "opens a door": "door opened", "gets into": "getting in"}
MOVES = {"runs": "rout", "rolls on": "runaway", "is moved aside": "moved aside"}
DEEDS: dict[type[Event], str] = {happened.Answered: "ready fire", happened.Exploded: "explosion"}
GOT_OUT, STRIKE_BACK, DEVIATION, LEFT = "getting out", "strike back", "deviation", "gone over the edge"

FEATURES = (
    *(f"activity {verb}" for verb in COSTS),
    *(f"hit: {result}" for result in RESULTS),
    *(f"discipline: {status}" for status in STATUSES),
    *(f"location {place}" for place in LOCATIONS),
    *(f"section {result}" for result in SECTIONS),
    *(f"robot: {result}" for result in TABLES),
    *CHANGES.values(),
    *BEGINS.values(),
    *MOVES.values(),
    *DEEDS.values(),
    GOT_OUT,
    STRIKE_BACK,
    DEVIATION,
    LEFT,
)


def shows(state: State, event: Event) -> Iterator[str]:
    """Which of these an event is an example of."""
    kind = type(event)
    if kind in DEEDS:
        yield DEEDS[kind]
    if kind in MORE:
        yield from MORE[kind](event)


def _acted(event: happened.Acted) -> Iterator[str]:
    verb = event.verb.replace(" ", "-")
    if verb in COSTS:
        yield f"activity {verb}"


def _hurt(event: happened.Hurt) -> Iterator[str]:
    if event.result in RESULTS:
        yield f"hit: {event.result}"


def _tested(event: happened.Tested) -> Iterator[str]:
    yield f"discipline: {event.status}"


def _damaged(event: happened.Damaged) -> Iterator[str]:
    place = event.place.replace(" ", "-")
    yield f"location {'pilot-compartment' if place == 'control-core' else place}"


def _section(event: happened.Section) -> Iterator[str]:
    if event.result in SECTIONS:
        yield f"section {event.result}"


def _rolled(event: happened.Rolled) -> Iterator[str]:
    if event.result in TABLES:
        yield f"robot: {event.result}"


def _changed(event: happened.Changed) -> Iterator[str]:
    if event.what in CHANGES:
        yield CHANGES[event.what]
    yield from (name for start, name in BEGINS.items() if event.what.startswith(start))


def _moved(event: happened.Moved) -> Iterator[str]:
    if event.how in MOVES:
        yield MOVES[event.how]
    if event.how.startswith("gets out"):
        yield GOT_OUT


def _fought(event: happened.Fought) -> Iterator[str]:
    if event.back:
        yield STRIKE_BACK


def _exploded(event: happened.Exploded) -> Iterator[str]:
    if event.off:
        yield DEVIATION


def _removed(event: happened.Removed) -> Iterator[str]:
    if event.how == LEFT:
        yield LEFT


MORE: dict[type[Event], Callable[..., Iterator[str]]] = {
    happened.Acted: _acted,
    happened.Hurt: _hurt,
    happened.Tested: _tested,
    happened.Damaged: _damaged,
    happened.Section: _section,
    happened.Rolled: _rolled,
    happened.Changed: _changed,
    happened.Moved: _moved,
    happened.Fought: _fought,
    happened.Exploded: _exploded,
    happened.Removed: _removed,
}
