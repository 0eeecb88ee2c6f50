"""Close combat: attacks, striking back, machines, hatches (combat-action.close-combat.attack,
combat-action.close-combat.strike-back, combat-action.close-combat.machines, combat-action.machine-damage.hatches)."""

from __future__ import annotations

from dataclasses import replace

from littlewars.engine import Attack, Battle, Choose, Mod, Option, Tally
from littlewars.engine.names import ref

from ..basics.events import Changed, Fought
from ..basics.numbers import DIE, INSIDE, least
from ..basics.profiles import Weapon
from ..basics.state import ROUTING, Figure, State
from ..fire.shooting import losses, works
from ..harm.damage import hit, penetrates

BARE = Weapon(key="bare-hands", name="bare hands", kind="close-combat", pen=0)
HANDS = -1  # instead of the number of a weapon


def arms(figure: Figure) -> list[int]:
    """What it may strike with: blades and pistols that work, else bare hands (combat-action.close-combat.attack)."""
    able = [n for n, weapon, gun in figure.arms() if (weapon.melee or weapon.kind == "pistol") and not gun.out]
    return able or [HANDS]


def weapon_of(figure: Figure, number: int) -> Weapon:
    """What it strikes with."""
    return BARE if number == HANDS else figure.profile.weapons[number]


def blow_tally(figure: Figure, target: Figure, number: int) -> Tally:
    """What the die needs: CS, the weapon's bonus, the target's size (combat-action.close-combat.attack)."""
    weapon = weapon_of(figure, number)
    mods = (
        Mod(weapon.kind, 0 if number == HANDS else weapon.bonus("CC"), "combat-action.ranged.weapon-bonuses"),
        Mod(target.profile.size, target.profile.size_modifier, "combat-action.ranged.size"),
    )
    return least(figure.profile.cs or figure.profile.ss or DIE, mods, "combat-action.close-combat.attack")


async def attack(battle: Battle[State], figure: Figure, target: Figure, number: int) -> None:
    """An attack, and at once the blow back; not of who is out of action, killed, routing or a vehicle
    (combat-action.close-combat.strike-back, combat-action.close-combat.machines, combat-action.rout.close-combat)."""
    strike(battle, figure, target, number, False)
    if target.lost or figure.lost or target.profile.vehicle or battle.state.units[target.unit].status == ROUTING:
        return
    back = arms(target)
    if len(back) > 1:
        options, side = [weapon_option(target, figure, one) for one in back], battle.state.side_of(target)
        ask = Choose(side, "combat-action.close-combat.strike-back", f"{ref(target.id)} strikes back", options)
        back = [int(await ask.about(target.id, unit=target.unit, topic="react"))]
    strike(battle, target, figure, back[0], True)


def weapon_option(figure: Figure, target: Figure, number: int) -> Option:
    """A weapon to strike with."""
    weapon, needs = weapon_of(figure, number), blow_tally(figure, target, number)
    return Option(str(number), f"{weapon.name}, Pen {weapon.pen}", of=(target.id,), tally=needs, means="melee")


def strike(battle: Battle[State], figure: Figure, target: Figure, number: int, back: bool) -> None:
    """One die; a natural 1 misses; PF without cover (combat-action.close-combat.attack)."""
    weapon, found = weapon_of(figure, number), blow_tally(figure, target, number)
    if number != HANDS and figure.profile.machine and not works(battle, figure, number):
        return
    hits = battle.dice.test(DIE, found.needed, f"{'strike back' if back else 'attack'}, {figure.id}")
    battle.record(Fought(figure=figure.id, target=target.id, weapon=weapon.name, hit=hits, tally=found, back=back))
    if hits:
        hit(battle, target, weapon.pen)


def blow_forecast(battle: Battle[State], figure: Figure, target: Figure, number: int) -> Attack[State]:
    """The odds of the attack alone."""

    def rule(trial: Battle[State]) -> None:
        figures = trial.state.figures
        strike(trial, figures[figure.id], figures[target.id], number, False)

    found = losses(battle, figure, rule, weapon_of(figure, number).name, blow_tally(figure, target, number))
    return replace(found, title="close combat")


def hatch_pf(vehicle: Figure, inside: bool) -> int:
    """PF of stuck hatches: of the vehicle, from inside 2 less (combat-action.machine-damage.hatches)."""
    return max(0, vehicle.profile.pf - INSIDE) if inside else vehicle.profile.pf


def stuck(vehicle: Figure) -> bool:
    """Are its hatches stuck (combat-action.machine-damage.hold)?"""
    return "hold" in vehicle.broken and not vehicle.opened and not vehicle.wreck


def break_hatch(battle: Battle[State], figure: Figure, vehicle: Figure, number: int) -> None:
    """It hits without a roll; a damaging hit opens them for good (combat-action.machine-damage.hatches)."""
    if penetrates(battle, weapon_of(figure, number).pen, hatch_pf(vehicle, figure.carrier == vehicle.id), vehicle.id):
        vehicle.opened = True
        battle.record(Changed(who=vehicle.id, what="has its hatches broken open"))
