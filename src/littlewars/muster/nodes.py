"""YAML as a tree that remembers its lines, read without trust: no tags, no anchors, no bottomless nesting.

>>> read_text("name: Ravens").get("name").text("a name")
'Ravens'
"""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from typing import Any

import msgspec
import yaml

MAX_BYTES = 1_000_000
MAX_DEPTH = 40
MAX_NODES = 100_000  # of plain data: what is shared in it may unfold
MAX_NUMBER = 10**15  # nothing is counted so far; longer ones may not even be written out

Scalar = str | int | float | bool | None


class RosterError(Exception):
    """A file that cannot be read as what it should be: where and why."""

    def __init__(self, text: str, line: int = 0, source: str = "") -> None:
        super().__init__(text, line, source)
        self.text = text
        self.line = line
        self.source = source

    def __str__(self) -> str:
        where = f"{self.source or 'roster'}, line {self.line}" if self.line else self.source or "roster"
        return f"{where}: {self.text}"


class Node(msgspec.Struct, frozen=True):
    """A value of a YAML file and its line: a scalar, a list of nodes or a mapping of nodes."""

    line: int
    value: Any

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
        if isinstance(self.value, int | float) and not isinstance(self.value, bool) and abs(self.value) < MAX_BYTES:
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
            raise RosterError(f"{what} lacks '{key}'", self.line)
        return found

    def find(self, key: str, what: str = "this") -> Node | None:
        """What stands under a key; None when it is absent or left empty."""
        found = self.mapping(what).get(key)
        return None if found is None or found.value is None else found

    def plain(self) -> Any:
        """The same without lines."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, tuple):
            return [node.plain() for node in self.value]
        return self.value

    def shape(self) -> str:
        """What this is, for messages."""
        if isinstance(self.value, dict):
            return "a mapping"
        if isinstance(self.value, tuple):
            return "a list"
        if self.value is None:
            return "nothing"
        shown = repr(self.value)
        return shown if len(shown) <= 40 else shown[:37] + "..."


class _Loader(yaml.SafeLoader):
    """Composes a document, but refuses aliases: a roster needs none, and they can unfold without end."""

    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """Compose one node, keeping count of the nesting."""
        if self.check_event(yaml.AliasEvent):
            raise RosterError("aliases (*name) are not allowed in this file", self.mark_line())
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise RosterError("nested too deeply", self.mark_line())
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def mark_line(self) -> int:
        """The line of what comes next."""
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]  # PyYAML has no types for it
        return int(event.start_mark.line) + 1


def _scalar(loader: _Loader, node: yaml.ScalarNode) -> Scalar:
    """A scalar by YAML's plain types; dates stay as they are written, other tags are refused."""
    kind = node.tag.removeprefix("tag:yaml.org,2002:")
    line = node.start_mark.line + 1
    if kind in ("str", "timestamp", "value", "merge"):
        return str(node.value)
    if kind not in ("int", "float", "bool", "null"):
        raise RosterError(f"the tag {node.tag} is not allowed in this file", line)
    try:
        value: Scalar = loader.construct_object(node)
    except (ValueError, OverflowError, yaml.YAMLError):
        raise RosterError(f"{node.value!r} cannot be read", line) from None
    if kind == "int" and isinstance(value, int) and abs(value) > MAX_NUMBER:
        raise RosterError(f"{node.value[:20]}… is too large a number", line)
    return value


def _tree(loader: _Loader, node: yaml.Node) -> Node:
    """The tree below a composed node."""
    line = node.start_mark.line + 1
    if isinstance(node, yaml.ScalarNode):
        return Node(line, _scalar(loader, node))
    if not node.tag.startswith("tag:yaml.org,2002:") or node.tag.rsplit(":", 1)[1] not in ("map", "seq"):
        raise RosterError(f"the tag {node.tag} is not allowed in this file", line)
    if isinstance(node, yaml.SequenceNode):
        return Node(line, tuple(_tree(loader, item) for item in node.value))
    entries: dict[Hashable, Node] = {}
    for key_node, value_node in node.value:
        at = key_node.start_mark.line + 1
        key = _scalar(loader, key_node) if isinstance(key_node, yaml.ScalarNode) else None
        if key is None or str(key) in entries:
            raise RosterError("a key should be a plain word" if key is None else f"the key '{key}' occurs twice", at)
        value = _tree(loader, value_node)
        entries[str(key)] = value if value.value is not None else Node(at, None)
    return Node(line, entries)


def _compose(text: str) -> Node:
    """The tree of a text with exactly one document."""
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            raise RosterError("the file is empty", 1)
        return _tree(loader, node)
    finally:
        loader.dispose()


def read_text(text: str, source: str = "") -> Node:
    """The tree of a YAML text; a RosterError with the line when it is none."""
    if len(text) > MAX_BYTES:
        raise RosterError(f"the file is larger than {MAX_BYTES} bytes", 0, source)
    try:
        return _compose(text)
    except RosterError as error:
        raise RosterError(error.text, error.line, source) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise RosterError(f"not readable as YAML: {error.problem}", mark.line + 1 if mark else 0, source) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, int(error.position)) + 1
        raise RosterError(f"not readable as YAML: {error.reason}", line, source) from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise RosterError(f"not readable as YAML: {type(error).__name__}", 0, source) from None


def read_file(path: str | Path) -> Node:
    """The tree of a YAML file; a RosterError when there is none or it is no text."""
    place = Path(path)
    try:
        if place.stat().st_size > MAX_BYTES:
            raise RosterError(f"the file is larger than {MAX_BYTES} bytes", 0, str(path))
        text = place.read_text(encoding="utf-8")
    except OSError as error:
        raise RosterError(f"cannot be read: {error.strerror or error}", 0, str(path)) from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise RosterError("is not a UTF-8 text", line, str(path)) from None
    return read_text(text, str(path))


def read_data(data: Any, source: str = "") -> Node:
    """The tree of plain data (a roster inside a scenario): the same checks as of a text, and no lines."""
    try:
        return _plain_tree(data, [MAX_NODES], MAX_DEPTH)
    except RosterError as error:
        raise RosterError(error.text, 0, source) from None


def _plain_tree(data: Any, left: list[int], depth: int) -> Node:
    left[0] -= 1
    if depth == 0 or left[0] < 0:
        raise RosterError("nested too deeply" if depth == 0 else f"more than {MAX_NODES} values")
    if isinstance(data, dict):
        entries = {str(key): _plain_tree(value, left, depth - 1) for key, value in data.items()}
        if len(entries) < len(data):
            raise RosterError("a key occurs twice")
        return Node(0, entries)
    if isinstance(data, list | tuple):
        return Node(0, tuple(_plain_tree(item, left, depth - 1) for item in data))
    if data is not None and not isinstance(data, str | int | float | bool):
        raise RosterError(f"a {type(data).__name__} cannot be read")
    if isinstance(data, int) and abs(data) > MAX_NUMBER:
        raise RosterError("too large a number")
    return Node(0, data)
