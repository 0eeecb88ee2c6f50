"""The consequences of Defiance: each chapter names its own, and the turn serves them before anything else happens."""

from __future__ import annotations

from littlewars.engine import Battle
from littlewars.engine.consequences import Consequences

from .state import State
from .tabletop import Tabletop, tabletop

CONSEQUENCES: Consequences[State] = Consequences()


def may_owe(battle: Battle[State]) -> bool:
    """A quick look: without suppression on the table and without vehicles nothing is ever owed. Whoever names a consequence of
    anything else says so here; a test knows them by name."""
    place: Tabletop = battle.board or tabletop(battle)
    return place.chapters.vehicles or bool(battle.state.templates)
