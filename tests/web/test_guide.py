"""The guided first battle: a sentence at a time beside what it is about, heard when its question is answered."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.hands import Hand
from tests.web.tables import Opens

pytestmark = pytest.mark.plain


WIDE, NARROW = (1280, 720), (390, 844)
BOOKS = [
    ("Oversoul", WIDE),
    ("Defiance", NARROW),
    ("Defiance", WIDE),
    ("Xenocide", NARROW),
    ("AT-43", WIDE),
    ("Combat Action", NARROW),
]


@pytest.mark.parametrize(("book", "size"), BOOKS)
def test_a_first_battle_is_guided(opens: Opens, book: str, size: tuple[int, int]) -> None:
    """From deployment to the first order; each lesson once; nothing is blocked by it, and the screen is none too small."""
    tab = opens(orders=True, guide=True, size=size).open().start(book=book)
    page, hand = tab.page, Hand(tab)
    coach = page.get_by_role("complementary", name="Hint", exact=True)
    expect(coach).to_be_visible()
    first = coach.get_attribute("data-lesson")
    assert first in ("deploy", "place")
    assert page.locator(".coached").count() == 1
    assert tab.overflow() <= 0
    assert hand.to_orders()  # put down by one button, as ever
    expect(page.locator("[data-lesson=order]")).to_be_visible()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("[data-lesson=draft]")).to_be_visible()
    page.keyboard.press("Enter")  # the order is given
    expect(page.locator("[data-lesson=draft]")).to_have_count(0)
    assert hand.to_orders()
    expect(page.locator("[data-lesson=order], [data-lesson=draft]")).to_have_count(0)
    page.reload()
    assert hand.to_orders()
    expect(page.locator(f"[data-lesson=order], [data-lesson={first}]")).to_have_count(0)


def test_hints_are_put_away_and_had_back(opens: Opens) -> None:
    tab = opens(orders=True, guide=True).open().start(book="Oversoul")
    page = tab.page
    coach = page.get_by_role("complementary", name="Hint", exact=True)
    coach.get_by_role("button", name="No more hints").click()
    expect(coach).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Hints for a first battle").click()
    expect(coach).to_be_visible()
    coach.get_by_role("button", name="Got it").click()
    expect(coach).to_have_count(0)


def test_who_only_watches_is_taught_nothing(opens: Opens) -> None:
    tab = opens(guide=True).open().start(against="Watch bots")
    tab.page.wait_for_function("() => document.querySelectorAll('.log .log-beat').length > 3")
    expect(tab.page.locator(".coach")).to_have_count(0)
