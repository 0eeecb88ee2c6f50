"""What an activated unit does: pay, shoot, move, attack."""

from __future__ import annotations

from random import Random
from typing import Any

from littlewars.engine import Assign, Battle, Choose, ChooseSome, View
from littlewars.systems.at43.basics.numbers import CM
from littlewars.systems.at43.basics.state import State, Unit
from littlewars.systems.at43.fire.aim import guns_of
from littlewars.systems.at43.melee.fights import attackers
from littlewars.systems.at43.move.walking import allowance

from .cards import needs
from .estimate import nearest
from .moves import CHARGE
from .worth import fight_worth, likes_melee, per_point, salvo_worth, unit_worth

BETTER = 1.25  # so many times what a salvo brings now it must bring after the move
FAR = 60 * CM  # beyond, a rush is better than a shot
LITTLE = 3.0  # points
WAITS = 9.0  # points: less is left for overwatch
KEEPS = 4.0  # points: a special weapon that brings less is kept by split fire
WORTH_RALLY = 40  # points of those who are left


def activate(view: View[Any], ask: Choose, rng: Random) -> str:
    """A point for a unit is always well spent."""
    return "activate"


def rally(view: View[Any], ask: Choose, rng: Random) -> str:
    """Only those who are worth it, and if the others still get theirs."""
    state = view.state
    unit = state.units[ask.unit]
    left = sum(f.profile.points for f in state.members(unit))
    price = dict(ask.written[0].cost)["LP"]
    return "rally" if left >= WORTH_RALLY and state.sides[ask.side].lp - price >= needs(state, ask.side) - 1 else "stand"


def enter(view: View[Any], ask: Choose, rng: Random) -> str | None:
    """Shooters walk on, the others run."""
    unit = view.state.units[ask.unit]
    wanted = "rush" if likes_melee(view.state, unit) else "combat"
    return next((name for name in (wanted, "combat", "rush") if name in ask.ids), None)


def what_next(view: View[Any], ask: Choose, rng: Random) -> str:
    """Attack if that pays; shoot now, or after the move if that is better; else come nearer."""
    battle, ids = view.battle, ask.ids
    state = battle.state
    unit = state.units[ask.unit]
    doing = state.acting()
    foes = state.fielded(state.other(unit.side))
    worth = unit_worth(battle, unit) if "salvo" in ids else 0.0
    if "attack" in ids and _attack_pays(battle, unit, worth if doing.kind in ("", "combat", "engaged") else 0.0):
        return "attack"
    if not doing.kind and ("combat" in ids or "engaged" in ids):
        chosen = _before_moving(battle, unit, ids, worth, foes)
        if chosen:
            return chosen
    watches = worth < WAITS and not doing.fired and _may_watch(battle, unit)
    if worth > LITTLE and not watches:
        return "salvo"
    return "attack" if "attack" in ids else "done"


def _attack_pays(battle: Battle[State], unit: Unit, shots: float) -> bool:
    state = battle.state
    met = {name for units in attackers(battle, unit).values() for name in units}
    return any(fight_worth(state, unit, state.units[name]) > shots for name in met)


def _before_moving(battle: Battle[State], unit: Unit, ids: list[str], worth: float, foes: list[Unit]) -> str:
    """Which move first, or a salvo first; "" if it stays."""
    state = battle.state
    far, name = nearest(state, unit, foes)
    if "engaged" in ids:
        return "" if "attack" in ids else "engaged"
    most = max(allowance(f, "combat") for f in state.members(unit))
    fight = fight_worth(state, unit, state.units[name]) if name else 0.0
    if not likes_melee(state, unit) and fight < CHARGE:
        fight = 0.0
    if fight > 0 and far <= most:
        return "salvo" if worth > LITTLE else "combat"
    if fight > worth and "rush" in ids and far <= most + 6 * CM:
        return "rush"
    if likes_melee(state, unit) and "rush" in ids and worth <= 2 * LITTLE:
        return "rush"
    if worth <= LITTLE:
        return "rush" if "rush" in ids and far > FAR else "combat"
    if worth < WAITS and _may_watch(battle, unit):
        return "combat"
    after = unit_worth(battle, unit, most)
    if after > BETTER * worth and not _in_danger(battle, unit, foes):
        return "combat"
    return "salvo" if "salvo" in ids else ""


def _may_watch(battle: Battle[State], unit: Unit) -> bool:
    """Has it a point to spare for overwatch, and has the enemy cards to turn?"""
    state = battle.state
    side = state.sides[unit.side]
    return side.lp > needs(state, side.name) and bool(state.sides[state.other(unit.side)].row)


def _in_danger(battle: Battle[State], unit: Unit, foes: list[Unit]) -> bool:
    """Would coming nearer bring it among those who fight better?"""
    state = battle.state
    far, name = nearest(state, unit, [foe for foe in foes if likes_melee(state, foe)])
    return bool(name) and far <= 30 * CM and not likes_melee(state, unit)


def which_weapons(view: View[Any], ask: Any, rng: Random) -> Any:
    """The common weapon that brings most, and every special one that brings anything; nobody fires into his own."""
    battle = view.battle
    state, unit = battle.state, battle.state.units[ask.unit]
    if isinstance(ask, ChooseSome):
        return ()
    assert isinstance(ask, Assign)
    guns = guns_of(state, unit)
    spare = state.sides[unit.side].lp - needs(state, unit.side)
    found = {}
    for key, choices in ask.items.items():
        names = [str(name) for name in choices if name != "hold"]
        found[key] = max((salvo_worth(battle, unit, guns[key], name), name) for name in names)
    common = {key: best for key, best in found.items() if not guns[key].special}
    lead = max(common, key=lambda key: common[key][0], default="")
    aims = []
    for key, (worth, name) in found.items():
        fires = key == lead if not guns[key].special else worth > (KEEPS if spare > 0 else 0.0)
        if key == lead and worth <= 0 and any(best[0] > 0 for other, best in found.items() if guns[other].special):
            fires = False
        aims.append((key, name if fires else "hold"))
    if all(name == "hold" for _, name in aims):
        best = max(found, key=lambda key: found[key][0])
        aims = [(key, found[key][1] if key == best else "hold") for key in found]
    return tuple(aims)


def attack_choice(view: View[Any], ask: Assign, rng: Random) -> tuple[tuple[str, str], ...]:
    """Whoever is worth most."""
    state = view.state

    def worth(name: str) -> float:
        return max(per_point(f.profile) for f in state.members(state.units[name]))

    return tuple((fighter, max(map(str, choices), key=worth)) for fighter, choices in ask.items.items())
