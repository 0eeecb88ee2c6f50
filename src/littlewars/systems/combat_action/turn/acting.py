"""One model's part of the Action Resolution Phase: each action is declared, paid for and resolved before the next
(combat-action.activation.action-phase)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from littlewars.engine import Attack, Battle, Choose, Option, Rule
from littlewars.engine.names import ref

from ..basics.events import Acted, Changed
from ..basics.state import Did, Figure, State
from ..basics.tabletop import sync_board
from ..fire.forecasts import forecast
from ..fire.points import choose_point
from ..fire.shooting import shoot
from ..fire.weapons import THROW, Shot, platform
from ..machines.rout import breaks_away
from ..melee.fighting import arms, attack, break_hatch, weapon_option
from ..melee.fighting import forecast as blow_forecast
from ..move.boarding import get_in, get_out, take_seat
from ..move.driving import drive
from ..move.obstacles import TOP, climb_down, climb_on, climb_over, cross, hide, jump_over, turn_door
from ..move.walking import march
from ..ready.ready import answer_deed
from ..units.contact import engaged, touched
from .actions import AIM, ATTACK, DONE, GET_IN, GET_OUT, HATCHES, ORDER, POINT, SEAT, open_to, price, verb_of, written

PHASE = "combat-action.activation.action-phase"
Deed = Callable[[Battle[State], Figure, list[str]], Rule[bool]]  # whether it may be answered as an action that is no move


async def act(battle: Battle[State]) -> None:
    """The next action of the model whose turn it is, or it is done."""
    state, doing = battle.state, battle.state.acting()
    figure = state.figures[doing.model]
    choices = battle.memo("open", lambda: tuple(open_to(battle, figure)))
    if not choices:
        finish(state)
        return
    chosen = await _ask(battle, figure, choices)
    if chosen == DONE:
        finish(state)
        return
    await perform(battle, figure, chosen)
    if doing.model == figure.id and (figure.gone or figure.wreck or figure.ap < 1):
        finish(state)


def finish(state: State) -> None:
    """Its part is over; a controller goes on when his robot is done (combat-action.actions.control-robot)."""
    doing = state.acting()
    if doing.model and doing.model not in doing.acted:
        doing.acted.append(doing.model)
    boss = state.figures.get(doing.by)
    doing.model, doing.by = (boss.id, "") if boss is not None and boss.ap > 0 and not boss.gone else ("", "")


async def _ask(battle: Battle[State], figure: Figure, choices: tuple[str, ...]) -> str:
    prompt = f"{ref(figure.id)}: {figure.ap} AP left"
    ask = Choose(
        battle.state.side_of(figure), PHASE, prompt, (DONE, *choices), explain=lambda name: written(battle, figure, name)
    )
    return await ask.about(figure.id, unit=figure.unit, topic="plan", forecast=lambda view, name: _odds(view, figure.id, name))


def _odds(view: Battle[State], name: str, choice: str) -> Attack[State] | None:
    """What a shot or a blow would bring."""
    state, (verb, *rest) = view.state, choice.split(":", 2)
    figure = state.figures[name]
    if len(rest) < 2 or rest[1] == POINT or (verb != ATTACK and not verb.endswith("-fire") and verb != THROW):
        return None
    if verb == ATTACK:
        return None if rest[1].startswith(HATCHES) else blow_forecast(view, figure, state.figures[rest[1]], int(rest[0]))
    body = platform(state, figure)
    return None if body is None else forecast(view, Shot(name, body.id, int(rest[0]), verb, rest[1]))


async def perform(battle: Battle[State], figure: Figure, choice: str) -> None:
    """Pay and do it; what is no move is answered when it is resolved (combat-action.ready.use)."""
    verb, rest = verb_of(choice), choice.split(":")[1:]
    cost = price(choice)
    figure.ap -= cost
    if verb != "hide-behind-cover" and figure.hides:
        figure.hides = ""  # combat-action.actions.hide
        sync_board(battle, figure)
    battle.record(Acted(figure=figure.id, verb=verb.replace("-", " "), cost=cost))
    before = figure.went
    seen = await DEEDS[verb](battle, figure, rest)
    if figure.profile.slave:
        _remember(figure, verb, rest, figure.went - before)
    if seen and not figure.gone:
        await answer_deed(battle, figure)


def _remember(robot: Figure, verb: str, rest: list[str], far: int) -> None:
    """What a slave robot would repeat (combat-action.robots.slave-table)."""
    gun = int(rest[0]) if len(rest) > 1 else -1
    target = rest[1] if len(rest) > 1 else ""
    robot.did = (*robot.did, Did(verb, gun, target, far, robot.face))


# ---- moving


async def _walk(battle: Battle[State], figure: Figure, rest: list[str]) -> bool:
    """Walk; who is held breaks away first (combat-action.close-combat.break-away)."""
    await _go(battle, figure, False)
    return False


async def _go(battle: Battle[State], figure: Figure, charge: bool) -> bool:
    held = engaged(battle, figure)
    if held and not breaks_away(battle, figure):
        return False
    return await march(battle, figure, charge, held)


async def _charge(battle: Battle[State], figure: Figure, rest: list[str]) -> bool:
    """In contact at its end one attack follows at once (combat-action.actions.charge)."""
    if await _go(battle, figure, True) and (foes := touched(battle, figure)):
        pairs = [(foe, number) for foe, number in product(foes, arms(figure))]
        foe, number = pairs[0]
        if len(pairs) > 1:
            options = [_blow(figure, foe, number) for foe, number in pairs]
            ask = Choose(battle.state.side_of(figure), "combat-action.actions.charge", f"{ref(figure.id)} attacks", options)
            chosen = await ask.about(figure.id, unit=figure.unit, topic="aim")
            number, foe = int(chosen.split(":")[0]), battle.state.figures[chosen.split(":", 1)[1]]
        await attack(battle, figure, foe, number)
    return False


def _blow(figure: Figure, foe: Figure, number: int) -> Option:
    one = weapon_option(figure, foe, number)
    return Option(f"{number}:{foe.id}", f"{ref(foe.id)}: {one.label}", of=one.of, tally=one.tally, means="melee")


async def _hide(battle: Battle[State], figure: Figure, rest: list[str]) -> bool:
    hide(battle, figure, rest[0])
    return True


async def _flat(battle: Battle[State], figure: Figure, rest: list[str]) -> bool:
    """Flat down (combat-action.actions.flat-down)."""
    figure.flat = True
    return True


async def _up(battle: Battle[State], figure: Figure, rest: list[str]) -> bool:
    """Up again (combat-action.actions.get-up)."""
    figure.flat = False
    return True


async def _door(battle: Battle[State], figure: Figure, rest: list[str]) -> bool:
    turn_door(battle, figure, rest[0], int(rest[1]))
    return True


async def _jump(battle: Battle[State], figure: Figure, rest: list[str]) -> bool:
    found = jump_over(battle, figure, battle.state.piece(rest[0]))
    if found is not None:
        cross(battle, figure, found, "jumps")
    return True


async def _climb(battle: Battle[State], figure: Figure, rest: list[str]) -> bool:
    if rest[0] == "down":
        found = climb_down(battle, figure)
    else:
        piece = battle.state.piece(rest[0])
        found = climb_on(battle, figure, piece) if rest[1:] == [TOP] else climb_over(battle, figure, piece)
    if found is not None:
        cross(battle, figure, found, "climbs")
    return True


async def _pilot(battle: Battle[State], figure: Figure, rest: list[str]) -> bool:
    await drive(battle, figure, battle.state.figures[figure.carrier])
    return False


# ---- weapons


async def _fire(battle: Battle[State], figure: Figure, rest: list[str], mode: str) -> bool:
    body = platform(battle.state, figure)
    assert body is not None
    number, target = int(rest[0]), rest[1]
    at = (0, 0)
    if target == POINT:
        at, target = await choose_point(battle, figure, body, number), ""
    await shoot(battle, Shot(figure.id, body.id, number, mode, target, at))
    return True


def _mode(mode: str) -> Deed:
    async def deed(battle: Battle[State], figure: Figure, rest: list[str]) -> bool:
        return await _fire(battle, figure, rest, mode)

    return deed


async def _aim(battle: Battle[State], figure: Figure, rest: list[str]) -> bool:
    """+1 for the next shot of that weapon at that target (combat-action.actions.targeting-device)."""
    figure.aim_gun, figure.aim_at = int(rest[0]), rest[1]
    return True


async def _attack(battle: Battle[State], figure: Figure, rest: list[str]) -> bool:
    state, number = battle.state, int(rest[0])
    if rest[1].startswith(HATCHES):
        break_hatch(battle, figure, state.figures[rest[1].removeprefix(HATCHES)], number)
    else:
        await attack(battle, figure, state.figures[rest[1]], number)
    return True


async def _prime(battle: Battle[State], figure: Figure, rest: list[str]) -> bool:
    """Armed: it explodes in the End Phase of his next activation if it is not thrown (combat-action.actions.prime-grenade)."""
    figure.primed = battle.state.turn.number
    return True


async def _reload(battle: Battle[State], figure: Figure, rest: list[str]) -> bool:
    body = platform(battle.state, figure) or figure
    body.set_gun(int(rest[0]), empty=False)
    return True


async def _unjam(battle: Battle[State], figure: Figure, rest: list[str]) -> bool:
    body = platform(battle.state, figure) or figure
    body.set_gun(int(rest[0]), jammed=False)
    return True


# ---- others


async def _order(battle: Battle[State], figure: Figure, rest: list[str]) -> bool:
    """The unit adds 1 to its next discipline test (combat-action.actions.impart-order)."""
    unit = battle.state.units[rest[0]]
    unit.ordered = unit.told = battle.state.turn.number
    battle.record(Changed(who=unit.id, what="has its orders"))
    return True


async def _control(battle: Battle[State], figure: Figure, rest: list[str]) -> bool:
    """His slave robot spends its own AP at once (combat-action.actions.control-robot)."""
    state, doing = battle.state, battle.state.acting()
    robot = state.figures[rest[0]]
    robot.controller, robot.controlled, robot.did, robot.went = figure.id, state.turn.number, (), 0
    robot.ap, robot.ready = robot.full_ap(), -1
    for number in range(len(robot.guns)):
        robot.set_gun(number, fired=0)
    doing.due = [name for name in doing.due if name != robot.id]
    finish(state)
    doing.model, doing.by = robot.id, figure.id
    return True


async def _get_in(battle: Battle[State], figure: Figure, rest: list[str]) -> bool:
    get_in(battle, figure, battle.state.figures[rest[0]])
    return False


async def _get_out(battle: Battle[State], figure: Figure, rest: list[str]) -> bool:
    await get_out(battle, figure)
    return True


async def _seat(battle: Battle[State], figure: Figure, rest: list[str]) -> bool:
    take_seat(battle, figure)
    return False


DEEDS: dict[str, Deed] = {
    "walk": _walk,
    "charge": _charge,
    "hide-behind-cover": _hide,
    "go-flat-down": _flat,
    "get-up": _up,
    "pilot-vehicle": _pilot,
    "control-robot": _control,
    "standard-fire": _mode("standard-fire"),
    "sniping-fire": _mode("sniping-fire"),
    "automatic-fire": _mode("automatic-fire"),
    "heavy-fire": _mode("heavy-fire"),
    AIM: _aim,
    ATTACK: _attack,
    "prime-grenade": _prime,
    THROW: _mode(THROW),
    ORDER: _order,
    "open-door": _door,
    "jump-obstacle": _jump,
    "climb-obstacle": _climb,
    "reload": _reload,
    "unjam": _unjam,
    GET_IN: _get_in,
    GET_OUT: _get_out,
    SEAT: _seat,
}
