"""Rosters by chance: every ready army, and many with one thing changed in it, are read, priced, printed and refused as
written down."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from littlewars.muster import RosterError, parse_roster
from littlewars.systems import SYSTEMS

GOLDEN = Path(__file__).parents[1] / "golden"
CHANGES = 60
"""Rosters with one change, for every army."""
ARMIES = [(book, path) for book, system in SYSTEMS.items() for path in sorted((system.folder / "armies").glob("*.yaml"))]


def digest(book: str, path: Path) -> str:
    """What an army and its changed likenesses come to: costs and the rules that are broken."""
    raw = yaml.safe_load(path.read_text())
    found = [found_of(book, one) for one in (raw, *changed(raw, Random(path.stem), CHANGES))]
    found.append(printed(book, raw))
    return hashlib.sha256(json.dumps(found, default=str).encode()).hexdigest()[:16]


def found_of(book: str, raw: Any) -> Any:
    """The total, the cost of every unit, and what is wrong by rule and line."""
    muster = SYSTEMS[book].muster
    try:
        force = muster.read(parse_roster(json.dumps(raw, indent=1)))
    except RosterError as error:
        return type(error).__name__
    bill = force.bill
    wrong = [(breach.rule, breach.line) for breach in force.breaches]
    advice = [breach.rule for breach in muster.warnings(force)] if not wrong else []
    return bill.total, [(unit.id, unit.total) for unit in bill.units], wrong, advice


def printed(book: str, raw: Any) -> str:
    """Its sheet, to be printed: what stands beside a name, and the boxes to tick."""
    muster = SYSTEMS[book].muster
    return str(muster.page(muster.read(parse_roster(json.dumps(raw)))))


def changed(raw: Any, rng: Random, count: int) -> Iterator[Any]:
    """The same with one leaf changed: a number a little more or less, a thing twice, or left out."""
    for _ in range(count):
        made = copy.deepcopy(raw)
        at, key = rng.choice(list(_leaves(made)))
        value = at[key]
        deed = rng.choice(("more", "less", "twice", "out"))
        if isinstance(value, int | float) and deed in ("more", "less"):
            at[key] = value + rng.choice((1, 2, 5)) * (1 if deed == "more" else -1)
        elif isinstance(at, list):
            at[key : key + 1] = [value, value] if deed == "twice" else []
        else:
            del at[key]
        yield made


def _leaves(raw: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a roster that holds something, with what it is called there."""
    for key, value in raw.items() if isinstance(raw, dict) else enumerate(raw):
        yield raw, key
        if isinstance(value, dict | list):
            yield from _leaves(value)


def written(book: str) -> dict[str, str]:
    """The digests of a book as they were written down."""
    found: dict[str, str] = yaml.safe_load((GOLDEN / book / "rosters.yaml").read_text())
    return found


@pytest.mark.parametrize(("book", "path"), ARMIES, ids=lambda one: one if isinstance(one, str) else one.stem)
def test_an_army_comes_to_the_same(book: str, path: Path) -> None:
    assert digest(book, path) == written(book)[path.stem], "meant? python -m tests.systems.test_rosters"


if __name__ == "__main__":
    for book in SYSTEMS:
        found = {path.stem: digest(book, path) for name, path in ARMIES if name == book}
        (GOLDEN / book / "rosters.yaml").write_text(yaml.safe_dump(found))
