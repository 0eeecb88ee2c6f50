"""What is pending is applied: wounds and who falls, pooled or on one model; what damage does to a vehicle and those aboard
(xenocide.vehicle.*); models that leave the game; suppression markers (xenocide.suppression.*)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from littlewars.engine import Battle, ChooseSome, Option, Place, Refusal, Shape, Spot, Spots
from littlewars.engine.names import ref
from littlewars.kit.blocks import beside
from littlewars.table.moving.spots import spot
from littlewars.table.shapes.bases import Base, gap, moved, overlaps
from littlewars.table.terrain.pieces import wreck

from ..basics.events import Damaged, Exploded, Hurt, Marked, Removed
from ..basics.numbers import CLOUD, MANY_WOUNDS, REACH, SLOWER, STEADY
from ..basics.state import FIRING, Blow, Figure, Lying, State, Unit
from ..basics.tabletop import WRECK, board, close_comrades, elsewhere, is_aloft, put, sync_board
from .hits import hurt, pooled

DISABLING, DESTROYING = -2, 3  # the power of the hits on those aboard (xenocide.vehicle.passengers-disabled)
Allowed = Callable[[Base], bool]  # may somebody be put there?
TWICE = 2  # its threshold in markers destroys it (xenocide.vehicle.destroyed)


async def land(battle: Battle[State], blows: Sequence[Blow]) -> None:
    """All that is pending lands together: pooled wounds, those on single models, markers, then damage to vehicles."""
    state = battle.state
    for unit, wounds, among in pooled(blows):
        await pool(battle, state.units[unit], wounds, among)
    hulls = Counter[str]()
    for blow in blows:
        if blow.figure and state.figures[blow.figure].profile.vehicle:
            hulls[blow.figure] += blow.wounds
        elif blow.figure:
            wound(battle, state.figures[blow.figure], blow.wounds)
    for blow in blows:
        mark(battle, state.units[blow.unit], blow.markers)
    for name, markers in hulls.items():
        await damage(battle, state.figures[name], markers)


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
    """A hit on every model within 3 inches, friends and vehicles included, with half its strength (xenocide.vehicle.explosion);
    its own passengers not. A flyer's strikes those below as well (xenocide.vehicle.flying-minimum)."""
    state, table = battle.state, board(battle)
    power = (vehicle.profile.strength + 1) // 2
    battle.record(Exploded(figure=vehicle.id, power=power))
    near = [state.figures[name] for name in state.figures if name in table and table.gap(vehicle.id, name) <= CLOUD]
    struck = [one for one in near if one is not vehicle and (vehicle.profile.flies or not is_aloft(state, one))]
    return [blow for figure in struck for blow in hurt(battle, figure, power)]


async def put_beside(battle: Battle[State], rule: str, vehicle: Figure, found: Mapping[str, Base], allowed: Allowed) -> None:
    """Their owner puts them down within an inch of a vehicle, where it is `allowed`; `found` are places that will do."""
    figures, usual = battle.state.figures, tuple(Spot(name, base.at) for name, base in found.items())

    def refuse(spots: Spots) -> Refusal | None:
        bases = {spot.what: moved(figures[spot.what].base(), spot.at) for spot in spots}
        if len(bases) < len(found):
            return Refusal(rule, "all of them get out")
        for name, base in bases.items() if spots != usual else ():
            if gap(base, vehicle.base()) > REACH or board(battle).stands(base, [name]) is not None or not allowed(base):
                return Refusal(rule, f"{ref(name)} has no place there within an inch")
            if any(overlaps(base, other) for key, other in bases.items() if key > name):
                return Refusal(rule, f"{ref(name)} would stand on a comrade")
        return None

    shapes = {name: Shape("disc", (figures[name].profile.radius,)) for name in found}
    side, prompt = battle.state.side_of(figures[usual[0].what]), f"Who was aboard {ref(vehicle.id)} gets out"
    for there in await Place(side, rule, prompt, shapes, lambda: [usual], refuse).about(*found):
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
    rest, left = wounds - falls * each, [figure for figure in able if not figure.gone]
    if rest and left:
        wound(battle, left[0], min(rest, each - 1))


def remove(battle: Battle[State], figure: Figure, how: str) -> None:
    """It is out of the game: killed, fled, lost, captive, mishap, left, destroyed (xenocide.save.casualties)."""
    if figure.gone:
        return
    for rider in battle.state.riders(figure) if figure.profile.vehicle and how != "destroyed" else ():
        remove(battle, rider, how)  # those aboard leave with it (xenocide.vehicle.flying)
    near = [one for one in close_comrades(battle, figure) if not one.bears] if figure.bears and not figure.carrier else []
    if near:  # the nearest within an inch bears the crew's weapon after him (xenocide.size.crew)
        heir = min(near, key=lambda other: (board(battle).gap(figure.id, other.id), other.id))
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
        state.lying.append(Lying(name, figure.bears, figure.x, figure.y, state.side_of(figure)))
        figure.bears = ""


def threshold(state: State, unit: Unit, cover: str = "") -> int:
    """How many attacks make one marker, at least one, and no part of one (xenocide.suppression.when, xenocide.core.rounding):
    cover, size and courage add up (xenocide.suppression.threshold-table, xenocide.suppression.threshold-brave,
    xenocide.suppression.threshold-cumulative)."""
    steady = STEADY[cover] + (state.wounds(unit) >= MANY_WOUNDS) + state.brave(unit)
    return max(1, state.morale(unit) - 1) + steady  # a morale of 4 needs 3 attacks, of 8 it needs 7


def mark(battle: Battle[State], unit: Unit, more: int) -> None:
    """So many markers more; vehicles and those who are gone get none (xenocide.suppression.vehicles-immune)."""
    if more > 0 and battle.state.is_present(unit) and battle.state.vehicle_of(unit) is None:
        unit.markers += more
        battle.record(Marked(unit=unit.id, more=more, now=unit.markers))
