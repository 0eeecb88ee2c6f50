"""What a model strikes with: free hands, its melee weapons, extra attacks (xenocide.meleeweapon.*)."""

from __future__ import annotations

from itertools import combinations

from ..basics.classes import blade_hands, blow_power, hands_for, strikes_late
from ..basics.profiles import Blade
from ..basics.state import CREW, Figure

FIST = -1  # the number of an improvised attack (xenocide.meleeweapon.unarmed)


def free_hands(figure: Figure) -> int:
    """Hands that have not fired in this turn (xenocide.meleeweapon.hand-once); who served a crew's weapon has none."""
    if CREW in figure.fired:
        return 0
    guns = {gun.key: gun for gun in figure.profile.guns}
    used = sum(hands_for(figure.profile, guns[key]) if key in guns else figure.profile.hands for key in figure.fired)
    return max(0, figure.profile.hands - used)


def needs(figure: Figure, blade: Blade) -> int:
    """The hands it takes now: none more if those that hold the whole weapon have fired its gun (xenocide.size.combi)."""
    return 0 if blade.combi and blade.combi in figure.fired else blade_hands(figure.profile, blade)


def ways_to_fight(figure: Figure) -> list[tuple[int, ...]]:
    """Every choice of melee weapons for its free hands, by their numbers: as many as there are hands for, the strongest
    first; at least one improvised attack (xenocide.meleeweapon.attacks, xenocide.meleeweapon.unarmed)."""
    blades, hands = figure.profile.blades, free_hands(figure)
    usable = [n for n, blade in enumerate(blades) if blade.integrated or blade.size <= figure.profile.capacity + 1]
    found: list[tuple[int, ...]] = []
    for count in range(len(usable), 0, -1):
        for some in combinations(usable, count):
            if sum(needs(figure, blades[n]) for n in some) <= hands and not any(set(some) < set(other) for other in found):
                found.append(some)
    keyed = {tuple(sorted(blades[n].key for n in some)): some for some in reversed(found)}  # alike weapons are no choice
    best = sorted(keyed.values(), key=lambda some: (-sum(power(figure, n) for n in some), some))
    return best or [(FIST,)]


def power(figure: Figure, number: int) -> int:
    """The power of a blow (xenocide.meleeweapon.power)."""
    return blow_power(figure.profile, None if number == FIST else figure.profile.blades[number])


def is_late(figure: Figure, number: int) -> bool:
    """Does a blow with it come after all opponents' (xenocide.meleeweapon.oversized)?"""
    return number != FIST and strikes_late(figure.profile, figure.profile.blades[number])


def attacks_of(figure: Figure) -> list[tuple[int, ...]]:
    """Its attacks, each with the weapons it may be made with: one with each weapon in its hands, and the extra ones with any of
    them (xenocide.meleeweapon.attacks). A vehicle has those of its profile (xenocide.vehicle.melee-own-attacks)."""
    if figure.profile.hull is not None:
        return [(FIST,)] * figure.profile.hull.attacks
    weapons = ways_to_fight(figure)[0]
    strongest = tuple(sorted(weapons, key=lambda n: -power(figure, n)))
    return [(n,) for n in weapons] + [strongest] * figure.profile.extra


def word(figure: Figure, number: int) -> str:
    """What a weapon is called."""
    return "a blow" if number == FIST else figure.profile.blades[number].name
