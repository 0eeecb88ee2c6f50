"""Shooting: who fires when, targets, modifiers, hits, saves, suppression, losses."""
