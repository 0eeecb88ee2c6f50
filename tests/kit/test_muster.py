"""Rosters are read once, by one protocol: what all books check alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from littlewars.engine import ScenarioError
from littlewars.kit.muster import BaseMuster
from littlewars.kit.scenario import army_of
from littlewars.muster import BillLine, Breach, Force, ModelBill, Roster, RosterError, UnitBill, parse_roster, roster_from
from littlewars.muster.nodes import Node, read_data
from littlewars.systems import SYSTEMS
from littlewars.untrusted import MOST_DEPTH, MOST_VALUES

HEAD = "system: toy\nname: The Few\npoints: 10\n"


class Toy(BaseMuster[Node]):
    """Units are names; a letter costs a point, and none may begin with x."""

    system, title, form, words, switches = "toy", "Toy", "toy.form", ("colour",), ("fog",)
    asked = 0

    def units(self, roster: Roster) -> tuple[list[Node], list[Breach]]:
        self.asked += 1
        known = [node for node in roster.units if isinstance(node.value, str)]
        return known, [Breach("toy.unit", node.line, "no name") for node in roster.units if node not in known]

    def unit_bill(self, roster: Roster, unit: Node) -> UnitBill:
        each = len(unit.value)
        return UnitBill(
            unit.value, unit.value, (ModelBill(unit.value, 1, (BillLine("letters", each, "r"),), each, each),), each
        )

    def breaches(self, force: Force[Node]) -> list[Breach]:
        return [Breach("toy.x", unit.line, "begins with x") for unit in force.units if unit.value.startswith("x")]


def test_a_roster_is_read_once_and_the_force_says_everything() -> None:
    toy = Toy()
    force = toy.read(parse_roster(HEAD + "units:\n  - xeno\n  - [1]\n  - man\n  - xeno"))
    assert toy.asked == 1
    assert [unit.value for unit in force.units] == ["xeno", "man", "xeno"]
    assert (force.bill.total, force.bill.limit, force.bill.left) == (11, 10, -1)
    assert [(breach.rule, breach.line) for breach in force.breaches] == [("toy.x", 5), ("toy.unit", 6), ("toy.x", 8)]
    with pytest.raises(RosterError, match="line 6: no name"):
        force.readable()


def test_a_sheet_has_a_card_for_each_unit_and_says_what_is_wrong() -> None:
    toy = Toy()
    sheet = toy.sheet(toy.read(parse_roster(HEAD + "note: by hand\nunits: [xeno, man]")))
    assert (sheet.subtitle, sheet.total) == ("Toy · 2 units · by hand", "7 of 10 points")
    assert [card.cost for card in sheet.cards] == ["4 points", "3 points"]
    assert sheet.warnings == ("line 5: begins with x [toy.x]",)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("taste: salt", "line 4: a roster has no 'taste' .it has system, .*colour"),
        ("switches: {fig: true}", "there is no switch 'fig' .did you mean fog"),
    ],
)
def test_words_of_other_books_are_refused(line: str, why: str) -> None:
    with pytest.raises(RosterError, match=why):
        Toy().read(parse_roster(f"{HEAD}{line}\nunits: [man]"))
    assert Toy().read(parse_roster(HEAD + "colour: red\nswitches: {fog: true}\nunits: [man]")).breaches == ()


@pytest.mark.parametrize(("system", "word"), [("oversoul", "army: x"), ("defiance", "genre: x"), ("oversoul", "allowed: Fast")])
def test_each_book_knows_its_own_words_only(system: str, word: str) -> None:
    roster = parse_roster(f"{{system: {system}, name: X, {word}, units: [{{profile: colonial-rifle-squad}}]}}", "f.yaml")
    with pytest.raises(RosterError, match=r"f.yaml, line 1: .*(has no|should be a list)"):
        SYSTEMS[system].muster.read(roster)


def test_data_is_a_tree_without_lines_also_where_parts_are_shared() -> None:
    shared = ["a", "b"]
    tree = read_data({"x": shared, "y": shared, 3: None})
    assert tree.plain() == {"x": ["a", "b"], "y": ["a", "b"], "3": None}
    assert (tree.line, tree.get("x").line) == (0, 0)


def _nested(depth: int) -> Any:
    return [_nested(depth - 1)] if depth else "x"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({1: "a", "1": "b"}, "a key stands twice"),
        ([object()], "a object cannot be read"),
        ([10**16], "10000000000000000 is too large a number"),
        (_nested(MOST_DEPTH), "nested too deeply"),
        ([["x"] * 1000] * (MOST_VALUES // 1000), f"more than {MOST_VALUES:,} values"),
    ],
)
def test_data_that_no_roster_is_made_of(data: Any, why: str) -> None:
    with pytest.raises(RosterError, match=f"blue's army: {why}"):
        roster_from(data, "blue's army")


@pytest.mark.parametrize("book", [Toy, type("Small", (Toy,), {"usual_points": 320})])
def test_a_roster_without_points_has_as_many_as_are_usual(book: type[Toy]) -> None:
    force = book().read(parse_roster("{system: toy, name: X, units: [man]}"))
    assert force.bill.limit == force.roster.points == (500 if book is Toy else 320)
    assert book().read(parse_roster(HEAD + "units: [man]")).bill.limit == 10


def test_an_army_by_name_as_text_and_as_data(tmp_path: Path) -> None:
    (tmp_path / "armies").mkdir()
    (tmp_path / "armies" / "few.yaml").write_text(HEAD + "units: [man]")
    data = {"system": "toy", "name": "The Few", "points": 10, "units": ["man"]}
    for army in ("few", HEAD + "units: [man]", "{system: toy, name: The Few, points: 10, units: [man]}", data):
        roster = army_of(tmp_path, army, "red")
        assert (roster.name, roster.points, roster.units[0].value) == ("The Few", 10, "man")
    for wrong in ("many", "../armies/few"):
        with pytest.raises(ScenarioError, match=r"there is no army .*; there are few"):
            army_of(tmp_path, wrong, "red")
