"""What every chapter stands on: the state, profiles, dice, measuring and sight on the table, events."""
