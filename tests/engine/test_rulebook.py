"""The catalogue and which tests prove it."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from littlewars.engine.catalogue import coverage as module
from littlewars.engine.catalogue.coverage import Coverage, NoTests, case_rules, coverage, find_tests, marked_tests, report
from littlewars.engine.catalogue.rulebook import Entry, Rulebook, RulebookError, systems
from littlewars.systems import SystemEntry

GOOD = "- {id: toy.a, title: A, rule: One.}\n"
GOOD += "- {id: toy.b, title: B, rule: Two., optional: true, table: {x: 1}, decisions: [who]}\n"


def book(tmp_path: Path, text: str) -> Rulebook:
    """A catalogue of this text."""
    path = tmp_path / "rulebook.yaml"
    path.write_text(text)
    return Rulebook.load(path)


# ---------------------------------------------------------------- the catalogue


def test_a_catalogue_is_read_in_order(tmp_path: Path) -> None:
    rules = book(tmp_path, GOOD)
    assert len(rules) == 2
    assert rules.ids == ("toy.a", "toy.b")
    assert rules["toy.b"] == Entry("toy.b", "B", "Two.", "", {"x": 1}, True, ("who",))
    assert "toy.a" in rules
    assert "toy.c" not in rules
    assert rules.get("toy.c") is None
    assert [entry.title for entry in rules] == ["A", "B"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("- {id: toy.a, title: A, rule: One.}\n- {id: toy.a, title: A, rule: One.}", "toy.a occurs twice"),
        ("- {id: toy.a, title: A}", "toy.a: .*rule"),
        ("- {title: A, rule: One.}", "entry 1: .*id"),
        ("- {id: toy.a, title: A, rule: ''}", "toy.a: rule is empty"),
        ("- {id: toy.a, title: A, rule: One., rulling: typo}", "toy.a: .*rulling"),
        ("- {id: toy.a, title: A, rule: One., optional: perhaps}", "toy.a: .*bool"),
        ("- just a text", "entry 1"),
        ("a: b", "a list of entries"),
        ("- [", "not readable as YAML"),
    ],
)
def test_malformed_entries_are_named(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(RulebookError, match=words):
        book(tmp_path, text)


def test_absent_catalogues(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="No such file"):
        Rulebook.load(tmp_path / "none.yaml")
    with pytest.raises(RulebookError, match="no rulebook of 'chess'"):
        Rulebook.of("chess")


def test_search_finds_all_words_in_any_field() -> None:
    rules = Rulebook.of("oversoul")
    assert "oversoul.build.range-even" in [entry.id for entry in rules.search("RANGE divisible")]
    assert rules.search("no such words here") == []
    assert [entry.id for entry in rules.search("oversoul.spells.zap")][:1] == ["oversoul.spells.zap"]


def test_the_oversoul_catalogue_is_complete() -> None:
    rules = Rulebook.of("oversoul")
    assert len(rules) == 306
    assert all(entry.id.startswith("oversoul.") for entry in rules)
    assert [entry.id for entry in rules if entry.optional] == [
        "oversoul.move.vehicle-reverse",
        "oversoul.move.embark-disembark",
        "oversoul.cast.scope",
    ]
    assert "oversoul" in systems()


# ---------------------------------------------------------------- marks

SOURCE = """
import pytest
import yaml
from pytest import mark
pytestmark = [pytest.mark.rule("toy.module"), pytest.mark.slow]
IDS = ("toy.listed", "toy.listed2")
ROWS = [pytest.param(1, marks=pytest.mark.rule("toy.row")), pytest.param(2, marks=[mark.rule("toy.row2")])]
MORE: list = [*ROWS]

@pytest.mark.rule("toy.a", "toy.b")
def test_one(): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("toy.param"))])
async def test_two(x): ...

@pytest.mark.parametrize("x", MORE)
def test_rows(x): ...

@pytest.mark.rule(*IDS)
def test_starred(): ...

@pytest.mark.rule("toy.class")
class TestThings:
    pytestmark = pytest.mark.rule("toy.inner")
    ROWS = [pytest.param(1, marks=mark.rule("toy.deep"))]

    @mark.rule("toy.method")
    @mark.parametrize("x", ROWS)
    def test_three(self, x): ...

    class TestNested:
        def test_four(self): ...

@pytest.mark.rule("toy.helper")
def helper(): ...

@pytest.mark.skip(reason="later")
@pytest.mark.rule("toy.skipped")
def test_skipped(): ...

@pytest.mark.xfail
@pytest.mark.rule("toy.failing")
def test_failing(): ...

@pytest.mark.other("toy.other")
def test_other(): ...
"""


def found() -> dict[str, set[str]]:
    """Rule -> tests of the source above."""
    result: dict[str, set[str]] = {}
    for rule, test in marked_tests(SOURCE):
        result.setdefault(rule, set()).add(test)
    return result


def test_marks_on_functions_classes_modules_and_parameters() -> None:
    marks = found()
    assert marks["toy.a"] == marks["toy.b"] == {"test_one"}
    assert marks["toy.param"] == {"test_two"}
    assert marks["toy.row"] == marks["toy.row2"] == {"test_rows"}
    assert marks["toy.listed"] == marks["toy.listed2"] == {"test_starred"}
    assert marks["toy.class"] == marks["toy.inner"] == {"TestThings::test_three", "TestThings::TestNested::test_four"}
    assert marks["toy.method"] == marks["toy.deep"] == {"TestThings::test_three"}
    assert {"test_one", "test_two", "TestThings::TestNested::test_four", "test_other"} <= marks["toy.module"]


def test_what_is_not_run_proves_nothing() -> None:
    assert not {"toy.helper", "toy.skipped", "toy.failing", "toy.other"} & set(found())


def test_cases_name_rules() -> None:
    assert list(case_rules("case: A man falls\nrules: [toy.a, toy.b]")) == [("toy.a", "A man falls"), ("toy.b", "A man falls")]
    assert list(case_rules("- {case: X, rules: [toy.a]}\n- {case: Y, rules: toy.b}")) == [("toy.a", "X"), ("toy.b", "Y")]
    assert list(case_rules("case: X\n---\ncase: Y\nrules: [toy.c]")) == [("toy.c", "Y")]
    assert list(case_rules("")) == []
    with pytest.raises(NoTests, match="cannot be read"):
        list(case_rules("[", "bad.yaml"))
    with pytest.raises(NoTests, match="cannot be read"):
        list(marked_tests("def (", "bad.py"))


# ---------------------------------------------------------------- the report


def test_the_report() -> None:
    rules = Rulebook([Entry("toy.a", "A", "x"), Entry("toy.b", "B", "x"), Entry("toy.c", "C", "x", optional=True)])
    named = {"toy.a": ["tests/t.py::test_a"], "toy.typo": ["t"], "other.rule": ["t"], "tyo.a": ["t"]}
    done = report("toy", rules, named, ["toy", "other"])
    assert done.shape() == {
        "system": "toy", "rules": 3, "optional": 1, "covered": 1, "missing": ("toy.b",), "unknown": ("toy.typo", "tyo.a"),
    }  # fmt: skip
    assert done.tests == {"toy.a": ["tests/t.py::test_a"]}


def test_coverage_reads_tests_and_cases_of_a_folder(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    (tests / "cases" / "oversoul").mkdir(parents=True)
    (tests / "cases" / "chess").mkdir()
    mark = "@pytest.mark.rule"
    (tests / "test_x.py").write_text(f'import pytest\n{mark}("oversoul.move.run", "oversoul.no.such")\ndef test_run(): ...\n')
    (tests / "cases" / "oversoul" / "run.yaml").write_text("case: Run\nrules: [oversoul.move.run, oversoul.move.run-penalty]\n")
    (tests / "cases" / "chess" / "run.yaml").write_text("case: Run\nrules: [chess.castling]\n")
    done = coverage("oversoul", tests)
    assert done.tests["oversoul.move.run"] == ["tests/test_x.py::test_run", "tests/cases/oversoul/run.yaml::Run"]
    assert (done.rules, done.optional, done.covered, len(done.missing)) == (306, 3, 2, 301)
    assert done.unknown == ("oversoul.no.such",)
    assert "oversoul.cast.scope" not in done.missing
    assert list(done.shape()) == ["system", "rules", "optional", "covered", "missing", "unknown"]


def test_the_checkouts_own_tests_are_found() -> None:
    folder = find_tests()
    assert (folder / "engine" / "test_rulebook.py").is_file()
    done = coverage("oversoul")
    assert isinstance(done, Coverage)
    assert any(place.startswith("tests/oversoul/test_build.py::") for place in done.tests["oversoul.build.base-cost"])


def test_without_tests_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoTests, match="not a folder"):
        coverage("oversoul", tmp_path / "none")
    monkeypatch.setattr(module, "__file__", str(tmp_path / "site-packages" / "littlewars" / "engine" / "coverage.py"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NoTests, match="installed package without its tests"):
        coverage("oversoul")


def test_a_folder_has_no_hyphen_but_the_system_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """combat_action is the folder of combat-action, for its catalogue, its ids and its cases."""
    data = tmp_path / "systems" / "combat_action" / "data"
    data.mkdir(parents=True)
    rule = {"id": "combat-action.turn", "title": "Turn", "rule": "Twelve steps.", "basis": "mixed", "lines": "12-14"}
    (data / "rulebook.yaml").write_text(yaml.safe_dump([rule]), encoding="utf-8")
    monkeypatch.setattr("littlewars.engine.catalogue.rulebook.SYSTEMS", tmp_path / "systems")
    assert systems() == ["combat-action"]
    assert Rulebook.of("combat-action")["combat-action.turn"].basis == "mixed"
    cases = tmp_path / "tests" / "cases" / "combat_action"
    cases.mkdir(parents=True)
    (cases / "one.yaml").write_text("case: one\nrules: [combat-action.turn, combat-action.nothing]\n", encoding="utf-8")
    found = coverage("combat-action", tmp_path / "tests")
    assert (found.covered, found.missing, found.unknown) == (1, (), ("combat-action.nothing",))
    assert SystemEntry("", "littlewars.systems.combat_action", "").folder.parent.name == "combat_action"


def test_the_basis_of_a_rule_is_one_of_three(tmp_path: Path) -> None:
    path = tmp_path / "rulebook.yaml"
    path.write_text(yaml.safe_dump([{"id": "toy.a", "title": "A", "rule": "x", "basis": "hearsay"}]), encoding="utf-8")
    with pytest.raises(RulebookError, match="hearsay"):
        Rulebook.load(path)
