"""`littlewars army` for Defiance: lists, checks, and a roster of the other rulebook."""

import pytest

from littlewars.muster import RosterError, parse_roster
from littlewars.server.workers.rosters import report_of
from littlewars.systems import REGISTRY, SYSTEMS
from littlewars.systems.defiance.roster.muster import MUSTER as DEFIANCE
from littlewars.systems.oversoul.roster.muster import MUSTER as OVERSOUL

OTHER = "name: X\npoints: 400\n\nsystem: {}\nunits:\n  - {{unit: A, frame: B, figures: 3}}\n"


def test_a_force_with_vehicles_is_legal(run):
    assert "legal" in run("army", "check", "human-2000").out
    assert run("army", "check", "human-2000", "--json").json["legal"]
    listed = dict(line.split(": ", 1) for line in run("army", "list", "defiance").out.splitlines())
    assert listed["human-2000"] == "Confederate host"


def test_without_a_system_the_armies_of_all_are_listed(run):
    report = run("army", "list", "--json").json
    assert list(report) == list(REGISTRY)
    assert report["defiance"] == run("army", "list", "defiance", "--json").json
    lines = run("army", "list").out.splitlines()
    assert [line for line in lines if not line.startswith("  ")] == [f"{name}:" for name in REGISTRY]
    assert lines[-1].strip() == run("army", "list", list(REGISTRY)[-1]).out.splitlines()[-1]


@pytest.mark.parametrize(("book", "other"), [(DEFIANCE, "oversoul"), (OVERSOUL, "defiance")])
def test_a_roster_of_the_other_rulebook_is_known_by_its_line(book, other):
    with pytest.raises(RosterError, match=f"line 4: this is a roster for {other}"):
        book.check(parse_roster(OTHER.format(other)))


def test_the_page_names_the_line_with_the_wrong_system():
    report = report_of(SYSTEMS["oversoul"], OTHER.format("defiance"))
    assert [(fault.rule, fault.line) for fault in report.faults] == [("", 4)]
    assert "a roster for 'defiance', not for 'oversoul'" in report.faults[0].text
