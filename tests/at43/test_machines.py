"""Hit location and machines (at43.afv.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.at43.harm.damage import hurt
from littlewars.systems.at43.units.command import dues
from littlewars.systems.at43.units.morale import must_test
from tests.at43.table import WEAPONS, Play, a_battle, finish, run

FOE = {"at": [[110, 110]]}


def struck(die: int, lost: dict[str, int] | None = None, damage: int = 1, *answers: str) -> dict[str, int]:
    """What a machine has lost after a hit on this location die."""
    from littlewars.systems.at43.basics.profiles import read_weapon

    units = {"r": {"figures": {"1": {"profile": "strider", "at": [20, 20], "lost": lost or {}}}}, "b": FOE}
    battle = a_battle(units, f"location {die}")
    weapon = read_weapon("gun", {"name": "gun", **WEAPONS["cannon"], "damage": damage})
    run(hurt(battle, battle.state.figures["r.1"], weapon, "blue"), *answers)
    return dict(battle.state.figures["r.1"].lost)


@pytest.mark.rule("at43.afv.hit-location")
@pytest.mark.rule("at43.afv.location-destroyed-already")
def test_hit_locations() -> None:
    # at43.ex.hit-location
    for die, location in ((1, "propulsion"), (2, "propulsion"), (3, "frame"), (4, "frame"), (5, "frame")):
        assert struck(die) == {location: 1}
    assert struck(6, None, 1, "laser") == {"laser": 1}, "a weapon of the attacker's choice"
    gone = {"propulsion": 3}
    for die in (1, 2, 3):
        assert struck(die, gone) == {**gone, "frame": 1}, "a destroyed location: the frame"
    assert struck(6, gone, 1, "cannon") == {**gone, "cannon": 1}
    unarmed = {"cannon": 2, "laser": 2}
    assert struck(6, unarmed) == {**unarmed, "frame": 1}, "no weapon is left"
    assert struck(6, {"cannon": 2}) == {"cannon": 2, "laser": 1}, "one is left: no question"
    assert struck(1, unarmed) == {**unarmed, "propulsion": 1}


@pytest.mark.rule("at43.afv.structure-points")
def test_what_is_too_much_for_a_location_is_lost() -> None:
    assert struck(1, {"propulsion": 2}, 5) == {"propulsion": 3}
    assert struck(3, None, 3) == {"frame": 3}


@pytest.mark.rule("at43.afv.frame-destroyed")
@pytest.mark.rule("at43.afv.structure-points")
def test_a_destroyed_frame_removes_the_machine_and_kills_its_pilot() -> None:
    # at43.ex.frame-destroyed
    units = {
        "r": {"figures": {"1": {"profile": "ace", "at": [20, 20], "lost": {"frame": 3}}}},
        "r2": {"at": [[60, 20]]},
        "b": FOE,
    }
    battle = a_battle(units, "location 3", sides={"red": {"commander": "r.1"}})
    from littlewars.systems.at43.basics.profiles import read_weapon

    finish(hurt(battle, battle.state.figures["r.1"], read_weapon("g", {"name": "g", **WEAPONS["missile"]}), "blue"))
    fighter = battle.state.figures["r.1"]
    assert (fighter.gone, fighter.lost) == ("destroyed", {"frame": 4})
    assert battle.state.command("red") is None, "hero or not"


@pytest.mark.rule("at43.afv.weapon-destroyed")
@pytest.mark.rule("at43.afv.hit-location")
@pytest.mark.rule("at43.afv.location-destroyed-already")
def test_weapons_are_destroyed_one_by_one() -> None:
    """A cannon of 1 point and a laser of 2: cannon, laser, laser, frame."""
    # at43.ex.weapon-destroyed, at43.ex.weapon-location
    from littlewars.systems.at43.basics.profiles import read_weapon
    from tests.at43.table import STRIDER

    small = {**STRIDER, "structure": {"propulsion": 3, "frame": 4, "cannon": 1, "laser": 2}}
    battle = a_battle(
        {"r": {"profile": "small", "at": [[20, 20]]}, "b": FOE},
        "location 6, location 6, location 6, location 6",
        profiles={"small": small},
    )
    fighter, gun = battle.state.figures["r.1"], read_weapon("g", {"name": "g", **WEAPONS["laser"]})
    run(hurt(battle, fighter, gun, "blue"), "cannon")
    assert [weapon.key for weapon in fighter.guns] == ["laser"], "the cannon may not fire any more"
    finish(hurt(battle, fighter, gun, "blue"))
    assert fighter.left("laser") == 1
    finish(hurt(battle, fighter, gun, "blue"))
    assert fighter.guns == ()
    finish(hurt(battle, fighter, gun, "blue"))
    assert fighter.lost == {"cannon": 1, "laser": 2, "frame": 1}


def lame(profile: str = "chief", **more: Any) -> dict[str, Any]:
    """An immobile machine."""
    return {"figures": {"1": {"profile": profile, "at": [20, 20], "lost": {"propulsion": 3}}}, **more}


@pytest.mark.rule("at43.afv.propulsion-destroyed")
@pytest.mark.rule("at43.afv.pilot-ejects")
@pytest.mark.rule("at43.afv.immobile-leader")
@pytest.mark.rule("at43.morale.condition-afv")
def test_an_immobile_machine_tests_morale_and_is_held_or_abandoned() -> None:
    # at43.ex.propulsion-destroyed
    units = {"r": lame(), "r2": {"at": [[60, 20]]}, "b": {"profile": "tough", "at": [[20, 80]]}}
    turn = {"doing": {"unit": "r", "stage": "reveal"}}
    play = Play(units, "morale 4", turn=turn, sides={"red": {"commander": "r.1"}})
    assert play.asks == "red afv.immobile-leader", "the Morale test came first"
    play.say("hold")
    assert play.options == ["salvo", "done"], "it shoots from its place and does not move"
    gone = Play(units, "morale 4", turn=turn, sides={"red": {"commander": "r.1"}})
    gone.say("abandon")
    assert gone["r.1"].gone == "abandoned"
    assert gone.state.command("red") is None
    whole = Play({**units, "r": {"profile": "chief", "at": [[20, 20]]}}, turn=turn)
    assert whole.asks == "red round.activation-steps"


@pytest.mark.rule("at43.morale.condition-afv")
def test_machines_test_when_every_one_is_immobile() -> None:
    for second, tests in (({}, False), ({"propulsion": 3}, True)):
        figures = {
            "1": {"profile": "strider", "at": [20, 20], "lost": {"propulsion": 3}},
            "2": {"profile": "strider", "at": [28, 20], "lost": second},
        }
        state = a_battle({"r": {"figures": figures}, "b": FOE}).state
        assert must_test(state, state.units["r"]) is tests


@pytest.mark.rule("at43.morale.rout")
@pytest.mark.rule("at43.morale.condition-afv")
@pytest.mark.rule("at43.afv.propulsion-destroyed")
def test_pilots_in_rout_leave_their_machines() -> None:
    """Disorganised already, Morale 8: 4+ is needed, and a 3 falls."""
    # at43.ex.abandoned-by-rout
    units = {"r": lame("strider", status="disorganised"), "r2": {"at": [[60, 20]]}, "b": FOE}
    play = Play(units, "morale 3", turn={"doing": {"unit": "r", "stage": "reveal"}})
    assert play.told("MoraleTested")[0].tally.needed == 4
    assert (play.unit("r").status, play["r.1"].gone) == ("rout", "abandoned")


@pytest.mark.rule("at43.afv.pilot-ejects")
@pytest.mark.rule("at43.afv.immobile-leader")
def test_a_hero_takes_over_another_machine() -> None:
    # at43.ex.hero-pilot
    for profile, free in (("ace", True), ("chief", False)):
        figures = {
            "1": {"profile": profile, "at": [20, 20], "lost": {"propulsion": 3}},
            "2": {"profile": "strider", "at": [28, 20]},
        }
        units = {"r": {"figures": figures}, "b": FOE}
        play = Play(units, turn={"doing": {"unit": "r", "stage": "reveal"}}, lp={"red": 1}, sides={"red": {"commander": "r.1"}})
        play.say("abandon")
        state, unit = play.state, play.unit("r")
        assert unit.leader == "r.2"
        assert (state.officer(unit) is not None, state.hero(unit)) == (free, free)
        assert dues(state, unit) == (0 if free else 1)
        assert play.asks == ("red round.activation-steps" if free else "red leadership.activate-unit")
        assert state.morale(unit) == (10 if free else 8), "the better Morale"
        assert state.sides["red"].commander == ("r.2" if free else "r.1")
        assert (state.command("red") is not None) is free
        assert not play["r.2"].immobile, "everything else is the machine's own"


@pytest.mark.rule("at43.afv.pilot-ejects")
def test_a_hero_reaches_machines_within_ten_centimetres_and_chooses() -> None:
    def after(far: float, *answers: str) -> Play:
        figures = {
            "1": {"profile": "ace", "at": [40, 20], "lost": {"propulsion": 3}},
            "2": {"profile": "strider", "at": [46 + far, 20]},
            "3": {"profile": "strider", "at": [34 - far, 20]},
        }
        play = Play({"r": {"figures": figures}, "b": FOE}, turn={"doing": {"unit": "r", "stage": "reveal"}}, lp={"red": 1})
        return play.say("abandon", *answers)

    chosen = after(10, "r.3")
    assert (chosen["r.3"].pilot, chosen.unit("r").leader) == ("r.1", "r.3")
    nobody = after(10.01, "r.2")
    assert not nobody.state.hero(nobody.unit("r")), "too far: he leaves as well, and the owner breaks the tie of the successors"


@pytest.mark.rule("at43.afv.immobile-leader")
def test_the_others_keep_cohesion_with_a_machine_that_is_held() -> None:
    figures = {
        "1": {"profile": "chief", "at": [20, 20], "lost": {"propulsion": 3}},
        "2": {"profile": "strider", "at": [28, 20]},
    }
    play = Play({"r": {"figures": figures}, "b": FOE}, turn={"doing": {"unit": "r", "stage": "reveal"}})
    play.say("hold", "combat")
    assert play.refused({"r.2": [28.6, 20]}).startswith("units.cohesion")
    assert play.allows({"r.2": [28.5, 20]})
