"""Files from strangers: what the one strict loader refuses, in words that end, and how quickly."""

from __future__ import annotations

import json
from itertools import pairwise
from time import process_time
from typing import Any

import pytest

from littlewars.engine.cases import CaseError
from littlewars.engine.cases.reading import parse
from littlewars.muster import RosterError, parse_roster
from littlewars.table.maps.files import MOST_PIECES, MapError
from littlewars.table.maps.files import read as read_map
from littlewars.table.picture.scene import Scene, svg
from littlewars.untrusted import MOST_BYTES, MOST_DEPTH, MOST_VALUES, BadFile, Node, quote, too_deep, tree, tree_of

NINE = "".join(f"{upper}: &{upper} [{', '.join([f'*{lower}'] * 9)}]\n" for lower, upper in pairwise("abcdefghi"))
ALIASES = "a: &a [w, w, w, w, w, w, w, w, w]\n" + NINE  # unfolds to nine times nine … nine words
MERGES = "m0: &m0 {x: 1}\n" + "".join(f"m{k}: &m{k} {{<<: [*m{k - 1}, *m{k - 1}], y{k}: 1}}\n" for k in range(1, 26))
BOMBS = {
    "rules": ALIASES + "case: x\nsystem: oversoul\nscenario: crossroads\nrules: *i\n",
    "play": ALIASES + "case: x\nsystem: oversoul\nscenario: crossroads\nplay: [*i]\n",
    "merge keys": MERGES + "case: x\nsystem: oversoul\nscenario: *m25\n",
}


@pytest.fixture(autouse=True)
def _quick() -> Any:
    """Nothing here takes long."""
    begun = process_time()
    yield
    assert process_time() - begun < 2


@pytest.mark.parametrize("bomb", BOMBS)
@pytest.mark.parametrize(("read", "error"), [(parse, CaseError), (parse_roster, RosterError), (read_map, MapError)])
def test_nothing_unfolds(bomb: str, read: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"anchors .&name. are not allowed in this file") as caught:
        read(BOMBS[bomb], "bomb.yaml")
    assert len(str(caught.value)) < 200
    assert "bomb.yaml" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", 1, "the file is empty"),
        ("a: 1\nb: &x 1", 2, "anchors (&name) are not allowed in this file"),
        ("a: 1\n*x : 1", 2, "aliases (*name) are not allowed in this file"),
        ("a:\n  <<: {b: 1}", 2, "merge keys (<<) are not allowed in this file"),
        ("a: 1\na: 2", 2, "the key 'a' stands twice"),
        ("? [a]\n: 1", 1, "a key should be a plain word"),
        ("? ~\n: 1", 1, "a key should be a plain word"),
        ("a: 1\n---\nb: 1", 2, "more than one document in the file"),
        ("a: " + "[" * 90_000, 1, "nested too deeply"),
        ("- " * 90_000, 1, "nested too deeply"),
        ("[" + "[]," * 300_000 + "]", 1, f"more than {MOST_VALUES:,} values in the file"),
        (
            "a: !!python/object/apply:os.system [x]",
            1,
            "the tag tag:yaml.org,2002:python/object/apply:os.system is not allowed in this file",
        ),
        ("a: !!binary eHg=", 1, "the tag binary is not allowed in this file"),
        ("a:\n- .inf", 2, "inf is too large a number"),
        ("a: .nan", 1, "nan is not a number"),
        ("a: -1.0e+308", 1, "-1e+308 is too large a number"),
        ("a: 1" + "0" * 400, 1, "1000000000000000000… is too large a number"),
        ("a: 1" + ":1" * 400_000, 1, "1:1:1:1:1:1:1:1:1:1… is too large a number"),
        ("a: 0x" + "f" * 900_000, 1, "0xfffffffffffffffff… is too large a number"),
        ("a: 0x_", 1, "'0x_' cannot be read"),
        ("a: !!int ''", 1, "'' cannot be read"),
        ("a: !!bool perhaps", 1, "'perhaps' cannot be read"),
        ("a: \x01", 1, "not readable as YAML: control characters are not allowed"),
        ("a: ä\n\nb: \udc00", 3, "is not a UTF-8 text"),
        ("#" * (MOST_BYTES + 1), 0, f"larger than {MOST_BYTES:,} bytes"),
        ("ä" * (MOST_BYTES // 2 + 1), 0, f"larger than {MOST_BYTES:,} bytes"),
    ],
)
@pytest.mark.parametrize("words", [False, True])
def test_what_strict_yaml_refuses(text: str, line: int, why: str, words: bool) -> None:
    with pytest.raises(BadFile) as caught:
        tree(text, Node, words=words)
    assert (caught.value.line, caught.value.text.replace("key 1", "key '1'")) == (line, why)


def test_scalars_are_what_people_mean() -> None:
    text = "[0x10, 1_0, 190:20:30, 2001-12-14, 2001-12-14t21:59:43.10-05:00, yes, true, ~, <<, '=', 1e3, 1.5]"
    date, instant = "2001-12-14", "2001-12-14t21:59:43.10-05:00"
    assert tree(text, Node).plain() == [16, 10, 685230, date, instant, True, True, None, "<<", "=", "1e3", 1.5]
    assert tree(text, Node, words=True).plain()[5:7] == ["yes", True]
    assert tree("{1: a, true: b, 0.5: c}", Node).plain() == {"1": "a", "True": "b", "0.5": "c"}
    assert tree("{1: a, on: b, 0.5: c}", Node, words=True).plain() == {1: "a", "on": "b", 0.5: "c"}


def test_keys_know_their_lines() -> None:
    found = tree("a:\n  - 1\n\nb:\n\n  c: 2\n", Node)
    assert found.keys == {"a": 1, "b": 4}
    assert (found.value["a"].line, found.value["b"].line) == (2, 6)


@pytest.mark.parametrize("number", [float("inf"), float("nan"), 1e308, 10**400, -(10**16)])
def test_absurd_numbers_in_plain_data(number: float) -> None:
    with pytest.raises(BadFile, match="number"):
        tree_of({"a": [number]}, Node)


def test_quotes_end() -> None:
    assert quote("x") == "'x'"
    assert quote("x" * 1000) == "'" + "x" * 78 + "…"
    assert quote([[1] * 1000]) == "[[" + "1, " * 25 + "1,…"
    assert quote(10**5000) == "a number beyond all bounds"


def test_the_depth_of_json_is_known_before_it_is_read() -> None:
    deepest = json.dumps(_nested(MOST_DEPTH)).encode()
    assert not too_deep(deepest)
    assert too_deep(b"[%s]" % deepest)
    assert too_deep(b'{"a":' * 41 + b"1" + b"}" * 41)
    assert not too_deep(json.dumps(["[" * 100, '"{', "\\", "[" * 50]).encode())
    assert too_deep(b'["' + b"[" * 50 + b'",' + b"[" * 50)
    assert too_deep(b"[" * 5_000_000)


def _nested(depth: int) -> Any:
    return [_nested(depth - 1)] if depth else "x"


# ---- maps


def _map(pieces: int, more: str = "", outline: str = "[[10, 10], [16, 10], [16, 14], [13, 17], [10, 14]]") -> str:
    rows = (f"  - {{id: p{k}, kind: dense-wood, outline: {outline}{more}}}\n" for k in range(pieces))
    return "name: Heap\nunit: inch\nsize: [48, 48]\npieces:\n" + "".join(rows)


def test_a_heap_of_pieces_is_refused() -> None:
    with pytest.raises(MapError, match=r"heap.yaml: 4000 pieces; a map has at most 1000"):
        read_map(_map(4_000), "heap.yaml")


def test_a_map_as_full_as_it_may_be_is_read_and_drawn() -> None:
    found = read_map(_map(MOST_PIECES))
    assert len(svg(Scene(found.size, found.name, found.unit, found.pieces))) > 100_000


def test_an_outline_of_many_corners_on_one_line() -> None:
    row = ", ".join(f"[{30 - k / 1000}, 10]" for k in range(20_000))
    assert len(read_map(_map(1, outline=f"[[5, 5], [30, 5], {row}, [5, 10]]")).pieces[0].outline) == 4


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("size: [1.0e+14, 4]", "map: size is at most 240 each way, not .100000000000000.0, 4."),
        ("size: [48, 48]\npieces: {a: 1}", "map: pieces are a list, not {'a': 1}"),
        ("size: [48, 48]\npieces:\n- {kind: [hill]}", "map:3: piece-1: unknown kind of terrain .'hill'.; known"),
        ("size: [48, 48]\npieces:\n- {kind: hill, at: [abc, 3], radius: 2}", "piece-1: a length is a number .*, not 'abc'"),
        (
            "size: [48, 48]\npieces:\n- {kind: hill, at: [3, 3], radius: 1000000}",
            "number .not too large",
        ),
        ("size: [48, 48]\npieces:\n- {kind: hill, at: [3, 3], size: [1, 1], turn: x}", "piece-1: a length is a number"),
    ],
)
def test_maps_that_nobody_can_play_on(text: str, why: str) -> None:
    with pytest.raises(MapError, match=why):
        read_map(text)
