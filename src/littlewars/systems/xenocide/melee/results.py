"""Closing up (xenocide.melee.close-up), the test after a melee (xenocide.result.*), retreats, captives and follow-ups
(xenocide.retreat.*, xenocide.followup.*)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle, Leg, Legs, Point, Refusal, Step
from littlewars.engine.measures import INCH
from littlewars.engine.names import ref
from littlewars.kit.asking import Way, ask_plan
from littlewars.table.facing import facing_to, step_to
from littlewars.table.moving.route import route
from littlewars.table.moving.spots import all_round
from littlewars.table.moving.walk import Walk as Walked
from littlewars.table.shapes.bases import gap, moved

from ..basics.dice import passes
from ..basics.events import Scored
from ..basics.numbers import REACH, STEADY, TEN
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, tabletop
from ..fire.views import cover_against, of_half, shelter_at
from ..harm.blows import in_reach
from ..harm.wounds import disengage, mark, remove
from ..move.compulsory import clearance, fall_back, not_nearer
from ..move.engaging import can_engage, engage_all
from ..move.walking import Walk, go
from ..move.ways import Leave, Price, leave_of, passage_of
from ..vehicles.mounts import get_out, vehicle_with

CLOSE_UP = "xenocide.melee.close-up"
CLOSER = 2 * INCH


def stragglers(battle: Battle[State], unit: Unit) -> list[Figure]:
    """Those of an engaged unit who are not within an inch of an enemy of their melee."""
    return [figure for figure in battle.state.standing(unit) if not in_reach(battle, figure, unit.engaged)]


async def close_up(battle: Battle[State], unit: Unit) -> None:
    """Up to 2 inches for each of them, to get within an inch; terrain costs nothing extra, and nobody else is brought in."""
    state = battle.state
    able = [figure for figure in stragglers(battle, unit) if _ways(battle, unit, figure)] if unit.engaged else []
    if not able or state.vehicle_of(unit) is not None:
        return
    walk = Closing(battle, unit, Leave({figure.id: CLOSER for figure in able}))
    await go(battle, await walk.ask(CLOSE_UP, f"{ref(unit.id)} closes up"), "closes up")
    for figure in state.standing(unit):
        figure.moved = figure.moved and figure.id not in walk.leave.most  # it is no move of its own


class Closing(Walk):
    """A move of 2 inches that ends within reach of an enemy of the melee."""

    def price(self, figure: Figure, leg: Leg, walked: Walked | None = None) -> Price:
        """Terrain costs nothing extra (xenocide.melee.close-up)."""
        found = super().price(figure, leg, walked)
        return found._replace(cost=found.length)

    def refuse(self, legs: Legs) -> Refusal | None:
        """As any move, and it ends within an inch of an enemy, bringing in nobody else."""
        if refusal := super().refuse(legs):
            return refusal
        state, table = self.battle.state, board(self.battle)
        for leg in legs:
            figure, at = state.figures[leg.who], leg.steps[-1].to if leg.steps else None
            if at is None:
                continue
            gaps = table.gaps_from(moved(figure.base(), at))
            foes = [foe for name in self.unit.engaged for foe in state.standing(state.units[name])]
            if not any(int(gaps[table.row[foe.id]]) <= REACH for foe in foes):
                return Refusal(CLOSE_UP, f"{ref(figure.id)} would not come within an inch of an enemy")
            others = [unit for unit in state.foes_of(self.unit.side) if unit.id not in self.unit.engaged]
            if any(int(gaps[table.row[foe.id]]) <= REACH for unit in others for foe in state.standing(unit)):
                return Refusal(CLOSE_UP, f"{ref(figure.id)} would bring in another unit")
        return None

    @property
    def closed(self) -> Legs:
        """Everybody who can, to the nearest place beside an enemy."""
        table, legs = board(self.battle).copy(), list[Leg]()
        for figure in self.movers:
            way = _ways(self.battle, self.unit, figure)
            end = next((at for at in way if table.stands(moved(figure.base(), at), [figure.id]) is None), None)
            if end is not None and self.refuse((*legs, leg := Leg(figure.id, (Step("go", end),)))) is None:
                legs.append(leg)
                table.move(figure.id, moved(figure.base(), end))
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
    places = [at for at in places if any(gap(moved(figure.base(), at), foe.base()) <= REACH for foe in near)]
    return [at for at in places if (way := route(table, figure.id, at, CLOSER, passage)) is not None and len(way) == 1]


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


def settle(battle: Battle[State], units: Sequence[Unit]) -> list[Unit]:
    """Every unit rolls a d10 and adds its markers; who scores higher than the highest enemy loses and gets a marker. Those who
    have to retreat (xenocide.result.roll, xenocide.result.loser, xenocide.result.retreat)."""
    state = battle.state
    fighting = [unit for unit in units if state.is_present(unit) and state.vehicle_of(unit) is None]
    if len({unit.side for unit in fighting}) < len(state.sides):
        return []  # nobody to be measured against: gone, or vehicles alone
    few = outnumbered(state, fighting)
    scores = {u.id: battle.dice.roll(TEN, f"melee result, {u.id}") + u.markers + int(u.side == few) for u in fighting}
    retreating = []
    for unit in fighting:
        best = max(scores[other.id] for other in fighting if other.side != unit.side)
        loses = scores[unit.id] > best
        must = loses and scores[unit.id] > state.morale(unit) + STEADY[defended(battle, unit, units)]
        battle.record(Scored(unit=unit.id, score=scores[unit.id], loses=loses, retreats=must))
        if loses:
            unit.lost = True
            mark(battle, unit, 1)
        if must:
            retreating.append(unit)
    return retreating


def outnumbered(state: State, units: Sequence[Unit]) -> str:
    """The side whose wounds in this combat are half of the other's or fewer (xenocide.result.outnumbered)."""
    wounds = dict.fromkeys(state.sides, 0)
    for unit in units:
        wounds[unit.side] += state.wounds(unit)
    fewer, more = sorted(wounds, key=lambda side: wounds[side])
    return fewer if 2 * wounds[fewer] <= wounds[more] else ""


def defended(battle: Battle[State], unit: Unit, units: Sequence[Unit]) -> str:
    """The cover that it defends: it did not move into this melee, and half or more of its models have it
    (xenocide.result.defended-cover)."""
    state = battle.state
    members = state.standing(unit)
    if unit.charged or not members:
        return ""
    foes = [foe for other in units if other.side != unit.side for foe in state.standing(other)]
    return of_half([cover_against(shelter_at(battle, figure.base()), figure.at, foes) for figure in members])


CLEAR = 4 * INCH  # from every enemy (xenocide.retreat.move, xenocide.retreat.surrender)


def who_may_retreat(battle: Battle[State], units: Sequence[Unit]) -> list[Unit]:
    """Everybody still engaged who need not: losers first, then by side (xenocide.result.voluntary-retreat)."""
    turn = battle.state.turn
    found = [unit for unit in units if unit.engaged and unit.id not in turn.losers and _on_foot(battle.state, unit)]
    return sorted(found, key=lambda unit: not unit.lost)


def _on_foot(state: State, unit: Unit) -> bool:
    return state.vehicle_of(unit) is None and bool(state.standing(unit))


async def offer_retreat(battle: Battle[State], unit: Unit) -> None:
    """Stay, or retreat without suffering attacks (xenocide.result.voluntary-retreat, xenocide.result.stay)."""
    state = battle.state
    if not unit.engaged or not _on_foot(state, unit):
        return
    ways = Way("stay", "Fight on", "hold"), Way("retreat", "Retreat", "go")
    if await ask_plan(state, unit, "xenocide.result.voluntary-retreat", "fight on or retreat?", *ways) == "retreat":
        state.turn.losers.append(unit.id)


async def retreat(battle: Battle[State], unit: Unit) -> None:
    """Double its movement, to cover or away, 4 inches clear of every enemy if it can (xenocide.retreat.move); crew weapons are
    left behind (xenocide.broken.fixed-weapons)."""
    state = battle.state
    carrier = vehicle_with(state, unit)
    if carrier is not None and not state.units[carrier.unit].increment:  # they get out (xenocide.vehicle.melee-result)
        await get_out(battle, unit, carrier)
    if not _on_foot(state, unit):
        return
    disengage(state, unit)
    unit.retreated = True
    await fall_back(battle, unit, clear=CLEAR)
    await surrender(battle, unit)
    engage_all(battle, unit)


async def surrender(battle: Battle[State], unit: Unit) -> None:
    """Who has not come 4 inches clear checks his own morale; who fails is a captive (xenocide.retreat.surrender)."""
    for figure in battle.state.standing(unit):
        clear = clearance(battle, figure, figure.at) >= CLEAR
        if not clear and not passes(battle, figure.id, figure.profile.morale, "surrender"):
            remove(battle, figure, "captive")


# ---- following up


def who_follows(battle: Battle[State], units: Sequence[Unit]) -> list[Unit]:
    """Units that fought and whose enemies are all gone, and that have not retreated themselves (xenocide.followup.move)."""
    state = battle.state
    fought = [unit for unit in units if unit.id in state.turn.fought and not unit.engaged and not unit.retreated]
    return [unit for unit in fought if _on_foot(state, unit)]


async def follow_up(battle: Battle[State], unit: Unit) -> None:
    """One normal move on foot in any direction, also into a new melee, which is fought in the next turn
    (xenocide.followup.move, xenocide.followup.engage). Broken units do not come nearer (xenocide.broken.passed)."""
    if not _on_foot(battle.state, unit) or unit.engaged:
        return
    leave = leave_of(battle, unit)
    if not leave.most:
        return
    walk = Walk(battle, unit, leave, not_nearer(battle, unit) if battle.state.broken(unit) else None)
    await go(battle, await walk.ask("xenocide.followup.move", f"{ref(unit.id)} may follow up"), "follows up")
    engage_all(battle, unit)
    unit.charged = False
