"""Attack chits: who holds them, what they are spent on (defiance.command.chit-*, defiance.command.hero-chit)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Assign, Battle, Choose, Option
from littlewars.engine.names import ref

from ..basics.events import Changed
from ..basics.fire_action import Shot
from ..basics.numbers import LEADER_CHITS
from ..basics.profiles import Weapon
from ..basics.rolls import at_least
from ..basics.state import Chit, Figure, State, Unit
from .units import leads

DUMB_LUCK = 10  # defiance.command.chit-dumb-luck
RULE = "defiance.command.chit-assign"
KEEP, SPEND = "keep", "spend"
SPENDING = {
    "damage": ("defiance.command.chit-damage", "+1 to one damage roll"),
    "to hit": ("defiance.command.chit-damage", "+1 to hit"),
    "charge": ("defiance.command.chit-charge", "+1 Move and reflex while charging"),
    "morale": ("defiance.command.chit-morale", "+1 to this test"),
    "luck": ("defiance.command.chit-dumb-luck", "ignore this hit on a 10"),
}

OCCASION = {
    "damage": "Before the damage dice",
    "to hit": "Before the roll to hit",
    "charge": "Before the charge",
    "morale": "Before the morale test",
    "luck": "A damaging hit",
}
GIVEN = "He may spend it on +1 to one damage die, to a morale test or to a charge, or on a 10 to shrug off a hit."
KEPT = "It may still help this figure later in the turn: with a shot, a charge, a morale test, or against a hit."


def use_for(line: Weapon) -> str:
    """What a chit does for this weapon: a die of damage, the roll to hit of an area, nothing for a cone
    (defiance.command.chit-cone)."""
    return "" if line.does("cone") else "to hit" if line.aoe else "damage"


def ready(state: State, figure: Figure) -> int:
    """Chits it may still use this turn (defiance.command.chit-lifecycle: each once a turn at most)."""
    return sum(chit.used == 0 for chit in figure.chits)


def owed(state: State, unit: Unit, figure: Figure) -> int:
    """Chits that are this figure's own: a hero's one, a leader's by his level."""
    if not (figure.hero or figure.leader) or unit.quality in ("Matrix", "Vehicle"):
        return 0
    mine, level = int(figure.hero), leads(unit, figure)
    if level and (state.settings.leader_chits_cumulative or _first_leader(state, unit) is figure):
        mine += LEADER_CHITS[min(4, level)]
    return mine


def _first_leader(state: State, unit: Unit) -> Figure | None:
    """The leader whose chits the unit has: the highest, and of two alike the one bought first; a stunned leader keeps them."""
    leaders = [figure for figure in state.members(unit) if figure.leader and leads(unit, figure)]
    return max(leaders, key=lambda figure: leads(unit, figure), default=None)


def only_the_first(state: State, unit: Unit) -> None:
    """After units have joined the chits of lesser leaders go out of play (defiance.command.leader-not-cumulative)."""
    members = state.members(unit)
    for owner in members:
        most = owed(state, unit, owner)
        for holder in (owner, *_others(members, owner)):
            kept = []
            for chit in holder.chits:
                most -= chit.owner == owner.id
                if chit.owner != owner.id or chit.used or most >= 0:
                    kept.append(chit)
            holder.chits = tuple(kept)


def give_first(state: State) -> None:
    """Before the first activation everybody holds his own (defiance.command.chit-assign)."""
    for unit in state.units.values():
        for figure in state.members(unit):
            figure.chits = (Chit(figure.id),) * owed(state, unit, figure)


def call_in(battle: Battle[State], unit: Unit) -> None:
    """All chits return to their owners when the unit activates; those used this turn stay out
    (defiance.command.chit-lifecycle)."""
    state, turn = battle.state, battle.state.turn.number
    spent: dict[str, list[Chit]] = {}
    for name in unit.figures:  # the fallen have spent theirs, too
        for chit in state.figures[name].chits:
            if chit.used == turn:
                spent.setdefault(chit.owner, []).append(chit)
        state.figures[name].chits = ()
    for figure in state.members(unit):
        if not (figure.hero or figure.leader or figure.id in spent):
            continue  # most have none of their own
        mine = spent.get(figure.id, [])
        fresh = max(0, owed(state, unit, figure) - len(mine))
        figure.chits = (*mine, *(Chit(figure.id),) * fresh)


async def assign(battle: Battle[State], unit: Unit) -> None:
    """A leader gives his chits to figures of his unit or keeps them; a hero's stays his own."""
    state = battle.state
    givers = [f for f in state.members(unit) if f.leader and not f.stunned and _gifts(state, f)]
    if not givers:
        return
    members = state.members(unit)
    for leader in givers:
        count = _gifts(state, leader)
        items = {
            f"chit {number + 1}": [
                Option(f.id, ref(f.id), of=(f.id,), at=f.at, about=GIVEN, means="spend")
                if f is not leader
                else Option(f.id, ref(f.id), of=(f.id,), at=f.at, about=KEPT, means="keep")
                for f in (leader, *_others(members, leader), *_carrier(state, leader))
            ]
            for number in range(count)
        }
        prompt = f"{ref(leader.id)}, leader of {ref(unit.id)}: who gets his attack chits?"
        answer = await Assign(unit.side, RULE, prompt, items).about(leader.id, unit=unit.id, topic="spend")
        for _, name in answer:
            _pass_on(leader, state.figures[name])


def _carrier(state: State, leader: Figure) -> list[Figure]:
    """The vehicle in which he rides: he may give it chits, for damage rolls only (defiance.passenger.leader-chits,
    defiance.command.chit-vehicle)."""
    vehicle = state.figures.get(leader.aboard)
    return [vehicle] if vehicle is not None and not vehicle.gone and state.unit_of(leader).rides == vehicle.id else []


def _others(members: list[Figure], leader: Figure) -> list[Figure]:
    return [figure for figure in members if figure is not leader]


def _gifts(state: State, leader: Figure) -> int:
    """Chits of his own that a leader may give away: not the one he has as a hero (defiance.command.hero-chit)."""
    fresh = [chit for chit in leader.chits if chit.owner == leader.id and not chit.used]
    return max(0, len(fresh) - int(leader.hero))


def _pass_on(leader: Figure, to: Figure) -> None:
    if to is leader:
        return
    chits = list(leader.chits)
    chits.remove(Chit(leader.id))
    leader.chits = tuple(chits)
    to.chits = (*to.chits, Chit(leader.id))


def lose_owner(battle: Battle[State], gone: Figure) -> None:
    """What he held vanishes at once; what he gave away stays until the next activation (defiance.command.chit-lifecycle).

    Chits that he has used this turn are remembered: their owner does not get them back before the next.
    """
    gone.chits = tuple(chit for chit in gone.chits if chit.used)


def part_ways(state: State, units: Sequence[Unit]) -> None:
    """After a change of units: chits held outside their owner's unit go back to him, as long as he lives."""
    for figure in [figure for unit in units for figure in state.members(unit)]:
        for chit in figure.chits:
            owner = state.figures[chit.owner]
            if not owner.gone and owner.unit != figure.unit:
                held = list(figure.chits)
                held.remove(chit)
                figure.chits = tuple(held)
                owner.chits = (*owner.chits, chit)


async def spend(battle: Battle[State], figure: Figure, on: str, more: str = "") -> bool:
    """Its owner may spend a chit on this, before the die falls (defiance.command.chit-one-per-roll: one for each)."""
    if not figure.chits:
        return False
    label = f"Spend an attack chit: {SPENDING[on][1]}"
    use = Option(SPEND, label, of=(figure.id,), about="It is gone until the next turn.", means="spend")
    return bool(await spend_on(battle, figure, on, (use,), more))


async def spend_on_die(battle: Battle[State], figure: Figure, on: str, shots: Sequence[Shot]) -> str:
    """The target whose die gets the chit's +1, or "": dice at one target are alike (defiance.command.chit-damage)."""
    state = battle.state
    if not on or not shots:
        return ""
    if len(shots) == 1:
        return shots[0].target if await spend(battle, figure, on) else ""
    return await spend_on(battle, figure, on, [_die_of(state.figures[shot.target], shot) for shot in shots])


def _die_of(target: Figure, shot: Shot) -> Option:
    label = f"Spend an attack chit: +1 to a die at {ref(target.id)}"
    return Option(target.id, label, of=(target.id,), at=target.at, tally=shot.tally, means="spend")


async def spend_on(battle: Battle[State], figure: Figure, on: str, uses: Sequence[Option], more: str = "") -> str:
    """Which of these uses its owner spends a chit on; "" if he keeps it or has none (defiance.command.chit-vehicle)."""
    state = battle.state
    if not ready(state, figure) or (figure.frame.vehicle and on != "damage"):
        return ""
    rule, count = SPENDING[on][0], ready(state, figure)
    has = f"{ref(figure.id)} has {count} attack chit{'s' if count > 1 else ''}"
    prompt = f"{OCCASION[on]}{more}: {has}. Spend one?"
    keep = Option(KEEP, "Keep the chit", of=(figure.id,), about=KEPT, means="keep")
    ask = Choose(state.side_of(figure), rule, prompt, [keep, *uses])
    chosen = await ask.about(figure.id, unit=figure.unit, topic="spend")
    if chosen == KEEP:
        return ""
    _use(battle, figure)
    return chosen


def _use(battle: Battle[State], figure: Figure) -> None:
    chits = list(figure.chits)
    at = next(number for number, chit in enumerate(chits) if not chit.used)
    chits[at] = Chit(chits[at].owner, battle.state.turn.number)
    figure.chits = tuple(chits)
    battle.record(Changed(who=figure.id, what="spends an attack chit"))


async def dumb_luck(battle: Battle[State], figure: Figure, hit: int, hits: int) -> bool:
    """A chit to ignore one damaging hit: on a 10 (defiance.command.chit-dumb-luck)."""
    if not await spend(battle, figure, "luck", f" (hit {hit} of {hits})" if hits > 1 else ""):
        return False
    return at_least(battle, DUMB_LUCK, "dumb luck")
