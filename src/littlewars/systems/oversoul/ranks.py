"""Tight units in formation: ranks and files, who fights and who shoots, falling out, closing up (oversoul.tight.*)."""

from __future__ import annotations

from ...engine import Battle, Spot
from ...table.bases import Base, middle
from ...table.formation import Formation, close_up, formed, stand
from .events import Changed
from .ground import board, show
from .state import Figure, Ranks, State, Unit

FORMATIONS = ("line", "line/2", "column", "column/2")  # one or two ranks, one or two files


# ---- formations as data


def formation_of(ranks: Ranks) -> Formation:
    """A formation as the table knows it."""
    kind = "line" if ranks.kind == "line" else "column"
    return Formation(kind, tuple(tuple(row) for row in ranks.rows), (ranks.x, ranks.y), ranks.face)  # type: ignore[arg-type]


def ranks_from(formation: Formation) -> Ranks:
    """A formation as the state keeps it."""
    return Ranks(formation.kind, [list(row) for row in formation.ranks], *formation.anchor, formation.facing)


def sizes(state: State, names: list[str]) -> dict[str, Base]:
    """The bases of these models."""
    return {name: state.figures[name].base() for name in names}


def places(state: State, ranks: Ranks | None) -> dict[str, Base]:
    """Where everybody stands in a formation: side by side and front to back (oversoul.tight.must-have-formation)."""
    if ranks is None:
        return {}
    formation = formation_of(ranks)
    return stand(formation, sizes(state, formation.ids))


def default_ranks(state: State, unit: Unit, how: str, at: tuple[int, int], face: int) -> Ranks:
    """The unit's troopers in this formation (oversoul.tight.line, .column, .ranks-files); ValueError where it cannot be."""
    kind, _, depth = how.partition("/")
    if kind not in ("line", "column"):
        raise ValueError(f"{how!r} is no formation")
    names = [figure.id for figure in state.standing(unit)]
    plain = formed(names, "line" if kind == "line" else "column", int(depth or 1), at, face)
    return with_leader(state, unit, ranks_from(plain))


def with_leader(state: State, unit: Unit, ranks: Ranks, end: str = "right") -> Ranks:
    """An attached leader stands at an end of the front rank, in a column behind the last (oversoul.leader.attach)."""
    if not unit.leader:
        return ranks
    name = state.standing(state.units[unit.leader])[0].id
    if any(name in row for row in ranks.rows):
        return ranks
    rows = [list(row) for row in ranks.rows]
    if ranks.kind == "column":
        rows.append([name])
    elif end == "left":
        rows = [[name, *rows[0]], *([""] + row for row in rows[1:])]
    else:
        rows[0].append(name)
    return Ranks(ranks.kind, rows, ranks.x, ranks.y, ranks.face)


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
        figure = state.figures[name]
        figure.x, figure.y = base.at
        figure.face = unit.ranks.face


def form(battle: Battle[State], unit: Unit, ranks: Ranks) -> None:
    """The unit stands in this formation."""
    unit.ranks = ranks
    take_places(battle.state, unit)
    for row in ranks.rows:
        for name in row:
            if name:
                show(battle, battle.state.figures[name])


# ---- who may do what from where


def fighters(state: State, unit: Unit) -> list[str]:
    """The first rank fights hand to hand (oversoul.tight.melee-first-rank)."""
    return _front(state, unit, 1)


def shooters(state: State, unit: Unit) -> list[str]:
    """The first two ranks shoot (oversoul.tight.ranged-two-ranks)."""
    return _front(state, unit, 2)


def _front(state: State, unit: Unit, ranks: int) -> list[str]:
    if unit.ranks is None:
        return [figure.id for figure in state.standing(unit)]
    own = set(unit.figures)
    return [name for row in unit.ranks.rows[:ranks] for name in row if name in own and not state.figures[name].gone]


def firing_point(state: State, attacker: Figure) -> tuple[int, int] | None:
    """A formed unit measures once, from the middle of all that fire (oversoul.tight.ranged-measure-centre)."""
    unit = state.units[attacker.unit]
    if unit.ranks is None or unit.disordered:
        return None
    points = [state.figures[name].at for name in shooters(state, unit) if state.figures[name].profile.weapons]
    return middle(points) if points else None


# ---- losing and closing the formation


def fall_out(battle: Battle[State], unit: Unit) -> None:
    """The formation is given up until the unit reforms (oversoul.morale.fail-tight-disordered)."""
    if unit.tight and not unit.disordered:
        unit.disordered, unit.ranks = True, None
        battle.record(Changed(who=unit.id, what="is disordered"))


def close_ranks(battle: Battle[State], names: list[str]) -> None:
    """After casualties the gaps are closed, free of charge (oversoul.tight.close-ranks)."""
    state = battle.state
    for unit in (state.units[name] for name in names):
        if unit.ranks is None or not state.members(unit):
            continue
        formation = formation_of(unit.ranks)
        gone = [name for name in formation.ids if state.figures[name].gone]
        if not gone:
            continue
        living = [name for name in formation.ids if name not in gone]
        closed = close_up(formation, gone, sizes(state, formation.ids), lambda _, base: _is_free(battle, base, living))
        form(battle, unit, ranks_from(closed))


def _is_free(battle: Battle[State], base: Base, own: list[str]) -> bool:
    """May a man of the unit step there? Comrades make room."""
    return board(battle).stands(base, own) is None
