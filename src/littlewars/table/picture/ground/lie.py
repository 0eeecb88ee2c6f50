"""The lie of the land: hills by their contours, dunes, roads, smoke, and ground of which only the facts are known."""

from __future__ import annotations

from .rocks import rock
from .scenery import Drawn, Site
from .shapes import centre, clockwise, contour, dot, grouped, path, rough, scatter, shade, sharp, shrunk, use
from .shared import BUSHES, STONES, TUFTS
from .trees import spine
from .works import wall

MOST_STEPS = 5
UNKNOWN = "#7d7a4c"
FLAT = {  # what a kind is painted with where nobody models it
    "sparse-wood": "#4a6a2f",
    "dense-wood": "#2f5230",
    "hedge": "#3d6b2b",
    "building": "#8f8774",
    "boulder": "#8b8578",
    "hill": "#8d9a58",
    "rubble": "#756d5d",
    "ford": "#3f7f97",
    "shallows": "#3f7f97",
    "lake": "#27586f",
    "water": "#27586f",
    "crater": "#54462f",
    "road": "#8f7d53",
    "low-wall": "#9b9484",
    "high-wall": "#857e70",
    "sandbags": "#b49a6a",
    "barricade": "#8a6a42",
    "generator": "#59646f",
    "wreck": "#3a332c",
}

EDGE = 'stroke="#3e3a24" stroke-opacity=".55" stroke-width="6" stroke-dasharray="26 16"'  # of ground that nobody has named


def hill(site: Site) -> Drawn:
    """One step for each inch of height, each with a shadow below it and light on its rim. Only light and shade are drawn: a
    hill is of the country it stands in."""
    steps = max(2, min(MOST_STEPS, round(site.high) + 1))
    found = ""
    for k in range(steps):
        share = 1 - 0.86 * k / steps
        found += contour(shrunk(site.line, share, -4 * k, -6 * k), site.chance, 22 * share)
    for at in scatter(site.line, 130, site.chance, 20, site.eye.turned, 50):
        found += use(f"tuft-{site.chance.below(TUFTS)}", at, site.chance.between(0.16, 0.3))
    return site.drawn(found)


def dunes(site: Site) -> Drawn:
    """Sand in waves, with grass on it."""
    d, mark = rough(site.line, site.chance, 26, 110), f"dune{site.chance.mark}"
    found = path(d, 'fill="url(#dune)" opacity=".9"') + f'<clipPath id="{mark}"><path d="{d}"/></clipPath>'
    waves = ""
    for x, y in scatter(site.line, 105, site.chance, 0, site.eye.turned, 50):
        k = site.chance.between(70, 130)
        waves += f"M{x - k:.0f} {y:.0f}q{k / 2:.0f} {-k * 0.3:.0f} {k:.0f} 0t{k:.0f} 0"
    ridges = path(waves, 'fill="none" stroke="#8c7446" stroke-opacity=".5" stroke-width="9"')
    ridges += path(waves, 'transform="translate(-4 -9)" fill="none" stroke="#fbeec2" stroke-opacity=".5" stroke-width="6"')
    found += grouped(ridges, f'clip-path="url(#{mark})"')
    for at in scatter(site.line, 120, site.chance, 0, site.eye.turned, 24):
        found += use(f"tuft-{site.chance.below(TUFTS)}", at, site.chance.between(0.2, 0.32))
    return site.drawn(found)


def road(site: Site) -> Drawn:
    """Trodden earth, two ruts, and a strip of grass between them."""
    start, end, thick = spine(site.line)
    d = f"M{start[0]:.0f} {start[1]:.0f}L{end[0]:.0f} {end[1]:.0f}"
    found = path(
        rough(site.line, site.chance, 9, 90),
        'fill="#8f7d53" opacity=".8" stroke="#6a5c3c" stroke-opacity=".6" stroke-width="12"',
    )
    far = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5 or 1.0
    nx, ny = -(end[1] - start[1]) / far * thick * 0.27, (end[0] - start[0]) / far * thick * 0.27
    for by in (-1, 1):
        look = f'transform="translate({nx * by:.0f} {ny * by:.0f})" fill="none" stroke="#62543a" stroke-opacity=".55"'
        found += path(d, f'{look} stroke-width="{thick * 0.14:.0f}" stroke-dasharray="70 15 130 25"')
    found += path(
        d, f'fill="none" stroke="#6f7a43" stroke-opacity=".5" stroke-width="{thick * 0.18:.0f}" stroke-dasharray="45 35 20 60"'
    )
    return site.drawn(found)


def smoke(site: Site) -> Drawn:
    """Soft billows over everything."""
    return _billows(site, "poison" if site.says("poison", "gas", "miasma", "toxic", "cloud") else "smoke")


def _billows(site: Site, colour: str) -> Drawn:
    found = ""
    for at in scatter(site.line, 70, site.chance, 10, site.eye.turned, 30) or [centre(site.line)]:
        found += dot(at, site.chance.between(60, 105), f'fill="url(#{colour})"')
    return site.drawn("", found)


def patch(site: Site) -> Drawn:
    """Where it lies, in the colour of what it is, and no more."""
    colour = FLAT.get(site.piece.kind, UNKNOWN)
    return site.drawn(shade(site.line, site.high) + path(sharp(site.line), f'fill="{colour}" opacity=".8" {EDGE}'))


def by_facts(site: Site) -> Drawn:
    """Nobody has heard of this kind: what it does is drawn. What nobody enters is a mass, what is slow is broken ground, what
    gives cover has bushes on it, and what is only flat a patch."""
    piece = site.piece
    if piece.linear and site.high > 0:
        return wall(site)
    if piece.opaque or (piece.going >= 3 and site.high > 0):
        return rock(site)
    found = path(rough(site.line, site.chance, 16), f'fill="{UNKNOWN}" opacity=".55" {EDGE}')
    if piece.going >= 3:
        found += path(sharp(clockwise(site.line)), 'fill="#33291c" opacity=".5"')
    for at in scatter(site.line, 80 if piece.going > 1 else 130, site.chance, 16, site.eye.turned, 50):
        found += use(f"stone-{site.chance.below(STONES)}", at, site.chance.between(0.08, 0.2)) if piece.going else ""
    for at in scatter(site.line, 90, site.chance, 16, site.eye.turned, 40):
        sort, many = ("bush", BUSHES) if piece.cover else ("tuft", TUFTS)
        found += use(f"{sort}-{site.chance.below(many)}", at, site.chance.between(0.16, 0.3))
    return site.drawn(found)
