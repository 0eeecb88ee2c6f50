"""Pictures are well-formed, complete, and tell sides apart without colour."""

import xml.etree.ElementTree as ET

from littlewars.table.areas import Circle, zone
from littlewars.table.bases import Box, Disc, rectangle
from littlewars.table.board import Board
from littlewars.table.picture import Figure, Scene, Trace, scene_of, svg
from littlewars.table.picture_style import DEFS, SIDES, TERRAIN
from littlewars.table.terrain import kinds, piece


def full_scene():
    pieces = [piece(kind, kind, rectangle(2000 * k, 1000, 2000 * k + 1500, 4000)) for k, kind in enumerate(kinds())]
    figures = [Figure(Disc(5000 + 2000 * k, 20000, 500), k, 9000, "", f"Unit <{k}>") for k in range(4)]
    figures += [
        Figure(Box(20000, 30000, 1234, 4000, 2000), 0, airborne=True, marked=True),
        Figure(Disc(9000, 9000, 500), 1, prone=True, name="B"),
    ]
    traces = [Trace([(1000, 1000), (5000, 5000)], 1, "6 in"), Trace([(1000, 1000), (5000, 1000)], 2, arrow=False)]
    area = [Circle((9000, 9000), 2000), rectangle(0, 0, 1000, 1000)]
    return Scene(
        (48000, 48000),
        "A & B",
        "inch",
        pieces,
        figures,
        traces,
        area,
        [("Zone", zone(0, 12000, (48000, 48000)))],
        ["Us", "Them"],
        "round 1",
    )


def test_it_is_well_formed_and_standalone():
    text = svg(full_scene())
    root = ET.fromstring(text)
    assert root.tag.endswith("svg")
    assert "A &amp; B" in text
    assert "Unit &lt;0&gt;" in text
    assert "href" not in text
    assert full_scene()._repr_svg_() == text


def test_every_kind_has_a_look_and_every_pattern_exists():
    assert set(TERRAIN) == set(kinds())
    for look in TERRAIN.values():
        assert not look.pattern or f'id="{look.pattern}"' in DEFS
    for kind in kinds():
        assert f">{kind.replace('-', ' ')}<" in svg(full_scene())


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
