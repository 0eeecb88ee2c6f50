"""Morale: who rolls and why, what failing means, and how a frightened unit rallies."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Mod, Option, Tally
from littlewars.engine.names import ref
from littlewars.table.board.measure import unit_gap
from littlewars.table.constants import NONE

from ..basics.events import Changed, Rallied, Tested
from ..basics.rolls import succeeds, tally
from ..basics.sight import sees_row
from ..basics.state import INCH, Due, Figure, State, Unit
from ..basics.tabletop import board
from .ranks import fall_out
from .spells_on import effects

SEEN_WITHIN = 8 * INCH  # oversoul.morale.trigger-seeing
LEADER = Mod("leader attached", 2, "oversoul.morale.leader-bonus")
FRIGHTENED = Mod("frightened", -2, "oversoul.morale.rally-roll")
WHY = {"fear": "Fearsome enemy", "casualties": "losses", "seeing": "sees friends fail"}


def increments(unit: Unit) -> int:
    """Full quarters of the original troopers lost so far (oversoul.morale.trigger-casualties)."""
    return 4 * unit.lost // unit.original if unit.original else 0


def rolls_morale(state: State, unit: Unit) -> bool:
    """Trooper units roll; vehicles, lone leaders and the Undead do not (oversoul.morale.who-rolls,
    oversoul.leader.no-morale)."""
    return bool(candidates(state, unit))


def candidates(state: State, unit: Unit) -> list[Figure]:
    """Living members whose die may be rolled: no guns, no Undead, nobody aboard, neither a leader nor his mount."""
    members = state.members(unit)
    if any(figure.profile.leader for figure in members):
        return []
    return [figure for figure in members if figure.profile.is_trooper and not figure.profile.no_morale and not figure.aboard]


def morale_tally(state: State, unit: Unit, roller: Figure, kind: str) -> Tally:
    """Every modifier of a Morale roll (oversoul.morale.modifiers, oversoul.morale.previous-increments,
    oversoul.leader.morale-bonus)."""
    quarters = increments(unit) - (1 if kind == "casualties" else 0)
    return tally(
        Mod("quarters lost", -quarters, "oversoul.morale.previous-increments"),
        FRIGHTENED if kind == "rally" else None,
        LEADER if unit.leader else None,
        *roller.profile.morale_mods,
        *effects(state, roller, "morale"),
    )


async def _roller(state: State, unit: Unit, kind: str) -> Figure:
    """The highest die rolls; where it matters, the owner picks among several (oversoul.morale.one-roll-highest-die)."""
    best = candidates(state, unit)
    top = max(figure.profile.die for figure in best)
    best = [figure for figure in best if figure.profile.die == top]
    kinds = {(figure.profile.morale_mods, figure.lucky): figure for figure in reversed(best)}
    if len(kinds) == 1:
        return best[0]
    choices = sorted(kinds.values(), key=lambda figure: morale_tally(state, unit, figure, kind).needed)
    options = [Option(f.id, ref(f.id), of=(f.id,), tally=morale_tally(state, unit, f, kind), means="act") for f in choices]
    ask = Choose(unit.side, "oversoul.morale.one-roll-highest-die", f"Who rolls Morale for {ref(unit.id)}?", options)
    return state.figures[await ask.about(*(f.id for f in choices), unit=unit.id, topic="who")]


async def test(battle: Battle[State], due: Due) -> None:
    """One Morale roll for the unit (oversoul.morale.one-roll-highest-die, oversoul.morale.pass, oversoul.morale.fail)."""
    state, unit = battle.state, battle.state.units[due.unit]
    if unit.frightened or not rolls_morale(state, unit):
        return  # oversoul.morale.frightened-no-more-rolls
    if due.kind == "fear":
        state.feared.append(f"{due.about}>{unit.id}")
    roller = await _roller(state, unit, due.kind)
    needs = morale_tally(state, unit, roller, due.kind)
    passed = await succeeds(battle, roller, roller.profile.die, needs.needed, "morale")
    battle.record(Tested(unit=unit.id, why=WHY[due.kind], tally=needs, passed=passed))
    if not passed:
        _frighten(battle, unit, due.by)


def _frighten(battle: Battle[State], unit: Unit, by: str) -> None:
    """Frightened until it rallies; a tight unit falls out of formation (oversoul.morale.fail,
    oversoul.morale.fail-tight-disordered)."""
    doing = battle.state.turn.doing
    unit.frightened, unit.fear_by = True, by
    if unit.formed:
        if doing and doing.unit == unit.id:
            unit.shaken_late = True
        else:
            fall_out(battle, unit)
    owe_seeing(battle, unit, by)


# ---- why: owed rolls


def owe_after_part(battle: Battle[State]) -> None:
    """After each part: Fearsome tests, then casualty tests; onlookers follow their cause (oversoul.round.activation)."""
    state, turn = battle.state, battle.state.turn
    if turn.doing and turn.doing.near:
        turn.dues += _fears(battle, turn.doing.near)
        turn.doing.near = []
    for name in turn.losses:
        unit = state.units[name]
        now = increments(unit)
        if now > unit.quarters and state.members(unit):
            turn.dues.append(Due("casualties", name, by=unit.fear_by))
        unit.quarters = max(now, unit.quarters)
    if turn.losses:
        turn.losses = []


def _fears(battle: Battle[State], near: list[str]) -> list[Due]:
    """Who came near a Fearsome model tests, the nearest unit first, then by roster
    (oversoul.attr.fearsome, oversoul.morale.trigger-fear)."""
    state = battle.state
    pairs = [(state.units[one], state.units[other]) for one, other in (pair.split(">") for pair in near)]
    order = {name: number for number, name in enumerate(state.units)}
    pairs.sort(key=lambda pair: (_apart(battle, *pair), order[pair[1].id]))
    return [Due("fear", unit.id, fearsome.id, fearsome.side) for fearsome, unit in pairs]


def _apart(battle: Battle[State], one: Unit, other: Unit) -> int:
    """The distance between two units."""
    table, state = board(battle), battle.state
    ours, theirs = ([figure.id for figure in state.with_leader(unit) if figure.id in table] for unit in (one, other))
    return unit_gap(table, ours, theirs) if ours and theirs else 0


def owe_seeing(battle: Battle[State], failed: Unit, by: str, seen_by: list[Unit] | None = None) -> None:
    """Friends who see it within 8 inches test too, nearest first, at the end of the queue (oversoul.morale.trigger-seeing).

    That is once in an activation: a unit fails only while it is not frightened and flees only in its own activation.
    """
    for unit in observers(battle, failed) if seen_by is None else seen_by:
        battle.state.turn.dues.append(Due("seeing", unit.id, failed.id, by))


def observers(battle: Battle[State], failed: Unit) -> list[Unit]:
    """Friendly units with a model within 8 inches that sees a model of the other; nearest first, then by roster."""
    state = battle.state
    found: list[tuple[int, int, Unit]] = []
    seen = [figure.id for figure in state.with_leader(failed)]
    for place, unit in enumerate(state.units.values()):
        if unit is failed or unit.frightened or state.enemies(unit.side, failed.side) or not rolls_morale(state, unit):
            continue
        near = _nearest_seen(battle, unit, seen)
        if near is not None:
            found.append((near, place, unit))
    return [unit for _, _, unit in sorted(found, key=lambda item: item[:2])]


def _nearest_seen(battle: Battle[State], unit: Unit, seen: list[str]) -> int | None:
    """The least distance, within 8 inches, from a model to one it sees."""
    table = board(battle)
    best: int | None = None
    targets = [name for name in seen if name in table]
    for figure in battle.state.standing(unit):
        if figure.id not in table:
            continue
        for name, away in zip(targets, table.matrix([figure.id], targets)[0].tolist(), strict=True) if targets else ():
            if away <= SEEN_WITHIN and (best is None or away < best) and sees_row(battle, figure.id, name) != NONE:
                best = away
    return best


# ---- rallying


async def rally(battle: Battle[State]) -> None:
    """At the end of the flight, after the onlookers' tests, the unit rolls again, and there is no Other action
    (oversoul.morale.rally-roll, oversoul.morale.rally-pass, oversoul.morale.rally-fail,
    oversoul.morale.flee-no-other-action)."""
    state, doing, unit = battle.state, battle.state.acting(), battle.state.active_unit()
    doing.stage = "end"
    if not state.members(unit):
        return
    if rolls_morale(state, unit):
        roller = await _roller(state, unit, "rally")
        needs = morale_tally(state, unit, roller, "rally")
        passed = await succeeds(battle, roller, roller.profile.die, needs.needed, "rally")
        battle.record(Rallied(unit=unit.id, tally=needs, passed=passed))
        if not passed:
            return
    unit.frightened, unit.fear_by = False, ""  # where only Undead are left, nobody is afraid any more
    battle.record(Changed(who=unit.id, what="rallies"))
