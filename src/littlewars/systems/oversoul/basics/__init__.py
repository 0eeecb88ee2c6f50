"""What every chapter stands on: the state, profiles and attributes, measuring and sight on the table, events."""
