"""What cannot be: checks of a state between steps, for tests and for long runs of random games."""

from __future__ import annotations

from littlewars.kit.errors import misplaced

from ..basics.state import Figure, State, Unit
from ..basics.tabletop import on_board
from ..units.ranks import places

ROUNDING = 3  # thousandths


def state_errors(state: State) -> list[str]:
    """Everything that is impossible about this state; nothing, one hopes."""
    if state.turn.phase in ("terrain", "ready", "deploy"):
        present = [f for f in state.figures.values() if on_board(f) and (f.x or f.y)]
    else:
        present = [f for f in state.figures.values() if on_board(f)]
    found = misplaced(present, (state.width, state.depth))
    for unit in state.units.values():
        found += _unit_faults(state, unit)
    for figure in state.figures.values():
        found += _figure_faults(state, figure)
    return found


def _unit_faults(state: State, unit: Unit) -> list[str]:
    found = []
    if unit.leader and state.units[unit.leader].under != unit.id:
        found.append(f"{unit.id} and its leader disagree")
    if unit.under and state.units[unit.under].leader != unit.id:
        found.append(f"{unit.id} is attached to a unit that does not know him")
    if unit.ranks and not unit.disordered:
        living = {figure.id for figure in state.with_leader(unit)}
        ranked = [name for row in unit.ranks.rows for name in row if name]
        if len(ranked) != len(set(ranked)) or not living <= set(ranked):
            found.append(f"{unit.id}: its ranks do not hold its members")
        found += _out_of_place(state, unit)
    if unit.formed and not unit.ranks and _is_out(state, unit):
        found.append(f"{unit.id} is tight and stands in no formation: oversoul.tight.must-have-formation")
    if unit.lost > sum(1 for name in unit.figures if state.figures[name].gone):
        found.append(f"{unit.id} has lost more than are gone")
    return found


def _is_out(state: State, unit: Unit) -> bool:
    """Has it been set up, and is anybody left?"""
    return unit.id not in state.turn.waiting and any(figure.x or figure.y for figure in state.standing(unit))


def _out_of_place(state: State, unit: Unit) -> list[str]:
    """A formed unit stands in its ranks, touching and looking one way; while losses are being counted it may gape."""
    there = places(state, unit.ranks)
    if unit.ranks is None or any(state.figures[name].gone or state.figures[name].profile.mount for name in there):
        return []  # nor need a rider whose mount has fallen
    found = []
    for name, base in there.items():
        figure = state.figures[name]
        if abs(figure.x - base.at[0]) > ROUNDING or abs(figure.y - base.at[1]) > ROUNDING:
            found.append(f"{name} is not in his place in the ranks")
        if figure.face != unit.ranks.face:
            found.append(f"{name} looks elsewhere than his unit")
    return found


def _figure_faults(state: State, figure: Figure) -> list[str]:
    found = []
    if figure.id not in state.units[figure.unit].figures:
        found.append(f"{figure.id} is not in its unit")
    if figure.carrier and not figure.gone:
        carrier = state.figures.get(figure.carrier)
        if carrier is None or carrier.gone:
            found.append(f"{figure.id} rides on nothing")
        elif (carrier.x, carrier.y) != (figure.x, figure.y):
            found.append(f"{figure.id} is not where its carrier is")
    if figure.damage > figure.profile.move and figure.profile.is_vehicle:
        found.append(f"{figure.id} has lost more MOVE than it has")
    return found
