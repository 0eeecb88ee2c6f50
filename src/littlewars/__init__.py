"""Little Wars: miniature wargames, played, tested and balanced by computer."""

__version__ = "0.1.0"
