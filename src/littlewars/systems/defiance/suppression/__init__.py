"""Suppression: who may lay it, its template and fringe, what it does to those within."""
