"""After a fight: going prone, and bonus movement for dice that are left (defiance.hth.prone-after-kill,
defiance.hth.bonus-movement)."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Option, Refusal
from littlewars.engine.names import ref

from ..basics.events import Changed
from ..basics.numbers import INCH
from ..basics.state import Figure, Melee, State
from ..basics.tabletop import sync_board
from ..move.contact import touched
from ..move.path import ParsedMove
from ..travel.move_ask import WALKING, Terms, move
from .meeting import BONUS, meet
from .strikes import dice_left, is_live, strikes, use_dice

FAR = 2 * INCH  # in all, however many dice are given up (defiance.hth.bonus-movement)
RULE = "defiance.hth.bonus-movement"


async def after(battle: Battle[State], melee: Melee) -> None:
    """One of those whom the fight has freed or who have eliminated somebody, then the next, then it is over."""
    names = list(dict.fromkeys((*melee.freed, *melee.killers)))
    if not names:
        melee.step = "over"
        return
    figure = battle.state.figures[names[0]]
    freed, kills = figure.id in melee.freed, figure.id in melee.killers
    melee.freed = [name for name in melee.freed if name != figure.id]
    melee.killers = [name for name in melee.killers if name != figure.id]
    if not figure.able or battle.state.unit_of(figure).broken:
        return
    fallen = _fallen(battle.state, melee, figure)
    if freed and fallen and may_move_on(battle.state, figure, fallen) and await _moves_on(battle, figure, fallen):
        return
    if kills:
        await _goes_prone(battle, figure)


def _fallen(state: State, melee: Melee, figure: Figure) -> Figure | None:
    """The enemy of this figure who fell in the fight."""
    both = (state.figures[melee.bout.attacker], state.figures[melee.bout.defender])
    return next((one for one in both if one.gone and state.side_of(one) != state.side_of(figure)), None)


def may_move_on(state: State, figure: Figure, fallen: Figure) -> bool:
    """All enemies it was in contact with are gone and it has a die left (defiance.hth.bonus-movement)."""
    if figure.locked or not strikes(figure) or not dice_left(state, figure, fallen):
        return False
    return not any(bout.attacker == figure.id and is_live(state, bout) for bout in state.acting().fights)


async def _moves_on(battle: Battle[State], figure: Figure, fallen: Figure) -> bool:
    """It gives up all its dice for two inches, to cover, prone, or into contact with somebody else; True if it did
    (defiance.hth.bonus-contact, defiance.hth.bonus-cover)."""

    def check(parsed: ParsedMove) -> Refusal | None:
        idle = not (parsed.moved or parsed.dropped or parsed.stood) and parsed.face != figure.face
        return Refusal(RULE, f"{ref(figure.id)} moves, or stays as it is") if idle else None

    before = (figure.at, figure.prone)
    dice = dice_left(battle.state, figure, fallen)
    prompt = f"{ref(figure.id)} may give up {dice} unused {'die' if dice == 1 else 'dice'} and move"
    await move(battle, figure, FAR, RULE, prompt, Terms(WALKING, check, contact=True, bonus=True))
    if (figure.at, figure.prone) == before:
        return False
    use_dice(battle.state, figure, fallen, dice)
    if figure.able and not figure.aloft:
        await meet(battle, figure, touched(battle.state, figure, figure.at), BONUS)
    return True


async def _goes_prone(battle: Battle[State], figure: Figure) -> None:
    """A figure that has eliminated an enemy may drop at once (defiance.hth.prone-after-kill)."""
    if figure.prone or figure.frame.vehicle:
        return
    options = (
        Option("stay", "Stay upright", of=(figure.id,), means="pass"),
        Option("prone", "Go prone", of=(figure.id,), at=figure.at, means="go"),
    )
    ask = Choose(battle.state.side_of(figure), "defiance.hth.prone-after-kill", f"{ref(figure.id)} goes prone?", options)
    if await ask.about(figure.id, unit=figure.unit, topic="plan") == "prone":
        figure.prone = True
        sync_board(battle, figure)
        battle.record(Changed(who=figure.id, what="goes prone"))
