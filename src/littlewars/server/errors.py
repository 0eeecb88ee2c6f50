"""What goes wrong with a request."""

from __future__ import annotations


class Refuse(Exception):
    """A request is refused; nothing changed."""

    def __init__(self, status: int, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.status, self.text, self.rule = status, text, rule


class Gone(Exception):
    """This room is closed; the battle may be found in another."""


LONGEST = 600  # letters of what we say no with: nobody gets back what he sent


def shortened(text: str) -> str:
    """A reason, however much of somebody's words it quotes."""
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"
