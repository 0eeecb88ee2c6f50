"""A table for tests of AT-43: units written in centimetres, answers as people write them, and dice that fall as told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from littlewars.dice import Scripted
from littlewars.engine import Battle
from littlewars.systems.at43.basics.state import State
from littlewars.systems.at43.system import AT43
from tests.defiance.squads import run
from tests.playing import Playing, finish, row, script, told

__all__ = ["Play", "a_battle", "a_state", "finish", "row", "run", "scenario", "script", "told"]

WEAPONS: dict[str, dict[str, Any]] = {
    "rifle": {"accuracy": 5, "penetration": 5},
    "gatling": {"accuracy": 5, "rate": 2, "reroll": 1, "penetration": 5},
    "pistol": {"accuracy": 4, "penetration": 5},
    "sure": {"accuracy": 30, "penetration": 30},
    "sonic": {"accuracy": 5, "penetration": 11, "special": True},
    "missile": {"accuracy": 4, "penetration": 14, "damage": 2, "special": True, "missile": True},
    "knife": {"accuracy": 4, "penetration": 5, "close": True},
    "claws": {"accuracy": 6, "rate": 2, "penetration": 9, "close": True},
    "cannon": {"accuracy": 6, "rate": 2, "penetration": 13},
    "laser": {"accuracy": 6, "rate": 1, "penetration": 7},
}
MAN: dict[str, Any] = {
    "category": "infantry", "type": 1, "move": 12, "size": 2, "combat": 3, "protection": 5, "morale": 6,
    "base": 3, "height": 3.5,
}  # fmt: skip
STRIDER: dict[str, Any] = {
    "category": "afv", "move": 15, "size": 4, "combat": 3, "protection": 13, "morale": 8, "base": 6, "height": 9,
    "structure": {"propulsion": 3, "frame": 4, "cannon": 2, "laser": 2}, "weapons": ["cannon", "laser"],
}  # fmt: skip
SERGEANT = {"rank": "sergeant", "authority": 2, "lp": 3}
PROFILES: dict[str, dict[str, Any]] = {
    "man": {**MAN, "weapons": ["rifle", "knife"]},
    "gunner": {**MAN, "weapons": ["gatling", "knife"]},
    "tough": {**MAN, "wounds": 2, "protection": 9, "weapons": ["rifle"]},
    "two-guns": {**MAN, "weapons": ["rifle", "pistol", "knife"]},
    "surely": {**MAN, "weapons": ["sure"]},
    "sonic": {**MAN, "weapons": ["sonic"]},
    "missile": {**MAN, "weapons": ["missile"]},
    "clawed": {**MAN, "weapons": ["claws"]},
    "officer": {**MAN, "officer": SERGEANT, "weapons": ["rifle", "knife"]},
    "hero": {**MAN, "hero": True, "weapons": ["gatling", "knife"]},
    "slow": {**MAN, "move": 9, "weapons": ["rifle"]},
    "strider": STRIDER,
    "chief": {**STRIDER, "officer": SERGEANT},
    "ace": {**STRIDER, "officer": SERGEANT, "hero": True, "morale": 10},
    "clawer": {
        **STRIDER, "weapons": ["cannon", "claws"], "structure": {"propulsion": 3, "frame": 4, "cannon": 2, "claws": 1},
    },
}  # fmt: skip


def scenario(
    units: Mapping[str, Mapping[str, Any]],
    *,
    act: str = "",
    lp: Mapping[str, int] | None = None,
    turn: Mapping[str, Any] | None = None,
    sides: Mapping[str, Mapping[str, Any]] | None = None,
    profiles: Mapping[str, Any] | None = None,
    weapons: Mapping[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Units on a table of 120 by 120 cm; those named b… are blue, in the north, others red, in the south. It is the only
    round; `act` names the unit that is acting; a unit is of the profile "man" unless it says so."""
    written = {name: {"side": "blue" if name.startswith("b") else "red", **_of(unit)} for name, unit in units.items()}
    at: dict[str, Any] = {"phase": "turns", "round": 1, "first": "red", "at": "red"}
    if act:
        at |= {"at": written[act]["side"], "doing": {"unit": act, "stage": "act", "acts": True}}
    points = lp or {}
    given = {
        "red": {"edge": "south", "lp": points.get("red", 0)},
        "blue": {"edge": "north", "lp": points.get("blue", 0)},
    }
    for name, info in (sides or {}).items():
        given[name] = {**given[name], **info}
    return {
        "table": [120, 120],
        "rounds": 1,
        "sides": given,
        "weapons": {**WEAPONS, **(weapons or {})},
        "profiles": {**PROFILES, **(profiles or {})},
        "units": written,
        "turn": {**at, **(turn or {})},
        **more,
    }


def _of(unit: Mapping[str, Any]) -> dict[str, Any]:
    raw = dict(unit)
    if "figures" in raw:
        raw["figures"] = {key: {"profile": raw.get("profile", "man"), **one} for key, one in raw["figures"].items()}
        raw.pop("profile", None)
    elif "profile" not in raw:
        raw["profile"] = "man"
    return raw


def a_state(units: Mapping[str, Mapping[str, Any]], **more: Any) -> State:
    """The state of such a scenario."""
    return AT43.setup(scenario(units, **more))


def a_battle(units: Mapping[str, Mapping[str, Any]], dice: str = "", **more: Any) -> Battle[State]:
    """A battle without a game: for rules that are called one by one (`run` runs those that ask)."""
    return Battle(a_state(units, **more), Scripted(script(dice)))


class Play(Playing):
    """A battle of AT-43."""

    system = AT43

    def __init__(self, units: Mapping[str, Mapping[str, Any]], dice: str = "", **more: Any) -> None:
        self.begin(a_state(units, **more), dice)

    def done(self) -> list[str]:
        """Who is out of the game, in the order of the roster."""
        return [name for name, fighter in self.state.figures.items() if fighter.gone]
