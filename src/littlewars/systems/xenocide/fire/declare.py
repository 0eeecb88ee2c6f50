"""A unit's fire declared: the target, or each model for itself; then who fires what. Last, what a volley would bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from littlewars.dice.sharing import some_of
from littlewars.engine import Assign, Attack, Battle, Choose, Option, Refusal, Tally
from littlewars.engine.measures import INCH
from littlewars.engine.names import ref
from littlewars.engine.showing import Roll

from ..basics.numbers import CREW_HANDS, TEN, needs_crew
from ..basics.state import Blow, Shot, State, Unit, Volley
from ..harm.blows import free_hands
from ..harm.wounds import effective, outcome, pooled
from ..vehicles.mounts import figure_of, mounted
from .aim import Shooter, TargetSituation, aim, arms, candidates, near_hands, place_of, place_of_model, skill_tally, targets
from .strike import resolve
from .views import view

AREA_WORTH = 2  # a d3 comes to two models
EACH, HOLD, SERVES = "each", "hold", "serves "
Loads = dict[str, dict[str, tuple[Shooter, ...]]]  # what each model may fire, by what the choice is called
Answer = Sequence[tuple[str, str]]
Aims = Mapping[str, str]  # at which model each aims
AT_ONE: Aims = {}  # all at one unit
Find = Callable[[], Loads]  # what may be fired, looked for when it matters: a copy need not look again


async def declare(battle: Battle[State], unit: Unit, reply: bool = False) -> Volley | None:
    """What a unit fires at whom; None: it holds its fire (xenocide.shooting.hold-fire)."""

    def whom() -> tuple[str, ...]:
        # each model may aim for itself if any of them has a model to aim at (xenocide.targeting.individual-fire)
        reached, guns = candidates(battle, unit), arms(battle, unit).guns
        views = (view(battle, unit, battle.state.units[name]) for name in reached)  # mostly the first is enough
        single = any(seen.nearest_to(one.eye) <= one.gun.reach for seen in views for one in guns)
        return (*targets(battle, unit, reached), *([EACH] if single else []))

    found = battle.memo("fire.targets", whom)
    if not found:
        return None
    names = tuple([figure.id for figure in battle.state.exposed(unit)])  # a copy has no table laid out yet

    def explain(choice: str) -> Option:
        if choice == EACH:
            return Option(EACH, "Each at a model of its own", of=names, about="Nobody is suppressed.", means="act")
        if choice == HOLD:
            return Option(HOLD, "Hold fire", of=names, about="It may fire later, as it then is." if reply else "", means="hold")
        target = battle.state.units[choice]
        far, of = view(battle, unit, target).nearest, tuple(figure.id for figure in battle.state.exposed(target))
        about, tally = f"{far / INCH:.1f}″ away", usual_tally(battle, unit, target)
        return Option(choice, ref(choice), of=of, about=about, tally=tally, means="act")

    def odds(trial: Battle[State], choice: str) -> Attack[State] | None:
        units = trial.state.units
        return None if choice in (EACH, HOLD) else forecast(trial, usual_volley(trial, units[unit.id], units[choice]))

    prompt = f"{ref(unit.id)}: {'fire before it suffers, ' if reply else 'fire '}at whom?"
    ask = Choose(unit.side, "xenocide.targeting.unit-at-unit", prompt, [*found, HOLD], explain=explain)
    chosen = await ask.about(*names, unit=unit.id, topic="react" if reply else "aim", forecast=odds)
    if chosen in (EACH, HOLD):
        return await _each(battle, unit) if chosen == EACH else None
    find = cache(lambda: unit_loads(battle, unit, battle.state.units[chosen]))
    answer = await weapons_ask(battle, unit, find, f"{ref(unit.id)}, at {ref(chosen)}: with what?", target=chosen)
    return volley_of(unit, find(), answer, chosen)


def usual_tally(battle: Battle[State], unit: Unit, target: Unit, snap: int = 0) -> Tally | None:
    """What the first of those guns would need that would be fired if nobody said otherwise."""
    best = usual_guns(battle, unit, target)
    place = place_of(battle, unit, target, dict.fromkeys(one.eye for one in best)) if best else None
    return skill_tally(battle.state, best[0], unit, place, snap) if place is not None else None


def usual_guns(battle: Battle[State], unit: Unit, target: Unit) -> list[Shooter]:
    """What would be fired at a unit if nobody said otherwise: everybody who can fires what promises most."""
    found = unit_loads(battle, unit, target)
    return [one for name, choice in usual(found).items() for one in found[name][choice]]


def usual_volley(battle: Battle[State], unit: Unit, target: Unit) -> Volley | None:
    """The same as a volley."""
    shots = [Shot(one.figure.id, one.gun.key, "", one.crew, one.mount) for one in usual_guns(battle, unit, target)]
    return Volley(unit.id, tuple(shots), target.id) if shots else None


def unit_loads(battle: Battle[State], unit: Unit, target: Unit) -> Loads:
    """What each model may fire at a unit, the most promising first, if it sees anybody and reaches the common distance."""
    seen = view(battle, unit, target)
    able = [one for one in arms(battle, unit).guns if one.gun.reach >= seen.nearest and seen.sees_any(one.eye)]
    eyes = dict.fromkeys(one.eye for one in able)
    return _sorted(battle, unit, able, lambda _: place_of(battle, unit, target, eyes))


def _sorted(battle: Battle[State], unit: Unit, able: Sequence[Shooter], place_for: Callable[[str], TargetSituation]) -> Loads:
    """By model; where the target stands matters only to those who have a choice."""
    state, found, items = battle.state, Loads(), dict[str, list[Shooter]]()
    known: dict[tuple[str, int, int, bool, int], float] = {}

    def value(one: Shooter) -> float:
        place = place_for(one.eye)
        key = (one.gun.key, one.skill, one.capacity, one.mount >= 0, id(place))  # most models share their place
        if key not in known:
            known[key] = worth(state, one, skill_tally(state, one, unit, place), place)
        return known[key]

    for one in able:
        items.setdefault(one.item, []).append(one)
    for name, mine in items.items():
        some = loads(state, mine) if len(mine) > 1 else [tuple(mine)]
        some = sorted(some, key=lambda guns: -sum(map(value, guns))) if len(some) > 1 else some
        found[name] = {"+".join([mounted(one.gun.key, one.mount) for one in guns]): guns for guns in some}
    return found


def loads(state: State, guns: Sequence[Shooter]) -> list[tuple[Shooter, ...]]:
    """All ways to fire some of these guns with the hands left; mounts, and crewed weapons, go alone (xenocide.size.hands)."""
    hands = free_hands(state, guns[0].figure)
    shared = [one for one in guns if one.mount < 0 and not needs_crew(one.gun, one.capacity)]
    some = [held for held in some_of(shared) if sum(one.size.hands for one in held) <= hands]
    return [*((one,) for one in guns), *(held for held in some if len(held) > 1)]


def usual(found: Loads) -> dict[str, str]:
    """Everybody fires what promises most; those who serve an S+2 weapon fire nothing else (xenocide.size.crew)."""
    first = {name: next(iter(some)) for name, some in found.items()}
    if not any(one.crew or one.mount >= 0 for name, choice in first.items() for one in found[name][choice]):
        return first
    chosen, serving = dict[str, str](), set[str]()
    for name in sorted(found, key=lambda name: not any(one.crew for one in found[name][first[name]])):
        for choice, guns in found[name].items() if name not in serving else ():
            crew = {claim for one in guns for claim in one.claims}
            if not crew & (serving | chosen.keys()):
                chosen[name], serving = choice, serving | crew
                break
    return {name: chosen[name] for name in found if name in chosen}


def weapons_ask(battle: Battle[State], unit: Unit, find: Find, prompt: str, target: str = "", aims: Aims = AT_ONE) -> Assign:
    """For each model what it fires, or that it serves a comrade's weapon, or that it holds its fire."""
    items = battle.memo("fire.weapons", lambda: _weapon_items(battle, find()))

    def explain(name: str, choice: str) -> Option:
        of = (figure_of(battle.state, name).id,)
        if choice == HOLD:
            return Option(choice, "Hold fire", of=of, means="hold")
        guns = find().get(name, {}).get(choice, ())
        served = choice.removeprefix(SERVES)
        return Option(choice, " and ".join(one.gun.name for one in guns) or f"Serves {ref(served)}", of=of, means="act")

    def odds(trial: Battle[State], answer: Answer) -> Attack[State] | None:
        return forecast(trial, volley_of(unit, find(), answer, target, aims))

    def refuse(answer: Answer) -> Refusal | None:
        taken = set[str]()  # one passenger at a mount
        for name, choice in answer:
            guns = find().get(name, {}).get(choice, ())
            crew = _crew(answer, name)
            mounts = {claim for one in guns if one.mount >= 0 for claim in one.claims}
            if mounts & taken:
                return Refusal("xenocide.vehicle.open-mounts", f"{ref(name)}: somebody else fires it")
            taken |= mounts
            hands = [battle.state.figures[one].profile.hands for one in (name, *crew) if any(one.crew for one in guns)]
            if hands and sum(hands) < CREW_HANDS:
                return Refusal("xenocide.size.crew", f"{ref(name)} needs four hands, there are {sum(hands)}")
        return None

    figures = dict.fromkeys(figure_of(battle.state, name).id for name in items)
    ask = Assign(unit.side, "xenocide.shooting.hold-fire", prompt, items, refuse, explain=explain)
    return ask.about(*figures, unit=unit.id, topic="aim", forecast=odds)


def _weapon_items(battle: Battle[State], found: Loads) -> dict[str, list[str]]:
    """The choices of each model, the usual one first."""
    first = usual(found)
    serving = [(who, name) for name, choice in first.items() for one in found[name][choice] for who in one.crew]
    usually = {who: f"{SERVES}{name}" for who, name in serving} | first
    items = {name: list(some) for name, some in found.items()}
    for name, some in found.items():
        crewed = any(one.crew for guns in some.values() for one in guns)
        for figure in near_hands(battle, battle.state.figures[name]) if crewed else ():
            items.setdefault(figure.id, []).append(f"{SERVES}{name}")
    for name, choices in items.items():
        items[name] = sorted([*choices, HOLD], key=lambda choice: choice != usually.get(name, HOLD))
    return items


def _crew(answer: Answer, name: str) -> tuple[str, ...]:
    """Who serves a model's weapon (xenocide.size.crew)."""
    return tuple(other for other, what in answer if what == f"{SERVES}{name}")


def volley_of(unit: Unit, found: Loads, answer: Answer, target: str = "", aims: Aims = AT_ONE) -> Volley | None:
    """An answer as a volley; None where everybody holds his fire."""
    shots = []
    for name, choice in answer:
        for one in found.get(name, {}).get(choice, ()):
            crew = _crew(answer, name) if one.crew else ()
            shots.append(Shot(one.figure.id, one.gun.key, aims.get(name, ""), crew, one.mount))
    return Volley(unit.id, tuple(shots), target) if shots else None


async def _each(battle: Battle[State], unit: Unit) -> Volley | None:
    """Each model for itself: all targets are named, then what is fired at them (xenocide.targeting.individual-fire)."""
    state = battle.state
    found = battle.memo("fire.singles", lambda: tuple(single_targets(battle, unit)))
    guns = cache(lambda: arms(battle, unit).guns)

    def explain(name: str, choice: str) -> Option:
        figure = figure_of(state, name)
        if choice == HOLD:
            return Option(HOLD, "Hold fire", of=(figure.id,), means="hold")
        place = place_of_model(battle, unit, figure, state.figures[choice])
        one = next(one for one in guns() if one.item == name and one.gun.reach >= place.gap)
        return Option(choice, ref(choice), of=(choice,), tally=skill_tally(state, one, unit, place), means="act")

    rule, items = "xenocide.targeting.individual-fire", {name: [*models, HOLD] for name, models in found}
    ask = Assign(unit.side, rule, f"{ref(unit.id)}: who aims at whom?", items, explain=explain)
    figures = dict.fromkeys(figure_of(state, name).id for name in items)
    answer = await ask.about(*figures, unit=unit.id, topic="aim")
    aims = {name: choice for name, choice in answer if choice != HOLD}
    if not aims:
        return None

    @cache
    def find() -> Loads:
        mine = [(one, state.figures[aims[one.item]]) for one in guns() if one.item in aims]
        mine = [(one, at) for one, at in mine if view(battle, unit, state.units[at.unit]).sees_it(one.eye, at.id)]
        places = {one.eye: place_of_model(battle, unit, one.figure, at) for one, at in mine}
        return _sorted(battle, unit, [one for one, _ in mine if one.gun.reach >= places[one.eye].gap], places.__getitem__)

    weapons = weapons_ask(battle, unit, find, f"{ref(unit.id)}: with what?", aims=aims)
    return volley_of(unit, find(), weapons.single() or await weapons, aims=aims)


def single_targets(battle: Battle[State], unit: Unit) -> Iterator[tuple[str, list[str]]]:
    """For each model the enemy models that it may aim at itself, nearest first (xenocide.targeting.individual-fire)."""
    state, guns = battle.state, arms(battle, unit).guns
    foes = [state.units[name] for name in candidates(battle, unit)]

    def models(one: Shooter, foe: Unit) -> list[tuple[int, str]]:
        seen = view(battle, unit, foe)
        if seen.nearest_to(one.eye) > one.gun.reach:
            return []
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


def worth(state: State, one: Shooter, tally: Tally, place: TargetSituation) -> float:
    """About how many wounds a gun brings, to find out what is usually fired."""
    members = state.members(place.unit)
    figure = place.figure or members[0]
    struck = max(1, min(len(members), AREA_WORTH * one.gun.area))
    fails = 1 - min(TEN, max(0, effective(figure.profile, one.gun.power))) / TEN
    return one.gun.rate * struck * (tally.needed or 0.5) * one.gun.saves * (0.05 + fails)


def forecast(battle: Battle[State], volley: Volley | None, snap: int = 0) -> Attack[State] | None:
    """The odds of a volley: how many models of the enemy it takes, with hits shared out as they come."""
    if volley is None:
        return None
    state, plan, side = battle.state, aim(battle, volley, snap), battle.state.units[volley.unit].side

    def measure(trial: Battle[State], blows: list[Blow]) -> int:
        return losses(trial.state, [blow for blow in blows if state.units[blow.unit].side != side])

    markers = ", ".join(f"{more} to {state.units[name].name}" for name, more in plan.markers)
    title = f"{state.units[plan.unit].name} fires" + (f"; suppression markers: {markers}" if markers else "")
    rolls = tuple(Roll(f"{g.dice} × {g.gun.name}", "d10", g.tally, chance(g.tally)) for g in plan.groups)
    counts, assumes = "models of the enemy lost", "hits are shared out as they come"
    return Attack(
        lambda trial: resolve(trial, plan), measure, pure=True, title=title, counts=counts, rolls=rolls, assumes=assumes
    )


def chance(tally: Tally) -> float:
    """How likely one attack hits (xenocide.hit.zero-skill)."""
    return tally.needed / TEN if tally.needed else 1 / 20


def losses(state: State, blows: Sequence[Blow]) -> int:
    """How many models these blows take, disabled vehicles too (xenocide.save.wounds-pool, xenocide.vehicle.disabled)."""
    hurt = Counter[str]()
    for blow in blows:
        hurt[blow.figure] += blow.wounds if not blow.line else 0
    for _, wounds, among in pooled(blows):
        for name in sorted(among, key=lambda name: -state.figures[name].hurt):
            taken = min(wounds, state.figures[name].left)
            hurt[name], wounds = hurt[name] + taken, wounds - taken
    lost = [(state.figures[name], more) for name, more in hurt.items() if name]
    return sum(not one.disabled and bool(outcome(one, n)) if one.profile.vehicle else n >= one.left for one, n in lost)
