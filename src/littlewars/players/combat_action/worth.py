"""What shots, blows and places are worth, in points, without dice."""

from __future__ import annotations

from littlewars.engine import Battle, Point
from littlewars.systems.combat_action.basics.numbers import DIE
from littlewars.systems.combat_action.basics.profiles import Weapon, points
from littlewars.systems.combat_action.basics.sight import cover_against, safe_at, seen_by
from littlewars.systems.combat_action.basics.state import Figure, State
from littlewars.systems.combat_action.fire.shooting import caught
from littlewars.systems.combat_action.fire.targets import Shot, tally
from littlewars.systems.combat_action.melee.fighting import arms, blow_tally, weapon_of

from ..thumb import chance

FALLS = 0.8  # of its points, a living model that takes damage
LOCATION = 0.3  # of its points, a machine that takes damage
DEEPER = 0.05  # more for every point by which Pen passes PF
NEAR = 0.5  # of those about the point of a blast
WIDE = 0.25  # of a blast that misses


def damage_worth(figure: Figure, pen: int, cover: int) -> float:
    """What a hit with this Pen is worth."""
    pf = figure.profile.pf + cover
    pierces = chance(DIE, pf - pen)
    if figure.profile.living:
        return pierces * FALLS * points(figure.profile) * (1.2 if figure.wounded else 1.0)
    return pierces * points(figure.profile) * (LOCATION + DEEPER * max(0, pen + 3 - pf))


def shot_worth(battle: Battle[State], shot: Shot) -> float:
    """What a firing action at a model is worth."""
    state = battle.state
    weapon, body = shot.weapon(state), state.figures[shot.body]
    target = state.figures[shot.target]
    hits = chance(DIE, tally(battle, shot).needed)
    if weapon.blast and not target.level:
        return blast_worth(battle, state.side_of(body), target.at, weapon, hits)
    hull = state.figures[target.body]
    cover = 0 if target.carrier else cover_against(battle, body, hull).bonus
    return hits * damage_worth(target, weapon.pen, cover) * (1 + 0.85 * (weapon.dice(shot.mode) - 1))


def blast_worth(battle: Battle[State], side: str, at: Point, weapon: Weapon, hits: float) -> float:
    """What an explosion is worth: enemies in it, less friends."""
    total = 0.0
    for figure, cover, sure in caught(battle, at, weapon.blast):
        sign = -1.3 if battle.state.side_of(figure) == side else 1.0
        total += sign * damage_worth(figure, weapon.pen, cover) * (1.0 if sure else NEAR)
    return total * (hits + WIDE * (1 - hits))


def blow_worth(figure: Figure, target: Figure, number: int) -> float:
    """What a blow is worth."""
    return chance(DIE, blow_tally(figure, target, number).needed) * damage_worth(target, weapon_of(figure, number).pen, 0)


def melee_worth(figure: Figure, target: Figure) -> float:
    """What an attack with the best weapon brings, less the blow back."""
    own = max(blow_worth(figure, target, number) for number in arms(figure))
    back = 0.0 if target.profile.vehicle else max(blow_worth(target, figure, number) for number in arms(target))
    return own - 0.8 * back


def best_gun(figure: Figure) -> Weapon | None:
    """The weapon it shoots with."""
    guns = [weapon for _, weapon, gun in figure.arms() if weapon.modes and not gun.out]
    return max(guns, key=lambda weapon: weapon.pen * max(1, weapon.auto), default=None)


def threat(battle: Battle[State], figure: Figure) -> int:
    """How many enemies see it."""
    return len(seen_by(battle, figure))


def safety(battle: Battle[State], figure: Figure, at: Point) -> float:
    """1 out of sight, less in cover, 0 in the open."""
    return {"unseen": 1.0, "cover": 0.7, "": 0.0}[safe_at(battle, figure, at)]
