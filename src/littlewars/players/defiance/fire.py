"""Whom the tactician shoots at, when it answers with covering fire, and what it keeps up."""

from __future__ import annotations

from random import Random
from typing import Any

from littlewars.engine import Battle, Choose, Option, View
from littlewars.systems.defiance.area.bursts import blast_of, caught, die_at
from littlewars.systems.defiance.area.cones import die_in_cone, in_cone
from littlewars.systems.defiance.basics.fire_action import Fire, Manner
from littlewars.systems.defiance.basics.sight import cover_of
from littlewars.systems.defiance.basics.state import State
from littlewars.systems.defiance.fire.firing import HOLD
from littlewars.systems.defiance.suppression.area import in_fringe, in_template

from .worth import TAG, area_worth, battle_of, open_chance, worth_of_hit


def fire(view: View[Any], ask: Choose, rng: Random) -> str | None:
    """The shot with the most hits to expect."""
    battle = battle_of(view)
    options = [option for option in ask.written if option.tally is not None]
    found = {option.id: _expected(battle, ask.of[0], option) for option in options}
    best = max(found, key=lambda name: found[name], default="")
    return best if best and (found[best] > 0 or HOLD not in ask.ids) else None


def _expected(battle: Battle[State], name: str, option: Option) -> float:
    """The points to expect of a shot, a round or a cone; friends in an area count against it."""
    assert option.tally is not None
    figure = battle.state.figures[name]
    shot = Fire.read(figure, option.id, Manner())
    target, side, needed = battle.state.figures[shot.target], battle.state.side_of(figure), option.tally.needed
    if shot.line.does("cone"):
        met = in_cone(battle, figure, shot.line, target)
        return area_worth(battle.state, side, (die_in_cone(battle.state, shot, one) for one in met))
    if shot.line.aoe is not None:
        blast = blast_of(figure, shot.arm, shot.line, target.at, target.level)
        dice = () if blast.needed is None else (die_at(blast, one) for one in caught(battle, blast))
        return open_chance(needed) * area_worth(battle.state, side, dice)
    return shot.rate * (open_chance(needed) + TAG * open_chance(needed - 1)) * worth_of_hit(target)


def cover(view: View[Any], ask: Choose, rng: Random) -> str:
    """Answer when the target is in the open, else wait until it is."""
    names = ask.ids
    units = [name for name in names if name not in ("wait", "pass")]
    state = battle_of(view).state
    figure = state.figures.get(next(iter(ask.of), ""))
    if figure is None or not units:
        return names[0]
    watchers = [f for unit in units for f in state.members(state.units[unit]) if f.covers]
    hidden = all(cover_of(state, watcher.at, figure) for watcher in watchers)
    if hidden and "pass" in names:
        return "wait"
    return units[0]


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
