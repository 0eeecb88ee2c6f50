"""Names and lengths are data: texts of the rules refer to figures and units and say lengths in thousandths; one resolver makes
names and inches or centimetres of them, as they are measured at its table.

>>> names = Names({"squad.3": "Rifleman 3", "squad": "First Squad"})
>>> names(f"{ref('squad.3')} leaves {ref('squad')}, {length(7500)} away")
'Rifleman 3 leaves First Squad, 7.5″ away'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from .measures import INCHES, Measure

if TYPE_CHECKING:
    from .showing import Card, Show, Trace
    from .types import Result

LENGTH = re.compile(r"\{=(-?\d+)\}")
REFERENCE = re.compile(r"\{([^{}|]+)(?:\|([^{}]*))?\}")


def ref(id: str, written: str = "") -> str:
    """A side, a figure or a unit, for a prompt, a label, a refusal or a story; the name is put in when the text is shown.
    `written`: how a journal says it, if not by the id."""
    return f"{{{id}|{written}}}" if written else f"{{{id}}}"


def plain(text: str) -> str:
    """A text as a journal has it: ids instead of references."""
    return REFERENCE.sub(lambda found: found.group(2) or found.group(1), text)


def in_the_way(id: str) -> str:
    """A figure or a piece of terrain that something stopped at, or the edge if it has no id."""
    return ref(id) if id else "the edge"


def length(thousandths: int) -> str:
    """A length, for the same texts."""
    return f"{{={thousandths}}}"


def refs(ids: Iterable[str]) -> str:
    """Several of them."""
    return ", ".join(map(ref, ids))


class Names:
    """Names for references; a figure that has left the table keeps its name. A reference that nobody knows is shown as its
    id."""

    def __init__(self, names: Mapping[str, str] | None = None) -> None:
        self._names = dict(names or {})
        self.measure = INCHES
        self._kinds: dict[str, str] = {}  # of those who do not stand on the table yet

    def learn(self, show: Show) -> None:
        """Take the names of a table, and in what people measure at it."""
        self.measure = Measure(show.unit, show.factor, "″" if show.unit == "inch" else " cm")
        for party in show.parties:
            self._names.setdefault(party.id, party.name or party.id)
        for piece in show.ground:
            self._names.setdefault(piece.id, piece.name or piece.id)
        whose = _Whose(show)
        for id, unit in show.units.items():
            if id not in self._names:
                self._names[id] = whose(unit.name or id, unit.side)
            kind = _kind(show, unit)
            for member in unit.figures:
                if kind and member not in show.figures and member not in self._names:
                    self._kinds[member] = numbered(whose(kind, unit.side), member, unit)
        for id, figure in show.figures.items():
            if id not in self._names:
                self._names[id] = numbered(whose(figure.name or id, figure.side), id, show.units.get(figure.unit))

    def of(self, id: str) -> str:
        """The name of a figure or a unit."""
        return self._names.get(id) or self._kinds.get(id, id)

    def __call__(self, text: str) -> str:
        """The text with names and lengths."""
        if "{" not in text:
            return text
        return REFERENCE.sub(lambda found: self.of(found.group(1)), LENGTH.sub(self._length, text))

    def one_of_several(self, text: str) -> str:
        """The name with which a text begins, if it is that of one of several, with his number; else nothing."""
        found = REFERENCE.match(text)
        name, number = (self.of(found.group(1)), found.group(1).rpartition(".")[2]) if found else ("", "")
        return name if number and name.endswith(f" {number}") else ""

    def _length(self, found: re.Match[str]) -> str:
        return self.measure.text(int(found.group(1)))

    def throw(self, why: str) -> str:
        """What dice are for: a purpose, or a purpose and, behind a comma, for whom."""
        purpose, comma, who = why.partition(", ")
        return f"{purpose}{comma}{self.of(who)}"

    def sheet(self, sheet: dict[str, Any]) -> dict[str, Any]:
        """What is asked, with names in its prompt and its options."""
        sheet["prompt"] = self(sheet["prompt"])
        lists = [sheet["options"]] if "options" in sheet else sheet["items"].values() if sheet["kind"] == "assign" else ()
        for option in (option for options in lists for option in options):
            for field in ("label", "about"):
                if field in option:
                    option[field] = self(option[field])
        return sheet

    def result(self, result: Result | None) -> Result | None:
        """How it ended, with the names of the sides that it speaks of."""
        return None if result is None else replace(result, why=self(result.why))

    def trace(self, trace: Trace) -> Trace:
        """A way, with names in what slows it and in what would happen."""
        slows = tuple(replace(part, why=self(part.why)) for part in trace.stretches)
        return replace(trace, stretches=slows, meets=tuple(replace(met, what=self(met.what)) for met in trace.meets))

    def add(self, names: Mapping[str, str]) -> None:
        """Take these names; an id that has a name keeps it."""
        self._names = {**names, **self._names}


def _kind(show: Show, unit: Card) -> str:
    """What those of a unit are called, who do not stand on the table yet."""
    return show.models[unit.models[0]].name if unit.models and unit.models[0] in show.models else ""


class _Whose:
    """Names that several sides have are told apart by the side before them: Red Rifleman, Blue Rifleman."""

    def __init__(self, show: Show) -> None:
        self._show = show

    @cached_property
    def _shared(self) -> set[str]:
        """Looked for only when somebody new is to be named: a table is learned after every answer."""
        sides: dict[str, set[str]] = {}
        for unit in self._show.units.values():
            kinds = [self._show.models[key].name for key in unit.models if key in self._show.models]
            for name in (unit.name, *kinds):
                sides.setdefault(name, set()).add(unit.side)
        for figure in self._show.figures.values():
            sides.setdefault(figure.name, set()).add(figure.side)
        return {name for name, those in sides.items() if len(those) > 1}

    def __call__(self, name: str, side: str) -> str:
        return f"{side.capitalize()} {name}" if name in self._shared else name


def numbered(name: str, id: str, unit: Card | None) -> str:
    """One of several has the number that he has in his unit."""
    number = id.rpartition(".")[2]
    return f"{name} {number}" if "." in id and number.isdigit() and unit is not None and unit.of > 1 else name
