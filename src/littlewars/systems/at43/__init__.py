"""AT-43: cards face down, Leadership Points, one table for all tests, no measuring."""

from .system import AT43

__all__ = ["AT43"]
