"""Ranged fire of one figure: weapon, feed rate, target, spread, dice (defiance.ranged.*). Who answers it is told elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from littlewars.engine import Attack, Battle, Choose, Option, Tally
from littlewars.engine.names import ref

from ..basics.consequences import CONSEQUENCES
from ..basics.events import Fired
from ..basics.fire_action import DROP, INDIRECT, LOB, POINT, Fire, Manner, Shot
from ..basics.profiles import Weapon
from ..basics.state import Figure, State
from ..units.chits import spend_on_die, use_for
from ..units.guns import fires_itself, note_gun
from ..units.pairs import may_fire_it, note_served
from ..vehicles.wrecks import can_suffer
from .damage import DamageDone, roll, settle
from .phase import is_known, phase_targets, shot_at
from .redirect import redirect
from .shots import aim, to_hit
from .spread import can_sweep, declare, may_spread
from .stoppage import HIGH_RATE, note_shot, risk, usable, works
from .targets import Gun, targets_of

Foresee = Callable[[Battle[State], Fire], Attack[State]]
HOLD = "hold"
POINTS = {
    POINT: ("throw it at a point", "Any point in sight; only your own movement counts."),
    LOB: ("lob it out of sight", "A point, then a guess of the range before it is measured: -2 or -4."),
    DROP.strip(): ("drop it", "Straight down; even a hit goes astray by d2 inches."),
    INDIRECT: ("fire indirectly", "Coordinates, seen or not, are called before they are measured."),
}
UNMEASURED = "It is measured when the shot is declared; out of phase range and unseen it is wasted."


def lines_of(state: State, figure: Figure, slots: Sequence[str], covers: bool = False) -> list[Gun]:
    """The lines of its weapons in these slots that it could fire now, or cover with; of a crew one man has the fire action.

    Close defence weapons have no fire action (defiance.cdw.definition); a vehicle throws no grenades, nor does somebody in the
    air (defiance.grenade.forbidden-throwers, defiance.flight.no-throwing).
    """
    found = []
    for arm, carried in enumerate(figure.arms):
        if carried.slot not in slots:
            continue
        if figure.craft is not None and arm in figure.craft.spent:
            continue  # each weapon of a vehicle fires once (defiance.orders.vehicle-orders)
        if usable(figure, arm) and fires_itself(state, figure, carried.weapon) and may_fire_it(state, figure, carried.weapon):
            lines = [(number, line) for number, line in enumerate(carried.weapon.lines) if works(figure, arm, number)]
            size = figure.frame.size
            found += [(arm, number, line.of(size)) for number, line in lines if _fits(figure, line, covers)]
    return found


def _fits(figure: Figure, line: Weapon, covers: bool) -> bool:
    """May it be fired at a target, or in covering fire (defiance.cover.prohibited, defiance.aoe.forbidden-modes)?"""
    if covers:
        return line.can_cover
    return line.form != "cdw" and not (line.form == "grenade" and (figure.frame.vehicle or figure.aloft))


def choices(battle: Battle[State], figure: Figure, slots: Sequence[str], turns: bool, only: str = "") -> dict[str, int]:
    """Everything it may fire at with what, each with the facing for it (defiance.ranged.direct-or-indirect)."""
    found: dict[str, int] = {}
    lines = lines_of(battle.state, figure, slots, covers=bool(only))
    aims = targets_of(battle, figure, lines, turns, only)
    for (arm, number, line), legal in zip(lines, aims, strict=True):
        open_to = {**legal, **phase_targets(battle, figure, (arm, line), turns, only)} if line.does("phases") else legal
        if line.form == "grenade":  # nobody hits a flyer with one (defiance.flight.no-grenades-at)
            open_to = {target: face for target, face in open_to.items() if not battle.state.figures[target].aloft}
        for target, face in open_to.items():
            for rate in (line.rate, line.high) if line.high else (line.rate,):
                found[f"{arm}:{number}:{rate}:{target}"] = face
    return found


def explain(battle: Battle[State], figure: Figure, name: str, manner: Manner) -> Option:
    """A shot in words, with its tally; none of a phase weapon's at somebody unseen (defiance.effector.phase-targeting)."""
    state = battle.state
    if name == HOLD:
        return Option(HOLD, "Hold fire", of=(figure.id,), means="hold")
    fire = Fire.read(figure, name, manner)
    if fire.at_point:
        return _at_point(state, name, fire)
    target = state.figures[fire.target]
    high = ", higher rate" if fire.at_high_rate else ""
    dice = f"{fire.rate} {'die' if fire.rate == 1 else 'dice'}{high}"
    label = f"{fire.line.name} ({dice}): {ref(target.id)}"
    if is_blind(battle, fire):
        return Option(name, f"{label}, unmeasured", of=(target.id,), at=target.at, about=UNMEASURED, means="act")
    return Option(name, label, of=(target.id,), at=target.at, tally=roll_of(state, fire), means="act")


def _at_point(state: State, name: str, fire: Fire) -> Option:
    """A grenade at a point, or coordinates."""
    how, _, below = fire.target.partition(" ")
    words, about = POINTS[how]
    whom = f" on {ref(below)}" if below else ""
    at = state.figures[below].at if below else None
    return Option(name, f"{fire.line.name}: {words}{whom}", of=(below or fire.figure.id,), at=at, about=about, means="act")


def is_blind(battle: Battle[State], fire: Fire) -> bool:
    """Is it declared before anybody measures?"""
    if fire.at_point:
        return True
    return fire.line.does("phases") and not is_known(battle, fire.figure, fire.line, battle.state.figures[fire.target])


def roll_of(state: State, fire: Fire) -> Tally:
    """What its first roll needs: to hit for an area of effect, else damage."""
    return to_hit(state, fire) if fire.line.aoe else aim(state, fire).tally


async def choose(
    battle: Battle[State], figure: Figure, open_to: Sequence[str], manner: Manner, rule: str, prompt: str, foresee: Foresee
) -> tuple[str, Fire] | None:
    """What to fire at whom, by its name and as a fire action; None to hold fire. `foresee`: what each would bring."""
    state = battle.state
    ask = Choose(state.side_of(figure), rule, prompt, open_to, explain=lambda name: explain(battle, figure, name, manner))

    def foreseen(view: Battle[State], name: str) -> Attack[State] | None:
        fire = None if name == HOLD else Fire.read(view.state.figures[figure.id], name, manner)
        return None if fire is None or is_blind(view, fire) else foresee(view, fire)

    chosen = await ask.about(figure.id, unit=figure.unit, topic="aim", forecast=foreseen)
    return None if chosen == HOLD else (chosen, Fire.read(figure, chosen, manner))


async def resolve(battle: Battle[State], fire: Fire, shots: list[Shot]) -> None:
    """From the first die to the stoppage roll (defiance.ranged.resolution-sequence, steps 3 to 7, defiance.stoppage.timing)."""
    state, figure = battle.state, fire.figure
    note_shot(figure, fire.arm, state.turn.number, fire.number)
    note_gun(state, figure, figure.arms[fire.arm].weapon)
    note_served(state, figure, figure.arms[fire.arm].weapon)
    shots = redirect(battle, fire, shots)
    left = [shot for shot in shots if can_suffer(state.figures[shot.target])]  # dice at those who fell meanwhile are lost
    helped = await spend_on_die(battle, figure, use_for(fire.line), left)
    await settle(battle, _roll(battle, figure, left, helped))
    if fire.at_high_rate:
        risk(battle, figure, fire.arm, HIGH_RATE, line=fire.number)
    await CONSEQUENCES.serve(battle)  # before those who cover answer (defiance.suppression.contributors-lost)


async def plan(battle: Battle[State], fire: Fire) -> list[Shot]:
    """The dice on their targets, spread if the firer says so before the first is rolled (defiance.spread.declare): a question
    only where the burst could sweep to anybody else."""
    state, figure = battle.state, fire.figure
    first = state.figures[fire.target]
    if may_spread(fire.line, fire.rate) and battle.memo("spread", lambda: can_sweep(battle, fire, first)):
        about = "The first die at this one, the next at his neighbours; gaps take dice, too."
        options = (
            Option("one", f"All at {ref(first.id)}", of=(first.id,), at=first.at, means="act"),
            Option("spread", "Spread the fire", of=(first.id,), about=about, means="act"),
        )
        prompt = f"{ref(figure.id)} rolls {fire.rate} dice: all at one, or spread over several?"
        ask = Choose(state.side_of(figure), "defiance.spread.declare", prompt, options)
        if await ask.about(figure.id, unit=figure.unit, topic="share") == "spread":
            return await declare(battle, fire, first)
    shot = shot_at(battle, fire, first, fire.rate)
    return [shot] if shot else []


def _roll(battle: Battle[State], figure: Figure, shots: list[Shot], helped: str) -> list[DamageDone]:
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
