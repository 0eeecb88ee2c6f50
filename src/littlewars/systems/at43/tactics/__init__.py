"""Tactics: at the end of an activation, overwatch, kept special weapons."""
