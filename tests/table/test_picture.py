"""Pictures are well-formed, complete, and tell sides apart without colour."""

import re
import xml.etree.ElementTree as ET

from littlewars.table.board.areas import Circle
from littlewars.table.board.board import Board
from littlewars.table.picture.figures.likeness import DrawnKind
from littlewars.table.picture.labels import Label, place
from littlewars.table.picture.scene import DrawnFigure, DrawnLine, Scene, scene_of, svg
from littlewars.table.picture.style import SIDES, looks, side_patterns
from littlewars.table.shapes.bases import Box, Disc, rectangle
from littlewars.table.terrain.pieces import kinds, piece
from littlewars.table.zones import strip


def full_scene():
    pieces = [piece(kind, kind, rectangle(2000 * k, 1000, 2000 * k + 1500, 4000)) for k, kind in enumerate(kinds())]
    figures = [DrawnFigure(Disc(5000 + 2000 * k, 20000, 500), k, 9000, "", f"Unit <{k}>") for k in range(4)]
    figures += [
        DrawnFigure(Box(20000, 30000, 1234, 4000, 2000), 0, airborne=True, marked=True),
        DrawnFigure(Disc(9000, 9000, 500), 1, prone=True, name="B"),
    ]
    traces = [DrawnLine([(1000, 1000), (5000, 5000)], 1, "6 in"), DrawnLine([(1000, 1000), (5000, 1000)], 2, arrow=False)]
    area = [Circle((9000, 9000), 2000), rectangle(0, 0, 1000, 1000)]
    return Scene(
        (48000, 48000),
        "A & B",
        "inch",
        pieces,
        figures,
        traces,
        area,
        [("Zone", strip((48000, 48000), 3, 12000))],
        ["Us", "Them"],
        "round 1",
    )


def test_it_is_well_formed_and_standalone():
    text = svg(full_scene())
    root = ET.fromstring(text)
    assert root.tag.endswith("svg")
    assert "A &amp; B" in text
    assert "Unit &lt;0&gt;" in text
    assert not re.search(r'href="[^#]|url\([^#]', text)
    assert full_scene()._repr_svg_() == text


def test_everything_is_named_and_refers_to_what_is_there():
    text = svg(full_scene())
    for kind in kinds():
        assert f">{kind.replace('-', ' ')}<" in text
    assert set(re.findall(r'(?:href="#|url\(#)([\w-]+)', text)) <= set(re.findall(r' id="([\w-]+)"', text))


def test_figures_have_bodies_turned_as_they_look():
    one = DrawnFigure(Disc(9000, 9000, 500), 1, 9000, like=DrawnKind("man", "Man", "shooter", (500,)))
    text = svg(Scene((48000, 48000), figures=[one]))
    assert "rotate(90)" in text
    assert 'color="#55b4f2"' in text


def test_sides_differ_without_colour():
    assert len({(s.fill.startswith("url"), s.fill == s.colour, s.stroke, s.dash) for s in SIDES}) == len(SIDES)


def test_a_board_as_it_stands():
    board = Board((48000, 36000))
    board.put("a", Disc(5000, 5000, 500), 1, 0)
    board.put("b", Disc(8000, 5000, 500), 2, 1)
    scene = scene_of(board, "Now", facings={"a": 9000}, units={"a": "Ravens"})
    assert [f.side for f in scene.figures] == [0, 1]
    assert "Ravens" in svg(scene)
    assert "20 cm" in svg(Scene((120000, 120000), unit="cm", pixels=6))


def test_a_side_that_is_called_by_a_colour_has_it():
    red, blue = looks(["red", "blue"], 2)
    assert red.colour.startswith("#ff6")
    assert blue.colour == looks(["The Blue Legion"], 1)[0].colour
    assert red.fill == red.colour != blue.fill  # solid and hollow, whatever the colours
    assert looks(["blue", "red"], 2)[0].fill == blue.colour


def test_colours_are_not_given_twice_and_patterns_exist():
    for names in ((), ("Us", "Them"), ("Us", "blue", "Them", "red"), ("orange", "b", "c", "d"), tuple("abcdefg")):
        sides = looks(names, max(4, len(names)))
        assert len({side.colour for side in sides[:4]}) == 4
        assert len({(side.fill == side.colour, side.stroke, side.dash) for side in sides[:4]}) == 4
        for side in sides:
            assert not side.fill.startswith("url") or f'id="{side.fill[5:-1]}"' in side_patterns(sides)


def boxes(labels, spots):
    wide = [len(label.text) * label.size * (0.57 if label.bold else 0.5) / 2 for label in labels]
    return [(s.x - w, s.y - 0.9 * m.size, s.x + w, s.y + 0.24 * m.size) for s, w, m in zip(spots, wide, labels, strict=True)]


def test_names_do_not_cover_one_another_and_stay_inside():
    frame = (0, 0, 600, 600)
    labels = [Label(f"Unit number {k}", (285 + 3 * k, 290, 295 + 3 * k, 300), 12, bold=True) for k in range(8)]
    labels.append(Label("In the corner", (590, 0, 600, 10), 12, bold=True))
    found = boxes(labels, place(labels, frame))
    for k, (left, top, right, bottom) in enumerate(found):
        assert left >= -1
        assert right <= 601
        assert top >= -1
        for other in found[:k]:
            assert right <= other[0] + 1 or other[2] <= left + 1 or bottom <= other[1] + 1 or other[3] <= top + 1


def test_a_name_that_had_to_go_far_has_a_line():
    labels = [Label("A crowded name", (295, 295, 305, 305), 12) for _ in range(12)]
    assert any(spot.far for spot in place(labels, (0, 0, 600, 600)))
    assert not place(labels[:1], (0, 0, 600, 600))[0].far


def test_nothing_in_a_name_breaks_the_picture():
    names = ("\x00\x1b[31m", "<script>", "n" * 9000, "\ud800", '"&')
    figures = [DrawnFigure(Disc(5000 + 2000 * k, 20000, 500), k, 9000, "", name) for k, name in enumerate(names)]
    text = svg(
        Scene(
            (48000, 48000),
            names[0],
            figures=figures,
            sides=names,
            subtitle=names[1],
            zones=[(names[2], rectangle(0, 0, 9000, 9000))],
        )
    )
    assert ET.fromstring(text.encode()).tag.endswith("svg")
    assert len(text) < 60_000
