"""The rulebooks, one folder each. `SYSTEMS[name]` loads one when it is first asked for; the `REGISTRY` knows them unopened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from littlewars.engine import System

HERE = Path(__file__).parent


class SystemEntry(NamedTuple):
    """What can be read of a rulebook without opening it."""

    title: str
    module: str
    attribute: str
    about: str = ""

    @property
    def folder(self) -> Path:
        """Where its catalogue, armies and scenarios are."""
        return HERE / self.module.rpartition(".")[2] / "data"

    def stems(self, room: str) -> list[str]:
        """The names of its ready armies or scenarios."""
        return sorted(path.stem for path in (self.folder / room).glob("*.yaml"))


REGISTRY = {
    "oversoul": SystemEntry(
        "Oversoul Universal Rules",
        "littlewars.systems.oversoul",
        "OVERSOUL",
        "One die a model and four to succeed: any genre, from phalanxes and wizards to tanks. The printed book, whole.",
    ),
    "defiance": SystemEntry(
        "Defiance: Vital Ground",
        "littlewars.systems.defiance",
        "DEFIANCE",
        "Squads of the far future: orders, covering fire, suppression. The printed book's part one, for infantry.",
    ),
}


class _Systems(Mapping[str, System[Any]]):
    """Rulebooks by name, imported one by one."""

    def __getitem__(self, name: str) -> System[Any]:
        spine = REGISTRY[name]
        system: System[Any] = getattr(import_module(spine.module), spine.attribute)
        return system

    def __contains__(self, name: object) -> bool:
        return name in REGISTRY

    def __iter__(self) -> Iterator[str]:
        return iter(REGISTRY)

    def __len__(self) -> int:
        return len(REGISTRY)


SYSTEMS: Mapping[str, System[Any]] = _Systems()
