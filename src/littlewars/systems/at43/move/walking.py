"""A unit's move: asked, checked and carried out (at43.movement.*)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import dist
from random import Random

from littlewars.engine import Battle, Leg, Legs, Move, Point, Pose, Refusal, Step, Verb
from littlewars.engine.moves import along, in_step
from littlewars.engine.names import in_the_way, ref
from littlewars.engine.showing import Drag, Stretch, Trace
from littlewars.kit.march import on_trial
from littlewars.table.facing import facing_to, step_to
from littlewars.table.formation.planner import MoveRequest, plan
from littlewars.table.moving.walk import Passage, walk, walk_many
from littlewars.table.shapes.bases import centre2, moved

from ..basics.events import Moved
from ..basics.numbers import RUSH
from ..basics.state import Fighter, State, Unit
from ..basics.tabletop import board, put, tabletop
from ..units.cohesion import KIND, refuse_ends
from .closing import close_in

RULES = {
    "combat": "at43.movement.combat",
    "rush": "at43.movement.rush-soldiers",
    "engaged": "at43.movement.engaged-move",
}
STRIDERS = "at43.movement.rush-striders"
WAYS = "at43.movement.obstacles"
HOW = {"combat": "goes", "rush": "rushes", "engaged": "edges away"}
CHARGES, TOWARDS = 0.9, 0.8  # how often a made-up move near enemies goes for them, and one far from them towards somebody


def allowance(fighter: Fighter, kind: str) -> int:
    """How far he may go: by his own card, more in a rush, exactly half when engaged, not at all if immobile
    (at43.movement.combat, at43.movement.rush-soldiers, at43.movement.rush-striders, at43.movement.engaged-move,
    at43.movement.whole-unit)."""
    if fighter.immobile:
        return 0
    most = fighter.profile.move
    if kind == "engaged":
        return most // 2
    return most + RUSH[fighter.profile.category] if kind in ("rush", "rout") else most


def passage_of(battle: Battle[State], side: str) -> Passage:
    """Own soldiers are walked through, by machines as well; own machines, enemies and terrain are in the way
    (at43.movement.friendly-soldiers, at43.movement.obstacles)."""
    place, state = tabletop(battle), battle.state

    def find() -> Passage:
        return Passage(frozenset(place.unit_no[unit.id] for unit in state.fielded(side) if not state.afv(unit)))

    return place.until_roster(("passage", side), find)


class March:
    """One unit's move: what is allowed, and ideas. Nobody is told a length: whoever drags a figure would measure with it
    (at43.measuring.no-premeasuring)."""

    def __init__(self, battle: Battle[State], unit: Unit, kind: str) -> None:
        self.battle, self.unit, self.kind = battle, unit, kind
        members = battle.state.members(unit)
        self.movers = [fighter for fighter in members if not fighter.immobile]
        self.most = {fighter.id: allowance(fighter, kind) for fighter in self.movers}
        self.rule = STRIDERS if kind == "rush" and battle.state.afv(unit) else RULES[kind]

    @property
    def passage(self) -> Passage:
        """Who may be passed."""
        return passage_of(self.battle, self.unit.side)

    def ask(self) -> Move:
        """The Move: all members in one answer, in any order (at43.movement.whole-unit)."""
        start = {fighter.id: Pose(fighter.at) for fighter in self.movers}
        prompt, verbs = f"Move {ref(self.unit.id)}", {"go": Verb()}
        ask = Move.by(self, self.unit.side, self.rule, prompt, start, self.most, verbs=verbs)
        return ask.about(*start, unit=self.unit.id)

    # ---- what is allowed

    def refuse(self, legs: Legs) -> Refusal | None:
        """Every way, then how the unit stands at the end."""
        refusal = None if self._in_step(legs) else self._walk(legs)
        return refusal or refuse_ends(
            self.battle, self.unit, {leg.who: leg.steps[-1].to or (0, 0) for leg in legs if leg.steps}
        )

    def _in_step(self, legs: Legs) -> bool:
        """Can all of them go straight on at once, with nothing in the way? A quick look."""
        if not legs or any(len(leg.steps) != 1 for leg in legs):
            return False
        names, ends = [leg.who for leg in legs], [leg.steps[0].to or (0, 0) for leg in legs]
        return walk_many(board(self.battle), names, ends, self.passage).within(self.most[name] for name in names)

    def _walk(self, legs: Legs) -> Refusal | None:
        """One after another on the board (at43.movement.obstacles, at43.movement.table-edge)."""
        table = board(self.battle)
        with on_trial(table, [leg.who for leg in legs]):
            for leg in legs:
                path = path_of(leg)
                if not path:
                    continue
                found = walk(table, leg.who, path, self.passage)
                if found.clash is not None:
                    rule = "at43.movement.table-edge" if found.clash.kind == "edge" else WAYS
                    return Refusal(rule, f"{ref(leg.who)}: {in_the_way(found.clash.id)} is in the way")
                if found.length > self.most[leg.who]:
                    return Refusal(self.rule, f"{ref(leg.who)} would go farther than it may")
                table.move(leg.who, moved(table.base(leg.who), path[-1]))
        return None

    # ---- ideas

    def shift(self, by: Point) -> Legs:
        """The unit shifted by a vector, as well as it can."""
        return along(plan(board(self.battle), self._order(), by).paths)

    def _order(self) -> MoveRequest:
        names = sorted((f.id for f in self.movers), key=lambda name: name != self.unit.leader)
        return MoveRequest(names, self.most, KIND, self.passage)

    def propose(self, rng: Random) -> Legs:
        """Somewhere, by chance; now and then into contact with somebody near."""
        if rng.random() < CHARGES and (foes := near_foes(self.battle, self.unit, max(self.most.values()))):
            return close_in(self.battle, self.movers, self.most, rng.choice(foes), self.passage)
        state, way, most = self.battle.state, rng.randrange(36000), min(self.most.values())
        least = 0
        if rng.random() < TOWARDS and (near := [f.at for f in state.enemies_of(self.unit.side) if f.x or f.y]):
            way, least = facing_to(self.movers[0].at, min(near, key=lambda at: centre2(at, self.movers[0].at))), most
        return in_step({f.id: f.at for f in self.movers}, step_to((0, 0), way, rng.randint(least, most)))

    # ---- for people

    def plan(self, drag: Drag) -> Legs:
        """A drag of the unit, or of one figure of it."""
        named = [fighter for fighter in self.movers if fighter.id in drag.who]
        if not named:
            return ()
        if len(named) == 1 and len(self.movers) > 1:
            return (Leg(named[0].id, (Step("go", drag.to),)),)
        x, y = self.battle.state.figures[drag.who[0]].at if drag.who[0] in self.most else named[0].at
        return self.shift((drag.to[0] - x, drag.to[1] - y))

    def trace(self, leg: Leg) -> Trace:
        """One fighter's way, its price cut off at what he has: a longer drag tells nothing (at43.measuring.no-premeasuring)."""
        fighter, path, most = self.battle.state.figures[leg.who], path_of(leg), self.most.get(leg.who, 0)
        way, left, parts = [fighter.at, *path], most, []
        for a, b in pairwise(way):
            cost = min(left, round(dist(a, b)))
            left -= cost
            parts.append(Stretch(a, b, cost))
        return Trace(leg.who, tuple(way), most - left, most, tuple(parts), {leg.who: (*way[-1], fighter.face)})


def near_foes(battle: Battle[State], unit: Unit, reach: int) -> list[Unit]:
    """Enemy units that somebody could reach: for moves that are made up."""
    state, table = battle.state, board(battle)
    own = [fighter.id for fighter in state.members(unit)]
    foes = [(foe, [f.id for f in state.members(foe)]) for foe in state.fielded(state.other(unit.side))]
    return [foe for foe, names in foes if int(table.matrix(own, names).min()) <= reach]


def path_of(leg: Leg) -> list[Point]:
    """The places a leg goes through."""
    return [step.to for step in leg.steps if step.to is not None]


def go(battle: Battle[State], unit: Unit, legs: Iterable[Leg], kind: str) -> bool:
    """Everybody on his way. Has anybody changed his place (at43.tactics.overwatch)?"""
    any_moved = False
    for leg in legs:
        fighter, path = battle.state.figures[leg.who], path_of(leg)
        if not path or (len(path) == 1 and path[0] == fighter.at):
            continue
        battle.record(Moved(figure=fighter.id, path=(fighter.at, *path), face=fighter.face, how=HOW[kind]))
        any_moved |= path[-1] != fighter.at
        put(battle, fighter, path[-1])
    if any_moved:
        unit.moved = battle.state.turn.round
    return any_moved
