"""Vehicles for tests of Defiance: one of each type, with turn costs and arcs as the book has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.defiance.squads import Play, a_battle

CAR = {"vehicle": True, "TY": "Light Vehicle", "SZ": 4, "DC": 3, "MV": 6, "FA": 1}
TANK = {"vehicle": True, "TY": "AFV", "SZ": 5, "DC": 3, "MV": 8, "FA": 2}
BUS = {"vehicle": True, "TY": "APC", "SZ": 5, "DC": 3, "SDC": 4, "MV": 6, "FA": 1, "PA": 24, "EA": ["R"]}
WALKER = {"vehicle": True, "TY": "Mecha", "SZ": 4, "DC": 3, "MV": 6, "FA": 2}
ANIME = {"vehicle": True, "TY": "Anime Mecha", "SZ": 4, "DC": 3, "MV": 6, "FA": 2}
HULLS: dict[str, dict[str, Any]] = {
    "car": CAR,
    "racer": {**CAR, "modes": ["S"]},
    "heap": TANK,
    "bus": BUS,
    "walker": WALKER,
    "anime": {**ANIME, "modes": ["S"]},
    "copter": {**CAR, "modes": ["F"]},
    "hopper": {**CAR, "modes": ["J"]},
}
FAR = {"b": {"at": [[4, 46]], "face": 180}}


def hull(frame: str, at: tuple[float, float] = (24, 10), face: int = 0, **more: Any) -> dict[str, Any]:
    """A unit of one vehicle."""
    return {"frame": frame, "at": [list(at)], "face": face, "primary": "rifle", **more}


def play(units: Mapping[str, Any], frames: Mapping[str, Any] | None = None, **more: Any) -> Play:
    """The unit "r" has its card drawn."""
    return Play({**units}, dice=more.pop("dice", "card 1"), frames={**HULLS, **(frames or {})}, **more)


def driving(frame: str, speed: str = "walking", others: Mapping[str, Any] | None = None, **more: Any) -> Play:
    """A vehicle at (24, 10) that looks north is about to be driven at this speed."""
    words = {key: more.pop(key) for key in ("at", "face", "craft", "level", "haywire") if key in more}
    return play({"r": hull(frame, **words), **(FAR if others is None else others)}, **more).say(
        "vehicle-orders", speed, "drive"
    )


def hull_battle(units: Mapping[str, Any], dice: str = "", **more: Any) -> Any:
    """A battle without a game."""
    return a_battle({**units}, dice, frames={**HULLS, **more.pop("frames", {})}, **more)
