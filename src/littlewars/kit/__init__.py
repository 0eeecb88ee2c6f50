"""What rulebooks share: mechanism for setting up, keeping and showing a battle, and no rules. Each module stands on its own."""
