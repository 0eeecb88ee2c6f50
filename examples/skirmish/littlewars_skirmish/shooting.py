"""Shooting and what comes of it: a die for every man who sees somebody in reach; losses, and the courage of the rest."""

from __future__ import annotations

from littlewars.engine import Attack, Battle, Choose, Mod, Option, Tally
from littlewars.engine.names import ref
from littlewars.engine.showing import Roll

from .events import Lost, Tested, Volley
from .state import Figure, State, Unit
from .tabletop import in_cover, sync_board, tabletop

SIDES, STANDS = 6, 4  # every die has six sides; courage holds on 4+ (skirmish.morale)
COVER = Mod("in cover", -1, "skirmish.cover")
HOLD = "hold"


def shooters(battle: Battle[State], unit: Unit, target: Unit) -> list[Figure]:
    """Its men who see one of the target within their reach (skirmish.shooting, skirmish.sight)."""
    state, top = battle.state, tabletop(battle)
    enemies = state.members(target)
    return [
        one
        for one in state.members(unit)
        if any(top.board.gap(one.id, enemy.id) <= one.troop.reach and top.in_sight(one, enemy) for enemy in enemies)
    ]


def tally(state: State, figure: Figure, target: Unit) -> Tally:
    """What his die must show; a target of which most stand in cover is harder to hit (skirmish.cover)."""
    enemies = state.members(target)
    covered = 2 * sum(in_cover(state, enemy) for enemy in enemies) > len(enemies)
    return Tally(figure.troop.hits, (COVER,) if covered else ())


async def shoot(battle: Battle[State]) -> None:
    """The squad fires at one enemy squad, or holds its fire; then it is done (skirmish.shooting)."""
    state = battle.state
    unit = state.units[state.acting().unit]
    open_to = battle.memo("shooting.targets", lambda: targets(battle, unit))
    if open_to:
        who = tuple(figure.id for figure in state.members(unit))
        options = [Option(HOLD, "Hold fire", of=who, means="hold"), *(_option(state, unit, name) for name in open_to)]
        ask = Choose(unit.side, "skirmish.shooting", f"{ref(unit.id)}: at whom?", options)
        chosen = await ask.about(*who, unit=unit.id, topic="aim", forecast=lambda view, name: forecast(view, unit.id, name))
        if chosen != HOLD:
            fire(battle, unit, state.units[chosen])
    unit.acted, state.turn.doing = True, None


def targets(battle: Battle[State], unit: Unit) -> tuple[str, ...]:
    """Enemy squads that somebody of it can shoot at."""
    enemies = [other for other in battle.state.present() if other.side != unit.side]
    return tuple(other.id for other in enemies if shooters(battle, unit, other))


def _option(state: State, unit: Unit, name: str) -> Option:
    of = tuple(figure.id for figure in state.members(state.units[name]))
    return Option(name, ref(name), of=of, tally=tally(state, state.members(unit)[0], state.units[name]), means="act")


def fire(battle: Battle[State], unit: Unit, target: Unit) -> None:
    """All dice at once; each hit takes the nearest man (skirmish.shooting, skirmish.losses)."""
    state, firing = battle.state, shooters(battle, unit, target)
    needed, board = tally(state, firing[0], target), tabletop(battle).board
    hits = battle.dice.successes(len(firing), SIDES, needed.needed, f"fire, {unit.id}")
    near = sorted(state.members(target), key=lambda enemy: (board.gap(firing[0].id, enemy.id), enemy.id))
    battle.record(Volley(unit=unit.id, target=target.id, hits=hits, tally=needed))
    for enemy in near[:hits]:
        lose(battle, enemy, "shot")
    left = len(state.members(target))
    if hits and left and 2 * left <= len(target.figures):
        state.turn.tests.append(target.id)  # served when the fire is over (skirmish.morale)


def lose(battle: Battle[State], figure: Figure, how: str) -> None:
    figure.gone = how
    sync_board(battle, figure)
    battle.record(Lost(figure=figure.id, how=how))


async def test(battle: Battle[State]) -> None:
    """A squad of which half or fewer are left runs unless it rolls 4 or more (skirmish.morale)."""
    state = battle.state
    unit = state.units[state.turn.tests.pop(0)]
    passed = battle.dice.test(SIDES, STANDS, f"courage, {unit.id}")
    battle.record(Tested(unit=unit.id, passed=passed))
    for figure in [] if passed else state.members(unit):
        lose(battle, figure, "routed")


def forecast(view: Battle[State], unit: str, target: str) -> Attack[State] | None:
    """How many a volley takes, before it is fired."""
    if target == HOLD:
        return None
    state = view.state
    firing = shooters(view, state.units[unit], state.units[target])
    needed, before = tally(state, firing[0], state.units[target]), len(state.members(state.units[target]))
    chance = max(0, SIDES + 1 - needed.needed) / SIDES

    def rule(battle: Battle[State]) -> None:
        fire(battle, battle.state.units[unit], battle.state.units[target])

    def lost(battle: Battle[State], _: None) -> int:
        return before - len(battle.state.members(battle.state.units[target]))

    rolls = (Roll("fire", "d6", needed, chance),)
    return Attack(rule, lost, title=f"{len(firing)} shots", counts="men who fall", rolls=rolls, assumes="nobody runs yet")
