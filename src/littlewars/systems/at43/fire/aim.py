"""Who may fire what at whom, before anything is measured; and what a declared shot comes to (at43.shooting.*,
at43.special.*, at43.locked-shot.*)."""

from __future__ import annotations

from littlewars.engine import Battle
from littlewars.table.shapes.bases import gap_poly
from littlewars.table.terrain.pieces import Piece

from ..basics.profiles import Weapon
from ..basics.resolution import needed, range_of
from ..basics.sight import seen_by, sees_piece, sees_unit
from ..basics.state import Fighter, Shot, State, Unit
from ..basics.tabletop import destroyable, tabletop
from ..units.engagement import gap_of, is_engaged
from .cover import cover_of
from .zone import bystanders


def guns_of(state: State, unit: Unit) -> dict[str, Weapon]:
    """The range weapons that its members can fire, common ones first, in the order of their cards."""
    found = {weapon.key: weapon for fighter in state.members(unit) for weapon in fighter.guns}
    return dict(sorted(found.items(), key=lambda one: one[1].special))


def bearers(state: State, unit: Unit, key: str) -> list[Fighter]:
    """Those of it who have this weapon, and can fire it (at43.afv.weapon-destroyed)."""
    return [fighter for fighter in state.members(unit) if any(weapon.key == key for weapon in fighter.guns)]


def may_shoot(battle: Battle[State], unit: Unit) -> bool:
    """Valiant, on the table and not engaged (at43.shooting.engaged, at43.morale.disorganised)."""
    return unit.status == "valiant" and battle.state.on_table(unit) and not is_engaged(battle, unit)


def targets(battle: Battle[State], unit: Unit, weapon: Weapon) -> list[str]:
    """Enemy units of whom a bearer sees somebody, engaged or not, and destroyable elements that one sees; a locked shot aims at
    machines and elements only (at43.shooting.los, at43.shooting.into-engagement, at43.locked-shot.targets,
    at43.terrain.destroyable)."""
    eyes = bearers(battle.state, unit, weapon.key)
    key = ("targets", weapon.key, *(eye.id for eye in eyes))
    return tabletop(battle).until_move(key, lambda: _targets(battle, eyes, weapon))


def _targets(battle: Battle[State], eyes: list[Fighter], weapon: Weapon) -> list[str]:
    state = battle.state
    seen = {state.figures[name].unit for name in seen_by(battle, *eyes)} if eyes else set()
    found = [name for name in state.units if name in seen and not (weapon.locked and not state.afv(state.units[name]))]
    return found + [p.id for p in state.pieces if destroyable(p) and any(sees_piece(battle, eye, p) for eye in eyes)]


def distance(battle: Battle[State], unit: Unit, target: Unit | Piece) -> int:
    """From leader to leader, whichever of them fire; to the edge of an element (at43.measuring.leader-to-leader)."""
    if isinstance(target, Unit):
        return gap_of(battle, unit.leader, target.leader)
    return gap_poly(battle.state.figures[unit.leader].base(), target.outline)


def aim(battle: Battle[State], unit: Unit, weapon: Weapon, name: str) -> tuple[Shot, int]:
    """A declared shot: who fires, at which range, through whom and into what cover, all fixed now (at43.shooting.salvo,
    at43.shooting.test); and its difficulty. A locked shot knows no range, no cover and no bystanders (at43.locked-shot.range,
    at43.locked-shot.cover, at43.locked-shot.zone-of-fire)."""
    state = battle.state
    target = state.units.get(name) or state.piece(name)
    assert target is not None
    able = bearers(state, unit, weapon.key)
    if isinstance(target, Unit):
        shooters = [f for f in able if sees_unit(battle, f, target)]
    else:
        shooters = [f for f in able if sees_piece(battle, f, target)]
    names = [f.id for f in shooters]
    if weapon.locked:
        return Shot(weapon.key, name, names, needed(weapon.accuracy, 0)), 0
    difficulty = range_of(distance(battle, unit, target))
    zone = bystanders(battle, unit, target if isinstance(target, Unit) else target.outline, shooters)
    hit = dict.fromkeys([*([name] if isinstance(target, Unit) else ()), *(state.figures[one].unit for one in zone)])
    cover = {one: least for one in hit if (least := cover_of(battle, unit, state.units[one]))}
    return Shot(weapon.key, name, names, needed(weapon.accuracy, difficulty), zone, cover), difficulty
