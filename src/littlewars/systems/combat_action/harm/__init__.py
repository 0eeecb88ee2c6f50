"""Damage: the test, the living, machines and their locations, buildings, crashes."""
