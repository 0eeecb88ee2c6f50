"""Chance: exact odds from running the rule itself, what an answer would bring, and dice that can be proven fair."""
