"""What is asked: `Ask.sheet()` with the number of its part, and with its own: the two together name a question."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from littlewars.engine import Option, Pose, Shape, Spot, Topic, Verb


class _Asked(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    part: int
    number: int
    side: str
    rule: str
    prompt: str
    blind: bool = False
    of: tuple[str, ...] = ()  # the figures that are to act
    unit: str = ""  # and theirs
    topic: Topic = ""
    single: Any = None  # the only answer that is allowed, where there is just one and all decide in turn


class ChooseSheet(_Asked, frozen=True, tag="choose"):
    """One of the options; the answer is its id."""

    options: tuple[Option, ...]


class ChooseSomeSheet(_Asked, frozen=True, tag="choose-some"):
    """Some of the options, within a purse; the answer is a list of ids."""

    options: tuple[Option, ...]
    least: int
    most: int | None
    purse: dict[str, int]


class NumberSheet(_Asked, frozen=True, tag="number"):
    """A number; the answer is that number."""

    low: int
    high: int
    step: int
    usual: int
    counts: str


class AssignSheet(_Asked, frozen=True, tag="assign"):
    """Every item gets one of its own options; the answer maps item to option id."""

    items: dict[str, tuple[Option, ...]]


class AllocateSheet(_Asked, frozen=True, tag="allocate"):
    """`count` things over takers; the answer maps taker to number."""

    count: int
    room: dict[str, int]
    least: dict[str, int]
    exact: bool


class ArrangeSheet(_Asked, frozen=True, tag="arrange"):
    """Put these in order; the answer is the list in its new order."""

    items: tuple[str, ...]


class MoveSheet(_Asked, frozen=True, tag="move"):
    """Ways for figures or bodies; the answer is a list of legs (nobody listed: nobody moves)."""

    start: dict[str, Pose]
    budget: dict[str, int]
    least: dict[str, int]
    verbs: dict[str, Verb]


class PlaceSheet(_Asked, frozen=True, tag="place"):
    """Things put down; the answer is a list of spots."""

    things: dict[str, Shape]
    spots: tuple[tuple[Spot, ...], ...]
    turns: bool


Sheet: TypeAlias = (
    ChooseSheet | ChooseSomeSheet | NumberSheet | AssignSheet | AllocateSheet | ArrangeSheet | MoveSheet | PlaceSheet
)
