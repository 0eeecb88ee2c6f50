"""Pictures for the docs: `python -m tests.web.pictures [folder]` lets bots fight, and takes home, an order, tables and replays.

With a folder of your own you get all of them in dark and light.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, sync_playwright

from tests.web.hands import Hand
from tests.web.tables import ROOT, Server, Tab, launch

SIZE = {"width": 1440, "height": 860}
THEMES = ("dark", "light")
PATIENCE = 240.0  # seconds for a battle of bots
REPLAYS = {  # name of the picture -> book, battle, how much of it is over
    "replay": ("oversoul", "meeting-engagement", 0.6),
    "defiance": ("defiance", "strongpoint", 0.4),
    "xenocide": ("xenocide", "armoured-patrol", 0.4),
    "at43": ("at43", "power-station", 0.5),
}
DRAFTED = ("defiance", "first-battle")  # an order in the making
MOST_ORDERS = 14  # before the second turn
WAYS = ((40, -60), (150, -50), (-150, -40), (230, -30), (-230, -20), (100, -110))  # pixels that a unit may be dragged
PLAYED = ("combat-action", "toll-house")  # a decision at a table that is laid out already
IN_DOCS = ("home-dark", "table-dark", "table-light", "replay-light", "defiance-light", "xenocide-light", "at43-light")


def asked(server: Server, path: str, body: Any = None) -> Any:
    """Something over HTTP."""
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(server.url + path, data, {"content-type": "application/json"}), timeout=60) as reply:
        return json.loads(reply.read())


def begun(server: Server, book: str, battle: str, *people: str) -> Any:
    """A battle between bots, or between these and one."""
    cards = next(one for one in asked(server, "/api/systems") if one["name"] == book)["scenarios"]
    sides = next(one for one in cards if one["name"] == battle)["sides"]
    seats = {side: {"kind": "person" if side in people else "bot", "bot": "tactician"} for side in sides}
    return asked(server, "/api/games", {"system": book, "scenario": battle, "seats": seats})


def fought(server: Server, game: str) -> None:
    """Wait until it is over."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not asked(server, f"/api/games/{game}").get("result"):
        time.sleep(1)


def sat(browser: Browser, server: Server, theme: str) -> Tab:
    """A page in this light, at once."""
    context = browser.new_context(viewport=SIZE, color_scheme=theme)  # type: ignore[arg-type]
    settings = json.dumps({"theme": "system", "speed": "instant", "orders": True, "guide": False})
    context.add_init_script(f"localStorage.setItem('littlewars.settings', {settings!r})")
    return Tab(context, server.url)


def shot(tab: Tab, folder: Path, name: str, theme: str) -> None:
    tab.page.wait_for_timeout(1500)  # the ground is baked
    tab.page.screenshot(path=folder / f"{name}-{theme}.png")


def second_turn(hand: Hand) -> None:
    """Give orders as they are suggested until the second turn has begun."""
    for _ in range(MOST_ORDERS):
        if not hand.to_orders() or len(hand.tab.page.locator(".log-heading").all_inner_texts()) > 1:
            return
        hand.key("Enter")
        hand.tab.page.wait_for_timeout(150)
        hand.settle()


def attacks(hand: Hand, way: tuple[int, int]) -> int:
    """How many would attack if the unit went that way; the order is in the making then."""
    hand.key("Escape")
    hand.drag(*way)
    hand.rehearsed()
    hand.aim()
    found = re.search(r"(\d+) attack", hand.rehearsed())
    return int(found[1]) if found else 0


def drafted(tab: Tab) -> None:
    """A unit is dragged to where most of it has a target; the order is not given yet."""
    hand = Hand(tab)
    second_turn(hand)
    best = max(WAYS, key=lambda way: attacks(hand, way))
    attacks(hand, best)
    tab.page.mouse.move(5, 5)  # nobody is pointed at


def main(folder: Path, only: tuple[str, ...] = ()) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as spare, sync_playwright() as playwright:
        server = Server(Path(spare), toys=False).start()
        browser = launch(playwright)
        try:
            games = {name: begun(server, book, battle)["game"] for name, (book, battle, _) in REPLAYS.items()}
            for game in games.values():  # bots that still fight would make odds late
                fought(server, game)
            played = begun(server, *PLAYED, "red")
            for theme in THEMES:
                tab = sat(browser, server, theme).open()
                tab.page.wait_for_selector(".scenario")
                if not only or f"home-{theme}" in only:
                    shot(tab, folder, "home", theme)
                tab.open(f"/play/{played['game']}#{played['tokens']['red']}")
                tab.page.wait_for_selector("[data-decision]")
                shot(tab, folder, "combat-action", theme)
                draft = begun(server, *DRAFTED, "red")
                tab.open(f"/play/{draft['game']}#{draft['tokens']['red']}")
                drafted(tab)
                shot(tab, folder, "table", theme)
                for name, (_, _, share) in REPLAYS.items():
                    if only and f"{name}-{theme}" not in only:
                        continue
                    tab.open(f"/replay/{games[name]}")
                    where = tab.page.get_by_label("Where in the battle")
                    where.wait_for(timeout=120_000)
                    where.fill(str(int(int(where.get_attribute("max") or 0) * share)))
                    shot(tab, folder, name, theme)
                tab.page.context.close()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    home = ROOT / "docs" / "pictures"
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        main(home, IN_DOCS)
        (home / "combat-action-dark.png").replace(home / "combat-action.png")
        (home / "combat-action-light.png").unlink(missing_ok=True)
