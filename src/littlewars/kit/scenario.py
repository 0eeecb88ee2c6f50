"""Reading scenarios: what is written the same way for every rulebook."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from littlewars.engine import ScenarioError
from littlewars.muster import Roster, load_roster, roster_from


def army_of(folder: Path, army: Any, side: str) -> Roster:
    """The roster of a side: by the name of a ready army, as a text, or as data."""
    if not isinstance(army, str) or "\n" in army or ":" in army:
        return roster_from(army, f"{side}'s army")
    path = folder / "armies" / f"{army}.yaml"
    if "/" in army or "\\" in army or not path.is_file():
        known = ", ".join(sorted(p.stem for p in (folder / "armies").glob("*.yaml")))
        raise ScenarioError(f"there is no army {army!r}; there are {known}")
    return load_roster(path)
