"""Water, air and wind: swimmers, ships, divers, flyers, jumpers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from littlewars.engine import ScenarioError
from littlewars.systems.oversoul.basics.state import Activation
from littlewars.systems.oversoul.move.flight import run_allowance
from littlewars.systems.oversoul.units.aim import shot_targets, touched_enemies
from littlewars.systems.oversoul.units.shallows import first_shallow, in_shallows, may_run_aground, up_to_shallows
from littlewars.table.facing import step_to
from tests.oversoul.helpers import SEA, Play, scenario, state_of

SHORE = [{"id": "bay", "water": "deep", "box": [10, 0, 20, 40]}, {"id": "flats", "water": "shallow", "box": [20, 0, 30, 40]}]


def moving(profile: str, at: list[float], face: float = 0, units: dict[str, Any] | None = None, **more: Any) -> Play:
    """One model about to move."""
    return Play({"r": {"profile": profile, "at": [at], "face": face}, **(units or {})}, **more).say("r", "move")


def state(
    profile: str, at: list[float], units: dict[str, Any] | None = None, dice: str = "", game: Any = None, **how: Any
) -> Play:
    """One model in some state, about to move."""
    figures = {"1": {"profile": profile, "at": at, **how}}
    return Play({"r": {"figures": figures}, **(units or {})}, **(game or {})).say("r", dice=dice).say("move")


# ---- water


@pytest.mark.rule("oversoul.attr.amphibious", "oversoul.setup.terrain-properties")
def test_deep_water_is_shallow_to_the_amphibious_and_closed_to_others() -> None:
    frog = moving("frog", [5, 20], terrain=[{"id": "pond", "water": "deep", "box": [5, 0, 20, 40]}])
    assert frog.allows({"r.1": [9, 20]})  # 4 inches at 1.5
    assert frog.refused({"r.1": [9.01, 20]}) == "move.allowance"
    man = moving("man", [9, 20], terrain=SHORE)
    assert man.refused({"r.1": [11, 20]}) == "move.terrain-cost"
    wader = moving("man", [30, 20], terrain=SHORE)
    assert wader.allows({"r.1": [26, 20]})  # shallow water is light terrain
    assert wader.refused({"r.1": [25.99, 20]}) == "move.allowance"


@pytest.mark.rule("oversoul.attr.waterborne", "oversoul.setup.terrain-properties")
def test_a_ship_keeps_to_the_water_where_deep_water_is_open_ground() -> None:
    boat = moving("boat", [15, 10], terrain=SHORE)
    assert boat.allows({"r.1": [15, 20]})
    assert boat.refused({"r.1": [15, 20.01]}) == "move.allowance"
    west = moving("boat", [14, 10], face=270, terrain=SHORE)
    assert west.refused({"r.1": [9, 10]}) == "attr.waterborne"


@pytest.mark.rule("oversoul.attr.waterborne-aground", "oversoul.attr.waterborne")
def test_a_ship_stops_where_it_runs_aground() -> None:
    play = moving("boat", [15, 10], face=90, terrain=SHORE)
    play.say({"r.1": [24, 10]})
    assert play["r.1"].aground
    assert play.at("r.1") == pytest.approx((20, 10), abs=0.01)
    assert [event.what for event in play.told("Changed")] == ["runs aground"]


@pytest.mark.rule("oversoul.attr.waterborne-aground")
def test_a_ship_aground_moves_on_a_six() -> None:
    """oversoul.ex.aground: 5, then 6 in its next activation."""
    figures = {"1": {"profile": "boat", "at": [22, 10], "face": 90, "aground": True}}
    units = {"r": {"figures": figures}, "b": {"profile": "man", "at": [[40, 44]]}}
    play = Play(units, terrain=SHORE).say("r", dice="aground 5").say("move")
    assert play.refused({"r.1": [25, 10]}) == "attr.waterborne-aground"
    play.say({"r.1": {"face": 120}})  # it may turn
    play.say("b", "nothing", dice="initiative 6, initiative 1")
    play.say("r", dice="aground 6").say("move")
    assert play.refused({"r.1": [{"face": 90}, [31, 10]]}) == "attr.waterborne"  # land stays closed
    play.say({"r.1": [{"face": 90}, [28, 10]]})  # at the cost of open ground
    assert play.at("r.1") == (28, 10)
    assert play["r.1"].aground  # its Move ended in the shallows


@pytest.mark.rule("oversoul.attr.waterborne-aground")
def test_a_ship_that_gets_away_into_deep_water_is_free() -> None:
    play = state("boat", [21, 10], dice="aground 6", game={"terrain": SHORE}, face=270, aground=True)
    play.say({"r.1": [15, 10]})
    assert not play["r.1"].aground


@pytest.mark.rule("oversoul.attr.waterborne-aground")
@pytest.mark.parametrize("face", [1, 5, 30, 89])
def test_a_ship_that_nears_the_shallows_at_a_slant_stops_at_their_edge(face: int) -> None:
    x, y = step_to((19_950, 10_000), 100 * face, 9000)
    play = moving("boat", [19.95, 10], face=face, terrain=SHORE).say({"r.1": [x / 1000, y / 1000]})
    assert play["r.1"].aground
    assert play.at("r.1")[0] == pytest.approx(20, abs=0.005)


OTTERS = {
    "otter": {"die": "d6", "attributes": ["Waterborne", "Tight Cohesion"]},
    "petrel": {"die": "d6", "attributes": ["Waterborne", "Flying", "Tight Cohesion"]},
}


def afloat(how: str, at: list[float], face: float = 90, count: int = 3, profile: str = "otter") -> Play:
    """A tight body of swimmers west of the shallows, about to move."""
    units = {
        "r": {"profile": profile, "formation": how, "at": at, "count": count, "face": face},
        "b": {"profile": "man", "at": [[40, 44]]},
    }
    return Play(units, terrain=SHORE, profiles=OTTERS).say("r", "move")


def foremost(play: Play) -> float:
    """How far east the body has come."""
    return max(play.at(name)[0] for name in play.unit("r").figures)


@pytest.mark.rule("oversoul.attr.waterborne-aground", "oversoul.tight.same-actions")
@pytest.mark.parametrize(
    ("how", "at", "face", "steps"),
    [
        ("line", [18, 20], 90, [[22, 20]]),
        ("line", [18, 20], 90, [[20, 20], [23, 20]]),
        ("line", [18, 20], 90, [{"verb": "run", "to": [26, 20]}]),
        ("line", [18, 20], 90, [[21, 23], {"verb": "about"}]),
        ("line", [18, 20], 60, [[22, 22.309]]),
        ("line", [18, 20], 90, [{"verb": "wheel", "face": 180, "what": "right"}, {"verb": "about"}]),
        ("column", [18, 20], 90, [[22, 20]]),
        ("column", [18, 20], 0, [[22, 22]]),
        ("column/2", [18, 20], 90, [[23, 20], [23, 24]]),
    ],
    ids=["advance", "in two steps", "run", "oblique", "askew", "wheel", "column", "column turns", "column of two"],
)
def test_a_body_stops_where_its_first_ship_runs_aground(how: str, at: list[float], face: float, steps: list[Any]) -> None:
    """As a single ship: the rest of the way, and what was to follow, is not done."""
    play = afloat(how, at, face, count=6 if how.endswith("/2") else 3)
    assert not any(play[name].aground for name in play.unit("r").figures)
    play.say({"r": steps})
    stranded = [name for name in play.unit("r").figures if play[name].aground]
    assert stranded
    assert foremost(play) == pytest.approx(20, abs=0.005)
    assert [event.who for event in play.told("Changed") if event.what == "runs aground"] == stranded


@pytest.mark.rule("oversoul.attr.waterborne-aground", "oversoul.tight.line-wheel")
@pytest.mark.parametrize(("face", "comes", "aground"), [(140, 140, False), (152, 152, False), (154, 153, True)])
def test_a_wheel_ends_where_it_was_to_end_or_where_the_first_ship_runs_aground(face: int, comes: int, aground: bool) -> None:
    """The shallows begin 63 degrees on: a wheel that ends before them goes no further than it was to."""
    play = afloat("line", [18, 20], 90).say({"r": [{"verb": "wheel", "face": face, "what": "right"}]})
    assert play["r.1"].face == comes * 100
    assert play["r.1"].aground is aground


@pytest.mark.rule("oversoul.attr.waterborne-aground")
def test_a_body_keeps_its_way_in_deep_water_and_above_the_shallows() -> None:
    play = afloat("line", [18, 20], 0).say({"r": [18, 26]})
    assert play.at("r.1")[1] == 25.5
    assert not any(play[name].aground for name in play.unit("r").figures)
    near = afloat("line", [18, 20]).say({"r": [20, 20]})  # half an inch before the shallows
    assert foremost(near) == 19.5
    assert not any(near[name].aground for name in near.unit("r").figures)
    wings = afloat("line", [18, 20], profile="petrel").say({"r": [{"verb": "fly"}, [23, 20]]})
    assert foremost(wings) == 22.5
    assert not any(wings[name].aground for name in wings.unit("r").figures)


@pytest.mark.rule("oversoul.attr.waterborne-aground")
def test_a_body_does_not_change_formation_into_the_shallows() -> None:
    assert afloat("column", [19.5, 20], 0).refused({"r": {"verb": "form", "what": "line"}}) == "attr.waterborne-aground"
    assert afloat("column", [18, 20], 0).allows({"r": {"verb": "form", "what": "line"}})


@pytest.mark.rule("oversoul.attr.waterborne-aground")
def test_a_body_that_is_freed_crosses_the_shallows() -> None:
    unit = {"profile": "otter", "formation": "line", "at": [21, 20], "count": 3, "face": 90}
    play = Play({"r": unit, "b": {"profile": "man", "at": [[40, 44]]}}, terrain=SHORE, profiles=OTTERS)
    for n in (1, 2, 3):
        play[f"r.{n}"].aground = True
    play.say("r", dice="aground 6, aground 6, aground 6").say("move", {"r": [25, 20]})
    assert foremost(play) == 24.5
    assert all(play[f"r.{n}"].aground for n in (1, 2, 3))


@pytest.mark.rule("oversoul.attr.waterborne-aground")
def test_every_sample_of_a_body_near_the_shallows_is_legal() -> None:
    play, rng = afloat("line", [18, 20]), Random(5)
    ask: Any = play.game.ask
    for _ in range(60):
        assert play.game.refusal(ask.sample(rng)) is None
    for idea in [ask.default(), *ask.fallbacks()]:
        assert play.game.refusal(idea) is None


def scattered(at: list[list[float]], profile: str = "otter", dice: str = "", **how: Any) -> Play:
    """Rallied, disordered, about to move; blue is far away."""
    figures = {str(n): {"profile": profile, "at": place, **how} for n, place in enumerate(at, 1)}
    units = {"r": {"figures": figures, "disordered": True}, "b": {"profile": "man", "at": [[40, 44]]}}
    return Play(units, terrain=SHORE, profiles=OTTERS).say("r", dice=dice).say("move")


@pytest.mark.rule("oversoul.attr.waterborne-aground", "oversoul.attr.waterborne", "oversoul.morale.rally-pass")
def test_ships_reform_on_the_water_and_do_not_run_aground_in_it() -> None:
    deep = scattered([[14, 20], [15.5, 21], [17, 20]]).say("reform")
    assert deep.allows({"r": {"at": [15, 20], "face": 0, "how": "line"}})
    near = scattered([[19.4, 20], [19.4, 21.2], [19.4, 22.4]]).say("reform")
    assert near.refused({"r": {"at": [19, 21], "face": 0, "how": "line"}}) == "attr.waterborne-aground"
    assert near.allows({"r": {"at": [19, 21], "face": 90, "how": "line"}})
    shore = scattered([[10.4, 20], [10.4, 21.2], [10.4, 22.4]]).say("reform")
    assert shore.refused({"r": {"at": [11, 21], "face": 0, "how": "line"}}) == "attr.waterborne"


@pytest.mark.rule("oversoul.attr.waterborne", "oversoul.attr.flying")
def test_what_lives_in_the_water_flies_over_land_and_keeps_to_the_water_afloat() -> None:
    gull = {"gull": {"die": "d6", "attributes": ["Waterborne", "Flying"]}}
    play = moving("gull", [12, 20], terrain=SHORE, profiles=gull)
    assert play.refused({"r.1": [8, 20]}) == "attr.waterborne"
    assert play.allows({"r.1": [{"verb": "fly"}, [8, 20]]})


@pytest.mark.rule("oversoul.attr.waterborne", "oversoul.move.terrain-cost")
def test_a_rock_in_the_sea_is_in_a_ships_way() -> None:
    rock = {"id": "rock", "difficulty": "impassible", "box": [19.5, 22, 20.5, 23]}
    assert moving("boat", [20, 18], terrain=[SEA]).allows({"r.1": [20, 26]})
    assert not moving("boat", [20, 18], terrain=[SEA, rock]).allows({"r.1": [20, 26]})


@pytest.mark.rule("oversoul.attr.waterborne-aground")
@pytest.mark.parametrize("start", [10_000, 10_001, 10_002, 10_003])
def test_a_ship_stops_at_the_very_border_of_the_shallows(start: int) -> None:
    water = [{"id": "bay", "water": "deep", "box": [0, 0, 48, 20]}, {"id": "flats", "water": "shallow", "box": [0, 20, 48, 30]}]
    sea = state_of({"r": {"profile": "boat", "at": [[20, 5]]}}, terrain=water)
    border = first_shallow(sea, (20_000, start), (20_000, 24_000))
    assert border is not None
    assert in_shallows(sea, border)
    assert not in_shallows(sea, (20_000, border[1] - 1))
    assert first_shallow(sea, (20_000, start), (20_000, border[1] - 1)) is None
    turns = [(10_000, 10_000), (20_000, start), (20_000, 24_000), (30_000, 24_000)]
    assert up_to_shallows(sea, turns) == [*turns[:2], border]  # what was to follow is not sailed
    assert up_to_shallows(sea, turns[:2]) == turns[:2]


@pytest.mark.rule("oversoul.attr.waterborne-aground")
@pytest.mark.parametrize("shore", [10, 15])
def test_a_ship_on_the_very_edge_of_the_shallows_stops_where_the_deep_water_ends(shore: int) -> None:
    """The shallows begin at y 15, the deep water there or before it, and ends at x 18: a way along the edge is in neither."""
    water = [
        {"id": "flats", "water": "shallow", "box": [14, 15, 27, 22]},
        {"id": "bay", "water": "deep", "box": [18, shore, 27, 21]},
    ]
    sea = state_of({"r": {"profile": "boat", "at": [[22, 18]]}}, terrain=water)
    assert first_shallow(sea, (20_000, 15_000), (15_000, 15_000)) == (17_999, 15_000)
    assert first_shallow(sea, (20_000, 15_000), (18_000, 15_000)) is None


@pytest.mark.rule("oversoul.attr.waterborne-aground", "oversoul.morale.rally-pass")
def test_ships_that_are_stuck_do_not_reform() -> None:
    places, dice = [[22, 20], [23.5, 21], [25, 20]], "aground 5, aground 5, aground 5"
    assert scattered(places, dice=dice, aground=True).asks == "red move.allowance"  # none can fall in
    freed = scattered(places, dice=dice.replace("5", "6"), aground=True).say("reform")
    freed.say({"r": {"at": [23, 20], "face": 0, "how": "line"}})
    assert all(freed[f"r.{n}"].aground for n in (1, 2, 3))  # their Move ended in the shallows


@pytest.mark.rule("oversoul.attr.waterborne-aground", "oversoul.morale.flee-route")
@pytest.mark.parametrize(("face", "free"), [(5, False), (6, True)])
def test_a_swimmer_that_is_stuck_cannot_flee(face: int, free: bool) -> None:
    unit = {"figures": {"1": {"profile": "otter", "at": [25, 20], "aground": True}}, "frightened": True, "disordered": True}
    units = {"r": unit, "b": {"profile": "man", "at": [[40, 44]]}}
    play = Play(units, terrain=SHORE, profiles=OTTERS).say("r", dice=f"aground {face}, rally 1")
    assert (play.at("r.1")[1] < 20) is free
    assert bool(play.told("Moved")) is free
    bay = state_of(units, terrain=SHORE, profiles=OTTERS)
    bay.turn.doing = Activation("r", "part", ["move"], stuck=[] if free else ["r.1"])
    assert bool(run_allowance(bay, bay.figures["r.1"])) is free


@pytest.mark.rule("oversoul.attr.waterborne-aground", "oversoul.morale.flee-route")
def test_fleeing_swimmers_run_aground_too() -> None:
    sea = [{"id": "bay", "water": "deep", "box": [0, 20, 48, 48]}, {"id": "flats", "water": "shallow", "box": [0, 5, 48, 20]}]
    unit = {"profile": "otter", "at": [[10, 23], [11, 23]], "frightened": True}
    play = Play(
        {"r": unit, "b": {"profile": "man", "at": [[40, 44]]}},
        terrain=sea,
        profiles={"otter": {"die": "d6", "attributes": ["Waterborne"]}},
    )
    play.say("r", dice="rally 6")
    assert [play.at(f"r.{n}")[1] for n in (1, 2)] == pytest.approx([20, 20], abs=0.005)
    assert all(play[f"r.{n}"].aground for n in (1, 2))


@pytest.mark.rule("oversoul.attr.sailed")
@pytest.mark.parametrize(
    ("face", "far"),
    [(0, 10), (45, 10), (315, 10), (46, 5), (90, 5), (134, 5), (135, 2.5), (180, 2.5)],
    ids=str,
)
def test_the_wind_gives_all_half_or_a_quarter_of_move(face: float, far: float) -> None:
    """oversoul.ex.sailed: 10 with the wind, 5 across, 2.5 into it. The wind blows towards side 1, north."""

    def to(inches: float) -> list[float]:
        x, y = step_to((24_000, 24_000), round(face * 100), round(inches * 1000))
        return [x / 1000, y / 1000]

    play = moving("sloop", [24, 24], face=face, terrain=[SEA], wind=1)
    assert play.allows({"r.1": to(far - 0.01)})
    assert play.refused({"r.1": to(far + 0.02)}) == "move.allowance"


@pytest.mark.rule("oversoul.attr.sailed")
def test_each_stretch_is_paid_at_its_own_rate() -> None:
    play = moving("sloop", [24, 24], face=45, terrain=[SEA], wind=1)
    ahead = [24 + 2.8284, 24 + 2.8284]  # 4 inches with the wind; then across at 2 for each
    assert play.allows({"r.1": [ahead, {"face": 90}, [ahead[0] + 2.99, ahead[1]]]})
    assert play.refused({"r.1": [ahead, {"face": 90}, [ahead[0] + 3.02, ahead[1]]]}) == "move.allowance"


@pytest.mark.rule("oversoul.attr.sailed-wind")
def test_the_wind_is_rolled_before_the_game_if_somebody_sails() -> None:
    units = {"r": {"profile": "sloop", "at": [[24, 24]]}, "b": {"profile": "boat", "at": [[24, 40]]}}
    raw = {**scenario(units, terrain=[SEA]), "turn": {"phase": "round"}}
    play = Play.of(raw, dice="wind 2, initiative 6, initiative 1")
    assert play.state.wind == 2
    play.say("pass", "b", "nothing", dice="initiative 6, initiative 1")  # and stays
    play.say("r", "move")
    assert play.allows({"r.1": [24, 28.9]})  # north is across an east wind
    assert play.refused({"r.1": [24, 29.1]}) == "move.allowance"
    dry = {**scenario({"r": {"profile": "boat", "at": [[24, 24]]}}, terrain=[SEA]), "turn": {"phase": "round"}}
    assert Play.of(dry, dice="initiative 6").state.wind == 0


# ---- under water


@pytest.mark.rule("oversoul.attr.submersible")
def test_diving_and_surfacing_use_the_whole_move() -> None:
    play = moving("sub", [15, 20], terrain=SHORE)
    assert play.refused({"r.1": [{"verb": "dive"}, [15, 22]]}) == "attr.submersible"
    assert play.refused({"r.1": [[15, 22], {"verb": "dive"}]}) == "attr.submersible"
    play.say({"r.1": {"verb": "dive"}})
    assert play["r.1"].submerged
    up = state("sub", [15, 20], submerged=True, game={"terrain": SHORE})
    assert up.refused({"r.1": [{"verb": "surface"}, [15, 22]]}) == "attr.submersible"
    assert up.refused({"r.1": [[15, 22], {"verb": "surface"}]}) == "attr.submersible"
    up.say({"r.1": {"verb": "surface"}})
    assert not up["r.1"].submerged


@pytest.mark.rule("oversoul.attr.submersible")
def test_the_whole_base_dives_in_deep_water_and_comes_up_where_there_is_room() -> None:
    assert moving("sub", [19.5, 20], terrain=SHORE).refused({"r.1": {"verb": "dive"}}) == "attr.submersible"
    above = {"rf": {"profile": "boat", "at": [[15, 21]]}}
    play = state("sub", [15, 20], units=above, submerged=True, game={"terrain": SHORE})
    assert play.refused({"r.1": {"verb": "surface"}}) == "attr.submersible"


@pytest.mark.rule("oversoul.attr.submersible-submerged")
def test_the_submerged_go_at_half_move_in_deep_water_under_everything() -> None:
    above = {"b": {"profile": "boat", "at": [[15, 24]]}}
    play = state("sub", [15, 20], units=above, submerged=True, game={"terrain": SHORE})
    assert play.budget == {"r.1": 5}
    assert play.allows({"r.1": [15, 24.5]})  # passes and ends under another hull
    assert play.refused({"r.1": [15, 25.01]}) == "move.allowance"
    east = state("sub", [17, 20], face=90, submerged=True, game={"terrain": SHORE})
    assert east.refused({"r.1": [21, 20]}) == "attr.submersible-submerged"
    diver = state("diver", [15, 20], submerged=True, game={"terrain": SHORE})
    assert diver.budget == {"r.1": 6}  # half of a run, too


@pytest.mark.rule("oversoul.attr.submersible-submerged")
def test_the_submerged_neither_fight_nor_are_fought() -> None:
    for submerged in (False, True):
        figures = {"1": {"profile": "diver", "at": [15, 21], "face": 180, "submerged": submerged}}
        units = {
            "r": {"profile": "diver", "at": [[15, 20]]},
            "rg": {"profile": "rifle", "at": [[7, 20]], "face": 90},
            "b": {"figures": figures},
        }
        play = Play(units, terrain=SHORE)
        assert (touched_enemies(play.battle, play["r.1"]) == []) is submerged
        weapon = play["rg.1"].profile.weapons[0]
        assert (shot_targets(play.battle, play["rg.1"], weapon) == []) is submerged


@pytest.mark.rule("oversoul.org.cohesion-connected", "oversoul.attr.submersible-submerged")
def test_who_is_under_water_keeps_cohesion_with_the_others() -> None:
    figures = {"1": {"profile": "diver", "at": [15, 19.5], "submerged": True}, "2": {"profile": "diver", "at": [15, 22]}}
    play = Play({"r": {"figures": figures}}, terrain=SHORE).say("r", "move")
    assert play.allows({"r.1": [15, 17]})  # exactly 4 inches
    assert play.refused({"r.1": [15, 16.9]}) == "move.end-in-cohesion"


# ---- the air


def aloft(profile: str = "bat", at: list[float] | None = None, units: dict[str, Any] | None = None, **more: Any) -> Play:
    return state(profile, at or [20, 20], units=units, airborne=True, game=more)


@pytest.mark.rule("oversoul.attr.flying", "oversoul.attr.flying-takeoff")
def test_a_flyer_takes_off_before_it_moves_and_passes_over_everything() -> None:
    wall = [{"id": "wall", "difficulty": "impassible", "box": [10, 21, 30, 22]}]
    play = moving("bat", [20, 20], units={"b": {"profile": "man", "at": [[20, 24]]}}, terrain=wall)
    assert play.refused({"r.1": [20, 22.8]}) == "move.terrain-cost"
    assert play.refused({"r.1": [[20, 20.2], {"verb": "fly"}, [20, 25.5]]}) == "attr.flying-takeoff"
    fly = {"verb": "fly"}
    assert play.allows({"r.1": [fly, [20, 25.5]]})
    assert play.allows({"r.1": [fly, [20, 21.5]]})  # above the wall
    assert play.refused({"r.1": [fly, [20, 24.3]]}) == "move.models-as-obstacles"  # not upon somebody
    assert play.refused({"r.1": [fly, [20, 26.01]]}) == "move.allowance"  # taking off costs nothing, flying MOVE
    assert play.allows({"r.1": [fly, {"verb": "run", "to": [20, 31]}]})
    play.say({"r.1": [fly, [20, 25.5]]})
    assert play["r.1"].airborne


@pytest.mark.rule("oversoul.attr.flying-takeoff", "oversoul.attr.flying-must-move")
def test_who_takes_off_flies() -> None:
    assert moving("bat", [20, 20]).refused({"r.1": {"verb": "fly"}}) == "attr.flying-must-move"
    assert moving("humming", [20, 20]).allows({"r.1": {"verb": "fly"}})
    assert moving("man", [20, 20]).refused({"r.1": [{"verb": "fly"}, [20, 22]]}) == "attr.flying"


@pytest.mark.rule("oversoul.attr.flying-landing")
def test_landing_is_declared_first_and_is_the_whole_move() -> None:
    play = aloft()
    assert play.refused({"r.1": [{"verb": "land"}, [20, 22]]}) == "attr.flying-landing"
    assert play.refused({"r.1": [[20, 22], {"verb": "land"}]}) == "attr.flying-landing"
    play.say({"r.1": {"verb": "land"}})
    assert not play["r.1"].airborne
    assert play.at("r.1") == (20, 20)


@pytest.mark.rule("oversoul.attr.flying-landing")
@pytest.mark.parametrize("ground", [{"difficulty": "impassible"}, {"water": "deep"}])
def test_nobody_lands_on_impassible_ground(ground: dict[str, str]) -> None:
    terrain = [{**ground, "box": [15, 15, 25, 25]}]
    assert aloft(terrain=terrain).refused({"r.1": {"verb": "land"}}) == "attr.flying-landing"
    profiles = {"duck": {"die": "d6", "attributes": ["Flying", "Amphibious"]}}
    duck = aloft("duck", terrain=terrain, profiles=profiles)
    assert duck.allows({"r.1": {"verb": "land"}}) is ("water" in ground)


@pytest.mark.rule("oversoul.attr.flying-must-move", "oversoul.attr.hover")
def test_an_airborne_model_flies_an_inch_or_lands_unless_it_hovers() -> None:
    play = aloft()
    assert play.refused({}) == "attr.flying-must-move"
    assert play.refused({"r.1": [20, 20.9]}) == "attr.flying-must-move"
    assert play.allows({"r.1": [20, 21]})
    assert aloft("humming").allows({})


@pytest.mark.rule("oversoul.attr.flying-must-move", "oversoul.round.activation")
@pytest.mark.parametrize("order", ["nothing", "other"])
def test_an_airborne_unit_may_not_skip_its_move(order: str) -> None:
    for profile, asked in (("bat", True), ("humming", False)):
        figures = {"1": {"profile": profile, "at": [20, 20], "airborne": True}}
        play = Play({"r": {"figures": figures}, "b": {"profile": "man", "at": [[40, 40]]}}).say("r", order)
        assert (play.asks == "red move.allowance") is asked


@pytest.mark.rule("oversoul.attr.flying-must-move")
def test_who_can_neither_fly_nor_land_stays() -> None:
    """A flying vehicle over a rock with the table's edge ahead and beside it."""
    rock = [{"difficulty": "impassible", "box": [0, 40, 10, 48]}]
    play = aloft("plane", at=[3, 45.9], terrain=rock)
    assert play.allows({})


@pytest.mark.rule("oversoul.attr.flying")
def test_flying_vehicles_keep_the_vehicle_turns() -> None:
    play = aloft("plane")
    assert play.refused({"r.1": [25, 25]}) == "move.vehicle-turn"
    assert play.allows({"r.1": [{"face": 45}, [25, 25]]})


@pytest.mark.rule("oversoul.attr.flying", "oversoul.move.models-as-obstacles")
def test_a_flying_hull_that_turns_ends_above_nobody() -> None:
    play = moving("plane", [20, 20], units={"b": {"profile": "car", "at": [[22.5, 20]]}})
    fly, turn = {"verb": "fly"}, {"face": 45}
    assert play.refused({"r.1": [fly, turn, [21, 21]]}) == "move.models-as-obstacles"
    assert play.allows({"r.1": [fly, turn, [26, 26]]})


@pytest.mark.rule("oversoul.attr.flying", "oversoul.tight.same-actions")
def test_a_tight_unit_flies_as_one_body() -> None:
    units = {
        "r": {"profile": "flock", "formation": "line", "at": [20, 20], "count": 3},
        "b": {"profile": "man", "at": [[20, 22]]},
    }
    play = Play(units).say("r", "move")
    assert play.refused({"r": [20, 24]}) == "move.models-as-obstacles"
    assert play.refused({"r": {"verb": "fly"}}) == "attr.flying-must-move"
    play.say({"r": [{"verb": "fly"}, [20, 24]]})
    assert all(play[f"r.{n}"].airborne for n in (1, 2, 3))
    play.say("b", "nothing", dice="initiative 6, initiative 1")
    play.say("r", "move")
    assert play.refused({}) == "attr.flying-must-move"
    assert play.refused({"r": [{"verb": "land"}, [20, 26]]}) == "tight.same-actions"
    play.say({"r": {"verb": "land"}})
    assert not any(play[f"r.{n}"].airborne for n in (1, 2, 3))


HUMMINGS = {"hummings": {"die": "d6", "attributes": ["Flying", "Hover", "Tight Cohesion"]}}


def wheeling(profile: str, step: float, aloft: bool = True) -> Play:
    """A disordered flock side by side, so many inches apart, about to reform or move."""
    figures = {str(n): {"profile": profile, "at": [20 + step * n, 20], "airborne": aloft} for n in (1, 2, 3)}
    units = {"r": {"figures": figures, "disordered": True}, "b": {"profile": "man", "at": [[40, 44]]}}
    return Play(units, profiles=HUMMINGS).say("r", "move")


@pytest.mark.rule("oversoul.attr.flying-must-move", "oversoul.morale.rally-pass", "oversoul.attr.hover")
def test_a_flock_reforms_in_the_air_only_by_flying_an_inch() -> None:
    in_place = {"r": {"at": [22, 20], "face": 0, "how": "line"}}
    turned = {"r": {"at": [22, 20], "face": 90, "how": "line"}}
    flock = wheeling("flock", 1.2).say("reform")
    assert flock.refused(in_place) == "attr.flying-must-move"  # 0.2 inches for the outer two
    assert flock.allows(turned)  # 1.56 inches
    ask: Any = flock.game.ask
    assert flock.game.refusal(ask.default()) is None
    assert wheeling("flock", 2).say("reform").allows(in_place)  # 1 inch
    assert wheeling("flock", 1.99).say("reform").refused(in_place) == "attr.flying-must-move"
    assert wheeling("hummings", 1.2).say("reform").allows(in_place)
    assert wheeling("flock", 1.2, aloft=False).say("reform").allows(in_place)  # afoot


@pytest.mark.rule("oversoul.attr.flying-crash")
@pytest.mark.parametrize(
    ("attributes", "kind", "dice", "gone"),
    [
        ([], "trooper", "recovery 1", True),
        (["Super Heavy Armor", "Tough"], "trooper", "recovery 1, crash 1", False),
        ([], "vehicle", "recovery 1, crash 3", True),
    ],
    ids=["a removed", "b crashes and survives", "c damaged then removed"],
)
def test_a_natural_one_in_the_air_is_a_crash_for_whoever_would_survive_it(
    attributes: list[str], kind: str, dice: str, gone: bool
) -> None:
    """oversoul.ex.flying-natural-one: an airborne d12."""
    profiles = {"wing": {"kind": kind, "die": "d12", "attributes": ["Flying", *attributes]}, "ogre": {"die": "d12"}}
    # a trooper's base is a disc of 2 inches, a vehicle's hull 3 by 4
    distance = 2.0 if kind == "trooper" else 3.0
    figures = {"1": {"profile": "wing", "at": [20, 20 + distance], "face": 180, "airborne": True}}
    play = Play({"r": {"profile": "ogre", "at": [[20, 20]]}, "b": {"figures": figures}}, profiles=profiles)
    play.say("r", "other", "melee:b.1", dice=f"melee attack 9, {dice}")
    assert bool(play["b.1"].gone) is gone
    if not gone:
        assert not play["b.1"].airborne
        assert play.at("b.1") == (20, 22)
    if kind == "vehicle":
        assert [event.what for event in play.told("Damaged")] == ["MOVE is 6"]


# ---- jumping


@pytest.mark.rule("oversoul.attr.jump")
@pytest.mark.parametrize(
    ("height", "to", "fine"),
    [(4, 28, True), (4.1, 28, False), (4, 29, False)],
    ids=["over 4 inches", "over 4.1 inches", "9 inches far"],
)
def test_a_jump_goes_eight_inches_over_four(height: float, to: float, fine: bool) -> None:
    """oversoul.ex.jump"""
    wall = [{"difficulty": "impassible", "height": height, "box": [10, 23, 30, 24]}]
    play = moving("flea", [20, 20], terrain=wall)
    answer = {"r.1": {"verb": "jump", "to": [20, to]}}
    assert play.allows(answer) is fine
    if not fine:
        assert play.refused(answer) == "attr.jump"


@pytest.mark.rule("oversoul.attr.jump")
def test_a_jump_is_the_whole_move_and_lands_on_free_passable_ground() -> None:
    rock = [{"difficulty": "impassible", "height": 1, "box": [10, 25, 30, 30]}]
    play = moving("flea", [20, 20], units={"b": {"profile": "man", "at": [[22, 20]]}}, terrain=rock)
    jump = {"verb": "jump", "to": [20, 22]}
    assert play.refused({"r.1": [jump, [20, 23]]}) == "attr.jump"
    assert play.refused({"r.1": [[20, 21], jump]}) == "attr.jump"
    assert play.refused({"r.1": {"verb": "jump", "to": [20, 27]}}) == "move.terrain-cost"
    assert play.refused({"r.1": {"verb": "jump", "to": [22, 20.4]}}) == "move.models-as-obstacles"
    assert play.allows({"r.1": {"verb": "jump", "to": [25, 20]}})  # over an enemy
    slow = [{"name": "Slow", "by": "blue", "until": 9}]
    crawler = Play({"r": {"profile": "flea", "at": [[20, 20]], "spells": slow}}).say("r", "move")
    assert crawler.allows({"r.1": {"verb": "jump", "to": [20, 28]}})  # whatever MOVE is
    heavy = moving("flea", [20, 20], terrain=[{"difficulty": "heavy", "box": [10, 10, 30, 30]}])
    assert heavy.allows({"r.1": {"verb": "jump", "to": [20, 28]}})  # and terrain costs nothing


@pytest.mark.rule("oversoul.attr.jump", "oversoul.move.vehicle-turn")
def test_a_vehicle_jumps_ahead_and_turns_before_or_after() -> None:
    play = moving("hopper", [20, 20])
    assert play.refused({"r.1": {"verb": "jump", "to": [25, 20]}}) == "attr.jump"
    assert play.allows({"r.1": [{"face": 45}, {"verb": "jump", "to": [25, 25]}]})
    assert play.allows({"r.1": [{"verb": "jump", "to": [20, 28]}, {"face": 45}]})
    assert play.refused({"r.1": [{"face": 45}, {"verb": "jump", "to": [25, 25]}, {"face": 90}]}) == "move.vehicle-turn"


@pytest.mark.rule("oversoul.attr.jump", "oversoul.tight.same-actions")
def test_a_tight_unit_jumps_as_one_body() -> None:
    profiles = {"hop": {"die": "d6", "attributes": ["Jump", "Tight Cohesion"]}}
    wall = [{"difficulty": "impassible", "height": 4, "box": [10, 22, 30, 23]}]
    units = {"r": {"profile": "hop", "formation": "line", "at": [20, 20], "count": 3}}
    play = Play(units, profiles=profiles, terrain=wall).say("r", "move")
    assert play.refused({"r": {"verb": "jump", "to": [20, 28.1]}}) == "attr.jump"
    assert play.refused({"r": {"verb": "jump", "to": [20, 22.5]}}) == "attr.jump"
    play.say({"r": {"verb": "jump", "to": [20, 28]}})
    assert [play.at(f"r.{n}") for n in (1, 2, 3)] == [(19, 27.5), (20, 27.5), (21, 27.5)]


# ---- mounts


DRAGON = {
    "wyrm": {"kind": "mount", "die": "d12", "attributes": ["Flying"]},
    "dragon rider": {"die": "d6", "attributes": ["Mounted", "Fast"], "mount": "wyrm"},
}


@pytest.mark.rule("oversoul.mount.independent-move", "oversoul.attr.mounted")
def test_the_mount_decides_how_the_pair_moves() -> None:
    """oversoul.ex.mounted-move, oversoul.ex.independent-mount: a d6 on a d12 goes 12; the rider's Fast sleeps."""
    figures = {
        "wyrm": {"profile": "wyrm", "at": [20, 20]},
        "man": {"profile": "dragon rider", "carrier": "r.wyrm", "seat": "rider"},
    }
    play = Play({"r": {"figures": figures}}, profiles=DRAGON).say("r", "move")
    assert play.budget == {"r.wyrm": 24}
    assert play.refused({"r.man": [20, 21]}) == "move.allowance"  # he does not move by himself
    assert play.refused({"r.wyrm": [20, 32.01]}) == "move.allowance"
    play.say({"r.wyrm": [{"verb": "fly"}, [20, 32], {"face": 90}]})
    assert play.at("r.man") == (20, 32)
    assert (play["r.man"].face, play["r.wyrm"].airborne) == (9000, True)


@pytest.mark.rule("oversoul.mount.survivor", "oversoul.mount.independent-move")
def test_a_rider_whose_mount_has_fallen_uses_his_own_legs() -> None:
    figures = {
        "wyrm": {"profile": "wyrm", "at": [20, 20], "gone": "removed"},
        "man": {"profile": "dragon rider", "at": [20, 20]},
    }
    play = Play({"r": {"figures": figures, "lost": 1}}, profiles=DRAGON).say("r", "move")
    assert play.budget == {"r.man": 16}  # d6, Fast: 8, and running
    assert play.allows({"r.man": {"verb": "prone"}})


def test_swimmers_and_walkers_of_one_unit_keep_together() -> None:
    figures = {"1": {"profile": "frog", "at": [11, 20]}, "2": {"profile": "man", "at": [9, 20]}}
    play = Play({"r": {"figures": figures}}, terrain=SHORE).say("r", "move")
    assert play.allows({"r.1": [14, 20]})
    assert play.refused({"r.1": [14.01, 20]}) == "move.end-in-cohesion"


@pytest.mark.rule("oversoul.attr.waterborne-aground")
@pytest.mark.parametrize(
    ("how", "may"), [({}, True), ({"aground": True}, False), ({"airborne": True}, False), ({"submerged": True}, False)]
)
def test_who_may_run_aground(how: dict[str, bool], may: bool) -> None:
    """Not a ship that is aground already, in the air or under water; and nothing that is no ship."""
    state = state_of({"a": {"profile": "sub", "at": [[20, 20]]}, "c": {"profile": "man", "at": [[2, 2]]}}, terrain=[SEA])
    for word, value in how.items():
        setattr(state.figures["a.1"], word, value)
    assert may_run_aground(state.figures["a.1"]) is may
    assert not may_run_aground(state.figures["c.1"])


@pytest.mark.rule("oversoul.attr.submersible")
@pytest.mark.parametrize(("at", "legal"), [([10, 10], True), ([30, 30], False), ([40, 40], False)])
def test_only_deep_water_hides_anybody(at: list[float], legal: bool) -> None:
    water = [
        {"id": "deep", "water": "deep", "box": [5, 5, 15, 15]},
        {"id": "ford", "water": "shallow", "box": [25, 25, 35, 35]},
    ]
    units = {"a": {"figures": {"1": {"profile": "diver", "at": at, "submerged": True}}}}
    if legal:
        assert state_of(units, terrain=water).figures["a.1"].submerged
        return
    with pytest.raises(ScenarioError, match=r"oversoul\.attr\.submersible"):
        state_of(units, terrain=water)
