"""Outlines and strokes for the recipes: a hundred drawing units are an inch, y goes down, light comes from the upper left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, dist, hypot, pi, sin
from typing import NamedTuple

from ...facing import Point
from .chance import Chance

INCH = 100.0
CM = 2.54
XY = tuple[float, float]
Line = Sequence[XY]
CUTS = 2  # how often the corners of a hill are rounded
LIGHT = (0.45, 0.6)  # where shadows fall, for each inch that a thing seems to be high


class Projection(NamedTuple):
    """How a table is looked at: its size in thousandths, drawing units a thousandth, and turned by half a turn or not."""

    size: Point
    scale: float = INCH / 1000
    turned: bool = False

    def at(self, point: Point) -> XY:
        """Where a point of the table is drawn."""
        x, y = point
        if self.turned:
            return (self.size[0] - x) * self.scale, y * self.scale
        return x * self.scale, (self.size[1] - y) * self.scale

    @property
    def wide(self) -> float:
        """The table's width as it is drawn."""
        return self.size[0] * self.scale

    @property
    def deep(self) -> float:
        """The table's depth as it is drawn."""
        return self.size[1] * self.scale


def eye_of(size: Point, unit: str, factor: float = 1, turned: bool = False) -> Projection:
    """A table measured in inches or centimetres, of which `factor` make a thousand thousandths."""
    return Projection(size, INCH * factor / (CM if unit == "cm" else 1) / 1000, turned)


# ---- numbers and strings


def spots(line: Iterable[XY]) -> str:
    """The points of a polygon."""
    return " ".join(f"{round(x)},{round(y)}" for x, y in line)


def polygon(line: Iterable[XY], look: str) -> str:
    """A polygon with these attributes."""
    return f'<polygon points="{spots(line)}" {look}/>'


def path(d: str, look: str) -> str:
    """A path with these attributes."""
    return f'<path d="{d}" {look}/>'


def dot(at: XY, r: float, look: str) -> str:
    """A disc."""
    return f'<circle cx="{round(at[0])}" cy="{round(at[1])}" r="{r:.1f}" {look}/>'


def use(name: str, at: XY, size: float, mirrored: bool = False) -> str:
    """A shared drawing, put there; it is made one inch in radius."""
    scale = f"{-size:.2f} {size:.2f}" if mirrored else f"{size:.2f}"
    return f'<use href="#{name}" transform="translate({round(at[0])} {round(at[1])})scale({scale})"/>'


def grouped(body: str, look: str) -> str:
    """A group, unless there is nothing in it."""
    return f"<g {look}>{body}</g>" if body else ""


def sharp(line: Line) -> str:
    """A closed path with corners."""
    return "M" + "L".join(f"{round(x)} {round(y)}" for x, y in line) + "Z"


def smooth(line: Line, closed: bool = True) -> str:
    """A path that goes softly past the points."""
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(line, [*line[1:], line[0]], strict=True)]
    if not closed:
        middles[-1] = line[-1]
    start = middles[-1] if closed else line[0]
    bends = zip(line if closed else line[1:], middles if closed else middles[1:], strict=True)
    return (
        f"M{round(start[0])} {round(start[1])}"
        + "".join(f"Q{round(a)} {round(b)} {round(x)} {round(y)}" for (a, b), (x, y) in bends)
        + ("Z" if closed else "")
    )


# ---- outlines


class Bounds(NamedTuple):
    """The room that something takes."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> Bounds:
        """As much more on each side."""
        return Bounds(self.left - by, self.top - by, self.right + by, self.bottom + by)

    @property
    def wide(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def deep(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top


def box_of(line: Line) -> Bounds:
    """The box round some points."""
    xs, ys = [p[0] for p in line], [p[1] for p in line]
    return Bounds(min(xs), min(ys), max(xs), max(ys))


def centre(line: Line) -> XY:
    """The middle of the corners."""
    return sum(p[0] for p in line) / len(line), sum(p[1] for p in line) / len(line)


def area(line: Line) -> float:
    """In square drawing units; negative where the outline runs the other way round."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(line, [*line[1:], line[0]], strict=True)) / 2


def clockwise(line: Line) -> list[XY]:
    """The same outline, always the same way round on the screen."""
    return list(line) if area(line) >= 0 else list(reversed(line))


def holds(line: Line, x: float, y: float) -> bool:
    """Is a point inside an outline?"""
    odd = False
    (bx, by) = line[-1]
    for ax, ay in line:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
        bx, by = ax, ay
    return odd


def moved(line: Line, dx: float, dy: float) -> list[XY]:
    """Somewhere else."""
    return [(x + dx, y + dy) for x, y in line]


def shrunk(line: Line, to: float, dx: float = 0, dy: float = 0) -> list[XY]:
    """Smaller about its middle, and shifted."""
    cx, cy = centre(line)
    return [(cx + (x - cx) * to + dx, cy + (y - cy) * to + dy) for x, y in line]


def rounded(line: Line, times: int = 1) -> list[XY]:
    """The same outline with its corners cut, as often as that.

    >>> rounded([(0, 0), (4, 0), (4, 4)])
    [(1.0, 0.0), (3.0, 0.0), (4.0, 1.0), (4.0, 3.0), (3.0, 3.0), (1.0, 1.0)]
    """
    found = list(line)
    for _ in range(times):
        pairs = zip(found, [*found[1:], found[0]], strict=True)
        found = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairs for t in (0.25, 0.75)]
    return found


def inset(line: Line, by: float) -> list[XY]:
    """Every edge of a convex outline moved inwards by as much; never further than to its middle."""
    corners, (cx, cy) = clockwise(line), centre(line)
    found = []
    for k, (x, y) in enumerate(corners):
        before, after = corners[k - 1], corners[(k + 1) % len(corners)]
        n, m = _inwards(before, (x, y)), _inwards((x, y), after)
        bend = max(0.25, 1 + n[0] * m[0] + n[1] * m[1])
        dx, dy = (n[0] + m[0]) * by / bend, (n[1] + m[1]) * by / bend
        far = hypot(cx - x, cy - y)
        cut = min(1.0, 0.9 * far / max(1.0, hypot(dx, dy)))
        found.append((x + dx * cut, y + dy * cut))
    return found


def _inwards(a: XY, b: XY) -> XY:
    """The way into an outline that runs clockwise on the screen, one unit long."""
    far = dist(a, b) or 1.0
    return (a[1] - b[1]) / far, (b[0] - a[0]) / far


def stepped(line: Line, step: float, closed: bool = True) -> list[tuple[XY, XY]]:
    """Points along an outline about as far from each other, each with the way out."""
    found = []
    for a, b in pairwise([*line, line[0]] if closed else line):
        far = dist(a, b) or 1.0
        out = ((b[1] - a[1]) / far, (a[0] - b[0]) / far)
        parts = max(2, round(far / step))
        for k in range(parts):
            t = k / parts
            found.append(((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t), out))
    return found


def rough(line: Line, chance: Chance, swing: float = 22, step: float = 80) -> str:
    """A soft, uneven outline."""
    most = 220  # points: a shore round a whole table is drawn in longer steps
    far = sum(dist(a, b) for a, b in zip(line, [*line[1:], line[0]], strict=True))
    found = []
    for (x, y), (nx, ny) in stepped(line, max(step, far / most)):
        by = chance.between(-swing, swing)
        found.append((x + nx * by, y + ny * by))
    return smooth(found)


def blob(at: XY, r: float, chance: Chance, n: int = 9, swing: float = 0.16) -> str:
    """A soft, uneven disc."""
    found = []
    for k in range(n):
        a, far = k * 2 * pi / n, r * chance.between(1 - swing, 1 + swing)
        found.append((at[0] + far * cos(a), at[1] + far * sin(a)))
    return smooth(found)


def star(at: XY, outer: float, inner: float, n: int, turn: float, chance: Chance) -> list[XY]:
    """A star with uneven points."""
    found = []
    for k in range(2 * n):
        a, far = turn + k * pi / n, (inner if k % 2 else outer) * chance.between(0.92, 1.08)
        found.append((at[0] + far * cos(a), at[1] + far * sin(a)))
    return found


def scatter(line: Line, gap: float, chance: Chance, margin: float = 0, turned: bool = False, most: int = 160) -> list[XY]:
    """Places inside an outline, none nearer to another than the gap; those farther down come later. A table seen from the other
    edge has them at the same places."""
    room, cell = box_of(line), gap
    taken: dict[tuple[int, int], list[XY]] = {}
    found: list[XY] = []
    for _ in range(min(4000, 30 + int(14 * abs(area(line)) / (gap * gap)))):
        u, v = chance.share(), chance.share()
        u, v = (1 - u, 1 - v) if turned else (u, v)
        x, y = room.left + u * room.wide, room.top + v * room.deep
        if not _fits(line, x, y, margin):
            continue
        kx, ky = int(x // cell), int(y // cell)
        near = (p for i in (-1, 0, 1) for j in (-1, 0, 1) for p in taken.get((kx + i, ky + j), ()))
        if any(hypot(p[0] - x, p[1] - y) < gap for p in near):
            continue
        taken.setdefault((kx, ky), []).append((x, y))
        found.append((x, y))
        if len(found) >= most:
            break
    return sorted(found, key=lambda p: p[1])


def _fits(line: Line, x: float, y: float, margin: float) -> bool:
    if not margin:
        return holds(line, x, y)
    return all(holds(line, x + dx, y + dy) for dx, dy in ((margin, 0), (-margin, 0), (0, margin), (0, -margin)))


# ---- light


def lift(height: float) -> float:
    """How high a thing of so many inches seems to be: what is tall is not let shade half the table."""
    return 0.0 if height <= 0 else min(1.6, 0.16 + 0.2 * height)


def shade(line: Line, height: float, dark: float = 0.46) -> str:
    """The shadow of a body with this outline: from its foot to where its top throws it."""
    h = lift(height) * INCH
    dx, dy = LIGHT[0] * h, LIGHT[1] * h
    if not h:
        return ""
    ends = moved(line, dx, dy)
    sides = "".join(
        sharp([a, b, d, c])
        for a, b, c, d in zip(line, [*line[1:], line[0]], ends, [*ends[1:], ends[0]], strict=True)
        if area([a, b, d, c]) > 0
    )
    blur = "far" if height > 3 else "soft"
    return grouped(path(sharp(clockwise(ends)) + sides, 'fill="#0a0c0a"'), f'opacity="{dark}" filter="url(#{blur})"')


def contour(line: Line, chance: Chance, swing: float) -> str:
    """A step of rising ground: what it shades, its slope, and its rim, lit towards the lamp and dark away from it. It has no
    colour: rising ground is of the country it stands in."""
    d = rough(rounded(line, CUTS), chance, swing, 130)
    mark = f"step{Chance(d).mark}"
    clip = f'<clipPath id="{mark}"><path id="{mark}o" d="{d}"/></clipPath>'

    def again(look: str) -> str:
        return f'<use href="#{mark}o" {look}/>'

    shadow = again('transform="translate(24 32)" fill="none" stroke="#000" stroke-width="30" opacity=".3" filter="url(#far)"')
    rim = again('transform="translate(5 7)" fill="none" stroke="#fff6d2" stroke-opacity=".3" stroke-width="12"')
    rim += again('transform="translate(-7 -9)" fill="none" stroke="#0c0f08" stroke-opacity=".26" stroke-width="16"')
    return clip + shadow + again('fill="url(#slope)"') + grouped(rim, f'clip-path="url(#{mark})"')


def lit(a: XY, b: XY) -> float:
    """How much light falls on a wall from a to b of an outline that runs clockwise: 1 towards it, −1 away from it."""
    n = _inwards(a, b)
    return max(-1.0, min(1.0, (n[0] * LIGHT[0] + n[1] * LIGHT[1]) / hypot(*LIGHT)))


def grey(level: float, warm: float = 6) -> str:
    """A stone colour of this brightness."""
    low, mid, high = (max(0, min(255, round(level + k))) for k in (-2 * warm, 0, warm))
    return f"#{high:02x}{mid:02x}{low:02x}"
