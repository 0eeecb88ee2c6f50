"""Rocks, cliffs, rubble, ruins and craters: facets shaded by the light that falls on them."""

from __future__ import annotations

from math import hypot

from .scenery import Drawn, Site
from .shapes import (
    XY,
    blob,
    box_of,
    centre,
    clockwise,
    dot,
    grey,
    grouped,
    inset,
    lift,
    path,
    polygon,
    rough,
    scatter,
    shade,
    sharp,
    stepped,
    use,
)
from .shared import STONES, TUFTS

FACET = 130.0  # how long a facet of a rock is
MOST_FACETS = 44
NO_WAY = 3  # the going of what nobody enters
LEDGES = (0.2, 0.55)  # how far up the flanks they run


def _ring(site: Site, swing: float = 16) -> list[XY]:
    """The foot of a rock: its outline with an uneven edge."""
    line = clockwise(site.line)
    box = box_of(line)
    step = max(FACET, 2.6 * (box.wide + box.deep) / MOST_FACETS)
    return [
        (x + site.chance.between(-swing, swing), y + site.chance.between(-swing, swing)) for (x, y), _ in stepped(line, step)
    ]


def rock(site: Site) -> Drawn:
    """A boulder or crag: flanks from foot to top, the top in the light."""
    ring, high = _ring(site), lift(site.high)
    cx, cy = centre(ring)
    dx, dy = -high * 14, -high * 20
    top = [
        (cx + (x - cx) * site.chance.between(0.5, 0.68) + dx, cy + (y - cy) * site.chance.between(0.48, 0.66) + dy)
        for x, y in ring
    ]
    found = shade(ring, site.high) + _flanks(site, ring, top, (cx, cy)) + _crest(site, top)
    if site.piece.going >= NO_WAY or site.says("cliff"):
        found += _ledges(ring, top)
    return site.drawn(found + _scree(site, ring))


def _ledges(ring: list[XY], top: list[XY]) -> str:
    """Steps too high to climb: a dark line round the foot, and ledges along the flanks with light on their edges."""
    found = path(sharp(ring), 'fill="none" stroke="#26231d" stroke-width="9" stroke-opacity=".85"')
    for share in LEDGES:
        step = [_on(a, b, share) for a, b in zip(ring, top, strict=True)]
        found += path(sharp(step), 'fill="none" stroke="#26231d" stroke-width="6" stroke-opacity=".6"')
        lit = [(x - 4, y - 5) for x, y in step]
        found += path(sharp(lit), 'fill="none" stroke="#efe9da" stroke-width="3" stroke-opacity=".3"')
    return found


def _flanks(site: Site, ring: list[XY], top: list[XY], middle: XY) -> str:
    found = ""
    for k, a in enumerate(ring):
        b, c, d = ring[(k + 1) % len(ring)], top[(k + 1) % len(ring)], top[k]
        mx, my = (a[0] + b[0]) / 2 - middle[0], (a[1] + b[1]) / 2 - middle[1]
        light = (-mx - 1.1 * my) / ((hypot(mx, my) or 1) * 1.5)
        colour = grey(108 + light * 46 + site.chance.between(-9, 9))
        found += polygon([a, b, c, d], f'fill="{colour}" stroke="{colour}" stroke-width="2"')
    return found


def _crest(site: Site, top: list[XY]) -> str:
    found, peak = "", centre(top)
    for k, a in enumerate(top):
        colour = grey(158 + site.chance.between(-13, 15), 7)
        found += polygon([a, top[(k + 1) % len(top)], peak], f'fill="{colour}" stroke="{colour}" stroke-width="2"')
    for _ in range(5):
        at = (peak[0] + site.chance.between(-50, 50), peak[1] + site.chance.between(-35, 35))
        found += path(blob(at, site.chance.between(10, 22), site.chance, 7, 0.3), 'fill="#7d8a58" opacity=".5"')
    return found


def _scree(site: Site, ring: list[XY]) -> str:
    """Loose stones at the foot."""
    found = ""
    for _ in range(8):
        x, y = site.chance.pick(ring)
        at = (x + site.chance.between(-24, 30), y + site.chance.between(-16, 30))
        found += use(f"stone-{site.chance.below(STONES)}", at, site.chance.between(0.05, 0.12))
    return found


def outcrop(site: Site) -> Drawn:
    """Rocky ground that can be crossed: low rocks with grass between them."""
    found = path(
        rough(site.line, site.chance, 20), 'fill="#77724f" opacity=".6" stroke="#4d4934" stroke-opacity=".5" stroke-width="5"'
    )
    for at in scatter(site.line, 62, site.chance, 24, site.eye.turned, 60):
        found += use(f"stone-{site.chance.below(STONES)}", at, site.chance.between(0.22, 0.42), site.chance.share() < 0.5)
    for at in scatter(site.line, 90, site.chance, 0, site.eye.turned, 24):
        found += use(f"tuft-{site.chance.below(TUFTS)}", at, site.chance.between(0.16, 0.26))
    return site.drawn(found)


def rubble(site: Site) -> Drawn:
    """What is left of a building: broken walls along the outline, beams and stones between them."""
    line, chance = clockwise(site.line), site.chance
    found = path(rough(line, chance, 14), 'fill="#756d5d" opacity=".8" stroke="#4a4438" stroke-opacity=".6" stroke-width="5"')
    for at in scatter(line, 44, chance, 14, site.eye.turned, 70):
        found += use(f"stone-{chance.below(STONES)}", at, chance.between(0.1, 0.24), chance.share() < 0.5)
    for at in scatter(line, 190, chance, 30, site.eye.turned, 7):
        dx, dy = chance.between(-70, 70), chance.between(-50, 50)
        found += path(f"M{at[0] - dx:.0f} {at[1] - dy:.0f}l{2 * dx:.0f} {2 * dy:.0f}", 'stroke="#3d3022" stroke-width="15"')
        found += path(f"M{at[0] - dx:.0f} {at[1] - dy - 3:.0f}l{2 * dx:.0f} {2 * dy:.0f}", 'stroke="#7a6040" stroke-width="8"')
    return site.drawn(found + _broken_walls(site, line))


def ruin(site: Site) -> Drawn:
    """A building without its roof: a floor of flags, walls that still stand at the corners, heaps where the rest fell."""
    line, chance = clockwise(site.line), site.chance
    mark = f"floor{chance.mark}"
    found = path(rough(line, chance, 8), 'fill="#6a665c" stroke="#3e392f" stroke-opacity=".7" stroke-width="5"')
    found += f'<clipPath id="{mark}"><path d="{sharp(line)}"/></clipPath>'
    found += grouped(_flags(site), f'clip-path="url(#{mark})"')
    for corner in inset(line, 80):
        for _ in range(4):
            at = (corner[0] + chance.between(-58, 58), corner[1] + chance.between(-48, 48))
            found += use(f"stone-{chance.below(STONES)}", at, chance.between(0.14, 0.3), chance.share() < 0.5)
    for at in scatter(line, 120, chance, 40, site.eye.turned, 14):
        found += use(f"stone-{chance.below(STONES)}", at, chance.between(0.07, 0.15))
    return site.drawn(found + _standing_walls(site, line))


def _flags(site: Site) -> str:
    """Worn flagstones, some of them gone."""
    box, found, size = box_of(site.line), "", 62
    for row in range(int(box.deep / size) + 1):
        for column in range(int(box.wide / size) + 2):
            if site.chance.share() < 0.22:
                continue
            x, y = box.left + (column - 0.5 * (row % 2)) * size, box.top + row * size
            tone = grey(118 + site.chance.between(-14, 14), 8)
            flag = [(x + 3, y + 3), (x + size - 3, y + 3), (x + size - 3, y + size - 3), (x + 3, y + size - 3)]
            found += polygon(flag, f'fill="{tone}" opacity=".75"')
    return found


def _standing_walls(site: Site, line: list[XY]) -> str:
    """Walls as thick as masonry, broken off where a side has fallen; the light is on their tops."""
    found, inner = "", inset(line, 34)
    for k, a in enumerate(line):
        b, c, d = line[(k + 1) % len(line)], inner[(k + 1) % len(line)], inner[k]
        gap, wide = site.chance.between(0.3, 0.62), site.chance.between(0.16, 0.3)
        for low, high in ((0.0, gap), (gap + wide, 1.0)):
            wall = [_on(a, b, low), _on(a, b, high), _on(d, c, high - 0.04 * (high < 1)), _on(d, c, low + 0.03 * (low > 0))]
            found += shade(wall, max(1.2, min(2.4, site.high)), 0.5)
            found += polygon(wall, 'fill="#8f8775" stroke="#332f27" stroke-width="6"')
            bricks = [_on(a, b, low + (high - low) * n / 5) for n in range(1, 5)]
            backs = [_on(d, c, low + (high - low) * n / 5) for n in range(1, 5)]
            joints = "".join(f"M{p[0]:.0f} {p[1]:.0f}L{q[0]:.0f} {q[1]:.0f}" for p, q in zip(bricks, backs, strict=True))
            found += path(joints, 'stroke="#4a4438" stroke-width="4" stroke-opacity=".7"')
            edge = f"M{wall[0][0]:.0f} {wall[0][1]:.0f}L{wall[1][0]:.0f} {wall[1][1]:.0f}"
            found += path(edge, 'stroke="#d9d1bc" stroke-width="5" stroke-opacity=".55"')
    return found


def _broken_walls(site: Site, line: list[XY]) -> str:
    """Stumps of the walls: they stand at the corners, and here and there between them."""
    found, inner = "", inset(line, 30)
    for k, a in enumerate(line):
        b, c, d = line[(k + 1) % len(line)], inner[(k + 1) % len(line)], inner[k]
        for low, high in ((0.0, site.chance.between(0.16, 0.34)), (site.chance.between(0.6, 0.8), 1.0)):
            stump = [_on(a, b, low), _on(a, b, high), _on(d, c, high * 0.96), _on(d, c, low)]
            found += shade(stump, min(1.6, site.high), 0.4) + polygon(stump, 'fill="#8f8775" stroke="#3e392f" stroke-width="5"')
            found += polygon([_on(a, b, low), _on(a, b, high), _on(a, b, high), _on(d, c, low)], 'fill="#b7ae99" opacity=".7"')
    return found


def _on(a: XY, b: XY, share: float) -> XY:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def crater(site: Site) -> Drawn:
    """Scorched ground round a pit with a raised rim."""
    chance, (cx, cy) = site.chance, centre(site.line)
    found = path(rough(site.line, chance, 14), 'fill="#4b3f2b" opacity=".7"')
    rings = ((0.86, "#7c6b4a"), (0.66, "#5a4c34"), (0.46, "#3b3122"), (0.26, "#221b12"))
    for share, colour in rings:
        by = (1 - share) * 16
        line = [(cx + (x - cx) * share + by, cy + (y - cy) * share + by) for x, y in site.line]
        found += path(rough(line, chance, 8), f'fill="{colour}" opacity=".9"')
    rays = ""
    for x, y in site.line:
        rays += f"M{cx + (x - cx) * 0.9:.0f} {cy + (y - cy) * 0.9:.0f}L{cx + (x - cx) * 1.04:.0f} {cy + (y - cy) * 1.04:.0f}"
    found += path(rays, 'stroke="#2a2218" stroke-width="9" stroke-opacity=".5" stroke-linecap="round"')
    for at in scatter(site.line, 80, chance, 0, site.eye.turned, 14):
        found += dot(at, chance.between(4, 10), 'fill="#6d5e44"')
    return site.drawn(grouped(found, 'class="crater"'))
