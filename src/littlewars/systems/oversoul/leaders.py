"""Leaders: units of one who may join others (oversoul.leader.*)."""

from __future__ import annotations

from ...engine import Battle, Choose, Option
from ...table.constants import TOUCH
from ...table.facing import step_to
from ...table.route import spot
from .events import Changed
from .ground import board, put
from .ranks import form, places, with_leader
from .state import Ranks, State, Unit

RULE = "oversoul.leader.attach"


def is_leader(state: State, unit: Unit) -> bool:
    """A unit with a leader in it, alone or on his mount (oversoul.leader.definition, .attr.command)."""
    return any(state.figures[name].profile.leader and not state.figures[name].gone for name in unit.figures)


def attachable(state: State, leader: Unit, host: Unit) -> bool:
    """His owner's trooper units without a leader yet; no vehicles, no other leader (oversoul.leader.attach, .one-unit)."""
    if host.side != leader.side or host is leader or host.leader or is_leader(state, host):
        return False
    troopers = [figure for figure in state.standing(host) if figure.profile.is_trooper]
    return bool(troopers) and not any(figure.profile.is_vehicle for figure in state.members(host))


# ---- joining


async def offer_attach(battle: Battle[State], unit: Unit) -> None:
    """At the end of his Move a leader who touches a unit may join it (oversoul.leader.attach)."""
    state = battle.state
    if not is_leader(state, unit) or unit.under or not state.standing(unit):
        return
    hosts = battle.once(lambda: tuple(host.id for host in touched_hosts(battle, unit)))
    if not hosts:
        return
    options = [Option("stay", "Stay alone"), *(Option(name, f"Join {state.units[name].name}") for name in hosts)]
    chosen = await Choose(unit.side, RULE, f"{unit.name} may join a unit", options)
    if chosen == "stay":
        return
    host, end = state.units[chosen], "right"
    if host.ranks and host.ranks.kind == "line":
        ends = [side for side in ("right", "left") if _room(battle, unit, host, side)]
        if len(ends) > 1:
            end = await Choose(unit.side, RULE, "At which end of the front rank?", ends)
        elif ends:
            end = ends[0]
    attach(battle, unit, host, end)
    doing = state.acting()
    doing.parts = [part for part in doing.parts if part != "other"]  # no Other action may follow


def touched_hosts(battle: Battle[State], leader: Unit) -> list[Unit]:
    """Units he touches and may join; a tight one needs room for him."""
    state, table = battle.state, board(battle)
    me = state.standing(leader)[0].id
    found = []
    for host in state.units.values():
        if attachable(state, leader, host) and any(table.gap(me, f.id) <= TOUCH for f in state.standing(host) if f.id in table):
            if host.ranks is None or any(_room(battle, leader, host, side) for side in ("right", "left")):
                found.append(host)
    return found


def _with_him(state: State, leader: Unit, host: Unit, end: str) -> Ranks:
    """The host's formation with the leader in his place."""
    assert host.ranks is not None
    trial = Unit(host.id, host.name, host.side, host.figures, leader=leader.id)
    ranks = with_leader(state, trial, host.ranks, end)
    if ranks.kind == "line":
        half = _width(state, leader) // 2  # the others keep their places: the middle of the front moves with the new man
        ranks.x, ranks.y = step_to((ranks.x, ranks.y), ranks.face + (9000 if end == "right" else -9000), half)
    return ranks


def _width(state: State, leader: Unit) -> int:
    base = state.standing(leader)[0]
    return 2 * base.radius or base.width


def _room(battle: Battle[State], leader: Unit, host: Unit, end: str) -> bool:
    """Is his place in the ranks free?"""
    state = battle.state
    me = state.standing(leader)[0].id
    base = places(state, _with_him(state, leader, host, end))[me]
    return board(battle).stands(base, [me, *host.figures]) is None


def attach(battle: Battle[State], leader: Unit, host: Unit, end: str = "right") -> None:
    """From now on he is part of the unit (oversoul.leader.attach, .attached-activation)."""
    state = battle.state
    if host.ranks is not None:
        form(battle, host, _with_him(state, leader, host, end))
    leader.under, host.leader = host.id, leader.id
    battle.record(Changed(who=leader.id, what=f"joins {host.name}"))


def attach_on_table(battle: Battle[State], leader: Unit, host: Unit) -> bool:
    """A leader deploys with a unit that stands already: in its ranks, or beside its first model."""
    state = battle.state
    me = state.standing(leader)[0]
    if host.ranks is not None:
        ends = [side for side in ("right", "left") if _room(battle, leader, host, side)]
        if not ends:
            return False
        attach(battle, leader, host, ends[0])
        return True
    mate = state.standing(host)[0]
    where = spot(board(battle), me.base(), mate.at, ignore=[me.id])
    if where is None:
        return False
    put(battle, me, where, mate.face)
    if board(battle).gap(me.id, mate.id) > 4000:
        me.x = me.y = 0
        board(battle).lift(me.id)
        return False
    attach(battle, leader, host)
    return True


# ---- leaving


def may_detach(unit: Unit) -> bool:
    """Declared when the unit is activated; not while it is frightened (oversoul.leader.detach)."""
    return bool(unit.leader) and not unit.frightened


async def offer_detach(battle: Battle[State], unit: Unit) -> None:
    """The leader stays where he is, as a unit of his own that may act from the next turn on."""
    state = battle.state
    leader = state.units[unit.leader]
    if await Choose(unit.side, "oversoul.leader.detach", f"{leader.name} leaves {unit.name}?", ("stay", "leave")) == "stay":
        return
    leader.under, unit.leader = "", ""
    leader.acts_from = state.sides[unit.side].turns + 1
    if unit.ranks is not None:
        name = state.standing(leader)[0].id
        unit.ranks.rows = [row for row in ([n for n in row if n != name] for row in unit.ranks.rows) if row]
        _keep_places(state, unit)
    battle.record(Changed(who=leader.id, what=f"leaves {unit.name}"))


def _keep_places(state: State, unit: Unit) -> None:
    """Without him the middle of the front lies elsewhere; nobody moves."""
    assert unit.ranks is not None
    first = next(name for row in unit.ranks.rows for name in row if name)
    there = places(state, unit.ranks)[first].at
    here = state.figures[first].at
    unit.ranks.x += here[0] - there[0]
    unit.ranks.y += here[1] - there[1]
