"""Units: cohesion, ranks, arms, leaders, morale, fear, recovery, victory."""
