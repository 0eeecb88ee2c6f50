"""Wounds and who falls, pooled by stat line or on one model (xenocide.save.wounds-pool, xenocide.save.casualties,
xenocide.weapon.multiple-saves-one-model); suppression markers (xenocide.suppression.*)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle, ChooseSome, Mod, Option, Tally
from littlewars.engine.names import ref

from ..basics.events import Hurt, Marked
from ..basics.numbers import MANY_WOUNDS, STEADY
from ..basics.state import FIRING, Blow, Figure, State, Unit
from .hulls import DESTROYING, DISABLING, add_damage, explosion, leave_wreck, remove, set_down, shaken_riders


async def land(battle: Battle[State], blows: Sequence[Blow]) -> None:
    """Everything that is pending on units is applied together: pooled wounds first, then those on single models, then markers
    (xenocide.shooting.return-fire-first, xenocide.weapon.multiple-saves-one-model)."""
    state = battle.state
    for unit, line in dict.fromkeys((blow.unit, blow.line) for blow in blows if blow.line and blow.wounds):
        here = [blow for blow in blows if (blow.unit, blow.line) == (unit, line)]
        among = tuple(dict.fromkeys(name for blow in here for name in blow.among))
        await pool(battle, state.units[unit], line, sum(blow.wounds for blow in here), among)
    hulls: dict[str, int] = {}
    for blow in blows:
        if blow.figure and state.figures[blow.figure].profile.vehicle:
            hulls[blow.figure] = hulls.get(blow.figure, 0) + blow.wounds
        elif blow.figure:
            wound(battle, state.figures[blow.figure], blow.wounds)
    for blow in blows:
        mark(battle, state.units[blow.unit], blow.markers)
    for name, markers in hulls.items():
        await damage(battle, state.figures[name], markers)


async def damage(battle: Battle[State], vehicle: Figure, markers: int) -> None:
    """Damage markers, and what they entail: who is aboard is hit, a destroyed vehicle explodes and leaves a wreck
    (xenocide.vehicle.disabled, xenocide.vehicle.destroyed)."""
    done = add_damage(battle, vehicle, markers)
    if done == "disabled":
        await _land_or_wait(battle, shaken_riders(battle, vehicle, DISABLING))
    elif done == "destroyed":
        await destroy(battle, vehicle)


async def destroy(battle: Battle[State], vehicle: Figure) -> None:
    """It explodes: first those aboard, then everybody near, then survivors are put beside the wreck
    (xenocide.vehicle.destroyed, xenocide.vehicle.explosion, xenocide.vehicle.passengers-destroyed)."""
    hull = vehicle.base()
    await land(battle, shaken_riders(battle, vehicle, DESTROYING))
    survivors, blast = battle.state.riders(vehicle), explosion(battle, vehicle)
    leave_wreck(battle, vehicle)
    await _land_or_wait(battle, blast)
    await set_down(battle, vehicle, survivors, hull)


async def _land_or_wait(battle: Battle[State], blows: Sequence[Blow]) -> None:
    """In a fire phase it is part of the attack: who is hurt may fire first (xenocide.vehicle.explosion,
    xenocide.shooting.return-fire-first). Else it is applied at once."""
    turn = battle.state.turn
    if turn.stage == FIRING:
        turn.blows += blows
    else:
        await land(battle, blows)


def wound(battle: Battle[State], figure: Figure, wounds: int) -> int:
    """So many on one model; what is left over when it has taken all it can."""
    taken = min(wounds, figure.left)
    if taken:
        figure.hurt += taken
        battle.record(Hurt(figure=figure.id, wounds=taken, left=figure.left))
        if not figure.left:
            remove(battle, figure, "killed")
    return wounds - taken


async def pool(battle: Battle[State], unit: Unit, line: str, wounds: int, among: Sequence[str]) -> None:
    """The wounded model first, then one model after another; the rest stays on one (xenocide.save.wounds-pool). Wounds beyond
    the last of those who may fall are lost."""
    state = battle.state
    able = [state.figures[name] for name in among if not state.figures[name].gone and state.figures[name].profile.line == line]
    hurt = [figure for figure in able if figure.hurt]
    while wounds and hurt:
        wounds = wound(battle, hurt.pop(0), wounds)
    able = [figure for figure in able if not figure.gone and not figure.hurt]
    each = able[0].profile.wounds if able else 1
    falls = min(len(able), wounds // each)
    for figure in await _who_falls(unit, able, falls):
        wound(battle, figure, each)
    rest = wounds - falls * each
    left = [figure for figure in able if not figure.gone]
    if rest and left:
        wound(battle, left[0], min(rest, each - 1))


async def _who_falls(unit: Unit, able: Sequence[Figure], count: int) -> list[Figure]:
    """The owner says which of them are removed (xenocide.save.casualties)."""
    if count in (0, len(able)):
        return list(able[:count])
    options = [Option(figure.id, ref(figure.id), of=(figure.id,), about=figure.profile.name, means="spend") for figure in able]
    prompt = f"{ref(unit.id)}: who falls?"
    ask = ChooseSome(unit.side, "xenocide.save.casualties", prompt, options, least=count, most=count)
    chosen = await ask.about(*(figure.id for figure in able), unit=unit.id, topic="loss")
    return [figure for figure in able if figure.id in chosen]


LEAST = 1  # xenocide.suppression.threshold-table
FROM = 1  # the threshold is the morale less one: 4 needs 3 attacks, 8 needs 7


def threshold(state: State, unit: Unit, cover: str = "") -> int:
    """How many attacks make one marker, at least one."""
    return threshold_tally(state, unit, cover).needed


def threshold_tally(state: State, unit: Unit, cover: str = "") -> Tally:
    """The same, with what it is made of: cover, size and courage add up (xenocide.suppression.threshold-table,
    xenocide.suppression.threshold-cumulative)."""
    mods = (
        Mod(f"{cover} cover", STEADY[cover], "xenocide.suppression.threshold-cover") if cover else None,
        Mod("ten wounds", 1, "xenocide.suppression.threshold-size") if state.wounds(unit) >= MANY_WOUNDS else None,
        Mod("brave", 1, "xenocide.suppression.threshold-brave") if state.brave(unit) else None,
    )
    return Tally(max(LEAST, state.morale(unit) - FROM), tuple(mod for mod in mods if mod is not None), low=True)


def markers_for(attacks: int, needed: int) -> int:
    """One for every full number of attacks (xenocide.suppression.when, xenocide.core.rounding)."""
    return max(0, attacks) // needed


def mark(battle: Battle[State], unit: Unit, more: int) -> None:
    """So many markers more; vehicles and those who are gone get none (xenocide.suppression.vehicles-immune)."""
    state = battle.state
    if more <= 0 or not state.is_present(unit) or state.vehicle_of(unit) is not None:
        return
    unit.markers += more
    battle.record(Marked(unit=unit.id, more=more, now=unit.markers))
