"""The turn: deployment, Command, Active and Resolution Phase, victory."""
