"""Rules of thumb for Xenocide: squads look for the place from where they will fire best."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Move
from littlewars.engine.moves import ends_of
from littlewars.players import Tactician
from littlewars.players.xenocide.places import best_place, worth_there
from littlewars.players.xenocide.worth import best_shot, presses
from littlewars.systems.xenocide.basics.state import State, Unit
from tests.xenocide.squads import Play, a_battle, row

HOUSE = {"id": "house", "kind": "building", "box": [17, 16, 23, 19]}
MOVES: dict[str, Any] = {"phase": "movement", "number": 2, "stage": "units", "first": "red", "at": "red"}
SQUADS: dict[str, Any] = {
    "r": {"at": row(18.5, 13, 4, 1), "order": "standard"},
    "b": {"at": row(18.5, 32, 4, 1), "order": "standard"},
}


def asked(more: dict[str, Any] | None = None) -> tuple[Any, Move]:
    """Red is asked where its squad goes; its enemy stands behind a house."""
    units = {**SQUADS, "r": {**SQUADS["r"], **(more or {})}}
    play = Play(units, turn=MOVES, terrain=[HOUSE])
    if not isinstance(play.game.ask, Move):  # who has to move is not asked whether
        play.say("r")
    ask = play.game.ask
    assert isinstance(ask, Move)
    return play.game.view("red"), ask


def test_a_squad_goes_where_it_will_see_somebody() -> None:
    view, ask = asked()
    unit = view.state.units["r"]
    assert best_shot(view.battle, unit)[0] == 0
    legs = Tactician(1).answer(view, ask)
    assert worth_there(view.battle, unit, ()) == 0
    assert worth_there(view.battle, unit, legs) > 0


def test_who_runs_does_not_stay() -> None:
    view, ask = asked({"order": "run"})
    assert ask.least
    legs = best_place(view.battle, view.state.units["r"], view.state.units["b"], ask, [])
    assert legs
    assert ask.refuse(legs) is None


def test_a_thought_leaves_the_table_as_it_was() -> None:
    view, ask = asked()
    unit: Unit = view.state.units["r"]
    unit.order = "run"
    state: State = view.state
    before = view.system.encode(state)
    worth = worth_there(view.battle, unit, ())
    legs = best_place(view.battle, unit, state.units["b"], ask, [])
    assert legs
    assert ends_of(legs)
    worth_there(view.battle, unit, legs)
    assert view.system.encode(state) == before
    assert worth_there(view.battle, unit, ()) == worth


@pytest.mark.parametrize(("number", "pressing"), [(1, False), (2, True)])
def test_a_lead_is_no_reason_to_stand_still(number: int, pressing: bool) -> None:
    battle = a_battle({"r": {"at": row(20, 10, 3, 2)}, "b": {"at": row(20, 40, 3, 2)}}, turn={"number": number})
    for name in ("b.1", "b.2"):
        battle.state.figures[name].gone = "killed"
    assert presses(battle.state, "red") is pressing
