"""Salvos: who fires, dice, re-rolls, damage, losses (at43.shooting.*, at43.special.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Battle
from littlewars.systems.at43.basics.state import Salvo, Shot, State
from littlewars.systems.at43.fire.aim import aim, bearers, guns_of, may_shoot, targets
from littlewars.systems.at43.fire.declare import open_weapons, salvo_tactics
from littlewars.systems.at43.fire.salvo import resolve
from tests.at43.table import MAN, Play, a_battle, finish, row, run

WALL = {"id": "wall", "kind": "high-wall", "height": 6, "box": [10, 48, 22, 52]}


def fire(battle: Battle[State], weapon: str, target: str = "b", unit: str = "r") -> Shot:
    """A shot as it would be declared."""
    state = battle.state
    return aim(battle, state.units[unit], guns_of(state, state.units[unit])[weapon], target)[0]


def land(battle: Battle[State], shot: Shot, unit: str = "r", *answers: Any) -> None:
    """Resolve a salvo of one shot."""
    battle.state.turn.salvo = Salvo(unit, [shot])
    while battle.state.turn.salvo is not None:
        run(resolve(battle), *answers)


@pytest.mark.rule("at43.shooting.attack-rate")
@pytest.mark.rule("at43.shooting.reroll")
@pytest.mark.rule("at43.shooting.test")
@pytest.mark.rule("at43.shooting.damage-test")
def test_a_salvo_with_re_rolls() -> None:
    """Four with rate 2 and one re-roll each at 35 cm: 8 dice at 3+, four again, six impacts at 4+ each."""
    # at43.ex.salvo-with-rerolls
    weapons = {"gun": {"accuracy": 5, "rate": 2, "reroll": 1, "penetration": 5}}
    profiles = {"shooter": {**MAN, "weapons": ["gun"]}, "target": {**MAN, "protection": 6}}
    units = {"r": {"profile": "shooter", "at": row(20, 20, 4, 4)}, "b": {"profile": "target", "at": row(20, 58, 6, 4)}}
    dice = ", ".join([*(f"impact {face}" for face in (3, 1, 2, 6, 5, 2, 1, 4)), *(f"re-roll {face}" for face in (3, 2, 6, 1))])
    play = Play(units, act="r", weapons=weapons, profiles=profiles)
    play.say("salvo", dice=dice + ", damage 4, damage 1, damage 6, damage 3, damage 5, damage 2")
    (told,) = play.told("Declared")
    assert (told.range, told.tally.needed, told.shooters) == (3, 3, 4)
    (rolled,) = play.told("Salvoed")
    assert (rolled.dice, rolled.impacts) == (8, 6)
    assert {event.tally.needed for event in play.told("DamageTested")} == {4}
    assert len(play.done()) == 3


@pytest.mark.rule("at43.shooting.los")
@pytest.mark.rule("at43.shooting.attack-rate")
def test_only_those_who_see_a_member_of_the_target_shoot() -> None:
    """Four of six see somebody; the leader does not, and the distance is still his."""
    # at43.ex.shooters-with-sight
    units = {"r": {"profile": "gunner", "at": row(10, 20, 6, 4)}, "b": {"at": [[30, 80]]}}
    battle = a_battle(units, terrain=[{**WALL, "box": [5, 46, 24.1, 52]}])
    shot = fire(battle, "gatling")
    assert shot.shooters == ["r.3", "r.4", "r.5", "r.6"]
    state = battle.state
    assert "r.1" not in shot.shooters
    shot2, difficulty = aim(battle, state.units["r"], guns_of(state, state.units["r"])["gatling"], "b")
    assert difficulty == 6
    assert len(shot2.shooters) * 2 == 8, "eight dice"
    blind = a_battle(units, terrain=[{**WALL, "box": [2, 46, 60, 52]}])
    assert targets(blind, blind.state.units["r"], guns_of(blind.state, blind.state.units["r"])["gatling"]) == []


@pytest.mark.rule("at43.measuring.no-premeasuring")
@pytest.mark.rule("at43.shooting.range-number")
def test_a_shot_that_turns_out_to_be_impossible_is_spent() -> None:
    # at43.ex.declared-out-of-range
    for far, least in ((105, 6), (112, 7)):
        units = {"r": {"at": [[5, 3]]}, "b": {"at": [[5, 3 + 3 + far]]}}
        play = Play(units, act="r", table=[120, 130])
        play.say("salvo", dice="impact 1" if least == 6 else "")
        (told,) = play.told("Declared")
        assert (told.range, told.tally.needed) == (10 if far == 105 else 11, least)
        assert "salvo" not in play.options


@pytest.mark.rule("at43.shooting.each-weapon-once")
@pytest.mark.rule("at43.shooting.before-or-after-move")
@pytest.mark.rule("at43.shooting.target-per-salvo")
@pytest.mark.rule("at43.shooting.salvo")
def test_two_weapons_round_a_move() -> None:
    # at43.ex.two-weapons-around-a-move
    units = {
        "r": {"profile": "strider", "at": [[20, 20]]},
        "b": {"profile": "tough", "at": [[20, 80]]},
        "b2": {"profile": "tough", "at": [[60, 80]]},
    }
    play = Play(units, act="r")
    play.say("salvo")
    assert play.refused({"cannon": "b", "laser": "b2"}) == "shooting.salvo", "one common weapon a salvo"
    assert play.refused({"cannon": "hold", "laser": "hold"}) == "shooting.salvo"
    play.say({"cannon": "b", "laser": "hold"}, dice="impact 1, impact 1")
    play.say("combat", {"r.1": [20, 30]})
    play.say("salvo")
    assert list(play.game.ask.items) == ["laser"], "the cannon has fired"  # type: ignore[union-attr]
    play.say({"laser": "b2"}, dice="impact 1")
    assert "salvo" not in (play.options if play.game.ask else [])
    assert [event.target for event in play.told("Declared")] == ["b", "b2"]
    both = Play(units, act="r")
    both.say("salvo", {"cannon": "b", "laser": "hold"}, dice="impact 1, impact 1")
    both.say("salvo", {"laser": "b"}, dice="impact 1")
    assert both.options == ["combat", "done"], "both before the move is as good"


@pytest.mark.rule("at43.shooting.salvo")
def test_a_weapon_is_used_up_for_those_who_saw_nobody_as_well() -> None:
    units = {"r": {"at": [[12, 44], [30, 44]]}, "b": {"profile": "tough", "at": [[30, 80]]}}
    play = Play(units, act="r", terrain=[{**WALL, "box": [2, 48, 24, 52]}])
    play.say("salvo", dice="impact 1")
    assert play.told("Declared")[0].shooters == 1
    assert "salvo" not in play.options


@pytest.mark.rule("at43.special.own-target")
@pytest.mark.rule("at43.shooting.salvo")
@pytest.mark.rule("at43.zone-of-fire.shape")
def test_a_special_weapon_has_its_own_target() -> None:
    # at43.ex.special-own-target
    figures = {"1": {"at": [20, 20]}, "2": {"at": [24, 20]}, "3": {"profile": "missile", "at": [28, 20]}}
    units = {
        "r": {"figures": figures},
        "b": {"profile": "tough", "at": [[20, 60]]},
        "b2": {"profile": "strider", "at": [[60, 60]]},
    }
    play = Play(units, act="r")
    play.say("salvo")
    assert play.game.ask.items == {"rifle": ["b", "b2", "hold"], "missile": ["hold", "b2"]}  # type: ignore[union-attr]
    play.say({"rifle": "b", "missile": "b2"}, dice="impact 1, impact 1, impact 6, damage 1")
    assert [(event.weapon, event.target) for event in play.told("Declared")] == [("rifle", "b"), ("missile", "b2")]
    assert play.state.sides["red"].lp == 0, "no LP needed"
    assert "salvo" not in play.options, "the common weapon first, then the special one, and both have fired"


@pytest.mark.rule("at43.special.own-target")
@pytest.mark.rule("at43.tactics.split-fire")
def test_a_special_weapon_fires_with_a_common_one_or_alone_before_any_has() -> None:
    figures = {"1": {"at": [20, 20]}, "2": {"profile": "sonic", "at": [24, 20]}}
    battle = a_battle({"r": {"figures": figures}, "b": {"at": [[20, 60]]}}, act="r")
    unit = battle.state.units["r"]
    assert list(open_weapons(battle, unit, [])) == ["rifle", "sonic"]
    assert list(open_weapons(battle, unit, ["sonic"])) == ["rifle"]
    assert list(open_weapons(battle, unit, ["rifle"])) == [], "not any more alone"
    unit.kept = ["sonic"]
    assert list(open_weapons(battle, unit, ["rifle"])) == ["sonic"], "unless split fire keeps it"
    play = Play({"r": {"figures": figures}, "b": {"profile": "tough", "at": [[20, 60]]}}, act="r")
    play.say("salvo", {"rifle": "hold", "sonic": "b"}, dice="impact 1")
    play.say("salvo", dice="impact 1")
    assert [event.weapon for event in play.told("Declared")] == ["sonic", "rifle"]


@pytest.mark.rule("at43.shooting.engaged")
@pytest.mark.rule("at43.morale.disorganised")
def test_who_may_not_shoot() -> None:
    units = {
        "r": {"at": [[20, 20]]},
        "b": {"at": [[20, 25]]},
        "r2": {"at": [[60, 20]], "status": "disorganised"},
        "r3": {"at": [[80, 20]]},
    }
    battle = a_battle(units)
    assert {name: may_shoot(battle, battle.state.units[name]) for name in ("r", "r2", "r3")} == {
        "r": False,
        "r2": False,
        "r3": True,
    }


# ---- damage


@pytest.mark.rule("at43.shooting.damage-on-soldiers")
@pytest.mark.rule("at43.shooting.impact-order")
def test_damage_points_beyond_what_a_soldier_has_are_lost() -> None:
    # at43.ex.damage-on-soldiers
    for wounds, penetrations, damage, fallen, wounded in ((1, 2, 2, 2, 0), (2, 3, 1, 1, 1)):
        profiles = {"target": {**MAN, "wounds": wounds}, "shooter": {**MAN, "weapons": ["gun"]}}
        weapons = {"gun": {"accuracy": 30, "rate": penetrations, "penetration": 30, "damage": damage}}
        units = {"r": {"profile": "shooter", "at": [[20, 20]]}, "b": {"profile": "target", "at": row(20, 50, 3, 4)}}
        play = Play(units, act="r", profiles=profiles, weapons=weapons)
        play.say("salvo")
        assert len(play.done()) == fallen
        assert sum(not fighter.gone and fighter.hurt > 0 for fighter in play.state.figures.values()) == wounded


@pytest.mark.rule("at43.shooting.impact-order")
def test_each_impact_is_tested_against_who_would_be_lost_next() -> None:
    # at43.ex.impact-order-mixed
    profiles = {"h": {**MAN, "protection": 9}, "shooter": {**MAN, "weapons": ["gun"]}}
    weapons = {"gun": {"accuracy": 30, "rate": 3, "penetration": 5}}
    figures = {"t": {"at": [20, 55]}, "h": {"profile": "h", "at": [20, 50]}}
    play = Play(
        {"r": {"profile": "shooter", "at": [[20, 20]]}, "b": {"figures": figures}, "b2": {"at": [[100, 100]]}},
        act="r",
        profiles=profiles,
        weapons=weapons,
    )
    play.say("salvo", {"gun": "b"}, dice="damage 5, damage 6, damage 4")
    assert [event.tally.needed for event in play.told("DamageTested")] == [6, 6, 4]
    assert [event.figure for event in play.told("Removed")] == ["b.h", "b.t"]


@pytest.mark.rule("at43.shooting.damage-on-soldiers")
@pytest.mark.rule("at43.shooting.losses")
@pytest.mark.rule("at43.shooting.impact-order")
def test_a_wounded_man_does_not_draw_the_next_impact() -> None:
    # at43.ex.damage-points-of-soldiers
    profiles = {
        "b": {**MAN, "protection": 9, "wounds": 2},
        "one": {**MAN, "weapons": ["gun"]},
        "two": {**MAN, "weapons": ["big"]},
    }
    weapons = {
        "gun": {"accuracy": 30, "rate": 3, "penetration": 9},
        "big": {"accuracy": 30, "rate": 2, "penetration": 12, "damage": 3},
    }
    figures = {"p": {"at": [20, 43]}, "q": {"at": [20, 47]}, "r": {"at": [20, 51]}}
    units = {
        "r": {"profile": "one", "at": [[20, 20]]},
        "r2": {"profile": "two", "at": [[20, 81]]},
        "b": {"profile": "b", "figures": figures},
    }
    battle = a_battle(units, "damage 4, damage 5, damage 6", profiles=profiles, weapons=weapons)
    land(battle, fire(battle, "gun"))
    state = battle.state
    assert (state.figures["b.p"].gone, state.figures["b.q"].hurt, state.figures["b.r"].hurt) == ("killed", 1, 0)
    more: Any = battle.dice
    more.left += [("damage", 3), ("damage", 3)]
    land(battle, fire(battle, "big", unit="r2"), "r2")
    assert state.figures["b.r"].gone
    assert state.figures["b.q"].gone
    assert state.figures["b.r"].hurt == 2, "a point is lost"


@pytest.mark.rule("at43.shooting.impact-order")
def test_impacts_are_lost_when_the_target_is_gone() -> None:
    weapons = {"gun": {"accuracy": 30, "rate": 12, "penetration": 30}}
    units = {"r": {"profile": "s", "at": [[20, 20]]}, "b": {"at": [[20, 50]]}, "b2": {"at": [[100, 100]]}}
    play = Play(units, act="r", weapons=weapons, profiles={"s": {**MAN, "weapons": ["gun"]}})
    play.say("salvo", {"gun": "b"})
    assert play.done() == ["b.1"]
    assert len(play.told("DamageTested")) == 1


@pytest.mark.rule("at43.shooting.losses-leader")
def test_a_leader_who_is_the_nearest_is_succeeded() -> None:
    units = {"r": {"profile": "surely", "at": [[20, 20]]}, "b": {"at": [[20, 50], [20, 54], [20, 58]]}}
    play = Play(units, act="r")
    play.say("salvo")
    assert play.done() == ["b.1"]
    assert play.unit("b").leader == "b.2"
    assert [event.figure for event in play.told("NewLeader")] == ["b.2"]


@pytest.mark.rule("at43.shooting.into-engagement")
@pytest.mark.rule("at43.shooting.engaged")
@pytest.mark.rule("at43.zone-of-fire.distribution")
@pytest.mark.rule("at43.zone-of-fire.size")
def test_shooting_into_an_engagement() -> None:
    """F is engaged with E; S of size 2 hits F first, the machine T shoots over it. Each scores four impacts."""
    # at43.ex.shooting-into-an-engagement
    weapons = {"gun": {"accuracy": 30, "rate": 4, "penetration": 0}}
    profiles = {
        "s": {**MAN, "weapons": ["gun"]},
        "t": {**MAN, "size": 4, "weapons": ["gun"]},
        "man": {**MAN, "protection": 6, "weapons": ["rifle"]},
    }
    units = {
        "f": {"at": [[18, 46], [22, 46]]}, "b": {"at": [[18, 50], [22, 50]]},
        "s": {"profile": "s", "at": [[18, 20], [22, 20]]}, "t": {"profile": "t", "at": [[14, 20]]},
    }  # fmt: skip
    battle = a_battle(units, weapons=weapons, profiles=profiles)
    assert not may_shoot(battle, battle.state.units["f"])
    near = fire(battle, "gun", "b", "s")
    near.shooters = ["s.1"]
    assert near.zone == ["f.1", "f.2"]
    over = fire(battle, "gun", "b", "t")
    assert over.zone == [], "smaller than the shooters"
    play = Play(units, act="t", weapons=weapons, profiles=profiles)
    play.say("salvo")
    assert [event.target for event in play.told("DamageTested")] == ["b.1"] * 4
    through = Play(units, act="s", weapons=weapons, profiles=profiles)
    through.say("salvo")
    assert through.asks == "red shooting.salvo", "own fighters are in the way: who holds his fire?"
    through.say(["s.2"])
    hit = [event.target for event in through.told("DamageTested")]
    assert sorted(hit[:2]) == ["f.1", "f.2"]
    assert hit[2:] == ["b.1", "b.1"], "the rest goes to the target"


@pytest.mark.rule("at43.shooting.reroll")
def test_re_rolls_may_be_declined_where_own_fighters_are_in_the_way() -> None:
    units = {"r": {"profile": "gunner", "at": [[20, 20]]}, "r2": {"at": [[20, 40]]}, "b": {"at": [[20, 60]]}}
    play = Play(units, act="r")
    play.say("salvo")
    play.say([], dice="impact 1, impact 1")
    assert play.asks == "red shooting.reroll"
    ask: Any = play.game.ask
    assert (ask.low, ask.high, ask.usual) == (0, 1, 1)
    play.say(0)
    assert play.told("Salvoed")[0].impacts == 0
    free = Play({"r": {"profile": "gunner", "at": [[20, 20]]}, "b": {"at": [[20, 60]]}}, act="r")
    free.say("salvo", dice="impact 1, impact 1, re-roll 1")
    assert free.told("Salvoed")[0].impacts == 0, "all are used without a question"


@pytest.mark.rule("at43.afv.weapon-destroyed")
def test_bearers_of_a_destroyed_weapon_do_not_fire_it() -> None:
    figures = {"1": {"profile": "strider", "at": [20, 20], "lost": {"cannon": 2}}, "2": {"profile": "strider", "at": [28, 20]}}
    state = a_battle({"r": {"figures": figures}, "b": {"at": [[20, 60]]}}).state
    assert [fighter.id for fighter in bearers(state, state.units["r"], "cannon")] == ["r.2"]
    assert [fighter.id for fighter in bearers(state, state.units["r"], "laser")] == ["r.1", "r.2"]


@pytest.mark.rule("at43.tactics.fire-at-will")
def test_fire_at_will_needs_a_hero_and_no_move() -> None:
    # at43.ex.fire-at-will-no-hero
    def open_to(profile: str, lp: int = 1, **more: Any) -> list[str]:
        units = {"r": {"profile": profile, "at": [[20, 20]], **more}, "b": {"at": [[20, 60]]}}
        battle = a_battle(units, act="r", lp={"red": lp})
        return salvo_tactics(battle, battle.state.units["r"], ["gatling"])

    assert open_to("hero") == ["fire-at-will"]
    assert open_to("gunner") == [], "an ordinary leader"
    assert open_to("hero", moved=1) == [], "it has moved in this round"
    assert open_to("hero", 0) == []
    assert open_to("ace") == [], "infantry only"


@pytest.mark.rule("at43.tactics.fire-at-will")
@pytest.mark.rule("at43.tactics.cost")
def test_fire_at_will_adds_a_re_roll_for_every_weapon() -> None:
    """Three with one re-roll each: six in all; nobody moves any more in this round."""
    # at43.ex.fire-at-will-reroll
    figures = {
        "1": {"profile": "hero", "at": [20, 20]},
        "2": {"profile": "gunner", "at": [24, 20]},
        "3": {"profile": "gunner", "at": [28, 20]},
    }
    play = Play({"r": {"figures": figures}, "b": {"profile": "tough", "at": [[20, 60]]}}, act="r", lp={"red": 2})
    play.say("salvo")
    assert play.refused(["fire-at-will", "fire-at-will"]) == "tactics.cost"
    falls = ", ".join(["impact 1"] * 6 + ["re-roll 1"] * 6)
    play.say(["fire-at-will"], dice=falls)
    assert play.state.sides["red"].lp == 1
    assert play.state.turn.doing.stage == "end", "no move is left to it, and no shot"
    plain = Play({"r": {"figures": figures}, "b": {"profile": "tough", "at": [[20, 60]]}}, act="r", lp={"red": 1})
    plain.say("salvo")
    plain.say([], dice=", ".join(["impact 1"] * 6 + ["re-roll 1"] * 3))
    assert "combat" in plain.options


@pytest.mark.rule("at43.shooting.impact-order")
def test_a_salvo_at_a_target_that_has_left_is_spent_without_dice() -> None:
    battle = a_battle(
        {"r": {"at": [[20, 20]]}, "b": {"figures": {"1": {"at": [20, 60], "gone": "killed"}}}, "b2": {"at": [[60, 60]]}}
    )
    battle.state.turn.salvo = Salvo("r", [Shot("rifle", "b", ["r.1"], 4)])
    finish(resolve(battle))
    assert battle.state.turn.salvo is None
