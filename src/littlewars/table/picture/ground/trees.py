"""Woods, orchards, hedges and grass. Crowns stand above the figures' heads and fade round them."""

from __future__ import annotations

from math import dist, hypot

from .scenery import Drawn, Site
from .shapes import INCH, XY, area, clockwise, dot, grouped, holds, path, rough, scatter, sharp, use
from .shared import BUSHES, CROWNS, PALMS, PINES, TUFTS

MOST_TREES = 140
SHADE = 'fill="#0b140d" opacity=".42" filter="url(#soft)"'
Standing = list[tuple[XY, float]]  # where a tree stands, and the radius of its crown


def _floor(site: Site, fill: str, edge: str) -> str:
    """What is under the trees."""
    look = f'fill="url(#{fill})" opacity=".92" stroke="{edge}" stroke-opacity=".5" stroke-width="6"'
    return path(rough(site.line, site.chance), look)


def _undergrowth(site: Site, gap: float) -> str:
    """Bushes between the trunks."""
    found = scatter(site.line, gap, site.chance, 12, site.eye.turned, 90)
    return "".join(
        use(f"bush-{site.chance.below(BUSHES)}", at, site.chance.between(0.08, 0.19), site.chance.share() < 0.5) for at in found
    )


def _planted(site: Site, gap: float, low: float, high: float) -> Standing:
    """Trees at least so far apart; a wood so small that none fits has one in its middle."""
    gap = max(gap, (abs(area(site.line)) / MOST_TREES) ** 0.5)
    found = scatter(site.line, gap, site.chance, 34, site.eye.turned, MOST_TREES)
    found = found or scatter(site.line, gap * 0.6, site.chance, 0, site.eye.turned, 3)
    return [(at, site.chance.between(low, high) * 0.62) for at in found]


def _wood(site: Site, trees: Standing, sort: str, many: int, below: str) -> Drawn:
    """Shadows on the floor, crowns over it."""
    shadows = "".join(
        f'<ellipse cx="{x + 42 * r:.0f}" cy="{y + 52 * r:.0f}" rx="{102 * r:.0f}" ry="{87 * r:.0f}"/>' for (x, y), r in trees
    )
    crowns = "".join(
        use(f"{sort}-{site.chance.below(many)}", at, r, sort == "palm" and site.chance.share() < 0.5) for at, r in trees
    )
    return site.drawn(below + grouped(shadows, SHADE), crowns, "crowns")


def conifers(site: Site) -> Drawn:
    """A pine forest."""
    return _wood(site, _planted(site, 108, 0.9, 1.42), "pine", PINES, _floor(site, "needles", "#18301f"))


def broadleaf(site: Site) -> Drawn:
    """A wood that one can see into."""
    return _wood(
        site, _planted(site, 148, 0.95, 1.7), "crown", CROWNS, _floor(site, "litter", "#22341c") + _undergrowth(site, 95)
    )


def thicket(site: Site) -> Drawn:
    """Dense wood with undergrowth."""
    below = _floor(site, "litter", "#1c2c17") + path(sharp(clockwise(site.line)), 'fill="#16230f" opacity=".28"')
    return _wood(site, _planted(site, 98, 0.9, 1.45), "crown", CROWNS, below + _undergrowth(site, 46))


def palms(site: Site) -> Drawn:
    """Palms on sand."""
    sand = path(rough(site.line, site.chance, 30), 'fill="url(#dune)" opacity=".6"')
    return _wood(site, _planted(site, 150, 0.95, 1.3), "palm", PALMS, sand)


def orchard(site: Site) -> Drawn:
    """Fruit trees in rows over mown grass, with fruit in them."""
    box, trees = site.box, list[tuple[XY, float]]()
    across, down = max(1, round(box.wide / 150)), max(1, round(box.deep / 150))
    for row in range(down):
        for column in range(across):
            at = (box.left + (column + 0.5) * box.wide / across, box.top + (row + 0.5) * box.deep / down)
            if _clear(site, at):
                trees.append((at, site.chance.between(0.5, 0.6)))
    stripes = path(
        rough(site.line, site.chance), 'fill="#7c8f47" opacity=".75" stroke="#4d5c2b" stroke-opacity=".5" stroke-width="6"'
    )
    made = _wood(site, trees, "crown", CROWNS, stripes)
    fruit = "".join(
        dot((x + site.chance.between(-34, 26) * r, y + site.chance.between(-40, 20) * r), 5, 'fill="#c8503a"')
        for (x, y), r in trees
        for _ in range(4)
    )
    return site.drawn(made.lies, made.over + fruit, "crowns")


def _clear(site: Site, at: XY) -> bool:
    """Does a tree there stand inside?"""
    return all(holds(site.line, at[0] + dx, at[1] + dy) for dx, dy in ((20, 0), (-20, 0), (0, 20), (0, -20)))


def hedge(site: Site) -> Drawn:
    """Bushes in a row along the longer way of the piece."""
    start, end, thick = spine(site.line)
    far, r = dist(start, end), max(0.2, min(0.5, thick / INCH * 0.62))
    row, n = "", max(2, round(far / (r * 92)))
    for k in range(n):
        t = (k + 0.5) / n
        x, y = start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t
        by = site.chance.between(-0.12, 0.12) * thick
        row += use(f"crown-{site.chance.below(CROWNS)}", (x + by, y + by), r * site.chance.between(0.9, 1.15))
    dx, dy = 14.0, 20.0
    stroke = f'stroke="#0c0e0b" stroke-width="{thick:.0f}" stroke-linecap="round" fill="none" opacity=".45" filter="url(#soft)"'
    shadow = path(f"M{start[0] + dx:.0f} {start[1] + dy:.0f}L{end[0] + dx:.0f} {end[1] + dy:.0f}", stroke)
    foot = path(sharp(clockwise(site.line)), 'fill="#33491f" opacity=".7"')
    return site.drawn(shadow + foot + row)


def spine(line: list[XY]) -> tuple[XY, XY, float]:
    """The longer axis of a slim outline, and how thick it is."""
    pairs = sorted(zip(line, [*line[1:], line[0]], strict=True), key=lambda pair: dist(*pair))
    (a, b), (c, d) = pairs[-1], max(pairs[:-1], key=lambda pair: _apart(pair, pairs[-1]))
    if hypot(a[0] - d[0], a[1] - d[1]) > hypot(a[0] - c[0], a[1] - c[1]):
        c, d = d, c
    start, end = ((a[0] + d[0]) / 2, (a[1] + d[1]) / 2), ((b[0] + c[0]) / 2, (b[1] + c[1]) / 2)
    return start, end, max(8.0, abs(area(line)) / max(1.0, dist(start, end)))


def ridge(line: list[XY]) -> tuple[XY, XY]:
    """The back of a roof or a rock: along its longer way, as far from the ends as its slopes are wide."""
    start, end, thick = spine(line)
    far = max(1.0, dist(start, end))
    cut = min(0.5, thick / 2 / far)
    return (
        (start[0] + (end[0] - start[0]) * cut, start[1] + (end[1] - start[1]) * cut),
        (end[0] + (start[0] - end[0]) * cut, end[1] + (start[1] - end[1]) * cut),
    )


def _apart(pair: tuple[XY, XY], other: tuple[XY, XY]) -> float:
    """How far the middles of two edges are from each other, and how long the edge is."""
    (a, b), (c, d) = pair, other
    return hypot(a[0] + b[0] - c[0] - d[0], a[1] + b[1] - c[1] - d[1]) / 2 + dist(a, b)


def grass(site: Site) -> Drawn:
    """High grass or scrub: a paler patch with tufts."""
    patch = path(rough(site.line, site.chance, 34, 110), 'fill="#a39a52" opacity=".34"')
    found = scatter(site.line, 42, site.chance, 0, site.eye.turned, 150)
    tufts = "".join(use(f"tuft-{site.chance.below(TUFTS)}", at, site.chance.between(0.16, 0.3)) for at in found)
    return site.drawn(patch + tufts)
