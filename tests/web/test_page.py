"""The page, played by a person's hands on a real Chromium: nothing here talks to the server but the page."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from tests.web.tables import STATIC, Opens, Server, Tab

pytestmark = pytest.mark.plain

MOST_STEPS = 400
LAST = 99  # the last option, however many there are


def test_a_battle_against_a_bot(opens: Opens, tmp_path: Path) -> None:
    """From home by drags, shots and forecasts to the result; then its replay, scrubbed."""
    tab = opens().open().start()
    page = tab.page
    # put the first unit down by hand
    tab.until(lambda one: one.kind == "place")
    ghost = page.locator(".figure.ghost").first
    before = ghost.get_attribute("transform")
    tab.drag(ghost, 30, -10)
    expect(ghost).not_to_have_attribute("transform", before or "")
    moved = shot = forecasts = 0
    for _ in range(MOST_STEPS):
        ask = tab.asked()
        if not ask:
            break
        if moved and shot > 1 and forecasts and "Round 1 " not in page.locator(".tracker").inner_text():
            tab.concede()  # whole battles are played in test_budgets
            break
        if tab.kind == "move" and moved < 3:
            moved += _drag_up(tab, ask)
        elif tab.kind == "choose" and moved < 3 and tab.choose("Move, then act"):
            pass  # a suggestion might be to stand and shoot all day
        elif tab.kind == "choose" and "Activate" in tab.prompt:
            tab.take(0 if moved < 3 or shot < 2 else LAST)  # to pass is listed last
            tab.after(ask)
        elif tab.kind == "choose" and tab.decision.locator(".tally-line").count() and shot < 3:
            option = tab.decision.locator("button.option:has(.tally-line)").first
            option.click()
            expect(page.get_by_role("region", name="Forecast")).to_contain_text("on average")
            forecasts += 1
            if shot == 0:  # looked at, and put away again
                page.keyboard.press("Escape")
                option.click()
            shot += 1
            tab.confirm()
            tab.after(ask)
        elif tab.kind == "choose" and "who acts next" in tab.prompt and shot < 3:
            tab.take(0)
            tab.after(ask)
        elif tab.kind == "assign" and shot < 3:
            page.keyboard.press("u")
            expect(tab.decision.locator(".advice")).not_to_be_empty()
            if tab.decision.locator(".tally-line").count():
                expect(page.get_by_role("region", name="Forecast")).to_contain_text("on average")
                forecasts, shot = forecasts + 1, shot + 1
            tab.confirm()
            tab.after(ask)
        else:
            tab.usual()
    result = page.get_by_role("region", name="Result")
    expect(result).to_be_visible()
    assert moved
    assert shot
    assert forecasts
    page.get_by_role("button", name="Look at the table").click()
    page.get_by_role("button", name="seed revealed").click()
    expect(page.get_by_text("littlewars verify")).to_be_visible()
    _scrub(tab, tmp_path)


def _drag_up(tab: Tab, ask: str) -> int:
    """Drag the unit up the table; where that is not allowed, stay."""
    tab.drag(tab.page.locator(".figure.grip").first, 4, -40)
    verdict = tab.decision.locator(".verdict")
    expect(verdict).to_contain_text(re.compile("left|[.] "))
    expect(tab.page.locator(".overlay-way-line").first).to_be_attached()
    if tab.drawn():
        tab.confirm()
        tab.after(ask)
        return 1
    tab.usual()
    return 0


def _scrub(tab: Tab, folder: Path) -> None:
    """The replay of the battle just played, then the same from its file."""
    page = tab.page
    game = page.url.partition("/play/")[2].partition("#")[0]
    tab.open(f"/replay/{game}")
    expect(page.get_by_text("every die proven")).to_be_visible(timeout=40_000)
    where = page.get_by_label("Where in the battle")
    last = int(where.get_attribute("max") or 0)
    assert last > 20
    start = page.locator(".figure").count()
    page.keyboard.press("End")
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    end = page.locator(".figure").count()
    where.fill(str(last // 2))
    expect(page.get_by_text(f"{last // 2} / {last}")).to_be_visible()
    page.locator(".brand").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text(f"{last // 2 + 1} / {last}")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text(f"{last // 2} / {last}")).to_be_visible()
    page.get_by_label("Round", exact=True).select_option("2")
    expect(page.get_by_label("Where the battle stands")).to_contain_text("Round 2")
    page.keyboard.press("Home")
    expect(page.get_by_text(f"0 / {last}")).to_be_visible()
    assert (start, end) != (0, 0)
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_function("() => Number(document.querySelector('.scrubber-bar input').value) > 5")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    file = folder / "battle.jsonl"
    download.value.save_as(file)
    tab.open("/replay")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("every die proven")).to_be_visible(timeout=40_000)


def test_two_browsers_play_one_game_by_an_invitation(opens: Opens) -> None:
    """The link seats the other; both see each other's decisions, talk, and agree about taking back."""
    host = opens().open().start(against="Invite by link")
    link = host.page.get_by_label("Invitation for blue").input_value()
    guest = opens()
    guest.page.goto(link)
    guest.page.wait_for_selector(".battle")
    expect(host.page.get_by_label("Invitation for blue")).to_have_count(0)
    # the link was good for one: whoever comes with it now does not sit down, and the guest's own address still does
    third = opens()
    third.page.goto(link)
    expect(third.page.get_by_role("heading", name="This seat cannot be taken")).to_be_visible()
    assert [text for text in third.complaints if "403" not in text] == []  # what the browser itself writes down of a refusal
    third.complaints.clear()
    guest.page.reload()
    guest.page.wait_for_selector(".battle")
    assert "/play/" in guest.page.url
    # the same seat on another page: both are told, and a new link sends the other away
    double = opens()
    double.page.goto(guest.page.url)
    for one in (guest, double):
        expect(one.page.get_by_text("This seat is open on another page")).to_be_visible()
    guest.page.get_by_role("button", name="New link for this seat").first.click()
    expect(double.page.get_by_text("this seat has a new secret")).to_be_visible()
    expect(guest.page.get_by_text("This seat is open on another page")).to_have_count(0)
    guest.page.wait_for_selector(".battle")
    for _ in range(10):
        for one in (host, guest):
            if one.page.locator("[data-decision]").count():
                one.usual()
        host.page.wait_for_timeout(50)
    lines = host.page.locator(".log .log-beat").count()
    assert lines > 2
    expect(guest.page.locator(".log .log-beat")).to_have_count(host.page.locator(".log .log-beat").count())
    # words are words
    host.page.get_by_role("button", name="Talk").click()
    host.page.get_by_label("Say something").fill("<b>Good luck</b>")
    host.page.keyboard.press("Enter")
    guest.page.get_by_role("button", name="Talk").click()
    expect(guest.page.get_by_text("<b>Good luck</b>")).to_be_visible()
    host.page.get_by_role("button", name="Talk").click()  # whoever types does not decide by keys
    # taking back needs the other's word
    for _ in range(20):
        if host.page.get_by_role("button", name="Ask to undo").count():
            break
        for one in (host, guest):
            if one.page.locator("[data-decision]").count():
                one.usual()
    host.page.get_by_role("button", name="Ask to undo").click()
    guest.page.get_by_role("button", name="Accept").click()
    expect(host.page.get_by_text("Something was taken back.").first).to_be_visible()
    # and giving up ends it for both
    host.page.get_by_role("button", name="Menu").click()
    host.page.get_by_role("button", name="Concede…").click()
    host.page.get_by_role("button", name="Concede", exact=True).click()
    for one in (host, guest):
        expect(one.page.get_by_role("region", name="Result")).to_contain_text("wins")


def test_reload_in_mid_move(opens: Opens) -> None:
    """A move half made is there again after a reload, and can be confirmed."""
    tab = opens().open().start()
    assert tab.activate()
    assert tab.until(lambda one: one.kind == "move")
    ask = tab.asked()
    tab.page.keyboard.press("ArrowUp")
    expect(tab.decision.locator(".verdict")).to_contain_text("used")
    text = tab.decision.locator(".verdict").inner_text()
    tab.page.reload()
    assert tab.asked() == ask
    expect(tab.decision.locator(".verdict")).to_contain_text(text.splitlines()[0])
    tab.page.keyboard.press("Enter")
    tab.after(ask)
    # and from home one goes on where one was
    tab.open()
    tab.page.get_by_role("link", name="First battle").click()
    assert tab.asked()


def test_the_server_is_killed_in_mid_game(opens: Opens, server: Server) -> None:
    """The page says so, comes back by itself, offers a lost answer again, and play goes on."""
    tab = opens().open().start()
    assert tab.activate()
    assert tab.until(lambda one: one.kind == "move")
    ask = tab.asked()
    tab.page.keyboard.press("ArrowUp")
    expect(tab.decision.locator(".verdict")).to_contain_text("used")
    lines = tab.page.locator(".log .log-beat").count()
    server.kill()
    expect(tab.page.get_by_text("Reconnecting…")).to_be_visible()
    server.start()
    expect(tab.page.get_by_text("Reconnecting…")).to_have_count(0, timeout=30_000)
    assert tab.asked() == ask
    expect(tab.page.locator(".log .log-beat")).to_have_count(lines)
    expect(tab.decision.locator(".verdict")).to_contain_text("used")
    tab.page.keyboard.press("Enter")
    tab.after(ask)
    assert tab.asked()
    tab.complaints[:] = [text for text in tab.complaints if "WebSocket" not in text and "ERR_CONNECTION" not in text]


def test_a_roster_is_refused_with_rule_and_line(opens: Opens) -> None:
    """A ready army is fine; broken, every fault names its rule and its line; a battle with it is refused, too."""
    tab = opens().open("/roster")
    page = tab.page
    page.get_by_label("Ready army").select_option(index=1)
    expect(page.get_by_text("It may be played.")).to_be_visible()
    force = page.get_by_role("region", name="Your force")
    units, points = force.get_by_role("listitem").count(), page.locator(".report strong").first
    before = points.inner_text()
    page.get_by_role("region", name="Units to add").get_by_role("button").first.click()  # by buttons
    expect(force.get_by_role("listitem")).to_have_count(units + 1)
    expect(points).not_to_have_text(before)
    force.get_by_role("button", name=re.compile("^Remove ")).last.click()
    expect(points).to_have_text(before)
    page.get_by_role("button", name="Text", exact=True).click()
    text = page.get_by_label("Roster", exact=True).input_value()
    page.get_by_label("Roster", exact=True).fill(re.sub(r"points: \d+", "points: 10", text, count=1))
    report = page.get_by_role("region", name="What the check found")
    expect(report).to_contain_text("fault")
    expect(report).to_contain_text("Line ")
    expect(report.locator("a.rule, code.rule").first).to_be_visible()
    expect(page.locator(".gutter .wrong").first).to_be_visible()
    expect(page.get_by_role("button", name="Use it in a battle")).to_be_disabled()
    broken = page.get_by_label("Roster", exact=True).input_value()
    tab.open()
    page.get_by_text("Own forces").click()
    page.get_by_label("Force of red").select_option("own")
    page.get_by_label("Roster of red").fill(broken)
    page.get_by_role("button", name="To the table").click()
    expect(page.get_by_role("alert")).to_contain_text("ine ")
    # the browser itself notes every refused request
    tab.complaints[:] = [text for text in tab.complaints if "422" not in text]


def test_a_roster_with_vehicles_may_be_played(opens: Opens) -> None:
    """The report says so, and home offers it."""
    tab = opens().open("/roster")
    page = tab.page
    page.get_by_label("Rulebook").select_option(label="Defiance: Vital Ground")
    page.get_by_label("Ready army").select_option("human-2000")
    report = page.get_by_role("region", name="What the check found")
    expect(report).to_contain_text("It may be played.")
    expect(page.get_by_role("button", name="Use it in a battle")).to_be_enabled()
    tab.open()
    page.locator(".spine").filter(has_text="Defiance").click()
    page.get_by_text("Own forces").click()
    expect(page.get_by_label("Force of red").locator("option[value=human-2000]")).to_be_enabled()


def test_a_turn_with_keys_alone(opens: Opens) -> None:
    """Home, start, deployment and a whole activation without a mouse, and the focus is always to be seen."""
    tab = opens()
    page, key = tab.page, tab.page.keyboard
    tab.open()
    page.wait_for_selector(".new")
    key.press("Tab")  # past everything else, to the one button that matters
    assert page.evaluate("document.activeElement.matches('a.skip:focus-visible')")
    key.press("Enter")
    assert page.evaluate("document.activeElement.matches('button.to-table')")
    key.press("Enter")
    page.wait_for_selector(".battle")
    moved = False
    for _ in range(40):
        ask = tab.asked()
        assert ask
        if tab.kind == "choose" and "Activate" in tab.prompt:
            if moved:
                break
            key.press("2")
            key.press("2")
        elif tab.kind == "choose" and tab.decision.locator(".option", has_text="Move, then act").count():
            key.press("1")
            key.press("Enter")
        elif tab.kind == "move":
            key.press("t")  # to the figures that can be moved, and to the next of them
            key.press("Tab")
            assert page.evaluate("document.activeElement.matches('.figure.grip:focus-visible')")
            key.press("ArrowUp")
            key.press("Shift+ArrowUp")
            expect(tab.decision.locator(".verdict")).to_contain_text("used")
            expect(page.locator(".dock-main button.main")).to_be_enabled()
            key.press("Enter")
            moved = True
        else:
            key.press("u")
            expect(tab.decision).to_contain_text("change it, or confirm")  # the answer is laid
            expect(page.locator(".dock-main button.main")).to_be_enabled()
            key.press("Enter")
        tab.after(ask)
    assert moved
    key.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    key.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_have_count(0)


def test_a_rule_is_read_beside_the_table(opens: Opens) -> None:
    """Every rule named is a link: it opens beside the table, and in the rulebook it is found by its address and by words."""
    tab = opens().open().start()
    tab.asked()
    tab.decision.locator(".decision-rule a").first.click()
    drawer = tab.page.get_by_role("complementary", name="Rule", exact=True)
    expect(drawer.locator("h2")).to_be_visible()
    address = drawer.get_by_role("link", name="Open in the rulebook").get_attribute("href")
    tab.page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    tab.open(str(address))
    expect(tab.page.locator("li.named")).to_be_in_viewport()
    tab.page.get_by_label("Search").fill("morale")
    expect(tab.page.locator(".catalogue li").first).to_be_visible()
    tab.page.get_by_label("Only with our rulings").check()
    expect(tab.page.get_by_text("our ruling").first).to_be_visible()


@pytest.mark.parametrize(("size", "touch"), [((1280, 720), False), ((1024, 768), True)])
def test_everything_fits(opens: Opens, size: tuple[int, int], touch: bool) -> None:
    """On a small screen and on a tablet nothing is cut off, and the table has room."""
    tab = opens(size=size, touch=touch).open().start("Meeting engagement")
    tab.asked()
    assert tab.overflow() <= 0
    box = tab.page.locator("svg.table").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) > 500
    expect(tab.decision).to_be_in_viewport()
    if touch:
        tab.page.get_by_role("button", name="Units").tap()
        expect(tab.page.locator(".unit-head").first).to_be_in_viewport()
        tab.page.locator(".unit-head").first.tap()
    tab.open()
    tab.page.wait_for_selector(".scenario")
    assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if size == (1280, 720):
        expect(tab.page.get_by_role("button", name="To the table")).to_be_in_viewport()


def test_every_kind_of_decision_in_a_rulebook_the_page_never_heard_of(opens: Opens) -> None:
    """Two at one screen play a toy with secrets: a curtain between them, and every kind of ask by its own controls.

    (Things are put down in every other test.)
    """
    tab = opens()
    wanted = {"choose", "choose-some", "number", "assign", "allocate", "arrange", "move"}
    chance, seen, curtains = Random(1), Counter[str](), 0
    for _ in range(4):
        tab.open()
        tab.page.locator(".spine").filter(has_text=re.compile("skirmish", re.I)).click()
        tab.page.get_by_role("button", name="Two at this screen").click()
        tab.page.get_by_role("button", name="To the table").click()
        for _ in range(120):
            tab.page.wait_for_selector("[data-decision], section[aria-label=Result], .curtain")
            curtains += tab.page.locator(".curtain").count()
            ask = tab.asked()
            if not ask or wanted <= set(seen):
                break
            seen[tab.kind] += 1
            _answer(tab, chance)
            tab.after(ask)
        if wanted <= set(seen):
            break
    assert wanted <= set(seen)
    assert curtains


def _answer(tab: Tab, chance: Random) -> None:
    """By the controls of each kind."""
    decision, keys = tab.decision, tab.page.keyboard
    match tab.kind:
        case "choose":
            option = decision.locator("button.option").nth(chance.randrange(decision.locator("button.option").count()))
            option.click()
            option.click()
            return
        case "move":
            if tab.stays():
                return
            keys.press("u")
        case "arrange":
            later = decision.get_by_role("button", name=re.compile("later$")).first
            if later.is_enabled():
                later.click()
        case "number":
            more = decision.get_by_role("button", name="More")
            if more.is_enabled():
                more.click()
        case "assign":
            tab.assign(-1, 0)
        case _:
            keys.press("u")
    tab.confirm()


def test_looking_and_measuring(opens: Opens) -> None:
    """Zoom, ranges of a selected figure, a line of sight to an enemy, the ruler, a facing turned, and the case file."""
    tab = opens().open().start()
    assert tab.activate()
    assert tab.until(lambda one: one.kind == "move")
    page, world = tab.page, tab.page.locator("g.world")
    before = world.get_attribute("transform")
    page.mouse.move(600, 400)
    page.mouse.wheel(0, -240)
    expect(world).not_to_have_attribute("transform", before or "")
    page.keyboard.press("0")
    expect(world).to_have_attribute("transform", before or "")
    page.mouse.click(*tab.middle_of(page.locator(".figure.s0").first))
    expect(page.locator(".ring").first).to_be_visible()
    page.mouse.move(*tab.middle_of(page.locator(".figure.s1").first))
    expect(page.locator(".tone-sight")).to_contain_text(re.compile("(clear|partial|blocked) · [0-9.]+″"))
    page.keyboard.press("m")
    tab.drag(page.locator("svg.table"), 120, 0)
    expect(page.locator(".ruler text")).to_contain_text("″")
    page.keyboard.press("m")
    page.keyboard.press("e")
    expect(page.get_by_role("button", name="Confirm the move")).to_be_enabled()
    page.keyboard.press("Escape")
    # too far: as far as it is allowed, with the reason why not farther
    page.get_by_role("button", name="Single figures").click()
    tab.drag(page.locator(".figure.grip").first, 0, -260)
    expect(tab.decision.locator(".verdict")).to_contain_text("No farther:")
    expect(page.get_by_role("button", name="Confirm the move")).to_be_enabled()
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="case file").click()
    assert "oversoul" in Path(download.value.path()).read_text()


def test_flyers_are_deployed_on_the_ground_or_in_the_air(opens: Opens) -> None:
    """Of Oversoul, where the air is but one level; who does not fly is offered none, and a formation turns where it is."""
    tab = opens().open().start("Barrow moor", book="Oversoul")
    assert tab.until(lambda one: "Which unit" in one.prompt)
    assert tab.choose("Barrow King")
    ask = tab.asked()
    manners = tab.decision.get_by_role("group", name="How it is put down")
    expect(manners.locator("output")).to_have_text("On the ground")
    expect(manners.get_by_role("button", name="Down")).to_be_disabled()
    manners.get_by_role("button", name="Up").click()
    expect(manners.locator("output")).to_have_text("In the air")
    expect(manners.get_by_role("button", name="Up")).to_be_disabled()
    expect(tab.page.locator(".figure.ghost.airborne")).to_have_count(1)
    shown = tab.laid(".figure.ghost")
    tab.confirm()
    tab.after(ask)
    (king,) = shown
    expect(tab.page.locator(f".figures [data-figure='{king}']")).to_have_attribute("aria-label", re.compile("airborne"))
    assert tab.until(lambda one: "Which unit" in one.prompt)
    assert tab.choose("Ghouls")
    assert tab.kind == "place"
    expect(tab.page.locator(".figure.ghost")).to_have_count(6)
    expect(manners).to_have_count(0)


def test_watching_bots(opens: Opens) -> None:
    """A spectator sees the battle go on, and may not decide."""
    tab = opens().open().start(against="Watch bots")
    tab.page.wait_for_function("() => document.querySelectorAll('.log .log-beat').length > 12")
    expect(tab.page.locator("[data-decision]")).to_have_count(0)
    expect(tab.page.get_by_role("button", name=re.compile("undo", re.I))).to_have_count(0)


def test_whoever_watches_bots_halts_them_and_goes_step_by_step(opens: Opens) -> None:
    """Space halts; the arrow shows one thing more; speed is half to four times. Whoever plays has no such buttons."""
    tab = opens(speed="normal").open().start(against="Watch bots")
    page = tab.page
    told = "() => [...new Set([...document.querySelectorAll('.log [data-n]')].map((line) => Number(line.dataset.n)))]"
    page.wait_for_function("() => document.querySelectorAll('.log .log-beat').length > 2")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    page.wait_for_timeout(1500)  # what was being seen has been seen
    before = set(page.evaluate(told))
    page.wait_for_timeout(1200)
    assert set(page.evaluate(told)) == before
    page.get_by_role("button", name="4×").click()
    for _ in range(3):  # one answer each, whatever the number of lines that it takes to tell
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(700)
    more = set(page.evaluate(told)) - before
    assert 1 <= len(more) <= 3
    page.keyboard.press("Space")
    page.wait_for_function(f"n => ({told})().some((one) => one > n)", arg=max(more))
    own = opens().open().start()
    own.asked()
    expect(own.page.get_by_role("group", name="Watching")).to_have_count(0)


def test_first_load_is_light() -> None:
    """All that the first page needs, packed, with its fonts: under 500 kB with a wide margin."""
    names = set(re.findall(r'(?:src|href)="/([^"]+)"', (STATIC / "index.html").read_text()))
    files = [STATIC / "index.html", *(STATIC / name for name in names)]
    packed = sum(len(gzip.compress(file.read_bytes(), 6)) for file in files)
    fonts = sum(file.stat().st_size for file in (STATIC / "assets").glob("*.woff2"))
    assert packed + fonts < 400_000, f"{packed} and {fonts} bytes"


def test_a_table_of_ones_own(opens: Opens) -> None:
    """The last card of home: another map every time, with its picture, and the battle is fought there."""
    tab = opens().open()
    tab.page.get_by_role("radio", name=re.compile("Your own")).check(force=True)
    seen = tab.page.locator(".brief-map img")
    first = seen.get_attribute("src") or ""
    tab.page.get_by_role("button", name="Another map").click()
    expect(seen).not_to_have_attribute("src", first)
    assert "number=" in first
    tab.page.wait_for_function("() => document.querySelector('.brief-map img').naturalWidth > 0")
    tab.page.get_by_role("button", name="To the table").click()
    expect(tab.page.locator(".battle-name")).to_contain_text("Your own table")
    assert tab.page.locator("path.ground").count() > 5
