"""Rolling to hit: hits, near misses, tens and missed attacks of a plan, and whom they strike (xenocide.hit.*, xenocide.aoe.*,
xenocide.friendly-fire.*, xenocide.melee-fire.*). Nothing is written on the state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from littlewars.engine import Allocate, Arrange, Battle, Tally
from littlewars.engine.names import ref

from ..basics.dice import D3, SECOND
from ..basics.events import Fired, Strayed
from ..basics.numbers import TEN
from ..basics.profiles import Gun
from ..basics.state import Blow, Figure, Hits, State
from ..harm.hits import next_hits, save_hits, summed
from .aim import Group, Plan, linked

# hits of an area attack on the vehicle itself (xenocide.vehicle.aoe-open, xenocide.vehicle.aoe-closed)
ON_OPEN, ON_CLOSED = 2, 1


class Kind(NamedTuple):
    """Hits that are saved alike; `anybody`: also those take them whom nobody saw."""

    unit: str
    power: int
    saves: int
    figure: str = ""
    chooser: str = ""
    anybody: bool = False


def most_hits(state: State, name: str) -> int:
    """How many hits of one area attack find somebody in a unit: each model once, of an open vehicle also its passengers
    (xenocide.aoe.once-per-model, xenocide.vehicle.aoe-open, xenocide.vehicle.aoe-closed)."""
    unit = state.units[name]
    vehicle = state.vehicle_of(unit)
    if vehicle is None:
        return len(state.members(unit))
    return ON_OPEN + len(state.riders(vehicle)) if state.is_open(vehicle) else ON_CLOSED


class Tray:
    """The hits of one attack."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.counts: dict[Kind, int] = {}
        self.weapons: dict[Kind, dict[str, None]] = {}
        self.areas: list[Hits] = []

    def add(self, kind: Kind, gun: Gun, count: int) -> None:
        """So many hits of a weapon."""
        self.counts[kind] = self.counts.get(kind, 0) + count
        self.weapons.setdefault(kind, {})[gun.name] = None

    def hit(self, unit: str, gun: Gun, count: int, figure: str = "", chooser: str = "") -> None:
        """Ordinary hits on a unit, or on a model of it."""
        self.add(Kind(unit, gun.power, gun.saves, figure, chooser, bool(chooser)), gun, count)

    def burst(self, unit: str, gun: Gun, count: int, figure: str = "", chooser: str = "") -> None:
        """One area attack that strikes so many models, nobody twice (xenocide.aoe.once-per-model). Where all are alike only the
        number matters."""
        members, vehicle = self.state.members(self.state.units[unit]), self.state.vehicle_of(self.state.units[unit])
        if vehicle is not None:
            self._on_vehicle(vehicle, gun, count)
        elif gun.saves == 1 and not figure and len({one.profile.line for one in members}) == 1:
            self.add(Kind(unit, gun.power, 1, "", chooser, True), gun, min(count, len(members)))
        elif count:
            self.areas.append(Hits(unit, gun.name, gun.power, count, gun.saves, (), figure, True, chooser))

    def _on_vehicle(self, vehicle: Figure, gun: Gun, count: int) -> None:
        """The first hits of an area attack are on the vehicle, of an open one all others on its passengers
        (xenocide.vehicle.aoe-open, xenocide.vehicle.aoe-closed)."""
        is_open = self.state.is_open(vehicle)
        own = min(count, ON_OPEN if is_open else ON_CLOSED)
        self.hit(vehicle.unit, gun, own)
        left = count - own
        for riding in self.state.aboard(vehicle) if is_open else ():
            here = min(left, len(self.state.members(riding)))
            self.burst(riding.id, gun, here)
            left -= here

    def known(self) -> tuple[object, ...]:
        """What matters of it for odds."""
        return tuple(sorted(self.counts.items())), tuple(sorted(self.areas, key=repr))

    def hits(self, plan: Plan) -> list[Hits]:
        """All of them, to be saved."""
        found = []
        for kind, count in self.counts.items():
            if count:
                among = () if kind.anybody else plan.seen.get(kind.unit, ())
                weapons = ", ".join(self.weapons[kind])
                found.append(Hits(kind.unit, weapons, kind.power, count, kind.saves, among, kind.figure, chooser=kind.chooser))
        return [*found, *self.areas]


NEAR_MISS = 2  # an area attack that misses by so much still strikes somebody (xenocide.aoe.partial-hit)
OVERFLOW = "xenocide.targeting.intermingled-overflow"
THROUGH = "xenocide.friendly-fire.through-allocation"
AGAIN = "xenocide.melee-fire.friendly-allocation"


class Rolled(NamedTuple):
    """What alike attacks came to."""

    hits: int
    near: int
    misses: int
    tens: int


async def strike(battle: Battle[State], plan: Plan) -> list[Hits]:
    """All attacks of a plan; whom they hit, before anybody saves (xenocide.shooting.steps)."""
    tray = Tray(battle.state)
    order = await _order_of_division(battle, plan)
    for number, group in enumerate(plan.groups):
        rolled = roll(battle, group)
        _tell(battle, plan, group, rolled)
        if group.gun.area:
            # what misses passengers by 1 or 2 strikes their vehicle, which takes the first hits
            # (xenocide.vehicle.passenger-near-miss-aoe, xenocide.vehicle.aoe-open)
            nearby = group._replace(unit=group.beside, figure="") if group.beside else group
            for _ in range(rolled.near):
                await _area(battle, plan, nearby, group.gun.area, order, tray)
            await _through(battle, plan, group, rolled.tens, tray)
            for left in reversed(range(rolled.hits)):
                await _area(battle, plan, group, d3s(battle, group.gun), order, tray)
                battle.merge_point("area", number, left, tray.known())
        else:
            tray.hit(group.unit, group.gun, rolled.hits, group.figure)
            if group.beside:  # xenocide.vehicle.passenger-near-miss
                tray.hit(group.beside, group.gun, rolled.near)
            await _again(battle, plan, group, rolled.misses, tray)
            await _through(battle, plan, group, rolled.tens, tray)
        battle.merge_point("struck", number, tray.known())
    await _overflow(battle, plan, tray)
    return tray.hits(plan)


async def resolve(battle: Battle[State], plan: Plan) -> list[Blow]:
    """All hits, then all saves; what comes of it (xenocide.shooting.steps)."""
    left = await strike(battle, plan)
    battle.merge_point("hits", *left)
    blows: list[Blow] = []
    while left:
        now, left = next_hits(left)
        blows += await save_hits(battle, now, summed(blows), tuple(left))
    return blows


def _tell(battle: Battle[State], plan: Plan, group: Group, rolled: Rolled) -> None:
    battle.record(
        Fired(
            unit=plan.unit,
            figure=group.shooter,
            weapon=group.gun.name,
            target=group.figure or group.unit,
            aim=group.aim,
            dice=group.dice,
            tally=group.tally,
            hits=rolled.hits,
            near=rolled.near,
        )
    )


# ---- dice


def roll(battle: Battle[State], group: Group) -> Rolled:
    """One throw for alike attacks: as much as the number or less hits (xenocide.hit.roll, xenocide.hit.maximum)."""
    area, through = bool(group.gun.area or group.beside), bool(group.friends)
    return roll_pool(battle, group.dice, group.tally, area, through, f"hit, {group.gun.key}")


def roll_pool(battle: Battle[State], dice: int, tally: Tally, area: bool, through: bool, why: str) -> Rolled:
    """Faces fall into bands: hits, near misses of area weapons, misses, tens where friends are shot through
    (xenocide.aoe.partial-hit, xenocide.aoe.partial-hit-limits, xenocide.friendly-fire.through-aoe)."""
    needed = tally.needed
    least = max(needed, 1)  # at 0 the ones are looked at again
    near = needed + NEAR_MISS if area else needed
    cuts = sorted({least + 1, *([near + 1] if least <= near < TEN else []), *([TEN] if through else [])})
    found = Rolled(0, 0, 0, 0)
    for low, count in zip((1, *cuts), battle.dice.pool(dice, TEN, tuple(cuts), why), strict=True):
        if low <= least:
            found = found._replace(hits=count)
        elif through and low == TEN:
            found = found._replace(tens=count)
        elif low <= near:
            found = found._replace(near=count)
        else:
            found = found._replace(misses=found.misses + count)
    if needed:
        return found
    # at skill 0 every 1 is rolled again (xenocide.hit.zero-skill)
    hits = battle.dice.successes(found.hits, TEN, SECOND, f"{why} again", low=True)
    lost = found.hits - hits
    return found._replace(hits=hits, near=found.near + lost * area, misses=found.misses + lost * (not area))


def d3s(battle: Battle[State], gun: Gun) -> int:
    """How many models an area hit strikes (xenocide.aoe.hits, xenocide.core.d3)."""
    return sum(battle.dice.roll(D3, f"area, {gun.key}") for _ in range(gun.area))


# ---- area weapons


async def _area(battle: Battle[State], plan: Plan, group: Group, count: int, order: tuple[str, ...], tray: Tray) -> None:
    """One area attack: on the target, at most one hit for each model; in a melee it is dealt round, else what is left over may
    go to units mixed with the target (xenocide.aoe.once-per-model, xenocide.melee-fire.aoe-divided,
    xenocide.engaged-fire.aoe-hits-self, xenocide.grenade.effects, xenocide.aoe.spill)."""
    state = battle.state
    if combat := order or linked(state, state.units[group.unit]):
        for name, hits in dealt(count, {name: most_hits(state, name) for name in combat}).items():
            tray.burst(name, group.gun, hits, group.figure if name == group.unit else "")
        return
    here = min(count, most_hits(state, group.unit))
    tray.burst(group.unit, group.gun, here, group.figure)
    if count > here and plan.mixed:
        room = {name: most_hits(state, name) for name in plan.mixed}
        for name, hits in await _spilled(battle, plan, "xenocide.aoe.spill", count - here, room):
            tray.burst(name, group.gun, hits)


def dealt(count: int, sizes: dict[str, int]) -> dict[str, int]:
    """Hits dealt round, one to each unit in turn, until all are dealt or everybody is hit (xenocide.melee-fire.aoe-divided).

    >>> dealt(4, {"b": 3, "a": 5}), dealt(1, {"b": 3, "a": 5}), dealt(5, {"b": 1, "a": 2})
    ({'b': 2, 'a': 2}, {'b': 1, 'a': 0}, {'b': 1, 'a': 2})
    """
    found = dict.fromkeys(sizes, 0)
    while count and any(found[name] < sizes[name] for name in sizes):
        for name in sizes:
            if count and found[name] < sizes[name]:
                found[name], count = found[name] + 1, count - 1
    return found


async def _order_of_division(battle: Battle[State], plan: Plan) -> tuple[str, ...]:
    """In which order the units of a melee are dealt area hits: the target first, the others as its owner likes
    (xenocide.melee-fire.aoe-divided)."""
    if not plan.combat or not any(group.gun.area for group in plan.groups):
        return ()
    target, *others = plan.combat
    if len(others) < 2:
        return plan.combat
    side = battle.state.units[target].side
    ask = Arrange(side, "xenocide.melee-fire.aoe-divided", "In which order are area hits dealt out?", others)
    return (target, *await ask.about(*_figures(battle.state, others), unit=target, topic="share"))


def _figures(state: State, names: Iterable[str]) -> list[str]:
    """The models of units."""
    return [figure.id for name in names for figure in state.members(state.units[name])]


# ---- hits that go elsewhere


async def _spilled(
    battle: Battle[State], plan: Plan, rule: str, count: int, room: dict[str, int]
) -> tuple[tuple[str, int], ...]:
    """How many additional hits the shooter puts on which units mixed with the target."""
    side = battle.state.units[plan.unit].side
    ask = Allocate(side, rule, f"Up to {count} more on units mixed with {ref(plan.target)}", count, room, exact=False)
    return await ask.about(*_figures(battle.state, room), unit=plan.unit, topic="share")


async def _overflow(battle: Battle[State], plan: Plan, tray: Tray) -> None:
    """More hits than models that can be hit: the shooter may put the rest on units mixed with the target
    (xenocide.targeting.intermingled-overflow). The last hits go first."""
    mine = [kind for kind in tray.counts if kind.unit == plan.target and not kind.anybody]
    extra = sum(tray.counts[kind] for kind in mine) - len(plan.seen.get(plan.target, ()))
    if not plan.target or not plan.mixed or extra <= 0:
        return
    for name, left in await _spilled(battle, plan, OVERFLOW, extra, dict.fromkeys(plan.mixed, extra)):
        for kind in reversed(mine):
            moved = min(left, tray.counts[kind])
            tray.counts[kind], left = tray.counts[kind] - moved, left - moved
            there = kind._replace(unit=name)
            tray.counts[there] = tray.counts.get(there, 0) + moved
            tray.weapons.setdefault(there, {}).update(tray.weapons[kind])


async def _through(battle: Battle[State], plan: Plan, group: Group, tens: int, tray: Tray) -> None:
    """Every 10 hits a friendly unit that is shot through; the shooter says which, and which of its models
    (xenocide.friendly-fire.through, xenocide.friendly-fire.through-allocation, xenocide.friendly-fire.through-aoe)."""
    if not tens:
        return
    side = battle.state.units[plan.unit].side
    ask = Allocate(side, THROUGH, f"{tens} stray: whom do they hit?", tens, dict.fromkeys(group.friends, tens))
    for name, count in ask.single() or await ask.about(*_figures(battle.state, group.friends), unit=plan.unit, topic="share"):
        battle.record(Strayed(unit=plan.unit, target=name, hits=count))
        if not group.gun.area:
            tray.hit(name, group.gun, count, chooser=side)
            continue
        for _ in range(count):
            tray.burst(name, group.gun, d3s(battle, group.gun), chooser=side)


async def _again(battle: Battle[State], plan: Plan, group: Group, misses: int, tray: Tray) -> None:
    """Missed attacks into a melee are rolled again at the friends in it, shared out by the target's owner
    (xenocide.melee-fire.friendly-rerolls, xenocide.melee-fire.friendly-allocation, xenocide.engaged-fire.other-friends)."""
    if not misses or not group.again:
        return
    side = battle.state.units[group.unit].side
    tallies = dict(group.again)
    ask = Allocate(side, AGAIN, f"{misses} missed: at whom do they go?", misses, dict.fromkeys(tallies, misses))
    for name, count in ask.single() or await ask.about(*_figures(battle.state, tallies), unit=group.unit, topic="share"):
        rolled = roll_pool(battle, count, tallies[name], False, False, f"stray, {group.gun.key}")
        battle.record(Strayed(unit=plan.unit, target=name, hits=rolled.hits))
        tray.hit(name, group.gun, rolled.hits, chooser=side)
