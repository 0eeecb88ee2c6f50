"""The table for a page, lines of sight, forecasts."""
