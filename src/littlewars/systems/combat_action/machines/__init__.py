"""What happens without a decision: rout, robots out of control, runaways."""
