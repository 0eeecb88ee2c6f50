"""Contact with enemies: who may be touched, and the lock that it makes (defiance.orders.charge-*,
defiance.orders.maneuver-only-way-into-hth).

The fight itself is part two of the book. Everything that leads to it is here, in four places that part two fills:

- `meet`: the moment of contact. Both are locked, the pair is queued in the activation (`fights`, "attacker>defender");
  the tests of the charged and of those who attack somebody larger follow here (defiance.hth.sequence, steps 1 to 3).
- `fight`: the stage of an activation after all figures of a team have moved and before they cover
  (defiance.orders.maneuver-hth-after-movement). It serves the queue, one pair a step, so that there is a checkpoint between
  two fights; a figure that was locked before is queued when it acts on a maneuver order (`queue`).
- `resolve`: one fight, reflex to bonus movement. Until part two it does nothing: the two stay locked, and the battle
  ends with its last turn like any other.
- Locked figures on Fire orders try to escape before anybody acts (defiance.hth.escape-when); until then they do nothing.

A lock ends in one place, `removal.release`. What it means elsewhere: no orders of one's own, no covering, no suppression, no
perimeter, no crawling. Fire at locked figures hits whom it is aimed at until part two rolls who is in the way
(defiance.hth.firing-into).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from littlewars.engine import Battle, Mod, Refusal
from littlewars.engine.names import ref
from littlewars.table.constants import TOUCH
from littlewars.table.facing import Point
from littlewars.table.shapes.bases import Base, centre2, gap, moved

from ..basics.events import Changed
from ..basics.state import Figure, State, Unit

MOST_REACH = 12_000  # no base is larger: who is farther off touches nobody
PRONE_REFLEX = -2  # defiance.move.prone-reflex
SHAKEN_REFLEX = -4  # defiance.morale.shaken-effects, defiance.morale.broken-effects
CHARGE_REFLEX = 2  # defiance.orders.charge-reflex
CHIT_REFLEX = 1  # defiance.command.chit-charge
UNRESOLVED = "both stay locked until fights are resolved"  # goes with part two


def reflex_mods(state: State, figure: Figure, charging: bool) -> list[Mod]:
    """What helps and hinders its reflex in the fight that contact opens: of the maneuvers only a charge does
    (defiance.orders.sprint-hth, defiance.orders.jump-hth). Waits for the fights of part two."""
    found = []
    if charging:
        found.append(Mod("charge", CHARGE_REFLEX, "defiance.orders.charge-reflex"))
    if figure.spurred:
        found.append(Mod("attack chit", CHIT_REFLEX, "defiance.command.chit-charge"))
    if figure.prone:
        found.append(Mod("prone", PRONE_REFLEX, "defiance.move.prone-reflex"))
    if figure.shaken or state.unit_of(figure).broken:
        found.append(Mod("shaken or broken", SHAKEN_REFLEX, "defiance.morale.shaken-effects"))
    return found


def touched(state: State, figure: Figure, at: Point, level: int = 0) -> list[Figure]:
    """Enemies in base contact with it there."""
    if level:
        return []  # in flight nobody fights (defiance.move.fly-forbidden-orders)
    base, side = moved(figure.base(), at), state.side_of(figure)
    (x, y), reach = at, figure.reach + MOST_REACH
    close = [e for e in state.enemies_of(side) if abs(e.x - x) <= reach and abs(e.y - y) <= reach and not e.level]
    return [e for e in close if near(base, e)]


def near(base: Base, enemy: Figure) -> bool:
    """Are the bases in contact?"""
    return gap(base, enemy.base()) <= TOUCH


def eligible(state: State, side: str) -> list[Figure]:
    """Enemies that can be charged: not those in the air (defiance.orders.charge-target)."""
    return [e for e in state.enemies_of(side) if not e.level]


def refuse_contact(figure: Figure, unit: Unit, met: Sequence[Figure], allowed: Iterable[str]) -> Refusal | None:
    """It may touch only members of the unit it goes for, and one at least whom it may go for
    (defiance.orders.charge-contact-order)."""
    if any(enemy.unit != unit.id for enemy in met):
        return Refusal("defiance.orders.maneuver-only-way-into-hth", f"{ref(figure.id)} may touch {ref(unit.id)} only")
    names = {enemy.id for enemy in met}
    if any(name in names for name in allowed):
        return None
    rule = "defiance.orders.charge-contact-order"
    return Refusal(rule, f"{ref(figure.id)} must go for the closest figure of {ref(unit.id)} first")


def may_touch(
    state: State, figure: Figure, members: Sequence[Figure], start: Point, reach: Callable[[Figure], bool]
) -> Iterator[str]:
    """Whom of the unit it may contact, nearest to its start first: each nearer one is met already, or out of reach."""
    for enemy in sorted(members, key=lambda e: (centre2(start, e.at), e.id)):
        yield enemy.id
        if not _is_met(state, figure, enemy) and reach(enemy):
            return


def _is_met(state: State, figure: Figure, enemy: Figure) -> bool:
    """Is the enemy in contact with a comrade of this figure?"""
    comrades = [f for f in state.on_table(state.unit_of(figure)) if f is not figure and not f.aloft]
    return any(comrade.id in enemy.locked or near(comrade.base(), enemy) for comrade in comrades)


def locks(one: Figure, other: Figure) -> bool:
    """Does contact hold the two? Nothing holds them where one is a vehicle that cannot strike
    (defiance.hth.contact-without-lock)."""
    return not any(figure.frame.vehicle and not figure.frame.mecha for figure in (one, other))


async def meet(battle: Battle[State], figure: Figure, enemies: Sequence[Figure]) -> None:
    """Base contact is a hand-to-hand lock for both, and a fight when all have moved (defiance.hth.lock)."""
    for enemy in enemies:
        if enemy.id in figure.locked or not locks(figure, enemy):
            continue
        figure.locked = (*figure.locked, enemy.id)
        enemy.locked = (*enemy.locked, figure.id)
        battle.state.acting().fights.append(f"{figure.id}>{enemy.id}")
        battle.record(Changed(who=figure.id, what=f"meets {enemy.id} hand to hand; {UNRESOLVED}"))


def queue(state: State, figure: Figure) -> None:
    """On a maneuver order an engaged figure fights on (defiance.orders.hth-engaged-limits, defiance.hth.resolution-order)."""
    fights = state.acting().fights
    fights += [f"{figure.id}>{name}" for name in figure.locked if f"{figure.id}>{name}" not in fights]


async def fight(battle: Battle[State]) -> None:
    """The next fight of the team that has moved; who has fallen or got away in the meantime does not fight."""
    state, doing = battle.state, battle.state.acting()
    if not doing.fights:
        doing.stage = "cover"
        return
    attacker, _, defender = doing.fights.pop(0).partition(">")
    if defender in state.figures[attacker].locked:
        await resolve(battle, state.figures[attacker], state.figures[defender])


async def resolve(battle: Battle[State], attacker: Figure, defender: Figure) -> None:
    """One fight: a chapter of part two. Until then the two stay where they are."""
