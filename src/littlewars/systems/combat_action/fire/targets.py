"""Which weapons a model can fire now, at whom, and what the dice need (combat-action.ranged.targets,
combat-action.ranged.to-hit, combat-action.actions.repeat)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from littlewars.engine import Battle, Mod, Point, Tally
from littlewars.table.facing import in_arc
from littlewars.table.shapes.bases import gap_point, gap_poly
from littlewars.table.terrain.pieces import Piece

from ..basics import numbers
from ..basics.profiles import ALL_ROUND, Weapon
from ..basics.sight import between, near_side, seen_by
from ..basics.state import GUNNER, Figure, Gun, State
from ..basics.tabletop import OBSTACLES, SECTION, WRECK, protection
from ..units.squads import engaged

PIECE = "#"  # before the name of a section or obstacle that is shot at
STANDARD = "standard-fire"
THROW = "throw-grenade"


class Shot(NamedTuple):
    """A firing action: whose skill, from whose base with which weapon, how, and at what: a model, a piece (#) or a point."""

    figure: str
    body: str
    gun: int
    mode: str
    target: str
    at: Point = (0, 0)

    def weapon(self, state: State) -> Weapon:
        """What is fired."""
        return state.figures[self.body].profile.weapons[self.gun]

    def piece(self, state: State) -> Piece | None:
        """The section or obstacle that is shot at, if it is one."""
        name = self.target.removeprefix(PIECE) if self.target not in state.figures else ""
        return next((piece for piece in state.pieces if piece.id == name != self.target), None)


def platform(state: State, figure: Figure) -> Figure | None:
    """Whose weapons it fires: a gunner those of his vehicle, everybody on the table his own, passengers and pilots none
    (combat-action.vehicles.crew, combat-action.units.aboard)."""
    if not figure.carrier:
        return None if figure.profile.vehicle else figure
    vehicle = state.figures[figure.carrier]
    return vehicle if figure.seat == GUNNER and not vehicle.lost else None


def serves(state: State, figure: Figure) -> Figure:
    """Whose weapons it reloads and unjams: those that it fires, else its own."""
    return platform(state, figure) or figure


def has_power(state: State, body: Figure) -> bool:
    """With a damaged power grid whoever has moved in this turn does not fire (combat-action.machine-damage.power-grid)."""
    return not ("power-grid" in body.broken and body.moved == state.turn.number)


def may_move(state: State, body: Figure) -> bool:
    """The other way round."""
    return not ("power-grid" in body.broken and body.fired == state.turn.number)


def ready_weapons(state: State, figure: Figure) -> list[tuple[int, Weapon, Gun]]:
    """The weapons that could fire, apart from action points: loaded, unjammed, with power."""
    body = platform(state, figure)
    if body is None or not has_power(state, body):
        return []
    return [arm for arm in body.arms() if arm[1].modes and arm[2].able]


def modes(state: State, figure: Figure) -> Iterator[tuple[int, Weapon, list[str]]]:
    """Each weapon that can fire, with the firing actions that it can pay for now (combat-action.actions.repeat)."""
    for number, weapon, gun in ready_weapons(state, figure):
        often = {mode: numbers.STANDARD_SHOTS if mode == STANDARD and not weapon.reload else 1 for mode in weapon.modes}
        if able := [mode for mode, most in often.items() if numbers.COSTS[mode] <= figure.ap and gun.fired < most]:
            yield number, weapon, able


def grenade_of(figure: Figure) -> int:
    """The number of its grenades among its weapons; -1: it has none (combat-action.actions.throw-grenade)."""
    return next((n for n, weapon, gun in figure.arms() if weapon.kind == "grenades" and gun.able), -1)


def band(far: int, level_apart: bool = False) -> str:
    """The range numbers.category; who is above or below is not in close combat (combat-action.vehicles.altitude)."""
    if far <= numbers.CONTACT:
        return "PB" if level_apart else "CC"
    return numbers.category(far)


def in_range(weapon: Weapon, far: int, level_apart: bool = False) -> bool:
    """May it shoot so far? In contact nobody shoots (combat-action.ranged.weapon-limits)."""
    found = band(far, level_apart)
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


def targets(battle: Battle[State], figure: Figure, weapon: Weapon) -> list[Figure]:
    """The models at which this one may fire with a weapon."""
    body = platform(battle.state, figure)
    found = [foe for foe, far in seen_by(battle, figure) if may_aim(battle, body, foe, weapon, far)] if body else []
    open_to_snipers = [foe for foe in found if foe.profile.open and weapon.kind == "sniping"]
    riders = [rider for foe in open_to_snipers for rider in battle.state.riders(foe)]
    return [*found, *(rider for rider in riders if rider.seat)]  # combat-action.actions.sniping-fire


def pieces(battle: Battle[State], figure: Figure, weapon: Weapon) -> list[Piece]:
    """Sections and obstacles that it sees and could damage; wrecks are no targets (combat-action.ranged.targets,
    combat-action.terrain.pf, combat-action.units.inert)."""
    state, body = battle.state, platform(battle.state, figure)
    if body is None:
        return []
    walls = [piece for piece in state.pieces if piece.kind in (SECTION, *OBSTACLES) and not piece.id.startswith(WRECK)]
    soft = [(piece, gap_poly(body.base(), piece.outline)) for piece in walls if weapon.pen + numbers.DIE >= protection(piece)]
    able = [piece for piece, far in soft if in_range(weapon, far) and not piece.holds(body.at)]
    return [piece for piece in able if (at := near_side(battle, figure, piece)) and bears(body, weapon, at)]


def tally(battle: Battle[State], shot: Shot) -> Tally:
    """What a to-hit die needs, with every modifier (combat-action.ranged.to-hit, combat-action.core.roll-high)."""
    state = battle.state
    shooter, body, weapon = state.figures[shot.figure], state.figures[shot.body], shot.weapon(state)
    level = size = building = speed = 0
    target = state.figures.get(shot.target)
    if target is not None:
        hull = state.figures[target.body]
        far, level, size = between(body, hull), hull.level, target.profile.size_modifier
        speed = numbers.speed_modifier(hull.went) if state.settings.speed else 0
    elif piece := shot.piece(state):
        far, building = gap_poly(body.base(), piece.outline), numbers.BUILDING_SIZE
    else:
        far = gap_point(body.base(), shot.at)
    found, aims = band(far, body.level != level), (shooter.aim_gun, shooter.aim_at) == (shot.gun, shot.target)
    high = numbers.HIGH if numbers.HIGHEST in (body.level, level) else 0
    mods = (
        Mod(f"{weapon.kind} at {found}", weapon.bonus(found), "combat-action.ranged.weapon-bonuses"),
        Mod(target.profile.size if target else "", size, "combat-action.ranged.size"),
        Mod("high altitude", high, "combat-action.ranged.high-altitude"),
        Mod("speed", speed, "combat-action.ranged.speed"),
        Mod("building", building, "combat-action.ranged.size"),
        Mod("aimed", numbers.DEVICE if aims else 0, "combat-action.actions.targeting-device"),
    )
    return numbers.least(shooter.profile.ss or numbers.DIE, mods, "combat-action.ranged.to-hit")
