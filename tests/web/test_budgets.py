"""Click budgets: an order to a whole unit is a few clicks, a whole first battle a few dozen. Every click and key is counted."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from tests.web.hands import Hand
from tests.web.tables import PATIENCE, Opens

pytestmark = pytest.mark.plain

LONG = 150  # seconds for a whole battle


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

    def press(self, name: str, patience: int = PATIENCE) -> None:
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

    def press(self, name: str, patience: int = PATIENCE) -> None:
        self.tab.page.get_by_role("button", name=re.compile(f"^{name}")).first.tap(timeout=patience)
        self.count += 1


def begun(opens: Opens, book: str) -> Hand:
    """At the first order of a first battle."""
    hand = Hand(opens(orders=True).open().start(book=book))
    assert hand.to_orders()
    return hand


def from_home(opens: Opens, book: str) -> Hand:
    """From home to the table by one click, and everybody put down by two."""
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
        hand.deploy()
    assert hand.count - before <= 2
    return hand


BATTLES = {"Oversoul": 80, "Defiance": 100, "Xenocide": 110, "AT-43": 170, "Combat Action": 100}
ORDERS = {"Oversoul": 4, "Defiance": 6, "Xenocide": 3, "AT-43": 4, "Combat Action": 8}
ELSEWHERE = ("Oversoul", "Xenocide")  # whole battles of these are played by keys and by touch


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


@pytest.mark.parametrize("book", BATTLES)
def test_a_first_battle_from_home_to_its_end_is_a_few_dozen_clicks(opens: Opens, book: str) -> None:
    """On the way a unit goes and attacks by one order."""
    hand = from_home(opens, book)
    assert hand.to_orders()
    goes_and_attacks(hand, ORDERS[book])
    if book not in ELSEWHERE:
        played_out(hand, BATTLES[book])


def goes_and_attacks(hand: Hand, most: int) -> None:
    """Drag it, click an enemy, give the order; one halt on the way is seen and passed."""
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


def test_a_whole_battle_by_keys_alone(opens: Opens) -> None:
    hand = Keys(opens(orders=True).open())
    hand.start("Oversoul")
    played_out(hand, BATTLES["Oversoul"] + 20)  # every unit is put down by itself


def test_a_whole_battle_by_touch_alone(opens: Opens) -> None:
    hand = Finger(opens(orders=True, size=(1024, 768), touch=True).open())
    hand.start("Xenocide")
    played_out(hand, BATTLES["Xenocide"])


def test_orders_of_defiance_are_a_click_or_two(opens: Opens) -> None:
    """How, and do it: a unit suppresses, another stands and fires, and then the turn is finished."""
    hand = begun(opens, "Defiance")
    for chip in ("Suppress", "Stand and fire"):
        assert hand.to_orders()
        before, ask = hand.count, hand.tab.asked()
        hand.pace(chip)
        hand.key("Enter")
        hand.tab.after(ask)
        assert hand.count - before <= 4
        hand.settle()
    assert hand.to_orders()
    before = hand.count
    hand.press("Finish my turn")
    hand.settle()
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


def test_secret_orders_for_all_units_are_a_click_each_at_most(opens: Opens) -> None:
    """Xenocide: the orders of all units lie ready at once, are changed where one likes, and sealed."""
    hand = Hand(opens(orders=True).open().start(book="Xenocide"))
    while "order" not in hand.tab.prompt.lower() or hand.tab.kind != "assign":
        if hand.wait("deploy", "hand") == "deploy":
            hand.deploy()
        else:
            hand.by_hand()
        hand.wait("deploy", "hand", "order")
    units, before, ask = hand.tab.decision.locator(".assign .picks").count(), hand.count, hand.tab.asked()
    assert units > 1
    hand.key("u")
    hand.tab.answered(ask)
    hand.key("Enter")
    hand.tab.after(ask)
    assert hand.count - before <= units + 2


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


def test_orders_of_oversoul_are_a_click_or_two(opens: Opens) -> None:
    hand = begun(opens, "Oversoul")
    taken_back(hand)
    charge(hand)
    assert hand.to_orders()
    volley(hand)


def volley(hand: Hand) -> None:
    """Click the enemy, click it again."""
    before = hand.count
    hand.aim()
    hand.rehearsed()
    hand.aim()
    hand.settle()
    assert hand.count - before <= 3


def charge(hand: Hand) -> None:
    """Into contact, and do it."""
    before, ask = hand.count, hand.tab.asked()
    hand.press("Move and act")
    hand.drag(0, -150)
    hand.rehearsed()
    hand.key("Enter")
    hand.tab.after(ask)
    hand.settle()
    assert hand.count - before <= 4


def taken_back(hand: Hand) -> None:
    """An order is taken back by one key."""
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
