"""The rulebooks of a server as pages show them: cards, catalogues, ready forces and scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from littlewars.engine import Scenario, ScenarioError, System
from littlewars.engine.catalogue.primer import PrimerPart, primer
from littlewars.engine.catalogue.rulebook import Rulebook, RulebookError
from littlewars.engine.showing import Show
from littlewars.muster import Muster, load_roster, parse_roster
from littlewars.players import players_of

from ..wire import ArmyCard, Fault, NewSeat, RuleCard, ScenarioCard, SystemCard
from ..workers.worker import find_system
from .briefs import brief_of


class BadRoster(Exception):
    """A force that may not be played, and everything that is wrong with it."""

    def __init__(self, side: str, faults: tuple[Fault, ...]) -> None:
        first = faults[0]
        super().__init__(f"{side}: {first.text}" + (f" (line {first.line})" if first.line else ""))
        self.faults = faults


def _force(show: Show, side: str) -> tuple[tuple[str, int], ...]:
    """The units of a side, each with its figures."""
    return tuple((unit.name, unit.of) for unit in show.units.values() if unit.side == side)


OWN_TABLE = "Your own table"
PAIRS = 6  # of twin pieces on a random map


def elsewhere(scenario: Scenario, number: int) -> Scenario:
    """The same forces on a fair random map: its number says which. Nobody is guided on a table that nobody knows."""
    rest = {key: value for key, value in scenario.items() if key not in ("terrain", "map")}
    return rest | {"name": OWN_TABLE, "map": {"pairs": PAIRS, **scenario.get("map", {}), "seed": number}}


class OfferedSystem:
    """One rulebook on the shelf."""

    def __init__(self, where: str) -> None:
        self.system: System[Any] = find_system(where)
        self.muster: Muster | None = self.system.muster

    @cached_property
    def rules(self) -> Rulebook:
        """The catalogue; empty if there is none."""
        try:
            return Rulebook.load(self.system.folder / "rulebook.yaml")
        except RulebookError:
            return Rulebook([])

    @cached_property
    def primer(self) -> tuple[PrimerPart, ...]:
        """How to play, in two pages."""
        return primer(self.system.folder)

    @cached_property
    def card(self) -> SystemCard:
        """What home shows."""
        system = self.system
        return SystemCard(
            name=system.name,
            title=system.title,
            about=system.about,
            unit=system.unit,
            measures=system.measures,
            rules=len(self.rules),
            scenarios=tuple(self._scenario(name, raw) for name, raw in system.scenarios().items()),
            armies=tuple(self._armies()),
            bots=players_of(system.name),
        )

    def _scenario(self, name: str, raw: Scenario) -> ScenarioCard:
        show = self.system.show(self.system.setup(raw))
        sides = {party.id: self._army_of(raw, party.id) or party.name for party in show.parties}
        width, depth = (length * show.factor / 1000 for length in show.size)
        title, about = str(raw.get("name", name)), str(raw.get("about", ""))
        forces = {party.id: _force(show, party.id) for party in show.parties}
        return ScenarioCard(name, title, about, sides, (width, depth), show.unit, brief_of(raw), forces)

    def _army_of(self, raw: Scenario, side: str) -> str:
        """The name of a side's force, where the scenario names one."""
        sides = raw.get("sides")
        force = sides.get(side) if isinstance(sides, Mapping) else None
        army = force.get("army") if isinstance(force, Mapping) else None
        if isinstance(army, str) and "\n" not in army:
            file = self.system.folder / "armies" / f"{army}.yaml"
            return load_roster(file).name if file.is_file() else army
        return str(army.get("name", "")) if isinstance(army, Mapping) else ""

    def _armies(self) -> Iterator[ArmyCard]:
        for path in sorted((self.system.folder / "armies").glob("*.yaml")):
            text = path.read_text(encoding="utf-8")
            roster = parse_roster(text)
            about = roster.note or next((line[1:].strip() for line in text.splitlines() if line.startswith("#")), "")
            if self.muster is None:
                yield ArmyCard(path.stem, roster.name, roster.points, about, text)
                continue
            yield ArmyCard(path.stem, roster.name, self.muster.read(roster).bill.total, about, text)

    def search(self, words: str) -> tuple[RuleCard, ...]:
        """The rules that hold all these words; all of them for none."""
        found = self.rules.search(words) if words.strip() else list(self.rules)
        return tuple(RuleCard(e.id, e.title, e.rule, e.ruling, e.table, e.optional, e.basis) for e in found)

    # ---- battles

    def scenario(self, name: str, seats: Mapping[str, NewSeat], map_number: int | None = None) -> Scenario:
        """A ready scenario with the forces that people bring, on its own table or on a random one; ScenarioError if it cannot
        be played."""
        ready = self.system.scenarios()
        if name not in ready:
            raise ScenarioError(f"there is no scenario {name!r}; there are {', '.join(ready)}")
        scenario = dict(ready[name]) if map_number is None else elsewhere(ready[name], map_number)
        for side, seat in seats.items():
            if seat.roster:
                scenario = self._brought(scenario, side, seat.roster)
        return scenario

    def _brought(self, scenario: Scenario, side: str, text: str) -> Scenario:
        """With somebody's own force, which has been found in order."""
        sides = scenario.get("sides")
        if not isinstance(sides, Mapping) or not isinstance(sides.get(side), Mapping):
            raise ScenarioError(f"{side} cannot bring a force of its own to this scenario")
        return scenario | {"sides": {**sides, side: {**sides[side], "army": text}}}


class Library:
    """All rulebooks of a server, opened when first asked for."""

    def __init__(self, systems: Mapping[str, str]) -> None:
        self._where, self._open = dict(systems), dict[str, OfferedSystem]()

    def offered(self, name: str) -> OfferedSystem | None:
        """A rulebook by name."""
        if name in self._where and name not in self._open:
            self._open[name] = OfferedSystem(self._where[name])
        return self._open.get(name)

    def find(self, name: str) -> System[Any] | None:
        """A system by name."""
        found = self.offered(name)
        return found.system if found else None

    def cards(self) -> list[SystemCard]:
        """All cards."""
        return [found.card for name in self._where if (found := self.offered(name))]

    def warm(self) -> None:
        """Open them all, and compile what is compiled."""
        from littlewars.table.warm import warm

        warm()
        self.cards()
