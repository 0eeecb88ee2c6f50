"""Which step comes next: deployment, then the six phases of every turn (xenocide.core.turn-sequence); orders, written in secret
and revealed together (xenocide.orders.*, xenocide.vehicle.increment-*), recovery (xenocide.recovery.*), the end of a turn and
of the battle, and who has won (xenocide.battle.turn-end, xenocide.battle.end, xenocide.battle.victory)."""

from __future__ import annotations

from littlewars.engine import Assign, Battle, Choose, Option, Refusal, Result, Rule, Shape, Spots, Together
from littlewars.engine.measures import INCH
from littlewars.engine.names import in_the_way, ref
from littlewars.kit.asking import choose_edges, place_next, starts_aboard
from littlewars.kit.blocks import Block
from littlewars.table.shapes.bases import Poly, moved, overlaps
from littlewars.table.zones import INWARDS, bounds, inside, zone

from ..basics.events import Began, Deployed, EdgeTaken, Ended, Marked, PhaseBegan, Revealed, TurnBegan
from ..basics.numbers import HELP, ORDERS, TEN, lowest_first
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, elsewhere, hangs_together, is_aloft, put, visible_enemies
from ..fire.phase import fire
from ..melee.phase import melee
from ..vehicles.mounts import room_for, take_aboard
from ..vehicles.speed import BRAKED, can_drive, prices
from .movement import movement

RULE = "xenocide.battle.setup"
ROOMS = (50, 500, 1200)  # between the bases of a block: where there is little room, usually, and by chance
STARTS = (0, 1)  # increments of a vehicle at the start (xenocide.vehicle.increment-start)
FASTER = 1  # xenocide.vehicle.increment-up
DRAW = 10  # per cent of the agreed size: a smaller lead is a draw (xenocide.battle.victory)


async def take_edges(battle: Battle[State]) -> None:
    """The lower roll decides who places first; that side picks its long edge, unless the scenario assigns them."""
    turn = battle.state.turn
    lower, higher = lowest_first(battle, "placing")
    options = [Option(name, f"{ref(name)} places first", means="act") for name in (lower, higher)]
    turn.first = turn.at = await Choose(lower, RULE, "Who places first?", options).about(topic="place")
    battle.record(Began(side=turn.first))
    await choose_edges(battle, turn.first, RULE, EdgeTaken)
    turn.phase = "deploy"
    battle.record(PhaseBegan(phase="Deployment"))


def zone_of(state: State, side: str) -> Poly:
    """The area along a side's edge."""
    return zone((state.width, state.depth), state.sides[side].edge, state.settings.depth * INCH)


async def deploy_next(battle: Battle[State]) -> None:
    """One unit, on the table or aboard, then the other side; in the end one places all the rest (xenocide.vehicle.capacity)."""
    state = battle.state

    async def place(unit: Unit) -> None:
        own = [state.vehicle_of(other) for other in state.units_of(unit.side) if other.id not in state.turn.waiting]
        room = [one for one in own if one is not None and not one.profile.flies and room_for(state, unit, one)]
        if vehicle := await starts_aboard(unit, room, "xenocide.vehicle.capacity", "On the table"):
            take_aboard(battle, unit, state.figures[vehicle])
        else:
            await _put_down(battle, unit)

    await place_next(battle, RULE, place, Deployed)


async def _put_down(battle: Battle[State], unit: Unit) -> None:
    """Wholly within the area, off impassable ground, nobody on anybody, all within 8 inches of each other. A vehicle starts at
    increment 0 or 1, a flyer at 1 (xenocide.vehicle.increment-start)."""
    state, figures = battle.state, battle.state.members(unit)
    first, hull = figures[0], figures[0].profile.hull
    box = Shape("box", (hull.length, hull.width)) if hull else None
    block = Block(board(battle), figures, bounds(zone_of(state, unit.side)), INWARDS[state.sides[unit.side].edge], ROOMS)
    block.past = elsewhere(battle, is_aloft(state, first)), prices(battle, first) if hull else None  # woods bar hulls
    shapes = {figure.id: box or Shape("disc", (figure.profile.radius,)) for figure in figures}
    ask = block.ask(unit.side, RULE, f"Deploy {ref(unit.id)}", shapes, lambda spots: refuse(battle, block, spots), bool(hull))
    for there in await ask.about(*unit.figures, unit=unit.id):
        put(battle, state.figures[there.what], there.at, there.face)
    if first.profile.flies:
        unit.increment = max(STARTS)
    elif hull is not None:
        options = [Option(str(n), f"increment {n}", of=(first.id,), means="act") for n in STARTS]
        speed = Choose(unit.side, "xenocide.vehicle.increment-start", f"{ref(unit.id)}: how fast does it start?", options)
        unit.increment = int(await speed.about(first.id, topic="plan"))


def refuse(battle: Battle[State], block: Block, spots: Spots) -> Refusal | None:
    """Why a unit may not stand so."""
    figures, unit = battle.state.figures, block.figures[0].unit
    if {there.what for there in spots} != {figure.id for figure in block.figures}:
        return Refusal(RULE, f"all of {ref(unit)} are put down")
    others, cost = block.past or ((), None)
    bases = [moved(figures[there.what].base(), there.at, there.face) for there in spots]
    for number, (there, base) in enumerate(zip(spots, bases, strict=True)):
        if not inside(base, block.area):
            return Refusal(RULE, f"{ref(there.what)} stands outside the area")
        if clash := board(battle).stands(base, [there.what, *others], cost=cost):
            return Refusal(RULE, f"{ref(there.what)}: {in_the_way(clash.id)} is in the way")
        if any(overlaps(base, other) for other in bases[number + 1 :]):
            return Refusal(RULE, f"{ref(there.what)} stands on a comrade")
    together = hangs_together(block.figures, {there.what: there.at for there in spots})
    return None if together else Refusal("xenocide.move.coherency", f"{ref(unit)} is more than 8 inches apart")


async def begin(battle: Battle[State]) -> None:
    """A new turn."""
    turn = battle.state.turn
    turn.number += 1
    turn.phase = "orders"
    battle.record(TurnBegan(number=turn.number))
    battle.record(PhaseBegan(phase="Orders"))


async def give_orders(battle: Battle[State]) -> None:
    """Both sides write at the same time; nothing is known of the other's orders before all are revealed
    (xenocide.orders.placing, xenocide.battle.hidden-information)."""
    state = battle.state
    answers = await Together([orders_ask(state, side) for side in state.sides if state.units_of(side)])
    given = tuple(pair for answer in answers for pair in answer)
    for name, order in given:
        unit = state.units[name]
        if order in ORDERS:
            unit.order = order
        else:  # the old marker is taken away (xenocide.vehicle.increment-order)
            unit.was, unit.increment = unit.increment, int(order)
    battle.record(Revealed(orders=given))
    state.turn.phase = "shooting"


def orders_ask(state: State, side: str) -> Assign:
    """An order for each unit, an increment for each vehicle; the first is the default."""
    figures = {unit.id: state.members(unit) for unit in state.units_of(side)}

    def explain(name: str, choice: str) -> Option:
        label, about = ORDERS.get(choice, (f"Increment {choice}", ""))
        if choice not in ORDERS:
            speed, base = int(choice), figures[name][0].profile.movement // INCH
            braked = " Hard braking: no fire, nobody in or out." if state.units[name].increment - speed >= BRAKED else ""
            about = f"{speed * base} to {(speed + 1) * base} inches.{braked}"
        return Option(choice, label, of=tuple(figure.id for figure in figures[name]), about=about, means="act")

    items = {name: tuple(choices(state, state.units[name])) for name in figures}
    everybody = [figure.id for members in figures.values() for figure in members]
    return Assign(side, "xenocide.orders.placing", "Give orders", items, explain=explain).about(*everybody, topic="secret")


def choices(state: State, unit: Unit) -> list[str]:
    """What a unit may be ordered, its default first (xenocide.orders.default, xenocide.orders.engaged-and-broken,
    xenocide.orders.passengers). A vehicle: at most one increment faster or two slower, the old one first
    (xenocide.vehicle.increment-up, xenocide.vehicle.increment-down, xenocide.vehicle.hard-braking,
    xenocide.vehicle.increment-order); who cannot drive stands (xenocide.vehicle.disabled,
    xenocide.vehicle.passenger-piloted)."""
    vehicle, now = state.vehicle_of(unit), unit.increment
    if vehicle is not None:
        others = [n for n in range(max(0, now - BRAKED), now + FASTER + 1) if n != now]
        return [str(n) for n in (now, *others)] if can_drive(state, vehicle) else ["0"]
    if unit.airborne:
        return ["run"]  # xenocide.flight.orders
    usual = state.sides[unit.side].by_default
    return [usual, *(order for order in ORDERS if order != usual)]


async def recover(battle: Battle[State]) -> None:
    """All who have markers roll, and shed one for each die below their morale, by itself (xenocide.recovery.roll)."""
    for unit in [unit for unit in battle.state.present() if unit.markers]:
        dice, needed = dice_for(battle, unit), battle.state.morale(unit) - 1
        if less := min(unit.markers, battle.dice.successes(dice, TEN, needed, f"recovery, {unit.id}", low=True)):
            unit.markers -= less
            battle.record(Marked(unit=unit.id, more=-less, now=unit.markers))
    end_turn(battle)


def dice_for(battle: Battle[State], unit: Unit) -> int:
    """One; one more out of all enemies' sight; one more with any commanders among them or within 6 inches of the closest,
    aboard of their hull (xenocide.recovery.out-of-sight, xenocide.recovery.commander, xenocide.recovery.one-commander)."""
    state, table = battle.state, board(battle)
    seen = state.exposed(unit) and any(unit in visible_enemies(battle, foe) for foe in state.foes_of(unit.side))
    own = (figure for one in state.units_of(unit.side) for figure in state.members(one) if figure.profile.can("commander"))
    here = [figure.body for figure in state.members(unit)]
    led = any(chief.body in here or any(table.gap(chief.body, body) <= HELP for body in here) for chief in own)
    return 1 + int(not seen) + int(led)


def end_turn(battle: Battle[State]) -> None:
    """Orders and notes go; markers, damage, wounds, engagements, speeds and flight stay (xenocide.battle.turn-end)."""
    state, turn = battle.state, battle.state.turn
    for unit in state.units.values():
        unit.order, unit.panic = "", ""
        unit.fired = unit.snapped = unit.moved = unit.charged = unit.lost = unit.retreated = unit.boarded = False
    for figure in state.figures.values():
        figure.fired = ()
        figure.moved = False
    turn.ended = ending(state)
    turn.phase = "over" if turn.ended else "begin"
    if turn.ended:
        battle.record(Ended(why=turn.ended, winner=" and ".join(verdict(state).winners)))


def ending(state: State) -> str:
    """Why the battle ends with this turn, if it does: a side has neither troops, on the table or aboard, nor a vehicle that is
    not disabled, or it was the last (xenocide.battle.end)."""
    for side in state.sides:
        if all(figure.disabled for unit in state.units_of(side) for figure in state.members(unit)):
            return f"{side} has nobody left who can act"
    return "the last turn is over" if state.turn.number >= state.settings.turns else ""


def score(state: State, side: str) -> int:
    """What the enemy has lost (xenocide.battle.victory)."""
    return sum(lost(figure) for figure in state.figures.values() if state.side_of(figure) != side)


def lost(figure: Figure) -> int:
    """What a model counts for the enemy: all of it when it is out of the game, half more for a captive, half of a disabled
    vehicle, each rounded up (xenocide.battle.victory, xenocide.core.rounding)."""
    vp = figure.profile.vp
    if figure.gone:
        return vp + (vp + 1) // 2 if figure.gone == "captive" else vp
    return (vp + 1) // 2 if figure.disabled else 0


def agreed_size(state: State) -> int:
    """The agreed army size, or the larger of the two totals (xenocide.battle.victory)."""
    limits = [side.limit for side in state.sides.values()]
    if all(limits):
        return max(limits)
    return max(sum(one.profile.vp for one in state.figures.values() if state.side_of(one) == side) for side in state.sides)


def verdict(state: State) -> Result:
    """The higher score wins; a lead of less than a tenth is a draw (xenocide.battle.victory)."""
    points = {side: float(score(state, side)) for side in state.sides}
    best, worst = sorted(points, key=lambda side: -points[side])
    lead = points[best] - points[worst]
    winners = (best,) if lead and lead * 100 >= DRAW * agreed_size(state) else ()
    return Result(winners, Ended.why_of(state.turn), "xenocide.battle.victory", points)


# a chapter gives the next step of its phase, and the last of them names the phase that follows
TURN = {"orders": give_orders, "shooting": fire, "movement": movement, "opportunity": fire, "melee": melee, "recovery": recover}
CHAPTERS = {"edges": take_edges, "deploy": deploy_next, "begin": begin, **TURN}


def step(battle: Battle[State]) -> Rule[None] | None:
    """The next step, from the state alone; None when the battle is over."""
    phase = battle.state.turn.phase
    return None if phase == "over" else CHAPTERS[phase](battle)
