"""Names on the table never lie on one another: every ready battle, at three zooms, as the browser has laid them out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.request import Request, urlopen

import pytest

from littlewars.systems import SYSTEMS
from tests.web.tables import Opens, Server

OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll('[data-label]')].map(one => [one.dataset.label, one.getBoundingClientRect()]);
  const found = [];
  for (const [i, [name, a]] of boxes.entries())
    for (const [other, b] of boxes.slice(i + 1))
      if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 && b.top < a.bottom - 2)
        found.push(`${name} on ${other}`);
  return found;
}"""
BATTLES = [(book, name) for book, system in SYSTEMS.items() for name in system.scenarios()]


def begun(server: Server, book: str, name: str) -> str:
    bots = {side: {"kind": "bot", "bot": "random"} for side in ("red", "blue")}
    body = json.dumps({"system": book, "scenario": name, "seats": bots}).encode()
    with urlopen(Request(f"{server.url}/api/games", body, {"content-type": "application/json"}), timeout=60) as reply:
        return str(json.loads(reply.read())["game"])


@pytest.fixture(autouse=True, scope="module")
def quiet(server: Server) -> Iterator[None]:
    """Nobody goes on with the battles that have been looked at: their bots would take the time of the next tests."""
    yield
    server.stop()
    server.start()


@pytest.mark.parametrize(("book", "name"), BATTLES)
def test_no_name_lies_on_another(opens: Opens, server: Server, book: str, name: str) -> None:
    tab = opens(speed="instant")
    tab.open(f"/watch/{begun(server, book, name)}")
    tab.page.wait_for_selector(".battle svg.table")
    for press in ("", "+", "-"):
        for _ in range(3 if press else 0):
            tab.page.keyboard.press(press)
        tab.page.wait_for_timeout(150)
        assert tab.page.evaluate(OVERLAPS) == []
