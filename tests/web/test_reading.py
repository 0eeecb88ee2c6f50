"""Rules beside the question: a rule never lies over it, words of cards lead to theirs, and a finger finds the knob."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.tables import Opens

pytestmark = pytest.mark.plain

FINGER = 44  # pixels


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (390, 844)])
def test_a_rule_does_not_lie_over_the_question(opens: Opens, size: tuple[int, int]) -> None:
    """Title and options are read beside it, on a large screen and on a phone."""
    tab = opens(size=size).open().start()
    assert tab.until(lambda one: one.kind == "choose" and "Activate" in one.prompt)
    tab.decision.locator("a.rule, a.rule-word").first.click()
    drawer = tab.page.get_by_role("complementary", name="Rule", exact=True)
    expect(drawer.locator("h2")).to_be_visible()
    rule, question = drawer.bounding_box(), tab.page.locator("#question").bounding_box()
    assert rule is not None
    assert question is not None
    assert rule["height"] >= 140
    assert rule["y"] >= question["y"] + question["height"] - 1
    tab.page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)


@pytest.mark.parametrize(
    ("book", "unit", "word", "title"),
    [
        ("Oversoul", "Jump Troopers", "Heavy Armor", "Heavy Armor"),
        ("Defiance", "Highlander", "U", "Ultra"),
        ("Xenocide", "Command", "commander", "ommander"),
    ],
)
def test_words_of_a_card_lead_to_their_rule(opens: Opens, book: str, unit: str, word: str, title: str) -> None:
    """Pointed at they say what they mean; pressed, the rule opens."""
    tab = opens().open().start(book=book)
    tab.asked()
    card = tab.page.locator("li.unit").filter(has_text=unit).first
    card.locator(".unit-head").click()
    link = card.locator(".term a").filter(has_text=re.compile(f"^{word}$")).first
    link.hover()
    expect(card.get_by_role("tooltip")).to_contain_text(title)
    link.click()
    drawer = tab.page.get_by_role("complementary", name="Rule", exact=True)
    expect(drawer.locator("h2")).to_contain_text(title)


def test_a_finger_finds_the_knob_that_turns(opens: Opens) -> None:
    """However small the table is drawn."""
    tab = opens(size=(390, 844), touch=True).open().start()
    assert tab.until(lambda one: one.kind == "place")
    box = tab.page.locator(".handle-touch").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= FINGER
