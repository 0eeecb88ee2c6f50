"""Air strikes: called by a Commander, coming down when the turn ends (defiance.airstrike.*)."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Option
from littlewars.engine.names import ref

from ..basics.dice import FIVE, OPEN, TEN
from ..basics.events import StrikeCalled
from ..basics.profiles import Weapon
from ..basics.rolls import ONE, tally
from ..basics.state import AirStrike, Figure, State
from ..roster.armies import air_strike
from ..units.units import commands
from .bursts import Blast, blast_of, go_off
from .points import point_ask, refuse_call, top_at
from .scatter import astray, drift

CALLER, PLACE = "defiance.airstrike.caller", "defiance.airstrike.placement"
ASKED = "air strike"  # what is noted of a commander who was asked
NO = "no"
INSTEAD = "He neither moves nor fires in this activation; it comes down when the turn ends."


def weapon() -> Weapon:
    """What comes down (defiance.airstrike.default-profile): its first bracket is its number to hit."""
    return air_strike()


def may_call(state: State, figure: Figure) -> bool:
    """A Commander who is neither stunned, shaken, broken nor engaged, while his side has strikes left: once in an activation
    (defiance.airstrike.caller)."""
    unit, doing = state.unit_of(figure), state.turn.doing
    if state.sides[unit.side].strikes <= 0:
        return False
    ready = figure.able and not figure.locked and not unit.broken and bool(commands(unit, figure))
    return ready and not (doing is not None and f"{ASKED}/{figure.id}" in doing.once)


async def offer(battle: Battle[State], figure: Figure) -> bool:
    """Does he call a strike instead of moving and firing (defiance.airstrike.caller)? Then it is placed and rolled for."""
    state, side = battle.state, battle.state.side_of(figure)
    state.acting().once.append(f"{ASKED}/{figure.id}")
    left = state.sides[side].strikes
    options = (
        Option(NO, "No air strike", of=(figure.id,), about="He acts with his orders.", means="pass"),
        Option("call", "Call an air strike", of=(figure.id,), about=INSTEAD, means="act"),
    )
    prompt = f"{ref(figure.id)} may call an air strike ({left} left)"
    if await Choose(side, CALLER, prompt, options).about(figure.id, unit=figure.unit, topic="plan") == NO:
        return False
    blast = strike_blast(figure, figure.at)
    ask = point_ask(battle, side, PLACE, f"{ref(figure.id)}: coordinates", blast, lambda at: refuse_call(state, side, at), True)
    (spot,) = await ask.about(figure.id, unit=figure.unit, topic="aim")
    battle.seal()
    state.sides[side].strikes -= 1
    _place(battle, figure, spot.at)
    return True


def _place(battle: Battle[State], figure: Figure, at: tuple[int, int]) -> None:
    """It always goes astray: d5 inches on a hit, d10 on a miss; nothing modifies the roll, chits neither
    (defiance.airstrike.placement)."""
    line = weapon()
    needed = tally(line.reaches[0][0])
    hit = battle.dice.test(OPEN, max(ONE + 1, needed.needed), f"to hit, {figure.id}")
    battle.record(StrikeCalled(figure=figure.id, at=at, tally=needed, hit=hit))
    x, y = astray(battle, line.name, at, drift(battle, FIVE if hit else TEN))
    battle.state.turn.strikes.append(AirStrike(x, y, figure.id))


def strike_blast(figure: Figure, at: tuple[int, int]) -> Blast:
    """Its template (defiance.airstrike.template)."""
    return blast_of(figure, 0, weapon(), at)


async def come_down(battle: Battle[State]) -> None:
    """The strike that was called first comes down, before anything else of the Resolution Phase, whatever became of its caller
    (defiance.airstrike.delay)."""
    state = battle.state
    strike = state.turn.strikes.pop(0)
    at = (strike.x, strike.y)
    blast = strike_blast(state.figures[strike.by], at)
    await go_off(battle, blast._replace(foot=top_at(battle, at)))
