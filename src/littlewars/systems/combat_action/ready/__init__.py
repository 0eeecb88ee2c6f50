"""Ready-to-fire: gained, and used in the middle of an enemy's move."""
