"""Xenocide by hand: secret orders, simultaneous fire with its replies, moves with snap shots, to the end."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.clash import LIMIT
from tests.web.hands import Hand
from tests.web.tables import Opens, Tab

pytestmark = pytest.mark.plain

MOST_STEPS = 400
MOST_ANSWERS = 120  # of a short battle; about 35 are usual
ORDERS, AIMS, MOVES = "xenocide.orders.placing", "xenocide.targeting.unit-at-unit", "xenocide.move.allowance"


def _pictured(tab: Tab, name: str) -> None:
    """A picture for people, where somebody wants one."""
    if folder := os.environ.get("LITTLEWARS_PICTURES"):
        tab.page.screenshot(path=Path(folder) / f"{name}.png")


def test_a_battle_from_orders_on(opens: Opens) -> None:
    """By clicks, drags and suggestions: deployment, orders for all units at once, fire with its odds, replies, moves."""
    tab = opens().open().start(book="Xenocide")
    seen = Counter[str]()
    wanted = {ORDERS, "xenocide.targeting.unit-at-unit", "xenocide.move.allowance"}
    for _ in range(MOST_STEPS):
        ask = tab.asked()
        if not ask:
            break
        rule = (tab.decision.locator(".decision-rule a").get_attribute("href") or "").rpartition("#")[2]
        seen[rule] += 1
        if seen[rule] == 1:
            _pictured(tab, rule.replace(".", "-"))
        if rule == ORDERS and seen[rule] == 1:
            tab.assign(1, "Opportunity fire")  # the first is for all at once
            tab.confirm()
            tab.after(ask)
            tab.asked()
            expect(tab.page.locator(".unit-token").filter(has_text="opportunity fire").first).to_be_attached()
            continue
        if rule == "xenocide.targeting.unit-at-unit" and seen[rule] == 1:
            tally = tab.decision.locator(".tally-line").first
            expect(tally).to_contain_text("or less")  # low is good
        if "before it suffers" in tab.prompt:
            seen["reply"] += 1
        if seen[ORDERS] >= 2 and seen["reply"] and wanted <= set(seen):
            break
        tab.suggested()
    tab.concede()
    assert wanted <= set(seen)
    assert seen[ORDERS] >= 2
    assert seen["reply"] >= 1  # whoever is hurt fires before he suffers


def test_a_whole_battle_from_orders_to_victory(opens: Opens) -> None:
    """A hand orders, fires and marches, then takes what is suggested, until the page says who has won, and with how much."""
    tab = opens().open().start("Short battle", book="Xenocide")
    hand, page, seen = Hand(tab), tab.page, Counter[str]()
    while ask := tab.asked():
        assert seen.total() < MOST_ANSWERS, seen  # it comes to an end
        rule = (tab.decision.locator(".decision-rule a").get_attribute("href") or "").rpartition("#")[2]
        seen[rule] += 1
        if rule == ORDERS:
            expect(page.locator(".tracker")).to_contain_text(f"Turn {seen[ORDERS]} ")
        if rule == ORDERS and seen[rule] == 1:
            tab.assign(1, "Standard")  # the first is for all at once
            tab.assign(2, "Run")
            tab.confirm()
            tab.after(ask)
            tab.asked()
            expect(page.locator("li.unit").filter(has_text="Swords").first).to_contain_text("run")
        elif rule == AIMS and seen[rule] == 1:
            tab.choose("Foes")
        else:
            hand.by_hand()
    for phase in ("Shooting", "Movement", "Opportunity fire", "Melee"):
        expect(page.locator(".log").first).to_contain_text(phase)
    assert {ORDERS, AIMS, MOVES} <= set(seen)
    result = page.get_by_role("region", name="Result")
    red, blue = (int(one) for one in result.locator(".outcome-points strong").all_inner_texts())
    assert max(red, blue) > 0
    said, mine = ("red wins", "Victory") if red > blue else ("blue wins", "Defeat")
    if abs(red - blue) * 10 < LIMIT:  # a smaller lead than a tenth
        said, mine = "A draw", "Draw"
    expect(result.locator("h2")).to_contain_text(said)
    expect(result.locator(".outcome-mine")).to_have_text(mine)
    expect(page.locator(".log").first).to_contain_text("The battle ends")


def test_who_is_fired_at_answers_before_he_suffers(opens: Opens) -> None:
    """Blue has fired: what is to come stands on the card, nobody has fallen, and the answer says that low is good."""
    tab = opens().open().start("Crossfire", book="Xenocide")
    ask = tab.asked()
    assert "before it suffers" in tab.prompt
    expect(tab.page.locator("li.unit").filter(has_text="Rifles")).to_contain_text("to come")
    assert tab.page.locator(".figures [data-figure^='rifles.']").count() == 6
    expect(tab.decision.locator(".tally-line").first).to_contain_text("or less")
    assert tab.choose("Foes")
    tab.after(ask)
    tab.suggested()  # everybody fires his rifle
    while tab.asked():
        tab.suggested()
    log = tab.page.locator(".log").first
    expect(log).to_contain_text("Rifles: Assault rifle at Foes")
    expect(tab.page.get_by_role("region", name="Result")).to_be_visible()


def test_a_ram(opens: Opens) -> None:
    """A vehicle at speed is dragged into another one: the page says whom it would ram, and the log how hard."""
    tab = opens().open().start("Collision", book="Xenocide")
    ask = tab.asked()
    assert tab.kind == "move"
    expect(tab.decision.get_by_role("button", name="Stay")).to_be_disabled()  # it has to keep its speed
    tab.drag(tab.page.locator(".figures [data-figure='ram.1']"), 0, -200)
    assert tab.drawn()
    expect(tab.decision).to_contain_text("rammed")
    tab.confirm()
    tab.after(ask)
    while tab.asked():
        tab.suggested()
    expect(tab.page.locator(".log").first).to_contain_text("Red Truck rams Blue Truck: power 7, 4 on itself")
    expect(tab.page.get_by_role("region", name="Result")).to_be_visible()
