"""The damage test and what a damaging hit does to living creatures (combat-action.damage.test, combat-action.damage.living,
combat-action.damage.large-scale, combat-action.damage.wounded)."""

from __future__ import annotations

from littlewars.engine import Battle

from ..basics.events import UNHURT, Hurt
from ..basics.numbers import DIE, LIVING
from ..basics.state import OOA, Figure, State
from .removal import remove

WOUNDED = "wounded"


def penetrates(battle: Battle[State], pen: int, pf: int, why: str) -> bool:
    """d6 + Pen >= PF: a damaging hit (combat-action.damage.test)."""
    return battle.dice.test(DIE, pf - pen, f"damage, {why}")


def hurt_living(battle: Battle[State], figure: Figure, pen: int, cover: int = 0) -> None:
    """A hit on a living model: the test, then the table (combat-action.damage.living)."""
    pf = figure.profile.pf + cover
    if not penetrates(battle, pen, pf, figure.id):
        battle.record(Hurt(figure=figure.id, pen=pen, pf=pf, result=UNHURT))
        return
    result = _result(battle, figure)
    if result == WOUNDED and figure.wounded:
        result = OOA  # a second wound (combat-action.damage.wounded)
    battle.record(Hurt(figure=figure.id, pen=pen, pf=pf, result="out of action" if result == OOA else result))
    battle.state.units[figure.unit].hurt = True
    if result == WOUNDED:
        figure.wounded, figure.ready = True, -1  # combat-action.ready.end
        figure.ap = max(0, figure.ap - 1)
    else:
        remove(battle, figure, result)


def _result(battle: Battle[State], figure: Figure) -> str:
    """Wounded, out of action or killed; in the large game out of action without a die (combat-action.damage.large-scale)."""
    if battle.state.settings.scale == "large":
        return OOA
    fell = battle.dice.roll(DIE, f"wound, {figure.id}", key=lambda face: LIVING[face])
    return LIVING[fell]
