"""When the tactician fights hand to hand: what a fight is worth, and whether to charge, fight on or get away."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from littlewars.systems.defiance.basics.dice import OPEN
from littlewars.systems.defiance.basics.sight import away
from littlewars.systems.defiance.basics.state import Figure, State
from littlewars.systems.defiance.fight.strikes import blow_tally, dice_left, reflex, strikes
from littlewars.systems.defiance.travel.move_ask import allowance

from .worth import open_chance, worth_of_hit

NERVE = 0.3  # what the test of somebody charged is worth beside his fall
ROUND = 0.8  # of its way a charger can count on: figures and walls stand about


@cache
def first_chance(ahead: int) -> float:
    """The chance to strike first with so much more on the reflex die; half of a tie counts."""
    ways = won = 0.0
    for mine, weight in enumerate(OPEN.weights):
        for his, more in enumerate(OPEN.weights):
            ways += weight * more
            won += weight * more * (1.0 if mine + ahead > his else 0.5 if mine + ahead == his else 0.0)
    return won / ways


def _fells(state: State, figure: Figure, enemy: Figure, dice: int | None = None) -> float:
    """The share of an enemy that its dice take, saves included."""
    if not strikes(figure):
        return 0.0
    hit = open_chance(max(2, blow_tally(figure, enemy).needed))
    saved = 0.0 if enemy.frame.field is None else open_chance(enemy.frame.field)
    each = hit * (1 - saved)
    count = dice_left(state, figure, enemy) if dice is None else dice
    return 1 - (1 - each) ** count if enemy.left <= 1 else min(1.0, each * count / enemy.left)


def fight_worth(state: State, figure: Figure, enemy: Figure, charging: bool = False) -> float:
    """The points to expect of a fight between the two, less what it costs."""
    back = strikes(enemy)
    ahead = reflex(state, figure, enemy, charging) - reflex(state, enemy, figure, False) if back else 99
    first = first_chance(max(-20, min(20, ahead)))
    mine, his = _fells(state, figure, enemy), _fells(state, enemy, figure)
    gain = first * mine + (1 - first) * (1 - his) * mine
    loss = (1 - first) * his + first * (1 - mine) * his
    nerve = NERVE * (1 - gain) if charging and back and not enemy.frame.matrix else 0.0
    return (gain + nerve) * worth_of_hit(enemy) * enemy.left - loss * worth_of_hit(figure) * figure.left


def charge_worth(state: State, figures: Iterable[Figure], enemies: Iterable[Figure]) -> float:
    """What a charge of these is worth: each at the nearest it can come to; who comes to nobody is shot at for nothing."""
    total, foes = 0.0, [enemy for enemy in enemies if not enemy.aloft]
    for figure in figures:
        nearest = min(foes, key=lambda enemy: (away(figure, enemy), enemy.id), default=None)
        if nearest is None:
            return 0.0
        if away(figure, nearest) <= ROUND * allowance(figure, "charge", ""):
            total += fight_worth(state, figure, nearest, charging=True)
    return total


def brawl_worth(state: State, figures: Iterable[Figure]) -> float:
    """What going on with the fights they are in is worth."""
    return sum(fight_worth(state, figure, state.figures[name]) for figure in figures for name in figure.locked)
