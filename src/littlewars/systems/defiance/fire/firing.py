"""Ranged fire of one figure: weapon, feed rate, target, spread, dice (defiance.ranged.*). Who answers it is told elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle, Choose, Option

from ..basics.events import Fired
from ..basics.profiles import Weapon
from ..basics.state import Figure, State
from ..suppression.template import review
from ..units.chits import spend_on_die, use_for
from ..units.crews import fires_it, note_crew
from .damage import Struck, roll, settle
from .shots import Shot, aim
from .spread import declare, may_spread
from .stoppage import HIGH_RATE, note_shot, risk, usable, works
from .targets import targets_of

HOLD = "hold"


class Choice:
    """A weapon's line at a target, as an option names it: ARM:LINE:RATE:TARGET."""

    __slots__ = ("arm", "line", "number", "rate", "target")

    def __init__(self, figure: Figure, name: str) -> None:
        arm, line, rate, self.target = name.split(":", 3)
        self.arm, self.number, self.rate = int(arm), int(line), int(rate)
        self.line: Weapon = figure.arms[self.arm].weapon.lines[self.number]


def can_fire(line: Weapon) -> bool:
    """Part one knows direct fire without areas; those weapons wait for their chapter (defiance.ranged.direct-or-indirect)."""
    return line.aoe is None and "C" not in line.effectors and "P" not in line.effectors and line.form not in ("grenade", "cdw")


def lines_of(state: State, figure: Figure, slots: Sequence[str]) -> list[tuple[int, int, Weapon]]:
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
    aims = targets_of(battle, figure, [line for _, _, line in lines], turns, only)
    for (arm, number, line), open_to in zip(lines, aims, strict=True):
        for target, face in open_to.items():
            for rate in (line.rate, line.high) if line.high else (line.rate,):
                found[f"{arm}:{number}:{rate}:{target}"] = face
    return found


def explain(state: State, figure: Figure, name: str, speed: str, covering: int | None) -> Option:
    """A shot in words, with its tally."""
    if name == HOLD:
        return Option(HOLD, "Hold fire")
    choice = Choice(figure, name)
    target = state.figures[choice.target]
    shot = aim(state, figure, choice.arm, choice.line, target, choice.rate, speed, covering)
    high = ", higher rate" if choice.line.high == choice.rate and choice.line.high else ""
    dice = f"{choice.rate} {'die' if choice.rate == 1 else 'dice'}{high}"
    label = f"{choice.line.name} ({dice}): {target.frame.name} ({target.id})"
    return Option(name, label, of=(target.id,), at=target.at, tally=shot.tally)


async def choose(
    battle: Battle[State], figure: Figure, open_to: Sequence[str], rule: str, prompt: str, speed: str, covering: int | None
) -> Choice | None:
    """What to fire at whom, or None."""
    state = battle.state
    ask = Choose(
        state.side_of(figure), rule, prompt, open_to, explain=lambda name: explain(state, figure, name, speed, covering)
    )
    chosen = await ask.about(figure.id)
    return None if chosen == HOLD else Choice(figure, chosen)


async def resolve(battle: Battle[State], figure: Figure, choice: Choice, shots: list[Shot]) -> None:
    """From the first die to the stoppage roll (defiance.ranged.resolution-sequence, steps 3 to 7)."""
    state = battle.state
    note_shot(figure, choice.arm, state.turn.number, choice.number)
    note_crew(state, figure, figure.arms[choice.arm].weapon)
    left = [shot for shot in shots if not state.figures[shot.target].gone]  # dice at those who fell meanwhile are lost
    helped = await spend_on_die(battle, figure, use_for(choice.line), left)
    await settle(battle, _roll(battle, figure, left, helped))
    if choice.line.high and choice.rate == choice.line.high:
        risk(battle, figure, choice.arm, HIGH_RATE, line=choice.number)
    await review(battle)


async def plan(
    battle: Battle[State], figure: Figure, choice: Choice, speed: str, covering: int | None, turns: bool = False
) -> list[Shot]:
    """The dice on their targets, spread if the firer says so before the first is rolled (defiance.spread.declare)."""
    state = battle.state
    first = state.figures[choice.target]
    if may_spread(choice.line, choice.rate) and len(state.members(state.unit_of(first))) > 1:
        options = (
            Option("one", f"All at {first.frame.name} ({first.id})", of=(first.id,), at=first.at),
            Option(
                "spread", "Spread the fire", about="The first die at this one, the next at his neighbours; gaps take dice, too."
            ),
        )
        prompt = f"{figure.frame.name} ({figure.id}) rolls {choice.rate} dice: all at one, or spread over several?"
        side = state.side_of(figure)
        if await Choose(side, "defiance.spread.declare", prompt, options) == "spread":
            return await declare(battle, figure, choice.arm, choice.line, first, choice.rate, speed, covering, turns)
    return [aim(state, figure, choice.arm, choice.line, first, choice.rate, speed, covering)]


def _roll(battle: Battle[State], figure: Figure, shots: list[Shot], helped: str) -> list[Struck]:
    """All damage dice, target by target, whatever became of earlier ones; a die at one may have a chit (…spread.resolution)."""
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
