"""Rounds, turns and activations: which step comes next, found from the state alone."""

from __future__ import annotations

from collections.abc import Callable

from littlewars.engine import Battle, Choose, Rule
from littlewars.engine.names import ref

from ..attack.allocation import settle_hits
from ..attack.other_action import begin_other, other_action
from ..basics.consequences import CONSEQUENCES
from ..basics.events import Activated, Passed, RoundBegan, SpellEnded
from ..basics.naming import named
from ..basics.state import Activation, Due, State, Unit
from ..move.flight import flee
from ..move.movement import free_from_ground, move_part, separated
from ..units.arms import load
from ..units.leaders import may_detach, offer_detach
from ..units.morale import owe_after_part, rally, test
from ..units.ranks import close_ranks, fall_out
from ..units.recovery import crash
from ..units.spells_on import flies
from ..units.victory import check_end_of_round, check_end_of_turn, check_sides_left
from .deployment import deploy_next, place_terrain, roll_for_deployment, roll_for_wind

INITIATIVE = 6  # the die (oversoul.round.initiative)
ORDERS = {
    "move-other": ["move", "other"],
    "other-move": ["other", "move"],
    "move": ["move"],
    "other": ["other"],
    "nothing": [],
}


def step(battle: Battle[State]) -> Rule[None] | None:
    """The next step: what is owed first, then what is going on, then the next turn, the next round."""
    turn = battle.state.turn
    if turn.phase == "over":
        return None
    if owed := CONSEQUENCES.next(battle):
        return owed
    if turn.phase != "turn":
        return PHASES[turn.phase](battle)
    return STAGES[turn.doing.stage](battle) if turn.doing else take_turn(battle)


@CONSEQUENCES.of(lambda state: state.turn.dues)
async def serve(battle: Battle[State], due: Due) -> None:
    """The first of the rolls that are owed."""
    battle.state.turn.dues.pop(0)
    if due.kind != "crash":
        await test(battle, due)
    elif not battle.state.figures[due.unit].gone:
        await crash(battle, battle.state.figures[due.unit], due.by)


# ---- rounds


async def begin_round(battle: Battle[State]) -> None:
    """A new round: everybody with units rolls a d6, highest first, ties again (oversoul.round.initiative,
    oversoul.round.initiative-ties)."""
    state, turn = battle.state, battle.state.turn
    roll_for_wind(battle)
    turn.round += 1
    names = [name for name in state.sides if state.units_of(name)]  # oversoul.round.eliminated-player
    turn.order, turn.at, turn.acted = list(battle.dice.rank(names, INITIATIVE, "initiative")), 0, False
    turn.phase = "turn"
    battle.record(RoundBegan(round=turn.round, order=tuple(turn.order)))


async def finish_round(battle: Battle[State]) -> None:
    """Every player has had his turn (oversoul.round.structure)."""
    turn = battle.state.turn
    if _owes(battle):
        return
    check_sides_left(battle)
    if turn.phase == "over":
        return
    turn.idle = 0 if turn.acted else turn.idle + 1
    turn.phase = "round"
    check_end_of_round(battle)


# ---- turns


def eligible(state: State, side: str) -> list[Unit]:
    """Units that may be activated: on the table, not an attached leader, not too new (oversoul.round.one-unit-or-pass)."""
    turns = state.sides[side].turns
    return [unit for unit in state.units_of(side) if not unit.under and unit.acts_from <= turns]


async def take_turn(battle: Battle[State]) -> None:
    """Activate one unit or pass (oversoul.round.one-unit-or-pass, oversoul.round.repeat-activation,
    oversoul.org.activate-whole-unit)."""
    state, turn = battle.state, battle.state.turn
    side = state.active()
    side.turns += 1
    if not state.units_of(side.name):
        _end_turn(battle)
        return
    able = eligible(state, side.name)
    options = ("pass", *[unit.id for unit in able])
    rule, prompt = "oversoul.round.one-unit-or-pass", "Activate a unit or pass"
    ask = Choose(side.name, rule, prompt, options, explain=named(state))
    chosen = await ask.about_those(lambda: tuple(figure.id for unit in able for figure in state.everybody(unit)), "who")
    if chosen == "pass":
        battle.record(Passed(side=side.name))
        _end_turn(battle)
        return
    turn.acted = True
    turn.doing = Activation(chosen)
    battle.record(Activated(side=side.name, unit=chosen))


async def start(battle: Battle[State]) -> None:
    """Start of an activation: detach a leader, get off the ground, choose the order of parts (oversoul.round.activation)."""
    state, doing, unit = battle.state, battle.state.acting(), battle.state.active_unit()
    if may_detach(unit):
        await offer_detach(battle, unit)
    await free_from_ground(battle, unit)
    if unit.frightened:
        doing.stage = "flee"
        return
    prompt, explain = f"{ref(unit.id)}: Move and Other action", named(state, *unit.figures)
    ask = Choose(unit.side, "oversoul.round.activation", prompt, tuple(ORDERS), explain=explain)
    order = await ask.about_those(lambda: tuple(figure.id for figure in state.everybody(unit)), "plan", unit.id)
    doing.parts = list(ORDERS[order])
    if "move" not in doing.parts and any(f.airborne and not f.profile.hover for f in state.with_leader(unit)):
        doing.parts.append("move")  # oversoul.attr.flying-must-move: airborne models may not skip the Move
    doing.stage = "part"


async def next_part(battle: Battle[State]) -> None:
    """The next part of the activation, or its end."""
    state, doing, unit = battle.state, battle.state.acting(), battle.state.active_unit()
    if not doing.parts or not state.members(unit):
        doing.stage = "end"
        return
    doing.part = doing.parts.pop(0)
    if doing.part == "move":
        doing.stage = "moved"
        await move_part(battle, unit)
    else:
        doing.stage = "other"
        doing.split = await separated(battle, unit)
        begin_other(battle, unit)


async def after_part(battle: Battle[State]) -> None:
    """A part is over: its consequences are settled before the next begins (oversoul.round.activation)."""
    if not _owes(battle):
        battle.state.acting().stage = "part"


async def allocate(battle: Battle[State]) -> None:
    """Collected hits on tight units are allocated, their ranks closed, and the part is over."""
    doing = battle.state.acting()
    await settle_hits(battle)
    if not doing.hits:
        close_ranks(battle)
        doing.struck, doing.stage = [], "moved"


async def end_activation(battle: Battle[State]) -> None:
    """The activation is complete, and with it the turn (oversoul.round.turn-ends)."""
    unit = battle.state.active_unit()
    if unit.shaken_late:
        unit.shaken_late = False
        fall_out(battle, unit)
    if not _owes(battle):
        _end_turn(battle)


def _owes(battle: Battle[State]) -> bool:
    """Ranks are closed and losses counted; does a unit owe a roll now? It is made before anything else happens."""
    close_ranks(battle)
    owe_after_part(battle)
    return bool(battle.state.turn.dues)


def _end_turn(battle: Battle[State]) -> None:
    """Crews have loaded what they could; durations that run out with this turn end (oversoul.round.turn-ends)."""
    turn = battle.state.turn
    load(battle.state, battle.state.active().name)
    turn.doing, turn.phase = None, "turn-ends"
    _expire(battle, battle.state.active().name)


async def finish_turn(battle: Battle[State]) -> None:
    """Then victory is checked, and the next player follows (oversoul.round.turn-ends, oversoul.round.turn-order-conflict)."""
    state, turn = battle.state, battle.state.turn
    if _owes(battle):
        return
    check_end_of_turn(battle)
    if turn.phase == "over":
        return
    turn.at, turn.phase = turn.at + 1, "turn"
    if turn.at < len(turn.order):
        return
    turn.phase = "round-ends"
    for name, side in state.sides.items():
        if name not in turn.order:
            side.turns += 1  # oversoul.round.eliminated-player: his spells go on counting
            _expire(battle, name)


def _expire(battle: Battle[State], side: str) -> None:
    """Spells of this side that end with this turn; who was kept up by Fly falls (oversoul.cast.duration,
    oversoul.spells.fly)."""
    state = battle.state
    for unit in [unit for unit in state.units.values() if unit.spells]:
        for spell in [s for s in unit.spells if s.by == side and s.until <= state.sides[side].turns]:
            unit.spells.remove(spell)
            battle.record(SpellEnded(unit=unit.id, spell=spell.name))
    for figure in state.figures.values():
        if figure.airborne and not figure.gone and not figure.carrier and not flies(state, figure):
            falls = Due("crash", figure.id, by=side)
            if falls not in state.turn.dues:
                state.turn.dues.append(falls)


PHASES: dict[str, Callable[[Battle[State]], Rule[None]]] = {
    "terrain": place_terrain,
    "ready": roll_for_deployment,
    "deploy": deploy_next,
    "round": begin_round,
    "turn-ends": finish_turn,
    "round-ends": finish_round,
}
STAGES: dict[str, Callable[[Battle[State]], Rule[None]]] = {
    "start": start,
    "part": next_part,
    "other": other_action,
    "allocate": allocate,
    "moved": after_part,
    "flee": flee,
    "rally": rally,
    "end": end_activation,
}
