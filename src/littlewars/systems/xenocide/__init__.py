"""Xenocide: Firefight: secret orders, simultaneous fire, suppression, low is good."""

from .system import XENOCIDE

__all__ = ["XENOCIDE"]
