"""Reading rosters, what is legal."""
