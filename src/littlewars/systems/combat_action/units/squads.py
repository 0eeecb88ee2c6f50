"""Units: who leads, controls and touches whom, coherency, discipline (combat-action.units.leader-lost,
combat-action.units.inert, combat-action.units.coherency, combat-action.discipline.causes)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle, Choose, Mod, Option, Tally
from littlewars.engine.names import refs
from littlewars.table.board.groups import chain, largest
from littlewars.table.shapes.bases import Base, gap, moved

from ..basics.events import Changed, Tested
from ..basics.numbers import CONTACT, DIE, HALF_STRENGTH, LINK, NO_LEADER, ORDER, least
from ..basics.profiles import CONTROLLER
from ..basics.state import ONCE, PILOT, PINNED, ROUTING, STEADY, Figure, State, Unit
from ..basics.tabletop import board, tabletop


def leader_of(state: State, unit: Unit) -> Figure | None:
    """The leader; nobody succeeds one who is lost (combat-action.units.leader-lost)."""
    figure = state.figures.get(unit.leader)
    return None if figure is None or figure.gone else figure


def pilot_of(state: State, vehicle: Figure) -> Figure | None:
    """Who sits in the pilot's seat (combat-action.vehicles.crew)."""
    return next(iter(state.crew(vehicle, PILOT)), None)


def transmits(state: State, figure: Figure, gear: str) -> bool:
    """Has it such a thing, and aboard the vehicle an antenna that works (combat-action.machine-damage.antenna)?"""
    return gear in figure.profile.gear and not figure.gone and "antenna" not in state.figures[figure.body].broken


def loses_slave(state: State, robot: Figure) -> bool:
    """Is its controller gone or routing, or the antenna of one of them damaged (combat-action.robots.loss-of-control)?"""
    boss = state.figures.get(robot.controller)
    if boss is None or "antenna" in robot.broken or not transmits(state, boss, CONTROLLER):
        return True
    return state.units[boss.unit].status == ROUTING


def out_of_control(state: State, machine: Figure) -> bool:
    """Does the machine do as it likes (combat-action.robots.loss-of-control, combat-action.vehicles.crew)?"""
    if machine.gone:
        return False
    if machine.loose:
        return True
    if machine.profile.vehicle:
        return pilot_of(state, machine) is None
    return machine.profile.slave and loses_slave(state, machine)


def is_active(state: State, unit: Unit) -> bool:
    """Is it still activated: is anybody of it neither lost nor shut down, or owes it the last turn of an exploded power plant
    (combat-action.units.inert, combat-action.machine-damage.power-plant)?"""
    return any(not figure.wreck or figure.loose == ONCE for figure in state.members(unit))


def slaves_of(state: State, figure: Figure) -> list[Figure]:
    """Robots that it controls or may take over (combat-action.actions.control-robot, combat-action.robots.loss-of-control)."""
    if not transmits(state, figure, CONTROLLER):
        return []
    side = state.side_of(figure)
    robots = [f for f in state.figures.values() if f.profile.slave and not f.lost and not f.loose]
    mine = [f for f in robots if state.side_of(f) == side and f.controlled != state.turn.number and "antenna" not in f.broken]
    return [f for f in mine if f.controller == figure.id or loses_slave(state, f)]


def touched(battle: Battle[State], figure: Figure) -> list[Figure]:
    """The enemies in contact with a model, machines as well; nobody at altitude and no wreck
    (combat-action.close-combat.locked, combat-action.vehicles.altitude)."""
    state, top = battle.state, tabletop(battle)
    if figure.level or figure.wreck or figure.id not in top.board:
        return []

    def find() -> list[Figure]:
        rows = top.enemy_rows(state, state.side_of(figure))
        gaps = top.board.gaps(figure.id)
        near = [state.figures[top.board.names[row]] for row in rows[gaps[rows] <= CONTACT].tolist()]
        return [foe for foe in near if (foe.level, foe.foot) == (0, figure.foot) and not foe.wreck]

    return top.until_move(("touched", figure.id), find)


def meets(battle: Battle[State], figure: Figure, base: Base, foot: int = 0, within: int = CONTACT) -> list[Figure]:
    """The enemies on the ground, or on this roof, whom it would touch there, or be within so much of."""
    foes = battle.state.targets(battle.state.side_of(figure))
    return [foe for foe in foes if (foe.level, foe.foot) == (0, foot) and gap(base, foe.base()) <= within]


def engaged(battle: Battle[State], figure: Figure) -> bool:
    """Is it engaged? Nobody shoots at it then; vehicles neither hold nor are held (combat-action.close-combat.locked,
    combat-action.ranged.targets)."""
    return not figure.profile.vehicle and any(not foe.profile.vehicle for foe in touched(battle, figure))


def disturb(battle: Battle[State], figure: Figure) -> None:
    """Who is touched by an enemy neither hides nor is ready any more (combat-action.actions.hide, combat-action.ready.end)."""
    for one in (figure, *touched(battle, figure)):
        if engaged(battle, one):
            one.ready = -1
        if one.hides and touched(battle, one):
            one.hides = ""
            battle.record(Changed(who=one.id, what="hides no more"))


def counted(state: State, unit: Unit) -> list[Figure]:
    """The models that count for coherency: no slave robots, crew or models aboard (combat-action.units.coherency)."""
    found = [f for f in state.on_foot(unit) if not f.wreck and not f.profile.slave and not f.profile.vehicle]
    return [] if any(state.figures[name].profile.vehicle for name in unit.figures) else found


def groups(battle: Battle[State], unit: Unit) -> list[list[str]]:
    """The largest groups of models that are linked; none of a unit of one, who is coherent (combat-action.units.coherency)."""
    names = [figure.id for figure in counted(battle.state, unit)]
    if len(names) < 2:
        return []
    return [[names[n] for n in group] for group in largest(board(battle).matrix(names), chain(LINK))]


def must_regroup(battle: Battle[State], unit: Unit) -> bool:
    """Has it rallied, and is not coherent again (combat-action.rout.rally)?"""
    found = groups(battle, unit) if unit.regroups else []
    return bool(found) and len(found[0]) < len(counted(battle.state, unit))


async def check_coherency(battle: Battle[State], unit: Unit) -> None:
    """The End Phase: the largest group is the body, everybody else is out of coherency; a tie goes to the leader's group, then
    the owner names one. A routing unit is not checked (combat-action.units.coherency, combat-action.rout.no-coherency)."""
    unit.strays, unit.regroups = [], must_regroup(battle, unit)
    bodies = groups(battle, unit)
    if unit.status == ROUTING or not bodies:
        return
    body = next((group for group in bodies if unit.leader in group), bodies[0])
    if len(bodies) > 1 and unit.leader not in body:
        options = [Option(group[0], refs(group), of=tuple(group), means="act") for group in bodies]
        ask = Choose(unit.side, "combat-action.units.coherency", "Which group is the body of the squad?", options)
        chosen = await ask.about(*(name for group in bodies for name in group), unit=unit.id, topic="rest")
        body = next(group for group in bodies if group[0] == chosen)
    unit.strays = [one.id for one in counted(battle.state, unit) if one.id not in body]
    for name in unit.strays:
        battle.record(Changed(who=name, what="is out of coherency"))


def goal_of(battle: Battle[State], unit: Unit, figure: Figure) -> list[Figure]:
    """To whom it has to come nearer: a stray to the body, after a rout to the leader or the best DS left; nobody: it goes where
    it likes (combat-action.units.coherency, combat-action.rout.rally)."""
    state = battle.state
    if must_regroup(battle, unit):
        others = [one for one in state.on_foot(unit) if one.profile.ds]
        boss = leader_of(state, unit) or min(others, key=lambda one: one.profile.ds, default=None)
        return [] if boss is None or boss.id == figure.id or boss.carrier else [boss]
    return body_of(state, unit) if figure.id in unit.strays else []


def body_of(state: State, unit: Unit) -> list[Figure]:
    """The body of the squad: who is no stray (combat-action.units.coherency)."""
    return [other for other in counted(state, unit) if other.id not in unit.strays]


def gap_to(figures: Sequence[Figure], figure: Figure, at: tuple[int, int]) -> int:
    """How far it would be from the nearest of these."""
    base = moved(figure.base(), at)
    return min(gap(base, other.base()) for other in figures)


def rejoin(state: State, figure: Figure) -> None:
    """Somebody has moved: who is within 10 cm of one of the body is no stray any more (combat-action.units.coherency)."""
    unit = state.units[figure.unit]
    strays, body = [state.figures[name] for name in unit.strays], body_of(state, unit)
    unit.strays = [one.id for one in strays if not body or gap_to(body, one, one.at) > LINK]


RESULTS = {  # combat-action.discipline.results: passed, failed, failed with a new loss
    STEADY: (STEADY, PINNED, PINNED),
    PINNED: (STEADY, PINNED, ROUTING),
    ROUTING: (STEADY, ROUTING, ROUTING),
}


def brave(state: State, unit: Unit) -> list[Figure]:
    """Those who count: neither robots nor models aboard, with a DS (combat-action.discipline.test)."""
    return [figure for figure in state.on_foot(unit) if figure.profile.living and figure.profile.ds]


def must_test(state: State, unit: Unit) -> bool:
    """A loss since its last test, or pinned, or routing; never robots, or who is aboard (combat-action.discipline.causes)."""
    return bool(brave(state, unit)) and (unit.hurt or unit.status != STEADY)


def tally(state: State, unit: Unit) -> Tally:
    """What the die needs, DS of leader or best left (combat-action.discipline.test, combat-action.units.leader-lost)."""
    able, there = brave(state, unit), [one for one in state.on_foot(unit) if one.profile.living]
    score = min(figure.profile.ds for figure in [one for one in able if one.id == unit.leader] or able)
    started = [f for name in unit.figures if (f := state.figures[name]).profile.living and not f.carrier]
    mods = [Mod("order", ORDER, "combat-action.actions.impart-order")] if unit.ordered else []
    mods += [Mod("half strength", HALF_STRENGTH, "combat-action.discipline.test")] if 2 * len(there) <= len(started) else []
    mods += [] if leader_of(state, unit) else [Mod("no leader", NO_LEADER, "combat-action.units.leader-lost")]
    return least(score, mods, "combat-action.discipline.test", DIE)


def test_discipline(battle: Battle[State], unit: Unit) -> str:
    """One d6: a natural 1 fails, a natural 6 passes; what the unit is afterwards (combat-action.discipline.results)."""
    before, needed = unit.status, tally(battle.state, unit)
    passed = battle.dice.test(DIE, needed.needed, f"discipline, {unit.id}")
    unit.status = RESULTS[before][0 if passed else 2 if unit.hurt else 1]
    rallies = before == ROUTING and passed
    unit.regroups = unit.regroups or rallies
    if unit.status == ROUTING:
        unit.strays, unit.regroups = [], False
    unit.hurt, unit.ordered = False, 0
    battle.record(Tested(unit=unit.id, passed=passed, status="rallies" if rallies else unit.status, tally=needed))
    for figure in battle.state.members(unit) if unit.status != STEADY else ():
        figure.ready = -1  # combat-action.pinned.ready, combat-action.ready.end
        figure.lower()  # combat-action.actions.targeting-device
    return before
