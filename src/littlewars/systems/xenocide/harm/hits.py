"""From hits to blows: who of a unit takes them, and the saves against them (xenocide.save.*, xenocide.aoe.who-is-hit). Nothing
is written on the state here, so that odds can be found by running it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from littlewars.dice.sharing import rounds
from littlewars.engine import Allocate, Battle, Choose, Option
from littlewars.engine.names import ref

from ..basics.events import Saved
from ..basics.numbers import TEN
from ..basics.profiles import Profile
from ..basics.state import Blow, Figure, Hits, State

HARMLESS = 10  # from this effective armor on every save succeeds (xenocide.core.die, xenocide.suppression.harmless-attacks)
Point = Callable[..., None]  # where histories that are alike may be merged


def effective(profile: Profile, power: int) -> int:
    """What a save shows at most: armor less power (xenocide.weapon.power, xenocide.weapon.weak, xenocide.save.weak)."""
    return profile.armor - power


def points_missed(battle: Battle[State], vehicle: Figure, power: int, why: str = "") -> int:
    """By how many points a vehicle's save misses (xenocide.vehicle.armor-save, xenocide.vehicle.damage-markers)."""
    needed = effective(vehicle.profile, power)
    return max(0, battle.dice.roll(TEN, f"save, {why or vehicle.id}", key=lambda face: max(0, face - needed)) - needed)


def hurt(battle: Battle[State], figure: Figure, power: int, hits: int = 1) -> list[Blow]:
    """So many hits on one model: wounds, or a vehicle's markers (xenocide.melee.saves, xenocide.vehicle.armor-save)."""
    if figure.profile.vehicle:
        wounds = sum(points_missed(battle, figure, power) for _ in range(hits))
    else:
        wounds = hits - battle.dice.successes(hits, TEN, effective(figure.profile, power), f"save, {figure.id}", low=True)
    return [Blow(figure.unit, wounds=wounds, figure=figure.id)] if wounds else []


def next_hits(struck: Sequence[Hits]) -> tuple[list[Hits], list[Hits]]:
    """What is saved together, and what is left: an area attack, or all other hits on a unit, those with several saves last."""
    first, *others = struck
    here = [] if first.area else [hits for hits in others if hits.unit == first.unit and not hits.area]
    return sorted([first, *here], key=lambda hits: hits.saves > 1), [hits for hits in others if hits not in here]


async def save_hits(battle: Battle[State], struck: Sequence[Hits], *rest: object) -> list[Blow]:
    """All the saves against these hits; what fails becomes blows (xenocide.save.roll). `rest`: what else matters to odds."""
    blows, given = list[Blow](), dict[str, int]()
    for number, hits in enumerate(struck):
        left = (tuple(struck[number + 1 :]), *rest)
        more = await _save(battle, hits, given, blows, partial(battle.merge_point, summed(blows), hits, *left))
        blows += [blow for blow in more if blow.wounds]
        battle.merge_point("saved", summed(blows), tuple(given.items()), *left)
    return blows


def summed(blows: Sequence[Blow]) -> tuple[tuple[str, str, str, tuple[str, ...], int], ...]:
    """What blows come to, for odds: wounds on a line or on a model, and who may fall."""
    sums = Counter[tuple[str, str, str, tuple[str, ...]]]()
    for blow in blows:
        sums[blow.unit, blow.line, blow.figure, blow.among] += blow.wounds
    return tuple(sorted((*key, wounds) for key, wounds in sums.items()))


def pooled(blows: Sequence[Blow]) -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """The wounds on each stat line of each unit, and who may fall (xenocide.save.wounds-pool)."""
    for unit, line in dict.fromkeys((blow.unit, blow.line) for blow in blows if blow.line):
        here = [blow for blow in blows if (blow.unit, blow.line) == (unit, line)]
        yield unit, sum(blow.wounds for blow in here), tuple(dict.fromkeys(name for blow in here for name in blow.among))


async def _save(battle: Battle[State], hits: Hits, given: dict[str, int], before: list[Blow], point: Point) -> list[Blow]:
    """Hits of one kind; at each `point` only what is told there matters from then on."""
    state, unit = battle.state, battle.state.units[hits.unit]
    if (vehicle := state.vehicle_of(unit)) is not None:
        return [_damage(battle, vehicle, hits, point)]
    # who was seen may take these hits, of an area attack everybody (xenocide.save.allocation, xenocide.aoe.who-is-hit)
    able = [figure for figure in state.members(unit) if not hits.among or figure.id in hits.among]
    if not able:
        return []
    if hits.figure and not hits.area:  # wounds it has not are lost (xenocide.weapon.multiple-saves-one-model)
        figure = state.figures[hits.figure]
        wounds = min(figure.left, _failed(battle, figure, hits, hits.count * hits.saves))
        return [Blow(hits.unit, wounds=wounds, figure=figure.id)]
    if hits.saves > 1:
        alike = len({figure.profile.line for figure in able}) == 1 and able[0].profile.wounds == 1 and not hits.figure
        return [_each_kills_one(battle, hits, able)] if alike else await _one_by_one(battle, hits, able, before, point)
    found = []
    for line, count in (await _shared(battle, hits, able, given)).items():
        comrades = [figure for figure in able if figure.profile.line == line]
        wounds = min(_failed(battle, comrades[0], hits, count), sum(figure.left for figure in comrades))
        found.append(Blow(hits.unit, line, wounds, among=tuple(figure.id for figure in comrades)))
    return found


def _failed(battle: Battle[State], figure: Figure, hits: Hits, count: int) -> int:
    """How many of so many saves by models like this one fail: each is a wound (xenocide.save.roll)."""
    needed = effective(figure.profile, hits.power)
    wounds = count - battle.dice.successes(count, TEN, needed, f"save, {hits.unit}", low=True)
    battle.record(Saved(unit=hits.unit, weapon=hits.weapon, saves=count, needed=needed, failed=wounds))
    return wounds


def _damage(battle: Battle[State], vehicle: Figure, hits: Hits, point: Point) -> Blow:
    """A marker for every point by which a save missed (xenocide.vehicle.damage-markers)."""
    needed, saves, markers, lost = effective(vehicle.profile, hits.power), hits.count * hits.saves, 0, 0
    for number in range(saves):
        over = points_missed(battle, vehicle, hits.power, hits.unit)
        markers, lost = markers + over, lost + (over > 0)
        point("damage", number, markers)
    battle.record(Saved(unit=hits.unit, weapon=hits.weapon, saves=saves, needed=needed, failed=lost))
    return Blow(hits.unit, wounds=markers, figure=vehicle.id)


async def _shared(battle: Battle[State], hits: Hits, able: Sequence[Figure], given: dict[str, int]) -> dict[str, int]:
    """How many saves each stat line makes: one hit to each model before any gets a second, as the owner likes; asked only
    where stat lines differ (xenocide.save.allocation, xenocide.aoe.once-per-model)."""
    count, taken = (min(hits.count, len(able)), {}) if hits.area else (hits.count, given)
    lines = dict.fromkeys((figure.profile.line for figure in able), 0)
    if len(lines) == 1:
        return dict.fromkeys(lines, count) if count else {}
    least, room = rounds({figure.id: taken.get(figure.id, 0) for figure in able}, count)
    if hits.figure:
        least, room = {hits.figure: 1}, dict.fromkeys(room, 1)
    unit = battle.state.units[hits.unit]
    prompt = f"{ref(unit.id)}: who takes {count} hit{'s' if count != 1 else ''} of {hits.weapon}?"
    ask = Allocate(hits.chooser or unit.side, "xenocide.save.allocation", prompt, count, room, least)
    for name, number in ask.single() or await ask.about(*room, unit=unit.id, topic="loss"):
        taken[name] = taken.get(name, 0) + number
        lines[battle.state.figures[name].profile.line] += number
    return {line: number for line, number in lines.items() if number}


def _each_kills_one(battle: Battle[State], hits: Hits, able: Sequence[Figure]) -> Blow:
    """Models of one stat line with one wound: a hit kills one at most, and the owner says later who falls."""
    count, needed = min(hits.count, len(able)) if hits.area else hits.count, effective(able[0].profile, hits.power)
    rolled = battle.dice.batches(count, hits.saves, TEN, needed + 1, f"save, {hits.unit}")
    saves, lost = count * hits.saves, sum(map(sum, rolled))
    battle.record(Saved(unit=hits.unit, weapon=hits.weapon, saves=saves, needed=needed, failed=lost))
    wounds = min(sum(map(any, rolled)), len(able))
    return Blow(hits.unit, able[0].profile.line, wounds, among=tuple(figure.id for figure in able))


async def _one_by_one(battle: Battle[State], hits: Hits, able: list[Figure], before: list[Blow], point: Point) -> list[Blow]:
    """Each hit with several saves is on one model: who was aimed at, a wounded one, else whom the owner names; models of
    one profile that are whole are alike (xenocide.weapon.multiple-saves-one-model, xenocide.save.multiple)."""
    unit, blows = battle.state.units[hits.unit], list[Blow]()
    left = {one.id: one.left - sum(blow.wounds for blow in before if blow.figure == one.id) for one in able}
    for number in range(hits.count):
        struck = [blow.figure for blow in blows] if hits.area else ()  # one attack strikes nobody twice
        alive = [one for one in able if left[one.id] > 0 and one.id not in struck]
        if not alive:
            break
        among = [one for one in alive if left[one.id] < one.profile.wounds] or alive
        name = hits.figure if not number else ""
        if not name and len({(one.profile.key, left[one.id]) for one in among}) > 1:
            options = [Option(one.id, ref(one.id), of=(one.id,), about=one.profile.name, means="spend") for one in among]
            rule, prompt = "xenocide.weapon.multiple-saves-one-model", f"{ref(unit.id)}: who is hit by {hits.weapon}?"
            ask = Choose(hits.chooser or unit.side, rule, prompt, options)
            name = await ask.about(*(one.id for one in among), unit=unit.id, topic="loss")
        figure = battle.state.figures[name or among[-1].id]
        wounds = min(left[figure.id], _failed(battle, figure, hits, hits.saves))
        left[figure.id] -= wounds
        blows.append(Blow(hits.unit, wounds=wounds, figure=figure.id))
        point("one", number, summed(blows))
    return blows
