"""What cannot be: checks of a state between steps, for tests and for long runs of random games."""

from __future__ import annotations

from collections.abc import Iterator

from littlewars.kit.errors import misplaced

from ..basics.state import Figure, State, Unit
from ..basics.tabletop import on_board
from ..units.ranks import places

ROUNDING = 3  # thousandths


def state_errors(state: State) -> list[str]:
    """Everything that is impossible about this state; nothing, one hopes."""
    everybody, deployed = state.figures.values(), state.turn.phase not in ("terrain", "ready", "deploy")
    present = [figure for figure in everybody if on_board(figure) and (deployed or figure.x or figure.y)]
    return [
        *misplaced(present, (state.width, state.depth)),
        *(fault for unit in state.units.values() for fault in _unit_faults(state, unit)),
        *(fault for figure in everybody for fault in _figure_faults(state, figure)),
    ]


def _unit_faults(state: State, unit: Unit) -> Iterator[str]:
    if unit.leader and state.units[unit.leader].under != unit.id:
        yield f"{unit.id} and its leader disagree"
    if unit.under and state.units[unit.under].leader != unit.id:
        yield f"{unit.id} is attached to a unit that does not know him"
    if unit.ranks and not unit.disordered:
        living = {figure.id for figure in state.with_leader(unit)}
        ranked = [name for row in unit.ranks.rows for name in row if name]
        if len(ranked) != len(set(ranked)) or not living <= set(ranked):
            yield f"{unit.id}: its ranks do not hold its members"
        yield from _out_of_place(state, unit)
    if unit.formed and not unit.ranks and _is_out(state, unit):
        yield f"{unit.id} is tight and stands in no formation: oversoul.tight.must-have-formation"
    if unit.lost > sum(1 for name in unit.figures if state.figures[name].gone):
        yield f"{unit.id} has lost more than are gone"


def _is_out(state: State, unit: Unit) -> bool:
    """Has it been set up, and is anybody left?"""
    return unit.id not in state.turn.waiting and any(figure.x or figure.y for figure in state.standing(unit))


def _out_of_place(state: State, unit: Unit) -> Iterator[str]:
    """A formed unit stands in its ranks, bases touching, all facing one way; gaps are allowed only while losses are counted."""
    there = places(state, unit.ranks)
    if unit.ranks is None or any(state.figures[name].gone or state.figures[name].profile.mount for name in there):
        return  # nor need a rider whose mount has fallen
    for name, base in there.items():
        figure = state.figures[name]
        if abs(figure.x - base.at[0]) > ROUNDING or abs(figure.y - base.at[1]) > ROUNDING:
            yield f"{name} is not in his place in the ranks"
        if figure.face != unit.ranks.face:
            yield f"{name} looks elsewhere than his unit"


def _figure_faults(state: State, figure: Figure) -> Iterator[str]:
    if figure.id not in state.units[figure.unit].figures:
        yield f"{figure.id} is not in its unit"
    if figure.carrier and not figure.gone:
        carrier = state.figures.get(figure.carrier)
        if carrier is None or carrier.gone:
            yield f"{figure.id} rides on nothing"
        elif (carrier.x, carrier.y) != (figure.x, figure.y):
            yield f"{figure.id} is not where its carrier is"
    if figure.damage > figure.profile.move and figure.profile.is_vehicle:
        yield f"{figure.id} has lost more MOVE than it has"
