"""Stunned figures: how it comes over them, and how they recover (defiance.effector.stun-*)."""

from __future__ import annotations

from littlewars.engine import Battle, Mod, Tally

from ..basics.dice import TEN
from ..basics.events import Changed, StunRolled
from ..basics.rolls import tally
from ..basics.state import Figure, State
from .removal import remove

RECOVERS = 7  # defiance.effector.stun-recovery-roll
MATRIX = Mod("communal mind", 2, "defiance.effector.stun-recovery-roll")
FATAL = 1  # of infantry (defiance.effector.stun-natural-one)
IMMUNE = "APC"  # defiance.effector.stun-vehicles


def is_immune(figure: Figure) -> bool:
    """A gun or an APC is never stunned, nor tagged by a stun weapon (defiance.effector.stun-vehicles)."""
    hull = figure.frame.hull
    return figure.is_gun or (hull is not None and hull.type == IMMUNE)  # defiance.infweapon.crew-weapon-stats


def stun(battle: Battle[State], figure: Figure) -> None:
    """It is stunned and covers no more; a vehicle stops at once. Who is stunned already counts his rolls on
    (defiance.effector.stun-hit, defiance.effector.stun-state)."""
    if figure.gone or figure.stunned:
        return
    figure.stunned, figure.stunned_in, figure.stun_rolls = True, battle.state.turn.number, 0
    figure.covers = ""
    if figure.frame.vehicle:
        figure.hulled.rolled = False  # static from now on
    battle.record(Changed(who=figure.id, what="is stunned"))


def recovery_tally(figure: Figure) -> Tally:
    """Its size helps, a communal mind, and each roll before this one (defiance.effector.stun-recovery-roll)."""
    rule = "defiance.effector.stun-recovery-roll"
    size = Mod("size", figure.frame.size, rule)
    again = Mod("rolls before", figure.stun_rolls, rule)
    return tally(RECOVERS, size, MATRIX if figure.frame.matrix else None, again)


def recover(battle: Battle[State], figure: Figure) -> None:
    """It tries to recover, but not in the turn in which it was stunned; a natural 1 kills infantry
    (defiance.effector.stun-recovery-timing, defiance.effector.stun-natural-one)."""
    if not figure.stunned or figure.gone or figure.stunned_in >= battle.state.turn.number:
        return
    needed, mortal = recovery_tally(figure), not figure.frame.vehicle
    cuts = (FATAL + 1, max(FATAL + 1, needed.needed)) if mortal else (needed.needed,)
    band = battle.dice.band(TEN, cuts, f"stun recovery, {figure.id}")
    passed = band == len(cuts)
    figure.stun_rolls += 1
    battle.record(StunRolled(figure=figure.id, tally=needed, passed=passed))
    if passed:
        figure.stunned, figure.stunned_in, figure.stun_rolls = False, 0, 0
    elif mortal and band == 0:
        remove(battle, figure, "killed")
