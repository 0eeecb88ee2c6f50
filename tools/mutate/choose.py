"""Which tests can notice a change: those that reach its line, or that use what a table or a field is called."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable
from itertools import filterfalse
from pathlib import Path

from .book import Book, test_files
from .places import Place
from .reach import Reach

MOST_TESTS = 400
MOST_SECONDS, MOST_BATTLES = 12.0, 75.0
"""For the tests of a change, and for whole battles; measured while lines were counted, which takes thrice as long."""
WORD = re.compile(r"\w+")


def is_battle(test: str) -> bool:
    """Whether a test compares whole battles or armies with what was written down: it notices much and explains little."""
    return any(f"/test_{name}.py" in test for name in ("golden", "by_chance", "rosters", "scenarios"))


class Chooser:
    """Finds the tests for a place in the modules of a book."""

    def __init__(self, book: Book, reach: Reach) -> None:
        folder, self.reach = book.folder, reach
        self.words = {file: set(WORD.findall(file.read_text())) for file in test_files(book)}
        self.root = book.root
        self.trees = {path.relative_to(folder).as_posix(): ast.parse(path.read_text()) for path in sorted(folder.rglob("*.py"))}
        self.uses = _uses(self.trees)

    def tests(self, place: Place) -> list[str]:
        """The tests that tell most about a place, then whole battles: of each the first, then of each the second.

        Those come first whose file speaks of the function or its module, and of these the ones that reach few lines beside it.
        """
        found = self._reaching(place)
        about = {Path(place.file).stem, *place.scope.split("."), *self._named(place)} - {""}

        def key(test: str) -> tuple[bool, int, str]:
            return not self._speaks(test, about), self.reach.width[test], test

        plain = sorted(filterfalse(is_battle, found), key=key)
        return [*self._first(plain, MOST_SECONDS), *self._first(self._by_turns(filter(is_battle, found)), MOST_BATTLES)]

    def _first(self, tests: list[str], seconds: float) -> list[str]:
        """As many of these as can be run in a short time; one that takes too long does not keep out those after it."""
        chosen, spent = list[str](), 0.0
        for test in tests[:MOST_TESTS]:
            if spent + self.reach.seconds[test] <= seconds or not chosen:
                chosen.append(test)
                spent += self.reach.seconds[test]
        return chosen

    def _by_turns(self, battles: Iterable[str]) -> list[str]:
        """Battles that differ in more than their seed come before the next seed of any, the quicker ones first."""
        kinds: dict[str, list[str]] = defaultdict(list)
        for test in sorted(battles):
            kinds[test.rstrip("]0123456789")].append(test)
        turns = {test: number for tests in kinds.values() for number, test in enumerate(tests)}
        return sorted(turns, key=lambda test: (turns[test], self.reach.seconds[test], test))

    def _named(self, place: Place) -> set[str]:
        """What is called so there, outside of functions: a table, a field."""
        statement, function = _around(self.trees[place.file], place.line)
        return _names(statement) if function is None else set()

    def _speaks(self, test: str, about: set[str]) -> bool:
        """Whether the file of a test has any of these words."""
        return not about.isdisjoint(self.words.get(self.root / test.partition("::")[0], ()))

    def _reaching(self, place: Place) -> set[str]:
        statement, function = _around(self.trees[place.file], place.line)
        if function is not None and statement is function:  # the head of a function: whoever runs its body
            return self.reach.of(place.file, range(function.body[0].lineno, (function.end_lineno or 0) + 1))
        if function is not None:
            return self.reach.of(place.file, range(statement.lineno, (_head_end(statement)) + 1))
        names = _names(statement)
        naming = {test for test in self.reach.seconds if self._speaks(test, names)}  # a test may look at a table itself
        return self._using(names) | naming or self.reach.of(place.file, self.reach.lines.get(place.file, ()))

    def _using(self, names: set[str]) -> set[str]:
        """The tests that reach a use of these names, or of other tables that are made from them."""
        found: set[str] = set()
        done: set[str] = set()
        while names - done:
            name = min(names - done)
            done.add(name)
            for file, line, owner in self.uses.get(name, ()):
                found |= self.reach.of(file, [line])
                names |= owner
        return found


def _uses(trees: dict[str, ast.Module]) -> dict[str, list[tuple[str, int, frozenset[str]]]]:
    """Where every name is used: file, line, and at the top of a module the names that are made there."""
    found: dict[str, list[tuple[str, int, frozenset[str]]]] = defaultdict(list)
    for file, tree in trees.items():
        for top in tree.body:
            made = (
                frozenset()
                if isinstance(top, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
                else frozenset(_names(top))
            )
            for node in ast.walk(top):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                    found[node.id].append((file, node.lineno, made))
                elif isinstance(node, ast.Attribute):
                    found[node.attr].append((file, node.lineno, made))
    return found


def _names(statement: ast.stmt) -> set[str]:
    """What a statement at the top of a module, or a field of a class, is called."""
    if isinstance(statement, ast.Assign):
        return {node.id for target in statement.targets for node in ast.walk(target) if isinstance(node, ast.Name)}
    if isinstance(statement, ast.AnnAssign | ast.AugAssign) and isinstance(statement.target, ast.Name):
        return {statement.target.id}
    return set()


def _around(tree: ast.Module, line: int) -> tuple[ast.stmt, ast.FunctionDef | ast.AsyncFunctionDef | None]:
    """The innermost statement that a line belongs to, and the innermost function."""
    statement: ast.stmt = tree.body[0]
    function: ast.FunctionDef | ast.AsyncFunctionDef | None = None
    for node in ast.walk(tree):  # from the outside to the inside
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0):
            statement = node
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                function = node
    return statement, function


def _head_end(statement: ast.stmt) -> int:
    """The last line of a statement before its body, if it has one."""
    body = getattr(statement, "body", None)
    if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
        return max(statement.lineno, body[0].lineno - 1)
    return statement.end_lineno or statement.lineno
