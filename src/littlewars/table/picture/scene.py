"""Pictures: any table as a standalone SVG, drawn as the page draws it. Sides differ in pattern as well as colour; north is up.

>>> svg(Scene((48000, 48000), title="Empty"))[:4]
'<svg'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape as escape_html

from ..board.areas import Circle
from ..board.board import Board
from ..constants import SIDE
from ..facing import Facing, Point, step_to
from ..shapes.bases import Base, Disc, Poly, corners, middle
from ..terrain.pieces import Piece
from .figures.body import body
from .figures.likeness import DrawnKind
from .ground.cloth import FRAME, USUAL
from .ground.laid import lamp, table_of
from .ground.scenery import Scenery, scenery_of
from .ground.shapes import eye_of
from .labels import Label, Rect, place
from .style import DEFS, FONT, STYLE, SideLook, looks, side_patterns

MARGIN, HEAD, FOOT = 34.0, 46.0, 52.0
RULER = 6000
LONGEST = 48  # letters of a name
TWO_RIMS = 2.5  # the stroke of a side that has a second rim


@dataclass(frozen=True)
class DrawnFigure:
    """One base to draw: where, whose, which way it looks, and how it is."""

    base: Base
    side: int = 0
    facing: Facing | None = None
    name: str = ""
    unit: str = ""
    airborne: bool = False
    prone: bool = False
    marked: bool = False
    like: DrawnKind | None = None


@dataclass(frozen=True)
class DrawnLine:
    """A path, a sight line or a measurement."""

    points: Sequence[Point]
    side: int = 0
    label: str = ""
    arrow: bool = True


@dataclass(frozen=True)
class Scene:
    """Everything on a picture; any rulebook can fill it."""

    size: Point
    title: str = ""
    unit: str = "inch"
    pieces: Sequence[Piece | Scenery] = ()
    figures: Sequence[DrawnFigure] = ()
    traces: Sequence[DrawnLine] = ()
    templates: Sequence[Circle | Poly] = ()
    zones: Sequence[tuple[str, Poly]] = ()
    sides: Sequence[str] = ()
    subtitle: str = ""
    pixels: float = 16.0
    cloth: str = USUAL
    factor: float = 1
    names: Sequence[str] = ()  # of the pieces, where they are not their own
    style: Mapping[str, str] = field(default_factory=dict)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return svg(self)


def scene_of(
    board: Board, title: str = "", *, facings: Mapping[str, Facing] | None = None, units: Mapping[str, str] | None = None
) -> Scene:
    """A picture of a board as it stands; a notebook shows it."""
    looks, names = facings or {}, units or {}
    figures = [
        DrawnFigure(board.base(id), max(0, int(board.bodies[row, SIDE])), looks.get(id), "", names.get(id, ""))
        for id, row in board.row.items()
    ]
    return Scene(board.size, title, pieces=board.field.pieces, figures=figures)


class _Pen:
    """Turns thousandths into pixels, north up; knows how each side looks."""

    def __init__(self, scene: Scene) -> None:
        self.k = scene.pixels / 1000
        self.eye = eye_of(scene.size, scene.unit, scene.factor)
        self.wood = FRAME * self.k / self.eye.scale  # how wide the frame is
        self.left, self.top = MARGIN + self.wood, HEAD + self.wood + scene.size[1] * self.k
        seats = [len(scene.sides), 2, *(f.side + 1 for f in scene.figures), *(t.side + 1 for t in scene.traces)]
        self.sides: list[SideLook] = looks(scene.sides, max(seats))

    def at(self, p: Point) -> tuple[float, float]:
        """A place on the picture."""
        return self.left + p[0] * self.k, self.top - p[1] * self.k

    def points(self, outline: Sequence[Point]) -> str:
        """A list of places."""
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self.at, outline))


def escape(text: str, quote: bool = True) -> str:
    """Text for XML: nothing that could be read as markup, no control characters, not endless."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return escape_html(shown if len(shown) <= 2 * LONGEST else shown[: 2 * LONGEST - 1] + "…", quote)


def svg(scene: Scene) -> str:
    """The whole picture."""
    pen = _Pen(scene)
    width = scene.size[0] * pen.k + 2 * pen.left
    height = scene.size[1] * pen.k + HEAD + FOOT + 2 * pen.wood
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" font-family="{FONT}" role="img" aria-label="{escape(scene.title or "table", True)}">',
        f"<title>{escape(scene.title or 'table')}</title>",
        DEFS,
        side_patterns(pen.sides),
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="{STYLE["paper"]}"/>',
        _heading(scene, width),
        _ground(scene, pen),
        _rulers(scene, pen),
        *(_zone(name, outline, pen) for name, outline in scene.zones),
        *(_template(t, pen) for t in scene.templates),
        *(_trace(t, pen) for t in scene.traces),
        *(_figure(f, pen) for f in sorted(scene.figures, key=lambda f: f.airborne)),
        *_names(scene, pen),
        _footer(scene, pen, height),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part)


def _heading(scene: Scene, width: float) -> str:
    """Title and subtitle."""
    title = f'<text x="{MARGIN}" y="28" font-size="19" font-weight="600" fill="{STYLE["ink"]}">{escape(scene.title)}</text>'
    if not scene.subtitle:
        return title
    x = width - MARGIN
    return (
        title
        + f'<text x="{x:.0f}" y="28" font-size="13" text-anchor="end" fill="{STYLE["faint"]}">{escape(scene.subtitle)}</text>'
    )


def _ground(scene: Scene, pen: _Pen) -> str:
    """The table with its terrain, and the light over it."""
    pieces = [piece if isinstance(piece, Scenery) else scenery_of(piece) for piece in scene.pieces]
    x, y = pen.at((0, scene.size[1]))
    drawn = table_of(pieces, pen.eye, scene.unit, scene.cloth) + lamp(pen.eye)
    return f'<g transform="translate({x:.1f} {y:.1f})scale({pen.k / pen.eye.scale:.5f})">{drawn}</g>'


def _rulers(scene: Scene, pen: _Pen) -> str:
    """How far it is along the edges."""
    step, ticks = RULER if scene.unit == "inch" else 20_000, []
    x0, y1 = pen.at((0, 0))
    for v in range(step, scene.size[0], step):
        ticks.append(f'<text x="{pen.at((v, 0))[0]:.1f}" y="{y1 + pen.wood + 13:.1f}" text-anchor="middle">{v // 1000}</text>')
    for v in range(step, scene.size[1], step):
        ticks.append(
            f'<text x="{x0 - pen.wood - 5:.1f}" y="{pen.at((0, v))[1] + 3.5:.1f}" text-anchor="end">{v // 1000}</text>'
        )
    return f'<g font-size="10" fill="{STYLE["faint"]}">{"".join(ticks)}</g>'


def _zone(name: str, outline: Poly, pen: _Pen) -> str:
    """A deployment or objective zone."""
    x, y = pen.at(middle(outline))
    return (
        f'<polygon points="{pen.points(outline)}" fill="{STYLE["zone"]}" fill-opacity="0.1" stroke="{STYLE["zone"]}" '
        f'stroke-dasharray="7 5" stroke-width="1.2"/>'
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="12" text-anchor="middle" fill="{STYLE["zone"]}">{escape(name)}</text>'
    )


def _halo(text: str, x: float, y: float, size: float, colour: str, style: str = "normal", weight: int = 400) -> str:
    """Text that stays readable on any ground."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-style="{style}" font-weight="{weight}" text-anchor="middle" '
        f'fill="{colour}" stroke="{STYLE["halo"]}" stroke-width="3" stroke-opacity="0.8" '
        'stroke-linejoin="round" paint-order="stroke">'
        f"{escape(text)}</text>"
    )


def _template(area: Circle | Poly, pen: _Pen) -> str:
    """A template laid on the table."""
    look = f'fill="{STYLE["blast"]}" fill-opacity="0.18" stroke="{STYLE["blast"]}" stroke-width="1.6" stroke-dasharray="5 3"'
    if isinstance(area, Circle):
        x, y = pen.at(area.at)
        return (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{area.radius * pen.k:.1f}" {look}/>'
            f'<path d="M{x - 4:.1f} {y:.1f}h8M{x:.1f} {y - 4:.1f}v8" stroke="{STYLE["blast"]}" stroke-width="1.2"/>'
        )
    return f'<polygon points="{pen.points(area)}" {look}/>'


def _trace(trace: DrawnLine, pen: _Pen) -> str:
    """A path with an arrow at its end."""
    side = pen.sides[trace.side]
    end = ' marker-end="url(#arrow)"' if trace.arrow else ""
    line = (
        f'<polyline points="{pen.points(trace.points)}" fill="none" stroke="{side.colour}" stroke-width="1.8" '
        f'stroke-dasharray="{side.dash or "1 0"}" stroke-linejoin="round" color="{side.colour}"{end}/>'
    )
    if not trace.label or len(trace.points) < 2:
        return line
    (ax, ay), (bx, by) = map(pen.at, trace.points[-2:])
    return line + _halo(trace.label, (ax + bx) / 2, (ay + by) / 2 - 5, 10.5, side.colour)


def _figure(figure: DrawnFigure, pen: _Pen) -> str:
    """A base with the pattern of its side and a mark for its facing."""
    side = pen.sides[figure.side]
    opacity = ' opacity="0.55"' if figure.prone else ""
    ring = f'stroke="{side.colour}" stroke-width="{side.stroke}"' + (f' stroke-dasharray="{side.dash}"' if side.dash else "")
    look = f'fill="{STYLE["base"] if figure.like else side.fill}" {ring}'
    base = figure.base
    x, y = pen.at(base.at)
    if isinstance(base, Disc):
        r = base.r * pen.k - side.stroke / 2
        foot = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" {look}/>'
    else:
        foot = f'<polygon points="{pen.points(corners(base))}" {look} stroke-linejoin="round"/>'
    told = " ".join(filter(None, (side.name, figure.unit, figure.name)))
    shade = _shadow(base, pen) if figure.airborne else ""
    ink = side.colour if figure.like else side.ink
    marks = (_body(figure, figure.like, side, pen) if figure.like else _nose(figure, ink, pen)) + (
        _cross(x, y, STYLE["ink"] if figure.like else ink) if figure.marked else ""
    )
    name = _halo(figure.name, x, y + 3.5, 9, STYLE["ink"], weight=600) if figure.name and figure.facing is None else ""
    return f"<g{opacity}><title>{escape(told)}</title>{shade}{foot}{marks}{name}</g>"


def _body(figure: DrawnFigure, like: DrawnKind, side: SideLook, pen: _Pen) -> str:
    """The figure itself, turned as it looks."""
    x, y = pen.at(figure.base.at)
    facing = figure.facing if isinstance(figure.base, Disc) else figure.base.facing
    scale = pen.k / pen.eye.scale
    turned = f"translate({x:.1f} {y:.1f})rotate({(facing or 0) / 100:g})scale({scale:.4f})"
    made = f'<g transform="{turned}" color="{side.colour}">{body(like, pen.eye.scale)}</g>'
    if side.stroke < TWO_RIMS:
        return made
    r = _within(figure.base) * pen.k * 0.72
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="none" stroke="{side.colour}"/>{made}'


def _within(base: Base) -> int:
    """The radius of the largest disc on a base."""
    return base.r if isinstance(base, Disc) else min(base.length, base.width) // 2


def _shadow(base: Base, pen: _Pen) -> str:
    """What flies throws a shadow."""
    x, y = pen.at(base.at)
    r = (base.r if isinstance(base, Disc) else base.width // 2) * pen.k
    ring = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r + 3:.1f}" fill="none" stroke="#2b2f33" stroke-width="0.8" opacity="0.6"/>'
    return f'<ellipse cx="{x + 7:.1f}" cy="{y + 9:.1f}" rx="{r:.1f}" ry="{r * 0.8:.1f}" fill="#2b2f33" opacity="0.25"/>{ring}'


def _nose(figure: DrawnFigure, ink: str, pen: _Pen) -> str:
    """A wedge that points where the figure looks."""
    base = figure.base
    facing = figure.facing if isinstance(base, Disc) else base.facing
    if facing is None:
        return ""
    reach = base.r if isinstance(base, Disc) else base.length // 2
    half = base.r if isinstance(base, Disc) else base.width // 2
    tip = step_to(base.at, facing, reach * 82 // 100)
    back = step_to(base.at, facing, reach * (10 if isinstance(base, Disc) else 45) // 100)
    wing = half * 50 // 100
    wedge = (tip, step_to(back, facing + 9000, wing), step_to(back, facing - 9000, wing))
    return f'<polygon points="{pen.points(wedge)}" fill="{ink}"/>'


def _cross(x: float, y: float, ink: str) -> str:
    """A mark on a figure: a small cross."""
    return f'<path d="M{x - 3:.1f} {y - 3:.1f}l6 6m0 -6l-6 6" stroke="{ink}" stroke-width="1.6"/>'


def _names(scene: Scene, pen: _Pen) -> list[str]:
    """The names of units and of terrain, where they can be read."""
    units = _units(scene)
    boxes = [_box([corner for m in members for corner in _extent(m.base)], pen) for members in units.values()]
    labels = [Label(_short(unit), box, 12, bold=True) for (_, unit), box in zip(units, boxes, strict=True)]
    called = scene.names or [_called(piece) for piece in scene.pieces]
    labels += [
        Label(_short(name), _box(piece.outline, pen), 10.5, inside=True)
        for name, piece in zip(called, scene.pieces, strict=True)
        if name
    ]
    (x0, y1), (x1, y0) = pen.at((0, 0)), pen.at(scene.size)
    spots = place(labels, (x0 + 2, y0 + 2, x1 - 2, y1 - 2), [_box(_extent(f.base), pen) for f in scene.figures])
    drawn = []
    for k, (label, spot) in enumerate(zip(labels, spots, strict=True)):
        if k >= len(units):
            drawn.append(_halo(label.text, spot.x, spot.y, label.size, STYLE["label"], "italic"))
            continue
        colour = pen.sides[list(units)[k][0]].colour
        lead = _lead(spot.x, spot.y - 4, label.about, colour) if spot.far else ""
        drawn.append(lead + _halo(label.text, spot.x, spot.y, label.size, colour, weight=700))
    return drawn[::-1]  # units' names over those of terrain


def _called(piece: Piece | Scenery) -> str:
    """What a piece is called on the picture."""
    return piece.label if isinstance(piece, Piece) else piece.name


def _short(name: str) -> str:
    """A name that fits on a picture."""
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def _units(scene: Scene) -> dict[tuple[int, str], list[DrawnFigure]]:
    """The figures of each unit that has a name."""
    units: dict[tuple[int, str], list[DrawnFigure]] = {}
    for figure in scene.figures:
        if figure.unit:
            units.setdefault((figure.side, figure.unit), []).append(figure)
    return units


def _extent(base: Base) -> tuple[Point, Point]:
    """Two corners of the room that a base takes."""
    if isinstance(base, Disc):
        return (base.x - base.r, base.y - base.r), (base.x + base.r, base.y + base.r)
    xs, ys = [x for x, _ in corners(base)], [y for _, y in corners(base)]
    return (min(xs), min(ys)), (max(xs), max(ys))


def _box(points: Sequence[Point], pen: _Pen) -> Rect:
    """The room that places take on the picture."""
    places = [pen.at(p) for p in points]
    return min(x for x, _ in places), min(y for _, y in places), max(x for x, _ in places), max(y for _, y in places)


def _lead(x: float, y: float, about: Rect, colour: str) -> str:
    """A fine line from a name to what it names."""
    to_x, to_y = min(max(x, about[0]), about[2]), min(max(y, about[1]), about[3])
    return f'<path d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" stroke="{colour}" stroke-width="0.8" opacity="0.6"/>'


def _footer(scene: Scene, pen: _Pen, height: float) -> str:
    """A scale bar, and which pattern belongs to which side."""
    step, short = (RULER, "in") if scene.unit == "inch" else (20_000, "cm")
    y, x1 = height - 20, MARGIN + step * pen.k
    bar = (
        f'<path d="M{MARGIN} {y - 5}v5H{x1:.1f}v-5M{(MARGIN + x1) / 2:.1f} {y - 3}v3" fill="none" '
        f'stroke="{STYLE["ink"]}" stroke-width="1.4"/>'
        f'<text x="{x1 + 7:.1f}" y="{y + 1}" font-size="12" fill="{STYLE["ink"]}">{step // 1000} {short}</text>'
    )
    x, keys = x1 + 70, []
    used = sorted({f.side for f in scene.figures} | set(range(len(scene.sides))))
    for k in used:
        side = pen.sides[k]
        name = _short(scene.sides[k] if k < len(scene.sides) else f"side {k + 1}")
        dash = f' stroke-dasharray="{side.dash}"' if side.dash else ""
        keys.append(
            f'<circle cx="{x:.1f}" cy="{y - 4}" r="6.5" fill="{side.fill}" stroke="{side.colour}" '
            f'stroke-width="{side.stroke}"{dash}/>'
            f'<text x="{x + 12:.1f}" y="{y + 1}" font-size="12" fill="{STYLE["ink"]}">{escape(name)}</text>'
        )
        x += 36 + 7 * len(name)
    return bar + "".join(keys)
