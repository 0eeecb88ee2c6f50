"""Morale: individual tests, shaken figures, broken units, rallying (defiance.morale.two-kinds)."""

from __future__ import annotations

from littlewars.engine import Battle, Mod, Tally

from ..basics.events import Changed, Dissolved, Rallied, Tested, UnitTested
from ..basics.rolls import passes, tally
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import sync_board
from .chits import spend
from .removal import release, remove
from .units import has_commander, morale_of, short_by

COMMANDER = Mod("commander", 1, "defiance.command.commander-morale-bonus")
HERO = Mod("hero", 1, "defiance.command.hero-morale")
OUT_OF_CONTROL = 2
CHIT = Mod("attack chit", 1, "defiance.command.chit-morale")


# ---- individual tests


def never_tests(state: State, figure: Figure) -> bool:
    """Matrix figures pass without a roll, and guns have no nerve (defiance.morale.matrix-individual,
    defiance.infweapon.crew-weapon-stats)."""
    return figure.frame.quality == "Matrix" or figure.is_gun


def nerve_tally(state: State, figure: Figure, mod: Mod | None = None, chit: bool = False) -> Tally:
    """What an individual test needs (defiance.morale.individual-target, defiance.morale.individual-modifiers)."""
    unit = state.unit_of(figure)
    led = COMMANDER if has_commander(state, unit) else None
    return tally(morale_of(state, unit), led, HERO if figure.hero else None, CHIT if chit else None, mod)


async def try_nerve(battle: Battle[State], figure: Figure, why: str, mod: Mod | None = None) -> bool:
    """An individual test, made before anything else happens (defiance.morale.individual-immediate,
    defiance.morale.individual-each-event); True if it passes."""
    if figure.gone:
        return True
    passed = await nerve(battle, figure, why, mod)
    if not passed:
        fail(battle, figure)
    return passed


async def nerve(battle: Battle[State], figure: Figure, why: str, mod: Mod | None = None) -> bool:
    """The roll of an individual test, without what a failure brings."""
    state = battle.state
    if never_tests(state, figure):
        return True
    needed = nerve_tally(state, figure, mod)
    if needed.needed > 1 and await spend(battle, figure, "morale"):
        needed = nerve_tally(state, figure, mod, chit=True)
    passed = passes(battle, needed, f"morale, {figure.id}")
    battle.record(Tested(figure=figure.id, why=why, tally=needed, passed=passed))
    return passed


def fail(battle: Battle[State], figure: Figure) -> None:
    """The figure is shaken; one that is shaken already, or of a broken unit, is removed
    (defiance.morale.individual-fail, defiance.morale.broken-individual-failure)."""
    state = battle.state
    if figure.frame.vehicle:
        _lose_control(battle, figure)
        return
    if figure.shaken or state.unit_of(figure).broken:
        remove(battle, figure, "routed")  # defiance.morale.shaken-second-failure, defiance.morale.shaken-in-broken-unit
        return
    figure.shaken = True
    battle.record(Changed(who=figure.id, what="is shaken"))
    drop(battle, figure)


def _lose_control(battle: Battle[State], figure: Figure) -> None:
    """Vehicles are never shaken: they go haywire, then out of control, and no further; the count begins anew
    (defiance.vehicle.morale-trigger, defiance.vehicle.haywire, defiance.vehicle.out-of-control,
    defiance.vehicle.out-of-control-end)."""
    craft = figure.craft
    if craft is None or craft.haywire >= OUT_OF_CONTROL:
        return
    craft.haywire, craft.fresh = craft.haywire + 1, True
    if craft.haywire >= OUT_OF_CONTROL:
        figure.covers = ""
    battle.record(Changed(who=figure.id, what="is out of control" if craft.haywire >= OUT_OF_CONTROL else "goes haywire"))


def drop(battle: Battle[State], figure: Figure) -> None:
    """It goes prone at no cost; in the air it stays as it is for now (defiance.morale.shaken-prone)."""
    if not figure.aloft and not figure.frame.vehicle and not figure.prone and not figure.aboard:  # defiance.morale.passengers
        figure.prone = True
        sync_board(battle, figure)


# ---- the Resolution Phase


def rally_tally(state: State, figure: Figure) -> Tally:
    """A rally needs what a test needs; neither heroism nor chits help (defiance.morale.individual-rally)."""
    unit = state.unit_of(figure)
    return tally(morale_of(state, unit), COMMANDER if has_commander(state, unit) else None)


def rally_figures(battle: Battle[State], names: list[str]) -> None:
    """Everybody who was shaken when the phase began (defiance.morale.rally, defiance.morale.shaken-duration)."""
    for name in names:
        figure = battle.state.figures[name]
        if figure.gone or not figure.shaken:
            continue
        needed = rally_tally(battle.state, figure)
        figure.shaken = not passes(battle, needed, f"rally, {figure.id}")
        battle.record(Rallied(figure=figure.id, tally=needed, passed=not figure.shaken))


def unit_tally(state: State, unit: Unit) -> Tally:
    """What a unit test or rally needs; nothing but missing figures modifies it
    (defiance.morale.unit-test, defiance.morale.unit-test-modifiers)."""
    missing = short_by(state, unit)
    return tally(morale_of(state, unit), Mod("figures short", -missing, "defiance.morale.unit-test"))


def try_unit(battle: Battle[State], unit: Unit) -> None:
    """Once in a Resolution Phase: a broken unit rallies, another tests if it is short (defiance.morale.unit-test-once,
    defiance.morale.unit-rally, defiance.morale.unit-test-repeats)."""
    state = battle.state
    if not state.is_present(unit):
        return
    if unit.broken:
        _rally_unit(battle, unit)
    elif short_by(state, unit):
        needed = unit_tally(state, unit)
        passed = passes(battle, needed, f"unit morale, {unit.id}")
        battle.record(UnitTested(unit=unit.id, why="unit morale test", tally=needed, passed=passed))
        if not passed and unit.quality == "Vehicle":  # such units never break (defiance.morale.vehicle-unit-minimum)
            for figure in state.members(unit):
                fail(battle, figure)
        elif not passed:
            break_unit(battle, unit)


def break_unit(battle: Battle[State], unit: Unit) -> None:
    """All go prone, those already shaken are removed; a Matrix unit only stands still (defiance.morale.unit-fail)."""
    state = battle.state
    unit.broken = state.turn.number
    battle.record(Changed(who=unit.id, what="is broken"))
    for figure in state.members(unit):
        figure.covers, figure.aims, figure.aimed = "", (), 0
        if unit.quality == "Matrix":
            continue
        if figure.shaken:
            remove(battle, figure, "routed")
        else:
            drop(battle, figure)


def _rally_unit(battle: Battle[State], unit: Unit) -> None:
    """After one full turn: success ends it, failure dissolves the unit (defiance.morale.unit-rally-*,
    defiance.morale.rally-timing, defiance.morale.unit-rally-success, defiance.morale.matrix-rally)."""
    state = battle.state
    if unit.broken >= state.turn.number:
        return
    if unit.quality == "Matrix":
        unit.broken = 0  # defiance.morale.broken-matrix: without a roll
        battle.record(Changed(who=unit.id, what="rallies"))
        return
    needed = unit_tally(state, unit)
    passed = passes(battle, needed, f"unit rally, {unit.id}")
    battle.record(UnitTested(unit=unit.id, why="unit rally", tally=needed, passed=passed))
    if passed:
        unit.broken = 0
        return
    battle.record(Dissolved(unit=unit.id))
    for figure in state.members(unit):
        release(battle, figure)
        remove(battle, figure, "dissolved")
