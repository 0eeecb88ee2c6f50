"""Combat Action as the engine sees it, and what a soak counts of its battles."""

from __future__ import annotations

from collections.abc import Iterator

from littlewars.engine import Event
from littlewars.kit.system import BaseSystem

from .basics import events as happened
from .basics.events import EVENTS
from .basics.numbers import COSTS, LOCATIONS
from .basics.profiles import DATA
from .basics.state import State
from .page.looking import attack, look
from .page.show import table
from .roster.muster import MUSTER
from .scenario.setup import describe, setup
from .scenario.state_errors import state_errors, transition_errors
from .turn.sequence import step
from .turn.victory import verdict
from .units.squads import apart

# ---- what battles may show: every activity, line of a table, location and status


ROBOTS = ("grinds to a halt", "repeats its action", "halt", "shoot the nearest enemy", "move", "shoot the nearest any")
SIGNS: dict[type[Event], tuple[str, dict[str, str]]] = {  # a field of an event, and what it shows by how that begins
    happened.Acted: ("verb", {verb.replace("-", " "): f"activity {verb}" for verb in COSTS}),
    happened.Hurt: ("result", {word: f"hit: {word}" for word in ("no effect", "wounded", "out of action", "killed")}),
    happened.Tested: ("status", {word: f"discipline: {word}" for word in ("steady", "pinned", "routing", "rallies")}),
    happened.Damaged: (
        "place",
        {place.replace("-", " "): f"location {place}" for place in LOCATIONS} | {"control core": "location pilot-compartment"},
    ),
    happened.Section: ("result", {word: f"section {word}" for word in ("pierced", "partial collapse", "destroyed")}),
    happened.Rolled: ("result", {word: f"robot: {word}" for word in ROBOTS}),
    happened.Changed: (
        "what",
        {
            "is ready-to-fire": "ready-to-fire",
            "is out of coherency": "out of coherency",
            "breaks away": "breaking away",
            "is held in close combat": "held in close combat",
            "has its orders": "orders",
            "crashes": "crash",
            "has jammed": "jam",
            "hides behind": "hiding",
            "opens a door": "door opened",
            "gets into": "getting in",
        },
    ),
    happened.Moved: (
        "how",
        {"runs": "rout", "rolls on": "runaway", "is moved aside": "moved aside", "gets out": "getting out"},
    ),
    happened.Removed: ("how", {"gone over the edge": "gone over the edge"}),
}
DEEDS: dict[type[Event], str] = {happened.Answered: "ready fire", happened.Exploded: "explosion"}
STRIKE_BACK, DEVIATION = "strike back", "deviation"
FEATURES = (
    *dict.fromkeys(feature for _, signs in SIGNS.values() for feature in signs.values()),
    *DEEDS.values(),
    STRIKE_BACK,
    DEVIATION,
)


def shows(state: State, event: Event) -> Iterator[str]:
    """Which of these an event is an example of."""
    if type(event) in DEEDS:
        yield DEEDS[type(event)]
    if isinstance(event, happened.Fought) and event.back:
        yield STRIKE_BACK
    if isinstance(event, happened.Exploded) and event.off:
        yield DEVIATION
    if type(event) in SIGNS:
        field, signs = SIGNS[type(event)]
        said = str(getattr(event, field))
        yield from (feature for start, feature in signs.items() if said.startswith(start))


class CombatAction(BaseSystem[State]):
    """Combat Action, as we reconstruct it."""

    name = "combat-action"
    title = "Combat Action"
    about = "Our reconstruction around the author's tables: action points, ready fire, robots, runaways, buildings of sections."
    version = 1
    unit = "cm"
    longest_step = 40
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


COMBAT_ACTION = CombatAction()
