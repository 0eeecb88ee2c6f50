"""Whom the tactician shoots at, when it answers with covering fire, and what it keeps up."""

from __future__ import annotations

from random import Random
from typing import Any

from littlewars.engine import Battle, Choose, Option, View
from littlewars.systems.defiance.area.bursts import Blast, blast_of, caught, die_at
from littlewars.systems.defiance.area.close_defence import blast_about, charge_of
from littlewars.systems.defiance.area.cones import die_in_cone, in_cone
from littlewars.systems.defiance.area.points import worthwhile
from littlewars.systems.defiance.area.strikes import strike_blast
from littlewars.systems.defiance.basics.fire_action import INDIRECT, POINT, Fire, Manner
from littlewars.systems.defiance.basics.sight import cover_of
from littlewars.systems.defiance.basics.state import State
from littlewars.systems.defiance.fire.firing import HOLD
from littlewars.systems.defiance.suppression.area import in_fringe, in_template

from .worth import TAG, area_worth, battle_of, open_chance, worth_of_hit

AT_POINTS = (POINT, INDIRECT)
LUCK = 0.4  # how likely a round comes down where it is meant to, before anything is measured
POINTS = 6  # places that are thought of
CHARGE = 4.0  # points that make a close defence weapon worth setting off
STRIKE = 25.0  # points under a template that are worth an air strike


def fire(view: View[Any], ask: Choose, rng: Random) -> str | None:
    """The shot with the most hits to expect."""
    battle = battle_of(view)
    found = {option.id: _expected(battle, ask.of[0], option) for option in ask.written if option.id != HOLD}
    best = max(found, key=lambda name: found[name], default="")
    return best if best and (found[best] > 0 or HOLD not in ask.ids) else None


def _expected(battle: Battle[State], name: str, option: Option) -> float:
    """The points to expect of a shot, a round or a cone; friends in an area count against it."""
    figure = battle.state.figures[name]
    shot, side = Fire.read(figure, option.id, Manner()), battle.state.side_of(figure)
    if shot.target in AT_POINTS and shot.line.aoe is not None:
        return LUCK * point_worth(battle, side, blast_of(figure, shot.arm, shot.line, figure.at))
    if option.tally is None or shot.target not in battle.state.figures:
        return 0.0
    target, needed = battle.state.figures[shot.target], option.tally.needed
    if shot.line.does("cone"):
        met = in_cone(battle, figure, shot.line, target)
        return area_worth(battle.state, side, (die_in_cone(battle.state, shot, one) for one in met))
    if shot.line.aoe is not None:
        blast = blast_of(figure, shot.arm, shot.line, target.at, target.level)
        dice = () if blast.needed is None else (die_at(blast, one) for one in caught(battle, blast))
        return open_chance(needed) * area_worth(battle.state, side, dice)
    return shot.rate * (open_chance(needed) + TAG * open_chance(needed - 1)) * worth_of_hit(target)


def point_worth(battle: Battle[State], side: str, blast: Blast) -> float:
    """What a template is worth where it would catch most."""
    best = 0.0
    for at in worthwhile(battle, side, blast, most=POINTS) if blast.needed is not None else ():
        dice = (die_at(blast, one) for one in caught(battle, blast._replace(at=at)))
        best = max(best, area_worth(battle.state, side, dice))
    return best


def call(view: View[Any], ask: Choose, rng: Random) -> str:
    """An air strike where it is worth more than what a commander does himself."""
    battle = battle_of(view)
    figure = battle.state.figures[ask.of[0]]
    good = point_worth(battle, battle.state.side_of(figure), strike_blast(figure, figure.at)) >= STRIKE
    return "call" if good else "no"


def cover(view: View[Any], ask: Choose, rng: Random) -> str:
    """Answer when the target is in the open, else wait until it is; what pays is set off at once."""
    names, state = ask.ids, battle_of(view).state
    if charge := set_off(view, ask, rng):
        return charge
    units = [name for name in names if name in state.units]
    figure = state.figures.get(next(iter(ask.of), ""))
    if figure is None or not units:
        return names[0]
    watchers = [f for unit in units for f in state.members(state.units[unit]) if f.covers]
    hidden = all(cover_of(state, watcher.at, figure) for watcher in watchers)
    if hidden and "pass" in names:
        return "wait"
    return units[0]


def set_off(view: View[Any], ask: Choose, rng: Random) -> str | None:
    """The close defence weapon that is worth most, if any is worth it; a kamikaze counts himself."""
    battle = battle_of(view)
    state, found = battle.state, dict[str, float]()
    for name in ask.ids:
        figure = state.figures.get(name)
        arm = charge_of(state, figure) if figure is not None else None
        if figure is None or arm is None:
            continue
        blast = blast_about(battle, figure, arm)
        dice = [die_at(blast, one) for one in caught(battle, blast)] if blast.needed is not None else []
        own = figure.cost if figure.arms[arm].weapon.kamikaze else 0
        found[name] = area_worth(state, state.side_of(figure), dice) - own
    best = max(found, key=lambda name: found[name], default="")
    return best if best and found[best] >= CHARGE else None


def keep(view: View[Any], ask: Choose, rng: Random) -> str:
    """Keep up suppression as long as somebody is under it."""
    state = battle_of(view).state
    unit = state.units[state.acting().unit]
    for template in state.templates:
        if template.unit == unit.id:
            enemies = state.enemies_of(unit.side)
            if any(in_template(template, e) or in_fringe(state, template, e) for e in enemies):
                return "keep"
    return "end"
