"""Crew-served weapons: two men, one weapon, one fire action (defiance.infweapon.crew-definition, defiance.infweapon.crew-both).

The gun as a model of its own is part two: how the crew moves with it, leaves and recovers it, who of the group is hit, and
that one man alone fires only every other activation (defiance.infweapon.crew-*). Until then it is where its gunner is.
"""

from __future__ import annotations

from ..basics.profiles import Weapon
from ..basics.state import Figure, State


def form_crews(state: State) -> None:
    """Of those who carry such a weapon each two that follow one another are its crew; both keep it as their support weapon."""
    for unit in state.units.values():
        alone: dict[str, Figure] = {}
        for figure in (state.figures[name] for name in unit.figures):
            weapon = _gun(figure)
            if weapon is None or figure.mate:
                continue
            mate = alone.pop(weapon.key, None)
            if mate is None:
                alone[weapon.key] = figure
            else:
                figure.mate, mate.mate = mate.id, figure.id


def _gun(figure: Figure) -> Weapon | None:
    return next((arm.weapon for arm in figure.arms if arm.weapon.crew > 1), None)


def fires_it(state: State, figure: Figure, weapon: Weapon) -> bool:
    """Has this figure the fire action for that weapon? Of a crew the first who is able has it, once for both."""
    mate = state.figures.get(figure.mate)
    if mate is None:
        return True
    fired = state.turn.doing.fired if state.turn.doing is not None else []
    if figure.id in fired:
        return False  # it has served the gun, or fired on its own
    if weapon.crew < 2:
        return True
    if not _serves(state, mate) or mate.unit != figure.unit:
        return True
    order = list(state.figures)
    return mate.id not in fired and order.index(figure.id) < order.index(mate.id)


def _serves(state: State, figure: Figure) -> bool:
    """Neither shaken, stunned, broken nor engaged (defiance.infweapon.crew-one)."""
    return figure.able and not figure.locked and not state.unit_of(figure).broken


def note_crew(state: State, figure: Figure, weapon: Weapon) -> None:
    """Firing the weapon is the fire action of everybody who serves it."""
    doing, mate = state.turn.doing, state.figures.get(figure.mate)
    if weapon.crew > 1 and mate is not None and doing is not None and _serves(state, mate):
        doing.fired += [mate.id]
        mate.last_shot = state.turn.number


def one_of_each_crew(figures: list[Figure]) -> list[Figure]:
    """Of a crew only the first, for what is fired together like suppression."""
    found: dict[str, Figure] = {}
    for figure in figures:
        if figure.mate not in found:
            found[figure.id] = figure
    return list(found.values())
