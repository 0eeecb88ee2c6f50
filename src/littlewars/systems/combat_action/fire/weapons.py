"""Which weapons a model can fire now, and how (combat-action.actions.repeat, combat-action.vehicles.crew,
combat-action.machine-damage.power-grid)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from littlewars.engine import Point

from ..basics.numbers import COSTS, STANDARD_SHOTS
from ..basics.profiles import Weapon
from ..basics.state import GUNNER, Figure, Gun, State

PIECE = "#"  # before the name of a section or obstacle that is shot at
STANDARD = "standard-fire"
THROW = "throw-grenade"


class Shot(NamedTuple):
    """A firing action: whose skill, from whose base with which of its weapons, how, and at what: a model, a piece (#) or a
    point."""

    figure: str
    body: str
    gun: int
    mode: str
    target: str
    at: Point = (0, 0)

    def weapon(self, state: State) -> Weapon:
        """What is fired."""
        return state.figures[self.body].profile.weapons[self.gun]


def platform(state: State, figure: Figure) -> Figure | None:
    """Whose weapons it fires: a gunner those of his vehicle, everybody on the table his own, passengers and pilots none
    (combat-action.vehicles.crew, combat-action.units.aboard)."""
    if not figure.carrier:
        return None if figure.profile.vehicle else figure
    vehicle = state.figures[figure.carrier]
    return vehicle if figure.seat == GUNNER and not vehicle.gone and not vehicle.wreck else None


def serves(state: State, figure: Figure) -> Figure:
    """Whose weapons it reloads and unjams: those that it fires, else its own."""
    return platform(state, figure) or figure


def has_power(state: State, body: Figure) -> bool:
    """With a damaged power grid whoever has moved in this turn does not fire (combat-action.machine-damage.power-grid)."""
    return not ("power-grid" in body.broken and body.moved == state.turn.number)


def may_move(state: State, body: Figure) -> bool:
    """The other way round."""
    return not ("power-grid" in body.broken and body.fired == state.turn.number)


def ready_weapons(state: State, figure: Figure) -> list[tuple[int, Weapon, Gun]]:
    """The weapons that could fire, apart from action points: loaded, unjammed, with power."""
    body = platform(state, figure)
    if body is None or not has_power(state, body):
        return []
    return [arm for arm in body.arms() if arm[1].modes and arm[2].able]


def modes(state: State, figure: Figure) -> Iterator[tuple[int, Weapon, str]]:
    """Each weapon with each firing action that it can pay for now (combat-action.actions.repeat)."""
    for number, weapon, gun in ready_weapons(state, figure):
        for mode in weapon.modes:
            if COSTS[mode] <= figure.ap and gun.fired < (STANDARD_SHOTS if mode == STANDARD and not weapon.reload else 1):
                yield number, weapon, mode


def spend(body: Figure, number: int, mode: str, turn: int) -> None:
    """A weapon has fired: it may be empty, have fewer shots, and fires no more in this activation but for standard fire."""
    weapon, gun = body.profile.weapons[number], body.guns[number]
    fired = gun.fired + (1 if mode == STANDARD else STANDARD_SHOTS)
    left = gun.left - 1 if gun.left > 0 else gun.left
    body.set_gun(number, fired=fired, empty=weapon.reload, left=left)  # combat-action.actions.reload
    body.fired = turn


def grenade_of(figure: Figure) -> int:
    """The number of its grenades among its weapons; -1: it has none (combat-action.actions.throw-grenade)."""
    return next((n for n, weapon, gun in figure.arms() if weapon.kind == "grenades" and gun.able), -1)
