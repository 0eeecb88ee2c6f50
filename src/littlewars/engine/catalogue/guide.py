"""A hand on the shoulder in a first battle: short lessons, each shown when something is asked or drawn. They are data beside
the scenario; whoever shows them knows asks and facts, and no rulebook."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
import yaml
from msgspec import Meta, Struct

from ..asks import Topic

FOLDER = "guides"
Control: TypeAlias = Literal["", "table", "question", "dock", "do", "units", "task", "story", "undo"]
Sentence: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]


class When(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What must be so: what is asked about, by which rule; a unit that waits for its order; something drawn on the table; an
    order that halts; from this round on."""

    topic: Topic = ""
    rule: str = ""
    ready: bool = False
    drawn: bool = False
    halted: bool = False
    round: int = 0


class Lesson(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A sentence or two, when they are said, and the part of the page that they point at."""

    id: str
    when: When
    say: Sentence
    show: Control = ""


class Guide(Struct, frozen=True, forbid_unknown_fields=True):
    """The lessons of a battle, by its name."""

    battle: str
    lessons: tuple[Lesson, ...]


def lessons(folder: Path, battle: object) -> tuple[Lesson, ...]:
    """The lessons of this battle in the rulebook whose data lie there; none where it has none."""
    return next((one.lessons for one in guides(folder) if one.battle == battle), ())


@cache
def guides(folder: Path) -> tuple[Guide, ...]:
    """All guides of a rulebook."""
    files = sorted((folder / FOLDER).glob("*.yaml"))
    return tuple(msgspec.convert(yaml.safe_load(file.read_text(encoding="utf-8")), Guide) for file in files)
