"""Shooting: who may fire at whom, zones of fire, cover, the salvo declared and resolved."""
