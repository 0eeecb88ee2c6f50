"""Shooting and what comes of it: a die for every man who sees somebody in reach; losses, and the courage of the rest."""

from littlewars.engine import Attack, Battle, Choose, Event, Mod, Option, Tally
from littlewars.engine.names import ref
from littlewars.engine.showing import Roll
from littlewars.kit import events

from .state import INCH, Figure, State, Unit
from .tabletop import COVER, sync_board, tabletop

RULE, HOLD = "skirmish.shooting", "hold"
SIDES, STANDS = 6, 4  # every die has six sides; courage holds on 4+ (skirmish.morale)
IN_COVER = Mod("in cover", -1, "skirmish.cover")


class Volley(Event):
    rule = RULE
    line = "{unit:@} fires at {target:@}: {hits} hit{hits:%}, each on {tally:+}"
    unit: str
    target: str
    hits: int
    tally: Tally


class Lost(events.Removed):
    rule = "skirmish.losses"


class Tested(Event):
    rule = "skirmish.morale"
    line = "{unit:@} {passed:stands|runs}"
    unit: str
    passed: bool


def shooters(battle: Battle[State], unit: Unit, target: Unit) -> list[Figure]:
    """Its men who see one of the target within their reach (skirmish.shooting, skirmish.sight)."""
    top, enemies = tabletop(battle), battle.state.members(target)

    def has_aim(one: Figure) -> bool:
        return any(top.board.gap(one.id, enemy.id) <= one.troop.reach * INCH and top.in_sight(one, enemy) for enemy in enemies)

    return [one for one in battle.state.members(unit) if has_aim(one)]


def tally(state: State, figure: Figure, target: Unit) -> Tally:
    """What his die must show; a target of which most stand in woods or rubble is harder to hit (skirmish.cover)."""
    woods, enemies = [piece for piece in state.pieces if piece.kind in COVER], state.members(target)
    covered = sum(any(wood.holds(enemy.at) for wood in woods) for enemy in enemies)
    return Tally(figure.troop.hits, (IN_COVER,) if 2 * covered > len(enemies) else ())


async def shoot(battle: Battle[State]) -> None:
    """The squad fires at one enemy squad, or holds its fire; then it is done (skirmish.shooting)."""
    state, unit = battle.state, battle.state.active_unit()
    foes = state.foes_of(unit.side)
    men = {squad.id: tuple(figure.id for figure in state.members(squad)) for squad in (unit, *foes)}
    open_to = battle.memo("shooting.targets", lambda: tuple(foe.id for foe in foes if shooters(battle, unit, foe)))
    if open_to:
        needs = {name: tally(state, state.members(unit)[0], state.units[name]) for name in open_to}
        options = [Option(name, ref(name), of=men[name], tally=needs[name], means="act") for name in open_to]
        options.insert(0, Option(HOLD, "Hold fire", of=men[unit.id], means="hold"))
        ask = Choose(unit.side, RULE, f"{ref(unit.id)}: at whom?", options)
        ask.about(*men[unit.id], unit=unit.id, topic="aim", forecast=lambda view, name: forecast(view, unit.id, name))
        if (chosen := await ask) != HOLD:
            fire(battle, unit, state.units[chosen])
    unit.acted, state.turn.doing = True, None


def fire(battle: Battle[State], unit: Unit, target: Unit) -> None:
    """All dice at once; each hit takes the nearest man (skirmish.shooting, skirmish.losses)."""
    state, firing = battle.state, shooters(battle, unit, target)
    needed, board = tally(state, firing[0], target), tabletop(battle).board
    hits = battle.dice.successes(len(firing), SIDES, needed.needed, f"fire, {unit.id}")
    near = sorted(state.members(target), key=lambda enemy: (board.gap(firing[0].id, enemy.id), enemy.id))
    battle.record(Volley(unit=unit.id, target=target.id, hits=hits, tally=needed))
    for enemy in near[:hits]:
        lose(battle, enemy, "shot")
    if hits and 0 < 2 * len(near[hits:]) <= len(target.figures):
        state.turn.tests.append(target.id)  # served when the fire is over (skirmish.morale)


def lose(battle: Battle[State], figure: Figure, how: str) -> None:
    figure.gone = how
    sync_board(battle, figure)
    battle.record(Lost(figure=figure.id, how=how))


async def test(battle: Battle[State]) -> None:
    """A squad of which half or fewer are left runs unless it rolls 4 or more (skirmish.morale)."""
    unit = battle.state.units[battle.state.turn.tests.pop(0)]
    passed = battle.dice.test(SIDES, STANDS, f"courage, {unit.id}")
    battle.record(Tested(unit=unit.id, passed=passed))
    for figure in [] if passed else battle.state.members(unit):
        lose(battle, figure, "routed")


def forecast(view: Battle[State], unit: str, target: str) -> Attack[State] | None:
    """How many a volley takes, before it is fired."""
    if target == HOLD:
        return None
    units = view.state.units
    firing, before = shooters(view, units[unit], units[target]), len(view.state.members(units[target]))
    needed = tally(view.state, firing[0], units[target])

    def rule(battle: Battle[State]) -> None:
        fire(battle, battle.state.units[unit], battle.state.units[target])

    def lost(battle: Battle[State], _: None) -> int:
        return before - len(battle.state.members(battle.state.units[target]))

    rolls = (Roll("fire", "d6", needed, max(0, SIDES + 1 - needed.needed) / SIDES),)
    return Attack(rule, lost, title=f"{len(firing)} shots", counts="men who fall", rolls=rolls, assumes="nobody runs yet")
