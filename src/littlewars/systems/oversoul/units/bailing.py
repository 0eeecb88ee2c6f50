"""Getting out of a wreck: survivors are set down beside it and go on on foot (oversoul.recovery.vehicle-destroyed)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle, Place, Refusal, Spot
from littlewars.engine.moves import Spots
from littlewars.engine.names import in_the_way, ref
from littlewars.kit.blocks import beside
from littlewars.table.shapes.bases import Base, gap, moved, overlaps

from ..basics.events import Changed
from ..basics.state import INCH, Figure, State, Unit
from ..basics.tabletop import board, put, shape_of, sync_board, tabletop
from .removal import remove

RULE = "oversoul.recovery.vehicle-destroyed"
LEAVING = 1 * INCH  # survivors are set down this near to where the hull stood


async def bail_out(battle: Battle[State], vehicle: Figure, safe: Sequence[Figure], by: str) -> None:
    """Each owner sets his survivors down; who finds no room is lost with the vehicle."""
    state, place = battle.state, tabletop(battle)
    for side in dict.fromkeys(state.side_of(man) for man in safe):
        mine = [man for man in safe if state.side_of(man) == side]
        bases = {man.id: man.base() for man in mine}
        there = beside(place.board, vehicle.base(), bases, LEAVING, lambda name: place.ground_for(state.figures[name]))
        for man in mine:
            if man.id not in there:
                remove(battle, man, by, "removed")
        if there:
            await _set_down(battle, vehicle, side, there)
    _walk_on(battle, vehicle, [man for man in safe if not man.gone])


async def _set_down(battle: Battle[State], vehicle: Figure, side: str, there: dict[str, Base]) -> None:
    """The owner places them all, on free ground within 1 inch of where the hull stood."""
    state, hull = battle.state, vehicle.base()

    def check(spots: Spots) -> Refusal | None:
        if len(spots) != len(there):
            return Refusal(RULE, f"all of {', '.join(there)} are set down")
        placed: list[Base] = []
        for spot in spots:
            man = state.figures[spot.what]
            base = moved(man.base(), spot.at, spot.face)
            if gap(base, hull) > LEAVING:
                return Refusal(RULE, f"{ref(man.id)}: within 1 inch of where the hull stood")
            clash = board(battle).stands(base, cost=tabletop(battle).ground_for(man))
            if clash or any(overlaps(base, other) for other in placed):
                return Refusal(RULE, f"{ref(man.id)}: {in_the_way(clash.id) if clash else 'another survivor'} is in the way")
            placed.append(base)
        return None

    things = {name: shape_of(state.figures[name]) for name in there}
    first = tuple(Spot(name, base.at, vehicle.face) for name, base in there.items())
    ask = Place(side, RULE, "Where do they get out?", things, lambda: [first], check, turns=True)
    spots = await ask.about(*there, unit=vehicle.unit)
    for spot in spots:
        man = state.figures[spot.what]
        man.carrier = man.seat = ""
        man.crew = False
        put(battle, man, spot.at, spot.face)


def _walk_on(battle: Battle[State], vehicle: Figure, afoot: list[Figure]) -> None:
    """Survivors of the vehicle's own unit go on as a loose unit of their number; others are counted in their own again."""
    state, unit = battle.state, battle.state.unit_of(vehicle)
    for man in afoot:
        if man.unit != unit.id:
            state.unit_of(man).original += 1
    crew = [man for man in afoot if man.unit == unit.id]
    if not crew:
        return
    if any(figure.profile.is_vehicle for figure in state.members(unit)):
        unit = _new_unit(battle, unit, crew)
    unit.original, unit.lost, unit.quarters = len(crew), 0, 0
    battle.record(Changed(who=unit.id, what="goes on on foot"))


def _new_unit(battle: Battle[State], old: Unit, crew: list[Figure]) -> Unit:
    """Other vehicles of the unit drive on without them."""
    state = battle.state
    name = f"{old.id}-crew-{state.next_id}"
    state.next_id += 1
    new = Unit(name, f"{old.name}, crew", old.side, [man.id for man in crew], spells=list(old.spells), acts_from=old.acts_from)
    old.figures = [figure for figure in old.figures if figure not in new.figures]
    state.units[name] = new
    for man in crew:
        man.unit = name
        sync_board(battle, man)
    return new
