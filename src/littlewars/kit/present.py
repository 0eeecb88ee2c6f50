"""Who is there: the questions that every rule asks of a state with sides, units and figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, Protocol, TypeVar


class FigureLike(Protocol):
    """A figure: the unit it belongs to, and why it has left the battle ("" while it has not)."""

    unit: str
    gone: str


class UnitLike(Protocol):
    """A unit: its side, and its figures by their names."""

    side: str
    figures: list[str]


class Rider(FigureLike, Protocol):
    """A figure that carries others or is carried: its name, and who carries it ("" while nobody does)."""

    id: str
    carrier: str


class Placed:
    """A mixin without fields for a figure: `class Figure(Struct, Placed)`."""

    __slots__ = ()
    x: int
    y: int

    @property
    def at(self) -> tuple[int, int]:
        """Where its centre is."""
        return self.x, self.y


F = TypeVar("F", bound=FigureLike)
U = TypeVar("U", bound=UnitLike)
A = TypeVar("A")
R = TypeVar("R", bound=Rider)


class Present(Generic[F, U, A]):
    """A mixin without fields for a state: `class State(Struct, Present[Figure, Unit, Activation])`."""

    __slots__ = ()
    sides: dict[str, Any]
    units: dict[str, U]
    figures: dict[str, F]
    turn: Any  # has `doing`, the activation in progress

    def members(self, unit: U) -> list[F]:
        """Its figures that are still in the battle."""
        figures = self.figures
        return [figure for name in unit.figures if not (figure := figures[name]).gone]

    def is_present(self, unit: U) -> bool:
        """Is anybody of it still in the battle?"""
        figures = self.figures
        for name in unit.figures:  # noqa: SIM110 - asked all the time, and the first mostly answers it: no generator
            if not figures[name].gone:
                return True
        return False

    def present(self) -> Iterator[U]:
        """All units that have anybody left."""
        return (unit for unit in self.units.values() if self.is_present(unit))

    def units_of(self, side: str) -> list[U]:
        """A side's units that have anybody left."""
        figures, found = self.figures, []
        for unit in self.units.values():
            if unit.side == side:
                for name in unit.figures:  # as `is_present`: asked all the time
                    if not figures[name].gone:
                        found.append(unit)
                        break
        return found

    def unit_of(self, figure: F) -> U:
        """The unit this figure belongs to."""
        return self.units[figure.unit]

    def side_of(self, figure: F) -> str:
        """The side this figure belongs to."""
        return self.units[figure.unit].side

    def other(self, side: str) -> str:
        """The opponent, where there are two sides."""
        one, two = self.sides
        return two if one == side else one

    def foes_of(self, side: str) -> list[U]:
        """The opponent's units that have anybody left."""
        return self.units_of(self.other(side))

    def enemies(self, one: str, other: str) -> bool:
        """Do these sides fight each other? Books with alliances say it otherwise."""
        return one != other

    def enemies_of(self, side: str) -> Iterator[F]:
        """Everybody still in the battle who fights against this side."""
        units, foes = self.units, [name for name in self.sides if self.enemies(side, name)]
        return (figure for figure in self.figures.values() if not figure.gone and units[figure.unit].side in foes)

    def acting(self) -> A:
        """The activation in progress."""
        doing: A | None = self.turn.doing
        assert doing is not None
        return doing

    def active_unit(self) -> U:
        """The unit whose activation is in progress."""
        return self.units[self.turn.doing.unit]


class Carrying(Present[R, U, A]):
    """The same where figures carry others."""

    __slots__ = ()

    def riders(self, vehicle: R) -> list[R]:
        """Everybody aboard."""
        return [figure for figure in self.figures.values() if figure.carrier == vehicle.id and not figure.gone]
