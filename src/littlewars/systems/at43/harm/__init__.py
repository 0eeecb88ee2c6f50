"""Damage: soldiers who fall, locations of machines, leaders who are replaced."""
