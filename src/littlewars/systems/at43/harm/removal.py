"""Fighters who leave the game, and who leads after them (at43.units.*, at43.shooting.losses-leader)."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Option
from littlewars.engine.names import ref
from littlewars.table.shapes.bases import gap

from ..basics.events import NewLeader, Removed
from ..basics.state import Fighter, State, Unit
from ..basics.tabletop import drop_shields, sync_board
from ..units.markers import clear

LEADER = "at43.units.leader-killed"


async def remove(battle: Battle[State], fighter: Fighter, how: str) -> None:
    """He is out of the game: killed, destroyed, abandoned, routed. A leader is succeeded at once, and his own place is empty
    (at43.units.leader-killed, at43.shooting.losses-leader, at43.units.afv-units)."""
    state = battle.state
    unit = state.units[fighter.unit]
    heirs = _nearest_heirs(battle, unit, fighter) if unit.leader == fighter.id else []
    fighter.gone = how
    if "shield-formation" in unit.markers:
        drop_shields(battle, [fighter.id])
    sync_board(battle, fighter)
    battle.record(Removed(figure=fighter.id, how=how))
    if not state.is_present(unit):  # markers and kept shots are gone with it (at43.units.eliminated)
        clear(battle, unit, told=False)
        unit.kept = []
    elif heirs:
        await _promote(battle, unit, heirs)


def _nearest_heirs(battle: Battle[State], unit: Unit, fallen: Fighter) -> list[str]:
    """The comrades nearest to a fallen leader; bearers of special weapons only if nobody else is left
    (at43.units.special-weapon-no-leader, at43.units.special-leader)."""
    comrades = [f for f in battle.state.members(unit) if f is not fallen]
    plain = [f for f in comrades if not f.profile.special] or comrades
    if len(plain) <= 1:
        return [f.id for f in plain]
    gaps = {f.id: gap(fallen.base(), f.base()) for f in plain}
    return [name for name, far in gaps.items() if far == min(gaps.values())]


async def _promote(battle: Battle[State], unit: Unit, heirs: list[str]) -> None:
    """The nearest leads, by his own card: rank and heroism died with the man; the owner breaks ties."""
    chosen = heirs[0]
    if len(heirs) > 1:
        options = [Option(name, ref(name), of=(name,), means="keep") for name in heirs]
        ask = Choose(unit.side, LEADER, f"Who leads {ref(unit.id)} now?", options)
        chosen = await ask.about(*heirs, unit=unit.id, topic="loss")
    unit.leader = chosen
    battle.record(NewLeader(unit=unit.id, figure=chosen))
