"""The game turn: deployment, activation, actions, the end phase, victory."""
