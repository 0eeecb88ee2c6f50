"""The laboratory: simulation, balance, and the invariants that every game must keep."""
