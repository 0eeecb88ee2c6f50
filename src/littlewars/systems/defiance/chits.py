"""Attack chits: who holds them, what they are spent on (defiance.command.chit-*, .hero-chit)."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Assign, Battle, Choose, Option
from .events import Changed
from .numbers import LEADER_CHITS
from .profiles import Weapon
from .rolls import at_least
from .state import Chit, Figure, State, Unit
from .units import leads

DUMB_LUCK = 10  # defiance.command.chit-dumb-luck
RULE = "defiance.command.chit-assign"
SPENDING = {
    "damage": ("defiance.command.chit-damage", "+1 to one damage roll"),
    "to hit": ("defiance.command.chit-damage", "+1 to hit"),
    "charge": ("defiance.command.chit-charge", "+1 Move and reflex while charging"),
    "morale": ("defiance.command.chit-morale", "+1 to this test"),
    "luck": ("defiance.command.chit-dumb-luck", "ignore this hit on a 10"),
}


def use_for(line: Weapon) -> str:
    """What a chit does for this weapon: a die of damage, the roll to hit of an area, nothing for a cone (…chit-cone)."""
    return "" if "C" in line.effectors else "to hit" if line.aoe else "damage"


def ready(state: State, figure: Figure) -> int:
    """Chits it may still use this turn (defiance.command.chit-lifecycle: each once a turn at most)."""
    return sum(chit.used == 0 for chit in figure.chits)


def owed(state: State, unit: Unit, figure: Figure) -> int:
    """Chits that are this figure's own: a hero's one, a leader's by his level."""
    if unit.quality in ("Matrix", "Vehicle"):
        return 0
    mine = int(figure.hero)
    if state.settings.leader_chits_cumulative or _first_leader(state, unit) is figure:
        mine += LEADER_CHITS[min(4, leads(unit, figure))]
    return mine


def _first_leader(state: State, unit: Unit) -> Figure | None:
    """Whose chits the unit has: the highest leader's, of equals those of the one bought first; stunned he keeps them."""
    leaders = [figure for figure in state.members(unit) if leads(unit, figure)]
    return max(leaders, key=lambda figure: leads(unit, figure), default=None)


def give_first(state: State) -> None:
    """Before the first activation everybody holds his own (defiance.command.chit-assign)."""
    for unit in state.units.values():
        for figure in state.members(unit):
            figure.chits = (Chit(figure.id),) * owed(state, unit, figure)


def call_in(battle: Battle[State], unit: Unit) -> None:
    """All chits return to their owners when the unit activates; those used this turn stay out (…chit-lifecycle)."""
    state, turn = battle.state, battle.state.turn.number
    spent: dict[str, list[Chit]] = {}
    for figure in (state.figures[name] for name in unit.figures):  # the fallen have spent theirs, too
        for chit in figure.chits:
            if chit.used == turn:
                spent.setdefault(chit.owner, []).append(chit)
        figure.chits = ()
    for figure in state.members(unit):
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
                Option(f.id, f"{f.frame.name} ({f.id})", of=(f.id,), at=f.at) for f in (leader, *_others(members, leader))
            ]
            for number in range(count)
        }
        answer = await Assign(unit.side, RULE, f"{leader.frame.name} ({leader.id}) hands out attack chits", items)
        for _, name in answer:
            _pass_on(leader, state.figures[name])


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


async def spend(battle: Battle[State], figure: Figure, on: str) -> bool:
    """Its owner may spend a chit on this, before the die falls (defiance.command.chit-one-per-roll: one for each)."""
    state = battle.state
    if not ready(state, figure) or (figure.frame.vehicle and on != "damage"):
        return False
    rule, what = SPENDING[on]
    options = (Option("keep", "Keep the chit"), Option("spend", f"Spend an attack chit: {what}"))
    prompt = (
        f"{figure.frame.name} ({figure.id}) has {ready(state, figure)} attack chit{'s' if ready(state, figure) > 1 else ''}"
    )
    if await Choose(state.side_of(figure), rule, prompt, options) == "keep":
        return False
    _use(battle, figure)
    return True


def _use(battle: Battle[State], figure: Figure) -> None:
    chits = list(figure.chits)
    at = next(number for number, chit in enumerate(chits) if not chit.used)
    chits[at] = Chit(chits[at].owner, battle.state.turn.number)
    figure.chits = tuple(chits)
    battle.record(Changed(who=figure.id, what="spends an attack chit"))


async def dumb_luck(battle: Battle[State], figure: Figure) -> bool:
    """A chit to ignore one damaging hit: on a 10 (defiance.command.chit-dumb-luck)."""
    if figure.frame.vehicle or not await spend(battle, figure, "luck"):
        return False
    return at_least(battle, DUMB_LUCK, "dumb luck")
