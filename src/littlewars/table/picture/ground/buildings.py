"""Buildings: a floor with its walls and openings below, a roof above that lifts while somebody is inside."""

from __future__ import annotations

from math import dist
from typing import NamedTuple

from .scenery import Drawn, Opening, Site
from .shapes import XY, Line, centre, clockwise, dot, holds, inset, lit, path, polygon, shade
from .trees import ridge as ridge_of


class Roof(NamedTuple):
    """What a roof is made of: colours of its lit and its dark side, how wide its slope is, and how it is lined."""

    light: tuple[int, int, int]
    dark: tuple[int, int, int]
    slope: float  # of the way to the middle; 1: it comes together in a ridge
    lines: str = ""


ROOFS = {
    "concrete": Roof((157, 150, 135), (74, 69, 59), 0.0),
    "tiles": Roof((176, 98, 70), (92, 46, 33), 1.0, "rows"),
    "thatch": Roof((178, 150, 92), (98, 78, 44), 1.0, "straw"),
    "slate": Roof((120, 130, 140), (58, 65, 73), 1.0, "rows"),
    "metal": Roof((128, 140, 150), (66, 75, 84), 0.0, "ribs"),
}
WORDS = {
    "concrete": ("fortification", "fort", "bunker", "blockhouse", "pillbox"),
    "thatch": ("barn", "farm", "hut", "stable", "cottage"),
    "tiles": ("house", "houses", "inn", "mill", "villa", "tavern", "town"),
    "slate": ("keep", "church", "chapel", "shrine", "tower", "manor", "castle", "toll"),
    "metal": ("hall", "warehouse", "depot", "container", "hangar", "factory", "station", "shed"),
}
MATERIALS = {
    "woods": "thatch",
    "wood": "thatch",
    "brick": "tiles",
    "rock": "slate",
    "stone": "slate",
    "military": "metal",
    "metal": "metal",
}
WALL = 22.0  # how thick a wall is
SLIT = 'fill="#15130f"'


def roof_of(site: Site) -> str:
    """By what it is called, else by what it is made of."""
    for sort, words in WORDS.items():
        if site.says(*words):
            return sort
    return MATERIALS.get(site.piece.material, "concrete")


def building(site: Site) -> Drawn:
    """Shadow, floor and walls lie; the roof is above."""
    line = clockwise(site.line)
    roof = ROOFS[roof_of(site)]
    lies = shade(line, max(2.0, site.high), 0.52) + _room(site, line)
    over = _flat(site, line, roof) if not roof.slope else _pitched(site, line, roof)
    return site.drawn(lies, over + _slits(site, line), "roof")


def _room(site: Site, line: list[XY]) -> str:
    """The floor of boards, the walls round it, and gaps where doors are."""
    inner = inset(line, WALL)
    found = polygon(line, 'fill="#6a6252" stroke="#2e2a22" stroke-width="5"')
    found += polygon(inner, 'fill="url(#boards)" stroke="#33291c" stroke-width="4"')
    found += path(_stripes(inner, 34), 'stroke="#4d3b25" stroke-width="3" stroke-opacity=".6" fill="none"')
    for gap in site.piece.openings:
        found += _opening(site, gap, "#8f7a52" if gap.open else "#2a2218", WALL + 6)
    return found


def _opening(site: Site, gap: Opening, colour: str, wide: float) -> str:
    (ax, ay), (bx, by) = site.eye.at(gap.start), site.eye.at(gap.stop)
    return path(f"M{ax:.0f} {ay:.0f}L{bx:.0f} {by:.0f}", f'stroke="{colour}" stroke-width="{wide:.0f}"')


def _slits(site: Site, line: list[XY]) -> str:
    """The openings as they are seen from above: doors as dark gaps, slits as thin ones. A bunker without any has some drawn on
    its walls."""
    found = ""
    for gap in site.piece.openings:
        kind = gap.kind
        wide = 16.0 if "door" in kind else 26.0 if kind in ("gap", "hole") else 9.0
        found += _opening(site, gap, "#e6be63" if gap.open else "#15130f", wide)
    if site.piece.openings or roof_of(site) != "concrete":
        return found
    rim = inset(line, 13)
    for a, b in zip(rim, [*rim[1:], rim[0]], strict=True):
        many = min(4, int(dist(a, b) // 130))
        for k in range(many):
            low, high = (k + 0.5) / many - 16 / dist(a, b), (k + 0.5) / many + 16 / dist(a, b)
            found += path(f"M{_on(a, b, low)}L{_on(a, b, high)}", 'stroke="#15130f" stroke-width="9"')
    return found


def _on(a: XY, b: XY, t: float) -> str:
    return f"{a[0] + (b[0] - a[0]) * t:.0f} {a[1] + (b[1] - a[1]) * t:.0f}"


def _mixed(roof: Roof, light: float) -> str:
    """Between the dark and the lit colour."""
    t = (light + 1) / 2
    return "#" + "".join(f"{round(d + (b - d) * t):02x}" for b, d in zip(roof.light, roof.dark, strict=True))


def _flat(site: Site, line: list[XY], roof: Roof) -> str:
    """A slab with bevelled edges; hatch and vent, or ribs of sheet metal."""
    rim = inset(line, 32)
    found = polygon(line, 'fill="#5d584d" stroke="#2b2821" stroke-width="5"') + _faces(line, rim, roof)
    fill = "url(#concrete)" if not roof.lines else _mixed(roof, 0.35)
    found += polygon(rim, f'fill="{fill}" stroke="#3a362d" stroke-width="4"')
    if roof.lines:
        found += path(_stripes(rim, 24), 'stroke="#2d343b" stroke-opacity=".45" stroke-width="6" fill="none"')
        return found + path(_stripes(rim, 24, 7), 'stroke="#fff" stroke-opacity=".22" stroke-width="4" fill="none"')
    found += path(
        _stripes(rim, max(90.0, _long(rim) / 3.2)), 'stroke="#6b6557" stroke-width="4" stroke-opacity=".8" fill="none"'
    )
    return found + _hatch(site, rim)


def _hatch(site: Site, rim: list[XY]) -> str:
    """A hatch and a vent, where the roof has room for them."""
    (x, y), r = centre(rim), min(24.0, _long(rim) * 0.12)
    room = f'x="{x - r:.0f}" y="{y - r * 0.8:.0f}" width="{2 * r:.0f}" height="{1.6 * r:.0f}"'
    found = f'<rect {room} rx="7" fill="#3b372e" stroke="#8a8270" stroke-width="5"/>'
    vent = (x + _long(rim) * 0.28, y - r * 0.7)
    return found + (dot(vent, 11, 'fill="#8f8774" stroke="#2f2b23" stroke-width="5"') if holds(rim, *vent) else "")


def _faces(line: list[XY], rim: list[XY], roof: Roof) -> str:
    found = ""
    for k, a in enumerate(line):
        b, c, d = line[(k + 1) % len(line)], rim[(k + 1) % len(line)], rim[k]
        found += polygon([a, b, c, d], f'fill="{_mixed(roof, lit(a, b))}"')
    return found


def _pitched(site: Site, line: list[XY], roof: Roof) -> str:
    """Slopes that meet in a ridge: of a house with four walls two long ones and two hips, else a tent over the middle."""
    ridge = ridge_of(line)
    found = polygon(line, f'fill="{_mixed(roof, -0.6)}" stroke="#2b2219" stroke-width="6"')
    for k, a in enumerate(line):
        b = line[(k + 1) % len(line)]
        near = _nearest(ridge, a), _nearest(ridge, b)
        face = [a, b, near[1], near[0]]
        found += polygon(face, f'fill="{_mixed(roof, lit(a, b) * 0.9)}" stroke="#241c14" stroke-width="3" stroke-opacity=".6"')
        found += _rows(a, b, near[1], near[0], roof.lines)
    (ax, ay), (bx, by) = ridge
    found += path(
        f"M{ax:.0f} {ay:.0f}L{bx:.0f} {by:.0f}", f'stroke="{_mixed(roof, 1)}" stroke-width="9" stroke-linecap="round"'
    )
    return found + _chimney(site, ridge)


def _nearest(ridge: tuple[XY, XY], at: XY) -> XY:
    """The end of the ridge that is nearer."""
    return ridge[0] if dist(ridge[0], at) <= dist(ridge[1], at) else ridge[1]


def _rows(a: XY, b: XY, c: XY, d: XY, lines: str) -> str:
    """Rows of tiles, or straws, from the eaves to the ridge."""
    rows = max(2, min(9, round(dist(_mid(a, b), _mid(c, d)) / (17 if lines == "rows" else 24))))
    found = "".join(f"M{_on(a, d, k / rows)}L{_on(b, c, k / rows)}" for k in range(1, rows))
    if lines == "straw":
        many = max(3, min(30, round(dist(a, b) / 18)))
        found = "".join(f"M{_on(a, b, k / many)}L{_on(d, c, k / many)}" for k in range(1, many))
    return path(found, 'stroke="#1d130c" stroke-opacity=".32" stroke-width="4" fill="none"') if found else ""


def _mid(a: XY, b: XY) -> XY:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _chimney(site: Site, ridge: tuple[XY, XY]) -> str:
    (ax, ay), (bx, by) = ridge
    t = site.chance.between(0.2, 0.8)
    x, y = ax + (bx - ax) * t - 9, ay + (by - ay) * t - 22
    shadow = f'<rect x="{x + 10:.0f}" y="{y + 12:.0f}" width="26" height="24" fill="#000" opacity=".4"/>'
    return (
        shadow
        + f'<rect x="{x:.0f}" y="{y:.0f}" width="24" height="24" fill="#7d6a58" stroke="#2a221b" stroke-width="4"/>'
        + dot((x + 12, y + 12), 6, SLIT)
    )


def _long(line: Line) -> float:
    xs, ys = [p[0] for p in line], [p[1] for p in line]
    return max(max(xs) - min(xs), max(ys) - min(ys))


def _stripes(line: list[XY], gap: float, begin: float = 0) -> str:
    """Lines across an outline, at right angles to its longest edge, cut at its border."""
    a, b = max(zip(line, [*line[1:], line[0]], strict=True), key=lambda pair: dist(*pair))
    far = dist(a, b) or 1.0
    ahead = ((b[0] - a[0]) / far, (b[1] - a[1]) / far)
    found, along = "", gap * 0.5 + begin
    reach = [(p[0] - a[0]) * ahead[0] + (p[1] - a[1]) * ahead[1] for p in line]
    along += min(reach)
    while along < max(reach) and len(found) < 6000:
        cuts = sorted(_cuts(line, a, ahead, along))
        for low, high in zip(cuts[::2], cuts[1::2], strict=False):
            x, y = a[0] + ahead[0] * along, a[1] + ahead[1] * along
            found += f"M{x - ahead[1] * low:.0f} {y + ahead[0] * low:.0f}L{x - ahead[1] * high:.0f} {y + ahead[0] * high:.0f}"
        along += gap
    return found


def _cuts(line: list[XY], a: XY, ahead: XY, along: float) -> list[float]:
    """Where a line across meets the border."""
    found = []
    for p, q in zip(line, [*line[1:], line[0]], strict=True):
        s = (p[0] - a[0]) * ahead[0] + (p[1] - a[1]) * ahead[1] - along
        t = (q[0] - a[0]) * ahead[0] + (q[1] - a[1]) * ahead[1] - along
        if (s > 0) != (t > 0):
            share = s / (s - t)
            x, y = p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share
            found.append(-(x - a[0]) * ahead[1] + (y - a[1]) * ahead[0])
    return found
