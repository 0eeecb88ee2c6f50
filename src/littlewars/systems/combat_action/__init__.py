"""Combat Action: our reconstruction around the tables of the author's play screen. Action points, ready fire, machines."""

from .system import COMBAT_ACTION

__all__ = ["COMBAT_ACTION"]
