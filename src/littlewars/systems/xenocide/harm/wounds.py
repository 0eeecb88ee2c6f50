"""From hits to wounds: who takes hits, and saves (xenocide.save.*), with nothing written on the state: odds are found by
running it; then what is pending is applied: who falls, vehicles (xenocide.vehicle.*), markers (xenocide.suppression.*)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from littlewars.dice.sharing import rounds
from littlewars.engine import Allocate, Battle, Choose, ChooseSome, Option, Spot
from littlewars.engine.names import ref
from littlewars.kit.blocks import ask_beside, beside
from littlewars.table.moving.spots import spot
from littlewars.table.shapes.bases import Base, moved, overlaps
from littlewars.table.terrain.pieces import wreck

from ..basics.events import Damaged, Exploded, Hurt, Marked, Removed, Saved
from ..basics.numbers import CLOUD, REACH, SLOWER, TEN
from ..basics.profiles import Profile
from ..basics.state import FIRING, Blow, Figure, Hits, LyingWeapon, State, Unit
from ..basics.tabletop import WRECK, board, close_comrades, elsewhere, is_aloft, put, sync_board

HARMLESS = 10  # from this effective armor on every save succeeds (xenocide.core.die, xenocide.suppression.harmless-attacks)
Point = Callable[..., None]  # where histories that are alike may be merged
DISABLING, DESTROYING = -2, 3  # the power of the hits on those aboard (xenocide.vehicle.passengers-disabled)
Allowed = Callable[[Base], bool]  # may somebody be put there?
TWICE = 2  # its threshold in markers destroys it (xenocide.vehicle.destroyed)


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
    return Blow(hits.unit, able[0].profile.line, min(sum(map(any, rolled)), len(able)), among=tuple(one.id for one in able))


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


async def land(battle: Battle[State], blows: Sequence[Blow]) -> None:
    """All that is pending lands together: pooled wounds, those on single models, markers, then damage to vehicles."""
    state = battle.state
    for unit, wounds, among in pooled(blows):
        await pool(battle, state.units[unit], wounds, among)
    for blow in blows:
        if blow.figure:
            wound(battle, state.figures[blow.figure], blow.wounds)  # a vehicle has none to lose
    for blow in blows:
        mark(battle, state.units[blow.unit], blow.markers)
    for name in dict.fromkeys(blow.figure for blow in blows if blow.figure and state.figures[blow.figure].profile.vehicle):
        await damage(battle, state.figures[name], sum(blow.wounds for blow in blows if blow.figure == name))


async def damage(battle: Battle[State], vehicle: Figure, markers: int) -> None:
    """Damage markers for good; those aboard are hit, a destroyed vehicle explodes (xenocide.vehicle.disabled)."""
    done = outcome(vehicle, markers)
    if markers and not vehicle.gone:
        vehicle.damage += markers
        battle.record(Damaged(figure=vehicle.id, markers=markers, now=vehicle.damage))
    if done == "disabled":
        battle.state.units[vehicle.unit].increment = 0
        await land(battle, [blow for rider in battle.state.riders(vehicle) for blow in hurt(battle, rider, DISABLING)])
    elif done == "destroyed":
        await destroy(battle, vehicle)


async def destroy(battle: Battle[State], vehicle: Figure) -> None:
    """It explodes: first those aboard, then everybody near. It stays as heavy cover that blocks movement, in smoke; its owner
    puts survivors within an inch of the wreck, and who finds no place is lost (xenocide.vehicle.destroyed,
    xenocide.vehicle.smoke, xenocide.vehicle.passengers-destroyed)."""
    state, hull = battle.state, vehicle.base()
    await land(battle, [blow for rider in state.riders(vehicle) for blow in hurt(battle, rider, DESTROYING)])
    survivors, blast = state.riders(vehicle), explosion(battle, vehicle)
    remove(battle, vehicle, "destroyed")
    state.pieces = [*state.pieces, wreck(f"{WRECK}{vehicle.id}", hull)]
    battle.board = None
    below = [name for name in board(battle) if overlaps(state.figures[name].base(), hull)]
    for figure in [state.figures[name] for name in below if not is_aloft(state, state.figures[name])]:
        # on whom a flyer's comes down is put to the nearest free place (xenocide.vehicle.flying-minimum)
        at = spot(board(battle), figure.base(), figure.at, ignore=[figure.id, *elsewhere(battle, aloft=False)])
        if at is None:
            remove(battle, figure, "killed")
        else:
            put(battle, figure, at)
    if state.turn.stage == FIRING:
        state.turn.blows += blast  # part of the attack: who is hurt may fire first (xenocide.shooting.return-fire-first)
    else:
        await land(battle, blast)
    found = beside(board(battle), hull, {one.id: moved(one.base(), vehicle.at) for one in survivors}, REACH, lambda name: None)
    for rider in [one for one in survivors if one.id not in found]:
        remove(battle, rider, "killed")
    if found:
        await put_beside(battle, "xenocide.vehicle.passengers-destroyed", vehicle, found, lambda base: True)


def outcome(vehicle: Figure, markers: int) -> str:
    """What so many markers more would make of it (xenocide.vehicle.disabled, xenocide.vehicle.destroyed)."""
    hull, now = vehicle.profile.hull, vehicle.damage + markers
    if vehicle.gone or not markers or hull is None:
        return ""
    slow = vehicle.profile.movement <= SLOWER * now  # a flyer then crashes (xenocide.vehicle.flying-minimum)
    if now >= TWICE * hull.threshold or (vehicle.profile.flies and (slow or now >= hull.threshold)):
        return "destroyed"
    return "disabled" if now >= hull.threshold and not vehicle.disabled else ""


def explosion(battle: Battle[State], vehicle: Figure) -> list[Blow]:
    """A hit on every model within 3 inches, on the ground and in the air, friends, vehicles and whom open ones carry included,
    with half its strength; its own passengers not (xenocide.vehicle.explosion)."""
    state, table = battle.state, board(battle)
    power = (vehicle.profile.strength + 1) // 2
    battle.record(Exploded(figure=vehicle.id, power=power))
    exposed = [figure for unit in state.present() for figure in state.exposed(unit) if figure.body in table]
    struck = [one for one in exposed if one.body != vehicle.id and table.gap(vehicle.id, one.body) <= CLOUD]
    return [blow for figure in struck for blow in hurt(battle, figure, power)]


async def put_beside(battle: Battle[State], rule: str, vehicle: Figure, found: Mapping[str, Base], allowed: Allowed) -> None:
    """Their owner puts them down within an inch of a vehicle, where it is `allowed`; `found` are places that will do."""
    figures, usual = battle.state.figures, tuple(Spot(name, base.at) for name, base in found.items())

    def free(base: Base) -> bool:
        return board(battle).stands(base, found) is None and allowed(base)

    side, prompt = battle.state.side_of(figures[usual[0].what]), f"Who was aboard {ref(vehicle.id)} gets out"
    for there in await ask_beside(side, rule, prompt, found, usual, (vehicle.base(), REACH), free).about(*found):
        figures[there.what].carrier = ""
        put(battle, figures[there.what], there.at)


def wound(battle: Battle[State], figure: Figure, wounds: int) -> int:
    """So many on one model; what is left over when it has taken all it can."""
    taken = min(wounds, figure.left)
    if taken:
        figure.hurt += taken
        battle.record(Hurt(figure=figure.id, wounds=taken, left=figure.left))
        if not figure.left:
            remove(battle, figure, "killed")
    return wounds - taken


async def pool(battle: Battle[State], unit: Unit, wounds: int, among: Sequence[str]) -> None:
    """The wounded first, then one by one; the rest stays on one, wounds too many are lost (xenocide.save.wounds-pool)."""
    able = [battle.state.figures[name] for name in among if not battle.state.figures[name].gone]
    for figure in [one for one in able if one.hurt]:
        wounds = wound(battle, figure, wounds)
    able = [figure for figure in able if not figure.hurt]
    each = able[0].profile.wounds if able else 1
    falls = min(len(able), wounds // each)
    chosen = tuple(one.id for one in able[:falls])
    if 0 < falls < len(able):  # the owner says which of them are removed (xenocide.save.casualties)
        options = [Option(one.id, ref(one.id), of=(one.id,), about=one.profile.name, means="spend") for one in able]
        rule, prompt = "xenocide.save.casualties", f"{ref(unit.id)}: who falls?"
        ask = ChooseSome(unit.side, rule, prompt, options, least=falls, most=falls)
        chosen = await ask.about(*(one.id for one in able), unit=unit.id, topic="loss")
    for figure in [one for one in able if one.id in chosen]:
        wound(battle, figure, each)
    for figure in [one for one in able if not one.gone][:1]:
        wound(battle, figure, min(wounds - falls * each, each - 1))


def remove(battle: Battle[State], figure: Figure, how: str) -> None:
    """It is out of the game: killed, fled, lost, captive, mishap, left, destroyed (xenocide.save.casualties)."""
    if figure.gone:
        return
    for rider in battle.state.riders(figure) if figure.profile.vehicle and how != "destroyed" else ():
        remove(battle, rider, how)  # those aboard leave with it (xenocide.vehicle.flying)
    near = [one for one in close_comrades(battle, figure) if not one.bears] if figure.bears else []
    if near:  # the nearest within an inch, or aboard, bears the crew's weapon after him (xenocide.size.crew)
        heir = min(near, key=lambda other: (board(battle).gap(figure.body, other.body), other.id))
        heir.bears, figure.bears = figure.bears, ""
    lay_down(battle.state, figure)
    figure.gone, figure.carrier = how, ""
    sync_board(battle, figure)
    battle.record(Removed(figure=figure.id, how=how))
    unit = battle.state.units[figure.unit]
    if not battle.state.is_present(unit):  # markers and engagements end at once (xenocide.battle.removed-units)
        unit.markers = 0
        disengage(battle.state, unit)


def disengage(state: State, unit: Unit) -> None:
    """It is engaged with nobody any more (xenocide.move.engaged-state)."""
    for name in unit.engaged:
        state.units[name].engaged.remove(unit.id)
    unit.engaged = []


def lay_down(state: State, figure: Figure) -> None:
    """The crew's weapon that he bears, if any, lies where he stands (xenocide.size.crew)."""
    if figure.bears:
        name = f"{figure.bears} {len(state.lying) + 1} of {figure.id}"
        state.lying.append(LyingWeapon(name, figure.bears, figure.x, figure.y, state.side_of(figure)))
        figure.bears = ""


def mark(battle: Battle[State], unit: Unit, more: int) -> None:
    """So many markers more; vehicles and those who are gone get none (xenocide.suppression.vehicles-immune)."""
    if more > 0 and battle.state.is_present(unit) and battle.state.vehicle_of(unit) is None:
        unit.markers += more
        battle.record(Marked(unit=unit.id, more=more, now=unit.markers))
