"""Hits as they come in, put together where the saves against them are alike."""

from __future__ import annotations

from typing import NamedTuple

from ..basics.pending import Hits
from ..basics.profiles import Gun
from ..basics.state import State
from .aim import Plan

ON_OPEN, ON_CLOSED = (
    2,
    1,
)  # hits of an area attack on the vehicle itself (xenocide.vehicle.aoe-open, xenocide.vehicle.aoe-closed)


class Kind(NamedTuple):
    """Hits that are saved alike; `anybody`: also those take them whom nobody saw."""

    unit: str
    power: int
    saves: int
    figure: str = ""
    chooser: str = ""
    anybody: bool = False


def most_hits(state: State, name: str) -> int:
    """How many hits of one area attack find somebody in a unit: each model once, of an open vehicle also its passengers
    (xenocide.aoe.once-per-model, xenocide.vehicle.aoe-open, xenocide.vehicle.aoe-closed)."""
    unit = state.units[name]
    vehicle = state.vehicle_of(unit)
    if vehicle is None or vehicle.profile.hull is None:
        return len(state.members(unit))
    return ON_OPEN + len(state.riders(vehicle)) if vehicle.profile.hull.enclosure == "open" else ON_CLOSED


class Tray:
    """The hits of one attack."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.counts: dict[Kind, int] = {}
        self.weapons: dict[Kind, dict[str, None]] = {}
        self.areas: list[Hits] = []

    def add(self, kind: Kind, gun: Gun, count: int) -> None:
        """So many hits of a weapon."""
        self.counts[kind] = self.counts.get(kind, 0) + count
        self.weapons.setdefault(kind, {})[gun.name] = None

    def hit(self, unit: str, gun: Gun, count: int, figure: str = "", chooser: str = "") -> None:
        """Ordinary hits on a unit, or on a model of it."""
        self.add(Kind(unit, gun.power, gun.saves, figure, chooser, bool(chooser)), gun, count)

    def burst(self, unit: str, gun: Gun, count: int, figure: str = "", chooser: str = "") -> None:
        """One area attack that strikes so many models, nobody twice (xenocide.aoe.once-per-model). Where all are alike only the
        number matters."""
        members = self.state.members(self.state.units[unit])
        if self.state.vehicle_of(self.state.units[unit]) is not None:
            self._on_vehicle(unit, gun, count)
        elif gun.saves == 1 and not figure and len({one.profile.line for one in members}) == 1:
            self.add(Kind(unit, gun.power, 1, "", chooser, True), gun, min(count, len(members)))
        elif count:
            self.areas.append(Hits(unit, gun.name, gun.power, count, gun.saves, (), figure, True, chooser))

    def _on_vehicle(self, unit: str, gun: Gun, count: int) -> None:
        """The first hits of an area attack are on the vehicle, of an open one all others on its passengers
        (xenocide.vehicle.aoe-open, xenocide.vehicle.aoe-closed)."""
        vehicle = self.state.members(self.state.units[unit])[0]
        hull = vehicle.profile.hull
        is_open = hull is not None and hull.enclosure == "open"
        own = min(count, ON_OPEN if is_open else ON_CLOSED)
        self.hit(unit, gun, own)
        left = count - own
        for name in dict.fromkeys(rider.unit for rider in self.state.riders(vehicle)) if is_open else ():
            here = min(left, len(self.state.members(self.state.units[name])))
            self.burst(name, gun, here)
            left -= here

    def known(self) -> tuple[object, ...]:
        """What matters of it for odds."""
        return tuple(sorted(self.counts.items())), tuple(sorted(self.areas, key=repr))

    def hits(self, plan: Plan) -> list[Hits]:
        """All of them, to be saved."""
        found = []
        for kind, count in self.counts.items():
            if count:
                among = () if kind.anybody else plan.seen.get(kind.unit, ())
                weapons = ", ".join(self.weapons[kind])
                found.append(Hits(kind.unit, weapons, kind.power, count, kind.saves, among, kind.figure, chooser=kind.chooser))
        return [*found, *self.areas]
