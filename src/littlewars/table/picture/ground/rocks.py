"""Rocks, cliffs, rubble, ruins and craters: facets shaded by the light that falls on them."""

from __future__ import annotations

from math import dist, hypot

from .scenery import Drawn, Site
from .shapes import (
    INCH,
    XY,
    blob,
    box_of,
    centre,
    clockwise,
    grey,
    grouped,
    holds,
    inset,
    lift,
    path,
    polygon,
    rough,
    rounded,
    scatter,
    shade,
    sharp,
    smooth,
    stepped,
    use,
)
from .shared import STONES, TUFTS
from .trees import ridge, spine

XYZ = tuple[float, float, float]  # a corner of a rock, and how high it is
FACET = 105.0  # how long a facet of a rock is
MOST_FACETS = 44
LOWEST = 34.0  # a rock that nobody has measured still stands up
LONG = 2.2  # times as long as it is thick: a cliff has a back, a boulder a peak
LEANS = (0.14, 0.2)
SUN = (-0.42, -0.52, 0.74)
NO_WAY = 3  # the going of what nobody enters
CRACKED = 0.55  # of the flanks that cannot be climbed


def _ring(site: Site, swing: float = 16) -> list[XY]:
    """The foot of a rock: its outline with an uneven edge."""
    line = clockwise(site.line)
    box = box_of(line)
    step = max(FACET, 2.6 * (box.wide + box.deep) / MOST_FACETS)
    return [
        (x + site.chance.between(-swing, swing), y + site.chance.between(-swing, swing)) for (x, y), _ in stepped(line, step)
    ]


def rock(site: Site) -> Drawn:
    """A boulder or crag: uneven flanks from its foot over a shoulder to the top, each facet in its own light."""
    ring, high = _ring(site), max(LOWEST, lift(site.high) * INCH)
    foot = [(x, y, 0.0) for x, y in ring[: len(ring) // 2 * 2]]
    back = ridge(site.line) if _is_long(site) else (centre(ring), centre(ring))
    shoulder = [_up(site, p, back, (0.16, 0.46), (0.42, 0.86), high) for p in foot]
    top = [_up(site, p, back, (0.5, 0.8), (0.86, 1.06), high) for p in foot[::2]]
    found = shade(ring, max(site.high, 0.6)) + _flanks(site, foot, shoulder, top) + _crest(site, top, back)
    if site.piece.going >= NO_WAY or site.says("cliff"):
        found += _ledges(site, foot, shoulder)
    return site.drawn(found + _scree(site, ring))


def _is_long(site: Site) -> bool:
    """Has it a back rather than a peak?"""
    start, end, thick = spine(site.line)
    return dist(start, end) > LONG * thick


def _up(site: Site, foot: XYZ, back: tuple[XY, XY], share: XY, height: XY, high: float) -> XYZ:
    """From the foot towards the back of a rock, and up."""
    x, y, _ = foot
    (ax, ay), (bx, by) = back
    far = (bx - ax) ** 2 + (by - ay) ** 2
    t = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / far)) if far else 0.0
    by_much = site.chance.between(*share)
    return (
        x + (ax + (bx - ax) * t - x) * by_much,
        y + (ay + (by - ay) * t - y) * by_much,
        high * site.chance.between(*height),
    )


def _seen(corner: XYZ) -> XY:
    """Where a corner is drawn: what is high leans towards the lamp a little."""
    return corner[0] - LEANS[0] * corner[2], corner[1] - LEANS[1] * corner[2]


def _facet(site: Site, a: XYZ, b: XYZ, c: XYZ) -> str:
    """A triangle of stone, as bright as it is turned to the lamp."""
    (ux, uy, uz), (vx, vy, vz) = ((p[0] - a[0], p[1] - a[1], p[2] - a[2]) for p in (b, c))
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    far = hypot(nx, ny, nz) or 1.0
    light = (nx * SUN[0] + ny * SUN[1] + nz * SUN[2]) / far * (1 if nz >= 0 else -1)
    colour = grey(52 + 128 * max(0.0, light) + site.chance.between(-7, 7), 7)
    return polygon(map(_seen, (a, b, c)), f'fill="{colour}" stroke="{colour}" stroke-width="2"')


def _flanks(site: Site, foot: list[XYZ], shoulder: list[XYZ], top: list[XYZ]) -> str:
    found, n = "", len(foot)
    for k in range(n):
        m = (k + 1) % n
        found += _facet(site, foot[k], foot[m], shoulder[k]) + _facet(site, foot[m], shoulder[m], shoulder[k])
    for j, here in enumerate(top):
        left, middle, right = shoulder[2 * j], shoulder[2 * j + 1], shoulder[(2 * j + 2) % n]
        after = top[(j + 1) % len(top)]
        found += _facet(site, left, middle, here) + _facet(site, middle, after, here) + _facet(site, middle, right, after)
    return found


def _crest(site: Site, top: list[XYZ], back: tuple[XY, XY]) -> str:
    """The top, and moss on it."""
    chance, high = site.chance, max(p[2] for p in top) * 1.04
    t, by = chance.between(0.3, 0.7), chance.between(-14, 14)
    peak = (back[0][0] + (back[1][0] - back[0][0]) * t + by, back[0][1] + (back[1][1] - back[0][1]) * t - by, high)
    found = "".join(_facet(site, a, top[(k + 1) % len(top)], peak) for k, a in enumerate(top))
    x, y = _seen(peak)
    for _ in range(5):
        at = (x + chance.between(-60, 60), y + chance.between(-44, 44))
        if holds(site.line, *at):
            found += path(blob(at, chance.between(9, 20), chance, 7, 0.3), 'fill="#7d8a58" opacity=".4"')
    return found


def _ledges(site: Site, foot: list[XYZ], shoulder: list[XYZ]) -> str:
    """Steps too high to climb: a dark line round the foot, and cracks along the flanks with light on their edges."""
    found = path(sharp([_seen(p) for p in foot]), 'fill="none" stroke="#26231d" stroke-width="7" stroke-opacity=".7"')
    cracks = ""
    for k, (x, y) in enumerate(map(_seen, shoulder)):
        to = _seen(shoulder[(k + 1) % len(shoulder)])
        if site.chance.share() < CRACKED:
            cracks += f"M{x:.0f} {y:.0f}L{to[0]:.0f} {to[1]:.0f}"
    found += path(cracks, 'fill="none" stroke="#26231d" stroke-width="7" stroke-opacity=".6" stroke-linecap="round"')
    return found + path(
        cracks, 'transform="translate(-4 -5)" fill="none" stroke="#efe9da" stroke-width="3" stroke-opacity=".3"'
    )


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
    """Scorched ground round a pit with a raised rim; its corners are for measuring, the earth knows none."""
    chance, (cx, cy) = site.chance, centre(site.line)
    line = rounded(clockwise(site.line), 2)
    found = path(smooth(line), 'fill="#2a2218" opacity=".45" filter="url(#soft)"')
    rings = ((0.94, "#8a7650"), (0.8, "#6d5c3e"), (0.62, "#54462f"), (0.44, "#3b3122"), (0.26, "#221b12"))
    for share, colour in rings:
        by = (1 - share) * 20
        ring = [(cx + (x - cx) * share + by, cy + (y - cy) * share + by) for x, y in line]
        found += path(rough(ring, chance, 9, 60), f'fill="{colour}" opacity=".9"')
    rays = ""
    for x, y in line:
        far = chance.between(0.98, 1.12)
        rays += f"M{cx + (x - cx) * 0.84:.0f} {cy + (y - cy) * 0.84:.0f}L{cx + (x - cx) * far:.0f} {cy + (y - cy) * far:.0f}"
    found += path(rays, 'stroke="#2a2218" stroke-width="8" stroke-opacity=".3" stroke-linecap="round"')
    for at in scatter(site.line, 70, chance, 0, site.eye.turned, 18):
        found += use(f"stone-{chance.below(STONES)}", at, chance.between(0.04, 0.11))
    return site.drawn(grouped(found, 'class="crater"'))
