"""Ranged combat: targets, shots with every modifier, damage, spread fire, stoppages."""
