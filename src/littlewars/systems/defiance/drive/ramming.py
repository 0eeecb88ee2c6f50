"""Rams: whom a hull touches may dodge, is damaged, thrown aside or pushed back (defiance.ram.*)."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Mod, Option, Tally
from littlewars.engine.names import ref
from littlewars.table.constants import TOUCH
from littlewars.table.facing import Point, cross, vector
from littlewars.table.moving.spots import slide, spot, step_aside
from littlewars.table.moving.walk import Passage
from littlewars.table.shapes.bases import Base, Box, gap, gap_poly
from littlewars.table.shapes.boxes import around, boxes_meet

from ..basics.dice import FIVE, OPEN, TWO
from ..basics.events import Changed, Crashed, Dodged, Moved, Rammed
from ..basics.fire_action import Cause
from ..basics.numbers import INCH
from ..basics.profiles import Weapon
from ..basics.rolls import agile, tally
from ..basics.state import Figure, State
from ..basics.tabletop import board, on_other_levels, put, stops_the_thrown, sync_board, tabletop
from ..fire.damage import DamageDone, settle
from ..move.path import FARTHEST
from ..units.morale import try_nerve
from ..units.removal import release
from ..vehicles.nerves import haywire_mod
from ..vehicles.steering import prices_for

DODGE_MOD = {"walking": -2, "running": 0, "sprinting": 2}  # defiance.ram.dodge-modifiers
NEEDS = {"walking": 7, "running": 5, "sprinting": 3}  # defiance.ram.damage-target
DICE = {4: 1, 5: 2, 6: 3}  # by size (defiance.ram.damage-dice)
AG = "defiance.ram.dodge-roll"
RAM = Weapon(key="ram", name="ram", rule="defiance.ram.damage-target")
THROWN = 4500  # off the course, to the nearer side (defiance.ram.infantry-survivor)
THROWS = 2  # d5 inches each
SHOCKED = Mod("rammed", -2, "defiance.ram.infantry-survivor")
LEAST_NATURAL = 2  # a natural 1 never damages


def dice_of(size: int) -> int:
    """How many dice a vehicle of this size rams with (defiance.ram.damage-dice)."""
    return DICE[min(max(size, min(DICE)), max(DICE))]


def ram_tally(rammer: Figure, target: Figure, speed: str) -> Tally:
    """What each die needs: by speed; men have no use of their armour, vehicles have (defiance.ram.damage-target)."""
    armour = Mod("armour", target.frame.armour, "defiance.stats.armor-rating") if target.frame.vehicle else None
    return tally(NEEDS[speed], armour, haywire_mod(rammer))


# ---- whom a hull touches


async def ram(battle: Battle[State], rammer: Figure, victim: Figure, speed: str, again: bool = False) -> bool:
    """A contact: dodged or not. True if the rammer drives on: only another vehicle stops it
    (defiance.ram.who, defiance.ram.rammer-continues). `again`: who has dodged it in this activation is simply moved aside."""
    if again:
        _step_aside(battle, rammer, victim)
        return True
    if _may_dodge(victim) and await _dodges(battle, rammer, victim, speed):
        _step_aside(battle, rammer, victim)
        release(battle, victim)
        await try_nerve(battle, victim, "dodged a vehicle")  # defiance.ram.dodged
        return True
    return await strike(battle, rammer, victim, speed)


async def rammed(battle: Battle[State], vehicle: Figure, victim: Figure) -> None:
    """Somebody who charged a moving vehicle and was too slow is rammed by it, at the speed of its latest movement, and does not
    dodge (defiance.hth.moving-vehicle-failure)."""
    await strike(battle, vehicle, victim, vehicle.hulled.speed or "walking")


async def strike(battle: Battle[State], rammer: Figure, victim: Figure, speed: str) -> bool:
    """The rammed did not get out of the way: infantry is damaged and thrown, two vehicles damage each other
    (defiance.ram.vehicle-target). True if the rammer drives on."""
    if victim.craft is not None:
        await _collide(battle, rammer, victim, speed)
        return False
    release(battle, victim)
    await _damage(battle, rammer, victim, speed)
    if not victim.gone and not victim.is_gun:  # a gun that stands it is pushed aside (defiance.infweapon.crew-weapon-stats)
        await _throw(battle, rammer, victim, speed)
    elif not victim.gone:
        _step_aside(battle, rammer, victim)
    return True


def _may_dodge(victim: Figure) -> bool:
    """Infantry and mecha may; not while stunned (defiance.ram.who, defiance.ram.dodge-roll)."""
    return not victim.stunned and not victim.frame.drives and not victim.is_gun


async def _dodges(battle: Battle[State], rammer: Figure, victim: Figure, speed: str) -> bool:
    """Its owner decides; agility, by the speed of the vehicle (defiance.ram.dodge-roll, defiance.ram.dodge-modifiers)."""
    options = (
        Option("dodge", "Dodge", of=(victim.id,), about=f"Its agility or less: {dodge_below(victim, speed)}.", means="act"),
        Option("accept", "Stand and be rammed", of=(victim.id,), means="pass"),
    )
    prompt = f"{ref(rammer.id)} runs into {ref(victim.id)}: dodge?"
    ask = Choose(battle.state.side_of(victim), AG, prompt, options).about(victim.id, unit=victim.unit, topic="react")
    if await ask == "accept":
        return False
    passed = agile(battle, victim.frame.agility, f"dodge, {victim.id}", DODGE_MOD[speed])
    battle.record(Dodged(figure=victim.id, by=rammer.id, passed=passed))
    return passed


def dodge_below(victim: Figure, speed: str) -> int:
    """The highest natural roll that dodges: a 1 always does, a 10 never (defiance.ram.dodge-roll)."""
    return max(1, min(9, victim.frame.agility - DODGE_MOD[speed]))


def hurt_chance(rammer: Figure, victim: Figure, speed: str) -> float:
    """How likely a contact damages it, for those who look ahead: it dodges if it can, then any die."""
    needed = max(LEAST_NATURAL, ram_tally(rammer, victim, speed).needed)
    misses = sum(weight for face, weight in enumerate(OPEN.weights, 1) if face < needed) / sum(OPEN.weights)
    caught = 1 - dodge_below(victim, speed) / 10 if _may_dodge(victim) else 1.0
    return float(caught * (1 - misses ** dice_of(rammer.frame.size)))


def _hull(rammer: Figure) -> Box:
    base = rammer.base()
    assert isinstance(base, Box)
    return base


def _course(rammer: Figure) -> int:
    """The direction in which it drives; one that has not moved is thought to go where it looks."""
    course = rammer.hulled.course
    return rammer.face if course < 0 else course


def _aside(battle: Battle[State], rammer: Figure, victim: Figure) -> Point | None:
    """The place to which a figure would get out of the hull's path; None if there is no room."""
    skip = on_other_levels(battle, victim.level)
    return step_aside(board(battle), victim.id, _hull(rammer), vector(_course(rammer)), skip)


def is_stuck(battle: Battle[State], rammer: Figure, victim: Figure) -> bool:
    """Is there no room for it anywhere out of the hull's path?"""
    return not victim.gone and _aside(battle, rammer, victim) is None


def _step_aside(battle: Battle[State], rammer: Figure, victim: Figure) -> None:
    """Just left or right of the hull's path, whichever is nearer; if there is no room on either side, on the nearest free spot
    (defiance.ram.dodged)."""
    to = _aside(battle, rammer, victim)
    if to is not None and to != victim.at:
        put(battle, victim, to)
        battle.record(Moved(figure=victim.id, path=(to,), face=victim.face, how="steps aside"))


async def _damage(battle: Battle[State], rammer: Figure, victim: Figure, speed: str) -> None:
    """All dice of a ram; a near miss does not tag (defiance.ram.damage-target, defiance.ram.damage-dice)."""
    await settle(battle, [_roll(battle, rammer, victim, speed)], tests=False)


def _roll(battle: Battle[State], rammer: Figure, victim: Figure, speed: str, why: str = "ram") -> DamageDone:
    needed = ram_tally(rammer, victim, speed)
    count = dice_of(rammer.frame.size)
    hits = battle.dice.successes(count, OPEN, max(LEAST_NATURAL, needed.needed), f"{why}, {rammer.id}")
    battle.record(Rammed(figure=rammer.id, what=victim.id, tally=needed, hits=hits))
    return DamageDone(victim.id, RAM, hits, cause=Cause(battle.state.side_of(rammer), rammer.at, "ram", RAM))


async def _throw(battle: Battle[State], rammer: Figure, victim: Figure, speed: str) -> None:
    """It is thrown 2d5 inches, at 45 degrees to the nearer side, and lies; into something solid hurts again
    (defiance.ram.infantry-survivor, defiance.dice.notation)."""
    far = sum(battle.dice.roll(FIVE, f"thrown, {victim.id}") for _ in range(THROWS)) * INCH
    course = _course(rammer)
    off = (victim.x - rammer.x, victim.y - rammer.y)
    side = -THROWN if cross(vector(course), off) > 0 else THROWN  # left of the course, or right
    skip = frozenset((rammer.id, *on_other_levels(battle, victim.level)))
    passage = Passage(frozenset(), skip, tabletop(battle).going.solid)
    went = slide(board(battle), victim.id, (course + side) % 36000, far, passage)
    if not victim.aloft:
        victim.prone = True
        sync_board(battle, victim)
    put(battle, victim, went.to)
    battle.record(Moved(figure=victim.id, path=(went.to,), face=victim.face, how="is thrown"))
    _clear_of(battle, victim)
    if went.clash is not None and went.clash.kind == "piece" and _is_solid(battle.state, went.clash.id):
        battle.record(Changed(who=victim.id, what="is thrown against something solid"))
        await _damage(battle, rammer, victim, speed)
    await try_nerve(battle, victim, "rammed", SHOCKED)


def _is_solid(state: State, name: str) -> bool:
    return any(piece.id == name and stops_the_thrown(piece) for piece in state.pieces)


def _clear_of(battle: Battle[State], one: Figure) -> None:
    """A figure that stands under a hull or on another figure is put on the nearest free place."""
    table, skip = board(battle), (one.id, *on_other_levels(battle, one.level))
    if table.stands(one.base(), skip) is not None:
        put(battle, one, spot(table, one.base(), one.at, ignore=skip, reach=FARTHEST) or one.at)


# ---- two hulls


async def _collide(battle: Battle[State], rammer: Figure, victim: Figure, speed: str) -> None:
    """Both are damaged at once, each by the other's size at the rammer's speed; who survives is pushed back, and both test once
    (defiance.ram.vehicle-target, defiance.ram.vehicle-survivor)."""
    course = _course(rammer)
    struck = [_roll(battle, rammer, victim, speed), _roll(battle, victim, rammer, speed)]
    await settle(battle, struck, tests=False)
    for one, away in ((rammer, course + 18000), (victim, course)):
        if not one.gone:
            _rebound(battle, one, rammer if one is victim else victim, away % 36000)
    for one in (rammer, victim):
        await try_nerve(battle, one, "rammed")


def _rebound(battle: Battle[State], one: Figure, other: Figure, facing: int) -> None:
    """d2 inches straight back between equals; the smaller d5, the larger not at all."""
    mine, theirs = one.frame.size, other.frame.size
    if mine > theirs:
        return
    far = battle.dice.roll(TWO if mine == theirs else FIVE, f"rebound, {one.id}") * INCH
    skip = frozenset((other.id, *on_other_levels(battle, one.level)))
    went = slide(board(battle), one.id, facing, far, Passage(frozenset(), skip, prices_for(battle, one)))
    if went.to != one.at:
        put(battle, one, went.to)
        battle.record(Moved(figure=one.id, path=(went.to,), face=one.face, how="is pushed back"))


# ---- ground


def ram_ground_dice(battle: Battle[State], rammer: Figure, speed: str, what: str = "the ground") -> int:
    """The damaging hits of a vehicle that is rammed by itself: its own size, speed and armour (defiance.ram.terrain)."""
    needed, count = ram_tally(rammer, rammer, speed), dice_of(rammer.frame.size)
    hits = battle.dice.successes(count, OPEN, max(LEAST_NATURAL, needed.needed), f"terrain ram, {rammer.id}")
    battle.record(Crashed(figure=rammer.id, what=what, tally=needed, hits=hits))
    return hits


async def ram_ground(battle: Battle[State], rammer: Figure, what: str, speed: str) -> None:
    """It has run into forbidden ground and is rammed by itself; then it tests, damaged or not, and has no rebound
    (defiance.ram.terrain, defiance.vehicle.terrain-contact)."""
    state = battle.state
    label = next((piece.label for piece in state.pieces if piece.id == what), "a wreck")
    hits = ram_ground_dice(battle, rammer, speed, label)
    cause = Cause(state.other(state.side_of(rammer)), None, "ram", RAM)
    await settle(battle, [DamageDone(rammer.id, RAM, hits, cause=cause)], tests=False)
    await try_nerve(battle, rammer, "rammed")


async def graze(battle: Battle[State], figure: Figure, before: Base, speed: str) -> None:
    """A mecha that has come into touch with impassable ground on its own feet is rammed by it, and goes no farther; an anime
    mecha moves like infantry and takes no harm (defiance.vehicle.terrain-contact)."""
    if not (figure.frame.mecha and figure.frame.steers) or not figure.able or figure.level or figure.base() == before:
        return
    table, base = board(battle), figure.base()
    for number in table.field.barred():
        piece = table.field.pieces[number]
        now = gap_poly(base, piece.outline) if boxes_meet(around([figure.at], figure.reach + TOUCH), piece.box) else TOUCH + 1
        if now <= TOUCH and gap_poly(before, piece.outline) > now:
            await ram_ground(battle, figure, piece.id, speed)
            battle.state.acting().stuck.append(figure.id)
            return


def shift_off(battle: Battle[State], hull: Figure, other: Figure) -> None:
    """Somebody on whom a hull has come down stands beside it; of two hulls the one that came down is put beside."""
    if other.gone or gap(hull.base(), other.base()) > 0:
        return
    _clear_of(battle, hull if other.craft is not None else other)
