"""Names on the table never lie on one another: every ready battle, at three zooms, as the browser has laid them out."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from littlewars.engine import Game
from littlewars.engine.journal import Journal
from littlewars.systems import SYSTEMS
from tests.web.tables import Opens

OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll('[data-label]')].map(one => [one.dataset.label, one.getBoundingClientRect()]);
  const found = [];
  for (const [i, [name, a]] of boxes.entries())
    for (const [other, b] of boxes.slice(i + 1))
      if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 && b.top < a.bottom - 2)
        found.push(`${name} on ${other}`);
  return found;
}"""
BEGUN = 60  # answers: everybody stands on the table, and some have moved


def begun(book: str, name: str, file: Path) -> None:
    """The journal of a battle that has begun, by chance. Nobody plays on while the page is looked at."""
    system, rng = SYSTEMS[book], Random(7)
    scenario = system.scenarios()[name]
    with file.open("wb") as out:
        game = Game.start(system, scenario, 7)
        game.watch = Journal.begin(out.write, game, scenario, 7)
        for _ in range(BEGUN):
            assert game.ask is not None
            game.answer(game.ask.sample(rng))


@pytest.mark.parametrize("book", SYSTEMS)
def test_no_name_lies_on_another(opens: Opens, tmp_path: Path, book: str) -> None:
    """One tab looks at all ready battles of a book in turn: a page that is known is there at once."""
    tab, found = opens(speed="instant"), dict[str, object]()
    for name in SYSTEMS[book].scenarios():
        begun(book, name, tmp_path / f"{name}.jsonl")
        tab.open("/replay")
        tab.page.locator("input[type=file]").set_input_files(tmp_path / f"{name}.jsonl")
        tab.page.get_by_label("Where in the battle").wait_for()
        tab.page.keyboard.press("End")
        for press in ("", "+", "-"):
            for _ in range(3 if press else 0):
                tab.page.keyboard.press(press)
            tab.page.wait_for_timeout(150)
            found[f"{name} {press}"] = tab.page.evaluate(OVERLAPS)
        assert tab.page.locator("[data-label]").count() > 1, f"{name}: nobody has a name"
    assert {where: overlaps for where, overlaps in found.items() if overlaps} == {}
