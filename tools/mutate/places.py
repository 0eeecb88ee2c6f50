"""Where a rule can be broken: comparisons, constants, signs and conditions, each by its position in the source."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARE: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
FLIPS = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
"""Comparisons whose change is already the whole condition turned round."""
ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.FloorDiv: ("//", "*"),
}
JOIN: dict[type[ast.boolop], tuple[str, str]] = {ast.And: ("and", "or"), ast.Or: ("or", "and")}
TEXT_FUNCTIONS = frozenset({"tell", "tell_with", "seen", "__repr__", "__str__"})
"""Functions that only make words, or what the page shows of an event."""
TEXT = (ast.JoinedStr, ast.Raise, ast.Assert)
"""What is written for people, or for whoever called a function wrongly: breaking it breaks no rule."""
JOINED = (ast.List, ast.Tuple, ast.ListComp, ast.JoinedStr, ast.Dict)
"""Operands that can only be strung together: a minus there is a crash, which proves nothing."""


@dataclass(frozen=True, order=True)
class Place:
    """A stretch of source that can be replaced, with what it may become."""

    file: str
    line: int
    start: int
    end: int
    kind: str
    old: str
    news: tuple[str, ...]
    scope: str


@dataclass(frozen=True, order=True)
class Change:
    """One place, and what it becomes."""

    place: Place
    new: str

    @property
    def told(self) -> str:
        """The change in a few characters: `< → <=`."""
        return f"{_short(self.place.old)} → {_short(self.new)}"


def applied(source: str, change: Change) -> str:
    """The whole source with this one change."""
    raw = source.encode()
    place = change.place
    assert raw[place.start : place.end].decode() == place.old, f"{place.file}:{place.line} is not what it was"
    return (raw[: place.start] + change.new.encode() + raw[place.end :]).decode()


def places(source: str, file: str) -> list[Place]:
    """Every place of a file, in the order of the text."""
    return sorted(set(_Finder(source, file).walk(ast.parse(source), "")))


def places_of(folder: Path) -> list[Place]:
    """Every place in the rules of a book: all its modules except those of the page."""
    found: list[Place] = []
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder).as_posix()
        if not name.startswith("page/"):
            found += places(path.read_text(), name)
    return found


class _Finder:
    """Walks the tree of one file."""

    def __init__(self, source: str, file: str) -> None:
        self.file = file
        self.raw = source.encode()
        starts, at = [0], 0
        for text in source.encode().splitlines(keepends=True):
            at += len(text)
            starts.append(at)
        self.starts = starts
        self.tokens = [
            (self._offset(token.start, token.line), token.string)
            for token in tokenize.generate_tokens(io.StringIO(source).readline)
            if token.type in (tokenize.OP, tokenize.NAME)
        ]

    def _offset(self, at: tuple[int, int], text: str) -> int:
        """A position of the tokenizer, which counts characters, in bytes."""
        row, column = at
        first = text.splitlines()[0] if "\n" in text[:-1] else text
        return self.starts[row - 1] + len(first[:column].encode())

    def walk(self, node: ast.AST, scope: str) -> Iterator[Place]:
        """Every place at or below a node, in the function or class of that name."""
        if isinstance(node, TEXT):
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if node.name in TEXT_FUNCTIONS:
                return
            scope = f"{scope}.{node.name}".strip(".")
        yield from self._here(node, scope)
        for child in _below(node):
            yield from self.walk(child, scope)

    def _here(self, node: ast.AST, scope: str) -> Iterator[Place]:
        if isinstance(node, ast.Compare):
            yield from self._compare(node, scope)
        elif isinstance(node, ast.BoolOp):
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield from self._between("condition", left, right, JOIN[type(node.op)], scope)
        elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
            if not any(_is_joined(part) for part in (node.left, node.right)):
                yield from self._between("sign", node.left, node.right, ARITHMETIC[type(node.op)], scope)
        elif isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC and not _is_joined(node.value):
            old, new = ARITHMETIC[type(node.op)]
            yield from self._between("sign", node.target, node.value, (f"{old}=", f"{new}="), scope)
        elif isinstance(node, ast.UnaryOp):
            yield from self._unary(node, scope)
        elif isinstance(node, ast.Constant):
            yield from self._constant(node, scope)
        for test in _conditions(node):
            if not _turns(test):
                yield self._place("condition", test, (f"not ({self._text(test)})",), scope)

    def _compare(self, node: ast.Compare, scope: str) -> Iterator[Place]:
        parts = [node.left, *node.comparators]
        for operator, left, right in zip(node.ops, parts, parts[1:], strict=False):
            yield from self._between("comparison", left, right, COMPARE[type(operator)], scope)

    def _unary(self, node: ast.UnaryOp, scope: str) -> Iterator[Place]:
        if isinstance(node.op, ast.Not):
            yield self._place("condition", node, (f"bool({self._text(node.operand)})",), scope)
        elif isinstance(node.op, ast.USub):
            yield self._place("sign", node, (f"({self._text(node.operand)})",), scope)

    def _constant(self, node: ast.Constant, scope: str) -> Iterator[Place]:
        value = node.value
        if isinstance(value, bool):
            yield self._place("constant", node, (str(not value),), scope)
        elif isinstance(value, int | float):
            yield self._place("constant", node, (repr(value + 1), f"({value - 1!r})"), scope)

    def _between(self, kind: str, left: ast.expr, right: ast.expr, words: tuple[str, str], scope: str) -> Iterator[Place]:
        """The operator that stands between two operands."""
        old, new = words
        after, before = self._span(left)[1], self._span(right)[0]
        first, *rest = old.split()
        for number, (at, text) in enumerate(self.tokens):
            if after <= at < before and text == first:
                end = at + len(first)
                if rest:
                    end = self.tokens[number + 1][0] + len(rest[0])
                yield self._cut(kind, at, end, (new,), scope)
                return

    def _span(self, node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset

    def _text(self, node: ast.expr) -> str:
        start, end = self._span(node)
        return self.raw[start:end].decode()

    def _place(self, kind: str, node: ast.expr, news: tuple[str, ...], scope: str) -> Place:
        return self._cut(kind, *self._span(node), news, scope)

    def _cut(self, kind: str, start: int, end: int, news: tuple[str, ...], scope: str) -> Place:
        line = self.raw.count(b"\n", 0, start) + 1
        return Place(self.file, line, start, end, kind, self.raw[start:end].decode(), news, scope)


def _below(node: ast.AST) -> Iterator[ast.AST]:
    """The children that belong to rules: no annotations, decorators, or settings of a class."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        if isinstance(node, ast.ClassDef) and name in ("bases", "keywords"):
            continue
        if isinstance(node, ast.keyword) and node.arg == "strict":  # of zip: a check of the code by itself
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield child


def _conditions(node: ast.AST) -> Iterator[ast.expr]:
    """What decides whether something is done. Loops are left alone: turned round they only run for ever."""
    if isinstance(node, ast.If | ast.IfExp):
        yield node.test
    elif isinstance(node, ast.comprehension):
        yield from node.ifs


def _turns(test: ast.expr) -> bool:
    """Whether another change at this place turns the whole condition round."""
    if isinstance(test, ast.UnaryOp):
        return isinstance(test.op, ast.Not)
    if isinstance(test, ast.NamedExpr):
        return False
    return isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], FLIPS)


def _is_joined(node: ast.expr) -> bool:
    return isinstance(node, JOINED) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 60 else f"{flat[:57]}…"
