"""Attacks: who acts, the roll, hits, templates, magic."""
