"""AT-43 by hand: cards in a row, Leadership Points and Authority in view, salvos declared blind, sight lines free."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.tables import Opens, Tab

pytestmark = pytest.mark.plain

MOST_STEPS = 400
CARDS, SALVO, PARTS = "at43.round.activation-sequence", "at43.shooting.salvo", "at43.round.activation-steps"


def _pictured(tab: Tab, name: str) -> None:
    """A picture for people, where somebody wants one."""
    if folder := os.environ.get("LITTLEWARS_PICTURES"):
        tab.page.screenshot(path=Path(folder) / f"{name}.png")


def _points_at(tab: Tab) -> str:
    """What the page says of a line of sight from an own figure to an enemy's."""
    tab.page.locator(".figure[data-figure^='line-infantry']").first.click(force=True)
    tab.page.locator(".figure[data-figure^='storm-constructs']").first.hover(force=True)
    sight = tab.page.locator(".sight").first
    sight.wait_for()
    text = tab.page.locator(".tone-sight").all_text_contents()
    tab.page.keyboard.press("Escape")
    return " ".join(text)


def test_a_battle_from_cards_on(opens: Opens) -> None:
    """By suggestions and clicks: deployment, the row of cards, bids, salvos, moves, overwatch."""
    tab = opens().open().start(book="AT-43")
    seen = Counter[str]()
    for _ in range(MOST_STEPS):
        ask = tab.asked()
        if not ask:
            break
        rule = (tab.decision.locator(".decision-rule a").get_attribute("href") or "").rpartition("#")[2]
        seen[rule] += 1
        if seen[rule] == 1:
            _pictured(tab, rule.replace(".", "-"))
        if rule == PARTS and seen[rule] == 1:
            expect(tab.decision).to_contain_text("decided before anything is measured")
            lines = tab.page.locator(".party-lines")
            expect(lines).to_have_count(2)
            for side in range(2):
                for word in ("LP", "Authority", "cards"):
                    expect(lines.nth(side)).to_contain_text(word)
            assert "cm" not in _points_at(tab), "sight is shown, and no distance"
        if seen[CARDS] >= 2 and seen[PARTS] and seen["at43.leadership.improve-authority"]:
            break
        tab.suggested()
    tab.concede()
    assert {CARDS, PARTS, "at43.leadership.improve-authority"} <= set(seen)
    assert seen[CARDS] >= 2
