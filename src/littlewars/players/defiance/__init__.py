"""Rules of thumb for Defiance: fire when it pays, cover while advancing, suppress crowds, keep to the terrain."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from littlewars.engine import Ask, Choose, Move, View

from ..thumb import Advice, advised
from .deploy import deploy
from .driving import drive, what_next
from .fire import call, cover, fire, keep, set_off
from .moves import move
from .orders import order, pattern, speed_of
from .riding import gets_out, starts
from .worth import battle_of

DRIVES = "defiance.vehicle.move-in-arc"


def advise(view: View[Any], ask: Ask[Any], rng: Random, stuck: Counter[str]) -> Any:
    """An answer, or None for the usual one."""
    if isinstance(ask, Move):
        return drive(view, ask) if ask.rule == DRIVES else move(view, ask)
    return advised(ANSWERS, view, ask, rng)


def spend(view: View[Any], ask: Choose, rng: Random) -> str:
    """Spend it; where dice are at several targets, on the one that needs least."""
    dice = [(option.tally.needed, option.id) for option in ask.written if option.tally is not None]
    return min(dice)[1] if dice else "spend"


def cards(view: View[Any], ask: Any, rng: Random) -> Any:
    """Command cards go to the units with most figures. Who is in a unit, its option says: units that this plan has made are
    not on the common table yet."""
    figures = battle_of(view).state.figures
    options = [option for option in next(iter(ask.items.values())) if option.means != "pass"]
    here = {option.id: sum(not figures[name].gone for name in option.of) for option in options}
    ranked = sorted(here, key=lambda name: (-here[name], name))
    return tuple((item, ranked[number % len(ranked)]) for number, item in enumerate(ask.items)) if ranked else None


ANSWERS: dict[str, Advice] = {
    "defiance.deploy.placement-legality": deploy,
    "defiance.orders.declare-first": order,
    "defiance.orders.fire-movement-type": speed_of,
    "defiance.orders.fire-attack-pattern": pattern,
    "defiance.orders.vehicle-orders": what_next,
    "defiance.ranged.closest-target": fire,
    "defiance.ranged.elite-vehicle-targeting": fire,
    "defiance.cover.target-choice": fire,
    "defiance.cover.triggers": cover,
    "defiance.cdw.timing": set_off,
    "defiance.airstrike.caller": call,
    "defiance.passenger.definition": starts,
    "defiance.passenger.exit": gets_out,
    "defiance.suppression.continue-keep": keep,
    "defiance.command.chit-damage": spend,
    "defiance.command.chit-morale": spend,
    "defiance.command.chit-dumb-luck": spend,
    "defiance.command.primary-cards": cards,
}
