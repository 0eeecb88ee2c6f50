"""How to play in two pages: every book has them, every line leads to a rule, and they stay two pages."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from littlewars.cli import app
from littlewars.engine.catalogue.primer import primer
from littlewars.engine.catalogue.rulebook import Rulebook
from littlewars.systems import REGISTRY

BOOKS = ("oversoul", "defiance", "xenocide", "at43", "combat-action")
TWO_PAGES = 700  # words


@pytest.mark.parametrize("book", BOOKS)
def test_two_pages_for_every_book(book: str) -> None:
    folder = REGISTRY[book].folder
    parts, rules = primer(folder), set(Rulebook.load(folder / "rulebook.yaml").ids)
    lines = [line for part in parts for line in part.lines]
    assert {line.rule for line in lines} <= rules
    assert 200 < sum(len(line.text.split()) for line in lines) <= TWO_PAGES
    assert all(line.text.strip().endswith((".", ",")) for line in lines)


def test_they_are_told_by_the_command() -> None:
    said = CliRunner().invoke(app, ["rules", "defiance", "--primer"])
    assert said.exit_code == 0
    assert "Covering fire" in said.stdout
    assert "(defiance.cover.triggers)" in said.stdout
