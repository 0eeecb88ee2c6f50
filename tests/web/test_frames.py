"""Panning runs smoothly: eighty figures on a modelled table, measured frame by frame beside a page without any."""

from __future__ import annotations

import pytest

from tests.web.pictures import begun
from tests.web.tables import Opens, Server

pytestmark = pytest.mark.alone
FIGURES, FRAMES = 80, 100
WANTED = 55.0  # frames a second
SPARE = 1.25  # of the time that this machine takes for a frame of an empty page, should it be busy

FILL = """(most) => {
  const all = [...document.querySelectorAll('.figures .figure')], home = document.querySelector('.figures');
  for (let k = 0; home.childElementCount < most; k++) {
    const one = all[k % all.length].cloneNode(true), round = 1 + Math.floor(k / all.length);
    const [, x, y] = /translate\\(([-\\d.]+) ([-\\d.]+)\\)/.exec(one.getAttribute('transform'));
    one.setAttribute('transform', `translate(${+x + 120 * round} ${+y + 90 * round})`);
    home.append(one);
  }
  return home.childElementCount;
}"""
FRAME = """([frames, pans]) => new Promise((done, fail) => {
  const svg = document.querySelector('svg.table'), times = [];
  const send = (type, x, y) => svg.dispatchEvent(new PointerEvent(type,
    {pointerId: 1, clientX: x, clientY: y, button: type === 'pointermove' ? -1 : 1, bubbles: true, pointerType: 'mouse'}));
  let last = performance.now(), n = 0, box;
  if (pans) {
    svg.setPointerCapture = () => undefined;
    box = svg.getBoundingClientRect();
    send('pointerdown', box.left + box.width / 2, box.top + box.height / 2);
  }
  const step = () => {
    const now = performance.now();
    times.push(now - last);
    last = now;
    const [x, y] = [200 * Math.sin(n / 14), 120 * Math.cos(n / 17)];
    if (pans) send('pointermove', box.left + box.width / 2 + x, box.top + box.height / 2 + y);
    if (++n < frames) return requestAnimationFrame(step);
    if (pans) send('pointerup', 0, 0);
    done(times.slice(1).reduce((a, b) => a + b) / (times.length - 1));
  };
  requestAnimationFrame(step);
})"""


def test_panning_eighty_figures_is_smooth(opens: Opens, server: Server) -> None:
    """From some way off, and from near by."""
    game = begun(server, "combat-action", "toll-house", "red", "blue")
    tab = opens(speed="instant")
    tab.open("/rules")
    bare = min(tab.page.evaluate(FRAME, [FRAMES, False]) for _ in range(2))
    tab.open(f"/play/{game['game']}#{game['tokens']['red']}")
    tab.page.wait_for_selector(".figures .figure")
    assert tab.page.evaluate(FILL, FIGURES) >= FIGURES
    for nearer in (3, 11):
        for _ in range(nearer):
            tab.page.keyboard.press("+")
        tab.page.wait_for_timeout(2500)  # the ground is baked
        before = tab.page.locator(".world").get_attribute("transform")
        milliseconds = min(tab.page.evaluate(FRAME, [FRAMES, True]) for _ in range(3))
        tab.page.wait_for_timeout(400)
        assert tab.page.locator(".world").get_attribute("transform") != before
        assert milliseconds <= max(1000 / WANTED, bare * SPARE), f"{1000 / milliseconds:.0f} a second, bare {1000 / bare:.0f}"


CLOSE = """() => {
  const all = [...document.querySelectorAll('canvas.table-ground')];
  const seen = all.filter(one => getComputedStyle(one).visibility === 'visible');
  return seen.map(one => [one.classList.contains('table-close'), one.width / one.getBoundingClientRect().width]);
}"""
FINE = f"close => {{ const all = ({CLOSE})(); return all.length === 1 && all[0][0] === close && all[0][1] > 0.98; }}"


def test_from_near_by_the_ground_is_as_fine_as_it_is_seen(opens: Opens, server: Server) -> None:
    """A pixel of the picture for each of the screen: of the whole table from afar, of the part that is seen from near by; and
    only one of the two is painted."""
    game = begun(server, "combat-action", "toll-house", "red", "blue")
    tab = opens(speed="instant")
    tab.open(f"/play/{game['game']}#{game['tokens']['red']}")
    tab.page.wait_for_selector(".figures .figure")
    tab.page.wait_for_function(FINE, arg=False)
    for _ in range(14):
        tab.page.keyboard.press("+")
    tab.page.wait_for_function(FINE, arg=True)
