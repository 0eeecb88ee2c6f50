"""The attributes and spells of the data files, typed. Only construction knows their names; play asks profiles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeVar

import msgspec
import yaml

from littlewars.muster.words import suggestion
from littlewars.untrusted import quote

DATA = Path(__file__).parents[1] / "data"
T = TypeVar("T")
Roll = Literal["melee", "ranged", "steady", "recovery", "morale"]


class Modifier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A modifier that an attribute declares for one kind of roll."""

    roll: Roll
    value: int
    rule: str


class Attribute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An attribute of attributes.yaml (oversoul.build.attribute-cost)."""

    name: str
    cost: int
    kind: Literal["trooper", "vehicle", "any"]
    rules: tuple[str, ...]
    says: str
    weapon: bool = False
    gun: bool = False
    group: bool = False
    mounting: bool = False
    family: str = ""
    rank: int = 0
    excludes: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    requires_any: tuple[str, ...] = ()
    sets: dict[str, int] = {}
    mods: tuple[Modifier, ...] = ()
    divide: int = 1
    eighths: int = 0
    max: int = 0
    beyond_two: int = 0


class Spell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A spell of spells.yaml (oversoul.spells.table); range and template in inches, range None: it has none."""

    name: str
    difficulty: int
    range: int | None
    duration: int | Literal["instant", "permanent"]
    target: Literal["before", "after", "none"]
    aim: Literal["unit", "model", "marker", "none"]
    rule: str
    says: str
    template: int = 0
    effects: dict[str, int] = {}

    @property
    def weight(self) -> int:
        """What it takes of a caster's budget: difficulty, but at least 1 (oversoul.attr.magic)."""
        return max(1, self.difficulty)


def _read(file: str, kind: type[T]) -> Mapping[str, T]:
    """A data file by name; yes and no become 1 and 0."""
    raw: dict[str, dict[str, Any]] = yaml.safe_load((DATA / file).read_text(encoding="utf-8"))
    for group in (fields[word] for fields in raw.values() for word in ("sets", "effects") if word in fields):
        group.update({key: int(value) for key, value in group.items()})
    return MappingProxyType({name: msgspec.convert({"name": name, **fields}, kind) for name, fields in raw.items()})


@cache
def attributes() -> Mapping[str, Attribute]:
    """Every attribute by name."""
    return _read("attributes.yaml", Attribute)


@cache
def spells() -> Mapping[str, Spell]:
    """Every spell by name."""
    return _read("spells.yaml", Spell)


class Bought(msgspec.Struct, frozen=True):
    """An attribute as a roster names it: with a number (Reload:1) or with weapons in parentheses."""

    attribute: Attribute
    line: int
    number: int = 0
    on: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """Its name as a bill shows it."""
        return f"{self.attribute.name}:{self.number}" if self.attribute.eighths else self.attribute.name


_WRITTEN = re.compile(r"^(?P<name>[^():]+?)\s*(?::\s*(?P<value>[^()]*?))?\s*(?:\((?P<on>[^()]*)\))?$")


def _key(name: str) -> str:
    """A name without regard to case, quotes, spaces and a plural of weapons."""
    return " ".join(name.replace('"', "").lower().split()).replace("weapons", "weapon")


@cache
def _by_key() -> dict[str, Attribute]:
    """Attributes by their simplified names."""
    return {_key(name): attribute for name, attribute in attributes().items()}


def read_attribute(text: str, line: int) -> Bought | str:
    """What a roster means by "Reload:1" or "Turret (Main Cannon)"; a message when it means nothing."""
    written = _WRITTEN.match(text.strip())
    if written is None:
        return f"{quote(text)} is not the name of an attribute"
    name, value = written["name"], written["value"] or ""
    on = tuple(part.strip() for part in (written["on"] or "").split(",") if part.strip())
    number = re.fullmatch(r"reload\s*(\d*)", _key(name))
    if number:
        digits = value.strip() or number[1]
        known = attributes()["Reload"]
        if not re.fullmatch(r"\d{1,3}", digits):
            return f"{quote(text)} should read Reload:1, Reload:2 or Reload:3"
        return Bought(known, line, int(digits), on)
    found = _by_key().get(_key(f"{name} {value}"))
    if found is None:
        return f"unknown attribute {quote(text)}{suggestion(name, attributes())}"
    return Bought(found, line, 0, on)


def best_of_families(bought: Iterable[Attribute]) -> list[Attribute]:
    """Within a family only the best counts, and nothing counts twice (oversoul.basics.modifier-stacking)."""
    chosen: dict[str, Attribute] = {}
    for attribute in bought:
        slot = attribute.family or attribute.name
        if slot not in chosen or attribute.rank > chosen[slot].rank:
            chosen[slot] = attribute
    return list(chosen.values())
