"""Where spare Leadership Points go: tactics at the end of an activation and with a salvo, overwatch, kept weapons."""

from __future__ import annotations

from random import Random
from typing import Any

from littlewars.engine import Battle, Choose, ChooseSome, View
from littlewars.systems.at43.basics.numbers import CM
from littlewars.systems.at43.basics.sight import sees_unit
from littlewars.systems.at43.basics.state import State, Unit
from littlewars.systems.at43.fire.aim import guns_of
from littlewars.systems.at43.fire.zone import area
from littlewars.table.board.hulls import in_hull

from .acting import KEEPS
from .cards import needs
from .estimate import between, nearest
from .worth import best_target, salvo_worth, seems_covered, unit_worth

WORTH_IT = 4.0  # points of a salvo that one re-roll more is worth an LP for


def tactics(view: View[Any], ask: ChooseSome, rng: Random) -> tuple[str, ...]:
    """What is useful, in the order of use, as long as the other cards get their points."""
    battle = view.battle
    state = battle.state
    unit = state.units[ask.unit]
    spare = state.sides[ask.side].lp - needs(state, ask.side)
    useful = [name for name in USEFUL if name in ask.ids and USEFUL[name](battle, unit)]
    return tuple(useful[: max(0, spare)])


def _sees_enemies_coming(battle: Battle[State], unit: Unit) -> bool:
    """Somebody may come into sight, and it has something to fire."""
    state = battle.state
    return bool(guns_of(state, unit)) and bool(state.fielded(state.other(unit.side)))


def _is_in_cover(battle: Battle[State], unit: Unit) -> bool:
    """In the dead angle against somebody who sees it."""
    state = battle.state
    foes = [foe for foe in state.fielded(state.other(unit.side)) if any(sees_unit(battle, f, unit) for f in state.members(foe))]
    return any(seems_covered(battle, foe, unit) for foe in foes)


def _is_in_the_way(battle: Battle[State], unit: Unit) -> bool:
    """Does it stand between own units that still shoot, or enemies, and a target?"""
    state = battle.state
    own = [u for u in state.fielded(unit.side) if u is not unit]
    foes = state.fielded(state.other(unit.side))
    places = [f.at for f in state.members(unit)]
    return any(
        sum(in_hull(area(battle, one, foe), places)) >= 2 and any(sees_unit(battle, f, foe) for f in state.members(one))
        for one in own
        if not state.afv(one)
        for foe in foes
        if not state.afv(foe)
    )


def _shields_somebody(battle: Battle[State], unit: Unit) -> bool:
    """Do own soldiers stand behind it, seen from somebody who comes nearer?"""
    state = battle.state
    own = [u for u in state.fielded(unit.side) if not state.afv(u)]
    foes = [u for u in state.fielded(state.other(unit.side)) if not state.afv(u)]
    places = [f.at for f in state.members(unit)]
    return any(
        any(in_hull(area(battle, foe, one), places)) and between(state, foe, one) <= 70 * CM for one in own for foe in foes
    )


def _pays_at_will(battle: Battle[State], unit: Unit) -> bool:
    """It stays where it is anyway, and fires well."""
    state = battle.state
    far, _ = nearest(state, unit, state.fielded(state.other(unit.side)))
    return unit_worth(battle, unit) >= WORTH_IT and far <= 35 * CM


def _has_something_to_keep(battle: Battle[State], unit: Unit) -> bool:
    """A special weapon that has no good target now, and enemies who have yet to come nearer."""
    state = battle.state
    kept = [weapon for weapon in guns_of(state, unit).values() if weapon.special]
    coming = bool(state.sides[state.other(unit.side)].row)
    return coming and any(best_target(battle, unit, weapon)[0] <= KEEPS for weapon in kept)


USEFUL = {
    "overwatch": _sees_enemies_coming,
    "take-cover": _is_in_cover,
    "fire-at-will": _pays_at_will,
    "split-fire": _has_something_to_keep,
    "hit-the-deck": _is_in_the_way,
    "shield-formation": _shields_somebody,
}


def react(view: View[Any], ask: Choose, rng: Random) -> str:
    """Whoever hurts it most; who would only hit his own lets it pass."""
    battle = view.battle
    state = battle.state
    target = state.acting().unit
    found = [(_worth_at(battle, state.units[name], target), name) for name in ask.ids if name != "pass"]
    worth, name = max(found)
    return name if worth > 0 else "pass"


def _worth_at(battle: Battle[State], unit: Unit, target: str) -> float:
    state = battle.state
    weapons = [w for w in guns_of(state, unit).values() if not w.locked or state.afv(state.units[target])]
    return sum(salvo_worth(battle, unit, weapon, target) for weapon in weapons)


def fire_kept(view: View[Any], ask: Choose, rng: Random) -> str:
    """As soon as it pays."""
    battle = view.battle
    unit = battle.state.units[ask.unit]
    guns = guns_of(battle.state, unit)
    return "fire" if any(best_target(battle, unit, guns[key])[0] > 0 for key in unit.kept if key in guns) else "wait"
