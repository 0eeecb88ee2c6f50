"""Morale, rally, rout (at43.morale.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.at43.units.morale import must_test
from littlewars.systems.at43.units.morale import test_morale as roll_morale
from tests.at43.table import MAN, Play, a_battle

FOE = {"at": [[110, 110]]}
REVEAL = {"doing": {"unit": "r", "stage": "reveal"}}


def unit(started: int, left: int, kind: int = 1, **more: Any) -> dict[str, Any]:
    """A unit of which so many are left."""
    figures = {
        str(n): {"profile": f"t{kind}", "at": [20 + 4 * n, 20], **({} if n < left else {"gone": "killed"})}
        for n in range(started)
    }
    return {"figures": figures, **more}


TYPES = {f"t{kind}": {**MAN, "type": kind, "weapons": ["rifle"]} for kind in (1, 2, 3)}


@pytest.mark.rule("at43.morale.condition-type-1-2")
@pytest.mark.rule("at43.morale.condition-type-3")
def test_conditions() -> None:
    # at43.ex.morale-conditions
    cases = [(1, 6, 4), (1, 6, 3), (2, 5, 2), (2, 3, 3), (3, 3, 2), (3, 3, 1), (2, 6, 4), (2, 6, 3), (3, 1, 1), (1, 3, 2)]
    found = []
    for kind, started, left in cases:
        state = a_battle({"r": unit(started, left, kind), "b": FOE}, profiles=TYPES).state
        found.append(must_test(state, state.units["r"]))
    assert found == [False, True, True, False, False, True, False, True, False, True]


@pytest.mark.rule("at43.morale.test")
def test_the_highest_morale_against_eight() -> None:
    brave = {**MAN, "morale": 10}
    for gone, least in (("", 3), ("killed", 5)):
        figures = {"1": {"at": [20, 20]}, "2": {"profile": "brave", "at": [24, 20], "gone": gone}}
        battle = a_battle({"r": {"figures": figures}, "b": FOE}, f"morale {least}", profiles={"brave": brave})
        roll_morale(battle, battle.state.units["r"])
        assert battle.state.units["r"].status == "valiant", "of those who are still there"
        failed = a_battle({"r": {"figures": figures}, "b": FOE}, f"morale {least - 1}", profiles={"brave": brave})
        roll_morale(failed, failed.state.units["r"])
        assert failed.state.units["r"].status == "disorganised"
    none = a_battle({"r": unit(4, 1), "b": FOE}, profiles={"t1": {**MAN, "morale": 0}})
    assert not must_test(none.state, none.state.units["r"]), "a card without a Morale value"


@pytest.mark.rule("at43.morale.status")
@pytest.mark.rule("at43.morale.success")
@pytest.mark.rule("at43.morale.failure")
@pytest.mark.rule("at43.morale.disorganised")
def test_status_over_four_activations() -> None:
    """Morale 6 needs 5+; the dice are 5, 4, 6 and 2, and nobody rallies."""
    # at43.ex.morale-status
    battle = a_battle({"r": unit(6, 3), "b": FOE}, profiles=TYPES)
    found = []
    dice: Any = battle.dice
    for face in (5, 4, 6, 2):
        dice.left += [("morale", face)]
        roll_morale(battle, battle.state.units["r"])
        found.append(battle.state.units["r"].status)
    assert found == ["valiant", "disorganised", "disorganised", "rout"]
    assert not must_test(battle.state, battle.state.units["r"]), "in rout it cannot become worse"
    assert a_battle({"r": unit(2, 2), "b": FOE}, profiles=TYPES).state.units["r"].status == "valiant"


@pytest.mark.rule("at43.morale.when")
@pytest.mark.rule("at43.morale.test")
@pytest.mark.rule("at43.leadership.activate-unit")
def test_the_test_comes_before_any_lp() -> None:
    """Three left of eight, Morale 7, no officer, three LP."""
    # at43.ex.morale-moment
    profiles = {"t1": {**MAN, "morale": 7, "weapons": ["rifle"]}}
    play = Play({"r": unit(8, 3), "b": FOE}, "morale 3", turn=REVEAL, lp={"red": 3}, profiles=profiles)
    assert play.told("MoraleTested")[0].tally.needed == 4
    assert play.asks == "red morale.disorganised"
    assert dict(play.game.ask.written[0].cost) == {"LP": 3}  # type: ignore[union-attr]
    play.say("rally")
    assert (play.unit("r").status, play.state.sides["red"].lp) == ("valiant", 0)
    assert play.asks == "red round.activation-steps"
    poor = Play({"r": unit(8, 3), "b": FOE}, "morale 3", turn=REVEAL, lp={"red": 2}, profiles=profiles)
    assert poor.game.ask is None, "two do not let it act"
    assert [event.unit for event in poor.told("Stood")] == ["r"]


@pytest.mark.rule("at43.morale.disorganised")
@pytest.mark.rule("at43.leadership.activate-unit")
def test_rally() -> None:
    """It passes its test: two LP under an officer, three without."""
    # at43.ex.rally
    for profile, lp in (("officer", 2), ("man", 3)):
        units = {"r": {"profile": profile, "at": [[20, 20]], "status": "disorganised"}, "b": {"at": [[20, 60]]}}
        play = Play(units, turn=REVEAL, lp={"red": lp})
        play.say("rally")
        assert (play.unit("r").status, play.state.sides["red"].lp) == ("valiant", 0)
        assert "salvo" in play.options, "it acts in this very activation"
        short = Play(units, turn=REVEAL, lp={"red": lp - 1})
        assert short.game.ask is None
        stands = Play(units, turn=REVEAL, lp={"red": lp})
        stands.say("stand")
        assert stands.unit("r").status == "disorganised"


@pytest.mark.rule("at43.morale.disorganised")
@pytest.mark.rule("at43.tactics.duration")
def test_who_becomes_disorganised_loses_everything() -> None:
    from littlewars.systems.at43.units.morale import become

    battle = a_battle({"r": {"at": [[20, 20]], "markers": ["overwatch", "take-cover"], "kept": ["sonic"]}, "b": FOE})
    become(battle, battle.state.units["r"], "disorganised")
    assert (battle.state.units["r"].markers, battle.state.units["r"].kept) == ([], [])


# ---- rout


@pytest.mark.rule("at43.morale.rout")
@pytest.mark.rule("at43.units.eliminated")
@pytest.mark.rule("at43.movement.rush-soldiers")
def test_a_rout_to_the_own_edge() -> None:
    """Bases at 17, 18 and 25 cm from the edge, engaged, no LP."""
    # at43.ex.rout-move
    figures = {"a": {"at": [20, 18.5]}, "b": {"at": [30, 19.5]}, "c": {"at": [40, 26.5]}}
    units = {"r": {"figures": figures, "status": "rout"}, "r2": {"at": [[80, 20]]}, "b": {"at": [[40, 30]]}}
    play = Play(units, turn=REVEAL)
    assert {name: play[f"r.{name}"].gone for name in "abc"} == {"a": "routed", "b": "routed", "c": ""}
    assert play.at("r.c") == (40, 8.5), "7 cm from the edge"
    assert play.unit("r").moved == 1
    assert not play.told("Declared")
    assert not play.told("Paid")


@pytest.mark.rule("at43.morale.rout")
def test_a_rout_of_forty_and_of_seventeen() -> None:
    # at43.ex.rout
    figures = {"1": {"at": [20, 41.5]}, "2": {"at": [24, 18.5]}}
    play = Play({"r": {"figures": figures, "status": "rout"}, "b": FOE}, turn=REVEAL, lp={"red": 9})
    assert play.at("r.1") == (20, 23.5), "18 cm"
    assert play["r.2"].gone == "routed"
    assert play.state.sides["red"].lp == 0
    assert play.game.ask is None, "no rally, no tactics: it is over"
    assert play.unit("r").status == "rout"


@pytest.mark.rule("at43.morale.rout")
@pytest.mark.rule("at43.tactics.overwatch")
def test_a_rout_may_be_shot_at_and_goes_round_what_is_in_the_way() -> None:
    wall = {"id": "wall", "kind": "high-wall", "box": [18, 30, 22, 34]}
    units = {"r": {"at": [[20, 40]], "status": "rout"}, "b": {"profile": "surely", "at": [[40, 60]], "markers": ["overwatch"]}}
    play = Play(units, turn=REVEAL, terrain=[wall])
    assert play.asks == "blue tactics.overwatch"
    assert play.at("r.1")[1] < 38, "round the wall, nearer to the edge"
    play.say("b")
    assert play["r.1"].gone == "killed"
