"""Defiance: Vital Ground, the Universal Skirmish System: squads, orders, suppression."""

from .system import DEFIANCE

__all__ = ["DEFIANCE"]
