"""The architecture page shows the tree as it is, and the tree keeps its measure."""

import ast
import importlib
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "littlewars"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
MOST_MODULES = 16
MOST_LINES = {"kit": 1800, "systems/at43": 4500, "systems/combat_action": 5000, "systems/xenocide": 6500}
"""Lines of Python."""
SAME_THING = {"Arm", "Muster", "Opening"}
"""A weapon carried and shown, how a book musters and what all books do, a door and how it is drawn."""
FOLDER = re.compile(r"^(?P<indent> *)(?P<name>[a-z0-9_]+)/(?P<about>.*)$")


def shown():
    """Folders of the page's tree with what it says of each; two blanks are a step down."""
    tree = PAGE.partition("```\nsrc/littlewars/\n")[2].partition("```")[0]
    found, above = {}, []
    for line in tree.splitlines():
        folder = FOLDER.match(line)
        if folder is None or not folder["indent"]:
            break
        above = [*above[: len(folder["indent"]) // 2 - 1], folder["name"]]
        found["/".join(above)] = folder["about"].strip()
    return found


def there():
    """Folders of the package that hold code or data."""
    files = (path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".yaml"))
    folders = {above for path in files for above in path.relative_to(PACKAGE).parents}
    return {folder.as_posix() for folder in folders} - {"."}


def test_the_tree_names_every_folder_and_no_other():
    assert sorted(there() - set(shown())) == []
    assert sorted(set(shown()) - there()) == []


def test_every_folder_is_described():
    assert [folder for folder, about in shown().items() if len(about) < 8] == []


def test_no_folder_has_too_many_modules():
    sizes = {folder: len(list((PACKAGE / folder).glob("*.py"))) for folder in there()}
    assert {folder: size for folder, size in sizes.items() if size > MOST_MODULES} == {}


def test_no_rulebook_is_longer_than_it_may_be():
    """What a book needs a third time comes from the kit, and the kit stays small."""
    for folder, most in MOST_LINES.items():
        lines = [line for path in (PACKAGE / folder).rglob("*.py") for line in path.read_text(encoding="utf-8").splitlines()]
        assert len(lines) <= most, folder


def test_the_files_that_the_page_names_are_there():
    files = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("*.py")}
    files |= {path.relative_to(ROOT).as_posix() for folder in ("src", "tests") for path in (ROOT / folder).rglob("*.*")}
    for name in set(re.findall(r"`([a-z_/]+\.(?:py|yaml))`", PAGE)):
        assert any(f"/{path}".endswith(f"/{name}") for path in files), name


def test_no_rule_takes_more_than_seven_things() -> None:
    """What many functions pass on together is an object of its own."""
    for path in sorted((ROOT / "src" / "littlewars" / "systems").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                given = node.args
                named = [*given.posonlyargs, *given.args, *given.kwonlyargs]
                count = len(named) + sum(more is not None for more in (given.vararg, given.kwarg))  # `self` counts as well
                assert count <= 7, f"{path.relative_to(ROOT)}: {node.name} takes {count}"


def classes() -> list[tuple[str, str, set[str]]]:
    """Every class of the package: its name, its file, and the names of its bases."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                bases = {getattr(base, "attr", getattr(base, "id", "")) for base in node.bases}
                found.append((node.name, path.relative_to(PACKAGE).as_posix(), bases))
    return found


def test_a_class_name_that_all_share_means_one_thing() -> None:
    """Books may use a word each in its own way; a word of the shared rooms is used for the same thing everywhere."""
    everything = classes()
    shared = [(name, path) for name, path, bases in everything if not path.startswith("systems/") and name not in bases]
    homes = {name: {path for other, path in shared if other == name} for name, _ in shared}
    assert {name: paths for name, paths in homes.items() if len(paths) > 1 and name not in SAME_THING} == {}
    own = {(name, path) for name, path, bases in everything if path.startswith("systems/") and name not in bases}
    assert sorted((name, path) for name, path in own if name in homes and name not in SAME_THING) == []


def test_the_benchmarks_follow_the_code():
    assert callable(importlib.import_module("benchmarks.__main__").measure)
