"""Special weapons that split fire keeps for a later moment of the round (at43.tactics.split-fire)."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Option
from littlewars.engine.names import ref

from ..basics.state import State, Unit
from ..fire.aim import guns_of, may_shoot, targets
from ..fire.declare import declare

RULE = "at43.tactics.split-fire"


def choices(battle: Battle[State], unit: Unit) -> dict[str, list[str]]:
    """What it keeps and can fire under the conditions of this moment: sight, not engaged, still valiant."""
    if not unit.kept or not may_shoot(battle, unit):
        return {}
    guns = guns_of(battle.state, unit)
    found = {key: targets(battle, unit, guns[key]) for key in unit.kept if key in guns}
    return {key: at for key, at in found.items() if at}


def next_kept(battle: Battle[State], side: str) -> Unit | None:
    """The next unit of a side whose kept weapons have not been offered in this turn."""
    state = battle.state
    return next((u for u in state.fielded(side) if u.id not in state.turn.asked and u.kept and choices(battle, u)), None)


async def offer(battle: Battle[State], unit: Unit) -> None:
    """Fire now, or wait; all bearers of a weapon fire together, once."""
    state = battle.state
    state.turn.asked = [*state.turn.asked, unit.id]
    of = tuple(f.id for f in state.members(unit) if f.profile.special)
    options = [
        Option("wait", "Wait", of=of, means="hold"),
        Option("fire", "Fire the special weapons that split fire keeps", of=of, means="act"),
    ]
    ask = Choose(unit.side, RULE, f"{ref(unit.id)}: fire now?", options, blind=True)
    if await ask.about(*of, unit=unit.id, topic="spend") == "fire":
        fired = await declare(battle, unit, choices(battle, unit))
        unit.kept = [key for key in unit.kept if key not in fired]
