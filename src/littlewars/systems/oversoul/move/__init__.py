"""Movement: legs, formations, charges, flight, and putting units down."""
