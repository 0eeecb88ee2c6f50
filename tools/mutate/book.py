"""Which files a rulebook is, or a room below the rulebooks: its modules, and the tests that may reach them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
GROUP = "littlewars.systems"
BOOKS = ("oversoul", "defiance", "xenocide", "at43", "combat_action")
SHARED = tuple(
    ROOT / "tests" / "systems" / f"test_{name}.py" for name in ("cases", "golden", "by_chance", "rosters", "scenarios")
)
"""Tests of all books that know how something must come out; the others only look for the impossible, for a long time."""


@dataclass(frozen=True)
class Book:
    """A rulebook by its name: the package that holds its rules, the folders of its tests, and where these are run."""

    name: str
    package: str
    folder: Path
    tests: tuple[Path, ...]
    root: Path

    def module(self, file: str) -> str:
        """The module that a file of the book is."""
        parts = [self.package, *Path(file).with_suffix("").parts]
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def is_room(self) -> bool:
        """Whether it is no rulebook but a room that all of them use."""
        return self.package == f"littlewars.{self.name}"

    def is_within(self, module: str) -> bool:
        """Whether a module belongs to the book."""
        return module == self.package or module.startswith(f"{self.package}.")


def find(name: str, tests: tuple[Path, ...] = ()) -> Book:
    """A book of the project by its folder, one that another package adds by its entry point, or a room that all books use
    ("kit"), which the tests of the books reach as well."""
    package = next((entry.module for entry in entry_points(group=GROUP, name=name)), f"{GROUP}.{name.replace('-', '_')}")
    spec, folders = find_spec(package), [name.replace("-", "_")]
    if spec is None and name.isidentifier():
        package, folders = f"littlewars.{name}", [name, *BOOKS]
        spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise SystemExit(f"there is no rulebook {name!r}: neither a folder of {GROUP} nor an entry point of that group")
    if spec.submodule_search_locations is None:
        package, folder = package.rpartition(".")[0], Path(spec.origin).parent
    else:
        folder = Path(spec.origin).parent
    chosen = tests or tuple(ROOT / "tests" / own for own in folders)
    root = ROOT if all(ROOT in path.parents for path in chosen) else chosen[0].parent
    return Book(name, package, folder, chosen, root)


def test_files(book: Book) -> list[Path]:
    """Every file of tests in the folders of a book, and those that all books of the project share."""
    own = sorted({file for folder in book.tests for file in folder.rglob("test_*.py")})
    return [*own, *SHARED] if book.root == ROOT else own
