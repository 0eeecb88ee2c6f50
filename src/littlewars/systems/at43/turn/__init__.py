"""Deployment, rounds, cards, activations, victory; which step comes next."""
