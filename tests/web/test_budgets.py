"""Click budgets: an order to a whole unit is a few clicks, a whole first battle a few dozen. Every click and key is counted."""

from __future__ import annotations

import re
import time

import pytest

from tests.web.tables import Opens, Tab

LONG = 150  # seconds for a whole battle


class Hand:
    """A player's hand: whatever it does is counted."""

    def __init__(self, tab: Tab) -> None:
        self.tab, self.count = tab, 0

    def key(self, name: str) -> None:
        self.count += 1
        self.tab.page.keyboard.press(name)

    def press(self, name: str) -> None:
        self.count += 1
        self.tab.page.get_by_role("button", name=re.compile(f"^{name}")).first.click()

    def drag(self, dx: float, dy: float) -> None:
        self.count += 1
        self.tab.drag(self.tab.page.locator(".figures .figure.grip").first, dx, dy)

    def aim(self) -> None:
        """Click an enemy."""
        self.count += 1
        x, y = self.tab.middle_of(self.tab.page.locator(".figures .figure.pickable, .figures .figure.pick").first)
        self.tab.page.mouse.click(x, y)

    def rehearsed(self) -> str:
        """Wait for what the order would bring."""
        found = self.tab.page.locator(".order output").first
        found.wait_for(state="attached")
        self.tab.page.wait_for_function("() => document.querySelector('.order output')?.textContent")
        return found.text_content() or ""

    # ---- what a player does who would have it over soon

    def state(self) -> str:
        """What is to be decided now: order, halt, deploy, hand, or over; "" while others act."""
        page = self.tab.page
        if page.get_by_role("region", name="Result").count():
            return "over"
        if page.get_by_role("region", name="Your order halts").count():
            return "halt"
        if not page.locator("[data-decision]").count():
            return ""
        if page.locator("[data-decision] .order").count():
            return "order"
        return "deploy" if page.get_by_role("button", name="Deploy for me").count() else "hand"

    def wait(self, *states: str) -> str:
        end = time.monotonic() + 45
        while (now := self.state()) not in states:
            assert time.monotonic() < end, f"waited for {states}, is {now!r}"
            self.tab.page.wait_for_timeout(15)
        return now

    def by_hand(self) -> None:
        """One question by keys: what is suggested, confirmed."""
        ask = self.tab.asked()
        if not ask:
            return
        self.key("u")
        if not self.tab.answered(ask):
            self.key("Enter")
            self.tab.after(ask)

    def to_orders(self) -> bool:
        """Deploy, decide what is to be decided, until a unit waits for its order; False if the battle is over."""
        while True:
            match self.wait("order", "halt", "deploy", "hand", "over"):
                case "order":
                    return True
                case "over":
                    return False
                case "halt":
                    self.key("Enter")
                    self.settle()
                case "deploy":
                    self.press("Deploy for me")
                    self.settle()
                case _:
                    self.by_hand()

    def settle(self) -> None:
        """Wait until the order has come to something."""
        page = self.tab.page
        page.wait_for_timeout(30)  # the order has gone out
        end = time.monotonic() + 45
        while page.get_by_role("region", name="Your order", exact=True).count():
            assert time.monotonic() < end, "the order is never carried out"
            page.wait_for_timeout(15)


def begun(opens: Opens, book: str) -> Hand:
    return Hand(opens(orders=True).open().start(book=book))


BATTLES = {"Oversoul": 80, "Defiance": 100, "Xenocide": 110, "AT-43": 170, "Combat Action": 100}


@pytest.mark.parametrize("book", BATTLES)
def test_a_whole_first_battle_is_a_few_dozen_clicks(opens: Opens, book: str) -> None:
    hand, end = begun(opens, book), time.monotonic() + LONG
    while hand.to_orders():
        assert time.monotonic() < end, f"{hand.count} clicks and no end"
        hand.key("Enter")
        hand.settle()
    assert hand.count <= BATTLES[book], hand.count


@pytest.mark.parametrize(("book", "most"), [("Defiance", 6), ("Oversoul", 4)])
def test_a_unit_goes_and_attacks_by_one_order(opens: Opens, book: str, most: int) -> None:
    """Drag it, click an enemy, give the order; one halt on the way is seen and passed."""
    hand = begun(opens, book)
    assert hand.to_orders()
    before = hand.count
    hand.drag(0, -60)
    hand.rehearsed()
    hand.aim()
    hand.rehearsed()
    hand.key("Enter")
    hand.settle()
    if hand.state() == "halt":
        hand.key("Enter")
        hand.settle()
    assert hand.count - before <= most


def test_a_volley_is_two_clicks(opens: Opens) -> None:
    """Oversoul: click the enemy, click it again."""
    hand = begun(opens, "Oversoul")
    assert hand.to_orders()
    before = hand.count
    hand.aim()
    hand.rehearsed()
    hand.aim()
    hand.settle()
    assert hand.count - before <= 3


def test_an_order_is_taken_back_by_one_key(opens: Opens) -> None:
    hand = begun(opens, "Oversoul")
    assert hand.to_orders()
    ask = hand.tab.asked()
    places = hand.tab.laid(".figures .figure")
    hand.drag(0, -60)
    hand.rehearsed()
    hand.key("Enter")
    hand.settle()
    hand.tab.after(ask)
    hand.wait("order", "hand", "halt")
    hand.tab.page.keyboard.press("Control+z")
    hand.tab.page.wait_for_function(
        "places => [...document.querySelectorAll('.figures .figure')].every(one => !places[one.dataset.figure] || "
        "one.getAttribute('transform').match(/[-.0-9]+/g).slice(0, 2).every((n, i) => "
        "Math.abs(Number(n) - places[one.dataset.figure][i]) < 0.5))",
        arg=places,
    )
    assert hand.wait("order", "hand") == "order"


def test_finish_my_turn_is_one_click(opens: Opens) -> None:
    hand = begun(opens, "Defiance")
    assert hand.to_orders()
    before = hand.count
    hand.press("Finish my turn")
    hand.settle()
    assert hand.count - before <= 4
