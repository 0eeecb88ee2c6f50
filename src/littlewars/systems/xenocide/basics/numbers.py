"""The book's small numbers, each once, with its rule, and its dice: a d10 for everything, and the d3 read from it; weapon sizes
against capacities: five classes with rules of their own, and hands (xenocide.size.*, xenocide.meleeweapon.*)."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from littlewars.dice import Die
from littlewars.engine import Battle
from littlewars.engine.measures import INCH

from .events import Tested
from .profiles import Blade, Gun, Profile, read_file

if TYPE_CHECKING:
    from .state import State

TEN = 10  # the only die (xenocide.core.die)
D3 = Die("d3", (3, 4, 3), lambda throw: 1 + bisect_left((3, 7), throw(TEN)))  # 1 to 3, 4 to 7, 8 to 10 (xenocide.core.d3)
SECOND = 5  # at skill 0 a 1 is rolled again and hits with so much or less (xenocide.hit.zero-skill)
REACH = 1 * INCH  # of a blow, of a crew, of getting in and out (xenocide.melee.who-fights, xenocide.size.crew)
APART = 8 * INCH  # nobody of a unit is farther from a comrade (xenocide.move.coherency)
NEAR = 12 * INCH  # within it the nearest enemy is the target (xenocide.targeting.closest-within-12)
POINT_BLANK = 6 * INCH  # xenocide.size.point-blank
CLOUD = 3 * INCH  # of smoke, and of an explosion, round a wreck (xenocide.vehicle.smoke, xenocide.vehicle.explosion)
SLOWER = 2 * INCH  # is a vehicle with each damage marker (xenocide.vehicle.damage-effects)
HELP = 6 * INCH  # from a commander (xenocide.recovery.commander)
LEAST_SKILL, MOST_SKILL = 0, 9  # xenocide.hit.zero-skill, xenocide.hit.maximum
BROKEN = 4  # markers, or as many as there are wounds left (xenocide.suppression.broken)
MANY_WOUNDS = 10  # from here on a unit is harder to suppress (xenocide.suppression.threshold-size)

# what is added to the skill of a shot (xenocide.hit.modifiers)
CLOSE, RUN_FIRE, LONG, DIM, MARKER, SNAP = 1, -2, -2, -1, -1, -1
COVER = {"": 0, "light": -1, "heavy": -2, "fortified": -2}  # xenocide.cover.kinds
THROWN_AT_COVER = -1  # xenocide.grenade.cover
STEADY = {"": 0, "light": 1, "heavy": 2, "fortified": 2}  # xenocide.suppression.threshold-cover, xenocide.result.defended-cover

ORDERS = read_file("orders")  # with what they are called, and about (xenocide.orders.placing)


class SizeClass(NamedTuple):
    """What a gun of this class may do in somebody's hands (xenocide.size.difference)."""

    name: str
    hands: int  # that fire it (xenocide.size.hands)
    move_after: bool = False  # xenocide.size.move-after
    run_fire: bool = False  # xenocide.size.run-fire
    point_blank: bool = False  # xenocide.size.point-blank
    in_melee: bool = False  # xenocide.size.melee-s0, xenocide.size.melee-larger
    melee_skill: int = 0  # xenocide.size.melee-s2, xenocide.size.melee-s1, xenocide.size.melee-s0
    worth: float = 1.0  # of a gun of this class, for its value (xenocide.stat.victory-points)


CLASSES = {int(size): SizeClass(**said) for size, said in read_file("classes").items()}
SMALLEST, LARGEST = min(CLASSES), max(CLASSES)
CREW_HANDS = CLASSES[LARGEST].hands  # xenocide.size.crew


def difference(gun: Gun, capacity: int) -> int:
    """Its size less the capacity, -2 to 2 (xenocide.size.difference)."""
    return max(SMALLEST, min(LARGEST, gun.size - capacity))


def class_of(gun: Gun, capacity: int) -> SizeClass:
    """Its class in hands of this capacity; a combi-weapon's gun goes by its own size (xenocide.size.combi-classes), and one
    that is built in needs one hand (xenocide.size.integrated)."""
    size = CLASSES[difference(gun, capacity)]
    return size._replace(hands=1) if "integrated" in gun.special else size


def needs_crew(gun: Gun, capacity: int) -> bool:
    """Is it an S+2 weapon, which two serve (xenocide.size.crew)?"""
    return difference(gun, capacity) == LARGEST


def blade_hands(profile: Profile, blade: Blade) -> int:
    """One below the capacity, two at it or above (xenocide.meleeweapon.one-handed, xenocide.meleeweapon.two-handed,
    xenocide.meleeweapon.oversized); a built-in one always needs one (xenocide.size.integrated)."""
    return 1 if blade.integrated or blade.size < profile.capacity else 2


def strikes_late(profile: Profile, blade: Blade) -> bool:
    """Is it one class above the capacity: do blows with it come after all opponents' (xenocide.meleeweapon.oversized)?"""
    return blade.size == profile.capacity + 1 and not blade.integrated


def blow_power(profile: Profile, blade: Blade | None) -> int:
    """Strength and the power of the weapon, less one where it is swung with one hand; a bayonet is held by the hands that hold
    the rifle (xenocide.meleeweapon.power, xenocide.meleeweapon.unarmed, xenocide.size.combi)."""
    if blade is None:
        return profile.strength - 1
    held = max([blade.size, *(gun.size for gun in profile.guns if gun.key == blade.combi)])
    return profile.strength + blade.power - (1 if blade.integrated or held < profile.capacity else 0)


def lowest_first(battle: Battle[State], why: str) -> tuple[str, str]:
    """Both roll a d10, ties again; the lower comes first (xenocide.move.initiative, xenocide.shooting.order-of-units)."""
    last, first = battle.dice.rank(list(battle.state.sides), TEN, why)
    return first, last


def hits_of(battle: Battle[State], dice: int, needed: int, why: str) -> int:
    """How many of so many dice hit: the number or less; at 0 every 1 is rolled again, and 5 or less then hits
    (xenocide.hit.roll, xenocide.hit.zero-skill, xenocide.melee.limits)."""
    if needed > 0:
        return battle.dice.successes(dice, TEN, needed, why, low=True)
    ones = battle.dice.successes(dice, TEN, 1, why, low=True)
    return battle.dice.successes(ones, TEN, SECOND, f"{why}, again", low=True)


def passes(battle: Battle[State], who: str, morale: int, why: str) -> bool:
    """A morale test: lower than the morale (xenocide.stat.morale-test)."""
    passed = battle.dice.test(TEN, morale - 1, f"{why}, {who}", low=True)
    battle.record(Tested(who=who, morale=morale, passed=passed))
    return passed
