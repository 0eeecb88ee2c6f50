"""Rolling to hit: hits, near misses, tens and missed attacks of a plan, and whom they strike (xenocide.hit.*, xenocide.aoe.*,
xenocide.friendly-fire.*, xenocide.melee-fire.*). Nothing is written on the state."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from littlewars.dice.sharing import dealt
from littlewars.engine import Allocate, Arrange, Battle
from littlewars.engine.names import ref

from ..basics.events import Fired, Strayed
from ..basics.numbers import D3, SECOND, TEN
from ..basics.profiles import Gun
from ..basics.state import Blow, Hits, State
from ..harm.wounds import next_hits, save_hits, summed
from .aim import AlikeAttacks, ReadyAttack, linked

ON_OPEN, ON_CLOSED = 2, 1  # hits of an area attack on the hull itself (xenocide.vehicle.aoe-open, xenocide.vehicle.aoe-closed)
NEAR_MISS = 2  # an area attack that misses by so much still strikes somebody (xenocide.aoe.partial-hit)
Shares = tuple[tuple[str, int], ...]


async def resolve(battle: Battle[State], plan: ReadyAttack) -> list[Blow]:
    """All hits, then all saves; what comes of it (xenocide.shooting.steps)."""
    left, blows = await strike(battle, plan), list[Blow]()
    battle.merge_point("hits", *left)
    while left:
        now, left = next_hits(left)
        blows += await save_hits(battle, now, summed(blows), tuple(left))
    return blows


async def strike(battle: Battle[State], plan: ReadyAttack) -> list[Hits]:
    """All attacks of a plan; whom they hit, before anybody saves (xenocide.shooting.steps)."""
    tray = Tray(battle, plan)
    await tray.set_order()
    for number, group in enumerate(plan.groups):
        gun, target = group.gun, group.figure or group.unit
        hits, near, misses, tens = roll(battle, group)
        told: dict[str, Any] = {"dice": group.dice, "tally": group.tally, "hits": hits, "near": near}
        battle.record(Fired(unit=plan.unit, figure=group.shooter, weapon=gun.name, target=target, aim=group.aim, **told))
        if gun.area:
            # what misses passengers by 1 or 2 strikes their vehicle, which takes the first hits
            # (xenocide.vehicle.passenger-near-miss-aoe, xenocide.vehicle.aoe-open)
            nearby = group._replace(unit=group.beside, figure="") if group.beside else group
            for _ in range(near):
                await tray.area(nearby, gun.area)
            await tray.through(group, tens)
            for left in reversed(range(hits)):
                await tray.area(group, d3s(battle, gun))
                battle.merge_point("area", number, left, tray.known())
        else:
            tray.hit(group.unit, gun, hits, group.figure)
            if group.beside:  # xenocide.vehicle.passenger-near-miss
                tray.hit(group.beside, gun, near)
            await tray.again(group, misses)
            await tray.through(group, tens)
        battle.merge_point("struck", number, tray.known())
    await tray.overflow()
    return tray.hits()


def roll(battle: Battle[State], group: AlikeAttacks, why: str = "hit") -> tuple[int, int, int, int]:
    """One throw for alike attacks. Faces fall into bands: hits, near misses of area weapons, misses, tens where friends are
    shot through (xenocide.hit.roll, xenocide.aoe.partial-hit-limits)."""
    needed, area, why = group.tally.needed, bool(group.gun.area or group.beside), f"{why}, {group.gun.key}"
    least, near = max(needed, 1), needed + NEAR_MISS * area  # at 0 the ones are looked at again
    cuts = sorted({least + 1, *([near + 1] if least <= near < TEN else []), *([TEN] if group.friends else [])})
    found = Counter[str]()
    for low, n in zip((1, *cuts), battle.dice.pool(group.dice, TEN, tuple(cuts), why), strict=True):
        if low <= least:
            band = "hits"
        elif low == TEN and group.friends:
            band = "tens"
        else:
            band = "near" if low <= near else "misses"
        found[band] += n
    if not needed:  # every 1 is rolled again (xenocide.hit.zero-skill)
        ones, found["hits"] = found["hits"], battle.dice.successes(found["hits"], TEN, SECOND, f"{why} again", low=True)
        found["near" if area else "misses"] += ones - found["hits"]
    return found["hits"], found["near"], found["misses"], found["tens"]


def d3s(battle: Battle[State], gun: Gun) -> int:
    """How many models an area hit strikes (xenocide.aoe.hits, xenocide.core.d3)."""
    return sum(battle.dice.roll(D3, f"area, {gun.key}") for _ in range(gun.area))


class Tray:
    """The hits of one attack, by their kind, with the weapons; area attacks whose hits are not all alike stand alone."""

    def __init__(self, battle: Battle[State], plan: ReadyAttack) -> None:
        self.battle, self.state, self.plan = battle, battle.state, plan
        self.order: tuple[str, ...] = ()
        self.counts = Counter[Hits]()  # of each kind, itself without a count
        self.weapons = defaultdict[Hits, dict[str, None]](dict)
        self.areas: list[Hits] = []

    async def set_order(self) -> None:
        """In which order units of a melee are dealt area hits: the target first, the others as its owner likes."""
        if not self.plan.combat or not any(group.gun.area for group in self.plan.groups):
            return
        target, *others = self.plan.combat
        if len(others) > 1:
            side, prompt = self.state.units[target].side, "In which order are area hits dealt out?"
            ask = Arrange(side, "xenocide.melee-fire.aoe-divided", prompt, others)
            others = [*await ask.about(*self._models(others), unit=target, topic="share")]
        self.order = (target, *others)

    def _models(self, names: Iterable[str]) -> list[str]:
        """The models of units."""
        return [figure.id for name in names for figure in self.state.members(self.state.units[name])]

    def hit(self, unit: str, gun: Gun, count: int, figure: str = "", chooser: str = "", anybody: bool = False) -> None:
        """So many hits on a unit, or on a model of it; what strays, or strikes `anybody`, also hits whom nobody saw."""
        among = () if chooser or anybody else self.plan.seen.get(unit, ())
        kind = Hits(unit, "", gun.power, 0, gun.saves, among, figure, chooser=chooser)
        self.counts[kind] += count
        self.weapons[kind][gun.name] = None

    def burst(self, unit: str, gun: Gun, count: int, figure: str = "", chooser: str = "") -> None:
        """One area attack that strikes so many models, nobody twice (xenocide.aoe.once-per-model). Where all are alike only the
        number matters. The first hits are on a vehicle, of an open one all others on its passengers."""
        state = self.state
        members, vehicle = state.members(state.units[unit]), state.vehicle_of(state.units[unit])
        if vehicle is not None:
            given = min(count, ON_OPEN if state.is_open(vehicle) else ON_CLOSED)
            self.hit(unit, gun, given)
            for riding in state.aboard(vehicle) if state.is_open(vehicle) else ():
                here = min(count - given, len(state.members(riding)))
                self.burst(riding.id, gun, here)
                given += here
        elif gun.saves == 1 and not figure and len({one.profile.line for one in members}) == 1:
            self.hit(unit, gun, min(count, len(members)), chooser=chooser, anybody=True)
        elif count:
            self.areas.append(Hits(unit, gun.name, gun.power, count, gun.saves, (), figure, True, chooser))

    def known(self) -> tuple[object, ...]:
        """What matters of it for odds."""
        return frozenset(self.counts.items()), frozenset(Counter(self.areas).items())

    def hits(self) -> list[Hits]:
        """All of them, to be saved."""
        kinds = [(kind, count, ", ".join(self.weapons[kind])) for kind, count in self.counts.items() if count]
        return [*(replace(kind, count=count, weapon=names) for kind, count, names in kinds), *self.areas]

    def _most_hits(self, unit: str) -> int:
        """How many hits of an area attack find somebody: each model once, of an open vehicle also passengers."""
        state, vehicle = self.state, self.state.vehicle_of(self.state.units[unit])
        if vehicle is None:
            return len(state.members(state.units[unit]))
        return ON_OPEN + len(state.riders(vehicle)) if state.is_open(vehicle) else ON_CLOSED

    async def area(self, group: AlikeAttacks, count: int) -> None:
        """One area attack: on the target, at most one hit for each model; in a melee it is dealt round, else what is left over
        may go to units mixed with the target (xenocide.engaged-fire.aoe-hits-self, xenocide.grenade.effects)."""
        combat, mixed = self.order or linked(self.state, self.state.units[group.unit]), self.plan.mixed
        shares = dealt(count, {name: self._most_hits(name) for name in combat or (group.unit,)})
        for name, hits in shares.items():
            self.burst(name, group.gun, hits, group.figure if name == group.unit else "")
        if not combat and count > shares[group.unit] and mixed:
            room = {name: self._most_hits(name) for name in mixed}
            for name, hits in await self._spilled("xenocide.aoe.spill", count - shares[group.unit], room):
                self.burst(name, group.gun, hits)

    async def _spilled(self, rule: str, count: int, room: dict[str, int]) -> Shares:
        """How many additional hits the shooter puts on which units mixed with the target."""
        prompt = f"Up to {count} more on units mixed with {ref(self.plan.target)}"
        return await self._shared(self.plan.unit, rule, prompt, count, room, exact=False)

    async def _shared(self, by: str, rule: str, prompt: str, count: int, room: dict[str, int], exact: bool = True) -> Shares:
        """Hits are shared out among units by the owner of a unit."""
        ask = Allocate(self.state.units[by].side, rule, prompt, count, room, exact=exact)
        return ask.single() or await ask.about(*self._models(room), unit=by, topic="share")

    async def overflow(self) -> None:
        """More hits than models that can be hit: the shooter may put the rest, the last hits first, on units mixed with it."""
        plan, rule = self.plan, "xenocide.targeting.intermingled-overflow"
        mine = [kind for kind in self.counts if kind.unit == plan.target and kind.among]
        extra = sum(self.counts[kind] for kind in mine) - len(plan.seen.get(plan.target, ()))
        if not plan.mixed or extra <= 0:
            return
        for name, left in await self._spilled(rule, extra, dict.fromkeys(plan.mixed, extra)):
            for kind in reversed(mine):
                moved, there = min(left, self.counts[kind]), replace(kind, unit=name, among=plan.seen[name])
                self.counts[kind] -= moved
                self.counts[there] += moved
                self.weapons[there] |= self.weapons[kind]
                left -= moved

    async def through(self, group: AlikeAttacks, tens: int) -> None:
        """Every 10 hits a friendly unit that is shot through, as the shooter likes (xenocide.friendly-fire.through-aoe)."""
        rule, room = "xenocide.friendly-fire.through-allocation", dict.fromkeys(group.friends, tens)
        by, side, prompt = self.plan.unit, self.state.units[self.plan.unit].side, f"{tens} stray: whom do they hit?"
        for name, count in await self._shared(by, rule, prompt, tens, room) if tens else ():
            self.battle.record(Strayed(unit=by, target=name, hits=count))
            if not group.gun.area:
                self.hit(name, group.gun, count, chooser=side)
            for _ in range(count if group.gun.area else 0):
                self.burst(name, group.gun, d3s(self.battle, group.gun), chooser=side)

    async def again(self, group: AlikeAttacks, misses: int) -> None:
        """Misses into a melee go at friends in it, shared out by the target's owner (xenocide.engaged-fire.other-friends)."""
        rule, tallies = "xenocide.melee-fire.friendly-allocation", dict(group.again)
        prompt, room = f"{misses} missed: at whom do they go?", dict.fromkeys(tallies, misses)
        for name, count in await self._shared(group.unit, rule, prompt, misses, room) if misses and tallies else ():
            stray = group._replace(dice=count, tally=tallies[name], friends=(), beside="")
            hits, *_ = roll(self.battle, stray, "stray")
            self.battle.record(Strayed(unit=self.plan.unit, target=name, hits=hits))
            self.hit(name, group.gun, hits, chooser=self.state.units[group.unit].side)
