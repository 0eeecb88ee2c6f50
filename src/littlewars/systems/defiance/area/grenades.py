"""Grenades: thrown at a figure or a bare point, lobbed by a guess, dropped from the air (defiance.grenade.*,
defiance.flight.drop-eligibility)."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from littlewars.engine import Battle, Mod, Number, Refusal, Tally
from littlewars.engine.names import ref
from littlewars.table.facing import Point, facing_to, step_to
from littlewars.table.moving.obstacles import lob
from littlewars.table.shapes.bases import ceil_root, centre2, gap_point

from ..basics.dice import FIVE, TWO
from ..basics.events import Bounced, Lobbed
from ..basics.fire_action import DROP, LOB, POINT, Fire
from ..basics.numbers import COVER_ARC, FIRE_MOD, INCH
from ..basics.profiles import Weapon
from ..basics.rolls import tally
from ..basics.scale import SCALES
from ..basics.state import Figure, State
from ..basics.tabletop import feet_at, tabletop
from ..fire.shots import PRONE, los_mods, to_hit
from ..fire.stoppage import usable, works
from ..vehicles.steering import face_freely
from .bursts import Blast, blast_of, on_target, spend_round
from .points import AIM, ground_at, point_ask, sees_point, top_at
from .scatter import Flight, astray, drift, impact

CLOSE, WILD = -2, -4  # a guess within an inch, or not (defiance.grenade.lob-guess)
NEAR_GUESS = INCH
CLEARS = 2 * INCH  # of height for each size class (defiance.grenade.lob-eligibility)
DROPS = {1: (5, 0), 2: (7, 1), 3: (9, 2)}  # by level: to hit, and what a miss adds to d5 (defiance.flight.drop-table)
THROW, GUESS = "defiance.grenade.thrown", "defiance.grenade.lob-guess"


class Throw(NamedTuple):
    """Where a grenade is meant to go, and how far its thrower thinks that is (a lob)."""

    at: Point
    guess: int = 0


def grenade_choices(battle: Battle[State], figure: Figure, slots: tuple[str, ...], speed: str) -> list[str]:
    """Throws at a bare point, lobs by those who stand still, drops by flyers straight below them
    (defiance.grenade.lob-eligibility, defiance.flight.drop-eligibility, defiance.grenade.forbidden-throwers)."""
    if figure.frame.vehicle:
        return []
    found = []
    for arm, number, _ in grenades_of(figure, slots):
        if figure.aloft:
            found += [f"{arm}:{number}:1:{DROP}{name}" for name in ("", *below(battle.state, figure))]
            continue
        found.append(f"{arm}:{number}:1:{POINT}")
        if speed == "stationary":
            found.append(f"{arm}:{number}:1:{LOB}")
    return found


def grenades_of(figure: Figure, slots: tuple[str, ...]) -> list[tuple[int, int, Weapon]]:
    """What it could throw now."""
    return [
        (arm, number, line)
        for arm, carried in enumerate(figure.arms)
        for number, line in enumerate(carried.weapon.lines)
        if carried.slot in slots and line.form == "grenade" and usable(figure, arm) and works(figure, arm, number)
    ]


def below(state: State, figure: Figure) -> list[str]:
    """Those on the ground over whose centre its base is (defiance.flight.drop-eligibility)."""
    base = figure.base()
    return [other.id for other in state.standing() if not other.level and gap_point(base, other.at) == 0]


# ---- where to


async def aim_throw(battle: Battle[State], fire: Fire) -> Throw:
    """The point, and for a lob the guess, before anything is measured (defiance.grenade.thrown, defiance.grenade.lob-guess)."""
    state, figure, line = battle.state, fire.figure, fire.line
    if fire.target.startswith(DROP):
        return Throw(state.figures[name].at if (name := fire.target.removeprefix(DROP)) else figure.at)
    side, blind = state.side_of(figure), fire.target == LOB
    blast = blast_of(figure, fire.arm, line, in_front(state, figure))

    def check(at: Point) -> Refusal | None:
        if blind:
            return None
        if not fire.manner.turns and not faces_point(figure, at):
            return Refusal(THROW, "it is not in the thrower's front arc")
        return None if sees_point(battle, figure, at) else Refusal(THROW, "the thrower does not see it")

    prompt = f"{ref(figure.id)}: where should the {line.name} go?"
    ask = point_ask(battle, side, GUESS if blind else THROW, prompt, blast, check, blind)
    (spot,) = await ask.about(figure.id, unit=figure.unit, topic="aim")
    assert spot.what == AIM
    if fire.manner.turns and spot.at != figure.at:
        face_freely(battle, figure, facing_to(figure.at, spot.at))
    return Throw(spot.at, await _guess(battle, figure, line) if blind else 0)


def in_front(state: State, figure: Figure) -> Point:
    """A point before it, on the table."""
    x, y = step_to(figure.at, figure.face, 3 * INCH)
    return min(max(0, x), state.width), min(max(0, y), state.depth)


def faces_point(figure: Figure, at: Point) -> bool:
    """Is it in the front 90 degrees?"""
    turned = (facing_to(figure.at, at) - figure.face + 18000) % 36000 - 18000 if at != figure.at else 0
    return abs(turned) <= COVER_ARC


async def _guess(battle: Battle[State], figure: Figure, line: Weapon) -> int:
    """How far it is, in whole inches or centimetres; then it is measured and nobody takes it back."""
    state = battle.state
    unit = SCALES[state.settings.scale].read(1)
    most = 2 * line.longest // unit
    prompt = f"{ref(figure.id)}: how far is it?"
    ask = Number(state.side_of(figure), GUESS, prompt, 1, most, counts="guess", usual=most // 4, blind=True)
    guess = await ask.about(figure.id, unit=figure.unit, topic="aim")
    battle.seal()
    return guess * unit


# ---- how it goes


async def throw(battle: Battle[State], fire: Fire, aim: Throw) -> Blast:
    """The grenade flies; where it goes off (defiance.grenade.scatter)."""
    spend_round(battle, fire)
    if fire.target.startswith(DROP):
        at, foot = await _drop(battle, fire, aim.at)
    elif fire.target == LOB:
        at, foot = await _lob(battle, fire, aim)
    else:
        at, foot = await _throw(battle, fire, aim.at)
    return blast_of(fire.figure, fire.arm, fire.line, at, 0, foot)


async def throw_at(battle: Battle[State], fire: Fire) -> Blast:
    """A grenade at somebody who is seen, with all that makes him hard to hit (defiance.grenade.thrown,
    defiance.grenade.anti-infantry)."""
    target = battle.state.figures[fire.target]
    spend_round(battle, fire)
    at, foot = target.at, feet_at(tabletop(battle).going, target, target.at)
    if not await on_target(battle, fire, to_hit(battle.state, fire), target.id):
        at, foot = _astray(battle, fire, at, _far(fire.figure, at))
    return blast_of(fire.figure, fire.arm, fire.line, at, 0, foot)


async def _throw(battle: Battle[State], fire: Fire, at: Point) -> tuple[Point, int]:
    """At a bare point: only what the thrower does counts; beyond his reach it comes down at the end of that and scatters
    (defiance.grenade.distances)."""
    figure, line, far = fire.figure, fire.line, _far(fire.figure, at)
    needed = line.needs(far)
    if needed is None:
        return _astray(battle, fire, step_to(figure.at, facing_to(figure.at, at), line.longest), line.longest)
    if await on_target(battle, fire, tally(needed, *own_mods(figure, fire.manner.speed))):
        return at, ground_at(battle, at)
    return _astray(battle, fire, at, far)


def own_mods(figure: Figure, speed: str) -> list[Mod | None]:
    """What the thrower's own movement and posture do (defiance.aoe.modifier-scope)."""
    return [
        Mod(speed, FIRE_MOD[speed], "defiance.ranged.attacker-movement") if speed else None,
        Mod("firer prone", PRONE, "defiance.move.prone-firer-modifier") if figure.prone else None,
    ]


def _far(figure: Figure, at: Point) -> int:
    return ceil_root(centre2(figure.at, at))


def _astray(battle: Battle[State], fire: Fire, at: Point, thrown: int) -> tuple[Point, int]:
    """d5 inches, at most half as far as it was thrown; it goes off where it ends, or at solid ground on the way
    (defiance.grenade.scatter)."""
    length, foot = min(drift(battle, FIVE), thrown // 2), ground_at(battle, at)
    end = impact(battle, fire.line.name, at, length, Flight(foot=foot, bodies=False, lands=True))
    assert end is not None
    return end, ground_at(battle, end)


async def _lob(battle: Battle[State], fire: Fire, aim: Throw) -> tuple[Point, int]:
    """Over what is not too high: off that it bounces half-way back; beyond reach it falls short; else it is rolled for with
    the penalty of the guess. It comes to rest on top (defiance.grenade.lob-too-high, defiance.grenade.lob-out-of-range,
    defiance.grenade.lob-highest-point)."""
    figure, line, state = fire.figure, fire.line, battle.state
    far = _far(figure, aim.at)
    battle.record(Lobbed(figure=figure.id, weapon=line.name, guess=aim.guess, far=far))
    foot = feet_at(tabletop(battle).going, figure, figure.at)
    flown = lob(figure.at, foot, aim.at, line.longest, CLEARS * figure.frame.size, state.pieces)
    if flown.hits:
        piece = next(piece for piece in state.pieces if piece.id == flown.hits)
        battle.record(Bounced(figure=figure.id, weapon=line.name, piece=piece.label))
        return _astray(battle, fire, flown.at, 2 * round(sqrt(centre2(figure.at, flown.at))))
    at, thrown = (flown.at, line.longest) if flown.short else (aim.at, far)
    if flown.short or not await on_target(battle, fire, lob_tally(line, far, aim.guess)):
        at = astray(battle, line.name, at, min(drift(battle, FIVE), thrown // 2))
    return at, top_at(battle, at)


def lob_tally(line: Weapon, far: int, guess: int) -> Tally:
    """The penalty of the guess is the only modifier (defiance.grenade.lob-eligibility)."""
    needed = line.needs(far)
    assert needed is not None
    value = CLOSE if abs(guess - far) <= NEAR_GUESS else WILD
    return tally(needed, Mod("lobbed, a good guess" if value == CLOSE else "lobbed, a bad guess", value, GUESS))


async def _drop(battle: Battle[State], fire: Fire, at: Point) -> tuple[Point, int]:
    """Straight down: even a hit goes astray by d2 inches (defiance.flight.drop-table)."""
    figure, state = fire.figure, battle.state
    needed, more = DROPS[figure.level]
    target = state.figures.get(fire.target.removeprefix(DROP))
    speed = fire.manner.speed
    mods = los_mods(state, figure, target, speed) if target else own_mods(figure, speed)
    hit = await on_target(battle, fire, tally(needed, *mods), target.id if target else "")
    length = drift(battle, TWO) if hit else drift(battle, FIVE, more)
    end = astray(battle, fire.line.name, at, length)
    return end, top_at(battle, end)
