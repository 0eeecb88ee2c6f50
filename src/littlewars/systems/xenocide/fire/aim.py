"""Who may fire what, and at whom (xenocide.size.*, xenocide.orders.*, xenocide.targeting.*, xenocide.engaged-fire.*); then a
volley made ready: what each gun needs, alike attacks together, who may be hit, who is suppressed (xenocide.hit.*)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from littlewars.dice.sharing import some_of
from littlewars.engine import Battle, Mod, Tally
from littlewars.table.sight.screens import UnitView

from ..basics import numbers
from ..basics.numbers import CREW_HANDS, NEAR, SizeClass, class_of, needs_crew
from ..basics.profiles import Gun
from ..basics.state import Figure, State, Unit, Volley
from ..basics.tabletop import bodies_of, close_comrades, exposed, tabletop
from ..harm.blows import free_hands
from ..harm.wounds import HARMLESS, effective
from ..vehicles.mounts import figure_of, free_mounts, mounted, on_the_run, speed_allows, vehicle_with
from .views import is_dim, mingled_with, model_cover, of_half, reached, sights, view

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


def guns_of(battle: Battle[State], unit: Unit, figure: Figure) -> Iterator[Shooter]:
    """The guns a model could fire now: the mounts of a vehicle, or those of an open one in which it rides
    (xenocide.vehicle.open-mounts); its own; and the S+2 weapon it bears, with a crew. Who steers fires nothing."""
    state, profile, hands = battle.state, figure.profile, free_hands(battle.state, figure)
    if state.steers(figure):
        return
    stays = unit.order == "opportunity" and figure.moved  # xenocide.orders.opportunity-fire

    def fits(size: SizeClass) -> bool:  # in a melee, at the vehicle's speed (xenocide.vehicle.passenger-fire), under its orders
        if unit.engaged and not size.in_melee:  # xenocide.engaged-fire.size
            return False
        if (figure.carrier or profile.vehicle) and not speed_allows(state, figure, size):
            return False
        return size.run_fire if unit.order == "run" else size.move_after or not stays

    for number, mount in free_mounts(state, figure) if profile.vehicle or (figure.carrier and not figure.fired) else ():
        if fits(class_of(mount.weapon, mount.capacity)):
            yield Shooter(figure, mount.weapon, mount.accuracy, mount.capacity, mount=number)
    for gun in [gun for gun in profile.guns if gun.key not in figure.fired]:
        size = class_of(gun, profile.capacity)
        if size.hands <= hands and size.hands != CREW_HANDS and fits(size):
            yield Shooter(figure, gun, profile.missile, profile.capacity)
    if figure.bears and not figure.fired and fits(class_of(gun := state.gun(figure.bears), profile.capacity)):
        crew = crew_for(battle, figure) if needs_crew(gun, profile.capacity) else ()
        if crew is not None:
            skill = max(state.figures[name].profile.missile for name in (figure.id, *crew))
            yield Shooter(figure, gun, skill, profile.capacity, crew)


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


def in_reach(battle: Battle[State], unit: Unit, reach: Mapping[str, int]) -> list[Unit]:
    """The enemies that it sees and reaches, an engaged one only those who engage it (xenocide.engaged-fire.targets)."""
    if unit.engaged or not reach:
        foes = [battle.state.units[name] for name in unit.engaged]
        return [foe for foe in foes if could_hit(battle, unit, foe, reach)]
    return tabletop(battle).until_move(("reached", unit.id, *reach.items()), lambda: reached(battle, unit, reach))


def could_hit(battle: Battle[State], unit: Unit, foe: Unit, reach: Mapping[str, int] | None = None) -> bool:
    """Does any of its guns see it, and reach it? Who has looked already knows it; else the quicker question is asked."""
    place, able = tabletop(battle), arms(battle, unit).reach if reach is None else reach
    seen: UnitView | None = place.noted(("view", unit.id, foe.id))
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


Firing = Sequence[tuple[Shooter, str]]  # each gun, and the model it aims at itself


class AlikeAttacks(NamedTuple):
    """Alike attacks: one weapon, number and target. `friends`: the units that are shot through; `beside`: the vehicle that near
    misses at its passengers strike; `again`: what missed attacks need against each friendly unit in the target's melee."""

    gun: Gun
    dice: int
    tally: Tally
    unit: str
    shooter: str
    aim: str
    figure: str = ""
    friends: tuple[str, ...] = ()
    beside: str = ""
    again: tuple[tuple[str, Tally], ...] = ()


class ReadyAttack(NamedTuple):
    """An attack ready to be rolled: nothing of it is measured again."""

    unit: str
    target: str
    groups: tuple[AlikeAttacks, ...]
    seen: dict[str, tuple[str, ...]]  # of each unit, the models that take ordinary hits
    mixed: tuple[str, ...] = ()  # intermingled with the target
    combat: tuple[str, ...] = ()  # all units of the target's melee
    markers: tuple[tuple[str, int], ...] = ()


class TargetSituation(NamedTuple):
    """How a target is fired at: the unit, the model if one was aimed at, the gap, cover, and whether it is dim there."""

    unit: Unit
    figure: Figure | None
    gap: int
    cover: str
    dim: bool


def skill_tally(state: State, one: Shooter, unit: Unit, place: TargetSituation, snap: int = 0) -> Tally:
    """What a shot needs: the skill with all that changes it, 0 to 9 (xenocide.hit.modifiers, xenocide.hit.clamp-order).
    Grenades are S-2 weapons (xenocide.grenade.hit); the order counts, not the run (xenocide.opportunity.run-penalty)."""
    gun, size, hull = one.gun, one.size, state.figures[one.figure.body]
    aspect = place.figure.profile.aspect if place.figure else state.aspect(place.unit)
    rule = "xenocide.size.melee-s2" if size.melee_skill > 0 else "xenocide.size.melee-s0"
    near = size.point_blank and place.gap <= numbers.POINT_BLANK and not unit.engaged
    cover = Mod(f"{place.cover} cover", numbers.COVER[place.cover], "xenocide.cover.kinds")
    all_mods = (
        Mod("aspect", aspect, "xenocide.hit.aspect"),
        Mod("damage", -hull.damage * (one.mount >= 0), "xenocide.vehicle.damage-effects"),
        Mod(f"{size.name} in melee", size.melee_skill if unit.engaged else 0, rule),
        Mod("point blank", numbers.CLOSE * near, "xenocide.hit.point-blank"),
        Mod("long range", numbers.LONG * (place.gap > gun.normal), "xenocide.hit.long-range"),
        Mod("on the run", numbers.RUN_FIRE * on_the_run(state, unit), "xenocide.hit.run-fire"),
        Mod("thrown at cover", numbers.THROWN_AT_COVER, "xenocide.grenade.cover") if place.cover and gun.thrown else cover,
        Mod("darkness or smoke", numbers.DIM * place.dim, "xenocide.hit.darkness-smoke"),
        Mod("suppressed", numbers.MARKER * unit.markers, "xenocide.hit.suppressed-shooter"),
        Mod("snap shot", snap, "xenocide.snap.penalty"),
    )
    total = one.skill + sum([mod.value for mod in all_mods])
    lift = Mod("never below 0", max(0, numbers.LEAST_SKILL - total), "xenocide.hit.zero-skill")
    cut = Mod("never above 9", min(0, numbers.MOST_SKILL - total), "xenocide.hit.maximum")
    return Tally(one.skill, tuple([mod for mod in (*all_mods, lift, cut) if mod.value]), low=True)


def place_of(battle: Battle[State], unit: Unit, target: Unit, firing: Collection[str]) -> TargetSituation:
    """A unit as the target of a unit: one range, cover against the closest who fires (xenocide.weapon.range-measuring)."""

    def find() -> TargetSituation:
        seen, figures = view(battle, unit, target), battle.state.figures
        eye, aimed = seen.closest(firing)
        shooter = figure_of(battle.state, eye)
        hidden = zip(seen.targets, seen.obscured(seen.row(shooter.id)), strict=True)
        cover = of_half([model_cover(battle, shooter, figures[name], partly) for name, partly in hidden])
        return TargetSituation(target, None, seen.nearest, cover, is_dim(battle, shooter, figures[aimed], seen.nearest))

    return tabletop(battle).until_move(("place", unit.id, target.id, *firing), find)


def place_of_model(battle: Battle[State], unit: Unit, shooter: Figure, target: Figure) -> TargetSituation:
    """A model as the target of a model: its own range, cover and aspect (xenocide.targeting.individual-fire)."""
    foe = battle.state.units[target.unit]
    seen = view(battle, unit, foe)
    row, column = seen.row(shooter.id), seen.targets.index(target.id)
    gap, cover = int(seen.gaps[row, column]), model_cover(battle, shooter, target, seen.obscured(row)[column])
    return TargetSituation(foe, target, gap, cover, is_dim(battle, shooter, target, gap))


def aim(battle: Battle[State], volley: Volley, snap: int = 0) -> ReadyAttack:
    """An attack as declared, made ready. A snap shot, with its penalty, suppresses nobody (xenocide.snap.no-suppression), nor
    does a model that fires at the model it named (xenocide.targeting.individual-no-suppression)."""
    state, unit, firing = battle.state, battle.state.units[volley.unit], list[tuple[Shooter, str]]()
    guns = {(one.figure.id, one.gun.key, one.mount): one for one in arms(battle, unit).guns}
    for shot in volley.shots:
        one, skills = guns[shot.figure, shot.gun, shot.mount], [state.figures[name].profile.missile for name in shot.crew]
        if skills:  # the best of an S+2 weapon's crew aims it (xenocide.size.crew)
            one = one._replace(skill=max(one.figure.profile.missile, *skills))
        firing.append((one, shot.target))
    names = tuple(dict.fromkeys(one.eye for one, _ in firing))
    groups = tuple(_groups(battle, volley, firing, names, snap))
    if not volley.target:
        return ReadyAttack(unit.id, "", groups, {})
    target = state.units[volley.target]
    combat, mixed = linked(state, target), mingled_with(battle, target)
    visible = {name: view(battle, unit, state.units[name]).seen_by(names) for name in (target.id, *mixed)}
    markers = () if snap else tuple(_markers(battle, unit, target, [one for one, _ in firing]))
    return ReadyAttack(unit.id, target.id, groups, visible, tuple(n for n in mixed if visible[n]), combat, markers)


def _groups(battle: Battle[State], volley: Volley, firing: Firing, names: Sequence[str], snap: int) -> Iterable[AlikeAttacks]:
    """A number for each gun; alike attacks are rolled together (xenocide.shooting.grouped-dice). What misses a melee goes at
    friends in it, but not an area weapon's (xenocide.melee-fire.friendly-rerolls, xenocide.melee-fire.aoe-no-reroll)."""
    state, unit = battle.state, battle.state.units[volley.unit]
    known: dict[tuple[object, ...], tuple[AlikeAttacks, UnitView]] = {}
    groups: dict[tuple[object, ...], AlikeAttacks] = {}
    for one, aimed in firing:
        gun, eyes = one.gun, (one.eye,) if aimed else names
        kind = gun.key, one.skill, one.capacity, one.mount >= 0, aimed, *(eyes if aimed else ())
        if kind not in known:
            model = place_of_model(battle, unit, one.figure, state.figures[aimed]) if aimed else None
            place = model or place_of(battle, unit, state.units[volley.target], names)
            melee = [state.units[name] for name in linked(state, place.unit) if name != unit.id and not gun.area]
            friends = [place_of(battle, unit, other, eyes) for other in melee if other.side == unit.side]
            there = [friend._replace(gap=place.gap, dim=place.dim) for friend in friends]
            again = tuple((at.unit.id, skill_tally(state, one, unit, at, snap)) for at in there)
            tally, carrier = skill_tally(state, one, unit, place, snap), vehicle_with(state, place.unit)
            beside = carrier.unit if carrier else ""  # xenocide.vehicle.passenger-near-miss
            group = AlikeAttacks(gun, gun.rate, tally, place.unit.id, "", "", aimed, (), beside, again)
            known[kind] = group, view(battle, unit, place.unit)
        group, seen = known[kind]
        through = seen.between(one.eye, aimed) if aimed else seen.through(one.eye)
        group = group._replace(shooter=one.figure.id, aim=aimed or seen.closest_of(one.eye), friends=through)
        key = gun.key, group.tally.needed, group.unit, aimed, through, group.again
        groups[key] = groups[key]._replace(dice=groups[key].dice + gun.rate) if key in groups else group
    return groups.values()


def aboard(state: State, names: Iterable[str]) -> list[str]:
    """The units in these, if they are open vehicles (xenocide.vehicle.suppression-passengers)."""
    hulls = [vehicle for name in names if (vehicle := state.vehicle_of(state.units[name])) is not None]
    return [unit.id for vehicle in hulls if state.is_open(vehicle) for unit in state.aboard(vehicle)]


def linked(state: State, unit: Unit) -> tuple[str, ...]:
    """All units of its melee, itself first; nobody where it is in none (xenocide.melee-fire.friendly-rerolls)."""
    if not unit.engaged:
        return ()
    found = [unit.id]
    for name in found:
        found += [other for other in state.units[name].engaged if other not in found]
    return tuple(found)


def _markers(battle: Battle[State], unit: Unit, target: Unit, firing: Sequence[Shooter]) -> Iterator[tuple[str, int]]:
    """The markers each unit gets: the target, those mixed with it, all of its melee, and who is aboard; of the firing
    unit's own attacks only area weapons count against itself (xenocide.suppression.when, xenocide.suppression.intermingled,
    xenocide.melee-fire.suppression, xenocide.engaged-fire.no-self-suppression, xenocide.vehicle.suppression-passengers).
    Counted are rates of fire, d3s of area weapons, less the markers on who fires; no attacks that could wound nobody
    (xenocide.suppression.counting, xenocide.suppression.counting-aoe, xenocide.suppression.per-attack)."""
    state, names = battle.state, dict.fromkeys(one.eye for one in firing)
    units = (target.id, *mingled_with(battle, target), *linked(state, target))
    others = [state.units[name] for name in dict.fromkeys((*units, *aboard(state, units)))]
    for other in [one for one in others if state.vehicle_of(one) is None]:  # xenocide.suppression.vehicles-immune
        guns = [one.gun for one in firing if other is not unit or one.gun.area]
        able = [gun for gun in guns if any(effective(one.profile, gun.power) < HARMLESS for one in state.members(other))]
        attacks = max(0, sum(gun.rate * max(1, gun.area) for gun in able) - unit.markers)
        cover = "" if other is unit else place_of(battle, unit, other, names).cover
        if more := attacks // state.threshold(other, cover):
            yield other.id, more
