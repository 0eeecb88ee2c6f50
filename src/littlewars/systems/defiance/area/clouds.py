"""Poison and smoke: templates that stay on the table, grow, drift and end (defiance.aoe.poison-growth,
defiance.grenade.obscuring)."""

from __future__ import annotations

from littlewars.engine import Battle
from littlewars.table.board.areas import inside_way
from littlewars.table.facing import Point
from littlewars.table.moving.scatter import deviate
from littlewars.table.shapes.bases import Disc
from littlewars.table.shapes.legs import steps

from ..basics.dice import FIVE
from ..basics.events import CloudChanged
from ..basics.numbers import INCH
from ..basics.profiles import POISONED, Weapon
from ..basics.state import Cloud, Figure, State
from .bursts import WIDER, Blast, caught, die_at, is_standard, strike
from .scatter import direction, drift

GROWS, WEAKENS = 2 * INCH, 2  # in each Resolution Phase (defiance.aoe.poison-growth)
LARGEST = 8 * INCH  # it grows no more, and is gone a turn later (defiance.aoe.poison-dissipation)
SMOKE = (-2, 2)  # what smoke takes off and how many turns it stays, where its profile does not say


def leave(battle: Battle[State], blast: Blast, weapon: Weapon, carrier: str = "") -> None:
    """What a poison or smoke weapon leaves on the table; `carrier`: whom a close defence weapon's cloud spares this turn
    (defiance.cdw.poison, defiance.grenade.poison, defiance.grenade.obscuring)."""
    state, (x, y) = battle.state, blast.at
    if not (weapon.poison or weapon.smoke[0]):
        return
    name = f"cloud-{state.next_id}"
    state.next_id += 1
    cloud = Cloud(name, "poison", weapon.name, x, y, blast.radius, blast.figure, state.turn.number, foot=blast.foot)
    if weapon.poison and blast.needed is not None:
        cloud.damage, cloud.dice, cloud.letters, cloud.carrier = blast.needed, blast.dice, _letters(blast.line), carrier
    else:
        mod, turns = weapon.smoke if weapon.smoke[0] else SMOKE
        cloud.kind, cloud.mod, cloud.until = "smoke", mod, state.turn.number + turns - 1
    state.clouds.append(cloud)
    battle.record(CloudChanged(cloud=name, what="spreads", at=blast.at, radius=cloud.radius, kind=cloud.kind))


def _letters(line: Weapon) -> str:
    return "".join(sorted(line.effectors | POISONED))  # defiance.aoe.poison-burst


def blast_in(state: State, cloud: Cloud) -> Blast:
    """What a cloud does to those in it; not to him who set it off at his own body, in that turn
    (defiance.cdw.poison-carrier)."""
    line = Weapon(key=cloud.id, name=cloud.name, effectors=frozenset(cloud.letters), rate=cloud.dice)
    spares = (cloud.carrier,) if cloud.carrier and cloud.turn == state.turn.number else ()
    return Blast(cloud.by, line, (cloud.x, cloud.y), cloud.radius, cloud.damage, cloud.dice, cloud.foot, spares=spares)


# ---- the phases


async def drift_all(battle: Battle[State]) -> None:
    """In the Command Phase, before everything else, poison drifts in the order of its creation and then attacks whom it
    touches (defiance.aoe.poison-drift, defiance.aoe.poison-damage-timing)."""
    state = battle.state
    for cloud in [cloud for cloud in state.clouds if cloud.kind == "poison"]:
        length = drift(battle, FIVE)
        cloud.x, cloud.y = at = deviate((cloud.x, cloud.y), direction(battle), length)
        if not (0 <= cloud.x <= state.width and 0 <= cloud.y <= state.depth):
            _end(battle, cloud, "drifts off the table")
            continue
        battle.record(CloudChanged(cloud=cloud.id, what="drifts", at=at, radius=cloud.radius, kind=cloud.kind))
        blast = blast_in(state, cloud)
        await strike(battle, [die_at(blast, figure) for figure in caught(battle, blast)], shock=False)


def age_all(battle: Battle[State]) -> None:
    """In the Resolution Phase poison grows and gets weaker, what is old is gone (defiance.aoe.poison-growth,
    defiance.aoe.poison-dissipation, defiance.grenade.obscuring-duration)."""
    state = battle.state
    for cloud in list(state.clouds):
        if cloud.kind == "smoke":
            if state.turn.number >= cloud.until:
                _end(battle, cloud, "is gone")
        elif cloud.radius >= LARGEST:
            _end(battle, cloud, "is gone")
        else:
            cloud.radius, cloud.damage = cloud.radius + GROWS, cloud.damage + WEAKENS
            at = (cloud.x, cloud.y)
            battle.record(CloudChanged(cloud=cloud.id, what="grows", at=at, radius=cloud.radius, kind=cloud.kind))


def _end(battle: Battle[State], cloud: Cloud, how: str) -> None:
    battle.state.clouds.remove(cloud)
    battle.record(CloudChanged(cloud=cloud.id, what=how, at=(cloud.x, cloud.y), radius=0, kind=cloud.kind))


# ---- moving in


def entered(state: State, figure: Figure, start: Point, to: Point, lands: bool = False) -> dict[int, list[str]]:
    """Where on a straight way it moves into poison, by steps, and into which; once in an activation, and not where it was in
    it before (defiance.aoe.poison-damage-timing). `lands`: it jumps, and is only where it comes down.

    Templates do not slow anybody (defiance.grenade.obscuring-movement).
    """
    found: dict[int, list[str]] = {}
    for cloud in state.clouds:
        if cloud.kind != "poison" or figure.level or _breathed(state, cloud, figure):
            continue
        base, reach = figure.base(), cloud.radius + (WIDER if is_standard(figure) else 0)
        spans = inside_way([start, to], base.r if isinstance(base, Disc) else base, ((cloud.x, cloud.y),), reach)
        whole = steps(start, to)
        if spans and spans[0][0] > 0 and not lands:
            found.setdefault(spans[0][0], []).append(cloud.id)
        elif spans and lands and spans[-1][1] == whole and spans[0][0] > 0:
            found.setdefault(whole, []).append(cloud.id)
    return found


def _breathed(state: State, cloud: Cloud, figure: Figure) -> bool:
    doing = state.turn.doing
    spared = cloud.carrier == figure.id and cloud.turn == state.turn.number
    return spared or (doing is not None and f"{cloud.id}/{figure.id}" in doing.once)


async def enter(battle: Battle[State], figure: Figure, names: list[str]) -> None:
    """One roll of each cloud that it moves into; nobody is shocked (defiance.aoe.poison-damage-timing)."""
    state, doing = battle.state, battle.state.turn.doing
    for cloud in [cloud for cloud in state.clouds if cloud.id in names]:
        if doing is not None:
            doing.once.append(f"{cloud.id}/{figure.id}")
        if not figure.gone:
            await strike(battle, [die_at(blast_in(state, cloud), figure)], shock=False)
