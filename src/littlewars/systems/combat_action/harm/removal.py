"""Models that leave the battle, and what stays of machines (combat-action.damage.ooa, combat-action.damage.killed,
combat-action.units.inert, combat-action.terrain.table-edge)."""

from __future__ import annotations

from littlewars.engine import Battle
from littlewars.table.moving.spots import spot
from littlewars.table.shapes.bases import Box, corners, gap_poly, overlaps
from littlewars.table.terrain.pieces import wreck as wreck_piece

from ..basics.events import Moved, Removed
from ..basics.numbers import GROUND
from ..basics.sections import WRECK
from ..basics.state import LEFT, ONCE, Figure, State
from ..basics.tabletop import Tabletop, board, elsewhere, put, sync_board

WORDS = {"killed": "killed", "ooa": "out of action", "left": "gone over the edge"}


def remove(battle: Battle[State], figure: Figure, how: str) -> None:
    """Out of the battle: a primed grenade is dropped without effect, nobody stays hidden or ready
    (combat-action.actions.prime-grenade, combat-action.ready.end)."""
    figure.gone, figure.ready, figure.primed, figure.hides = how, -1, 0, ""
    figure.carrier = figure.seat = ""
    figure.flat, figure.ap = False, 0
    sync_board(battle, figure)
    unit = battle.state.units[figure.unit]
    unit.strays = [name for name in unit.strays if name != figure.id]
    battle.record(Removed(figure=figure.id, how=WORDS.get(how, how)))


def leave_table(battle: Battle[State], figure: Figure) -> None:
    """Gone over the edge, with everyone aboard (combat-action.terrain.table-edge, combat-action.rout.table-edge)."""
    for rider in battle.state.riders(figure) if figure.profile.vehicle else []:
        remove(battle, rider, LEFT)
    remove(battle, figure, LEFT)


def wreck(battle: Battle[State], machine: Figure, how: str) -> None:
    """Destroyed or shut down for good: it stays as a large obstacle of its height (combat-action.units.inert)."""
    state = battle.state
    machine.wreck, machine.wrecked, machine.loose, machine.landing = how, machine.wrecked or state.turn.number, "", False
    machine.ready, machine.ap, machine.level, machine.foot = -1, 0, GROUND, 0
    base = machine.base()
    machine.gone = how
    sync_board(battle, machine)
    battle.record(Removed(figure=machine.id, how=how))
    _clear(battle, machine, base)
    name = f"wrecked {machine.profile.name}"
    state.pieces = [*state.pieces, wreck_piece(f"{WRECK}{machine.id}", base, top=machine.profile.height, name=name)]
    Tabletop.relay(battle)


def _clear(battle: Battle[State], machine: Figure, base: object) -> None:
    """Whoever stands under it is put on the nearest free spot (combat-action.vehicles.crash)."""
    hull = base if isinstance(base, Box) else None
    outline = tuple(corners(hull)) if hull else ()
    for figure in list(battle.state.bodies()):
        if figure.level or figure.foot or hull is None or not overlaps(figure.base(), hull):
            continue
        own, away = figure.base(), elsewhere(battle, figure)
        keep = lambda at, own=own: gap_poly(own._replace(x=at[0], y=at[1]), outline) > 0  # noqa: E731 - a spot beside the wreck
        at = spot(board(battle), own, own.at, keep, ignore={figure.id, *away}, reach=40_000)
        if at is not None:
            battle.record(Moved(figure=figure.id, path=(figure.at, at), face=figure.face, how="is pushed aside"))
            put(battle, figure, at)


def settle(battle: Battle[State], figure: Figure) -> None:
    """Who comes down from a roof stands on the nearest free spot."""
    figure.foot = 0
    sync_board(battle, figure)
    at = spot(board(battle), figure.base(), figure.at, ignore={figure.id, *elsewhere(battle, figure)}, reach=40_000)
    put(battle, figure, at or figure.at)


def explode_later(machine: Figure, turn: int, how: str) -> None:
    """Destroyed, but it rolls on in its next activation (combat-action.machine-damage.power-plant)."""
    machine.wreck, machine.wrecked, machine.loose, machine.ready, machine.ap = how, turn, ONCE, -1, 0
