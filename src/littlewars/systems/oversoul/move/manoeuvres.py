"""Manoeuvres: the single steps of a tight unit that moves as one body (oversoul.tight.*)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt

from msgspec import Struct

from littlewars.engine import Battle, Refusal, Step
from littlewars.engine.names import in_the_way, length, ref
from littlewars.table.board.board import Board, Clash
from littlewars.table.facing import Point, angle_between, facing_to
from littlewars.table.formation.formation import Formation, wheel
from littlewars.table.formation.march import Manoeuvre, after, in_step, march
from littlewars.table.moving.route import route
from littlewars.table.moving.walk import Passage, along, last_straight, leap, length_of, stays_in
from littlewars.table.shapes.bases import Base, Box, centre2
from littlewars.untrusted import quote

from ..basics.state import Figure, Ranks, State, Unit
from ..basics.tabletop import is_deep, is_shallow, tabletop
from ..units.ranks import FORMATIONS, default_ranks, formation_of, places, ranks_from, sizes
from ..units.shallows import AGROUND, in_shallows, until_shallow, up_to_shallows
from .legs import STRAY, is_ahead, stopped_by

OBLIQUE = 4500  # oversoul.tight.line-oblique
FORWARDS = 1500  # how far a man's way in a turning column may be off its new facing and still lead forwards
DEGREE = 100  # a wheel is looked at in chords of so much
WHEEL_STATIONS = 1500  # every so many hundredths of a degree a wheel notes where everybody is


class March(Struct):
    """A body on its way: its formation now, the stations it passed, what it has paid and done."""

    ranks: Ranks
    stations: list[Ranks] = []
    paid: int = 0
    went: int = 0  # inches covered, whatever they cost
    runs: bool = False
    changed: bool = False
    moved: bool = False
    stood: bool = False
    prone: bool = False
    airborne: bool = False
    straight: dict[str, int] = {}  # of each, the last stretch straight ahead
    spent: dict[str, int] = {}  # of each, what his own way has cost in a column, beyond what all have paid
    only: str = ""

    @property
    def price(self) -> int:
        """What the Move has cost so far."""
        return self.paid + max(self.spent.values(), default=0)


def passage(battle: Battle[State], unit: Unit, airborne: bool) -> Passage:
    """The body passes through itself only; in the air over everything. Swimmers swim if all of them can."""
    place = tabletop(battle)
    own = frozenset(place.unit_no[name] for name in (unit.id, unit.leader) if name)
    if airborne:
        return Passage(own, cost=place.aloft, over=True)
    grounds = [place.ground_for(figure) for figure in battle.state.with_leader(unit)]
    return Passage(own, cost=grounds[0] if all(ground is grounds[0] for ground in grounds) else None)


def settle(state: State, took: March, ranks: Ranks, trial: Board) -> None:
    """The body stands there now, on the trial board."""
    took.ranks = ranks
    took.stations.append(ranks)
    for name, base in places(state, ranks).items():
        trial.move(name, base)


# ---- lines


def manoeuvre(battle: Battle[State], unit: Unit, took: March, step: Step, trial: Board) -> Refusal | None:
    """Advance, oblique, wheel or about face (oversoul.tight.line-about-face and the other oversoul.tight.line-*)."""
    state, formation = battle.state, formation_of(took.ranks)
    todo = _read(formation, step)
    if isinstance(todo, Refusal):
        return todo
    room = sizes(state, formation.ids, took.ranks.kind)
    todo = _until_aground(state, ships(state, unit, took), formation, todo, room)
    own = passage(battle, unit, took.airborne)
    done = march(trial, formation, [todo], room, own)
    clash = done.walk.clash or (_leader_clash(state, trial, formation, todo, own) if todo.how == "wheel" else None)
    if clash is not None:
        return stopped_by(unit.id, clash)
    if todo.how == "wheel":
        for angle in range(WHEEL_STATIONS, todo.angle, WHEEL_STATIONS):
            took.stations.append(ranks_from(wheel(formation, todo.end, angle, room)))
    ahead = {name: took.straight.get(name, 0) + todo.length for name in formation.ids}
    took.straight = ahead if todo.how == "advance" else {}
    settle(state, took, ranks_from(done.formation), trial)
    took.paid += done.walk.length if took.airborne else done.walk.cost
    took.went += done.walk.length
    took.moved = took.moved or todo.how != "about"
    return None


def _read(formation: Formation, step: Step) -> Manoeuvre | Refusal:
    """A step in the words of the drill square."""
    if step.verb == "about":
        return Manoeuvre("about")
    if step.verb == "wheel":
        if formation.kind != "line":
            return Refusal("oversoul.tight.column-turning", "a column turns without wheeling")
        if step.face is None or step.what not in ("left", "right"):
            return Refusal("oversoul.tight.line-wheel", "a wheel goes about the left or the right end to a new facing")
        turn = (step.face - formation.facing) % 36000
        angle = turn if step.what == "right" else (36000 - turn) % 36000
        return Manoeuvre("wheel", angle=angle, end="left" if step.what == "left" else "right")
    assert step.to is not None
    if step.face is not None and step.face % 36000 != formation.facing:
        return Refusal("oversoul.tight.line-advance", "a line keeps its facing unless it wheels or faces about")
    far = round(centre2(formation.anchor, step.to) ** 0.5)
    if is_ahead(formation.anchor, formation.facing, step.to):
        return Manoeuvre("advance", far)
    heading = facing_to(formation.anchor, step.to)
    angle = (heading - formation.facing) % 36000
    if angle_between(heading, formation.facing) > OBLIQUE:
        return Refusal("oversoul.tight.line-advance", "a line goes ahead, or up to 45 degrees aside")
    return Manoeuvre("oblique", far, angle if angle <= 18000 else angle - 36000)


def _leader_clash(state: State, trial: Board, formation: Formation, todo: Manoeuvre, own: Passage) -> Clash | None:
    """A leader whose base is longer than the ranks are deep needs room of his own in a wheel: looked at degree by degree."""
    ids = formation.ids
    room = sizes(state, ids, formation.kind)
    long = [name for name in ids if isinstance(room[name], Box) and room[name] != state.figures[name].base()]
    for name in long:
        for angle in (*range(DEGREE, todo.angle, DEGREE), todo.angle):
            base = places(state, ranks_from(wheel(formation, todo.end, angle, room)))[name]
            if (clash := trial.stands(base, ids, cost=own.cost)) is not None:
                return clash
    return None


# ---- columns


def march_column(battle: Battle[State], unit: Unit, took: March, step: Step, trial: Board, budget: int) -> Refusal | None:
    """A column goes where it likes: everybody to his new place by his own way (oversoul.tight.column-turning)."""
    assert step.to is not None
    state, old = battle.state, formation_of(took.ranks)
    ahead = facing_to(old.anchor, step.to) if step.to != old.anchor else old.facing
    face = (ahead if step.face is None else step.face) % 36000
    new = _column_at(state, ships(state, unit, took), old._replace(facing=face), step.to)
    goals, own = places(state, new), passage(battle, unit, took.airborne)
    free = own._replace(ghosts=frozenset(goals))
    ways: dict[str, list[Point]] = {}
    for name, base in goals.items():
        if clash := trial.stands(base, goals, cost=own.cost):
            return stopped_by(unit.id, clash)
        way = route(trial, name, base.at, max(0, budget - took.paid - took.spent.get(name, 0)), free)
        if way is None:
            return Refusal("oversoul.tight.column-turning", f"{ref(name)} has no way to his place within the allowance")
        ways[name] = [trial.base(name).at, *way]
    if refusal := through_shallows(state, ships(state, unit, took), ways):
        return refusal
    paid = in_step(trial, ways, own.cost, own.over)  # all suffer what a part of them passes through (oversoul.tight.terrain)
    for name, way in ways.items():
        took.spent[name] = took.spent.get(name, 0) + paid[name]
        before = took.straight.get(name, 0) if face == old.facing and is_ahead(old.anchor, old.facing, step.to) else 0
        forwards = angle_between(facing_to(way[-2], way[-1]), face) <= FORWARDS
        took.straight[name] = before + last_straight(way) if forwards else 0
    settle(state, took, new, trial)
    took.went += max(length_of(way[0], way[1:]) for way in ways.values())
    took.moved = took.moved or took.went > 0
    return None


# ---- other formations, jumps


def change(battle: Battle[State], unit: Unit, took: March, how: str, trial: Board, budget: int) -> Refusal | None:
    """Another formation for half the allowance, once; facing and middle of the front stay (oversoul.tight.change-formation)."""
    rule, half = "oversoul.tight.change-formation", budget // 2
    if how not in FORMATIONS:
        return Refusal("oversoul.tight.must-have-formation", f"{quote(how)} is no formation")
    if took.changed or took.price + half > budget:
        return Refusal(rule, "a change of formation costs half of the movement, once in a Move")
    try:
        new = default_ranks(battle.state, unit, how, (took.ranks.x, took.ranks.y), took.ranks.face)
    except ValueError as error:
        kind = how.partition("/")[0]
        return Refusal({"line": "oversoul.tight.line", "column": "oversoul.tight.column"}[kind], str(error))
    ground, there = passage(battle, unit, took.airborne).cost, places(battle.state, new)
    for base in there.values():
        if clash := trial.stands(base, there, cost=ground):
            return Refusal(rule, f"{in_the_way(clash.id)} is in the way")
    ways = {name: [trial.base(name).at, base.at] for name, base in there.items()}
    if refusal := through_shallows(battle.state, ships(battle.state, unit, took), ways):
        return refusal
    settle(battle.state, took, new, trial)
    took.paid += half
    took.changed, took.straight = True, {}
    return None


def jump(battle: Battle[State], unit: Unit, took: March, step: Step, trial: Board) -> Refusal | None:
    """A tight unit jumps as one body or not at all (oversoul.attr.jump)."""
    state, rule = battle.state, "oversoul.attr.jump"
    members = state.with_leader(unit)
    busy = took.moved or took.changed or took.stood or took.runs or took.airborne
    if step.to is None or busy or not all(figure.profile.jump for figure in members):
        return Refusal(rule, f"{ref(unit.id)} cannot jump")
    formation = formation_of(took.ranks)
    far, most = round(centre2(formation.anchor, step.to) ** 0.5), min(figure.profile.jump for figure in members)
    if far > most:
        return Refusal(rule, f"jumps {length(far)} of {length(most)}")
    new = ranks_from(formation._replace(anchor=step.to))
    there = places(state, new)
    for name, base in there.items():
        if leap(trial.base(name).at, base.at, state.pieces).over > state.figures[name].profile.jump_height:
            return Refusal(rule, f"{ref(name)} cannot jump that high")
        clash = trial.stands(base, there, cost=passage(battle, unit, False).cost)
        if clash:
            return Refusal(rule, f"{ref(name)} would land on {in_the_way(clash.id)}")
    took.straight = dict.fromkeys(there, far) if is_ahead(formation.anchor, formation.facing, step.to) else {}
    settle(state, took, new, trial)
    took.moved, took.only = True, "jump"
    return None


# ---- in its element


def leaves_water(state: State, unit: Unit, took: March) -> Refusal | None:
    """Waterborne models keep to the water in formation, too (oversoul.attr.waterborne)."""
    sailors = [figure for figure in state.with_leader(unit) if figure.profile.waterborne and not took.airborne]
    for figure in sailors:
        if not keeps_to_water(state, figure, [places(state, ranks)[figure.id].at for ranks in took.stations]):
            return Refusal("oversoul.attr.waterborne", f"{ref(figure.id)} leaves the water")
    return None


def keeps_to_water(state: State, figure: Figure, points: Sequence[Point]) -> bool:
    """Does this model, if it is Waterborne, stay in the water on a way through these points?"""
    water = [piece for piece in state.pieces if is_deep(piece) or is_shallow(piece)]
    return not figure.profile.waterborne or stays_in(figure.at, points, water)


# ---- running aground


def ships(state: State, unit: Unit, took: March) -> list[str]:
    """The models that stop the body by coming into the shallows: Waterborne ones that were not aground before."""
    if took.airborne:
        return []
    return [figure.id for figure in state.with_leader(unit) if figure.profile.waterborne and not figure.aground]


def is_aground(state: State, unit: Unit, took: March) -> bool:
    """Has the way so far brought somebody into the shallows? Then the Move ends there (oversoul.attr.waterborne-aground)."""
    afloat = ships(state, unit, took) if took.stations else []
    there = places(state, took.ranks) if afloat else {}
    return any(there[name].at != state.figures[name].at and in_shallows(state, there[name].at) for name in afloat)


def _steps_until_aground(
    state: State, afloat: Sequence[str], far: int, formed: Callable[[int], Formation], begun: int = 0
) -> int:
    """How many of the steps of a body it takes until the first ship is in the shallows; all of them if none comes there."""

    def there(number: int) -> list[Point]:
        stood = places(state, ranks_from(formed(begun + number)))
        return [stood[name].at for name in afloat]

    ways = list(zip(there(0), there(far - begun), strict=True))
    stop = until_shallow(state, ways, far - begun, there)
    return far if stop is None else begun + stop


def _until_aground(
    state: State, afloat: Sequence[str], formation: Formation, todo: Manoeuvre, room: dict[str, Base]
) -> Manoeuvre:
    """A line stops where the first ship runs aground (oversoul.attr.waterborne-aground)."""
    if not afloat or todo.how == "about":
        return todo
    if todo.how != "wheel":
        length = _steps_until_aground(state, afloat, todo.length, lambda n: after(formation, todo._replace(length=n), room))
        return todo._replace(length=length)
    for begun in range(0, todo.angle, DEGREE):
        chord = min(begun + DEGREE, todo.angle)
        angle = _steps_until_aground(state, afloat, chord, lambda n: after(formation, todo._replace(angle=n), room), begun)
        if angle < chord or _wet(state, afloat, wheel(formation, todo.end, angle, room)):
            return todo._replace(angle=angle)
    return todo


def _wet(state: State, afloat: Sequence[str], formation: Formation) -> bool:
    there = places(state, ranks_from(formation))
    return any(in_shallows(state, there[name].at) for name in afloat)


def _column_at(state: State, afloat: Sequence[str], turned: Formation, to: Point) -> Ranks:
    """A column come to a place, or as far towards it as the first ship runs aground (oversoul.attr.waterborne-aground)."""
    far = round(sqrt(centre2(turned.anchor, to)))
    if not afloat or not far:
        return ranks_from(turned._replace(anchor=to))
    line = [turned.anchor, to]
    steps = _steps_until_aground(state, afloat, far, lambda n: turned._replace(anchor=along(line, n, far)))
    return ranks_from(turned._replace(anchor=along(line, steps, far)))


def through_shallows(state: State, afloat: Sequence[str], ways: Mapping[str, Sequence[Point]]) -> Refusal | None:
    """A body that falls in anew cannot stop half-way: nobody comes into the shallows before his place.

    oversoul.attr.waterborne-aground
    """
    for name in afloat:
        stop = up_to_shallows(state, ways[name])[-1]
        if centre2(stop, ways[name][-1]) > STRAY * STRAY:
            return Refusal(AGROUND, f"{ref(name)} would run aground on the way to its place")
    return None
