"""Rosters: reading them, what they cost, what is legal."""
