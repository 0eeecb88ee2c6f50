"""Mustering a force."""
