"""A rulebook's catalogue: every rule as an entry with an id, in our words, with rulings and tables.

>>> Rulebook([Entry("toy.move", "Move", "A figure moves 6 inches.")]).search("INCHES")[0].id
'toy.move'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec
import yaml

SYSTEMS = Path(__file__).parents[2] / "systems"
Basis: TypeAlias = Literal["", "text", "mixed", "ruling"]
BASES: dict[Basis, str] = {
    "text": "as the book has it",
    "mixed": "the book's words, with gaps that we fill",
    "ruling": "ours: the book does not say",
}


class RulebookError(ValueError):
    """A catalogue that cannot be used, and why."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: what the book says, what we rule, the numbers, what a player decides. `basis`: is it the book's own text, ours,
    or mixed?"""

    id: str
    title: str
    rule: str
    ruling: str = ""
    table: Any = None
    optional: bool = False
    decisions: tuple[str, ...] = ()
    basis: Basis = ""


class Rulebook:
    """The entries of one system, in the book's order."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries: dict[str, Entry] = {}
        for entry in entries:
            if entry.id in self._entries:
                raise RulebookError(f"{entry.id} occurs twice")
            self._entries[entry.id] = entry

    @classmethod
    def load(cls, path: str | Path) -> Rulebook:
        """Read a catalogue; a RulebookError names the entry that is wrong."""
        try:
            raw = yaml.load(Path(path).read_text(encoding="utf-8"), _LOADER)
        except OSError as error:
            raise RulebookError(f"{path}: {error.strerror or error}") from None
        except (yaml.YAMLError, UnicodeDecodeError) as error:
            raise RulebookError(f"{path}: not readable as YAML: {error}") from None
        if not isinstance(raw, list):
            raise RulebookError(f"{path}: a rulebook is a list of entries")
        try:
            return cls(_entry(item, place) for place, item in enumerate(raw, 1))
        except RulebookError as error:
            raise RulebookError(f"{path}: {error}") from None

    @classmethod
    def of(cls, system: str) -> Rulebook:
        """The catalogue of a system in this package."""
        if system not in systems():
            raise RulebookError(f"there is no rulebook of '{system}' (there are: {', '.join(systems()) or 'none'})")
        return cls.load(SYSTEMS / folder_of(system) / "data" / "rulebook.yaml")

    def __getitem__(self, rule: str) -> Entry:
        return self._entries[rule]

    def __contains__(self, rule: object) -> bool:
        return rule in self._entries

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries.values())

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids, in order."""
        return tuple(self._entries)

    def get(self, rule: str) -> Entry | None:
        """The entry of an id, if there is one."""
        return self._entries.get(rule)

    def search(self, words: str) -> list[Entry]:
        """The entries that hold all of these words in id, title, rule or ruling, whatever their case."""
        wanted = words.lower().split()
        return [entry for entry in self if all(word in _haystack(entry) for word in wanted)]


_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _haystack(entry: Entry) -> str:
    """What a search looks at."""
    return f"{entry.id} {entry.title} {entry.rule} {entry.ruling}".lower()


def _entry(item: object, place: int) -> Entry:
    """One entry from its raw form."""
    name = item.get("id", f"entry {place}") if isinstance(item, dict) else f"entry {place}"
    if isinstance(item, dict):
        item = {key: value for key, value in item.items() if key != "lines"}  # where in the book: not ours to tell
    try:
        entry = msgspec.convert(item, Entry)
    except msgspec.ValidationError as error:
        raise RulebookError(f"{name}: {error}") from None
    for field in ("id", "title", "rule"):
        if not getattr(entry, field).strip():
            raise RulebookError(f"{name}: {field} is empty")
    return entry


def folder_of(system: str) -> str:
    """The folder of a system: Python has no hyphens in the names of its packages."""
    return system.replace("-", "_")


def systems() -> list[str]:
    """The systems of this package that have a catalogue."""
    return sorted(path.parents[1].name.replace("_", "-") for path in SYSTEMS.glob("*/data/rulebook.yaml"))
