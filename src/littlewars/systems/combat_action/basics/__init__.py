"""What everything stands on: numbers, profiles, state, the table at hand, sight, events."""
