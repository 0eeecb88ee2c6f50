"""Hand to hand: contact and its tests, the fights one by one, escape, bonus movement."""
