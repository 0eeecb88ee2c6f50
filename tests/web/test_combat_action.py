"""Combat Action by hand: prices and points left, doors, locations of machines on their card, answers where anybody is ready;
and what blasts leave."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.tables import PATIENCE, Opens, Tab

pytestmark = pytest.mark.plain

MOST_STEPS = 900
GOLDEN = Path(__file__).parents[1] / "golden" / "combat-action"
ACTS, READY = "combat-action.activation.action-phase", "combat-action.ready.use"
TURN = "combat-action.turn.sequence"


def _pictured(tab: Tab, name: str) -> None:
    """A picture for people, where somebody wants one."""
    if folder := os.environ.get("LITTLEWARS_PICTURES"):
        tab.page.screenshot(path=Path(folder) / f"{name}.png")


def test_home_says_what_it_is(opens: Opens) -> None:
    tab = opens().open()
    tab.page.locator(".spine").filter(has_text="Combat Action").click()
    expect(tab.page.get_by_text("Our reconstruction around the author's tables").first).to_be_visible(timeout=PATIENCE)


def test_a_battle_from_deployment_on(opens: Opens) -> None:
    """By clicks and suggestions: every choice has its price, doors can be pointed at; whole battles are in test_budgets."""
    tab = opens().open().start("Fight at the toll house", book="Combat Action")
    seen = Counter[str]()
    for _ in range(MOST_STEPS):
        if not tab.asked():
            break
        rule = (tab.decision.locator(".decision-rule a").get_attribute("href") or "").rpartition("#")[2]
        seen[rule] += 1
        if seen[rule] == 1:
            _pictured(tab, rule.replace(".", "-"))
        if rule == ACTS and "AP left" in tab.prompt and not seen["priced"]:
            seen["priced"] += 1
            expect(tab.decision.locator(".option", has_text="1 AP").first).to_be_visible()
        if rule == READY:  # not in every battle
            expect(tab.decision.get_by_text("Let this activation pass")).to_be_visible()
            expect(tab.page.locator(".spot").first).to_be_attached()
        if rule == ACTS and tab.page.locator(".spot").count() and "door" in tab.decision.inner_text():
            seen["door"] += 1
        if seen["priced"] and seen["door"] and seen["combat-action.turn.sequence"]:
            break
        tab.suggested()
    car = tab.page.locator("li.unit[data-unit='car']")
    car.locator(".unit-head").click()
    for place in ("engine", "ammunition feed", "pilot compartment"):
        expect(car.locator("ul.status")).to_contain_text(place)
    tab.concede()
    assert {ACTS, "combat-action.turn.sequence"} <= set(seen)
    assert seen["priced"]
    assert seen["door"]


def test_the_ground_stays_scorched(opens: Opens) -> None:
    """A battle that two bots have fought, replayed to its end: where something burst there is a scar."""
    tab = opens(speed="instant").open("/replay")
    tab.page.locator("input[type=file]").set_input_files(GOLDEN / "equal-engagement.jsonl")
    tab.page.get_by_label("Where in the battle").wait_for()
    assert tab.page.locator(".scar").count() == 0
    tab.page.keyboard.press("End")
    expect(tab.page.locator(".scar").first).to_be_attached(timeout=PATIENCE)


def _rule(tab: Tab) -> str:
    """The rule that asks."""
    return (tab.decision.locator(".decision-rule a").get_attribute("href") or "").rpartition("#")[2]


def _to_act(tab: Tab, unit: str, model: str) -> None:
    """Go on, as a bot would, until this model of this unit spends its points."""
    for _ in range(MOST_STEPS):
        assert tab.asked(), "the battle is over"
        if _rule(tab) == ACTS and "AP left" in tab.prompt and model in tab.prompt:
            return
        if not ((_rule(tab) == TURN and tab.choose(unit)) or (_rule(tab) == ACTS and tab.choose(model))):
            tab.suggested()


def test_a_door_is_clicked(opens: Opens) -> None:
    """Once shows what it means, twice does it."""
    tab = opens().open().start("Fight at the toll house", book="Combat Action")
    _to_act(tab, "Guards", "Lieutenant")
    ask = tab.asked()
    door = tab.page.locator(".spot[data-spot^='open-door:toll house']").first
    expect(door).to_have_attribute("aria-label", "Open door: toll house")
    door.click()
    expect(tab.decision.locator(".option[aria-pressed=true]")).to_contain_text("Open door")
    door.click()
    tab.after(ask)
    expect(tab.page.get_by_text("opens a door of toll house").first).to_be_attached(timeout=PATIENCE)
    tab.concede()


def test_a_blast_is_laid_with_its_deviation_ring(opens: Opens) -> None:
    """A rocket at a point: the blast of 3 cm, and round it how far it may deviate, 6 times 4 cm; both follow a drag."""
    tab = opens().open().start("Fight at the toll house", book="Combat Action")
    _to_act(tab, "Guards", "Raider with rocket")
    assert tab.choose("at a point")
    tab.asked()
    tab.page.keyboard.press("u")
    ring, shape = tab.page.locator(".laid-ring"), tab.page.locator(".laid-shape")
    expect(ring).to_be_visible()
    east, _, _ = tab.laid("g[data-figure='tech.1']")["tech.1"]  # who stands 88 cm from the edge
    radius, blast = float(ring.get_attribute("r") or 0), float(shape.evaluate("one => one.getBBox().width")) / 2
    assert (radius, blast) == pytest.approx((24 * east / 88, 3 * east / 88), rel=0.01)
    assert tab.middle_of(ring) == pytest.approx(tab.middle_of(shape), abs=2)
    _pictured(tab, "blast")
    tab.drag(shape, 30, 0)
    assert tab.middle_of(ring) == pytest.approx(tab.middle_of(shape), abs=2)
    tab.concede()
