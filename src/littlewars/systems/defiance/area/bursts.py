"""Areas of effect: the round, its template, who is in it, and what it does to them (defiance.aoe.*)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from littlewars.engine import Battle, Mod, Tally
from littlewars.table.facing import Point
from littlewars.table.shapes.bases import gap, gap_point

from ..basics.consequences import CONSEQUENCES
from ..basics.dice import OPEN
from ..basics.events import Caught, Exploded, Launched, Wasted
from ..basics.fire_action import Fire, Shot
from ..basics.numbers import INCH
from ..basics.profiles import Weapon
from ..basics.rolls import ONE, tally
from ..basics.state import Figure, State
from ..basics.tabletop import feet_at, tabletop
from ..fire.damage import DamageDone, pattern, roll, settle
from ..fire.shots import lof_mods, own_mods, tags_below, to_hit
from ..fire.stoppage import note_shot
from ..units.chits import spend_on_die
from ..units.guns import note_gun
from ..units.pairs import note_served
from .scatter import MISS, Flight, drift, impact

WIDER = INCH  # for standard infantry (defiance.aoe.si-radius)
VULNERABLE = Mod("standard infantry in an area", 1, "defiance.aoe.si-bonus")
CHIT = Mod("attack chit", 1, "defiance.command.chit-damage")


class Blast(NamedTuple):
    """A template about to go off: whose it is, what it attacks as, where and how wide.

    `needed` is None where it does no damage; `spares`: those it cannot harm; `hull`: measured from a vehicle's outline.
    """

    figure: str
    line: Weapon
    at: Point
    radius: int
    needed: int | None
    dice: int = 1
    foot: int = 0
    level: int = 0
    spares: tuple[str, ...] = ()
    hull: str = ""
    arm: int = 0
    mods: tuple[Mod, ...] = ()  # what is wrong with the firer or his weapon


def blast_of(figure: Figure, arm: int, line: Weapon, at: Point, level: int = 0, foot: int = 0) -> Blast:
    """The template of a weapon's area, here (defiance.aoe.template, defiance.aoe.anti-infantry)."""
    area, burst = line.aoe, line.burst
    assert area is not None
    assert burst is not None
    return Blast(figure.id, burst, at, area.radius, area.damage, area.dice, foot, level, arm=arm)


def round_of(state: State, fire: Fire, at: Point, level: int = 0, foot: int = 0) -> Blast:
    """The template of a round that somebody fires, with what is wrong with him or his weapon: that acts on its damage, not on
    the roll to hit (defiance.infweapon.bracing, defiance.vehicle.haywire)."""
    mods = tuple(mod for mod in own_mods(state, fire) if mod is not None)
    return blast_of(fire.figure, fire.arm, fire.line, at, level, foot)._replace(mods=mods)


def is_standard(figure: Figure) -> bool:
    """Is it standard infantry, to whom areas are worse (defiance.terms.si-pi)?"""
    return not (figure.frame.powered or figure.frame.vehicle)


def caught(battle: Battle[State], blast: Blast) -> list[Figure]:
    """Friend and foe whose bases touch it, nearest to its centre first; on the ground measured in space
    (defiance.aoe.template, defiance.aoe.si-radius, defiance.flight.no-grenades-at)."""
    state, going, found = battle.state, tabletop(battle).going, list[tuple[int, str]]()
    hull = state.figures[blast.hull].base() if blast.hull else None
    most = blast.radius + WIDER
    for figure in state.standing():
        if figure.level != blast.level or figure.id in blast.spares:
            continue
        reach = most + figure.reach
        if hull is None and (abs(figure.x - blast.at[0]) > reach or abs(figure.y - blast.at[1]) > reach):
            continue  # a quick look
        far = gap_point(figure.base(), blast.at) if hull is None else gap(figure.base(), hull)
        rise = 0 if blast.level else feet_at(going, figure, figure.at) - blast.foot
        radius = blast.radius + (WIDER if is_standard(figure) else 0)
        if far * far + rise * rise <= radius * radius:
            found.append((far, figure.id))
    return [state.figures[name] for _, name in sorted(found)]


def die_at(blast: Blast, target: Figure) -> Shot:
    """Its dice at one who is in it: line-of-fire modifiers only (defiance.aoe.modifier-scope, defiance.aoe.si-bonus,
    defiance.aoe.natural-one)."""
    assert blast.needed is not None
    mods = (*lof_mods(blast.line, target), VULNERABLE if is_standard(target) else None, *blast.mods)
    short = tags_below(blast.line, target)
    needed = tally(blast.needed, *mods)
    return Shot(blast.figure, blast.arm, blast.line, target.id, blast.dice, needed, short, "burst", blast.at)


async def go_off(battle: Battle[State], blast: Blast, shock: bool = True) -> None:
    """It catches all who are in it; without a damage number it harms nobody (defiance.aoe.explosion-shock)."""
    battle.record(Exploded(figure=blast.figure, weapon=blast.line.name, at=blast.at, radius=blast.radius))
    if blast.needed is not None:
        await strike(battle, [die_at(blast, figure) for figure in caught(battle, blast)], shock)


async def strike(battle: Battle[State], shots: Sequence[Shot], shock: bool = True) -> None:
    """All dice of an area, and what is owed after them."""
    await dice_of(battle, shots, shock)
    await CONSEQUENCES.serve(battle)


async def dice_of(battle: Battle[State], shots: Sequence[Shot], shock: bool) -> None:
    """All dice of an area, then saves and damage, then the tests of those who are left, nearest first."""
    struck: list[DamageDone] = []
    for number, shot in enumerate(shots):
        one = roll(battle, shot)
        struck.append(one)
        names = {"figure": shot.figure, "target": shot.target, "weapon": shot.line.name}
        battle.record(Caught(**names, tally=shot.tally, hits=one.hits, tags=one.tags))
        battle.merge_point("area", number, more=partial(pattern, battle.state, struck, len(struck)))
    await settle(battle, struck, shock=shock)


# ---- a round fired at somebody


async def fire_round(battle: Battle[State], fire: Fire) -> Blast | None:
    """A round at its target: to hit, else it scatters and bursts where it meets something; where it bursts
    (defiance.aoe.to-hit, defiance.aoe.target, defiance.aoe.scatter-impact)."""
    state, figure, line, target = battle.state, fire.figure, fire.line, battle.state.figures[fire.target]
    spend_round(battle, fire)
    if target.gone:
        battle.record(Wasted(figure=figure.id, weapon=line.name, why="its target is gone"))
        return None
    needed = to_hit(state, fire)
    level, foot = target.level, feet_at(tabletop(battle).going, target, target.at)
    if await on_target(battle, fire, needed, target.id):
        return round_of(state, fire, target.at, level, foot)
    length = drift(battle, MISS[needed.base])
    at = impact(battle, line.name, target.at, length, Flight(level, foot, target.id))
    if at is None:
        battle.record(Wasted(figure=figure.id, weapon=line.name, why="it meets nothing"))
        return None
    return round_of(state, fire, at, level, foot)


def spend_round(battle: Battle[State], fire: Fire) -> None:
    """The shot is counted, whatever comes of it (defiance.ranged.ammo)."""
    note_shot(fire.figure, fire.arm, battle.state.turn.number, fire.number)
    note_gun(battle.state, fire.figure, fire.figure.arms[fire.arm].weapon)
    note_served(battle.state, fire.figure, fire.figure.arms[fire.arm].weapon)


async def on_target(battle: Battle[State], fire: Fire, needed: Tally, target: str = "") -> bool:
    """The roll to hit, a chit may help; a natural 1 always misses and nobody is tagged (defiance.aoe.to-hit)."""
    figure = fire.figure
    shot = Shot(figure.id, fire.arm, fire.line, target or figure.id, 1, needed)
    if await spend_on_die(battle, figure, "to hit", [shot]):
        needed = tally(needed.base, *needed.mods, CHIT)
    hit = battle.dice.test(OPEN, max(ONE + 1, needed.needed), f"to hit, {figure.id}")
    battle.record(Launched(figure=figure.id, weapon=fire.line.name, tally=needed, hit=hit, target=target))
    return hit
