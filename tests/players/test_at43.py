"""The tactician of AT-43: beats chance, and spends Leadership Points in many ways."""

from __future__ import annotations

from collections import Counter

from littlewars.engine import Game
from littlewars.players import make_player, play_out
from littlewars.systems.at43.system import AT43

USES = {"LP: bid", "LP: relocate", "LP: activate", "tactic overwatch", "tactic take cover"}


def test_it_beats_chance_and_uses_its_points() -> None:
    won, shown = Counter[str](), set[str]()
    for seed, name in enumerate([*AT43.scenarios()] * 2):
        red, blue = ("tactician", "random") if seed % 2 else ("random", "tactician")
        game = Game.start(AT43, AT43.scenarios()[name], 400 + seed)
        play_out(game, {"red": make_player(red, seed), "blue": make_player(blue, seed)})
        assert game.result is not None
        won[red if game.result.winner == "red" else blue if game.result.winner == "blue" else "draw"] += 1
        for event in game.battle.events or []:
            shown |= set(AT43.shows(game.state, event)) if hasattr(event, "depth") else set()
    assert won["tactician"] >= 5
    assert shown >= USES
