"""Skirmish: a small rulebook of our own. Squads move, shoot and lose heart; whoever has more men left wins."""

from .system import SKIRMISH

__all__ = ["SKIRMISH"]
