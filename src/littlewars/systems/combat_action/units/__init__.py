"""Units: leaders, coherency, discipline, control, who is engaged."""
