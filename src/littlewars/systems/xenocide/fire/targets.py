"""Who may fire what now (xenocide.size.*, xenocide.orders.*), and at whom (xenocide.targeting.*, xenocide.engaged-fire.*)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from littlewars.dice.sharing import some_of
from littlewars.engine import Battle
from littlewars.table.sight.screens import View

from ..basics.numbers import CREW_HANDS, NEAR, SizeClass, class_of, needs_crew
from ..basics.profiles import Gun
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import bodies_of, close_comrades, exposed, tabletop
from ..harm.blows import free_hands
from ..vehicles.mounts import free_mounts, mounted, pilot_of, speed_allows
from .views import mingled_with, reached, sights, view

Gaps = Mapping[str, int]  # to the closest models of units to be fired at, nearest first (xenocide.targeting.closest-within-12)


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
        return mounted(self.figure.id, self.mount)

    @property
    def size(self) -> SizeClass:
        """Its class in these hands (xenocide.size.difference)."""
        return class_of(self.gun, self.capacity)

    @property
    def item(self) -> str:
        """Who is asked what it fires: a model, or each mount of a vehicle for itself (xenocide.vehicle.mount-targets)."""
        return self.eye if self.figure.profile.vehicle else self.figure.id

    @property
    def claims(self) -> set[str]:
        """What nobody else has meanwhile: the hands of its crew, the mount."""
        return {*self.crew, *([f"{self.figure.body}/{self.mount}"] if self.mount >= 0 else [])}


class Arms(NamedTuple):
    """The guns of a unit that could be fired now, whatever the target, and from where how far the farthest reaches."""

    guns: list[Shooter]
    reach: dict[str, int]


def arms(battle: Battle[State], unit: Unit) -> Arms:
    """The arms of a unit: on foot known until it does something; with an S+2 weapon, for its crew, until somebody moves."""
    place = tabletop(battle)

    def bearers() -> tuple[list[Figure], bool]:  # do any of them ride, or are they a vehicle?
        here = exposed(battle, unit)
        return here, any(one.carrier or one.profile.vehicle for one in here)

    here, rides = place.until_unit(unit, "bearers", bearers)

    def find() -> Arms:
        guns = [one for figure in here for one in guns_of(battle, unit, figure)]
        return Arms(guns, {one.eye: one.gun.reach for one in sorted(guns, key=lambda one: one.gun.reach)})

    if rides:
        return find()
    done = "arms", unit.order, bool(unit.engaged), *[(figure.fired, figure.moved, figure.bears) for figure in here]
    crewed = [figure for figure in here if figure.bears]
    return place.until_move((unit.id, *done), find) if crewed else place.until_unit(unit, done, find)


def guns_of(battle: Battle[State], unit: Unit, figure: Figure) -> list[Shooter]:
    """The guns a model could fire now: the mounts of a vehicle, or those of an open one in which it rides
    (xenocide.vehicle.open-mounts); its own; and the S+2 weapon it bears, with a crew. Who steers fires nothing."""
    state, profile, hands = battle.state, figure.profile, free_hands(figure)
    if figure.carrier and pilot_of(state, state.figures[figure.carrier]) is figure:
        return []
    mounts = free_mounts(state, figure) if profile.vehicle or (figure.carrier and not figure.fired) else ()
    found = [Shooter(figure, mount.weapon, mount.accuracy, mount.capacity, mount=number) for number, mount in mounts]
    own = [Shooter(figure, gun, profile.missile, profile.capacity) for gun in profile.guns if gun.key not in figure.fired]
    found += [one for one in own if one.size.hands <= hands and one.size.hands != CREW_HANDS]
    if figure.bears and not figure.fired:
        gun = state.gun(figure.bears)
        crew = crew_for(battle, figure) if needs_crew(gun, profile.capacity) else ()
        if crew is not None:
            skill = max(state.figures[name].profile.missile for name in (figure.id, *crew))
            found.append(Shooter(figure, gun, skill, profile.capacity, crew))
    if unit.engaged:
        found = [one for one in found if one.size.in_melee]  # xenocide.engaged-fire.size
    if figure.carrier or profile.vehicle:
        found = [one for one in found if speed_allows(state, figure, one.size)]  # xenocide.vehicle.passenger-fire
    if unit.order == "run":
        return [one for one in found if one.size.run_fire]
    stays = unit.order == "opportunity" and figure.moved  # xenocide.orders.opportunity-fire
    return [one for one in found if one.size.move_after or not stays]


def crew_for(battle: Battle[State], bearer: Figure) -> tuple[str, ...] | None:
    """Comrades within an inch whose hands make four with the bearer's, as few as will do, or None (xenocide.size.crew)."""
    short = CREW_HANDS - bearer.profile.hands
    if short <= 0:
        return ()
    helpers = [figure for figure in near_hands(battle, bearer) if figure.profile.hands]
    enough = (some for some in some_of(helpers) if sum(figure.profile.hands for figure in some) >= short)
    return next((tuple(figure.id for figure in some) for some in enough), None)


def near_hands(battle: Battle[State], bearer: Figure) -> list[Figure]:
    """Comrades within an inch who have fired nothing, the least armed first (xenocide.size.crew)."""
    free = [figure for figure in close_comrades(battle, bearer) if not figure.fired]
    return sorted(free, key=lambda figure: (bool(figure.bears), sum(gun.rate for gun in figure.profile.guns)))


def loads(guns: Sequence[Shooter]) -> list[tuple[Shooter, ...]]:
    """All ways to fire some of these guns with the hands left; mounts, and crewed weapons, go alone (xenocide.size.hands)."""
    hands, shared = free_hands(guns[0].figure), [one for one in guns if one.mount < 0 and not needs_crew(one.gun, one.capacity)]
    some = [held for held in some_of(shared) if sum(one.size.hands for one in held) <= hands]
    return [*((one,) for one in guns), *(held for held in some if len(held) > 1)]


def in_reach(battle: Battle[State], unit: Unit, reach: Mapping[str, int]) -> list[Unit]:
    """The enemies that it sees and reaches, an engaged one only those who engage it (xenocide.engaged-fire.targets)."""
    if unit.engaged or not reach:
        foes = [battle.state.units[name] for name in unit.engaged]
        return [foe for foe in foes if could_hit(battle, unit, foe, reach)]
    return tabletop(battle).until_move(("reached", unit.id, *reach.items()), lambda: reached(battle, unit, reach))


def could_hit(battle: Battle[State], unit: Unit, foe: Unit, reach: Mapping[str, int] | None = None) -> bool:
    """Does any of its guns see it, and reach it? Who has looked already knows it; else the quicker question is asked."""
    place, able = tabletop(battle), arms(battle, unit).reach if reach is None else reach
    seen: View | None = place.noted(("view", unit.id, foe.id))
    if seen is not None:
        return any(far >= seen.nearest and seen.sees_any(eye) for eye, far in able.items())
    return bool(able) and place.until_move(("hits", unit.id, foe.id, *able.items()), lambda: sights(battle, unit, foe, able)[0])


def candidates(battle: Battle[State], unit: Unit) -> Gaps:
    """Every enemy that it sees and reaches with one of its guns, in melee or not; an engaged unit fires at those who engage it
    alone (xenocide.melee-fire.allowed, xenocide.engaged-fire.targets, xenocide.targeting.out-of-range-models)."""
    place, driven = tabletop(battle), battle.state.vehicle_of(unit) is not None

    def far(foe: Unit) -> int:
        if driven:  # it counts the arcs only (xenocide.vehicle.arcs)
            return view(battle, unit, foe).nearest
        table, own, theirs = place.board, bodies_of(battle, unit), bodies_of(battle, foe)
        return place.until_move(("gap", unit.id, foe.id), lambda: table.least_gap(list(own), table.rows(theirs)))

    found = [(far(foe), foe.id) for foe in in_reach(battle, unit, arms(battle, unit).reach)]
    return {name: gap for gap, name in sorted(found)}


def targets(battle: Battle[State], unit: Unit, found: Gaps | None = None) -> list[str]:
    """Those of the units found, or of all candidates, that it may fire at, nearest first. The 12-inch rule: the nearest enemy
    that obliges within 12 inches, any mixed with it, or a nearer one that does not oblige, in melee or a disabled vehicle;
    without one every target is free (xenocide.targeting.closest-within-12, xenocide.targeting.beyond-12,
    xenocide.targeting.engaged-may-be-ignored, xenocide.targeting.only-engaged-near)."""
    gaps, state = candidates(battle, unit) if found is None else found, battle.state
    foes = [state.units[name] for name in gaps]
    free = {foe.id for foe in foes if foe.engaged or state.figures[foe.figures[0]].disabled}
    least = min((gap for name, gap in gaps.items() if name not in free), default=NEAR + 1)
    if unit.engaged or least > NEAR:
        return list(gaps)
    nearest = [foe for foe in foes if gaps[foe.id] == least and foe.id not in free]
    due = {name for foe in nearest for name in (foe.id, *mingled_with(battle, foe))}
    return [name for name, gap in gaps.items() if name in due or (gap <= least and name in free)]


def single_targets(battle: Battle[State], unit: Unit) -> Iterator[tuple[str, list[str]]]:
    """For each model the enemy models that it may aim at itself, nearest first (xenocide.targeting.individual-fire)."""
    state, guns = battle.state, arms(battle, unit).guns
    foes = [state.units[name] for name in candidates(battle, unit)]

    def models(one: Shooter, foe: Unit) -> list[tuple[int, str]]:
        seen = view(battle, unit, foe)
        row = seen.row(one.eye)
        there = zip(seen.gaps[row].tolist(), seen.seen_from(row), seen.targets, strict=True)
        return [(gap, name) for gap, sees, name in there if sees and gap <= one.gun.reach]

    for item in dict.fromkeys(one.item for one in guns):
        mine = [one for one in guns if one.item == item]
        found = sorted({model for one in mine for foe in foes for model in models(one, foe)})
        nearest = {state.figures[name].unit: gap for gap, name in reversed(found)}
        allowed = targets(battle, unit, nearest)
        if names := [name for _, name in found if state.figures[name].unit in allowed]:
            yield item, names
