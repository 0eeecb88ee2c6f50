"""Blows: who can strike whom, what the die has to show, and what comes of it (xenocide.melee.who-fights, xenocide.melee.roll,
xenocide.melee.modifiers, xenocide.melee.saves)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from littlewars.engine import Assign, Battle, Mod, Option, Tally
from littlewars.engine.names import ref
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.sight_exact import inside_spans

from ..basics.dice import hits_of
from ..basics.events import Fought
from ..basics.numbers import LEAST_SKILL, MOST_SKILL, REACH
from ..basics.smoke import in_smoke
from ..basics.state import Figure, State, Strike, Unit
from ..basics.tabletop import board, is_aloft
from ..harm.saves import can_hurt, failed
from ..harm.wounds import Blow
from .arms import attacks_of, is_late, power, word

ENEMY_BROKEN, OWN_BROKEN, OBSTACLE, DIM = 1, -1, -1, -1  # xenocide.melee.modifiers
RULE = "xenocide.melee.who-fights"


def in_reach(battle: Battle[State], figure: Figure, units: Iterable[str]) -> list[Figure]:
    """Enemy models in contact or within an inch, of units that its own is engaged with (xenocide.melee.who-fights)."""
    state, table = battle.state, board(battle)
    engaged = [state.units[name] for name in units if name in state.units[figure.unit].engaged]
    foes = [foe for unit in engaged for foe in state.standing(unit) if not is_aloft(state, foe)]
    return [foe for foe in foes if table.gap(figure.id, foe.id) <= REACH] if figure.id in table else []


def obstacle_between(state: State, one: Figure, other: Figure) -> bool:
    """Does the line between them cross a linear piece, or an opening in a wall (xenocide.melee.obstacle)?"""
    return any(_parts(piece, one, other) for piece in state.pieces)


def _parts(piece: Piece, one: Figure, other: Figure) -> bool:
    if not piece.linear and not piece.openings:
        return False
    if piece.openings:
        return piece.holds(one.at) != piece.holds(other.at)
    return bool(inside_spans(one.at, other.at, piece.outline))


def tally_of(battle: Battle[State], figure: Figure, target: Figure) -> Tally:
    """What a blow needs: melee skill and every modifier, 0 to 9; aspect has no influence (xenocide.melee.roll,
    xenocide.melee.modifiers, xenocide.melee.limits)."""
    state = battle.state
    own, foe = state.units[figure.unit], state.units[target.unit]
    defense = target.profile.defense
    dim = state.settings.darkness or in_smoke(state, figure.base()) or in_smoke(state, target.base())
    rule = "xenocide.melee.modifiers"
    mods = [
        Mod("enemy broken", ENEMY_BROKEN, rule) if state.broken(foe) else None,
        Mod("broken", OWN_BROKEN, rule) if state.broken(own) else None,
        Mod("melee defense", -defense, "xenocide.stat.melee-defense") if defense else None,
        Mod("through an obstacle", OBSTACLE, "xenocide.melee.obstacle") if obstacle_between(state, figure, target) else None,
        Mod("poor visibility", DIM, rule) if dim else None,
    ]
    skill = Tally(figure.profile.melee, tuple(mod for mod in mods if mod is not None), low=True)
    return limited(skill, "xenocide.melee.limits")


def limited(tally: Tally, rule: str) -> Tally:
    """The sum is limited to 0 to 9 (xenocide.hit.clamp-order); the limit is a last modifier, so that it is explained."""
    over = tally.needed - max(LEAST_SKILL, min(MOST_SKILL, tally.needed))
    return Tally(tally.base, (*tally.mods, Mod("limit", -over, rule)), low=True) if over else tally


# ---- declared


def declare_ask(battle: Battle[State], side: str, units: Sequence[str]) -> Assign | None:
    """For each attack an enemy model in reach, and a weapon where there is a choice (xenocide.melee.who-fights)."""
    state = battle.state
    items: dict[str, list[str]] = {}
    for unit in (state.units[name] for name in units if state.units[name].side == side):
        for figure in state.standing(unit):
            foes = in_reach(battle, figure, units)
            for number, weapons in enumerate(attacks_of(figure) if foes else ()):
                items[f"{figure.id}/{number + 1}"] = [f"{weapon}:{foe.id}" for foe in foes for weapon in dict.fromkeys(weapons)]
    if not items:
        return None

    def explain(item: str, choice: str) -> Option:
        figure, (weapon, foe) = state.figures[item.rpartition("/")[0]], read(choice)
        target = state.figures[foe]
        told = f"{ref(foe)} with {word(figure, weapon)}"
        return Option(choice, told, of=(foe,), tally=tally_of(battle, figure, target), means="melee")

    figures = dict.fromkeys(item.rpartition("/")[0] for item in items)
    return Assign(side, RULE, "Who strikes whom?", items, explain=explain).about(*figures, topic="aim")


def read(choice: str) -> tuple[int, str]:
    """The weapon and the target of a choice."""
    weapon, _, foe = choice.partition(":")
    return int(weapon), foe


def strikes_of(battle: Battle[State], answer: Iterable[tuple[str, str]]) -> list[Strike]:
    """The declared attacks, with what each needs: judged before the first die (xenocide.melee.simultaneous)."""
    found = []
    for item, choice in answer:
        figure, (weapon, foe) = battle.state.figures[item.rpartition("/")[0]], read(choice)
        needed = tally_of(battle, figure, battle.state.figures[foe]).needed
        found.append(Strike(figure.id, foe, needed, power(figure, weapon), is_late(figure, weapon)))
    return found


# ---- rolled


def roll(battle: Battle[State], strikes: Sequence[Strike], hits: dict[str, int]) -> list[Blow]:
    """All of them at once: hits, then saves by the model that was struck (xenocide.melee.simultaneous, xenocide.melee.saves).
    `hits` counts those that could wound, by unit (xenocide.melee.suppression)."""
    state = battle.state
    landed: Counter[tuple[str, int]] = Counter()
    for strike, dice in Counter(strikes).items():
        figure, target = state.figures[strike.by], state.figures[strike.target]
        tally = tally_of(battle, figure, target)
        sure = target.profile.vehicle  # xenocide.vehicle.melee-always-hit
        found = dice if sure else hits_of(battle, dice, strike.needed, f"melee, {strike.by}")
        battle.record(Fought(by=strike.by, target=strike.target, dice=dice, hits=found, tally=tally))
        landed[strike.target, strike.power] += found
        if can_hurt(target.profile, strike.power):
            hits[target.unit] = hits.get(target.unit, 0) + found
    blows = []
    for (name, strength), count in landed.items():
        target = state.figures[name]
        if wounds := failed(battle, count, target.profile, strength, name):
            blows.append(Blow(target.unit, wounds=wounds, figure=name))
    return blows


def strike_leavers(battle: Battle[State], unit: Unit) -> tuple[list[Blow], dict[str, int]]:
    """The enemies whom a unit leaves strike it, each model at the nearest in its reach; nobody strikes back
    (xenocide.move.disengaging)."""
    state, strikes = battle.state, list[Strike]()
    for enemy in (state.units[name] for name in unit.engaged):
        for figure in state.standing(enemy):
            foes = in_reach(battle, figure, [unit.id])
            for weapons in attacks_of(figure) if foes else ():
                foe = min(foes, key=lambda foe: (board(battle).gap(figure.id, foe.id), foe.id))
                needed = tally_of(battle, figure, foe).needed
                strikes.append(Strike(figure.id, foe.id, needed, power(figure, weapons[0])))
    hits: dict[str, int] = {}
    return roll(battle, strikes, hits), hits
