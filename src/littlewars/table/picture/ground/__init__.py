"""Modelled terrain as SVG: recipes that draw each piece from its outline, the same every time."""
