"""What battles of Defiance may show, for a soak to count: orders, effectors, forms of weapons, types of vehicles, deeds."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from littlewars.engine import Event, Happening

from .basics import events as happened
from .basics.effectors import effectors
from .basics.profiles import Weapon
from .basics.state import Figure, State
from .orders.orders import ORDERS

FORMS = ("loader", "powerpack", "bracing", "crew-served", "grenade", "cdw")
TYPES = ("Light Vehicle", "Mecha", "Anime Mecha", "APC", "AFV")  # defiance.vehicle.types
DEEDS: dict[type[Event], str] = {
    happened.Interrupted: "covering fire",
    happened.TemplateLaid: "suppression",
    happened.Stopped: "stoppage",
    happened.Spared: "dumb luck",
    happened.Scattered: "scatter",
    happened.StunRolled: "stun recovery",
    happened.Reflexes: "fight",
    happened.Escaped: "escape",
    happened.InTheWay: "fire into a fight",
    happened.GotAt: "attack on a moving vehicle",
    happened.CrewOrGun: "crew or gun",
    happened.Boarded: "boarding",
    happened.Rammed: "ram",
    happened.Crashed: "crash",
    happened.Dodged: "dodge",
    happened.Crippled: "damage chart",
    happened.Wrecked: "wreck",
    happened.StrikeCalled: "air strike",
    happened.Lobbed: "lob",
}
CHANGES = {"goes haywire": "haywire", "is out of control": "out of control", "is stunned": "stun"}
CLOUDS = ("poison", "smoke")
WAYS_OUT = {"leaves": "leaving a vehicle", "leaps out": "leap", "survives": "survival"}
FINAL_ROLL, INDIRECT = "final roll", "indirect fire"

FEATURES = (
    *(f"order {name}" for name in ORDERS),
    *(f"effector {letter}" for letter in effectors()),
    *(f"form {name}" for name in FORMS),
    *(f"vehicle {name}" for name in TYPES),
    *DEEDS.values(),
    *CHANGES.values(),
    *CLOUDS,
    *WAYS_OUT.values(),
    FINAL_ROLL,
    INDIRECT,
)


def shows(state: State, event: Happening) -> Iterator[str]:
    """Which of these an event is an example of."""
    kind = type(event)
    if kind in DEEDS:
        yield DEEDS[kind]
    if kind in MORE:
        yield from MORE[kind](state, event)


def _ordered(state: State, event: happened.Ordered) -> Iterator[str]:
    yield f"order {event.order}"


def _changed(state: State, event: happened.Changed) -> Iterator[str]:
    if event.what in CHANGES:
        yield CHANGES[event.what]


def _activated(state: State, event: happened.Activated) -> Iterator[str]:
    for figure in state.members(state.units[event.unit]):
        if figure.frame.hull is not None:
            yield f"vehicle {figure.frame.hull.type}"


def _card(state: State, event: happened.CardDrawn) -> Iterator[str]:
    if event.wreck:
        yield FINAL_ROLL


def _out(state: State, event: happened.LeftVehicle) -> Iterator[str]:
    yield WAYS_OUT[event.how]


def _cloud(state: State, event: happened.CloudChanged) -> Iterator[str]:
    yield event.kind


def _launched(state: State, event: happened.Launched) -> Iterator[str]:
    yield from _weapon(state, event)
    weapon = _named(state.figures[event.figure], event.weapon)
    if weapon is not None and weapon.indirect and not event.target:
        yield INDIRECT


def _exploded(state: State, event: happened.Exploded) -> Iterator[str]:
    """A cone is told so alone; a round was launched before."""
    if event.how == "cone":
        yield from _weapon(state, event)


def _weapon(state: State, event: happened.Fired | happened.Launched | happened.Caught | happened.Exploded) -> Iterator[str]:
    weapon = _named(state.figures[event.figure], event.weapon)
    if weapon is not None:
        letters = weapon.effectors | (weapon.aoe.effectors if weapon.aoe else frozenset())
        yield from (f"effector {letter}" for letter in sorted(letters))
        if weapon.form:
            yield f"form {weapon.form}"


def _named(figure: Figure, name: str) -> Weapon | None:
    """The weapon of its that is called so, or a line of it."""
    return next((line for arm in figure.arms for line in (arm.weapon, *arm.weapon.lines) if line.name == name), None)


MORE: dict[type[Event], Callable[..., Iterator[str]]] = {
    happened.Ordered: _ordered,
    happened.Changed: _changed,
    happened.Activated: _activated,
    happened.CardDrawn: _card,
    happened.CloudChanged: _cloud,
    happened.LeftVehicle: _out,
    happened.Fired: _weapon,
    happened.Launched: _launched,
    happened.Exploded: _exploded,
    happened.Caught: _weapon,
}
