"""Rounds, turns and activations."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oversoul.helpers import Play, row, scenario

THREE = {"red": {}, "blue": {}, "gold": {}}


def begun(units: dict[str, Any], dice: str, **more: Any) -> Play:
    """A battle at the beginning of its first round."""
    return Play.of({**scenario(units, **more), "turn": {"phase": "round"}}, dice)


def men(**at: list[list[float]]) -> dict[str, Any]:
    return {name: {"profile": "man", "at": places} for name, places in at.items()}


TWO = men(r=[[10, 10]], r2=[[20, 10]], b=[[10, 40]])
TRIO = {**men(r=[[10, 10]], b=[[10, 40]]), "g": {"side": "gold", "profile": "man", "at": [[40, 20]]}}


@pytest.mark.rule("oversoul.round.structure", "oversoul.round.initiative")
def test_every_player_has_one_turn_a_round_the_highest_d6_first() -> None:
    play = begun(TRIO, "initiative 2, initiative 6, initiative 4", sides=THREE)
    asked = []
    for _ in range(3):
        asked.append(play.asks.split()[0])
        dice = "initiative 1, initiative 2, initiative 3" if len(asked) == 3 else ""
        play.say("pass", dice=dice)
    assert asked == ["blue", "gold", "red"]
    assert (play.state.turn.round, play.state.turn.order) == (2, ["gold", "blue", "red"])  # rolled anew each round


@pytest.mark.rule("oversoul.round.initiative-ties")
def test_only_the_tied_roll_again_and_keep_their_place_before_the_others() -> None:
    play = begun(
        TRIO, "initiative 5, initiative 3, initiative 5, initiative 2, initiative 2, initiative 1, initiative 4", sides=THREE
    )
    assert play.state.turn.order == ["gold", "red", "blue"]
    assert play.fell("initiative, blue") == [3]
    assert play.fell("initiative, red") == [5, 2, 1]


@pytest.mark.rule("oversoul.round.turn-order-conflict")
def test_initiative_beats_the_order_round_the_table() -> None:
    """Seated red, blue, gold; clockwise from the winner red would be red, blue, gold."""
    play = begun(TRIO, "initiative 6, initiative 1, initiative 3", sides=THREE)
    play.say("pass")
    assert play.asks.startswith("gold")


@pytest.mark.rule("oversoul.round.one-unit-or-pass")
def test_one_unit_or_none() -> None:
    play = begun(TWO, "initiative 6, initiative 1")
    assert play.options == ["pass", "r", "r2"]
    assert play.refused("b") == "round.one-unit-or-pass"
    play.say("r", "nothing")
    assert play.asks == "blue round.one-unit-or-pass"


@pytest.mark.rule("oversoul.round.one-unit-or-pass", "oversoul.morale.fail")
def test_a_frightened_unit_may_be_chosen_and_an_attached_leader_not() -> None:
    units = {
        "r": {"profile": "man", "at": row(10, 20, 2), "frightened": True},
        "rs": {"profile": "man", "at": row(20, 10, 2), "leader": "rc"},
        "rc": {"profile": "captain", "at": [[20, 11]]},
    }
    assert Play(units).options == ["pass", "r", "rs"]


@pytest.mark.rule("oversoul.round.repeat-activation")
def test_the_same_unit_may_act_round_after_round() -> None:
    play = begun(TWO, "initiative 6, initiative 1")
    for _ in range(3):
        assert "r" in play.options
        play.say("r", "nothing", "pass", dice="initiative 6, initiative 1")
    assert play.state.turn.round == 4


@pytest.mark.rule("oversoul.round.activation")
@pytest.mark.parametrize(
    ("order", "asks"),
    [
        ("move-other", ["move.allowance", "action.list"]),
        ("other-move", ["action.list", "move.allowance"]),
        ("move", ["move.allowance"]),
        ("other", ["action.list"]),
        ("nothing", []),
    ],
)
def test_move_and_other_action_in_either_order_or_not_at_all(order: str, asks: list[str]) -> None:
    play = Play({"r": {"profile": "rifle", "at": [[10, 10]]}, "b": {"profile": "man", "at": [[10, 15]]}}).say("r", order)
    seen = []
    while play.asks.startswith("red"):
        seen.append(play.asks.split()[1])
        play.say({} if seen[-1] == "move.allowance" else "hold")
    assert seen == asks
    assert play.asks == "blue round.one-unit-or-pass"


@pytest.mark.rule("oversoul.round.activation")
def test_consequences_are_settled_after_each_part_fear_before_losses_before_onlookers() -> None:
    """Blue's ghoul comes near two red units and fails to be shot; then the order of the tests is nearest first."""
    units = {
        "b": {"profile": "ghoul", "at": [[24, 40]]},
        "far": {"profile": "man", "at": row(30, 30, 2)},
        "near": {"profile": "man", "at": row(22, 30, 2)},
    }
    play = Play(units, order=["blue", "red"]).say("b", "move-other")
    play.say({"b.1": [24, 35]}, dice="morale 4, morale 4")
    assert [event.unit for event in play.told("Tested")] == ["near", "far"]
    assert play.asks == "red round.one-unit-or-pass"  # nobody to fight: the Other action is empty


@pytest.mark.rule("oversoul.round.turn-ends", "oversoul.cast.duration", "oversoul.round.turn-counting")
def test_durations_end_with_the_last_counted_turn_of_the_casters_player() -> None:
    """Red's spell with 2 turns to go, cast in red's turn 3: it lasts through red's turn 5, whatever blue does."""
    spell = {"name": "Fast", "by": "red", "until": 5}
    units = {"r": {"profile": "man", "at": [[10, 10]], "spells": [spell]}, "b": {"profile": "man", "at": [[10, 40]]}}
    sides = {"red": {"edge": "south", "turns": 3}, "blue": {"edge": "north", "turns": 9}}
    play = Play(units, sides=sides, turn={"at": 1})
    play.say("b", "nothing", dice="initiative 6, initiative 1")
    play.say("pass", "b", "nothing", dice="initiative 6, initiative 1")
    assert play.unit("r").spells
    play.say("pass")
    assert not play.unit("r").spells
    assert [event.spell for event in play.told("SpellEnded")] == ["Fast"]


@pytest.mark.rule("oversoul.round.turn-counting")
def test_each_player_has_a_turn_counted_whether_he_acts_or_passes() -> None:
    play = begun(TWO, "initiative 6, initiative 1")
    play.say("r", "nothing", "pass", dice="initiative 6, initiative 1")
    play.say("pass")
    assert (play.state.sides["red"].turns, play.state.sides["blue"].turns) == (2, 2)


@pytest.mark.rule("oversoul.round.eliminated-player")
def test_a_player_without_units_rolls_nothing_and_his_spells_go_on_counting() -> None:
    gone = {"1": {"profile": "man", "at": [40, 20], "gone": "removed"}}
    units = {
        **men(r=[[10, 10]], b=[[10, 40]]),
        "g": {"side": "gold", "figures": gone, "lost": 1},
    }
    units["r"]["spells"] = [{"name": "Slow", "by": "gold", "until": 2}]
    sides = {"red": {}, "blue": {}, "gold": {"turns": 0}}
    play = begun(units, "initiative 6, initiative 1", sides=sides)
    assert play.state.turn.order == ["red", "blue"]
    play.say("pass", "pass", dice="initiative 6, initiative 1")
    assert play.state.sides["gold"].turns == 1
    assert play.unit("r").spells
    play.say("pass")
    assert play.unit("r").spells
    play.say("pass")
    assert play.state.sides["gold"].turns == 2
    assert not play.unit("r").spells


@pytest.mark.rule("oversoul.round.turn-ends", "oversoul.spells.fly", "oversoul.victory.game-end")
def test_whoever_falls_when_a_spell_ends_falls_before_victory_is_checked() -> None:
    """Blue's last man hangs in the air by a spell of his own that ends with this turn; red has won when he has crashed."""
    up = {"1": {"profile": "man", "at": [10, 40], "airborne": True}}
    units = {
        "r": {"profile": "man", "at": [[10, 10]]},
        "b": {"figures": up, "spells": [{"name": "Fly", "by": "blue", "until": 1}]},
    }
    play = Play(units, turn={"at": 1}, rounds=1).say("pass", dice="crash 3")
    assert play.asks == ""
    assert play.game.result.winners == ("red",)
    assert play.game.result.points["red"] == 3  # a quarter of 12
