"""Rosters: reading them, what is legal, what it costs."""
