"""Vehicles: speed, driving, rams, damage, passengers, mounts, fights around them."""
