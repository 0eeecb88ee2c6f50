"""Indirect fire: coordinates called before measuring, clusters, spotters (defiance.indirect.*)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from littlewars.engine import Battle, Choose, ChooseSome, Option, Tally
from littlewars.engine.names import ref, refs
from littlewars.table.board.measure import pushed_out
from littlewars.table.facing import Point
from littlewars.table.shapes.bases import ceil_root, centre2

from ..basics.dice import FIVE, TEN
from ..basics.events import Changed, Wasted
from ..basics.fire_action import INDIRECT, Fire
from ..basics.numbers import INCH
from ..basics.profiles import Weapon
from ..basics.rolls import tally
from ..basics.state import Figure, State
from ..fire.firing import lines_of
from .bursts import Blast, on_target, spend_round
from .points import farthest, point_ask, refuse_call, top_at
from .scatter import astray, drift

LEAST = 15 * INCH  # defiance.indirect.minimum-distance
CAP = 2  # times the base radius (defiance.indirect.cluster-cap)
CALL, UNIT, SPOT = "defiance.indirect.coordinates", "defiance.indirect.unit-fire", "defiance.indirect.spotters"
SHELLS, SPOTS = "indirect", "spots"  # what is noted of those who take part
NOBODY = "nobody"
MORE = "A wider template, and a die more for each."


class Shelling(NamedTuple):
    """Indirect fire as declared: everybody's round, who spots, where it should come down, and whose letters count."""

    rounds: tuple[Fire, ...]
    at: Point
    spotter: str = ""
    worst: int = 0  # which round gives damage number and effectors


def indirect_choices(battle: Battle[State], figure: Figure, slots: Sequence[str], speed: str) -> list[str]:
    """Its weapons that may fire indirectly: those with IF and an area, while it stands still; of a unit that acts together the
    first who fires decides for all (defiance.indirect.eligibility, defiance.indirect.no-los-needed)."""
    state, doing = battle.state, battle.state.turn.doing
    if speed != "stationary" or doing is None or figure.rolled:
        return []
    if any(f"{SHELLS}/{mate.id}" in doing.once for mate in _team(state, figure) if not _free(state, figure)):
        return []
    return [f"{arm}:{number}:1:{INDIRECT}" for arm, number, line in _rounds(state, figure, slots)]


def _rounds(state: State, figure: Figure, slots: Sequence[str]) -> list[tuple[int, int, Weapon]]:
    return [gun for gun in lines_of(state, figure, slots) if gun[2].indirect and gun[2].aoe is not None]


def _free(state: State, figure: Figure) -> bool:
    """Elite figures and vehicles may fire each for itself (defiance.indirect.elite-vehicle)."""
    return state.unit_of(figure).quality in ("Elite", "Vehicle")


def _team(state: State, figure: Figure) -> list[Figure]:
    """Those under the same order: they are the unit that fires (defiance.indirect.unit-fire)."""
    team = state.acting().team
    names = team.figures if team is not None and figure.id in team.figures else [figure.id]
    return [state.figures[name] for name in names if not state.figures[name].gone and state.stands(state.figures[name])]


# ---- declared


async def call_fire(battle: Battle[State], fire: Fire, slots: Sequence[str]) -> Shelling:
    """Who contributes, who spots, and the point; then nobody takes it back (defiance.indirect.coordinates)."""
    state, figure = battle.state, fire.figure
    rounds = await _contributors(battle, fire, slots)
    firing = [one.figure for one in rounds]
    spotter = await _spotter(battle, figure, firing)
    blast = cluster(rounds, figure.at, 0)
    side = state.side_of(figure)
    prompt = f"{ref(figure.id)}: coordinates for {fire.line.name}"
    ask = point_ask(battle, side, CALL, prompt, blast, lambda at: refuse_call(state, side, at), blind=True)
    (spot,) = await ask.about(*(one.id for one in firing), unit=figure.unit, topic="aim")
    battle.seal()
    _note(state, firing, spotter)
    return Shelling(tuple(rounds), spot.at, spotter, await _worst(battle, figure, rounds))


async def _contributors(battle: Battle[State], fire: Fire, slots: Sequence[str]) -> list[Fire]:
    """Everybody of the team who has such a weapon and has not fired yet may add a round, all of them unless their owner says
    otherwise (defiance.indirect.unit-fire, defiance.indirect.elite-vehicle)."""
    state, doing, found = battle.state, battle.state.acting(), list[Fire]()
    for mate in _team(state, fire.figure):
        ready = mate.able and not mate.locked and mate.id not in doing.acted and mate is not fire.figure
        guns = _rounds(state, mate, slots) if ready else []
        found += [Fire(mate, arm, number, 1, INDIRECT, fire.manner) for arm, number, _ in guns[:1]]
    if not found:
        return [fire]
    names = await _who_adds(battle, fire, [one.figure for one in found])
    return [fire, *(one for one in found if one.figure.id in names)]


async def _who_adds(battle: Battle[State], fire: Fire, mates: Sequence[Figure]) -> Sequence[str]:
    """All, nobody or some of them; a unit's first thought is all, a single figure's nobody."""
    side, who = battle.state.side_of(fire.figure), [mate.id for mate in mates]
    free = _free(battle.state, fire.figure)
    rule = "defiance.indirect.elite-vehicle" if free else UNIT
    prompt = f"{ref(fire.figure.id)} fires indirectly: who adds a round?"
    options = [
        Option(
            "all",
            f"{refs(who)} add a round each",
            of=tuple(who),
            about=MORE,
            means="together",
        ),
        Option("alone", "Nobody else", of=(fire.figure.id,), means="act"),
    ]
    options += [Option("some", "Some of them", of=tuple(who), means="act")] if len(who) > 1 else []
    ask = Choose(side, rule, prompt, [options[1], options[0], *options[2:]] if free else options)
    chosen = await ask.about(*who, unit=fire.figure.unit, topic="who")
    if chosen != "some":
        return who if chosen == "all" else ()
    each = [Option(mate.id, ref(mate.id), of=(mate.id,), at=mate.at, means="act") for mate in mates]
    return await ChooseSome(side, rule, prompt, each, 1).about(*who, unit=fire.figure.unit, topic="who")


async def _spotter(battle: Battle[State], figure: Figure, firing: Sequence[Figure]) -> str:
    """A powered figure or vehicle of the unit may give up its fire to spot; standard infantry never
    (defiance.indirect.spotters)."""
    state, doing = battle.state, battle.state.acting()
    able = [
        mate
        for mate in _team(state, figure)
        if mate not in firing
        and mate.able
        and not mate.locked
        and mate.id not in doing.acted
        and (mate.frame.powered or mate.frame.vehicle)
    ]
    if not able:
        return ""
    about = "It fires not and covers not; a miss goes astray d5 inches instead of d10."
    options = [Option(NOBODY, "Nobody spots", of=(figure.id,), means="pass")]
    options += [Option(mate.id, f"{ref(mate.id)} spots", of=(mate.id,), at=mate.at, about=about, means="act") for mate in able]
    ask = Choose(state.side_of(figure), SPOT, f"{ref(figure.id)} fires indirectly: who spots?", options)
    chosen = await ask.about(figure.id, unit=figure.unit, topic="who")
    return "" if chosen == NOBODY else chosen


def _note(state: State, firing: Sequence[Figure], spotter: str) -> None:
    """All of them have used their fire action; who spots does not cover either."""
    doing = state.acting()
    for figure in firing:
        doing.once.append(f"{SHELLS}/{figure.id}")
    for name in [*(figure.id for figure in firing), *([spotter] if spotter else [])]:
        doing.acted += [name] if name not in doing.acted else []
        doing.fired += [name] if name not in doing.fired else []
    if spotter:
        doing.once.append(f"{SPOTS}/{spotter}")


def spots_now(state: State, figure: Figure) -> bool:
    """Has it spotted in this activation? Then it does not cover (defiance.indirect.spotters)."""
    doing = state.turn.doing
    return doing is not None and f"{SPOTS}/{figure.id}" in doing.once


async def _worst(battle: Battle[State], figure: Figure, rounds: Sequence[Fire]) -> int:
    """With rounds of several kinds the highest damage number counts, with its letters; among equal ones their owner chooses
    (defiance.indirect.cluster-mixed)."""
    numbers = [_number(one) for one in rounds]
    worst = [number for number, needed in enumerate(numbers) if needed == max(numbers)]
    letters = {burst.effectors: number for number in reversed(worst) if (burst := rounds[number].line.burst)}
    if len(letters) < 2:
        return worst[0]
    options = [
        Option(str(number), f"as {rounds[number].line.name}", of=(rounds[number].figure.id,), means="act")
        for number in sorted(letters.values())
    ]
    prompt = f"{ref(figure.id)}: which rounds' effects count for all?"
    ask = Choose(battle.state.side_of(figure), "defiance.indirect.cluster-mixed", prompt, options)
    return int(await ask.about(figure.id, unit=figure.unit, topic="share"))


def _number(one: Fire) -> int:
    """What a round needs to damage; 0 if it damages nobody."""
    return (one.line.aoe.damage or 0) if one.line.aoe else 0


def _counting(rounds: Sequence[Fire], chosen: Fire) -> int:
    """Which round counts for all: the chosen one, or if he was lost meanwhile the worst that is left
    (defiance.indirect.cluster-mixed)."""
    if chosen in rounds:
        return rounds.index(chosen)
    return max(range(len(rounds)), key=lambda number: _number(rounds[number]))


def cluster(rounds: Sequence[Fire], at: Point, worst: int) -> Blast:
    """All rounds as one template: each beyond the largest widens it by half of what its radius is above an inch, to twice the
    largest at most; as many dice as rounds (defiance.indirect.cluster-radius, defiance.indirect.cluster-cap,
    defiance.indirect.cluster-dice)."""
    areas = [area for one in rounds if (area := one.line.aoe)]
    line, first = rounds[worst].line, rounds[0]
    assert line.aoe is not None
    assert line.burst is not None
    radii = sorted((area.radius for area in areas), reverse=True)
    radius = min(CAP * radii[0], radii[0] + sum((more - INCH) // 2 for more in radii[1:]))
    dice = sum(area.dice for area in areas)
    return Blast(first.figure.id, line.burst, at, radius, line.aoe.damage, dice, arm=first.arm)


# ---- measured and rolled


async def shell(battle: Battle[State], declared: Shelling) -> Blast | None:
    """The point is pushed out to 15 inches, the range taken from the farthest, one roll for all; beyond any weapon's range all
    is wasted; a miss goes astray (defiance.indirect.to-hit, defiance.indirect.out-of-range, defiance.indirect.unit-minimum,
    defiance.indirect.scatter)."""
    rounds = [one for one in declared.rounds if one.figure.able]
    for one in rounds:
        spend_round(battle, one)
    if not rounds:
        return None
    first, members = rounds[0], _team(battle.state, rounds[0].figure)
    at = pushed_out(declared.at, [mate.at for mate in members], LEAST, first.figure.face)
    needed = to_hit_at(rounds, members, at)
    if needed is None:
        for one in rounds:
            battle.record(Wasted(figure=one.figure.id, weapon=one.line.name, why="the point is out of range"))
        return None
    battle.record(Changed(who=first.figure.id, what=_told(rounds, declared.spotter)))
    if not await on_target(battle, first, needed):
        spotted = declared.spotter and battle.state.figures[declared.spotter].able
        at = astray(battle, first.line.name, at, drift(battle, FIVE if spotted else TEN))
    blast = cluster(rounds, at, _counting(rounds, declared.rounds[declared.worst]))
    return blast._replace(foot=top_at(battle, at))


def to_hit_at(rounds: Sequence[Fire], members: Sequence[Figure], at: Point) -> Tally | None:
    """The worst number of all weapons, by the distance of the farthest member; None beyond the range of any: no modifiers at
    all (defiance.indirect.to-hit, defiance.indirect.unit-fire)."""
    far = ceil_root(centre2(farthest(members, at).at, at))
    numbers = [one.line.needs(far) for one in rounds]
    known = [number for number in numbers if number is not None]
    return tally(max(known)) if len(known) == len(numbers) else None


def _told(rounds: Sequence[Fire], spotter: str) -> str:
    others = f" with {refs(one.figure.id for one in rounds[1:])}" if len(rounds) > 1 else ""
    return f"fires indirectly{others}" + (f", {ref(spotter)} spots" if spotter else "")
