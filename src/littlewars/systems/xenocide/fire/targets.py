"""Who may fire what now, with hands, size classes, orders and crews (xenocide.size.*, xenocide.engaged-fire.size), and at
whom (xenocide.targeting.*, xenocide.engaged-fire.targets)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from littlewars.engine import Battle
from littlewars.table.sight.screens import View

from ..basics.numbers import CREW_HANDS, NEAR, SizeClass, class_of, needs_crew
from ..basics.profiles import Gun
from ..basics.state import CREW, Figure, State, Unit
from ..basics.tabletop import bodies_of, close_comrades, exposed, tabletop
from ..vehicles.mounts import eye_name, free_mounts, pilot_of, speed_allows
from .views import look_key, mingled_with, reached, sights, view


class Shooter(NamedTuple):
    """A gun that may be fired: by whom, how well, and by which capacity its class is found. A mount has its own skill and
    capacity (xenocide.vehicle.mounts); `crew` are comrades whose hands it needs."""

    figure: Figure
    gun: Gun
    skill: int
    capacity: int
    crew: tuple[str, ...] = ()
    mount: int = -1

    @property
    def eye(self) -> str:
        """From where it is fired."""
        return self.figure.id if self.mount < 0 else eye_name(self.figure, self.mount)

    @property
    def item(self) -> str:
        """Who is asked what it fires: a model, or each mount of a vehicle for itself (xenocide.vehicle.mount-targets)."""
        return self.eye if self.figure.profile.vehicle else self.figure.id

    @property
    def claims(self) -> set[str]:
        """What nobody else has meanwhile: the hands of its crew, the mount."""
        return {*self.crew, *([f"{self.figure.body}/{self.mount}"] if self.mount >= 0 else [])}

    @property
    def size(self) -> SizeClass:
        """Its class in these hands (xenocide.size.difference)."""
        return class_of(self.gun, self.capacity)


def hands_left(state: State, figure: Figure) -> int:
    """The hands that have not fired in this turn (xenocide.size.hands, xenocide.size.crew)."""
    if CREW in figure.fired or figure.profile.vehicle:  # of mounts hands do not matter (xenocide.vehicle.mounts)
        return 0
    if not figure.fired:
        return figure.profile.hands
    used = sum(class_of(state.gun(key), figure.profile.capacity).hands for key in figure.fired)
    return max(0, figure.profile.hands - used)


def may_use(state: State, unit: Unit, figure: Figure, size: SizeClass) -> bool:
    """Does a size class fit the unit's orders and its melee (xenocide.size.run-fire, xenocide.orders.opportunity-fire,
    xenocide.engaged-fire.size, xenocide.size.melee-larger)? On a vehicle its speed counts, too
    (xenocide.vehicle.increment-actions, xenocide.vehicle.passenger-fire)."""
    if unit.engaged and not size.in_melee:
        return False
    if (figure.carrier or figure.profile.vehicle) and not speed_allows(state, figure, size):
        return False
    if unit.order == "run":
        return size.run_fire
    return size.move_after or not (unit.order == "opportunity" and figure.moved)


def shooters(battle: Battle[State], unit: Unit) -> list[Shooter]:
    """Every gun of a unit that could be fired now, whatever the target."""
    return _armed(battle, unit).guns


def reach_now(battle: Battle[State], unit: Unit) -> dict[str, int]:
    """From where a unit could fire now, and how far."""
    return _armed(battle, unit).reach


class Arms(NamedTuple):
    """The guns that everybody could fire now, and from where how far the farthest reaches."""

    guns: list[Shooter]
    reach: dict[str, int]


def _armed(battle: Battle[State], unit: Unit) -> Arms:
    """The arms of a unit: on foot they are known until it does something, with an S+2 weapon until somebody moves, for its crew
    has to be near (xenocide.size.crew)."""
    place = tabletop(battle)
    here = place.until_unit(unit, "on foot", lambda: _on_foot(battle, unit))
    if here is None:
        return _find_arms(battle, unit)
    done = "arms", unit.order, bool(unit.engaged), *[(figure.fired, figure.moved, figure.bears) for figure in here]
    if [figure for figure in here if figure.bears]:
        return place.until_move((unit.id, *done), lambda: _find_arms(battle, unit))
    return place.until_unit(unit, done, lambda: _find_arms(battle, unit))


def _on_foot(battle: Battle[State], unit: Unit) -> list[Figure] | None:
    """Those of it who see and can be seen, if all of them are on foot."""
    here = exposed(battle, unit)
    return None if any(one.carrier or one.profile.vehicle for one in here) else here


def _find_arms(battle: Battle[State], unit: Unit) -> Arms:
    found = Arms([one for figure in exposed(battle, unit) for one in guns_of(battle, unit, figure)], {})
    for one in found.guns:
        found.reach[one.eye] = max(one.gun.reach, found.reach.get(one.eye, 0))
    return found


def guns_of(battle: Battle[State], unit: Unit, figure: Figure) -> Iterator[Shooter]:
    """The guns a model could fire now: its own, and the S+2 weapon it bears if there are hands for it (xenocide.size.crew)."""
    state, profile = battle.state, figure.profile
    if figure.profile.vehicle or (figure.carrier and not figure.fired):
        yield from mounted(state, unit, figure)
    if figure.profile.vehicle or (figure.carrier and pilot_of(state, state.figures[figure.carrier]) is figure):
        return
    hands = hands_left(state, figure)
    for gun in profile.guns:
        size = class_of(gun, profile.capacity)
        if size.hands > hands or size.hands == CREW_HANDS or gun.key in figure.fired:
            continue
        if may_use(state, unit, figure, size):
            yield Shooter(figure, gun, profile.missile, profile.capacity)
    if figure.bears and not figure.fired:
        gun = state.gun(figure.bears)
        crew = crew_for(battle, figure) if needs_crew(gun, profile.capacity) else ()
        if crew is not None and may_use(state, unit, figure, class_of(gun, profile.capacity)):
            skill = max(state.figures[name].profile.missile for name in (figure.id, *crew))
            yield Shooter(figure, gun, skill, profile.capacity, crew)


def mounted(state: State, unit: Unit, figure: Figure) -> Iterator[Shooter]:
    """The mounts of a vehicle, or those of an open one that a passenger may fire, with their own accuracy and capacity
    (xenocide.vehicle.mounts, xenocide.vehicle.open-mounts)."""
    carrier = state.figures[figure.body]
    if carrier is not figure and pilot_of(state, carrier) is figure:
        return
    for number, mount in free_mounts(state, figure):
        if may_use(state, unit, figure, class_of(mount.weapon, mount.capacity)):
            yield Shooter(figure, mount.weapon, mount.accuracy, mount.capacity, mount=number)


def crew_for(battle: Battle[State], bearer: Figure) -> tuple[str, ...] | None:
    """Comrades within an inch whose free hands make four with the bearer's, as few as will do; None without enough
    (xenocide.size.crew)."""
    short = CREW_HANDS - bearer.profile.hands
    if short <= 0:
        return ()
    helpers = [figure for figure in near_hands(battle, bearer) if figure.profile.hands]
    for count in range(1, len(helpers) + 1):
        for some in combinations(helpers, count):
            if sum(figure.profile.hands for figure in some) >= short:
                return tuple(figure.id for figure in some)
    return None


def near_hands(battle: Battle[State], bearer: Figure) -> list[Figure]:
    """Comrades within an inch who have fired nothing, the least armed first (xenocide.size.crew)."""
    free = [figure for figure in close_comrades(battle, bearer) if not figure.fired]
    return sorted(free, key=lambda figure: (bool(figure.bears), sum(gun.rate for gun in figure.profile.guns)))


def loads(state: State, figure: Figure, guns: list[Shooter]) -> list[tuple[Shooter, ...]]:
    """All ways in which a model may fire some of these guns with the hands it has left; a crew's weapon goes alone
    (xenocide.size.hands)."""
    hands = hands_left(state, figure)
    found = []
    for count in range(1, len(guns) + 1):
        for some in combinations(guns, count):
            alone = len(some) == 1 or not any(one.mount >= 0 or needs_crew(one.gun, one.capacity) for one in some)
            if alone and (count == 1 or sum(one.size.hands for one in some) <= hands):
                found.append(some)
    return found


class Target(NamedTuple):
    """A unit that could be fired at, and how far it is."""

    unit: Unit
    gap: int  # between the closest models of the two units (xenocide.targeting.closest-within-12)


def could_fire(battle: Battle[State], unit: Unit) -> bool:
    """Has it anybody to fire at, with any of its guns?"""
    reach = reach_now(battle, unit)
    return bool(reach) and bool(in_reach(battle, unit, reach))


def could_hit(battle: Battle[State], unit: Unit, foe: Unit) -> bool:
    """Does any of its guns see it, and reach it?"""
    reach = reach_now(battle, unit)
    return bool(reach) and _reached(battle, unit, foe, reach)


def in_reach(battle: Battle[State], unit: Unit, reach: Mapping[str, int]) -> list[Unit]:
    """The enemies that it sees and reaches, an engaged one only those who engage it (xenocide.engaged-fire.targets)."""
    if unit.engaged:
        foes = [battle.state.units[name] for name in unit.engaged]
        return [foe for foe in foes if _reached(battle, unit, foe, reach)]
    return tabletop(battle).until_move(("reached", unit.id, *reach.items()), lambda: reached(battle, unit, reach))


def _reached(battle: Battle[State], unit: Unit, foe: Unit, reach: Mapping[str, int]) -> bool:
    """Who has looked already knows it; to see anybody at all is the quicker question."""
    place = tabletop(battle)
    seen: View | None = place.noted(look_key("view", unit, foe))
    if seen is not None:
        return any(far >= seen.nearest and seen.sees_any(eye) for eye, far in reach.items())
    return place.until_move(("hits", unit.id, foe.id, *reach.items()), lambda: sights(battle, unit, foe, reach)[0])


def targets(battle: Battle[State], unit: Unit) -> list[Target]:
    """The units that it may fire at as a whole, nearest first (xenocide.targeting.unit-at-unit)."""
    return lawful(battle, unit, candidates(battle, unit))


def candidates(battle: Battle[State], unit: Unit) -> list[Target]:
    """Every enemy that it sees and reaches with one of its guns; those in melee are no exception; an engaged unit fires at
    those who engage it alone (xenocide.melee-fire.allowed, xenocide.engaged-fire.targets,
    xenocide.targeting.out-of-range-models)."""
    reach = reach_now(battle, unit)
    found = [Target(foe, _far(battle, unit, foe)) for foe in in_reach(battle, unit, reach)] if reach else []
    return sorted(found, key=lambda one: (one.gap, one.unit.id))


def _far(battle: Battle[State], unit: Unit, foe: Unit) -> int:
    """How far it is for the rule of 12 inches, which of a vehicle looks at the arcs only (xenocide.vehicle.arcs)."""
    place = tabletop(battle)
    if battle.state.vehicle_of(unit) is not None:
        return view(battle, unit, foe).nearest

    def find() -> int:
        return place.board.least_gap(list(bodies_of(battle, unit)), place.board.rows(bodies_of(battle, foe)))

    return place.until_move(look_key("gap", unit, foe), find)


def obliges(state: State, unit: Unit) -> bool:
    """Must the nearest be fired at if this is the one? Not if it is in melee, nor if it is a disabled vehicle
    (xenocide.targeting.engaged-may-be-ignored, xenocide.targeting.only-engaged-near, xenocide.targeting.closest-within-12)."""
    vehicle = state.vehicle_of(unit)
    return not unit.engaged and not (vehicle is not None and vehicle.disabled)


def lawful(battle: Battle[State], unit: Unit, found: list[Target]) -> list[Target]:
    """The 12-inch rule: the nearest enemy that obliges within 12 inches, any mixed with it, or a nearer one that does not
    oblige; without one every target is free (xenocide.targeting.closest-within-12, xenocide.targeting.beyond-12,
    xenocide.targeting.intermingled)."""
    near = [one for one in found if one.gap <= NEAR and obliges(battle.state, one.unit)]
    if unit.engaged or not near:
        return found
    least = min(one.gap for one in near)
    nearest = [one.unit for one in near if one.gap == least]
    due = {name for foe in nearest for name in (foe.id, *mingled_with(battle, foe))}
    return [one for one in found if one.unit.id in due or (one.gap <= least and not obliges(battle.state, one.unit))]


# ---- each model for itself


def single_targets(battle: Battle[State], unit: Unit) -> Iterator[tuple[str, list[str]]]:
    """For each model the enemy models that it may aim at itself, nearest first (xenocide.targeting.individual-fire)."""
    guns, foes = shooters(battle, unit), [one.unit for one in candidates(battle, unit)]
    for item in dict.fromkeys(one.item for one in guns):
        mine = [one for one in guns if one.item == item]
        there = [sorted({model for one in mine for model in _models(battle, unit, foe, one)}) for foe in foes]
        units = [Target(foe, models[0][0]) for foe, models in zip(foes, there, strict=True) if models]
        allowed = {one.unit.id for one in lawful(battle, unit, units)}
        models = sorted(one for models in there for one in models if battle.state.figures[one[1]].unit in allowed)
        if models:
            yield item, [name for _, name in models]


def _models(battle: Battle[State], unit: Unit, foe: Unit, one: Shooter) -> list[tuple[int, str]]:
    """The models of a unit that a gun sees and reaches, with how far they are, nearest first."""
    seen = view(battle, unit, foe)
    row = seen.viewers.index(one.eye)
    gaps, sees = seen.gaps[row].tolist(), seen.sees[row].tolist()
    return sorted((gap, name) for gap, ok, name in zip(gaps, sees, seen.targets, strict=True) if ok and gap <= one.gun.reach)
