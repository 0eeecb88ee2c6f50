"""Declaring a salvo: weapons and targets, tactics, who holds his fire; nothing is measured before (at43.shooting.salvo,
at43.measuring.no-premeasuring)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from littlewars.engine import Assign, Attack, Battle, ChooseSome, Option, Refusal
from littlewars.engine.names import ref

from ..basics.events import Declared, TacticTaken
from ..basics.numbers import PRICE, WILL
from ..basics.profiles import Weapon
from ..basics.resolution import tally
from ..basics.state import Salvo, Shot, State, Unit
from .aim import aim, guns_of, targets
from .expected import aimed_attack

SALVO, HOLD = "at43.shooting.salvo", "hold"
TACTICS = "at43.tactics.cost"
ABOUT = {
    "split-fire": "The special weapons that do not fire now may fire later in this round.",
    "fire-at-will": "One more re-roll for each weapon of this salvo; the unit moves no more in this round.",
}
Aims = tuple[tuple[str, str], ...]


def open_weapons(battle: Battle[State], unit: Unit, fired: Sequence[str]) -> dict[str, list[str]]:
    """What the unit may still fire, and at whom: each weapon once; a special one with a common one, or alone if none has fired
    or split fire keeps it (at43.shooting.each-weapon-once, at43.special.own-target, at43.tactics.split-fire)."""
    guns = guns_of(battle.state, unit)
    common = [key for key, weapon in guns.items() if not weapon.special]
    begun = any(key in fired for key in common)
    found = {}
    for key, weapon in guns.items():
        if key in fired or not (at := targets(battle, unit, weapon)):
            continue
        alone = weapon.special and begun and key not in unit.kept
        if not alone or any(name in found for name in common):
            found[key] = at
    return found


async def declare(battle: Battle[State], unit: Unit, choices: Mapping[str, list[str]]) -> list[str]:
    """The owner names weapon and target of each part of the salvo, buys tactics, and it is measured. The weapons that fire."""
    aims = await _aims(battle, unit, choices)
    guns = guns_of(battle.state, unit)
    bought = await buy_with_salvo(battle, unit, [key for key, _ in aims])
    aimed = [aim(battle, unit, guns[key], target) for key, target in aims]
    at_will([shot for shot, _ in aimed], bought)
    await open_fire(battle, unit, aimed)
    return [key for key, _ in aims]


def at_will(shots: Sequence[Shot], bought: Sequence[str]) -> None:
    """One more on the Re-Roll value of every weapon that fires (at43.tactics.fire-at-will)."""
    for shot in shots:
        shot.bonus = WILL if "fire-at-will" in bought else 0


async def _aims(battle: Battle[State], unit: Unit, choices: Mapping[str, list[str]]) -> Aims:
    """Weapon by weapon a target, or it is held; one common weapon and any special ones, and another target for another salvo
    (at43.shooting.salvo, at43.shooting.target-per-salvo)."""
    guns = guns_of(battle.state, unit)
    if len(choices) == 1 and len(next(iter(choices.values()))) == 1:
        return tuple((key, at[0]) for key, at in choices.items())
    items = {key: [*at] for key, at in choices.items()}
    if len(items) > 1:
        items = {key: [*at, HOLD] if not n else [HOLD, *at] for n, (key, at) in enumerate(items.items())}

    def check(answer: Aims) -> Refusal | None:
        firing = [key for key, target in answer if target != HOLD]
        if not firing:
            return Refusal(SALVO, "nobody fires")
        if sum(not guns[key].special for key in firing) > 1:
            return Refusal(SALVO, "a salvo is fired with one common weapon")
        if all(guns[key].special for key in firing) and any(key not in unit.kept for key in firing) and _begun(battle, unit):
            return Refusal(SALVO, "special weapons fire with a common one")
        return None

    members = [f.id for f in battle.state.members(unit)]
    ask = Assign(
        unit.side, SALVO, f"{ref(unit.id)}: which weapons fire at whom?", items, check, True, _explain(battle, unit, guns)
    )
    answer = await ask.about(*members, unit=unit.id, topic="aim", forecast=_foreseen(unit.id))
    return tuple((key, target) for key, target in answer if target != HOLD)


def _foreseen(unit: str) -> Callable[[Battle[State], Aims], Attack[State] | None]:
    """What a declaration brings; shown to nobody before it is made (at43.measuring.no-premeasuring)."""
    return lambda view, answer: aimed_attack(view, unit, [(key, target) for key, target in answer if target != HOLD])


def foreseen_single(battle: Battle[State], unit: Unit, choices: Mapping[str, list[str]]) -> Attack[State] | None:
    """The same where nothing is left to declare: one weapon, one target."""
    single = [(key, at[0]) for key, at in choices.items() if len(choices) == len(at) == 1]
    return aimed_attack(battle, unit.id, single)


def _begun(battle: Battle[State], unit: Unit) -> bool:
    """Has a common weapon of it fired in this activation?"""
    doing = battle.state.turn.doing
    if doing is None or doing.unit != unit.id:
        return False
    guns = guns_of(battle.state, unit)
    return any(key in guns and not guns[key].special for key in doing.fired)


def _explain(battle: Battle[State], unit: Unit, guns: Mapping[str, Weapon]) -> Callable[[str, str], Option]:
    state = battle.state

    def explain(key: str, name: str) -> Option:
        own = tuple(f.id for f in state.members(unit) if any(weapon.key == key for weapon in f.guns))
        weapon = guns[key].name
        if name == HOLD:
            return Option(name, f"{weapon}: hold", of=own, means="hold")
        if name in state.units:
            foes = tuple(f.id for f in state.members(state.units[name]))
            return Option(name, f"{weapon} at {ref(name)}", of=(*own, *foes), means="act")
        piece = state.piece(name)
        assert piece is not None
        return Option(name, f"{weapon} at {piece.label} {piece.id}", of=own, at=piece.outline[0], means="act")

    return explain


# ---- tactics that are declared with a salvo


def salvo_tactics(battle: Battle[State], unit: Unit, firing: Sequence[str]) -> list[str]:
    """Which may be bought now: by infantry, each once, and only what can be paid (at43.tactics.split-fire,
    at43.tactics.fire-at-will, at43.leadership.insufficient)."""
    state = battle.state
    if state.afv(unit) or state.sides[unit.side].lp < 1:
        return []
    found = ["split-fire"] if keepable(battle, unit, firing) else []
    rounds = state.turn.round
    if state.hero(unit) and unit.moved != rounds:
        found.append("fire-at-will")
    return found


def keepable(battle: Battle[State], unit: Unit, firing: Sequence[str]) -> list[str]:
    """The special weapons that hold their shot in the unit's own activation (at43.tactics.split-fire)."""
    doing = battle.state.turn.doing
    if doing is None or doing.unit != unit.id or unit.kept:
        return []
    guns = guns_of(battle.state, unit)
    return [key for key, gun in guns.items() if gun.special and key not in firing and key not in doing.fired]


async def buy_with_salvo(battle: Battle[State], unit: Unit, firing: Sequence[str]) -> tuple[str, ...]:
    """Split fire and fire at will are paid when the salvo is declared (at43.tactics.cost)."""
    state, names = battle.state, salvo_tactics(battle, unit, firing)
    if not names:
        return ()
    of, purse = tuple(f.id for f in state.members(unit)), {"LP": state.sides[unit.side].lp}
    options = [
        Option(name, name.replace("-", " "), of=of, cost=(("LP", PRICE[name]),), about=ABOUT[name], means="spend")
        for name in names
    ]
    ask = ChooseSome(unit.side, TACTICS, f"{ref(unit.id)}: tactics with this salvo?", options, purse=purse, blind=True)
    bought = await ask.about(*of, unit=unit.id, topic="spend")
    for name in bought:
        state.sides[unit.side].lp -= PRICE[name]
        battle.record(TacticTaken(unit=unit.id, tactic=name.replace("-", " ")))
    if "split-fire" in bought:
        unit.kept = keepable(battle, unit, firing)
    if "fire-at-will" in bought:
        unit.pledged = state.turn.round
    return bought


# ---- measured


async def open_fire(battle: Battle[State], unit: Unit, aimed: list[tuple[Shot, int]]) -> None:
    """Who would hit own fighters may hold his fire; then the salvo is fixed and measured, and nobody takes it back: a shot that
    turns out to be impossible is spent (at43.shooting.salvo, at43.measuring.no-premeasuring)."""
    state = battle.state
    if any(state.side_of(state.figures[name]) == unit.side for shot, _ in aimed for name in shot.zone):
        names = tuple(dict.fromkeys(name for shot, _ in aimed if shot.zone for name in shot.shooters))
        options = [Option(name, ref(name), of=(name,), means="hold") for name in names]
        prompt = f"{ref(unit.id)}: own fighters are in the way. Who holds his fire?"
        ask = ChooseSome(unit.side, SALVO, prompt, options, blind=True)
        silent = await ask.about(*names, unit=unit.id, topic="aim")
        for shot, _ in aimed:
            shot.shooters = [name for name in shot.shooters if not (shot.zone and name in silent)]
        aimed = [one for one in aimed if one[0].shooters]
    for shot, difficulty in aimed:
        _tell(battle, unit, shot, difficulty)
    state.turn.salvo = Salvo(unit.id, [shot for shot, _ in aimed]) if aimed else None
    battle.seal()


def _tell(battle: Battle[State], unit: Unit, shot: Shot, difficulty: int) -> None:
    weapon = battle.state.weapon(shot.weapon, shot.shooters)
    told: Any = {"range": difficulty, "tally": tally("accuracy - range", weapon.accuracy, difficulty)}
    battle.record(Declared(unit=unit.id, weapon=weapon.name, target=shot.target, shooters=len(shot.shooters), **told))


def complete_shooting(battle: Battle[State], unit: Unit, target: Unit) -> list[tuple[Shot, int]]:
    """Each range weapon once, all at that unit: a salvo for each common weapon, the special ones with the first
    (at43.tactics.overwatch)."""
    found: list[tuple[Shot, int]] = []
    common = 0
    for weapon in guns_of(battle.state, unit).values():
        if target.id in targets(battle, unit, weapon):
            shot, difficulty = aim(battle, unit, weapon, target.id)
            shot.wave = 0 if weapon.special else common
            common += not weapon.special
            found.append((shot, difficulty))
    return sorted(found, key=lambda one: one[0].wave)
