"""Blows hand to hand: what a model strikes with, at whom, what the die has to show, what comes of it (xenocide.melee.*)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from littlewars.dice.sharing import most_of
from littlewars.engine import Assign, Battle, Mod, Option, Refusal, Tally
from littlewars.engine.names import ref
from littlewars.table.constants import TOUCH
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.sight_exact import inside_spans

from ..basics.events import Fought
from ..basics.numbers import LEAST_SKILL, MOST_SKILL, REACH, blade_hands, blow_power, class_of, hits_of, strikes_late
from ..basics.profiles import Blade
from ..basics.state import CREW, GUNNER, Blow, Figure, State, Strike, Unit
from ..basics.tabletop import board, in_smoke, is_aloft, tabletop
from .wounds import HARMLESS, effective, hurt

FIST = -1  # the number of an improvised attack (xenocide.meleeweapon.unarmed)
ENEMY_BROKEN, OWN_BROKEN, OBSTACLE, DIM = 1, -1, -1, -1  # xenocide.melee.modifiers
DEFEND, NOBODY = "xenocide.vehicle.melee-passengers-defend", "nobody"


def free_hands(state: State, figure: Figure) -> int:
    """Hands that have not fired or served and do not steer (xenocide.size.hands, xenocide.meleeweapon.hand-once)."""
    if figure.profile.vehicle or CREW in figure.fired or GUNNER in figure.fired or state.steers(figure):
        return 0
    return max(0, figure.profile.hands - sum(size.hands for size in state.fired_with(figure)))


def needs(figure: Figure, blade: Blade) -> int:
    """The hands it takes now: for the whole of a combi-weapon, and none if its gun has been fired (xenocide.size.combi)."""
    held = [gun for gun in figure.profile.guns if gun.key == blade.combi]
    if any(gun.key in figure.fired for gun in held):
        return 0
    return max([blade_hands(figure.profile, blade), *(class_of(gun, figure.profile.capacity).hands for gun in held)])


def power(figure: Figure, number: int) -> int:
    """The power of a blow (xenocide.meleeweapon.power); of a vehicle's own (xenocide.vehicle.melee-own-attacks)."""
    if figure.profile.hull is not None:
        return figure.profile.hull.power
    return blow_power(figure.profile, None if number == FIST else figure.profile.blades[number])


def grips_of(state: State, figure: Figure) -> list[tuple[int, ...]]:
    """What its free hands may hold at once, as much as they can, the strongest first; nothing is an improvised attack
    (xenocide.meleeweapon.attacks, xenocide.meleeweapon.unarmed)."""
    blades, hands, capacity = figure.profile.blades, free_hands(state, figure), figure.profile.capacity
    usable = [n for n, blade in enumerate(blades) if blade.integrated or blade.size <= capacity + 1]
    most = most_of(usable, lambda held: sum(needs(figure, blades[n]) for n in held) <= hands)
    ranked = sorted(most, key=lambda held: (-sum(power(figure, n) for n in held), held))
    alike = {tuple(sorted(blades[n].key for n in held)): held for held in reversed(ranked)}  # of those alike the first
    return [held for held in ranked if held in alike.values()] or [(FIST,)]


def attacks_of(state: State, figure: Figure, held: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Its attacks, each with the weapons it may be made with, by their numbers: one with each that it holds, and the extra ones
    with any of them (xenocide.meleeweapon.attacks). A vehicle has its profile's (xenocide.vehicle.melee-own-attacks)."""
    if figure.profile.hull is not None:
        return [(FIST,)] * figure.profile.hull.attacks
    weapons = held or grips_of(state, figure)[0]
    return [(n,) for n in weapons] + [tuple(sorted(weapons, key=lambda n: -power(figure, n)))] * figure.profile.extra


def in_reach(battle: Battle[State], figure: Figure, units: Iterable[str]) -> list[Figure]:
    """Enemy models within an inch, of units that its own is engaged with (xenocide.melee.who-fights), passengers and those who
    attack their vehicle whatever the distance; and vehicles in contact (xenocide.vehicle.melee-engagement)."""
    state, table, own = battle.state, board(battle), battle.state.units[figure.unit]
    if figure.body not in table:
        return []
    engaged = [state.units[name] for name in units if name in own.engaged]
    foes = [foe for unit in engaged for foe in state.exposed(unit) if not is_aloft(state, foe)]
    found = [foe for foe in foes if table.gap(figure.body, foe.body) <= REACH]
    others = [] if figure.carrier else [name for name in units if name not in own.engaged]
    hulls = [hull for name in others for hull in _hulls(battle, own) if hull.unit == name]
    return found + [hull for hull in hulls if table.gap(figure.id, hull.id) <= TOUCH]


def _hulls(battle: Battle[State], unit: Unit) -> list[Figure]:
    """The enemies' vehicles on the ground, for troops."""
    state, place = battle.state, tabletop(battle)
    if state.vehicle_of(unit) is not None:
        return []

    def find() -> list[Figure]:
        hulls = [vehicle for foe in state.foes_of(unit.side) if (vehicle := state.vehicle_of(foe)) is not None]
        return [vehicle for vehicle in hulls if vehicle.id in place.board and not vehicle.profile.flies]

    return place.until_roster(("hulls against", unit.side), find)


def assaults(battle: Battle[State]) -> list[list[str]]:
    """Units in no melee that touch enemy vehicles, with these: they may strike at them (xenocide.vehicle.melee-engagement)."""
    return [[unit.id, *hulls] for unit in battle.state.present() if not unit.engaged and (hulls := touched_hulls(battle, unit))]


def touched_hulls(battle: Battle[State], unit: Unit) -> list[str]:
    """The enemies' vehicles that a unit on the ground touches (xenocide.vehicle.melee-engagement)."""
    table, hulls = board(battle), _hulls(battle, unit)
    figures = [one.id for one in battle.state.standing(unit) if one.id in table] if hulls and not unit.airborne else []
    return [hull.unit for hull in hulls if any(table.gap(name, hull.id) <= TOUCH for name in figures)]


def tally_of(battle: Battle[State], figure: Figure, target: Figure) -> Tally:
    """What a blow needs: melee skill and every modifier, 0 to 9; aspect has no influence (xenocide.melee.roll)."""
    state, rule = battle.state, "xenocide.melee.modifiers"

    def is_between(piece: Piece) -> bool:  # a linear piece, or an opening in a wall
        if piece.openings:
            return piece.holds(figure.at) != piece.holds(target.at)
        return piece.linear and bool(inside_spans(figure.at, target.at, piece.outline))

    between = not target.carrier and not figure.carrier and any(map(is_between, state.pieces))
    dim = state.settings.darkness or in_smoke(state, figure.base()) or in_smoke(state, target.base())
    mods = [
        Mod("enemy broken", ENEMY_BROKEN * state.broken(state.units[target.unit]), rule),
        Mod("broken", OWN_BROKEN * state.broken(state.units[figure.unit]), rule),
        Mod("melee defense", -target.profile.defense, "xenocide.stat.melee-defense"),
        Mod("through an obstacle", OBSTACLE * between, "xenocide.melee.obstacle"),
        Mod("aboard", OBSTACLE * bool(target.carrier), "xenocide.vehicle.melee-passenger-cover"),
        Mod("poor visibility", DIM * dim, rule),
    ]
    total = figure.profile.melee + sum(mod.value for mod in mods)
    over = total - max(LEAST_SKILL, min(MOST_SKILL, total))  # the limit is a last modifier, so that it is explained
    mods.append(Mod("limit", -over, "xenocide.melee.limits"))
    return Tally(figure.profile.melee, tuple(mod for mod in mods if mod.value), low=True)


def demand_ask(battle: Battle[State], side: str, units: Sequence[str]) -> Assign | None:
    """Each passenger of an open vehicle may demand that one of the attackers strikes at him instead of the vehicle."""
    state = battle.state
    riders = [one for name in units for one in state.exposed(state.units[name]) if one.carrier and state.side_of(one) == side]
    foes = {rider.id: [foe.id for foe in in_reach(battle, rider, units)] for rider in riders}
    items = {name: [NOBODY, *some] for name, some in foes.items() if some}
    if not items:
        return None

    def explain(item: str, choice: str) -> Option:
        if choice == NOBODY:
            return Option(choice, "Makes no demand", of=(item,), means="hold")
        return Option(choice, f"{ref(choice)} has to strike at {ref(item)}", of=(choice,), means="melee")

    def refuse(answer: Iterable[tuple[str, str]]) -> Refusal | None:
        named = [choice for _, choice in answer if choice != NOBODY]
        return None if len(set(named)) == len(named) else Refusal(DEFEND, "one passenger for each attacker")

    prompt = "Whom do the passengers draw on themselves?"
    return Assign(side, DEFEND, prompt, items, refuse, explain=explain).about(*items, topic="react")


def grip_ask(battle: Battle[State], side: str, units: Sequence[str]) -> Assign | None:
    """What those strike with whose hands may hold one thing or another (xenocide.meleeweapon.attacks)."""
    state, items = battle.state, dict[str, list[str]]()
    for figure in [one for name in units for one in state.exposed(state.units[name]) if state.side_of(one) == side]:
        if len(grips := grips_of(state, figure)) > 1 and in_reach(battle, figure, units):
            items[figure.id] = [" ".join(map(str, held)) for held in grips]

    def explain(item: str, choice: str) -> Option:
        blades = state.figures[item].profile.blades
        return Option(choice, " and ".join(blades[int(n)].name for n in choice.split()), of=(item,), means="melee")

    ask = Assign(side, "xenocide.meleeweapon.attacks", "What do they take in hand?", items, explain=explain) if items else None
    return ask and ask.about(*items, topic="aim")


def declare_ask(
    battle: Battle[State], side: str, units: Sequence[str], demands: Mapping[str, str], held: Mapping[str, tuple[int, ...]]
) -> Assign | None:
    """For each attack an enemy model in reach, and a weapon where there is a choice; who is in `demands` strikes at that
    passenger, all others choose between vehicle and passengers (xenocide.vehicle.melee-choice)."""
    state, items = battle.state, dict[str, list[str]]()
    for figure in [one for name in units for one in state.exposed(state.units[name]) if state.side_of(one) == side]:
        foes = [foe for foe in in_reach(battle, figure, units) if foe.id == demands.get(figure.id, foe.id)]
        for number, weapons in enumerate(attacks_of(battle.state, figure, held.get(figure.id, ())) if foes else ()):
            items[f"{figure.id}/{number + 1}"] = [f"{weapon}:{foe.id}" for foe in foes for weapon in dict.fromkeys(weapons)]
    if not items:
        return None

    def explain(item: str, choice: str) -> Option:
        figure, (weapon, foe) = state.figures[item.rpartition("/")[0]], choice.split(":")
        with_what = "a blow" if int(weapon) == FIST else figure.profile.blades[int(weapon)].name
        tally = tally_of(battle, figure, state.figures[foe])
        return Option(choice, f"{ref(foe)} with {with_what}", of=(foe,), tally=tally, means="melee")

    figures = dict.fromkeys(item.rpartition("/")[0] for item in items)
    return Assign(side, "xenocide.melee.who-fights", "Who strikes whom?", items, explain=explain).about(*figures, topic="aim")


def strikes_of(battle: Battle[State], answer: Iterable[tuple[str, str]]) -> list[Strike]:
    """The declared attacks, with what each needs: judged before the first die (xenocide.melee.simultaneous)."""
    found = []
    for item, choice in answer:
        figure, (number, foe) = battle.state.figures[item.rpartition("/")[0]], choice.split(":")
        tally, weapon = tally_of(battle, figure, battle.state.figures[foe]), int(number)
        late = weapon != FIST and strikes_late(figure.profile, figure.profile.blades[weapon])
        found.append(Strike(figure.id, foe, tally, power(figure, weapon), late))
    return found


def roll(battle: Battle[State], strikes: Sequence[Strike], hits: dict[str, int]) -> list[Blow]:
    """All at once: hits, then saves (xenocide.melee.simultaneous); `hits` counts those that could wound, by unit."""
    figures, landed = battle.state.figures, Counter[tuple[str, int]]()
    for strike, dice in Counter(strikes).items():
        target, found = figures[strike.target], dice
        if not target.profile.vehicle:  # xenocide.vehicle.melee-always-hit
            found = hits_of(battle, dice, strike.tally.needed, f"melee, {strike.by}")
        battle.record(Fought(by=strike.by, target=strike.target, dice=dice, hits=found, tally=strike.tally))
        landed[strike.target, strike.power] += found
        if effective(target.profile, strike.power) < HARMLESS:
            hits[target.unit] = hits.get(target.unit, 0) + found
    return [blow for (name, power), n in landed.items() for blow in hurt(battle, figures[name], power, n)]


def strike_leavers(battle: Battle[State], unit: Unit) -> tuple[list[Blow], dict[str, int]]:
    """Enemies whom a unit leaves strike it, each model at the nearest; it does not strike back (xenocide.move.disengaging)."""
    state, strikes, hits = battle.state, list[Strike](), dict[str, int]()
    for figure in [figure for name in unit.engaged for figure in state.exposed(state.units[name])]:
        if foes := in_reach(battle, figure, [unit.id]):
            foe = min(foes, key=lambda foe: (board(battle).gap(figure.body, foe.body), foe.id))
            tally = tally_of(battle, figure, foe)
            strikes += [Strike(figure.id, foe.id, tally, power(figure, weapons[0])) for weapons in attacks_of(state, figure)]
    return roll(battle, strikes, hits), hits
