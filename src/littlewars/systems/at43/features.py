"""What battles of AT-43 may show, for a soak to count: uses of LP, tactics, moves, statuses, locations, deeds."""

from __future__ import annotations

from collections.abc import Iterator

from littlewars.engine import Event, Happening

from .basics import events as happened
from .basics.numbers import PRICE, STATUS
from .basics.state import State

DEEDS: dict[type[Event], str] = {
    happened.DeadCard: "dead card",
    happened.TookCommand: "succession of command",
    happened.MoraleTested: "morale test",
    happened.Entered: "entry from reserve",
    happened.Engaged: "engagement",
    happened.Covered: "cover roll",
    happened.InTheZone: "bystander",
    happened.ElementHit: "terrain hit",
    happened.NewLeader: "leader replaced",
    happened.Reacted: "overwatch fires",
    happened.Attacked: "close combat",
}
LP = ("bid", "delay", "double activation", "relocate", "activate", "rally")
TACTICS = tuple(name.replace("-", " ") for name in PRICE if "-" in name or name == "overwatch")
MOVES = ("goes", "rushes", "edges away", "runs")
LOCATIONS = ("propulsion", "frame", "weapon")
FEATURES = (
    *DEEDS.values(),
    *(f"LP: {use}" for use in LP),
    *(f"tactic {name}" for name in TACTICS),
    *(f"a fighter {how}" for how in MOVES),
    *(f"status {name}" for name in STATUS),
    *(f"location {name}" for name in LOCATIONS),
    "immobile machine",
)


def shows(state: State, event: Happening) -> Iterator[str]:
    """Which of these an event is an example of."""
    if isinstance(event, Event) and (deed := DEEDS.get(type(event))) is not None:
        yield deed
    if isinstance(event, happened.Bid) and event.lp:
        yield "LP: bid"
    elif isinstance(event, happened.SequenceChanged):
        yield f"LP: {'relocate' if event.how.startswith('Move') else event.how.lower()}"
    elif isinstance(event, happened.Paid):
        yield f"LP: {event.what}"
    elif isinstance(event, happened.TacticTaken):
        yield f"tactic {event.tactic}"
    elif isinstance(event, happened.Moved):
        yield f"a fighter {event.how}"
    elif isinstance(event, happened.StatusChanged):
        yield f"status {event.status.removeprefix('in ')}"
    elif isinstance(event, happened.LocationHit):
        yield f"location {event.location if event.location in LOCATIONS else 'weapon'}"
    elif isinstance(event, happened.Held):
        yield "immobile machine"
