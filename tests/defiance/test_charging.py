"""Charges by hand, and after an interruption (defiance.orders.charge-move)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Leg, Step
from littlewars.engine.showing import Drag
from tests.defiance.squads import Play, shoot


@pytest.mark.rule("defiance.orders.charge-move")
def test_dragged_onto_an_enemy_a_charger_ends_in_contact() -> None:
    play = Play({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 16]], "face": 180}}, dice="card 1").say("charge")
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
