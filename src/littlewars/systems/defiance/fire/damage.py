"""Damaging hits: field saves, dumb luck, impact, elimination, and the tests that follow
(defiance.ranged.resolution-sequence)."""

from __future__ import annotations

from msgspec import Struct

from littlewars.engine import Battle, Mod

from ..basics.dice import OPEN, TEN
from ..basics.events import Hurt, Saved, Spared
from ..basics.fire_action import Shot
from ..basics.profiles import Weapon
from ..basics.rolls import damage_bands
from ..basics.state import Figure, State
from ..units.chits import dumb_luck
from ..units.morale import try_nerve
from ..units.removal import remove
from .shots import knocks

IMPACT = 7  # defiance.ranged.impact-rating
KNOCKED = Mod("knocked back", -2, "defiance.effector.knockback-morale")


class Struck(Struct):
    """What the dice of a fire action did to one figure."""

    figure: str
    line: Weapon
    hits: int = 0
    tags: int = 0


def roll(battle: Battle[State], shot: Shot, bonus: bool = False) -> Struck:
    """All damage dice at one target; one of them with +1 if an attack chit was spent
    (defiance.command.chit-damage, defiance.ranged.target-damage-roll)."""
    struck = Struck(shot.target, shot.line)
    dice, why = shot.dice, f"damage, {shot.figure}"
    if bonus:
        dice -= 1
        _count(struck, battle.dice.pool(1, OPEN, damage_bands(shot.tally.needed - 1, shot.short), why))
    _count(struck, battle.dice.pool(dice, OPEN, damage_bands(shot.tally.needed, shot.short), why))
    return struck


def _count(struck: Struck, bands: tuple[int, ...]) -> None:
    struck.tags += bands[1]
    struck.hits += bands[2]


async def settle(battle: Battle[State], all_struck: list[Struck], tests: bool = True) -> None:
    """Saves after all dice, then hits and eliminations, then the survivors' tests: tags first
    (defiance.morale.individual-immediate)."""
    state = battle.state
    for struck in all_struck:
        _save(battle, state.figures[struck.figure], struck)
        _frighten(struck)
    hurt = [struck for struck in all_struck if await _take(battle, state.figures[struck.figure], struck)]
    for struck in all_struck if tests else ():
        await _tests(battle, state.figures[struck.figure], struck, struck in hurt)


def _save(battle: Battle[State], figure: Figure, struck: Struck) -> None:
    """A save for each hit, unless the weapon pierces fields (defiance.ranged.field-saves-each,
    defiance.ranged.field-saves-timing, defiance.terms.armor-vs-field, defiance.ranged.tagging-fields)."""
    field = figure.frame.field
    if field is None or not struck.hits or struck.line.does("pierces-fields"):
        return
    saved = battle.dice.successes(struck.hits, TEN, field, f"field save, {figure.id}")
    struck.hits -= saved
    if saved:
        battle.record(Saved(figure=figure.id, by="its field", hits=saved))


def _frighten(struck: Struck) -> None:
    """A terror weapon damages nobody: each success that was not saved is a test
    (defiance.effector.terror-hit, defiance.effector.terror-no-tag)."""
    if struck.line.does("terrifies"):
        struck.tags, struck.hits = struck.hits, 0


async def _take(battle: Battle[State], figure: Figure, struck: Struck) -> bool:
    """All hits; True if it lost damage points and stands."""
    before = figure.hurt
    await _hit(battle, figure, struck.hits, struck.line.impact)
    if figure.gone or figure.hurt == before:
        return False
    battle.record(Hurt(figure=figure.id, hits=figure.hurt - before, left=figure.left))
    return True


async def _hit(battle: Battle[State], figure: Figure, hits: int, impact: int = 0) -> None:
    """Hits one after another; luck may ignore each, and each may bring further ones by its force
    (defiance.command.chit-dumb-luck, defiance.ranged.impact-needs-capacity)."""
    for number in range(hits):
        if figure.gone:
            break
        if await dumb_luck(battle, figure, number + 1, hits):
            battle.record(Spared(figure=figure.id))
            continue
        wound(battle, figure)
        if impact and not figure.gone:
            await _hit(battle, figure, battle.dice.successes(impact, TEN, IMPACT, "impact"))


def wound(battle: Battle[State], figure: Figure) -> None:
    """One damage point; without any left it is eliminated (defiance.stats.damage-capacity, defiance.terms.damaging-hit)."""
    if figure.gone:
        return
    figure.hurt += 1
    if figure.left <= 0:
        remove(battle, figure, "killed")


async def _tests(battle: Battle[State], figure: Figure, struck: Struck, hurt: bool) -> None:
    """Every tag is an event of its own, damage one together (defiance.ranged.tagging-multiple,
    defiance.morale.trigger-damaged, defiance.morale.trigger-list, defiance.ranged.tagging,
    defiance.morale.vehicle-individual)."""
    vehicle_spared = figure.frame.vehicle and battle.state.settings.vehicles_test_only_for_damage
    for _ in range(0 if vehicle_spared else struck.tags):
        await try_nerve(battle, figure, "tagged", KNOCKED if knocks(struck.line, figure) else None)
    if hurt and not figure.gone:
        await try_nerve(battle, figure, "damaged")
