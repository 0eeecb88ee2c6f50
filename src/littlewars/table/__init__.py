"""The table: points, bases, arcs, terrain, measuring, sight, walks, templates and formations. It knows no rulebook."""
