"""One activation, from the card that is turned to the last tactic (at43.round.activation-steps)."""

from __future__ import annotations

from littlewars.engine import Attack, Battle, Choose, Option
from littlewars.engine.names import ref

from ..basics.events import Entered, Stood
from ..basics.numbers import PRICE
from ..basics.state import Activation, State, Unit
from ..fire.aim import may_shoot
from ..fire.declare import declare, foreseen_single, open_weapons
from ..melee.fights import attackers, declare_attack, melee_attack, strike
from ..move.entry import Arrival
from ..move.rout import run_away
from ..move.walking import March, allowance, go
from ..tactics.ending import take_tactics
from ..tactics.overwatch import react, watchers
from ..units.command import can_pay, dues, pay
from ..units.engagement import engaged_with, is_engaged
from ..units.markers import clear, establish
from ..units.morale import become, must_test, test_morale
from .cards import card_done
from .machines import hold_or_abandon

STEPS = "at43.round.activation-steps"
PAY, RALLY, ENTRY = "at43.leadership.activate-unit", "at43.morale.disorganised", "at43.movement.reserve-entry"
LABELS = {
    "salvo": ("Shoot", "act"),
    "combat": ("Combat move", "go"),
    "rush": ("Rush move, no shooting", "go"),
    "engaged": ("Engaged move", "go"),
    "attack": ("Attack in close combat", "melee"),
    "done": ("Done", "done"),
}


async def activate(battle: Battle[State]) -> None:
    """The next step of the activation in progress."""
    doing = battle.state.acting()
    unit = battle.state.units[doing.unit]
    if doing.stage not in ("reveal", "over") and not battle.state.is_present(unit):
        doing.stage = "over"  # wiped out (at43.tactics.overwatch)
    await STAGES[doing.stage](battle, unit, doing)


async def reveal(battle: Battle[State], unit: Unit, doing: Activation) -> None:
    """Old markers are removed, morale is tested if it must be (at43.tactics.duration, at43.morale.when)."""
    state = battle.state
    clear(battle, unit, told=False)
    doing.engaged = is_engaged(battle, unit)
    if must_test(state, unit):
        test_morale(battle, unit)
    if unit.status == "rout":
        doing.stage = "rout"
    else:
        doing.stage = "hold" if any(f.immobile for f in state.members(unit)) else "pay"


async def rout(battle: Battle[State], unit: Unit, doing: Activation) -> None:
    """The only move that is compulsory, and free (at43.morale.rout)."""
    doing.before = sorted(engaged_with(battle, unit))
    doing.kind = "rout"
    doing.stage = "watch" if await run_away(battle, unit) else "over"


async def hold(battle: Battle[State], unit: Unit, doing: Activation) -> None:
    """Immobile machines (at43.afv.pilot-ejects)."""
    await hold_or_abandon(battle, unit)
    doing.stage = "pay"


async def pay_dues(battle: Battle[State], unit: Unit, doing: Activation) -> None:
    """2 LP rally, 1 LP activates, an officer's unit is free; without them it has been activated and does nothing
    (at43.morale.disorganised, at43.leadership.activate-unit, at43.leadership.officer-unit-free,
    at43.leadership.reserve-delay)."""
    state = battle.state
    broken = unit.status == "disorganised"
    lp = dues(state, unit) + (PRICE["rally"] if broken else 0)
    doing.stage = "enter" if unit.id in state.turn.waiting else "act"
    if not lp or (can_pay(state, unit.side, lp) and await _pays(battle, unit, lp, broken)):
        doing.acts = True
        if broken:
            become(battle, unit, "valiant")
        return
    doing.stage = "over"
    battle.record(Stood(unit=unit.id, why="it is disorganised" if broken else "no LP is spent on it"))


async def _pays(battle: Battle[State], unit: Unit, lp: int, broken: bool) -> bool:
    of = tuple(f.id for f in battle.state.members(unit))
    word, rule = ("rally", RALLY) if broken else ("activate", PAY)
    options = [
        Option(word, "Rally it, and act" if broken else "Activate it", of=of, cost=(("LP", lp),), means="spend"),
        Option("stand", "Let it stand", of=of, means="hold"),
    ]
    ask = Choose(unit.side, rule, f"{ref(unit.id)}: spend {lp} LP?", options, blind=True)
    if await ask.about(*of, unit=unit.id, topic="spend") != word:
        return False
    pay(battle, unit, lp, word)
    return True


async def enter(battle: Battle[State], unit: Unit, doing: Activation) -> None:
    """From reserve over the own edge by a combat or rush move, or it waits on (at43.movement.reserve-entry,
    at43.leadership.reserve-delay)."""
    state, of = battle.state, tuple(unit.figures)
    entries = {}
    for kind in ("combat", "rush"):
        deep = {f.id: allowance(f, kind) for f in state.members(unit)}
        entry = Arrival(battle, unit, deep, ENTRY)
        if entry.has_room():
            entries[kind] = entry
    options = [Option(kind, f"Come into play: {LABELS[kind][0].lower()}", of=of, means="go") for kind in entries]
    options.append(Option("wait", "Stay in reserve", of=of, means="hold"))
    doing.stage = "over"
    if not entries:
        return
    chosen = await Choose(unit.side, ENTRY, f"{ref(unit.id)}: enter?", options, blind=True).about(
        *of, unit=unit.id, topic="plan"
    )
    if chosen == "wait":
        return
    entry = entries[chosen]
    entry.put(await entry.ask(f"{ref(unit.id)} comes into play"))
    battle.record(Entered(unit=unit.id))
    doing.kind, doing.stage, unit.moved = chosen, "watch", state.turn.round


# ---- what it does


def parts(battle: Battle[State], unit: Unit, doing: Activation) -> list[str]:
    """What the unit may do next: salvos before or after a combat move, one move, then an attack, which ends both
    (at43.shooting.before-or-after-move, at43.movement.kinds, at43.close-combat.sequence, at43.tactics.fire-at-will)."""
    found = []
    if doing.kind != "rush" and may_shoot(battle, unit) and open_weapons(battle, unit, doing.fired):
        found.append("salvo")
    free = not doing.kind and unit.pledged != battle.state.turn.round
    if free and any(not f.immobile for f in battle.state.members(unit)):
        found += ["engaged"] if doing.engaged else ["combat"] if doing.fired else ["combat", "rush"]
    if attackers(battle, unit):
        found.append("attack")
    return [*found, "done"]


async def act(battle: Battle[State], unit: Unit, doing: Activation) -> None:
    """The owner chooses the next part, or has done (at43.round.activation-steps)."""
    open_to = battle.memo("act.parts", lambda: tuple(parts(battle, unit, doing)))
    chosen = "done"
    if len(open_to) > 1:
        of = tuple(f.id for f in battle.state.members(unit))
        ask = Choose(
            unit.side, STEPS, f"{ref(unit.id)}: what next?", open_to, blind=True, explain=lambda name: _option(name, of)
        )
        chosen = await ask.about(*of, unit=unit.id, topic="plan", forecast=_foreseen)
    if chosen == "done":
        doing.stage = "end"
    elif chosen == "salvo":
        weapons = battle.memo("act.weapons", lambda: open_weapons(battle, unit, doing.fired))
        fired = await declare(battle, unit, weapons)
        doing.fired = [*doing.fired, *fired]
        unit.kept = [key for key in unit.kept if key not in fired]
    elif chosen == "attack":
        doing.blows, doing.stage = await declare_attack(battle, unit), "melee"
    else:
        await _move(battle, unit, doing, chosen)


def _foreseen(battle: Battle[State], chosen: str) -> Attack[State] | None:
    """What the next part brings, if it is an attack that leaves nothing to declare; shown to nobody before it is chosen
    (at43.measuring.no-premeasuring)."""
    doing = battle.state.acting()
    unit = battle.state.units[doing.unit]
    if chosen == "salvo":
        return foreseen_single(battle, unit, open_weapons(battle, unit, doing.fired))
    return melee_attack(battle, unit.id) if chosen == "attack" else None


def _option(name: str, of: tuple[str, ...]) -> Option:
    label, means = LABELS[name]
    return Option(name, label, of=of, means=means)  # type: ignore[arg-type]  # all of them are


async def _move(battle: Battle[State], unit: Unit, doing: Activation, kind: str) -> None:
    """One kind of move for the whole unit, chosen before anything is measured (at43.movement.kinds,
    at43.movement.whole-unit)."""
    doing.kind, doing.before = kind, list(battle.memo("move.before", lambda: tuple(sorted(engaged_with(battle, unit)))))
    if go(battle, unit, await March(battle, unit, kind).ask(), kind):
        doing.stage = "watch"


async def watch(battle: Battle[State], unit: Unit, doing: Activation) -> None:
    """Enemy overwatch, one unit after another; then engagement counts (at43.tactics.overwatch, at43.movement.engagement)."""
    if names := battle.memo("watch", lambda: tuple(watchers(battle, unit))):
        await react(battle, names)
        return
    establish(battle, unit, doing.before)
    doing.stage = "over" if doing.kind == "rout" else "act"


async def melee(battle: Battle[State], unit: Unit, doing: Activation) -> None:
    """An attack ends all moving and shooting (at43.close-combat.sequence)."""
    if doing.blows:
        await strike(battle)
    if not doing.blows:
        doing.stage = "end"


async def end(battle: Battle[State], unit: Unit, doing: Activation) -> None:
    """Tactics that are placed at the end (at43.tactics.cost)."""
    await take_tactics(battle, unit)
    doing.stage = "over"


async def over(battle: Battle[State], unit: Unit, doing: Activation) -> None:
    """The next card."""
    card_done(battle)


STAGES = {
    "reveal": reveal,
    "rout": rout,
    "hold": hold,
    "pay": pay_dues,
    "enter": enter,
    "act": act,
    "watch": watch,
    "melee": melee,
    "end": end,
    "over": over,
}
