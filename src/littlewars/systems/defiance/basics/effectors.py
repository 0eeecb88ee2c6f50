"""Effectors as data: what each letter of a weapon declares (defiance.effector.summary-table)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

DATA = Path(__file__).parents[1] / "data"
Property: TypeAlias = Literal[
    "ignores-infantry-armour", "ignores-vehicle-armour", "ignores-weak-armour", "doubles-armour", "pierces-fields",
    "hurts-vehicles", "knocks-back", "terrifies", "stuns", "phases", "cone",
]  # fmt: skip


class Effector(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A letter: its name, which weapons may have it, the rule it comes from, and what it declares."""

    name: str
    weapons: tuple[Literal["AI", "AV"], ...]
    rule: str
    properties: frozenset[Property]


@cache
def effectors() -> dict[str, Effector]:
    """All effectors by their letter."""
    return msgspec.yaml.decode((DATA / "effectors.yaml").read_bytes(), type=dict[str, Effector])


def properties_of(letters: frozenset[str]) -> frozenset[Property]:
    """What these letters declare together; a letter that nobody knows declares nothing."""
    known = effectors()
    return frozenset(one for letter in letters if letter in known for one in known[letter].properties)
