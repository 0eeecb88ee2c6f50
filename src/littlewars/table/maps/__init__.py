"""Maps as files, and fair random maps."""
