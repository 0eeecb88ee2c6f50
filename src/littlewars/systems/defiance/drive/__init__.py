"""Vehicles on the move: steering and turns, rams, out of control, the last roll of a wreck."""
