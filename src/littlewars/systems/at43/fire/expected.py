"""What a salvo brings on average. Nobody is told before it is declared (its asks are blind); how lucky it was is found when
the battle is over."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from littlewars.engine import Attack, Battle

from ..basics.state import Salvo, Shot, State
from .aim import aim, guns_of
from .salvo import resolve

Aims = Sequence[tuple[str, str]]  # weapon and target of each part of a salvo


def enemies_who_fall(state: State, side: str) -> Callable[[Battle[State], Any], int]:
    """How many of those who stand against this side now are gone afterwards."""
    enemies = [name for name, fighter in state.figures.items() if not fighter.gone and state.side_of(fighter) != side]
    return lambda battle, _: sum(bool(battle.state.figures[name].gone) for name in enemies)


def harm_done(state: State) -> Hashable:
    """When two states are alike to one who counts the fallen."""
    figures = tuple((f.hurt, f.gone, tuple(f.lost.items())) for f in state.figures.values())
    return figures, tuple(u.leader for u in state.units.values())


def salvo_attack(state: State, unit: str, shots: Sequence[Shot]) -> Attack[State]:
    """The rule of play from the first die to the last, and how many fall."""

    async def run(battle: Battle[State]) -> None:
        battle.state.turn.salvo = Salvo(unit, list(shots))
        while battle.state.turn.salvo is not None:
            await resolve(battle)

    def alike(state: State) -> Hashable:
        going = state.turn.salvo
        return harm_done(state), going and (len(going.shots), going.rolled, tuple(going.dealt))

    fallen = enemies_who_fall(state, state.units[unit].side)
    return Attack(run, fallen, title="salvo", counts="fallen", assumes="all re-rolls, the usual decisions", alike=alike)


def aimed_attack(battle: Battle[State], unit: str, aims: Aims) -> Attack[State] | None:
    """A salvo as it would be declared now."""
    owner = battle.state.units[unit]
    guns = guns_of(battle.state, owner)
    shots = [aim(battle, owner, guns[key], target)[0] for key, target in aims]
    return salvo_attack(battle.state, unit, shots) if shots else None
