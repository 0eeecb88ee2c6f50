"""A table for tests of Xenocide: units written in inches, answers as people write them, and dice that fall as told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from littlewars.dice import Scripted
from littlewars.engine import Battle
from littlewars.systems.xenocide.basics.numbers import SNAP
from littlewars.systems.xenocide.basics.state import State, Unit
from littlewars.systems.xenocide.fire.aim import ReadyAttack, aim
from littlewars.systems.xenocide.fire.declare import usual_volley
from littlewars.systems.xenocide.system import XENOCIDE
from tests.defiance.squads import row, run
from tests.playing import Playing, finish, script, told

__all__ = ["PLAIN", "Play", "a_battle", "a_state", "finish", "row", "run", "scenario", "script", "told"]

MAN: dict[str, Any] = {"movement": 4, "armor": 3, "missile": 3, "melee": 3, "strength": 2, "morale": 5, "capacity": 2}
PROFILES: dict[str, dict[str, Any]] = {
    "man": {**MAN, "carries": ["rifle"]},
    "bare": MAN,
    "gunner": {**MAN, "carries": ["light-machine-gun"]},
    "pistoleer": {**MAN, "carries": ["pistol", "sword"]},
    "brave": {**MAN, "abilities": ["brave"], "carries": ["rifle"]},
    "big": {**MAN, "aspect": 1, "wounds": 3, "carries": ["rifle"]},
    "chief": {**MAN, "morale": 7, "wounds": 2, "abilities": ["commander"], "carries": ["pistol"]},
    "leaper": {**MAN, "abilities": ["grav-pack"], "carries": ["carbine"]},
    "flyer": {**MAN, "abilities": ["flight-pack"], "carries": ["carbine"]},
    "blinker": {**MAN, "abilities": ["teleporter"], "carries": ["pistol", "sword"]},
    "truck": {
        "movement": 12, "armor": 8, "strength": 6, "aspect": 3, "propulsion": "wheeled", "threshold": 3, "room": 10,
        "hull": [5, 3], "mounts": [{"weapon": "medium-machine-gun", "capacity": 5, "accuracy": 3}],
    },
}  # fmt: skip


def snap_plan(battle: Battle[State], unit: Unit, target: Unit, penalty: int = SNAP) -> ReadyAttack:
    """A snap shot with what promises most, made ready where the target stands."""
    volley = usual_volley(battle, unit, target)
    assert volley is not None
    return aim(battle, volley, penalty)


def scenario(
    units: Mapping[str, Mapping[str, Any]],
    *,
    profiles: Mapping[str, Any] | None = None,
    turn: Mapping[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Units on a table of 48 by 48 inches; those named b… are blue, in the north, others red, in the south. It is turn 1 and
    the shooting phase, unless `turn` says otherwise; a unit is of the profile "man" unless it says so."""
    written = {name: {"side": "blue" if name.startswith("b") else "red", **_of(unit)} for name, unit in units.items()}
    return {
        "table": [48, 48],
        "sides": {"red": {"edge": "south"}, "blue": {"edge": "north"}},
        "profiles": {**PROFILES, **(profiles or {})},
        "units": written,
        "turn": {"phase": "shooting", "number": 1, **(turn or {})},
        **more,
    }


def _of(unit: Mapping[str, Any]) -> dict[str, Any]:
    raw = dict(unit)
    if "figures" in raw:
        raw["figures"] = {key: {"profile": raw.get("profile", "man"), **one} for key, one in raw["figures"].items()}
    elif "profile" not in raw:
        raw["profile"] = "man"
    return raw


def a_state(units: Mapping[str, Mapping[str, Any]], **more: Any) -> State:
    """The state of such a scenario."""
    return XENOCIDE.setup(scenario(units, **more))


# for whoever has fired nothing but his own
PLAIN = a_state({"a": {"profile": "pistoleer", "at": [[10, 10]]}, "b": {"profile": "man", "at": [[10, 40]]}})


def a_battle(units: Mapping[str, Mapping[str, Any]], dice: str = "", **more: Any) -> Battle[State]:
    """A battle without a game: for rules that are called one by one (`run` runs those that ask)."""
    return Battle(a_state(units, **more), Scripted(script(dice)))


class Play(Playing):
    """A battle of Xenocide."""

    system = XENOCIDE

    def __init__(self, units: Mapping[str, Mapping[str, Any]], dice: str = "", **more: Any) -> None:
        self.begin(a_state(units, **more), dice)
