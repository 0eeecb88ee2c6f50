"""Contact: the lock, the queue of fights, and what a lock leaves alone until fights have their chapter (defiance.hth.lock)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from littlewars.dice import Rolling
from littlewars.engine import Game
from littlewars.systems.defiance.basics.state import Activation
from littlewars.systems.defiance.cover.covering import able_to_cover
from littlewars.systems.defiance.move.contact import fight, may_touch, meet, queue, reflex_mods, touched
from littlewars.systems.defiance.system import DEFIANCE
from littlewars.systems.defiance.units.removal import remove
from littlewars.table.shapes.bases import gap, moved
from tests.defiance.squads import Play, a_battle, a_state, row, run

MECHA = {"mech": {"vehicle": True, "TY": "Mecha", "SZ": 4, "DC": 2, "HR": "2@5+", "RF": 1}}


def contact(**more: Any) -> Play:
    """Red charges and meets blue; a second red figure is still to move."""
    units = {"r": {"at": [[20, 10], [26, 10]]}, "b": {"at": [[20, 14]], **more}}
    return Play(units, dice="card 1").say("charge", "r.1", {"r.1": [20, 13]})


@pytest.mark.rule("defiance.hth.lock", "defiance.orders.maneuver-hth-after-movement")
def test_contact_locks_both_and_queues_a_fight_until_all_have_moved() -> None:
    play = contact()
    assert (play["r.1"].locked, play["b.1"].locked) == (("b.1",), ("r.1",))
    assert (play.state.acting().stage, play.state.acting().fights) == ("act", ["r.1>b.1"])
    play.say({"r.2": [24, 11]})
    assert play.asks == "blue orders.declare-first"  # the queue was served: the activation is over
    assert play["r.1"].locked == ("b.1",)  # nothing parts them yet


@pytest.mark.rule("defiance.orders.hth-engaged-limits", "defiance.hth.resolution-order")
def test_whoever_is_engaged_fights_on_under_a_maneuver_order() -> None:
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 11], [21, 10]]}})
    state = battle.state
    state.turn.doing = Activation("r", stage="fight")
    me = state.figures["r.1"]
    me.locked = ("b.1", "b.2")
    state.figures["b.1"].locked = state.figures["b.2"].locked = ("r.1",)
    queue(state, me)
    queue(state, me)  # once is enough
    assert state.acting().fights == ["r.1>b.1", "r.1>b.2"]
    remove(battle, state.figures["b.1"], "killed")
    run(fight(battle))  # he is gone: there is no fight
    assert state.acting().fights == ["r.1>b.2"]
    run(fight(battle))
    run(fight(battle))
    assert (state.acting().fights, state.acting().stage, me.locked) == ([], "cover", ("b.2",))


@pytest.mark.rule("defiance.hth.contact-without-lock")
@pytest.mark.parametrize(("frame", "held"), [("tank", ()), ("mech", ("b.1",)), ("man", ("b.1",))])
def test_a_vehicle_that_cannot_strike_holds_nobody(frame: str, held: tuple[str, ...]) -> None:
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"frame": frame, "at": [[20, 18]], "primary": ""}}, frames=MECHA)
    state = battle.state
    state.turn.doing = Activation("r")
    enemy = state.figures["b.1"]
    run(meet(battle, state.figures["r.1"], [enemy]))
    assert state.figures["r.1"].locked == held


@pytest.mark.rule("defiance.hth.contact-without-lock", "defiance.orders.fire-prohibitions")
def test_one_walks_away_from_a_tank_on_fire_orders() -> None:
    units = {"r": {"at": [[20, 10]]}, "b": {"frame": "tank", "at": [[20, 18]], "primary": ""}}
    play = Play(units, dice="card 1")
    tank = play["b.1"]
    near = next(y for y in range(18_000, 10_000, -1) if not _overlap(play, y))
    play["r.1"].y = near
    assert touched(play.state, play["r.1"], play["r.1"].at) == [tank]
    play.say("support-fire", "walking")
    assert play.allows({"r.1": [20, near / 1000 - 3]})
    assert play.refused({"r.1": [20, near / 1000 + 1]}) in ("move.figures-as-obstacles", "orders.fire-prohibitions")


def _overlap(play: Play, y: int) -> bool:
    return gap(moved(play["r.1"].base(), (20_000, y)), play["b.1"].base()) < 25


@pytest.mark.rule("defiance.cover.ineligible-figures", "defiance.hth.lock")
def test_a_lock_suspends_covering_fire_and_its_end_gives_it_back() -> None:
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 11], [25, 11]], "covers": "primary"}})
    state = battle.state
    state.turn.doing = Activation("r")
    run(meet(battle, state.figures["r.1"], [state.figures["b.1"]]))
    assert [one.id for one in able_to_cover(state, state.units["b"])] == ["b.2"]
    remove(battle, state.figures["r.1"], "killed")
    assert state.figures["b.1"].locked == ()
    assert [one.id for one in able_to_cover(state, state.units["b"])] == ["b.1", "b.2"]


@pytest.mark.rule("defiance.orders.charge-reflex", "defiance.move.prone-reflex", "defiance.command.chit-charge")
def test_what_helps_and_hinders_in_the_fight_to_come() -> None:
    state = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 20]]}}).state
    figure = state.figures["r.1"]
    assert [mod.value for mod in reflex_mods(state, figure, charging=True)] == [2]
    figure.spurred = True
    assert [mod.value for mod in reflex_mods(state, figure, charging=True)] == [2, 1]
    figure.spurred = False
    figure.prone = figure.shaken = True
    assert [mod.value for mod in reflex_mods(state, figure, charging=False)] == [-2, -4]
    figure.shaken, state.units["r"].broken = False, 1
    assert [mod.value for mod in reflex_mods(state, figure, charging=False)] == [-2, -4]


@pytest.mark.rule("defiance.turn.game-end", "defiance.hth.lock")
@pytest.mark.parametrize("seed", range(3))
def test_a_battle_of_the_locked_ends_with_its_last_turn(seed: int) -> None:
    """Everybody is engaged, nobody resolves it: orders are declared, turns pass, the sixth is the last."""
    state = a_state({"r": {"at": row(20, 10, 3)}, "b": {"at": row(20, 11, 3)}})
    for number in (1, 2, 3):
        state.figures[f"r.{number}"].locked, state.figures[f"b.{number}"].locked = (f"b.{number}",), (f"r.{number}",)
    rng, game = Random(seed), Game(DEFIANCE, state, Rolling(seed), strict=True)
    while game.ask is not None:
        game.answer(game.ask.sample(rng))
        assert not DEFIANCE.state_errors(game.state)
    assert game.state.turn.number <= 6
    assert game.state.turn.phase == "over"


@pytest.mark.rule("defiance.orders.charge-contact-order", "defiance.hth.contact-without-lock")
def test_a_tank_that_a_comrade_touches_is_met_though_it_holds_nobody() -> None:
    units = {"r": {"at": [[20, 10], [30, 10]]}, "b": {"at": [[20, 18], [30, 30]], "frame": "tank", "primary": ""}}
    state = a_battle(units).state
    members, second = state.members(state.units["b"]), state.figures["r.2"]
    second.x = 21_000
    assert list(may_touch(state, second, members, second.at, lambda enemy: True)) == ["b.1"]
    play = Play(units, dice="card 1")
    y = next(y for y in range(18_000, 10_000, -1) if not _overlap(play, y))
    state.figures["r.1"].y = y
    assert list(may_touch(state, second, members, second.at, lambda enemy: True)) == ["b.1", "b.2"]


@pytest.mark.rule("defiance.move.fly-forbidden-orders", "defiance.orders.charge-target")
def test_in_the_air_nobody_touches_and_nobody_is_touched() -> None:
    state = a_battle({"r": {"at": [[20, 10]]}, "b": {"frame": "bird", "at": [[20, 11]]}}).state
    me, bird = state.figures["r.1"], state.figures["b.1"]
    assert touched(state, me, me.at) == [bird]
    assert touched(state, me, me.at, level=1) == []
    bird.level = 1
    assert touched(state, me, me.at) == []


@pytest.mark.rule("defiance.hth.lock")
def test_the_fallen_the_waiting_and_friends_are_not_touched() -> None:
    units = {"r": {"at": [[20, 10], [21, 10]]}, "b": {"at": [[20, 11], [19, 10]], "face": 180}, "b2": {"at": [[20, 9]]}}
    state = a_state(units)
    figure = state.figures["r.1"]
    assert [enemy.id for enemy in touched(state, figure, figure.at)] == ["b.1", "b.2", "b2.1"]
    state.figures["b.1"].gone = "killed"
    state.turn.waiting.append("b2")
    assert [enemy.id for enemy in touched(state, figure, figure.at)] == ["b.2"]
