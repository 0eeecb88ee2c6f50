"""The beginning and the end of a round (at43.round.sequence, at43.round.activation-sequence, at43.round.authority-test,
at43.round.end)."""

from __future__ import annotations

from littlewars.engine import Arrange, Battle, Choose, ChooseSome, Number, Option, Together
from littlewars.engine.names import ref

from ..basics.events import Began, Bid, RoundBegan
from ..basics.numbers import SIX
from ..basics.state import State
from ..tactics.kept import next_kept, offer
from ..units.command import authority, most_bid, receive, succeed
from .victory import end_battle, ending

NAMING, CARDS, BIDS = "at43.round.sequence", "at43.round.activation-sequence", "at43.leadership.improve-authority"
TEST = "at43.round.authority-test"


async def begin(battle: Battle[State]) -> None:
    """Succession of command, then both name the reserves that get a card, unseen, and receive their pools."""
    state, turn = battle.state, battle.state.turn
    turn.round += 1
    battle.record(RoundBegan(number=turn.round))
    succeed(battle)
    sides = [side for side in state.sides if state.reserves(side)]
    named = dict(zip(sides, await Together([_name_reserves(state, side) for side in sides]), strict=True)) if sides else {}
    for side in state.sides.values():
        side.named = [unit.id for unit in state.reserves(side.name) if unit.id in named.get(side.name, ())]
    receive(battle)
    turn.phase = "lay"


def _name_reserves(state: State, side: str) -> ChooseSome:
    """Which reserve units get a card (at43.round.activation-sequence)."""
    units = state.reserves(side)
    options = [Option(unit.id, ref(unit.id), of=tuple(unit.figures), means="go") for unit in units]
    everybody = [name for unit in units for name in unit.figures]
    return ChooseSome(side, NAMING, "Which reserve units get a card this round?", options).about(*everybody, topic="secret")


async def lay_cards(battle: Battle[State]) -> None:
    """Both lay the cards of all units on the table and of the named reserves in a row, face down, at the same time."""
    state = battle.state
    cards = {side: [*(unit.id for unit in state.fielded(side)), *state.sides[side].named] for side in state.sides}
    asking = [side for side in state.sides if len(cards[side]) > 1]
    rows = (
        dict(zip(asking, await Together([_arrange(state, side, cards[side]) for side in asking]), strict=True))
        if asking
        else {}
    )
    for side in state.sides.values():
        side.laid = [unit.id for unit in state.fielded(side.name)]
        side.row, side.named, side.delayed = list(rows.get(side.name, cards[side.name])), [], False
    state.turn.phase = "authority"


def _arrange(state: State, side: str, cards: list[str]) -> Arrange:
    everybody = [name for card in cards for name in state.units[card].figures if not state.figures[name].gone]
    return Arrange(side, CARDS, "Lay out your cards, the first on the left", cards).about(*everybody, topic="secret")


async def authority_test(battle: Battle[State]) -> None:
    """LP are committed unseen and lost whatever comes; the higher total of die, Authority and LP chooses who begins, a draw is
    rolled again (at43.round.authority-test, at43.leadership.improve-authority)."""
    state, turn = battle.state, battle.state.turn
    bidders = [side for side in state.sides if most_bid(state, side)]
    bids = dict(zip(bidders, await Together([_bid(state, side) for side in bidders]), strict=True)) if bidders else {}
    mods = {}
    for side in state.sides.values():
        lp, rank = bids.get(side.name, 0), authority(state, side.name)
        side.lp -= lp
        mods[side.name] = rank + lp
        battle.record(Bid(side=side.name, lp=lp, authority=rank))
    winner = battle.dice.rank(list(state.sides), SIX, "authority", mods)[0]
    own = _everybody(state, winner)
    options = [
        Option(name, f"{ref(name)} begins", of=own, means="act" if name == winner else "hold")
        for name in (winner, state.other(winner))
    ]
    turn.first = turn.at = await Choose(winner, TEST, "Who activates first?", options).about(*own, topic="plan")
    battle.record(Began(winner=winner, first=turn.first))
    turn.phase, turn.asked = "turns", []


def _bid(state: State, side: str) -> Number:
    prompt = "How many LP for the Authority test?"
    ask = Number(side, BIDS, prompt, 0, most_bid(state, side), counts="LP", usual=0, blind=True)
    return ask.about(*_everybody(state, side), topic="secret")


def _everybody(state: State, side: str) -> tuple[str, ...]:
    return tuple(f.id for unit in state.units_of(side) for f in state.members(unit))


async def end_round(battle: Battle[State]) -> None:
    """Kept special weapons fire now or never, the side that began first; unspent LP are lost (at43.round.end,
    at43.tactics.split-fire)."""
    state, turn = battle.state, battle.state.turn
    for name in (turn.first, state.other(turn.first)):
        keeper = next_kept(battle, name)
        if keeper is not None:
            await offer(battle, keeper)
            return
    for unit in state.units.values():
        unit.kept = []
    for side in state.sides.values():
        side.row, side.laid, side.lp, side.delayed = [], [], 0, False
    turn.asked = []
    if why := ending(state):
        end_battle(battle, why)
    else:
        turn.phase = "round"
