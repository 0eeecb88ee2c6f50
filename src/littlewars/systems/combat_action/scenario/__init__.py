"""Setting a battle up, and describing it again."""
