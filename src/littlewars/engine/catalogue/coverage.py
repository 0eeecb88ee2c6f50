"""Which test proves which rule: read from the sources of the tests, without running them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import yaml

from .rulebook import Rulebook, folder_of, systems

Found = dict[str, list[str]]  # rule id -> "file::test"
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class NoTests(Exception):
    """There is no tests folder to read."""


class Coverage(msgspec.Struct, frozen=True):
    """How far the tests prove a catalogue; `shape` is the part that is promised as JSON, `tests` says where."""

    system: str
    rules: int
    optional: int
    covered: int
    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    tests: dict[str, list[str]]

    def shape(self) -> dict[str, Any]:
        """The report without the map of tests."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if name != "tests"}


def coverage(system: str, tests_dir: str | Path | None = None) -> Coverage:
    """Which entries of a system's catalogue are named by a test; optional ones are never missing."""
    book = Rulebook.of(system)
    named = named_rules(find_tests(tests_dir), system)
    return report(system, book, named, systems())


def report(system: str, book: Rulebook, named: Found, known_systems: list[str]) -> Coverage:
    """The report from a catalogue and what the tests name."""
    tests = {rule: named[rule] for rule in book.ids if rule in named}
    return Coverage(
        system=system,
        rules=len(book),
        optional=sum(entry.optional for entry in book),
        covered=len(tests),
        missing=tuple(entry.id for entry in book if entry.id not in tests and not entry.optional),
        unknown=tuple(sorted(rule for rule in named if rule not in book and _concerns(rule, system, known_systems))),
        tests=tests,
    )


def _concerns(rule: str, system: str, known_systems: list[str]) -> bool:
    """An unknown id is reported to its own system; one that belongs to no system is reported to all."""
    owner = rule.split(".", 1)[0]
    return owner == system or owner not in known_systems


def find_tests(tests_dir: str | Path | None = None, near: Path | None = None) -> Path:
    """The tests folder: the one named, or that of the checkout that a rulebook (or this package) is in, or of the current
    directory."""
    if tests_dir is not None:
        place = Path(tests_dir)
        if not place.is_dir():
            raise NoTests(f"{place} is not a folder of tests")
        return place
    for root in (*(near or Path(__file__)).resolve().parents, Path.cwd()):
        if (root / "tests").is_dir() and (root / "pyproject.toml").is_file():
            return root / "tests"
    raise NoTests("this is an installed package without its tests: name the tests folder of a checkout to see what they cover")


def named_rules(tests: Path, system: str) -> Found:
    """Every rule id that a test or a case of the system names, and where."""
    found: Found = {}
    for path in sorted(tests.rglob("*.py")):
        name = path.relative_to(tests.parent).as_posix()
        for rule, test in marked_tests(path.read_text(encoding="utf-8"), name):
            found.setdefault(rule, []).append(f"{name}::{test}")
    folder = tests / "cases" / folder_of(system)
    for path in sorted((*folder.rglob("*.yaml"), *folder.rglob("*.yml"))):
        name = path.relative_to(tests.parent).as_posix()
        for rule, case in case_rules(path.read_text(encoding="utf-8"), name):
            found.setdefault(rule, []).append(f"{name}::{case}")
    return {rule: list(dict.fromkeys(places)) for rule, places in found.items()}


# ---- marks in Python sources


def marked_tests(source: str, name: str = "<tests>") -> Iterator[tuple[str, str]]:
    """Pairs (rule id, test) of a source: marks on functions and classes, pytestmark, and marks of parameters."""
    try:
        tree = ast.parse(source, name)
    except (SyntaxError, ValueError) as error:
        raise NoTests(f"{name} cannot be read: {error}") from None
    shared = _assigned(tree.body)
    yield from _walk(tree.body, "", _pytestmark(tree.body, shared), shared)


def _walk(body: list[ast.stmt], prefix: str, inherited: list[str], shared: dict[str, ast.expr]) -> Iterator[tuple[str, str]]:
    """The tests of a body: functions named test…, classes named Test…"""
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test") and not _skipped(node):
            own = [*inherited, *_decorations(node, shared), *_pytestmark(node.body, shared)]
            yield from _walk(node.body, f"{prefix}{node.name}::", own, {**shared, **_assigned(node.body)})
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test") and not _skipped(node):
            for rule in dict.fromkeys([*inherited, *_decorations(node, shared)]):
                yield rule, prefix + node.name


def _assigned(body: list[ast.stmt]) -> dict[str, ast.expr]:
    """Names that a body gives to values: lists of parameters and of ids live there."""
    names: dict[str, ast.expr] = {}
    for node in body:
        if isinstance(node, ast.Assign):
            names.update({target.id: node.value for target in node.targets if isinstance(target, ast.Name)})
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            names[node.target.id] = node.value
    return names


def _pytestmark(body: list[ast.stmt], shared: dict[str, ast.expr]) -> list[str]:
    """The ids of a module's or class's pytestmark."""
    mark = _assigned(body).get("pytestmark")
    return [] if mark is None else _ids_below(mark, shared)


def _decorations(node: Definition, shared: dict[str, ast.expr]) -> list[str]:
    """The ids in the decorators, those of parameters included, also when the parameters have a name of their own."""
    return [rule for decorator in node.decorator_list for rule in _ids_below(decorator, shared)]


def _ids_below(node: ast.expr, shared: dict[str, ast.expr], seen: frozenset[str] = frozenset()) -> list[str]:
    """The ids of all rule marks in an expression; names are followed to their values."""
    ids: list[str] = []
    for child in ast.walk(node):
        if isinstance(child, ast.Call) and _is_rule(child.func):
            ids += [text for argument in child.args for text in _strings(argument, shared)]
        elif isinstance(child, ast.Name) and child.id in shared and child.id not in seen and child.id != "pytestmark":
            ids += _ids_below(shared[child.id], shared, seen | {child.id})
    return ids


def _is_rule(func: ast.expr) -> bool:
    """Is it pytest.mark.rule (or mark.rule)?"""
    if not (isinstance(func, ast.Attribute) and func.attr == "rule"):
        return False
    owner = func.value
    return (isinstance(owner, ast.Attribute) and owner.attr == "mark") or (isinstance(owner, ast.Name) and owner.id == "mark")


def _strings(node: ast.expr, shared: dict[str, ast.expr]) -> list[str]:
    """The ids an argument stands for: a text, or *NAMES of a list of texts."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.Starred):
        node = node.value
    if isinstance(node, ast.Name) and node.id in shared:
        node = shared[node.id]
    if isinstance(node, ast.List | ast.Tuple):
        return [item.value for item in node.elts if isinstance(item, ast.Constant) and isinstance(item.value, str)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def _skipped(node: Definition) -> bool:
    """A test that is never run proves nothing."""
    for decorator in node.decorator_list:
        mark = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(mark, ast.Attribute) and mark.attr in ("skip", "xfail"):
            return True
    return False


# ---- case files


def case_rules(text: str, name: str = "<case>") -> Iterator[tuple[str, str]]:
    """Pairs (rule id, case) of a case file, which may hold one case, a list of them or several documents."""
    try:
        documents = list(yaml.safe_load_all(text))
    except yaml.YAMLError as error:
        raise NoTests(f"{name} cannot be read: {error}") from None
    for document in documents:
        for case in document if isinstance(document, list) else [document]:
            if isinstance(case, dict):
                rules = case.get("rules") or []
                for rule in rules if isinstance(rules, list) else [rules]:
                    yield str(rule), str(case.get("case", "case"))
