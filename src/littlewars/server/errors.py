"""What goes wrong with a request."""

from __future__ import annotations


class Refuse(Exception):
    """A request is refused; nothing changed."""

    def __init__(self, status: int, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.status, self.text, self.rule = status, text, rule


class Gone(Exception):
    """This room is closed; the battle may be found in another."""
