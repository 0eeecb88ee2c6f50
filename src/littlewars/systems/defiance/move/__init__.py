"""Movement: what terrain costs, a path read step by step, contact with the enemy."""
