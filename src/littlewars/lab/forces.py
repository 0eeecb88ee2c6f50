"""Ready forces drawn by chance: the same battle with other armies of the same points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from littlewars.engine import Scenario, System
from littlewars.muster.roster import load_roster


@cache
def ready_forces(folder: Path) -> Mapping[int, tuple[str, ...]]:
    """The names of a book's ready forces by their points."""
    found: dict[int, list[str]] = {}
    for path in sorted(folder.glob("*.yaml")):
        found.setdefault(load_roster(path).points, []).append(path.stem)
    return {points: tuple(names) for points, names in found.items()}


def drawn(system: System[Any], scenario: Scenario, seed: int) -> Scenario:
    """In every other battle sides that lead a ready force lead one of its points, whichever chance says."""
    rng, alike = Random(seed), dict[str, tuple[str, ...]]()
    if seed % 2 == 0:
        alike = {name: names for names in ready_forces(system.folder / "armies").values() for name in names}

    def another(side: Any) -> Any:
        army = side.get("army") if isinstance(side, Mapping) else None
        return {**side, "army": rng.choice(alike[army])} if isinstance(army, str) and army in alike else side

    return {**scenario, "sides": {name: another(side) for name, side in scenario["sides"].items()}}
