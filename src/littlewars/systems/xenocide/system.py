"""Xenocide: Firefight as the engine sees it, and what its battles may show, for a soak to count."""

from __future__ import annotations

from collections.abc import Iterator

from littlewars.engine import Event
from littlewars.kit.system import BaseSystem

from .basics import events as happened
from .basics.events import EVENTS
from .basics.numbers import ORDERS
from .basics.profiles import DATA
from .basics.state import State
from .move.engaging import apart
from .page.looking import attack, look
from .page.show import table
from .roster.muster import MUSTER
from .scenario.setup import describe, setup, state_errors, transition_errors
from .turn.sequence import step
from .turn.victory import verdict

DEEDS: dict[type[Event], str] = {
    happened.Engaged: "contact",
    happened.Fought: "blow",
    happened.Scored: "result of a melee",
    happened.Strayed: "fire that strays",
    happened.Marked: "suppression",
    happened.Held: "fire held",
    happened.Tested: "morale test",
    happened.Damaged: "damage to a vehicle",
    happened.Exploded: "explosion",
    happened.Dodged: "overrun",
    happened.Rammed: "ram",
    happened.Boarded: "boarding",
}
WAYS = ("goes", "runs", "flies", "teleports", "drives", "flees", "falls back", "closes up", "follows up")
ENDS = ("killed", "fled", "left", "destroyed")  # those that battles by chance show often enough
MODS = (
    "aspect", "point blank", "long range", "on the run", "light cover", "heavy cover", "thrown at cover", "darkness or smoke",
    "suppressed", "snap shot", "never below 0",
)  # fmt: skip
FEATURES = (
    *(f"order {name}" for name in ORDERS),
    *(f"way {name}" for name in WAYS),
    *(f"end {name}" for name in ENDS),
    *(f"shot {name}" for name in MODS),
    *DEEDS.values(),
)


def shows(state: State, event: Event) -> Iterator[str]:
    """Which of these an event is an example of."""
    if type(event) in DEEDS:
        yield DEEDS[type(event)]
    if isinstance(event, happened.Revealed):
        yield from (f"order {order}" for _, order in event.orders if order in ORDERS)
    elif isinstance(event, happened.Moved):
        yield f"way {event.how}"
    elif isinstance(event, happened.Removed):
        yield from (f"end {how}" for how in ENDS if how == event.how)
    elif isinstance(event, happened.Fired):
        yield from (f"shot {mod.name}" for mod in event.tally.mods if mod.name in MODS)


class Xenocide(BaseSystem[State]):
    """Xenocide: Firefight."""

    name = "xenocide"
    title = "Xenocide: Firefight"
    about = "Squads of the far future: secret orders, simultaneous fire, suppression, low is good."
    version = 2
    longest_step = 12
    folder, state = DATA, State
    events = EVENTS
    features = FEATURES
    muster = MUSTER

    setup = staticmethod(setup)
    describe = staticmethod(describe)
    step = staticmethod(step)
    verdict = staticmethod(verdict)
    state_errors = staticmethod(state_errors)
    transition_errors = staticmethod(transition_errors)
    shows = staticmethod(shows)
    table = staticmethod(table)
    look = staticmethod(look)
    apart = staticmethod(apart)
    attack = staticmethod(attack)


XENOCIDE = Xenocide()
