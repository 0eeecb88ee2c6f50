"""The table at hand: laid out once, kept in step, and what looks have found is void as soon as it might differ."""

from __future__ import annotations

from typing import Any

from littlewars.dice import Scripted
from littlewars.engine import Battle
from littlewars.kit.tabletop import MOST_LAYOUTS
from littlewars.systems.oversoul import OVERSOUL
from littlewars.systems.oversoul.basics.state import State
from littlewars.systems.oversoul.basics.tabletop import Tabletop, put, sync_board, tabletop
from littlewars.table.terrain.pieces import Piece, piece

SCENARIO: dict[str, Any] = {
    "table": [48, 48],
    "sides": {"red": {}, "blue": {}},
    "profiles": {"man": {"range": 12}},
    "terrain": [{"id": "wood", "difficulty": "heavy", "box": [20, 20, 26, 26]}],
    "units": {
        "r": {"side": "red", "profile": "man", "at": [[5, 5], [6.5, 5]]},
        "b": {"side": "blue", "profile": "man", "at": [[5, 30]]},
    },
}


def _battle() -> Battle[State]:
    return Battle(OVERSOUL.setup(SCENARIO), Scripted())


def test_a_look_is_kept_until_somebody_moves() -> None:
    battle, looks = _battle(), iter(range(10))
    place = tabletop(battle)
    assert [place.until_move("look", lambda: next(looks)) for _ in range(3)] == [0, 0, 0]
    put(battle, battle.state.figures["b.1"], (5000, 29000))
    assert place.until_move("look", lambda: next(looks)) == 1
    assert place.until_move("other", lambda: next(looks)) == 2


def test_what_depends_on_who_is_there_outlives_a_move() -> None:
    battle, looks = _battle(), iter(range(10))
    place = tabletop(battle)
    assert place.until_roster("who", lambda: next(looks)) == 0
    put(battle, battle.state.figures["b.1"], (5000, 29000))
    assert place.until_roster("who", lambda: next(looks)) == 0
    battle.state.figures["r.2"].gone = "removed"
    sync_board(battle, battle.state.figures["r.2"])
    assert "r.2" not in place.board
    assert place.until_roster("who", lambda: next(looks)) == 1


def test_a_book_in_centimetres_models_an_inch_as_two_and_a_half() -> None:
    class Metric(Tabletop):
        unit = "cm"

    assert tabletop(_battle()).board.field.inch == 1000
    assert Metric.of(_battle()).board.field.inch == 2500


def test_a_page_to_write_on_is_new_after_a_move() -> None:
    battle = _battle()
    place = tabletop(battle)
    place.until_move("seen", dict)["r.1"] = ("b.1",)
    assert place.until_move("seen", dict) == {"r.1": ("b.1",)}
    put(battle, battle.state.figures["r.1"], (5000, 5500))
    assert place.until_move("seen", dict) == {}


def _wall(number: int) -> Piece:
    return piece(f"wall-{number}", "low-wall", [(0, 0), (1000, 0), (1000, 500), (0, 500)])


def test_grounds_that_change_to_and_fro_are_laid_out_once_and_few_are_kept() -> None:
    battle = _battle()
    first, old = Tabletop.layout_of(battle), list(battle.state.pieces)
    battle.state.pieces = [*old, _wall(0)]
    second = Tabletop.layout_of(battle)
    assert [piece.id for piece in second.field.pieces] == ["wood", "wall-0"]
    battle.state.pieces = old
    assert Tabletop.layout_of(battle) is first
    battle.state.pieces = list(second.field.pieces)
    assert Tabletop.layout_of(battle) is second
    for number in range(MOST_LAYOUTS):
        battle.state.pieces = [_wall(number)]
        Tabletop.layout_of(battle)
    assert len(battle.shared["field"]) == MOST_LAYOUTS
    battle.state.pieces = old
    assert Tabletop.layout_of(battle) is not first


def test_what_follows_from_the_ground_is_kept_with_it() -> None:
    battle = _battle()
    layout, reckoned = Tabletop.layout_of(battle), iter(range(9))
    assert layout.keep("edges", lambda field: (len(field.pieces), next(reckoned))) == (1, 0)
    assert layout.keep("edges", lambda field: (len(field.pieces), next(reckoned))) == (1, 0)
    assert tabletop(battle).layout is layout


def test_a_piece_knows_its_box_and_stays_equal() -> None:
    one, other = _wall(1), _wall(1)
    assert one.box == (0, 0, 1000, 500)
    assert one == other
    assert other.box == one.box
