"""Ready-to-fire: who becomes it, and the answer to an enemy's action, on the way of a move as well (combat-action.ready.gain,
combat-action.ready.use, combat-action.ready.end)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from littlewars.engine import Attack, Battle, Choose, Option, Point
from littlewars.engine.names import ref
from littlewars.table.constants import NONE
from littlewars.table.moving.walk import along, length_of
from littlewars.table.shapes.bases import Base, gap, moved
from littlewars.table.sight.looks import see_many
from littlewars.table.terrain.sight_exact import sight_lines

from ..basics.events import Answered
from ..basics.numbers import CONTACT, COSTS, HIGHEST, LOW_FOOT, STEP
from ..basics.sight import RULE, between, sees
from ..basics.state import Figure, State
from ..basics.tabletop import SKY_FOOT, put, runs_through, tabletop
from ..fire.shooting import forecast, resolve, shoot
from ..fire.targets import Shot, bears, in_range, may_aim, platform, ready_weapons, serves, tally
from ..units.squads import engaged

PASS, WAVE = "pass", "let-pass"


class Stop(NamedTuple):
    """A place on a way, and who may answer there."""

    step: int
    at: Point
    face: int
    who: tuple[str, ...]


def mode_of(figure: Figure, body: Figure, number: int) -> str:
    """How a ready weapon fires: standard, sniping, automatic or heavy (combat-action.ready.gain)."""
    modes = body.profile.weapons[number].modes
    best = [mode for mode in modes if COSTS[mode] > 1]
    return best[-1] if best and (modes[0] != "standard-fire" or figure.ap > 1) else modes[0]


def watchers(battle: Battle[State], side: str) -> list[tuple[Figure, Figure]]:
    """The ready models of a side that still care about this activation, each with the body whose weapon it fires."""
    state, doing = battle.state, battle.state.turn.doing
    waved = doing.waved if doing else []
    units = state.units
    ready = [f for f in state.figures.values() if f.ready >= 0 and not f.gone]
    found = [f for f in ready if units[f.unit].side == side and f.id not in waved]
    able = [f for f in found if any(number == f.ready for number, _, _ in ready_weapons(state, f))]
    return [(f, body) for f in able if (body := platform(state, f))]


def shot_of(state: State, watcher: Figure, target: Figure) -> Shot:
    """The shot of a ready model."""
    body = serves(state, watcher)
    return Shot(watcher.id, body.id, watcher.ready, mode_of(watcher, body, watcher.ready), target.id)


async def answer_deed(battle: Battle[State], figure: Figure) -> None:
    """After an action that is no move: ready enemies who see it may fire (combat-action.ready.use)."""
    body = battle.state.figures[figure.body]
    await _answers(battle, body, (), lambda after: _here(battle, body))


def _here(battle: Battle[State], body: Figure) -> tuple[Stop, ...]:
    """Who may answer where it stands."""
    able = []
    for one, own in watchers(battle, battle.state.other(battle.state.side_of(body))):
        if sees(battle, own, body) and may_aim(battle, own, body, own.profile.weapons[one.ready], between(own, body)):
            able.append(one.id)
    return (Stop(0, body.at, body.face, tuple(able)),) if able else ()


async def _answers(
    battle: Battle[State], figure: Figure, path: Sequence[Point], find: Callable[[int], tuple[Stop, ...]]
) -> None:
    """One after another, each at or after the place of the last; the model is put where somebody fires."""
    state, after = battle.state, 0
    while not figure.lost and watchers(battle, state.other(state.side_of(figure))):
        stops = battle.memo("answers", partial(find, after))
        chosen = await _ask(battle, figure, stops, path) if stops else None
        if chosen is None:
            return
        name, after = chosen
        stop = next(one for one in stops if one.step == after)
        put(battle, figure, stop.at, stop.face)
        watcher = state.figures[name]
        shot, watcher.ready = shot_of(state, watcher, figure), -1
        battle.record(Answered(figure=watcher.id, by=figure.id))
        await shoot(battle, shot, only=figure.unit)
        watcher.ap = 0  # it has fired with what it kept


# ---- on the way


class Course(NamedTuple):
    """A way that may be answered: its places, the first is where it begins; the facing on each leg; the level; and whether it
    ends in contact: then just before it is the latest place."""

    path: tuple[Point, ...]
    faces: tuple[int, ...] = ()
    level: int = 0
    contact: bool = False

    def face_at(self, step: int, usual: int) -> int:
        """Which way it looks after so much of the way."""
        done = 0
        for n, face in enumerate(self.faces):
            done += length_of(self.path[n], [self.path[n + 1]])
            if step <= done:
                return face
        return self.faces[-1] if self.faces else usual


async def answer_move(battle: Battle[State], figure: Figure, course: Course) -> bool:
    """A move is answered on its way; whoever survives goes on. Is it still there at the end?"""
    if figure.wreck:
        return True  # what is left of a machine is no target (combat-action.units.inert)
    await _answers(battle, figure, course.path, partial(places, battle, figure, course))
    return not figure.lost


def places(battle: Battle[State], figure: Figure, course: Course, after: int = 0) -> tuple[Stop, ...]:
    """Every whole centimetre and the end: who sees it there in range. Of places alike only the first and the last are kept."""
    state, top = battle.state, tabletop(battle)
    ready = watchers(battle, state.other(state.side_of(figure)))
    path, level = course.path, course.level
    long = length_of(path[0], path[1:])
    steps = [*range(STEP, long, STEP), long]
    if course.contact and long > 2 * CONTACT:
        steps[-1] = long - 2 * CONTACT
    rows = top.board.rows([body.id for _, body in ready])
    foot = SKY_FOOT if level == HIGHEST else LOW_FOOT if level else figure.foot
    found: list[Stop] = []
    with top.without(figure.id):
        for step in [one for one in steps if one >= after]:
            at = along(path, step, max(1, long))
            face = course.face_at(step, figure.face)
            base = moved(figure.base(), at, face)
            seen = see_many(top.board, base, rows, RULE, foot=foot, tall=figure.profile.height)
            looks = zip(ready, seen.tolist(), strict=True)
            who = [one.id for (one, body), look in looks if look != NONE and _could_answer(battle, one, body, base, level)]
            if who:
                found.append(Stop(step, at, face, tuple(who)))
    return _thinned(battle, figure, found)


def _could_answer(battle: Battle[State], one: Figure, body: Figure, base: Base, level: int) -> bool:
    """Is it in range and arc there? Who hides sees nothing across the piece behind which he ducks
    (combat-action.actions.hide)."""
    weapon = body.profile.weapons[one.ready]
    if not in_range(weapon, gap(body.base(), base), body.level != level) or not bears(body, weapon, base.at):
        return False
    if not body.hides:
        return True
    piece = battle.state.piece(body.hides)
    return any(not runs_through(*line, piece) for line in sight_lines(body.base(), base, RULE.lines, RULE.ends))


def _thinned(battle: Battle[State], figure: Figure, found: list[Stop]) -> tuple[Stop, ...]:
    """The first place of each different offer, and the last."""
    kept: list[Stop] = []
    offers: list[object] = []
    for stop in found:
        with _supposed(figure, stop.at):
            shots = [shot_of(battle.state, battle.state.figures[name], figure) for name in stop.who]
            offer = (stop.who, tuple(tally(battle, shot).needed for shot in shots))
        if offer not in offers:
            offers.append(offer)
            kept.append(stop)
    if found and found[-1] not in kept:
        kept.append(found[-1])
    return tuple(kept)


@contextmanager
def _supposed(figure: Figure, at: Point) -> Iterator[None]:
    """While it is thought of elsewhere; nobody looks at the board meanwhile."""
    old = figure.at
    figure.x, figure.y = at
    yield
    figure.x, figure.y = old


async def _ask(
    battle: Battle[State], figure: Figure, stops: Sequence[Stop], path: Sequence[Point] = ()
) -> tuple[str, int] | None:
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
            where = f", {stop.step / STEP:g} cm on its way" if path else ""
            options.append(Option(f"{name}@{stop.step}", f"{ref(name)} fires{where}", of=(name,), at=stop.at, means="act"))
    prompt = f"{ref(figure.id)} {'moves' if path else 'has acted'}: does anybody answer?"
    ask = Choose(side, "combat-action.ready.use", prompt, options)
    chosen = await ask.about(
        *who, unit=figure.unit, topic="react", forecast=lambda view, name: _odds(view, figure.id, name, stops)
    )
    if chosen == WAVE and state.turn.doing is not None:
        state.turn.doing.waved = [*state.turn.doing.waved, *who]
    if chosen in (PASS, WAVE):
        return None
    name, _, step = chosen.rpartition("@")
    return name, int(step)


def _odds(view: Battle[State], name: str, chosen: str, stops: Sequence[Stop]) -> Attack[State] | None:
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
        put(trial, trial.state.figures[name], stop.at, stop.face)
        resolve(trial, shot, dice)

    return replace(found, rule=there, alike=None)


def could_become(battle: Battle[State], figure: Figure) -> list[int]:
    """The weapons with which it may become ready, with the AP it has kept (combat-action.ready.gain)."""
    able = [] if engaged(battle, figure) else ready_weapons(battle.state, figure)
    return [number for number, weapon, _ in able if min(COSTS[mode] for mode in weapon.modes) <= figure.ap]
