"""Plain typed functions on arrays of integers, compiled by numba; one body against many."""
