"""Limits of Defiance on both sides: the last that is allowed and the first that is not."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import ScenarioError
from littlewars.systems.defiance.basics.state import Team
from littlewars.systems.defiance.fire.stoppage import note_shot, usable
from littlewars.systems.defiance.orders.levels import could_reach
from littlewars.systems.defiance.roster.armies import Army
from littlewars.systems.defiance.turn.reorganising import UnitChange, refuse
from tests.defiance.squads import Play, a_battle, a_state, row, shoot

FAR: dict[str, Any] = {"b": {"at": [[40, 44]], "face": 180}}


def why(found: Any) -> str:
    return found.rule.removeprefix("defiance.") if found else ""


@pytest.mark.rule("defiance.turn.game-end")
def test_how_long_a_battle_may_last() -> None:
    for turns in (1, 100):
        assert a_state({"r": {"at": [[5, 5]]}, **FAR}, turns=turns).settings.turns == turns
    for turns in (0, 101):
        with pytest.raises(ScenarioError, match="1 to 100 turns"):
            a_state({"r": {"at": [[5, 5]]}, **FAR}, turns=turns)


@pytest.mark.rule("defiance.force.standard-units", "defiance.unit.max-size")
def test_an_army_of_which_nothing_is_said() -> None:
    army = Army(key="x", name="X")
    assert (army.largest, army.mob, army.torrential, army.air_strikes, army.air_strike) == (12, False, False, False, 0)


@pytest.mark.rule("defiance.ranged.ammo")
def test_a_weapon_is_empty_after_its_last_shot() -> None:
    figure = a_state({"r": {"at": [[5, 5]], "primary": "rocket"}, **FAR}).figures["r.1"]
    shots = []
    for _ in range(3):
        shots.append(usable(figure, 0))
        note_shot(figure, 0, 1)
    assert shots == [True, True, False]
    one = a_state({"r": {"at": [[5, 5]], "primary": "dart"}, **FAR}, weapons={"dart": {"ammo": 1, "brackets": {"5+": 9}}})
    assert usable(one.figures["r.1"], 0)


@pytest.mark.rule("defiance.command.chit-morale", "defiance.morale.individual-target")
@pytest.mark.parametrize(("frame", "hero", "asked"), [("fanatic", False, True), ("fanatic", True, False), ("man", True, True)])
def test_a_chit_is_asked_for_where_it_can_help(frame: str, hero: bool, asked: bool) -> None:
    """A fanatic hero passes with any face (2+ and +1): nobody asks him. A 1 of a fanatic who is none fails."""
    blue = {"frame": frame, "at": [[20, 18]], "face": 180, "figures": {"1": {"hero": hero, "leader": 2}}}
    play = Play({"r": {"at": [[20, 10]], "primary": "single"}, "b": blue}, dice="card 1", give_chits=True)
    play["b.1"].chits = a_state({"b": blue, "r": {"at": [[20, 10]]}}, give_chits=True).figures["b.1"].chits
    play.say("cohesive-fire", "stationary")
    dice = "damage 4" if asked else "damage 4, morale 1"
    play.say(shoot("single", "b.1"), dice=dice)
    assert ("chit-morale" in play.asks) is asked


@pytest.mark.rule("defiance.unit.joining", "defiance.unit.quality-uniform")
def test_who_may_join_whom() -> None:
    units = {
        "r": {"at": row(5, 5, 2)},
        "s": {"at": row(5, 7, 2)},
        "t": {"at": row(5, 9, 2), "status": "ad hoc"},
        "v": {"at": row(5, 11, 2), "frame": "veteran"},
        "w": {"at": row(5, 13, 2), "broken": 1, "prone": True},
        **FAR,
    }
    state = a_state(units)
    assert why(refuse(state, UnitChange("join", "r", ("s",)))) == ""
    assert why(refuse(state, UnitChange("join", "r", ()))) == "unit.joining"
    assert why(refuse(state, UnitChange("join", "r", ("r",)))) == "unit.joining"
    assert why(refuse(state, UnitChange("join", "r", ("s", "s")))) == "unit.joining"
    assert why(refuse(state, UnitChange("join", "r", ("t",)))) == "unit.joining"
    assert why(refuse(state, UnitChange("join", "r", ("v",)))) == "unit.quality-uniform"
    assert why(refuse(state, UnitChange("join", "r", ("w",)))) == "unit.reorganise-states"
    assert why(refuse(state, UnitChange("join", "r", ("b",)))) == "unit.reorganise-states"
    assert why(refuse(state, UnitChange("join", "r", ("s",)), ["s.1"])) == "unit.reorganise-states"


@pytest.mark.rule("defiance.command.commander-limits", "defiance.command.commander-join")
@pytest.mark.parametrize(
    ("count", "status", "full"), [(11, "standard", False), (12, "standard", True), (23, "mob", False), (24, "mob", True)]
)
def test_a_commander_finds_a_unit_full(count: int, status: str, full: bool) -> None:
    places = [[2 + 1.5 * (number % 12), 5 + 1.5 * (number // 12)] for number in range(count)]
    units = {"r": {"at": places, "status": status}, "c": {"at": [[5, 8.5]], "solo": True, "command": 1}, **FAR}
    found = why(refuse(a_state(units), UnitChange("enter", "c", ("r",))))
    assert found == ("command.commander-limits" if full else "")


@pytest.mark.rule("defiance.move.fly-change-level")
@pytest.mark.parametrize(
    ("start", "level", "speed", "reached"),
    [
        (0, 1, "walking", True),
        (0, 2, "walking", False),
        (0, 2, "running", True),
        (3, 2, "walking", True),
        (3, 1, "walking", False),
    ],
)
def test_which_levels_are_near_enough(start: int, level: int, speed: str, reached: bool) -> None:
    battle = a_battle({"r": {"frame": "bird", "at": [[20, 10]], "level": start}, **FAR})
    figure = battle.state.figures["r.1"]
    assert could_reach(figure, Team(["r.1"], order="cohesive-fire", speed=speed), level) is reached
    assert could_reach(figure, Team([]), level) is (abs(level - start) <= 1)  # without orders: at a walk
