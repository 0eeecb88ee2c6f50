"""For everybody: axe finds nothing that matters on any page, headings follow each other, and nobody is lost without a mouse."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.tables import AXE, Opens, Tab

WEIGHTY = ("moderate", "serious", "critical")


def faults(tab: Tab) -> list[str]:
    """What axe finds, also what is only moderate: headings out of order are."""
    if not tab.page.evaluate("typeof axe !== 'undefined'"):
        tab.page.evaluate(AXE.read_text())
    found = tab.page.evaluate("() => axe.run({resultTypes: ['violations']}).then(r => r.violations)")
    return [f"{v['id']} ({v['impact']}): {[n['target'] for n in v['nodes'][:3]]}" for v in found if v["impact"] in WEIGHTY]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_on_any_page(opens: Opens, theme: str) -> None:
    tab = opens(theme)
    found: dict[str, list[str]] = {}
    for name, address, ready in (
        ("home", "/", ".scenario"),
        ("two pages", "/rules/oversoul", ".primer h3"),
        ("rules", "/rules/oversoul#oversoul.charge.bonus", ".rule-text"),
        ("rulebooks", "/rules", ".bookshelf a"),
        ("rosters", "/roster", ".builder"),
        ("replay", "/replay", ".panel"),
        ("unknown", "/nowhere/at/all", "h1"),
    ):
        tab.open(address)
        tab.page.wait_for_selector(ready)
        found[name] = faults(tab)
    tab.complaints[:] = [text for text in tab.complaints if "404" not in text]
    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_at_the_table(opens: Opens, theme: str) -> None:
    """An order, a single decision with its odds, the talk, a card opened, a dialog, the result and its replay."""
    tab = opens(theme, orders=True).open().start(book="Oversoul")
    found: dict[str, list[str]] = {}
    tab.asked()
    found["deployment"] = faults(tab)
    tab.page.get_by_role("button", name="Deploy for me").click()
    tab.page.locator(".order").wait_for()
    tab.page.locator(".unit-head").first.click()
    found["order"] = faults(tab)
    tab.page.get_by_role("button", name="Talk").click()
    tab.page.get_by_label("Say something").fill("Good luck")
    tab.page.keyboard.press("Enter")
    tab.page.locator(".chat li", has_text="Good luck").wait_for()
    found["talk"] = faults(tab)
    tab.page.get_by_role("button", name="Talk").click()
    tab.page.keyboard.press("?")
    found["keys"] = faults(tab)
    tab.page.keyboard.press("Escape")
    tab.concede()
    found["result"] = faults(tab)
    tab.page.get_by_role("link", name="Watch the replay").click()
    tab.page.wait_for_selector(".scrubber")
    found["replay"] = faults(tab)
    assert {where: what for where, what in found.items() if what} == {}


def test_a_skip_link_comes_first_and_what_is_drafted_is_said(opens: Opens) -> None:
    """Whoever does not see hears the draft: one place tells it politely."""
    tab = opens(orders=True).open().start(book="Oversoul")
    tab.asked()
    tab.page.get_by_role("button", name="Deploy for me").click()
    tab.page.locator(".order").wait_for()
    assert tab.page.evaluate("document.querySelector('a, button, input').matches('a.skip')")
    tab.page.keyboard.press("ArrowUp")
    said = tab.page.locator(".outlook output")
    expect(said).to_contain_text(re.compile("go up to|attack"))
    assert said.get_attribute("aria-live") == "polite"
