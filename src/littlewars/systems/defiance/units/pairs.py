"""Weapons that need a second man beside their bearer: loaders and powerpacks (defiance.infweapon.loader-*,
defiance.infweapon.powerpack-*). Who he is, is fixed when the force is built; nobody takes his place."""

from __future__ import annotations

from littlewars.table.constants import TOUCH
from littlewars.table.shapes.bases import gap

from ..basics.profiles import Weapon
from ..basics.state import Figure, State

PAIRED = ("loader", "powerpack")


def form_pairs(state: State) -> None:
    """Every bearer gets the next ordinary man of his unit who serves nobody, for the whole battle; both go at the slower
    one's pace (defiance.infweapon.loader-no-replacement, defiance.infweapon.powerpack-no-replacement,
    defiance.infweapon.loader-contact, defiance.infweapon.powerpack-contact)."""
    for unit in state.units.values():
        figures = [state.figures[name] for name in unit.figures]
        for number, bearer in enumerate(figures):
            if paired_weapon(bearer) is None or bearer.mate:
                continue
            found = next((man for man in (*figures[number:], *figures[:number]) if man is not bearer and _is_free(man)), None)
            if found is not None:
                bearer.mate, found.mate = found.id, bearer.id
                pace = min(bearer.frame.move, found.frame.move)
                bearer.lag, found.lag = bearer.frame.move - pace, found.frame.move - pace


def _is_free(man: Figure) -> bool:
    """An ordinary figure: no officer, no hero, and not part of another weapon."""
    return not (man.mate or man.officer or man.hero or man.frame.vehicle) and paired_weapon(man) is None


def paired_weapon(figure: Figure) -> Weapon | None:
    """The weapon for which it needs a second man."""
    return next((arm.weapon for arm in figure.arms if arm.weapon.form in PAIRED), None)


def beside(state: State, bearer: Figure) -> Figure | None:
    """His second man, if he is in base contact."""
    mate = state.figures.get(bearer.mate)
    if mate is None or mate.gone or mate.aboard or mate.level != bearer.level:
        return None
    return mate if gap(bearer.base(), mate.base()) <= TOUCH else None


def is_served(state: State, bearer: Figure, weapon: Weapon) -> bool:
    """Does the weapon work at full effect? A loader has to be in order; a powerpack only has to be plugged in
    (defiance.infweapon.loader-contact, defiance.infweapon.powerpack-contact)."""
    mate = beside(state, bearer)
    if mate is None or weapon.form == "powerpack":
        return mate is not None
    return mate.able and not mate.locked and not state.unit_of(mate).broken


def may_fire_it(state: State, bearer: Figure, weapon: Weapon) -> bool:
    """Has the pair its one fire action, and has a weapon without its loader rested (defiance.infweapon.loader-contact,
    defiance.infweapon.loader-lost)?"""
    if weapon.form not in PAIRED:
        return True
    doing, mate = state.turn.doing, beside(state, bearer)
    if mate is not None and doing is not None and doing.unit == bearer.unit and mate.id in doing.fired:
        return False
    return weapon.form == "powerpack" or is_served(state, bearer, weapon) or has_rested(state, bearer)


def is_plugged_in(state: State, bearer: Figure, weapon: Weapon) -> bool:
    """Has a powerpack weapon its pack? Others need none (defiance.infweapon.powerpack-lost)."""
    return weapon.form != "powerpack" or is_served(state, bearer, weapon)


def has_rested(state: State, figure: Figure) -> bool:
    """Did its weapon stay silent in the activation before (defiance.infweapon.loader-lost)?"""
    return not figure.served or figure.served != latest_activation(state, figure) - 1


def note_served(state: State, bearer: Figure, weapon: Weapon) -> None:
    """The shot belongs to the activation that set it up, and was the fire action of the man beside him, too
    (defiance.infweapon.loader-contact)."""
    if weapon.form not in PAIRED:
        return
    bearer.served = latest_activation(state, bearer)
    doing, mate = state.turn.doing, beside(state, bearer)
    if mate is not None and doing is not None and doing.unit == bearer.unit:
        doing.fired.append(mate.id)


def latest_activation(state: State, figure: Figure) -> int:
    """The turn of its latest activation: covering fire before this turn's belongs to the last."""
    return state.turn.number - (not state.unit_of(figure).activated)
