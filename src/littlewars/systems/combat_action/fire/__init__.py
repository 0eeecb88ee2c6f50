"""Shooting: modes, targets, modifiers, blasts."""
