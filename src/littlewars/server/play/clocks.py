"""Clocks: how long each person may think. A clock that runs out loses nothing: the aide finishes that side's turn."""

from __future__ import annotations

from collections.abc import Collection
from time import time

from msgspec import Struct

from .. import wire

DAY = 24 * 3600.0
BANKS = {"half-hour": 1800.0, "days": 3 * DAY}  # seconds to begin with
MORE = {"half-hour": 15.0}  # seconds for every decision; of days everybody has all of them again for every turn


class Clock(Struct):
    """The time that is left to each person, in seconds, and since when it runs for those who are waited for."""

    kind: wire.ClockKind = "none"
    left: dict[str, float] = {}
    runs: tuple[str, ...] = ()
    since: float = 0.0  # by the clock on the wall: it goes on while a server rests

    @classmethod
    def begin(cls, kind: wire.ClockKind, persons: Collection[str]) -> Clock:
        """A full clock for everybody."""
        return cls(kind, dict.fromkeys(persons, BANKS.get(kind, 0.0)) if kind != "none" else {})

    def turn(self, waited: Collection[str], decided: str = "") -> None:
        """Somebody has decided, and these are waited for now."""
        if self.kind == "none":
            return
        now = time()
        for side in self.runs:
            self.left[side] = max(0.0, self.left[side] - (now - self.since))
        if decided in self.left:
            self.left[decided] += MORE.get(self.kind, 0.0)
        runs = tuple(side for side in self.left if side in waited)
        if self.kind == "days":
            self.left |= {side: BANKS["days"] for side in runs if side not in self.runs}
        self.runs, self.since = runs, now

    def next_out(self) -> tuple[str, float] | None:
        """Whose time is up first, and in how many seconds."""
        if not self.runs:
            return None
        gone = time() - self.since
        side = min(self.runs, key=lambda one: self.left[one])
        return side, max(0.0, self.left[side] - gone)

    def shown(self) -> wire.Clocks | None:
        """What everybody sees of it: the seconds left now, and whose run."""
        if self.kind == "none":
            return None
        gone = time() - self.since
        left = {side: round(max(0.0, n - (gone if side in self.runs else 0.0))) for side, n in self.left.items()}
        return wire.Clocks(left, self.runs)
