"""What a fight would bring, before it is fought: exact odds by running its very steps (defiance.hth.sequence)."""

from __future__ import annotations

from collections.abc import Callable

from littlewars.dice.kinds import bands
from littlewars.engine import Attack, Battle, Mod, Rule, Tally
from littlewars.engine.showing import Roll

from ..basics.dice import OPEN, TEN
from ..basics.rolls import damage_bands
from ..basics.state import Activation, Bout, Figure, Melee, State
from ..fire.damage import condition
from ..fire.forecasts import OUT, worse_off
from .strikes import blow_tally, can_strike, reflex

Fought = Callable[[Battle[State]], Rule[None]]  # plays the fight in progress up to what comes after it


def forecast(state: State, bout: Bout, fought: Fought) -> Attack[State]:
    """The whole fight: reflex, both sides' dice, saves, damage and tests; what comes after it is left out."""
    one, other = state.figures[bout.attacker], state.figures[bout.defender]

    async def rule(battle: Battle[State]) -> None:
        if battle.state.turn.doing is None:
            battle.state.turn.doing = Activation(one.unit)
        battle.state.acting().melee = Melee(bout)
        await fought(battle)

    title = f"{one.frame.name} against {other.frame.name}"
    return Attack(
        rule,
        worse_off(state, state.side_of(other)),
        title=title,
        counts=OUT,
        rolls=_rolls(state, bout, one, other),
        assumes="chits are kept",
        alike=_alike(bout),
    )


def _alike(bout: Bout) -> Callable[[State], tuple[object, ...]]:
    """Two states in the middle of a fight are alike if the two fighters are, and the fight is as far."""

    def key(state: State) -> tuple[object, ...]:
        doing, pair = state.acting(), (state.figures[bout.attacker], state.figures[bout.defender])
        melee = doing.melee
        assert melee is not None
        fight = (melee.step, melee.first, *melee.held, *melee.hits.items(), *melee.hurt)
        dice = [(doing.rolled.get(one.id, 0), one.used, one.struck_by, one.prone, one.locked) for one in pair]
        return fight, *dice, *(condition(one) for one in pair)

    return key


def _rolls(state: State, bout: Bout, one: Figure, other: Figure) -> tuple[Roll, ...]:
    """The reflexes, both sides' dice, and the fields."""
    found = []
    if bout.kind == "lock" and can_strike(state, one, other) and can_strike(state, other, one):
        found.append(_first(state, bout, one, other))
    for me, him, what in ((one, other, "blow"), (other, one, "the enemy's blow")):
        if not can_strike(state, me, him):
            continue
        needed = blow_tally(me, him, bout.kind == "escape" and me is one)
        found.append(Roll(what, "d10", needed, _chance(damage_bands(needed.needed)[1])))
        if him.frame.field is not None and not me.frame.hands.does("pierces-fields"):
            fails, saves = bands(TEN, (him.frame.field,))
            found.append(Roll("field save", "d10", Tally(him.frame.field, ()), saves / (fails + saves)))
    return tuple(found)


def _first(state: State, bout: Bout, one: Figure, other: Figure) -> Roll:
    """Who strikes first: both dice with all that counts on either side."""
    mine, his = reflex(state, one, other, bout.charged), reflex(state, other, one, False)
    ways = won = 0
    for face, weight in enumerate(OPEN.weights):
        for theirs, more in enumerate(OPEN.weights):
            ways += weight * more
            won += weight * more * (face + mine > theirs + his)
    mods = (Mod("reflex", mine, "defiance.hth.reflex-roll"), Mod("the enemy's reflex", -his, "defiance.hth.reflex-roll"))
    return Roll("to strike first", "d10 against d10", Tally(0, mods), won / ways)


def _chance(needed: int) -> float:
    miss, hit = bands(OPEN, (needed,))
    return hit / (miss + hit)
