"""Every drag stops at its limit, and the page says why: on the table, and in the question with its rule."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.hands import Hand
from tests.web.tables import Opens, Tab

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("book", ["Oversoul", "Defiance", "Xenocide", "AT-43", "Combat Action"])
def test_a_unit_dragged_out_of_its_zone_stops_at_the_border(opens: Opens, book: str) -> None:
    """Dragged far off the table a whole unit stays allowed: it may be put down at once, with the reason beside it."""
    tab = opens().open().start(book=book)
    page = tab.page
    assert tab.until(lambda one: one.kind == "place")
    ghost = page.locator(".figure.ghost").first
    before = tab.laid(".figure.ghost")
    ask = tab.asked()
    tab.drag(ghost, 40, -600)
    expect(tab.decision.locator(".verdict-short")).to_contain_text("No farther:")
    expect(tab.decision.locator(".verdict-short a, .verdict-short button")).to_be_visible()  # the rule
    expect(page.locator("[data-label='plate risk']")).to_be_visible()
    expect(tab.decision.locator(".verdict.bad")).to_have_count(0)
    assert tab.laid(".figure.ghost") != before
    tab.confirm()
    tab.after(ask)


def bent(tab: Tab, x: float, y: float, *by: tuple[float, float]) -> None:
    """A drag from here, one stretch after another."""
    mouse = tab.page.mouse
    mouse.move(x, y)
    mouse.down()
    for dx, dy in by:
        for _ in range(8):
            x, y = x + dx / 8, y + dy / 8
            mouse.move(x, y)
            tab.page.wait_for_timeout(15)
    mouse.up()


CORNERS = (
    """() => [...document.querySelectorAll('.overlay-way-line')].map(one => one.getAttribute('d').split('L').length - 2)"""
)


def test_an_order_is_drawn_round_a_corner(opens: Opens) -> None:
    """An L-shaped drag is an L-shaped way: the page says so, and straightens it if one likes."""
    tab = opens(orders=True).open().start(book="Defiance")
    hand = Hand(tab)
    assert hand.to_orders()
    page = tab.page
    x, y = tab.middle_of(page.locator(".figure.grip").first)
    bent(tab, x, y, (0, -60), (60, 0))
    expect(tab.decision.locator(".corners")).to_contain_text("round 1 corner")
    page.wait_for_function(f"() => ({CORNERS})().includes(1)")
    tab.decision.get_by_role("button", name="Go straight").click()
    expect(tab.decision.locator(".corners")).to_have_count(0)


def test_a_move_by_hand_is_drawn_round_a_corner_and_says_why_it_ends(opens: Opens) -> None:
    """The whole unit, as the rulebook asks for its move; then much too far, and the reason stands beside it."""
    tab = opens().open().start()
    page = tab.page
    assert tab.activate()
    assert tab.until(lambda one: one.kind == "move")
    grip = page.locator(".figure.grip").first
    x, y = tab.middle_of(grip)
    bent(tab, x, y, (0, -45), (45, 0))
    expect(tab.decision.locator(".corners")).to_contain_text("round 1 corner")
    page.wait_for_function(f"() => ({CORNERS})().includes(1)")
    tab.decision.get_by_role("button", name="Go straight").click()
    expect(tab.decision.locator(".corners")).to_have_count(0)
    page.keyboard.press("Escape")
    tab.drag(grip, 5, -500)
    expect(tab.decision.locator(".verdict-short")).to_contain_text("No farther:")
    expect(tab.decision.locator(".verdict-short a, .verdict-short button")).to_be_visible()
    expect(page.locator("[data-label='plate risk']")).to_be_visible()
