"""Closing up at the start of the melee phase, and who is no longer engaged (xenocide.melee.close-up,
xenocide.move.engaged-state)."""

from __future__ import annotations

from littlewars.engine import Battle, Leg, Legs, Point, Refusal, Step
from littlewars.engine.measures import INCH
from littlewars.engine.names import ref
from littlewars.table.facing import facing_to, step_to
from littlewars.table.moving.route import route
from littlewars.table.moving.spots import all_round
from littlewars.table.shapes.bases import gap, moved

from ..basics.numbers import REACH
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, tabletop
from ..harm.blows import in_reach
from ..move.engaging import can_engage
from ..move.walking import Walk, go
from ..move.ways import Leave, Price, passage_of

RULE = "xenocide.melee.close-up"
CLOSER = 2 * INCH


def stragglers(battle: Battle[State], unit: Unit) -> list[Figure]:
    """Those of an engaged unit who are not within an inch of an enemy of their melee."""
    return [figure for figure in battle.state.standing(unit) if not in_reach(battle, figure, unit.engaged)]


async def close_up(battle: Battle[State], unit: Unit) -> None:
    """Up to 2 inches for each of them, to get within an inch; terrain costs nothing extra, and nobody else is brought in."""
    state = battle.state
    able = [figure for figure in stragglers(battle, unit) if _ways(battle, unit, figure)]
    if not able:
        return
    walk = Closing(battle, unit, Leave({figure.id: CLOSER for figure in able}, 0, 0, ()))
    ask = walk.ask(RULE, f"{ref(unit.id)} closes up")
    go(battle, await ask, "closes up")
    for figure in state.standing(unit):
        figure.moved = figure.moved and figure.id not in walk.leave.most  # it is no move of its own


class Closing(Walk):
    """A move of 2 inches that ends within reach of an enemy of the melee."""

    def price(self, figure: Figure, leg: Leg) -> Price:
        """Terrain costs nothing extra (xenocide.melee.close-up)."""
        found = super().price(figure, leg)
        return found._replace(cost=found.length)

    def refuse(self, legs: Legs) -> Refusal | None:
        """As any move, and it ends within an inch of an enemy, bringing in nobody else."""
        return super().refuse(legs) or self._refuse_reach(legs)

    def _refuse_reach(self, legs: Legs) -> Refusal | None:
        state, table = self.battle.state, board(self.battle)
        for leg in legs:
            figure, at = state.figures[leg.who], leg.steps[-1].to if leg.steps else None
            if at is None:
                continue
            there = moved(figure.base(), at)
            gaps = table.gaps_from(there)
            foes = [foe for name in self.unit.engaged for foe in state.standing(state.units[name])]
            if not any(int(gaps[table.row[foe.id]]) <= REACH for foe in foes):
                return Refusal(RULE, f"{ref(figure.id)} would not come within an inch of an enemy")
            others = [unit for unit in state.foes_of(self.unit.side) if unit.id not in self.unit.engaged]
            if any(int(gaps[table.row[foe.id]]) <= REACH for unit in others for foe in state.standing(unit)):
                return Refusal(RULE, f"{ref(figure.id)} would bring in another unit")
        return None

    @property
    def closed(self) -> Legs:
        """Everybody who can, to the nearest place beside an enemy."""
        table, legs = board(self.battle).copy(), list[Leg]()
        for figure in self.movers:
            way = _ways(self.battle, self.unit, figure)
            end = next((at for at in way if table.stands(moved(figure.base(), at), [figure.id]) is None), None)
            leg = None if end is None else Leg(figure.id, (Step("go", end),))
            if leg is not None and self.refuse((*legs, leg)) is None:
                legs.append(leg)
                table.move(figure.id, moved(figure.base(), end or figure.at))
        return tuple(legs)

    @property
    def fallbacks(self) -> list[Legs]:
        """Staying is allowed; all who can close up is the other idea."""
        return [self.closed, ()]


def _ways(battle: Battle[State], unit: Unit, figure: Figure) -> list[Point]:
    """Places beside enemies of the melee, or within an inch of them, that it reaches straight with 2 inches: contact first."""
    state, table = battle.state, board(battle)
    foes = [foe for name in unit.engaged for foe in state.standing(state.units[name])]
    near = [foe for foe in foes if table.gap(figure.id, foe.id) <= CLOSER + REACH]
    passage = passage_of(battle, figure)._replace(cost=tabletop(battle).going.even)  # terrain costs nothing extra
    places = [at for foe in near for at in all_round(figure.base(), foe.base())]
    places.sort(key=lambda at: ((at[0] - figure.x) ** 2 + (at[1] - figure.y) ** 2, at))
    near.sort(key=lambda foe: (table.gap(figure.id, foe.id), foe.id))
    places += [step_to(figure.at, facing_to(figure.at, foe.at), CLOSER) for foe in near if foe.at != figure.at]
    places = [at for at in places if _within(figure, at, near)]
    return [at for at in places if (way := route(table, figure.id, at, CLOSER, passage)) is not None and len(way) == 1]


def _within(figure: Figure, at: Point, foes: list[Figure]) -> bool:
    there = moved(figure.base(), at)
    return any(gap(there, foe.base()) <= REACH for foe in foes)


def loosen(battle: Battle[State]) -> None:
    """Units of which no two models are within an inch of each other are no longer engaged, nor are vehicles in which nobody
    fights any more (xenocide.move.engaged-state, xenocide.vehicle.melee-engagement)."""
    state, table = battle.state, board(battle)
    for unit in state.units.values():
        for name in list(unit.engaged):
            other = state.units[name]
            bodies = [{figure.body for figure in state.exposed(one)} for one in (unit, other)]
            near = any(table.gap(a, b) <= REACH for a in bodies[0] for b in bodies[1])
            if not near or not can_engage(state, unit, other):
                unit.engaged.remove(name)
                other.engaged.remove(unit.id)
