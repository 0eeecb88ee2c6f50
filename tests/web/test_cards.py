"""Units are put down by their cards, and an order does what was shown before it was given."""

from __future__ import annotations

from math import dist

import pytest
from playwright.sync_api import Locator, expect

from tests.web.hands import Hand
from tests.web.tables import Opens, Tab

RING = "() => getComputedStyle(document.activeElement).outlineStyle"
FAR = 10.0  # drawn units: whoever went has gone farther


def card(tab: Tab, name: str) -> Locator:
    return tab.page.locator(".unit.meant").filter(has_text=name).first.locator(".unit-head")


def carry(tab: Tab, what: Locator, to: tuple[float, float]) -> None:
    """By the mouse, from its middle to a place in the window."""
    mouse = tab.page.mouse
    mouse.move(*tab.middle_of(what))
    mouse.down()
    mouse.move(*to, steps=8)
    mouse.up()


def test_a_card_is_carried_to_the_table_and_its_unit_stands_there(opens: Opens) -> None:
    """One gesture for two questions; Enter then belongs to the main button."""
    tab = opens(orders=True).open().start(book="Oversoul")
    ask = tab.asked()
    x, y = tab.middle_of(tab.page.locator("svg.table"))
    carry(tab, card(tab, "Jump Troopers"), (x + 60, y + 200))
    tab.after(ask)
    expect(tab.decision.locator("h2")).to_contain_text("Deploy")
    ghosts = tab.page.locator(".figure.ghost")
    expect(ghosts).to_have_count(3)
    assert tab.drawn()
    middle = tab.middle_of(ghosts.nth(1))
    assert abs(middle[0] - x - 60) < 30
    ask = tab.asked()
    tab.page.keyboard.press("Enter")
    tab.after(ask)


def test_a_card_that_is_pressed_shows_and_pressed_again_takes(opens: Opens) -> None:
    tab = opens(orders=True).open().start(book="Oversoul")
    ask = tab.asked()
    card(tab, "Jump Troopers").click()
    expect(tab.decision.locator("button.option[aria-pressed=true]")).to_contain_text("Jump Troopers")
    card(tab, "Jump Troopers").click()
    tab.after(ask)
    expect(tab.decision.locator("h2")).to_contain_text("Deploy")


def test_no_ring_stands_round_the_table_after_a_drag(opens: Opens) -> None:
    tab = opens(orders=True).open().start(book="Defiance")
    tab.asked()
    tab.drag(tab.page.locator(".figures .figure").first, 40, 10)
    assert tab.page.evaluate(RING) == "none"


@pytest.mark.parametrize("book", ["Oversoul", "Defiance"])
def test_who_was_drawn_elsewhere_goes_there(opens: Opens, book: str) -> None:
    """What was rehearsed is what is given: nobody else's plan."""
    hand = Hand(opens(orders=True).open().start(book=book))
    assert hand.to_orders()
    ask, before = hand.tab.asked(), hand.tab.laid(".figures .figure.grip")
    hand.drag(0, -50)
    hand.rehearsed()
    hand.key("Enter")
    hand.tab.after(ask)
    hand.settle()
    after = hand.tab.laid(".figures .figure")
    gone = [name for name in before if name in after and dist(before[name][:2], after[name][:2]) > FAR]
    assert len(gone) >= 2, gone


def test_deployment_for_me_leaves_the_first_turn_to_me(opens: Opens) -> None:
    """Which unit acts first is asked in the same words as which is put down."""
    hand = Hand(opens(orders=True).open().start(book="Oversoul"))
    while hand.wait("deploy", "hand", "order") == "deploy":
        hand.deploy()
    assert hand.wait("order", "hand") == "order"
    assert "Activate" in hand.tab.prompt
