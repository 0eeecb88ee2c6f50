"""Dice: one interface and three kinds. Rolling for play, Scripted for examples, Enumerating for exact odds."""

from .dice import Dice, Draw, Rolling, Scripted, ScriptError
from .enumerating import Enumerating
from .kinds import Cuts, Die, bands, plain, spreads

__all__ = ["Cuts", "Dice", "Die", "Draw", "Enumerating", "Rolling", "ScriptError", "Scripted", "bands", "plain", "spreads"]
