"""What many pieces are made of, drawn once: trees, bushes, stones, reeds, shadows, colours. Each has a radius of an inch."""

from __future__ import annotations

import re
from functools import cache
from math import cos, sin

from .chance import Chance
from .shapes import XY, blob, dot, grouped, path, polygon, star

PINES, CROWNS, PALMS, BUSHES, STONES, REEDS, TUFTS = 12, 12, 4, 6, 6, 3, 6  # how many different ones there are
Greens = tuple[str, str, str, str]
NEEDLES: tuple[Greens, ...] = (
    ("#1d3f2b", "#2a5a39", "#3f7a4b", "#6ba566"),
    ("#1a3a2a", "#265236", "#38704a", "#5f9a63"),
    ("#20432a", "#2f6038", "#48834a", "#79ad66"),
)
LEAVES: tuple[Greens, ...] = (
    ("#2b4f22", "#3d6b2b", "#578a37", "#86b253"),
    ("#314f20", "#4a6f2b", "#688d38", "#9ab757"),
    ("#29502b", "#3a6e38", "#518a48", "#7fb265"),
)
MIDDLE: XY = (0.0, 0.0)


def _pine(number: int) -> str:
    """A conifer from above: four stars, the higher the lighter and the nearer to the lamp."""
    chance, greens = Chance("pine", number), NEEDLES[number % len(NEEDLES)]
    n, turn = 9 + chance.below(3), chance.between(0, 3)
    layers = ((108, 78, 0, n, 0.0), (80, 54, 6, n, 0.3), (52, 33, 12, n - 1, 0.1), (24, 12, 17, 7, 0.0))
    stars = (star((-by, -1.3 * by), outer, inner, points, turn + more, chance) for outer, inner, by, points, more in layers)
    return "".join(polygon(line, f'fill="{green}"') for line, green in zip(stars, greens, strict=True))


def _crown(number: int) -> str:
    """A broadleaf tree from above: a dark rim, a crown, clumps of leaves and one in the light."""
    chance, greens = Chance("crown", number), LEAVES[number % len(LEAVES)]
    found = path(blob(MIDDLE, 100, chance, 11, 0.12), f'fill="{greens[0]}"')
    found += path(blob((-10, -12), 78, chance, 9), f'fill="{greens[1]}"')
    clumps = ""
    for _ in range(5):
        a, far = chance.between(2.2, 5.4), chance.between(12, 52)
        clumps += blob((far * cos(a) - 10, far * sin(a) - 12), chance.between(19, 33), chance, 7, 0.2)
    found += path(clumps, f'fill="{greens[2]}" opacity=".9"')
    return found + path(blob((-29, -35), 20, chance, 7, 0.2), f'fill="{greens[3]}" opacity=".85"')


def _palm(number: int) -> str:
    """A palm from above: fronds round a trunk."""
    chance, found = Chance("palm", number), ""
    for k in range(9):
        a, far = k * 0.698 + chance.between(-0.12, 0.12), chance.between(84, 112)
        tip, side = (far * cos(a), far * sin(a)), (-sin(a) * 17, cos(a) * 17)
        half = (tip[0] * 0.5, tip[1] * 0.5)
        leaf = f"M0 0Q{half[0] + side[0]:.0f} {half[1] + side[1]:.0f} {tip[0]:.0f} {tip[1]:.0f}"
        leaf += f"Q{half[0] - side[0]:.0f} {half[1] - side[1]:.0f} 0 0Z"
        found += path(leaf, f'fill="{"#6f9444" if cos(a) + sin(a) < 0 else "#4c7434"}" stroke="#2c4a22" stroke-width="3"')
    return found + dot(MIDDLE, 12, 'fill="#8a6b3f" stroke="#4a3820" stroke-width="3"')


def _bush(number: int) -> str:
    """Undergrowth: three soft lumps."""
    chance, greens = Chance("bush", number), ("#3b5c2c", "#4c6f33", "#5c7f3b")
    found = path(blob((12, 14), 92, chance, 8, 0.2), 'fill="#223618" opacity=".55"')
    for size, green in zip((90, 64, 36), greens, strict=True):
        by = (90 - size) * 0.35
        found += path(blob((-by, -by), size, chance, 8, 0.22), f'fill="{green}"')
    return found


def _stone(number: int) -> str:
    """A loose stone with a lit face."""
    chance = Chance("stone", number)
    line = star(MIDDLE, 100, 88, 4, chance.between(0, 3), chance)
    top = [(x * 0.6 - 16, y * 0.6 - 20) for x, y in line]
    found = polygon([(x + 26, y + 34) for x, y in line], 'fill="#0c0e0b" opacity=".4"')
    level = 96 + number * 6
    found += polygon(line, f'fill="#{level:02x}{level - 4:02x}{level - 16:02x}" stroke="#3c382f" stroke-width="7"')
    return found + polygon(top, f'fill="#{level + 52:02x}{level + 48:02x}{level + 32:02x}"')


def _reeds(number: int) -> str:
    """A clump of reeds."""
    chance, blades = Chance("reeds", number), ""
    for _ in range(7):
        x, by = chance.between(-70, 70), chance.between(-50, 50)
        blades += f"M{x:.0f} 40q{by / 3:.0f} -70 {by:.0f} -{chance.between(90, 150):.0f}"
    return path(blades, 'fill="none" stroke="#6f8a3d" stroke-width="14"')


def _tuft(number: int) -> str:
    """A tuft of grass."""
    chance, blades = Chance("tuft", number), ""
    for _ in range(4):
        x, by = chance.between(-45, 45), chance.between(-45, 45)
        blades += f"M{x:.0f} 30q{by / 4:.0f} -60 {by:.0f} -{chance.between(70, 120):.0f}"
    colour = ("#7d9653", "#687f45", "#90a560", "#56703c", "#9aa362", "#61783f")[number % 6]
    return path(blades, f'fill="none" stroke="{colour}" stroke-width="20" stroke-opacity=".75"')


MAKERS = {
    "pine": (_pine, PINES),
    "crown": (_crown, CROWNS),
    "palm": (_palm, PALMS),
    "bush": (_bush, BUSHES),
    "stone": (_stone, STONES),
    "reeds": (_reeds, REEDS),
    "tuft": (_tuft, TUFTS),
}


def _slope(name: str, stops: tuple[str, ...], upright: bool = False) -> str:
    """A gradient from light to dark, away from the lamp or straight down."""
    ends = 'x1="0" y1="0" x2="0" y2="1"' if upright else 'x1="0" y1="0" x2="1" y2="1"'
    marks = "".join(f'<stop offset="{k / (len(stops) - 1):g}" stop-color="{stop}"/>' for k, stop in enumerate(stops))
    return f'<linearGradient id="{name}" {ends}>{marks}</linearGradient>'


def _round(name: str, inner: str, outer: str) -> str:
    stops = f'<stop offset="0" stop-color="{inner}"/><stop offset="1" stop-color="{outer}"/>'
    return f'<radialGradient id="{name}">{stops}</radialGradient>'


def _blur(name: str, by: float) -> str:
    return f'<filter id="{name}" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="{by:g}"/></filter>'


COLOURS: dict[str, str] = {
    "soft": _blur("soft", 10),
    "far": _blur("far", 20),
    "needles": _round("needles", "#33502f", "#40593a"),
    "litter": _round("litter", "#45582c", "#526734"),
    "brook": _slope("brook", ("#4a8aa0", "#2f6f8a", "#3f7f97"), True),
    "deep": _slope("deep", ("#2d6580", "#1d4a64", "#27586f"), True),
    "concrete": _slope("concrete", ("#9b9485", "#79735f")),
    "slate": _slope("slate", ("#77808a", "#4d555e")),
    "slope": '<linearGradient id="slope" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff3c4" stop-opacity=".3"/>'
    '<stop offset=".5" stop-color="#fff3c4" stop-opacity=".12"/><stop offset="1" stop-color="#11140a" stop-opacity=".2"/>'
    "</linearGradient>",
    "dune": _slope("dune", ("#d8c48d", "#a78f5c")),
    "steel": _slope("steel", ("#8b98a5", "#4c5661")),
    "boards": _slope("boards", ("#a5835a", "#6f5435")),
    "pit": _round("pit", "#2c2419", "#5d5138"),
    "scorch": '<radialGradient id="scorch"><stop offset="0" stop-color="#17130d" stop-opacity=".8"/>'
    '<stop offset=".6" stop-color="#1d1810" stop-opacity=".5"/><stop offset="1" stop-color="#1d1810" stop-opacity="0"/>'
    "</radialGradient>",
    "smoke": '<radialGradient id="smoke"><stop offset="0" stop-color="#c9c9c4" stop-opacity=".75"/>'
    '<stop offset="1" stop-color="#9a9a96" stop-opacity=".15"/></radialGradient>',
    "poison": '<radialGradient id="poison"><stop offset="0" stop-color="#a8c34a" stop-opacity=".7"/>'
    '<stop offset="1" stop-color="#5f7a2b" stop-opacity=".15"/></radialGradient>',
}
REFERENCES = re.compile(r'(?:href="#|url\(#)([a-z]+)-?(\d*)')


@cache
def drawing(name: str) -> str:
    """A shared drawing, filter or colour by its name; nothing for what belongs to one piece alone."""
    kind, _, number = name.partition("-")
    if kind in MAKERS and number.isdecimal() and int(number) < MAKERS[kind][1]:
        return grouped(MAKERS[kind][0](int(number)), f'id="{name}"')
    return COLOURS.get(name, "")


def drawings(body: str) -> dict[str, str]:
    """What a drawing refers to, by name."""
    names = sorted({f"{kind}-{number}" if number else kind for kind, number in REFERENCES.findall(body)})
    return {name: text for name in names if (text := drawing(name))}


def needed(body: str) -> str:
    """What a drawing is made of, to be put before it."""
    return "".join(drawings(body).values())
