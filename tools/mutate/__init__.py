"""Break a rule on purpose and see who notices: `make mutate BOOK=oversoul COUNT=200 SEED=1 JOBS=2`."""
