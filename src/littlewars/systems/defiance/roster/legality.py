"""What a force may be: one short check a rule, each with its line (defiance.force.legality)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from littlewars.muster import Breach, misstated
from littlewars.muster.words import repeated

from ..basics.numbers import FOCAL, LEADER_LEAST, QUALITIES
from ..basics.profiles import Frame, Weapon
from .armies import frames
from .definitions import Part, UnitDef
from .figures import TOTAL, unit_bill

Breaches = Iterator[Breach]
MOST_OFFICERS = 2  # defiance.stats.officer-limit
LARGEST = 24  # defiance.unit.definition
SMALL_FORCE, LARGE_FORCE = 1000, 5000  # defiance.force.recommended-size
LARGE_FIGURE, LARGE_GAME = 200, 2000  # defiance.force.large-figures
MINUTES = (30, 40)  # for each 1000 points (defiance.force.duration-estimate)


# ---- sizes and quality


def least(unit: UnitDef) -> int:
    """Its minimum size at the start: by quality, less what leaders or focal points take off
    (defiance.unit.min-size-start)."""
    if unit.solo or (unit.size == 1 and unit.parts[0].frame.vehicle):
        return 1
    if unit.quality == "Matrix":
        return FOCAL[max((s.ranks.focal for s in unit.specials), default=0)].least
    level = max((s.ranks.leader for s in unit.specials), default=0)
    if unit.mob:
        level = max(0, level - 1)  # defiance.unit.mob-officers
    return max(1, QUALITIES[unit.quality].least - LEADER_LEAST[min(4, level)])


def most(unit: UnitDef) -> int:
    """Its maximum: by the army list; an ad hoc unit as standard units of its quality; a mob twice that
    (defiance.unit.max-size, defiance.force.ad-hoc-units)."""
    army = unit.army
    if unit.kind is not None and not unit.ad_hoc:
        normal = unit.kind.most
    else:
        alike = [kind.most for kind in army.units if frames()[kind.frames[0]].quality == unit.quality]
        normal = max(alike, default=army.largest)
    return min(LARGEST, 2 * normal if unit.mob else normal)


def quality(unit: UnitDef) -> Breaches:
    """One quality in a unit (defiance.unit.quality-uniform)."""
    found = list(dict.fromkeys(part.frame.quality for part in unit.parts))
    if len(found) > 1:
        yield Breach("defiance.unit.quality-uniform", unit.line, f"{unit.name} mixes {' and '.join(found)} figures")


def size(unit: UnitDef) -> Breaches:
    """A unit must be neither too small nor too large (defiance.unit.min-size-start, defiance.unit.max-size,
    defiance.unit.mob-size)."""
    if unit.size < least(unit):
        text = f"{unit.name} has {unit.size} figures; {unit.quality} units need {least(unit)}"
        yield Breach("defiance.unit.min-size-start", unit.line, text)
    if unit.size > most(unit):
        rule = "defiance.unit.mob-size" if unit.mob else "defiance.unit.max-size"
        yield Breach(rule, unit.line, f"{unit.name} has {unit.size} figures; {most(unit)} are allowed")


def composition(unit: UnitDef) -> Breaches:
    """A standard unit has the frames of the list; a mob is a standard unit of an army that knows mobs."""
    if unit.kind is not None and not unit.ad_hoc and not unit.solo:
        for part in unit.parts:
            if part.frame.key not in unit.kind.frames:
                text = f"{unit.name} has no {part.frame.name}; a unit of other composition is ad_hoc: true"
                yield Breach("defiance.force.standard-units", part.line, text)
    if unit.mob and (unit.ad_hoc or unit.kind is None):
        yield Breach("defiance.unit.mob-eligibility", unit.line, f"{unit.name} is not a standard unit and cannot be a mob")
    elif unit.mob and not unit.army.mob:
        yield Breach("defiance.unit.mob-eligibility", unit.line, f"the {unit.army.name} knows no mobs")


# ---- officers and heroes


def officers(unit: UnitDef) -> Breaches:
    """Two leaders and commanders at most; Matrix units have focal points instead, as many as they like
    (defiance.morale.matrix-officers, defiance.command.leader-maximum)."""
    bought = [special for special in unit.specials if special.rank]
    if unit.quality == "Matrix":
        for special in (one for one in bought if one.ranks.leader or one.ranks.command):
            text = f"{unit.name}: a Matrix unit has no {special.rank}"
            yield Breach("defiance.stats.matrix-officers", special.line, text)
        return
    rule, count = "defiance.stats.officer-limit", sum(bool(one.ranks.leader or one.ranks.command) for one in bought)
    for special in (one for one in bought if one.ranks.focal):
        yield Breach(rule, special.line, f"{unit.name}: only Matrix units have focal points")
    if count > MOST_OFFICERS:
        yield Breach(rule, unit.line, f"{unit.name} has {count} officers; {MOST_OFFICERS} are allowed")


def ranks_listed(part: Part) -> Breaches:
    """An officer has one of the profiles of his frame (defiance.stats.officer)."""
    listed = dict(part.frame.officers)
    for special in (one for one in part.specials if one.rank and one.rank not in listed):
        text = f"a {part.frame.name} officer is {' or '.join(listed) or 'none'}, not {special.rank}"
        yield Breach("defiance.stats.officer", special.line, text)


def heroes(part: Part) -> Breaches:
    """Only frames with a hero cost have heroes, Matrix frames and vehicles never (defiance.stats.hero-cost)."""
    frame = part.frame
    for special in part.specials:
        if special.hero and (frame.hero is None or frame.matrix or frame.vehicle):
            yield Breach("defiance.stats.hero-cost", special.line, f"a {frame.name} cannot be a hero")
        if special.rank and frame.vehicle:
            yield Breach("defiance.stats.officer", special.line, f"a {frame.name} is a vehicle and no officer")


# ---- weapons


def can_carry(frame: Frame, weapon: Weapon) -> bool:
    """Is the weapon of a type for this class (defiance.terms.weapon-carrier-type, defiance.ranged.weapon-type)? A combination
    is if all its lines are."""
    return all(line.type in frame.carries for line in weapon.lines)


def _carried(part: Part) -> Iterator[tuple[int, str, Weapon]]:
    """Every weapon that somebody of this part carries: line, slot, weapon."""
    ordinary = (part.line, part.primary, [weapon for weapon, _ in part.support], part.side)
    own = [(one.line, one.primary, [one.support] if one.support else [], one.side or ()) for one in part.specials]
    for line, primary, support, side in (ordinary, *own):
        if primary:
            yield line, "primary", primary
        yield from ((line, "support", weapon) for weapon in support)
        yield from ((line, "side", weapon) for weapon in side)


LISTS = {
    "primary": ("defiance.stats.primary-weapon", "primary weapon"),
    "support": ("defiance.stats.support-weapon-limit", "support weapon"),
    "side": ("defiance.stats.side-arm", "side arm"),
}


def listed(part: Part) -> Breaches:
    """A figure carries what its frame lists and its class can carry (defiance.force.legality)."""
    frame = part.frame
    for line, slot, weapon in _carried(part):
        rule, word = LISTS[slot]
        if weapon.key not in getattr(frame, slot):
            yield Breach(rule, line, f"{weapon.name} is no {word} of a {frame.name}")
        if not can_carry(frame, weapon):
            kind = "a vehicle" if frame.vehicle else "powered infantry" if frame.powered else "standard infantry"
            yield Breach("defiance.terms.weapon-carrier-type", line, f"{weapon.name} is not for {kind}")


def slots(part: Part) -> Breaches:
    """A vehicle fills slots that it has; nobody else has any (defiance.force.point-value-total)."""
    known = [slot.name for slot in part.frame.hull.slots] if part.frame.hull else []
    for name in part.slots:
        if name not in known or part.slots.count(name) > 1:
            yield Breach(TOTAL, part.line, f"a {part.frame.name} has {', '.join(known) or 'no slots'}, each once")
    if part.frame.vehicle and (part.primary or part.support or part.side):
        yield Breach(TOTAL, part.line, f"the weapons of a {part.frame.name} are in its slots")


def uniform(unit: UnitDef) -> Breaches:
    """All ordinary figures of one frame have the same primary weapon and the same side arms (defiance.stats.primary-weapon,
    defiance.stats.side-arm, defiance.stats.side-arm-officers)."""
    for before, part in combinations([part for part in unit.parts if part.ordinary], 2):
        every = f"{unit.name}: every {part.frame.name} has the same"
        if before.frame.key == part.frame.key and before.primary != part.primary:
            yield Breach("defiance.stats.primary-weapon", part.line, f"{every} primary weapon")
        if before.frame.key == part.frame.key and sorted(w.key for w in before.side) != sorted(w.key for w in part.side):
            yield Breach("defiance.stats.side-arm", part.line, f"{every} side arms")


def support(unit: UnitDef) -> Breaches:
    """Half of the ordinary figures of a frame, and one kind for all of them (defiance.stats.support-weapon-limit,
    defiance.stats.support-weapon-same, defiance.stats.ad-hoc-weapons)."""
    for key in dict.fromkeys(part.frame.key for part in unit.parts):
        parts = [part for part in unit.parts if part.frame.key == key]
        name, line = parts[0].frame.name, parts[-1].line
        ordinary, serving = sum(part.ordinary for part in parts), sum(part.serving for part in parts)
        kinds = list(dict.fromkeys(weapon.name for part in parts for weapon, _ in part.support))
        if serving > ordinary // 2:
            text = f"{unit.name}: {serving} of {ordinary} ordinary {name}s with support weapons; {ordinary // 2} may have one"
            yield Breach("defiance.stats.support-weapon-limit", line, text)
        if len(kinds) > 1:
            yield Breach("defiance.stats.support-weapon-same", line, f"{unit.name}: {' and '.join(kinds)}; all take the same")


# ---- the whole force


def unit_breaches(unit: UnitDef) -> Breaches:
    """Every rule about one unit."""
    for rule in (quality, size, composition, officers, uniform, support):
        yield from rule(unit)
    for part in unit.parts:
        for check in (ranks_listed, heroes, listed, slots):
            yield from check(part)
    if unit.cost is not None:  # nobody adds up a bill for nothing
        yield from misstated(unit.cost, unit_bill(unit).total, TOTAL, unit.name)


def exclusive(units: Sequence[UnitDef]) -> Breaches:
    """One unit of each exclusive type (defiance.force.exclusive-units)."""
    only = [(unit, unit.kind.name) for unit in units if unit.kind and unit.kind.exclusive and not unit.ad_hoc and not unit.solo]
    for unit, kind in repeated(only, lambda one: one[1]):
        yield Breach("defiance.force.exclusive-units", unit.line, f"a force has one {kind} at most")


def counts_as_ad_hoc(unit: UnitDef) -> bool:
    """Vehicles bought singly, and single commanders and heroes of standard status, do not (defiance.force.ad-hoc-share)."""
    return unit.status == "ad hoc" and not (unit.size == 1 and unit.parts[0].frame.vehicle)


def within_share(ad_hoc: int, total: int, percent: int) -> bool:
    """Is the share of ad hoc units allowed? It is taken of what the force costs, not of the limit."""
    return 100 * ad_hoc <= percent * total


def ad_hoc_share(units: Sequence[UnitDef], line: int, covert: bool) -> Breaches:
    """Ad hoc units stay within the army's percentage (defiance.force.ad-hoc-share)."""
    if not units:
        return
    total = sum(unit_bill(unit, covert).total for unit in units)
    ad_hoc = sum(unit_bill(unit, covert).total for unit in units if counts_as_ad_hoc(unit))
    percent = units[0].army.ad_hoc_percent
    if not within_share(ad_hoc, total, percent):
        text = f"{ad_hoc} of {total} points are ad hoc units; {percent}% are allowed"
        yield Breach("defiance.force.ad-hoc-share", line, text)


def balance(total: int, limit: int, line: int) -> Breaches:
    """A force does not exceed its limit (defiance.force.balance)."""
    if total > limit:
        yield Breach("defiance.force.balance", line, f"{total} points exceed the limit of {limit} by {total - limit}")


# ---- advice


def advice(units: Sequence[UnitDef], limit: int, line: int) -> Breaches:
    """What the book recommends; a force that does not follow it is legal all the same."""
    if not SMALL_FORCE <= limit <= LARGE_FORCE:
        text = f"{limit} points; {SMALL_FORCE} to {LARGE_FORCE} are recommended"
        yield Breach("defiance.force.recommended-size", line, text)
    for part in (part for unit in units for part in unit.parts if part.frame.cost > LARGE_FIGURE and limit < LARGE_GAME):
        text = f"a {part.frame.name} costs {part.frame.cost}; above {LARGE_FIGURE} it fits games of {LARGE_GAME} or more"
        yield Breach("defiance.force.large-figures", part.line, text)


def minutes(points: int) -> tuple[int, int]:
    """How long a battle takes for all these points together (defiance.force.duration-estimate)."""
    low, high = (int(Fraction(rate * points, 1000)) for rate in MINUTES)
    return low, high
