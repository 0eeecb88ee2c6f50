"""What to do with action points: fire when it pays, else move to where it will; ready fire, grenades, orders, robots."""

from __future__ import annotations

from random import Random
from typing import Any

from littlewars.engine import Battle, Choose, View
from littlewars.systems.combat_action.basics.numbers import CM, DIE
from littlewars.systems.combat_action.basics.profiles import points
from littlewars.systems.combat_action.basics.state import PILOT, STEADY, Figure, State
from littlewars.systems.combat_action.basics.tabletop import protection
from littlewars.systems.combat_action.fire.shooting import caught
from littlewars.systems.combat_action.fire.targets import Shot, grenade_of, platform, tally
from littlewars.systems.combat_action.move.obstacles import CLIMB, JUMP, crossings
from littlewars.systems.combat_action.turn.actions import AIM, ATTACK, DONE, GET_IN, GET_OUT, HATCHES, POINT
from littlewars.systems.combat_action.units.squads import engaged, must_regroup
from littlewars.table.shapes.bases import centre2, gap
from littlewars.table.terrain.pieces import Piece

from ..thumb import chance
from .moves import best_place, charge_at, foes_of, reach_of
from .worth import blast_worth, blow_worth, shot_worth, threat

WORTHWHILE = 0.5  # points of a shot that is worth an action
BETTER = 2.0  # by which another place must be better
GRENADE = 3.0
IN_BLAST = 2  # enemies near each other that are worth a grenade
ODD = 0.12  # how often somebody opens a door or climbs, for no reason that a rule of thumb knows
SCARED = 3  # enemies in sight that make a man lie down
DOORWAY = 2.0
IN_HOUSE = 0.25  # of the points of those inside
FAR = 60 * CM  # from everybody: then a ride is welcome


def act(view: View[Any], ask: Choose, rng: Random) -> str:
    """The best of what is open to a model."""
    battle = view.battle
    if ask.topic == "who":
        return _who(battle, ask)
    figure = battle.state.figures[ask.of[0]]
    scores = {choice: score(battle, figure, choice, rng) for choice in ask.ids if choice != DONE}
    best = max(scores, key=lambda choice: (scores[choice], choice), default=DONE)
    return best if scores.get(best, 0) > 0 else DONE


def _who(battle: Battle[State], ask: Choose) -> str:
    """Officers and leaders first, then by what they are worth; runaways last, and done at the very end."""
    state = battle.state
    names = [name for name in ask.ids if name != DONE]

    def order(name: str) -> tuple[int, str]:
        figure = state.figures[name]
        if not figure.profile.living and figure.profile.vehicle:
            return 9, name
        crew = figure.seat == PILOT
        return (0 if figure.profile.officer else 1 if crew else 2), name

    return min(names, key=order, default=DONE)


def score(battle: Battle[State], figure: Figure, choice: str, rng: Random) -> float:
    """What an activity is worth now; 0 or less: rather not."""
    verb, _, rest = choice.partition(":")
    if verb.endswith("-fire") or verb == "throw-grenade":
        return _fire(battle, figure, verb, rest)
    if verb == ATTACK:
        return _attack(battle, figure, rest)
    if verb in SCORES:
        return SCORES[verb](battle, figure, rest, rng)
    return 0.0


def _fire(battle: Battle[State], figure: Figure, verb: str, rest: str) -> float:
    number, _, target = rest.partition(":")
    body = platform(battle.state, figure)
    if target == POINT or body is None:
        return 0.0
    shot = Shot(figure.id, body.id, int(number), verb, target)
    if piece := shot.piece(battle.state):
        return _house(battle, figure, shot, piece)
    worth = shot_worth(battle, shot)
    if verb == "throw-grenade":
        return worth + 2.0 if worth > 0 else 0.0
    per_action = worth / (1 if verb == "standard-fire" else 1.6)
    return per_action if worth > WORTHWHILE else 0.0


def _house(battle: Battle[State], figure: Figure, shot: Shot, piece: Piece) -> float:
    """A section is worth a shot for those who are in it."""
    state = battle.state
    inside = [foe for foe in foes_of(battle, figure) if piece.holds(foe.at)]
    hits = chance(DIE, tally(battle, shot).needed) * chance(DIE, protection(piece) - shot.weapon(state).pen)
    return hits * IN_HOUSE * sum(points(foe.profile) for foe in inside)


def _attack(battle: Battle[State], figure: Figure, rest: str) -> float:
    number, _, target = rest.partition(":")
    if target.startswith(HATCHES):
        return 3.0
    return 2.0 + blow_worth(figure, battle.state.figures[target], int(number))


def _walk(battle: Battle[State], figure: Figure, rest: str, rng: Random) -> float:
    """To a better place; a stray and a pinned model simply go. Whoever is held fights on."""
    if engaged(battle, figure):
        return 0.1
    unit = battle.state.units[figure.unit]
    if unit.status != STEADY or figure.id in unit.strays or must_regroup(battle, unit):
        return 4.0
    better, _ = best_place(battle, figure, figure.move())
    return better - BETTER if figure.ap > 1 else (better - 2 * BETTER) / 2


def _charge(battle: Battle[State], figure: Figure, rest: str, rng: Random) -> float:
    """At an enemy whom it beats; or a run, when nobody is in sight and it is far."""
    if engaged(battle, figure):
        return 0.0
    worth, foe = charge_at(battle, figure)
    if foe is not None and worth > 0:
        return 1.2 * worth + (1.0 if reach_of(figure) < 31_000 else 0.0)
    foes = foes_of(battle, figure)
    near = bool(foes) and gap(figure.base(), foes[0].base()) < reach_of(figure) + 2 * figure.move()
    if threat(battle, figure) or figure.profile.machine or (near and reach_of(figure) > 31_000):
        return 0.0
    better, _ = best_place(battle, figure, 2 * figure.move())
    return better / 2 - 2 * BETTER


def _flat(battle: Battle[State], figure: Figure, rest: str, rng: Random) -> float:
    """Under fire from several, with nothing better to do."""
    pinned = battle.state.units[figure.unit].status != STEADY
    seen = threat(battle, figure)
    if pinned and seen:
        return 2.0
    return 0.4 if seen >= SCARED and figure.ap == 1 and reach_of(figure) > 31_000 else 0.0


def _up(battle: Battle[State], figure: Figure, rest: str, rng: Random) -> float:
    """Up when there is nobody to shoot at, or for a fight."""
    return 1.5 if engaged(battle, figure) or threat(battle, figure) < SCARED else 0.3


def _hide(battle: Battle[State], figure: Figure, rest: str, rng: Random) -> float:
    """With the last point, if nothing else is worth it and it is not ready fire that is wanted."""
    seen = threat(battle, figure)
    armed = reach_of(figure) > 0
    return 0.45 if seen >= 2 and figure.ap == 1 and (not armed or figure.wounded or rng.random() < 0.3) else 0.0


def _pilot(battle: Battle[State], figure: Figure, rest: str, rng: Random) -> float:
    return 1.0


def _control(battle: Battle[State], figure: Figure, rest: str, rng: Random) -> float:
    return 5.0


def _aim(battle: Battle[State], figure: Figure, rest: str, rng: Random) -> float:
    """With a point that is left over, for the next activation."""
    number, _, target = rest.partition(":")
    body = platform(battle.state, figure)
    if body is None or figure.aim_gun >= 0:
        return 0.0
    mode = body.profile.weapons[int(number)].modes[0]
    worth = shot_worth(battle, Shot(figure.id, body.id, int(number), mode, target))
    return 0.3 * worth if figure.ap == 1 else 0.05 * worth


def _prime(battle: Battle[State], figure: Figure, rest: str, rng: Random) -> float:
    """When enough of the enemy stand together within a throw."""
    number = grenade_of(figure)
    weapon = figure.profile.weapons[number]
    side = battle.state.side_of(figure)
    best = 0.0
    for foe in foes_of(battle, figure)[:6]:
        far = gap(figure.base(), foe.base())
        if 6_000 < far <= 30_000 and not foe.level and foe.foot == 0:
            foes = [one for one, _, _ in caught(battle, foe.at, weapon.blast) if battle.state.side_of(one) != side]
            if len(foes) >= IN_BLAST and figure.ap > 1:
                best = max(best, blast_worth(battle, side, foe.at, weapon, 0.5))
    return best if best > GRENADE else 0.0


def _order(battle: Battle[State], figure: Figure, rest: str, rng: Random) -> float:
    """To units that are pinned, run, or are about to test."""
    unit = battle.state.units[rest]
    return 6.0 if unit.status != STEADY else 3.0 if unit.hurt else 0.0


def _door(battle: Battle[State], figure: Figure, rest: str, rng: Random) -> float:
    name, _, number = rest.rpartition(":")
    shut = not battle.state.piece(name).openings[int(number)].open
    return DOORWAY if shut and rng.random() < 4 * ODD else 0.0


def _jump(battle: Battle[State], figure: Figure, rest: str, rng: Random) -> float:
    """Over a wall that is on the way to the enemy."""
    ahead = _nearer(battle, figure, crossings(battle, figure)[f"{JUMP}:{rest}"].at)
    return 2.2 if ahead and (not threat(battle, figure) or reach_of(figure) < 31_000) else 0.0


def _climb(battle: Battle[State], figure: Figure, rest: str, rng: Random) -> float:
    """Over an obstacle on the way, now and then up on a roof, and down again when there is nothing to shoot at."""
    if rest == "down":
        return 0.6 if not threat(battle, figure) else 0.0
    if rest.endswith(":top"):
        return 0.7 if rng.random() < ODD and reach_of(figure) > 31_000 else 0.0
    ahead = _nearer(battle, figure, crossings(battle, figure)[f"{CLIMB}:{rest}"].at) and not threat(battle, figure)
    return 0.55 if ahead and rng.random() < 3 * ODD else 0.0


def _nearer(battle: Battle[State], figure: Figure, at: tuple[int, int]) -> bool:
    foes = foes_of(battle, figure)
    return bool(foes) and centre2(at, foes[0].at) < centre2(figure.at, foes[0].at)


def _reload(battle: Battle[State], figure: Figure, rest: str, rng: Random) -> float:
    return 2.5


def _unjam(battle: Battle[State], figure: Figure, rest: str, rng: Random) -> float:
    return 2.0


def _out(battle: Battle[State], figure: Figure, rest: str, rng: Random) -> float:
    """Passengers get out near the enemy, crews out of what runs away."""
    vehicle = battle.state.figures[figure.carrier]
    if vehicle.wreck or (vehicle.loose and vehicle.went):
        return 3.0
    if figure.seat:
        return 0.0
    foes = foes_of(battle, vehicle)
    return 2.0 if foes and gap(vehicle.base(), foes[0].base()) < 45_000 else 0.0


def _in(battle: Battle[State], figure: Figure, rest: str, rng: Random) -> float:
    """A ride to a battle that is far away."""
    foes = foes_of(battle, figure)
    return 1.0 if foes and gap(figure.base(), foes[0].base()) > FAR and rng.random() < ODD else 0.0


def _seat(battle: Battle[State], figure: Figure, rest: str, rng: Random) -> float:
    return 4.0


SCORES = {
    "walk": _walk,
    "charge": _charge,
    "go-flat-down": _flat,
    "get-up": _up,
    "hide-behind-cover": _hide,
    "pilot-vehicle": _pilot,
    "control-robot": _control,
    AIM: _aim,
    "prime-grenade": _prime,
    "impart-order": _order,
    "open-door": _door,
    "jump-obstacle": _jump,
    "climb-obstacle": _climb,
    "reload": _reload,
    "unjam": _unjam,
    GET_IN: _in,
    GET_OUT: _out,
    "take-seat": _seat,
}
