"""Whom a weapon may be fired at: in sight, in range, not in contact with the own side (combat-action.ranged.targets,
combat-action.ranged.range-categories, combat-action.ranged.weapon-limits)."""

from __future__ import annotations

from collections.abc import Callable

from littlewars.engine import Battle, Mod, Point, Tally
from littlewars.table.facing import in_arc
from littlewars.table.shapes.bases import gap_point, gap_poly
from littlewars.table.terrain.pieces import Piece

from ..basics.numbers import BUILDING_SIZE, CONTACT, DEVICE, DIE, HIGH, HIGHEST, category, speed_modifier
from ..basics.profiles import ALL_ROUND, Weapon
from ..basics.sections import OBSTACLES, SECTION, protection
from ..basics.sight import between, seen_by, sees_piece
from ..basics.state import GUNNER, PILOT, Figure, State
from ..basics.tabletop import tabletop
from ..units.contact import engaged
from .weapons import PIECE, Shot, platform


def band(weapon: Weapon, far: int, level_apart: bool = False) -> str:
    """The range category; who is above or below is not in close combat (combat-action.vehicles.altitude)."""
    if far <= CONTACT:
        return "PB" if level_apart else "CC"
    return category(far)


def in_range(weapon: Weapon, far: int, level_apart: bool = False) -> bool:
    """May it shoot so far? In contact nobody shoots (combat-action.ranged.weapon-limits)."""
    found = band(weapon, far, level_apart)
    return found != "CC" and found in weapon.ranges


def bears(body: Figure, weapon: Weapon, at: Point) -> bool:
    """Is it in the weapon's arc (combat-action.los.lines)?"""
    return weapon.arc >= ALL_ROUND or in_arc(body.at, body.face, weapon.arc, at)


def may_aim(battle: Battle[State], body: Figure, target: Figure, weapon: Weapon, far: int) -> bool:
    """Could this weapon be fired at a model that is seen (combat-action.ranged.targets)?"""
    if target.wreck or (weapon.kind == "grenades" and (target.level or body.level)):
        return False
    apart = body.level != target.level
    return in_range(weapon, far, apart) and bears(body, weapon, target.at) and not engaged(battle, target)


def targets(battle: Battle[State], figure: Figure) -> Callable[[Weapon], list[Figure]]:
    """Whom this model may fire at with a weapon; one look serves for all its weapons."""
    body = platform(battle.state, figure)
    seen = seen_by(battle, figure) if body is not None else ()

    def of(weapon: Weapon) -> list[Figure]:
        assert body is not None
        found = [foe for foe, far in seen if may_aim(battle, body, foe, weapon, far)]
        return found + _open_crews(battle.state, found) if weapon.kind == "sniping" else found

    return of


def _open_crews(state: State, found: list[Figure]) -> list[Figure]:
    """Crews of vehicles without a roof may be aimed at by snipers (combat-action.actions.sniping-fire)."""
    return [rider for foe in found if foe.profile.open for rider in state.riders(foe) if rider.seat in (PILOT, GUNNER)]


def pieces(battle: Battle[State], figure: Figure, weapon: Weapon) -> list[Piece]:
    """Sections and obstacles that it sees and could damage (combat-action.ranged.targets, combat-action.terrain.pf)."""
    body = platform(battle.state, figure)
    if body is None:
        return []
    top, found = tabletop(battle), []
    far = top.until_move(("to pieces", body.id), lambda: _gaps(battle.state, body))
    for piece in battle.state.pieces:
        if piece.id in far and weapon.pen + DIE >= protection(piece) and in_range(weapon, far[piece.id]):
            inside = piece.holds(body.at)
            if not inside and bears(body, weapon, middle_of(piece)) and sees_piece(battle, figure, piece):
                found.append(piece)
    return found


def _gaps(state: State, body: Figure) -> dict[str, int]:
    """How far it is to each section and obstacle."""
    able = [piece for piece in state.pieces if piece.kind == SECTION or piece.kind in OBSTACLES]
    return {piece.id: gap_poly(body.base(), piece.outline) for piece in able}


def middle_of(piece: Piece) -> Point:
    """The aimed point of a shot at a section or obstacle."""
    west, south, east, north = piece.box
    return (west + east) // 2, (south + north) // 2


def tally(battle: Battle[State], shot: Shot) -> Tally:
    """What a to-hit die needs, with every modifier (combat-action.ranged.to-hit, combat-action.core.roll-high)."""
    state = battle.state
    shooter, body, weapon = state.figures[shot.figure], state.figures[shot.body], shot.weapon(state)
    far, apart, mods = _about_target(state, shot, body)
    found = band(weapon, far, apart)
    bonus = [Mod(f"{weapon.kind} at {found}", weapon.bonus(found), "combat-action.ranged.weapon-bonuses")]
    if shooter.aim_gun == shot.gun and shooter.aim_at == shot.target:
        mods.append(Mod("aimed", DEVICE, "combat-action.actions.targeting-device"))
    return Tally(shooter.profile.ss or 6, tuple(mod for mod in (*bonus, *mods) if mod.value))


def _about_target(state: State, shot: Shot, body: Figure) -> tuple[int, bool, list[Mod]]:
    """How far, whether it is above or below, and what it does to the roll (combat-action.ranged.size,
    combat-action.ranged.high-altitude, combat-action.ranged.speed)."""
    high = Mod("high altitude", HIGH, "combat-action.ranged.high-altitude")
    if not shot.target or shot.target.startswith(PIECE):
        mods = [high] if body.level == HIGHEST else []
        if not shot.target:
            return gap_point(body.base(), shot.at), bool(body.level), mods
        piece = state.piece(shot.target[1:])
        building = Mod("building", BUILDING_SIZE, "combat-action.ranged.size")
        return gap_poly(body.base(), piece.outline), bool(body.level), [*mods, building]
    target = state.figures[shot.target]
    mods = [Mod(target.profile.size, target.profile.size_modifier, "combat-action.ranged.size")]
    hull = state.figures[target.body]
    if HIGHEST in (body.level, hull.level):
        mods.append(high)
    if state.settings.speed:
        mods.append(Mod("speed", speed_modifier(hull.went), "combat-action.ranged.speed"))
    return between(body, hull), body.level != hull.level, mods


def needed(found: Tally) -> int:
    """The natural face that hits: a natural 1 never does (combat-action.ranged.to-hit)."""
    return max(2, found.needed)
