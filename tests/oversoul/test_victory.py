"""Victory points, objectives, the end of the game and who has won."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from littlewars.engine import ScenarioError
from littlewars.systems.oversoul.system import OVERSOUL
from littlewars.systems.oversoul.units.removal import remove
from littlewars.systems.oversoul.units.victory import points
from tests.oversoul.helpers import Play, row, scenario

NEXT = "initiative 6, initiative 1"
THREE = {"red": {"edge": "south"}, "blue": {"edge": "north"}, "gold": {"edge": "west"}}


def men(**at: list[list[float]]) -> dict[str, Any]:
    return {name: {"profile": "man", "at": places} for name, places in at.items()}


TWO = men(r=[[10, 10]], b=[[10, 40]])


def zone(side: str, **more: Any) -> dict[str, Any]:
    return {"id": f"{side} holds", "side": side, "kind": "hold", "zone": [[20, 20], [28, 20], [28, 28], [20, 28]], **more}


def lost(play: Play, name: str, by: str) -> Play:
    """A model is removed by somebody's doing."""
    remove(play.battle, play[name], by)
    return play


# ---- points


@pytest.mark.rule("oversoul.victory.points-per-model")
def test_a_model_is_worth_a_quarter_of_its_cost() -> None:
    """oversoul.ex.victory-points-200: a model of 200 points is worth 50; quarters are kept."""
    profiles = {"hero": {"die": "d20", "range": 80, "attributes": ["Flying", "Magic", "Super Heavy Armor"]}}
    raw = scenario(
        {**TWO, "b2": {"profile": "hero", "at": [[30, 40]]}, "b3": {"profile": "rifle", "at": [[20, 40]]}}, profiles=profiles
    )
    play = Play.of(raw)
    assert play["b2.1"].profile.cost == 200
    lost(play, "b2.1", "red")
    assert points(play.state.sides["red"]) == 50
    lost(play, "b3.1", "red")  # 17 points
    assert points(play.state.sides["red"]) == 50 + Fraction(17, 4)


@pytest.mark.rule("oversoul.victory.points-per-model", "oversoul.ranged.aboard-trooper")
def test_a_vehicle_scores_with_its_weapons_and_its_passengers_for_themselves() -> None:
    play = Play({**TWO, "b2": {"profile": "light-tank", "at": [[30, 40]]}})
    lost(play, "b2.1", "red")
    assert points(play.state.sides["red"]) == Fraction("66.25")
    car = Play(
        {
            **TWO,
            "b2": {
                "figures": {
                    "car": {"profile": "colonial-armoured-car/Armoured Car", "at": [30, 40]},
                    "gunner": {
                        "profile": "colonial-armoured-car/Car Gunner",
                        "carrier": "b2.car",
                        "seat": "rear",
                        "crew": True,
                    },
                }
            },
        }
    )
    lost(car, "b2.gunner", "red")
    assert points(car.state.sides["red"]) == 3
    lost(car, "b2.car", "red")
    assert points(car.state.sides["red"]) == 3 + Fraction("26.75")


@pytest.mark.rule("oversoul.victory.points-per-model")
def test_summoned_creatures_are_worth_nothing() -> None:
    figures = {"1": {"profile": "summoned/d6", "at": [30, 40]}}
    play = Play({**TWO, "b2": {"figures": figures, "summoned": True}})
    assert points(lost(play, "b2.1", "red").state.sides["red"]) == 0


@pytest.mark.rule("oversoul.victory.credit")
def test_who_caused_it_gets_the_credit_and_without_an_enemys_hand_the_only_enemy() -> None:
    two = Play({**TWO, "b2": {"profile": "man", "at": [[30, 40]]}})
    assert points(lost(two, "b2.1", "").state.sides["red"]) == 3
    assert points(lost(two, "b.1", "blue").state.sides["red"]) == 6  # by his own Fireball
    units = {**TWO, "b2": {"profile": "man", "at": [[30, 40]]}, "g": {"side": "gold", "profile": "man", "at": [[5, 24]]}}
    three = Play(units, sides=THREE)
    lost(lost(three, "b2.1", ""), "b.1", "gold")
    assert [points(three.state.sides[name]) for name in ("red", "blue", "gold")] == [0, 0, 3]


@pytest.mark.rule("oversoul.victory.credit", "oversoul.morale.trigger-seeing")
def test_a_unit_that_ran_because_others_did_is_credited_to_their_cause() -> None:
    units = {
        "g": {"side": "gold", "profile": "rifle", "at": [[18, 30]], "face": 0},
        "b": {"profile": "man", "at": row(18, 38, 4), "face": 180},
        "bo": {"profile": "man", "at": row(24, 38, 2), "face": 180},
        "r": {"profile": "man", "at": [[40, 4]]},
    }
    play = Play(units, sides=THREE, order=["gold", "blue", "red"])
    play.say("g", "other", "shoot:0:b.1", dice="ranged attack 6, recovery 1, morale 3, morale 3")
    assert (play.unit("b").fear_by, play.unit("bo").fear_by) == ("gold", "gold")
    play.say("bo")  # 10 inches to the edge, and a run of 12
    assert play["bo.1"].gone == "fled"
    assert points(play.state.sides["gold"]) == 3 * 3
    assert points(play.state.sides["red"]) == 0


# ---- the end


@pytest.mark.rule("oversoul.victory.game-end")
def test_without_an_agreement_there_are_eight_rounds_for_each_unit_of_the_largest_army() -> None:
    """oversoul.ex.default-rounds: armies of five and four units: 40 rounds."""
    units = {f"r{n}": {"profile": "man", "at": [[4 * n, 10]]} for n in range(1, 6)}
    units |= {f"b{n}": {"profile": "man", "at": [[4 * n, 40]]} for n in range(1, 5)}
    assert Play(units).state.settings.rounds == 40
    assert OVERSOUL.describe(Play(units).state)["rounds"] == 40
    assert Play(units, rounds=7).state.settings.rounds == 7


@pytest.mark.rule("oversoul.victory.game-end")
def test_the_last_round_is_played_to_its_end() -> None:
    play = Play(TWO, rounds=3, turn={"round": 3}).say("r", "nothing")
    assert play.asks == "blue round.one-unit-or-pass"
    play.say("b", "nothing")
    assert play.asks == ""
    assert "last round" in play.game.result.why


@pytest.mark.rule("oversoul.victory.game-end", "oversoul.round.structure")
def test_the_game_ends_when_all_pass_in_two_rounds_in_a_row() -> None:
    """oversoul.ex.all-pass-twice: all pass in rounds 4, 6 and 7: the game ends after round 7."""
    play = Play(TWO, rounds=30, turn={"round": 4})
    play.say("pass", "pass", dice=NEXT)  # 4
    play.say("r", "nothing", "pass", dice=NEXT)  # 5
    play.say("pass", "pass", dice=NEXT)  # 6
    assert play.state.turn.round == 7
    play.say("pass")
    assert play.asks
    play.say("pass")
    assert play.asks == ""
    assert (play.state.turn.round, play.game.result.why) == (7, "all passed in two rounds in a row")


@pytest.mark.rule("oversoul.victory.game-end")
def test_the_game_ends_with_the_turn_after_which_one_side_is_left() -> None:
    units = {"r": {"profile": "rifle", "at": row(10, 35, 2)}, "b": {"profile": "man", "at": [[10, 40]], "face": 180}}
    play = Play(units).say("r", "other-move", "r.1", "shoot:0:b.1", dice="ranged attack 4, recovery 1")
    assert play.asks == "red move.allowance"  # the turn is not over
    play.say({})
    assert play.asks == ""
    assert play.game.result.winners == ("red",)


# ---- who has won


def over(victory: str = "mathematical", red: int = 0, blue: int = 0, **more: Any) -> Any:
    """How a battle ends that is over after this turn; scores in points of cost."""
    sides = {"red": {"edge": "south", "score": red}, "blue": {"edge": "north", "score": blue}}
    return Play(TWO, sides=sides, victory=victory, rounds=1, **more).say("pass", "pass").game.result


@pytest.mark.rule("oversoul.victory.decision", "oversoul.victory.mathematical")
def test_most_points_win_equal_points_are_a_draw() -> None:
    """oversoul.ex.victory-decision a and b: 66.25 to 66 wins, 50 to 50 is a draw."""
    assert over(red=265, blue=264).winners == ("red",)
    assert over(red=265, blue=264).points == {"red": 66.25, "blue": 66}
    assert over(red=200, blue=200).winners == ()


@pytest.mark.rule("oversoul.victory.decision", "oversoul.victory.strategic")
def test_a_strategic_game_without_an_accomplished_objective_is_a_draw_or_the_last_sides() -> None:
    """oversoul.ex.victory-decision c and d"""
    assert over("strategic", red=265).winners == ()
    gone = {"1": {"profile": "man", "at": [10, 40], "gone": "removed"}}
    units = {"r": {"profile": "man", "at": [[10, 10]]}, "b": {"figures": gone, "lost": 1}}
    alone = Play(units, victory="strategic", sides={"red": {}, "blue": {"score": 500}}).say("pass")
    assert alone.game.result.winners == ("red",)


@pytest.mark.rule("oversoul.victory.decision", "oversoul.victory.mathematical")
def test_in_a_mathematical_game_points_beat_the_last_side_standing() -> None:
    gone = {"1": {"profile": "man", "at": [10, 40], "gone": "removed"}}
    units = {"r": {"profile": "man", "at": [[10, 10]]}, "b": {"figures": gone, "lost": 1}}
    play = Play(units, sides={"red": {"score": 12}, "blue": {"score": 13}}).say("pass")
    assert play.game.result.winners == ("blue",)


@pytest.mark.rule("oversoul.victory.credit", "oversoul.basics.players-and-equipment")
def test_allies_add_up_their_points_and_win_together() -> None:
    sides = {"red": {"team": "west", "score": 60}, "blue": {"score": 100}, "pink": {"team": "west", "score": 44}}
    units = {**TWO, "p": {"side": "pink", "profile": "man", "at": [[30, 10]]}}
    play = Play(units, sides=sides, rounds=1).say("pass", "pass", "pass")
    assert play.game.result.winners == ("red", "pink")


# ---- objectives


@pytest.mark.rule("oversoul.victory.strategic", "oversoul.victory.game-end")
def test_the_side_that_first_accomplishes_its_objective_wins_at_the_end_of_that_turn() -> None:
    units = {"r": {"profile": "man", "at": [[24, 18]]}, "b": {"profile": "man", "at": [[40, 40]]}}
    goals = [zone("red", from_round=2), zone("blue", from_round=2)]
    play = Play(units, victory="strategic", objectives=goals, rounds=9).say("r", "move", {"r.1": [24, 22]})
    assert play.asks  # the first round does not count
    play.say("b", "nothing", dice=NEXT)
    play.say("pass")
    assert play.asks == ""
    assert play.game.result.winners == ("red",)
    assert "red achieves" in play.game.result.why


@pytest.mark.rule("oversoul.victory.strategic")
def test_of_two_at_the_same_check_the_one_whose_turn_it_was_wins_else_the_first_in_order() -> None:
    units = men(r=[[10, 10]], b=[[10, 40]], b2=[[30, 40]])
    units |= {"g": {"side": "gold", "profile": "man", "at": [[5, 24]]}}
    goals = [{"id": f"{side} hunts", "side": side, "kind": "eliminate", "what": "b2"} for side in ("gold", "red")]

    def winner(order: list[str], at: int) -> tuple[str, ...]:
        play = Play(units, sides=THREE, order=order, turn={"at": at}, victory="strategic", objectives=goals, rounds=9)
        lost(play, "b2.1", "")
        return play.say("pass").game.result.winners

    assert winner(["blue", "red", "gold"], 2) == ("gold",)
    assert winner(["blue", "gold", "red"], 2) == ("red",)
    assert winner(["blue", "gold", "red"], 0) == ("gold",)
    assert winner(["red", "gold", "blue"], 2) == ("red",)


@pytest.mark.rule("oversoul.victory.objectives", "oversoul.victory.mathematical")
def test_objectives_are_worth_what_was_agreed_and_are_earned_once() -> None:
    units = {"r": {"profile": "man", "at": [[24, 24]]}, "b": {"profile": "man", "at": [[40, 40]]}}
    play = Play(units, objectives=[zone("red", points=7), zone("blue", points=9)], rounds=9).say("pass")
    assert points(play.state.sides["red"]) == 7
    assert play.asks  # a mathematical game goes on
    play.say("b", "nothing", dice=NEXT)
    play.say("pass")
    assert points(play.state.sides["red"]) == 7
    assert points(play.state.sides["blue"]) == 0


@pytest.mark.rule("oversoul.victory.objectives")
def test_a_zone_is_held_alone_and_not_by_the_frightened() -> None:
    def held(**more: Any) -> bool:
        units = {"r": {"profile": "man", "at": [[24, 24]]}, "b": {"profile": "man", "at": [[40, 40]]}, **more}
        return points(Play(units, objectives=[zone("red", points=7)]).say("pass").state.sides["red"]) == 7

    assert held()
    assert not held(b={"profile": "man", "at": [[27, 27]]})
    assert not held(r={"profile": "man", "at": [[24, 24]], "frightened": True})


@pytest.mark.rule("oversoul.victory.objectives")
@pytest.mark.parametrize(
    "goal",
    [
        {"id": "x", "side": "green", "kind": "hold", "zone": [[1, 1], [2, 1], [2, 2]]},
        {"id": "x", "side": "red", "kind": "dance"},
        {"id": "x", "side": "red", "kind": "hold", "zone": []},
        {"id": "x", "side": "red", "kind": "eliminate", "what": "nobody"},
    ],
)
def test_objectives_that_make_no_sense_are_refused(goal: dict[str, Any]) -> None:
    with pytest.raises(ScenarioError, match=r"oversoul\.victory\.objectives"):
        OVERSOUL.setup(scenario(TWO, objectives=[goal]))


def test_the_verdict_before_the_end_is_who_leads() -> None:
    play = Play(TWO, sides={"red": {"score": 4}, "blue": {}})
    assert OVERSOUL.verdict(play.state).winners == ("red",)
