"""Rules and code find each other by a plain search: ids are written whole, exist, and each is cited where it is carried out."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import littlewars.systems
from littlewars.engine.catalogue.coverage import coverage
from littlewars.engine.catalogue.rulebook import Rulebook, folder_of, systems

ROOT = Path(littlewars.systems.__file__).parent
TAIL = r"[a-z0-9]+(?:-[a-z0-9]+)*"
CUT = re.compile(rf"…\.?[a-z]|[(,]\s*\.{TAIL}(?=[,).*-])|[(,]\s*-[a-z]{TAIL}(?=[,)])")
CATALOGUE = "rulebook.yaml"


def sources(book: str) -> list[Path]:
    """Code and data of a book; its catalogue is no citation."""
    files = (ROOT / folder_of(book)).rglob("*")
    return sorted(path for path in files if path.suffix in (".py", ".yaml") and path.name != CATALOGUE)


def prose(path: Path) -> Iterator[str]:
    """Comments and docstrings of a module; of data every line with a comment."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".yaml":
        yield from (line.partition("#")[2] for line in text.splitlines() if "#" in line)
        return
    yield from (
        token.string for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type == tokenize.COMMENT
    )
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


def named(book: str, text: str) -> Iterator[str]:
    """What a text names of a book; a whole chapter or family of rules ends in a star."""
    for found in re.finditer(rf"(?<![.\w-]){book}(?:\.{TAIL})+(?:[-.]?\*)?", text):
        yield found.group()


@pytest.mark.parametrize("book", systems())
def test_no_rule_id_is_cut(book):
    cut = [f"{path.name}: {found.group()}" for path in sources(book) for text in prose(path) for found in CUT.finditer(text)]
    assert cut == []


@pytest.mark.parametrize("book", systems())
def test_no_rule_id_is_put_together(book):
    """Neither without the book's name in front, nor out of pieces: whoever searches for an id finds it."""
    known, found = Rulebook.of(book), []
    for path in (path for path in sources(book) if path.suffix == ".py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and f"{book}.{node.value}" in known:
                found.append(f"{path.name}:{node.lineno}: {node.value}")
            elif isinstance(node, ast.JoinedStr) and ast.unparse(node)[2:].startswith(f"{book}."):
                found.append(f"{path.name}:{node.lineno}: {ast.unparse(node)}")
    assert found == []


@pytest.mark.parametrize("book", systems())
def test_every_cited_rule_exists(book):
    known = Rulebook.of(book)
    for path in sources(book):
        for name in named(book, path.read_text(encoding="utf-8")):
            family = name.endswith("*") and any(rule.startswith(name.rstrip("*")) for rule in known.ids)
            assert family or name in known, f"{path}: there is no rule {name}"


@pytest.mark.parametrize("book", systems())
def test_every_rule_is_cited_where_it_is_carried_out(book):
    """Every rule that a test proves; that every rule of a finished book has one is a test of its own (test_coverage)."""
    cited = {name for path in sources(book) for name in named(book, path.read_text(encoding="utf-8"))}
    proven = coverage(book).tests
    finished = [entry.id for entry in Rulebook.of(book) if not entry.optional and entry.id in proven]
    assert finished
    assert [rule for rule in finished if rule not in cited] == []


@pytest.mark.parametrize(
    "text",
    ["(…triggers)", "(…cover.triggers)", "(defiance.cover.triggers, .own-arc)", "(a.b, .c.d)", "(a.b-c, -same)", "(.move.*)"],
)
def test_a_cut_id_is_noticed(text):
    assert CUT.search(text)


@pytest.mark.parametrize("text", ["prone, standing …", "name=…, the name", "(0.5, .5 of it)", "(a.b.c, a.b.d-e)", "4 - 2, -1)"])
def test_what_is_no_id_is_left_alone(text):
    assert not CUT.search(text)
