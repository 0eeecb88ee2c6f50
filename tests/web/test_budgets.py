"""Click budgets: an order to a whole unit is a few clicks, a whole first battle a few dozen. Every click and key is counted."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

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


class Keys(Hand):
    """A hand that never touches a mouse, from home on."""

    def start(self, book: str) -> None:
        page = self.tab.page
        page.wait_for_selector(".scenario")
        while book not in (page.evaluate("document.activeElement.textContent") or "")[:40]:
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.keyboard.press("Shift+Tab")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Enter")
        page.wait_for_selector(".battle")

    def press(self, name: str) -> None:
        self.by_hand()


class Finger(Hand):
    """A hand on a tablet: taps, and no keys."""

    def start(self, book: str) -> None:
        self.tab.page.locator(".spine").filter(has_text=book).tap()
        self.tab.page.locator("label.scenario", has_text="First battle").tap()
        self.tab.page.get_by_role("button", name="To the table").tap()
        self.tab.page.wait_for_selector(".battle")

    def key(self, name: str) -> None:
        self.count += 1
        where = self.tab.page.get_by_role("button", name="Suggest") if name == "u" else self.tab.main
        where.first.tap()

    def press(self, name: str) -> None:
        self.count += 1
        self.tab.page.get_by_role("button", name=re.compile(f"^{name}")).first.tap()


def begun(opens: Opens, book: str) -> Hand:
    return Hand(opens(orders=True).open().start(book=book))


BATTLES = {"Oversoul": 80, "Defiance": 100, "Xenocide": 110, "AT-43": 170, "Combat Action": 100}


def played_out(hand: Hand, most: int) -> None:
    """To the end, with as few clicks."""
    end = time.monotonic() + LONG
    while hand.to_orders():
        assert time.monotonic() < end, f"{hand.count} clicks and no end"
        hand.key("Enter")
        hand.tab.page.wait_for_timeout(120)  # an order may come to nothing, and the same is asked again
        hand.settle()
    expect(hand.tab.page.get_by_role("region", name="Result")).to_be_visible()
    rounds = hand.tab.page.locator(".log-heading").all_inner_texts()
    assert len(rounds) >= 2, rounds  # it was a battle
    assert 10 < hand.count <= most, hand.count


@pytest.mark.parametrize("book", [book for book in BATTLES if book not in ("Oversoul", "Xenocide")])
def test_a_whole_first_battle_is_a_few_dozen_clicks(opens: Opens, book: str) -> None:
    played_out(begun(opens, book), BATTLES[book])


def test_a_whole_battle_by_keys_alone(opens: Opens) -> None:
    hand = Keys(opens(orders=True).open())
    hand.start("Oversoul")
    played_out(hand, BATTLES["Oversoul"] + 20)  # every unit is put down by itself


def test_a_whole_battle_by_touch_alone(opens: Opens) -> None:
    hand = Finger(opens(orders=True, size=(1024, 768), touch=True).open())
    hand.start("Xenocide")
    played_out(hand, BATTLES["Xenocide"])


@pytest.mark.parametrize(
    ("book", "most"), [("Defiance", 6), ("Oversoul", 4), ("AT-43", 4), ("Xenocide", 3), ("Combat Action", 8)]
)
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


@pytest.mark.parametrize("chip", ["Stand and fire", "Suppress"])
def test_to_stand_and_fire_or_to_suppress_is_two_clicks(opens: Opens, chip: str) -> None:
    """Defiance: how, and do it."""
    hand = begun(opens, "Defiance")
    assert hand.to_orders()
    before, ask = hand.count, hand.tab.asked()
    hand.press(chip)
    hand.key("Enter")
    hand.tab.after(ask)
    assert hand.count - before <= 4


def test_covering_fire_is_settled_by_one_click(opens: Opens) -> None:
    """Defiance: who covers is asked once what he would always do; then the enemy walks by, and nobody is asked again."""
    red = opens().open().start("Ambush", "Invite by link", "Defiance")
    blue = Hand(opens(orders=True))
    blue.tab.page.goto(red.page.get_by_label("Invitation for blue").input_value())
    blue.tab.page.wait_for_selector(".battle")
    ask = red.asked()
    red.confirm()
    red.after(ask)
    for name in ("One order for all", "Primary Fire", "Run", "Move, then fire"):
        assert red.choose(name)
    ask = red.asked()
    red.drag(red.page.locator(".figures [data-figure='runners.1']"), 180, 0)
    red.after(ask)
    ask = red.asked()
    red.confirm()
    red.after(ask)
    blue.tab.asked()
    blue.press("Always let pass")
    assert red.asked(), "he goes on, and blue is not asked again"
    assert blue.count <= 3
    expect(blue.tab.page.locator("[data-decision]")).to_have_count(0)


@pytest.mark.parametrize("book", ["Oversoul", "Defiance", "Xenocide", "AT-43", "Combat Action"])
def test_home_to_the_table_is_one_click_and_a_force_is_deployed_by_two(opens: Opens, book: str) -> None:
    tab = opens(orders=True).open()
    tab.page.locator(".spine").filter(has_text=book).click()
    hand = Hand(tab)
    hand.press("To the table")
    tab.page.wait_for_selector(".battle")
    assert hand.count == 1
    while hand.wait("deploy", "hand", "order") == "hand":  # what comes before anybody is put down
        hand.by_hand()
    before = hand.count
    while hand.wait("deploy", "hand", "order") == "deploy" and hand.count - before < 3:
        hand.press("Deploy for me")
        hand.settle()
    assert hand.count - before <= 2


def test_secret_orders_for_all_units_are_a_click_each_at_most(opens: Opens) -> None:
    """Xenocide: the orders of all units lie ready at once, are changed where one likes, and sealed."""
    hand = begun(opens, "Xenocide")
    while "order" not in hand.tab.prompt.lower() or hand.tab.kind != "assign":
        if hand.wait("deploy", "hand") == "deploy":
            hand.press("Deploy for me")
            hand.settle()
        else:
            hand.by_hand()
        hand.wait("deploy", "hand", "order")
    units, before, ask = hand.tab.decision.locator("select").count(), hand.count, hand.tab.asked()
    assert units > 1
    hand.key("u")
    hand.tab.answered(ask)
    hand.key("Enter")
    hand.tab.after(ask)
    assert hand.count - before <= units + 2


@pytest.mark.parametrize(("stance", "most"), [("Move and act", 4)])
def test_a_charge_is_a_drag_and_do(opens: Opens, stance: str, most: int) -> None:
    """Oversoul: into contact, and do it."""
    hand = begun(opens, "Oversoul")
    assert hand.to_orders()
    before, ask = hand.count, hand.tab.asked()
    hand.press(stance)
    hand.drag(0, -150)
    hand.rehearsed()
    hand.key("Enter")
    hand.tab.after(ask)
    hand.settle()
    assert hand.count - before <= most


def test_a_spell_is_four_clicks(opens: Opens) -> None:
    """Oversoul: the caster, by hand, the spell, and again the spell."""
    hand = Hand(opens(orders=True).open().start("Barrow moor", book="Oversoul"))
    assert hand.to_orders()
    casters = hand.tab.page.locator(".order-units button").filter(has_text=re.compile("Wizard|King|Necromancer|Witch|Caster"))
    before = hand.count
    if casters.count():
        hand.count += 1
        casters.first.click()
    ask = hand.tab.asked()
    hand.key("Enter")  # he does what he does best
    hand.tab.after(ask)
    hand.settle()
    assert hand.count - before <= 4


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
