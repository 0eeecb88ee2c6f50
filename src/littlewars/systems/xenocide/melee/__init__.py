"""Hand to hand: closing up, blows, results, retreats, follow-ups."""
