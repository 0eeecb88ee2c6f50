"""Fights, one after another: whom the active player has fought first, the reflex roll, blows, tests
(defiance.hth.resolution-order, defiance.hth.sequence).

A fight is data (`Melee`) and goes on by one step between two checkpoints.
"""

from __future__ import annotations

from collections.abc import Callable

from littlewars.engine import Attack, Battle, Choose, Option, Rule
from littlewars.engine.names import ref

from ..basics.consequences import CONSEQUENCES
from ..basics.dice import OPEN
from ..basics.events import Hurt, Reflexes
from ..basics.state import Bout, Figure, Melee, State
from ..cover.reactions import window
from ..units.morale import try_nerve
from .aftermath import after
from .forecasts import forecast
from .strikes import blow_tally, can_strike, fall_upon, is_live, reflex, strike


async def fight(battle: Battle[State]) -> bool:
    """The next step of a fight, or the next fight; False if there is none left (defiance.hth.multiple-combatants)."""
    doing = battle.state.acting()
    if doing.melee is None:
        if not doing.fights:
            return False
        bout = await _next(battle)
        if bout is None:
            return False
        doing.melee = Melee(bout)
    await STEPS[doing.melee.step](battle, doing.melee)
    await CONSEQUENCES.serve(battle)
    if doing.melee.step == "over":
        doing.melee = None
    return True


async def _next(battle: Battle[State]) -> Bout | None:
    """The active player alone says who fights next; after a failed escape the owner of those who opposed it
    (defiance.hth.resolution-order, defiance.hth.escape-failure)."""
    state, doing = battle.state, battle.state.acting()
    doing.fights = [bout for bout in doing.fights if is_live(state, bout)]
    if len(doing.fights) < 2:
        return doing.fights.pop() if doing.fights else None
    known = {f"{bout.attacker}>{bout.defender}": bout for bout in doing.fights}
    first = doing.fights[0]
    escapes = first.kind == "escape"
    rule = "defiance.hth.escape-failure" if escapes else "defiance.hth.resolution-order"
    side = state.side_of(state.figures[first.attacker])
    ask = Choose(side, rule, "Who fights next?", [_option(state, name, bout) for name, bout in known.items()])

    def foreseen(view: Battle[State], name: str) -> Attack[State]:
        return forecast(view.state, known[name], fight_out)

    who = dict.fromkeys(bout.attacker for bout in doing.fights)
    chosen = await ask.about(*who, unit=state.figures[first.attacker].unit, topic="aim", forecast=foreseen)
    doing.fights.remove(known[chosen])
    return known[chosen]


def _option(state: State, name: str, bout: Bout) -> Option:
    one, other = state.figures[bout.attacker], state.figures[bout.defender]
    needed = blow_tally(one, other, bout.kind == "escape")
    label = f"{ref(one.id)} against {ref(other.id)}"
    return Option(name, label, of=(one.id, other.id), at=other.at, tally=needed, means="melee")


async def fight_out(battle: Battle[State]) -> None:
    """The fight in progress, up to what comes after it."""
    melee = battle.state.acting().melee
    while melee is not None and melee.step != "after":
        await STEPS[melee.step](battle, melee)


# ---- the steps


def _pair(state: State, melee: Melee) -> tuple[Figure, Figure]:
    return state.figures[melee.bout.attacker], state.figures[melee.bout.defender]


def _is_charged(figure: Figure) -> bool:
    """Has it a close defence weapon? Mostly nobody need look round (defiance.cdw.definition)."""
    return any(line.form == "cdw" for arm in figure.arms for line in arm.weapon.lines)


async def roll_reflexes(battle: Battle[State], melee: Melee) -> None:
    """Each rolls d10 and adds its reflex; the higher strikes first, a tie is simultaneous. Where only one can strike, or one
    has failed to escape, nobody rolls (defiance.hth.reflex-roll, defiance.hth.no-dice-left,
    defiance.hth.versus-static-vehicle, defiance.hth.escape-failure)."""
    state, bout = battle.state, melee.bout
    one, other = _pair(state, melee)
    able = [me.id for me, him in ((one, other), (other, one)) if can_strike(state, me, him)]
    melee.step = "first"
    if bout.kind == "escape" or len(able) < 2:
        melee.first = one.id if bout.kind == "escape" or not able else able[0]
        return
    mine, his = reflex(state, one, other, bout.charged), reflex(state, other, one, False)
    won = battle.dice.versus(OPEN, mine, OPEN, his, f"reflex, {one.id}")
    melee.first = one.id if won > 0 else other.id if won < 0 else ""
    battle.record(Reflexes(figure=one.id, enemy=other.id, mine=mine, his=his, first=melee.first))
    battle.merge_point("reflex")


async def first_blows(battle: Battle[State], melee: Melee) -> None:
    """The winner's dice; of a tie both sides', and what they do falls together (defiance.hth.reflex-roll)."""
    one, other = _pair(battle.state, melee)
    if _is_charged(one) or _is_charged(other):
        await window(battle, "blows", [one.id, other.id])  # after the reflex roll, before any die (defiance.cdw.timing)
    if one.gone or other.gone:
        melee.step = "tests"
        return
    if melee.first:
        striker, victim = (one, other) if melee.first == one.id else (other, one)
        await strike(battle, melee, striker, victim)
        melee.step = "second"
        return
    await strike(battle, melee, one, other, together=True)  # the active side's dice first
    await strike(battle, melee, other, one, together=True)
    for striker, victim in ((one, other), (other, one)):
        await fall_upon(battle, melee, striker, victim, melee.hits.pop(victim.id, 0))
        battle.merge_point("together")
    melee.step = "tests"


async def second_blows(battle: Battle[State], melee: Melee) -> None:
    """The other's dice if he survives, at once."""
    one, other = _pair(battle.state, melee)
    striker, victim = (other, one) if melee.first == one.id else (one, other)
    melee.step = "tests"
    if not striker.gone and not victim.gone:
        await strike(battle, melee, striker, victim)


async def tests(battle: Battle[State], melee: Melee) -> None:
    """One test for each that was damaged and lives, when both have struck; and of him who attacked a vehicle under way for
    nothing (defiance.hth.sequence, defiance.hth.moving-vehicle-success)."""
    one, _ = _pair(battle.state, melee)
    for figure in _pair(battle.state, melee):
        if figure.id in melee.hurt and not figure.gone:
            battle.record(Hurt(figure=figure.id, hits=figure.hurt, left=figure.left))
            await try_nerve(battle, figure, "damaged")
    if melee.bout.moving and melee.bout.defender not in melee.hurt:
        await try_nerve(battle, one, "attacked a moving vehicle in vain")
    melee.step = "after"


STEPS: dict[str, Callable[[Battle[State], Melee], Rule[None]]] = {
    "reflex": roll_reflexes,
    "first": first_blows,
    "second": second_blows,
    "tests": tests,
    "after": after,
}
