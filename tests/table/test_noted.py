"""What a board notes between questions is void as soon as it might differ."""

from __future__ import annotations

from random import Random

import pytest

from littlewars.table.board.board import Board
from littlewars.table.constants import BLOCK, NONE
from littlewars.table.moving.walk import Passage, walk_many
from littlewars.table.shapes.bases import Disc, moved, new_disc, rectangle
from littlewars.table.sight.looks import DEFIANCE, OVERSOUL, look_round, sees
from littlewars.table.terrain.pieces import Ground, Piece

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
    assert board.bodies[board.row["a"]].tolist()[5:] == [1, 1, 0, 1, 0, 0, 1, board.version]


@pytest.mark.parametrize("seed", range(8))
def test_who_sees_whom_is_looked_at_again_when_either_has_moved_or_risen(seed: int) -> None:
    rng = Random(seed)
    rocks = [(rng.randrange(2000, 17_000), rng.randrange(2000, 17_000)) for _ in range(9)]
    pieces = [Piece(f"rock{k}", "boulder", rectangle(x, y, x + 1500, y + 1500), 1500) for k, (x, y) in enumerate(rocks)]
    board = Board((20_000, 20_000), pieces, [Ground(0, BLOCK)] * 9)
    names = [f"f{k}" for k in range(8)]

    def put(name: str) -> None:
        place = Disc(rng.randrange(20_000), rng.randrange(20_000), 500)
        board.put(name, place, side=int(name[1:]) % 2, tall=rng.choice((1000, 3000)))

    for name in names:
        put(name)
    found = set()
    for _ in range(60):
        name = rng.choice(names)
        if name in board and rng.random() < 0.3:
            board.lift(name)  # the next who comes may get its row
        else:
            put(name)
        viewers = [name for name in names if name in board and rng.random() < 0.6]
        rule = rng.choice((DEFIANCE, DEFIANCE, OVERSOUL))
        others = {viewer: [name for name in board if int(name[1:]) % 2 != int(viewer[1:]) % 2] for viewer in viewers}
        for viewer, (rows, _) in zip(viewers, look_round(board, viewers, rule), strict=True):
            seen = {other for other in others[viewer] if sees(board, viewer, other, rule) != NONE}
            assert {board.names[row] for row in rows} == seen
            found |= {(viewer, other, other in seen) for other in others[viewer]}
    assert len({pair[:2] for pair in found}) < len(found)  # some were seen at one time and not at another


def test_a_quick_disc_is_a_disc() -> None:
    assert new_disc((1, 2, 3)) == Disc(1, 2, 3)
    assert isinstance(moved(Disc(1, 2, 3), (4, 5)), Disc)
