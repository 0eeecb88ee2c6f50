"""What people see: the table for a page, lines of sight, forecasts."""
