"""Units: cohesion, engagement, command, morale status, markers."""
