"""Rosters, bills and sheets, whatever the system."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from littlewars.muster import (
    Bill,
    BillLine,
    Breach,
    ModelBill,
    Node,
    Roster,
    RosterError,
    Row,
    Sheet,
    Tick,
    UnitBill,
    UnitSheet,
    load_roster,
    misstated,
    parse_roster,
    render,
)
from littlewars.muster.words import repeated


def test_a_roster_file(tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    path.write_text(
        "system: toy\nname: The Few\npoints: 120\n"
        "genre: any\nnote: by hand\nallowed: [Fast]\nswitches: {x: true}\nunits: [{id: a}]\n"
    )
    roster = load_roster(path)
    assert (roster.system, roster.name, roster.points, roster.note) == ("toy", "The Few", 120, "by hand")
    assert (roster.switches, roster.line) == ({"x": True}, 3)
    assert {key: node.plain() for key, node in roster.own.items()} == {"genre": "any", "allowed": ["Fast"]}
    assert (roster.text("genre"), roster.text("army")) == ("any", "")
    assert roster.units[0].plain() == {"id": "a"}
    assert msgspec.json.decode(msgspec.json.encode(roster), type=Roster).units[0].keys == {"id": 8}


def test_who_says_no_limit_leaves_it_to_the_book() -> None:
    assert parse_roster("{system: toy, name: X, units: [a]}").points == 0


@pytest.mark.parametrize(
    "text",
    [
        "{system: toy, name: X, units: [a], switches: [x]}",
        "{system: toy, name: X, units: [a], switches: {x: 3}}",
        "{system: toy, name: X, units: {a: 1}}",
        "{system: toy, name: [X], units: [a]}",
        "{system: toy, name: X, units: [a], points: true}",
    ],
)
def test_wrong_types_are_errors_with_a_line(text: str) -> None:
    with pytest.raises(RosterError) as caught:
        parse_roster(text, "f.yaml")
    assert caught.value.line == 1
    assert caught.value.source == "f.yaml"


def test_a_breach_reads_well() -> None:
    assert str(Breach("toy.rule", 4, "too many")) == "line 4: too many [toy.rule]"


def test_a_bill_lists_its_entries() -> None:
    model = ModelBill("M", 3, (BillLine("base", 5, "toy.base"),), 5, 15)
    bill = Bill("toy", "X", (UnitBill("u", "U", (model, model), 30),), 30, 100, 70)
    assert bill.entries() == [15, 15]
    assert msgspec.json.decode(msgspec.json.encode(bill), type=Bill) == bill


class _Balance(HTMLParser):
    """Every tag that is opened is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


BAD = "<i>\"'&</i>"


def test_a_sheet_is_balanced_and_escaped() -> None:
    tick = Tick(BAD, 4, (1, 3), BAD)
    paid = ModelBill(BAD, 2, (BillLine(BAD, 1, BAD, (BillLine(BAD, 1, BAD),)),), 1, 2)
    row = Row(paid, ((BAD, BAD),), ((BAD,) * 5,), ((BAD, BAD),), ((BAD, BAD, BAD),), (tick,))
    page = render(
        Sheet(
            BAD,
            BAD,
            BAD,
            (UnitSheet(BAD, (BAD, BAD), BAD, (row, Row(ModelBill("Plain", 1, (), 1, 1))), (tick,)),),
            warnings=(BAD,),
            footer=BAD,
        )
    )
    reader = _Balance()
    reader.feed(page)
    assert reader.open == []
    assert "i" not in reader.seen
    assert page.count('type="checkbox"') == 8
    assert page.count('class="mark"') == 4
    assert BAD not in page
    assert "http" not in page  # stands alone: nothing is loaded from elsewhere


def test_a_cost_is_stated_as_it_is() -> None:
    assert list(misstated(None, 5, "x.cost", "it")) == list(misstated(Node(7, 5), 5, "x.cost", "it")) == []
    assert list(misstated(Node(7, 4), 5, "x.cost", "it")) == [Breach("x.cost", 7, "it costs 5, not 4")]


def test_what_comes_again_is_found() -> None:
    assert list(repeated(["a", "b", "A", "c", "a"], str.lower)) == ["A", "a"]
    assert list(repeated([], str)) == []
