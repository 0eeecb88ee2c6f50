"""Oversoul Games' Universal Rules: one die a model, success on four, any genre."""

from .system import OVERSOUL

__all__ = ["OVERSOUL"]
