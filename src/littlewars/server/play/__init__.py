"""A battle in play: its room, who sits there, bots, and what they may ask for."""
