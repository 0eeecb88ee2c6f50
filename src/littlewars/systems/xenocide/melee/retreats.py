"""Retreats, captives and follow-ups (xenocide.retreat.*, xenocide.result.voluntary-retreat, xenocide.followup.*)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle, Choose, Option
from littlewars.engine.measures import INCH
from littlewars.engine.names import ref

from ..basics.dice import passes
from ..basics.events import Tested
from ..basics.state import State, Unit
from ..basics.tabletop import board, tabletop
from ..harm.removal import disengage, remove
from ..move.allowance import leave_of
from ..move.boarding import get_out
from ..move.compulsory import fall_back, not_nearer
from ..move.engaging import engage_all
from ..move.walking import Walk, go
from ..vehicles.passengers import vehicle_with

CLEAR = 4 * INCH  # from every enemy (xenocide.retreat.move, xenocide.retreat.surrender)


def who_may_retreat(battle: Battle[State], units: Sequence[Unit]) -> list[Unit]:
    """Everybody still engaged who need not: losers first, then by side (xenocide.result.voluntary-retreat)."""
    turn = battle.state.turn
    found = [unit for unit in units if unit.engaged and unit.id not in turn.losers and _on_foot(battle.state, unit)]
    return sorted(found, key=lambda unit: not unit.lost)


def _on_foot(state: State, unit: Unit) -> bool:
    return state.is_present(unit) and state.vehicle_of(unit) is None and bool(state.standing(unit))


async def offer_retreat(battle: Battle[State], unit: Unit) -> None:
    """Stay, or retreat without suffering attacks (xenocide.result.voluntary-retreat, xenocide.result.stay)."""
    state = battle.state
    if not unit.engaged or not _on_foot(state, unit):
        return
    figures = tuple(figure.id for figure in state.members(unit))
    options = [Option("stay", "Fight on", of=figures, means="hold"), Option("retreat", "Retreat", of=figures, means="go")]
    ask = Choose(unit.side, "xenocide.result.voluntary-retreat", f"{ref(unit.id)}: fight on or retreat?", options)
    if await ask.about(*figures, unit=unit.id, topic="plan") == "retreat":
        state.turn.losers.append(unit.id)


async def retreat(battle: Battle[State], unit: Unit) -> None:
    """Double its movement, to cover or away, 4 inches clear of every enemy if it can (xenocide.retreat.move); crew weapons are
    left behind (xenocide.broken.fixed-weapons)."""
    state = battle.state
    carrier = vehicle_with(state, unit)
    if carrier is not None and not state.units[carrier.unit].increment:  # they get out (xenocide.vehicle.melee-result)
        await get_out(battle, unit, carrier)
    if not _on_foot(state, unit):
        return
    disengage(state, unit)
    unit.retreated = True
    await fall_back(battle, unit, clear=CLEAR)
    await surrender(battle, unit)
    engage_all(battle, unit)


async def surrender(battle: Battle[State], unit: Unit) -> None:
    """Who has not come 4 inches clear checks his own morale; who fails is a captive (xenocide.retreat.surrender)."""
    state = battle.state
    rows = tabletop(battle).enemy_rows(state, unit.side)
    for figure in state.standing(unit):
        if not len(rows) or int(board(battle).gaps(figure.id)[rows].min()) >= CLEAR:
            continue
        held = passes(battle, figure.profile.morale, f"surrender, {figure.id}")
        battle.record(Tested(who=figure.id, morale=figure.profile.morale, passed=held))
        if not held:
            remove(battle, figure, "captive")


# ---- following up


def who_follows(battle: Battle[State], units: Sequence[Unit]) -> list[Unit]:
    """Units that fought and whose enemies are all gone, and that have not retreated themselves (xenocide.followup.move)."""
    state = battle.state
    fought = [unit for unit in units if unit.id in state.turn.fought and not unit.engaged and not unit.retreated]
    return [unit for unit in fought if _on_foot(state, unit)]


async def follow_up(battle: Battle[State], unit: Unit) -> None:
    """One normal move on foot in any direction, also into a new melee, which is fought in the next turn
    (xenocide.followup.move, xenocide.followup.engage). Broken units do not come nearer (xenocide.broken.passed)."""
    state = battle.state
    if not _on_foot(state, unit) or unit.engaged:
        return
    leave = leave_of(battle, unit)
    if not leave.most:
        return
    walk = Walk(battle, unit, leave, lambda ends: not_nearer(battle, unit, ends) if state.broken(unit) else None)
    go(battle, await walk.ask("xenocide.followup.move", f"{ref(unit.id)} may follow up"), "follows up")
    engage_all(battle, unit)
    unit.charged = False
