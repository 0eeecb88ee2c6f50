"""Maps: reading, refusing, writing, and fair random ones."""

import pytest
import shapely

from littlewars.table.maps.files import Map, MapError, dump, faults, read, tidy
from littlewars.table.maps.generate import generate
from littlewars.table.shapes.bases import rectangle
from littlewars.table.terrain.pieces import Piece, kinds

FORD = """\
name: The ford
unit: inch
size: [48, 36]
pieces:
  - {id: copse, kind: dense-wood, at: [12, 20], size: [6, 4], turn: 30}
  - {id: pond, kind: lake, outline: [[30, 30], [33, 35], [36, 30]]}
  - {id: rock, kind: boulder, at: [24, 24], radius: 1.5, top: 2.5}
  - {id: fence, kind: hedge, outline: [[2, 2], [8, 2], [8, 2.5], [2, 2.5]], classes: {oversoul: heavy}}
"""


def test_a_map_in_inches():
    table = read(FORD)
    assert table.size == (48000, 36000)
    assert table.piece("rock").top == 2500
    assert table.piece("rock").opaque
    assert table.piece("pond").outline == ((36000, 30000), (33000, 35000), (30000, 30000))
    assert table.piece("fence").classes == {"oversoul": "heavy"}
    assert len(table.piece("copse").outline) == 4


def test_there_and_back():
    table = read(FORD)
    again = read(dump(table))
    assert {p.id: p for p in again.pieces} == {p.id: p for p in table.pieces}
    assert read(dump(again)) == again


@pytest.mark.parametrize(
    ("piece", "wrong"),
    [
        ("{id: a, kind: swamp, at: [9, 9], radius: 1}", "a: unknown kind of terrain 'swamp'"),
        ("{id: a, kind: hill, outline: [[1, 1], [5, 5], [5, 1], [1, 5]]}", "a: the outline crosses itself"),
        ("{id: a, kind: hill, at: [47.5, 9], radius: 1}", "a: it lies off the table"),
        ("{id: a, kind: hill, outline: [[1, 1], [5, 1], [9, 1]]}", "a: "),
        ("{id: a, kind: hill, outline: [[1, 1], [5, 1], [5, 1.04], [1, 9]]}", "a: an edge is shorter than 0.05"),
        ("{id: copse, kind: hill, at: [40, 9], radius: 1}", "copse: this name is used twice"),
        ("{id: a, kind: hill}", "a: a piece has an outline"),
        ("{id: a, kind: hill, at: [9, 9], radius: 1, wings: 2, top: high}", "a: "),
        ("just words", "is not a mapping"),
    ],
)
def test_faulty_maps_name_the_piece_and_its_line(piece, wrong):
    with pytest.raises(MapError, match="map:9: ") as refused:
        read(FORD + f"  - {piece}\n")
    assert wrong in str(refused.value)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("unit: mile\nsize: [1, 2]", "unit is one of"),
        ("size: 4", "size is two"),
        ("[1]", "a mapping"),
        ("a: [", "not readable"),
    ],
)
def test_faulty_files(text, wrong):
    with pytest.raises(MapError, match=wrong):
        read(text)


def test_tidy():
    assert tidy([(0, 0), (0, 10), (10, 10), (10, 5), (10, 0), (10, 0)]) == ((10, 0), (10, 10), (0, 10), (0, 0))
    assert faults(Piece("a", "hill", ((0, 0), (1000, 0))), (9000, 9000)) == ["an outline needs three corners"]
    assert faults(Piece("a", "hill", rectangle(0, 0, 1000, 1000)), (9000, 9000)) == []


@pytest.mark.rule("oversoul.setup.terrain-spacing")
@pytest.mark.parametrize("symmetry", ["point", "mirror"])
def test_random_maps_are_valid_spaced_and_fair(symmetry):
    for seed in range(25):
        table = generate(seed, symmetry=symmetry)
        assert read(dump(table)).pieces == table.pieces
        shapes = [shapely.Polygon(p.outline) for p in table.pieces]
        for k, one in enumerate(shapes):
            assert all(one.distance(two) > 6000 for two in shapes[:k])
        twins = {frozenset(p.outline) for p in table.pieces}
        for p in table.pieces:
            flipped = frozenset((48000 - x if symmetry == "point" else x, 48000 - y) for x, y in p.outline)
            assert flipped in twins
    assert generate(3) == generate(3)
    assert generate(3) != generate(4)


def test_a_small_table_takes_fewer_pieces():
    assert len(generate(1, (24000, 24000), pairs=30).pieces) < 60
    assert isinstance(generate(1, (24000, 24000), pairs=0), Map)
    assert {p.kind for p in generate(2, kinds=("hill", "ford")).pieces} <= {"hill", "ford"}


def test_trees_do_not_shrink_in_centimetres() -> None:
    """On a table in centimetres woods are 7.5 cm high and pieces as large as on one in inches, and a file says the same."""
    centimetres = generate(7, (120000, 120000), unit="cm")
    tops = {kind: facts.get("top", 0) for kind, facts in kinds().items()}
    assert all(one.top == round((tops[one.kind] or 0) * 2.5) for one in centimetres.pieces)
    wide = [max(x for x, _ in one.outline) - min(x for x, _ in one.outline) for one in centimetres.pieces]
    assert max(wide) > 9000
    assert kinds("cm")["sparse-wood"]["top"] == 7500
    assert read(dump(centimetres)).pieces == centimetres.pieces
