"""Close combat (at43.close-combat.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.at43.melee.fights import attackers, in_contact
from tests.at43.table import MAN, Play, a_battle

FOE = {"at": [[110, 110]]}


@pytest.mark.rule("at43.close-combat.test")
@pytest.mark.rule("at43.close-combat.losses")
@pytest.mark.rule("at43.close-combat.who")
@pytest.mark.rule("at43.close-combat.impact-target")
def test_two_attackers_and_two_in_contact() -> None:
    """6 - 4 = +2: 3+; 9 - 5 = +4: 2+. The third defender is not in contact."""
    # at43.ex.close-combat
    units = {
        "r": {"profile": "clawed", "at": [[20, 20], [24, 20]]},
        "b": {"profile": "four", "at": [[20, 23], [24, 23], [22, 27]]},
        "b2": FOE,
    }
    play = Play(units, act="r", profiles={"four": {**MAN, "combat": 4}})
    play.say("attack", dice="impact 3, impact 2, impact 6, impact 4")
    (told,) = play.told("Attacked")
    assert (told.tally.needed, told.dice, told.impacts) == (3, 4, 3)
    assert play.options == ["b.1", "b.2"], "the attacker names who takes each blow"
    play.say("b.1", dice="damage 2, damage 5")
    assert play.done() == ["b.1", "b.2"]
    assert {event.tally.needed for event in play.told("DamageTested")} == {2}
    assert len(play.told("DamageTested")) == 2, "the third is lost: nobody is in contact any more"


@pytest.mark.rule("at43.close-combat.test")
def test_the_highest_combat_value_in_contact_counts() -> None:
    figures = {"1": {"at": [20, 23]}, "2": {"profile": "six", "at": [24, 23]}}
    units = {"r": {"profile": "clawed", "at": [[20, 20], [24, 20]]}, "b": {"figures": figures}}
    play = Play(units, act="r", profiles={"six": {**MAN, "combat": 6}})
    play.say("attack", dice="impact 1, impact 1, impact 1, impact 1")
    assert play.told("Attacked")[0].tally.needed == 4
    one = Play({**units, "r": {"profile": "clawed", "at": [[20, 20]]}}, act="r", profiles={"six": {**MAN, "combat": 6}})
    one.say("attack", dice="impact 1, impact 1")
    assert one.told("Attacked")[0].tally.needed == 3, "the other is not in contact"


@pytest.mark.rule("at43.close-combat.who")
@pytest.mark.rule("at43.special.no-close-combat")
def test_who_attacks() -> None:
    from tests.at43.table import WEAPONS

    armed = {**MAN, "weapons": ["sonic", "knife"]}
    figures = {
        "1": {"at": [20, 20]},
        "2": {"at": [24, 19.5]},
        "3": {"profile": "armed", "at": [28, 20]},
        "4": {"profile": "surely", "at": [32, 20]},
    }
    battle = a_battle(
        {"r": {"figures": figures}, "b": {"at": [[20, 23], [24, 23], [28, 23], [32, 23]]}}, profiles={"armed": armed}
    )
    assert attackers(battle, battle.state.units["r"]) == {"r.1": ["b"]}, "in contact, with a knife and without a special weapon"
    assert WEAPONS["sonic"]["special"]


@pytest.mark.rule("at43.close-combat.sequence")
@pytest.mark.rule("at43.special.no-close-combat")
def test_an_attack_ends_moving_and_shooting() -> None:
    # at43.ex.close-combat-ends-activation
    figures = {"1": {"profile": "two-guns", "at": [20, 20]}, "2": {"profile": "sonic", "at": [24, 20]}}
    units = {"r": {"figures": figures}, "b": {"at": [[20, 30], [24, 30]]}, "b2": {"at": [[60, 60]]}}
    play = Play(units, act="r", lp={"red": 2})
    play.say("salvo", {"rifle": "b2", "pistol": "hold", "sonic": "hold"}, [], dice="impact 1")
    play.say("combat", {"r.1": [20, 27], "r.2": [24, 27]})
    play.say("attack", dice="impact 6, damage 6")
    assert play.told("Attacked")[0].dice == 1, "the bearer in contact rolls no dice"
    assert play.state.turn.doing is None
    assert play.told("DamageTested")[0].target == "b.1"


@pytest.mark.rule("at43.close-combat.unit-by-unit")
@pytest.mark.rule("at43.close-combat.choice")
@pytest.mark.rule("at43.close-combat.no-strike-back")
def test_several_combats() -> None:
    """f touches X and Y, g touches Y only."""
    # at43.ex.multiple-combats
    figures = {"f": {"at": [20, 20]}, "g": {"at": [26, 20]}}
    units = {"r": {"figures": figures}, "bx": {"at": [[20, 17]]}, "by": {"at": [[23, 20], [26, 23]]}}
    play = Play(units, act="r")
    play.say("attack")
    ask: Any = play.game.ask
    assert (play.asks, dict(ask.items)) == ("red close-combat.choice", {"r.f": ["bx", "by"]})
    play.say({"r.f": "bx"})
    assert play.asks == "red close-combat.unit-by-unit"
    play.say(["by", "bx"], dice="impact 1, impact 1")
    assert [(event.unit, event.dice) for event in play.told("Attacked")] == [("by", 1), ("bx", 1)], (
        "each by itself; nobody strikes back"
    )
    both = Play(units, act="r")
    both.say("attack", {"r.f": "by"}, dice="impact 1, impact 1")
    assert [(event.unit, event.dice) for event in both.told("Attacked")] == [("by", 2)], "all against one unit roll together"


@pytest.mark.rule("at43.close-combat.losses")
def test_only_whom_an_attacker_of_that_unit_touches_is_picked() -> None:
    figures = {"f": {"at": [20, 20]}, "g": {"at": [26, 20]}}
    units = {"r": {"figures": figures}, "bx": {"at": [[17, 20]]}, "by": {"at": [[20, 23], [26, 23]]}}
    battle = a_battle(units)
    from littlewars.systems.at43.basics.state import Blow

    assert in_contact(battle, Blow("by", "knife", ["r.g"], ["r.g"])) == ["by.2"]
    assert in_contact(battle, Blow("by", "knife", ["r.g"], ["r.f", "r.g"])) == ["by.1", "by.2"]


@pytest.mark.rule("at43.close-combat.test")
def test_weapons_of_several_names_in_the_attackers_order() -> None:
    both = {**MAN, "weapons": ["knife", "claws"]}
    units = {"r": {"profile": "both", "at": [[20, 20]]}, "b": {"profile": "tough", "at": [[20, 23]]}}
    play = Play(units, act="r", profiles={"both": both})
    play.say("attack")
    assert play.asks == "red close-combat.test"
    play.say(["claws", "knife"], dice="impact 1, impact 1, impact 1")
    assert [event.weapon for event in play.told("Attacked")] == ["claws", "knife"]


@pytest.mark.rule("at43.close-combat.against-striders")
@pytest.mark.rule("at43.movement.striders-never-engaged")
def test_soldiers_and_machines_attack_each_other() -> None:
    units = {"r": {"profile": "clawed", "at": [[20, 20]]}, "b": {"profile": "clawer", "at": [[20, 24.5]]}}
    play = Play(units, act="r")
    assert "rush" in play.options, "not engaged"
    play.say("attack", dice="impact 6, impact 1, damage 6, location 3")
    assert play["b.1"].lost == {"frame": 1}, "the location is rolled as usual"
    machine = Play(units, act="b")
    machine.say("attack", dice="impact 6, impact 1, damage 2")
    assert machine.done() == ["r.1"]


@pytest.mark.rule("at43.close-combat.losses")
def test_a_leader_who_falls_in_close_combat_is_replaced() -> None:
    units = {"r": {"profile": "clawed", "at": [[20, 20]]}, "b": {"at": [[20, 23], [20, 27]]}}
    play = Play(units, act="r")
    play.say("attack", dice="impact 6, impact 6, damage 6")
    assert play.done() == ["b.1"]
    assert play.unit("b").leader == "b.2", "the successor need not be in contact"


@pytest.mark.rule("at43.tactics.overwatch")
def test_who_has_attacked_and_not_fired_may_go_on_overwatch() -> None:
    units = {"r": {"profile": "clawed", "at": [[20, 20]]}, "b": {"at": [[20, 23]]}, "b2": FOE}
    play = Play(units, act="r", lp={"red": 1})
    play.say("attack", dice="impact 6, impact 1, damage 6")
    assert play.asks == "red tactics.cost", "the foe is wiped out: it is not engaged"
    assert "overwatch" in play.options
