"""Immobile machines are held or abandoned; heroes take over another one (at43.afv.pilot-ejects, at43.afv.immobile-leader)."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Option
from littlewars.engine.names import ref

from ..basics.events import Held
from ..basics.numbers import EJECTS
from ..basics.state import Fighter, State, Unit
from ..basics.tabletop import board
from ..harm.removal import remove

RULE, HERO = "at43.afv.immobile-leader", "at43.afv.pilot-ejects"


async def hold_or_abandon(battle: Battle[State], unit: Unit) -> None:
    """After the Morale test and before any LP the owner decides about each immobile machine (at43.afv.pilot-ejects,
    at43.afv.propulsion-destroyed)."""
    for fighter in [f for f in battle.state.members(unit) if f.immobile]:
        of = (fighter.id,)
        options = [
            Option("hold", "Hold the machine", of=of, about="It stays where it is, and may shoot and fight.", means="keep"),
            Option("abandon", "Abandon it", of=of, about="It is removed and counts as destroyed.", means="end"),
        ]
        ask = Choose(unit.side, RULE, f"{ref(fighter.id)} is immobile: hold or abandon it?", options)
        held = await ask.about(fighter.id, unit=unit.id, topic="loss") == "hold"
        if held:
            battle.record(Held(figure=fighter.id, held=True))
        else:
            await abandon(battle, unit, fighter)


async def abandon(battle: Battle[State], unit: Unit, fighter: Fighter) -> None:
    """The pilot is gone, and with him his rank; a hero goes over to another machine and leads from there
    (at43.afv.pilot-ejects, at43.afv.immobile-leader)."""
    state, heir = battle.state, ""
    if state.person(fighter).hero and (near := _machines_near(battle, unit, fighter)):
        heir = await _which(battle, unit, near)
        other = state.figures[heir]
        other.pilot = fighter.pilot or fighter.id
        if unit.leader == fighter.id:
            unit.leader = other.id
        side = state.sides[unit.side]
        if side.commander == fighter.id:
            side.commander = other.id
    battle.record(Held(figure=fighter.id, held=False, heir=heir))
    await remove(battle, fighter, "abandoned")


def _machines_near(battle: Battle[State], unit: Unit, fighter: Fighter) -> list[str]:
    """The other machines of the unit within 10 cm."""
    table = board(battle)
    return [f.id for f in battle.state.members(unit) if f is not fighter and table.gap(f.id, fighter.id) <= EJECTS]


async def _which(battle: Battle[State], unit: Unit, near: list[str]) -> str:
    if len(near) == 1:
        return near[0]
    options = [Option(name, ref(name), of=(name,), means="keep") for name in near]
    ask = Choose(unit.side, HERO, "Which machine does the hero take over?", options)
    return await ask.about(*near, unit=unit.id, topic="loss")
