"""A player's hand that gives orders to whole units; every click and key is counted."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import TimeoutError

from tests.web.tables import PATIENCE, Tab

STATE = """() => {
  const has = which => document.querySelector(which) !== null;
  if (has('section[aria-label=Result]')) return 'over';
  if (has('[aria-label="Your order halts"]')) return 'halt';
  if (!has('[data-decision]')) return '';
  if (has('[data-decision] .order')) return 'order';
  return [...document.querySelectorAll('button')].some(one => one.textContent.includes('Deploy for me')) ? 'deploy' : 'hand';
}"""


class Hand:
    """A player's hand: whatever it does is counted."""

    def __init__(self, tab: Tab) -> None:
        self.tab, self.count = tab, 0

    def key(self, name: str) -> None:
        self.count += 1
        self.tab.page.keyboard.press(name)

    def press(self, name: str, patience: int = PATIENCE) -> None:
        self.tab.page.get_by_role("button", name=re.compile(f"^{name}")).first.click(timeout=patience)
        self.count += 1

    def pace(self, name: str) -> None:
        """How a unit acts: a button, or one behind the button for more."""
        if not self.tab.page.locator(".dock-paces").get_by_role("button", name=re.compile(f"^{name}")).count():
            self.press(r"\d+ more")
        self.press(name)

    def drag(self, dx: float, dy: float) -> None:
        self.count += 1
        self.tab.drag(self.tab.page.locator(".figures .figure.grip").first, dx, dy)

    def aim(self) -> None:
        """Click an enemy."""
        self.count += 1
        x, y = self.tab.middle_of(self.tab.page.locator(".figures .figure.pickable, .figures .figure.pick").first)
        self.tab.page.mouse.click(x, y)

    def rehearsed(self) -> str:
        """Wait for what the order would bring as it is now."""
        page = self.tab.page
        page.wait_for_timeout(200)  # the last of a drag is rehearsed after it
        found = page.locator(".order output:not([aria-busy=true])").first
        found.wait_for(state="attached")
        page.wait_for_function("() => document.querySelector('.order output:not([aria-busy=true])')?.textContent")
        return page.locator(".order output").first.text_content() or ""

    # ---- what a player does who would have it over soon

    def state(self) -> str:
        """What is to be decided now: order, halt, deploy, hand, or over; "" while others act."""
        return str(self.tab.page.evaluate(STATE))

    def wait(self, *states: str) -> str:
        """Wait for one of these. The page itself looks out for it: to be asked again and again would cost it dearly."""
        seen = f"states => {{ const now = ({STATE})(); return states.includes(now) && now; }}"
        return str(self.tab.page.wait_for_function(seen, arg=list(states), polling=30).json_value())

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
                    self.deploy()
                case _:
                    self.by_hand()

    def deploy(self) -> None:
        """Let the rest be put down. Between two answers of an order the button may be seen once more, and go: then it is being
        done already."""
        with suppress(TimeoutError):
            self.press("Deploy for me", 5_000)
        self.settle()

    def settle(self) -> None:
        """Wait until the order has come to something."""
        self.tab.page.wait_for_timeout(30)  # the order has gone out
        self.tab.page.wait_for_function("() => !document.querySelector('[aria-label=\"Your order\"]')", polling=30)
