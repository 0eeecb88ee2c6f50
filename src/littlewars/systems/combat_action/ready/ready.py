"""Ready-to-fire: who becomes it, and the answer to an enemy's action, on the way of a move as well (combat-action.ready.gain,
combat-action.ready.use, combat-action.ready.end)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from littlewars.engine import Attack, Battle, Choose, Option, Point
from littlewars.engine.names import ref
from littlewars.table.board.hulls import crosses_hull
from littlewars.table.constants import NONE
from littlewars.table.moving.walk import along, faces_along, length_of
from littlewars.table.shapes.bases import Base, gap, moved
from littlewars.table.sight.looks import see_many
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.sight_exact import sight_lines

from ..basics.events import Answered
from ..basics.numbers import CONTACT, COSTS, HIGHEST, LOW_FOOT, STEP
from ..basics.sight import SIGHT, between, sees
from ..basics.state import Figure, State
from ..basics.tabletop import SKY_FOOT, put, tabletop
from ..fire.shooting import forecast, resolve, shoot
from ..fire.targets import Shot, bears, in_range, may_aim, platform, ready_weapons, serves, tally
from ..units.squads import engaged

PASS, WAVE = "pass", "let-pass"


class ReadyPoint(NamedTuple):
    """A place on a way, and who may answer there."""

    step: int
    at: Point
    face: int
    who: tuple[str, ...]
    foot: int  # how high it is there

    def take(self, battle: Battle[State], figure: Figure) -> None:
        """The model is there."""
        figure.foot = self.foot
        put(battle, figure, self.at, self.face)


def mode_of(figure: Figure, body: Figure, number: int) -> str:
    """How a ready weapon fires: standard, sniping, automatic or heavy (combat-action.ready.gain)."""
    modes = body.profile.weapons[number].modes
    best = [mode for mode in modes if COSTS[mode] > 1]
    return best[-1] if best and (modes[0] != "standard-fire" or figure.ap > 1) else modes[0]


def watchers(battle: Battle[State], figure: Figure) -> list[tuple[Figure, Figure]]:
    """Its ready enemies who still care about this activation, each with the body whose weapon it fires."""
    state, waved = battle.state, battle.state.turn.doing.waved if battle.state.turn.doing else []
    ready = [f for f in state.figures.values() if f.ready >= 0 and not f.gone]
    found = [f for f in ready if state.side_of(f) != state.side_of(figure) and f.id not in waved]
    able = [f for f in found if any(number == f.ready for number, _, _ in ready_weapons(state, f))]
    return [(f, body) for f in able if (body := platform(state, f))]


def shot_of(state: State, watcher: Figure, target: Figure) -> Shot:
    """The shot of a ready model."""
    body = serves(state, watcher)
    return Shot(watcher.id, body.id, watcher.ready, mode_of(watcher, body, watcher.ready), target.id)


async def answer(battle: Battle[State], figure: Figure, course: Course | None = None) -> int:
    """Ready enemies who see it may fire: after an action, or on its way one after another, each at or after the place of the
    last, while it goes on; it is put where somebody fires: after how much of its way (combat-action.ready.use)?"""
    state, after = battle.state, 0
    while not figure.lost and watchers(battle, figure):
        on = partial(places, battle, figure, course) if course and not figure.halted else partial(_here, battle, figure)
        stops = battle.memo("answers", partial(on, after))
        chosen = await _ask(battle, figure, stops, course is not None) if stops else None
        if chosen is None:
            break
        name, after = chosen
        stop = next(one for one in stops if one.step == after)
        stop.take(battle, figure)
        watcher = state.figures[name]
        shot, watcher.ready = shot_of(state, watcher, figure), -1
        battle.record(Answered(figure=watcher.id, by=figure.id))
        await shoot(battle, shot, only=figure.unit)
        watcher.ap = 0  # it has fired with what it kept
    return after


class Course(NamedTuple):
    """A way that may be answered: its places, the first is where it begins; the facing on each leg; the level at its end;
    whether it ends in contact: then just before it is the latest place; and what is jumped or climbed, or climbed down from."""

    path: tuple[Point, ...]
    faces: tuple[int, ...] = ()
    level: int = 0
    contact: bool = False
    over: Piece | None = None

    @classmethod
    def of(cls, figure: Figure, way: Sequence[Point], level: int, contact: bool = False, over: Piece | None = None) -> Course:
        """The way of a model that goes so from where it stands; machines look where they go."""
        path = (figure.at, *way)
        return cls(path, tuple(faces_along(path, figure.face)) if figure.profile.machine else (), level, contact, over)

    def foot_at(self, at: Point, usual: int) -> int:
        """How high it is there: over the obstacle at its top, before and behind it on the ground."""
        return usual if self.over is None else (self.over.top or 0) if self.over.holds(at) else 0

    def face_at(self, step: int, usual: int) -> int:
        """Which way it looks after so much of the way."""
        done = 0
        for face, (start, to) in zip(self.faces, pairwise(self.path), strict=False):  # who turns on the spot goes nowhere
            done += length_of(start, [to])
            if step <= done:
                return face
        return self.faces[-1] if self.faces else usual


async def answer_move(battle: Battle[State], figure: Figure, course: Course) -> bool:
    """A move is answered on its way. Does it go on? Who is lost or brought to a halt stays where he was hit, and went so far
    (combat-action.machine-damage.engine, combat-action.vehicles.emergency-landing)."""
    figure.moved = battle.state.turn.number
    if figure.wreck:
        return True  # what is left of a machine is no target (combat-action.units.inert)
    far = await answer(battle, figure, course)
    if not (figure.lost or figure.halted):
        return True
    figure.went += far
    return False


def _here(battle: Battle[State], figure: Figure, after: int) -> tuple[ReadyPoint, ...]:
    """Where it stands: who sees it and may aim at it."""
    ready = [(one, body, body.profile.weapons[one.ready]) for one, body in watchers(battle, figure)]
    seen = [(one, body, weapon) for one, body, weapon in ready if sees(battle, body, figure)]
    able = tuple(one.id for one, body, weapon in seen if may_aim(battle, body, figure, weapon, between(body, figure)))
    return (ReadyPoint(after, figure.at, figure.face, able, figure.foot),) if able else ()


def places(battle: Battle[State], figure: Figure, course: Course, after: int = 0) -> tuple[ReadyPoint, ...]:
    """Every whole centimetre and the end: who sees it there in range. Of offers alike the first stays, and the last of all."""
    state, top, path, level = battle.state, tabletop(battle), course.path, max(course.level, figure.level)
    ready = watchers(battle, figure)
    long = length_of(path[0], path[1:])
    steps = [*range(STEP, long, STEP), long - 2 * CONTACT if course.contact and long > 2 * CONTACT else long]
    rows = top.board.rows([body.id for _, body in ready])
    found: list[ReadyPoint] = []
    with top.without(figure.id):
        for step in [one for one in steps if one >= after]:
            at = along(path, step, max(1, long))
            face = course.face_at(step, figure.face)
            base, own = moved(figure.base(), at, face), course.foot_at(at, figure.foot)
            foot = SKY_FOOT if level == HIGHEST else LOW_FOOT if level else own
            seen = see_many(top.board, base, rows, SIGHT, foot=foot, tall=figure.profile.height)
            looks = zip(ready, seen.tolist(), strict=True)
            who = [one.id for (one, body), look in looks if look != NONE and _could_answer(battle, one, body, base, level)]
            if who:
                found.append(ReadyPoint(step, at, face, tuple(who), own))
    offers: dict[object, ReadyPoint] = {}
    for stop in found:
        with _supposed(figure, stop.at):
            needs = [tally(battle, shot_of(state, state.figures[name], figure)).needed for name in stop.who]
        offers.setdefault((stop.who, *needs), stop)
    return tuple(dict.fromkeys((*offers.values(), *found[-1:])))


def _could_answer(battle: Battle[State], one: Figure, body: Figure, base: Base, level: int) -> bool:
    """Is it in range and arc there? Who hides sees nothing across his piece (combat-action.actions.hide)."""
    weapon = body.profile.weapons[one.ready]
    if not in_range(weapon, gap(body.base(), base), body.level != level) or not bears(body, weapon, base.at):
        return False
    piece = battle.state.piece(body.hides) if body.hides else None
    lines = sight_lines(body.base(), base, SIGHT.lines, SIGHT.ends) if piece else ()
    return piece is None or any(not crosses_hull(*line, piece.outline) for line in lines)


@contextmanager
def _supposed(figure: Figure, at: Point) -> Iterator[None]:
    """While it is thought of elsewhere; nobody looks at the board meanwhile."""
    old = figure.at
    figure.x, figure.y = at
    yield
    figure.x, figure.y = old


async def _ask(battle: Battle[State], figure: Figure, stops: Sequence[ReadyPoint], moves: bool) -> tuple[str, int] | None:
    """Who answers, and where on the way; nobody; or nobody for the rest of this activation (combat-action.ready.use)."""
    state = battle.state
    who = tuple(dict.fromkeys(name for stop in stops for name in stop.who))
    side = state.other(state.side_of(figure))
    options = [
        Option(PASS, "Hold fire", of=who, about="They stay ready.", means="hold"),
        Option(WAVE, "Let this activation pass", of=who, about="No more questions in this activation.", means="pass"),
    ]
    for stop in stops:
        for name in stop.who:
            where = f", {stop.step / STEP:g} cm on its way" if moves else ""
            options.append(Option(f"{name}@{stop.step}", f"{ref(name)} fires{where}", of=(name,), at=stop.at, means="act"))
    prompt = f"{ref(figure.id)} {'moves' if moves else 'has acted'}: does anybody answer?"
    ask, odds = Choose(side, "combat-action.ready.use", prompt, options), partial(_odds, name=figure.id, stops=stops)
    chosen = await ask.about(*who, unit=figure.unit, topic="react", forecast=odds)
    if chosen == WAVE and state.turn.doing is not None:
        state.turn.doing.waved = [*state.turn.doing.waved, *who]
    if chosen in (PASS, WAVE):
        return None
    name, _, step = chosen.rpartition("@")
    return name, int(step)


def _odds(view: Battle[State], chosen: str, name: str, stops: Sequence[ReadyPoint]) -> Attack[State] | None:
    watcher, _, step = chosen.rpartition("@")
    state = view.state
    if chosen in (PASS, WAVE) or watcher not in state.figures:
        return None
    stop = next(one for one in stops if one.step == int(step))
    figure = state.figures[name]
    shot = shot_of(state, state.figures[watcher], figure)
    with _supposed(figure, stop.at):  # what the die needs there; sight is looked at by the rule itself
        found = forecast(view, shot)
    dice = (shot.target,) * shot.weapon(state).dice(shot.mode)

    def there(trial: Battle[State]) -> None:
        stop.take(trial, trial.state.figures[name])
        resolve(trial, shot, dice)

    return replace(found, rule=there, alike=None)


def could_become(battle: Battle[State], figure: Figure) -> list[int]:
    """The weapons with which it may become ready, with the AP it has kept (combat-action.ready.gain)."""
    able = [] if engaged(battle, figure) else ready_weapons(battle.state, figure)
    return [number for number, weapon, _ in able if min(COSTS[mode] for mode in weapon.modes) <= figure.ap]
