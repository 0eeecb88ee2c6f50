"""Aiming: whom a model may attack, with what, and every modifier of the roll. Looks at the table, changes nothing."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from littlewars.engine import Battle, Mod, Tally
from littlewars.table.constants import NONE, PARTLY, TOUCH
from littlewars.table.facing import in_arc, side_hit
from littlewars.table.kernels.compiled import Ints
from littlewars.table.shapes.bases import Base, Disc, gap, gap_point, nearest_point

from ..basics.profiles import CENTRE_LINE, LOOSE_FRONT, NARROW_FRONT, Weapon
from ..basics.rolls import tally
from ..basics.sight import look
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, tabletop
from .arms import crew_at
from .ranks import firing_point
from .spells_on import effects

CHARGE = Mod("charge", 2, "oversoul.charge.bonus")
RAN = Mod("ran first", -1, "oversoul.move.run-penalty")
FLANK = Mod("flank", 1, "oversoul.melee.facing-modifiers")
REAR = Mod("rear", 2, "oversoul.melee.facing-modifiers")
LONG = Mod("long range", -1, "oversoul.ranged.range-modifiers")
PARTIAL = Mod("partial sight", -1, "oversoul.ranged.los-modifiers")
PRONE_FAR = Mod("prone target", -1, "oversoul.move.prone-ranged-modifier")
PRONE_NEAR = Mod("prone target", 1, "oversoul.move.prone-melee-modifier")
# smaller dice do no harm (oversoul.attr.heavy-armor-immunity, oversoul.attr.super-heavy-armor)
IMMUNE_BELOW = {0: 0, 1: 8, 2: 12}


class Aim(Struct, frozen=True):
    """One attack before its die falls: who, whom, how, with which die and modifiers, on which side of the target."""

    attacker: str
    target: str
    how: str  # "melee", "ranged", or the name of an attack spell
    die: int
    tally: Tally
    facing: str
    harms: bool
    weapon: int = -1


def why_harmless(state: State, aim: Aim) -> str:
    """Why an attack never does harm (oversoul.attr.heavy-armor-immunity)."""
    return "" if aim.harms else f"A d{aim.die} cannot hurt the armour of {state.figures[aim.target].profile.name}."


# ---- where an attacker stands and looks


def stand_in(state: State, figure: Figure) -> Figure:
    """Whose base counts: a rider's mount, a passenger's vehicle, else the model itself."""
    return state.figures[figure.carrier] if figure.carrier else figure


def is_submerged(state: State, figure: Figure) -> bool:
    """Below the surface, also as rider or passenger (oversoul.attr.submersible-submerged)."""
    return stand_in(state, figure).submerged


def sides_of(state: State, figure: Figure) -> int:
    """How many facings a model has: loose troopers and Walkers two, everything else four (oversoul.facing.*,
    oversoul.attr.walker)."""
    body = stand_in(state, figure)
    if body.profile.is_trooper:
        return 4 if state.acts_with(body).formed else 2
    return body.profile.facings


def front_arc(state: State, figure: Figure) -> int:
    """Half angle of the front facing (oversoul.facing.loose-trooper, oversoul.facing.vehicle, oversoul.artillery.facing)."""
    return LOOSE_FRONT if sides_of(state, figure) == 2 else NARROW_FRONT


def facing_hit(state: State, target: Figure, start: tuple[int, int]) -> str:
    """The facing of the target that lies towards the attacker (oversoul.facing.boundaries)."""
    body = stand_in(state, target)
    return side_hit(body.at, body.face, start, sides_of(state, target))


def facing_mod(facing: str) -> Mod | None:
    """Flank +1, rear +2 (oversoul.melee.facing-modifiers, oversoul.ranged.flank-rear)."""
    return {"front": None, "rear": REAR}.get(facing, FLANK)


def can_harm(die: int, pierces: int, target: Figure) -> bool:
    """Armour shrugs off small dice without the right heavy weapon (oversoul.attr.heavy-armor-immunity,
    oversoul.attr.super-heavy-armor)."""
    armour = target.profile.armour
    return die >= IMMUNE_BELOW[armour] or pierces >= armour


# ---- whom


def with_riders(state: State, names: list[str]) -> list[str]:
    """Models and their riders: the attacker chooses rider or mount (oversoul.mount.attacker-chooses)."""
    found: list[str] = []
    for name in names:
        found.append(name)
        figure = state.figures[name]
        if figure.profile.kind == "mount":
            found += [rider.id for rider in state.riders(figure) if rider.seat == "rider"]
    return found


def is_engaged(battle: Battle[State], unit: Unit) -> bool:
    """A quick look: does anybody of the unit touch an enemy?"""
    return tabletop(battle).until_move(("engaged", unit.id), lambda: _touches_an_enemy(battle, unit))


def _touches_an_enemy(battle: Battle[State], unit: Unit) -> bool:
    table = board(battle)
    names = [figure.id for figure in battle.state.standing(unit) if figure.id in table]
    return table.least_gap(names, tabletop(battle).enemy_rows(battle.state, unit.side)) <= TOUCH


def touched_enemies(battle: Battle[State], figure: Figure) -> list[str]:
    """Enemies in contact whose nearest point lies in the front facing (oversoul.melee.eligibility,
    oversoul.facing.boundaries)."""
    body = stand_in(battle.state, figure)
    if not is_engaged(battle, battle.state.units[body.unit]) or body.id not in (table := board(battle)):
        return []
    rows = tabletop(battle).enemy_rows(battle.state, battle.state.side_of(figure))
    near = [table.names[row] for row in rows[table.gaps(body.id)[rows] <= TOUCH].tolist()]
    if not near:
        return near
    half = front_arc(battle.state, figure)
    return [name for name in near if in_arc(body.at, body.face, half, nearest_point(table.base(name), body.at))]


# ---- how well


def common_mods(state: State, attacker: Figure, target: Figure, facing: str) -> list[Mod | None]:
    """Modifiers that melee and ranged attacks share: facing, running first, Strengthen, Weaken, Shield."""
    ran = RAN if ran_first(state, attacker) else None
    return [facing_mod(facing), ran, *effects(state, attacker, "attack"), *effects(state, target, "against")]


def ran_first(state: State, attacker: Figure) -> bool:
    """Ran before this Other action; for a gun its crew counts (oversoul.move.run-penalty, oversoul.artillery.moved-by-crew)."""
    doing = state.turn.doing
    if doing is None or not doing.ran:
        return False
    crew = crew_at(state, attacker) if attacker.profile.is_gun else []
    return any(figure.id in doing.ran for figure in (attacker, stand_in(state, attacker), *crew))


def charged(state: State, attacker: Figure, target: Figure) -> bool:
    """Did its charge in this activation bring it into contact with this model? (oversoul.charge.bonus)"""
    doing = state.turn.doing
    pair = f"{stand_in(state, attacker).id}>{stand_in(state, target).id}"
    return doing is not None and pair in doing.charges


def aim_melee(battle: Battle[State], attacker: Figure, target: Figure) -> Aim:
    """A melee attack with all its modifiers (oversoul.melee.roll, oversoul.melee.modifier-summary, oversoul.charge.running)."""
    state = battle.state
    facing = facing_hit(state, target, stand_in(state, attacker).at)
    needs = tally(
        *common_mods(state, attacker, target, facing),
        CHARGE if charged(state, attacker, target) else None,
        PRONE_NEAR if target.prone else None,
        *attacker.profile.melee_mods,
    )
    die = attacker.profile.die
    return Aim(attacker.id, target.id, "melee", die, needs, facing, can_harm(die, attacker.profile.melee_pierces, target))


# ---- ranged


def origin(battle: Battle[State], attacker: Figure) -> Base | tuple[int, int]:
    """From where range is measured: base, hull of those aboard, middle of the firing ranks (oversoul.basics.measuring)."""
    state = battle.state
    point = firing_point(state, attacker)
    return point if point is not None else stand_in(state, attacker).base()


def distance(start: Base | tuple[int, int], to: Base) -> int:
    """Edge to edge, or from a point to the edge."""
    return gap_point(to, (start[0], start[1])) if len(start) == 2 else gap(start, to)


def weapon_arc(state: State, attacker: Figure, weapon: Weapon) -> tuple[int, int]:
    """Middle and half angle of the arc, on the table (oversoul.facing.vehicle-weapon-mount, oversoul.attr.sponson,
    oversoul.attr.turret, oversoul.ranged.front-only)."""
    body = stand_in(state, attacker)
    if attacker.aboard:  # the facing he is assigned to (oversoul.ranged.aboard-trooper)
        return body.face + CENTRE_LINE[attacker.seat], LOOSE_FRONT if body.profile.walker else NARROW_FRONT
    if attacker.profile.is_vehicle:
        return body.face + weapon.centre, weapon.arc
    return body.face, front_arc(state, attacker)


def in_reach(
    battle: Battle[State], attacker: Figure, reach: int, centre: int, half: int, start: tuple[int, int] | None = None
) -> Ints:
    """Rows of enemies within reach of his base, or of a point, whose centre is in the arc; sight is not looked at."""
    state, table = battle.state, board(battle)
    rows = tabletop(battle).enemy_rows(state, state.side_of(attacker))
    if not rows.size:
        return rows
    body = stand_in(state, attacker)
    own = body.id if body.id in table else body.base()
    return table.in_reach(own if start is None else Disc(*start, 0), rows, reach, body.at, centre, half)


def shot_targets(battle: Battle[State], attacker: Figure, weapon: Weapon) -> list[str]:
    """Whom this weapon may be fired at: twice its range, its arc, sight unless it arcs
    (oversoul.ranged.los-required, oversoul.ranged.into-melee, oversoul.artillery.linear-los,
    oversoul.artillery.arcing-no-los)."""
    state, table = battle.state, board(battle)
    start = firing_point(state, attacker)
    rows = in_reach(battle, attacker, 2 * weapon.range, *weapon_arc(state, attacker, weapon), start)
    if rows.size and weapon.artillery != "arcing":
        body = stand_in(state, attacker)
        rows = rows[look(battle, body.id if body.id in table else body.base(), rows, body.airborne) != NONE]
    names = with_riders(state, [table.names[row] for row in rows.tolist()])
    return names + (_submerged_targets(battle, attacker, weapon) if weapon.submersible else [])


def _submerged_targets(battle: Battle[State], attacker: Figure, weapon: Weapon) -> list[str]:
    """Submerged enemies, for weapons that reach them (oversoul.attr.submersible-weapon)."""
    state = battle.state
    centre, half = weapon_arc(state, attacker, weapon)
    body, start = stand_in(state, attacker), origin(battle, attacker)
    found = [
        other.id
        for other in state.figures.values()
        if other.submerged
        and not other.gone
        and not other.carrier
        and state.enemies(state.side_of(other), state.side_of(attacker))
        and distance(start, other.base()) <= 2 * weapon.range
        and in_arc(body.at, centre, half, other.at)
        and sight_to(battle, attacker, other) != NONE
    ]
    return with_riders(state, found)


def sight_to(battle: Battle[State], attacker: Figure, target: Figure) -> int:
    """What the attacker sees of the target."""
    state, table = battle.state, board(battle)
    body, other = stand_in(state, attacker), stand_in(state, target)
    below = other.id not in table  # submerged: laid on the table while we look
    if below:
        tabletop(battle).put(state, other)
    viewer = body.id if body.id in table else body.base()
    seen = int(look(battle, viewer, np.array([table.row[other.id]], np.int64), body.airborne)[0])
    if below:
        table.lift(other.id)
    return seen


def ranged_mods(
    battle: Battle[State], attacker: Figure, target: Figure, weapon: Weapon, away: int, hasty: bool = False
) -> list[Mod | None]:
    """Modifiers of a shot at this distance (oversoul.ranged.modifier-summary)."""
    state = battle.state
    facing = facing_hit(state, target, stand_in(state, attacker).at)
    arcing = weapon.artillery == "arcing"
    steady = weapon.steady if is_steady(state, attacker) and not hasty else ()
    return [
        *common_mods(state, attacker, target, facing),
        LONG if away > weapon.range and weapon.template != "flame" else None,
        PARTIAL if not arcing and sight_to(battle, attacker, target) == PARTLY else None,
        PRONE_FAR if target.prone else None,
        *weapon.mods,
        *steady,
    ]


def is_steady(state: State, attacker: Figure) -> bool:
    """Has not moved this turn and need not move any more (oversoul.attr.sharpshooter, oversoul.attr.flying-must-move)."""
    doing, body = state.turn.doing, stand_in(state, attacker)
    if doing is None:
        return True
    must_fly = body.airborne and not body.profile.hover and "move" in doing.parts
    return body.id not in doing.moved and not must_fly


def aim_shot(battle: Battle[State], attacker: Figure, target: Figure, index: int, hasty: bool = False) -> Aim:
    """A ranged attack with all its modifiers (oversoul.ranged.roll, oversoul.ranged.vehicle-weapon-stats,
    oversoul.artillery.which-die); hasty: to move afterwards."""
    state, weapon = battle.state, attacker.profile.weapons[index]
    body = stand_in(state, target)
    away = distance(origin(battle, attacker), body.base())
    needs = tally(*ranged_mods(battle, attacker, target, weapon, away, hasty))
    facing = facing_hit(state, target, stand_in(state, attacker).at)
    return Aim(attacker.id, target.id, "ranged", weapon.die, needs, facing, can_harm(weapon.die, weapon.pierces, target), index)
