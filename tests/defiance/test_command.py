"""Command: cards, Primary Commanders, officers who come and go, leaders, chits, focal points, heroes (defiance.command.*)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from littlewars.engine import Refusal
from littlewars.engine.catalogue.rulebook import Rulebook
from littlewars.systems.defiance.basics.numbers import FOCAL, LEADER_CHITS, LEADER_LEAST
from littlewars.systems.defiance.basics.profiles import Weapon
from littlewars.systems.defiance.basics.state import Activation, Chit, State
from littlewars.systems.defiance.fire.damage import DamageDone, roll, settle
from littlewars.systems.defiance.orders.activation import independents
from littlewars.systems.defiance.orders.activation import start as activation_start
from littlewars.systems.defiance.page.deck import backs
from littlewars.systems.defiance.roster.armies import frames, weapons
from littlewars.systems.defiance.scenario.secrets import _hosts, guess, hide
from littlewars.systems.defiance.system import DEFIANCE
from littlewars.systems.defiance.travel.move_ask import allowance
from littlewars.systems.defiance.turn.command import _cards, eligible, name_primary, possible
from littlewars.systems.defiance.turn.reorganising import UnitChange, carry_out, refuse, touched_by
from littlewars.systems.defiance.turn.sequence import draw
from littlewars.systems.defiance.units.chits import assign, call_in, dumb_luck, give_first, owed, ready, spend, use_for
from littlewars.systems.defiance.units.morale import nerve_tally, rally_tally, try_nerve, try_unit, unit_tally
from littlewars.systems.defiance.units.removal import remove
from littlewars.systems.defiance.units.units import best_leader, commands, has_commander, least_size, morale_of, short_by
from tests.defiance.squads import Play, a_battle, a_state, finish, one_shot, row, run, told

BOOK = Rulebook.of("defiance")
CALM = {"phase": "command", "number": 0, "deck": []}
FAR: dict[str, Any] = {"b": {"at": row(5, 40, 5)}}


def table(rule: str) -> Any:
    return BOOK[f"defiance.{rule}"].table


def why(found: Refusal | None) -> str:
    return found.rule.removeprefix("defiance.") if found else ""


def led(frame: str = "man", count: int = 6, y: float = 10, **officers: Any) -> dict[str, Any]:
    """A unit of so many, some of them officers: led(count=5, _1={"leader": 2})."""
    return {"frame": frame, "at": row(5, y, count), "figures": {key.strip("_"): value for key, value in officers.items()}}


# ---- cards


def confederates(**more: Any) -> dict[str, Any]:
    ad_hoc = {str(n): {"frame": "Storm Pioneer" if n < 3 else "Sniper", "at": [5 + 2 * n, 18]} for n in range(1, 5)}
    ad_hoc["4"]["command"] = 2
    return {
        "r": {"frame": "Assault Warrior", "at": row(5, 10, 6), "figures": {"1": {"command": 1}}},
        "s": {"frame": "Assault Warrior", "at": row(5, 14, 6)},
        "t": {"figures": ad_hoc, "status": "ad hoc"},
        **FAR,
        **more,
    }


@pytest.mark.rule(
    "defiance.command.initiative-cards", "defiance.command.primary-commander", "defiance.command.secondary-commander"
)
def test_who_has_cards_and_whom_they_may_go_to() -> None:
    """defiance.ex.confederate-cards"""
    play = Play(confederates(), turn=CALM)
    state = play.state
    assert [unit.card for unit in state.units.values()][:3] == [1, 2, 3]
    assert state.sides["red"].primary == "r.1"  # the only one who may be: the Sniper's unit is ad hoc
    assert [figure.id for figure in eligible(state, "red")] == ["r.1"]
    free, bound = _cards(state, "red")
    assert [figure.id for figure in free] == ["r.1"]
    assert [(card.unit, card.by) for card in bound] == [("t", "t.4")] * 2
    assert play.asks == "red turn.command-phase"
    play.say("done")
    assert play.asks == "red command.primary-cards"
    items: Any = play.game.ask.items  # type: ignore[union-attr]
    assert {name: [option.id for option in options] for name, options in items.items()} == {
        "command card 1": ["none", "r", "s"]
    }


@pytest.mark.rule("defiance.command.initiative-deck", "defiance.command.primary-cards", "defiance.command.initiative-cards")
def test_the_deck_holds_every_card_that_was_given() -> None:
    """defiance.ex.turn-phases"""
    play = Play(confederates(), turn=CALM).say("done")
    play.say({"command card 1": "s"}, dice="card 4")  # blue has nothing to decide; his card comes up
    cards = sorted((card.unit, card.by) for card in play.state.turn.deck)
    assert cards == [("r", ""), ("s", ""), ("s", "r.1"), ("t", ""), ("t", "t.4"), ("t", "t.4")]
    assert play.told("CardDrawn")[-1].unit == "b"
    assert [event.phase for event in play.told("PhaseBegan")] == ["Command Phase", "Active Phase"]
    kept = Play(confederates(), turn=CALM).say("done").say({"command card 1": "none"}, dice="card 4")
    assert sum(bool(card.by) for card in kept.state.turn.deck) == 2  # left out


@pytest.mark.rule("defiance.command.initiative-cards")
def test_cards_of_the_primary_commander_are_secret() -> None:
    play = Play(confederates(), turn=CALM).say("done").say({"command card 1": "s"}, dice="card 4")
    state = play.game.marks[-1].state
    seen = {side: DEFIANCE.copy(state) for side in ("red", "blue")}
    for side, view in seen.items():
        hide(view, side)
    assert DEFIANCE.encode(seen["red"]) == DEFIANCE.encode(state)
    assert len(seen["blue"].turn.deck) == len(state.turn.deck)
    assert [card.unit for card in seen["blue"].turn.deck if card.by == "r.1"] == [""]
    assert [card.unit for card in seen["blue"].turn.deck if card.by == "t.4"] == ["t", "t"]  # bound to his unit: no secret
    (given,) = play.told("CardsGiven")
    assert given.to == "red"
    hosts = set()
    for seed in range(30):
        other = DEFIANCE.copy(state)
        guess(other, "blue", Random(seed))
        (card,) = [card for card in other.turn.deck if card.by == "r.1"]
        assert card in other.turn.assigned["red"]
        hosts.add(card.unit)
        hide(other, "blue")
        assert DEFIANCE.encode(other) == DEFIANCE.encode(seen["blue"])
        hidden = DEFIANCE.copy(seen["blue"])
        guess(hidden, "blue", Random(seed))
        assert [card.unit for card in hidden.turn.deck if card.by == "r.1"] == [card.unit]  # the truth does not matter
    assert hosts == {"r", "s"}


def test_the_page_counts_the_cards_and_tells_nothing_else_of_them() -> None:
    """How many of each side are face down; the same for everybody, whoever knows what is on them."""
    play = Play(confederates(), turn=CALM).say("done").say({"command card 1": "s"}, dice="card 4")
    state = play.game.marks[-1].state
    shown = DEFIANCE.show(state).tracker.deck
    assert shown is not None
    owners = [state.units[card.unit].side for card in state.turn.deck]
    assert shown.left == tuple((side, owners.count(side)) for side in ("red", "blue") if side in owners)
    assert shown.drawn == tuple(unit.id for unit in state.units.values() if unit.activated)
    blue = DEFIANCE.copy(state)
    hide(blue, "blue")
    assert DEFIANCE.show(blue).tracker.deck == shown
    assert backs(blue) == backs(state)
    blue.turn.deck = backs(blue)
    assert DEFIANCE.show(blue).tracker.deck == shown
    assert {card.unit for card in blue.turn.deck} <= {"red", "blue"}


DECKS: list[tuple[str, dict[str, str], list[str], list[str]]] = [
    ("KAB", {"K": "activate"}, ["u1", "u2"], ["A"]),
    ("KBA", {"K": "wait"}, ["u2", "u1"], []),
    ("AKB", {}, ["u1", "u2"], ["K"]),
    ("KBQA", {"K": "wait", "Q": "activate"}, ["u2", "u1"], ["A"]),
]


@pytest.mark.rule(
    "defiance.command.initiative-card-drawn", "defiance.command.command-card-drawn", "defiance.command.card-ignored"
)
@pytest.mark.rule("defiance.command.levels")
@pytest.mark.parametrize(("deck", "decisions", "order", "ignored"), DECKS)
def test_what_a_card_does(deck: str, decisions: dict[str, str], order: list[str], ignored: list[str]) -> None:
    """defiance.ex.card-draw-logic, defiance.ex.command-cards-held"""
    cards = {
        "A": {"unit": "u1"},
        "K": {"unit": "u1", "by": "u1.1"},
        "Q": {"unit": "u1", "by": "u1.1"},
        "B": {"unit": "u2"},
    }
    units = {"u1": {"at": row(5, 10, 5), "command": 0, "figures": {"1": {"command": 2}}}, "u2": {"at": row(5, 20, 5)}, **FAR}
    held = [cards[letter] for letter in deck if letter in "KQ"]
    battle = a_battle(units, turn={"deck": [], "assigned": {"red": held}})
    state, activated, skipped = battle.state, [], []
    for letter in deck:  # each is the card on top of the deck
        card = cards[letter]
        state.turn.deck = a_state(units, turn={"deck": [card]}).turn.deck
        asked = letter in decisions
        if asked:
            run(draw(battle), decisions[letter])
        else:
            finish(draw(battle))
        (*_, event) = told(battle, "CardDrawn")
        if event.skipped:
            skipped.append(letter)
        if state.turn.doing:
            activated.append(state.turn.doing.unit)
            state.turn.doing = None
    assert (activated, skipped) == (order, ignored)


@pytest.mark.rule("defiance.command.card-ignored")
def test_cards_of_the_fallen_are_ignored() -> None:
    battle = a_battle({"r": {"at": [[5, 5]], "gone": "killed"}, "s": {"at": [[9, 5]]}, **FAR}, turn={"deck": [{"unit": "r"}]})
    finish(draw(battle))
    assert told(battle, "CardDrawn")[0].skipped
    assert battle.state.turn.doing is None


@pytest.mark.rule("defiance.command.levels")
def test_a_commander_has_as_many_cards_as_levels() -> None:
    levels = table("command.levels")
    for level, count in levels.items():
        state = a_state({"r": led(_1={"command": level}), **FAR})
        state.sides["red"].primary = "r.1"
        assert len(_cards(state, "red")[0]) == count
        for status in ({"shaken": True}, {"stunned": True}):
            for name, value in status.items():
                setattr(state.figures["r.1"], name, value)
        assert len(_cards(state, "red")[0]) == count  # in whatever state he is
        state.figures["r.1"].gone = "killed"
        assert _cards(state, "red") == ([], [])


# ---- the Primary Commander


@pytest.mark.rule("defiance.command.primary-commander")
def test_one_of_the_commanders_of_standard_units_is_named() -> None:
    units = {
        "r": led(_1={"command": 1}),
        "s": led(y=14, _1={"command": 2}),
        "t": {**led(y=18, _1={"command": 2}), "status": "ad hoc"},
        **FAR,
    }
    play = Play(units, turn={"phase": "primary", "number": 0, "deck": []})
    assert play.asks == "red command.primary-commander"
    assert play.options == ["r.1", "s.1"]
    play.say("r.1")  # he need not have most levels
    assert play.state.sides["red"].primary == "r.1"
    assert play.state.sides["blue"].primary == ""


@pytest.mark.rule("defiance.command.primary-replacement", "defiance.command.levels", "defiance.command.primary-commander")
def test_another_is_named_when_he_falls() -> None:
    """defiance.ex.primary-killed"""
    units = {
        "r": led(_1={"command": 1}),
        "s": led(y=14, _1={"command": 1}),
        "t": {**led(y=18, _1={"command": 2}), "status": "ad hoc"},
        **FAR,
    }
    card = {"unit": "s", "by": "r.1"}
    raw = {"deck": [card, {"unit": "r"}], "assigned": {"red": [card]}, "number": 3}
    battle = a_battle(units, "card 1", turn=raw)
    state = battle.state
    state.sides["red"].primary = "r.1"
    remove(battle, state.figures["r.1"], "killed")
    run(draw(battle), "activate")
    assert state.turn.doing is not None
    assert state.turn.doing.unit == "s"  # his card of this turn is still good
    assert state.sides["red"].primary == "r.1"  # nobody is named before the next Command Phase
    after = {**units, "r": {**units["r"], "figures": {"1": {"command": 1, "gone": "killed"}}}}
    sides = {"red": {"edge": "south", "primary": "r.1"}, "blue": {"edge": "north"}}
    play = Play(after, sides=sides, turn={"phase": "command", "number": 3, "deck": []})
    assert play.state.sides["red"].primary == "s.1"  # the only one left, at the very start of the phase
    assert play.told("Named")[0].figure == "s.1"
    last = {**after, "s": {**units["s"], "figures": {"1": {"command": 1, "gone": "killed"}}}}
    play = Play(last, sides=sides, turn={"phase": "command", "number": 3, "deck": []})
    red = play.state.sides["red"]
    assert (red.primary, red.headless) == ("", True)  # for the rest of the game
    play.state.units["t"].status = "standard"
    finish(name_primary(play.battle, red))
    assert red.primary == ""


@pytest.mark.rule(
    "defiance.command.primary-cards", "defiance.command.primary-commander", "defiance.unit.joining-becomes-ad-hoc"
)
def test_a_primary_commander_in_a_joined_unit_gives_his_cards_to_others() -> None:
    """defiance.ex.primary-in-joined-unit"""
    units = {
        "r": led(_1={"command": 1}),
        "s": led(y=14),
        "t": led(y=18),
        "u": {**led(y=22), "status": "ad hoc"},
        "v": {**led(y=26), "status": "mob"},
        **FAR,
    }
    sides = {"red": {"edge": "south", "primary": "r.1"}, "blue": {"edge": "north"}}
    play = Play(units, sides=sides, turn=CALM)
    play.say("join:r", ["s"])  # nothing more can be changed
    assert play.asks == "red command.primary-cards"
    items: Any = play.game.ask.items  # type: ignore[union-attr]
    assert [option.id for option in items["command card 1"]] == ["none", "t"]
    play.say({"command card 1": "t"}, dice="card 5")
    assert play.state.sides["red"].primary == "r.1"
    assert play.unit("r").status == "ad hoc"


@pytest.mark.rule("defiance.command.primary-cards")
def test_several_cards_may_go_to_one_unit() -> None:
    units = {"r": led(_1={"command": 2}), "s": led(y=14), **FAR}
    play = Play(units, turn=CALM)
    play.say("done", {"command card 1": "s", "command card 2": "s"}, dice="card 3")
    assert [card.unit for card in play.state.turn.assigned["red"]] == ["s", "s"]


@pytest.mark.rule("defiance.command.secondary-commander")
def test_other_commanders_keep_their_cards_in_their_units() -> None:
    mob = {**led("green", 12, 22, _1={"command": 2}), "status": "mob"}
    units = {"r": led(_1={"command": 1}), "s": led(y=14, _1={"command": 2}), "m": mob, **FAR}
    state = a_state(units)
    state.sides["red"].primary = "r.1"
    _, bound = _cards(state, "red")
    assert [card.unit for card in bound] == ["s", "s", "m"]  # in a mob one less


@pytest.mark.rule("defiance.command.commander-morale-bonus", "defiance.command.hero-morale")
def test_commanders_and_heroes_help_nerves() -> None:
    units = {"r": led(_1={"command": 1}, _2={"command": 1}, _3={"hero": True}), **FAR}
    state = a_state(units)
    assert nerve_tally(state, state.figures["r.4"]).needed == 4  # several commanders do not add up
    assert nerve_tally(state, state.figures["r.1"]).needed == 4  # nor is he left out
    assert nerve_tally(state, state.figures["r.3"]).needed == 3  # a hero has one more
    assert rally_tally(state, state.figures["r.4"]).needed == 4
    assert rally_tally(state, state.figures["r.3"]).needed == 4  # which does not help him to rally
    assert unit_tally(state, state.units["r"]).needed == 5  # nor does any of it help the unit
    for number in (1, 2):
        state.figures[f"r.{number}"].shaken = True
    assert has_commander(state, state.units["r"])
    for number in (1, 2):
        state.figures[f"r.{number}"].stunned = True
    assert not has_commander(state, state.units["r"])


# ---- leaving and joining


def leaving(frame: str, count: int, inside: bool = False, **more: Any) -> State:
    """A unit of so many with a commander, who stands inside the hull of the others or beside it."""
    others = [[10, 10], [16, 10], [10, 16], [16, 16], [22, 10], [22, 16]][: count - 1]
    places = [[13, 13] if inside else [13, 24], *others]
    figures: dict[str, Any] = {"1": {"command": 1, **more.pop("he", {})}, **more.pop("figures", {})}
    return a_state({"r": {"frame": frame, "at": places, "figures": figures, **more}})


LEAVING: list[tuple[dict[str, Any], str]] = [
    ({"frame": "man", "count": 6}, ""),
    ({"frame": "man", "count": 5}, "command.commander-split"),
    ({"frame": "man", "count": 5, "he": {"leader": 2}, "figures": {"2": {"leader": 2}}}, ""),
    ({"frame": "man", "count": 6, "inside": True}, "command.commander-limits"),
    ({"frame": "elite", "count": 5, "inside": True}, ""),
    ({"frame": "man", "count": 6, "broken": 1}, "unit.reorganise-states"),
]


@pytest.mark.rule("defiance.command.commander-split", "defiance.command.commander-limits", "defiance.unit.reorganise-states")
@pytest.mark.parametrize(("case", "rule"), LEAVING)
def test_when_a_commander_may_leave(case: dict[str, Any], rule: str) -> None:
    """defiance.ex.commander-leave-conditions"""
    assert why(refuse(leaving(**dict(case)), UnitChange("leave", "r", ("r.1",)))) == rule


@pytest.mark.rule("defiance.command.hero-split-join")
def test_heroes_leave_and_join_like_commanders() -> None:
    state = leaving("man", 6, he={"command": 0, "hero": True})
    assert refuse(state, UnitChange("leave", "r", ("r.1",))) is None
    assert why(refuse(state, UnitChange("leave", "r", ("r.2",)))) == "command.commander-split"  # nobody else does
    small = leaving("man", 5, he={"command": 0, "hero": True})
    assert why(refuse(small, UnitChange("leave", "r", ("r.1",)))) == "command.commander-split"
    units = {"h": {"at": [[5, 5]], "solo": True, "hero": True}, "r": led(y=10), "s": {**led("veteran", y=14)}, **FAR}
    battle = a_battle(units)
    assert why(refuse(battle.state, UnitChange("enter", "h", ("s",)))) == "unit.quality-uniform"
    assert refuse(battle.state, UnitChange("enter", "h", ("r",))) is None
    carry_out(battle, "red", UnitChange("enter", "h", ("r",)))
    assert battle.state.units["r"].figures[-1] == "h.1"
    assert not DEFIANCE.state_errors(battle.state)


@pytest.mark.rule(
    "defiance.command.commander-split", "defiance.command.commander-join", "defiance.command.commander-morale-bonus"
)
@pytest.mark.rule("defiance.command.secondary-commander")
def test_a_commander_changes_units_in_two_turns() -> None:
    """defiance.ex.thought-police-commander"""
    units = {
        "r": {"frame": "Thought Police", "at": row(5, 10, 5), "figures": {"1": {"command": 1}}},
        "s": {"frame": "Specter", "at": row(5, 14, 4)},
        **FAR,
    }
    sides = {"red": {"edge": "south", "headless": True}, "blue": {"edge": "north"}}
    play = Play(units, sides=sides, turn=CALM)
    assert "leave:r.1" in play.options
    play.say("leave:r.1")
    assert not any(option.startswith("enter:") for option in play.options)  # not in the same turn
    play.say("done", dice="card 3")
    state = play.state
    alone = state.units["r+2"]
    assert (alone.solo, alone.status, least_size(state, alone)) == (True, "standard", 1)
    assert sum(card.unit == "r+2" and not card.by for card in state.turn.deck) == 1  # an initiative card of his own
    assert [(card.unit, card.by) for card in state.turn.assigned["red"]] == [("r+2", "r.1")]
    small = a_state({"r": {**units["r"], "at": row(5, 10, 4)}, **FAR})
    assert why(refuse(small, UnitChange("leave", "r", ("r.1",)))) == "command.commander-split"

    battle = a_battle({**units, "r": {**units["r"], "at": [[5, 10]], "solo": True}})
    carry_out(battle, "red", UnitChange("enter", "r", ("s",)))
    state = battle.state
    host = state.units["s"]
    assert (len(host.figures), host.status) == (5, "standard")  # it does not become ad hoc by it
    assert "r" not in [unit.id for unit in state.units_of("red")]  # his initiative card leaves the deck
    assert nerve_tally(state, state.figures["s.1"]).needed == 3 - 1
    assert [(card.unit, card.by) for card in _cards(state, "red")[1]] == [("s", "r.1")]


@pytest.mark.rule("defiance.command.commander-not-both")
def test_nobody_leaves_one_unit_and_joins_another_in_one_turn() -> None:
    """defiance.ex.commander-cannot-split-and-join"""
    units = {"r": led(count=7, _1={"command": 1, "at": [5, 17]}), "s": led(y=14), **FAR}
    battle = a_battle(units)
    state, leave = battle.state, UnitChange("leave", "r", ("r.1",))
    assert refuse(state, leave) is None
    touched = touched_by(state, leave)
    assert touched == ["r.1"]
    carry_out(battle, "red", leave)
    enter = UnitChange("enter", "r+2", ("s",))
    assert why(refuse(state, enter, touched)) == "command.commander-not-both"
    assert refuse(state, enter) is None  # but in the next
    touched = touched_by(state, enter)  # asked before the change is made
    assert touched == ["r.1"]
    carry_out(battle, "red", enter)
    back = UnitChange("leave", "s", ("r.1",))
    assert why(refuse(state, back, touched)) == "command.commander-not-both"
    assert refuse(state, back) is None  # but in the next


@pytest.mark.rule("defiance.command.commander-not-both", "defiance.unit.joining")
def test_whom_a_change_touches() -> None:
    """Both directions of a reorganisation, so that nobody changes his unit twice in a turn."""
    state = a_battle({"r": {"at": row(5, 5, 2)}, "s": {"at": row(5, 8, 3)}, **FAR}).state
    changes = {kind: UnitChange(kind, "r", ("s",)) for kind in ("join", "enter", "alone")}
    assert touched_by(state, changes["join"]) == ["r.1", "r.2", "s.1", "s.2", "s.3"]
    assert touched_by(state, changes["enter"]) == touched_by(state, changes["alone"]) == ["r.1", "r.2"]
    assert touched_by(state, UnitChange("split", "s", ("s.1",))) == ["s.1", "s"]
    assert touched_by(state, UnitChange("leave", "s", ("s.2",))) == ["s.2"]


@pytest.mark.rule("defiance.command.commander-join")
def test_a_commander_joins_any_unit_of_his_quality() -> None:
    he = {"at": [[5, 5]], "solo": True, "command": 1}
    for status in ("standard", "ad hoc", "mob"):
        units = {"h": he, "r": {**led(y=10), "status": status}, **FAR}
        battle = a_battle(units)
        assert refuse(battle.state, UnitChange("enter", "h", ("r",))) is None
        carry_out(battle, "red", UnitChange("enter", "h", ("r",)))
        assert battle.state.units["r"].status == status
    state = a_state({"h": he, "r": led(y=20), "s": led(y=12), **FAR})
    assert why(refuse(state, UnitChange("enter", "h", ("r",)))) == "unit.joining-perimeter"  # others stand between
    assert why(refuse(state, UnitChange("enter", "h", ("b",)))) == "command.commander-join"  # an enemy
    assert why(refuse(state, UnitChange("enter", "r", ("s",)))) == "command.commander-join"  # no single figure
    assert "enter:h:s" in {option.id for option in possible(state, "red", [])}


@pytest.mark.rule("defiance.command.commander-limits")
def test_size_and_number_of_officers_bind_those_who_join() -> None:
    he = {"at": [[5, 5]], "solo": True, "command": 1}
    full = a_state({"h": he, "r": led(count=12), **FAR})
    assert why(refuse(full, UnitChange("enter", "h", ("r",)))) == "command.commander-limits"
    mob = a_state({"h": he, "r": {**led(count=12), "status": "mob"}, **FAR})
    assert refuse(mob, UnitChange("enter", "h", ("r",))) is None  # a mob has room for twice as many
    officers = a_state({"h": he, "r": led(_1={"leader": 1}, _2={"command": 1}), **FAR})
    assert why(refuse(officers, UnitChange("enter", "h", ("r",)))) == "command.commander-limits"


@pytest.mark.rule(
    "defiance.command.commander-shares-morale", "defiance.unit.reorganise-states", "defiance.command.commander-join"
)
@pytest.mark.parametrize(("face", "left"), [(5, 5), (4, 0)])
def test_who_joins_a_broken_unit_is_broken_with_it(face: int, left: int) -> None:
    """defiance.ex.hero-joins-broken-unit"""
    units = {"h": {"at": [[5, 5]], "solo": True, "command": 1}, "r": {**led(count=4), "broken": 2, "prone": True}, **FAR}
    battle = a_battle(units, f"unit rally {face}", turn={"number": 3})
    state = battle.state
    enter = UnitChange("enter", "h", ("r",))
    assert refuse(state, enter) is None
    carry_out(battle, "red", enter)
    he, unit = state.figures["h.1"], state.units["r"]
    assert he.prone
    assert unit_tally(state, unit).needed == 5  # with him they are five
    try_unit(battle, unit)
    assert len(state.members(unit)) == left
    assert bool(he.gone) == (left == 0)
    if left:
        assert why(refuse(state, UnitChange("leave", "r", ("h.1",)))) == "command.commander-split"  # four would be too few


@pytest.mark.rule("defiance.unit.reorganise-states")
def test_a_shaken_commander_does_not_join_a_broken_unit() -> None:
    units = {
        "h": {"at": [[5, 5]], "solo": True, "command": 1, "shaken": True, "prone": True},
        "r": {**led(count=4), "broken": 2},
        **FAR,
    }
    state = a_state(units, turn={"number": 3})
    assert why(refuse(state, UnitChange("enter", "h", ("r",)))) == "morale.shaken-in-broken-unit"


@pytest.mark.rule(
    "defiance.command.commander-independent-start", "defiance.command.hero-independent-start", "defiance.morale.solo-exempt"
)
def test_who_is_alone_takes_no_unit_tests() -> None:
    """defiance.ex.solo-commander"""
    units = {
        "c": {"at": [[5, 5]], "solo": True, "command": 1},
        "h": {"at": [[9, 5]], "solo": True, "hero": True, "stunned": True},
        "r": {"at": [[13, 5]], "command": 1},
        **FAR,
    }
    battle = a_battle(units)
    state = battle.state
    assert [bool(short_by(state, state.units[name])) for name in "chr"] == [False, False, True]
    assert unit_tally(state, state.units["r"]).needed == 9
    alone = UnitChange("alone", "r")
    assert refuse(state, alone) is None
    assert "alone:r" in {option.id for option in possible(state, "red", [])}
    carry_out(battle, "red", alone)
    assert short_by(state, state.units["r"]) == 0
    state.units["r"].solo, state.units["r"].broken = False, 1
    assert why(refuse(state, alone)) == "morale.solo-exempt"


@pytest.mark.rule("defiance.morale.solo-exempt", "defiance.command.mob-commander", "defiance.command.commander-split")
@pytest.mark.parametrize(("status", "after"), [("mob", "standard"), ("standard", "standard"), ("ad hoc", "ad hoc")])
def test_the_last_of_a_mob_goes_on_alone_as_a_standard_unit(status: str, after: str) -> None:
    battle = a_battle({"r": {"at": [[10, 10]], "status": status, "command": 1}, "s": led(y=14), **FAR})
    unit = battle.state.units["r"]
    carry_out(battle, "red", UnitChange("alone", "r"))
    assert (unit.solo, unit.status) == (True, after)
    assert commands(unit, battle.state.figures["r.1"]) == 1  # regained


@pytest.mark.rule("defiance.command.commander-not-both", "defiance.command.hero-split-join")
def test_nobody_goes_on_alone_and_joins_another_unit_in_one_turn() -> None:
    battle = a_battle({"r": {"at": [[5, 12]], "hero": True}, "s": led(), **FAR})
    state, alone = battle.state, UnitChange("alone", "r")
    touched = touched_by(state, alone)
    carry_out(battle, "red", alone)
    assert why(refuse(state, UnitChange("enter", "r", ("s",)), touched)) == "command.commander-not-both"
    assert why(refuse(state, UnitChange("join", "r", ("s",)), touched)) == "unit.reorganise-states"
    assert possible(state, "red", touched) == []
    options = {option.id: option.about for option in possible(state, "red", [])}  # but in the next
    assert list(options) == ["join:r", "enter:r:s", "join:s"]
    assert "become one ad hoc unit" in options["join:r"]
    assert "stays what it is" in options["enter:r:s"]


@pytest.mark.rule("defiance.command.primary-replacement")
def test_a_commander_in_a_mob_follows_only_if_nobody_else_can() -> None:
    lost = led(_1={"command": 1, "gone": "killed"})
    mob = {**led(y=14, _1={"command": 2}), "status": "mob"}
    sides = {"red": {"edge": "south", "primary": "r.1"}, "blue": {"edge": "north"}}
    turn = {"phase": "command", "number": 3, "deck": []}
    both = Play({"r": lost, "m": mob, "s": led(y=18, _1={"command": 1}), **FAR}, sides=sides, turn=turn)
    assert both.state.sides["red"].primary == "s.1"
    alone = Play({"r": lost, "m": mob, **FAR}, sides=sides, turn=turn)
    assert alone.state.sides["red"].primary == "m.1"
    adhoc = Play({"r": lost, "m": {**mob, "status": "ad hoc"}, **FAR}, sides=sides, turn=turn)
    assert (adhoc.state.sides["red"].primary, adhoc.state.sides["red"].headless) == ("", True)


@pytest.mark.rule("defiance.command.independent-orders")
def test_commanders_and_heroes_may_have_orders_of_their_own() -> None:
    units = {"r": led(_1={"command": 1}, _2={"hero": True}, _3={"leader": 1}), **FAR}
    state = a_state(units)
    unit = state.units["r"]
    assert independents(state, unit, unit.figures) == ["r.1", "r.2"]
    strict = a_state(units, officers_independent_orders=False)
    assert independents(strict, strict.units["r"], unit.figures) == []
    play = Play(units, "card 1")
    assert {"r.1", "r.2"} <= set(play.options)
    assert "r.3" not in play.options


# ---- leaders and focal points


@pytest.mark.rule("defiance.command.leader-table", "defiance.command.leader-min-size")
def test_what_a_leader_gives() -> None:
    """defiance.ex.leader-level-table"""
    for level, gives in table("command.leader-table").items():
        assert (-LEADER_LEAST[level], LEADER_CHITS[level]) == (gives["min_size"], gives["chits"])
        state = a_state({"r": led("green", 8, _1={"leader": level}), **FAR})
        unit = state.units["r"]
        assert least_size(state, unit) == 6 + gives["min_size"]
        assert owed(state, unit, state.figures["r.1"]) == gives["chits"]


@pytest.mark.rule("defiance.command.leader-min-size", "defiance.command.leader-not-cumulative")
@pytest.mark.parametrize(("leaders", "least"), [([2], 5), ([3, 2], 4), ([], 6)])
def test_only_the_highest_leader_counts(leaders: list[int], least: int) -> None:
    """defiance.ex.leader-min-size"""
    officers = {f"_{n}": {"leader": level} for n, level in enumerate(leaders, 1)}
    state = a_state({"r": led("green", 8, **officers), **FAR})
    unit = state.units["r"]
    assert least_size(state, unit) == least
    if leaders:
        state.figures["r.1"].shaken = True
        assert least_size(state, unit) == least  # shaken leaders count
        state.figures["r.1"].stunned = True
        assert least_size(state, unit) == (5 if len(leaders) > 1 else 6)  # stunned ones do not
    lone = a_state({"r": {"frame": "elite", "at": row(5, 10, 1), "leader": 4}, **FAR})
    assert least_size(lone, lone.units["r"]) == 2
    bugs = a_state({"r": {"frame": "bug", "at": row(5, 10, 6)}, **FAR})
    bugs.figures["r.1"].leader = 4
    assert least_size(bugs, bugs.units["r"]) == 6  # Matrix units are unaffected


@pytest.mark.rule("defiance.command.leader-table", "defiance.command.leader-not-cumulative", "defiance.command.leader-maximum")
@pytest.mark.parametrize(("leaders", "chits"), [([4], 2), ([4, 3], 2), ([2, 2], 1), ([1], 0)])
def test_only_the_highest_leader_has_chits(leaders: list[int], chits: int) -> None:
    """defiance.ex.leader-chits"""
    officers = {f"_{n}": {"leader": level} for n, level in enumerate(leaders, 1)}
    state = a_state({"r": led(count=6, **officers), **FAR}, give_chits=True)
    held = {name: len(figure.chits) for name, figure in state.figures.items() if figure.chits}
    assert held == ({"r.1": chits} if chits else {})  # of equals the one bought first
    three = a_state({"r": led(count=6, _1={"leader": 1}, _2={"leader": 1}), **FAR})
    three.figures["r.3"].leader = 1
    assert any("defiance.stats.officer-limit" in fault for fault in DEFIANCE.state_errors(three))


@pytest.mark.rule("defiance.command.leader-not-cumulative")
def test_the_next_leader_has_chits_when_the_first_is_lost() -> None:
    battle = a_battle({"r": led(_1={"leader": 4}, _2={"leader": 2}), **FAR}, give_chits=True)
    state, unit = battle.state, battle.state.units["r"]
    remove(battle, state.figures["r.1"], "killed")
    assert ready(state, state.figures["r.2"]) == 0  # not before the unit's next activation
    call_in(battle, unit)
    assert ready(state, state.figures["r.2"]) == 1
    both = a_state({"r": led(_1={"leader": 4}, _2={"leader": 2}), **FAR}, give_chits=True, leader_chits_cumulative=True)
    assert [len(both.figures[name].chits) for name in ("r.1", "r.2")] == [2, 1]


@pytest.mark.rule("defiance.command.focal-table", "defiance.command.focal-not-cumulative")
@pytest.mark.parametrize(("levels", "morale", "least"), [([], 4, 6), ([1], 3, 5), ([2], 2, 4), ([1, 2], 2, 4), ([1, 1], 3, 5)])
def test_focal_points_set_morale_and_minimum_size(levels: list[int], morale: int, least: int) -> None:
    """defiance.ex.focal-point-table"""
    officers = {f"_{n}": {"focal": level} for n, level in enumerate(levels, 1)}
    state = a_state({"r": led("bug", 6, **officers), **FAR}, give_chits=True)
    unit = state.units["r"]
    assert (morale_of(state, unit), least_size(state, unit)) == (morale, least)
    assert not any(figure.chits for figure in state.figures.values())
    rows = table("command.focal-table")
    assert {level: (nerve.morale, nerve.least) for level, nerve in FOCAL.items()} == {
        0 if level == "none" else level: (row["morale"], row["min_size"]) for level, row in rows.items()
    }
    for number in range(1, len(levels) + 1):
        state.figures[f"r.{number}"].stunned = True
    assert (morale_of(state, unit), least_size(state, unit)) == (4, 6)  # a stunned one counts for nothing


@pytest.mark.rule("defiance.command.focal-loss")
def test_without_the_focal_point_the_unit_is_weaker_at_once() -> None:
    """defiance.ex.cyberdactyl-focal-loss"""
    units = {"r": {"frame": "Cyberdactyl", "at": row(5, 10, 6), "figures": {"1": {"focal": 1}}}, **FAR}
    battle = a_battle(units)
    state, unit = battle.state, battle.state.units["r"]
    assert (least_size(state, unit), morale_of(state, unit)) == (5, 3)
    remove(battle, state.figures["r.1"], "killed")
    assert (least_size(state, unit), morale_of(state, unit), short_by(state, unit)) == (6, 4, 1)
    assert unit_tally(state, unit).needed == 5


# ---- attack chits


def chits_of(state: State) -> dict[str, int]:
    return {name: ready(state, figure) for name, figure in state.figures.items() if ready(state, figure)}


@pytest.mark.rule("defiance.command.chit-assign")
def test_a_leader_hands_out_his_chits_when_his_unit_activates() -> None:
    battle = a_battle({"r": led(_1={"leader": 4}), **FAR}, give_chits=True)
    state, unit = battle.state, battle.state.units["r"]
    assert chits_of(state) == {"r.1": 2}  # he holds them before the first activation
    call_in(battle, unit)
    run(assign(battle, unit), {"chit 1": "r.3", "chit 2": "r.1"})
    assert chits_of(state) == {"r.1": 1, "r.3": 1}
    call_in(battle, unit)
    run(assign(battle, unit), {"chit 1": "r.3", "chit 2": "r.3"})
    assert chits_of(state) == {"r.3": 2}  # several to one
    call_in(battle, unit)
    assert chits_of(state) == {"r.1": 2}
    state.figures["r.1"].stunned = True
    call_in(battle, unit)
    finish(assign(battle, unit))  # a stunned leader gives nothing away
    assert chits_of(state) == {"r.1": 2}
    state.figures["r.1"].stunned, state.figures["r.1"].shaken = False, True
    run(assign(battle, unit), {"chit 1": "r.2", "chit 2": "r.2"})  # a shaken one may
    assert chits_of(state) == {"r.2": 2}


@pytest.mark.rule("defiance.command.chit-assign")
def test_chits_are_handed_out_in_play_before_orders() -> None:
    play = Play({"r": led(_1={"leader": 2}), **FAR}, "card 1", give_chits=True)
    assert play.asks == "red command.chit-assign"
    play.say({"chit 1": "r.5"})
    assert play.asks.startswith("red orders.")
    assert chits_of(play.state) == {"r.5": 1}


@pytest.mark.rule("defiance.command.chit-lifecycle")
def test_a_chit_is_used_once_a_turn() -> None:
    battle = a_battle({"r": led(_1={"leader": 2}), **FAR}, "morale 4", give_chits=True)
    state, unit = battle.state, battle.state.units["r"]
    he = state.figures["r.1"]
    assert run(try_nerve(battle, he, "tagged"), "spend")
    assert chits_of(state) == {}
    call_in(battle, unit)  # its activation in the same turn
    assert chits_of(state) == {}
    assert he.chits == (Chit("r.1", 1),)
    state.turn.number = 2
    assert chits_of(state) == {}  # not before the unit activates again
    call_in(battle, unit)
    assert chits_of(state) == {"r.1": 1}


@pytest.mark.rule("defiance.command.chit-lifecycle")
def test_what_becomes_of_chits_when_somebody_falls() -> None:
    battle = a_battle({"r": led(_1={"leader": 4}), **FAR}, give_chits=True)
    state, unit = battle.state, battle.state.units["r"]
    call_in(battle, unit)
    run(assign(battle, unit), {"chit 1": "r.2", "chit 2": "r.1"})
    remove(battle, state.figures["r.2"], "killed")
    assert chits_of(state) == {"r.1": 1}
    call_in(battle, unit)
    assert chits_of(state) == {"r.1": 2}  # the bearer's comes back at the next activation
    run(assign(battle, unit), {"chit 1": "r.3", "chit 2": "r.1"})
    remove(battle, state.figures["r.1"], "killed")
    assert chits_of(state) == {"r.3": 1}  # what he gave away can still be used
    call_in(battle, unit)
    assert chits_of(state) == {}


@pytest.mark.rule("defiance.command.chit-lifecycle", "defiance.command.chit-dumb-luck")
def test_a_chit_spent_by_one_who_falls_is_out_for_the_turn() -> None:
    battle = a_battle({"r": led(_1={"leader": 2}), **FAR}, "dumb luck 9", give_chits=True)
    state, unit = battle.state, battle.state.units["r"]
    run(assign(battle, unit), {"chit 1": "r.2"})
    run(settle(battle, [DamageDone("r.2", Weapon(key="g", name="G"), hits=1)]), "spend")
    assert state.figures["r.2"].gone
    call_in(battle, unit)
    assert chits_of(state) == {}
    state.turn.number = 2
    call_in(battle, unit)
    assert chits_of(state) == {"r.1": 1}


def test_chits_stay_with_their_unit_when_somebody_leaves() -> None:
    units = {"r": led(count=8, _1={"leader": 3, "command": 1, "at": [5, 5]}, _2={"hero": True, "at": [8, 5]}), **FAR}
    battle = a_battle(units, give_chits=True)
    state, unit = battle.state, battle.state.units["r"]
    call_in(battle, unit)
    run(assign(battle, unit), {"chit 1": "r.2"})
    assert chits_of(state) == {"r.2": 2}
    carry_out(battle, "red", UnitChange("leave", "r", ("r.2",)))
    assert chits_of(state) == {"r.1": 1, "r.2": 1}  # the hero keeps his own
    run(assign(battle, unit), {"chit 1": "r.4"})
    carry_out(battle, "red", UnitChange("leave", "r", ("r.1",)))
    assert chits_of(state) == {"r.1": 1, "r.2": 1}  # and the leader takes his along


@pytest.mark.rule("defiance.command.chit-damage", "defiance.command.chit-one-per-roll")
def test_a_chit_raises_one_damage_die() -> None:
    """defiance.ex.harem-warrior-chit"""
    battle = a_battle({"r": {"at": [[10, 10]]}, "b": {"at": [[10, 18]]}}, "damage 4, damage 4")
    state = battle.state
    shooter, target = state.figures["r.1"], state.figures["b.1"]
    struck = roll(battle, one_shot(state, shooter, 0, shooter.arms[0].weapon, target, 2), bonus=True)  # each needs 5
    assert (struck.hits, struck.tags) == (1, 1)  # one of the two dice has one more
    assert use_for(weapons()["assault-rifle"]) == "damage"
    assert use_for(weapons()["plasma-burst-grenade"]) == "to hit"
    assert LEADER_CHITS[3] == 1


@pytest.mark.rule("defiance.command.chit-one-per-roll")
def test_one_chit_for_each_roll() -> None:
    battle = a_battle({"r": led(_1={"leader": 4}), **FAR}, "morale 4", give_chits=True)
    he = battle.state.figures["r.1"]
    assert run(try_nerve(battle, he, "tagged"), "spend")  # asked once, though he has two
    assert ready(battle.state, he) == 1
    assert not run(spend(battle, he, "morale"), "keep")
    assert ready(battle.state, he) == 1


@pytest.mark.rule("defiance.command.chit-cone")
def test_chits_do_nothing_for_cones() -> None:
    assert use_for(weapons()["delta-artifact"]) == ""
    assert "C" in weapons()["delta-artifact"].effectors


@pytest.mark.rule("defiance.command.chit-charge")
@pytest.mark.parametrize(("modes", "far"), [([], 12_000), (["S"], 18_000)])
def test_a_chit_makes_a_charge_faster(modes: list[str], far: int) -> None:
    """defiance.ex.chit-charge-distance, defiance.ex.harem-warrior-chit"""
    kinds = {"warrior": {"MV": 5, "RF": 1, "modes": modes}}
    battle = a_battle({"r": {"frame": "warrior", "at": [[10, 10]]}, **FAR}, frames=kinds)
    figure = battle.state.figures["r.1"]
    assert allowance(figure, "charge", "") == far * 5 // 6
    figure.spurred = True
    assert allowance(figure, "charge", "") == far
    assert frames()["harem-warrior"].move == 5000
    battle.state.turn.doing = Activation("r")
    finish(activation_start(battle))
    assert not figure.spurred  # until its next activation


@pytest.mark.rule("defiance.command.chit-morale")
def test_a_chit_helps_in_one_test() -> None:
    battle = a_battle({"r": led(_1={"leader": 2}), **FAR}, "morale 4, morale 4", give_chits=True)
    he = battle.state.figures["r.1"]
    assert run(try_nerve(battle, he, "tagged"), "spend")
    assert not finish(try_nerve(battle, he, "tagged"))  # none is left


@pytest.mark.rule("defiance.command.chit-dumb-luck", "defiance.command.chit-one-per-roll")
@pytest.mark.parametrize(("face", "gone"), [(10, False), (9, True)])
def test_dumb_luck(face: int, gone: bool) -> None:
    """defiance.ex.dumb-luck"""
    battle = a_battle({"r": {"at": [[5, 5]], "hero": True}, **FAR}, f"dumb luck {face}", give_chits=True)
    figure = battle.state.figures["r.1"]
    run(settle(battle, [DamageDone("r.1", Weapon(key="g", name="G"), hits=1)]), "spend")
    assert bool(figure.gone) == gone
    assert ready(battle.state, figure) == 0
    saved = a_battle({"r": {"frame": "ghost", "at": [[5, 5]], "hero": True}, **FAR}, "field save 5", give_chits=True)
    finish(settle(saved, [DamageDone("r.1", Weapon(key="g", name="G"), hits=1)]))  # nothing left to be lucky about


@pytest.mark.rule("defiance.command.chit-vehicle")
def test_on_a_vehicle_a_chit_only_raises_damage() -> None:
    battle = a_battle({"t": {"frame": "tank", "at": [[10, 10]], "chits": [{"owner": "t.1"}]}, **FAR})
    tank = battle.state.figures["t.1"]
    assert not finish(spend(battle, tank, "morale"))
    assert not finish(spend(battle, tank, "charge"))
    assert not finish(dumb_luck(battle, tank, 1, 1))
    assert run(spend(battle, tank, "damage"), "spend")


@pytest.mark.rule("defiance.command.hero-chit", "defiance.command.hero-morale")
def test_a_hero_has_a_chit_of_his_own() -> None:
    battle = a_battle({"r": led(_1={"hero": True}, _2={"leader": 2, "hero": True}), **FAR}, "morale 3", give_chits=True)
    state, unit = battle.state, battle.state.units["r"]
    assert chits_of(state) == {"r.1": 1, "r.2": 2}
    run(assign(battle, unit), {"chit 1": "r.1"})  # the leader's one may go to a hero, his own as a hero may not
    assert chits_of(state) == {"r.1": 2, "r.2": 1}
    finish(assign(battle, unit))  # nothing more to give
    assert run(try_nerve(battle, state.figures["r.1"], "tagged"), "spend")  # 5, hero +1, chit +1
    call_in(battle, unit)
    state.turn.number = 2
    call_in(battle, unit)
    assert chits_of(state) == {"r.1": 1, "r.2": 2}
    bugs = a_state({"r": led("bug", 6), **FAR})
    give_first(bugs)
    assert chits_of(bugs) == {}


def test_the_best_leader_is_the_highest() -> None:
    state = a_state({"r": led(_1={"leader": 1}, _2={"leader": 3}), **FAR})
    leader = best_leader(state, state.units["r"])
    assert leader is not None
    assert leader.id == "r.2"


@pytest.mark.rule("defiance.command.command-card-drawn", "defiance.command.primary-cards")
def test_a_command_card_that_was_drawn_is_no_longer_held() -> None:
    held = [{"unit": "u", "by": "u.1"}, {"unit": "v", "by": "u.1"}]
    units = {"u": {"at": row(5, 10, 5), "figures": {"1": {"command": 2}}}, "v": {"at": row(5, 20, 5)}, **FAR}
    battle = a_battle(units, turn={"deck": held[:1], "assigned": {"red": held}})
    run(draw(battle), "wait")
    assert [card.unit for card in battle.state.turn.assigned["red"]] == ["v"]


@pytest.mark.rule("defiance.command.primary-cards")
def test_nobody_guesses_that_a_card_belongs_to_a_unit_that_is_gone() -> None:
    units = {"u": {"at": row(5, 10, 5)}, "v": {"at": row(5, 20, 5)}, **FAR}
    state = a_state(units)
    assert _hosts(state, "red") == ["u", "v"]
    for figure in state.members(state.units["v"]):
        figure.gone = "killed"
    assert _hosts(state, "red") == ["u"]


@pytest.mark.rule("defiance.morale.shaken-in-broken-unit", "defiance.command.commander-join")
@pytest.mark.parametrize(
    ("own", "host", "may"),
    [({}, {}, True), ({"broken": 1}, {}, False), ({"shaken": True}, {"broken": 1}, False), ({}, {"broken": 1}, True)],
)
def test_the_broken_join_nobody_and_the_shaken_no_broken_unit(own: dict[str, Any], host: dict[str, Any], may: bool) -> None:
    units = {"h": {"at": [[5, 5]], "command": 1, "solo": True, **own}, "r": {"at": row(5, 8, 5), **host}, **FAR}
    assert (refuse(a_state(units), UnitChange("enter", "h", ("r",))) is None) is may


@pytest.mark.rule("defiance.unit.splitting", "defiance.unit.splitting-minimum")
def test_a_unit_is_divided_into_lawful_parts_or_not_at_all() -> None:
    units = {"r": {"at": [[4 + 1.5 * n, 5] for n in range(10)], "status": "ad hoc"}, "b": {"at": row(5, 40, 5), "face": 180}}
    play = Play(units, turn={"phase": "command", "number": 2, "deck": []})
    assert "split:r" in play.options
    play.say("split:r")
    assert play.asks == "red unit.splitting"
    assert play.refused(["r.1", "r.2"]) == "unit.splitting-minimum"
    assert play.allows([f"r.{number}" for number in range(1, 6)])
    play.say([], dice="card 1")  # nobody leaves
    assert [unit.id for unit in play.state.units_of("red")] == ["r"]
