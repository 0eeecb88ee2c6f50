"""Setting a battle up, describing it again, what is impossible."""
