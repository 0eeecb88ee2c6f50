"""Close defence weapons: who carries one, whom it would catch, and what it does (defiance.cdw.*)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle
from littlewars.table.shapes.bases import gap, gap_point

from ..basics.events import Changed
from ..basics.profiles import Weapon
from ..basics.state import Figure, State
from ..basics.tabletop import Tabletop, feet_at, tabletop
from ..fire.stoppage import note_shot, usable
from ..units.morale import nerve
from ..units.removal import remove
from .bursts import WIDER, Blast, blast_of, caught, go_off, is_standard
from .clouds import leave

TRIED = "close defence"  # what is noted of a shaken carrier who has tried


def carriers(battle: Battle[State]) -> Sequence[str]:
    """Everybody on the table with a close defence weapon, used or not: noted until somebody comes or goes."""
    place: Tabletop = battle.board or tabletop(battle)
    return place.until_roster("carriers", lambda: _carriers(battle.state)) if place.chapters.close_defence else ()


def _carriers(state: State) -> list[str]:
    return [figure.id for figure in state.standing() if any(arm.weapon.form == "cdw" for arm in figure.arms)]


def charge_of(state: State, figure: Figure) -> int | None:
    """The arm it could set off now: neither stunned nor aboard; with unlimited ammunition once in a turn, else once for each
    that it carries; a shaken or broken one tries once in an activation (defiance.cdw.definition, defiance.cdw.stunned,
    defiance.cdw.unlimited, defiance.cdw.shaken-broken)."""
    doing = state.turn.doing
    if doing is None or figure.gone or figure.stunned or not state.stands(figure):
        return None
    if needs_nerve(state, figure) and f"{TRIED}/{figure.id}" in doing.once:
        return None
    for arm, carried in enumerate(figure.arms):
        weapon = carried.weapon
        fresh = weapon.ammo is not None or figure.set_off != state.turn.number
        if weapon.form == "cdw" and usable(figure, arm) and fresh:
            return arm
    return None


def needs_nerve(state: State, figure: Figure) -> bool:
    """Must it pass a test first (defiance.cdw.shaken-broken)?"""
    return figure.shaken or bool(state.unit_of(figure).broken)


def blast_about(battle: Battle[State], figure: Figure, arm: int) -> Blast:
    """Everything about its carrier on his level, from the centre of a base or the edge of a hull; himself spared
    (defiance.cdw.area)."""
    line = figure.arms[arm].weapon
    foot = feet_at(tabletop(battle).going, figure, figure.at)
    blast = blast_of(figure, arm, line, figure.at, figure.level, 0 if figure.level else foot)
    return blast._replace(spares=(figure.id,), hull=figure.id if figure.frame.vehicle else "")


def reaches(figure: Figure, line: Weapon, other: Figure) -> bool:
    """A quick look: is the other one in its area?"""
    if line.aoe is None or other.level != figure.level:
        return False
    radius = line.aoe.radius + (WIDER if is_standard(other) else 0)
    most = radius + figure.reach + other.reach
    if abs(other.x - figure.x) > most or abs(other.y - figure.y) > most:
        return False
    far = gap(other.base(), figure.base()) if figure.frame.vehicle else gap_point(other.base(), figure.at)
    return far <= radius


def holds_enemy(battle: Battle[State], figure: Figure, arm: int) -> bool:
    """Is an enemy in its area now (defiance.cdw.timing)?"""
    state, side = battle.state, battle.state.side_of(figure)
    line = figure.arms[arm].weapon
    near = [other for other in state.standing() if state.side_of(other) != side and reaches(figure, line, other)]
    return bool(near) and any(state.side_of(one) != side for one in caught(battle, blast_about(battle, figure, arm)))


async def set_off(battle: Battle[State], figure: Figure, arm: int) -> bool:
    """It goes off, if a shaken carrier passes his test; then a kamikaze is eliminated, and poison stays on the table
    (defiance.cdw.shaken-broken, defiance.cdw.kamikaze, defiance.cdw.poison). False if he does not dare."""
    state, line = battle.state, figure.arms[arm].weapon
    if needs_nerve(state, figure):
        state.acting().once.append(f"{TRIED}/{figure.id}")
        if not await nerve(battle, figure, "sets off a close defence weapon"):
            return False
    battle.record(Changed(who=figure.id, what=f"sets off its {line.name}"))
    note_shot(figure, arm, state.turn.number)
    figure.set_off = state.turn.number
    blast = blast_about(battle, figure, arm)
    await go_off(battle, blast)
    leave(battle, blast, line, figure.id)
    if line.kamikaze:
        remove(battle, figure, "killed")  # neither field nor luck helps
    return True
