"""Blows hand to hand: what a model strikes with (xenocide.meleeweapon.*), whom it can strike, what the die has to show, and
what comes of it (xenocide.melee.who-fights, xenocide.melee.roll, xenocide.melee.modifiers, xenocide.melee.saves)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from littlewars.engine import Assign, Battle, Mod, Option, Refusal, Tally
from littlewars.engine.names import ref
from littlewars.table.constants import TOUCH
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.sight_exact import inside_spans

from ..basics.dice import hits_of
from ..basics.events import Fought
from ..basics.numbers import LEAST_SKILL, MOST_SKILL, REACH, blade_hands, blow_power, class_of, strikes_late
from ..basics.profiles import Blade
from ..basics.state import CREW, Blow, Figure, State, Strike, Unit
from ..basics.tabletop import board, in_smoke, is_aloft, tabletop
from .hits import can_hurt, hurt

FIST = -1  # the number of an improvised attack (xenocide.meleeweapon.unarmed)


def free_hands(figure: Figure) -> int:
    """Hands that have not fired in this turn (xenocide.meleeweapon.hand-once); who served a crew's weapon has none."""
    if CREW in figure.fired:
        return 0
    guns, hands, capacity = {gun.key: gun for gun in figure.profile.guns}, figure.profile.hands, figure.profile.capacity
    used = sum(class_of(guns[key], capacity).hands if key in guns else hands for key in figure.fired)
    return max(0, hands - used)


def needs(figure: Figure, blade: Blade) -> int:
    """The hands it takes now: those that hold the whole of a combi-weapon, and none more if they have fired its gun
    (xenocide.size.combi)."""
    gun = next((gun for gun in figure.profile.guns if gun.key == blade.combi), None)
    if gun is not None and gun.key in figure.fired:
        return 0
    own = blade_hands(figure.profile, blade)
    return max(own, class_of(gun, figure.profile.capacity).hands) if gun is not None else own


def ways_to_fight(figure: Figure) -> list[tuple[int, ...]]:
    """Every choice of melee weapons for its free hands, by their numbers: as many as there are hands for, the strongest
    first; at least one improvised attack (xenocide.meleeweapon.attacks, xenocide.meleeweapon.unarmed)."""
    blades, hands = figure.profile.blades, free_hands(figure)
    usable = [n for n, blade in enumerate(blades) if blade.integrated or blade.size <= figure.profile.capacity + 1]
    found: list[tuple[int, ...]] = []
    for count in range(len(usable), 0, -1):
        for some in combinations(usable, count):
            if sum(needs(figure, blades[n]) for n in some) <= hands and not any(set(some) < set(other) for other in found):
                found.append(some)
    keyed = {tuple(sorted(blades[n].key for n in some)): some for some in reversed(found)}  # alike weapons are no choice
    best = sorted(keyed.values(), key=lambda some: (-sum(power(figure, n) for n in some), some))
    return best or [(FIST,)]


def power(figure: Figure, number: int) -> int:
    """The power of a blow (xenocide.meleeweapon.power)."""
    return blow_power(figure.profile, None if number == FIST else figure.profile.blades[number])


def attacks_of(figure: Figure) -> list[tuple[int, ...]]:
    """Its attacks, each with the weapons it may be made with: one with each weapon in its hands, and the extra ones with any of
    them (xenocide.meleeweapon.attacks). A vehicle has those of its profile (xenocide.vehicle.melee-own-attacks)."""
    if figure.profile.hull is not None:
        return [(FIST,)] * figure.profile.hull.attacks
    weapons = ways_to_fight(figure)[0]
    strongest = tuple(sorted(weapons, key=lambda n: -power(figure, n)))
    return [(n,) for n in weapons] + [strongest] * figure.profile.extra


def word(figure: Figure, number: int) -> str:
    """What a weapon is called."""
    return "a blow" if number == FIST else figure.profile.blades[number].name


ENEMY_BROKEN, OWN_BROKEN, OBSTACLE, DIM = 1, -1, -1, -1  # xenocide.melee.modifiers
DEFEND, NOBODY = "xenocide.vehicle.melee-passengers-defend", "nobody"
NO_DEMANDS: Mapping[str, str] = {}


def in_reach(battle: Battle[State], figure: Figure, units: Iterable[str]) -> list[Figure]:
    """Enemy models in contact or within an inch, of units that its own is engaged with (xenocide.melee.who-fights), passengers
    and those who attack their vehicle whatever the distance (xenocide.vehicle.melee-passengers-defend); and vehicles in contact
    (xenocide.vehicle.melee-engagement)."""
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
    """Units in no melee that touch an enemy vehicle, each with the vehicles: they may strike at them
    (xenocide.vehicle.melee-engagement)."""
    return [[unit.id, *hulls] for unit in battle.state.present() if not unit.engaged and (hulls := touched_hulls(battle, unit))]


def touched_hulls(battle: Battle[State], unit: Unit) -> list[str]:
    """The enemies' vehicles that a unit on the ground touches (xenocide.vehicle.melee-engagement)."""
    table, hulls = board(battle), _hulls(battle, unit)
    figures = [one.id for one in battle.state.standing(unit) if one.id in table] if hulls and not unit.airborne else []
    return [hull.unit for hull in hulls if any(table.gap(name, hull.id) <= TOUCH for name in figures)]


def parts(piece: Piece, one: Figure, other: Figure) -> bool:
    """Does the line between them cross a linear piece, or an opening in a wall (xenocide.melee.obstacle)?"""
    if piece.openings:
        return piece.holds(one.at) != piece.holds(other.at)
    return piece.linear and bool(inside_spans(one.at, other.at, piece.outline))


def tally_of(battle: Battle[State], figure: Figure, target: Figure) -> Tally:
    """What a blow needs: melee skill and every modifier, 0 to 9; aspect has no influence (xenocide.melee.roll,
    xenocide.melee.modifiers, xenocide.melee.limits, xenocide.hit.clamp-order)."""
    state = battle.state
    own, foe = state.units[figure.unit], state.units[target.unit]
    defense = target.profile.defense
    dim = state.settings.darkness or in_smoke(state, figure.base()) or in_smoke(state, target.base())
    rule = "xenocide.melee.modifiers"
    on_foot = not target.carrier and not figure.carrier
    between = on_foot and any(parts(piece, figure, target) for piece in state.pieces)
    mods = [
        Mod("enemy broken", ENEMY_BROKEN, rule) if state.broken(foe) else None,
        Mod("broken", OWN_BROKEN, rule) if state.broken(own) else None,
        Mod("melee defense", -defense, "xenocide.stat.melee-defense") if defense else None,
        Mod("through an obstacle", OBSTACLE, "xenocide.melee.obstacle") if between else None,
        Mod("aboard", OBSTACLE, "xenocide.vehicle.melee-passenger-cover") if target.carrier else None,
        Mod("poor visibility", DIM, rule) if dim else None,
    ]
    found = tuple(mod for mod in mods if mod is not None)
    total = figure.profile.melee + sum(mod.value for mod in found)
    over = total - max(LEAST_SKILL, min(MOST_SKILL, total))  # the limit is a last modifier, so that it is explained
    limit = (Mod("limit", -over, "xenocide.melee.limits"),) if over else ()
    return Tally(figure.profile.melee, (*found, *limit), low=True)


# ---- declared


def demand_ask(battle: Battle[State], side: str, units: Sequence[str]) -> Assign | None:
    """Each passenger of an open vehicle may demand that one of the attackers strikes at him instead of the vehicle
    (xenocide.vehicle.melee-passengers-defend)."""
    state = battle.state
    mine = [state.units[name] for name in units if state.units[name].side == side]
    riders = [figure for unit in mine for figure in state.exposed(unit) if figure.carrier]
    items = {rider.id: [NOBODY, *(foe.id for foe in in_reach(battle, rider, units))] for rider in riders}
    items = {name: choices for name, choices in items.items() if len(choices) > 1}
    if not items:
        return None

    def explain(item: str, choice: str) -> Option:
        if choice == NOBODY:
            return Option(choice, "Makes no demand", of=(item,), means="hold")
        return Option(choice, f"{ref(choice)} has to strike at {ref(item)}", of=(choice,), means="melee")

    def refuse(answer: Iterable[tuple[str, str]]) -> Refusal | None:
        named = [choice for _, choice in answer if choice != NOBODY]
        return None if len(set(named)) == len(named) else Refusal(DEFEND, "one passenger for each attacker")

    ask = Assign(side, DEFEND, "Whom do the passengers draw on themselves?", items, refuse, explain=explain)
    return ask.about(*items, topic="react")


def declare_ask(
    battle: Battle[State], side: str, units: Sequence[str], demands: Mapping[str, str] = NO_DEMANDS
) -> Assign | None:
    """For each attack an enemy model in reach, and a weapon where there is a choice (xenocide.melee.who-fights); who has been
    challenged by a passenger strikes at him, all others choose between vehicle and passengers (xenocide.vehicle.melee-choice).
    """
    state = battle.state
    items: dict[str, list[str]] = {}
    for unit in (state.units[name] for name in units if state.units[name].side == side):
        for figure in state.exposed(unit):
            foes = [foe for foe in in_reach(battle, figure, units) if foe.id == demands.get(figure.id, foe.id)]
            for number, weapons in enumerate(attacks_of(figure) if foes else ()):
                items[f"{figure.id}/{number + 1}"] = [f"{weapon}:{foe.id}" for foe in foes for weapon in dict.fromkeys(weapons)]
    if not items:
        return None

    def explain(item: str, choice: str) -> Option:
        figure, (weapon, foe) = state.figures[item.rpartition("/")[0]], read(choice)
        told = f"{ref(foe)} with {word(figure, weapon)}"
        return Option(choice, told, of=(foe,), tally=tally_of(battle, figure, state.figures[foe]), means="melee")

    figures = dict.fromkeys(item.rpartition("/")[0] for item in items)
    return Assign(side, "xenocide.melee.who-fights", "Who strikes whom?", items, explain=explain).about(*figures, topic="aim")


def read(choice: str) -> tuple[int, str]:
    """The weapon and the target of a choice."""
    weapon, _, foe = choice.partition(":")
    return int(weapon), foe


def strikes_of(battle: Battle[State], answer: Iterable[tuple[str, str]]) -> list[Strike]:
    """The declared attacks, with what each needs: judged before the first die (xenocide.melee.simultaneous)."""
    found = []
    for item, choice in answer:
        figure, (weapon, foe) = battle.state.figures[item.rpartition("/")[0]], read(choice)
        tally = tally_of(battle, figure, battle.state.figures[foe])
        late = weapon != FIST and strikes_late(figure.profile, figure.profile.blades[weapon])
        found.append(Strike(figure.id, foe, tally, power(figure, weapon), late))
    return found


# ---- rolled


def roll(battle: Battle[State], strikes: Sequence[Strike], hits: dict[str, int]) -> list[Blow]:
    """All of them at once: hits, then saves by the model that was struck (xenocide.melee.simultaneous, xenocide.melee.saves).
    `hits` counts those that could wound, by unit (xenocide.melee.suppression)."""
    state = battle.state
    landed: Counter[tuple[str, int]] = Counter()
    for strike, dice in Counter(strikes).items():
        target = state.figures[strike.target]
        sure = target.profile.vehicle  # xenocide.vehicle.melee-always-hit
        found = dice if sure else hits_of(battle, dice, strike.tally.needed, f"melee, {strike.by}")
        battle.record(Fought(by=strike.by, target=strike.target, dice=dice, hits=found, tally=strike.tally))
        landed[strike.target, strike.power] += found
        if can_hurt(target.profile, strike.power):
            hits[target.unit] = hits.get(target.unit, 0) + found
    return [blow for (name, power), n in landed.items() for blow in hurt(battle, state.figures[name], power, n)]


def strike_leavers(battle: Battle[State], unit: Unit) -> tuple[list[Blow], dict[str, int]]:
    """The enemies whom a unit leaves strike it, each model at the nearest in its reach; nobody strikes back
    (xenocide.move.disengaging)."""
    state, strikes = battle.state, list[Strike]()
    for enemy in (state.units[name] for name in unit.engaged):
        for figure in state.exposed(enemy):
            foes = in_reach(battle, figure, [unit.id])
            for weapons in attacks_of(figure) if foes else ():
                foe = min(foes, key=lambda foe: (board(battle).gap(figure.body, foe.body), foe.id))
                strikes.append(Strike(figure.id, foe.id, tally_of(battle, figure, foe), power(figure, weapons[0])))
    hits: dict[str, int] = {}
    return roll(battle, strikes, hits), hits
