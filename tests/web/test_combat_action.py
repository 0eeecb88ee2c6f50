"""Combat Action by hand: prices and points left, doors, locations of machines on their card, answers where anybody is ready;
and what blasts leave."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.tables import PATIENCE, Opens, Tab

pytestmark = pytest.mark.plain

MOST_STEPS = 900
GOLDEN = Path(__file__).parents[1] / "golden" / "combat-action"
ACTS, READY = "combat-action.activation.action-phase", "combat-action.ready.use"


def _pictured(tab: Tab, name: str) -> None:
    """A picture for people, where somebody wants one."""
    if folder := os.environ.get("LITTLEWARS_PICTURES"):
        tab.page.screenshot(path=Path(folder) / f"{name}.png")


def test_home_says_what_it_is(opens: Opens) -> None:
    tab = opens().open()
    tab.page.locator(".spine").filter(has_text="Combat Action").click()
    expect(tab.page.get_by_text("Our reconstruction around the author's tables").first).to_be_visible(timeout=PATIENCE)


def test_a_battle_from_deployment_on(opens: Opens) -> None:
    """By clicks and suggestions: every choice has its price, doors can be pointed at; whole battles are in test_budgets."""
    tab = opens().open().start("Fight at the toll house", book="Combat Action")
    seen = Counter[str]()
    for _ in range(MOST_STEPS):
        if not tab.asked():
            break
        rule = (tab.decision.locator(".decision-rule a").get_attribute("href") or "").rpartition("#")[2]
        seen[rule] += 1
        if seen[rule] == 1:
            _pictured(tab, rule.replace(".", "-"))
        if rule == ACTS and "AP left" in tab.prompt and not seen["priced"]:
            seen["priced"] += 1
            expect(tab.decision.locator(".option", has_text="1 AP").first).to_be_visible()
        if rule == READY:  # not in every battle
            expect(tab.decision.get_by_text("Let this activation pass")).to_be_visible()
            expect(tab.page.locator(".spot").first).to_be_attached()
        if rule == ACTS and tab.page.locator(".spot").count() and "door" in tab.decision.inner_text():
            seen["door"] += 1
        if seen["priced"] and seen["door"] and seen["combat-action.turn.sequence"]:
            break
        tab.suggested()
    car = tab.page.locator("li.unit[data-unit='car']")
    car.locator(".unit-head").click()
    for place in ("engine", "ammunition feed", "pilot compartment"):
        expect(car.locator("ul.status")).to_contain_text(place)
    tab.concede()
    assert {ACTS, "combat-action.turn.sequence"} <= set(seen)
    assert seen["priced"]
    assert seen["door"]


def test_the_ground_stays_scorched(opens: Opens) -> None:
    """A battle that two bots have fought, replayed to its end: where something burst there is a scar."""
    tab = opens(speed="instant").open("/replay")
    tab.page.locator("input[type=file]").set_input_files(GOLDEN / "equal-engagement.jsonl")
    tab.page.get_by_label("Where in the battle").wait_for()
    assert tab.page.locator(".scar").count() == 0
    tab.page.keyboard.press("End")
    expect(tab.page.locator(".scar").first).to_be_attached(timeout=PATIENCE)
