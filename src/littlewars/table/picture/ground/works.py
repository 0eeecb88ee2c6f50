"""What people put up: walls, sandbags, barricades, fences, generators, jetties, and what is left of machines."""

from __future__ import annotations

from math import atan2, degrees, dist, hypot

from .scenery import Drawn, Site
from .shapes import (
    CUTS,
    INCH,
    XY,
    area,
    box_of,
    centre,
    clockwise,
    contour,
    dot,
    grouped,
    inset,
    moved,
    path,
    polygon,
    rough,
    rounded,
    scatter,
    shade,
    sharp,
    shrunk,
    use,
)
from .shared import STONES
from .trees import spine

STONE = ("#9b9484", "#857e70", "#b3ab99", "#8f8878")
SACKS = ("#b49a6a", "#a68c5e", "#c0a777", "#9b8254")
PLANKS = ("#8a6a42", "#77593a", "#9b7a4e", "#6d5133")


class Run:
    """A slim piece from end to end: places along it and across it."""

    def __init__(self, start: XY, end: XY, thick: float) -> None:
        self.start, self.end, self.thick = start, end, thick
        self.far = max(1.0, dist(self.start, self.end))
        self.ahead = ((self.end[0] - self.start[0]) / self.far, (self.end[1] - self.start[1]) / self.far)
        side = (-self.ahead[1], self.ahead[0])
        self.side = side if side[1] > 0 or (side[1] == 0 and side[0] > 0) else (-side[0], -side[1])  # away from the lamp

    def at(self, along: float, across: float) -> XY:
        """So far along it, and so far to its dark side."""
        x, y = self.start
        return x + self.ahead[0] * along + self.side[0] * across, y + self.ahead[1] * along + self.side[1] * across

    def block(self, low: float, high: float, near: float, wide: float) -> list[XY]:
        """Four corners."""
        return [self.at(low, near), self.at(high, near), self.at(high, near + wide), self.at(low, near + wide)]


def wall(site: Site) -> Drawn:
    """A course of blocks with light on their tops; a high wall shows its dark face as well."""
    run, chance = Run(*spine(site.line)), site.chance
    thick = max(26.0, run.thick)
    face = min(44.0, max(6.0, site.high * 7))
    body = run.block(0, run.far, -thick / 2, thick)
    found = shade(body, max(0.8, site.high)) + polygon(run.block(0, run.far, -thick / 2, thick + face * 0.35), 'fill="#4c473c"')
    along = 0.0
    while along < run.far - 6:
        long = min(chance.between(0.7, 1.25) * 62, run.far - along)
        block = run.block(along + 2, along + long - 2, -thick / 2 - face * 0.2, thick * 0.98)
        found += polygon(block, f'fill="{chance.pick(STONE)}" stroke="#3e392f" stroke-width="4" stroke-linejoin="round"')
        found += polygon(
            run.block(along + 8, along + max(14, long - 8), -thick / 2 - face * 0.2 + 4, 6), 'fill="#fff" opacity=".22"'
        )
        along += long
    return site.drawn(found)


def sandbags(site: Site) -> Drawn:
    """Two staggered rows of sacks; round an area they stand along its edge."""
    if not _is_slim(site):
        return _emplacement(site)
    run = Run(*spine(site.line))
    return site.drawn(shade(run.block(0, run.far, -24, 48), 1) + _sacks(site, run, -24) + _sacks(site, run, 0, 28))


def _sacks(site: Site, run: Run, near: float, begin: float = 0) -> str:
    found, along = "", begin
    while along < run.far - 20:
        x, y = run.at(along + 27, near + 12)
        turn = _degrees(run.ahead)
        found += (
            f'<g transform="translate({x:.0f} {y:.0f})rotate({turn:.0f})"><rect x="-27" y="-15" width="54" height="30" rx="13" '
            f'fill="{site.chance.pick(SACKS)}" stroke="#5a4827" stroke-width="4"/>'
            '<path d="M-16 -8q10 -5 30 0" stroke="#fff" stroke-opacity=".3" stroke-width="4" fill="none"/></g>'
        )
        along += 56
    return found


def _sacks_between(site: Site, a: XY, b: XY) -> str:
    """One row from corner to corner."""
    return _sacks(site, Run(a, b, 30), -12)


def _emplacement(site: Site) -> Drawn:
    """An emplacement: trodden earth, and works along its edge."""
    line = clockwise(site.line)
    inner, found = inset(line, 18), path(rough(line, site.chance, 8), 'fill="#6f5f42" opacity=".85"')
    found += path(sharp(inset(line, 42)), 'fill="#57482f" opacity=".55"')
    found += shade(line, 0.9, 0.3)
    for k, a in enumerate(inner):
        found += _sacks_between(site, a, inner[(k + 1) % len(inner)])
    return site.drawn(found)


def barricade(site: Site) -> Drawn:
    """Planks and posts thrown up against somebody; an area of them is a light fort with an open top."""
    if not _is_slim(site):
        return _emplacement(site)
    run, chance = Run(*spine(site.line)), site.chance
    found = shade(run.block(0, run.far, -18, 36), 1)
    for row in (-16.0, 0.0, 14.0):
        along = chance.between(-20, 0)
        while along < run.far:
            long = chance.between(90, 160)
            low, high, by = max(0.0, along), min(run.far, along + long), chance.between(-7, 7)
            if high - low > 12:
                plank = [
                    run.at(low, row - 9 + by),
                    run.at(high, row - 9 - by),
                    run.at(high, row + 7 - by),
                    run.at(low, row + 7 + by),
                ]
                found += polygon(plank, f'fill="{chance.pick(PLANKS)}" stroke="#33271a" stroke-width="4"')
            along += long - 16
    for k in range(max(2, round(run.far / 110))):
        at = run.at(run.far * (k + 0.5) / max(2, round(run.far / 110)), 0)
        found += dot(at, 9, 'fill="#5a4329" stroke="#2c2116" stroke-width="4"')
    return site.drawn(found)


def fence(site: Site) -> Drawn:
    """Posts and two rails."""
    run = Run(*spine(site.line))
    found = ""
    for across in (-9.0, 7.0):
        a, b = run.at(0, across), run.at(run.far, across)
        found += path(
            f"M{a[0] + 9:.0f} {a[1] + 13:.0f}L{b[0] + 9:.0f} {b[1] + 13:.0f}",
            'stroke="#000" stroke-opacity=".35" stroke-width="7"',
        )
        found += path(f"M{a[0]:.0f} {a[1]:.0f}L{b[0]:.0f} {b[1]:.0f}", 'stroke="#8b6d45" stroke-width="7"')
    posts = max(2, round(run.far / 120))
    for k in range(posts + 1):
        found += dot(run.at(run.far * k / posts, 0), 9, 'fill="#a3845a" stroke="#3d2e1b" stroke-width="4"')
    return site.drawn(found)


def generator(site: Site) -> Drawn:
    """A machine of steel: a ribbed body, a glowing core, cables to the ground."""
    line = clockwise(site.line)
    core, found = centre(line), shade(line, site.high)
    found += polygon(line, 'fill="#3b4450" stroke="#20262d" stroke-width="6"')
    for share, fill in ((0.86, "url(#steel)"), (0.6, "#39434e"), (0.5, "url(#steel)")):
        found += polygon(
            shrunk(line, share, -6 * (1 - share), -10 * (1 - share)), f'fill="{fill}" stroke="#222a32" stroke-width="4"'
        )
    for x, y in line:
        found += path(
            f"M{core[0] + (x - core[0]) * 0.5:.0f} {core[1] + (y - core[1]) * 0.5:.0f}L{x:.0f} {y:.0f}",
            'stroke="#1d242b" stroke-width="6"',
        )
    r = (abs(area(line)) ** 0.5) * 0.16
    found += dot(core, r * 1.5, 'fill="#7fe3ff" opacity=".25"') + dot(
        core, r, 'fill="#a5efff" stroke="#1f3b48" stroke-width="6"'
    )
    return site.drawn(found)


def wreck(site: Site) -> Drawn:
    """A burnt hull in its soot: plates out of joint, an open hatch, loose track."""
    line, chance = clockwise(site.line), site.chance
    (cx, cy), r = centre(line), max(box_of(line).wide, box_of(line).deep) * 0.66
    found = dot((cx, cy), r, 'fill="url(#scorch)"') + shade(line, max(1.0, site.high))
    found += polygon(line, 'fill="#3a332c" stroke="#15110d" stroke-width="7"')
    found += polygon(shrunk(line, 0.78, -5, -7), 'fill="#5b4a3c" stroke="#221b15" stroke-width="5"')
    found += polygon(
        shrunk(line, 0.44, chance.between(-16, 16), chance.between(-14, 10)), 'fill="#6d5643" stroke="#1c1610" stroke-width="6"'
    )
    found += dot((cx + chance.between(-12, 12), cy), r * 0.14, 'fill="#0f0c09"')
    for at in scatter(line, 60, chance, 10, site.eye.turned, 12):
        found += path(
            f"M{at[0]:.0f} {at[1]:.0f}l{chance.between(-30, 30):.0f} {chance.between(-24, 24):.0f}",
            'stroke="#8a5b34" stroke-width="6" stroke-opacity=".8"',
        )
    return site.drawn(found)


def jetty(site: Site) -> Drawn:
    """Boards on piles over the water."""
    run, chance = Run(*spine(site.line)), site.chance
    thick = max(60.0, run.thick)
    found = grouped(
        polygon(moved(run.block(0, run.far, -thick / 2, thick), 16, 22), 'fill="#0a1a22"'), 'opacity=".5" filter="url(#soft)"'
    )
    along = 0.0
    while along < run.far - 4:
        long = min(26.0, run.far - along)
        by = chance.between(-5, 5)
        found += polygon(
            run.block(along + 1, along + long - 2, -thick / 2 + by, thick),
            f'fill="{chance.pick(PLANKS)}" stroke="#33271a" stroke-width="3"',
        )
        along += long
    for k in range(max(2, round(run.far / 160)) + 1):
        for across in (-thick / 2, thick / 2):
            found += dot(
                run.at(run.far * k / max(2, round(run.far / 160)), across),
                12,
                'fill="#5d4529" stroke="#21180d" stroke-width="4"',
            )
    return site.drawn(found)


def barrow(site: Site) -> Drawn:
    """A grave mound: an earthen back, a ring of kerb stones, a dark door of slabs."""
    line = rounded(clockwise(site.line), CUTS)
    (cx, cy), found = centre(line), ""
    for share in (1.0, 0.74, 0.46):
        by = (1 - share) * 22
        found += contour(shrunk(site.line, share, -by, -1.4 * by), site.chance, 10)
    low = max(line, key=lambda p: p[1])
    mouth = ((low[0] + cx) / 2, low[1] + (cy - low[1]) * 0.25)
    found += f'<rect x="{mouth[0] - 26:.0f}" y="{mouth[1] - 30:.0f}" width="52" height="46" rx="6" fill="#14130f" '
    found += 'stroke="#8d8672" stroke-width="9"/>'
    for k, a in enumerate(line):
        b = line[(k + 1) % len(line)]
        for n in range(max(1, round(dist(a, b) / 70))):
            t = n / max(1, round(dist(a, b) / 70))
            found += use(
                f"stone-{site.chance.below(STONES)}",
                (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t),
                site.chance.between(0.1, 0.16),
            )
    return site.drawn(found)


def _is_slim(site: Site) -> bool:
    """Is it a line rather than an area?"""
    start, end, thick = spine(site.line)
    return thick < 1.4 * INCH and hypot(end[0] - start[0], end[1] - start[1]) > 2 * thick


def _degrees(ahead: XY) -> float:
    return degrees(atan2(ahead[1], ahead[0]))
