"""Rosters that are wrong: a clear message with the line, never a traceback."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlewars.muster import Bill, Breach, RosterError, load_roster, parse_roster
from littlewars.systems.oversoul.roster.muster import UnitSpec

from .mustering import check, cost, expand, sheet_html

HEAD = "system: oversoul\nname: Test\npoints: 500\nunits:\n"
UNIT = "  - name: A\n    models:\n      - "  # the model stands in line 7

BREACHES = [
    pytest.param(
        "  - {name: A, models: [{name: M, die: d20, count: 5}]}", 3, "oversoul.build.process", "exceed", id="over budget"
    ),
    pytest.param(
        UNIT + "name: M\n        die: d10\n        attributes: [Magic]\n        spells: [Fly, Shield, Zap]",
        10,
        "oversoul.attr.magic",
        "spells of 7 exceed the 6",
        id="spell budget",
    ),
    pytest.param(UNIT + "{name: M, kind: vehicle, die: d4}", 7, "oversoul.build.vehicle-min-die", "below d8", id="d4 vehicle"),
    pytest.param(UNIT + "name: M\n        die: d6\n        range: 7", 9, "oversoul.build.range-even", "R:7", id="odd range"),
    pytest.param(
        UNIT + "name: M\n        die: d6\n        attributes:\n          - Tough\n          - Heroic",
        11,
        "oversoul.build.attribute-cost",
        "unknown attribute 'Heroic'",
        id="unknown attribute",
    ),
    pytest.param(
        UNIT + "name: M\n        kind: vehicle\n        die: d8\n        attributes: [Brave]",
        10,
        "oversoul.basics.terms-vehicle",
        "Brave is for troopers only",
        id="brave vehicle",
    ),
    pytest.param(UNIT + "{name: M, die: d7}", 7, "oversoul.basics.single-die", "d7", id="no such die"),
    pytest.param(
        UNIT + "name: M\n        die: d8\n        attributes: [Magic]\n        spells:\n          - Zzap",
        11,
        "oversoul.spells.table",
        "did you mean Zap",
        id="unknown spell",
    ),
    pytest.param(
        "  - {name: A, models: [{name: M, die: d6, kind: robot}]}",
        5,
        "oversoul.basics.terms-unit",
        "kind should be",
        id="unknown kind",
    ),
    pytest.param(
        "  - {name: A, models: [{name: M, die: d6, base: 99}]}", 5, "oversoul.basics.measuring", "a base is", id="giant base"
    ),
]


@pytest.mark.rule("oversoul.basics.measuring")
@pytest.mark.parametrize(
    ("base", "fits"),
    [
        ("0.1", True),
        ("0.09", False),
        ("24", True),
        ("24.01", False),
        ("[1, 24]", True),
        ("[1, 24.5]", False),
        ("[0.05, 1]", False),
        ("[1, 1, 1]", False),
    ],
)
def test_a_base_is_a_tenth_of_an_inch_to_24_inches(base: str, fits: bool) -> None:
    breaches = check(parse_roster(f"{HEAD}  - {{name: A, models: [{{name: M, die: d6, base: {base}}}]}}"))
    assert ("oversoul.basics.measuring" not in {breach.rule for breach in breaches}) is fits


@pytest.mark.parametrize(("units", "line", "rule", "text"), BREACHES)
def test_breaches_have_a_rule_and_a_line(units: str, line: int, rule: str, text: str) -> None:
    breaches = check(parse_roster(HEAD + units))
    assert [(b.line, b.rule) for b in breaches] == [(line, rule)]
    assert text in breaches[0].text


ERRORS = [
    pytest.param("", 1, "empty", id="empty"),
    pytest.param("just a text", 1, "should be a mapping", id="a text"),
    pytest.param("- a\n- b", 1, "should be a mapping", id="a list"),
    pytest.param("system: oversoul\nname: [unclosed", 2, "not readable as YAML", id="malformed"),
    pytest.param("system: oversoul\n\tname: X", 2, "not readable as YAML", id="tab"),
    pytest.param("system: oversoul\nname: X\n\x00", 3, "not readable as YAML", id="control character"),
    pytest.param("system: oversoul\nunits: []", 1, "without units", id="no units"),
    pytest.param("system: oversoul\nunits: [{profile: steel-ravens}]", 1, "lacks 'name'", id="no name"),
    pytest.param("name: X\nunits: [{profile: steel-ravens}]", 1, "lacks 'system'", id="no system"),
    pytest.param("system: oversoul\nname: X", 1, "lacks 'units'", id="no units key"),
    pytest.param(
        "system: oversoul\nname: X\npoints: many\nunits: [{profile: steel-ravens}]", 3, "whole number", id="points a word"
    ),
    pytest.param("system: oversoul\nname: X\npoints: 0\nunits: [{profile: steel-ravens}]", 3, "1 or more", id="points 0"),
    pytest.param(
        "system: oversoul\nname: X\ncolour: red\nunits: [{profile: steel-ravens}]", 3, "no 'colour'", id="unknown key"
    ),
    pytest.param("system: oversoul\nname: X\nname: Y\nunits: []", 3, "stands twice", id="key twice"),
    pytest.param("system: chess\nname: X\nunits: [{profile: steel-ravens}]", 1, "roster for chess", id="another system"),
    pytest.param(HEAD + "  - profile: steel-raven", 5, "did you mean steel-ravens", id="unknown ready unit"),
    pytest.param(
        HEAD + "  - profile: steel-ravens\n    numbers: {Bassic Infantry: 3}", 6, "no model 'Bassic", id="unknown model"
    ),
    pytest.param(
        HEAD + "  - profile: steel-ravens\n    numbers: {Basic Infantry: lots}", 6, "whole number", id="number a word"
    ),
    pytest.param(HEAD + "  - profile: steel-ravens\n    dice: d6", 6, "no 'dice'", id="unknown override"),
    pytest.param(HEAD + "  - profile: steel-ravens\n    count: 900", 5, "more than 200 units", id="too many units"),
    pytest.param(HEAD + "  - steel-ravens", 5, "a unit should be a mapping", id="unit a text"),
    pytest.param(HEAD + "  - name: A", 5, "lacks 'models'", id="no models"),
    pytest.param(HEAD + "  - models: []", 5, "lacks 'name' or 'id'", id="nameless unit"),
    pytest.param(HEAD + UNIT + "{name: M}", 7, "M lacks 'die'", id="no die"),
    pytest.param(HEAD + UNIT + "{die: d6}", 7, "a model lacks 'name'", id="no model name"),
    pytest.param(HEAD + UNIT + "{name: M, die: [6]}", 7, "die should be a text, not a list", id="die a list"),
    pytest.param(HEAD + UNIT + "{name: M, die: d6, count: two}", 7, "whole number", id="count a word"),
    pytest.param(HEAD + UNIT + "{name: M, die: d6, attributes: Fast}", 7, "should be a list", id="not a list"),
    pytest.param(HEAD + UNIT + "{name: M, die: d6, atributes: []}", 7, "did you mean attributes", id="typo"),
    pytest.param(HEAD + UNIT + "{name: M, die: d6, range: .inf}", 7, "too large a number", id="infinite"),
    pytest.param(HEAD + UNIT + "{name: M, die: d6, range: .nan}", 7, "nan is not a number", id="nan"),
    pytest.param(HEAD + "  - name: A\n    leader: 3\n    models: [{name: M, die: d6}]", 6, "true or false", id="flag a number"),
    pytest.param(HEAD + "  - !!python/object:os.system {}", 5, "tag", id="python tag"),
    pytest.param("a: [x, x]\nb: *a", 2, "aliases", id="alias"),
    pytest.param("&a [*a]", 1, "anchors", id="itself"),
    pytest.param("x: " + "[" * 500 + "]" * 500, 1, "nested too deeply", id="bottomless"),
    pytest.param(
        "{system: oversoul, name: X, units: [{profile: steel-ravens}]}\n---\n{}",
        2,
        "more than one document",
        id="two documents",
    ),
    pytest.param("? [a]\n: b", 1, "plain word", id="list as key"),
]


@pytest.mark.parametrize(("text", "line", "message"), ERRORS)
def test_files_that_cannot_be_read(text: str, line: int, message: str) -> None:
    with pytest.raises(RosterError) as caught:
        check(parse_roster(text, "army.yaml"))
    assert message in caught.value.text
    assert caught.value.line == line
    assert caught.value.source == "army.yaml"
    assert str(caught.value).startswith(f"army.yaml, line {line}: ")


def test_a_billion_laughs_are_refused_at_the_first_anchor() -> None:
    lines = ['a0: &a0 ["ha"]'] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    with pytest.raises(RosterError, match="line 1: anchors"):
        parse_roster("\n".join(lines))


def test_files_that_are_not_there_or_no_text(tmp_path: Path) -> None:
    for make in (
        lambda p: None,
        lambda p: p.mkdir(),
        lambda p: p.write_bytes(b"name: \xff\xfe"),
        lambda p: p.write_text("#" * 1_000_001),
    ):
        path = tmp_path / f"roster{len(list(tmp_path.iterdir()))}.yaml"
        make(path)
        with pytest.raises(RosterError, match=r"roster\d"):
            load_roster(path)


def test_ready_units_may_be_changed() -> None:
    text = HEAD + (
        "  - {profile: steel-ravens, count: 2, numbers: {Basic Infantry: 4, Trooper with SAW: 0}}\n"
        "  - {profile: steel-ravens, id: guard, name: Palace Guard}\n"
        "  - {profile: thornwood-wizard, spells: {Wizard: [Fly, Shield]}}"
    )
    roster = parse_roster(text)
    assert check(roster) == []
    specs = expand(roster)
    assert [(s.id, s.name, s.cost) for s in specs] == [
        ("steel-ravens", "Steel Ravens, Tactical Squad", 68),
        ("steel-ravens-2", "Steel Ravens, Tactical Squad 2", 68),
        ("guard", "Palace Guard", 175),
        ("thornwood-wizard", "Wizard of the Thornwood", 56),
    ]
    assert [[(m.profile, m.count) for m in s.members] for s in specs[:1]] == [[("steel-ravens/Basic Infantry", 4)]]
    over = parse_roster(HEAD + "  - profile: thornwood-wizard\n    spells: {Wizard: [Fly, Fly]}")
    assert {(b.rule, b.line) for b in check(over)} == {("oversoul.attr.magic", 6)}
    nobody = parse_roster(HEAD + "  - {profile: elven-royal-lancers, numbers: {Elven Knight: 0}}")
    assert [b.rule for b in check(nobody)] == ["oversoul.basics.terms-unit"]


def test_everything_turns_into_json_and_back() -> None:
    roster = parse_roster(HEAD + "  - {profile: colonial-armoured-car}\n  - {profile: thornwood-dragon-rider}")
    assert msgspec.json.decode(msgspec.json.encode(cost(roster)), type=Bill) == cost(roster)
    assert msgspec.json.decode(msgspec.json.encode(expand(roster)), type=list[UnitSpec]) == expand(roster)
    assert msgspec.json.decode(msgspec.json.encode(roster))["name"] == "Test"
    over = parse_roster(HEAD + "  - {profile: light-tank, count: 2}")
    assert msgspec.json.decode(msgspec.json.encode(check(over)), type=list[Breach]) == check(over)


def test_the_sheet_shows_units_costs_and_warnings() -> None:
    page = sheet_html(parse_roster(HEAD + "  - {profile: light-tank, count: 2}\n  - {profile: thornwood-wizard}"))
    shown = (
        "Main Cannon",
        "all round",
        "d20",
        "586 of 500 points",
        "This roster breaks the rules",
        "Fireball",
        "-2&quot; MOVE",
        "Turret",
    )
    for words in shown:
        assert words in page
    assert "@media print" in page
    assert page.count('<section class="card">') == 3


def test_the_sheet_escapes_everything() -> None:
    evil = "<script>alert('x')</script>&\""
    model = {"name": evil, "die": "d6", "range": 8}
    unit: dict[str, Any] = {"id": "a", "name": evil, "models": [model]}
    tank = {
        "name": "T",
        "models": [{"name": evil, "kind": "vehicle", "die": "d8", "weapons": [{"name": evil, "die": "d8", "range": 8}]}],
    }
    top = {"system": "oversoul", "name": evil, "genre": evil, "note": evil, "points": 1, "units": [unit, tank]}
    page = sheet_html(parse_roster(json.dumps(top)))
    assert "<script" not in page
    assert "alert(&#x27;x&#x27;)" in page


SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 30), st.floats(), st.text(max_size=6), st.sampled_from(["d6", "d8", "Fast"])
)
KEYS = st.sampled_from(
    [
        "name",
        "die",
        "kind",
        "count",
        "range",
        "attributes",
        "weapons",
        "spells",
        "mount",
        "aboard",
        "base",
        "cost",
        "models",
        "profile",
        "id",
        "vehicle",
        "facing",
        "move",
        "payload",
        "numbers",
        "leader",
        "cohesion",
        "artillery",
        "each",
        "total",
        "carries",
        "mystery",
    ]
)
ANYTHING = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=6), max_leaves=14
)


@settings(max_examples=300, deadline=None)
@given(st.lists(ANYTHING, min_size=1, max_size=3))
def test_no_roster_gives_a_traceback(units: list[Any]) -> None:
    text = json.dumps({"system": "oversoul", "name": "T", "units": units})
    for question in (check, cost, expand, sheet_html):
        with suppress(RosterError):
            question(parse_roster(text))


GOOD = {
    "name": "M",
    "die": "d8",
    "kind": "vehicle",
    "range": 8,
    "count": 2,
    "attributes": ["Fast"],
    "weapons": [{"name": "G", "die": "d6", "range": 4}],
}


@settings(max_examples=300, deadline=None)
@given(KEYS, ANYTHING, st.sampled_from(["unit", "model", "weapon"]))
def test_no_single_mistake_gives_a_traceback(key: str, value: Any, where: str) -> None:
    model = json.loads(json.dumps(GOOD))
    unit = {"name": "U", "models": [model]}
    {"unit": unit, "model": model, "weapon": model["weapons"][0]}[where][key] = value
    text = json.dumps({"system": "oversoul", "name": "T", "units": [unit]})
    for question in (check, cost, expand, sheet_html):
        with suppress(RosterError):
            question(parse_roster(text))
