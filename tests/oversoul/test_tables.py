"""The numbers and tables of Oversoul, whole: what stands in the book stands here once more."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any

import msgspec
import pytest

from littlewars.engine import ScenarioError
from littlewars.systems.oversoul.attack.actions import plain_actions
from littlewars.systems.oversoul.basics import ladder
from littlewars.systems.oversoul.basics.events import EVENTS
from littlewars.systems.oversoul.basics.profiles import Profile
from littlewars.systems.oversoul.move.flight import to_home
from tests.oversoul.helpers import Fight, state_of

INCH = 1000
NUMBERS: dict[str, dict[str, Any]] = {
    "attack.casting": {"SUMMON_STEPS": (4, 6, 8, 10, 12, 14), "BAN": {1: 2, 2: 1}},
    "attack.markers": {"DEVIATION": (6 * INCH, 4 * INCH, 2 * INCH)},
    "basics.costs": {"LOWEST": 1},
    "basics.definitions": {"MOST_WEAPONS": 200},
    "basics.profiles": {
        "LOOSE_FRONT": 9000,
        "NARROW_FRONT": 4500,
        "NORMAL_TURNS": 1,
        "CENTRE_LINE": {"front": 0, "right": 9000, "rear": 18_000, "left": 27_000},
    },
    "basics.rolls": {"SUCCESS": 4},
    "move.charges": {"CHARGE": 4 * INCH},
    "move.flight": {"DETOUR": 4, "NEARER": INCH // 2},
    "move.legs": {"STAND_UP": 2 * INCH, "TURN": 4500, "LEAST_FLIGHT": INCH, "STRAY": 3, "FORWARDS": 100},
    "move.manoeuvres": {"OBLIQUE": 4500, "FORWARDS": 1500},
    "move.movement": {"FREE_ON": 6},
    "scenario.setup": {"LEAST_AREA": 288 * INCH * INCH, "TROOPERS_PER_AREA": 60, "MOST_FIGURES": 500, "MOST_PIECES": 20},
    "turn.deployment": {
        "ZONE": 12 * INCH,
        "SPACING": 6 * INCH,
        "PIECES": {"light": (2500, 2000), "heavy": (2000, 2000), "impassible": (1500, 1000)},
    },
    "turn.sequence": {"INITIATIVE": 6},
    "units.aim": {"IMMUNE_BELOW": {0: 0, 1: 8, 2: 12}},
    "units.allowance": {"RUN": 2, "SUBMERGED": 2},
    "units.bailing": {"LEAVING": INCH},
    "units.cohesion": {"LOOSE": 4 * INCH, "VEHICLES": 8 * INCH},
    "units.morale": {"SEEN_WITHIN": 8 * INCH},
    "units.recovery": {"SLOWED": 2 * INCH},
    "units.victory": {"ROUNDS_PER_UNIT": 8, "IDLE_ROUNDS": 2},
}
MODS = {
    "units.aim": {
        "CHARGE": ("charge", 2),
        "RAN": ("ran first", -1),
        "FLANK": ("flank", 1),
        "REAR": ("rear", 2),
        "LONG": ("long range", -1),
        "PARTIAL": ("partial sight", -1),
        "PRONE_FAR": ("prone target", -1),
        "PRONE_NEAR": ("prone target", 1),
    },
    "units.morale": {"LEADER": ("leader attached", 2), "FRIGHTENED": ("frightened", -2)},
    "units.recovery": {"ZAP": ("Zap", -2)},
}


@pytest.mark.parametrize("module", NUMBERS)
def test_the_numbers_of_a_chapter(module: str) -> None:
    found = import_module(f"littlewars.systems.oversoul.{module}")
    assert {name: getattr(found, name) for name in NUMBERS[module]} == NUMBERS[module]


@pytest.mark.parametrize("module", MODS)
def test_the_modifiers_of_a_chapter(module: str) -> None:
    found = import_module(f"littlewars.systems.oversoul.{module}")
    assert {name: (getattr(found, name).name, getattr(found, name).value) for name in MODS[module]} == MODS[module]


@pytest.mark.rule("oversoul.basics.single-die", "oversoul.basics.move-table", "oversoul.build.base-cost")
@pytest.mark.rule("oversoul.attr.fast-trooper", "oversoul.attr.slow-trooper", "oversoul.build.payload-table")
def test_what_hangs_on_the_die() -> None:
    dice = (4, 6, 8, 10, 12, 20)
    assert dice == ladder.LADDER
    assert [ladder.trooper_move(die) for die in dice] == [5, 6, 8, 10, 12, 20]
    assert [ladder.trooper_move(die, 1) for die in dice] == [6, 8, 10, 12, 20, 24]
    assert [ladder.trooper_move(die, -1) for die in dice] == [4, 5, 6, 8, 10, 12]
    assert ladder.VEHICLE_MOVE == {6: 20, 8: 12, 10: 10, 12: 8, 20: 6}
    assert ladder.BASE_COST == {4: 4, 6: 12, 8: 24, 10: 40, 12: 60, 20: 120}
    assert [ladder.lower(die) for die in dice] == [None, 4, 6, 8, 10, 12]
    shares = {hull: [ladder.payload_share(hull, die) for die in dice] for hull in (6, 8, 10, 12, 20)}
    loads = {hull: [share and 1 / share for share in row] for hull, row in shares.items()}
    assert loads == {
        6: [2, 1, None, None, None, None],
        8: [4, 2, 1, None, None, None],
        10: [8, 4, 2, 1, None, None],
        12: [10, 8, 4, 2, 1, None],
        20: [10, 10, 8, 4, 2, 1],
    }
    assert (ladder.SMALLEST_VEHICLE, ladder.SMALLEST_VEHICLE_OF_ALL) == (8, 6)


@pytest.mark.rule("oversoul.basics.measuring")
def test_bases() -> None:
    dice = (4, 6, 8, 10, 12, 20)
    assert [ladder.default_base("trooper", die) for die in dice] == [500, 500, 500, 1000, 1000, 1500]
    assert ladder.default_base("trooper", 8, steed=True) == (2000, 1000)
    assert ladder.default_base("artillery-weapon", 10) == 1000
    boxes = [(2000, 1000), (2000, 1000), (4000, 2000), (4000, 3000), (5000, 3000)]
    assert [ladder.default_base("vehicle", die) for die in dice[1:]] == boxes


@pytest.mark.rule("oversoul.setup.playing-area")
def test_two_square_feet_for_each_player() -> None:
    units: dict[str, Any] = {"a": {"profile": "man", "at": [[10, 5]]}, "b": {"profile": "man", "at": [[10, 20]]}}
    assert state_of(units, table=[24, 24]).depth == 24 * INCH
    with pytest.raises(ScenarioError, match=r"oversoul\.setup\.playing-area"):
        state_of(units, table=[24, 23.9])


@pytest.mark.rule("oversoul.morale.flee-route")
def test_how_far_it_is_home() -> None:
    sides = {name: {"edge": name} for name in ("north", "east", "south", "west")}
    units = {
        "a": {"side": "south", "profile": "man", "at": [[10, 5]]},
        "b": {"side": "north", "profile": "man", "at": [[10, 40]]},
    }
    state = state_of(units, sides=sides, table=[72, 48])
    far = {name: to_home(state, name, (10 * INCH, 5 * INCH)) // INCH for name in sides}
    assert far == {"north": 43, "east": 62, "south": 5, "west": 10}


@pytest.mark.rule("oversoul.hits.group-rolling")
def test_blows_and_plain_shots_may_be_part_of_a_group_roll() -> None:
    touching = Fight({"a": {"profile": "man", "at": [[10, 10]]}, "b": {"profile": "man", "at": [[10, 11]], "face": 180}}).battle
    assert plain_actions(touching, touching.state.figures["a.1"]) == ["melee:b.1"]
    near: dict[str, Any] = {"b": {"profile": "man", "at": [[10, 18], [11.5, 16]], "face": 180}}
    far = Fight({"a": {"profile": "rifle", "at": [[10, 10]]}, **near}).battle
    assert plain_actions(far, far.state.figures["a.1"]) == ["shoot:0:b.2", "shoot:0:b.1"]  # the nearest first
    wizard = Fight({"a": {"profile": "wizard", "at": [[10, 10]]}, **near}).battle
    assert plain_actions(wizard, wizard.state.figures["a.1"]) == []
    for weapon in (["Template 2"], ["Template Flame"], ["Fire Linked"]):
        guns = [{"name": name, "die": "d6", "range": 10, "attributes": weapon, "link": "x"} for name in ("A", "B")]
        if weapon != ["Fire Linked"]:
            guns = [{key: value for key, value in guns[0].items() if key != "link"}]
        special = {"x": {"kind": "vehicle", "die": "d12", "weapons": guns}}
        fight = Fight({"a": {"profile": "x", "at": [[10, 10]]}, **near}, profiles=special)
        assert len(fight.actions()) > 1
        assert plain_actions(fight.battle, fight["a.1"]) == []


# ---- what holds as long as nothing else is said

UNSAID: dict[str, dict[str, Any]] = {
    "basics.attributes.Attribute": {
        "weapon": False, "gun": False, "group": False, "mounting": False, "rank": 0, "divide": 1, "eighths": 0, "max": 0,
        "beyond_two": 0,
    },
    "basics.attributes.Spell": {"template": 0},
    "basics.attributes.Bought": {"number": 0},
    "basics.definitions.Aboard": {"crew": False},
    "basics.definitions.ModelDef": {"range": 0},
    "basics.state.Gun": {"ready": 0, "uses": -1, "lost": False},
    "basics.state.Figure": {
        "x": 0, "y": 0, "face": 0, "crew": False, "prone": False, "airborne": False, "submerged": False, "aground": False,
        "damage": 0, "banned": 0, "lucky": False,
    },
    "basics.state.Unit": {
        "original": 0, "quarters": 0, "lost": 0, "frightened": False, "disordered": False, "shaken_late": False, "tight": False,
        "acts_from": 0, "summoned": False,
    },
    "basics.state.Side": {"turns": 0, "score": 0, "bonus": 0},
    "basics.state.Hit": {"zap": False},
    "basics.state.Turn": {"round": 0, "at": 0, "acted": False, "idle": 0},
    "basics.state.Objective": {"from_round": 1, "points": 0},
    "basics.state.Settings": {
        "rounds": 0, "limit": 500, "allow_d6_vehicles": False, "deploy": True, "pieces": 0, "natural_one_fails": False,
    },
    "basics.state.State": {"wind": 0, "next_id": 1},
    "roster.legality.Agreement": {"points": 500, "allow_d6_vehicles": False},
}  # fmt: skip


def unsaid(path: str, package: str = "littlewars.systems.oversoul") -> dict[str, Any]:
    """What a class takes for granted."""
    module, _, name = path.rpartition(".")
    found = getattr(import_module(f"{package}.{module}"), name)
    if issubclass(found, tuple):
        return dict(found._field_defaults)
    return {field.name: field.default for field in msgspec.structs.fields(found)}


@pytest.mark.parametrize("path", UNSAID)
def test_what_holds_as_long_as_nothing_else_is_said(path: str) -> None:
    found = unsaid(path)
    assert {name: found[name] for name in UNSAID[path]} == UNSAID[path]


@pytest.mark.rule("oversoul.build.base-equipment", "oversoul.basics.terms-trooper")
def test_a_plain_man() -> None:
    """He fights, runs and goes prone, counts for his unit, turns freely, and has a front of half the table; nothing else."""
    fields = Profile(key="x", name="X", kind="trooper", die=6).fields()
    can = {"fights", "can_run", "can_go_prone", "counts"}
    assert {name for name, value in fields.items() if value is True} == can
    numbers = {name: value for name, value in fields.items() if type(value) is int and value}
    assert numbers == {"die": 6, "base": 500, "facings": 2, "front": 9000}
    assert fields["melee_pierces"] == fields["melee_template"] == fields["armour"] == fields["payload"] == 0


@pytest.mark.rule("oversoul.build.payload-table", "oversoul.build.payload-combination")
def test_what_its_weapons_take_of_a_hull() -> None:
    """A d10 weapon is a quarter of a d20 hull, a d8 one an eighth; a trooper has no hull."""
    state = state_of({"a": {"profile": "panzer", "at": [[20, 10]]}, "c": {"profile": "rifle", "at": [[30, 10]]}})
    assert [state.figures[name].profile.payload for name in ("a.1", "c.1")] == [Fraction(1, 2), 0]
    assert [state.figures[name].profile.crew for name in ("a.1", "c.1")] == [1, 0]


@pytest.mark.rule("oversoul.round.initiative", "oversoul.round.one-unit-or-pass")
def test_headings_and_chapters_of_the_log() -> None:
    """Each round is a heading, each unit that acts a chapter; what comes of it are details."""
    chapters = {"TerrainPlaced", "Deployed", "Activated", "Passed", "Scored", "Ended"}
    depth = {"RoundBegan": 0, **dict.fromkeys(chapters, 1)}
    assert {kind.__name__: kind.depth for kind in EVENTS} == {kind.__name__: depth.get(kind.__name__, 2) for kind in EVENTS}
