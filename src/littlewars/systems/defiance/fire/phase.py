"""Phase weapons: through walls at targets nobody sees, declared before anybody measures (defiance.effector.phase-*)."""

from __future__ import annotations

from littlewars.engine import Battle
from littlewars.table.facing import facing_to

from ..basics.events import Wasted
from ..basics.fire_action import Fire, Shot
from ..basics.profiles import Weapon
from ..basics.sight import away, seen_by
from ..basics.state import Figure, State
from ..vehicles.mounts import bears
from .shots import aim
from .targets import Aims, blocked, is_aimed


def phase_range(line: Weapon, aimed: bool = False) -> tuple[int, int]:
    """From the outer limit of its best bracket to that of the next; of a single bracket all of it, limits included
    (defiance.effector.phase-range). Aiming doubles every limit."""
    limits = [reach * (2 if aimed else 1) for _, reach in line.reaches]
    return (limits[0], limits[1]) if len(limits) > 1 else (0, limits[0])


def in_phase(figure: Figure, line: Weapon, target: Figure) -> bool:
    """Is the target in phase range, whatever stands between (defiance.effector.phase-definition)?"""
    near, far = phase_range(line, is_aimed(figure, target))
    return near <= away(figure, target) <= far


def is_known(battle: Battle[State], figure: Figure, line: Weapon, target: Figure) -> bool:
    """Is the shot what anybody may measure before: at somebody seen and in range? Else it is declared blindly
    (defiance.effector.phase-targeting)."""
    far = seen_by(battle, figure).get(target.id)
    return far is not None and line.needs(far, is_aimed(figure, target)) is not None


def phase_targets(battle: Battle[State], figure: Figure, gun: tuple[int, Weapon], turns: bool, only: str) -> Aims:
    """Any enemy in its front arc, seen or unseen, near or far; infantry turns to him
    (defiance.effector.phase-targeting). `only`: of the unit that set covering fire off.

    Not somebody who is seen to be behind a friend and too near for the phase: no shot at him could be taken.
    """
    state, side, (arm, line) = battle.state, battle.state.side_of(figure), gun
    enemies = state.with_riders(state.units[only]) if only else [one for one in state.standing() if state.side_of(one) != side]
    found: Aims = {}
    for enemy in enemies:
        if not turns and not bears(figure, arm, enemy.at):
            continue
        seen = enemy.id in seen_by(battle, figure)
        if seen and blocked(battle, figure, enemy) and not in_phase(figure, line, enemy):
            continue
        found[enemy.id] = facing_to(figure.at, enemy.at) if turns and enemy.at != figure.at else figure.face
    return found


def shot_at(battle: Battle[State], fire: Fire, target: Figure, dice: int) -> Shot | None:
    """The dice at one target; a phase weapon's are wasted on somebody who is neither in phase range nor seen and in range
    (defiance.effector.phase-outside-range, defiance.effector.phase-modifiers)."""
    figure, line = fire.figure, fire.line
    if line.does("phases"):
        known = is_known(battle, figure, line, target)
        if not known:
            battle.seal()  # what was declared blindly is measured now
        direct = known and not blocked(battle, figure, target)
        if not direct and not in_phase(figure, line, target):
            battle.record(Wasted(figure=figure.id, weapon=line.name, why="out of phase range"))
            return None
    return aim(battle.state, fire, target, dice)
