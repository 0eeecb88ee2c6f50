"""Ranged fire of one figure: weapon, feed rate, target, spread, dice (defiance.ranged.*). Who answers it is told elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Attack, Battle, Choose, Option
from littlewars.engine.names import ref

from ..basics.consequences import CONSEQUENCES
from ..basics.events import Fired
from ..basics.fire_action import Fire, Manner, Shot
from ..basics.profiles import Weapon
from ..basics.state import Figure, State
from ..units.chits import spend_on_die, use_for
from ..units.crews import fires_it, note_crew
from .damage import Struck, roll, settle
from .forecasts import forecast
from .shots import aim
from .spread import declare, may_spread
from .stoppage import HIGH_RATE, note_shot, risk, usable, works
from .targets import Gun, targets_of

HOLD = "hold"


def can_fire(line: Weapon) -> bool:
    """Part one knows direct fire without areas; those weapons wait for their chapter
    (defiance.ranged.direct-or-indirect, defiance.ranged.cone-targeting)."""
    return line.is_direct and not line.does("phases")


def lines_of(state: State, figure: Figure, slots: Sequence[str]) -> list[Gun]:
    """The lines of its weapons in these slots that it could fire now; of a crew one man has the fire action."""
    found = []
    for arm, carried in enumerate(figure.arms):
        if arm in figure.spent:
            continue  # each weapon of a vehicle fires once (defiance.orders.vehicle-orders)
        if carried.slot in slots and usable(figure, arm) and fires_it(state, figure, carried.weapon):
            lines = enumerate(carried.weapon.lines)
            found += [(arm, number, line) for number, line in lines if can_fire(line) and works(figure, arm, number)]
    return found


def choices(battle: Battle[State], figure: Figure, slots: Sequence[str], turns: bool, only: str = "") -> dict[str, int]:
    """Everything it may fire at with what, each with the facing for it."""
    found: dict[str, int] = {}
    lines = lines_of(battle.state, figure, slots)
    aims = targets_of(battle, figure, lines, turns, only)
    for (arm, number, line), open_to in zip(lines, aims, strict=True):
        for target, face in open_to.items():
            for rate in (line.rate, line.high) if line.high else (line.rate,):
                found[f"{arm}:{number}:{rate}:{target}"] = face
    return found


def explain(state: State, figure: Figure, name: str, manner: Manner) -> Option:
    """A shot in words, with its tally."""
    if name == HOLD:
        return Option(HOLD, "Hold fire", of=(figure.id,), means="hold")
    fire = Fire.read(figure, name, manner)
    target = state.figures[fire.target]
    high = ", higher rate" if fire.at_high_rate else ""
    dice = f"{fire.rate} {'die' if fire.rate == 1 else 'dice'}{high}"
    label = f"{fire.line.name} ({dice}): {ref(target.id)}"
    return Option(name, label, of=(target.id,), at=target.at, tally=aim(state, fire).tally, means="act")


async def choose(
    battle: Battle[State], figure: Figure, open_to: Sequence[str], manner: Manner, rule: str, prompt: str
) -> tuple[str, Fire] | None:
    """What to fire at whom, by its name and as a fire action; None to hold fire."""
    state = battle.state
    ask = Choose(state.side_of(figure), rule, prompt, open_to, explain=lambda name: explain(state, figure, name, manner))

    def foreseen(view: Battle[State], name: str) -> Attack[State] | None:
        return None if name == HOLD else forecast(view.state, Fire.read(view.state.figures[figure.id], name, manner))

    chosen = await ask.about(figure.id, unit=figure.unit, topic="aim", forecast=foreseen)
    return None if chosen == HOLD else (chosen, Fire.read(figure, chosen, manner))


async def resolve(battle: Battle[State], fire: Fire, shots: list[Shot]) -> None:
    """From the first die to the stoppage roll (defiance.ranged.resolution-sequence, steps 3 to 7, defiance.stoppage.timing)."""
    state, figure = battle.state, fire.figure
    note_shot(figure, fire.arm, state.turn.number, fire.number)
    note_crew(state, figure, figure.arms[fire.arm].weapon)
    left = [shot for shot in shots if not state.figures[shot.target].gone]  # dice at those who fell meanwhile are lost
    helped = await spend_on_die(battle, figure, use_for(fire.line), left)
    await settle(battle, _roll(battle, figure, left, helped))
    if fire.at_high_rate:
        risk(battle, figure, fire.arm, HIGH_RATE, line=fire.number)
    await CONSEQUENCES.serve(battle)  # before those who cover answer (defiance.suppression.contributors-lost)


async def plan(battle: Battle[State], fire: Fire) -> list[Shot]:
    """The dice on their targets, spread if the firer says so before the first is rolled (defiance.spread.declare)."""
    state, figure = battle.state, fire.figure
    first = state.figures[fire.target]
    if may_spread(fire.line, fire.rate) and len(state.on_table(state.unit_of(first))) > 1:
        about = "The first die at this one, the next at his neighbours; gaps take dice, too."
        options = (
            Option("one", f"All at {ref(first.id)}", of=(first.id,), at=first.at, means="act"),
            Option("spread", "Spread the fire", of=(first.id,), about=about, means="act"),
        )
        prompt = f"{ref(figure.id)} rolls {fire.rate} dice: all at one, or spread over several?"
        ask = Choose(state.side_of(figure), "defiance.spread.declare", prompt, options)
        if await ask.about(figure.id, unit=figure.unit, topic="share") == "spread":
            return await declare(battle, fire, first)
    return [aim(state, fire)]


def _roll(battle: Battle[State], figure: Figure, shots: list[Shot], helped: str) -> list[Struck]:
    """All damage dice, target by target, whatever became of earlier ones; a chit may help one
    (defiance.spread.resolution, defiance.spread.wasted-dice, defiance.spread.field-saves)."""
    found = []
    for shot in shots:
        struck = roll(battle, shot, shot.target == helped)
        found.append(struck)
        battle.record(
            Fired(
                figure=figure.id,
                target=shot.target,
                weapon=shot.line.name,
                tally=shot.tally,
                hits=struck.hits,
                tags=struck.tags,
                how=shot.how,
            )
        )
    return found
