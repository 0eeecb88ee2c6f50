"""The consequences of Oversoul: each chapter names its own, and the turn serves them before anything else happens."""

from __future__ import annotations

from littlewars.engine.consequences import Consequences

from .state import State

CONSEQUENCES: Consequences[State] = Consequences()
