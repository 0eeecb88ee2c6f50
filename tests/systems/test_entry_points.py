"""A rulebook can live outside: the example is installed in an environment of its own and is there, without a line changed."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import sysconfig
import time
import venv
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect, sync_playwright

from tests.web.tables import Tab, launch

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "skirmish"
MOST_LINES = 500
COMMAND = "from littlewars.cli import main; main()"


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment that has what this one has, and the example, by pip."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=False)
    made = home / "bin" / "python"
    there = subprocess.check_output([made, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True).strip()
    Path(there, "house.pth").write_text(f"{ROOT / 'src'}\n{sysconfig.get_path('purelib')}\n")
    pip = [sys.executable, "-m", "pip", "--python", str(made), "install", "--quiet", "--no-deps", "--disable-pip-version-check"]
    subprocess.run([*pip, str(EXAMPLE)], check=True, env=_bare())
    return made


def _bare() -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}


def run(python: Path, *words: str, cwd: Path = ROOT) -> str:
    done = subprocess.run([python, "-c", COMMAND, *words], capture_output=True, text=True, cwd=cwd, env=_bare())
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_short() -> None:
    """Blank lines and comments count as well."""
    lines = [line for path in (EXAMPLE / "littlewars_skirmish").rglob("*.py") for line in path.read_text().splitlines()]
    assert len(lines) <= MOST_LINES


def test_it_is_listed_and_played(python: Path, tmp_path: Path) -> None:
    listed = {row["name"]: row for row in json.loads(run(python, "systems", "--json"))}
    assert listed["skirmish"]["title"] == "Skirmish"
    assert listed["skirmish"]["scenarios"] == ["ford"]
    journal = tmp_path / "battle.jsonl"
    told = run(python, "watch", "skirmish", "--scenario", "ford", "--red", "sergeant", "--seed", "3", "--journal", str(journal))
    assert "First squad" in told
    assert "{" not in told
    run(python, "verify", str(journal))
    played = json.loads(run(python, "simulate", "skirmish", "--games", "10", "--red", "sergeant", "--json"))
    assert played["wins"]["red"] >= 8
    assert played["by_force"]


def test_its_own_player_suggests_answers(python: Path) -> None:
    asked = (
        "from littlewars.players import adviser_of; print(adviser_of('skirmish'), adviser_of('defiance'), adviser_of('chess'))"
    )
    told = subprocess.run([python, "-c", asked], capture_output=True, text=True, cwd=ROOT, env=_bare())
    assert told.stdout.split() == ["sergeant", "tactician"], told.stderr  # nobody knows that game


def test_its_rules_have_tests(python: Path) -> None:
    report = json.loads(run(python, "rules", "skirmish", "--coverage", "--json", cwd=EXAMPLE))
    assert report["missing"] == report["unknown"] == []
    found = subprocess.run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"], cwd=EXAMPLE, env=_bare())
    assert found.returncode == 0


def test_the_soak_looks_closely_at_it(python: Path) -> None:
    soak = (
        "from littlewars.lab.soak import jobs_of, one\n"
        "done = one(next(job for job in jobs_of(100, 1, 1) if job[0] == 'skirmish'))\n"
        "print(done.decisions, done.why)"
    )
    done = subprocess.run([python, "-c", soak], capture_output=True, text=True, cwd=ROOT, env=_bare())
    assert done.returncode == 0, done.stderr
    decisions, why = done.stdout.strip("\n").split(" ", 1)
    assert int(decisions) > 10
    assert why == ""


@pytest.fixture
def served(python: Path, tmp_path: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = ["serve", "--port", str(port), "--database", f"sqlite:///{tmp_path}/battles.sqlite3", "--no-open"]
    server = subprocess.Popen(
        [python, "-c", COMMAND, *words], env=_bare(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        url, end = f"http://127.0.0.1:{port}", time.monotonic() + 60
        while time.monotonic() < end:
            try:
                httpx.get(f"{url}/healthz", timeout=2)
                break
            except httpx.HTTPError:
                time.sleep(0.2)
        yield url
    finally:
        server.terminate()
        server.wait(20)


def test_the_browser_offers_it(served: str) -> None:
    systems = {card["name"]: card for card in httpx.get(f"{served}/api/systems", timeout=30).json()}
    assert [one["name"] for one in systems["skirmish"]["scenarios"]] == ["ford"]
    assert systems["skirmish"]["bots"] == ["sergeant", "tactician", "random"]
    assert systems["oversoul"]["bots"] == ["tactician", "random"]  # he does not know that book
    seats = {"red": {"kind": "person"}, "blue": {"kind": "bot", "bot": "sergeant"}}
    begun = httpx.post(f"{served}/api/games", json={"system": "skirmish", "scenario": "ford", "seats": seats}, timeout=30)
    assert begun.status_code == 201, begun.text
    order = {"system": "oversoul", "scenario": "first-battle", "seats": seats}
    refused = httpx.post(f"{served}/api/games", json=order, timeout=30)
    assert refused.status_code == 422
    assert "no bot 'sergeant' for this rulebook" in refused.text


def test_it_is_played_in_the_browser(served: str) -> None:
    """A squad is dragged and its price told, a shot has its odds, the sergeant answers: the page never heard of the book."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.add_init_script("localStorage.setItem('littlewars.settings', JSON.stringify({orders: false}))")
        tab = Tab(context, served)
        tab.open().start("The ford", book="Skirmish")
        expect(tab.page.get_by_text("sergeant")).to_be_visible()
        shots = 0
        for _ in range(20):
            if not (ask := tab.asked()):
                break
            if tab.kind == "move":
                tab.drag(tab.page.locator(".figure.grip").first, 0, -60)
                expect(tab.decision.locator(".verdict")).not_to_contain_text(re.compile("^0″"))
                tab.drawn()
                tab.confirm() if tab.decision.locator("button.main:enabled").count() else tab.stays()
                tab.after(ask)
            elif tab.decision.locator(".tally-line").count():
                tab.option(0).click()
                expect(tab.page.get_by_role("region", name="Forecast")).to_contain_text("men who fall")
                tab.confirm()
                tab.after(ask)
                shots += 1
                break
            else:
                tab.usual()
        browser.close()
    assert shots
    assert tab.complaints == []
