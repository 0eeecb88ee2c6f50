"""Chapters that concern nobody in a battle are skipped by one look: it overlooks nobody."""

from __future__ import annotations

import pytest

from littlewars.dice import Rolling
from littlewars.engine import Game
from littlewars.players import make_player, play_out
from littlewars.systems.defiance.basics.consequences import CONSEQUENCES, may_owe
from littlewars.systems.defiance.basics.state import State
from littlewars.systems.defiance.basics.tabletop import chapters_of
from littlewars.systems.defiance.move.contact import touched
from littlewars.systems.defiance.system import DEFIANCE
from littlewars.systems.defiance.travel.move_ask import meets

READY = DEFIANCE.scenarios()


def in_the_middle(name: str, seed: int, decisions: int) -> Game[State]:
    """A ready battle played by chance, as far as this."""
    game = Game(DEFIANCE, DEFIANCE.setup(READY[name]), Rolling(seed), quiet=True, keep="none")
    play_out(game, {side: make_player("random", seed + number) for number, side in enumerate(game.state.sides)}, decisions)
    return game


def test_a_first_battle_has_none_and_a_clash_of_armour_has_vehicles() -> None:
    assert not any(chapters_of(DEFIANCE.setup(READY["first-battle"])))
    assert chapters_of(DEFIANCE.setup(READY["armoured-clash"])).vehicles


def test_only_templates_and_vehicles_owe_anything() -> None:
    assert {serve.__name__ for _, serve in CONSEQUENCES._kinds} == {"shrink", "fall"}


@pytest.mark.parametrize("name", ["first-battle", "armoured-clash"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_quick_looks_overlook_nobody(name: str, seed: int) -> None:
    game = in_the_middle(name, seed, 160)
    battle, state = game.battle, game.state
    assert may_owe(battle) or CONSEQUENCES.next(battle) is None
    for figure in state.standing():
        assert meets(battle, figure) == touched(state, figure, figure.at)
    game.close()
