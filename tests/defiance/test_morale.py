"""Morale: individual tests, shaken and broken, rallying, and the turn that frames it (defiance.morale.*, .turn.*)."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import Any

import pytest

from littlewars.engine import Battle, Mod
from littlewars.engine.names import Names, plain
from littlewars.systems.defiance.basics.numbers import QUALITIES
from littlewars.systems.defiance.basics.profiles import Weapon
from littlewars.systems.defiance.basics.sight import in_cover_anywhere, seen_by
from littlewars.systems.defiance.basics.state import State
from littlewars.systems.defiance.basics.tabletop import board, put
from littlewars.systems.defiance.fire.damage import DamageDone, settle
from littlewars.systems.defiance.move.contact import touched
from littlewars.systems.defiance.travel.crawling import free_spots, ways_to_cover
from littlewars.systems.defiance.turn.resolution import in_order, units_in_order
from littlewars.systems.defiance.turn.victory import check_end, verdict
from littlewars.systems.defiance.units.morale import (
    break_unit,
    fail,
    nerve_tally,
    rally_figures,
    rally_tally,
    try_nerve,
    try_unit,
    unit_tally,
)
from littlewars.systems.defiance.units.removal import remove
from littlewars.systems.defiance.units.units import short_by
from littlewars.table.moving.walk import length_of
from littlewars.table.shapes.bases import moved
from tests.defiance.squads import Play, a_battle, row, run, shoot, told

FAR = {"b": {"at": [[40, 44]]}}
FRAMES = {
    "Green": "green",
    "Regular": "man",
    "Veteran": "veteran",
    "Fanatic": "fanatic",
    "Elite": "elite",
    "Matrix": "bug",
    "Linked": "linked",
}


def table(dice: str = "", count: int = 1, frame: str = "man", **unit: Any) -> Battle[State]:
    return a_battle({"r": {"frame": frame, "at": row(10, 10, count), **unit}, **FAR}, dice, turn={"number": 2})


# ---- individual tests


@pytest.mark.rule("defiance.morale.quality-table", "defiance.stats.quality")
def test_the_table_of_qualities() -> None:
    # defiance.ex.quality-table
    assert {name: tuple(nerve) for name, nerve in QUALITIES.items()} == {
        "Green": (6, 6),
        "Regular": (5, 5),
        "Veteran": (5, 4),
        "Matrix": (4, 6),
        "Fanatic": (2, 5),
        "Linked": (4, 4),
        "Elite": (3, 4),
        "Vehicle": (3, 2),
    }


@pytest.mark.rule(
    "defiance.morale.test",
    "defiance.morale.individual-target",
    "defiance.morale.individual-fail",
    "defiance.dice.natural-10-morale",
)
@pytest.mark.parametrize(("face", "passed"), [(6, True), (5, False), (10, True)])
def test_a_green_figure_needs_six(face: int, passed: bool) -> None:
    # defiance.ex.green-individual
    battle = table(f"morale {face}", frame="green")
    figure = battle.state.figures["r.1"]
    assert run(try_nerve(battle, figure, "tagged")) is passed
    assert figure.shaken is not passed


@pytest.mark.rule(
    "defiance.morale.individual-modifiers", "defiance.command.commander-morale-bonus", "defiance.command.hero-morale"
)
def test_what_helps_and_hinders_a_test() -> None:
    state = table(count=3, figures={"1": {"command": 1}, "2": {"hero": True}, "3": {}}).state
    needed = {name: nerve_tally(state, state.figures[name]).needed for name in ("r.1", "r.2", "r.3")}
    assert needed == {"r.1": 4, "r.2": 3, "r.3": 4}
    assert nerve_tally(state, state.figures["r.2"], Mod("knocked back", -2, ""), chit=True).needed == 4
    state.figures["r.1"].stunned = True
    assert nerve_tally(state, state.figures["r.3"]).needed == 5


@pytest.mark.rule("defiance.morale.individual-modifiers", "defiance.command.chit-morale")
def test_a_chit_helps_one_test() -> None:
    battle = table("morale 4", figures={"1": {"hero": True, "chits": [{"owner": "r.1"}]}})
    figure = battle.state.figures["r.1"]
    assert run(try_nerve(battle, figure, "tagged"), "spend") is True  # 5, less one for the hero, one for the chit: 3
    assert figure.chits[0].used == 2


@pytest.mark.rule("defiance.morale.matrix-individual", "defiance.morale.matrix-officers")
def test_matrix_figures_never_test() -> None:
    # defiance.ex.matrix-no-individual-test
    battle = table(frame="bug")
    assert run(try_nerve(battle, battle.state.figures["r.1"], "tagged")) is True
    assert not told(battle, "Tested")


@pytest.mark.rule(
    "defiance.morale.individual-immediate",
    "defiance.morale.individual-each-event",
    "defiance.morale.trigger-list",
    "defiance.morale.two-kinds",
)
def test_tests_follow_the_dice_at_once_and_each_event_has_its_own() -> None:
    # defiance.ex.trigger-list
    battle = a_battle({"r": {"frame": "giant", "at": row(10, 10, 2)}, **FAR}, "morale 9, morale 9, morale 9")
    line = battle.state.figures["b.1"].arms[0].weapon
    run(settle(battle, [DamageDone("r.1", line, 1, 1), DamageDone("r.2", line, 0, 1)]))
    assert [(event.figure, event.why) for event in told(battle, "Tested")] == [
        ("r.1", "tagged"),
        ("r.1", "damaged"),
        ("r.2", "tagged"),
    ]


@pytest.mark.rule("defiance.morale.trigger-damaged")
def test_damage_is_tested_by_the_printed_capacity() -> None:
    battle = a_battle({"r": {"frame": "giant", "at": [[10, 10]]}, **FAR}, "morale 9")
    battle.state.figures["r.1"].hurt = 1
    run(settle(battle, [DamageDone("r.1", battle.state.figures["b.1"].arms[0].weapon, 1)]))
    assert len(told(battle, "Tested")) == 1
    saved = a_battle({"r": {"frame": "it", "at": [[10, 10]]}, **FAR}, "field save 5", frames={"it": {"DC": 2, "FS": "5+"}})
    run(settle(saved, [DamageDone("r.1", saved.state.figures["b.1"].arms[0].weapon, 1)]))
    assert not told(saved, "Tested")


@pytest.mark.rule("defiance.morale.vehicle-individual", "defiance.morale.vehicle-quality")
def test_vehicles_go_haywire_instead() -> None:
    # defiance.ex.vehicle-individual-tests
    for setting, tests in ((False, 1), (True, 0)):
        battle = a_battle(
            {"r": {"frame": "tank", "primary": "", "at": [[10, 10]]}, **FAR},
            "morale 2" if tests else "",
            vehicles_test_only_for_damage=setting,
        )
        figure = battle.state.figures["r.1"]
        run(settle(battle, [DamageDone("r.1", battle.state.figures["b.1"].arms[0].weapon, 0, 1)]))
        assert (len(told(battle, "Tested")), figure.haywire, figure.shaken) == (tests, tests, False)
    both = a_battle(
        {"r": {"frame": "bus", "primary": "", "at": [[10, 10]]}, **FAR},
        "damage chart 9, damage chart 1, damage chart 9, damage chart 1, morale 9",
        frames={"bus": {"vehicle": True, "TY": "AFV", "SZ": 4, "DC": 5}},
    )
    run(settle(both, [DamageDone("r.1", both.state.figures["b.1"].arms[0].weapon, 2)]))
    assert [event.tally.needed for event in told(both, "Tested")] == [3]
    fail(both, both.state.figures["r.1"])
    fail(both, both.state.figures["r.1"])
    assert both.state.figures["r.1"].haywire == 2


# ---- shaken


@pytest.mark.rule("defiance.morale.shaken-prone", "defiance.morale.shaken-second-failure", "defiance.morale.individual-fail")
def test_a_second_failure_eliminates() -> None:
    # defiance.ex.shaken-then-second-failure
    battle = table("morale 3, morale 4")
    figure = battle.state.figures["r.1"]
    run(try_nerve(battle, figure, "tagged"))
    assert (figure.shaken, figure.prone, figure.gone) == (True, True, "")
    run(try_nerve(battle, figure, "tagged"))
    assert figure.gone == "routed"


@pytest.mark.rule("defiance.morale.shaken-prone")
def test_in_the_air_nobody_falls_at_once() -> None:
    battle = table("morale 1", frame="bird", level=1)
    run(try_nerve(battle, battle.state.figures["r.1"], "tagged"))
    assert (battle.state.figures["r.1"].shaken, battle.state.figures["r.1"].prone) == (True, False)


@pytest.mark.rule("defiance.morale.shaken-in-broken-unit", "defiance.morale.broken-individual-failure")
def test_whoever_is_broken_is_never_shaken() -> None:
    # defiance.ex.shaken-in-broken-unit
    battle = table("morale 4", broken=1)
    run(try_nerve(battle, battle.state.figures["r.1"], "tagged"))
    assert (battle.state.figures["r.1"].gone, battle.state.figures["r.1"].shaken) == ("routed", False)


WOOD = {"id": "wood", "category": "light", "box": [14, 8, 18, 12], "height": 2}


@pytest.mark.rule("defiance.morale.shaken-effects", "defiance.morale.nearest-cover")
def test_a_shaken_figure_may_crawl_half_its_move_to_the_nearest_cover() -> None:
    units = {"r": {"at": [[10, 10]], "figures": {"1": {"shaken": True, "prone": True}}}, **FAR}
    battle = a_battle(units, terrain=[WOOD])
    (way,) = ways_to_cover(battle, battle.state.figures["r.1"])
    assert way[-1][0] / 1000 == pytest.approx(12, abs=0.01)
    assert way[-1][1] / 1000 == pytest.approx(10, abs=0.01)
    play = Play(units, dice="card 1", terrain=[WOOD])
    assert play.options == ["stay", "crawl", "part"]
    inside = a_battle({"r": {"at": [[16, 10]], "figures": {"1": {"shaken": True, "prone": True}}}, **FAR}, terrain=[WOOD])
    assert ways_to_cover(inside, inside.state.figures["r.1"]) == []
    bare = a_battle(units)
    assert ways_to_cover(bare, bare.state.figures["r.1"]) == []


@pytest.mark.rule("defiance.morale.shaken-duration", "defiance.morale.rally", "defiance.morale.individual-rally")
def test_shaken_figures_rally_in_the_resolution_phase() -> None:
    battle = table("rally 5, rally 4", count=2, figures={str(n): {"shaken": True, "prone": True} for n in (1, 2)})
    rally_figures(battle, ["r.1", "r.2"])
    assert [battle.state.figures[name].shaken for name in ("r.1", "r.2")] == [False, True]
    assert battle.state.figures["r.1"].prone
    hero = table(count=2, figures={"1": {"hero": True}, "2": {"command": 1}}).state
    assert rally_tally(hero, hero.figures["r.1"]).needed == 4  # the commander helps, heroism does not


# ---- units


def needed(frame: str, size: int, start: int | None = None, **more: Any) -> int | None:
    """What a unit of this quality needs when so many are left; None if it need not test."""
    state = table(count=size, frame=frame, **more).state
    unit = state.units["r"]
    del start
    return unit_tally(state, unit).needed if short_by(state, unit) else None


@pytest.mark.rule("defiance.morale.unit-test", "defiance.unit.min-size-drop")
def test_units_below_their_minimum_test() -> None:
    # defiance.ex.elite-two-short, defiance.ex.seedling-unit-test
    assert needed("elite", 2) == 5
    assert [needed("green", size) for size in (8, 7, 6, 5, 4, 3, 2, 1)] == [None, None, None, 7, 8, 9, 10, 11]


@pytest.mark.rule("defiance.dice.natural-10-morale")
def test_a_natural_ten_passes_what_cannot_be_reached() -> None:
    # defiance.ex.natural-10-morale
    battle = table("unit morale 10", frame="green")
    try_unit(battle, battle.state.units["r"])
    assert battle.state.units["r"].broken == 0


@pytest.mark.rule("defiance.morale.unit-test-modifiers")
def test_nothing_else_modifies_unit_tests() -> None:
    assert needed("man", 3, figures={"1": {"command": 2}, "2": {"hero": True}}) == 7


@pytest.mark.rule("defiance.morale.unit-fail", "defiance.morale.broken-effects", "defiance.unit.current-size")
def test_the_berzerkers() -> None:
    # defiance.ex.berzerker-rally: three left of a Fanatic unit, one of them shaken
    battle = table("morale 1, rally 1, unit morale 3", count=3, frame="fanatic")
    state = battle.state
    run(try_nerve(battle, state.figures["r.1"], "tagged"))
    rally_figures(battle, ["r.1"])
    assert state.figures["r.1"].shaken
    assert unit_tally(state, state.units["r"]).needed == 4
    try_unit(battle, state.units["r"])
    assert state.units["r"].broken == 2
    assert [state.figures[name].gone for name in ("r.1", "r.2", "r.3")] == ["routed", "", ""]
    assert all(figure.prone for figure in state.members(state.units["r"]))


@pytest.mark.rule("defiance.morale.broken-effects")
def test_a_broken_unit_must_crawl_to_cover_and_loses_its_counters() -> None:
    units = {"r": {"at": [[10, 10]], "prone": True, "broken": 1}, **FAR}
    play = Play(units, dice="card 1", terrain=[WOOD], turn={"number": 2})
    assert play.at("r.1")[0] == pytest.approx(12, abs=0.01)
    assert "red" not in play.asks
    battle = table(count=2, covers="primary", aims=["b"], aimed=1)
    break_unit(battle, battle.state.units["r"])
    assert {(f.covers, f.aims, f.aimed) for f in battle.state.members(battle.state.units["r"])} == {("", (), 0)}


@pytest.mark.rule(
    "defiance.morale.rally-timing",
    "defiance.morale.unit-rally",
    "defiance.morale.unit-rally-success",
    "defiance.morale.unit-rally-failure",
)
@pytest.mark.parametrize(("face", "left"), [(6, 4), (5, 0)])
def test_the_timeline_of_a_broken_unit(face: int, left: int) -> None:
    # defiance.ex.broken-timeline
    battle = table(f"unit morale 5, unit rally {face}", count=4)
    unit, state = battle.state.units["r"], battle.state
    try_unit(battle, unit)
    assert unit.broken == 2
    try_unit(battle, unit)  # the same phase: nothing more happens
    state.turn.number = 3
    try_unit(battle, unit)
    assert (unit.broken, len(state.members(unit))) == ((0 if left else 2), left)
    assert bool(told(battle, "Dissolved")) is not bool(left)


@pytest.mark.rule("defiance.morale.unit-rally")
@pytest.mark.parametrize(
    ("frame", "size", "face", "target", "rallied"),
    [("elite", 2, 5, 5, True), ("elite", 2, 4, 5, False), ("veteran", 6, 4, 5, False), ("green", 1, 10, 11, True)],
)
def test_what_a_unit_rally_needs(frame: str, size: int, face: int, target: int, rallied: bool) -> None:
    # defiance.ex.unit-rally-target
    battle = table(f"unit rally {face}", count=size, frame=frame, broken=1, prone=True)
    unit = battle.state.units["r"]
    assert unit_tally(battle.state, unit).needed == target
    try_unit(battle, unit)
    assert (unit.broken == 0) is rallied


@pytest.mark.rule("defiance.morale.unit-test-once", "defiance.morale.unit-test-repeats", "defiance.morale.rally-order")
def test_figures_rally_before_units_and_each_unit_tests_once() -> None:
    units = {
        "r": {"at": row(10, 10, 2), "figures": {"1": {"shaken": True, "prone": True}}, "activated": True},
        "b": {"at": row(30, 40, 5), "activated": True},
    }
    dice = "rally 1, unit morale 9, card 1"
    play = Play(units, dice=dice, turn={"phase": "active", "deck": []})
    names = [type(event).__name__ for event in play.battle.events or []]
    assert names.index("Rallied") < names.index("UnitTested")
    assert names.count("UnitTested") == 1


@pytest.mark.rule("defiance.morale.broken-matrix", "defiance.morale.matrix-rally")
def test_a_broken_matrix_unit_stands_still_and_rallies_by_itself() -> None:
    # defiance.ex.broken-matrix-timeline
    battle = table("unit morale 4", count=5, frame="bug")
    unit, state = battle.state.units["r"], battle.state
    assert unit_tally(state, unit).needed == 5
    try_unit(battle, unit)
    assert (unit.broken, any(figure.prone for figure in state.members(unit))) == (2, False)
    state.turn.number = 3
    try_unit(battle, unit)
    assert unit.broken == 0
    play = Play(
        {"r": {"frame": "bug", "at": row(10, 10, 5), "broken": 1}, **FAR}, dice="card 1", turn={"number": 2}, terrain=[WOOD]
    )
    assert play.at("r.1") == (10, 10)


@pytest.mark.rule("defiance.morale.vehicle-unit-minimum")
def test_vehicles_that_share_a_card_test_when_one_is_left() -> None:
    # defiance.ex.vehicle-unit-minimum
    tank = {"frame": "tank", "primary": ""}
    single = a_battle({"r": {**tank, "at": [[10, 10]]}, **FAR}).state
    assert short_by(single, single.units["r"]) == 0
    pair = a_battle({"r": {**tank, "at": [[10, 10], [20, 10]]}, **FAR}, "unit morale 3")
    pair.state.figures["r.2"].gone = "killed"
    assert unit_tally(pair.state, pair.state.units["r"]).needed == 4
    try_unit(pair, pair.state.units["r"])
    assert (pair.state.figures["r.1"].haywire, pair.state.units["r"].broken) == (1, 0)


@pytest.mark.rule("defiance.morale.solo-exempt")
def test_who_fights_alone_takes_no_unit_tests() -> None:
    # defiance.ex.solo-commander
    for words, target in (
        ({"solo": True, "command": 1}, None),
        ({"solo": True, "hero": True, "stunned": True}, None),
        ({"command": 1}, 9),
    ):
        assert needed("man", 1, **words) == target


# ---- the turn


@pytest.mark.rule("defiance.turn.resolution-phase")
def test_units_are_taken_side_by_side_in_the_order_of_their_cards() -> None:
    state = a_battle(
        {"r2": {"at": [[10, 10]], "card": 2}, "b": {"at": [[40, 40]], "card": 1}, "r1": {"at": [[20, 10]], "card": 1}}
    ).state
    assert [unit.id for unit in units_in_order(state)] == ["r1", "r2", "b"]
    assert in_order(state, ["b.1", "r2.1", "r1.1"]) == ["r1.1", "r2.1", "b.1"]


@pytest.mark.rule("defiance.turn.one-activation", "defiance.command.card-ignored")
def test_nobody_activates_twice() -> None:
    deck = [{"unit": "r"}, {"unit": "r"}, {"unit": "b"}]
    play = Play({"r": {"at": [[10, 10]], "activated": True}, **FAR}, dice="card 1, card 1", turn={"deck": deck})
    assert [event.skipped for event in play.told("CardDrawn")] == [True, True, False]
    assert play.asks.startswith("blue")


@pytest.mark.rule("defiance.turn.activation-start", "defiance.turn.always-an-option")
def test_the_order_of_the_first_steps() -> None:
    # defiance.ex.activation-start-order
    piece = {"at": [10, 10], "face": 90, "length": 3}
    made = {
        "id": "t",
        "unit": "b",
        "firer": "b.1",
        "target": "r",
        "pieces": [piece],
        "contributors": ["b.1"],
        "arms": {"b.1": 0},
    }
    units = {
        "r": {"at": [[10, 10], [10, 4]], "covers": "primary", "figures": {"2": {"stunned": True, "leader": 2}}},
        "b": {"at": [[10, 30]], "face": 180, "primary": "gun"},
    }
    play = Play(units, dice="card 1, stun recovery 7, damage 1, morale 9", templates=[made], give_chits=True)
    assert not play["r.1"].covers
    assert play.asks == "red command.chit-assign"
    play.say({"chit 1": "r.2"})
    assert "cohesive-fire" in play.options


@pytest.mark.rule("defiance.turn.marker-lifetimes")
def test_counters_lie_until_the_next_activation_of_their_unit() -> None:
    """Of two units with every counter the one that activates loses them; the other keeps them while it waits."""
    counters = {"covers": "primary", "cover_mod": -2, "sprint": 8, "jumped": True, "aims": ["b"], "aimed": 2, "prone": True}
    units = {"r": {"at": [[10, 10]], **counters}, "s": {"at": [[20, 10]], **counters}, "b": {"at": [[30, 40]], "face": 180}}
    play = Play(units, dice="card 1")

    def lying(name: str) -> tuple[Any, ...]:
        figure = play[name]
        return figure.covers, figure.sprint, figure.jumped, figure.aims, figure.aimed, figure.prone

    assert play.asks == "red orders.declare-first"
    assert lying("r.1") == ("", 0, False, (), 0, True)  # prone until it pays to stand up
    assert lying("s.1") == ("primary", 8000, True, ("b",), 2, True)


@pytest.mark.rule("defiance.turn.sequence", "defiance.turn.command-phase", "defiance.command.initiative-deck")
def test_the_phases_of_a_turn() -> None:
    # defiance.ex.turn-phases
    units = {"r1": {"at": [[10, 10]], "command": 1}, "r2": {"at": [[20, 10]]}, "b1": {"at": [[30, 40]]}}
    sides = {"red": {"edge": "south", "primary": "r1.1"}, "blue": {"edge": "north"}}
    play = Play(units, turn={"phase": "command", "number": 0, "deck": []}, sides=sides)
    while play.asks and "primary-cards" not in play.asks:
        play.say("done")
    play.say({"command card 1": "r2"}, dice="card 4")
    assert [event.phase for event in play.told("PhaseBegan")] == ["Command Phase", "Active Phase"]
    assert play.state.turn.number == 1
    assert len(play.state.turn.deck) == 3  # four cards, one drawn


@pytest.mark.rule("defiance.turn.game-end", "defiance.turn.victory-points")
@pytest.mark.parametrize(
    ("turn", "lost", "left", "ended", "winner"),
    [
        (6, (300, 420), (1, 1), True, "red"),
        (6, (300, 300), (1, 1), True, None),
        (4, (700, 650), (1, 0), True, "red"),
        (4, (980, 1000), (0, 0), True, "red"),
        (5, (0, 400), (1, 1), False, None),
    ],
)
def test_the_end_of_the_game(turn: int, lost: tuple[int, int], left: tuple[int, int], ended: bool, winner: str | None) -> None:
    # defiance.ex.game-end
    battle = a_battle({"r": {"at": row(10, 10, 2)}, "b": {"at": row(30, 40, 2)}}, turn={"number": turn})
    state = battle.state
    for side, points, alive in (("r", lost[0], left[0]), ("b", lost[1], left[1])):
        first, second = state.figures[f"{side}.1"], state.figures[f"{side}.2"]
        first.cost, first.gone = points, "killed"
        second.cost, second.gone = 0, "" if alive else "killed"
    check_end(battle)
    assert (state.turn.phase == "over") is ended
    if ended:
        assert verdict(state).winner == winner


@pytest.mark.rule("defiance.turn.game-end")
def test_a_journal_says_the_enemy_where_a_page_says_who() -> None:
    battle = a_battle({"r": {"at": row(10, 10, 1)}, "b": {"at": row(30, 40, 1)}})
    battle.state.figures["b.1"].gone = "killed"
    why = verdict(battle.state).why
    assert plain(why) == "the enemy has nobody left"
    assert Names({"blue": "The Watch"})(why) == "The Watch has nobody left"


@pytest.mark.rule("defiance.ranged.elimination", "defiance.move.figures-as-obstacles")
def test_who_is_removed_is_in_nobodys_way() -> None:
    """Off the board: he is not seen, not in the line of fire, and his place is free."""
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 14], [20, 18]]}})
    state, table = battle.state, board(battle)
    assert {"b.1", "b.2"} <= set(seen_by(battle, state.figures["r.1"]))
    remove(battle, state.figures["b.1"], "killed")
    assert "b.1" not in table
    assert "b.1" not in seen_by(battle, state.figures["r.1"])
    assert table.stands(moved(state.figures["r.1"].base(), (20_000, 14_000)), ["r.1"]) is None


@pytest.mark.rule("defiance.hth.lock")
def test_who_is_removed_is_engaged_with_nobody() -> None:
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 11], [21, 10]]}})
    figures = battle.state.figures
    figures["r.1"].locked, figures["b.1"].locked, figures["b.2"].locked = ("b.1", "b.2"), ("r.1",), ("r.1",)
    remove(battle, figures["b.1"], "killed")
    assert [figures[name].locked for name in ("r.1", "b.1", "b.2")] == [("b.2",), (), ("r.1",)]


@pytest.mark.rule("defiance.effector.knockback-morale", "defiance.ranged.tagging")
@pytest.mark.parametrize(("letters", "passes"), [(frozenset(), True), (frozenset("K"), False)])
def test_whoever_is_knocked_back_tests_at_two_less(letters: frozenset[str], passes: bool) -> None:
    """5+, or with -2 for the die 7+: a 6 is enough or not."""
    battle = a_battle({"r": {"at": [[5, 5]]}, "b": {"at": [[40, 40]]}}, "morale 6")
    run(settle(battle, [DamageDone("r.1", Weapon(key="g", name="G", effectors=letters), tags=1)]))
    assert battle.state.figures["r.1"].shaken is not passes


@pytest.mark.rule("defiance.orders.resolution-phase-steps")
def test_units_come_in_the_order_in_which_they_got_their_cards() -> None:
    units = {"b": {"at": [[5, 30]]}, "r": {"at": [[5, 5]], "card": 3}, "s": {"at": [[9, 5]], "card": 2}}
    state = a_battle(units).state
    assert [unit.id for unit in units_in_order(state)] == ["s", "r", "b"]
    assert in_order(state, ["b.1", "r.1", "s.1"]) == ["s.1", "r.1", "b.1"]


@pytest.mark.rule("defiance.effector.terror-hit", "defiance.effector.terror-no-tag")
def test_a_terror_weapon_frightens_and_never_tags() -> None:
    """7+ at 16 inches: a 6 does nothing, each 7 is a test; the second failure removes him, nothing else does."""
    gun = {"FR": "3T", "brackets": {"7+": 20}}
    units = {"r": {"at": [[20, 10]], "primary": "scream"}, "b": {"at": [[20, 26]], "frame": "giant"}}
    play = Play(units, dice="card 1", weapons={"scream": gun}).say("cohesive-fire", "walking", "move-fire", {})
    play.say(shoot("scream", "b.1"), dice="damage 10, damage 1, damage 8, damage 9, morale 5, morale 4")
    assert (play["b.1"].hurt, play["b.1"].shaken, play["b.1"].gone) == (0, True, "")


# ---- which cover


@pytest.mark.rule("defiance.morale.nearest-cover")
def test_cover_begins_an_inch_from_terrain_for_standard_infantry() -> None:
    """1.8 inches from a wood: eight tenths bring a man into cover, a suit must touch it; at a corner the way is aslant."""
    down = {"1": {"shaken": True, "prone": True}}
    for frame, at, end in (("man", [11.7, 10], (12.525, 10)), ("suit", [12.7, 10], (13.475, 10)), ("man", [12.5, 6.5], None)):
        battle = a_battle({"r": {"frame": frame, "at": [at], "figures": down}, **FAR}, terrain=[WOOD])
        figure = battle.state.figures["r.1"]
        (way,) = ways_to_cover(battle, figure)
        there = (way[-1][0] / 1000, way[-1][1] / 1000)
        assert there == (end or pytest.approx((12.957, 6.957), abs=0.01))


@pytest.mark.rule("defiance.morale.nearest-cover")
@pytest.mark.parametrize(("chosen", "there"), [("1", (8, 10)), ("2", (12, 10))])
@pytest.mark.parametrize("must", [False, True])
def test_between_covers_equally_near_the_owner_chooses(chosen: str, there: tuple[float, float], must: bool) -> None:
    woods = [WOOD, {**WOOD, "id": "other", "name": "the north", "box": [2, 8, 6, 12]}]
    red = {"at": [[10, 10]], "broken": 1} if must else {"at": [[10, 10]], "figures": {"1": {"shaken": True, "prone": True}}}
    play = Play({"r": {**red, "primary": ""}, **FAR}, dice="card 1", terrain=woods, turn={"number": 2})
    if not must:
        play.say("crawl")
    assert (play.asks, play.options) == ("red morale.nearest-cover", ["1", "2"])
    both = play.game.ask.options  # type: ignore[union-attr]
    assert play.say(chosen).at("r.1") == there
    assert [option.label for option in both] == ["Towards the north, as far as 8, 10", "Towards sparse wood, as far as 12, 10"]


HEAVY = {"id": "wood", "category": "heavy", "box": [10, 14, 30, 24], "height": 3}


@pytest.mark.rule("defiance.morale.nearest-cover")
@pytest.mark.parametrize("other", ["r", "b"])
def test_whoever_crawls_goes_round_friends_and_enemies(other: str) -> None:
    """Somebody 1.2 inches ahead, on the straight way to a wood: all two inches are crawled, past him."""
    units: dict[str, Any] = {"r": {"at": [[20, 10]]}, "b": {"at": [[40, 44]]}}
    units[other]["at"] = [*units[other]["at"], [20, 11.2]]
    battle = a_battle(units, terrain=[HEAVY])
    figure = battle.state.figures["r.1"]
    (way,) = ways_to_cover(battle, figure)
    assert length_of(figure.at, way) == pytest.approx(2000, abs=5)
    legs = [figure.at, *way]
    middle = battle.state.figures["r.2" if other == "r" else "b.2"].at
    for (ax, ay), (bx, by) in pairwise(legs):
        places = [(ax + (bx - ax) * k / 20, ay + (by - ay) * k / 20) for k in range(21)]
        assert min(hypot(x - middle[0], y - middle[1]) for x, y in places) >= 995


@pytest.mark.rule("defiance.morale.nearest-cover")
@pytest.mark.parametrize("category", ["heavy", "impassable"])
def test_beside_somebody_in_the_nearest_spot_there_is_cover_too(category: str) -> None:
    wood = {**HEAVY, "category": category}
    battle = a_battle({"r": {"at": [[20, 11.5], [20, 12.52]]}, **FAR}, terrain=[wood])
    ends = [way[-1] for way in ways_to_cover(battle, battle.state.figures["r.1"])]
    assert ends == [(18996, 12525), (21004, 12525)]  # to his left or right, as the owner likes
    three = a_battle({"r": {"at": [[20.1, 11.5], [20, 12.52], [21.1, 12.52]]}, **FAR}, terrain=[wood])
    (way,) = ways_to_cover(three, three.state.figures["r.1"])
    assert way[-1] == pytest.approx((18996, 12525), abs=2)
    beside_an_enemy = a_battle({"r": {"at": [[20.1, 11.5]]}, "b": {"at": [[20, 12.52], [40, 44]]}}, terrain=[wood])
    (way,) = ways_to_cover(beside_an_enemy, beside_an_enemy.state.figures["r.1"])
    assert not touched(beside_an_enemy.state, beside_an_enemy.state.figures["r.1"], way[-1])


@pytest.mark.rule("defiance.morale.nearest-cover")
def test_beside_somebody_at_a_corner_there_is_cover_too() -> None:
    """The nearest free place round the corner is 2.19 inches away; the next sides of the terrain 2.77."""
    corner = {**HEAVY, "box": [21.2, 13.7, 21.6, 14.1]}
    battle = a_battle({"r": {"at": [[19, 11.5], [20.16, 12.66]]}, **FAR}, terrain=[corner])
    figure = battle.state.figures["r.1"]
    first = next(free_spots(battle, figure))
    assert 2190 <= hypot(first[0] - figure.x, first[1] - figure.y) <= 2250
    for _ in range(2):
        put(battle, figure, ways_to_cover(battle, figure)[0][-1])
    assert in_cover_anywhere(battle.state, figure)


@pytest.mark.rule("defiance.morale.nearest-cover")
def test_whoever_is_hemmed_in_stays() -> None:
    around = [[20 + 1.01 * dx, 10 + 1.01 * dy] for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    battle = a_battle({"r": {"at": [[20, 10], *around]}, **FAR}, terrain=[HEAVY])
    assert ways_to_cover(battle, battle.state.figures["r.1"]) == []


@pytest.mark.rule("defiance.morale.rally")
def test_only_those_rally_who_are_there_and_shaken() -> None:
    battle = a_battle({"r": {"at": row(10, 10, 3)}, "b": {"at": [[10, 40]]}}, dice="rally 9")
    fallen, steady, afraid = (battle.state.figures[f"r.{number}"] for number in (1, 2, 3))
    fallen.shaken, fallen.gone, afraid.shaken = True, "routed", True
    rally_figures(battle, [fallen.id, steady.id, afraid.id])
    assert [event.figure for event in told(battle, "Rallied")] == [afraid.id]
    assert not afraid.shaken
