"""Army lists and rosters: reading them, what is legal, what it costs."""
