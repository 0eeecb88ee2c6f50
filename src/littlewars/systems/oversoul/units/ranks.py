"""Tight units in formation: ranks and files, who fights and who shoots, falling out, closing up (oversoul.tight.*)."""

from __future__ import annotations

from littlewars.engine import Battle, Spot
from littlewars.table.formation.formation import Formation, Kind, close_up, formed, stand
from littlewars.table.shapes.bases import Base, Box, extent, middle, moved
from littlewars.untrusted import quote

from ..basics.events import Changed
from ..basics.state import Figure, Ranks, State, Unit
from ..basics.tabletop import put, tabletop
from .arms import is_loaded

FORMATIONS = ("line", "line/2", "column", "column/2")  # one or two ranks, one or two files


# ---- formations as data


def formation_of(ranks: Ranks) -> Formation:
    """A formation as the table knows it."""
    kind: Kind = "line" if ranks.kind == "line" else "column"
    return Formation(kind, tuple(tuple(row) for row in ranks.rows), (ranks.x, ranks.y), ranks.face)


def ranks_from(formation: Formation) -> Ranks:
    """A formation as the state keeps it."""
    return Ranks(formation.kind, [list(row) for row in formation.ranks], *formation.anchor, formation.facing)


def sizes(state: State, names: list[str], kind: str = "line") -> dict[str, Base]:
    """The room everybody takes in the ranks. A leader on a larger base widens the front and pushes nobody apart."""
    bases = {name: state.figures[name].base() for name in names}
    own = [name for name in names if not is_guest(state, name)]
    for name in names if own else ():
        if name not in own:
            width, length = extent(bases[name])
            if kind == "line":
                length = max(extent(bases[other])[1] for other in own)
            else:
                width = max(extent(bases[other])[0] for other in own)
            bases[name] = Box(*bases[name].at, state.figures[name].face, length, width)
    return bases


def is_guest(state: State, name: str) -> bool:
    """A leader (or his mount) in the ranks of another unit."""
    unit = state.units[state.figures[name].unit]
    return any(state.figures[other].profile.leader for other in unit.figures)


def places(state: State, ranks: Ranks | None) -> dict[str, Base]:
    """Where everybody stands in a formation: side by side and front to back (oversoul.tight.must-have-formation)."""
    if ranks is None:
        return {}
    formation = formation_of(ranks)
    there = stand(formation, sizes(state, formation.ids, ranks.kind))
    return {name: moved(state.figures[name].base(), base.at, ranks.face) for name, base in there.items()}


def default_ranks(state: State, unit: Unit, how: str, at: tuple[int, int], face: int) -> Ranks:
    """The unit's troopers in this formation (oversoul.tight.line, oversoul.tight.column, oversoul.tight.ranks-files);
    ValueError where it cannot be."""
    kind, _, depth = how.partition("/")
    if kind not in ("line", "column"):
        raise ValueError(f"{quote(how)} is no formation")
    names = [figure.id for figure in state.standing(unit)]
    plain = formed(names, "line" if kind == "line" else "column", int(depth or 1), at, face % 36000)
    if not unit.leader:
        return ranks_from(plain)
    return with_leader(ranks_from(plain), leader_of(state, unit), leader_end(state, unit))


def leader_of(state: State, unit: Unit) -> str:
    """The model of the attached leader: himself, or the mount he rides."""
    return state.standing(state.units[unit.leader])[0].id


def leader_end(state: State, unit: Unit) -> str:
    """The end of the front rank at which he stands; right if he has no place yet."""
    name = leader_of(state, unit)
    row = next((row for row in unit.ranks.rows if name in row), []) if unit.ranks else []
    return "left" if len(row) > 1 and row[0] == name else "right"


def with_leader(ranks: Ranks, name: str, end: str = "right") -> Ranks:
    """A leader stands at an end of the front rank, in a column behind the last trooper (oversoul.leader.attach)."""
    rows = [list(row) for row in ranks.rows]
    if ranks.kind == "column":
        rows.append([""] * (len(rows[-1]) - 1) + [name])
    elif end == "left":
        rows = [[name, *rows[0]], *(["", *row] for row in rows[1:])]
    else:
        wide = max(map(len, rows))
        rows[0] = rows[0] + [""] * (wide - len(rows[0])) + [name]
    return Ranks(ranks.kind, rows, ranks.x, ranks.y, ranks.face)


def joined_by(state: State, ranks: Ranks, name: str, end: str) -> Ranks:
    """The formation with a leader added; everybody else keeps his place."""
    return _keeping_places(state, ranks, with_leader(ranks, name, end))


def without(state: State, ranks: Ranks, name: str) -> Ranks:
    """The formation after somebody has left an end of it; everybody else keeps his place."""
    rows = [["" if other == name else other for other in row] for row in ranks.rows]
    rows = [row for row in rows if any(row)]
    while rows and not any(row[0] for row in rows if row):
        rows = [row[1:] for row in rows]
    for row in rows:
        while not row[-1]:
            row.pop()
    return _keeping_places(state, ranks, Ranks(ranks.kind, rows, ranks.x, ranks.y, ranks.face))


def _keeping_places(state: State, old: Ranks, new: Ranks) -> Ranks:
    """The middle of the front lies elsewhere when somebody comes or goes: nobody else moves."""
    name = next(name for row in new.rows for name in row if any(name in other for other in old.rows) and name)
    (x, y), (there_x, there_y) = places(state, old)[name].at, places(state, new)[name].at
    return Ranks(new.kind, new.rows, new.x + x - there_x, new.y + y - there_y, new.face)


def step_in(state: State, ranks: Ranks, gone: str, name: str) -> Ranks:
    """Somebody takes another's place: a rider whose mount has fallen. Those to his left keep theirs."""
    rows = [[name if other == gone else other for other in row] for row in ranks.rows]
    new = Ranks(ranks.kind, rows, ranks.x, ranks.y, ranks.face)
    return _keeping_places(state, ranks, new) if len(formation_of(new).ids) > 1 else new


def ranks_of_spot(state: State, unit: Unit, spot: Spot) -> Ranks | None:
    """The formation that an answer describes; None if the unit cannot form so."""
    try:
        return default_ranks(state, unit, spot.how or "line", spot.at, spot.face)
    except ValueError:
        return None


def take_places(state: State, unit: Unit) -> None:
    """Everybody steps to his place and looks the same way (oversoul.tight.same-direction)."""
    assert unit.ranks is not None
    for name, base in places(state, unit.ranks).items():
        if not state.figures[name].gone:
            state.place(state.figures[name], base.at, unit.ranks.face)


def form(battle: Battle[State], unit: Unit, ranks: Ranks) -> None:
    """The unit stands in this formation."""
    unit.ranks = ranks
    for name, base in places(battle.state, ranks).items():
        if not battle.state.figures[name].gone:
            put(battle, battle.state.figures[name], base.at, ranks.face)


# ---- who may do what from where


def fighters(state: State, unit: Unit) -> list[str]:
    """The first rank fights hand to hand (oversoul.tight.melee-first-rank)."""
    return _front(state, unit, 1)


def shooters(state: State, unit: Unit) -> list[str]:
    """The first two ranks shoot (oversoul.tight.ranged-two-ranks)."""
    return _front(state, unit, 2)


def _front(state: State, unit: Unit, ranks: int) -> list[str]:
    """The troopers of the first ranks; a leader's place is no rank of its own (oversoul.leader.attached-activation)."""
    members = state.members(unit)
    own = {figure.id: True for figure in members if not figure.carrier}
    rows = [[name for name in row if name in own] for row in unit.ranks.rows] if unit.ranks else [list(own)]
    front = [name for row in [row for row in rows if row][:ranks] for name in row]
    riders = [figure.id for figure in members if figure.carrier and figure.carrier in front]
    return front + riders  # oversoul.mount.independent-actions


def firing_point(state: State, attacker: Figure) -> tuple[int, int] | None:
    """A formed unit measures once, from the middle of all that fire (oversoul.tight.ranged-measure-centre)."""
    unit = state.units[attacker.unit]
    if unit.ranks is None or unit.disordered:
        return None
    fired = {name.rpartition("/")[0] for name in state.turn.doing.fired} if state.turn.doing else set()
    turns, firing = state.sides[unit.side].turns, [state.figures[name] for name in shooters(state, unit)]
    points = [f.at for f in firing if any(is_loaded(gun, turns) for gun in f.guns) or f.id in fired]  # nobody who reloads
    return middle(points) if points else None


# ---- losing and closing the formation


def fall_out(battle: Battle[State], unit: Unit) -> None:
    """The formation is given up until the unit reforms (oversoul.morale.fail-tight-disordered)."""
    if unit.formed:
        unit.disordered, unit.ranks = True, None
        battle.record(Changed(who=unit.id, what="is disordered"))


def close_ranks(battle: Battle[State]) -> None:
    """After casualties the gaps are closed, free of charge (oversoul.tight.close-ranks)."""
    state = battle.state
    for unit in state.units.values():
        if unit.ranks is None or not state.standing(unit):
            continue
        here = {figure.id for figure in state.with_leader(unit)}
        formation = formation_of(unit.ranks)
        gone = [name for name in formation.ids if name not in here]
        if not gone and _has_shrunk(battle, unit, here):
            form(battle, unit, unit.ranks)
        if gone:
            room = sizes(state, formation.ids, unit.ranks.kind)
            form(battle, unit, ranks_from(close_up(formation, gone, room, _Free(battle, here))))


def close_beside(battle: Battle[State], unit: Unit) -> None:
    """A leader on a larger base has left: who stood beside him closes up where there is room (oversoul.tight.close-ranks)."""
    state = battle.state
    there, free = places(state, unit.ranks), _Free(battle, {figure.id for figure in state.standing(unit)})
    if unit.ranks is not None and all(free(name, base) for name, base in there.items()):
        form(battle, unit, unit.ranks)


def _has_shrunk(battle: Battle[State], unit: Unit, here: set[str]) -> bool:
    """A rider stands where his mount fell, on a smaller base, and there is room to close up."""
    state = battle.state
    assert unit.ranks is not None
    if not any(state.figures[name].profile.mount for row in unit.ranks.rows for name in row if name):
        return False  # looked at before the whole formation is laid out: few units ever had a mount
    there, free = places(state, unit.ranks), _Free(battle, here)
    apart = any(base.at != state.figures[name].at for name, base in there.items())
    return apart and all(free(name, base) for name, base in there.items())


class _Free:
    """May this man of the unit step there? Comrades make room."""

    def __init__(self, battle: Battle[State], own: set[str]) -> None:
        self.battle, self.own = battle, own

    def __call__(self, name: str, base: Base) -> bool:
        """His true base on the table as it is now."""
        figure, place = self.battle.state.figures[name], tabletop(self.battle)
        return place.board.stands(moved(figure.base(), base.at), self.own, cost=place.cost_for(figure)) is None
