"""Rules of thumb for Combat Action."""

from __future__ import annotations

from random import Random

import pytest

from littlewars.engine import Choose, Game
from littlewars.players.combat_action.answers import react
from tests.combat_action.field import Play, crew


@pytest.mark.rule("combat-action.ready.use")
def test_a_car_whose_driver_has_fallen_on_the_way_is_still_worth_a_shot() -> None:
    units = {"car": crew([60, 30]), "b": {"figures": {"1": {"model": "sniper", "at": [60, 80], "ready": 0}}}}
    play = Play(units, active="car").say("car.2", "pilot-vehicle", {"car.1": [60, 50]})
    game: Game[object] = play.game
    ask = game.ask
    assert isinstance(ask, Choose)
    assert ask.topic == "react"
    driver = play["car.2"]
    driver.gone, driver.carrier = "ooa", ""
    assert react(game.view("blue"), ask, Random(1)) in ask.ids
