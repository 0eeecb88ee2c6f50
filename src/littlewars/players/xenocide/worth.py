"""What fire and fights are worth, in victory points, without dice."""

from __future__ import annotations

from littlewars.engine import Battle
from littlewars.systems.xenocide.basics.numbers import TEN
from littlewars.systems.xenocide.basics.profiles import Profile
from littlewars.systems.xenocide.basics.state import Figure, State, Unit
from littlewars.systems.xenocide.basics.tabletop import board
from littlewars.systems.xenocide.fire.aim import ReadyAttack, aim, targets
from littlewars.systems.xenocide.fire.declare import chance, usual_volley
from littlewars.systems.xenocide.harm.blows import attacks_of, power
from littlewars.systems.xenocide.harm.wounds import effective

MARKER = 0.3  # of a model, a suppression marker
BREAKS = 1.5  # of a model, the marker that breaks the unit
AREA = 2.0  # models, a d3 of hits
NEAR_MISS = 0.15  # of an area attack that misses
FRIENDS = 0.1  # of what is shot through them


def fails(profile: Profile, strength: int) -> float:
    """The chance that a save fails."""
    return 1 - min(TEN, max(0, effective(profile, strength))) / TEN


def vp_of(state: State, unit: Unit) -> float:
    """What a wound of a unit is worth on average; of a vehicle a damage marker."""
    members = state.members(unit)
    if not members:
        return 0.0
    hull = members[0].profile.hull
    if hull is not None:
        return members[0].profile.vp / (2 * hull.threshold)
    return sum(figure.profile.vp / figure.profile.wounds for figure in members) / len(members)


def gap_units(battle: Battle[State], one: Unit, other: Unit) -> int:
    """The distance between the closest models of two units."""
    table, state = board(battle), battle.state
    return table.least_gap([figure.id for figure in state.standing(one)], table.rows(f.id for f in state.standing(other)))


def plan_worth(battle: Battle[State], plan: ReadyAttack) -> float:
    """What an attack brings: wounds and markers on the enemy, less what friends on the way would lose."""
    state, total = battle.state, 0.0
    own = state.units[plan.unit].side
    for group in plan.groups:
        unit = state.units[group.unit]
        members = state.members(unit)
        if not members:
            continue
        hit, models = chance(group.tally), 1.0
        if group.gun.area:
            models = min(len(members), AREA * group.gun.area)
            hit += NEAR_MISS
        wounds = group.dice * hit * models * fails(members[0].profile, group.gun.power) * group.gun.saves
        sign = -1 if unit.side == own else 1
        total += sign * min(wounds, _most(state, unit)) * vp_of(state, unit)
        total -= FRIENDS * group.dice * sum(vp_of(state, state.units[name]) for name in group.friends)
    for name, more in plan.markers:
        unit = state.units[name]
        sign = -1 if unit.side == own else 1
        breaks = not state.broken(unit) and unit.markers + more >= min(4, state.wounds(unit))
        total += sign * vp_of(state, unit) * (MARKER * more + (BREAKS if breaks else 0))
    return total


def _most(state: State, unit: Unit) -> float:
    vehicle = state.vehicle_of(unit)
    hull = vehicle.profile.hull if vehicle is not None else None
    return state.wounds(unit) if hull is None else 2.0 * hull.threshold


def best_shot(battle: Battle[State], unit: Unit) -> tuple[float, str]:
    """What its best target is worth, and which that is."""
    found = [(shot_worth(battle, unit, battle.state.units[name]), name) for name in targets(battle, unit)]
    return max(found, default=(0.0, ""))


def shot_worth(battle: Battle[State], unit: Unit, target: Unit) -> float:
    """What the usual volley at a unit is worth."""
    volley = usual_volley(battle, unit, target)
    return plan_worth(battle, aim(battle, volley)) if volley is not None else 0.0


PATIENCE = 1  # turns in which fire from afar may decide it


def is_bold(state: State, side: str) -> bool:
    """May its squads leave cover to look for the enemy? Not while that has vehicles which fire."""
    vehicles = [vehicle for unit in state.foes_of(side) if (vehicle := state.vehicle_of(unit)) is not None]
    return all(vehicle.disabled for vehicle in vehicles)


def presses(state: State, side: str) -> bool:
    """Has it to go nearer? A lead is soon lost again: who stands still with one wins less often."""
    return is_bold(state, side) and state.turn.number > PATIENCE


# ---- fights


def fighting_worth(state: State, figure: Figure, foe: Profile) -> float:
    """The wounds that a model deals to such an enemy in a round of melee."""
    skill = max(0.5, min(9, figure.profile.melee - foe.defense))
    return sum(skill / TEN * fails(foe, power(figure, weapons[0])) for weapons in attacks_of(state, figure))


def likes_melee(state: State, unit: Unit) -> bool:
    """Does it rather fight than shoot? Its blows against a man in light armour say so."""
    members = state.members(unit)
    if not members or members[0].profile.vehicle or is_lone_commander(state, unit):
        return False
    blows = sum(max(0.5, f.profile.melee) * max(1, 6 + power(f, w[0])) for f in members for w in attacks_of(state, f))
    shots = sum(
        gun.rate * max(1, AREA * gun.area) * f.profile.missile * max(1, 6 + gun.power)
        for f in members
        for gun in f.profile.guns[:1]
    )
    reach = max((gun.normal for f in members for gun in f.profile.guns), default=0)
    return reach <= 12_000 or blows > 2 * shots


def is_lone_commander(state: State, unit: Unit) -> bool:
    """Is he worth more behind the others?"""
    members = state.members(unit)
    return len(members) == 1 and members[0].profile.can("commander")


def odds_of_melee(state: State, mine: Unit, theirs: Unit) -> float:
    """What we deal less what we take, in victory points, if all fight."""
    ours, foes = state.members(mine), state.members(theirs)
    if not ours or not foes or foes[0].profile.vehicle:
        return 0.0
    front = min(len(ours), len(foes) + 2)
    dealt = sum(sorted((fighting_worth(state, f, foes[0].profile) for f in ours), reverse=True)[:front])
    taken = sum(sorted((fighting_worth(state, f, ours[0].profile) for f in foes), reverse=True)[:front])
    return dealt * vp_of(state, theirs) - taken * vp_of(state, mine)
