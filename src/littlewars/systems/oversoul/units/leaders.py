"""Leaders: units of one who may join others (oversoul.leader.*)."""

from __future__ import annotations

from collections.abc import Callable

from littlewars.engine import Battle, Choose, Option, Place, Refusal, Spot
from littlewars.engine.moves import Spots
from littlewars.engine.names import in_the_way, ref
from littlewars.table.constants import TOUCH
from littlewars.table.moving.route import spot as free_spot
from littlewars.table.shapes.bases import Base, moved

from ..basics.events import Changed
from ..basics.naming import named
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, put, shape_of, tabletop
from .fear import note_near
from .ranks import close_beside, form, joined_by, places, without

RULE = "oversoul.leader.attach"
ENDS = ("right", "left")
Allowed = Callable[[Base], str | None]  # why a base may not stand here


def is_leader(state: State, unit: Unit) -> bool:
    """A unit with a leader in it, alone or on his mount (oversoul.leader.definition, oversoul.attr.command)."""
    return any(state.figures[name].profile.leader and not state.figures[name].gone for name in unit.figures)


def attachable(state: State, leader: Unit, host: Unit) -> bool:
    """His owner's trooper units without a leader yet; no vehicles, no other leader (oversoul.leader.attach,
    oversoul.leader.one-unit)."""
    if host.side != leader.side or host is leader or host.leader or is_leader(state, host):
        return False
    troopers = [figure for figure in state.standing(host) if figure.profile.is_trooper]
    if not troopers or any(figure.profile.is_vehicle for figure in state.members(host)):
        return False
    me = state.standing(leader)[0]
    return host.ranks is None or all(figure.airborne == me.airborne for figure in troopers)  # a body flies as one


# ---- joining


async def offer_attach(battle: Battle[State], unit: Unit) -> None:
    """At the end of his Move a leader who touches a unit may join it (oversoul.leader.attach)."""
    state = battle.state
    if not is_leader(state, unit) or unit.under or not state.standing(unit):
        return
    hosts = battle.memo("leaders.hosts", lambda: tuple(host.id for host in touched_hosts(battle, unit)))
    if not hosts:
        return
    who = tuple(unit.figures)
    options = [Option("stay", "Stay alone", of=who, means="keep")]
    options += [Option(name, f"Join {ref(name)}", of=tuple(state.units[name].figures), means="go") for name in hosts]
    ask = Choose(unit.side, RULE, f"{ref(unit.id)} may join a unit", options)
    chosen = await ask.about(*who, unit=unit.id, topic="rest")
    if chosen == "stay":
        return
    host = state.units[chosen]
    attach(battle, unit, host, await _choose_end(battle, unit, host))  # no Other action may follow: he is attached


async def _choose_end(battle: Battle[State], leader: Unit, host: Unit, allowed: Allowed | None = None) -> str:
    """The end of a line's front rank that he takes; his owner chooses where both are free."""
    if host.ranks is None or host.ranks.kind == "column":
        return ENDS[0]
    ends = battle.memo("leaders.ends", lambda: tuple(free_ends(battle, leader, host, allowed)))
    if len(ends) == 1:
        return ends[0]
    explain = named(battle.state, *leader.figures)
    ask = Choose(leader.side, RULE, "At which end of the front rank?", ends, explain=explain)
    return await ask.about(*leader.figures, unit=leader.id, topic="place")


def touched_hosts(battle: Battle[State], leader: Unit) -> list[Unit]:
    """Units he touches and may join; a tight one needs room for him."""
    state, table = battle.state, board(battle)
    me = state.standing(leader)[0].id
    if me not in table:
        return []
    return [
        host
        for host in state.units.values()
        if attachable(state, leader, host)
        and any(table.gap(me, figure.id) <= TOUCH for figure in state.standing(host) if figure.id in table)
        and (host.ranks is None or free_ends(battle, leader, host))
    ]


def free_ends(battle: Battle[State], leader: Unit, host: Unit, allowed: Allowed | None = None) -> list[str]:
    """The ends of the front rank where he has room; in a column there is one place, behind the last trooper."""
    state, place = battle.state, tabletop(battle)
    me = state.standing(leader)[0]
    assert host.ranks is not None
    found = []
    for end in ENDS if host.ranks.kind == "line" else ENDS[:1]:
        base = places(state, joined_by(state, host.ranks, me.id, end))[me.id]
        clash = place.board.stands(base, [me.id, *host.figures], cost=place.cost_for(me))
        if clash is None and not (allowed and allowed(base)):
            found.append(end)
    return found


def attach(battle: Battle[State], leader: Unit, host: Unit, end: str = "right") -> None:
    """From now on he is part of the unit (oversoul.leader.attach, oversoul.leader.attached-activation)."""
    state = battle.state
    if host.ranks is not None:
        form(battle, host, joined_by(state, host.ranks, state.standing(leader)[0].id, end))
    leader.under, host.leader = host.id, leader.id
    note_near(battle, state.standing(leader))
    battle.record(Changed(who=leader.id, what=f"joins {host.name}"))


# ---- deploying with a unit


def hosts_on_table(battle: Battle[State], leader: Unit, allowed: Allowed) -> list[str]:
    """Units already set up with which he may deploy: there is room for him in or beside them (oversoul.setup.deployment)."""
    state, found = battle.state, []
    for host in state.units_of(leader.side):
        if host.id not in state.turn.waiting and attachable(state, leader, host):
            room = free_ends(battle, leader, host, allowed) if host.ranks else beside(battle, leader, host, allowed)
            found += [host.id] if room else []
    return found


async def deploy_with(battle: Battle[State], leader: Unit, host: Unit, allowed: Allowed) -> None:
    """He takes his place in the ranks, or his owner puts him beside a model of the unit."""
    state = battle.state
    if host.ranks is not None:
        attach(battle, leader, host, await _choose_end(battle, leader, host, allowed))
        return
    me = state.standing(leader)[0]
    first = battle.memo("leaders.beside", lambda: beside(battle, leader, host, allowed))

    def check(spots: Spots) -> Refusal | None:
        if len(spots) != 1:
            return Refusal(RULE, f"{ref(me.id)} is put down")
        why = _not_beside(battle, me, host, moved(me.base(), spots[0].at, spots[0].face), allowed)
        return Refusal(RULE, why) if why else None

    prompt = f"Where does {ref(leader.id)} join {ref(host.id)}?"
    ask = Place(leader.side, RULE, prompt, {me.id: shape_of(me)}, lambda: [first], check, turns=True)
    (spot,) = await ask.about(me.id, unit=leader.id)
    put(battle, me, spot.at, spot.face)
    attach(battle, leader, host)


def beside(battle: Battle[State], leader: Unit, host: Unit, allowed: Allowed) -> Spots:
    """A place in contact with a model of the unit; nothing when there is none."""
    state, place = battle.state, tabletop(battle)
    me = state.standing(leader)[0]
    for mate in state.standing(host):
        base = moved(me.base(), mate.at, mate.face)
        at = free_spot(
            place.board,
            base,
            mate.at,
            lambda p, base=base: _not_beside(battle, me, host, moved(base, p), allowed) is None,  # type: ignore[misc]  # a default binds this base
            ignore=[me.id],
            cost=place.ground_for(me),
        )
        if at is not None:
            return (Spot(me.id, at, mate.face),)
    return ()


def _not_beside(battle: Battle[State], me: Figure, host: Unit, base: Base, allowed: Allowed) -> str | None:
    """Why he may not stand there: he has to touch the unit, on free ground in his zone."""
    state, place = battle.state, tabletop(battle)
    clash = place.board.stands(base, [me.id], cost=place.ground_for(me))
    if clash:
        return f"{in_the_way(clash.id)} is in the way"
    gaps = place.board.gaps_from(base)
    if not any(gaps[place.board.row[figure.id]] <= TOUCH for figure in state.standing(host)):
        return f"he does not touch {host.name}"
    return allowed(base)


# ---- leaving


def may_detach(unit: Unit) -> bool:
    """Declared when the unit is activated; not while it is frightened (oversoul.leader.detach)."""
    return bool(unit.leader) and not unit.frightened


async def offer_detach(battle: Battle[State], unit: Unit) -> None:
    """The leader stays where he is, as a unit of his own that may act from the next turn on."""
    state = battle.state
    leader = state.units[unit.leader]
    prompt = f"{ref(leader.id)} leaves {ref(unit.id)}?"
    ask = Choose(unit.side, "oversoul.leader.detach", prompt, ("stay", "leave"), explain=named(state, *leader.figures))
    if await ask.about(*(figure.id for figure in state.everybody(unit)), unit=unit.id, topic="plan") == "stay":
        return
    leader.under, unit.leader = "", ""
    leader.acts_from = state.sides[unit.side].turns + 1
    if unit.ranks is not None:
        unit.ranks = without(state, unit.ranks, state.standing(leader)[0].id)
        close_beside(battle, unit)
    battle.record(Changed(who=leader.id, what=f"leaves {unit.name}"))
