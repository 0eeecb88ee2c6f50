"""What people see: the table, lines of sight, odds."""
