"""Movement actions: walk, charge, hide, jump, climb, doors, vehicles, boarding."""
