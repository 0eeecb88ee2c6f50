"""Scenarios: what every rulebook reads and writes the same way."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from littlewars.engine import ScenarioError
from littlewars.engine.frozen import Frozen
from littlewars.engine.measures import CENTIMETRES, INCHES, Measure
from littlewars.kit.describe import described, own_data, side_data, unit_data
from littlewars.kit.fields import Fields
from littlewars.kit.scenario import (
    about,
    edge_of,
    fresh,
    made,
    only,
    own_things,
    places_of,
    read_members,
    reading,
    rest_of,
    sides_of,
    table_of,
    waiting,
)
from littlewars.kit.system import BaseSystem
from littlewars.kit.terrain import MOST_MAPS, TerrainReader, piece_data
from littlewars.systems import SYSTEMS

HALVES = Measure("cm", 2, " cm")  # two of them make the engine's unit


class Man(Struct, omit_defaults=True):
    id: str
    x: int = 0
    y: int = 0
    face: int = 0
    reach: int = 0
    prone: bool = False
    lucky: bool = True
    marks: tuple[str, ...] = ()


class Squad(Struct, omit_defaults=True):
    id: str
    name: str
    figures: list[str]
    broken: bool = False


class Player(Struct, omit_defaults=True):
    name: str
    edge: int
    score: int = 0
    army: str = ""


class Field(Struct):
    units: dict[str, Squad]
    figures: dict[str, Man]


MAN = Fields(Man, ("id",), ["reach"])


def test_a_figure_is_written_in_peoples_units_and_read_again() -> None:
    man = Man("a", 5000, 2250, 9050, 3500, marks=("x",), lucky=False)
    assert MAN.write(man) == {"at": [5, 2.25], "face": 90.5, "reach": 3.5, "lucky": False, "marks": ("x",)}
    assert MAN.write(man, HALVES)["at"] == [10, 4.5]
    assert MAN.write(Man("b"), INCHES, ["prone"]) == {"at": [0, 0], "face": 0, "prone": False}
    for measure in (INCHES, HALVES, CENTIMETRES):
        again = Man("a", lucky=True)
        MAN.read(again, MAN.write(man, measure), measure)
        assert again == man


def test_what_is_written_out_as_usual_is_the_usual() -> None:
    man = Man("a", prone=True)
    MAN.read(man, {"prone": 0, "face": 360})
    assert man == Man("a")
    assert man.prone is False


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        ({"hat": 1}, "a figure has no 'hat'"),
        ({"x": 1}, "a figure has no 'x'"),
        ({"at": 5}, r"a point is written \[x, y\], not 5"),
        ({"at": [1, "b"]}, "a point needs a number"),
        ({"face": None}, "a facing needs a number"),
        ({"reach": True}, "reach needs a number"),
        ({"prone": "yes"}, "Expected `bool`"),
    ],
)
def test_words_of_a_figure_that_cannot_be(raw: dict[str, Any], why: str) -> None:
    with pytest.raises((ScenarioError, ValueError), match=why):
        MAN.read(Man("a"), raw)


def test_units_and_sides_are_written_with_short_names() -> None:
    state = Field({}, {"s.1": Man("s.1"), "guest": Man("guest"), "t.1": Man("t.1", 1)})
    squad = Squad("s", "s", ["s.1", "guest"], True)
    state.units = {"s": squad, "t": Squad("t", "Others", ["t.1"])}
    assert unit_data(state, squad, lambda man: {"n": man.id}) == {
        "broken": True,
        "figures": {"1": {"n": "s.1"}, "guest": {"n": "guest", "id": "guest"}},
    }
    assert unit_data(state, state.units["t"], lambda man: {})["name"] == "Others"
    assert side_data(Player("red", 2, 5, "x"), ["army"]) == {"score": 5, "edge": "east"}
    assert side_data(Player("red", 0)) == {}
    assert waiting(state) == ["s"]  # the others have been put down


def test_defaults_are_not_read_as_anything_else() -> None:
    found = made(Player, {"name": "red", "edge": 1, "score": 0.0})
    assert found == Player("red", 1)
    assert type(found.score) is int


def test_small_words() -> None:
    assert [edge_of(raw, "red") for raw in (None, "north", "west")] == [0, 1, 4]
    assert places_of({"at": [1, 2]}) == [[1, 2]]
    assert places_of({"at": [[1, 2], [3, 4]]}) == [[1, 2], [3, 4]]
    assert places_of({}) == places_of({"at": None}) == []
    assert fresh("squad", []) == "squad"
    assert fresh("squad", ["squad", "squad-2"]) == "squad-3"
    only({"a": 1}, ["a", "b"], "it")
    with pytest.raises(ScenarioError, match="it has no 'c'; it has a, b"):
        only({"c": 1}, ["b", "a"], "it")


def test_a_table_is_two_lengths_of_the_books_unit() -> None:
    assert table_of({}, (48, 36), INCHES, "r") == (48_000, 36_000)
    assert table_of({}, (48, 36), HALVES, "r") == (48_000, 36_000)
    assert table_of({"table": [20, 10]}, (48, 36), HALVES, "r") == (10_000, 5_000)
    assert table_of({"table": [240, 240]}, (48, 36), INCHES, "r") == (240_000, 240_000)
    with pytest.raises(ScenarioError, match="up to 240″ each way: r"):
        table_of({"table": [241, 10]}, (48, 36), INCHES, "r")
    with pytest.raises(ScenarioError, match="a table of 0 cm x 10 cm"):
        table_of({"table": [0, 10]}, (48, 36), CENTIMETRES, "r")
    with pytest.raises(ScenarioError, match="a table of 481 cm x 10 cm; it measures up to 480 cm"):
        table_of({"table": [481, 10]}, (48, 36), HALVES, "r")


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (KeyError("pace"), "boots: 'pace' is missing or unknown"),
        (ValueError("too small"), "boots: too small"),
        (ValueError(), "boots cannot be read"),
        (TypeError("unhashable"), "boots: something of another kind is written there than is read"),
    ],
)
def test_what_is_wrong_is_said_of_the_part_that_was_read(error: Exception, why: str) -> None:
    with pytest.raises(ScenarioError) as caught, reading(), about("boots"):
        raise error
    assert str(caught.value) == why


def _kind(ident: str, data: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "hill", **data}


def test_terrain_comes_back_as_it_was_written() -> None:
    for measure in (INCHES, HALVES):
        reader = TerrainReader("r.terrain", _kind, measure)
        piece = reader.piece(3, {"box": [2, 2, 6, 4], "height": 3, "name": "Knoll"})
        assert (piece.id, piece.label, piece.top) == ("piece-3", "Knoll", 3000 // measure.factor)
        assert piece.box == tuple(1000 * n // measure.factor for n in (2, 2, 6, 4))
        assert reader.piece(1, piece_data(piece, measure)) == piece
    sky = TerrainReader("r", _kind).piece(1, {"box": [2, 2, 6, 4], "height": None})
    assert sky.top is None
    assert piece_data(sky)["height"] is None


def test_two_pieces_have_two_names_and_lie_on_the_table() -> None:
    reader = TerrainReader("r.terrain", _kind)
    hill = {"id": "a", "box": [2, 2, 6, 4]}
    assert len(reader.read({"terrain": [hill, hill | {"id": "b", "box": [8, 8, 9, 9]}]}, (40_000, 40_000))) == 2
    for other in (hill | {"box": [8, 8, 9, 9]}, hill | {"id": "b", "box": [38, 38, 41, 39]}):
        with pytest.raises(ScenarioError, match=r"terrain [ab]: .*: r.terrain"):
            reader.read({"terrain": [hill, other]}, (40_000, 40_000))


def test_a_map_is_drawn_until_it_suits_and_no_longer() -> None:
    size, seen = (48_000, 48_000), list[int]()

    def third(pieces: Any, size: Any) -> bool:
        seen.append(len(pieces))
        return len(seen) == 3

    suited = TerrainReader("r", _kind, suits=third).random_map({"seed": 4, "pairs": 2}, size)
    assert len(seen) == 3
    assert suited != TerrainReader("r", _kind).random_map({"seed": 4, "pairs": 2}, size)
    tries = iter(range(100))
    TerrainReader("r", _kind, suits=lambda pieces, size: next(tries) < 0).random_map({"seed": 4, "pairs": 2}, size)
    assert next(tries) == MOST_MAPS


class Gun(Frozen):
    key: str
    reach: int = 1


class Agreed(Struct, omit_defaults=True):
    rounds: int = 6


class Battle(Struct):
    width: int
    depth: int
    pieces: list[Any]
    turn: Agreed
    settings: Agreed
    feared: list[str] = []
    wind: int = 1


def test_a_scenario_may_have_things_of_its_own() -> None:
    ready = {"bow": Gun(key="bow"), "gun": Gun(key="gun", reach=9)}

    def read(name: str, raw: Any, known: dict[str, Gun]) -> tuple[str, Gun]:
        return name.lower(), Gun(key=name.lower(), reach=known[raw["as"]].reach)

    found = own_things(ready, "weapon", [("Long", {"as": "gun"}), ("Longer", {"as": "long"})], read)
    assert found == {**ready, "long": Gun(key="long", reach=9), "longer": Gun(key="longer", reach=9)}
    assert set(ready) == {"bow", "gun"}
    with pytest.raises(ScenarioError, match="weapon Odd: 'none' is missing or unknown"):
        own_things(ready, "weapon", [("Odd", {"as": "none"})], read)
    held = [ready["bow"], Gun(key="bow", reach=3), found["long"], found["long"]]
    assert own_data(held, ready) == {"bow": {"key": "bow", "reach": 3}, "long": {"key": "long", "reach": 9}}


def test_of_what_need_not_be_written_only_the_unusual_is() -> None:
    battle = Battle(4000, 3000, [], Agreed(2), Agreed())
    plain = {"system": "x", "table": [4, 3], "terrain": [], "turn": {"rounds": 2}}
    assert described("x", battle) == plain
    battle.feared, battle.wind = ["a>b"], 0
    assert described("x", battle) == {**plain, "feared": ["a>b"], "wind": 0}


def test_what_need_not_be_written_is_read_by_its_type() -> None:
    assert rest_of(Battle, {"width": 3, "wind": 2, "name": "x"}) == {"wind": 2}
    assert rest_of(Battle, {"feared": ["a>b"]}) == {"feared": ["a>b"]}
    with pytest.raises(ScenarioError, match="feared: Expected"):
        rest_of(Battle, {"feared": [3]})


def test_a_setup_says_what_is_wrong_in_a_line() -> None:
    @reading()
    def setup(raw: dict[str, Any]) -> int:
        return int(raw["rounds"])

    assert setup({"rounds": 3}) == setup({"rounds": 3}) == 3
    with pytest.raises(ScenarioError, match="the scenario cannot be read: KeyError 'rounds'"):
        setup({})


@pytest.mark.parametrize("count", [1.5, "two", None])
def test_so_many_alike_is_a_whole_number(count: object) -> None:
    found: list[int] = []
    read_members({"count": 3}, "u", print, lambda: found.append(1))
    assert len(found) == 3
    with pytest.raises(ScenarioError, match="unit u: Expected `int`"), about("unit u"):
        read_members({"count": count}, "u", print, lambda: found.append(1))
    assert len(found) == 3


NOBODY = {"waiting": ["nobody"]}, "turn, waiting: there is no 'nobody' among the units"


@pytest.mark.parametrize(
    ("book", "turn", "why"),
    [
        *((book, {"phase": "nonsense"}, "turn: .*'nonsense'") for book in ("combat-action", "xenocide", "at43")),
        *((book, *NOBODY) for book in ("combat-action", "xenocide", "at43")),
        ("xenocide", {"at": "nobody"}, "turn, at: there is no 'nobody' among the sides"),
        ("at43", {"doing": {"unit": "nobody"}}, "turn, unit: there is no 'nobody' among the units"),
    ],
)
def test_a_turn_names_what_there_is(book: str, turn: dict[str, Any], why: str) -> None:
    system = SYSTEMS[book]
    written = system.describe(system.setup(system.scenarios()["first-battle"]))
    system.setup(written)
    with pytest.raises(ScenarioError, match=why):
        system.setup({**written, "turn": {**written["turn"], **turn}})


def test_a_heap_of_terrain_is_refused() -> None:
    reader = TerrainReader("book.terrain", lambda ident, data: data)
    wood = {"kind": "dense-wood", "box": [1, 1, 4, 4]}
    assert len(reader.read({"terrain": [{**wood, "id": str(n)} for n in range(5)]}, (48_000, 48_000))) == 5
    with pytest.raises(ScenarioError, match=r"1001 pieces of terrain; there are at most 1000: book.terrain"):
        reader.read({"terrain": [wood] * 1001}, (48_000, 48_000))


@pytest.mark.parametrize("raw", [None, {}, [], "red", 3])
def test_a_scenario_without_sides_is_told_so(raw: object) -> None:
    with pytest.raises(ScenarioError, match="names its sides"):
        sides_of({"sides": raw}, ())
    assert sides_of({"sides": {"red": None, 7: {}}}, ()) == {"red": {}, "7": {}}


def test_a_new_book_begins_with_its_first_version_and_a_map_is_drawn_twenty_times_at_most() -> None:
    assert (BaseSystem.version, MOST_MAPS) == (1, 20)
