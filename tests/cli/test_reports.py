"""What every command says when all is well, as text and as JSON."""

import json
import re
import xml.etree.ElementTree as ET

import pytest

from littlewars.cli.narrator import names_of
from littlewars.cli.reports import _entry as show_entry
from littlewars.engine.catalogue.rulebook import Entry, Rulebook
from littlewars.systems import REGISTRY, SYSTEMS

BOOK = REGISTRY["oversoul"].folder
DUEL = """name: Duel
system: oversoul
table: [24, 24]
rounds: 4
deploy: false
sides: {red: {edge: south}, blue: {edge: north}}
profiles: {rifle: {die: d6, range: 10}}
units:
  ravens: {side: red, name: Steel Ravens, profile: rifle, at: [[10, 8], [12, 8]]}
  watch: {side: blue, name: Night Watch, profile: rifle, at: [[10, 15], [12, 15]]}
"""


@pytest.fixture
def duel(write):
    return write("duel.yaml", DUEL)


@pytest.fixture
def journal(run, duel, tmp_path):
    assert run("watch", "oversoul", "--scenario", "duel.yaml", "--seed", 7, "--journal", "duel.jsonl", "--quiet").code == 0
    return tmp_path / "duel.jsonl"


def test_help_and_version(run):
    assert "simulate" in run("--help").out
    assert run("--version").out.startswith("littlewars ")
    for command in ("watch", "simulate", "replay", "verify", "case", "odds", "rules", "systems", "picture", "army", "map"):
        assert run(command, "--help").code == 0


# ---- rulebooks


def test_systems(run):
    text = run("systems").out
    rows = {row["name"]: row for row in run("systems", "--json").json}
    assert list(rows) == list(SYSTEMS)
    for name, row in rows.items():
        assert row["rules"] == len(Rulebook.of(name))
        assert set(row["scenarios"]) == set(SYSTEMS[name].scenarios())
        assert row["title"] == SYSTEMS[name].title
        assert row["title"] in text
        assert row["about"] == SYSTEMS[name].about
        assert f"  {row['about']}\n" in text
        assert REGISTRY[name].folder == SYSTEMS[name].folder


def test_the_catalogue(run):
    assert len(run("rules", "oversoul", "--json").json) == len(Rulebook.of("oversoul"))
    assert "oversoul.move.run  Running" in run("rules", "oversoul").out
    assert run("rules", "oversoul", "--show", "move.run", "--json").json["id"] == "oversoul.move.run"
    assert "Our ruling" in run("rules", "oversoul", "--show", "oversoul.move.run").out
    assert "Basis" not in run("rules", "oversoul", "--show", "oversoul.move.run").out
    assert all("fearsome" in json.dumps(one).lower() for one in run("rules", "oversoul", "--search", "FEARSOME", "--json").json)
    assert "no rule" in run("rules", "oversoul", "--search", "xyzzy").out


def test_whose_words_a_rule_is(capsys):
    show_entry(Entry("toy.a", "A", "One.", basis="mixed"))
    assert "Basis: mixed (the book's words, with gaps that we fill)" in capsys.readouterr().out


def test_coverage_has_exactly_the_promised_shape(run):
    report = run("rules", "oversoul", "--coverage", "--json").json
    assert list(report) == ["system", "rules", "optional", "covered", "missing", "unknown"]
    assert report["system"] == "oversoul"
    assert all(isinstance(report[key], int) for key in ("rules", "optional", "covered"))
    assert all(isinstance(id, str) for key in ("missing", "unknown") for id in report[key])
    assert f"{report['covered']} of {report['rules']} rules have tests" in run("rules", "oversoul", "--coverage").out


# ---- armies


def test_every_ready_army_is_legal_and_has_a_sheet(run, tmp_path):
    for stem in run("army", "list", "oversoul", "--json").json:
        path = BOOK / "armies" / f"{stem}.yaml"
        assert run("army", "check", path).out.endswith(": legal\n")
        assert run("army", "check", stem, "--json").json["legal"] is True
        assert run("army", "print", stem).out == f"{stem}.html\n"
        page = (tmp_path / f"{stem}.html").read_text()
        assert "<!doctype html>" in page
        assert REGISTRY["oversoul"].about in page


def test_the_books_examples_cost_what_the_book_says(run):
    bill = run("army", "cost", BOOK / "armies" / "book-examples.yaml", "--json").json
    found = [unit["total"] for unit in bill["units"]] + [model["total"] for unit in bill["units"] for model in unit["models"]]
    assert {153, 22, 320, 48, 55, 265, 310} <= set(found)
    text = run("army", "cost", "book-examples").out
    assert all(str(total) in text for total in (153, 22, 320, 48, 55, 265, 310))


# ---- battles


def test_a_battle_is_told_with_names_and_dice(run, duel, tmp_path):
    ended = run("watch", "oversoul", "--scenario", "duel.yaml", "--seed", 7, "--svg", "d.svg", "--journal", "d.jsonl")
    lines = ended.out.splitlines()
    assert lines[0] == "Duel, seed 7: red (tactician) against blue (tactician)"
    assert re.search(r"^Round 1: .* then .*\[initiative d6: ", ended.out, re.M)
    assert re.search(r"^  (red|blue) activates (Steel Ravens|Night Watch)$", ended.out, re.M)
    assert re.search(r"^    \w+ \w+ \d (hits|misses) \w+ \w+ \d: ranged, needs \d.*\[ranged attack d6: \d\]$", ended.out, re.M)
    assert "ravens." not in ended.out
    assert lines[-2:] == ["picture: d.svg", "journal: d.jsonl"]
    assert re.match(r"(red|blue) wins: |A draw: ", lines[-3])
    assert ET.fromstring((tmp_path / "d.svg").read_text()).tag.endswith("svg")
    again = run("replay", "d.jsonl").out.splitlines()
    assert again == lines[:-2]


def test_the_same_seed_is_the_same_battle(run, duel):
    words = ("watch", "oversoul", "--scenario", "duel.yaml", "--json", "--seed")
    first, again, other = (run(*words, seed).json for seed in (3, 3, 4))
    assert first == again
    assert first["hash"] != other["hash"]
    assert first["players"] == {"red": "tactician", "blue": "tactician"}
    assert first["decisions"] > 0


def test_a_journal_of_before_is_written_over(run, journal):
    before = journal.read_bytes()
    assert run("watch", "oversoul", "--scenario", "duel.yaml", "--seed", 8, "--journal", "duel.jsonl", "--quiet").code == 0
    assert journal.read_bytes() != before


def test_names_from_a_file_are_no_escape_sequences(run, write):
    write("evil.yaml", DUEL.replace("Steel Ravens", '"\\e[31mRavens <b>\\a"'))
    ended = run("watch", "oversoul", "--scenario", "evil.yaml", "--svg", "evil.svg")
    assert ended.code == 0
    assert "\x1b" not in ended.out
    picture = run("picture", "oversoul", "--scenario", "evil.yaml", "--svg", "p.svg", "--json").json
    assert picture["picture"] == "p.svg"


def test_the_picture_is_xml_whatever_the_names(run, write, tmp_path):
    write("evil.yaml", DUEL.replace("Steel Ravens", '"\\e[31mRavens <b>\\a"').replace("Night Watch", "N" * 5000))
    assert run("picture", "oversoul", "--scenario", "evil.yaml", "--svg", "p.svg").out == "p.svg\n"
    text = (tmp_path / "p.svg").read_text()
    assert ET.fromstring(text).tag.endswith("svg")
    assert len(text) < 50_000


# ---- journals


def test_a_journal_verifies(run, journal):
    report = run("verify", journal, "--json").json
    assert report["verified"] is True
    assert report["warnings"] == []
    assert report["lines"] == report["decisions"] + 1
    assert "all as written" in run("verify", journal).out
    assert run("replay", journal, "--json").json["opening"]["seed"] == 7


def test_a_journal_cut_in_the_middle_of_a_line(run, journal):
    data = journal.read_bytes()
    lines = data.splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:5]) + lines[5][:20])
    ended = run("verify", journal)
    assert ended.code == 0
    assert "warning: line 6: torn, 20 bytes dropped" in ended.out
    assert "5 lines" in ended.out
    assert run("verify", journal, "--json").json["warnings"]
    assert "the battle goes on" in run("replay", journal).out


@pytest.mark.parametrize(("old", "new"), [(b'"faces":[', b'"faces":[9,'), (b'"hash":"', b'"hash":"0'), (b'"n":5,', b'"n":6,')])
def test_a_tampered_journal_is_named_by_its_line(run, journal, old, new):
    lines = journal.read_bytes().splitlines(keepends=True)
    place = 4 if old[1:2] == b"n" else next(n for n, line in enumerate(lines) if n > 1 and old in line)
    lines[place] = lines[place].replace(old, new, 1)
    journal.write_bytes(b"".join(lines))
    assert f"duel.jsonl: line {place + 1}: " in run("verify", journal).why


def test_a_lost_line_is_noticed(run, journal):
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:4] + lines[5:]))
    assert "line 5: is numbered 6" in run("verify", journal).why


def test_a_part_of_a_journal(run, journal, tmp_path):
    assert len(run("replay", journal, "--to", 3).out) < len(run("replay", journal).out)
    assert "leave out --to" in run("replay", journal, "--to", 3, "--svg", "x.svg").why
    assert run("replay", journal, "--svg", "x.svg").code == 0
    assert (tmp_path / "x.svg").exists()


# ---- numbers, maps


def test_simulate_has_the_promised_shape(run):
    report = run("simulate", "oversoul", "--scenario", "first-battle", "--games", 2, "--seed", 5, "--json").json
    wanted = {"system", "games", "seed", "wins", "draws", "turns_mean", "decisions", "decisions_per_s", "games_per_s"}
    assert wanted <= set(report)
    assert set(report["wins"]) == {"red", "blue"}
    assert sum(report["wins"].values()) + report["draws"] == report["games"] == 2


def test_simulate_as_a_table(run, duel):
    text = run("simulate", "oversoul", "--scenario", "duel.yaml", "--games", 4, "--red", "tactician", "--swap").out
    assert "4 battles of oversoul, seed 1" in text
    assert "by player" in text


def test_simulate_counts_what_battles_show(run):
    text = run("simulate", "at43", "--scenario", "first-battle", "--games", 1, "--features").out
    assert re.search(r"in     [01] battles  engagement", text)


def test_scenarios_with_other_sides_are_not_counted_together(run, write):
    write("a.yaml", DUEL)
    write("b.yaml", DUEL.replace("red", "north").replace("blue", "south-side"))
    why = run("simulate", "oversoul", "--games", 1, "--scenario", "a.yaml", "--scenario", "b.yaml").why
    assert "different sides" in why


def test_odds(run, duel):
    report = run("odds", "duel.yaml", "unit=ravens", "target=watch", "--json").json
    assert sum(one["chance"] for one in report["outcomes"].values()) == pytest.approx(1)
    assert report["mean"] > 0
    assert "on average" in run("odds", "duel.yaml", "unit=ravens", "target=watch").out
    single = run("odds", "duel.yaml", "attacker=ravens.1", "target=watch.1", "--of", "attack", "--json").json
    assert set(single["outcomes"]) == {"0", "1"}
    assert "weapon" in run("odds", "duel.yaml", "attacker=ravens.1", "target=watch.1", "weapon=x", "--of", "attack").why


def test_maps(run, tmp_path):
    assert run("map", "random", "--seed", 3, "--out", "m.yaml", "--svg", "m.svg").out == "m.yaml\n"
    assert "pieces, fine" in run("map", "check", "m.yaml").out
    assert run("map", "check", "m.yaml", "--json").json["pieces"] == len(
        run("map", "random", "--seed", 3, "--json").json["pieces"]
    )
    assert run("map", "random", "--seed", 3).out == (tmp_path / "m.yaml").read_text()


def test_files_appear_whole_or_not_at_all(run, tmp_path, monkeypatch):
    (tmp_path / "m.svg").write_text("before")
    monkeypatch.setattr("os.replace", _full)
    assert "disk is full" in run("map", "random", "--svg", "m.svg").why
    assert [path.name for path in tmp_path.iterdir()] == ["m.svg"]
    assert (tmp_path / "m.svg").read_text() == "before"


def _full(*_):
    raise OSError(28, "the disk is full")


def test_a_model_that_is_not_like_the_rest_of_its_unit_is_called_by_its_kind() -> None:
    figures = {"1": {"model": "scout-car"}, "2": {"model": "driver"}}
    squad = {"1": {"model": "rifleman"}, "2": {"model": "rifleman"}, "3": {"model": "machine-gunner"}}
    table = {"units": {"car": {"name": "Scout car", "figures": figures}, "s": {"name": "Squad", "figures": squad}}}
    names = names_of(table)
    assert [names[one] for one in ("car.1", "car.2", "s.1", "s.3")] == [
        "Scout car",
        "driver (Scout car)",
        "Squad 1",
        "machine gunner (Squad)",
    ]
