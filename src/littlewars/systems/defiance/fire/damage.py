"""Damaging hits: field saves, dumb luck, impact, elimination, and the tests that follow
(defiance.ranged.resolution-sequence)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import astuple

from littlewars.engine import Battle, Mod

from ..basics.dice import OPEN, TEN
from ..basics.events import Hurt, Saved, Spared
from ..basics.fire_action import Cause, Shot
from ..basics.numbers import IMPACT
from ..basics.profiles import Weapon
from ..basics.rolls import damage_bands
from ..basics.state import Figure, State
from ..units.chits import dumb_luck
from ..units.morale import try_nerve
from ..units.removal import remove
from ..units.stun import is_immune, stun
from ..vehicles.damage import hull_hit, uses_chart
from ..vehicles.wrecks import can_suffer
from .shots import knocks

KNOCKED = Mod("knocked back", -2, "defiance.effector.knockback-morale")


class DamageDone(Struct):
    """What the dice of an attack did to one figure."""

    figure: str
    line: Weapon
    hits: int = 0
    tags: int = 0
    cause: Cause = Cause("")


def roll(battle: Battle[State], shot: Shot, bonus: bool = False) -> DamageDone:
    """All damage dice at one target; one of them with +1 if an attack chit was spent
    (defiance.command.chit-damage, defiance.ranged.target-damage-roll)."""
    struck = DamageDone(shot.target, shot.line, cause=cause_of(battle.state, shot))
    dice, why = shot.dice, f"damage, {shot.figure}"
    if bonus:
        dice -= 1
        _count(struck, battle.dice.pool(1, OPEN, damage_bands(shot.tally.needed - 1, shot.short), why))
    _count(struck, battle.dice.pool(dice, OPEN, damage_bands(shot.tally.needed, shot.short), why))
    return struck


def _count(struck: DamageDone, bands: tuple[int, ...]) -> None:
    struck.tags += bands[1]
    struck.hits += bands[2]


def cause_of(state: State, shot: Shot) -> Cause:
    """The attack that dice belong to: whose they are, and where they come from."""
    firer = state.figures[shot.figure]
    return Cause(state.side_of(firer), shot.at or firer.at, shot.how or "fire", shot.line)


async def settle(battle: Battle[State], all_struck: list[DamageDone], tests: bool = True, shock: bool = False) -> list[str]:
    """Saves after all dice, then hits and eliminations, then the survivors' tests, in the order given: tags first, damage, and
    in an area of effect the shock of it (defiance.morale.individual-immediate, defiance.aoe.explosion-shock).

    Those who are named were damaged and stand.
    """
    state, hurt = battle.state, list[str]()
    for number, struck in enumerate(all_struck):
        figure = state.figures[struck.figure]
        if struck.line.does("stuns") and is_immune(figure):
            struck.hits = struck.tags = 0  # defiance.effector.stun-vehicles
        _save(battle, figure, struck)
        _frighten(struck)
        battle.merge_point("saves", number, more=partial(pattern, state, all_struck, number + 1))
    for number, struck in enumerate(all_struck):
        if await _take(battle, state.figures[struck.figure], struck):
            hurt.append(struck.figure)
        battle.merge_point("hits", number, more=partial(pattern, state, all_struck, number + 1, hurt))
    for number, struck in enumerate(all_struck if tests else ()):
        await _tests(battle, state.figures[struck.figure], struck, struck.figure in hurt, shock)
        battle.merge_point("tests", number, more=partial(pattern, state, all_struck[number + 1 :], 0, hurt))
    return hurt


def condition(figure: Figure) -> tuple[object, ...]:
    """What a figure's odds depend on: figures that are alike in it are as good as each other."""
    who = (figure.frame.key, figure.unit, figure.command, figure.leader, figure.focal, figure.hero, len(figure.chits))
    return (*who, figure.hurt, figure.gone, figure.shaken, figure.stunned, astuple(figure.craft) if figure.craft else ())


def pattern(state: State, struck: Sequence[DamageDone], done: int, hurt: Sequence[str] = ()) -> tuple[object, ...]:
    """What is still to come for whom, the first few of them done with this part of it: whoever of those who are alike it is.

    Where an officer is among them it counts who tests before him.
    """
    figures = [state.figures[one.figure] for one in struck]
    found = [(condition(who), one.hits, one.tags, who.id in hurt) for who, one in zip(figures, struck, strict=True)]
    if any(figure.officer for figure in figures):
        return tuple(found)
    return (*sorted(found[:done], key=repr), *sorted(found[done:], key=repr))


def _save(battle: Battle[State], figure: Figure, struck: DamageDone) -> None:
    """A save for each hit, unless the weapon pierces fields (defiance.ranged.field-saves-each,
    defiance.ranged.field-saves-timing, defiance.terms.armor-vs-field, defiance.ranged.tagging-fields,
    defiance.vehicle.field-save)."""
    field = None if figure.gone else figure.frame.field  # a disabled vehicle has none (defiance.vehicle.sdc-target)
    if field is None or not struck.hits or struck.line.does("pierces-fields"):
        return
    saved = battle.dice.successes(struck.hits, TEN, field, f"field save, {figure.id}")
    struck.hits -= saved
    if saved:
        battle.record(Saved(figure=figure.id, by="its field", hits=saved))


def _frighten(struck: DamageDone) -> None:
    """A terror weapon damages nobody: each success that was not saved is a test
    (defiance.effector.terror-hit, defiance.effector.terror-no-tag)."""
    if struck.line.does("terrifies"):
        struck.tags, struck.hits = struck.hits, 0


async def _take(battle: Battle[State], figure: Figure, struck: DamageDone) -> bool:
    """All hits; True if they damaged it and it stands."""
    hits = await land(battle, figure, struck.hits, struck.cause._replace(line=struck.line))
    if figure.gone or not hits:
        return False
    battle.record(Hurt(figure=figure.id, hits=hits, left=figure.left))
    return True


async def land(battle: Battle[State], figure: Figure, hits: int, cause: Cause) -> int:
    """Hits that were not saved, one after another; luck may ignore each, a stun weapon stuns, others damage and may bring
    further hits by their force (defiance.command.chit-dumb-luck, defiance.ranged.impact-needs-capacity,
    defiance.effector.stun-hit). How many damaged."""
    damaged, impact = 0, cause.line.impact if cause.line else 0
    for number in range(hits):
        if not can_suffer(figure):
            break
        charted = uses_chart(figure)  # then its force has struck the same system (defiance.vehicle.afv-impact)
        if await dumb_luck(battle, figure, number + 1, hits):
            battle.record(Spared(figure=figure.id))
            continue
        if cause.line and cause.line.does("stuns"):
            stun(battle, figure)  # no damage, and no force behind it (defiance.effector.stun-hit)
            continue
        damaged += await hit(battle, figure, cause)
        if impact and not charted and can_suffer(figure):
            more = battle.dice.successes(impact, TEN, IMPACT, "impact")
            damaged += await land(battle, figure, more, cause._replace(line=None))
    return damaged


async def hit(battle: Battle[State], figure: Figure, cause: Cause) -> bool:
    """One damaging hit that nothing has averted: a damage point, and without any left it is eliminated
    (defiance.stats.damage-capacity, defiance.terms.damaging-hit). True if it damaged."""
    if figure.craft is not None:
        return await hull_hit(battle, figure, cause)
    if figure.gone:
        return False
    figure.hurt += 1
    if figure.left <= 0:
        remove(battle, figure, "killed")
    return True


async def _tests(battle: Battle[State], figure: Figure, struck: DamageDone, hurt: bool, shock: bool) -> None:
    """Every tag is an event of its own, damage one together, the shock of an area one more (defiance.ranged.tagging-multiple,
    defiance.morale.trigger-damaged, defiance.morale.trigger-list, defiance.ranged.tagging,
    defiance.morale.vehicle-individual, defiance.aoe.explosion-shock)."""
    vehicle_spared = figure.frame.vehicle and battle.state.settings.vehicles_test_only_for_damage
    for _ in range(0 if vehicle_spared else struck.tags):
        await try_nerve(battle, figure, "tagged", KNOCKED if knocks(struck.line, figure) else None)
    if hurt and not figure.gone:
        await try_nerve(battle, figure, "damaged")
    if shock and not vehicle_spared:
        await try_nerve(battle, figure, "explosion shock")
