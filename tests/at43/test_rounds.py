"""Rounds, cards, the Authority test, Leadership Points (at43.round.*, at43.leadership.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.at43.harm.removal import remove
from littlewars.systems.at43.turn.cards import changes
from littlewars.systems.at43.units.command import authority, dues, most_bid, pool, succeed
from tests.at43.table import Play, a_battle, a_state, finish

FAR = {"at": [[20, 100], [24, 100]]}


def three(**more: Any) -> dict[str, dict[str, Any]]:
    """Three red units and two blue ones, far apart."""
    return {
        "r1": {"at": [[20, 10]]}, "r2": {"at": [[40, 10]]}, "r3": {"at": [[60, 10]]},
        "b1": {"at": [[20, 110]]}, "b2": {"at": [[40, 110]]}, **more,
    }  # fmt: skip


def at_cards(row: list[str], blue: list[str], lp: dict[str, int], units: Any = None, **more: Any) -> Play:
    """Cards are laid and it is red's turn."""
    sides = {"red": {"row": row, "laid": row, **more}, "blue": {"row": blue, "laid": blue}}
    return Play(units or three(), lp=lp, sides=sides)


@pytest.mark.rule("at43.round.sequence")
@pytest.mark.rule("at43.round.activation-sequence")
@pytest.mark.rule("at43.round.alternate")
@pytest.mark.rule("at43.leadership.pool")
@pytest.mark.rule("at43.round.end")
def test_a_whole_round_in_order() -> None:
    # at43.ex.round-order
    units = {
        "a1": {"profile": "chief", "at": [[20, 10]]}, "a2": {"at": [[40, 10]]}, "a3": {"at": [], "count": 2},
        "b1": {"profile": "officer", "at": [[20, 110]]},
    }  # fmt: skip
    sides = {"red": {"commander": "a1.1"}, "blue": {"commander": "b1.1"}}
    turn = {"phase": "round", "round": 0, "first": "", "at": ""}
    play = Play(units, turn=turn, sides=sides, rounds=2)
    assert play.asks == "red round.sequence"
    play.say(["a3"])
    red, blue = play.state.sides["red"], play.state.sides["blue"]
    assert (red.lp, blue.lp) == (6, 4), "3 of the officer, two units and a named reserve; 3 and one unit"
    assert play.asks == "red round.activation-sequence"
    play.say(["a2", "a3", "a1"])
    assert play.game.system.sides(play.state) == ["red", "blue"]
    seen = play.game.view("blue").state.sides["red"].row
    assert seen == ["?", "?", "?"], "the other side sees how many cards lie there"
    assert play.game.view("red").state.sides["red"].row == ["a2", "a3", "a1"]
    assert play.asks == "red leadership.improve-authority"
    play.say(1)
    assert play.asks == "blue leadership.improve-authority"
    play.say(0, dice="authority 6, authority 1")
    assert (red.lp, blue.lp) == (5, 4)
    play.say("blue")
    order = []
    while play.state.turn.round == 1 and play.game.ask is not None:
        if play.rule == "at43.leadership.one-sequence-change":
            play.say("none")
            continue
        order.append(play.state.turn.doing.unit)
        before = play.state.turn.doing.unit
        while play.state.turn.doing is not None and play.state.turn.doing.unit == before and play.game.ask is not None:
            rule = play.rule
            calm = {"at43.leadership.activate-unit": "activate", "at43.round.activation-steps": "done"}
            play.say(calm.get(rule, "wait" if rule == "at43.movement.reserve-entry" else []))
            if play.game.ask is None or play.state.turn.round == 2:
                break
    assert [event.unit for event in play.told("Turned")][:4] == ["b1", "a2", "a3", "a1"]
    assert play.state.turn.round == 2
    play.say([])
    assert red.lp == 5, "unspent LP are gone: 3, and two units on the table"


@pytest.mark.rule("at43.round.authority-test")
@pytest.mark.rule("at43.leadership.authority")
@pytest.mark.rule("at43.leadership.improve-authority")
def test_authority_test_with_a_draw() -> None:
    # at43.ex.authority-test
    units = {
        "r": {"profile": "chief", "at": [[20, 10]]}, "r2": {"at": [[50, 10]]},
        "b": {"profile": "junior", "at": [[20, 110]]}, "b2": {"at": [[50, 110]]},
    }  # fmt: skip
    from tests.at43.table import MAN

    junior = {**MAN, "officer": {"rank": "junior", "authority": 1, "lp": 0}}
    sides = {"red": {"commander": "r.1"}, "blue": {"commander": "b.1"}}
    play = Play(units, turn={"phase": "authority"}, sides=sides, lp={"red": 5, "blue": 2}, profiles={"junior": junior})
    assert play.refused(3) == "leadership.improve-authority", "a sergeant adds two at most"
    assert most_bid(play.state, "red") == 2
    play.say(1, 0, dice="authority 4, authority 6, authority 2, authority 5")
    assert play.asks == "blue round.authority-test", "7 and 7, then 5 and 6"
    assert play.state.sides["red"].lp == 4, "the LP is lost whatever comes"
    play.say("red")
    assert play.state.turn.first == "red"
    assert authority(play.state, "red") == 2
    finish(remove(play.battle, play["r.1"], "destroyed"))
    assert authority(play.state, "red") == 0
    assert most_bid(play.state, "red") == 0


@pytest.mark.rule("at43.leadership.pool")
@pytest.mark.rule("at43.leadership.succession")
def test_the_pool_and_the_death_of_the_commander() -> None:
    # at43.ex.lp-pool
    officers = {"r1": {"profile": "chief", "at": [[20, 10]]}, "r4": {"profile": "officer", "at": [[80, 10]]}}
    sides = {"red": {"commander": "r1.1", "named": ["r5"]}}
    waiting = {"r5": {"count": 1}, "r6": {"count": 1}}
    battle = a_battle({**three(), **officers, **waiting}, sides=sides, lp={"red": 4})
    state = battle.state
    assert pool(state, "red") == 3 + 4 + 1, "units on the table, and reserves with a card"
    finish(remove(battle, state.figures["r1.1"], "destroyed"))
    assert state.sides["red"].lp == 4, "LP in the pool stay"
    assert pool(state, "red") == 3 + 1
    succeed(battle)
    assert state.sides["red"].commander == "r4.1"
    assert pool(state, "red") == 3 + 3 + 1
    finish(remove(battle, state.figures["r4.1"], "killed"))
    succeed(battle)
    assert state.sides["red"].commander == ""
    assert (authority(state, "red"), most_bid(state, "red"), pool(state, "red")) == (0, 0, 2 + 1)


@pytest.mark.rule("at43.leadership.succession")
def test_the_highest_authority_takes_command() -> None:
    from tests.at43.table import MAN

    low = {**MAN, "officer": {"rank": "low", "authority": 1, "lp": 9}}
    units = {"r1": {"profile": "chief", "at": [[20, 10]]}, "r2": {"profile": "low", "at": [[40, 10]]},
             "r3": {"profile": "officer", "at": [[60, 10]]}, "b": FAR}  # fmt: skip
    battle = a_battle(units, profiles={"low": low}, sides={"red": {"commander": "r1.1"}})
    finish(remove(battle, battle.state.figures["r1.1"], "destroyed"))
    succeed(battle)
    assert battle.state.sides["red"].commander == "r3.1"


@pytest.mark.rule("at43.leadership.activate-unit")
@pytest.mark.rule("at43.leadership.officer-unit-free")
@pytest.mark.rule("at43.leadership.reserve-delay")
@pytest.mark.rule("at43.leadership.insufficient")
def test_unpaid_activations() -> None:
    # at43.ex.unpaid-activation
    units = {
        "r1": {"at": [[20, 10]]},
        "r2": {"profile": "officer", "at": [[40, 10]]},
        "r3": {"count": 1},
        "b1": {"at": [[20, 110]]},
    }
    play = at_cards(["r1", "r2", "r3"], [], {"red": 0}, units)
    assert [event.unit for event in play.told("Stood")] == ["r1"], "without the LP it stands, and was activated"
    assert play.state.turn.doing.unit == "r2"
    assert play.asks == "red round.activation-steps", "an officer's unit is free"
    play.say("done")
    assert [event.unit for event in play.told("Stood")] == ["r1", "r3"]
    assert play.state.turn.waiting == ["r3"], "it stays in reserve"
    paid = at_cards(["r1"], ["b1"], {"red": 1}, units)
    assert paid.asks == "red leadership.activate-unit"
    paid.say("activate")
    assert paid.state.sides["red"].lp == 0
    assert paid.asks == "red round.activation-steps"
    stands = at_cards(["r1"], ["b1"], {"red": 1, "blue": 1}, units)
    stands.say("stand")
    assert stands.state.sides["red"].lp == 1
    assert stands.told("Stood")[0].unit == "r1"


@pytest.mark.rule("at43.leadership.officer-unit-free")
def test_a_unit_whose_officer_is_dead_pays() -> None:
    units = {"r": {"figures": {"1": {"profile": "officer", "at": [20, 10]}, "2": {"at": [24, 10]}}}, "b": FAR}
    battle = a_battle(units)
    assert dues(battle.state, battle.state.units["r"]) == 0
    finish(remove(battle, battle.state.figures["r.1"], "killed"))
    assert dues(battle.state, battle.state.units["r"]) == 1


@pytest.mark.rule("at43.leadership.reserve-delay")
def test_an_officers_unit_may_wait_on() -> None:
    units = {"r1": {"at": [[20, 10]]}, "r2": {"profile": "officer", "count": 1}, "b1": {"at": [[20, 110]]}}
    play = at_cards(["r2"], ["b1"], {"red": 0}, units)
    assert play.asks == "red movement.reserve-entry"
    assert play.options == ["combat", "rush", "wait"]
    play.say("wait")
    assert play.state.turn.waiting == ["r2"]


@pytest.mark.rule("at43.leadership.one-sequence-change")
@pytest.mark.rule("at43.leadership.delay")
@pytest.mark.rule("at43.leadership.double")
@pytest.mark.rule("at43.leadership.relocate")
def test_changes_of_sequence_and_what_they_cost() -> None:
    play = at_cards(["r1", "r2", "r3"], ["b1", "b2"], {"red": 9, "blue": 9})
    assert play.options == ["none", "delay", "relocate-2", "relocate-3"]
    costs = {option.id: dict(option.cost).get("LP", 0) for option in play.game.ask.written}  # type: ignore[union-attr]
    assert costs == {"none": 0, "delay": 2, "relocate-2": 1, "relocate-3": 1}
    play.say("delay")
    assert play.state.sides["red"].lp == 7
    assert play.asks.startswith("blue"), "the turn is passed without turning a card"
    play.say("none", "stand")
    assert play.options == ["none", "double", "relocate-2", "relocate-3"], "not twice in a row, and now two at once"
    play.say("double")
    assert play.state.sides["red"].lp == 5
    play.say("stand")
    assert play.state.turn.doing.unit == "r2", "one completely after the other, each with its own costs"
    play.say("stand")
    assert play.asks.startswith("blue")
    assert play.state.sides["red"].row == ["r3"]


@pytest.mark.rule("at43.leadership.delay")
@pytest.mark.rule("at43.leadership.double")
@pytest.mark.rule("at43.leadership.insufficient")
def test_limits_of_changes() -> None:
    def open_to(lp: int, row: int, other: int, delayed: bool) -> list[str]:
        cards, blue = ["r1", "r2", "r3"][:row], ["b1", "b2"][:other]
        state = a_state(three(), lp={"red": lp}, sides={"red": {"row": cards, "delayed": delayed}, "blue": {"row": blue}})
        return [name.partition("-")[0] for name in changes(state, state.sides["red"])]

    assert open_to(2, 3, 1, False) == ["delay", "relocate", "relocate"]
    assert open_to(1, 3, 1, False) == ["relocate", "relocate"], "two LP for a delay"
    assert open_to(0, 3, 1, False) == []
    assert open_to(9, 3, 0, False) == ["relocate", "relocate"], "alone with cards nobody delays"
    assert open_to(2, 2, 1, True) == ["double", "relocate"]
    assert open_to(1, 2, 1, True) == ["relocate"]
    assert open_to(9, 1, 1, True) == [], "one card is neither relocated nor doubled"
    assert open_to(9, 1, 1, False) == ["delay"]


@pytest.mark.rule("at43.leadership.delay")
def test_a_delay_does_not_count_over_the_end_of_a_round() -> None:
    sides = {"red": {"row": ["r1"]}, "blue": {"row": ["b1"]}}
    play = Play({"r1": {"at": [[20, 10]]}, "b1": {"at": [[20, 110]]}}, lp={"red": 2}, sides=sides, rounds=2)
    play.say("delay", dice="authority 6, authority 1")
    assert play.state.turn.round == 2
    assert not play.state.sides["red"].delayed


@pytest.mark.rule("at43.leadership.relocate")
def test_the_first_card_goes_to_another_place_and_the_next_is_played() -> None:
    play = at_cards(["r1", "r2", "r3"], ["b1"], {"red": 3})
    play.say("relocate-3")
    assert play.state.turn.doing.unit == "r2"
    assert play.state.sides["red"].row == ["r3", "r1"]
    assert play.state.sides["red"].lp == 2
    middle = at_cards(["r1", "r2", "r3"], ["b1"], {"red": 3})
    middle.say("relocate-2")
    assert middle.state.sides["red"].row == ["r1", "r3"]


@pytest.mark.rule("at43.round.dead-unit-card")
def test_dead_cards() -> None:
    # at43.ex.dead-card
    dead = three() | {"r1": {"figures": {"1": {"at": [20, 10], "gone": "killed"}}}}
    both = dead | {"r2": {"figures": {"1": {"at": [40, 10], "gone": "killed"}}}}
    poor = at_cards(["r1", "r2"], ["b1"], {"red": 0, "blue": 5}, dead)
    assert [event.unit for event in poor.told("DeadCard")] == ["r1"], "the turn is lost, the card discarded"
    assert poor.asks.startswith("blue")
    assert not poor.state.sides["red"].delayed
    led = dead | {"r2": {"profile": "officer", "at": [[40, 10]]}}
    rich = at_cards(["r1", "r2"], ["b1"], {"red": 1}, led)
    assert rich.asks == "red leadership.one-sequence-change", "asked as for any card"
    rich.say("relocate-2")
    assert rich.state.turn.doing.unit == "r2"
    assert rich.state.sides["red"].row == ["r1"]
    again = at_cards(["r1", "r2", "r3"], ["b1"], {"red": 3, "blue": 5}, both)
    again.say("relocate-3")
    assert again.state.sides["red"].lp == 2, "the relocation is spent"
    assert [event.unit for event in again.told("DeadCard")] == ["r2"]
    assert again.asks.startswith("blue")
    loses = at_cards(["r1", "r2"], ["b1"], {"red": 1, "blue": 5}, dead)
    loses.say("none")
    assert [event.unit for event in loses.told("DeadCard")] == ["r1"]


@pytest.mark.rule("at43.round.dead-unit-card")
def test_a_dead_card_uses_up_one_of_a_double_activation() -> None:
    dead = three() | {"r1": {"figures": {"1": {"at": [20, 10], "gone": "killed"}}}}
    play = at_cards(["r1", "r2", "r3"], ["b1"], {"red": 4, "blue": 5}, dead, delayed=True)
    play.say("double")
    assert play.state.turn.doing.unit == "r2"
    play.say("stand")
    assert play.state.sides["red"].row == ["r3"]
    assert play.asks.startswith("blue")


@pytest.mark.rule("at43.round.alternate")
def test_who_has_no_cards_left_is_skipped() -> None:
    play = at_cards(["r1", "r2"], [], {"red": 9})
    play.say("none", "stand")
    assert play.asks.startswith("red"), "the other goes on alone"


@pytest.mark.rule("at43.units.eliminated")
def test_who_was_eliminated_in_an_earlier_round_has_no_card() -> None:
    units = three() | {"r1": {"figures": {"1": {"at": [20, 10], "gone": "killed"}}}}
    play = Play(units, turn={"phase": "lay"})
    assert sorted(play.game.ask.items) == ["r2", "r3"]  # type: ignore[union-attr]
