"""Weapons in use: which may fire, who serves them, reloading and running empty."""

from __future__ import annotations

from littlewars.engine import Battle
from littlewars.table.constants import TOUCH
from littlewars.table.shapes.bases import gap

from ..basics.state import Figure, Gun, State, Unit


def turns_of(state: State, figure: Figure) -> int:
    """The owner's turns so far: reloading and bans are counted in them (oversoul.round.turn-counting)."""
    return state.sides[state.side_of(figure)].turns


def is_loaded(gun: Gun, turns: int) -> bool:
    """Neither lost nor empty nor being reloaded in this turn of the owner."""
    return not gun.lost and gun.uses != 0 and gun.ready <= turns


def may_fire(state: State, bearer: Figure, index: int) -> bool:
    """Not lost, not empty, loaded, not fired yet, and dry if it must be (oversoul.ranged.weapon-required,
    oversoul.attr.reload)."""
    if not is_loaded(bearer.guns[index], turns_of(state, bearer)):
        return False
    body = state.figures[bearer.carrier] if bearer.carrier else bearer
    if body.submerged and not bearer.profile.weapons[index].submersible:
        return False  # oversoul.attr.submersible-submerged
    if not state.turn.doing or not (fired := state.turn.doing.fired):
        return True
    return not any(f"{bearer.id}/{other}" in fired for other in linked(bearer, index))  # a group fires once, at one target


def note_shot(battle: Battle[State], bearer: Figure, index: int) -> None:
    """A weapon has fired: shots are counted and reloading begins (oversoul.attr.exhaustible-uses, oversoul.attr.reload)."""
    state = battle.state
    weapon, gun = bearer.profile.weapons[index], bearer.guns[index]
    state.acting().fired.append(f"{bearer.id}/{index}")
    if gun.uses > 0:
        bearer.change_gun(index, uses=gun.uses - 1)
    if weapon.reload:
        bearer.change_gun(index, ready=turns_of(state, bearer) + weapon.reload + 1)


def reloading(state: State, bearer: Figure) -> list[int]:
    """Weapons being reloaded this turn; one fired in this very turn is not."""
    turns = turns_of(state, bearer)
    return [
        index
        for index, (weapon, gun) in enumerate(zip(bearer.profile.weapons, bearer.guns, strict=True))
        if turns < gun.ready <= turns + weapon.reload and not gun.lost
    ]


def interrupt(state: State, bearer: Figure, indexes: list[int]) -> None:
    """Reloading starts over; this turn does not count (oversoul.attr.reload-interrupted)."""
    for index in indexes:
        bearer.change_gun(index, ready=turns_of(state, bearer) + bearer.profile.weapons[index].reload + 1)


def note_action(battle: Battle[State], figure: Figure) -> None:
    """A model took an Other action: it is used up, and what it was reloading is interrupted (oversoul.action.one-per-turn).

    A vehicle comes here with its melee attack, which interrupts everything; a crewman aboard who acts himself is missed.
    """
    state = battle.state
    state.acting().acted.append(figure.id)
    interrupt(state, figure, reloading(state, figure))
    for gun in guns_served(state, figure):
        interrupt(state, gun, reloading(state, gun))
    if figure.crew:
        busy_crew(state, state.figures[figure.carrier])


def flight_delays(state: State, unit: Unit) -> None:
    """Turns in which the unit flees do not count for reloading, an attached leader's neither (oversoul.attr.reload)."""
    for figure in state.everybody(unit):
        for index in reloading(state, figure):
            figure.change_gun(index, ready=figure.guns[index].ready + 1)


# ---- artillery


def crew_at(state: State, gun: Figure) -> list[Figure]:
    """Crewmen in contact with an artillery weapon (oversoul.artillery.crew-required)."""
    crew = [figure for figure in state.standing(state.unit_of(gun)) if figure.profile.is_trooper]
    return [man for man in crew if gap(man.base(), gun.base()) <= TOUCH]


def guns_served(state: State, figure: Figure) -> list[Figure]:
    """Artillery weapons that this crewman touches."""
    if not figure.profile.is_trooper or figure.carrier:
        return []
    guns = [other for other in state.standing(state.unit_of(figure)) if other.profile.is_gun]
    return [gun for gun in guns if gap(figure.base(), gun.base()) <= TOUCH]


def gun_ready(state: State, gun: Figure) -> bool:
    """At least one crewman in contact who has not acted yet."""
    return any(man.id not in state.acting().acted for man in crew_at(state, gun))


# ---- vehicles


def crewmen(state: State, vehicle: Figure) -> int:
    """Its own crewman, and everybody aboard named as crew who takes no action of his own (oversoul.ranged.vehicle-crew)."""
    doing = state.turn.doing
    aboard = [r for r in state.riders(vehicle) if r.crew and not (doing and r.id in doing.acted)]
    return vehicle.profile.crew + len(aboard)


def groups_fired(state: State, vehicle: Figure) -> int:
    """Crewmen used up by firing: one for each weapon, one for each linked group (oversoul.attr.fire-linked)."""
    doing = state.turn.doing
    fired = [name for name in (doing.fired if doing else []) if name.rpartition("/")[0] == vehicle.id]
    indexes = [int(name.rpartition("/")[2]) for name in fired]
    return _groups(vehicle, indexes)


def _groups(vehicle: Figure, indexes: list[int]) -> int:
    """Linked weapons count as one: they take one crewman to fire or to reload."""
    return len({vehicle.profile.weapons[index].link or index for index in indexes})


def crew_left(state: State, vehicle: Figure) -> int:
    """Crewmen who may still fire a weapon (oversoul.ranged.vehicle-weapons)."""
    return crewmen(state, vehicle) - groups_fired(state, vehicle)


def busy_crew(state: State, vehicle: Figure) -> None:
    """Each weapon being reloaded occupies a crewman; for whom no hand is left, loading starts over (oversoul.attr.reload)."""
    hands = crew_left(state, vehicle)
    waiting = sorted(reloading(state, vehicle), key=lambda index: vehicle.guns[index].ready)  # the nearly ready go first
    while waiting and _groups(vehicle, waiting) > hands:
        last = linked(vehicle, waiting[-1])
        interrupt(state, vehicle, [index for index in waiting if index in last])
        waiting = [index for index in waiting if index not in last]


def load(state: State, side: str) -> None:
    """At the end of its turn a side's crews go on loading no more weapons than they have hands for (oversoul.attr.reload)."""
    for figure in state.figures.values():
        if figure.profile.is_vehicle and not figure.gone and state.side_of(figure) == side:
            busy_crew(state, figure)


def linked(figure: Figure, index: int) -> list[int]:
    """The weapons that fire together with this one (oversoul.attr.fire-linked)."""
    link = figure.profile.weapons[index].link
    if not link:
        return [index]
    return [other for other, weapon in enumerate(figure.profile.weapons) if weapon.link == link]
