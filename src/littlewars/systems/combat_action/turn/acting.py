"""One model's part: each action is declared, paid for and resolved before the next (combat-action.activation.action-phase)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from littlewars.engine import Attack, Battle, Choose, Rule
from littlewars.engine.names import ref

from ..basics.events import Acted, Changed
from ..basics.numbers import FIRING, MOVEMENT, STAYS
from ..basics.state import Did, Figure, State
from ..basics.tabletop import sync_board
from ..fire.shooting import choose_point, forecast, shoot
from ..fire.targets import Shot, serves
from ..melee.fighting import arms, attack, blow_forecast, break_hatch, weapon_option
from ..move.obstacles import CLIMB, JUMP, cross, get_in, get_out, hide, take_seat, turn_door
from ..move.ways import drive, march
from ..ready.ready import answer
from ..units.squads import touched
from .actions import AIM, ATTACK, DONE, GET_IN, GET_OUT, HATCHES, ORDER, POINT, SEAT, open_to, price, words_of, written


async def act(battle: Battle[State]) -> None:
    """The next action of the model whose turn it is, or it is done."""
    state, doing = battle.state, battle.state.acting()
    figure = state.figures[doing.model]
    choices, chosen = battle.memo("open", lambda: tuple(open_to(battle, figure))), DONE
    if choices:
        side, prompt = state.side_of(figure), f"{ref(figure.id)}: {figure.ap} AP left"
        explain, odds = partial(written, battle, figure), partial(_odds, name=figure.id)
        ask = Choose(side, "combat-action.activation.action-phase", prompt, (DONE, *choices), explain=explain)
        chosen = await ask.about(figure.id, unit=figure.unit, topic="plan", forecast=odds)
    if chosen != DONE:
        await perform(battle, figure, chosen)
    if chosen == DONE or (doing.model == figure.id and (figure.lost or figure.ap < 1)):
        end_part(state)


def end_part(state: State) -> None:
    """Its part is over; a controller goes on when his robot is done (combat-action.actions.control-robot)."""
    doing = state.acting()
    if doing.model not in doing.acted:
        doing.acted.append(doing.model)
    boss = state.figures.get(doing.by)
    doing.model, doing.by = (boss.id, "") if boss is not None and boss.ap > 0 and not boss.gone else ("", "")


def _odds(view: Battle[State], choice: str, name: str) -> Attack[State] | None:
    """What a shot or a blow would bring."""
    state, (verb, *rest) = view.state, words_of(choice)
    figure = state.figures[name]
    if verb not in (ATTACK, *FIRING) or rest[1] == POINT or rest[1].startswith(HATCHES):
        return None
    if verb == ATTACK:
        return blow_forecast(view, figure, state.figures[rest[1]], int(rest[0]))
    return forecast(view, Shot(name, serves(state, figure).id, int(rest[0]), verb, rest[1]))


async def perform(battle: Battle[State], figure: Figure, choice: str) -> None:
    """Pay and do it; what is no move is answered when it is resolved, of those aboard only shots: nobody sees what else they do
    (combat-action.ready.use, combat-action.units.aboard)."""
    verb, *rest = words_of(choice)
    cost, before = price(choice), figure.went
    figure.ap -= cost
    if figure.hides:
        figure.hides = ""  # combat-action.actions.hide
        sync_board(battle, figure)
    battle.record(Acted(figure=figure.id, verb=verb.replace("-", " "), cost=cost))
    questions = DEEDS[verb](battle, figure, *rest)
    if questions is not None:
        await questions
    if figure.profile.slave:  # what it would repeat (combat-action.robots.slave-table)
        gun, target = (int(rest[0]), rest[1]) if verb in (ATTACK, *FIRING) else (-1, "")
        figure.did = (*figure.did, Did(verb, gun, target, figure.went - before, figure.face))
    if verb not in UNANSWERED and not figure.gone and (verb in FIRING or not figure.carrier):
        await answer(battle, battle.state.figures[figure.body])


async def _charge(battle: Battle[State], figure: Figure) -> None:
    """In contact at its end one attack follows at once (combat-action.actions.charge)."""
    if not await march(battle, figure, True) or not (foes := touched(battle, figure)):
        return
    blows = {f"{number}:{foe.id}": (foe, number) for foe in foes for number in arms(figure)}
    chosen = next(iter(blows))
    if len(blows) > 1:
        plain = [(name, weapon_option(figure, *blow)) for name, blow in blows.items()]
        options = [replace(one, id=name, label=f"{ref(one.of[0])}: {one.label}") for name, one in plain]
        ask = Choose(battle.state.side_of(figure), "combat-action.actions.charge", f"{ref(figure.id)} attacks", options)
        chosen = await ask.about(figure.id, unit=figure.unit, topic="aim")
    await attack(battle, figure, *blows[chosen])


def _lie(battle: Battle[State], figure: Figure, flat: bool) -> None:
    """Flat down, or up again (combat-action.actions.flat-down, combat-action.actions.get-up)."""
    figure.flat = flat


async def _fire(battle: Battle[State], figure: Figure, gun: str, target: str, mode: str) -> None:
    body, at = serves(battle.state, figure), (0, 0)
    if target == POINT:
        at, target = await choose_point(battle, figure, body, int(gun)), ""
    await shoot(battle, Shot(figure.id, body.id, int(gun), mode, target, at))


async def _attack(battle: Battle[State], figure: Figure, gun: str, target: str) -> None:
    figures = battle.state.figures
    if target.startswith(HATCHES):
        break_hatch(battle, figure, figures[target.removeprefix(HATCHES)], int(gun))
    else:
        await attack(battle, figure, figures[target], int(gun))


def _aim(battle: Battle[State], figure: Figure, gun: str, target: str) -> None:
    """+1 for the next shot of that weapon at that target (combat-action.actions.targeting-device)."""
    figure.aim_gun, figure.aim_at = int(gun), target


def _prime(battle: Battle[State], figure: Figure) -> None:
    """Armed: it explodes in the End Phase of his next activation if it is not thrown (combat-action.actions.prime-grenade)."""
    figure.primed = battle.state.turn.number


def _mend(battle: Battle[State], figure: Figure, gun: str, what: str) -> None:
    """Loaded, or free of its jam (combat-action.actions.reload, combat-action.actions.unjam)."""
    serves(battle.state, figure).set_gun(int(gun), **{what: False})


def _order(battle: Battle[State], figure: Figure, name: str) -> None:
    """The unit adds 1 to its next discipline test (combat-action.actions.impart-order)."""
    unit = battle.state.units[name]
    unit.ordered = unit.told = battle.state.turn.number
    battle.record(Changed(who=unit.id, what="has its orders"))


def _control(battle: Battle[State], figure: Figure, name: str) -> None:
    """His slave robot spends its own AP at once (combat-action.actions.control-robot)."""
    state, doing = battle.state, battle.state.acting()
    robot = state.figures[name]
    robot.controller, robot.controlled, robot.did, robot.went = figure.id, state.turn.number, (), 0
    robot.ap, robot.ready, robot.guns = robot.full_ap(), -1, tuple(replace(gun, fired=0) for gun in robot.guns)
    doing.due = [name for name in doing.due if name != robot.id]
    end_part(state)
    doing.model, doing.by = robot.id, figure.id


DEEDS: dict[str, Callable[..., Rule[object] | None]] = {  # with the words of the choice; those with questions are rules
    "hide-behind-cover": hide,
    "go-flat-down": partial(_lie, flat=True),
    "get-up": partial(_lie, flat=False),
    "control-robot": _control,
    AIM: _aim,
    "prime-grenade": _prime,
    ORDER: _order,
    "open-door": turn_door,
    JUMP: partial(cross, verb=JUMP),
    CLIMB: partial(cross, verb=CLIMB),
    "reload": partial(_mend, what="empty"),
    "unjam": partial(_mend, what="jammed"),
    GET_IN: get_in,
    SEAT: take_seat,
    "walk": partial(march, charge=False),
    "charge": _charge,
    "pilot-vehicle": drive,
    **{mode: partial(_fire, mode=mode) for mode in FIRING},
    ATTACK: _attack,
    GET_OUT: get_out,
}
UNANSWERED = ({*MOVEMENT} - {*STAYS}) | {GET_IN, SEAT}  # a move is answered on its way (combat-action.ready.use)
