"""Overwatch: fire in the enemy's activation, after his move and before anything else (at43.tactics.overwatch)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Attack, Battle, Choose, Option
from littlewars.engine.names import ref

from ..basics.events import Reacted
from ..basics.state import State, Unit
from ..fire.aim import guns_of, targets
from ..fire.declare import at_will, buy_with_salvo, complete_shooting, open_fire
from ..fire.expected import salvo_attack

RULE = "at43.tactics.overwatch"


def watchers(battle: Battle[State], target: Unit) -> list[str]:
    """Enemy units on overwatch that can fire at the unit which has moved and have not let it pass: also one that the move has
    just engaged (at43.tactics.overwatch, at43.tactics.duration)."""
    state = battle.state
    if not state.on_table(target):
        return []
    passed = state.acting().passed
    found = [unit for unit in state.fielded(state.other(target.side)) if "overwatch" in unit.markers and unit.id not in passed]
    return [unit.id for unit in found if unit.status == "valiant" and _sees(battle, unit, target)]


def _sees(battle: Battle[State], unit: Unit, target: Unit) -> bool:
    return any(target.id in targets(battle, unit, weapon) for weapon in guns_of(battle.state, unit).values())


async def react(battle: Battle[State], names: Sequence[str]) -> None:
    """The owner decides who fires next, having seen what came of the last (at43.tactics.overwatch)."""
    state, doing = battle.state, battle.state.acting()
    target = state.units[doing.unit]
    side = state.other(target.side)
    options = [Option(name, f"{ref(name)} fires", of=_members(state, name), means="cover") for name in names]
    everybody = tuple(name for option in options for name in option.of)
    options.append(Option("pass", "Let it pass", of=everybody, means="pass"))
    ask = Choose(side, RULE, f"{ref(target.id)} has moved. Does anybody fire?", options, blind=True)
    only = names[0] if len(names) == 1 else ""
    chosen = await ask.about(*everybody, unit=only, topic="react", forecast=_foreseen)
    if chosen == "pass":
        doing.passed = [*doing.passed, *names]
        return
    unit = state.units[chosen]
    unit.markers = [marker for marker in unit.markers if marker != "overwatch"]
    battle.record(Reacted(unit=chosen, target=target.id))
    aimed = complete_shooting(battle, unit, target)
    at_will([shot for shot, _ in aimed], await buy_with_salvo(battle, unit, [shot.weapon for shot, _ in aimed]))
    await open_fire(battle, unit, aimed)


def _foreseen(battle: Battle[State], chosen: str) -> Attack[State] | None:
    """What the fire of a unit brings; shown to nobody before it fires (at43.measuring.no-premeasuring)."""
    if chosen == "pass":
        return None
    unit, target = battle.state.units[chosen], battle.state.units[battle.state.acting().unit]
    shots = [shot for shot, _ in complete_shooting(battle, unit, target)]
    return salvo_attack(battle.state, chosen, shots) if shots else None


def _members(state: State, name: str) -> tuple[str, ...]:
    return tuple(f.id for f in state.members(state.units[name]))
