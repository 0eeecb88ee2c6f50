"""The board: bodies as arrays, measuring between them, groups, hulls, areas, quick looks."""
