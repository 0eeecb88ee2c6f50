"""Rules of thumb for AT-43: shoot what pays, close in with who fights, spend Leadership Points where they bring most."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from littlewars.engine import Ask, Move, Place, View

from ..thumb import Advice, advised
from .acting import activate, attack_choice, enter, rally, what_next, which_weapons
from .cards import begin_first, bid, change_sequence, lay_cards, name_reserves
from .hits import abandon, decline_rerolls, location, victim
from .moves import deploy, move, place_or_reserve
from .tactics import fire_kept, react, tactics


def advise(view: View[Any], ask: Ask[Any], rng: Random, stuck: Counter[str]) -> Any:
    """An answer, or None for the usual one."""
    if isinstance(ask, Move):
        return move(view, ask, rng)
    if isinstance(ask, Place):
        return deploy(view, ask, rng)
    return advised(ANSWERS, view, ask, rng)


ANSWERS: dict[str, Advice] = {
    "at43.setup.table": place_or_reserve,
    "at43.round.sequence": name_reserves,
    "at43.round.activation-sequence": lay_cards,
    "at43.leadership.improve-authority": bid,
    "at43.round.authority-test": begin_first,
    "at43.leadership.one-sequence-change": change_sequence,
    "at43.afv.immobile-leader": abandon,
    "at43.leadership.activate-unit": activate,
    "at43.morale.disorganised": rally,
    "at43.movement.reserve-entry": enter,
    "at43.round.activation-steps": what_next,
    "at43.shooting.salvo": which_weapons,
    "at43.shooting.reroll": decline_rerolls,
    "at43.tactics.cost": tactics,
    "at43.tactics.overwatch": react,
    "at43.tactics.split-fire": fire_kept,
    "at43.afv.hit-location": location,
    "at43.close-combat.choice": attack_choice,
    "at43.close-combat.impact-target": victim,
}
