"""A roster file: system, name, points and units. The units' insides are read by the system's own muster."""

from __future__ import annotations

from pathlib import Path

import msgspec

from .nodes import Node, RosterError, read_file, read_text

DEFAULT_POINTS = 500
KEYS = ("system", "name", "army", "points", "units", "genre", "note", "allowed", "switches", "cost")


class Roster(msgspec.Struct, frozen=True):
    """A roster as it stands in its file: units are still trees with lines."""

    system: str
    name: str
    points: int
    units: tuple[Node, ...]
    line: int = 1
    source: str = ""
    army: str = ""  # the army list it is bought from, where a system has several
    genre: str = ""
    note: str = ""
    allowed: tuple[str, ...] | None = None
    switches: dict[str, bool] = {}
    cost: Node | None = None
    system_line: int = 1


def load_roster(path: str | Path) -> Roster:
    """Read a roster file; a RosterError with the line when it is none."""
    return _guarded(read_file(path), str(path))


def parse_roster(text: str, source: str = "") -> Roster:
    """Read a roster from a text."""
    return _guarded(read_text(text, source), source)


def _guarded(node: Node, source: str) -> Roster:
    """A roster from its tree; errors name the file."""
    try:
        return _roster(node, source)
    except RosterError as error:
        raise RosterError(error.text, error.line, source) from None


def _roster(node: Node, source: str) -> Roster:
    """A roster from its tree."""
    what = "a roster"
    for key, child in node.mapping(what).items():
        if key not in KEYS:
            raise RosterError(f"a roster has no '{key}' (it has {', '.join(KEYS)})", child.line)
    units = node.get("units", what).items("units")
    if not units:
        raise RosterError("a roster without units", node.line)
    points = node.find("points")
    limit = DEFAULT_POINTS if points is None else points.whole("points")
    if limit < 1:
        raise RosterError("points should be 1 or more", points.line if points else node.line)
    return Roster(
        system=node.get("system", what).text("system"),
        name=node.get("name", what).text("name"),
        points=limit,
        units=units,
        line=points.line if points else node.line,
        source=source,
        army=_text(node, "army"),
        genre=_text(node, "genre"),
        note=_text(node, "note"),
        allowed=_allowed(node),
        switches=_switches(node),
        cost=node.find("cost"),
        system_line=node.get("system", what).line,
    )


def _text(node: Node, key: str) -> str:
    """An optional text."""
    found = node.find(key)
    return "" if found is None else found.text(key)


def _allowed(node: Node) -> tuple[str, ...] | None:
    """The attributes that the players have agreed on; None: all."""
    found = node.find("allowed")
    return None if found is None else tuple(item.text("an allowed attribute") for item in found.items("allowed"))


def _switches(node: Node) -> dict[str, bool]:
    """House rules that are on or off."""
    found = node.find("switches")
    return {} if found is None else {key: item.flag(key) for key, item in found.mapping("switches").items()}
