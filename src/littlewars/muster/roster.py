"""A roster file: system, name, points and units. The units' insides, and the book's own words, are read by its muster."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from .nodes import Node, RosterError, read_data, read_file, read_text
from .words import optional_text

KEYS = ("system", "name", "points", "units", "note", "switches", "cost")


class Roster(msgspec.Struct, frozen=True):
    """A roster as it stands in its file: units, and words that only one book knows, are still trees with lines."""

    system: str
    name: str
    points: int  # 0: as many as are usual in the book
    units: tuple[Node, ...]
    line: int = 1
    source: str = ""
    note: str = ""
    switches: dict[str, bool] = {}
    cost: Node | None = None
    own: dict[str, Node] = {}  # words of the book: an army list, a genre
    system_line: int = 1

    def text(self, key: str) -> str:
        """A text among the book's own words, or nothing."""
        return optional_text(Node(self.line, self.own), key)


def load_roster(path: str | Path) -> Roster:
    """Read a roster file; a RosterError with the line when it is none."""
    return _guarded(read_file(path), str(path))


def parse_roster(text: str, source: str = "") -> Roster:
    """Read a roster from a text."""
    return _guarded(read_text(text, source), source)


def roster_from(data: Any, source: str = "") -> Roster:
    """A roster that a scenario carries: a text, or plain data (which has no lines)."""
    return parse_roster(data, source) if isinstance(data, str) else _guarded(read_data(data, source), source)


def _guarded(node: Node, source: str) -> Roster:
    """A roster from its tree; errors name the file."""
    try:
        return _roster(node, source)
    except RosterError as error:
        raise RosterError(error.text, error.line, source) from None


def _roster(node: Node, source: str) -> Roster:
    """A roster from its tree."""
    what = "a roster"
    units = node.get("units", what).items("units")
    if not units:
        raise RosterError("a roster without units", node.line)
    points = node.find("points")
    limit = points.whole("points") if points else 0
    if points and limit < 1:
        raise RosterError("points should be 1 or more", points.line)
    return Roster(
        system=node.get("system", what).text("system"),
        name=node.get("name", what).text("name"),
        points=limit,
        units=units,
        line=points.line if points else node.line,
        source=source,
        note=optional_text(node, "note"),
        switches=_switches(node),
        cost=node.find("cost"),
        own={key: child for key, child in node.mapping(what).items() if key not in KEYS},
        system_line=node.get("system", what).line,
    )


def _switches(node: Node) -> dict[str, bool]:
    """House rules that are on or off."""
    found = node.find("switches")
    return {} if found is None else {key: item.flag(key) for key, item in found.mapping("switches").items()}
