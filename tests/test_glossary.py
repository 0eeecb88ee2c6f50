"""The glossary is short, and its words are those of the code."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
ENTRY = re.compile(r"^- (?P<words>\*\*.+?\*\*) \((?P<names>`[^)]*`)\): (?P<meaning>.+)$")
MOST = 50
LONGEST = 160


def entries():
    lines = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith(("- ", "* "))]


def names_in_the_code():
    found = set()
    for path in (ROOT / "src" / "littlewars").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                found.add(node.name)
            elif isinstance(node, ast.arg):
                found.add(node.arg)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
    return found


def words():
    return [word for line in entries() for word in re.findall(r"\*\*(.+?)\*\*", ENTRY.match(line)["words"])]


def test_it_has_at_most_fifty_words_in_a_line_each():
    for line in entries():
        assert ENTRY.match(line), line
        assert len(line) <= LONGEST, line
    assert 30 <= len(words()) <= MOST


def test_every_word_is_one_of_the_code():
    known = names_in_the_code()
    for line in entries():
        for name in re.findall(r"`(\w+)`", ENTRY.match(line)["names"]):
            assert name in known, f"{line}: there is no {name} in the code"


def test_no_word_occurs_twice():
    assert sorted(set(words())) == sorted(words())


def test_whoever_begins_is_sent_there():
    for page, link in (
        ("CONTRIBUTING.md", "docs/glossary.md"),
        ("README.md", "docs/glossary.md"),
        ("docs/architecture.md", "glossary.md"),
    ):
        assert f"]({link})" in (ROOT / page).read_text(encoding="utf-8"), page
