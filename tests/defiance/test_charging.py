"""Charges by hand, and after an interruption (defiance.orders.charge-move)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Leg, Step
from littlewars.engine.showing import Drag
from littlewars.systems.defiance.move.contact import may_touch
from littlewars.systems.defiance.travel.charging import can_reach
from tests.defiance.squads import Play, a_battle, shoot


@pytest.mark.rule("defiance.orders.charge-move")
def test_dragged_onto_an_enemy_a_charger_ends_in_contact() -> None:
    bugs = {"frame": "bug", "at": [[20, 16]], "face": 180}  # they never test
    play = Play({"r": {"at": [[20, 10], [26, 10]]}, "b": bugs}, dice="card 1").say("charge", "r.1")
    ask: Any = play.game.ask
    legs = ask.plan(Drag(("r.1",), (20_200, 15_800)))
    assert ask.refuse(legs) is None
    assert "touches {b.1}" in ask.trace(legs[0]).stretches[-1].why
    play.game.answer(legs)
    assert play["r.1"].locked == ("b.1",)


@pytest.mark.rule("defiance.orders.charge-move", "defiance.cover.interrupt-aftermath")
def test_an_interrupted_charger_may_not_stop_farther_off_than_he_began() -> None:
    units = {
        "r": {"at": [[20, 10]], "frame": "runner"},
        "b": {"at": [[20, 22]], "face": 180, "covers": "primary", "cover_mod": 0},
    }
    play = Play(units, dice="card 1", frames={"runner": {"MV": 6, "DC": 20}}).say("charge")
    play.game.answer((Leg("r.1", (Step("go", (20_000, 8000)), Step("go", (20_000, 14_000)))),))
    assert play.at("r.1")[1] < 10
    play.say("b", shoot("rifle", "r.1"), dice="damage 1, damage 1")
    assert play.asks == "red orders.charge-move"
    assert play.refused({}) == "orders.charge-move"
    assert play.allows({"r.1": [20, 12]})


@pytest.mark.rule("defiance.orders.charge-contact-order")
@pytest.mark.parametrize(("allowance", "reached"), [(6, False), (12, True)])
def test_an_enemy_behind_a_rock_is_reached_by_a_way_round_it(allowance: int, reached: bool) -> None:
    """It stands four inches off, the way round takes more than six."""
    rock = {"id": "rock", "category": "impassable", "box": [17, 11.5, 23, 12.5]}
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 14]], "face": 180}}, terrain=[rock])
    runner, enemy = battle.state.figures["r.1"], battle.state.figures["b.1"]
    assert can_reach(battle, runner, enemy, allowance * 1000, jumps=False) is reached


@pytest.mark.rule("defiance.orders.charge-contact-order")
@pytest.mark.parametrize(("level", "whom"), [(0, ["b.1", "b.2"]), (1, ["b.1"])])
def test_the_nearest_enemy_is_met_first_unless_a_comrade_on_the_ground_is_at_him(level: int, whom: list[str]) -> None:
    red = {"frame": "bird", "at": [[20, 10], [20, 16]], "figures": {"2": {"level": level}}}
    state = a_battle({"r": red, "b": {"at": [[20, 17], [26, 17]], "face": 180}}).state
    enemies = [state.figures["b.2"], state.figures["b.1"]]
    assert list(may_touch(state, state.figures["r.1"], enemies, (20_000, 10_000), lambda enemy: True)) == whom


@pytest.mark.rule("defiance.orders.charge-contact-order", "defiance.move.stand-up-cost", "defiance.move.crawl-rate")
@pytest.mark.parametrize(("allowance", "reached"), [(5.9, False), (6, True)])
def test_a_prone_figure_reaches_an_enemy_by_standing_up_first(allowance: float, reached: bool) -> None:
    """Two inches to stand up and four to go; to crawl there would take eight."""
    battle = a_battle({"r": {"at": [[20, 10]], "prone": True}, "b": {"at": [[20, 15]], "face": 180}})
    runner, enemy = battle.state.figures["r.1"], battle.state.figures["b.1"]
    assert can_reach(battle, runner, enemy, round(allowance * 1000), jumps=False) is reached
