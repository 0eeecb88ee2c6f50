"""Moves that nobody chooses: broken units that flee, seek cover or fall back, and retreats (xenocide.broken.*,
xenocide.retreat.move). One mover with a goal and a limit serves them all; below, where cover is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property

from littlewars.engine import Battle, Legs, Point, Refusal
from littlewars.engine.measures import INCH
from littlewars.engine.moves import along, ends_of
from littlewars.engine.names import ref
from littlewars.table.constants import FAR, TOUCH
from littlewars.table.facing import angle_between, facing_to, step_to
from littlewars.table.formation.planner import plan_towards
from littlewars.table.moving.flight import flee as run_off
from littlewars.table.moving.shelter import behind, inside
from littlewars.table.shapes.bases import centre2, gap_poly, middle, moved
from littlewars.table.sight.looks import is_hidden
from littlewars.table.terrain.sight_rules import XENOCIDE as SIGHT
from littlewars.table.zones import TOWARDS, to_edge

from ..basics.numbers import REACH
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, gives_cover, hangs_together, nature, put, tabletop, visible_enemies
from ..fire.views import cover_against, shelter_at
from ..harm.wounds import disengage, lay_down, remove
from ..vehicles.mounts import get_in, lets_in, room_for
from ..vehicles.speed import base_movement
from .snapping import begin_march
from .walking import Ends, Forbids, Walk, go_along
from .ways import DOUBLE, Allowance, comes_nearer, flying_distance, grounded, may_move, passage_of

SHORT = 1 * INCH  # how much shorter than the plan the owner's own way may fall
ROOM = INCH // 4  # between a base and what it hides behind
ASIDE = tuple(sorted(range(-4500, 4501, 1500), key=abs))  # directions about straight away (xenocide.broken.no-cover)
Paths = dict[str, list[Point]]
COVER, AWAY = "xenocide.broken.seek-cover", "xenocide.broken.no-cover"


def not_nearer(battle: Battle[State], unit: Unit, enemy: Unit | None = None) -> Forbids:
    """No model may end nearer to the closest visible enemy unit, and none may engage (xenocide.broken.passed)."""
    enemy = enemy or closest(battle, unit)

    def refuse(ends: Ends) -> Refusal | None:
        table, rows = board(battle), grounded(battle, unit.side)
        for name, at in ends.items():
            if enemy is not None and comes_nearer(battle, {name: at}, [enemy.id]):
                return Refusal("xenocide.broken.passed", f"{ref(name)} would come nearer to {ref(enemy.id)}")
            there = table.gaps_from(moved(table.base(name), at))[rows] <= TOUCH
            if bool((there & (table.gaps(name)[rows] > TOUCH)).any()):
                return Refusal("xenocide.broken.passed", f"{ref(name)} would engage an enemy")
        return None

    return refuse


class FallBack(Walk):
    """A way to cover, or away: the engine's own is the measure, the owner may go as well otherwise."""

    def __init__(self, battle: Battle[State], unit: Unit, allowance: Allowance, clear: int = 0) -> None:
        self.clear = clear
        self.enemy = closest(battle, unit)
        super().__init__(battle, unit, allowance, not_nearer(battle, unit, self.enemy))
        self.eyes = battle.state.standing(self.enemy) if self.enemy is not None else []

    @cached_property
    def goals(self) -> list[Point]:
        """Places to make for, the closest to the unit's centre first: into area terrain with cover, behind linear pieces and
        what blocks sight as that enemy sees them; no enemy is in it, or near what is linear (xenocide.broken.seek-cover)."""
        if self.enemy is None:
            return []
        state, found = self.battle.state, list[Point]()
        here, threat = middle_of(state, self.unit), middle_of(state, self.enemy)
        foes = [foe for other in state.foes_of(self.unit.side) for foe in state.standing(other)]
        off = max(figure.profile.radius for figure in state.standing(self.unit)) + ROOM
        for piece in state.pieces:
            kind, covers = nature(piece), bool(gives_cover(piece))
            enters = not piece.linear and (kind.going != "impassable" or bool(piece.openings))
            near = (gap_poly(f.base(), piece.outline) <= REACH if piece.linear else piece.holds(f.at) for f in foes)
            if (covers or kind.view == "block") and not any(near):
                found += [inside(piece, here)] if covers and enters else []
                found += behind(piece, here, threat, off) if kind.view == "block" or piece.linear else []
        return sorted(found, key=lambda at: (centre2(at, here), at))

    @cached_property
    def best(self) -> tuple[Legs, Point]:
        """The way that brings most into cover, of a retreat first of all clear of every enemy (xenocide.retreat.move), and
        where it leads; of alike ways that to the closest cover, or else away. The first that brings half of them there will do
        (xenocide.broken.seek-cover); of cover out of reach, and of the ways away, only the first by which all come clear."""
        state, order, far = self.battle.state, self._order(), max(self.allowance.most.values(), default=0)
        here, members = middle_of(state, self.unit), len(state.standing(self.unit))
        found: tuple[tuple[int, int], Legs, Point] = ((-1, -1), (), here)
        order = order._replace(forbids=lambda name, path: self.passes_contact(state.figures[name], *along({name: path})))
        near = [goal for goal in self.goals if centre2(here, goal) <= far * far]
        for goal in (*self.goals, *self._away(here)):
            if found[1] and found[0][0] == members and goal not in near:
                break
            legs = along(plan_towards(board(self.battle), order, goal, far).paths)
            if not legs or self.judged(legs)[1]:
                continue
            covered, clear, _ = self._worth(legs, goal)
            clear = clear if self.clear else members
            found = max(found, ((clear, covered), legs, goal), key=lambda one: one[0])
            if clear == members and 2 * covered >= members:
                break
        return found[1:] if found[1] else (self.regrouped, here)

    def _away(self, here: Point) -> list[Point]:
        """Away from the closest visible enemy, up to 45 degrees aside: first to its own edge (xenocide.broken.no-cover)."""
        if self.enemy is None:
            return []
        far, home = max(self.allowance.most.values(), default=0), TOWARDS.get(self.battle.state.sides[self.unit.side].edge, 0)
        back = facing_to(middle_of(self.battle.state, self.enemy), here)
        ways = sorted(((back + aside) % 36000 for aside in ASIDE), key=lambda way: angle_between(way, home))
        return [step_to(here, way, far) for way in ways]

    def refuse(self, legs: Legs) -> Refusal | None:
        """As any move; no fewer in cover and clear than by the best way, and hardly shorter (xenocide.retreat.move)."""
        best, goal = self.best
        if legs == best:
            return None
        if (refusal := super().refuse(legs)) or not best:
            return refusal
        (covered, clear, far), (most, clearest, near) = self._worth(legs, goal), self._worth(best, goal)
        if covered < most or clear < clearest or far > near + SHORT:
            return Refusal(COVER if goal in self.goals else AWAY, f"{ref(self.unit.id)} could get farther")
        return None

    def _worth(self, legs: Legs, goal: Point) -> tuple[int, int, int]:
        """How many end in cover, how many clear of all enemies (xenocide.retreat.move), how far the middle is from the goal."""
        ends = ends_of(legs)
        there = [(figure, ends.get(figure.id, figure.at)) for figure in self.battle.state.standing(self.unit)]
        covered = sum(is_sheltered(self.battle, figure, at, self.eyes) for figure, at in there)
        clear = sum(clearance(self.battle, figure, at) >= self.clear for figure, at in there)
        return covered, clear, round(centre2(middle([at for _, at in there]), goal) ** 0.5)

    @property
    def fallbacks(self) -> list[Legs]:
        """The engine's own way."""
        return [self.best[0]]


def clearance(battle: Battle[State], figure: Figure, at: Point) -> int:
    """How far the nearest enemy model would be from it there."""
    rows = tabletop(battle).enemy_rows(battle.state, battle.state.side_of(figure))
    return int(board(battle).gaps_from(moved(figure.base(), at))[rows].min()) if len(rows) else FAR


async def fall_back(battle: Battle[State], unit: Unit, clear: int = 0, times: int = DOUBLE) -> None:
    """The unit goes to cover or away. Nobody who retreats is held by a weapon he fired, and crew weapons are left behind; a
    broken unit that passed is held and keeps them (xenocide.broken.fixed-weapons)."""
    state = battle.state
    for figure in state.standing(unit) if clear else ():
        lay_down(state, figure)
    most = {one.id: one.profile.movement * times for one in state.standing(unit) if clear or may_move(state, one)}
    walk = FallBack(battle, unit, Allowance(most), clear)
    if most and walk.best[0]:
        trail = await walk.go("xenocide.retreat.move" if clear else COVER, "falls back")
        if not clear:  # a retreat is no move of the movement phase (xenocide.snap.who)
            begin_march(state, unit, trail)


async def flee(battle: Battle[State], unit: Unit) -> None:
    """To an edge (xenocide.broken.flee), or to a nearer way out that brings nobody closer to enemies: who reaches that is
    aboard, or through it and out of the game (xenocide.broken.flee-other-exit), and so is who reaches the edge
    (xenocide.broken.left-the-table). S+2 weapons are left behind (xenocide.broken.fixed-weapons)."""
    state, here = battle.state, middle_of(battle.state, unit)
    disengage(state, unit)
    for figure in state.standing(unit):
        lay_down(state, figure)
    edge, paths = _best_flight(battle, unit)
    for vehicle, goal in _other_ways_out(battle, unit, edge):
        far = math.isqrt(centre2(here, goal))
        ways, nears = _run(battle, unit, facing_to(here, goal), far) if far else ({}, False)
        if nears:
            continue
        if centre2(here, goal) > max(_speeds(battle, unit).values()) ** 2:
            paths = ways
            break
        if vehicle is not None:
            get_in(battle, unit, vehicle)
        for figure in state.standing(unit):  # nobody of those aboard
            remove(battle, figure, "fled")
        return

    def arrive(battle: Battle[State], figure: Figure, at: Point) -> None:
        (x, y), r = at, figure.profile.radius
        if r < x < state.width - r and r < y < state.depth - r:
            put(battle, figure, at)
        else:
            remove(battle, figure, "fled")

    begin_march(state, unit, go_along(battle, along(paths), "flees", arrive))


def _speeds(battle: Battle[State], unit: Unit) -> dict[str, int]:
    """Double the movement of each, in the air the flying distance (xenocide.broken.flee)."""
    members = battle.state.standing(unit)
    return {one.id: flying_distance(one) if unit.airborne else one.profile.movement * DOUBLE for one in members}


def _other_ways_out(battle: Battle[State], unit: Unit, edge: int) -> list[tuple[Figure | None, Point]]:
    """Ways out of another kind that are nearer than the edge, the nearest first: exits of the scenario, and friendly vehicles
    that stand, have room and are faster (xenocide.broken.flee-other-exit)."""
    state, here = battle.state, middle_of(battle.state, unit)
    found: list[tuple[Figure | None, Point]] = [(None, (round(x * INCH), round(y * INCH))) for x, y in state.settings.exits]
    speed = max(figure.profile.movement for figure in state.standing(unit))
    for hull in (state.vehicle_of(other) for other in state.units_of(unit.side) if not unit.boarded):
        if hull is not None and lets_in(state, hull) and room_for(state, unit, hull) and base_movement(hull) > speed:
            found.append((hull, hull.at))
    return sorted((one for one in found if centre2(here, one[1]) < edge * edge), key=lambda one: centre2(here, one[1]))


def _run(battle: Battle[State], unit: Unit, way: int, most: int = FAR) -> tuple[Paths, bool]:
    """Each as far as he can, or all as the slowest, to stay together (xenocide.move.coherency). Does that bring any nearer?"""
    members, speeds = battle.state.standing(unit), _speeds(battle, unit)
    for far in (most, min(most, *speeds.values())):
        paths = run_off(board(battle), speeds, way, far, passage_of(battle, members[0]))
        ends = {name: path[-1] for name, path in paths.items() if path}
        if hangs_together(members, ends):
            break
    return paths, comes_nearer(battle, ends, [foe.id for foe in battle.state.foes_of(unit.side)])


def _best_flight(battle: Battle[State], unit: Unit) -> tuple[int, Paths]:
    """How far the closest edge is that brings no model closer to an enemy unit, and the ways there; else that where it ends
    farthest from the nearest enemy (xenocide.broken.flee)."""
    state, here, tries = battle.state, middle_of(battle.state, unit), []
    for far, edge in sorted((to_edge((state.width, state.depth), edge, here), edge) for edge in TOWARDS):
        paths, nears = _run(battle, unit, TOWARDS[edge])
        if not nears:
            return far, paths
        gaps = [clearance(battle, state.figures[name], path[-1]) for name, path in paths.items() if path]
        tries.append((min(gaps), far, paths))
    return max(tries, key=lambda one: one[0])[1:]


def middle_of(state: State, unit: Unit) -> Point:
    """The centre of a unit."""
    return middle([figure.at for figure in state.standing(unit)])


def closest(battle: Battle[State], unit: Unit) -> Unit | None:
    """The closest visible enemy unit, or the closest known one if none is visible (xenocide.broken.passed)."""
    state, table, own = battle.state, board(battle), [figure.id for figure in battle.state.standing(unit)]
    foes = [foe for foe in visible_enemies(battle, unit) or state.foes_of(unit.side) if own and state.standing(foe)]
    return min(foes, key=lambda foe: (int(table.matrix(own, [f.id for f in state.standing(foe)]).min()), foe.id), default=None)


def is_sheltered(battle: Battle[State], figure: Figure, at: Point, foes: Sequence[Figure]) -> bool:
    """Would a model there be in area terrain with cover, within an inch behind a linear piece as seen from the closest of
    these enemies, or out of sight of all enemies (xenocide.broken.seek-cover)?"""
    there = moved(figure.base(), at)
    rows = tabletop(battle).enemy_rows(battle.state, battle.state.side_of(figure))
    if cover_against(shelter_at(battle, there), at, foes) or not len(rows):
        return True
    return is_hidden(board(battle), there, rows, SIGHT, tall=figure.profile.height)


def in_cover(battle: Battle[State], unit: Unit) -> bool:
    """Is half of the unit or more sheltered where it stands (xenocide.broken.seek-cover)?"""
    state, enemy = battle.state, closest(battle, unit)
    members, eyes = state.standing(unit), state.standing(enemy) if enemy is not None else []
    return 2 * sum(is_sheltered(battle, figure, figure.at, eyes) for figure in members) >= len(members)
