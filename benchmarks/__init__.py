"""What it costs, beside its peers, measured in the same run."""
