"""A figure on its way: the move that is asked for, checked, and carried out step by step with those who answer it."""
