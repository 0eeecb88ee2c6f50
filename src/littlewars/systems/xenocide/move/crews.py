"""Weapons that several carry: moved together, left lying, taken over (xenocide.size.crew-weapon-moving, xenocide.size.crew)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from littlewars.engine import Battle, Legs, Refusal
from littlewars.engine.names import ref
from littlewars.table.shapes.bases import Disc, gap, moved

from ..basics.numbers import REACH
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board

RULE = "xenocide.size.crew-weapon-moving"
LEAST = 2  # carriers


def refuse_weapons(battle: Battle[State], unit: Unit, legs: Legs) -> Refusal | None:
    """A bearer moves with comrades who were within an inch and end so, whose strengths add up to the size of the weapon; or he
    leaves it, which is the step "drop"."""
    ends = {leg.who: leg.steps[-1].to for leg in legs if leg.steps and leg.steps[-1].to is not None}
    dropped = {leg.who for leg in legs for step in leg.steps if step.verb == "drop"}
    for name, to in ends.items():
        bearer = battle.state.figures[name]
        if not bearer.bears or name in dropped or to is None:
            continue
        size = battle.state.gun(bearer.bears).size
        crew = [bearer, *(figure for figure in carriers(battle, unit, bearer) if _stays(bearer, figure, to, ends))]
        strength = sum(figure.profile.strength for figure in crew)
        if len(crew) < LEAST or strength < size:
            words = f"{ref(name)} needs others beside him with a strength of {size} in all, or leaves the weapon"
            return Refusal(RULE, words)
    return None


def carriers(battle: Battle[State], unit: Unit, bearer: Figure) -> list[Figure]:
    """Comrades within an inch of the bearer."""
    table = board(battle)
    others = [figure for figure in battle.state.standing(unit) if figure is not bearer and not figure.bears]
    return [figure for figure in others if table.gap(figure.id, bearer.id) <= REACH]


def _stays(bearer: Figure, figure: Figure, to: tuple[int, int], ends: Mapping[str, tuple[int, int] | None]) -> bool:
    at = ends.get(figure.id) or figure.at
    return gap(moved(figure.base(), at), moved(bearer.base(), to)) <= REACH


def take_over(battle: Battle[State], moved_ones: Iterable[Figure]) -> None:
    """Who ends a move within an inch of a weapon of his side that lies there takes it over (xenocide.size.crew)."""
    state = battle.state
    for figure in moved_ones:
        if figure.gone or figure.bears or figure.profile.vehicle:
            continue
        side = state.side_of(figure)
        near = [one for one in state.lying if one.side == side and gap(figure.base(), Disc(one.x, one.y, 0)) <= REACH]
        if near:
            figure.bears = near[0].weapon
            state.lying.remove(near[0])
