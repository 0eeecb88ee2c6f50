"""Blows hand to hand: who has dice, what they need, and one die after another (defiance.hth.rating,
defiance.hth.multiple-dice, defiance.hth.dice-per-unit-and-turn)."""

from __future__ import annotations

from collections.abc import Iterator

from littlewars.engine import Battle, Choose, Mod, Option, Tally
from littlewars.engine.names import ref

from ..basics.dice import OPEN, TEN
from ..basics.events import Blow
from ..basics.fire_action import Cause
from ..basics.rolls import damage_bands, tally
from ..basics.state import Bout, Figure, Melee, State
from ..fire.damage import land
from ..fire.shots import lof_mods
from ..move.contact import near
from ..units.chits import spend
from ..units.morale import try_nerve
from ..vehicles.nerves import haywire_mod

CHIT = Mod("attack chit", 1, "defiance.command.chit-damage")
FLED = Mod("failed escape", 2, "defiance.hth.escape-failure")
ROLL, HOLD = "roll", "hold"

# what helps and hinders a reflex roll, all of it together (defiance.hth.reflex-modifiers)
CHARGE_REFLEX = Mod("charge", 2, "defiance.orders.charge-reflex")
CHIT_REFLEX = Mod("attack chit", 1, "defiance.command.chit-charge")
LARGER_REFLEX = Mod("larger", 2, "defiance.hth.reflex-modifiers")
FRIEND_REFLEX = 2  # for each friend that has attacked the same enemy this turn
PRONE_REFLEX = Mod("prone", -2, "defiance.move.prone-reflex")
SHAKEN_REFLEX = Mod("shaken", -4, "defiance.morale.shaken-effects")
BROKEN_REFLEX = Mod("broken", -4, "defiance.morale.broken-effects")
STUNNED_REFLEX = Mod("stunned", -6, "defiance.hth.reflex-modifiers")


# ---- dice


def dice_left(state: State, figure: Figure, enemy: Figure) -> int:
    """Dice it has against this enemy: its rating, less what it has rolled or traded in this activation, or against his unit
    this turn, whichever is more (defiance.hth.dice-per-unit-and-turn)."""
    doing = state.turn.doing
    now = doing.rolled.get(figure.id, 0) if doing else 0
    return max(0, figure.frame.dice - max(now, dict(figure.used).get(enemy.unit, 0)))


def use_dice(state: State, figure: Figure, enemy: Figure, count: int) -> None:
    """They are rolled, or traded for a move: both are counted in the activation and against the unit."""
    rolled, used = state.acting().rolled, dict(figure.used)
    rolled[figure.id] = rolled.get(figure.id, 0) + count
    used[enemy.unit] = used.get(enemy.unit, 0) + count
    figure.used = tuple(used.items())


def strikes(figure: Figure) -> bool:
    """Does it fight hand to hand at all? Of vehicles only mecha do, as infantry does, guns never
    (defiance.hth.versus-static-vehicle, defiance.hth.versus-mecha)."""
    return not figure.gone and figure.frame.dice > 0 and (figure.frame.mecha or not figure.frame.vehicle)


def can_strike(state: State, figure: Figure, enemy: Figure) -> bool:
    """Has it a die for this enemy (defiance.hth.no-dice-left)?"""
    return strikes(figure) and dice_left(state, figure, enemy) > 0


# ---- what they need


def reflex_tally(state: State, figure: Figure, enemy: Figure, charging: bool) -> Tally:
    """Its reflex and everything that counts; of the maneuvers only a charge helps, and the shaken fight on, prone
    (defiance.hth.reflex-modifiers, defiance.hth.charge-bonus, defiance.orders.sprint-hth, defiance.orders.jump-hth,
    defiance.hth.shaken-in-combat)."""
    friends = [name for name in enemy.struck_by if name != figure.id]
    return tally(
        figure.frame.reflex,
        CHARGE_REFLEX if charging else None,
        CHIT_REFLEX if charging and figure.spurred else None,
        LARGER_REFLEX if figure.frame.size > enemy.frame.size else None,
        Mod("friends before", FRIEND_REFLEX * len(friends), "defiance.hth.reflex-modifiers"),
        PRONE_REFLEX if figure.prone else None,
        SHAKEN_REFLEX if figure.shaken else None,
        BROKEN_REFLEX if state.unit_of(figure).broken else None,
        STUNNED_REFLEX if figure.stunned else None,
    )


def reflex(state: State, figure: Figure, enemy: Figure, charging: bool) -> int:
    """What it adds to its reflex die."""
    told = reflex_tally(state, figure, enemy, charging)
    return told.base + sum(mod.value for mod in told.mods)


def blow_tally(figure: Figure, enemy: Figure, fled: bool = False, chit: bool = False) -> Tally:
    """What one of its dice needs: armour and the kind of target count, nothing of the line of sight does
    (defiance.hth.no-los-modifiers, defiance.hth.anti-infantry)."""
    mods = lof_mods(figure.frame.hands, enemy)
    return tally(figure.frame.strikes, *mods, haywire_mod(figure), FLED if fled else None, CHIT if chit else None)


# ---- one die after another


def others(state: State, figure: Figure, enemy: Figure) -> Iterator[Figure]:
    """The other enemies it could strike this turn: those that hold it, and those it is going to attack in this activation."""
    doing = state.turn.doing
    names = dict.fromkeys(figure.locked)
    for bout in doing.fights if doing else ():
        if figure.id in (bout.attacker, bout.defender):
            names[bout.defender if bout.attacker == figure.id else bout.attacker] = None
    for name in names:
        other = state.figures[name]
        if other is not enemy and is_live(state, Bout(figure.id, name, "lock" if name in figure.locked else "hull")):
            yield other


def is_live(state: State, bout: Bout) -> bool:
    """Can it still be fought: both are there, and held together or in contact?"""
    one, other = state.figures[bout.attacker], state.figures[bout.defender]
    if not (state.stands(one) and state.stands(other)):
        return False
    return other.id in one.locked if bout.kind in ("lock", "escape") else near(one.base(), other)


async def _goes_on(battle: Battle[State], figure: Figure, enemy: Figure, fled: bool) -> bool:
    """Its owner may keep his dice for another enemy; if there is none it is not asked
    (defiance.hth.dice-per-unit-and-turn)."""
    state = battle.state
    left = dice_left(state, figure, enemy)
    if not any(dice_left(state, figure, other) for other in others(state, figure, enemy)):
        return True
    needed, dice = blow_tally(figure, enemy, fled), f"{left} {'die' if left == 1 else 'dice'} left"
    options = (
        Option(ROLL, f"Strike at {ref(enemy.id)} ({dice})", of=(enemy.id,), at=enemy.at, tally=needed, means="melee"),
        Option(HOLD, "Keep what is left for another enemy", of=(figure.id,), means="hold"),
    )
    rule, prompt = "defiance.hth.dice-per-unit-and-turn", f"{ref(figure.id)} strikes at {ref(enemy.id)}?"
    ask = Choose(state.side_of(figure), rule, prompt, options)
    return await ask.about(figure.id, unit=figure.unit, topic="share") == ROLL


async def strike(battle: Battle[State], melee: Melee, figure: Figure, enemy: Figure, together: bool = False) -> None:
    """Its dice, each with its save and its damage before the next; `together`: hits are only counted, and it stops when they
    are enough (defiance.hth.multiple-dice, defiance.hth.reflex-roll)."""
    state, helped = battle.state, False
    fled = melee.bout.kind == "escape" and figure.id == melee.bout.attacker
    while can_strike(state, figure, enemy) and not enemy.gone and figure.id not in melee.held:
        if together and melee.hits.get(enemy.id, 0) >= enemy.left:
            break
        if not await _goes_on(battle, figure, enemy, fled):
            melee.held.append(figure.id)
            break
        chit = not helped and await spend(battle, figure, "damage")
        helped = True
        if _hits(battle, figure, enemy, blow_tally(figure, enemy, fled, chit)):
            if together:
                melee.hits[enemy.id] = melee.hits.get(enemy.id, 0) + 1
            else:
                await fall_upon(battle, melee, figure, enemy, 1)
        battle.merge_point("blow")


def _hits(battle: Battle[State], figure: Figure, enemy: Figure, needed: Tally) -> bool:
    """One die and the save against it (defiance.hth.rating: it never tags)."""
    use_dice(battle.state, figure, enemy, 1)
    if figure.id not in enemy.struck_by:
        enemy.struck_by = (*enemy.struck_by, figure.id)
    field, hit, saved = enemy.frame.field, battle.dice.test(OPEN, damage_bands(needed.needed)[1], f"blow, {figure.id}"), False
    if hit and field is not None and not figure.frame.hands.does("pierces-fields"):
        saved = battle.dice.test(TEN, field, f"field save, {enemy.id}")
    battle.record(Blow(figure=figure.id, target=enemy.id, tally=needed, hit=hit, saved=saved))
    return hit and not saved


async def fall_upon(battle: Battle[State], melee: Melee, figure: Figure, enemy: Figure, hits: int) -> None:
    """Hits land; a figure that was held by one who falls is free."""
    held = enemy.locked if figure.id in enemy.locked else (*enemy.locked, figure.id)
    cause = Cause(battle.state.side_of(figure), figure.at, "blow", figure.frame.hands)
    if figure.frame.hands.does("terrifies"):  # defiance.effector.terror-hit
        for _ in range(hits):
            await try_nerve(battle, enemy, "terrified")
        hits = 0
    damaged = await land(battle, enemy, hits, cause)
    if damaged and enemy.id not in melee.hurt:
        melee.hurt.append(enemy.id)
    if enemy.gone:
        melee.killers.append(figure.id)
        melee.freed += [name for name in held if name not in melee.freed]
