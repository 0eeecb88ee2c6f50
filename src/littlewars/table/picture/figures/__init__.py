"""Figures from above as SVG: a body for every kind of figure, by what it does and what it carries."""
