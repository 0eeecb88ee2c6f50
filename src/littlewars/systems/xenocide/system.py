"""Xenocide: Firefight as the engine sees it, and what its battles may show, for a soak to count."""

from __future__ import annotations

from collections.abc import Iterator

import yaml

from littlewars.engine import Happening
from littlewars.kit.system import BaseSystem

from .basics.events import EVENTS, Fired, Revealed
from .basics.profiles import DATA
from .basics.state import State
from .move.ways import apart
from .page.show import attack, look, table
from .roster.muster import MUSTER
from .scenario.setup import describe, setup, state_errors, transition_errors
from .turn.sequence import step, verdict

# by event what it says, and what that shows; ends and modifiers that battles by chance show often
SIGNS: dict[str, dict[str, str]] = yaml.safe_load((DATA / "features.yaml").read_text(encoding="utf-8"))


class Xenocide(BaseSystem[State]):
    """Xenocide: Firefight."""

    name, title = "xenocide", "Xenocide: Firefight"
    about = "Squads of the far future: secret orders, simultaneous fire, suppression, low is good."
    version, longest_step = 5, 12
    folder, state, events, muster = DATA, State, EVENTS, MUSTER
    features = tuple(one for signs in SIGNS.values() for one in signs.values())
    setup, describe, step, verdict = staticmethod(setup), staticmethod(describe), staticmethod(step), staticmethod(verdict)
    state_errors, transition_errors = staticmethod(state_errors), staticmethod(transition_errors)
    table, look, apart, attack = staticmethod(table), staticmethod(look), staticmethod(apart), staticmethod(attack)

    @staticmethod
    def shows(state: State, event: Happening) -> Iterator[str]:
        """What an event is an example of."""
        orders = event.orders if isinstance(event, Revealed) else ()
        mods = event.tally.mods if isinstance(event, Fired) else ()
        said = [getattr(event, "how", ""), *(order for _, order in orders), *(mod.name for mod in mods)]
        signs = SIGNS.get(type(event).__name__, {})
        return (signs[word] for word in said if word in signs)


XENOCIDE = Xenocide()
