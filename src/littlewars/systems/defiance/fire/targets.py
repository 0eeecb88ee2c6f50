"""Whom a figure may fire at: arc, sight, the closest figure of the closest unit, and what is exempt (defiance.ranged.*)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from littlewars.engine import Battle
from littlewars.table.board.measure import arcs_about, screened_by, screens
from littlewars.table.constants import LEVEL, ON, SIDE
from littlewars.table.facing import Sectors, facing_to
from littlewars.table.kernels.compiled import Mask
from littlewars.table.shapes.bases import centre2

from ..basics.numbers import COVER_ARC
from ..basics.profiles import NEVER, Weapon
from ..basics.sight import Ranges, ahead_of, away, cover_of, seen_by, sees
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, tabletop
from ..units.guns import COUNTS_AS
from ..units.units import is_independent
from ..vehicles.mounts import AHEAD, bears, facing_for, sectors_of, within
from ..vehicles.wrecks import shells

Aims = dict[str, int]  # whom one may fire at -> the facing with which
BEHIND, MAYBE = 1, 2  # a friend; perhaps one whose base is no disc


def visible(battle: Battle[State], figure: Figure) -> list[Figure]:
    """Enemies in line of sight, nearest first."""
    figures = battle.state.figures
    return [figures[name] for name in seen_by(battle, figure)]


# ---- the legal targets for one facing (defiance.ranged.legal-targets); everybody in order of his range


class Outlook(NamedTuple):
    """What a figure sees, whichever way it looks: everybody in order of his range, and whom it may pass over."""

    seen: Sequence[Figure]
    far: Ranges
    hidden: Collection[str]  # those in cover from it
    exposed: Collection[str]  # units of which somebody in sight, in the arc or not, has no cover: they are not passed over
    sizes: Mapping[str, int]  # as those count who are passed over
    alike: bool  # are all of one size, and all infantry or all vehicles?
    one_unit: bool
    guns: bool  # is a gun among them?


def outlook(state: State, seen: Sequence[Figure], far: Ranges, hidden: Collection[str]) -> Outlook:
    """What it sees, told apart once."""
    sizes = {enemy.id: _counted(state, enemy) for enemy in seen}
    kinds = {(sizes[enemy.id], enemy.frame.vehicle) for enemy in seen}
    exposed, units = {enemy.unit for enemy in seen if enemy.id not in hidden}, {enemy.unit for enemy in seen}
    guns = bool([enemy for enemy in seen if enemy.frame.vehicle and enemy.is_gun])
    return Outlook(seen, far, hidden, exposed, sizes, len(kinds) < 2, len(units) < 2, guns)


def legal_among(state: State, figure: Figure, ahead: list[Figure], view: Outlook) -> list[Figure]:
    """Figures that may be chosen of those in the arc."""
    if len(ahead) < 2:
        return ahead  # nobody is nearer, nothing is passed over
    found: dict[str, Figure] = {}
    for candidates in (ahead,) if view.alike else _narrowed(ahead, view.sizes):
        for unit in (candidates[0].unit,) if view.one_unit else _units(state, figure, candidates, view):
            for enemy in _figures(unit, candidates, view):
                found[enemy.id] = enemy
    return list(found.values())


def _counted(state: State, enemy: Figure) -> int:
    """Its size for those who pass others over; a unit with a gun counts as of size 3 (defiance.infweapon.crew-unit-size3)."""
    guns = state.units[enemy.unit].guns
    return max(COUNTS_AS, enemy.size) if guns and any(not state.figures[name].gone for name in guns) else enemy.size


def _narrowed(ahead: Sequence[Figure], sizes: Mapping[str, int]) -> Iterable[Sequence[Figure]]:
    """Infantry or vehicles only, and nobody below a size class (defiance.ranged.exempt-infantry-vehicle,
    defiance.ranged.exempt-size); not the same ones twice."""
    told = list[Sequence[Figure]]()
    for those in _of_a_kind(ahead):
        for least in sorted({sizes[enemy.id] for enemy in those}):
            found = [enemy for enemy in those if sizes[enemy.id] >= least]
            if found not in told:
                told.append(found)
    return told


def _of_a_kind(ahead: Sequence[Figure]) -> Iterable[Sequence[Figure]]:
    """Everybody, infantry, vehicles."""
    vehicles = [enemy for enemy in ahead if enemy.frame.vehicle]
    if not vehicles or len(vehicles) == len(ahead):
        return (ahead,)
    return ahead, [enemy for enemy in ahead if not enemy.frame.vehicle], vehicles


def _units(state: State, figure: Figure, candidates: Sequence[Figure], view: Outlook) -> list[str]:
    """The nearest unit; those wholly in cover may be passed over; elite, vehicles and aimers are free to choose
    (defiance.ranged.exempt-unit-in-cover)."""
    if is_independent(state.unit_of(figure)):
        return list(dict.fromkeys([enemy.unit for enemy in candidates]))  # defiance.ranged.elite-vehicle-targeting
    found: list[str] = []
    nearest: int | None = None
    for enemy in candidates:
        name, gap = enemy.unit, view.far[enemy.id]
        if nearest is not None and gap > nearest:
            break
        if name not in found:
            found.append(name)
            if name in view.exposed:
                nearest = gap  # it may not be passed over; a tie with it is the firer's choice
    if figure.aimed != 2:
        return found
    aimed = dict.fromkeys([enemy.unit for enemy in candidates if enemy.unit in figure.aims and enemy.unit not in found])
    return found + list(aimed)  # defiance.orders.aim-privilege


def _figures(unit: str, candidates: Sequence[Figure], view: Outlook) -> list[Figure]:
    """Any of a unit whose nearer comrades are all in cover, shaken or stunned (defiance.ranged.exempt-figures)."""
    found, nearest = list[Figure](), None
    far, hidden = view.far, view.hidden
    for enemy in candidates:
        if enemy.unit != unit:
            continue
        if nearest is not None and far[enemy.id] > nearest:
            break
        found.append(enemy)
        if not (enemy.id in hidden or enemy.shaken or enemy.stunned):
            nearest = far[enemy.id]
    if not view.guns:
        return found
    guns = [enemy for enemy in candidates if enemy.unit == unit and enemy.is_gun and enemy not in found]
    return found + guns  # defiance.infweapon.crew-target-choice


# ---- with a free facing


Arc = dict[str, tuple[int, int]]  # who can be in the arc at once -> the best facing for him: how far off the middle, and which


def arcs(figure: Figure, seen: Sequence[Figure], turns: bool, mount: Sectors = AHEAD) -> list[Arc]:
    """The different contents of the arc of a weapon; of equally good facings the first."""
    if not turns:
        inside = {enemy.id: (_off(figure, enemy), figure.face) for enemy in within(figure, mount, seen)}
        return [inside] if inside else []
    if mount != AHEAD:  # an anime mecha turns as it likes: anybody can come before the weapon
        bearings = [(enemy.id, facing_to(figure.at, enemy.at)) for enemy in seen]
        return [{name: (0, facing_for(mount, bearing)) for name, bearing in bearings}] if seen else []
    names = [enemy.id for enemy in seen]
    return [
        {name: one for name, one in zip(names, zip(off, best, strict=True), strict=True) if one[0] >= 0}
        for off, best in arcs_about(figure.at, figure.face, COVER_ARC, [(enemy.x, enemy.y) for enemy in seen])
    ]


def _off(figure: Figure, enemy: Figure) -> int:
    """How far somebody is off the middle of its arc."""
    turn = (figure.face - facing_to(figure.at, enemy.at)) % 36000 if enemy.at != figure.at else 0
    return min(turn, 36000 - turn)


class ArcContent(NamedTuple):
    """A facing's arc and what is in it: the figures at which one may fire, and the best facing for each."""

    may: Sequence[Figure]
    best: Arc


Gun = tuple[int, int, Weapon]  # a weapon ready to fire: which arm, which line of it, and the line


def targets_of(battle: Battle[State], figure: Figure, guns: Sequence[Gun], turns: bool, only: str = "") -> list[Aims]:
    """The targets of each of these weapons, each in its own arc (defiance.vehicle.targeting)."""
    state = battle.state
    if only:
        return [_at_will(battle, figure, gun, state.with_riders(state.units[only])) for gun in guns]
    found = _living(battle, figure, guns, turns)
    for shell in shells(state, state.side_of(figure)) if tabletop(battle).chapters.vehicles else ():
        _add_shell(battle, figure, guns, shell, found, turns)
    return found


def _add_shell(
    battle: Battle[State], figure: Figure, guns: Sequence[Gun], shell: Figure, found: Sequence[Aims], turns: bool
) -> None:
    """A disabled vehicle with people inside may be picked freely and never binds: no rule of the closest counts it
    (defiance.vehicle.sdc-target)."""
    if shell.level != figure.level or not sees(battle, figure, shell):
        return
    face = facing_to(figure.at, shell.at) if turns else figure.face
    for (arm, _, line), aims in zip(guns, found, strict=True):
        if line.needs(away(figure, shell), is_aimed(figure, shell)) is not None and bears(figure, arm, shell.at, face):
            aims[shell.id] = face


def _living(battle: Battle[State], figure: Figure, guns: Sequence[Gun], turns: bool) -> list[Aims]:
    """Enemies whom each of these weapons may be fired at."""
    far, lines = seen_by(battle, figure), [line for _, _, line in guns]
    nearest = next(iter(far.values()), None)
    reach = [line.longest if line.longest == NEVER else line.longest * (2 if figure.aimed == 2 else 1) for line in lines]
    if nearest is None or nearest > max(reach, default=0):
        return [{} for _ in lines]
    mounts = [sectors_of(figure, arm) for arm, _, _ in guns]
    found = {mount: _chances(battle, figure, turns, mount, max(reach)) for mount in dict.fromkeys(mounts)}
    open_to = zip(lines, mounts, reach, strict=True)
    return [_in_range(battle, figure, line, found[mount]) if most >= nearest else {} for line, mount, most in open_to]


def _chances(battle: Battle[State], figure: Figure, turns: bool, mount: Sectors, reach: int) -> list[ArcContent]:
    """Whom it may fire at, for every content of its arc: whom it may choose, with a free line to him."""
    state, seen, far = battle.state, visible(battle, figure), seen_by(battle, figure)
    view = outlook(state, seen, far, _hidden(battle, figure, seen))
    behind = _look_for_screens(battle, figure, seen)
    near = {enemy.id: enemy for enemy in seen if behind or far[enemy.id] <= reach}  # nobody beyond binds a choice
    found, known = list[ArcContent](), dict[tuple[str, ...], Sequence[Figure]]()
    for arc in arcs(figure, seen, turns, mount):
        names = tuple([name for name in arc if name in near])
        if names not in known:
            ahead = [near[name] for name in names]
            may = legal_among(state, figure, ahead, view)
            known[names] = unblocked(figure, may, ahead, behind) if behind else may
        found.append(ArcContent(known[names], arc))
    return found


def _in_range(battle: Battle[State], figure: Figure, line: Weapon, chances: Sequence[ArcContent]) -> Aims:
    """Those in range of this weapon, each with the facing that has him most in the middle."""
    far, found = seen_by(battle, figure), dict[str, tuple[int, int]]()
    for may, best in chances:
        for enemy in may:
            name = enemy.id
            if name in found and best[name][0] >= found[name][0]:
                continue
            if line.needs(far[name], is_aimed(figure, enemy)) is not None:
                found[name] = best[name]
    return {name: face for name, (_, face) in found.items()}


def views(battle: Battle[State], figure: Figure, first: Figure) -> list[tuple[frozenset[str], int]]:
    """Everything that can be in the arc at once when this enemy may be fired at, with a facing for it."""
    state, seen, found = battle.state, visible(battle, figure), dict[frozenset[str], int | None]()
    view = outlook(state, seen, seen_by(battle, figure), _hidden(battle, figure, seen))
    for face in dict.fromkeys(face for arc in arcs(figure, seen, True) for face in _middle_first(arc)):
        ahead = ahead_of(figure, seen, face)
        names = frozenset([enemy.id for enemy in ahead])
        if names not in found:
            behind = {enemy.id for enemy in ahead if blocked(battle, figure, enemy)}
            may = unblocked(figure, legal_among(state, figure, ahead, view), ahead, behind)
            found[names] = face if first in may else None
    return [(names, face) for names, face in found.items() if face is not None]


def _middle_first(arc: Arc) -> list[int]:
    """Facings that hold all these: first one in the middle, where rounding puts nobody off the border."""
    best = [face for _, face in arc.values()]
    turned = [(face - best[0] + 18000) % 36000 - 18000 for face in best]
    return [(best[0] + (min(turned) + max(turned)) // 2) % 36000, *best]


def _hidden(battle: Battle[State], figure: Figure, seen: Sequence[Figure]) -> frozenset[str]:
    """Those of them against whom a shot would suffer a terrain modifier; being prone alone is no cover
    (defiance.ranged.exempt-figures). Noted until anybody moves."""
    state, place = battle.state, tabletop(battle)
    return place.until_move(("hidden", figure.id), lambda: frozenset([e.id for e in seen if cover_of(state, figure.at, e)]))


def _at_will(battle: Battle[State], figure: Figure, gun: Gun, members: Sequence[Figure]) -> Aims:
    """Covering fire: any figure of the unit in arc, sight and range with a free line (defiance.cover.target-choice)."""
    open_to = [enemy for enemy in members if is_open(battle, figure, (gun,), enemy)]
    return {enemy.id: figure.face for enemy in sorted(open_to, key=lambda enemy: (away(figure, enemy), enemy.id))}


def is_open(battle: Battle[State], figure: Figure, guns: Iterable[Gun], enemy: Figure) -> bool:
    """Could it cover with one of these against this enemy: in its arc, in range and in sight, no friend in between?"""
    at, place = (enemy.x, enemy.y), battle.board or tabletop(battle)
    if place.chapters.phases and any(line.does("phases") and bears(figure, arm, at) for arm, _, line in guns):
        return True  # declared before anybody measures (defiance.effector.phase-targeting)
    far = seen_by(battle, figure).get(enemy.id)
    if far is None:
        return False
    aimed = is_aimed(figure, enemy)
    for arm, _, line in guns:
        if line.needs(far, aimed) is not None and bears(figure, arm, at):
            return not blocked(battle, figure, enemy)
    return False


def is_aimed(figure: Figure, enemy: Figure) -> bool:
    """Does the firer profit from having aimed at this unit (defiance.orders.aim-range-doubling)?"""
    return figure.aimed == 2 and enemy.unit in figure.aims


# ---- friends in the way


def blocked(battle: Battle[State], figure: Figure, enemy: Figure) -> bool:
    """Does a friend of the same or a larger size stand in the line of fire (defiance.ranged.friendly-blocking)?"""
    screened = _screened(battle, figure)
    if enemy.id not in screened:
        _look_for_screens(battle, figure, [enemy])
    return screened[enemy.id]


def _screened(battle: Battle[State], figure: Figure) -> dict[str, bool]:
    """The figures already looked at that stand behind a friend."""
    return tabletop(battle).until_move(("screened", figure.id), dict)


def _look_for_screens(battle: Battle[State], figure: Figure, enemies: Sequence[Figure]) -> set[str]:
    """Who of them stands behind a friend, one look at all; it is noted."""
    screened, codes = _screened(battle, figure), screens(board(battle), figure.id, [(e.x, e.y) for e in enemies])
    behind = set[str]()
    for enemy, code in zip(enemies, codes, strict=True):
        screened[enemy.id] = behind_hull(battle, figure, enemy) if code == MAYBE else code == BEHIND
        if screened[enemy.id]:
            behind.add(enemy.id)
    return behind


def behind_hull(battle: Battle[State], figure: Figure, enemy: Figure) -> bool:
    """The exact answer, for friends whose bases are no discs."""
    state, place = battle.state, tabletop(battle)
    table = place.board
    bodies = table.bodies[: table.n]
    near: Mask = (bodies[:, ON] != 0) & (bodies[:, SIDE] == place.side_no[state.side_of(figure)])
    near &= bodies[:, LEVEL] == figure.level
    near[table.row[figure.id]] = False
    return any(state.figures[name].size >= figure.size for name in screened_by(table, figure.at, enemy.at, near))


def unblocked(figure: Figure, may: Sequence[Figure], ahead: Sequence[Figure], behind: Collection[str]) -> list[Figure]:
    """The figures at which it may fire; in place of one behind a friend the free figure nearest to that one, or several at the
    same distance (defiance.ranged.friendly-blocking-retarget)."""
    free = [other for other in ahead if other.id not in behind]
    return [enemy for one in may for enemy in ((one,) if one.id not in behind else _nearest_to(one, figure, free))]


def _nearest_to(enemy: Figure, figure: Figure, free: Sequence[Figure]) -> Sequence[Figure]:
    """Of equals those nearest to the firer."""
    gaps = [centre2(enemy.at, other.at) for other in free]
    nearest = min(gaps, default=None)
    found = [other for other, gap in zip(free, gaps, strict=True) if gap == nearest]
    if len(found) < 2:
        return found
    least = min(away(figure, other) for other in found)
    return [other for other in found if away(figure, other) == least]


# ---- the closest enemy unit, for orders


def closest_unit(state: State, figures: Sequence[Figure], enemies: Sequence[Figure]) -> list[Unit]:
    """The enemy unit with the figure nearest to any of these; several if they tie."""
    if not enemies or not figures:
        return []
    gaps: dict[str, int] = {}
    places = [(f.x, f.y) for f in figures]
    for enemy in enemies:
        x, y = enemy.x, enemy.y
        near = min([(px - x) ** 2 + (py - y) ** 2 for px, py in places])
        gaps[enemy.unit] = min(near, gaps.get(enemy.unit, near))
    best = min(gaps.values())
    return [state.units[name] for name in sorted(gaps) if gaps[name] == best]
