"""Blows hand to hand: what a model strikes with, whom it reaches, what the die has to show."""
