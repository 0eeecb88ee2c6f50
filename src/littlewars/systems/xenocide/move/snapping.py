"""Snap shots: when a unit has finished its move its enemies name points of its way and fire at it there; nobody thinks again
(xenocide.snap.*, xenocide.grav.snap-shot, xenocide.grav.as-target)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import cache, cached_property, partial
from typing import Any

from littlewars.engine import Assign, Battle, Choose, Option, Tally
from littlewars.engine.names import ref
from littlewars.table.constants import TOUCH
from littlewars.table.moving.walk import stations
from littlewars.table.shapes.boxes import boxes_apart2

from ..basics.numbers import SNAP
from ..basics.state import FinishedMove, State, Unit
from ..basics.tabletop import board, put
from ..fire.aim import aboard, aim, arms, could_hit, in_reach
from ..fire.declare import Loads, unit_loads, usual_tally, volley_of, weapons_ask
from ..fire.phase import use_hands
from ..fire.strike import resolve
from ..fire.views import Found, Places, Thought, box_of, glimpses, sights, think, thought_at
from ..harm.wounds import land
from .walking import Ways
from .ways import touched_by

NOTHING: Found = {}
RULE = "xenocide.snap.point"
EIGHTHS = 8  # the points of a way that may be named, and both of its ends
ENDS = (0, EIGHTHS)  # of those who teleport (xenocide.teleport.snap-shots)
HOLD = "hold"
FROM_THE_AIR = SNAP - 1  # xenocide.grav.snap-shot
Where = Callable[[], Places]  # found out when it matters: a copy need not


def may_snap(state: State, unit: Unit) -> bool:
    """Units on Opportunity Fire, and vehicles, that have taken no snap shot in this turn and do not flee (xenocide.snap.who,
    xenocide.vehicle.snap-shots)."""
    watches = unit.order == "opportunity" or state.vehicle_of(unit) is not None
    return watches and not unit.snapped and unit.panic != "flees"


def can_snap(battle: Battle[State], unit: Unit, target: Unit) -> bool:
    """Could it fire at a unit where that stands? The 12-inch rule does not bind it (xenocide.snap.who); an engaged unit fires
    at those who engage it (xenocide.engaged-fire.targets)."""
    return (not unit.engaged or target.id in unit.engaged) and could_hit(battle, unit, target)


async def snap_shot(battle: Battle[State], unit: Unit, target: Unit, where: Where = dict, penalty: int = SNAP) -> None:
    """The shot: its weapons are named, and it takes effect at once, also on a unit that has yet to fire; range, sight, cover
    and screens are judged where the target stands (xenocide.snap.resolution, xenocide.snap.instead, xenocide.snap.point). It is
    only thought of there, unless others than those two are concerned."""

    @cache
    def seen() -> tuple[Places, Found]:
        places, reach = where(), arms(battle, unit).reach
        if not places or not reach or target.engaged:
            return places, NOTHING
        thought = think(battle, target, {name: (at,) for name, at in places.items()}, (1,), 1)
        found = glimpses(battle, target, thought, unit, reach)[0]
        return places, NOTHING if found["mingled", target.id] else found

    def there(look: Callable[[], Any]) -> Any:
        with standing_at(battle, target, *seen()):
            return look()

    if not battle.memo("snap.able", lambda: there(lambda: can_snap(battle, unit, target))):
        return
    find: Callable[[], Loads] = cache(lambda: there(lambda: unit_loads(battle, unit, target)))
    ask = weapons_ask(battle, unit, find, f"{ref(unit.id)} fires at {ref(target.id)} with what?")
    ask.forecast = None
    answer = await ask
    volley = battle.memo("snap.volley", lambda: volley_of(unit, find(), answer, target.id))
    if volley is None:
        return
    plan = battle.memo("snap.plan", lambda: there(lambda: aim(battle, volley, penalty)))
    unit.snapped = True
    use_hands(battle.state, volley)
    await land(battle, await resolve(battle, plan))


@contextmanager
def standing_at(battle: Battle[State], unit: Unit, places: Places, found: Found = NOTHING) -> Iterator[None]:
    """While its models stand there, in melee with those whom they touch there (xenocide.snap.resolution); whom it engages only
    by this move is in none yet (xenocide.snap.point). Where what would be found is known it is only thought of there."""
    if found or not places:
        with thought_at(battle, places, found) if found else nullcontext():
            yield
        return
    state, table, engaged, march = battle.state, board(battle), unit.engaged, battle.state.turn.march
    before = {name: state.figures[name].at for name in places}
    met = {name: state.units[name].engaged for name in (march.met if march else ()) if name in engaged}
    try:
        for name, at in places.items():
            put(battle, state.figures[name], at)
        own = [figure.body for figure in state.exposed(unit)]
        theirs = {name: table.rows(figure.body for figure in state.exposed(state.units[name])) for name in engaged}
        unit.engaged = [name for name, rows in theirs.items() if table.least_gap(own, rows) <= TOUCH]
        for name in met.keys() - unit.engaged:
            state.units[name].engaged = [other for other in met[name] if other != unit.id]
        yield
    finally:
        unit.engaged = engaged
        for name, others in met.items():
            state.units[name].engaged = others
        for name, at in before.items():
            put(battle, state.figures[name], at)


def begin_march(
    state: State, unit: Unit, ways: Ways, *, jumped: bool = False, leapt: bool = False, met: Sequence[str] = ()
) -> None:
    """Its ways are kept until its enemies have fired at it, and whom it has engaged by them (xenocide.snap.resolution)."""
    if ways:
        state.turn.march = FinishedMove(unit.id, dict(ways), jumped, leapt, list(met))


def places_at(state: State, march: FinishedMove, eighth: int) -> Places:
    """Every model at this fraction of its own way (xenocide.snap.point)."""
    trail = {name: path for name, path in march.trail.items() if not state.figures[name].gone}
    there = stations(list(trail.values()), (eighth,), EIGHTHS)[0].tolist() if trail else ()
    return {name: (x, y) for name, (x, y) in zip(trail, there, strict=True)}


async def answer_march(battle: Battle[State]) -> None:
    """The next step after a move: the enemies' snap shots are declared together, then resolved one by one; a leaping unit may
    fire from the air (xenocide.snap.resolution, xenocide.grav.snap-shot)."""
    state, march = battle.state, battle.state.turn.march
    assert march is not None
    unit = state.units[march.unit]
    if not march.asked:
        march.asked = True
        march.shots = await Passing(battle, march, unit).declared()
    elif march.shots:
        name, eighth = march.shots.pop(0)
        if state.is_present(unit):
            await snap_shot(battle, state.units[name], unit, lambda: places_at(state, march, eighth))
    else:
        march.leapt = False
        await _from_the_air(battle, march, unit)
    if march.shots or (march.leapt and may_snap(state, unit) and state.is_present(unit)):
        return
    state.turn.march = None
    touched = [enemy.id for enemy in touched_by(battle, state.standing(unit))] if march.met else []
    touched += aboard(state, touched)
    for name in march.met:  # where the shots have ended the contact no melee comes about
        if name not in touched and name in unit.engaged:
            unit.engaged.remove(name)
            state.units[name].engaged.remove(unit.id)
    unit.charged = unit.charged and bool(unit.engaged)


class Passing:
    """A unit on its way: who could fire at it, and where. It is only thought of there, unless it may lose contact meanwhile."""

    def __init__(self, battle: Battle[State], march: FinishedMove, unit: Unit) -> None:
        self.battle, self.march, self.unit = battle, march, unit
        self.eighths = ENDS if march.jumped else range(EIGHTHS + 1)  # the points that may be named
        self.items: dict[str, list[str]] = {}  # what is asked
        foes, looks = battle.state.units, partial(glimpses, battle, unit)
        self._glimpsed = cache(lambda name: looks(self.thought, foes[name], self.armed[name]))  # at each point
        self._tallies: dict[tuple[str, str], Tally | None] = {}

    async def declared(self) -> list[tuple[str, int]]:
        """Which of the enemies' units fire, at which point of the way (xenocide.snap.who, xenocide.snap.point)."""
        state, unit, items = self.battle.state, self.unit, self.battle.memo("snap.points", self.points)
        self.items = items
        ask = Assign(state.other(unit.side), RULE, f"Snap shots at {ref(unit.id)}?", items, explain=self.explain)
        whose = (figure for name in items for figure in state.units[name].figures)
        answer = await ask.about(*whose, topic="react") if items else ()
        return [(name, int(choice)) for name, choice in answer if choice != HOLD]

    @cached_property
    def armed(self) -> dict[str, dict[str, int]]:
        """Those who could fire if they saw it, by orders, arms and a quick look at how far its way is: from where, how far."""
        battle, unit, box = self.battle, self.unit, self.thought.box
        foes = [foe for foe in battle.state.foes_of(unit.side) if not foe.engaged or unit.id in foe.engaged]
        with standing_at(battle, unit, self.places[0] if self.march.met else {}):  # whom it engages has all his arms before
            able = [(foe, reach) for foe in foes if may_snap(battle.state, foe) and (reach := arms(battle, foe).reach)]
        return {foe.id: far for foe, far in able if boxes_apart2(box, box_of(battle, foe)) <= max(far.values()) ** 2}

    @cached_property
    def thought(self) -> Thought:
        """The unit at each of the points."""
        return think(self.battle, self.unit, self.march.trail, self.eighths, EIGHTHS)

    def found(self, name: str, eighth: int) -> Found:
        """What such a unit would see of it at a point, looked for when asked; in a melee nothing: it has to stand there."""
        return NOTHING if self.unit.engaged else self._glimpsed(name)[self.eighths.index(eighth)]

    def points(self) -> dict[str, list[str]]:
        """Of each unit that could fire the points at which it could."""
        state, unit = self.battle.state, self.unit
        if all(state.figures[name].gone for name in self.march.trail) or not (armed := self.armed):
            return {}
        if unit.engaged:  # it may lose contact on the way: it has to stand there, and all look at once
            able = {name: list[bool]() for name in armed}
            for eighth in self.eighths:
                with standing_at(self.battle, unit, self.places[eighth]):
                    for name, found in able.items():
                        found.append(can_snap(self.battle, state.units[name], unit))
        else:
            able = {name: sights(self.battle, state.units[name], unit, reach, self.thought) for name, reach in armed.items()}
        items = {name: [str(e) for e, can in zip(self.eighths, found, strict=True) if can] for name, found in able.items()}
        return {name: [HOLD, *names] for name, names in items.items() if names}

    @cached_property
    def places(self) -> dict[int, Places]:
        """Where everybody is at each of the points."""
        return {eighth: places_at(self.battle.state, self.march, eighth) for eighth in self.eighths}

    def explain(self, name: str, choice: str) -> Option:
        """A point, with what the shot would need there."""
        if choice == HOLD:
            return Option(HOLD, "Hold fire", of=tuple(self.battle.state.units[name].figures), means="hold")
        places, tally = self.places[int(choice)], self._tally(name, choice)
        word = {"0": "start", str(EIGHTHS): "end"}.get(choice, f"{choice}/8")
        return Option(choice, f"at its {word}", of=tuple(places), at=next(iter(places.values())), tally=tally, means="act")

    def _tally(self, name: str, choice: str) -> Tally | None:
        """What a unit would need at a point where it could fire; in a melee that of all who could is found at once."""
        if (name, choice) not in self._tallies:
            battle, eighth, units = self.battle, int(choice), self.battle.state.units
            names = [other for other, some in self.items.items() if choice in some] if self.unit.engaged else [name]
            with standing_at(battle, self.unit, self.places[eighth], self.found(name, eighth)):
                for other in names:
                    self._tallies[other, choice] = usual_tally(battle, units[other], self.unit, SNAP)
        return self._tallies[name, choice]


async def _from_the_air(battle: Battle[State], march: FinishedMove, unit: Unit) -> None:
    """Who is on Opportunity Fire fires at a point of his leap, at -2 (xenocide.grav.snap-shot, xenocide.snap.moving-player)."""
    state, options, reach = battle.state, list[Option](), arms(battle, unit).reach
    for eighth in range(1, EIGHTHS) if reach else ():
        with standing_at(battle, unit, places_at(state, march, eighth)):
            for foe in in_reach(battle, unit, reach):
                label, of = f"{ref(foe.id)}, from {eighth}/8 of the leap", tuple(f.id for f in state.standing(foe))
                options.append(Option(f"{eighth}:{foe.id}", label, of=of, means="act"))
    if not options:
        return
    options.append(Option(HOLD, "Hold fire", of=tuple(unit.figures), means="hold"))
    ask = Choose(unit.side, "xenocide.grav.snap-shot", f"{ref(unit.id)}: a snap shot from the air?", options)
    chosen = await ask.about(*unit.figures, unit=unit.id, topic="aim")
    if chosen != HOLD:
        where, _, name = chosen.partition(":")
        with standing_at(battle, unit, places_at(state, march, int(where))):
            await snap_shot(battle, unit, state.units[name], penalty=FROM_THE_AIR)
