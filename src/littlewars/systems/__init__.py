"""The rulebooks: one folder each, or a package of its own. `SYSTEMS[name]` loads one when it is first asked for; the
`REGISTRY` knows them unopened.

A package adds a rulebook by an entry point of the group `littlewars.systems` that names its system object, and players by the
group `littlewars.players`: see docs/your-own-rulebook.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from littlewars.engine import System

GROUP = "littlewars.systems"
HERE = Path(__file__).parent


class SystemEntry(NamedTuple):
    """What can be read of a rulebook without opening it."""

    title: str
    module: str
    attribute: str
    about: str = ""

    @property
    def folder(self) -> Path:
        """Where its catalogue, armies and scenarios are: in the folder `data` of its package."""
        parent, _, name = self.module.rpartition(".")
        if parent == __name__:
            return HERE / name / "data"
        spec = find_spec(self.module)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(f"{self.module}, named as a rulebook, is not installed")
        return Path(spec.origin).parent / "data"

    def stems(self, room: str) -> list[str]:
        """The names of its ready armies or scenarios."""
        return sorted(path.stem for path in (self.folder / room).glob("*.yaml"))

    def load(self) -> System[Any]:
        """The rulebook itself."""
        system: System[Any] = getattr(import_module(self.module), self.attribute)
        return system


OURS = {
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
        "Squads of the far future: orders, covering fire, suppression, fights hand to hand, special weapons, vehicles.",
    ),
    "xenocide": SystemEntry(
        "Xenocide: Firefight",
        "littlewars.systems.xenocide",
        "XENOCIDE",
        "Squads of the far future: secret orders, simultaneous fire, suppression, low is good.",
    ),
    "at43": SystemEntry(
        "AT-43",
        "littlewars.systems.at43",
        "AT43",
        "Units of the far future round their leaders: cards face down, Leadership Points, one table for all tests, "
        "no measuring. Our reconstruction round the quick reference.",
    ),
    "combat-action": SystemEntry(
        "Combat Action",
        "littlewars.systems.combat_action",
        "COMBAT_ACTION",
        "Our reconstruction around the author's tables: action points, ready fire, robots, runaways, buildings of sections.",
    ),
}


class Registry(Mapping[str, SystemEntry]):
    """Our rulebooks, and those that other packages bring."""

    @cached_property
    def _entries(self) -> dict[str, SystemEntry]:
        brought = {point.name: _brought(point) for point in entry_points(group=GROUP)}
        return OURS | {name: entry for name, entry in brought.items() if name not in OURS}  # nobody replaces ours

    def __getitem__(self, name: str) -> SystemEntry:
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


def _brought(point: EntryPoint) -> SystemEntry:
    """A rulebook of another package; its title and what it is about are its own to tell, once it is opened."""
    return SystemEntry("", point.module, point.attr)


REGISTRY = Registry()


class _Systems(Mapping[str, System[Any]]):
    """Rulebooks by name, imported one by one."""

    def __getitem__(self, name: str) -> System[Any]:
        return REGISTRY[name].load()

    def __contains__(self, name: object) -> bool:
        return name in REGISTRY

    def __iter__(self) -> Iterator[str]:
        return iter(REGISTRY)

    def __len__(self) -> int:
        return len(REGISTRY)


SYSTEMS: Mapping[str, System[Any]] = _Systems()
