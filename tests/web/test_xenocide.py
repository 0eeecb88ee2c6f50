"""Xenocide by hand: secret orders, simultaneous fire with its replies, moves with snap shots, to the end."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

from playwright.sync_api import expect

from tests.web.tables import Opens, Tab

MOST_STEPS = 400
ORDERS = "xenocide.orders.placing"


def _pictured(tab: Tab, name: str) -> None:
    """A picture for people, where somebody wants one."""
    if folder := os.environ.get("LITTLEWARS_PICTURES"):
        tab.page.screenshot(path=Path(folder) / f"{name}.png")


def test_a_battle_from_orders_to_victory(opens: Opens) -> None:
    """By clicks, drags and suggestions: deployment, orders for all units at once, fire with its odds, replies, moves."""
    tab = opens().open().start(book="Xenocide")
    seen = Counter[str]()
    for _ in range(MOST_STEPS):
        ask = tab.asked()
        if not ask:
            break
        rule = (tab.decision.locator(".decision-rule a").get_attribute("href") or "").rpartition("#")[2]
        seen[rule] += 1
        if seen[rule] == 1:
            _pictured(tab, rule.replace(".", "-"))
        if rule == ORDERS and seen[rule] == 1:
            tab.decision.locator("select").nth(1).select_option(label="Opportunity fire")  # the first is for all at once
            tab.confirm()
            tab.after(ask)
            continue
        if rule == "xenocide.targeting.unit-at-unit" and seen[rule] == 1:
            tally = tab.decision.locator(".tally-line").first
            expect(tally).to_contain_text("or less")  # low is good
        if "before it suffers" in tab.prompt:
            seen["reply"] += 1
        tab.suggested()
    _pictured(tab, "end")
    expect(tab.page.get_by_role("region", name="Result")).to_be_visible()
    assert {ORDERS, "xenocide.targeting.unit-at-unit", "xenocide.move.allowance"} <= set(seen)
    assert seen[ORDERS] >= 2
    assert seen["reply"] >= 1  # whoever is hurt fires before he suffers
