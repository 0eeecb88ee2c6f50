"""Who sees whom, from where on a path, and what lies in a dead angle."""
