"""Scenarios: setting a battle up, describing it again, what is hidden, what is impossible."""
