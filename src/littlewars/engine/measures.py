"""Lengths as people measure them, and as the engine does: in thousandths of a unit, facings in hundredths of a degree."""

from __future__ import annotations

from math import isfinite
from typing import Any, Literal, NamedTuple

from littlewars.untrusted import quote

UNIT = 1000  # thousandths of an inch or centimetre
INCH = UNIT  # of a book that is written in inches
DEGREE = 100  # hundredths of a degree
CIRCLE = 360 * DEGREE
FAR = 100_000_000  # beyond any table: what comes over a wire may be any number, a kernel's integers may not
Point = tuple[int, int]


class Unreadable(ValueError):
    """What is wrong with a written answer, length or point."""


def tidy(number: float) -> int | float:
    """A number without a useless `.0`."""
    return int(number) if number == int(number) else number


def scaled(raw: object, by: float, what: str) -> int:
    """A written number in the engine's small units."""
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not isfinite(raw) or abs(raw) > FAR // by:
        raise Unreadable(f"{what} needs a number (not too large), not {quote(raw)}")
    return round(raw * by)


def read_face(raw: object, what: str = "a facing") -> int:
    """Degrees as hundredths, once round at most: 450 is 9000."""
    return scaled(raw, DEGREE, what) % CIRCLE


def write_face(face: int) -> int | float:
    """Hundredths as degrees."""
    return tidy(face / DEGREE)


class Measure(NamedTuple):
    """What people measure in: the unit, how many of them make the engine's unit, and the sign behind a number."""

    unit: Literal["inch", "cm"] = "inch"
    factor: int = 1
    mark: str = "″"

    @property
    def of_book(self) -> Literal["inch", "cm"]:
        """The unit that the book itself is written in: people may measure small figures of a book in inches in centimetres."""
        return self.unit if self.factor == 1 else "inch"

    def read(self, raw: object, what: str = "a length") -> int:
        """What somebody measured, in thousandths."""
        return scaled(raw, UNIT / self.factor, what)

    def write(self, thousandths: int) -> int | float:
        """Thousandths as people measure them."""
        return tidy(thousandths * self.factor / UNIT)

    def read_point(self, raw: Any, what: str = "a point") -> Point:
        """A place as people write it: [14, 10.5] is (14000, 10500)."""
        if not isinstance(raw, list | tuple) or len(raw) != 2:
            raise Unreadable(f"{what} is written [x, y], not {quote(raw)}")
        return self.read(raw[0], what), self.read(raw[1], what)

    def write_point(self, at: Point) -> list[int | float]:
        """A place for people: (14000, 10500) is [14, 10.5]."""
        return [self.write(at[0]), self.write(at[1])]

    def text(self, thousandths: float) -> str:
        """A distance with its unit: 5″, or 10 cm."""
        return f"{round(thousandths * self.factor / UNIT, 2):g}{self.mark}"


INCHES = Measure()
CENTIMETRES = Measure("cm", 1, " cm")
