"""Combat Action as the engine sees it, and what a soak counts of its battles."""

from __future__ import annotations

from collections.abc import Iterator

import yaml

from littlewars.dice import Draw
from littlewars.engine import Happening
from littlewars.kit.system import BaseSystem

from .basics.events import EVENTS
from .basics.numbers import CORE, COSTS, DATA, DIE, LOCATIONS
from .basics.state import State
from .page.show import attack, look, table
from .roster.muster import MUSTER
from .scenario.setup import describe, setup, state_errors, transition_errors
from .turn.sequence import step, verdict

PLACES = {one.replace("-", " "): f"location {one}" for one in LOCATIONS} | {CORE: "location pilot-compartment"}
SIGNS: dict[str, dict[str, dict[str, str]]] = yaml.safe_load((DATA / "features.yaml").read_text(encoding="utf-8")) | {
    "Acted": {"verb": {verb.replace("-", " "): f"activity {verb}" for verb in COSTS}},
    "Damaged": {"place": PLACES},
}
LINES = {(why, face): f"{why} {face}" for why in ("deviation", "direction") for face in range(1, DIE + 1)}  # of the diagrams
SAID = [one for fields in SIGNS.values() for signs in fields.values() for one in signs.values()]
FEATURES = tuple(dict.fromkeys([*SAID, *LINES.values()]))


def shows(state: State, event: Happening) -> Iterator[str]:
    """Which of these an event, or what fell, is an example of."""
    if isinstance(event, Draw) and (line := LINES.get((event.why.partition(",")[0], event.faces[0]))):
        yield line
    for field, signs in SIGNS.get(type(event).__name__, {}).items():
        if said := getattr(event, field):
            yield from (feature for start, feature in signs.items() if str(said).startswith(start))


class CombatAction(BaseSystem[State]):
    """Combat Action, as we reconstruct it."""

    name, title = "combat-action", "Combat Action"
    about = "Our reconstruction around the author's tables: action points, ready fire, robots, runaways, buildings of sections."
    version = 4
    unit = "cm"
    longest_step = 40
    folder, state = DATA, State
    events, features, muster = EVENTS, FEATURES, MUSTER

    setup, describe, step, verdict = staticmethod(setup), staticmethod(describe), staticmethod(step), staticmethod(verdict)
    state_errors, transition_errors = staticmethod(state_errors), staticmethod(transition_errors)
    shows, table, look, attack = staticmethod(shows), staticmethod(table), staticmethod(look), staticmethod(attack)

    def apart(self, state: State, unit: str) -> list[str]:
        """Who is out of coherency since the last End Phase (combat-action.units.coherency)."""
        return list(state.units[unit].strays)


COMBAT_ACTION = CombatAction()
