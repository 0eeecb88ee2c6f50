"""YAML as a tree that remembers its lines and says what should stand there; it is read without trust (`littlewars.untrusted`).

>>> read_text("name: Ravens").get("name").text("a name")
'Ravens'
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from littlewars import untrusted
from littlewars.untrusted import BadFile, cut, quote

LARGEST = 1_000_000  # of a number that a roster reckons with


class RosterError(Exception):
    """A file that cannot be read as what it should be: where and why."""

    def __init__(self, text: str, line: int = 0, source: str = "") -> None:
        text = cut(text)
        super().__init__(text, line, source)
        self.text = text
        self.line = line
        self.source = source

    def __str__(self) -> str:
        where = f"{self.source or 'roster'}, line {self.line}" if self.line else self.source or "roster"
        return f"{where}: {self.text}"


class Node(untrusted.Node, frozen=True):
    """A value of a YAML file and its line: a scalar, a list of nodes or a mapping of nodes."""

    def mapping(self, what: str) -> dict[str, Node]:
        """This node as a mapping."""
        if isinstance(self.value, dict):
            return self.value
        raise RosterError(f"{what} should be a mapping (key: value), not {self.shape()}", self.line)

    def items(self, what: str) -> tuple[Node, ...]:
        """This node as a list."""
        if isinstance(self.value, tuple):
            return self.value
        raise RosterError(f"{what} should be a list, not {self.shape()}", self.line)

    def text(self, what: str) -> str:
        """This node as a text that is not empty; numbers are taken as they are written."""
        if isinstance(self.value, str) and self.value.strip():
            return self.value.strip()
        if isinstance(self.value, int | float) and not isinstance(self.value, bool):
            return str(self.value)
        raise RosterError(f"{what} should be a text, not {self.shape()}", self.line)

    def whole(self, what: str) -> int:
        """This node as a whole number."""
        if isinstance(self.value, int) and not isinstance(self.value, bool):
            return self.value
        raise RosterError(f"{what} should be a whole number, not {self.shape()}", self.line)

    def number(self, what: str) -> int | float:
        """This node as a number."""
        if isinstance(self.value, int | float) and not isinstance(self.value, bool) and abs(self.value) < LARGEST:
            return self.value
        raise RosterError(f"{what} should be a number, not {self.shape()}", self.line)

    def flag(self, what: str) -> bool:
        """This node as yes or no."""
        if isinstance(self.value, bool):
            return self.value
        raise RosterError(f"{what} should be true or false, not {self.shape()}", self.line)

    def get(self, key: str, what: str = "this") -> Node:
        """What stands under a key that must be there."""
        found = self.mapping(what).get(key)
        if found is None:
            raise RosterError(f"{what} lacks {quote(key)}", self.line)
        return found

    def find(self, key: str, what: str = "this") -> Node | None:
        """What stands under a key; None when it is absent or left empty."""
        found = self.mapping(what).get(key)
        return None if found is None or found.value is None else found

    def shape(self) -> str:
        """What this is, for messages."""
        if isinstance(self.value, dict):
            return "a mapping"
        if isinstance(self.value, tuple):
            return "a list"
        if self.value is None:
            return "nothing"
        return quote(self.value)


@contextmanager
def _sourced(source: str) -> Iterator[None]:
    """What is wrong is told with the name of the file."""
    try:
        yield
    except BadFile as error:
        raise RosterError(error.text, error.line, source) from None


def read_text(text: str, source: str = "") -> Node:
    """The tree of a YAML text; a RosterError with the line when it is none."""
    with _sourced(source):
        return untrusted.tree(text, Node)


def read_file(path: str | Path) -> Node:
    """The tree of a YAML file; a RosterError when there is none or it is no text."""
    with _sourced(str(path)):
        return untrusted.tree(untrusted.read_text(path), Node)


def read_data(data: Any, source: str = "") -> Node:
    """The tree of plain data (a roster inside a scenario): the same checks as of a text, and no lines."""
    with _sourced(source):
        return untrusted.tree_of(data, Node)
