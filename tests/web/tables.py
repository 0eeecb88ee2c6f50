"""A real server and a real browser, and a player's hands: everything a person does at the page, as short words."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright

from littlewars.server.config import registered

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "littlewars" / "server" / "static"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
WIDE = {
    "GAMES_PER_MINUTE": "6000",
    "UPLOADS_PER_MINUTE": "6000",
    "ROSTERS_PER_MINUTE": "6000",
    "REQUESTS_PER_SECOND": "1000",
    "CONNECTIONS_PER_ADDRESS": "200",
    "ADVICE": "20",  # workers that still warm up are waited for
}
STARTS_WITHIN = 90.0
PATIENCE = 45_000  # milliseconds for anything a page waits for


Place = tuple[float, float, float]  # x, y and facing, as they are drawn


class Server:
    """A server in a process of its own, on a port and a file that survive its death."""

    def __init__(self, folder: Path, toys: bool = True) -> None:
        books = {
            "oversoul": registered()["oversoul"],
            "defiance": "tests.web.ambush:SYSTEM",
            "xenocide": "tests.web.clash:SYSTEM",
            "at43": registered()["at43"],
            "combat-action": registered()["combat-action"],
            "skirmish": "tests.engine.skirmish:SYSTEM",
        }
        self.more = {"WORKERS": "1"} | (
            {"SYSTEMS": ",".join(f"{name}={where}" for name, where in books.items())} if toys else {}
        )
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.file, self.log = folder / "battles.sqlite3", folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Server:
        env = os.environ | {f"LITTLEWARS_{name}": value for name, value in (WIDE | self.more).items()}
        toys = [str(ROOT), os.environ.get("PYTHONPATH", "")]
        env["PYTHONPATH"] = os.pathsep.join(filter(None, toys))
        call = "from tests.web.seeded import serve; serve()"
        words = ["serve", "--port", str(self.port), "--database", f"sqlite:///{self.file}", "--no-open"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", call, *words], stdout=log, stderr=log, env=env, start_new_session=True
            )
        end = time.monotonic() + STARTS_WITHIN
        while time.monotonic() < end:
            if self.process.poll() is not None:
                break
            try:
                with urlopen(f"{self.url}/healthz", timeout=2):
                    return self
            except (URLError, OSError):
                time.sleep(0.1)
        raise RuntimeError(f"the server did not start:\n{self.log.read_text()[-2000:]}")

    def kill(self) -> None:
        """As if the power failed: the server and its workers, at once."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None

    def stop(self) -> None:
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.kill()


def launch(playwright: Playwright) -> Browser:
    """The machine's own Chromium, without a window of its own if there is one, else the one that comes with Playwright."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    return playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"])


class Tab:
    """A page and what it complained of."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.url = url
        self.complaints: list[str] = []
        self.page.on("console", lambda message: message.type == "error" and self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, path: str = "/") -> Tab:
        self.page.goto(self.url + path)
        return self

    # ---- home

    def start(self, battle: str = "First battle", against: str = "Against a bot", book: str = "") -> Tab:
        """A battle from home: at most three clicks, one more for another rulebook."""
        if book:
            self.page.locator(".spine").filter(has_text=book).click()
        self.page.get_by_role("radio", name=re.compile(battle)).check(force=True)
        if against != "Against a bot":
            self.page.get_by_role("button", name=against).click()
        self.page.get_by_role("button", name="To the table").click()
        self.page.wait_for_selector(".battle")
        return self

    # ---- deciding

    @property
    def decision(self) -> Locator:
        return self.page.locator("[data-decision]")

    @property
    def kind(self) -> str:
        return self.decision.get_attribute("data-decision") or ""

    @property
    def prompt(self) -> str:
        return self.decision.locator("h2").inner_text().partition("\n")[2]

    def asked(self) -> str:
        """Wait for a question, or for the end; the question's own name, or "" at the end."""
        self.page.wait_for_selector("[data-decision], section[aria-label=Result], .curtain")
        if self.page.locator(".curtain").count():  # the screen is passed on
            self.page.get_by_role("button", name=re.compile("show the table")).click()
            return self.asked()
        if self.page.get_by_role("region", name="Result").count():
            return ""
        return self.decision.get_attribute("data-ask") or ""

    def after(self, ask: str) -> None:
        """Wait until that question is answered."""
        self.page.wait_for_function("ask => !document.querySelector(`[data-ask='${ask}']`)", arg=ask)

    def usual(self) -> None:
        """What one usually does, by keys. Where somebody else plays, too, the question may pass meanwhile."""
        ask = self.asked()
        if not (self.kind == "move" and self.stays()):
            self.page.keyboard.press("u")
            if self.answered(ask):
                return
            self.confirm()
        self.after(ask)

    def answered(self, ask: str) -> bool:
        """Wait until an answer to this question is laid; True if the question is gone before."""
        gone = "!document.querySelector(`[data-ask='${ask}']`)"
        laid = "document.querySelector('.dock-main button.main:enabled')"
        found = self.page.wait_for_function(f"ask => {gone} ? 'gone' : {laid} ? 'laid' : ''", arg=ask)
        return bool(found.json_value() == "gone")

    def stays(self) -> bool:
        """Stay where one is; False where the rules do not let anybody."""
        known = self.decision.locator("button.stay:enabled, button.stay[title]")  # refused, it says why
        known.wait_for()
        if known.is_disabled():
            return False
        known.click()
        return True

    def drawn(self) -> bool:
        """Is what was dragged allowed? Wait until the page knows; put away if it is not."""
        done = self.page.locator(".dock-main button.main:enabled, [data-decision] .verdict.bad")
        done.first.wait_for()
        self.page.wait_for_timeout(200)  # the last of a drag is planned after it
        done.first.wait_for()
        if not self.decision.locator(".verdict.bad").count():
            return True
        self.page.keyboard.press("Escape")
        return False

    def suggested(self) -> None:
        """What a bot would do here, looked at and confirmed."""
        ask = self.asked()
        self.page.keyboard.press("u")
        self.page.get_by_text("change it, or confirm").wait_for()  # the answer is laid
        self.confirm()
        self.after(ask)

    def confirm(self) -> None:
        """Press the button that means it, as soon as it may be pressed."""
        self.page.locator(".dock-main button.main:enabled").click()

    def choose(self, name: str | re.Pattern[str]) -> bool:
        """Press an option: once shows, twice does."""
        ask = self.asked()
        option = self.decision.locator("button.option").filter(has_text=name).first
        if not option.count():
            return False
        option.click()
        option.click()
        self.after(ask)
        return True

    def assign(self, item: int, option: int | str) -> None:
        """Give one of several an option: from side by side, or from a list. The last of them is -1, all at once come first."""
        one = self.decision.locator(".picks, label.field").nth(item)
        if one.locator("select").count():
            one.locator("select").select_option(**({"index": option} if isinstance(option, int) else {"label": option}))
        else:
            buttons = one.get_by_role("button")
            (buttons.nth(option) if isinstance(option, int) else buttons.filter(has_text=option)).click()

    def option(self, number: int) -> Locator:
        """An option by its number, or the last if there are fewer."""
        options = self.decision.locator("button.option")
        return options.nth(min(number, options.count() - 1))

    def take(self, number: int) -> None:
        """Press an option twice, by its number."""
        option = self.option(number)
        option.click()
        option.click()

    def until(self, wanted: Callable[[Tab], bool], most: int = 60) -> bool:
        """Do the usual until something is so; False if the battle ended first."""
        for _ in range(most):
            if not self.asked():
                return False
            if wanted(self):
                return True
            self.usual()
        return False

    def activate(self) -> bool:
        """Go on until one may activate a unit, and activate the first: move, then act."""
        if not self.until(lambda tab: "Activate" in tab.prompt):
            return False
        ask = self.asked()
        self.take(0)  # to pass is listed last
        self.after(ask)
        while self.asked() and self.kind == "choose" and not self.choose("Move, then act"):
            self.usual()
        return True

    def concede(self) -> None:
        """All that was to be seen has been seen: give up."""
        self.page.get_by_role("button", name="Menu").click()
        self.page.get_by_role("button", name="Concede…").click()
        self.page.get_by_role("button", name="Concede", exact=True).click()
        self.page.get_by_role("region", name="Result").wait_for()

    @property
    def main(self) -> Locator:
        """The button that means it."""
        return self.page.locator(".dock-main button.main")

    # ---- the table

    def middle_of(self, what: Locator) -> tuple[float, float]:
        box = what.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, what: Locator, dx: float, dy: float) -> None:
        x, y = self.middle_of(what)
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        for part in range(1, 6):
            mouse.move(x + dx * part / 5, y + dy * part / 5)
            self.page.wait_for_timeout(20)
        mouse.up()

    def laid(self, which: str) -> dict[str, Place]:
        """How figures are drawn: x, y and facing."""
        numbers = 'it => it.getAttribute("transform").match(/[-.0-9]+/g)'
        drawn = f'[one.dataset.figure, [one, one.querySelector("g[transform^=rotate]")].flatMap({numbers})]'
        script = f"all => Object.fromEntries(all.filter(one => one.dataset.figure).map(one => {drawn}))"
        found: dict[str, list[str]] = self.page.locator(which).evaluate_all(script)
        return {name: (float(x), float(y), float(face)) for name, (x, y, face) in found.items()}

    def overflow(self) -> int:
        """How much wider or higher the page is than the window."""
        wide = "document.documentElement.scrollWidth - innerWidth"
        high = "document.documentElement.scrollHeight - innerHeight"
        return int(self.page.evaluate(f"() => Math.max({wide}, {high})"))


Opens = Callable[..., Tab]  # opens the page for somebody
