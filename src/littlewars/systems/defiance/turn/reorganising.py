"""Splitting, joining, and officers who come and go: changes of the Command Phase (defiance.unit.splitting*,
defiance.unit.joining*, defiance.command.commander-*)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from littlewars.engine import Battle, Refusal
from littlewars.engine.names import ref

from ..basics.events import REORGANISING, Changed, Reorganised
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import sync_board
from ..roster.armies import army_of
from ..units.chits import only_the_first, part_ways
from ..units.morale import drop
from ..units.perimeter import refuse_apart, refuse_joined
from ..units.units import least_of

MOST_OFFICERS = 2  # leaders and commanders together (defiance.stats.officer-limit)


class UnitChange(Struct, frozen=True, omit_defaults=True):
    """One change: split a unit, join units, an officer leaves, enters, or stays on alone. `who`: figures or units concerned."""

    kind: str  # split, join, leave, enter, alone
    unit: str
    who: tuple[str, ...] = ()  # of a split those who get the new card


# ---- what is possible


def may_change(state: State, unit: Unit, touched: Sequence[str]) -> bool:
    """A broken unit neither splits nor joins, none splits twice, and nobody changes his unit twice
    (defiance.unit.reorganise-states).

    `touched`: figures that have changed their units in this phase, and units that were divided. Passengers leave together,
    and so do those who board (defiance.passenger.definition).
    """
    if unit.rides or unit.boards:
        return False
    return not unit.broken and unit.id not in touched and not set(unit.figures) & set(touched)


def touched_by(state: State, change: UnitChange) -> list[str]:
    """The ids of those that a change touches, found before it is made."""
    if change.kind == "split":
        return [*change.who, change.unit]
    if change.kind == "leave":
        return list(change.who)
    units = {"join": [change.unit, *change.who], "enter": [change.unit], "alone": [change.unit]}[change.kind]
    return [name for unit in units for name in state.units[unit].figures]


def could_split(state: State, unit: Unit, touched: Sequence[str]) -> bool:
    """Is it ad hoc, free, and large enough for two parts (defiance.unit.ad-hoc-advantages)?"""
    if unit.status != "ad hoc" or unit.solo:
        return False
    members = state.members(unit)
    large = bool(members) and _size(members) >= 2 * least_of(state, unit, members)
    return large and may_change(state, unit, touched)


def officers(figures: Sequence[Figure]) -> int:
    """Leaders and commanders among them."""
    return len([figure for figure in figures if figure.leader or figure.command])


def refuse(state: State, change: UnitChange, touched: Sequence[str] = ()) -> Refusal | None:
    """Why a change is not allowed at this moment (defiance.unit.ad-hoc-disadvantages, defiance.unit.same-otherwise,
    defiance.unit.mob-status)."""
    units = [state.units[name] for name in (change.unit, *change.who) if name in state.units]
    if [unit for unit in units if unit.rides or unit.boards]:
        return Refusal("defiance.passenger.definition", "passengers stay together")
    return CHECKS[change.kind](state, change, touched)


def _size(figures: Sequence[Figure]) -> int:
    return len([figure for figure in figures if not figure.stunned])


def _refuse_split(state: State, change: UnitChange, touched: Sequence[str]) -> Refusal | None:
    unit = state.units[change.unit]
    if unit.status != "ad hoc":
        return Refusal("defiance.unit.splitting", f"{ref(unit.id)} is {unit.status}: only ad hoc units are divided")
    if not may_change(state, unit, touched):
        return Refusal("defiance.unit.reorganise-states", f"{ref(unit.id)} may not be divided now")
    members = state.members(unit)
    gone = [figure for figure in members if figure.id in change.who]
    stay = [figure for figure in members if figure.id not in change.who]
    for part in (gone, stay):
        if not part or _size(part) < least_of(state, unit, part):
            return Refusal("defiance.unit.splitting-minimum", f"a part of {ref(unit.id)} would be too small")
    return refuse_apart(state, unit, (gone, stay))


def _refuse_join(state: State, change: UnitChange, touched: Sequence[str]) -> Refusal | None:
    units = [state.units[change.unit], *(state.units[name] for name in change.who)]
    if len(units) < 2 or len({unit.id for unit in units}) < len(units):
        return Refusal("defiance.unit.joining", "two or more units join")
    if any(unit.status != "standard" for unit in units):
        return Refusal("defiance.unit.joining", "only standard units join")
    if len({unit.quality for unit in units}) > 1:
        return Refusal("defiance.unit.quality-uniform", "they are not of one quality")
    if any(unit.side != units[0].side or not may_change(state, unit, touched) for unit in units):
        return Refusal("defiance.unit.reorganise-states", "one of them may not join now")
    members = [figure for unit in units for figure in state.members(unit)]
    if len(members) > army_of(state, units[0].side).largest:
        return Refusal("defiance.unit.joining-max-size", f"{len(members)} are too many")
    if officers(members) > MOST_OFFICERS:
        return Refusal("defiance.stats.officer-limit", f"{officers(members)} leaders and commanders are too many")
    return refuse_joined(state, units)


def _refuse_leave(state: State, change: UnitChange, touched: Sequence[str]) -> Refusal | None:
    unit, (name,) = state.units[change.unit], change.who
    figure = state.figures[name]
    if not (figure.command or figure.hero) or unit.solo or len(state.members(unit)) < 2:
        return Refusal("defiance.command.commander-split", f"{ref(name)} is no commander or hero in a larger unit")
    if unit.broken:
        return Refusal("defiance.unit.reorganise-states", f"nobody leaves {ref(unit.id)} while it is broken")
    if name in touched:
        return Refusal("defiance.command.commander-not-both", f"{ref(name)} has changed his unit already")
    stay = [other for other in state.members(unit) if other.id != name]
    if _size(stay) < least_of(state, unit, stay):
        return Refusal("defiance.command.commander-split", f"{ref(unit.id)} would be too small without {ref(name)}")
    refused = refuse_apart(state, unit, ([figure], stay))
    return Refusal("defiance.command.commander-limits", f"{ref(name)} stands among {ref(unit.id)}") if refused else None


def _refuse_enter(state: State, change: UnitChange, touched: Sequence[str]) -> Refusal | None:
    own, (name,) = state.units[change.unit], change.who
    host = state.units[name]
    if not own.solo or own.side != host.side or own.id == host.id or not state.is_present(host):
        return Refusal("defiance.command.commander-join", f"{own.name} is no single commander or hero beside {ref(host.id)}")
    if set(own.figures) & set(touched):
        return Refusal("defiance.command.commander-not-both", "nobody leaves one unit and joins another in one turn")
    if own.quality != host.quality:
        return Refusal("defiance.unit.quality-uniform", f"{own.name} and {ref(host.id)} are not of one quality")
    if own.broken or (host.broken and any(figure.shaken for figure in state.members(own))):
        return Refusal("defiance.morale.shaken-in-broken-unit", f"{own.name} is in no state to join {ref(host.id)}")
    members = [*state.members(host), *state.members(own)]
    most = army_of(state, host.side).largest * (2 if host.status == "mob" else 1)
    if len(members) > most or officers(members) > MOST_OFFICERS:
        return Refusal("defiance.command.commander-limits", f"{ref(host.id)} is full")
    return refuse_joined(state, (host, own))


def _refuse_alone(state: State, change: UnitChange, touched: Sequence[str]) -> Refusal | None:
    unit = state.units[change.unit]
    members = state.members(unit)
    fits = len(members) == 1 and bool(members[0].command or members[0].hero) and not unit.solo and not unit.broken
    return None if fits else Refusal("defiance.morale.solo-exempt", f"{ref(unit.id)} is not one commander or hero")


CHECKS = {
    "split": _refuse_split,
    "join": _refuse_join,
    "leave": _refuse_leave,
    "enter": _refuse_enter,
    "alone": _refuse_alone,
}


# ---- what is done


def carry_out(battle: Battle[State], side: str, change: UnitChange) -> None:
    """Make a change that was found lawful."""
    DEEDS[change.kind](battle, change)
    battle.record(Reorganised(side=side, what=tell(change)))


def tell(change: UnitChange) -> str:
    """A change in words."""
    return f"{change.unit} {REORGANISING[change.kind]} {', '.join(change.who)}".rstrip()


def _new_unit(battle: Battle[State], old: Unit, figures: list[Figure], solo: bool) -> Unit:
    """A unit with a card of its own (defiance.unit.splitting-card)."""
    state = battle.state
    number = next(n for n in range(2, len(state.units) + 3) if f"{old.id}+{n}" not in state.units)
    name = f"{old.id}+{number}"  # the same on a side's own table and on the common one
    status = _apart(old.status)
    title = figures[0].frame.name if solo else f"{old.name} {number}"
    unit = Unit(name, title, old.side, [figure.id for figure in figures], old.quality, status, solo=solo)
    unit.card = 1 + max(other.card for other in state.units.values())
    state.units[name] = unit
    for figure in figures:
        old.figures.remove(figure.id)
        figure.unit = name
        sync_board(battle, figure)
    _take_guns(battle, old, unit)
    part_ways(state, (old, unit))
    _follow(state, old.id, unit.id)
    return unit


def _take_guns(battle: Battle[State], old: Unit, new: Unit) -> None:
    """A gun goes with its crew when all of them go; a crewman who leaves one behind serves it no more
    (defiance.infweapon.crew-definition)."""
    state = battle.state
    for name in list(old.guns):
        leaving = [figure for figure in state.members(new) if figure.gun == name]
        if leaving and not any(figure.gun == name for figure in state.members(old)):
            old.guns.remove(name)
            _bring_gun(battle, new, name)
        for figure in leaving if name in old.guns else ():
            if figure.mate:
                state.figures[figure.mate].mate = ""
            figure.gun = figure.mate = ""


def _bring_gun(battle: Battle[State], unit: Unit, name: str) -> None:
    gun = battle.state.figures[name]
    unit.guns.append(name)
    gun.unit = unit.id
    sync_board(battle, gun)


def _apart(status: str) -> str:
    """The status of those who are no longer with their unit: nobody is a mob on his own (defiance.command.commander-split)."""
    return "ad hoc" if status == "ad hoc" else "standard"


def _follow(state: State, old: str, new: str) -> None:
    """Figures that aimed at a unit aim at all units that contain its figures (defiance.orders.aim-duration)."""
    for figure in state.figures.values():
        if old in figure.aims and new not in figure.aims:
            figure.aims = (*figure.aims, new)


def _take_in(battle: Battle[State], unit: Unit, other: Unit) -> None:
    """The figures of another unit are its own now; who aimed at that one or suppressed it has this one before him."""
    state = battle.state
    for name in other.figures:
        state.figures[name].unit = unit.id
        sync_board(battle, state.figures[name])
    unit.figures, other.figures, unit.solo = unit.figures + other.figures, [], False
    for name in other.guns:
        _bring_gun(battle, unit, name)
    other.guns = []
    _follow(state, other.id, unit.id)
    for template in state.templates:
        if template.target == other.id:
            template.target = unit.id


def _split(battle: Battle[State], change: UnitChange) -> None:
    """The part that keeps the card keeps aim and suppression, each figure its covering (defiance.unit.reorganise-states)."""
    state = battle.state
    parted = [state.figures[name] for name in change.who]
    for figure in parted:
        figure.aims, figure.aimed = (), 0
    _new_unit(battle, state.units[change.unit], parted, solo=False)


def _join(battle: Battle[State], change: UnitChange) -> None:
    """At once an ad hoc unit with one card; covering, aim and suppression end
    (defiance.unit.joining-becomes-ad-hoc, defiance.unit.joining-card)."""
    state = battle.state
    whole = state.units[change.unit]
    for name in change.who:
        _take_in(battle, whole, state.units[name])
    whole.status = "ad hoc"
    only_the_first(state, whole)
    for figure in state.members(whole):
        forget(figure)
    state.templates = [template for template in state.templates if template.unit not in (change.unit, *change.who)]


def forget(figure: Figure) -> None:
    """Covering and aim end (defiance.unit.reorganise-states)."""
    figure.covers, figure.aims, figure.aimed = "", (), 0


def _leave(battle: Battle[State], change: UnitChange) -> None:
    state = battle.state
    figure = state.figures[change.who[0]]
    forget(figure)
    _new_unit(battle, state.units[change.unit], [figure], solo=True)


def _enter(battle: Battle[State], change: UnitChange) -> None:
    """He shares the unit's fate: a broken unit breaks him, too (defiance.command.commander-shares-morale)."""
    state = battle.state
    own, host = state.units[change.unit], state.units[change.who[0]]
    entering = state.members(own)
    _take_in(battle, host, own)
    for figure in entering:
        forget(figure)
        if host.broken:
            drop(battle, figure)
            battle.record(Changed(who=figure.id, what="is broken with its unit"))
    only_the_first(state, host)


def _alone(battle: Battle[State], change: UnitChange) -> None:
    unit = battle.state.units[change.unit]
    unit.solo, unit.status = True, _apart(unit.status)


DEEDS = {"split": _split, "join": _join, "leave": _leave, "enter": _enter, "alone": _alone}
