"""Walking, routes, free spots, scatter, steering and ramming."""
