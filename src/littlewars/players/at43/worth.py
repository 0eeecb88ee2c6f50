"""What salvos and fights are worth, in points, without dice and without a ruler."""

from __future__ import annotations

from littlewars.engine import Battle
from littlewars.systems.at43.basics.numbers import COVER, TAKEN_COVER
from littlewars.systems.at43.basics.profiles import Profile, Weapon
from littlewars.systems.at43.basics.resolution import needed, range_of
from littlewars.systems.at43.basics.sight import sees_unit
from littlewars.systems.at43.basics.state import State, Unit
from littlewars.systems.at43.basics.tabletop import destroyable, tabletop
from littlewars.systems.at43.fire.aim import bearers, guns_of, targets
from littlewars.systems.at43.fire.cover import in_dead_angle, pieces_between
from littlewars.systems.at43.fire.zone import area, box_round
from littlewars.systems.at43.units.cohesion import bases_of
from littlewars.table.board.hulls import in_hull

from .estimate import between

GENERATOR = 12.5  # points for a structure point of a Generator that is not ours
FRIENDS = 1.0  # what own fighters in the way weigh against the enemy's
COMMANDER, KILLS_UNIT = 1.3, 1.25


def odds_of(least: int) -> float:
    """The chance that a die shows this or more."""
    return min(1.0, max(0.0, (7 - least) / 6))


def hits(weapon: Weapon, shooters: int, least: int, more: int = 0) -> float:
    """The impacts of so many with all re-rolls."""
    p, dice = odds_of(least), weapon.rate * shooters
    return dice * p + min((weapon.reroll + more) * shooters, dice * (1 - p)) * p


def per_point(profile: Profile) -> float:
    """What a damage point on such a fighter is worth."""
    if not profile.afv:
        return profile.points / profile.wounds
    structure = dict(profile.structure)
    frame = structure.pop("frame")
    return 1.25 * profile.points / (frame + sum(structure.values()) / 2)


def damage(weapon: Weapon, profile: Profile) -> float:
    """What an impact on such a fighter is worth."""
    most = profile.wounds if not profile.afv else weapon.damage
    return odds_of(needed(weapon.penetration, profile.protection)) * min(weapon.damage, most) * per_point(profile)


def seems_covered(battle: Battle[State], shooters: Unit, target: Unit) -> bool:
    """Do half of them stand in dead angles, as far as one sees from the lines?"""
    return tabletop(battle).until_move(("seems", shooters.id, target.id), lambda: _seems(battle.state, shooters, target))


def _seems(state: State, shooters: Unit, target: Unit) -> bool:
    unit = list(bases_of(state.members(shooters)).values())
    members = state.members(target)
    behind = sum(any(in_dead_angle(f, unit, piece) for piece in pieces_between(state, unit, f)) for f in members)
    return bool(members) and 2 * behind >= len(members)


def salvo_worth(battle: Battle[State], unit: Unit, weapon: Weapon, name: str, nearer: int = 0) -> float:
    """What a weapon at a target is worth, from here or so much nearer: less what own fighters in the way would lose."""
    state = battle.state
    target = state.units.get(name)
    if target is None:
        return _element_worth(state, unit, weapon, name)
    shooters = [f for f in bearers(state, unit, weapon.key) if sees_unit(battle, f, target)]
    far = max(0, between(state, unit, target) - nearer)
    least = needed(weapon.accuracy, 0 if weapon.locked else range_of(far))
    found = hits(weapon, len(shooters), least)
    if not found:
        return 0.0
    members = state.members(target)
    worth, loss = damage(weapon, members[0].profile), 0.0
    if not weapon.locked:
        through = tabletop(battle).until_move(("through", unit.id, name), lambda: _in_the_way(battle, unit, target))
        loss = sum(damage(weapon, p) * (FRIENDS if own else -0.8) for p, own in through[: int(found + 0.5)])
        found = max(0.0, found - len(through))
        if seems_covered(battle, unit, target):
            found *= 1 - odds_of(TAKEN_COVER if "take-cover" in target.markers else COVER)
    most = sum(per_point(f.profile) * _left(f.profile, f.hurt) for f in members)
    gain = min(found * worth, most)
    if found * odds_of(needed(weapon.penetration, members[0].profile.protection)) >= len(members):
        gain *= KILLS_UNIT
    if state.sides[target.side].commander in target.figures:
        gain *= COMMANDER
    return gain - loss


def _left(profile: Profile, hurt: int) -> int:
    return dict(profile.structure)["frame"] if profile.afv else profile.wounds - hurt


def _in_the_way(battle: Battle[State], unit: Unit, target: Unit) -> list[tuple[Profile, bool]]:
    """Who stands in the zone of fire and is large enough, and whether he is ours."""
    state = battle.state
    size = max(f.profile.size for u in (unit, target) for f in state.members(u))
    others = [
        f
        for u in state.units.values()
        if u is not unit and u is not target and state.on_table(u) and not {"hit-the-deck", "shield-formation"} & {*u.markers}
        for f in state.members(u)
        if f.profile.size >= size
    ]
    west, south, east, north = box_round(state, unit, target)
    others = [f for f in others if west <= f.x <= east and south <= f.y <= north]
    if not others:
        return []
    inside = in_hull(area(battle, unit, target), [f.at for f in others])
    return [(f.profile, state.side_of(f) == unit.side) for f, is_in in zip(others, inside, strict=True) if is_in]


def _element_worth(state: State, unit: Unit, weapon: Weapon, name: str) -> float:
    """Generators of others are worth points, anything else nothing."""
    piece = state.piece(name)
    owner = state.settings.generators.get(name, unit.side)
    if piece is None or owner == unit.side or not destroyable(piece):
        return 0.0
    shooters = len(bearers(state, unit, weapon.key))
    if weapon.missile:
        return 0.5 * shooters * 4 / 6 * GENERATOR * piece.structure
    p = odds_of(needed(weapon.penetration, piece.protection))
    return min(piece.structure, 0.6 * hits(weapon, shooters, 4) * p * weapon.damage) * GENERATOR


def best_target(battle: Battle[State], unit: Unit, weapon: Weapon, nearer: int = 0) -> tuple[float, str]:
    """The target that pays most, and what it pays."""
    found = [(salvo_worth(battle, unit, weapon, name, nearer), name) for name in targets(battle, unit, weapon)]
    return max(found, default=(0.0, ""))


def unit_worth(battle: Battle[State], unit: Unit, nearer: int = 0) -> float:
    """What all its weapons bring together."""
    return sum(max(0.0, best_target(battle, unit, weapon, nearer)[0]) for weapon in guns_of(battle.state, unit).values())


def exchange(state: State, one: Unit, other: Unit, far: int) -> float:
    """What one deals to the other with a salvo at so many centimetres, less what it takes."""
    return _dealt(state, one, other, far) - _dealt(state, other, one, far)


def _dealt(state: State, one: Unit, other: Unit, far: int) -> float:
    foes = state.members(other)
    worth = 0.0
    for weapon in guns_of(state, one).values():
        if not weapon.locked or state.afv(other):
            least = needed(weapon.accuracy, 0 if weapon.locked else range_of(far))
            worth += hits(weapon, len(bearers(state, one, weapon.key)), least) * damage(weapon, foes[0].profile)
    return worth


# ---- close combat


def fight_worth(state: State, mine: Unit, theirs: Unit) -> float:
    """What we deal in one attack, if most of us get there."""
    ours, foes = state.members(mine), state.members(theirs)
    if not ours or not foes:
        return 0.0
    front = min(len(ours), 2 * len(foes) + 1)
    worth = 0.0
    for fighter in ours[:front]:
        for weapon in fighter.strikes:
            least = needed(weapon.accuracy, max(f.profile.combat for f in foes))
            worth += hits(weapon, 1, least) * damage(weapon, foes[0].profile)
    return min(worth, sum(per_point(f.profile) * _left(f.profile, f.hurt) for f in foes))


def likes_melee(state: State, unit: Unit) -> bool:
    """Does it rather fight than shoot?"""
    members = state.members(unit)
    blows = sum(w.rate * w.accuracy * w.penetration * w.damage for f in members for w in f.strikes)
    shots = sum(w.rate * w.accuracy * w.penetration * w.damage for f in members for w in f.guns)
    return blows > 1.1 * shots
