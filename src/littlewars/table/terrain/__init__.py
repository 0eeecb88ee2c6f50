"""Pieces of terrain, the field of all of them as arrays, and what sight rules make of them."""
