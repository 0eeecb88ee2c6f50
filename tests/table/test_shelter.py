"""Shelter and walls: places in cover past those who have them, where a way touches a wall, and boxes round things."""

from itertools import islice, pairwise

import pytest

from littlewars.table.board.board import Board
from littlewars.table.moving.shelter import Seeker, behind, edges, hiding_place, places
from littlewars.table.moving.spots import all_round
from littlewars.table.moving.walls import along_top, contact, overlaps_piece, stands_on
from littlewars.table.shapes.bases import Box, Disc, centre2, gap, gap_poly, moved, rectangle
from littlewars.table.shapes.boxes import around, boxes_meet, joined
from littlewars.table.terrain.pieces import Piece

WOOD = Piece("wood", "sparse-wood", rectangle(10_000, 10_000, 14_000, 14_000))
WALL = Piece("wall", "low-wall", rectangle(0, 10_000, 20_000, 10_500))
ROOF = Piece("roof", "boulder", rectangle(10_000, 10_000, 14_000, 14_000), flat=True)


def test_places_by_the_sides_of_terrain_come_nearest_first() -> None:
    base = Disc(12_000, 5000, 500)
    found = list(places(base, edges([WOOD], lambda piece: True), 100))
    assert found[0][0] == 12_000
    assert 0 < gap_poly(moved(base, found[0]), WOOD.outline) <= 100
    away = [centre2(base.at, at) for at in found]
    assert away == sorted(away)
    assert all(a != b for a, b in pairwise(found))
    assert not list(places(base, edges([], lambda piece: True), 100))


def test_who_comes_late_stands_beside_those_who_were_first() -> None:
    board, base = Board((30_000, 30_000)), Disc(12_000, 5000, 500)
    sides = edges([WOOD], lambda piece: True)

    def covered(at):
        return gap_poly(moved(base, at), WOOD.outline) <= 100

    def seek(berth=0):
        seeker = Seeker(board, base, ["me"], covered, lambda name: berth)
        return next(seeker.free(islice((at for at in places(base, sides, 100) if covered(at)), 12)))

    free = seek()
    board.put("first", moved(base, free), 1)
    second = seek()
    assert second != free
    assert covered(second)
    assert board.stands(moved(base, second), ["me"]) is None
    assert gap(moved(base, second), board.base("first")) < gap(moved(base, seek(berth=500)), board.base("first"))


@pytest.mark.parametrize(("to", "met"), [((5000, 9000), False), ((5000, 9600), True), ((5000, 20_000), True)])
def test_where_a_straight_way_touches_a_wall(to: tuple[int, int], met: bool) -> None:
    base = Disc(5000, 5000, 500)
    found = contact(base, base.at, to, WALL)
    assert (found is not None) == met
    if found is not None:
        foot, beyond = found
        assert not overlaps_piece(base, foot, WALL, slack=0)
        assert abs(foot[1] - 9500) <= 1
        if to[1] > 15_000:
            assert abs(beyond[1] - 11_000) <= 1


def test_on_a_flat_top() -> None:
    base = Disc(12_000, 5000, 500)
    assert stands_on(base, (12_000, 12_000), ROOF)
    assert not stands_on(base, (12_000, 10_400), ROOF)
    assert not stands_on(base, (12_000, 12_000), WOOD)
    assert along_top(base, base.at, (12_000, 12_000), ROOF) == ((12_000, 10_500), (12_000, 12_000))
    assert along_top(base, base.at, (12_000, 8000), ROOF) is None


def test_all_round_a_base_another_touches_it() -> None:
    other = Box(0, 0, 0, 4000, 2000)
    found = all_round(Disc(0, 0, 500), other)
    assert len(found) == 16
    assert all(0 < gap(Disc(*at, 500), other) <= 50 for at in found)


def test_boxes() -> None:
    assert around([(1, 5), (3, 2)], 1) == (0, 1, 4, 6)
    assert joined((0, 1, 4, 6), (2, 0, 3, 9)) == (0, 0, 4, 9)
    assert boxes_meet((0, 0, 2, 2), (1, 1, 3, 3))
    assert not boxes_meet((0, 0, 2, 2), (2, 0, 3, 3))


def test_who_hides_goes_into_an_area_or_behind_a_piece() -> None:
    assert hiding_place(WOOD, (12_000, 5000), (12_000, 30_000)) == (12_000, 11_500)  # towards its middle
    assert hiding_place(WOOD, (12_000, 12_000), (12_000, 30_000)) == (12_000, 12_000)  # in the middle of it
    low = Piece("wall", "low-wall", WALL.outline, linear=True)
    assert hiding_place(low, (12_000, 5000), (12_000, 30_000)) == (12_000, 8800)  # away from the threat
    assert hiding_place(low, (12_000, 20_000), (12_000, 0)) == (12_000, 11_700)
    assert hiding_place(low, (12_000, 10_200), (12_000, 10_200)) == (10_000, 10_250)  # nobody is behind a piece there


def test_behind_is_beyond_a_piece_as_seen_from_the_threat() -> None:
    assert behind(ROOF, (12_000, 17_000), (12_000, 30_000), 800) == [(12_000, 9200)]
    nearest, between, middle = behind(WALL, (12_000, 12_000), (10_000, 30_000), 800)
    assert nearest[0] > between[0] > middle[0] == 10_000
    assert {round(y, -2) for _, y in (nearest, between, middle)} == {9200}
    assert behind(ROOF, (12_000, 12_000), (12_000, 12_000), 800) == []  # nobody is behind a piece there
