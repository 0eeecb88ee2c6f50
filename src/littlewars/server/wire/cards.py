"""The library: rulebooks, ready battles and forces, rules."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from littlewars.engine.catalogue.rulebook import Basis


class Brief(Struct, frozen=True, omit_defaults=True):
    """What a player should know before the first decision: the task, how it ends, what to watch, and how long it may take."""

    task: str = ""
    ends: str = ""
    watch: str = ""
    minutes: int = 0


class ScenarioCard(Struct, frozen=True, omit_defaults=True):
    """A ready battle."""

    name: str
    title: str
    about: str
    sides: dict[str, str]  # side -> its army's name
    size: tuple[float, float]
    unit: Literal["inch", "cm"]
    brief: Brief | None = None
    forces: dict[str, tuple[tuple[str, int], ...]] = {}  # side -> its units, each with its figures


class ArmyCard(Struct, frozen=True, omit_defaults=True):
    """A ready force: its roster can be opened, changed and used."""

    name: str
    title: str
    points: int
    about: str
    text: str


class SystemCard(Struct, frozen=True):
    """A rulebook to play by."""

    name: str
    title: str
    about: str
    unit: str
    measures: bool
    rules: int
    scenarios: tuple[ScenarioCard, ...]
    armies: tuple[ArmyCard, ...]
    bots: tuple[str, ...]


class RuleCard(Struct, frozen=True, omit_defaults=True):
    """A rule of a catalogue in our words; `ruling` is ours where the book is silent."""

    id: str
    title: str
    rule: str
    ruling: str = ""
    table: Any = None
    optional: bool = False
    basis: Basis = ""  # the book's own text, ours, or mixed
