"""Every feature of the book is seen: a short soak over battles made for it (`make soak` is the long one)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from littlewars.engine import Event, Game, Tally
from littlewars.systems.defiance.basics.events import Launched
from littlewars.systems.defiance.basics.state import State
from littlewars.systems.defiance.features import FEATURES
from littlewars.systems.defiance.system import DEFIANCE
from tests.defiance.squads import a_state

NEAR = {"5+": 12, "7+": 24}
AREA, SPORES = {"radius": 2, "damage": "5+"}, {"radius": 2, "damage": "7+", "effectors": ["B"]}
WEAPONS: dict[str, Any] = {
    "piercer": {"FR": "2A", "target": "AV", "brackets": NEAR},
    "burst": {"FR": "2B", "brackets": NEAR},
    "flame": {"FR": "1C", "brackets": {"5+": 6, "7+": 10}},
    "field": {"FR": "2F", "brackets": NEAR},
    "shotgun": {"FR": "2K", "brackets": NEAR},
    "ghost": {"FR": "1P", "brackets": {"5+": 4, "7+": 20}},
    "stunner": {"FR": "2S", "brackets": NEAR},
    "dread": {"FR": "2T", "brackets": NEAR},
    "ultra": {"FR": "2U", "brackets": NEAR},
    "needle": {"FR": "1(2)V", "brackets": NEAR},
    "rocket": {"FR": 1, "target": "AV", "form": "loader", "brackets": NEAR},
    "lance": {"FR": 1, "target": "AV", "form": "powerpack", "brackets": NEAR},
    "shoulder": {"FR": 1, "target": "AV", "form": "bracing", "brackets": NEAR},
    "cannon": {"FR": 1, "target": "AV", "form": "crew-served", "brackets": NEAR},
    "mortar": {"FR": 1, "IF": True, "brackets": {"5+": 20, "7+": 40}, "aoe": AREA},
    "bomb": {"form": "grenade", "ammo": 3, "brackets": "thrown", "aoe": AREA},
    "spores": {
        "form": "grenade",
        "ammo": 2,
        "poison": True,
        "brackets": "thrown",
        "aoe": {"radius": 2, "damage": "7+", "effectors": ["B"]},
    },
    "smoke": {
        "form": "grenade",
        "ammo": 2,
        "smoke": {"los_modifier": -2, "turns": 2},
        "brackets": "thrown",
        "aoe": {"radius": 2, "damage": None},
    },
    "harness": {"form": "cdw", "ammo": 1, "aoe": {"radius": 2, "damage": "7+"}},
    "rifle": {"FR": 2, "brackets": NEAR},
}
HULL = {"vehicle": True, "QU": "Vehicle", "SZ": 4, "DC": 2, "MV": 8}
FRAMES: dict[str, Any] = {
    "man": {"HR": "1@9+", "MV": 6, "modes": ["S"]},
    "hopper": {"HR": "1@9+", "modes": ["J"], "MV": 6, "class": "PI"},
    "fanatic": {"HR": "1@9+", "DC": 2, "QU": "Fanatic", "MV": 6, "modes": ["S"], "class": "PI"},
    "bike": {**HULL, "TY": "Light Vehicle", "modes": ["S"]},
    "walker": {**HULL, "TY": "Mecha", "HR": "2@5+"},
    "dancer": {**HULL, "TY": "Anime Mecha", "HR": "2@5+", "modes": ["S"]},
    "bus": {**HULL, "TY": "APC", "DC": 1, "PA": 12, "EA": ["L", "R", "B"], "AR": 2},
    "tank": {**HULL, "TY": "AFV", "FA": 2, "AR": -1},
}


def side(name: str, y: float, face: float) -> dict[str, Any]:
    """A dozen small units of one side, a sprint away from the other's."""
    arms = (
        ("man", "stunner", "rocket", "bomb"),
        ("hopper", "field", "shoulder", "harness"),
        ("fanatic", "shotgun", "cannon", "spores"),
        ("man", "ghost", "mortar", "smoke"),
        ("fanatic", "dread", "lance", "bomb"),
        ("hopper", "ultra", "flame", "harness"),
        ("man", "needle", "mortar", "bomb"),
        ("man", "rifle", "mortar", "harness"),
    )
    units: dict[str, Any] = {}
    for number, (frame, primary, support, arm) in enumerate(arms):
        spots = [[3 + 5 * number + 1.1 * k, y] for k in range(4)]
        helped = {"1": {"support": support, "primary": []}, "2": {"support": support, "primary": []}}
        one = {"1": {"support": support, "primary": []}}
        units[f"{name}{number}"] = {
            "side": name, "frame": frame, "primary": primary, "side_arms": arm, "at": spots, "face": face,
            "figures": helped if support == "cannon" else one,
        }  # fmt: skip
        units[f"{name}{number}"]["figures"]["4"] = {"leader": 2, "hero": True}
    units[f"{name}0"]["figures"]["4"] = {"leader": 1, "command": 1}
    behind = y - 4 if face == 0 else y + 4
    for number, frame in enumerate(("bike", "walker", "dancer", "bus", "tank")):
        units[f"{name}-{frame}"] = {
            "side": name, "frame": frame, "quality": "Vehicle", "at": [[5 + 8 * number, behind]], "face": face,
            "figures": {"1": {"arms": [["primary", "rifle"], ["secondary", "piercer"]]}},
        }  # fmt: skip
    units[f"{name}-riders"] = {
        "side": name, "frame": "man", "primary": "rifle", "rides": f"{name}-bus.1",
        "figures": {str(k): {} for k in range(1, 5)},
    }  # fmt: skip
    return units


def melee(seed: int) -> dict[str, Any]:
    """Two sides within reach of each other."""
    units = {**side("red", 12, 0), **side("blue", 21 if seed % 2 else 17, 180)}
    return {
        "name": "Crucible",
        "system": "defiance",
        "scenario": "free",
        "table": [48, 34],
        "turns": 4,
        "frames": FRAMES,
        "weapons": WEAPONS,
        "sides": {"red": {"edge": "south", "strikes": 2}, "blue": {"edge": "north", "strikes": 2}},
        "units": units,
        "terrain": [
            {"id": f"rock-{x}", "feature": "large boulder", "box": [x, 14.2, x + 1.5, 15]} for x in (6, 14, 22, 30, 38)
        ],
        "turn": {"phase": "active", "number": 1, "deck": [{"unit": name} for name in units]},
    }


def test_a_short_soak_sees_every_feature() -> None:
    seen: Counter[str] = Counter()
    for seed in range(60):
        game, rng = Game.start(DEFIANCE, melee(seed), seed, keep="last"), Random(seed)
        game.watch = lambda entry, ask, told, game=game: seen.update(shown(game, told))  # type: ignore[misc]  # a default binds it
        while game.ask is not None:
            game.answer(game.ask.sample(rng))
            assert len(game.entries) - game.marks[-1].at <= DEFIANCE.longest_step
        assert not DEFIANCE.state_errors(game.state)
        if all(seen[name] for name in FEATURES):
            break
    assert not [name for name in FEATURES if not seen[name]]
    assert set(seen) <= set(FEATURES)


def shown(game: Game[State], told: list[Any]) -> Iterator[str]:
    """The features that these events are examples of."""
    return (name for event in told if isinstance(event, Event) for name in DEFIANCE.shows(game.state, event))


def test_a_round_at_a_point_is_indirect_fire_if_the_weapon_fires_so() -> None:
    units = {
        "r": {"at": [[20, 10]], "frame": "man", "primary": "mortar", "support": "bomb"},
        "b": {"at": [[20, 40]], "frame": "man", "primary": "rifle"},
    }
    state = a_state(units, weapons=WEAPONS, frames=FRAMES)
    shown = {}
    for weapon in ("mortar", "bomb", "not his"):
        for target in ("", "b.1"):
            event = Launched(figure="r.1", weapon=weapon, tally=Tally(5, ()), hit=True, target=target)
            shown[weapon, target] = "indirect fire" in DEFIANCE.shows(state, event)
    assert [key for key, told in shown.items() if told] == [("mortar", "")]
