"""Bases and the paths they sweep."""
