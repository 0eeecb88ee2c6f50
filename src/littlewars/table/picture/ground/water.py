"""Water: a shore of sand, shade under the banks, waves, stones and reeds; deep water is dark, a ford has stepping stones."""

from __future__ import annotations

from .scenery import Drawn, Site
from .shapes import XY, blob, box_of, dot, grouped, path, rough, scatter, stepped, use
from .shared import REEDS, STONES

MOST_WAVES = 130
STEP = 62.0  # from stone to stone of a ford
CROSSING = 420.0  # from one row of them to the next
MOST_CROSSINGS = 4


def _body(site: Site, colour: str, shore: bool) -> str:
    d = rough(site.line, site.chance, 24, 110)
    mark = f"shore{site.chance.mark}"
    found = ""
    if shore:
        found += path(d, 'fill="none" stroke="#7a7048" stroke-opacity=".6" stroke-width="50" stroke-linejoin="round"')
        found += path(d, 'fill="none" stroke="#a5965f" stroke-opacity=".5" stroke-width="24" stroke-linejoin="round"')
    found += path(d, f'fill="url(#{colour})"') + f'<clipPath id="{mark}"><path d="{d}"/></clipPath>'
    bank = path(d, 'fill="none" stroke="#0e2f3f" stroke-opacity=".55" stroke-width="50" filter="url(#soft)"')
    return found + grouped(bank + _waves(site), f'clip-path="url(#{mark})"')


def _waves(site: Site) -> str:
    """Strokes of light, fainter and brighter ones."""
    found = {0.14: "", 0.26: "", 0.4: ""}
    for x, y in scatter(site.line, 62, site.chance, 0, site.eye.turned, MOST_WAVES):
        k = site.chance.between(20, 70)
        bright = site.chance.pick(tuple(found))
        found[bright] += f"M{x - k / 2:.0f} {y:.0f}q{k / 4:.0f} {-k * 0.14:.0f} {k / 2:.0f} 0t{k / 2:.0f} 0"
    look = 'fill="none" stroke="#bfe3ee" stroke-width="5" stroke-linecap="round"'
    return "".join(path(d, f'{look} stroke-opacity="{bright}"') for bright, d in found.items() if d)


def _shore(site: Site, gap: float = 85) -> str:
    """Stones and reeds along the bank; none at the edge of the table."""
    found = ""
    for (x, y), (nx, ny) in stepped(site.line, gap):
        if site.chance.share() < 0.35 or not _on_table(site, (x, y)):
            continue
        by = site.chance.between(-18, 24)
        at = (x + nx * by, y + ny * by)
        if site.chance.share() < 0.6:
            found += use(f"stone-{site.chance.below(STONES)}", at, site.chance.between(0.06, 0.15))
        else:
            found += use(f"reeds-{site.chance.below(REEDS)}", at, site.chance.between(0.18, 0.3), site.chance.share() < 0.5)
        if len(found) > 9000:
            break
    return found


def _on_table(site: Site, at: XY) -> bool:
    return 20 < at[0] < site.eye.wide - 20 and 20 < at[1] < site.eye.deep - 20


def shallows(site: Site) -> Drawn:
    """Water that can be waded through: one sees stones in it."""
    found = _body(site, "brook", True) + _shore(site)
    for x, y in scatter(site.line, 130, site.chance, 30, site.eye.turned, 24):
        found += grouped(use(f"stone-{site.chance.below(STONES)}", (x, y), site.chance.between(0.12, 0.24)), 'opacity=".75"')
    return site.drawn(found)


def ford(site: Site) -> Drawn:
    """Shallow water with stepping stones from bank to bank, where it is narrow."""
    found = _body(site, "brook", True) + _shore(site)
    box = box_of(site.line)
    across = box.wide < box.deep  # the stones lie across the shorter way
    long, short = (box.deep, box.wide) if across else (box.wide, box.deep)
    start, count = (box.left, box.top), max(3, round(short / STEP))
    for row in range(max(1, min(MOST_CROSSINGS, round(long / CROSSING)))):
        middle = long * (row + 0.5) / max(1, min(MOST_CROSSINGS, round(long / CROSSING)))
        for n in range(count):
            along = short * (n + 0.5) / count
            aside = middle + site.chance.between(-16, 16) + (14 if n % 2 else -14)
            dx, dy = (along, aside) if across else (aside, along)
            at = (start[0] + dx, start[1] + dy)
            found += dot((at[0] + 6, at[1] + 8), 24, 'fill="#0e2f3f" opacity=".5"')
            found += use(f"stone-{site.chance.below(STONES)}", at, site.chance.between(0.34, 0.44))
    return site.drawn(found)


def deep(site: Site) -> Drawn:
    """Water in which nobody stands: darker towards the middle, no stones."""
    return site.drawn(_body(site, "deep", True) + _shore(site, 130))


def marsh(site: Site) -> Drawn:
    """Pools between reeds."""
    chance = site.chance
    found = path(
        rough(site.line, chance, 30, 90), 'fill="#59663d" opacity=".8" stroke="#434d2c" stroke-width="8" stroke-opacity=".5"'
    )
    for at in scatter(site.line, 95, chance, 44, site.eye.turned, 30):
        d = blob(at, chance.between(26, 48), chance, 8, 0.25)
        found += path(d, 'fill="url(#brook)" stroke="#7a7048" stroke-opacity=".6" stroke-width="8"')
    for at in scatter(site.line, 52, chance, 0, site.eye.turned, 60):
        found += use(f"reeds-{chance.below(REEDS)}", at, chance.between(0.2, 0.34), chance.share() < 0.5)
    return site.drawn(found)
