"""The turn: deployment, rounds, activations."""
