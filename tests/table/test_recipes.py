"""Terrain and figures are drawn alike every time, stay where they belong, are small, and every kind has a recipe."""

from __future__ import annotations

import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from typing import get_args

import pytest
from msgspec.structs import replace

from littlewars.engine.page.drawing import likeness_of, riders_of, scene_of, scenery_of, small_of
from littlewars.engine.showing import Likeness as LikenessShown
from littlewars.engine.showing import Role
from littlewars.systems import SYSTEMS
from littlewars.systems.defiance.scenario.terrain_words import features
from littlewars.table.picture.figures.body import body
from littlewars.table.picture.figures.likeness import SWARMS, DrawnKind, DrawnWeapon, Traits, in_hand, says, weapon_of
from littlewars.table.picture.figures.mounts import astride
from littlewars.table.picture.figures.people import person
from littlewars.table.picture.ground import lie, recipes, rocks, trees, water, works
from littlewars.table.picture.ground.chance import Chance
from littlewars.table.picture.ground.cloth import CLOTHS, cloth
from littlewars.table.picture.ground.laid import MOST_MODELLED, table_of
from littlewars.table.picture.ground.recipes import BY_KIND, BY_WORD, drawn, in_order, recipe_of
from littlewars.table.picture.ground.scenery import Opening, Scenery, Site
from littlewars.table.picture.ground.scenery import scenery_of as modelled
from littlewars.table.picture.ground.shapes import area, clockwise, eye_of, holds, inset, scatter, shade
from littlewars.table.picture.ground.shared import MAKERS, drawing, drawings, needed
from littlewars.table.picture.scene import svg
from littlewars.table.picture.thumbnail import thumbnail
from littlewars.table.shapes.bases import rectangle
from littlewars.table.terrain.pieces import kinds, piece

EYE = eye_of((48000, 48000), "inch")
FAR = eye_of((48000, 48000), "inch", turned=True)
AREA = ((20000, 20000), (28000, 19000), (30000, 25000), (22000, 27000))
LINE = rectangle(20000, 20000, 28000, 20500)
MOST = 30_000  # letters of a piece
BOOKS = ("oversoul", "defiance", "xenocide", "at43", "combat-action")


def of_kind(kind: str, **facts: object) -> Scenery:
    known = kinds()[kind]
    return modelled(piece(kind, kind, LINE if known.get("linear") else AREA, **facts))


def shows(book: str):
    system = SYSTEMS[book]
    for name, raw in system.scenarios().items():
        yield name, system.show(system.setup(raw))


# ---- recipes


@pytest.mark.parametrize("kind", kinds())
def test_every_kind_of_the_library_has_a_recipe_of_its_own(kind: str) -> None:
    site = Site(of_kind(kind), EYE)
    assert recipe_of(site) is not lie.by_facts
    assert recipe_of(site) in BY_KIND.values()


@pytest.mark.parametrize("book", BOOKS)
def test_every_piece_of_every_ready_battle_has_a_recipe(book: str) -> None:
    for name, show in shows(book):
        eye = eye_of(show.size, show.unit, show.factor)
        for one in show.ground:
            assert recipe_of(Site(scenery_of(one), eye)) is not lie.by_facts, (book, name, one.id)


def test_every_feature_that_a_book_names_is_drawn_as_what_it_is_called() -> None:
    found = {}
    for name, feature in features().items():
        facts = {"name": name, "top": round(feature.height * 1000), "water": feature.water}
        found[name] = recipe_of(Site(modelled(piece("x", feature.kind, AREA, **facts)), EYE))
    assert found["pine forest"] is trees.conifers
    assert found["grassland"] is trees.grass
    assert found["rock outcropping"] is rocks.outcrop
    assert found["cliff"] is rocks.rock
    assert found["knee-deep water"] is water.shallows
    assert lie.by_facts not in found.values()


@pytest.mark.parametrize("kind", BY_WORD)
def test_a_name_chooses_within_its_kind(kind: str) -> None:
    for words, recipe in BY_WORD[kind]:
        for word in words:
            assert recipe_of(Site(Scenery(kind, AREA, f"the {word}"), EYE)) is recipe
    assert recipe_of(Site(Scenery("low-wall", LINE, "wall by the pine"), EYE)) is works.wall


@pytest.mark.parametrize("turned", [EYE, FAR])
@pytest.mark.parametrize("kind", [*BY_KIND, "never heard of"])
def test_a_drawing_is_well_formed_small_and_where_it_belongs(kind: str, turned) -> None:
    words = ["", *(words[0] for words, _ in BY_WORD.get(kind, ()))]
    for word in words:
        for outline in (AREA, LINE):
            one = drawn(Scenery(kind, outline, word, 3000, 1, 1), turned)
            text = one.lies + one.over
            assert 0 < len(text) <= MOST, (kind, word)
            ET.fromstring(f"<svg>{text}</svg>")
            left, top, wide, deep = one.box
            for x, y in places(text):
                assert left <= x <= left + wide, (kind, word, x)
                assert top <= y <= top + deep, (kind, word, y)


def places(text: str) -> list[tuple[float, float]]:
    """Where shared drawings are put, where paths begin, corners of polygons and middles of discs; not in turned groups."""
    flat = re.sub(r'<g transform="[^"]*rotate.*?</g>', "", text)
    found = re.findall(r"translate\((-?\d+) (-?\d+)\)scale", flat)
    found += re.findall(r'points="(-?\d+),(-?\d+)', flat) + re.findall(r' d="M(-?\d+) (-?\d+)', flat)
    found += re.findall(r'cx="(-?\d+)" cy="(-?\d+)"', flat)
    return [(float(x), float(y)) for x, y in found]


def test_a_large_wood_stays_small() -> None:
    one = drawn(Scenery("dense-wood", rectangle(0, 0, 48000, 48000), "", 3000), EYE)
    assert len(one.lies) + len(one.over) <= MOST


def test_drawings_are_the_same_in_another_process() -> None:
    code = (
        "from tests.table.test_recipes import *; from hashlib import sha256;"
        "print(sha256(''.join(str(drawn(of_kind(kind), EYE)) for kind in kinds()).encode()).hexdigest())"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


def test_two_pieces_do_not_look_alike() -> None:
    other = tuple((x + 9000, y) for x, y in AREA)
    a, b = drawn(Scenery("boulder", AREA, "", 3000), EYE), drawn(Scenery("boulder", other, "", 3000), EYE)
    assert a.lies != b.lies


def test_a_turned_table_has_its_trees_at_the_same_places() -> None:
    eyes = (EYE, FAR)
    found = [re.findall(r"translate\((-?\d+) (-?\d+)\)", drawn(of_kind("sparse-wood"), eye).over) for eye in eyes]
    here = sorted((int(x), int(y)) for x, y in found[0])
    there = sorted((round(EYE.wide) - int(x), round(EYE.deep) - int(y)) for x, y in found[1])
    assert len(here) == len(there) > 3
    assert all(abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1 for a, b in zip(here, there, strict=True))


def test_what_is_above_heads_can_be_lifted() -> None:
    assert drawn(of_kind("dense-wood"), EYE).lifts == "crowns"
    house = drawn(of_kind("building"), EYE)
    assert house.lifts == "roof"
    assert "boards" in house.lies
    assert "boards" not in house.over
    assert drawn(of_kind("hill"), EYE).over == ""


def test_doors_that_are_open_are_seen() -> None:
    gap = Opening((20000, 20000), (21000, 20000), "door", True)
    shut = drawn(Scenery("building", AREA, "", 5000, openings=(Opening(gap.start, gap.stop),)), EYE)
    opened = drawn(Scenery("building", AREA, "", 5000, openings=(gap,)), EYE)
    assert shut.over != opened.over


def test_height_is_read_from_the_shadow() -> None:
    line = clockwise([EYE.at(p) for p in AREA])
    numbers = [max(float(n) for n in re.findall(r"\d+", shade(line, high).split('d="')[1].split('"')[0])) for high in (1, 3, 5)]
    assert numbers == sorted(set(numbers))
    assert shade(line, 0) == ""


def test_unknown_kinds_are_drawn_by_what_they_do() -> None:
    def look(**facts: object) -> str:
        return drawn(Scenery("strange", AREA, "", **facts), EYE).lies

    free, slow, covering, barred = look(), look(going=2), look(cover=2), look(going=3, height=3000, opaque=True)
    assert len({free, slow, covering, barred}) == 4
    assert "stone-" in slow
    assert "stone-" not in free
    assert "bush-" in covering


def test_flat_things_lie_below_what_stands_on_them() -> None:
    order = [one.kind for one in in_order([of_kind("building"), of_kind("hill"), of_kind("lake")])]
    assert order == ["hill", "water", "building"]


def test_shared_drawings_are_all_there() -> None:
    for sort, (_, many) in MAKERS.items():
        assert len({drawing(f"{sort}-{n}").replace(f"-{n}", "") for n in range(many)}) == many
    assert drawing("pine-99") == ""
    assert needed('<use href="#pine-1"/><g filter="url(#soft)"/>').count("id=") == 2
    assert set(drawings('fill="url(#brook)"')) == {"brook"}


def test_shapes() -> None:
    square = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]
    assert area(clockwise(square[::-1])) > 0
    assert [(round(x), round(y)) for x, y in inset(square, 10)] == [(10, 10), (90, 10), (90, 90), (10, 90)]
    spread = scatter(square, 20, Chance("a"), 5)
    assert all(holds(square, x, y) for x, y in spread)
    assert min(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a in spread for b in spread if a != b) >= 20


# ---- whole tables


@pytest.mark.parametrize("name", CLOTHS)
def test_every_cloth_is_another_country(name: str) -> None:
    text = cloth(EYE, name)
    ET.fromstring(f"<svg>{text}</svg>")
    assert CLOTHS[name].middle in text
    assert all(CLOTHS[other].middle not in text for other in CLOTHS if other != name)


@pytest.mark.parametrize("book", BOOKS)
def test_every_ready_battle_is_drawn_quickly_and_refers_to_nothing_that_is_not_there(book: str) -> None:
    recipes.drawn.cache_clear()
    for name, show in shows(book):
        eye = eye_of(show.size, show.unit, show.factor)
        began = time.process_time()
        text = table_of([scenery_of(one) for one in show.ground], eye, show.unit)
        assert time.process_time() - began < 0.5, name
        assert set(re.findall(r'(?:href="#|url\(#)([\w-]+)', text)) <= set(re.findall(r' id="([\w-]+)"', text)), name


def test_a_small_picture_shows_both_forces() -> None:
    show = dict(shows("defiance"))["first-battle"]
    text = thumbnail(small_of(show))
    ET.fromstring(text)
    assert text.count('stroke="#f2813d"') == 1 + 12
    assert text.count('stroke="#55b4f2"') == 1 + 13


def test_a_ford_has_stepping_stones_from_bank_to_bank() -> None:
    line = ((20000, 20000), (28000, 20000), (28000, 22000), (20000, 22000))
    ford, brook = (drawn(Scenery(kind, line, "water"), EYE).lies for kind in ("ford", "shallows"))
    large = [float(size) for size in re.findall(r'href="#stone-\d+" [^>]*scale\(-?([\d.]+)', ford)]
    assert sum(size > 0.3 for size in large) >= 6
    assert recipe_of(Site(Scenery("shallows", line, "stepping stones"), EYE)) is water.ford
    assert ford != brook


def test_what_cannot_be_climbed_has_ledges() -> None:
    steep, tame = (drawn(Scenery("boulder", AREA, "stone", 3000, going=going), EYE).lies for going in (3, 1))
    dark = 'stroke="#26231d"'
    assert steep.count(dark) == 2  # round its foot, and along its flanks
    assert dark not in tame


def test_a_hill_is_of_the_country_it_stands_in() -> None:
    """Only light and shade are drawn, so that snow, sand and ash stay what they are."""
    for name in ("hill", "barrow"):
        one = drawn(Scenery("hill", AREA, name, 3000), EYE).lies
        colours = {text.lower() for text in re.findall(r"#[0-9a-f]{6}", one + drawing("slope"))}
        reds, greens = ([int(text[k : k + 2], 16) for text in colours] for k in (1, 3))
        assert all(green <= red + 4 for red, green in zip(reds, greens, strict=True)), colours
        assert one.count("url(#slope)") >= 3


def test_a_heap_of_pieces_is_drawn_in_flat_colours() -> None:
    """Of very many pieces the last are patches, each in the colour of what it is."""
    heap = [Scenery("lake", tuple((x + 10 * k, y) for x, y in AREA), "", 0) for k in range(MOST_MODELLED + 2)]
    assert table_of(heap, EYE).count(f'fill="{lie.FLAT["lake"]}"') == 2
    assert set(lie.FLAT) >= {kind for kind in kinds() if kind not in ("smoke", "cloud")}


def test_rocks_are_lit_from_the_lamp() -> None:
    """Facets that look to the upper left are brighter than those that look away."""
    text = drawn(Scenery("boulder", AREA, "stone", 3000), EYE).lies
    facets = re.findall(r'<polygon points="([^"]+)" fill="#(\w\w)', text)
    cx, cy = (sum(p[k] for p in map(EYE.at, AREA)) / len(AREA) for k in (0, 1))
    sides: dict[bool, list[int]] = {True: [], False: []}
    for points, red in facets:
        corners = [tuple(map(float, one.split(","))) for one in points.split()]
        by = sum(x - cx + y - cy for x, y in corners) / len(corners)
        if abs(by) > 200:
            sides[by < 0].append(int(red, 16))
    assert sum(sides[True]) / len(sides[True]) > sum(sides[False]) / len(sides[False]) + 30


def test_a_ruin_has_a_floor_and_walls_that_stand() -> None:
    ruin, rubble = (drawn(Scenery("rubble", AREA, name, 2000), EYE).lies for name in ("ruin", "rubble"))
    assert recipe_of(Site(Scenery("rubble", AREA, "ruined farm"), EYE)) is rocks.ruin
    assert "clip-path" in ruin
    assert "clip-path" not in rubble


# ---- figures


@pytest.mark.parametrize("book", BOOKS)
def test_no_two_kinds_of_figures_look_alike(book: str) -> None:
    system = SYSTEMS[book]
    found: dict[str, str] = {}
    for raw in system.scenarios().values():
        for key, model in system.show(system.setup(raw)).models.items():
            text = body(likeness_of(model, (500,)), 0.1)
            ET.fromstring(f"<svg>{text}</svg>")
            assert len(text) < 8000
            assert found.setdefault(text, key) == key


def test_weapons_are_known_by_their_names() -> None:
    assert [weapon_of(name) for name in ("Heatsink Carbine", "Gatling Laser", "Breacher Rocket", "Great axe", "???")] == [
        "smg",
        "mg",
        "launcher",
        "axe",
        "rifle",
    ]
    assert in_hand((), "caster") == "staff"
    assert in_hand((DrawnWeapon("Rifle", "spear"),), "foot") == "spear"
    assert says("Rat swarm", SWARMS)
    assert not says("Swarmer", SWARMS)


@pytest.mark.parametrize("role", get_args(Role))
@pytest.mark.parametrize("size", [(500,), (3000, 1500)])
def test_every_role_has_a_body(role: str, size: tuple[int, ...]) -> None:
    one = DrawnKind(role, role, role, size, (DrawnWeapon("Gun", centre=9000, arc=4500), DrawnWeapon("Rocket")))
    ET.fromstring(f"<svg>{body(one, 0.1)}</svg>")
    assert body(one, 0.1) != body(DrawnKind(role, role, "foot", size), 0.1)
    assert "currentColor" in body(one, 0.1)


def test_a_turret_is_turned_to_its_arc() -> None:
    one = DrawnKind("tank", "Tank", "vehicle", (4000, 2000), (DrawnWeapon("Cannon", centre=9000),))
    assert "rotate(90)" in body(one, 0.1)


def test_a_leader_on_a_horse_has_one() -> None:
    captain = DrawnKind("captain", "Captain", "leader", (2000, 1000))
    on_horse = body(replace(captain, mounted=True), 0.1)
    assert on_horse != body(captain, 0.1)
    assert person(captain, Traits(captain)) in on_horse  # no cape hides the horse


def _ridden(*riders: DrawnKind, role: str = "flyer", size: tuple[int, ...] = (1000,)) -> str:
    return body(DrawnKind("wyrm", "Wyrm", role, size, steed=len(size) == 1, riders=riders), 0.1)


@pytest.mark.parametrize(
    ("role", "size"), [("flyer", (1000,)), ("beast", (1000,)), ("vehicle", (4000, 2000)), ("ship", (4000, 2000))]
)
def test_a_rider_is_drawn_on_what_carries_him(role: str, size: tuple[int, ...]) -> None:
    """The carrier stays as it is, and he is seen on it, by what he has in hand."""
    axe, bow = (DrawnKind("king", "King", "leader", (500,), (DrawnWeapon(arm),)) for arm in ("Axe", "Longbow"))
    alone, ridden = _ridden(role=role, size=size), _ridden(axe, role=role, size=size)
    ET.fromstring(f"<svg>{ridden}</svg>")
    assert ridden.startswith(alone)
    assert len({alone, ridden, _ridden(bow, role=role, size=size), _ridden(axe, bow, role=role, size=size)}) == 4


def test_riders_come_from_the_table() -> None:
    """The Barrow King sits on his wyrm on the table, on the picture, and nowhere else."""
    system = SYSTEMS["oversoul"]
    state = system.setup(system.scenarios()["barrow-moor"])
    for figure in state.figures.values():  # put down
        figure.x = figure.y = 10_000
    show = system.show(state)
    king = next(one for one in show.figures.values() if "atop" in one.flags)
    assert show.models[show.figures[king.within].model].look == LikenessShown(steed=True)
    (rider,) = riders_of(show, king.within)
    assert rider.name == king.name
    assert astride(rider) in svg(scene_of(show))
    assert body(rider, 0.1) not in svg(scene_of(show))
    assert riders_of(show, king.id) == ()
