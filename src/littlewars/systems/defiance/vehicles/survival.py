"""Who survives when a vehicle with passengers is destroyed (defiance.passenger.survival)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from littlewars.engine import Battle, Place, Refusal
from littlewars.engine.moves import Shape, Spot, Spots
from littlewars.engine.names import ref
from littlewars.table.constants import TOUCH
from littlewars.table.facing import Point
from littlewars.table.moving.spots import spot
from littlewars.table.shapes.bases import Base, bound, centre2, extent, gap, moved, overlaps

from ..basics.dice import TEN
from ..basics.events import Changed, Hurt, LeftVehicle
from ..basics.numbers import INCH
from ..basics.state import Figure, State
from ..basics.tabletop import board, on_other_levels, put, sync_board
from ..move.boarding import riders
from ..units.removal import remove

Near = Callable[[Base], bool]
RULE = "defiance.passenger.survival"
KILLS = 5  # d10 and armour, for each damage point
NEAR = 2 * INCH  # of the wreck
FARTHEST = 12 * INCH  # where there is no room so near


async def survive(battle: Battle[State], vehicle: Figure) -> None:
    """Everybody inside rolls for each damage point; survivors are put down beside the wreck, shaken, and do nothing before the
    next turn (defiance.passenger.survival, defiance.vehicle.sdc-passengers)."""
    state = battle.state
    inside = riders(state, vehicle)
    for figure in inside:
        lost = battle.dice.successes(figure.left, TEN, max(1, KILLS - figure.frame.armour), f"survival, {figure.id}")
        figure.hurt += lost
        if figure.left <= 0:
            remove(battle, figure, "killed")
            figure.aboard = ""
        elif lost:
            battle.record(Hurt(figure=figure.id, hits=lost, left=figure.left))
    left = [figure for figure in inside if not figure.gone]
    if not left:
        return
    for there in await _places(battle, vehicle, left):
        figure = state.figures[there.what]
        figure.aboard = ""
        put(battle, figure, there.at, there.face)
        sync_board(battle, figure)
        _shake(battle, figure)
        battle.record(LeftVehicle(figure=figure.id, vehicle=vehicle.id, how="survives"))


def _shake(battle: Battle[State], figure: Figure) -> None:
    """Survivors are shaken and lie down; figures of the Matrix and of broken units are not."""
    if figure.frame.matrix or battle.state.unit_of(figure).broken:
        return
    figure.shaken = figure.prone = True
    sync_board(battle, figure)
    battle.record(Changed(who=figure.id, what="is shaken"))


# ---- places beside a hull


async def _places(battle: Battle[State], vehicle: Figure, left: Sequence[Figure]) -> Spots:
    """Their owner puts them down within two inches of the wreck."""
    state = battle.state
    usual = beside(battle, vehicle, left, NEAR)

    def refuse(spots: Spots) -> Refusal | None:
        return None if spots == usual else refuse_places(battle, vehicle, left, spots, NEAR)

    ask = Place(
        state.side_of(vehicle),
        RULE,
        f"Survivors of {ref(vehicle.id)}",
        {figure.id: shape_of(figure) for figure in left},
        lambda: [usual],
        refuse,
    )
    return await ask.about(*(figure.id for figure in left), unit=left[0].unit)


def shape_of(figure: Figure) -> Shape:
    """What is put down."""
    size = figure.frame.base
    return Shape("disc", (size,)) if isinstance(size, int) else Shape("box", size)


def beside(battle: Battle[State], vehicle: Figure, figures: Sequence[Figure], reach: int, ok: Near | None = None) -> Spots:
    """The nearest free place to the hull for each of them, one after another; farther off if there is no room."""
    trial, found = board(battle).copy(), list[Spot]()
    skip, hull = on_other_levels(battle, 0), vehicle.base()
    for figure in figures:
        base = figure.base()

        inner, outer = _rings(base, hull, reach)

        def near(at: Point, base: Base = base, inner: int = inner, outer: int = outer) -> bool:
            if not inner <= centre2(at, vehicle.at) <= outer:
                return False  # a quick look: on the hull, or too far from any part of it
            there = moved(base, at)
            return gap(there, hull) <= reach and not overlaps(there, hull) and (ok is None or ok(there))

        at = spot(trial, base, vehicle.at, near, ignore=skip, reach=FARTHEST)
        at = at or spot(trial, base, vehicle.at, ignore=skip, reach=4 * FARTHEST)
        if at is None:
            continue
        trial.put(figure.id, moved(base, at), 0, 0)
        found.append(Spot(figure.id, at, vehicle.face))
    return tuple(found)


def _rings(base: Base, hull: Base, reach: int) -> tuple[int, int]:
    """Between which squares of distance from the hull's centre a base could stand clear of it and within reach."""
    inner = min(extent(hull)) // 2 + min(extent(base)) // 2 - TOUCH
    return max(0, inner) ** 2, (bound(hull) + bound(base) + reach) ** 2


def refuse_places(
    battle: Battle[State], vehicle: Figure, figures: Sequence[Figure], spots: Spots, reach: int
) -> Refusal | None:
    """All of them, near enough, on free ground and not on one another."""
    state, hull, skip = battle.state, vehicle.base(), on_other_levels(battle, 0)
    if {there.what for there in spots} != {figure.id for figure in figures}:
        return Refusal(RULE, f"all who leave {ref(vehicle.id)} are put down")
    bases = [moved(state.figures[there.what].base(), there.at) for there in spots]
    for number, (there, base) in enumerate(zip(spots, bases, strict=True)):
        if gap(base, hull) > reach:
            return Refusal(RULE, f"{ref(there.what)} is too far from {ref(vehicle.id)}")
        if overlaps(base, hull) or board(battle).stands(base, skip) is not None:
            return Refusal(RULE, f"there is no room for {ref(there.what)}")
        if any(overlaps(base, other) for other in bases[number + 1 :]):
            return Refusal(RULE, f"{ref(there.what)} stands on a comrade")
    return None
