"""Defiance by hand: a battle from deployment to victory, covering fire in the middle of a move, and what explains itself."""

from __future__ import annotations

import math
import re
from collections import Counter

import pytest
from playwright.sync_api import Locator, expect

from tests.web.tables import Opens, Place, Tab

pytestmark = pytest.mark.plain

MOST_STEPS = 500
PULL = 180  # pixels: most of what a runner has


def _explained(tab: Tab) -> None:
    """The question says why it is asked, with a link to its rule, and every choice says what it does."""
    expect(tab.decision.locator(".decision-rule a")).to_be_visible()
    expect(tab.decision.locator(".rule-summary")).not_to_be_empty()
    options = tab.decision.locator("button.option")
    expect(tab.decision.locator("button.option .option-about")).to_have_count(options.count())
    assert not re.search(r"[a-z]+-[a-z]+[.]\d", tab.decision.inner_text()), "an id is shown"


def _figure(tab: Tab, name: str) -> Locator:
    return tab.page.locator(f".figures [data-figure='{name}']")


def test_a_battle_from_deployment_on(opens: Opens) -> None:
    """By drags, clicks and suggestions: deployment by cards, command cards, orders, moves, shots with their odds."""
    tab = opens().open().start(book="Defiance")
    seen = Counter[str]()
    wanted = {"defiance.deploy.placement-legality", "defiance.command.primary-cards", "defiance.move.maximum-distance"}
    for _ in range(MOST_STEPS):
        ask = tab.asked()
        if not ask:
            break
        rule = (tab.decision.locator(".decision-rule a").get_attribute("href") or "").rpartition("#")[2]
        seen[rule] += 1
        first = seen[rule] == 1
        if first and rule == "defiance.deploy.placement-legality":
            ghost = tab.page.locator(".figure.ghost").first
            before = ghost.get_attribute("transform") or ""
            tab.drag(ghost, 60, -10)
            expect(ghost).not_to_have_attribute("transform", before)
            tab.drawn()  # where they may not stand they are put back
            tab.confirm()
            tab.after(ask)
        elif first and rule == "defiance.command.primary-cards":
            tab.assign(-1, 0)
            expect(tab.decision.locator(".assign-about")).to_contain_text("may act at once")
            tab.confirm()
            tab.after(ask)
        elif rule == "defiance.orders.declare-first" and first:
            _explained(tab)
            tab.choose("Primary Fire")
        elif rule == "defiance.orders.fire-movement-type" and first:
            _explained(tab)
            tab.choose("Walk")
        elif rule == "defiance.orders.fire-attack-pattern" and first:
            _explained(tab)
            tab.choose("Move, then fire")
        elif rule == "defiance.orders.fire-figure-by-figure" and seen["pulled"] < 2:
            seen["pulled"] += _pulled(tab, ask)
        elif rule in ("defiance.ranged.closest-target", "defiance.ranged.elite-vehicle-targeting") and first:
            _weighed(tab)
            tab.suggested()
        elif seen["pulled"] == 2 and wanted <= set(seen):
            break
        else:
            tab.suggested()
    tab.concede()
    assert seen["pulled"] == 2
    assert wanted <= set(seen)


def _pulled(tab: Tab, ask: str) -> int:
    """Drag one who may act: that picks him, and goes on as his move. Where his way is barred he goes as is suggested."""
    tab.drag(tab.page.locator(".figure.grip").first, 0, -25)
    tab.after(ask)
    move = tab.asked()
    assert tab.kind == "move"
    expect(tab.page.locator(".overlay-way-line").first).to_be_attached()
    if not tab.drawn():
        tab.suggested()
        return 0
    expect(tab.decision.locator(".verdict")).to_contain_text("used")
    tab.confirm()
    tab.after(move)
    return 1


def _weighed(tab: Tab) -> None:
    """A shot is looked at before it is fired: its tally, and its odds."""
    shot = tab.decision.locator("button.option:has(.tally-line)").first
    shot.click()
    expect(tab.page.get_by_role("region", name="Forecast")).to_contain_text("on average")
    tab.page.keyboard.press("Escape")


def test_a_move_is_suggested_and_may_be_changed(opens: Opens) -> None:
    """The suggestion is laid in hand and says whose it is; nothing is sent before it is confirmed, and a drag changes it."""
    tab = opens().open().start(book="Defiance")
    assert tab.until(lambda one: "Orders for" in one.prompt)
    tab.choose("Cohesive Fire")
    tab.choose("Run")
    while tab.asked() and tab.kind != "move":
        tab.suggested()
    ask = tab.asked()
    tab.page.keyboard.press("u")
    expect(tab.decision.locator(".advice")).to_contain_text("The tactician suggests this")
    expect(tab.main).to_be_enabled()
    tab.page.keyboard.press("Escape")
    expect(tab.main).to_be_disabled()
    tab.page.keyboard.press("u")
    expect(tab.main).to_be_enabled()
    tab.page.keyboard.press("ArrowUp")
    expect(tab.decision.locator(".verdict")).to_contain_text(re.compile("used|[.] "))
    assert tab.asked() == ask


def test_covering_fire_interrupts_a_move_before_the_eyes_of_the_mover(opens: Opens) -> None:
    """Blue, who covers, is asked where red enters the arc, and fires; red is asked in the middle of it, and goes on."""
    red = opens(speed="fast").open().start("Ambush", "Invite by link", "Defiance")
    blue = opens()
    blue.page.goto(red.page.get_by_label("Invitation for blue").input_value())
    blue.page.wait_for_selector(".battle")
    # attack chits are handed out, explained
    ask = red.asked()
    expect(red.decision.locator("h2")).to_contain_text("Runner 1, leader of Runners: who gets his attack chits?")
    expect(red.decision.locator(".assign-about")).to_contain_text("morale test")
    red.confirm()
    red.after(ask)
    for name in ("One order for all", "Primary Fire", "Run", "Move, then fire"):
        assert red.choose(name)
    # he runs from west to east, and stops where the first of those who cover sees him
    expect(_figure(red, "gunners.1").locator(".mark-watch")).to_be_attached()
    started = red.middle_of(_figure(red, "runners.1"))
    ask = red.asked()
    red.drag(_figure(red, "runners.1"), PULL, 0)
    red.after(ask)
    ask = red.asked()
    red.confirm()
    red.after(ask)
    expect(red.page.get_by_role("region", name="Whose decision it is")).to_contain_text("What triggers covering fire")
    assert blue.asked()
    expect(blue.decision.locator("h2")).to_contain_text("Runner 1 moves: covering fire?")
    expect(red.page.locator("section.decision.idle")).to_contain_text("Waiting for")
    stopped = red.middle_of(_figure(red, "runners.1"))
    assert 0.5 < (stopped[0] - started[0]) / PULL < 0.95, "where he enters the arc, in the middle of his way"
    # blue fires: who, at whom, what it needed and what came of it is told to red
    assert blue.choose("Gunners fires now")
    assert blue.choose("gun")  # Gunner 2 does not have him in his arc: nobody is asked who fires first
    # red decides in the middle of the interrupt: a chit against the first hit
    assert red.asked()
    expect(red.decision.locator("h2")).to_contain_text(re.compile(r"A damaging hit.*: Runner 1 has 1 attack chit[.] Spend one"))
    _explained(red)
    story = red.page.get_by_role("log")
    for words in (
        "Runner 1 goes",
        "Gunners answers Runner 1 with covering fire",
        "Gunner 1 fires gun at Runner 1 (covering)",
    ):
        expect(story).to_contain_text(words)
    told = story.inner_text()
    assert told.index("Runner 1 goes") < told.index("Gunners answers") < told.index("Gunner 1 fires")
    assert "needs 0+" in told
    _until_he_moves_on(red, blue)
    # he stands where he was stopped, and thinks again with what he has left
    expect(red.decision.locator("h2")).to_contain_text("Runner 1 moves")
    expect(red.decision.locator(".verdict")).to_contain_text(re.compile(r"up to 1?\d([.]\d)?″"))
    assert abs(red.middle_of(_figure(red, "runners.1"))[0] - stopped[0]) < 2


def _until_he_moves_on(red: Tab, blue: Tab) -> None:
    """The chit is spent, the second gunner fires, and red is asked for the rest of his move."""
    for _ in range(40):
        red.page.wait_for_timeout(60)
        if red.decision.count():
            red.asked()
            if red.kind == "move":
                return
            red.choose("Spend an attack chit")
        elif blue.decision.count():
            blue.suggested()
    raise AssertionError("he was not asked to go on")


def test_what_leaves_no_choice_is_answered_by_the_page(opens: Opens) -> None:
    """When the officer waits, one order for the other is all there is: nobody is asked, the story says so, also after a reload,
    and to take it back is to take back the choice before it."""
    tab = opens().open().start("Ambush", book="Defiance")
    assert tab.until(lambda one: "who gets orders now" in one.prompt)
    assert tab.choose("waits until they are done")
    tab.asked()
    assert "who gets orders now" not in tab.prompt
    told = tab.page.locator(".log-line", has_text="No other choice: Runners: who gets orders now? One order for all")
    expect(told).to_have_count(1)
    orders = tab.prompt
    tab.page.reload()
    tab.asked()
    assert tab.prompt == orders
    expect(told).to_have_count(1)
    tab.page.get_by_role("button", name="Undo").click()
    expect(tab.decision).to_contain_text("who gets orders now")
    expect(tab.decision.locator("button.option")).to_have_count(3)
    assert tab.choose("One order for all who are left")
    tab.asked()
    expect(told).to_have_count(0)


def _cards(tab: Tab) -> list[str]:
    """The units as their cards name and count them."""
    return [text.strip() for text in tab.page.locator(".unit-title").all_inner_texts()]


def test_units_join_and_what_lies_on_the_table_is_told(opens: Opens) -> None:
    """Who became part of another has no card any more, here and in the replay; fringe, fight and cards are shown as such."""
    tab = opens().open().start("Union", book="Defiance")
    tab.asked()
    expect(tab.page.locator(".marker.faint path")).to_have_count(1)
    expect(tab.page.locator(".unit", has_text="Scouts").locator(".status")).to_contain_text("engaged 1 locked")
    assert any(card.startswith("Right wing") for card in _cards(tab))
    assert tab.choose("Left wing joins other units")
    ask = tab.asked()
    tab.decision.locator("label", has_text="Right wing").click()
    tab.confirm()
    tab.after(ask)
    expect(tab.page.locator(".unit-title", has_text="Left wing")).to_contain_text(re.compile("/10$"))
    expect(tab.page.locator(".unit-title", has_text="Right wing")).to_have_count(0)
    assert tab.until(lambda one: bool(one.page.locator(".log .card-drawn").count()))
    expect(tab.page.locator(".log-line", has=tab.page.locator(".card-drawn")).first).to_contain_text(
        re.compile("card [0-9] of 4")
    )
    tab.page.get_by_role("button", name="Menu").click()
    tab.page.get_by_role("button", name="Concede…").click()
    tab.page.get_by_role("button", name="Concede", exact=True).click()
    tab.page.get_by_role("link", name="Watch the replay").click()
    expect(tab.page.locator(".unit-title", has_text="Right wing")).to_have_count(1)
    tab.page.get_by_role("button", name="To the end").click()  # by its button: keys are heard a moment after the page is drawn
    expect(tab.page.locator(".unit-title", has_text="Right wing")).to_have_count(0)


def test_a_unit_that_comes_back_by_an_undo_has_its_card_where_it_was(opens: Opens) -> None:
    tab = opens().open().start("Union", book="Defiance")
    tab.asked()
    before = _cards(tab)
    assert [card.split("\n")[0] for card in before[:3]] == ["Left wing", "Right wing", "Scouts"]
    assert tab.choose("Left wing joins other units")
    ask = tab.asked()
    tab.decision.locator("label", has_text="Right wing").click()
    tab.confirm()
    tab.after(ask)
    expect(tab.page.locator(".unit-title", has_text="Right wing")).to_have_count(0)
    tab.page.get_by_role("button", name="Undo").click()
    expect(tab.page.locator(".unit-title", has_text="Right wing")).to_have_count(1)
    assert _cards(tab) == before
    tab.page.reload()
    tab.asked()
    assert _cards(tab) == before


def test_what_is_left_for_each_line_of_a_combination_is_told_of_its_bearer(opens: Opens) -> None:
    tab = opens().open().start("Union", book="Defiance")
    tab.asked()
    tab.page.mouse.move(*tab.middle_of(_figure(tab, "pickets.1")))
    expect(tab.page.locator(".tip-status")).to_contain_text("rocket: 1 shot")
    expect(tab.page.locator(".tip-status")).not_to_contain_text("rifle")  # that has as many as one likes


def test_a_flyer_is_dragged_and_sent_up_and_may_not_stay(opens: Opens) -> None:
    """Rising keeps the way that was drawn, and a new way keeps rising; where staying is refused, that is said beforehand."""
    tab = opens().open().start("Flight", book="Defiance")
    tab.asked()
    assert tab.choose("Sprint")
    while tab.asked() and tab.kind != "move":
        tab.suggested()
    ask = tab.asked()
    expect(tab.decision.get_by_role("button", name="Stay")).to_be_disabled()
    expect(tab.decision.locator(".move-must")).to_contain_text("Hawk may not stay where it is")
    ghost = tab.page.locator(".figure.ghost")
    up = tab.decision.get_by_role("button", name=re.compile("^Up"))
    tab.drag(_figure(tab, "hawks.1"), 80, -40)
    assert tab.drawn()
    there = ghost.get_attribute("transform") or ""
    far = tab.decision.locator(".verdict strong").first.inner_text()
    up.click()
    expect(tab.decision.locator(".verdict strong").first).not_to_have_text(far)  # a level has its price
    expect(ghost).to_have_attribute("transform", there)
    expect(up).to_have_attribute("aria-pressed", "true")
    tab.drag(ghost, 30, 0)
    expect(ghost).not_to_have_attribute("transform", there)
    assert tab.drawn()
    expect(up).to_have_attribute("aria-pressed", "true")
    tab.confirm()
    tab.after(ask)
    expect(_figure(tab, "hawks.1")).to_have_attribute("aria-label", re.compile("airborne, level 1"))


def test_flyers_are_deployed_in_the_air_and_others_prone(opens: Opens) -> None:
    """All together or one by one; level and posture stay when they are turned and dragged."""
    tab = opens().open()
    tab.page.get_by_role("button", name=re.compile("Defiance")).first.click()
    tab.page.get_by_role("radio", name=re.compile("Rooftops")).check(force=True)
    tab.page.get_by_role("button", name="Vobian wing").click()
    tab.start("Rooftops")
    assert tab.until(lambda one: "Deploy" in one.prompt)
    for _ in range(2):  # cards are drawn in any order
        ask, flies = tab.asked(), "Cyberdactyl" in tab.prompt
        manners = tab.decision.get_by_role("group", name="How it is put down")
        (_sent_up if flies else _laid_down)(tab, manners)
        shown = tab.laid(".figure.ghost")
        tab.confirm()
        tab.after(ask)
        tab.asked()
        put = tab.laid(".figures .figure")
        assert {name: put[name] for name in shown} == shown  # what was shown was sent
    flyers = tab.page.locator(".figures [data-figure^='cyberdactyl-flight.']")
    expect(flyers).to_have_count(5)
    for number in range(5):
        expect(flyers.nth(number)).to_have_attribute("aria-label", re.compile("airborne, level 1"))
    prone = tab.page.locator(".figures [data-figure^='citf-section.'][aria-label*='prone']")
    expect(prone).to_have_count(1)


def _sent_up(tab: Tab, manners: Locator) -> None:
    """All together: to level 2, back to level 1, turned and carried about."""
    up, down = (manners.get_by_role("button", name=name) for name in ("Up", "Down"))
    level, ghosts = manners.locator("output"), tab.page.locator(".figure.ghost")
    expect(down).to_be_disabled()
    up.click()
    up.click()
    expect(level).to_have_text("Level 2")
    down.click()
    expect(tab.page.locator(".figure.ghost.airborne")).to_have_count(5)
    last, before = ghosts.last.get_attribute("transform") or "", tab.laid(".figure.ghost")
    tab.page.keyboard.press("q")
    expect(ghosts.last).not_to_have_attribute("transform", last)
    assert tab.drawn()
    _turned(before, tab.laid(".figure.ghost"))
    tab.drag(ghosts.first, 20, 0)
    assert tab.drawn()
    expect(level).to_have_text("Level 1")


def _turned(before: dict[str, Place], after: dict[str, Place]) -> None:
    """By 15 degrees to the left about the middle, which stays where it is, as does everybody's distance from it."""
    middles = [tuple(sum(place[n] for place in some.values()) / len(some) for n in (0, 1)) for some in (before, after)]
    assert middles[0] == pytest.approx(middles[1], abs=0.2)  # a thousandth of an inch is a tenth of a unit
    for name, place in before.items():
        far = [math.dist(one[:2], middle) for one, middle in zip((place, after[name]), middles, strict=True)]
        assert far[0] == pytest.approx(far[1], abs=0.3)
        assert (place[2] - after[name][2]) % 360 == pytest.approx(15)


def _laid_down(tab: Tab, manners: Locator) -> None:
    """All lie down and get up again, then one by one: only the one in hand."""
    lying, prone = tab.page.locator(".figure.ghost.prone"), manners.get_by_role("button", name="Prone")
    expect(manners.get_by_role("button", name="Up")).to_have_count(0)
    prone.click()
    expect(prone).to_have_attribute("aria-pressed", "true")
    expect(lying).to_have_count(5)
    prone.click()
    expect(lying).to_have_count(0)
    tab.decision.get_by_role("button", name="One by one").click()
    prone.click()
    expect(lying).to_have_count(1)
