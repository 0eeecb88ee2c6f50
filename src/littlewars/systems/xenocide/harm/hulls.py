"""What damage does to a vehicle: disabled, destroyed, its wreck, the explosion, those aboard (xenocide.vehicle.disabled,
xenocide.vehicle.destroyed, xenocide.vehicle.explosion, xenocide.vehicle.passengers-*); models that leave the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from littlewars.engine import Battle, Place, Refusal, Shape, Spot, Spots
from littlewars.engine.names import ref
from littlewars.kit.blocks import beside
from littlewars.table.shapes.bases import Base, Box, gap, moved, overlaps
from littlewars.table.terrain.pieces import wreck

from ..basics.events import Damaged, Exploded, Removed
from ..basics.numbers import CLOUD, REACH
from ..basics.state import Blow, Figure, Lying, State, Unit
from ..basics.tabletop import WRECK, board, close_comrades, is_aloft, put, sync_board
from .hits import hurt

DISABLING, DESTROYING = -2, 3  # the power of the hits on those aboard (xenocide.vehicle.passengers-disabled)
TWICE = 2  # its threshold in markers destroys it (xenocide.vehicle.destroyed)


def add_damage(battle: Battle[State], vehicle: Figure, markers: int) -> str:
    """So many markers, for the rest of the game: what that makes of it (xenocide.vehicle.damage-markers,
    xenocide.vehicle.destroyed)."""
    hull = vehicle.profile.hull
    if vehicle.gone or not markers or hull is None:
        return ""
    was_disabled = vehicle.disabled
    vehicle.damage += markers
    battle.record(Damaged(figure=vehicle.id, markers=markers, now=vehicle.damage))
    if vehicle.damage >= TWICE * hull.threshold:
        return "destroyed"
    if vehicle.disabled and not was_disabled:
        battle.state.units[vehicle.unit].increment = 0
        return "destroyed" if vehicle.profile.flies else "disabled"  # a flyer crashes (xenocide.vehicle.flying-minimum)
    return ""


def shaken_riders(battle: Battle[State], vehicle: Figure, power: int) -> list[Blow]:
    """One hit on each passenger, saved as usual (xenocide.vehicle.passengers-disabled,
    xenocide.vehicle.passengers-destroyed)."""
    return [blow for rider in battle.state.riders(vehicle) for blow in hurt(battle, rider, power)]


def explosion(battle: Battle[State], vehicle: Figure) -> list[Blow]:
    """A hit on every model within 3 inches, friends and vehicles included, with half its strength (xenocide.vehicle.explosion);
    its own passengers not."""
    state, table = battle.state, board(battle)
    power = (vehicle.profile.strength + 1) // 2
    battle.record(Exploded(figure=vehicle.id, power=power))
    aloft, others = is_aloft(state, vehicle), [one for one in state.figures.values() if one is not vehicle and one.id in table]
    near = [one for one in others if is_aloft(state, one) == aloft and table.gap(vehicle.id, one.id) <= CLOUD]
    return [blow for figure in near for blow in hurt(battle, figure, power)]


def leave_wreck(battle: Battle[State], vehicle: Figure) -> None:
    """It stays as heavy cover that blocks movement, in smoke (xenocide.vehicle.destroyed, xenocide.vehicle.smoke); a flyer's
    wreck lies below."""
    state = battle.state
    remove(battle, vehicle, "destroyed")
    state.pieces = [*state.pieces, wreck(f"{WRECK}{vehicle.id}", vehicle.base())]
    battle.board = None


async def set_down(battle: Battle[State], vehicle: Figure, riders: list[Figure], hull: Base) -> None:
    """Survivors are put within an inch of the wreck by their owner; who finds no place is lost
    (xenocide.vehicle.passengers-destroyed)."""
    bases = {rider.id: moved(rider.base(), vehicle.at) for rider in riders}
    found = beside(board(battle), hull, bases, REACH, lambda name: None)
    for rider in riders:
        if rider.id not in found:
            remove(battle, rider, "killed")
    if found:
        await put_beside(battle, vehicle, found, Outside("xenocide.vehicle.passengers-destroyed", hull, lambda base: True))


class Outside(NamedTuple):
    """Where those who get out are put: by which rule, beside what, and what else there is about a place."""

    rule: str
    hull: Base
    allowed: Callable[[Base], bool]


async def put_beside(battle: Battle[State], vehicle: Figure, found: Mapping[str, Base], where: Outside) -> None:
    """Their owner puts them down within an inch; `found` are places that will do."""
    state = battle.state
    usual = tuple(Spot(name, base.at) for name, base in found.items())
    ask = Place(
        state.side_of(state.figures[usual[0].what]),
        where.rule,
        f"Who was aboard {ref(vehicle.id)} gets out",
        {spot.what: Shape("disc", (state.figures[spot.what].profile.radius,)) for spot in usual},
        lambda: [usual],
        lambda spots: None if spots == usual else _refuse(battle, spots, list(found), where),
    )
    for spot in await ask.about(*found):
        state.figures[spot.what].carrier = ""
        put(battle, state.figures[spot.what], spot.at)


def _refuse(battle: Battle[State], spots: Spots, names: list[str], where: Outside) -> Refusal | None:
    state, table = battle.state, board(battle)
    bases = {spot.what: moved(state.figures[spot.what].base(), spot.at) for spot in spots}
    if set(bases) != set(names):
        return Refusal(where.rule, "all of them get out")
    for name, base in bases.items():
        if gap(base, where.hull) > REACH or table.stands(base, [name]) is not None or not where.allowed(base):
            return Refusal(where.rule, f"{ref(name)} has no place there within an inch")
        if any(overlaps(base, other) for key, other in bases.items() if key > name):
            return Refusal(where.rule, f"{ref(name)} would stand on a comrade")
    return None


def box_of(vehicle: Figure) -> Box:
    """Its hull."""
    base = vehicle.base()
    assert isinstance(base, Box)
    return base


def remove(battle: Battle[State], figure: Figure, how: str) -> None:
    """It is out of the game: killed, fled, lost, captive, mishap, left, destroyed (xenocide.save.casualties)."""
    if figure.gone:
        return
    if figure.profile.vehicle and how != "destroyed":  # those aboard leave with it (xenocide.vehicle.flying)
        for rider in battle.state.riders(figure):
            remove(battle, rider, how)
    if heir := _heir(battle, figure):
        heir.bears, figure.bears = figure.bears, ""
    lay_down(battle.state, figure)
    figure.gone, figure.carrier = how, ""
    sync_board(battle, figure)
    battle.record(Removed(figure=figure.id, how=how))
    unit = battle.state.units[figure.unit]
    if not battle.state.is_present(unit):  # markers and engagements end at once (xenocide.battle.removed-units)
        unit.markers = 0
        disengage(battle.state, unit)


def disengage(state: State, unit: Unit) -> None:
    """It is engaged with nobody any more (xenocide.move.engaged-state)."""
    for name in unit.engaged:
        state.units[name].engaged.remove(unit.id)
    unit.engaged = []


def _heir(battle: Battle[State], figure: Figure) -> Figure | None:
    """Who bears the crew's weapon after him: the nearest of the unit within an inch (xenocide.size.crew)."""
    if not figure.bears or figure.carrier:
        return None
    near = [other for other in close_comrades(battle, figure) if not other.bears]
    return min(near, key=lambda other: (board(battle).gap(figure.id, other.id), other.id), default=None)


def lay_down(state: State, figure: Figure) -> None:
    """The crew's weapon that he bears, if any, lies where he stands (xenocide.size.crew)."""
    if figure.bears:
        name = f"{figure.bears} {len(state.lying) + 1} of {figure.id}"
        state.lying.append(Lying(name, figure.bears, figure.x, figure.y, state.side_of(figure)))
        figure.bears = ""
