"""Who is hit instead of whom one aims at: fire into a fight hand to hand finds somebody who is in the way
(defiance.hth.firing-into), fire at a gun its crew or the gun (defiance.infweapon.crew-hit-allocation).

It is rolled when the fire has been declared and answered, before chits and dice."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle

from ..basics.dice import TEN
from ..basics.events import CrewOrGun, InTheWay
from ..basics.fire_action import Fire, Shot
from ..basics.profiles import Weapon
from ..basics.sight import away, sees
from ..basics.state import Figure, State
from ..units.guns import beside_gun
from .shots import aim
from .targets import is_aimed

GUN = 7  # from which face on the gun is hit, not its crew (defiance.infweapon.crew-hit-allocation)
CLOSE = (3, 5)  # brackets in which one chooses (defiance.infweapon.crew-close-range-choice)
LARGEST, ENEMY = 4, 8  # from which face on the largest, and an enemy of the firer, is hit (defiance.hth.firing-into)


def redirect(battle: Battle[State], fire: Fire, shots: Sequence[Shot]) -> list[Shot]:
    """The dice meant for the first target go to the figure in its way; range and modifiers are that figure's."""
    if not shots:
        return []
    state, first = battle.state, shots[0]
    target = in_the_way(battle, fire.figure, fire.line, state.figures[first.target])
    return list(shots) if target.id == first.target else [aim(state, fire, target, first.dice), *shots[1:]]


def in_the_way(battle: Battle[State], figure: Figure, line: Weapon, target: Figure) -> Figure:
    """The figure that a shot at this one finds: the target itself, if it is in no fight and serves no gun."""
    state = battle.state
    if not target.locked:
        gun = _gun_by(state, target)
        return target if gun is None else _crew_or_gun(battle, figure, line, target, gun)
    group = [one for one in combatants(state, target) if one is target or _could_hit(battle, figure, line, one)]
    rolled = battle.dice.band(TEN, (LARGEST, ENEMY), f"who is in the way, {figure.id}")
    kinds = (_friends(state, figure, group), _largest(group), _enemies(state, figure, group))
    found = kinds[rolled] or [target]
    hit = found[battle.dice.pick(len(found), "who of them")] if len(found) > 1 else found[0]
    battle.record(InTheWay(figure=figure.id, target=target.id, hit=hit.id))
    return hit


def _gun_by(state: State, target: Figure) -> Figure | None:
    """The gun of whose group the target is one: the gun itself, or who of its crew touches it."""
    gun = target if target.is_gun else state.figures.get(target.gun)
    if gun is None or gun.gone:
        return None
    return gun if target is gun or target in beside_gun(state, gun) else None


def _crew_or_gun(battle: Battle[State], figure: Figure, line: Weapon, target: Figure, gun: Figure) -> Figure:
    """1 to 6 the closest of the crew, else the gun; at close range whom one likes, and without crew the gun
    (defiance.infweapon.crew-hit-allocation, defiance.infweapon.crew-close-range-choice)."""
    crew = beside_gun(battle.state, gun)
    if not crew:
        return gun
    if line.needs(away(figure, target), is_aimed(figure, target)) in CLOSE:
        return target
    seen = [one for one in (gun, *crew) if one is target or _could_hit(battle, figure, line, one)]
    hit_gun = battle.dice.test(TEN, GUN, f"crew or gun, {figure.id}")
    wanted = gun if hit_gun else min(crew, key=lambda man: (away(figure, man), man.id))
    hit = wanted if wanted in seen else min(seen, key=lambda one: (away(figure, one), one.id))
    battle.record(CrewOrGun(figure=figure.id, gun=gun.id, hit=hit.id))
    return hit


def combatants(state: State, figure: Figure) -> list[Figure]:
    """Everybody whom locks connect with it, itself first."""
    found = [figure.id]
    for name in found:
        found += [other for other in state.figures[name].locked if other not in found]
    return [state.figures[name] for name in found]


def group_of(state: State, target: Figure) -> list[Figure]:
    """Everybody whom fire at this one may find."""
    gun = _gun_by(state, target)
    found = combatants(state, target)
    return found if gun is None else list({one.id: one for one in (*found, gun, *beside_gun(state, gun))}.values())


def _could_hit(battle: Battle[State], figure: Figure, line: Weapon, one: Figure) -> bool:
    """Does the firer see him, in range of the weapon?"""
    return line.needs(away(figure, one), is_aimed(figure, one)) is not None and sees(battle, figure, one)


def _friends(state: State, figure: Figure, group: Sequence[Figure]) -> list[Figure]:
    return [one for one in group if state.side_of(one) == state.side_of(figure)]


def _enemies(state: State, figure: Figure, group: Sequence[Figure]) -> list[Figure]:
    return [one for one in group if state.side_of(one) != state.side_of(figure)]


def _largest(group: Sequence[Figure]) -> list[Figure]:
    """Those of the largest size class: all of them if there is but one."""
    most = max(one.frame.size for one in group)
    return [one for one in group if one.frame.size == most]
