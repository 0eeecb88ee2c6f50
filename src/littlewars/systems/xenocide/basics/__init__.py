"""What every chapter stands on: the state, profiles and size classes, dice, the table at hand, sight, events."""
