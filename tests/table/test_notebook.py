"""Any table has a picture in a notebook: maps, games and views draw themselves, a board by `scene_of`."""

from __future__ import annotations

from littlewars.engine import Game
from littlewars.systems import SYSTEMS
from littlewars.table.board.board import Board
from littlewars.table.maps.generate import generate
from littlewars.table.picture.scene import scene_of
from littlewars.table.shapes.bases import Disc


def test_everything_that_is_a_table_has_a_picture() -> None:
    board = Board((24000, 24000))
    board.put("ann", Disc(5000, 5000, 500))
    oversoul = SYSTEMS["oversoul"]
    game = Game.start(oversoul, oversoul.scenarios()["first-battle"], 1)
    for thing in (scene_of(board), generate(1), game, game.view("red")):
        drawn = thing._repr_svg_()
        assert drawn.startswith("<svg")
        assert drawn.endswith("</svg>")
    assert "First battle" in game._repr_svg_()
