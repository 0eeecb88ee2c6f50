"""How a picture looks: colours that colour-blind people can tell apart, patterns for sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

FONT = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
STYLE = {
    "paper": "#141a1f",
    "ink": "#f0ebdf",
    "faint": "#a9adb0",
    "label": "#e4dcc2",
    "zone": "#f3efe2",
    "blast": "#ff9a7a",
    "halo": "#11150f",
    "base": "#23211a",
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
    SideLook("side 1", "#f2813d", "#f2813d", 2.0, "", "#1b1405"),
    SideLook("side 2", "#55b4f2", "#ffffff", 3.0, "", "#1d5f93"),
    SideLook("side 3", "#c79bff", "url(#stripes)", 2.0, "4 2", "#5b2f9a"),
    SideLook("side 4", "#f4d35e", "url(#dots)", 2.0, "1.5 2", "#6b5300"),
)
COLOURS = {
    "red": "#ff6b57",
    "blue": "#55b4f2",
    "green": "#4fd1a5",
    "orange": "#f2813d",
    "purple": "#d18ae0",
    "violet": "#c79bff",
    "yellow": "#f4d35e",
    "gold": "#f4d35e",
    "brown": "#c08a4f",
    "pink": "#ff8fb4",
    "teal": "#3fc7cf",
    "black": "#6d747b",
    "white": "#f2f2f2",
    "grey": "#b7bec4",
    "gray": "#b7bec4",
    "silver": "#d8d8d8",
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


def _pattern(name: str, size: int, body: str) -> str:
    """A repeating pattern."""
    return f'<pattern id="{name}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">{body}</pattern>'


def _strokes(d: str, colour: str, width: float = 1.0) -> str:
    """Some lines."""
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width}"/>'


DEFS = (
    "<defs>"
    '<marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto">'
    '<path d="M0 0.5L8 4L0 7.5z" fill="#f0ebdf"/></marker>'
    "</defs>"
)
