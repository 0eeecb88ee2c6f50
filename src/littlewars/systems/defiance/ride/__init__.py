"""Passengers: starting aboard, boarding, leaving, leaping out."""
