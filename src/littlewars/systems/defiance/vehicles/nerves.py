"""Vehicles that lose their nerve: haywire, out of control, and when it ends (defiance.vehicle.haywire,
defiance.vehicle.out-of-control)."""

from __future__ import annotations

from littlewars.engine import Battle, Mod

from ..basics.events import Changed
from ..basics.state import Figure, State

HAYWIRE, WILD = 1, 2
HAYWIRE_MOD = Mod("haywire", -2, "defiance.vehicle.haywire")


def haywire_mod(figure: Figure) -> Mod | None:
    """What a haywire vehicle has off all its damage rolls, as long as the counter lies (defiance.vehicle.haywire)."""
    return HAYWIRE_MOD if figure.haywire == HAYWIRE else None


def fires_nothing(figure: Figure) -> bool:
    """Is it out of control: it fires nothing, covering fire and close defence weapons included
    (defiance.vehicle.out-of-control)?"""
    return figure.craft is not None and figure.craft.haywire >= WILD


def runs_wild(figure: Figure) -> bool:
    """Does it spend this activation out of control? One that has just failed still finishes what it does
    (defiance.vehicle.out-of-control)."""
    return figure.haywire >= WILD and not figure.hulled.fresh


def age_haywire(battle: Battle[State], figure: Figure) -> None:
    """When it activates: the first time it has the counter it plays so, the next time the counter goes
    (defiance.vehicle.haywire-removal, defiance.vehicle.out-of-control-end)."""
    craft = figure.craft
    if craft is None or not craft.haywire:
        return
    if craft.fresh:
        craft.fresh = False
        return
    battle.record(Changed(who=figure.id, what="is under control again" if craft.haywire >= WILD else "is no longer haywire"))
    craft.haywire = 0
