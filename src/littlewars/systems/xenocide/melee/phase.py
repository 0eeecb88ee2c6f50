"""The melee phase: closing up, one combat after another, retreats, follow-ups (xenocide.melee.*)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle, Choose, Option
from littlewars.engine.names import refs

from ..basics.events import PhaseBegan
from ..basics.state import Combat, State, Unit
from ..fire.aim import linked
from ..harm.blows import NOBODY, assaults, declare_ask, demand_ask, roll, strikes_of, touched_hulls
from ..harm.wounds import land, mark, markers_for, threshold
from .results import close_up, follow_up, loosen, offer_retreat, retreat, settle, who_follows, who_may_retreat

RULE = "xenocide.melee.simultaneous"


async def melee(battle: Battle[State]) -> None:
    """The next step of the phase: in most of its stages one unit after another, and then what follows."""
    turn = battle.state.turn
    if turn.stage == "fighting":
        await fighting(battle)
    elif turn.queue:
        await EACH[turn.stage](battle, battle.state.units[turn.queue.pop(0)])
    else:
        THEN[turn.stage](battle)


def begin(battle: Battle[State]) -> None:
    """Everybody engaged closes up, first the side that moved first (xenocide.melee.close-up)."""
    state, turn = battle.state, battle.state.turn
    engaged = [unit for unit in in_order(state) if unit.engaged]
    if not engaged and not assaults(battle):
        turn.phase, turn.stage = "recovery", ""
        return
    battle.record(PhaseBegan(phase="Melee"))
    turn.queue, turn.stage = [unit.id for unit in engaged], "closing"


def pair_off(battle: Battle[State]) -> None:
    """When all have closed up those who are apart are no longer engaged; the others fight (xenocide.melee.simultaneous,
    xenocide.vehicle.melee-engagement)."""
    state, turn = battle.state, battle.state.turn
    loosen(battle)
    turn.combats = combats_of(state)
    turn.fought = [name for combat in turn.combats for name in combat]
    for combat in turn.combats:  # who is in a melee may strike at a vehicle that he touches as well
        hulls = [name for fighter in combat for name in touched_hulls(battle, state.units[fighter])]
        combat += [name for name in dict.fromkeys(hulls) if name not in combat]
    turn.combats += assaults(battle)
    turn.stage = "fighting"


def in_order(state: State) -> list[Unit]:
    """All units, those of the side that moved first before the others."""
    first = state.turn.first or next(iter(state.sides))
    return [*state.units_of(first), *state.units_of(state.other(first))]


def combats_of(state: State) -> list[list[str]]:
    """The sets of units that are linked by engagement (xenocide.melee.simultaneous)."""
    found: list[list[str]] = []
    for unit in in_order(state):
        if unit.engaged and not any(unit.id in group for group in found):
            found.append(list(linked(state, unit)))
    return found


async def fighting(battle: Battle[State]) -> None:
    """The next step of a combat (a side declares, all strike, the late strike, the result), or the next combat, in the order
    that the side that moved first likes. When all results are known whoever likes may retreat, too
    (xenocide.result.voluntary-retreat)."""
    turn = battle.state.turn
    if turn.combat is not None:
        await FIGHT[turn.combat.stage](battle, turn.combat)
    elif turn.combats:
        turn.combat = Combat(turn.combats.pop(await _which(battle, turn.combats)))
    else:
        turn.queue, turn.stage = [unit.id for unit in who_may_retreat(battle, in_order(battle.state))], "leaving"


async def _which(battle: Battle[State], combats: Sequence[Sequence[str]]) -> int:
    if len(combats) == 1:
        return 0
    state = battle.state
    options = [
        Option(str(n), refs(names), of=tuple(f for name in names for f in state.units[name].figures), means="melee")
        for n, names in enumerate(combats)
    ]
    everybody = [name for option in options for name in option.of]
    return int(await Choose(state.turn.first, RULE, "Which melee is fought next?", options).about(*everybody, topic="who"))


async def declare(battle: Battle[State], combat: Combat) -> None:
    """First the side that moved first, then the other; nothing is secret (xenocide.melee.simultaneous)."""
    state = battle.state
    if not combat.asked:  # passengers draw attackers on themselves first (xenocide.vehicle.melee-passengers-defend)
        combat.asked = True
        for ask in [demand_ask(battle, side, combat.units) for side in state.sides]:
            combat.demands |= {foe: rider for rider, foe in await ask if foe != NOBODY} if ask is not None else {}
        return
    side = next(name for name in (state.turn.first, state.other(state.turn.first)) if name not in combat.declared)
    ask = declare_ask(battle, side, combat.units, combat.demands)
    if ask is not None:
        combat.strikes += strikes_of(battle, await ask)
    combat.declared.append(side)
    if len(combat.declared) == len(state.sides):
        combat.stage = "strike"


async def strike(battle: Battle[State], combat: Combat) -> None:
    """All but the late ones strike before anybody falls, then the users of oversized weapons, if they still stand
    (xenocide.melee.simultaneous, xenocide.melee.late-strike)."""
    figures, late = battle.state.figures, combat.stage == "late"
    able = [s for s in combat.strikes if s.late == late and not figures[s.by].gone and not figures[s.target].gone]
    await land(battle, roll(battle, able, combat.hits))
    combat.stage = "late" if not late and any(blow.late for blow in combat.strikes) else "result"


async def result(battle: Battle[State], combat: Combat) -> None:
    """Suppression by hits, without cover; then who loses (xenocide.melee.suppression, xenocide.result.roll)."""
    state = battle.state
    for name, hits in combat.hits.items():
        mark(battle, state.units[name], markers_for(hits, threshold(state, state.units[name])))
    state.turn.losers += [unit.id for unit in settle(battle, [state.units[name] for name in combat.units])]
    state.turn.combat = None


def call_retreats(battle: Battle[State]) -> None:
    """All retreats, first of the side that moved first (xenocide.retreat.when)."""
    turn = battle.state.turn
    turn.queue, turn.stage = [unit.id for unit in in_order(battle.state) if unit.id in turn.losers], "retreating"


def call_pursuers(battle: Battle[State]) -> None:
    """Those whose enemies are gone may follow up (xenocide.followup.move)."""
    turn = battle.state.turn
    turn.queue, turn.stage = [unit.id for unit in who_follows(battle, in_order(battle.state))], "following"


def end(battle: Battle[State]) -> None:
    """The phase is over."""
    turn = battle.state.turn
    turn.phase, turn.stage, turn.losers, turn.fought = "recovery", "", [], []


# what each unit does in a stage, and what comes when all have
EACH = {"closing": close_up, "leaving": offer_retreat, "retreating": retreat, "following": follow_up}
THEN = {"": begin, "closing": pair_off, "leaving": call_retreats, "retreating": call_pursuers, "following": end}
FIGHT = {"declare": declare, "strike": strike, "late": strike, "result": result}
