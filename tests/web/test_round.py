"""Round the battle: fronts drawn by hand, whose the Enter key is, being called, sound, talk apart, the result."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import expect

from tests.web.tables import Opens, Tab
from tests.web.test_budgets import Hand


def ordered(opens: Opens, book: str = "Oversoul") -> Hand:
    hand = Hand(opens(orders=True).open().start(book=book))
    assert hand.to_orders()
    return hand


def sent(tab: Tab) -> list[dict[str, Any]]:
    """Everything that the page says from now on, once it has sat down again."""
    said: list[dict[str, Any]] = []
    tab.page.on(
        "websocket",
        lambda line: line.on(
            "framesent", lambda frame: said.append(json.loads(frame if isinstance(frame, str) else frame.decode()))
        ),
    )
    tab.page.reload()
    tab.page.locator(".order").wait_for()
    return said


def test_round_the_first_order(opens: Opens) -> None:
    hand = ordered(opens)
    called(hand)
    front(hand)
    arrows(hand)
    enter(hand)
    hand.tab.page.goto(hand.tab.url)
    expect(hand.tab.page).to_have_title("Little Wars")


def front(hand: Hand) -> None:
    """Drawn from flank to flank, or widened by keys."""
    tab, page = hand.tab, hand.tab.page
    said = sent(tab)
    page.keyboard.press("1")
    box = page.locator("svg.table").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] * 0.45, box["y"] + box["height"] * 0.7
    page.mouse.move(x, y)
    page.mouse.down(button="right")
    page.mouse.move(x + 60, y, steps=3)
    expect(page.locator(".front-line line")).to_be_attached()
    page.mouse.up(button="right")
    expect(page.locator(".front-line")).to_have_count(0)
    hand.rehearsed()
    drawn = [one["order"] for one in said if one["do"] == "rehearse" and one["order"].get("width")]
    assert drawn, "the front is rehearsed"
    assert drawn[-1]["face"] == 0, "from west to east they look north"
    width = drawn[-1]["width"]
    page.keyboard.press("]")
    page.wait_for_timeout(300)
    wider = [one["order"]["width"] for one in said if one["do"] == "rehearse" and one["order"].get("width")]
    assert wider[-1] == width + 1000


def arrows(hand: Hand) -> None:
    """At the edge they lead to what is out of view."""
    page = hand.tab.page
    page.keyboard.press("Escape")
    expect(page.locator(".edge-arrow")).to_have_count(0)  # all of the table is seen
    for _ in range(8):
        page.get_by_role("button", name="Nearer").click()
    arrows = page.locator(".edge-arrow")
    expect(arrows.first).to_be_visible()
    named = page.get_by_role("button", name=arrows.first.get_attribute("aria-label"), exact=True)
    before = named.count()  # both sides may have a unit of this name
    arrows.first.click()
    expect(named).to_have_count(before - 1)


def enter(hand: Hand) -> None:
    """It belongs to the main button, whatever was pressed before."""
    page, ask = hand.tab.page, hand.tab.asked()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Sound").click()
    page.locator(".unit-head").first.click()
    page.keyboard.press("Enter")
    hand.tab.after(ask)
    expect(page.locator(".menu")).to_have_count(0)


def called(hand: Hand) -> None:
    """Whoever is waited for: by the title and a dot on the icon; a sound is off until somebody wants it."""
    page = hand.tab.page
    expect(page).to_have_title(re.compile("^● Your decision"))
    assert str(page.locator("link[rel=icon]").get_attribute("href")).startswith("data:")
    button = page.get_by_role("button", name="Sound")
    expect(button).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("s")
    expect(button).to_have_attribute("aria-pressed", "true")


def test_names_are_said_once_and_those_who_watch_talk_apart(opens: Opens) -> None:
    host = opens().open()
    host.page.get_by_role("button", name="Your name").click()
    host.page.get_by_label("What others call you").fill("Anna")
    host.start(book="Oversoul")
    game = host.page.url.partition("/play/")[2].partition("#")[0]
    watcher = opens().open(f"/watch/{game}")
    watcher.page.wait_for_selector(".battle")
    expect(watcher.page.locator(".units h2", has_text="Anna")).to_be_visible()
    watcher.page.get_by_role("button", name="Talk").click()
    watcher.page.get_by_label("Say something").fill("Mind the wood")
    watcher.page.keyboard.press("Enter")
    expect(host.page.get_by_role("button", name="Talk (1)")).to_be_visible()
    host.page.get_by_role("button", name="Talk").click()
    expect(host.page.locator(".chat li", has_text="Mind the wood")).to_have_count(0)
    host.page.get_by_role("button", name="Those who watch").click()
    expect(host.page.locator(".chat li", has_text="Mind the wood")).to_be_visible()
    expect(host.page.get_by_role("button", name="Talk (1)")).to_have_count(0)  # it has been read


def test_the_result_is_ones_own_names_a_readable_file_and_leads_to_where_it_turned(opens: Opens) -> None:
    hand = ordered(opens)
    hand.tab.concede()
    page = hand.tab.page
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text("Defeat")
    expect(result).to_contain_text("(you)")
    fell = result.get_by_role("table", name="What became of").first
    expect(fell.get_by_role("row")).not_to_have_count(1)
    for head in ("lost", "removed", "attacks", "luck"):
        expect(fell.get_by_role("columnheader", name=head)).to_be_visible()
    with page.expect_download() as download:
        result.get_by_role("link", name="Download the journal").click()
    assert re.fullmatch(r"first-battle-\d{4}-\d\d-\d\d-blue-won\.jsonl", download.value.suggested_filename)
    game = page.url.partition("/play/")[2].partition("#")[0]
    hand.tab.open(f"/replay/{game}#4")
    page.wait_for_selector(".scrubber")
    expect(page.get_by_label("Where in the battle")).not_to_have_value("0")


def test_an_order_goes_on_after_a_clock_is_set(opens: Opens) -> None:
    """A battle with a clock shows it, and it runs for whoever is asked."""
    tab = opens(orders=True).open()
    tab.page.locator(".spine").filter(has_text="Oversoul").click()
    tab.page.get_by_label("Clock").select_option("half-hour")
    tab.page.get_by_role("button", name="To the table").click()
    tab.page.wait_for_selector(".battle")
    clock = tab.page.get_by_role("timer", name="Time left")
    tab.asked()
    first = clock.inner_text()
    assert re.search(r"(30:0\d|29:5\d)", first), first
    expect(clock).not_to_have_text(first, timeout=5000)


def test_the_result_reckons_every_attack(opens: Opens) -> None:
    """A battle of Finish my turn, to its end: luck for every unit that attacked, the best figure, and where it turned."""
    hand = ordered(opens)
    page = hand.tab.page
    for _ in range(60):
        if not hand.to_orders():  # an order halts where something scarce could be used: then it goes on
            break
        finish = page.get_by_role("button", name="Finish my turn")
        if finish.count() and finish.first.is_enabled():
            finish.first.click()
            page.wait_for_timeout(400)
        else:
            hand.tab.usual()
    if hand.tab.asked():
        hand.tab.concede()
    result = page.get_by_role("region", name="Result")
    expect(result.locator(".luck-bar").first).to_be_visible()
    expect(result).to_contain_text(re.compile(r"Your attacks brought \d+, \d+\.\d were to be expected"))
    expect(result).to_contain_text("Best figure")
    expect(result.get_by_role("link", name="Where it turned")).to_be_visible()


def test_a_draft_is_a_ribbon_with_plates_that_lie_on_nothing(opens: Opens) -> None:
    hand = ordered(opens, "Defiance")
    page = hand.tab.page
    hand.drag(0, -60)
    hand.rehearsed()
    expect(page.locator(".ribbon path")).to_be_attached()
    expect(page.locator(".tone-way")).to_be_attached()
    page.wait_for_timeout(300)
    boxes = page.evaluate(
        "() => [...document.querySelectorAll('[data-label]')].map(one => one.getBoundingClientRect().toJSON())"
    )
    for n, one in enumerate(boxes):
        for other in boxes[n + 1 :]:
            wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
            high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            assert min(wide, high) < 1, (one, other)
    # how far they get in each pace, and while Shift is held over which ground
    expect(page.locator(".pace-ring.chosen")).to_have_count(1)
    assert page.locator(".pace-ring").count() > 1
    page.keyboard.down("Shift")
    expect(page.locator(".reach-area")).to_be_attached(timeout=20_000)
    page.keyboard.up("Shift")
    page.keyboard.press("Escape")
    expect(page.locator(".ribbon")).to_have_count(0)


def test_shift_shows_the_ground_within_reach_of_a_move(opens: Opens) -> None:
    tab = opens().open().start(book="Oversoul")
    assert tab.activate()
    assert tab.until(lambda tab: tab.kind == "move")
    tab.page.locator("svg.table").focus()
    tab.page.keyboard.down("Shift")
    expect(tab.page.locator(".reach-area")).to_be_attached(timeout=20_000)
    tab.page.keyboard.up("Shift")
    expect(tab.page.locator(".reach-area")).to_have_count(0)
