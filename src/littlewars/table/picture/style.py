"""How a picture looks: colours that colour-blind people can tell apart, patterns for sides and for kinds of terrain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

FONT = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
STYLE = {
    "paper": "#fbfaf6",
    "cloth": "#eef1e4",
    "grid": "#d8decb",
    "ink": "#2b2f33",
    "faint": "#8b9088",
    "label": "#4d4a40",
    "zone": "#51606e",
    "blast": "#b3261e",
}


SIDE_COLOURS = (  # by seat, as on the page; told apart in any kind of colour blindness
    "#f2813d",
    "#55b4f2",
    "#c79bff",
    "#f4d35e",
    "#4fd1a5",
    "#ff8fb4",
    "#d8d8d8",
    "#a0723f",
)


class SideLook(NamedTuple):
    """A side's colour, filling, outline, dashes and the ink of its facing mark."""

    name: str
    colour: str
    fill: str
    stroke: float
    dash: str
    ink: str


SIDES = (  # by seat: solid, hollow, striped, dotted
    SideLook("side 1", "#0b5c92", "#0b5c92", 1.4, "", "#ffffff"),
    SideLook("side 2", "#c24a00", "#ffffff", 3.0, "", "#c24a00"),
    SideLook("side 3", "#00765a", "url(#stripes)", 2.0, "4 2", "#00765a"),
    SideLook("side 4", "#8e3b74", "url(#dots)", 2.0, "1.5 2", "#8e3b74"),
)
COLOURS = {
    "red": "#b4232a",
    "blue": "#0b5c92",
    "green": "#00765a",
    "orange": "#c24a00",
    "purple": "#8e3b74",
    "violet": "#6b4aa0",
    "yellow": "#9a7400",
    "gold": "#9a7400",
    "brown": "#74502c",
    "pink": "#c2407f",
    "teal": "#0a7280",
    "black": "#22262a",
    "white": "#7c858c",
    "grey": "#5f6a72",
    "gray": "#5f6a72",
    "silver": "#7c858c",
}


def looks(names: Sequence[str], seats: int) -> list[SideLook]:
    """How the sides look: the pattern by seat, the colour by name where the name is one, else one that is still free."""
    wanted = [_named(names[seat]) if seat < len(names) else "" for seat in range(seats)]
    free = [look.colour for look in SIDES if look.colour not in wanted]
    found = []
    for seat, colour in enumerate(wanted):
        own = SIDES[seat % len(SIDES)]
        found.append(_coloured(own, names[seat] if seat < len(names) else own.name, colour or _taken(free, own.colour), seat))
    return found


def _named(name: str) -> str:
    """The colour that a side is called by, if it is."""
    return next((COLOURS[word] for word in name.lower().split() if word in COLOURS), "")


def _taken(free: list[str], own: str) -> str:
    """A seat's own colour if it is free, else the next that is."""
    colour = own if own in free or not free else free[0]
    if colour in free:
        free.remove(colour)
    return colour


def _coloured(look: SideLook, name: str, colour: str, seat: int) -> SideLook:
    """A seat's pattern in another colour."""
    fill = colour if look.fill == look.colour else f"url(#side-{seat})" if look.fill.startswith("url") else look.fill
    return SideLook(name, colour, fill, look.stroke, look.dash, "#ffffff" if fill == colour else colour)


def side_patterns(sides: Sequence[SideLook]) -> str:
    """The patterns that these sides are filled with, each in its colour."""
    found = []
    for seat, side in enumerate(sides):
        if side.fill.startswith("url"):
            striped = SIDES[seat % len(SIDES)].fill == "url(#stripes)"
            lines = _strokes("M-1 6L6 -1M-1 1L1 -1M4 6L6 4", side.colour, 1.4)
            body = lines if striped else f'<circle cx="2.5" cy="2.5" r="1.1" fill="{side.colour}"/>'
            found.append(_pattern(f"side-{seat}", 5, f'<rect width="5" height="5" fill="#fff"/>{body}'))
    return f"<defs>{''.join(found)}</defs>" if found else ""


class Look(NamedTuple):
    """A kind of terrain: ground colour, pattern over it, edge, contour rings."""

    fill: str
    pattern: str
    edge: str
    rings: int = 0


TERRAIN = {
    "sparse-wood": Look("#d5e3bd", "trees-sparse", "#7d9a57"),
    "dense-wood": Look("#b9d19b", "trees-dense", "#5c7f3c"),
    "hedge": Look("#9cbb78", "leaves", "#55753a"),
    "sandbags": Look("#d8c79c", "bags", "#8f7d4f"),
    "low-wall": Look("#cfcac0", "bricks", "#857e72"),
    "high-wall": Look("#a8a296", "bricks", "#4f4a42"),
    "building": Look("#d4c3b5", "hatch", "#6b4f3f"),
    "boulder": Look("#c2bfba", "facets", "#6f6b66"),
    "hill": Look("#e3dbbd", "", "#a8996a", 2),
    "rubble": Look("#d6d1c8", "shards", "#8d8578"),
    "ford": Look("#d9ebf2", "ripples", "#8fb5c6"),
    "lake": Look("#b7d8e8", "waves", "#5b93ad"),
    "crater": Look("#dbd0b8", "", "#9c8a63", 1),
    "barricade": Look("#c9b08a", "planks", "#7a5f38"),
    "generator": Look("#c7cdd6", "grid-metal", "#56606e"),
    "wreck": Look("#bdb4ad", "cross", "#5a4d45"),
}


def _pattern(name: str, size: int, body: str) -> str:
    """A repeating pattern."""
    return f'<pattern id="{name}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">{body}</pattern>'


def _tree(x: int, y: int, r: float, fill: str) -> str:
    """A tree from above."""
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}" stroke="#4f6f33" stroke-width="0.6"/>'


def _strokes(d: str, colour: str, width: float = 1.0) -> str:
    """Some lines."""
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width}"/>'


_PATTERNS = (
    _pattern("trees-sparse", 26, _tree(7, 8, 4, "#a9c584") + _tree(20, 19, 3.4, "#a9c584")),
    _pattern("trees-dense", 18, _tree(5, 5, 4.4, "#86a862") + _tree(13, 12, 4.8, "#7b9f56") + _tree(14, 2, 2.6, "#86a862")),
    _pattern("leaves", 8, _strokes("M1 6q2 -4 5 -4M4 8q2 -3 4 -3", "#55753a")),
    _pattern("bags", 10, _strokes("M0 5h10M5 0v5M0 5v5M10 5v5", "#a3905f")),
    _pattern("bricks", 10, _strokes("M0 0h10M0 5h10M3 0v5M8 5v5", "#8d867a", 0.8)),
    _pattern("hatch", 8, _strokes("M-2 10L10 -2M-2 2L2 -2M6 10L10 6", "#9a7c68", 1.1)),
    _pattern("facets", 18, _strokes("M2 14L7 4L14 7L16 15M7 4L9 13", "#8c8883", 0.9)),
    _pattern("shards", 16, _strokes("M2 6l3 -4l3 4zM10 13l2 -4l3 3z", "#8d8578", 0.9)),
    _pattern("ripples", 20, _strokes("M2 6q3 -3 6 0t6 0M8 15q3 -3 6 0", "#9cc3d4", 1.1)),
    _pattern("waves", 16, _strokes("M0 5q4 -4 8 0t8 0M0 13q4 -4 8 0t8 0", "#7fb1c8", 1.1)),
    _pattern("planks", 9, _strokes("M0 9L9 0M0 0h9", "#8a6d43", 1.0)),
    _pattern("grid-metal", 8, _strokes("M0 4h8M4 0v8", "#8792a1", 0.9)),
    _pattern("cross", 9, _strokes("M0 0L9 9M9 0L0 9", "#8a7b70", 0.9)),
)

DEFS = (
    "<defs>"
    + "".join(_PATTERNS)
    + '<marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto">'
    '<path d="M0 0.5L8 4L0 7.5z" fill="#2b2f33"/></marker>'
    "</defs>"
)
