"""Moves, obstacles, engagement, reserves (at43.movement.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Leg, Step
from littlewars.systems.at43.move.walking import allowance
from littlewars.systems.at43.turn.activation import parts
from littlewars.systems.at43.units.engagement import engaged_with, is_engaged
from tests.at43.table import Play, a_battle, a_state

FOE = {"at": [[110, 110]]}


def moving(units: dict[str, dict[str, Any]], kind: str = "combat", unit: str = "r", **more: Any) -> Play:
    """The Move of a unit is asked for."""
    play = Play({"b9": FOE, **units}, act=unit, **more)
    play.say(kind)
    return play


@pytest.mark.rule("at43.movement.combat")
@pytest.mark.rule("at43.movement.rush-soldiers")
@pytest.mark.rule("at43.movement.rush-striders")
@pytest.mark.rule("at43.movement.engaged-move")
def test_how_far_each_kind_of_move_leads() -> None:
    state = a_state(
        {
            "r": {"at": [[20, 20]]},
            "r2": {"profile": "strider", "at": [[40, 20]]},
            "r3": {"profile": "slow", "at": [[60, 20]]},
            "b": FOE,
        }
    )
    far = {
        name: {kind: allowance(state.figures[f"{name}.1"], kind) for kind in ("combat", "rush", "engaged")}
        for name in ("r", "r2", "r3")
    }
    assert far["r"] == {"combat": 12_000, "rush": 18_000, "engaged": 6_000}
    assert far["r2"] == {"combat": 15_000, "rush": 25_000, "engaged": 7_500}
    assert far["r3"]["engaged"] == 4_500, "halves are exact"


@pytest.mark.rule("at43.movement.combat")
@pytest.mark.rule("at43.movement.kinds")
def test_up_to_the_allowance_and_not_a_hair_farther() -> None:
    for kind, far in (("combat", 12), ("rush", 18)):
        play = moving({"r": {"at": [[20, 20]]}}, kind)
        assert play.allows({"r.1": [20, 20 + far]})
        assert play.refused({"r.1": [20, 20 + far + 0.01]}) == (
            "movement.combat" if kind == "combat" else "movement.rush-soldiers"
        )
        play.say({"r.1": [20, 20 + far]})
        assert play.at("r.1") == (20, 20 + far)
        assert play.unit("r").moved == 1
    strider = moving({"r": {"profile": "strider", "at": [[20, 20]]}}, "rush")
    assert strider.allows({"r.1": [20, 45]})
    assert strider.refused({"r.1": [20, 45.01]}) == "movement.rush-striders"
    corner = moving({"r": {"at": [[20, 20]]}})
    assert corner.refused({"r.1": [[26, 20], [26, 26.5]]}) == "movement.combat", "the whole way counts"


@pytest.mark.rule("at43.measuring.no-premeasuring")
def test_a_refusal_and_a_trace_tell_no_length() -> None:
    play = moving({"r": {"at": [[20, 20]]}})
    ask: Any = play.game.ask
    text = ask.refuse((Leg("r.1", (Step("go", (20_000, 90_000)),)),)).text
    assert not any(letter.isdigit() for letter in text.replace("r.1", ""))
    for far in (13, 40, 99):
        trace = ask.trace(Leg("r.1", (Step("go", (20_000, 1000 * (20 + min(far, 90)))),)))
        assert (trace.cost, trace.budget, [part.cost for part in trace.stretches]) == (12_000, 12_000, [12_000])
    assert ask.trace(Leg("r.1", (Step("go", (20_000, 25_000)),))).cost == 5_000


@pytest.mark.rule("at43.movement.friendly-soldiers")
@pytest.mark.rule("at43.movement.obstacles")
def test_through_friends_and_round_everything_else() -> None:
    # at43.ex.move-through-friends
    def way(other: str, profile: str = "man", to: float = 30, unit: str = "man") -> str:
        play = moving({"r": {"profile": unit, "at": [[20, 20]]}, other: {"profile": profile, "at": [[20, 25]]}})
        return "" if play.allows({"r.1": [20, to]}) else play.refused({"r.1": [20, to]})

    assert way("r2") == "", "own soldiers are walked through"
    assert way("b2") == "movement.obstacles", "enemies are in the way"
    assert way("r2", "strider", 32) == "movement.obstacles", "own machines too"
    assert way("r2", to=26) == "movement.obstacles", "nobody ends on a friend"
    assert way("r2", to=28) == "", "touching is no overlap"
    machine = moving({"r": {"profile": "strider", "at": [[20, 20]]}, "r2": {"at": [[20, 26]]}})
    assert machine.allows({"r.1": [20, 34]}), "machines step through own soldiers"


@pytest.mark.rule("at43.movement.obstacles")
def test_the_base_must_fit_through_a_gap() -> None:
    def gap(wide: float) -> bool:
        walls = [
            {"id": "west", "kind": "high-wall", "box": [5, 24, 20 - wide / 2, 26]},
            {"id": "east", "kind": "high-wall", "box": [20 + wide / 2, 24, 40, 26]},
        ]
        return moving({"r": {"at": [[20, 20]]}}, terrain=walls).allows({"r.1": [20, 30]})

    assert gap(3), "exactly as wide as the base"
    assert not gap(2.9)


@pytest.mark.rule("at43.movement.table-edge")
def test_no_base_leaves_the_table() -> None:
    # at43.ex.table-edge
    play = moving({"r": {"at": [[20, 5]]}})
    assert play.allows({"r.1": [20, 1.5]})
    assert play.refused({"r.1": [20, 1.4]}) == "movement.table-edge"


@pytest.mark.rule("at43.movement.whole-unit")
def test_one_kind_for_the_unit_and_everybody_by_his_own_card() -> None:
    figures = {"1": {"at": [20, 20]}, "2": {"profile": "slow", "at": [24, 20]}}
    play = moving({"r": {"figures": figures}})
    assert play.budget == {"r.1": 12, "r.2": 9}
    assert play.allows({"r.1": [20, 29], "r.2": [24, 29]})
    assert play.refused({"r.1": [20, 30], "r.2": [24, 30]}) == "movement.combat"
    lame = {"1": {"profile": "strider", "at": [20, 20]}, "2": {"profile": "strider", "at": [28, 20], "lost": {"propulsion": 3}}}
    machines = moving({"r": {"figures": lame}})
    assert machines.budget == {"r.1": 15}, "an immobile machine stays where it is"


# ---- engagement


@pytest.mark.rule("at43.movement.engagement")
@pytest.mark.rule("at43.movement.disengagement")
def test_engagement_is_a_matter_of_position() -> None:
    for far, engaged in ((2.5, True), (2.51, False)):
        battle = a_battle(
            {"r": {"at": [[20, 20], [16, 20]]}, "b": {"at": [[20, 23 + far], [20, 31]]}, "b2": {"at": [[16, 23 + far]]}}
        )
        units = battle.state.units
        assert is_engaged(battle, units["r"]) is engaged
        assert is_engaged(battle, units["b"]) is engaged
        assert engaged_with(battle, units["r"]) == ({"b", "b2"} if engaged else set()), "with every unit within the distance"


@pytest.mark.rule("at43.movement.engagement")
def test_moving_past_is_free_and_the_end_counts() -> None:
    play = moving({"r": {"at": [[20, 20]]}, "b": {"at": [[23.5, 24]], "markers": ["take-cover"]}})
    play.say({"r.1": [20, 31]})
    assert not is_engaged(play.battle, play.unit("r"))
    assert play.unit("b").markers == ["take-cover"]
    near = moving({"r": {"at": [[20, 20]]}, "b": {"at": [[20, 30]], "markers": ["take-cover"]}})
    near.say({"r.1": [20, 25]})
    assert is_engaged(near.battle, near.unit("b")), "the one who was moved upon as well"
    assert near.unit("b").markers == []
    assert [(event.unit, event.enemy) for event in near.told("Engaged")] == [("r", "b")]


@pytest.mark.rule("at43.movement.striders-never-engaged")
def test_machines_neither_engage_nor_are_engaged() -> None:
    battle = a_battle(
        {"r": {"profile": "strider", "at": [[20, 20]]}, "b": {"at": [[20, 25]]}, "b2": {"profile": "strider", "at": [[20, 31]]}}
    )
    for unit in battle.state.units.values():
        assert not is_engaged(battle, unit)


@pytest.mark.rule("at43.movement.engaged-move")
@pytest.mark.rule("at43.movement.disengagement")
@pytest.mark.rule("at43.shooting.engaged")
def test_an_engaged_unit_moves_by_half_and_may_then_shoot() -> None:
    units = {"r": {"at": [[20, 20]]}, "b": {"at": [[20, 25]]}}
    turn = {"doing": {"unit": "r", "stage": "reveal"}}
    play = Play(units, turn=turn, lp={"red": 5})
    play.say("activate")
    assert play.options == ["engaged", "done"], "neither shots nor another move"
    play.say("engaged")
    assert play.refused({"r.1": [20, 13.99]}) == "movement.engaged-move"
    assert play.allows({"r.1": [20, 21]}), "also nearer"
    play.say({"r.1": [20, 14]})
    assert not is_engaged(play.battle, play.unit("r"))
    assert play.options == ["salvo", "done"], "any target, the former foe included"


@pytest.mark.rule("at43.movement.disengagement")
def test_who_begins_engaged_is_limited_even_if_the_foes_vanish() -> None:
    play = Play(
        {"r": {"at": [[20, 20]]}, "b": FOE}, turn={"doing": {"unit": "r", "stage": "act", "acts": True, "engaged": True}}
    )
    assert play.options == ["salvo", "engaged", "done"]


@pytest.mark.rule("at43.shooting.engaged")
@pytest.mark.rule("at43.close-combat.sequence")
@pytest.mark.rule("at43.round.activation-steps")
@pytest.mark.rule("at43.movement.rush-soldiers")
def test_nine_plans_of_an_activation() -> None:
    """Infantry with rifle, pistol and knife; the enemy are soldiers."""
    # at43.ex.activation-order

    def plan(*steps: str) -> bool:
        play = Play(
            {"r": {"profile": "two-guns", "at": [[20, 20]]}, "b": {"profile": "tough", "at": [[20, 30]]}, "b2": FOE}, act="r"
        )
        for step in steps:
            word, _, how = step.partition(" ")
            if word in ("rifle", "pistol"):
                if play.game.ask is None or "salvo" not in play.options:
                    return False
                play.say("salvo")
                ask: Any = play.game.ask
                if ask.kind == "assign":
                    if word not in ask.items:
                        return False
                    aims = {key: "b" if key == word else "hold" for key in ask.items}
                    play.say(aims, dice="impact 1")
                continue
            name = {"combat": "combat", "rush": "rush", "attack": "attack"}[word]
            if play.game.ask is None or name not in play.options:
                return False
            if name == "attack":
                play.say(name, dice="impact 1")
                continue
            play.say(name)
            play.say({"r.1": [20, 27] if how else [20, 22]})
        return True

    assert plan("rifle", "combat", "pistol")
    assert plan("rifle", "combat contact", "attack")
    assert not plan("combat contact", "pistol", "attack"), "the move has engaged it"
    assert not plan("combat", "rifle", "combat"), "one move an activation"
    assert not plan("attack", "rifle")
    assert plan("rush contact", "attack")
    assert not plan("rifle", "rush")
    assert not plan("rush", "rifle"), "no shooting after a rush either"
    assert plan("combat")
    assert plan()


@pytest.mark.rule("at43.tactics.fire-at-will")
@pytest.mark.rule("at43.movement.kinds")
def test_what_may_be_chosen_when() -> None:
    # at43.ex.rush-no-shooting
    battle = a_battle({"r": {"profile": "two-guns", "at": [[20, 20]]}, "b": {"at": [[20, 60]]}}, act="r")
    doing = battle.state.acting()
    unit = battle.state.units["r"]
    assert parts(battle, unit, doing) == ["salvo", "combat", "rush", "done"]
    doing.fired = ["rifle"]
    assert parts(battle, unit, doing) == ["salvo", "combat", "done"]
    doing.fired = ["rifle", "pistol"]
    assert parts(battle, unit, doing) == ["combat", "done"]
    unit.pledged = 1
    assert parts(battle, unit, doing) == ["done"], "fire at will forbids moving in this round"


# ---- reserves


@pytest.mark.rule("at43.movement.reserve-entry")
@pytest.mark.rule("at43.movement.table-edge")
def test_a_reserve_comes_over_its_own_edge() -> None:
    # at43.ex.reserve-entry
    units = {
        "r": {"count": 2},
        "r2": {"at": [[60, 60]]},
        "b": {"at": [[20, 50]], "profile": "surely", "markers": ["overwatch"]},
    }
    turn = {"doing": {"unit": "r", "stage": "reveal"}}
    play = Play(units, turn=turn, lp={"red": 3})
    play.say("activate")
    assert play.state.sides["red"].lp == 2
    play.say("combat")
    assert play.refused({"r.1": [20, 10.51], "r.2": [24, 10]}) == "movement.reserve-entry", "no part farther than the move"
    assert play.refused({"r.1": [20, 1.4], "r.2": [24, 5]}) == "movement.reserve-entry", "wholly on the table"
    assert play.refused({"r.1": [20, 10], "r.2": [30, 10]}).startswith("units.cohesion")
    assert play.refused({"r.1": [20, 10], "r.2": [22, 10]}) == "movement.reserve-entry", "on a comrade"
    assert play.refused({"r.1": [20, 10]}) == "movement.reserve-entry", "all of them"
    play.say({"r.1": [20, 10.5], "r.2": [24, 10.5]})
    assert play.state.turn.waiting == []
    assert play.asks == "blue tactics.overwatch", "it counts as moved"
    play.say("pass")
    assert "salvo" in play.options, "after a combat move it may shoot"
    assert not {"combat", "rush"} & set(play.options)


@pytest.mark.rule("at43.movement.reserve-entry")
def test_a_rush_comes_farther_and_does_not_shoot() -> None:
    units = {"r": {"profile": "officer", "count": 1}, "r2": {"at": [[60, 60]]}, "b": {"at": [[20, 50]]}}
    play = Play(units, turn={"doing": {"unit": "r", "stage": "reveal"}}, lp={"red": 1})
    play.say("rush")
    assert play.refused({"r.1": [20, 16.51]}) == "movement.reserve-entry"
    play.say({"r.1": [20, 16.5]})
    assert play.asks == "red tactics.cost", "nothing is left to do but tactics"
    assert "overwatch" not in play.options


@pytest.mark.rule("at43.movement.reserve-entry")
def test_without_room_it_stays_in_reserve() -> None:
    wall = {"id": "wall", "kind": "building", "box": [0.1, 0.1, 119.9, 30]}
    units = {"r": {"profile": "officer", "count": 1}, "r2": {"at": [[60, 60]]}, "b": {"at": [[20, 90]]}}
    play = Play(units, turn={"doing": {"unit": "r", "stage": "reveal"}}, terrain=[wall])
    assert play.state.turn.waiting == ["r"]
    assert play.game.ask is None
