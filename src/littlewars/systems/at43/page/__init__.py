"""The table for a page, lines of sight, odds by name."""
