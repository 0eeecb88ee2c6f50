"""Flyers: fire at them and from them, templates and cones by level, what happens to them aloft (defiance.flight.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.defiance.area.cones import in_cone
from littlewars.systems.defiance.basics.sight import away, sees
from littlewars.systems.defiance.basics.tabletop import feet_at, tabletop

from .squads import Play, a_battle, shoot

WEAPONS: dict[str, dict[str, Any]] = {
    "launcher": {"FR": 1, "brackets": {"7+": 40}, "aoe": {"radius": 3, "damage": "5+"}},
    "flamer": {"FR": "1C", "brackets": {"5+": 8, "7+": 12}},
    "stunner": {"FR": "1S", "brackets": {"5+": 40}},
}


@pytest.mark.rule("defiance.flight.effective-range", "defiance.flight.effective-height")
@pytest.mark.parametrize(("level", "height", "more"), [(0, 0, 0), (1, 12, 6), (2, 24, 12), (3, 36, 18)])
def test_height_and_range_of_a_flyer(level: int, height: int, more: int) -> None:
    """defiance.ex.flight-range-table: two numbers; between flyers only the difference of their levels counts."""
    units = {"r": {"frame": "bird", "at": [[20, 10]]}, "b": {"frame": "bird", "at": [[20, 20]], "level": level}}
    battle = a_battle(units)
    firer, flyer = battle.state.figures["r.1"], battle.state.figures["b.1"]
    assert away(firer, flyer) == 10_000 + more * 1000
    assert feet_at(tabletop(battle).going, flyer, flyer.at) == height * 1000
    firer.level = 1
    assert away(firer, flyer) == 10_000 + abs(level - 1) * 6000


@pytest.mark.rule("defiance.flight.effective-range")
@pytest.mark.parametrize(("level", "open_to"), [(0, True), (1, True), (2, False)])
def test_range_to_a_flyer_counts_his_levels(level: int, open_to: bool) -> None:
    """A weapon of 20 inches at one 10 inches off: at level 1 it is 16, at level 2 it is 22."""
    red = {"at": [[20, 10]], "primary": "single"}
    game = Play({"r": red, "b": {"frame": "bird", "at": [[20, 20]], "level": level}}, "card 1").say(
        "cohesive-fire", "stationary"
    )
    assert (game.game.ask.kind == "choose" and "0:0:1:b.1" in game.options) is open_to


@pytest.mark.rule("defiance.flight.los", "defiance.flight.effective-height")
@pytest.mark.parametrize(
    ("level", "top", "seen"), [(2, 12, True), (0, 12, False), (1, 12, False), (1, 5, True), (2, 23, False)]
)
def test_a_flyer_is_seen_over_what_is_lower(level: int, top: float, seen: bool) -> None:
    house = {"id": "h", "category": "impassable", "box": [15, 19, 25, 21], "height": top}
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"frame": "bird", "at": [[20, 25]], "level": level}}, terrain=[house])
    assert sees(battle, battle.state.figures["r.1"], battle.state.figures["b.1"]) is seen


@pytest.mark.rule("defiance.flight.effective-range", "defiance.flight.movement-modifiers", "defiance.flight.los")
def test_cyberdactyls_climb_and_are_shot_at() -> None:
    """defiance.ex.cyberdactyls: 12 inches to climb and 6 ahead are 18; seen over 12 inches at 27 inches, -1 for the speed."""
    house = {"id": "h", "category": "impassable", "box": [15, 17, 25, 18], "height": 12}
    units = {
        "r": {"frame": "bird", "at": [[20, 31]], "face": 180},
        "b": {"at": [[20, 10], [23, 10]], "primary": "gun"},
    }
    game = Play(units, "card 1", terrain=[house]).say("sprint")
    assert game.budget == {"r.1": 18}
    game.say({"r.1": [{"verb": "up"}, {"verb": "up"}, [20, 25]]})
    flyer = game["r.1"]
    assert (flyer.level, flyer.sprint, game.at("r.1")) == (2, 18_000, (20, 25))
    game.say("cohesive-fire", "stationary", "b.1")
    game.say(shoot("gun", "r.1"), dice="damage 1, damage 1, damage 1")
    (event,) = game.told("Fired")
    assert event.tally.base == 7  # 27 inches: 15 and 12 for two levels
    assert {mod.name: mod.value for mod in event.tally.mods} == {"stationary": 2, "sprinting target": -1}


@pytest.mark.rule("defiance.flight.movement-modifiers")
@pytest.mark.parametrize(("speed", "mod"), [("stationary", 2), ("running", -2)])
def test_a_flyers_own_movement_counts_for_its_fire(speed: str, mod: int) -> None:
    red = {"frame": "bird", "figures": {n: {"frame": "bird", "at": [18 + 4 * int(n), 10], "level": 1} for n in "12"}}
    game = Play({"r": red, "b": {"at": [[22, 16]], "face": 180}}, "card 1").say("cohesive-fire", speed)
    game.say(*(["fire-move"] if speed == "running" else []), "r.1")
    game.say(shoot("rifle", "b.1"), dice="damage 1, damage 1")
    assert {one.value for one in game.told("Fired")[0].tally.mods} == {mod}


@pytest.mark.rule("defiance.flight.forbidden")
def test_nobody_aloft_suppresses_or_fights() -> None:
    """Aloft there is no suppression and no charge, and nobody on the ground charges a flyer."""

    def orders(level: int, enemy: int = 0) -> list[str]:
        red = {"frame": "bird", "at": [[20, 10], [23, 10]], "level": level, "primary": "gun"}
        blue = {"frame": "bird", "at": [[20, 26]], "face": 180, "level": enemy}
        return Play({"r": red, "b": blue}, "card 1").options

    assert {"primary-suppression", "charge"} <= set(orders(0))
    assert "primary-suppression" not in orders(1)
    assert "charge" not in orders(0, enemy=1)


@pytest.mark.rule("defiance.aoe.template", "defiance.effector.cone-area")
def test_rounds_and_cones_stay_on_the_level_of_their_target() -> None:
    """A round at a flyer catches his neighbours in the air, nobody below; a cone reaches 6 inches less for each level."""
    birds = {"1": {"frame": "bird", "at": [20, 18], "level": 1}, "2": {"frame": "bird", "at": [21.5, 18], "level": 1}}
    red = {"figures": {"1": {"at": [20, 10], "primary": "launcher"}, "2": {"at": [40, 10]}}}
    units = {"r": red, "b": {"figures": birds, "face": 180}, "b2": {"at": [[20, 18]], "face": 180}}
    units["r"] = {"figures": {key: {**one, "frame": "elite"} for key, one in red["figures"].items()}}
    game = Play(units, "card 1", weapons=WEAPONS).say("r.1", "cohesive-fire", "stationary")
    game.say(shoot("launcher", "b.1"), dice="to hit 9, damage 1, damage 1, morale 9, morale 9")
    assert {event.target for event in game.told("Caught")} == {"b.1", "b.2"}
    battle = a_battle({**units, "r": {"at": [[20, 10]], "primary": "flamer"}}, weapons=WEAPONS)
    figures = battle.state.figures
    line = figures["r.1"].arms[0].weapon
    assert {one.id for one in in_cone(battle, figures["r.1"], line, figures["b2.1"])} == {"b2.1"}
    assert not in_cone(battle, figures["r.1"], line, figures["b.1"])  # 8 inches and 6 more are beyond 12


@pytest.mark.rule("defiance.effector.stun-state", "defiance.move.fly-hover")
def test_a_flyer_stunned_aloft_comes_down_unharmed_when_it_activates() -> None:
    units = {
        "r": {"figures": {"1": {"at": [20, 10], "primary": "stunner"}, "2": {"at": [40, 10]}}},
        "b": {"frame": "bird", "at": [[20, 18]], "level": 2, "face": 180},
    }
    game = Play(units, "card 1", weapons=WEAPONS).say("cohesive-fire", "stationary", "r.1")
    game.say(shoot("stunner", "b.1"), dice="damage 9")
    assert (game["b.1"].stunned, game["b.1"].level) == (True, 2)  # until its next activation
    down = {"frame": "bird", "at": [[20, 18]], "level": 2, "stunned": True, "stunned_in": 1}
    later = Play({"r": {"at": [[5, 5]]}, "b": {**down, "face": 180}}, "card 2, stun recovery 4", turn={"number": 2})
    assert (later["b.1"].level, later["b.1"].prone, later["b.1"].hurt, later["b.1"].stunned) == (0, False, 0, True)
