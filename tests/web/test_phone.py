"""A phone: the sheet from below with its three stops, arrows for fingers, a glass over what a finger covers, large targets."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.tables import Opens
from tests.web.test_budgets import Hand

pytestmark = pytest.mark.plain

PHONE = (390, 844)
FINGER = 44  # pixels


def ordered(opens: Opens) -> Hand:
    hand = Hand(opens(orders=True, size=PHONE, touch=True).open().start(book="Oversoul"))
    assert hand.to_orders()
    return hand


def test_the_sheet_has_three_stops_and_its_line_says_the_order(opens: Opens) -> None:
    page = ordered(opens).tab.page
    sheet, handle = page.locator(".battle-right"), page.locator(".sheet-handle")

    def height() -> float:
        page.wait_for_timeout(100)
        return float(sheet.evaluate("it => it.getBoundingClientRect().height"))

    half = height()
    handle.press("Enter")
    full = height()
    handle.press("Enter")
    peek = height()
    assert peek <= FINGER + 2 < half < full
    expect(page.locator(".sheet-line")).to_contain_text("Colonial")  # the unit that is ordered, in a line
    expect(page.locator(".dock-main button.main")).to_be_visible()
    handle.press("Enter")
    assert height() == half


def test_what_a_finger_presses_is_large_enough(opens: Opens) -> None:
    page = ordered(opens).tab.page
    small = page.evaluate(
        """least => [...document.querySelectorAll('.battle button, .battle summary, .dock .check')]
            .filter(one => one.checkVisibility() && !one.matches('.rule-link, .term, .small'))
            .map(one => [one.textContent || one.getAttribute('aria-label'), one.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.height < least || box.width < least))
            .map(([text, box]) => `${text}: ${box.width} x ${box.height}`)""",
        FINGER,
    )
    assert small == []


def test_arrows_for_fingers_move_the_order_a_little(opens: Opens) -> None:
    hand = ordered(opens)
    page = hand.tab.page
    expect(page.locator(".ghost")).to_have_count(0)
    page.get_by_role("group", name="Nudge").get_by_role("button", name="Up").tap()
    hand.rehearsed()
    expect(page.locator(".ghost").first).to_be_attached()


def test_a_glass_shows_what_the_finger_covers(opens: Opens) -> None:
    hand = ordered(opens)
    page = hand.tab.page
    figure = page.locator(".figures .figure.grip").first
    x, y = hand.tab.middle_of(figure)
    line = page.context.new_cdp_session(page)

    def touch(kind: str, *at: tuple[float, float]) -> None:
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]})

    expect(page.locator(".loupe")).to_have_count(0)
    touch("touchStart", (x, y))
    for n in range(1, 6):
        touch("touchMove", (x, y - 6 * n))
    expect(page.locator(".loupe")).to_be_visible()
    box = page.locator(".loupe").bounding_box()
    assert box is not None
    assert box["width"] == 140
    touch("touchEnd")
    expect(page.locator(".loupe")).to_have_count(0)
