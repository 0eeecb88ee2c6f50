"""Nothing lies about that nobody uses: what only a test calls looks like a rule, and proves none."""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src"
USED_OUTSIDE = {
    "littlewars.cli.main": "the command itself",
    "littlewars.engine.catalogue.coverage.coverage": "for whoever tests a book",
    "littlewars.engine.journal.events_of": "for whoever reads a journal of another version",
    "littlewars.engine.journal.resume": "for whoever goes on with a journal in a program of his own",
    "littlewars.table.picture.scene.scene_of": "a board in a notebook",
}
BY_ALEMBIC = "littlewars.server.storage.migrations"


def modules() -> dict[str, tuple[ast.Module, bool]]:
    """Every module by its name, and whether it is a package."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        package = parts[-1] == "__init__"
        found[".".join(parts[:-1] if package else parts)] = ast.parse(path.read_text(encoding="utf-8")), package
    return found


def uses(name: str, tree: ast.Module, package: bool, known: set[str]) -> Iterator[str]:
    """Everything that a module uses, by its whole name: what it imports, what it takes of a module, and what is its own."""
    here, called = name.split(".") if package else name.split(".")[:-1], dict[str, str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            above = here[: len(here) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for one in node.names:
                yield f"{base}.{one.name}"
                called[one.asname or one.name] = f"{base}.{one.name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield f"{name}.{node.id}"
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and called.get(node.value.id) in known:
            yield f"{called[node.value.id]}.{node.attr}"
        elif isinstance(node, ast.Attribute) and node.attr == "advise":
            yield from (f"{module}.advise" for module in known if module.startswith("littlewars.players."))


def test_every_function_and_class_is_used() -> None:
    there = modules()
    used = {one for name, (tree, package) in there.items() for one in uses(name, tree, package, set(there))}
    unused = []
    for name, (tree, _) in there.items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.decorator_list:
                whole = f"{name}.{node.name}"
                if whole not in used and whole not in USED_OUTSIDE and not name.startswith(BY_ALEMBIC):
                    unused.append(whole)
    assert unused == []


def test_what_is_used_outside_is_there_and_nowhere_else() -> None:
    there = modules()
    used = {one for name, (tree, package) in there.items() for one in uses(name, tree, package, set(there))}
    for whole in USED_OUTSIDE:
        module, _, name = whole.rpartition(".")
        assert any(getattr(node, "name", "") == name for node in there[module][0].body), whole
        assert whole not in used, f"{whole} is used in the package after all"
