"""Activating and moving under suppression (defiance.suppression.activate-within, defiance.suppression.move-into,
defiance.suppression.overlap-separate)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle, Choose, Option
from littlewars.engine.names import ref
from littlewars.table.facing import Point
from littlewars.table.shapes.legs import steps

from ..basics.sight import sees
from ..basics.state import Figure, State, Stay, Template, Unit
from .area import SuppressionEntry, TemplateCrossing, fringes, in_either, stretches
from .template import MOVING_LOF, strike


async def activate_within(battle: Battle[State], unit: Unit, but: Sequence[str]) -> None:
    """A figure that touches template or fringe when its unit activates suffers a die at -5 and tests
    (defiance.suppression.activate-within)."""
    state = battle.state
    for figure in state.on_table(unit) if state.templates else ():
        await _strike_all(battle, figure, [t for t in state.templates if t.id not in but and _touches(battle, t, figure)])


async def _strike_all(battle: Battle[State], figure: Figure, found: list[Template]) -> None:
    """Templates that touch a figure strike one after another, in the order its owner likes
    (defiance.suppression.overlap-separate)."""
    state, rule, ordered = battle.state, "defiance.suppression.overlap-separate", list[Template]()
    while len(found) > 1:
        options = [Option(t.id, f"the suppression of {ref(t.unit)}", of=(t.firer,), means="act") for t in found]
        ask = Choose(state.side_of(figure), rule, f"{ref(figure.id)}: which strikes first?", options)
        name = await ask.about(figure.id, unit=figure.unit, topic="loss")
        ordered.append(next(t for t in found if t.id == name))
        found = [t for t in found if t.id != name]
    for template in ordered + found:
        if not figure.gone and template in state.templates:
            await strike(battle, template, [figure], MOVING_LOF)


def _touches(battle: Battle[State], template: Template, figure: Figure) -> bool:
    state = battle.state
    if not in_either(state, template, figure):
        return False
    return sees(battle, state.figures[template.firer], figure)


def crossings(state: State, figure: Figure, start: Point, to: Point, jump: bool = False) -> list[TemplateCrossing]:
    """Where a straight way leads through suppression; a jumper is only where he lands (defiance.suppression.air)."""
    found: list[TemplateCrossing] = []
    if not state.templates:
        return found
    stays = _stays(state, figure)
    for template in state.templates:
        if figure.id in template.contributors:
            continue
        if jump:
            whole = steps(start, to)
            found += [TemplateCrossing(template.id, whole, whole)] if _lands_in(state, template, figure, to) else []
            continue
        if not fringes(state, template).near_way(start, to, figure.reach):
            continue
        stay = stays.get(template.id)
        if stay is None and in_either(state, template, figure):
            stay = Stay(0, moved_in=False)
        found += stretches(state, template, figure, start, to, stay)
    return found


def _stays(state: State, figure: Figure) -> dict[str, Stay]:
    """In which templates it has walked in this activation and still is."""
    return state.turn.doing.inside.get(figure.id, {}) if state.turn.doing else {}


def note_stay(state: State, figure: Figure, through: Sequence[TemplateCrossing] = (), done: int = 0) -> None:
    """After so many steps of a way: how far it has walked inside; a figure that leaves begins anew
    (defiance.suppression.activate-within-moving)."""
    doing = state.turn.doing
    if doing is None or not (through or figure.id in doing.inside):
        return
    found = {stretch.template: stay for stretch in through if (stay := stretch.after(done))}
    doing.inside.pop(figure.id, None)
    if found:
        doing.inside[figure.id] = found


def _lands_in(state: State, template: Template, figure: Figure, to: Point) -> bool:
    here = figure.at
    figure.x, figure.y = to
    try:
        return in_either(state, template, figure)
    finally:
        figure.x, figure.y = here


async def enter(battle: Battle[State], figure: Figure, *found: SuppressionEntry) -> None:
    """A die at -5 where it moves in and for each 2 inches, and one test; several in the owner's order
    (defiance.suppression.moving-lof)."""
    state = battle.state
    names = {entry.template for entry in found}
    here = [t for t in state.templates if t.id in names and sees(battle, state.figures[t.firer], figure)]
    await _strike_all(battle, figure, here)


async def land(battle: Battle[State], figure: Figure) -> None:
    """A flyer that comes down in suppression moves in: one die of each (defiance.suppression.air)."""
    state = battle.state
    here = [t for t in state.templates if in_either(state, t, figure)]
    note_stay(state, figure, [TemplateCrossing(template.id, 0, 0) for template in here], 0)
    await _strike_all(battle, figure, [t for t in here if _touches(battle, t, figure)])
