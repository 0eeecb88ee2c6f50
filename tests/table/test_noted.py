"""What a board notes between questions is void as soon as it might differ."""

from __future__ import annotations

from littlewars.table.bases import Disc, moved, new_disc
from littlewars.table.board import Board
from littlewars.table.walk import Passage, walk_many

OWN = Passage(frozenset({1}))


def _board() -> Board:
    board = Board((20000, 20000))
    board.put("a", Disc(2000, 2000, 500), 1, 0)
    board.put("b", Disc(4000, 2000, 500), 1, 0)
    board.put("foe", Disc(2000, 8000, 500), 2, 1)
    return board


def test_a_walk_of_many_is_looked_at_again_when_somebody_has_moved() -> None:
    board, ends = _board(), [(2000, 5000), (4000, 5000)]
    first = walk_many(board, ["a", "b"], ends, OWN)
    assert first.all_free
    assert walk_many(board, ["a", "b"], ends, OWN) is first
    board.move("foe", Disc(2000, 4500, 500))
    assert not walk_many(board, ["a", "b"], ends, OWN).all_free
    assert walk_many(board, ["a", "b"], ends, OWN._replace(ghosts=frozenset({"foe"}))).all_free
    assert walk_many(board.copy(), ["a", "b"], [(2000, 3000), (4000, 3000)], OWN).all_free


def test_other_prices_are_another_walk() -> None:
    board, ends = _board(), [(2000, 5000), (4000, 5000)]
    first = walk_many(board, ["a", "b"], ends, OWN)
    assert walk_many(board, ["a", "b"], ends, OWN._replace(cost=board.field.cost.copy())) is not first


def test_the_roster_outlives_a_move_and_nothing_else() -> None:
    board = _board()
    before = board.roster
    board.move("a", Disc(2000, 3000, 500))
    board.put("a", Disc(2000, 2500, 500), 1, 0)
    assert board.roster == before
    board.put("a", Disc(2000, 2500, 500), 1, 1)  # another side
    assert board.roster > before
    before = board.roster
    board.put("a", Disc(2000, 2500, 500), 1, 1, flags=1)  # in the air
    assert board.roster > before
    before = board.roster
    board.lift("a")
    assert board.roster > before
    before = board.roster
    board.put("a", Disc(2000, 2500, 500), 1, 1, flags=1)  # back again, as he was
    assert board.roster > before
    board.move("a", Disc(1000, 1000, 500))
    assert board.bodies[board.row["a"]].tolist()[5:] == [1, 1, 0, 1, 0, 0, 1]


def test_a_quick_disc_is_a_disc() -> None:
    assert new_disc((1, 2, 3)) == Disc(1, 2, 3)
    assert isinstance(moved(Disc(1, 2, 3), (4, 5)), Disc)
