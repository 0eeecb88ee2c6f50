"""Where suppression fire lies: rectangles, fringes, who touches them, ways through them (defiance.suppression.*)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from littlewars.engine import Refusal
from littlewars.engine.names import ref
from littlewars.table.board.areas import Swept, fringe, under
from littlewars.table.constants import TOUCH
from littlewars.table.facing import Point, facing_to, step_to
from littlewars.table.shapes.bases import Box, Disc, Poly, apart2, centre2, corners, meet

from ..basics.numbers import INCH
from ..basics.state import Figure, Rect, State, Stay, Template

WIDTH = 2 * INCH  # defiance.suppression.template-width
MOST = 4 * INCH  # defiance.suppression.template-additional
MOST_TORRENTIAL = 8 * INCH  # defiance.suppression.torrential-maximum
LEAST_AWAY = 10 * INCH  # defiance.suppression.min-distance
EVERY = 2 * INCH  # a damage roll for each 2 inches (defiance.suppression.move-into)


class SuppressionEntry(NamedTuple):
    """A place on a way where suppression strikes: how far along, which template, and is this the moment of moving in?"""

    at: int
    template: str
    first: bool


class TemplateCrossing(NamedTuple):
    """A part of a way inside suppression, from step to step; `stay`: how the figure was in it before, None if it moves in."""

    template: str
    start: int
    stop: int
    stay: Stay | None = None

    def entries(self) -> list[SuppressionEntry]:
        """Where it is struck: on moving in and past each 2 inches; if it activated inside, at each full 2
        (defiance.suppression.move-into)."""
        walked = self.stay.walked if self.stay else 0
        end = walked + self.stop - self.start
        if self.stay is None:
            marks = range(0, max(1, end), EVERY)
        elif self.stay.moved_in:
            marks = range(_up(max(1, walked)), end, EVERY)
        else:
            marks = range(_up(walked + 1), end + 1, EVERY)
        return [SuppressionEntry(self.start + mark - walked, self.template, self.stay is None and mark == 0) for mark in marks]

    def after(self, done: int) -> Stay | None:
        """How the figure is in the area after so many steps of the way; None if it is not."""
        if not self.start <= done <= self.stop:
            return None
        before = self.stay or Stay(0, moved_in=True)
        return Stay(before.walked + done - self.start, before.moved_in)


def _up(walked: int) -> int:
    """The step, this one or the next, at which a die falls."""
    return -(-walked // EVERY) * EVERY


def rectangle(piece: Rect) -> Poly:
    """The outline of a piece of a template."""
    return corners(Box(piece.x, piece.y, piece.face, piece.length, WIDTH))


@lru_cache(maxsize=1024)
def _outlines(pieces: tuple[Rect, ...]) -> Swept:
    """All pieces of a template."""
    return Swept.over([rectangle(piece) for piece in pieces])


@lru_cache(maxsize=1024)
def _fringes(pieces: tuple[Rect, ...], firer: Point) -> Swept:
    return Swept.over([fringe(firer, outline) for outline in _outlines(pieces).parts])


def fringes(state: State, template: Template) -> Swept:
    """The triangles between the firing figure and each piece, the pieces included (defiance.suppression.fringe-area)."""
    return _fringes(tuple(template.pieces), state.figures[template.firer].at)


def in_template(template: Template, figure: Figure) -> bool:
    """Does its base touch the template? Not in the air (defiance.suppression.air)."""
    return not figure.aloft and _outlines(tuple(template.pieces)).touches(figure.base(), figure.reach)


def in_fringe(state: State, template: Template, figure: Figure) -> bool:
    """Does its base touch the fringe, and not the template? Contributors are never in their own."""
    if figure.aloft or figure.id in template.contributors or not fringes(state, template).touches(figure.base(), figure.reach):
        return False
    return not in_template(template, figure)


def in_either(state: State, template: Template, figure: Figure) -> bool:
    """Does its base touch template or fringe? A figure beside the box round the fringe touches neither."""
    if not fringes(state, template).near(figure.at, figure.reach):
        return False
    return in_template(template, figure) or in_fringe(state, template, figure)


def middle_of(template: Template) -> Point:
    """The middle of its first piece."""
    return template.pieces[0].x, template.pieces[0].y


# ---- laying it


def refuse_piece(firer: Figure, target: Figure, pieces: list[Rect]) -> Refusal | None:
    """It touches the target's base and keeps 10 inches from the firing figure (defiance.suppression.template-placement)."""
    rule = "defiance.suppression.template-placement"
    areas = [rectangle(piece) for piece in pieces]
    if any(_too_near(firer, piece, area) for piece, area in zip(pieces, areas, strict=True)):
        return Refusal("defiance.suppression.min-distance", "no part may lie so near the firing figure")
    if not _joined_up(areas):
        return Refusal("defiance.suppression.torrential-placement", "every piece must touch another")
    if centre2(firer.at, target.at) < LEAST_AWAY * LEAST_AWAY:
        return _refuse_moved_out(firer, target, areas)
    if not any(under(target.base(), area, touch=True) for area in areas):
        return Refusal(rule, f"the template must touch {ref(target.id)}")
    return None


def _too_near(firer: Figure, piece: Rect, area: Poly) -> bool:
    """Does any part lie within 10 inches of the firing figure? A quick look at its middle, then the exact one."""
    if centre2(firer.at, (piece.x, piece.y)) >= (LEAST_AWAY + (piece.length + WIDTH) // 2) ** 2:
        return False  # no corner is as far from the middle as half its length and half its width together
    num, den = apart2([firer.at], area)
    return num < LEAST_AWAY * LEAST_AWAY * den


def _refuse_moved_out(firer: Figure, target: Figure, areas: list[Poly]) -> Refusal | None:
    """The target is nearer than 10 inches: the template begins on its line, 10 inches out
    (defiance.suppression.target-within-ten)."""
    begin = step_to(firer.at, facing_to(firer.at, target.at), LEAST_AWAY)
    far = min(sqrt(num / den) for num, den in (apart2([begin], area) for area in areas))
    if far <= 60:
        return None
    return Refusal("defiance.suppression.target-within-ten", "the template begins at its least distance, beyond the target")


def hang_together(pieces: Sequence[Rect]) -> bool:
    """Does every piece of several touch another (defiance.suppression.torrential-placement)?"""
    return _joined_up([rectangle(piece) for piece in pieces])


def _joined_up(areas: Sequence[Poly]) -> bool:
    return len(areas) < 2 or all(any(meet(a, b) for b in areas if b is not a) for a in areas)


def usual_piece(firer: Figure, target: Figure, length: int) -> Rect:
    """Across the line of fire, just on the target, or where it may begin."""
    face = facing_to(firer.at, target.at)
    far = round(sqrt(centre2(firer.at, target.at)))
    at = step_to(firer.at, face, max(far, LEAST_AWAY) + WIDTH // 2 + 20)
    if far >= LEAST_AWAY + WIDTH:
        at = target.at
    piece = Rect(*at, (face + 9000) % 36000, length)
    for more in range(0, 1500, 50):  # its corners lie farther off than its middle
        there = step_to(at, face, more)
        piece = Rect(*there, (face + 9000) % 36000, length)
        if refuse_piece(firer, target, [piece]) is None:
            return piece
    along = step_to(firer.at, face, max(far, LEAST_AWAY) + length // 2 + 20)
    return Rect(*along, face % 36000, length)


def usual_pieces(firer: Figure, target: Figure, lengths: Sequence[int]) -> list[Rect]:
    """The usual piece, and the next one end to end with it, or behind it where that is not allowed."""
    pieces = [usual_piece(firer, target, lengths[0])]
    for length in lengths[1:]:
        pieces.append(_joined_to(firer, target, pieces, length))
    return pieces


def _joined_to(firer: Figure, target: Figure, pieces: list[Rect], length: int) -> Rect:
    last = pieces[-1]
    for turn in (0, 18000, 27000, 9000):
        far = (last.length + length) // 2 if turn in (0, 18000) else WIDTH
        there = Rect(*step_to((last.x, last.y), last.face + turn, far - TOUCH), last.face, length)
        if refuse_piece(firer, target, [*pieces, there]) is None:
            return there
    return Rect(last.x, last.y, last.face, length)


# ---- ways through it


def stretches(
    state: State, template: Template, figure: Figure, start: Point, to: Point, stay: Stay | None
) -> list[TemplateCrossing]:
    """The parts of a straight way on which a figure touches template or fringe; `stay`: it is inside where the way begins.

    Template and fringe of a source are one area, with several pieces the union of theirs (defiance.suppression.move-into).
    """
    base = figure.base()
    spans = fringes(state, template).inside_way(start, to, base.r if isinstance(base, Disc) else base)
    return [TemplateCrossing(template.id, begin, stop, stay if begin == 0 else None) for begin, stop in spans]
