"""Getting out of a fight on Fire orders: who tries, who opposes it, and what a failure costs (defiance.hth.escape-*)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle, Choose, Mod, Option, Tally
from littlewars.engine.names import ref, refs
from littlewars.table.moving.spots import spot
from littlewars.table.shapes.bases import gap, moved

from ..basics.events import Changed, Escaped
from ..basics.numbers import HALF
from ..basics.rolls import agile
from ..basics.state import Bout, Figure, State
from ..basics.tabletop import board, on_other_levels, put
from ..move.contact import near
from ..units.removal import release
from .bouts import fight

OPPOSE, ALLOW, STAY = "oppose", "allow", "stay"
CLEAR = HALF  # what it is set off from all enemies (defiance.hth.escape-roll)
AWAY = 3_000  # how far such a place is looked for
WHO = "defiance.hth.escape-when"


async def escape(battle: Battle[State]) -> bool:
    """The next escape, or the next step of the fight that a failed one brings; False if nobody is left to try. They come
    before all other actions of the unit (defiance.hth.escape-when, defiance.hth.engaged-fire-orders)."""
    doing = battle.state.acting()
    if await fight(battle):
        return True
    team = battle.state.team()
    engaged = [f for name in team.figures if (f := battle.state.figures[name]).locked and name not in doing.acted]
    for vehicle in [figure for figure in engaged if figure.frame.vehicle]:
        leave(battle, vehicle)
    left = [figure for figure in engaged if not figure.frame.vehicle and not figure.stunned]
    figure = await _who(battle, left)
    if figure is None:
        return False
    await try_escape(battle, figure)
    return True


def leave(battle: Battle[State], figure: Figure) -> None:
    """Vehicles leave fights as they like, and nobody strikes at them for it (defiance.hth.escape-vehicles)."""
    release(battle, figure)
    battle.record(Changed(who=figure.id, what="leaves the fight"))


async def _who(battle: Battle[State], left: Sequence[Figure]) -> Figure | None:
    """All who can follow orders must try, in any order; shaken figures may."""
    state, must = battle.state, [figure for figure in left if not figure.shaken]
    if not left:
        return None
    if len(must) == len(left) == 1:
        return left[0]
    options = [Option(f.id, f"{ref(f.id)} tries to get away", of=(f.id,), at=f.at, means="go") for f in left]
    if not must:
        options.insert(0, Option(STAY, "The shaken stay where they are", of=tuple(f.id for f in left), means="hold"))
    unit = state.unit_of(left[0])
    ask = Choose(unit.side, WHO, f"{ref(unit.id)}: who tries to get out of the fight?", options)
    chosen = await ask.about(*(f.id for f in left), unit=unit.id, topic="who")
    if chosen != STAY:
        return state.figures[chosen]
    state.acting().acted += [figure.id for figure in left]
    return None


def opposers(state: State, figure: Figure) -> list[Figure]:
    """The enemies who can oppose an escape: none that is shaken, broken or stunned (defiance.hth.escape-oppose)."""
    enemies = [state.figures[name] for name in figure.locked]
    return [enemy for enemy in enemies if enemy.able and not state.unit_of(enemy).broken]


def escape_tally(figure: Figure, enemies: Sequence[Figure]) -> Tally:
    """Agility or less, the highest reflex among them against it (defiance.hth.escape-roll)."""
    against = max(enemy.frame.reflex for enemy in enemies)
    mods = (Mod("the enemy's reflex", -against, "defiance.hth.escape-roll"),) if against else ()
    return Tally(figure.frame.agility, mods, low=True)


async def try_escape(battle: Battle[State], figure: Figure) -> bool:
    """The enemy lets it go, or it rolls; True if it is free. Else it fights at once and does nothing more
    (defiance.hth.escape-roll, defiance.hth.escape-success, defiance.hth.escape-failure)."""
    enemies, held = opposers(battle.state, figure), figure.locked
    if not enemies or not await _opposed(battle, figure, enemies):
        _get_away(battle, figure)
        battle.record(Escaped(figure=figure.id, enemies=held, passed=True))
        return True
    needed = escape_tally(figure, enemies)
    passed = agile(battle, needed.base, f"escape, {figure.id}", -needed.total)
    battle.record(Escaped(figure=figure.id, enemies=held, passed=passed))
    if passed:
        _get_away(battle, figure)
        return True
    doing = battle.state.acting()
    doing.fights += [Bout(enemy.id, figure.id, "escape") for enemy in enemies]
    if figure.id not in doing.acted:
        doing.acted.append(figure.id)
    return False


async def _opposed(battle: Battle[State], figure: Figure, enemies: Sequence[Figure]) -> bool:
    """Their owner allows it or opposes it with all of them (defiance.hth.escape-oppose)."""
    who = tuple(enemy.id for enemy in enemies)
    needed = escape_tally(figure, enemies)
    failing = "If it fails they strike first, with +2."
    options = (
        Option(OPPOSE, "Oppose it", of=who, tally=needed, about=failing, means="melee"),
        Option(ALLOW, "Let it go", of=(figure.id,), about="It moves and fires with its unit.", means="pass"),
    )
    prompt = f"{ref(figure.id)} wants to get away from {refs(who)}"
    ask = Choose(battle.state.side_of(enemies[0]), "defiance.hth.escape-oppose", prompt, options)
    return await ask.about(*who, unit=enemies[0].unit, topic="react") == OPPOSE


def _get_away(battle: Battle[State], figure: Figure) -> None:
    """The figure that escaped is held no more and is put half an inch clear of all enemies; without room it stays where it is
    (defiance.hth.escape-roll)."""
    state, base = battle.state, figure.base()
    release(battle, figure)
    foes = [enemy for enemy in state.enemies_of(state.side_of(figure)) if not enemy.aloft and gap(base, enemy.base()) < AWAY]

    def free(at: tuple[int, int]) -> bool:
        there = moved(base, at)
        return all(gap(there, enemy.base()) >= CLEAR and not near(there, enemy) for enemy in foes)

    skip = [figure.id, *on_other_levels(battle, figure.level)]
    at = spot(board(battle), base, figure.at, free, ignore=skip, reach=AWAY)
    if at is not None and at != figure.at:
        put(battle, figure, at)
