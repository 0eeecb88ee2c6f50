"""What a force costs, line by line: force, unit, model, lines."""

from __future__ import annotations

import msgspec


class BillLine(msgspec.Struct, frozen=True):
    """One summand of a cost and the rule it comes from; a weapon has parts of its own."""

    text: str
    points: int
    rule: str
    parts: tuple[BillLine, ...] = ()


class ModelBill(msgspec.Struct, frozen=True):
    """One kind of model in a unit: the lines of one, times their number."""

    name: str
    count: int
    lines: tuple[BillLine, ...]
    each: int
    total: int


class UnitBill(msgspec.Struct, frozen=True):
    """A unit and its models."""

    id: str
    name: str
    models: tuple[ModelBill, ...]
    total: int


class Bill(msgspec.Struct, frozen=True):
    """A whole force: `left` is what remains below the limit (negative when it is exceeded)."""

    system: str
    name: str
    units: tuple[UnitBill, ...]
    total: int
    limit: int
    left: int

    def entries(self) -> list[int]:
        """The totals of all kinds of models, in order."""
        return [model.total for unit in self.units for model in unit.models]
