"""The melee phase: closing up (xenocide.melee.close-up), one combat after another (xenocide.melee.*), the test after each
(xenocide.result.*), retreats, captives and follow-ups (xenocide.retreat.*, xenocide.followup.*)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from littlewars.engine import Battle, Choose, Leg, Legs, Option, Point, Refusal, Step
from littlewars.engine.measures import INCH
from littlewars.engine.names import ref, refs
from littlewars.kit.asking import Offer, ask_plan
from littlewars.table.moving.charge import ways_beside
from littlewars.table.moving.walk import Walked
from littlewars.table.shapes.bases import moved

from ..basics.events import PhaseBegan, Scored
from ..basics.numbers import REACH, STEADY, TEN, passes
from ..basics.state import Combat, Figure, State, Unit
from ..basics.tabletop import board, tabletop
from ..fire.aim import linked
from ..fire.views import cover_against, of_half, shelter_at
from ..harm.blows import NOBODY, assaults, declare_ask, demand_ask, grip_ask, in_reach, roll, strikes_of, touched_hulls
from ..harm.wounds import disengage, land, mark, remove
from ..move.compulsory import clearance, fall_back, not_nearer
from ..move.walking import Walk
from ..move.ways import Allowance, allowance_of, can_engage, engage_all, passage_of
from ..vehicles.mounts import get_out, vehicle_with

CLOSE_UP = "xenocide.melee.close-up"
CLOSER = 2 * INCH
CLEAR = 4 * INCH  # from every enemy (xenocide.retreat.move, xenocide.retreat.surrender)


async def melee(battle: Battle[State]) -> None:
    """The next step of the phase: in most of its stages one unit after another, and then what follows."""
    turn = battle.state.turn
    if turn.stage == "fighting":
        await fighting(battle)
    elif turn.queue:
        await EACH[turn.stage](battle, battle.state.units[turn.queue.pop(0)])
    elif turn.stage == "":  # everybody engaged closes up, first the side that moved first (xenocide.melee.close-up)
        turn.queue = [unit.id for unit in in_order(battle.state) if unit.engaged]
        if turn.queue or assaults(battle):
            battle.record(PhaseBegan(phase="Melee"))
            turn.stage = "closing"
        else:
            turn.phase = "recovery"
    elif turn.stage == "closing":
        pair_off(battle)
    elif turn.stage == "leaving":  # all retreats, first of the side that moved first (xenocide.retreat.when)
        turn.queue = [unit.id for unit in in_order(battle.state) if unit.id in turn.losers]
        turn.stage = "retreating"
    elif turn.stage == "retreating":  # those whose enemies are gone may follow up (xenocide.followup.move)
        turn.queue = [unit.id for unit in who_follows(battle, in_order(battle.state))]
        turn.stage = "following"
    else:
        turn.phase, turn.stage, turn.losers, turn.fought = "recovery", "", [], []


def in_order(state: State) -> list[Unit]:
    """All units, those of the side that moved first before the others."""
    first = state.turn.first or next(iter(state.sides))
    return [*state.units_of(first), *state.units_of(state.other(first))]


async def close_up(battle: Battle[State], unit: Unit) -> None:
    """Up to 2 inches for each who is not within an inch of an enemy of the melee, to get there (xenocide.melee.close-up)."""
    state = battle.state
    if not unit.engaged or state.vehicle_of(unit) is not None:
        return
    apart = [figure for figure in state.standing(unit) if not in_reach(battle, figure, unit.engaged)]
    if able := {figure.id: CLOSER for figure in apart if _ways(battle, unit, figure)}:
        await Closing(battle, unit, Allowance(able)).go(CLOSE_UP, "closes up")
    for figure in state.standing(unit):
        figure.moved = figure.moved and figure.id not in able  # it is no move of its own


class Closing(Walk):
    """A move of 2 inches that ends within reach of an enemy of the melee."""

    def price(self, figure: Figure, leg: Leg, walked: Walked | None = None) -> Walked:
        """Terrain costs nothing extra (xenocide.melee.close-up)."""
        found = super().price(figure, leg, walked)
        return found._replace(cost=found.length)

    def refuse(self, legs: Legs) -> Refusal | None:
        """As any move, and it ends within an inch of an enemy, bringing in nobody else."""
        if refusal := super().refuse(legs):
            return refusal
        state, table, foes = self.battle.state, board(self.battle), self.battle.state.foes_of(self.unit.side)
        for leg in (leg for leg in legs if leg.steps and leg.steps[-1].to):
            gaps = table.gaps_from(moved(table.base(leg.who), leg.path[-1]))
            near = {foe.unit for unit in foes for foe in state.standing(unit) if gaps[table.row[foe.id]] <= REACH}
            if near.isdisjoint(self.unit.engaged):
                return Refusal(CLOSE_UP, f"{ref(leg.who)} would not come within an inch of an enemy")
            if not near.issubset(self.unit.engaged):
                return Refusal(CLOSE_UP, f"{ref(leg.who)} would bring in another unit")
        return None

    @property
    def fallbacks(self) -> list[Legs]:
        """Staying is allowed; the other idea is that everybody goes who can, to the nearest place beside an enemy."""
        table, legs = board(self.battle).copy(), list[Leg]()
        for figure in self.movers:
            way = _ways(self.battle, self.unit, figure)
            end = next((at for at in way if table.stands(moved(figure.base(), at), [figure.id]) is None), None)
            if end is not None and self.refuse((*legs, leg := Leg(figure.id, (Step("go", end),)))) is None:
                legs.append(leg)
                table.move(figure.id, moved(figure.base(), end))
        return [tuple(legs), ()]


def _ways(battle: Battle[State], unit: Unit, figure: Figure) -> list[Point]:
    """Places beside enemies of the melee, or within an inch of them, that it reaches straight with 2 inches: contact first."""
    foes = [foe.id for name in unit.engaged for foe in battle.state.standing(battle.state.units[name])]
    passage = passage_of(battle, figure)._replace(cost=tabletop(battle).going.even)  # terrain costs nothing extra
    return ways_beside(board(battle), figure.id, foes, REACH, CLOSER, passage)


def loosen(battle: Battle[State]) -> None:
    """Units of which no two models are within an inch of each other are no longer engaged, nor are vehicles in which nobody
    fights any more (xenocide.move.engaged-state, xenocide.vehicle.melee-engagement)."""
    state, table = battle.state, board(battle)
    for unit in state.units.values():
        for other in [state.units[name] for name in unit.engaged]:
            mine, theirs = ({figure.body for figure in state.exposed(one)} for one in (unit, other))
            near = any(table.gap(a, b) <= REACH for a in mine for b in theirs)
            if not near or not can_engage(state, unit, other):
                unit.engaged.remove(other.id)
                other.engaged.remove(unit.id)


def pair_off(battle: Battle[State]) -> None:
    """When all have closed up those who are apart are no longer engaged; the others fight, together with all whom engagement
    links to them (xenocide.melee.simultaneous), and with the vehicles that they touch (xenocide.vehicle.melee-engagement)."""
    state, turn = battle.state, battle.state.turn
    loosen(battle)
    turn.combats, turn.fought = [], []
    for unit in in_order(state):
        if unit.engaged and unit.id not in turn.fought:
            combat = list(linked(state, unit))
            turn.fought += combat
            hulls = [name for fighter in combat for name in touched_hulls(battle, state.units[fighter])]
            turn.combats.append(list(dict.fromkeys([*combat, *hulls])))  # he may strike at a vehicle that he touches as well
    turn.combats += assaults(battle)
    turn.stage = "fighting"


async def fighting(battle: Battle[State]) -> None:
    """The next step of a combat, or the next combat, in the order that the side that moved first likes. When all results are
    known whoever likes may retreat, too (xenocide.result.voluntary-retreat)."""
    turn = battle.state.turn
    if turn.combat is not None:
        await FIGHT[turn.combat.stage](battle, turn.combat)
    elif turn.combats:
        turn.combat = Combat(turn.combats.pop(await _which(battle, turn.combats)))
    else:
        turn.queue = [unit.id for unit in who_may_retreat(battle, in_order(battle.state))]
        turn.stage = "leaving"


async def _which(battle: Battle[State], combats: Sequence[Sequence[str]]) -> int:
    if len(combats) == 1:
        return 0
    state, rule = battle.state, "xenocide.melee.simultaneous"
    whose = [tuple(figure for name in names for figure in state.units[name].figures) for names in combats]
    options = [Option(str(n), refs(names), of=whose[n], means="melee") for n, names in enumerate(combats)]
    ask = Choose(state.turn.first, rule, "Which melee is fought next?", options)
    return int(await ask.about(*chain.from_iterable(whose), topic="who"))


async def declare(battle: Battle[State], combat: Combat) -> None:
    """The side that moved first declares first, then the other; nothing is secret (xenocide.melee.simultaneous)."""
    state = battle.state
    if not combat.asked:  # passengers draw attackers on themselves first (xenocide.vehicle.melee-passengers-defend)
        combat.asked = True
        for ask in [demand_ask(battle, side, combat.units) for side in state.sides]:
            combat.demands |= {foe: rider for rider, foe in await ask if foe != NOBODY} if ask is not None else {}
        return
    side = next(name for name in (state.turn.first, state.other(state.turn.first)) if name not in combat.declared)
    grips = await ask if (ask := grip_ask(battle, side, combat.units)) is not None else ()
    held = {name: tuple(map(int, choice.split())) for name, choice in grips}
    if (blows := declare_ask(battle, side, combat.units, combat.demands, held)) is not None:
        combat.strikes += strikes_of(battle, await blows)
    combat.declared.append(side)
    if len(combat.declared) == len(state.sides):
        combat.stage = "strike"


async def strike(battle: Battle[State], combat: Combat) -> None:
    """All but the late ones strike before anybody falls, then the users of oversized weapons, if they still stand
    (xenocide.melee.simultaneous, xenocide.melee.late-strike)."""
    figures, late = battle.state.figures, combat.stage == "late"
    able = [s for s in combat.strikes if s.late == late and not figures[s.by].gone and not figures[s.target].gone]
    await land(battle, roll(battle, able, combat.hits))
    combat.stage = "late" if not late and any(blow.late for blow in combat.strikes) else "result"


async def result(battle: Battle[State], combat: Combat) -> None:
    """Suppression by hits, without cover; then who loses (xenocide.melee.suppression, xenocide.result.roll)."""
    state = battle.state
    for name, hits in combat.hits.items():
        mark(battle, state.units[name], hits // state.threshold(state.units[name]))
    state.turn.losers += [unit.id for unit in settle(battle, [state.units[name] for name in combat.units])]
    state.turn.combat = None


def settle(battle: Battle[State], units: Sequence[Unit]) -> list[Unit]:
    """Every unit rolls a d10 and adds its markers; who scores higher than the highest enemy loses and gets a marker. Those who
    have to retreat (xenocide.result.roll, xenocide.result.loser, xenocide.result.retreat)."""
    state, retreating = battle.state, list[Unit]()
    fighting = [unit for unit in units if state.is_present(unit) and state.vehicle_of(unit) is None]
    if len({unit.side for unit in fighting}) < len(state.sides):
        return []  # nobody to be measured against: gone, or vehicles alone
    few = outnumbered(state, fighting)
    scores = {u.id: battle.dice.roll(TEN, f"melee result, {u.id}") + u.markers + int(u.side == few) for u in fighting}
    for unit in fighting:
        score = scores[unit.id]
        loses = score > max(scores[other.id] for other in fighting if other.side != unit.side)
        must = loses and score > state.morale(unit) + STEADY[defended(battle, unit, units)]
        battle.record(Scored(unit=unit.id, score=score, loses=loses, retreats=must))
        unit.lost = unit.lost or loses
        mark(battle, unit, int(loses))
        retreating += [unit] if must else []
    return retreating


def outnumbered(state: State, units: Sequence[Unit]) -> str:
    """The side whose wounds in this combat are half of the other's or fewer (xenocide.result.outnumbered)."""
    wounds = {side: sum(state.wounds(unit) for unit in units if unit.side == side) for side in state.sides}
    fewer, more = sorted(wounds, key=lambda side: wounds[side])
    return fewer if 2 * wounds[fewer] <= wounds[more] else ""


def defended(battle: Battle[State], unit: Unit, units: Sequence[Unit]) -> str:
    """The cover that half or more of it have, if it did not move into this melee (xenocide.result.defended-cover)."""
    members = () if unit.charged else battle.state.standing(unit)
    foes = [foe for other in units if other.side != unit.side for foe in battle.state.standing(other)]
    return of_half([cover_against(shelter_at(battle, figure.base()), figure.at, foes) for figure in members])


def who_may_retreat(battle: Battle[State], units: Sequence[Unit]) -> list[Unit]:
    """Everybody still engaged who need not: losers first, then by side (xenocide.result.voluntary-retreat)."""
    losers = battle.state.turn.losers
    found = [unit for unit in units if unit.engaged and unit.id not in losers and _on_foot(battle.state, unit, or_out=True)]
    return sorted(found, key=lambda unit: not unit.lost)


def _on_foot(state: State, unit: Unit, or_out: bool = False) -> bool:
    carrier = vehicle_with(state, unit) if or_out else None  # who rides gets out if it stands (xenocide.vehicle.melee-result)
    stands = carrier is not None and not state.units[carrier.unit].increment
    return state.vehicle_of(unit) is None and (stands or bool(state.standing(unit)))


async def offer_retreat(battle: Battle[State], unit: Unit) -> None:
    """Stay, or retreat without suffering attacks (xenocide.result.voluntary-retreat, xenocide.result.stay)."""
    state, ways = battle.state, (Offer("stay", "Fight on", "hold"), Offer("retreat", "Retreat", "go"))
    rule, able = "xenocide.result.voluntary-retreat", unit.engaged and _on_foot(state, unit, or_out=True)
    if able and await ask_plan(state, unit, rule, "fight on or retreat?", *ways) == "retreat":
        state.turn.losers.append(unit.id)


async def retreat(battle: Battle[State], unit: Unit) -> None:
    """Double its movement to cover or away (xenocide.retreat.move), without crew weapons (xenocide.broken.fixed-weapons)."""
    state, carrier = battle.state, vehicle_with(battle.state, unit)
    if carrier is not None and not state.units[carrier.unit].increment:  # they get out (xenocide.vehicle.melee-result)
        await get_out(battle, unit, carrier)
    if not _on_foot(state, unit):
        return
    disengage(state, unit)
    unit.retreated = True
    await fall_back(battle, unit, clear=CLEAR)
    surrender(battle, unit)
    engage_all(battle, unit)


def surrender(battle: Battle[State], unit: Unit) -> None:
    """Who has not come 4 inches clear checks his own morale; who fails is a captive (xenocide.retreat.surrender)."""
    for figure in battle.state.standing(unit):
        if clearance(battle, figure, figure.at) < CLEAR and not passes(battle, figure.id, figure.profile.morale, "surrender"):
            remove(battle, figure, "captive")


def who_follows(battle: Battle[State], units: Sequence[Unit]) -> list[Unit]:
    """Units that fought and whose enemies are all gone, and that have not retreated themselves (xenocide.followup.move)."""
    state, fought = battle.state, battle.state.turn.fought
    return [unit for unit in units if unit.id in fought and not (unit.engaged or unit.retreated) and _on_foot(state, unit)]


async def follow_up(battle: Battle[State], unit: Unit) -> None:
    """One normal move on foot in any direction, also into a new melee, which is fought in the next turn
    (xenocide.followup.move, xenocide.followup.engage). Broken units do not come nearer (xenocide.broken.passed)."""
    if unit.engaged or not _on_foot(battle.state, unit) or not (allowance := allowance_of(battle, unit)).most:
        return
    walk = Walk(battle, unit, allowance, not_nearer(battle, unit) if battle.state.broken(unit) else None)
    await walk.go("xenocide.followup.move", "follows up", f"{ref(unit.id)} may follow up")
    engage_all(battle, unit)
    unit.charged = False


EACH = {"closing": close_up, "leaving": offer_retreat, "retreating": retreat, "following": follow_up}
FIGHT = {"declare": declare, "strike": strike, "late": strike, "result": result}
