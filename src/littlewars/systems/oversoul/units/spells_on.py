"""Lasting spells: what lies on a unit and what it does there."""

from __future__ import annotations

from littlewars.engine import Mod

from ..basics.attributes import spells
from ..basics.state import INCH, Figure, State, Unit


def units_over(state: State, figure: Figure) -> list[Unit]:
    """The units whose spells cover this model: its own, and the one its leader is attached to (oversoul.cast.unit-effects)."""
    unit = state.units[figure.unit]
    return [unit, state.units[unit.under]] if unit.under else [unit]


def effects(state: State, figure: Figure, what: str) -> list[Mod]:
    """Modifiers of this kind on a model; the same spell never counts twice (oversoul.cast.no-stacking)."""
    own = state.units[figure.unit]
    if not own.spells and not own.under:
        return []
    found: dict[str, Mod] = {}
    for unit in units_over(state, figure):
        for spell in unit.spells:
            value = spells()[spell.name].effects.get(what, 0)
            if value:
                found[spell.name] = Mod(spell.name, value, spells()[spell.name].rule)
    return list(found.values())


def spell_move(state: State, figure: Figure) -> int:
    """What spells add to MOVE, in thousandths (oversoul.spells.fast, oversoul.spells.slow)."""
    found = effects(state, figure, "move")
    return INCH * sum(mod.value for mod in found) if found else 0


def flies(state: State, figure: Figure) -> bool:
    """Flying by nature or by the spell Fly (oversoul.attr.flying, oversoul.spells.fly)."""
    if figure.profile.flying:
        return True
    own = state.units[figure.unit]
    return bool(own.spells or own.under) and bool(effects(state, figure, "flying"))
