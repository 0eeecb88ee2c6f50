"""Close combat: who attacks whom, the test, and whom the attacker picks (at43.close-combat.*)."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from littlewars.engine import Arrange, Assign, Attack, Battle, Choose, Option
from littlewars.engine.names import ref

from ..basics.events import Attacked
from ..basics.resolution import impacts, needed, tally
from ..basics.state import Blow, Fighter, State, Unit
from ..fire.expected import enemies_who_fall, harm_done
from ..harm.damage import damage_test
from ..units.engagement import touching

CHOICE, ORDER, TEST = "at43.close-combat.choice", "at43.close-combat.unit-by-unit", "at43.close-combat.test"
VICTIM = "at43.close-combat.impact-target"
AT_ONCE = 8  # damage tests between two checkpoints


def attackers(battle: Battle[State], unit: Unit) -> dict[str, list[str]]:
    """Its fighters who have a close combat weapon, bear no special weapon and touch an enemy, and the units they touch:
    soldiers and machines alike (at43.close-combat.who, at43.special.no-close-combat, at43.close-combat.against-striders)."""
    state, found = battle.state, dict[str, list[str]]()
    for fighter in state.members(unit):
        if fighter.strikes and (met := touching(battle, fighter)):
            found[fighter.id] = list(dict.fromkeys(state.figures[name].unit for name in met))
    return found


async def declare_attack(battle: Battle[State], unit: Unit) -> list[Blow]:
    """Targets of all fighters before the first roll, in the attacker's order of units and weapons; nobody strikes back
    (at43.close-combat.unit-by-unit, at43.close-combat.choice, at43.close-combat.no-strike-back)."""
    state, met = battle.state, attackers(battle, unit)
    chosen = {name: units[0] for name, units in met.items()}
    if several := {name: units for name, units in met.items() if len(units) > 1}:
        ask = Assign(unit.side, CHOICE, f"{ref(unit.id)}: whom does each attack?", several, explain=_explain(state))
        chosen |= dict(await ask.about(*several, unit=unit.id, topic="aim"))
    units = list(dict.fromkeys(chosen.values()))
    if len(units) > 1:
        units = list(await Arrange(unit.side, ORDER, "In which order?", units).about(*met, unit=unit.id, topic="plan"))
    weapons = list(dict.fromkeys(weapon.key for name in met for weapon in state.figures[name].strikes))
    if len(weapons) > 1:
        weapons = list(await Arrange(unit.side, TEST, "Which weapon first?", weapons).about(*met, unit=unit.id, topic="plan"))
    blows = [
        Blow(enemy, key, [name for name, at in chosen.items() if at == enemy and _has(state.figures[name], key)],
             [name for name, at in chosen.items() if at == enemy])
        for enemy in units
        for key in weapons
    ]  # fmt: skip
    return [blow for blow in blows if blow.by]


def melee_attack(battle: Battle[State], unit: str) -> Attack[State]:
    """The rule of play from the declaration to the last blow, and how many fall; found when the battle is over."""

    async def run(trial: Battle[State]) -> None:
        doing = trial.state.acting()
        doing.blows = await declare_attack(trial, trial.state.units[unit])
        while doing.blows:
            await strike(trial)

    def alike(state: State) -> Hashable:
        doing = state.acting()
        return harm_done(state), len(doing.blows), doing.impacts

    fallen = enemies_who_fall(battle.state, battle.state.units[unit].side)
    return Attack(run, fallen, title="close combat", counts="fallen", alike=alike)


def _explain(state: State) -> Callable[[str, str], Option]:
    def explain(name: str, enemy: str) -> Option:
        foes = tuple(f.id for f in state.members(state.units[enemy]))
        return Option(enemy, f"{ref(name)} attacks {ref(enemy)}", of=(name, *foes), means="melee")

    return explain


def _has(fighter: Fighter, key: str) -> bool:
    return any(weapon.key == key for weapon in fighter.strikes)


def in_contact(battle: Battle[State], blow: Blow) -> list[str]:
    """The fighters of the attacked unit who are still there and touch an attacker (at43.close-combat.losses)."""
    state = battle.state
    met = {name for one in blow.all for name in touching(battle, state.figures[one])}
    return [name for name in state.units[blow.target].figures if name in met]


async def strike(battle: Battle[State]) -> None:
    """The next step of an attack: a weapon's dice together, or some of its damage tests."""
    state, doing = battle.state, battle.state.acting()
    blow = doing.blows[0]
    if not doing.impacts:
        doing.impacts = roll_blow(battle, blow)
    for _ in range(AT_ONCE):
        if not doing.impacts:
            break
        victims = in_contact(battle, blow)
        if not victims:  # nobody is in contact any more: the rest is lost (at43.close-combat.impact-target)
            doing.impacts = 0
            break
        battle.merge_point()
        doing.impacts -= 1
        victim = await _victim(battle, blow, victims)
        await damage_test(battle, victim, state.weapon(blow.weapon, blow.by), state.units[doing.unit].side)
    if not doing.impacts:
        doing.blows = doing.blows[1:]


def roll_blow(battle: Battle[State], blow: Blow) -> int:
    """Accuracy against the highest Combat value in contact; Attack rates and Re-Roll values together, no cover, no zone
    (at43.close-combat.test)."""
    state, victims = battle.state, in_contact(battle, blow)
    if not victims:
        return 0
    weapon, many = state.weapon(blow.weapon, blow.by), len(blow.by)
    combat = max(state.figures[name].profile.combat for name in victims)
    found = impacts(battle, weapon.rate * many, weapon.reroll * many, needed(weapon.accuracy, combat))
    told = tally("accuracy - combat value", weapon.accuracy, combat)
    battle.record(
        Attacked(
            figure=blow.by[0], target=victims[0], unit=blow.target, weapon=weapon.name, dice=weapon.rate * many,
            impacts=found, tally=told,
        )
    )  # fmt: skip
    return found


async def _victim(battle: Battle[State], blow: Blow, victims: list[str]) -> Fighter:
    """Before each damage test the attacker names who takes it (at43.close-combat.impact-target)."""
    state = battle.state
    if len(victims) == 1:
        return state.figures[victims[0]]
    side = state.units[state.acting().unit].side
    weapon = state.weapon(blow.weapon, blow.by)
    needs = {name: tally("damage", weapon.penetration, state.figures[name].profile.protection) for name in victims}
    options = [Option(name, ref(name), of=(name,), tally=needs[name], means="melee") for name in victims]
    ask = Choose(side, VICTIM, f"{ref(blow.target)}: who takes the blow?", options)
    return state.figures[await ask.about(*victims, unit=blow.target, topic="share")]
