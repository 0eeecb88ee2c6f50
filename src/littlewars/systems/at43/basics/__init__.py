"""Numbers, cards, the state, the resolution table, the table at hand, sight, events."""
