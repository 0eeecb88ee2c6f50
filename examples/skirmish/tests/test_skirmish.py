"""The rules of Skirmish, each proven: `pytest examples/skirmish` where the package is installed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from littlewars_skirmish import SKIRMISH
from littlewars_skirmish.player import Sergeant

from littlewars.dice import Scripted
from littlewars.engine import Game, Leg, Refusal, ScenarioError, Step, foresee
from littlewars.lab.invariants import check_game
from littlewars.players import make_player, play_out

FORD = SKIRMISH.scenarios()["ford"]


def battle(red: list[Any], blue: list[Any], *dice: tuple[str, int], terrain: list[Any] | None = None, rounds: int = 6) -> Game:
    """One squad a side, and dice that fall as told."""
    units = {"r": {"side": "red", "troop": "rifleman", "at": red}, "b": {"side": "blue", "troop": "raider", "at": blue}}
    scenario = {"sides": {"red": {}, "blue": {}}, "units": units, "terrain": terrain or [], "rounds": rounds}
    return Game(SKIRMISH, SKIRMISH.setup(scenario), Scripted(list(dice)), strict=True)


def left(game: Game) -> dict[str, int]:
    return {unit.id: len(game.state.members(unit)) for unit in game.state.units.values()}


@pytest.mark.rule("skirmish.movement", "skirmish.together", "skirmish.terrain")
@pytest.mark.parametrize(
    ("to", "rule"),
    [((5000, 10900), None), ((5000, 11100), "skirmish.movement"), ((5000, 9900), None), ((9200, 5000), "skirmish.together")],
)
def test_how_far_a_man_goes(to: tuple[int, int], rule: str | None) -> None:
    game = battle([[5, 5]] if rule != "skirmish.together" else [[5, 5], [5, 7]], [[30, 30]])
    refused = game.refusal((Leg("r.1", (Step("go", to),)),))
    assert (refused and refused.rule) == rule


@pytest.mark.rule("skirmish.terrain", "skirmish.sight")
def test_nobody_goes_or_sees_through_a_house() -> None:
    house = [{"id": "house", "kind": "building", "box": [3, 8, 7, 9]}]
    game = battle([[5, 5]], [[5, 12]], terrain=house)
    refused = game.refusal((Leg("r.1", (Step("go", (5000, 11000)),)),))
    assert isinstance(refused, Refusal)
    assert refused.rule == "skirmish.terrain"
    game.answer(())
    assert game.ask is not None
    assert game.ask.side == "blue"  # red sees nobody: there is nothing to ask


@pytest.mark.rule("skirmish.shooting", "skirmish.losses", "skirmish.morale", "skirmish.troops")
def test_a_volley_takes_the_nearest_and_the_rest_may_run() -> None:
    dice = [("fire, r", 4), ("fire, r", 3), ("courage, b", 3)]
    game = battle([[5, 5], [7, 5]], [[5, 12], [7, 13]], *dice)
    game.answer(())
    game.answer("b")
    assert game.state.figures["b.1"].gone == "shot"
    assert game.state.figures["b.2"].gone == "routed"
    assert game.result is not None
    assert game.result.winner == "red"


@pytest.mark.rule("skirmish.cover")
@pytest.mark.parametrize(("wood", "chance"), [([2, 10, 9, 15], Fraction(1, 3)), ([20, 10, 29, 15], Fraction(1, 2))])
def test_woods_make_it_harder(wood: list[int], chance: Fraction) -> None:
    game = battle([[5, 5]], [[5, 12]], terrain=[{"id": "wood", "kind": "sparse-wood", "box": wood}])
    game.answer(())
    assert game.ask is not None
    found = foresee(SKIRMISH, game.battle, game.ask, "b")
    assert found is not None
    assert dict(found.chances)[1] == pytest.approx(float(chance))


@pytest.mark.rule("skirmish.rounds", "skirmish.victory", "skirmish.table")
def test_sides_take_turns_and_men_are_counted() -> None:
    game = battle([[5, 5], [7, 5]], [[30, 34]], rounds=2)
    order = []
    while (ask := game.ask) is not None:
        order.append(ask.side)
        game.answer(())
    assert order == ["red", "blue", "blue", "red"]
    assert game.result is not None
    assert (game.result.winner, game.result.points) == ("red", {"red": 2.0, "blue": 1.0})
    with pytest.raises(ScenarioError, match=r"skirmish\.table"):
        SKIRMISH.setup({"sides": {"red": {}}})


@pytest.mark.parametrize("seed", range(5))
def test_every_invariant_holds(seed: int) -> None:
    assert check_game(SKIRMISH, "ford", seed).decisions > 10


def test_the_sergeant_beats_chance() -> None:
    wins = 0
    for seed in range(20):
        game = Game.start(SKIRMISH, FORD, seed, quiet=True, keep="none")
        play_out(game, {"red": Sergeant(seed), "blue": make_player("random", seed)})
        wins += game.result is not None and game.result.winner == "red"
    assert wins >= 18
