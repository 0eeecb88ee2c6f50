"""The tool that breaks rules on purpose: where it breaks them, and what it reports."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from tools.mutate.book import ROOT, find
from tools.mutate.places import Change, applied, places, places_of
from tools.mutate.report import REASONS, reasons

from littlewars.systems import SYSTEMS

RULES = '''"""Rules."""
FAR = {"near": 3}
DECK = 52

def hits(face: int, needed: int = 4) -> bool:
    """A die hits at its number or higher."""
    return face >= needed

def reach(name: str) -> int:
    total = FAR[name]
    return total

def spare() -> int:
    return DECK

def again(count: int) -> int:
    while count: count = count - count
    return count
'''
TESTS = """from toybook.rules import again, hits, reach

def test_hits() -> None:
    assert hits(4)
    assert not hits(3)

def test_reach() -> None:
    assert reach("near") > 0

def test_again() -> None:
    assert again(2) == 0
"""


def told(source: str) -> list[str]:
    """Every change that a source offers."""
    return [f"{place.line}: {Change(place, new).told}" for place in places(source, "x.py") for new in place.news]


def test_a_room_that_all_books_use_is_broken_too_and_reached_by_the_tests_of_them_all() -> None:
    kit = find("kit")
    assert kit.package == "littlewars.kit"
    assert kit.is_room
    assert not find("oversoul").is_room
    assert kit.folder == ROOT / "src" / "littlewars" / "kit"
    assert {path.name for path in kit.tests} >= {"kit", "oversoul", "combat_action"}
    with pytest.raises(SystemExit, match="no rulebook"):
        find("nothing")
    code = "from tools.mutate.book import find; from tools.mutate.trial import warm; warm(find('kit'))"  # loads none of it
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


@pytest.mark.parametrize(
    ("source", "changes"),
    [
        ("a = b < c", ["< → <="]),
        ("a = (b) not   in (c)", ["not in → in"]),
        ("a = 1 < b <= c", ["1 → 2", "1 → (0)", "< → <=", "<= → <"]),
        ("a = b + -c", ["+ → -", "-c → (c)"]),
        ("a -= b", ["-= → +="]),
        ("a = b and c and d", ["and → or", "and → or"]),
        ("a = not b", ["not b → bool(b)"]),
        ("a = b if c else d", ["c → not (c)"]),
        ("a = [b for b in c if b.d]", ["b.d → not (b.d)"]),
        ("a = {'é': 3}", ["3 → 4", "3 → (2)"]),
        ("a = True", ["True → False"]),
    ],
)
def test_comparisons_constants_signs_and_conditions_can_change(source: str, changes: list[str]) -> None:
    assert [one.removeprefix("1: ") for one in told(source)] == changes


@pytest.mark.parametrize(
    "source",
    [
        "a: Literal[3] = b",
        "a = f'{b + 1} of {c < d}'",
        "raise ValueError(a + 1)",
        "assert a < 1",
        "class A(B, frozen=True): ...",
        "def tell(self): return self.a + 1",
        "@once(size=3)\ndef a(): ...",
        "a = b + [c]",
        "a = 'words' + b",
        "a = zip(b, c, strict=True)",
    ],
)
def test_text_types_and_settings_are_left_alone(source: str) -> None:
    assert not told(source)


def test_a_change_replaces_one_stretch_of_text_and_nothing_else() -> None:
    source = "é = 1\nif a and (b  <  c):\n    d = 2\n"
    (place,) = [place for place in places(source, "x.py") if place.kind == "comparison"]
    assert place.line == 2
    assert applied(source, Change(place, "<=")) == source.replace("<", "<=")


@pytest.mark.parametrize("name", list(SYSTEMS))
def test_every_change_of_a_book_is_valid_python(name: str) -> None:
    folder = find(name).folder
    found = places_of(folder)
    assert not any(place.file.startswith("page/") for place in found)
    for place in Random(1).sample(found, 60):
        for new in place.news:
            ast.parse(applied((folder / place.file).read_text(), Change(place, new)))


@pytest.mark.parametrize("name", [*SYSTEMS, "kit"])
def test_every_reason_is_whole(name: str) -> None:
    assert all(reason.why for reason in reasons(REASONS / f"{name}.yaml"))


def test_what_is_noticed_what_survives_and_what_never_ends(tmp_path: Path) -> None:
    book, checks = tmp_path / "toybook", tmp_path / "checks"
    for folder in (book, checks, tmp_path / "toybook-1.dist-info"):
        folder.mkdir()
    (book / "__init__.py").write_text("")
    (book / "rules.py").write_text(RULES)
    (checks / "test_rules.py").write_text(TESTS)
    (tmp_path / "toybook-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: toybook\nVersion: 1\n")
    (tmp_path / "toybook-1.dist-info" / "entry_points.txt").write_text("[littlewars.systems]\ntoy = toybook:TOY\n")
    why = [{"file": "rules.py", "line": "DECK = 52", "change": "52 → 53", "why": "nobody counts the deck"}]
    why.append({**why[0], "change": "52 → (51)"})
    why.append({**why[0], "line": "DECK = 54"})
    (tmp_path / "reasons.yaml").write_text(json.dumps(why))
    paths = os.pathsep.join([str(tmp_path), str(ROOT / "src"), str(ROOT)])
    words = [
        "toy",
        "--tests",
        str(checks),
        "--json",
        "out.json",
        "--reasons",
        "reasons.yaml",
        "--least",
        "90",
        "--patience",
        "1",
    ]
    command = [sys.executable, "-m", "tools.mutate", *words]
    done = subprocess.run(command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True)
    report = json.loads((tmp_path / "out.json").read_text())
    outcomes = {f"{one['text']} | {one['kind']}": one["outcome"] for one in report["changes"]}
    assert outcomes == {
        'FAR = {"near": 3} | constant': "survived",  # the test only asks for more than nothing
        "DECK = 52 | constant": "explained",
        "def hits(face: int, needed: int = 4) -> bool: | constant": "noticed",
        "return face >= needed | comparison": "noticed",
        "while count: count = count - count | sign": "timed out",
    }
    assert done.returncode == 1  # less than 90 percent
    assert "rules.py:2" in done.stdout
    assert done.stdout.count("a reason for a line that is gone: ") == 1
    assert "that is gone: rules.py: DECK = 54" in done.stdout
    assert (book / "rules.py").read_text() == RULES
    words = ["toy", "--tests", str(checks), "--again", "out.json"]
    done = subprocess.run(
        [*command[:3], *words], cwd=tmp_path, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True
    )
    assert "1 changes: 0 noticed" in done.stdout
