"""The ground within reach of a move: by the move's own rule in 24 directions, and only for whoever is asked."""

from __future__ import annotations

from math import dist
from random import Random

from littlewars.engine import Leg, Move, Step
from littlewars.server.workers.flood import DIRECTIONS, flooded
from tests.oversoul.helpers import Play
from tests.server.desk import House, advised, play_on, to_move

SQUAD = {"profile": "rifle", "at": [[20, 10], [22, 10], [24, 10]]}
ENEMY = {"profile": "man", "at": [[22, 40]]}


def moving(**more: object) -> Move:
    play = Play({"a": SQUAD, "b": ENEMY}, **more)  # type: ignore[arg-type]
    play.say("a", "move")
    ask = play.game.ask
    assert isinstance(ask, Move)
    return ask


def test_on_open_ground_it_is_a_circle_and_a_wood_dents_it() -> None:
    open_ground = moving()
    plain = flooded(open_ground, ("a.1",), "go")
    assert plain is not None
    assert len(plain) == DIRECTIONS
    assert max(dist((20_000, 10_000), end) for end in plain) > 4_000
    wood = {"id": "wood", "difficulty": "heavy", "box": [10, 12, 40, 16]}
    slowed = flooded(moving(terrain=[wood]), ("a.1",), "go")
    assert slowed is not None
    assert slowed[0][1] < plain[0][1], "north lies the wood"


def test_every_end_is_allowed() -> None:
    ask = moving()
    for end in flooded(ask, ("a.1",), "go") or ():
        if end != ask.start["a.1"].at:
            assert ask.refuse((Leg("a.1", (Step("go", end),)),)) is None


def test_only_those_who_move_are_asked_about(house: House) -> None:
    begun = house.begin("oversoul", "first-battle", red="person", blue="tactician")
    with house.sit(begun["game"], begun["tokens"]["red"]) as red:
        play_on([red], Random(5), stop=lambda: bool(red.asked()) and red.asked()[0]["kind"] == "move", answer=to_move)
        sheet = red.asked()[0]
        assert sheet["kind"] == "move", "the battle has a move"
        who = list(sheet["start"])[:1]
        found = red.do("reach", part=sheet["part"], who=who, verb="go")
        assert found["is"] == "reached"
        assert found["outline"] is None or len(found["outline"]) == DIRECTIONS
        assert red.do("reach", part=sheet["part"], who=["nobody"], verb="go")["status"] == 422
        red.do("concede")


def test_an_order_has_its_paces_and_its_ground(house: House) -> None:
    begun = house.begin("defiance", "first-battle", red="person", blue="tactician")
    with house.sit(begun["game"], begun["tokens"]["red"]) as red:
        play_on([red], Random(5), stop=lambda: bool(red.asked()) and red.asked()[0].get("topic") == "plan", answer=advised)
        sheet = red.asked()[0]
        assert sheet["topic"] == "plan", "the battle has an order"
        who = sheet["of"]
        reach = red.do("pace", who=who, wanted=("paced",))["reach"]
        assert reach["run-fire"] == 2 * reach["walk-fire"] > 0
        found = red.do("reach", part=sheet["part"], who=who, order={"who": who, "stance": "run-fire"})
        assert len(found["outline"]) == DIRECTIONS
        strange = "berserker-band.1"
        assert red.do("pace", who=[strange], wanted=("paced",))["status"] == 403
        assert red.do("reach", part=sheet["part"], who=[strange], order={"who": [strange]})["status"] == 403
        red.do("concede")
