"""Tactics that are placed when an activation ends (at43.tactics.*)."""

from __future__ import annotations

from littlewars.engine import Battle, ChooseSome, Option
from littlewars.engine.names import ref

from ..basics.events import TacticTaken
from ..basics.numbers import PRICE
from ..basics.state import Activation, State, Unit
from ..basics.tabletop import raise_shield
from ..units.engagement import is_engaged

TACTICS = "at43.tactics.cost"
FOR = {  # who may take it
    "overwatch": ("infantry", "afv"),  # at43.tactics.overwatch
    "hit-the-deck": ("infantry",),  # at43.tactics.hit-the-deck
    "take-cover": ("infantry",),  # at43.tactics.take-cover
    "shield-formation": ("afv",),  # at43.tactics.shield-formation
}
ABOUT = {
    "overwatch": "May fire at an enemy unit that has moved.",
    "hit-the-deck": "Takes no impacts between shooters and another target.",
    "take-cover": "Cover cancels impacts on 3+.",
    "shield-formation": "Its machines are obstacles that give cover.",
}


def open_tactics(battle: Battle[State], unit: Unit, doing: Activation) -> list[str]:
    """What it may take now: a unit that acts, is valiant and not engaged, and only what can be paid; overwatch if it has
    neither fired nor rushed (at43.tactics.cost, at43.tactics.overwatch, at43.movement.rush-soldiers,
    at43.leadership.insufficient)."""
    state = battle.state
    acts = doing.acts and unit.status == "valiant" and state.on_table(unit) and state.sides[unit.side].lp > 0
    if not acts or is_engaged(battle, unit):
        return []
    category = "afv" if state.afv(unit) else "infantry"
    found = [name for name, who in FOR.items() if category in who]
    if doing.fired or doing.kind == "rush":
        found.remove("overwatch")
    return found


async def take_tactics(battle: Battle[State], unit: Unit) -> None:
    """The owner buys each he likes, once, for 1 LP (at43.tactics.cost)."""
    state = battle.state
    names = battle.memo("tactics", lambda: tuple(open_tactics(battle, unit, state.acting())))
    if not names:
        return
    of = tuple(f.id for f in state.members(unit))
    options = [
        Option(name, name.replace("-", " "), of=of, cost=(("LP", PRICE[name]),), about=ABOUT[name], means="spend")
        for name in names
    ]
    purse = {"LP": state.sides[unit.side].lp}
    ask = ChooseSome(unit.side, TACTICS, f"{ref(unit.id)}: tactics?", options, purse=purse, blind=True)
    for name in await ask.about(*of, unit=unit.id, topic="spend"):
        state.sides[unit.side].lp -= PRICE[name]
        unit.markers = [*unit.markers, name]
        battle.record(TacticTaken(unit=unit.id, tactic=name.replace("-", " ")))
        if name == "shield-formation":
            for fighter in state.members(unit):
                raise_shield(battle, fighter)
