"""Files from strangers, read without trust: the limits of them all, strict YAML that remembers its lines, and quotes that end.

Strict YAML has one document without anchors, aliases, merge keys and tags of its own; no key stands twice, nothing is nested
without end, and no number is absurd.

>>> tree("name: Ravens", Node).plain()
{'name': 'Ravens'}
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml

MOST_BYTES = 1_000_000  # of a case, a roster, a map or a scenario
MOST_VALUES = 100_000  # in such a file, keys included
MOST_DEPTH = 40  # of lists and mappings within one another
MOST_NUMBER = 10**15  # nothing is counted so far
LONGEST_NUMBER = 100  # letters; what is longer need not be worked out to be too large
MOST_JOURNAL = 100_000_000  # bytes
MOST_JOURNAL_LINES = 100_000
MOST_JOURNAL_LINE = 5_000_000  # bytes: a scenario with all its terrain is much smaller
QUOTED = 80  # letters of a value that a message quotes
TOLD = 2_000  # letters of a whole message

Scalar = str | int | float | bool | None


class BadFile(Exception):
    """What is wrong with a file, and in which line (0: in none)."""

    def __init__(self, text: str, line: int = 0) -> None:
        super().__init__(text, line)
        self.text, self.line = text, line


# ---- messages


def cut(text: str, most: int = TOLD) -> str:
    """A text that ends."""
    return text if len(text) <= most else text[: most - 1] + "…"


def told_by(error: BaseException) -> str:
    """What a reader of another house says, which may quote names of any length."""
    return cut(str(error), 2 * QUOTED)


def quote(value: object, most: int = QUOTED) -> str:
    """What somebody wrote, for a message; it may be anything."""
    try:
        return cut(repr(value), most)
    except (ValueError, RecursionError):  # a number of more digits than Python writes
        return "a number beyond all bounds"


# ---- trees


class Node(msgspec.Struct, frozen=True):
    """A value of a file and its line: a scalar, a list of nodes or a mapping of nodes, with the lines of its keys."""

    line: int
    value: Any
    keys: dict[Any, int] = {}

    def plain(self) -> Any:
        """The same without lines."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, tuple):
            return [node.plain() for node in self.value]
        return self.value


N = TypeVar("N", bound=Node)
_TEXTS = re.compile(rb'"(?:[^"\\]|\\.)*"')
_PARSER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_PARSER):  # type: ignore[misc]  # whichever parser there is
    """YAML's parser with its plain types; dates are words."""


class _Words(_Loader):
    """The same, but `yes`, `no`, `on` and `off` are words too: options are called so."""


def _without(kinds: tuple[str, ...], letters: str = "") -> dict[Any, list[Any]]:
    """YAML's rules for what a scalar is, without these kinds, except where it begins with one of these letters."""
    return {
        first: [
            (tag, rule) for tag, rule in rules if not tag.endswith(kinds) or (first in {*letters} and tag.endswith(":bool"))
        ]
        for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


_Loader.yaml_implicit_resolvers = _without((":timestamp",))
_Words.yaml_implicit_resolvers = _without((":timestamp", ":bool"), "tTfF")


def tree(text: str, kind: type[N], *, words: bool = False) -> N:
    """The tree of a YAML text. With `words` yes and no are words, and keys stay what they are; without, keys become texts."""
    with _in_words(text):
        if len(text) > MOST_BYTES or len(text.encode()) > MOST_BYTES:
            raise BadFile(f"larger than {MOST_BYTES:,} bytes")
        loader = (_Words if words else _Loader)(text)
        try:
            found: N = _Composer(loader, kind, words).document()
            return found
        finally:
            loader.dispose()


@contextmanager
def _in_words(text: str) -> Iterator[None]:
    """What the parser says, as a BadFile with its line."""
    try:
        yield
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = min(mark.line + 1, len(text.splitlines())) if mark else 0  # some name the line after the last
        raise BadFile(f"not readable as YAML: {cut(str(error.problem), QUOTED)}", line) from None
    except yaml.reader.ReaderError as error:
        before = text.encode("utf-8", "replace")[: int(error.position)]
        raise BadFile(f"not readable as YAML: {error.reason}", before.count(b"\n") + 1) from None
    except UnicodeEncodeError as error:
        raise BadFile("is not a UTF-8 text", text.count("\n", 0, error.start) + 1) from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise BadFile(f"not readable as YAML: {type(error).__name__}") from None


class _Composer:
    """Makes the tree from the parser's events, and stops at the first that is not allowed."""

    def __init__(self, loader: Any, kind: type[Any], typed_keys: bool) -> None:
        self.loader, self.kind, self.typed_keys = loader, kind, typed_keys
        self.left = MOST_VALUES

    def document(self) -> Any:
        """The only document."""
        self.loader.get_event()  # the stream begins
        if self.loader.check_event(yaml.StreamEndEvent):
            raise BadFile("the file is empty", 1)
        self.loader.get_event()  # the document begins
        found = self.node(MOST_DEPTH)
        self.loader.get_event()  # and ends
        if not self.loader.check_event(yaml.StreamEndEvent):
            raise BadFile("more than one document in the file", _line(self.loader.peek_event()))
        return found

    def node(self, depth: int) -> Any:
        """What comes next, whole."""
        event = self.loader.get_event()
        line = _line(event)
        self.left -= 1
        if isinstance(event, yaml.AliasEvent):
            raise BadFile("aliases (*name) are not allowed in this file", line)
        if event.anchor is not None:
            raise BadFile("anchors (&name) are not allowed in this file", line)
        if self.left < 0:
            raise BadFile(f"more than {MOST_VALUES:,} values in the file", line)
        if isinstance(event, yaml.ScalarEvent):
            return self.kind(line, self.scalar(event))
        if depth == 0:
            raise BadFile("nested too deeply", line)
        if event.tag not in (None, "!", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"):
            raise BadFile(f"the tag {cut(event.tag, QUOTED)} is not allowed in this file", line)
        made = self.mapping(line, depth) if isinstance(event, yaml.MappingStartEvent) else self.list(line, depth)
        self.loader.get_event()  # its end
        return made

    def list(self, line: int, depth: int) -> Any:
        """The items of a list."""
        items = []
        while not self.loader.check_event(yaml.SequenceEndEvent):
            items.append(self.node(depth - 1))
        return self.kind(line, tuple(items))

    def mapping(self, line: int, depth: int) -> Any:
        """The entries of a mapping; one that is left empty stands where its key does."""
        entries: dict[Any, Any] = {}
        lines: dict[Any, int] = {}
        while not self.loader.check_event(yaml.MappingEndEvent):
            at = _line(self.loader.peek_event())
            key = self.key(at)
            if key in entries:
                raise BadFile(f"the key {quote(key)} stands twice", at)
            value = self.node(depth - 1)
            entries[key] = value if value.value is not None else self.kind(at, None)
            lines[key] = at
        return self.kind(line, entries, lines)

    def key(self, at: int) -> Scalar:
        """A key: a plain word."""
        event = self.loader.peek_event()
        if isinstance(event, yaml.ScalarEvent) and self.tag(event) == "merge":
            raise BadFile("merge keys (<<) are not allowed in this file", at)
        key: Scalar = self.node(0).value if isinstance(event, yaml.ScalarEvent | yaml.AliasEvent) else None
        if key is None:
            raise BadFile("a key should be a plain word", at)
        return key if self.typed_keys else str(key)

    def tag(self, event: Any) -> str:
        """What kind of scalar this is."""
        tag = event.tag if event.tag not in (None, "!") else self.loader.resolve(yaml.ScalarNode, event.value, event.implicit)
        return str(tag).removeprefix("tag:yaml.org,2002:")

    def scalar(self, event: Any) -> Scalar:
        """A scalar by YAML's plain types; other tags are refused."""
        kind, line = self.tag(event), _line(event)
        if kind in ("str", "timestamp", "value", "merge"):
            return str(event.value)
        if kind not in ("int", "float", "bool", "null"):
            raise BadFile(f"the tag {cut(kind, QUOTED)} is not allowed in this file", line)
        try:
            if len(event.value) > LONGEST_NUMBER:
                raise OverflowError
            value: Scalar = self.loader.construct_object(yaml.ScalarNode(f"tag:yaml.org,2002:{kind}", event.value))
        except OverflowError:
            raise BadFile(f"{cut(event.value, 20)} is too large a number", line) from None
        except (ValueError, LookupError, yaml.YAMLError):
            raise BadFile(f"{quote(event.value)} cannot be read", line) from None
        check_number(value, line)
        return value


def check_number(value: object, line: int = 0) -> None:
    """BadFile if this is a number that nobody means: too large, infinite, or none."""
    if isinstance(value, int | float) and not abs(value) <= MOST_NUMBER:  # nan is not, either
        raise BadFile(f"{quote(value, 20)} is too large a number" if value == value else "nan is not a number", line)


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


# ---- files and plain data


def read_bytes(path: str | Path, most: int = MOST_BYTES) -> bytes:
    """What stands in a file that is not too large; BadFile says why it cannot be had."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > most:
        raise BadFile(f"larger than {most:,} bytes")
    return data


def read_text(path: str | Path, most: int = MOST_BYTES) -> str:
    """The text of a file that is not too large; BadFile says why it cannot be had."""
    data = read_bytes(path, most)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise BadFile("is not a UTF-8 text", data[: error.start].count(b"\n") + 1) from None


_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def too_deep(json: bytes, most: int = MOST_DEPTH) -> bool:
    """Is JSON nested more deeply than this? Most lines are found shallow by a few passes of C; the rest is counted."""
    left = json.translate(None, _NO_BRACKETS)
    for _ in range(most):
        left = left.replace(b"[]", b"").replace(b"{}", b"")
        if not left:
            return False
    depth = 0
    for bracket in _TEXTS.sub(b"", json).translate(None, _NO_BRACKETS):  # those in texts do not count
        depth += 1 if bracket in b"[{" else -1
        if depth > most:
            return True
    return False


def tree_of(data: Any, kind: type[N]) -> N:
    """The tree of plain data (what came as JSON): the same limits as of a text, and no lines."""
    found: N = _tree_of(data, kind, [MOST_VALUES], MOST_DEPTH)
    return found


def _tree_of(data: Any, kind: type[Any], left: list[int], depth: int) -> Any:
    left[0] -= 1
    if depth == 0 or left[0] < 0:
        raise BadFile("nested too deeply" if depth == 0 else f"more than {MOST_VALUES:,} values")
    if isinstance(data, Mapping):
        entries = {str(key): _tree_of(value, kind, left, depth - 1) for key, value in data.items()}
        if len(entries) < len(data):
            raise BadFile("a key stands twice")
        return kind(0, entries)
    if isinstance(data, list | tuple):
        return kind(0, tuple(_tree_of(item, kind, left, depth - 1) for item in data))
    if data is not None and not isinstance(data, str | int | float | bool):
        raise BadFile(f"a {type(data).__name__} cannot be read")
    check_number(data)
    return kind(0, data)
