"""Pictures for the docs: `python tests/web/pictures.py [folder]` plays some battles and takes home, tables and replay.

With a folder of your own you get all of them in dark and light, and a move under way.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.web.tables import ROOT, Server, Tab, launch

SIZE = {"width": 1360, "height": 800}
BATTLES = {"dark": "Meeting engagement", "light": "Tidewater"}


def play(tab: Tab, folder: Path, theme: str) -> None:
    """Deploy as usual, fight a few activations, and stop where a shot is weighed."""
    taken = False
    activations = 0
    for _ in range(220):
        ask = tab.asked()
        if not ask:
            break
        options = tab.decision.locator("button.option")
        if tab.kind == "choose" and "Activate" in tab.prompt:
            activations += 1
            options.nth(activations % max(1, options.count() - 1)).click()  # not the last: that is to pass
            tab.after(ask)
        elif tab.kind == "choose" and options.filter(has_text="Move, then act").count():
            tab.choose("Move, then act")
        elif tab.kind == "move":
            tab.drag(tab.page.locator(".figure.grip").first, 0, 70 if activations < 9 else 30)
            tab.page.wait_for_timeout(400)
            if not (folder / f"move-{theme}.png").exists() and tab.page.locator(".ghost").count() > 2:
                tab.page.screenshot(path=folder / f"move-{theme}.png")
            main = tab.decision.get_by_role("button", name="Confirm the move")
            if main.is_enabled():
                main.click()
                tab.after(ask)
            else:
                tab.page.keyboard.press("Escape")
                tab.usual()
        elif tab.kind == "choose" and tab.decision.locator(".tally-line").count():
            best = tab.decision.locator("button.option:has(.tally-line)").first
            best.click()
            best.hover()
            tab.page.wait_for_timeout(1500)
            if tab.page.locator(".forecast .bars rect").count() > 1 and activations > 3:
                tab.page.screenshot(path=folder / f"table-{theme}.png")
                taken = True
                if activations > 4:
                    return
            tab.decision.get_by_role("button", name="Confirm").click()
            tab.after(ask)
        elif tab.kind == "choose" and "who acts next" in tab.prompt and options.count() > 1:
            options.nth(0).click()
            tab.after(ask)
        else:
            tab.usual()
    if not taken:
        tab.page.screenshot(path=folder / f"table-{theme}.png")


def defiance(tab: Tab, folder: Path, theme: str) -> None:
    """A battle of Defiance by suggestions, as far as a shot whose odds are weighed."""
    tab.start("Standard game", book="Defiance")
    for _ in range(300):
        if not tab.asked():
            return
        shots = tab.decision.locator("button.option:has(.tally-line)")
        if tab.kind == "choose" and shots.count() > 1:
            shots.last.click()
            shots.last.hover()
            tab.page.wait_for_timeout(1500)
            tab.page.screenshot(path=folder / f"defiance-{theme}.png")
            if tab.page.locator(".forecast .bars rect").count() > 1 and tab.page.locator(".mark-watch").count():
                return
            tab.page.keyboard.press("Escape")
        tab.suggested()


def xenocide(tab: Tab, folder: Path, theme: str) -> None:
    """A battle of Xenocide by suggestions, as far as a shot whose odds are weighed while counters lie beside the units."""
    tab.start("Armoured patrol", book="Xenocide")
    for _ in range(200):
        if not tab.asked():
            return
        shots = tab.decision.locator("button.option:has(.tally-line)")
        if tab.kind == "choose" and shots.count():
            shots.first.click()
            shots.first.hover()
            tab.page.wait_for_timeout(1500)
            tab.page.screenshot(path=folder / f"xenocide-{theme}.png")
            if tab.page.locator(".unit-names .unit-token").count() and tab.page.locator(".forecast .bars rect").count() > 1:
                return
            tab.page.keyboard.press("Escape")
        tab.suggested()


def at43(tab: Tab, folder: Path, theme: str) -> None:
    """A battle of AT-43 by suggestions, as far as a unit that may shoot while markers lie beside others."""
    tab.start(book="AT-43")
    for _ in range(200):
        if not tab.asked():
            return
        if tab.kind == "assign":
            tab.page.wait_for_timeout(800)
            tab.page.screenshot(path=folder / f"at43-{theme}.png")
            if tab.page.locator(".unit-names .unit-token").count():
                return
        tab.suggested()


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as spare, sync_playwright() as playwright:
        server = Server(Path(spare), toys=False).start()
        browser = launch(playwright)
        try:
            for theme, battle in BATTLES.items():
                context = browser.new_context(viewport=SIZE, color_scheme=theme)  # type: ignore[arg-type]
                context.add_init_script(
                    'localStorage.setItem(\'littlewars.settings\', \'{"theme":"system","speed":"instant","orders":false}\')'
                )
                tab = Tab(context, server.url).open()
                tab.page.wait_for_selector(".scenario")
                tab.page.screenshot(path=folder / f"home-{theme}.png")
                tab.page.get_by_role("radio", name=re.compile(battle)).check(force=True)
                tab.page.get_by_role("group", name="Your side").get_by_role("button").nth(1).click()
                tab.page.get_by_label("Bot for").select_option("random")
                tab.page.get_by_role("button", name=f"Start {battle}").click()
                play(tab, folder, theme)
                if tab.asked():
                    tab.page.get_by_role("button", name="Menu").click()
                    tab.page.get_by_role("button", name="Concede…").click()
                    tab.page.get_by_role("button", name="Concede", exact=True).click()
                tab.page.get_by_role("link", name="Watch the replay").click()
                tab.page.wait_for_selector(".scrubber", timeout=60_000)
                last = int(tab.page.get_by_label("Where in the battle").get_attribute("max") or 0)
                tab.page.get_by_label("Where in the battle").fill(str(last * 3 // 4))
                tab.page.wait_for_timeout(300)
                tab.page.screenshot(path=folder / f"replay-{theme}.png")
                defiance(tab.open(), folder, theme)
                xenocide(tab.open(), folder, theme)
                at43(tab.open(), folder, theme)
                context.close()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures")
    if len(sys.argv) == 1:
        for name in ("home-light", "move-dark", "move-light", "replay-dark", "defiance-dark", "xenocide-dark", "at43-dark"):
            (ROOT / "docs" / "pictures" / f"{name}.png").unlink(missing_ok=True)
