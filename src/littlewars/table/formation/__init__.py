"""Formations and the planner that moves whole units."""
