"""Every page at every size, dark and light: nothing overlaps, nothing is cut off, and the main button is where it always is.

With `LITTLEWARS_PICTURES` set to a folder the pictures are kept there, to be looked at.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.tables import Opens, Tab
from tests.web.test_budgets import Hand

SIZES = {
    "laptop": (1280, 720),
    "desk": (1920, 1080),
    "tablet": (1024, 768),
    "phone": (390, 844),
}
MORE = {"common": (1440, 900), "wide": (2560, 1440), "upright": (768, 1024), "twice": (640, 360)}
THEMES = ("dark", "light")
ROOMS = ".battle > .topbar, .battle-left, .battle-middle, .dock, .battle-right"

# rooms that lie on each other by more than a hair
OVERLAPS = """rooms => {
  const there = [...document.querySelectorAll(rooms)].map(one => [one.className, one.getBoundingClientRect()]);
  const seen = there.filter(([, box]) => box.width > 1 && box.height > 1);
  return seen.flatMap(([one, a], i) => seen.slice(i + 1).flatMap(([two, b]) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return wide > 1 && high > 1 ? [`${one} and ${two}: ${wide} by ${high}`] : [];
  }));
}"""

# words that do not fit what they stand in; what says so by an ellipsis, or scrolls, is meant
CLIPPED = """which => [...document.querySelectorAll(which)].filter(one => {
  const style = getComputedStyle(one);
  const box = one.getBoundingClientRect();
  if (box.width < 2 || style.textOverflow === 'ellipsis' || ['auto', 'scroll'].includes(style.overflowX)) return false;
  if (one.querySelector('*') && [...one.querySelectorAll('*')].some(in_ => getComputedStyle(in_).textOverflow === 'ellipsis'))
    return false;
  return one.scrollWidth > one.clientWidth + 2 && one.clientWidth > 0;
}).map(one => `${one.tagName}.${one.className}: ${one.textContent.slice(0, 40)}`)"""
WORDS = "button, .chip, h1, h2, h3, .tag, .unit-title, .scenario-words, dt, dd, label"

IN_VIEW = """which => [...document.querySelectorAll(which)].filter(one => {
  const box = one.getBoundingClientRect();
  return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.height < 20;
}).map(one => one.className + JSON.stringify(one.getBoundingClientRect()))"""


def kept(tab: Tab, name: str) -> None:
    if folder := os.environ.get("LITTLEWARS_PICTURES"):
        tab.page.screenshot(path=Path(folder) / f"{name}.png", animations="disabled")


def at(tab: Tab, size: tuple[int, int], theme: str) -> None:
    """The window of another size, in another light."""
    tab.page.set_viewport_size({"width": size[0], "height": size[1]})
    tab.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    tab.page.wait_for_function("theme => document.documentElement.dataset.theme === theme", arg=theme)


def sideways(tab: Tab) -> int:
    return int(tab.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def each() -> Iterator[tuple[str, tuple[int, int], str]]:
    yield from ((name, size, theme) for name, size in SIZES.items() for theme in THEMES)
    yield from ((name, size, "dark") for name, size in MORE.items())


@pytest.mark.parametrize("book", ["Defiance", "Oversoul"])
def test_the_table_at_every_size(opens: Opens, book: str) -> None:
    """With an order drafted: the rooms stand side by side, and the button that gives the order is in view."""
    hand = Hand(opens(orders=True).open().start(book=book))
    assert hand.to_orders()
    hand.drag(0, -50)
    hand.rehearsed()
    tab, faults = hand.tab, dict[str, object]()
    for name, size, theme in each():
        at(tab, size, theme)
        kept(tab, f"table-{book}-{name}-{theme}")
        found = {
            "sideways": sideways(tab) > 0 or [],
            "overlaps": tab.page.evaluate(OVERLAPS, ROOMS),
            "clipped": tab.page.evaluate(CLIPPED, WORDS),
            "main button": tab.page.evaluate(IN_VIEW, ".dock-main button"),
            "table": tab.page.evaluate(IN_VIEW, ".battle-middle"),
        }
        faults |= {f"{name} {theme} {what}": fault for what, fault in found.items() if fault}
        table = tab.page.locator("svg.table").bounding_box()
        assert table is not None
        assert min(table["width"], table["height"]) >= 0.4 * min(size), (name, table)
    assert faults == {}


# what has to be scrolled to be seen, in the dock and in the question
SCROLLED = """() => [...document.querySelectorAll('.dock, .dock *, .question, .question *')].filter(one => {
  const style = getComputedStyle(one), rolls = way => ['auto', 'scroll'].includes(way);
  return (rolls(style.overflowX) && one.scrollWidth > one.clientWidth + 1)
    || (rolls(style.overflowY) && one.scrollHeight > one.clientHeight + 1);
}).map(one => `${one.className}: ${one.scrollWidth} of ${one.clientWidth}, ${one.scrollHeight} of ${one.clientHeight}`)"""

# letters as they are seen: those on the table are scaled with it
SMALL = """() => [...document.querySelectorAll('body *')].filter(one => {
  if (![...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim())) return false;
  const box = one.getBoundingClientRect();
  const matrix = one.getScreenCTM && one.getScreenCTM();
  const times = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
  return box.width > 1 && box.height > 1 && parseFloat(getComputedStyle(one).fontSize) * times < 10.9;
}).map(one => `${one.getAttribute('class')}: ${one.textContent.slice(0, 30)}`)"""


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)])
def test_order_odds_and_dock_are_seen_at_once(opens: Opens, size: tuple[int, int]) -> None:
    """With an order drafted nothing of it is to be scrolled for, and no letter is smaller than eleven pixels."""
    hand = Hand(opens(orders=True).open().start(book="Defiance"))
    assert hand.to_orders()
    hand.drag(0, -50)
    hand.rehearsed()
    at(hand.tab, size, "dark")
    assert hand.tab.page.evaluate(SCROLLED) == []
    assert hand.tab.page.evaluate(SMALL) == []


def test_the_main_button_never_moves(opens: Opens) -> None:
    """Whatever is decided, and while nothing is, its place is the same."""
    hand = Hand(opens(orders=True).open().start(book="Oversoul"))
    tab, places = hand.tab, set[tuple[float, ...]]()

    def look() -> None:
        box = tab.page.locator(".dock-main").bounding_box()
        assert box is not None
        places.add((box["x"], box["y"], box["width"], box["height"]))

    hand.wait("deploy", "hand")
    look()
    assert hand.to_orders()
    look()
    hand.drag(0, -50)
    hand.rehearsed()
    look()
    hand.key("f")
    tab.page.locator("[data-decision] .options").wait_for()
    look()
    tab.option(0).click()
    look()
    assert len(places) == 1, places


@pytest.mark.parametrize("address", ["/", "/rules/defiance", "/rules", "/roster", "/replay", "/nowhere"])
def test_pages_at_every_size(opens: Opens, address: str) -> None:
    tab = opens().open(address)
    tab.page.locator("h1").first.wait_for(state="attached")
    if address == "/":
        tab.page.wait_for_selector(".scenario")
    if address == "/rules/defiance":
        tab.page.wait_for_selector(".primer h3")
    faults = dict[str, object]()
    for name, size, theme in each():
        at(tab, size, theme)
        kept(tab, f"{address.strip('/').replace('/', '-') or 'home'}-{name}-{theme}")
        found = {"sideways": sideways(tab) > 0 or [], "clipped": tab.page.evaluate(CLIPPED, WORDS)}
        if address == "/" and size[0] >= 1024:  # one click from home, without looking for it
            found["to the table"] = tab.page.evaluate(IN_VIEW, ".to-table")
        faults |= {f"{name} {theme} {what}": fault for what, fault in found.items() if fault}
    tab.complaints[:] = [text for text in tab.complaints if "404" not in text]  # the browser notes it
    assert faults == {}
