"""Orders that are being carried out in a room: who gave them, how far they are, and why they halt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from littlewars.dice import Draw
from littlewars.engine import Ask, Game, Point
from littlewars.engine.orders import Order, Policy, Stop
from littlewars.players.aide import Finished, Given, Reply, turn_passes
from littlewars.players.marching import slots

from .. import wire
from ..telling.records import Record
from ..workers.worker import Remembered, Underway

MOST_STANDING = 50  # rules
MOVES_ON = "turn", "unit"  # scopes that end when somebody else's turn comes


class Running(Struct):
    """One order. `began`: the entries before it; `heard`: the last line that its giver knew when it went on."""

    order: Order
    began: int
    heard: int
    standing: int
    slots: dict[str, Point]
    memory: dict[str, int] = {}
    begun: bool = False
    answered: bool = False
    insists: bool = False  # its giver has seen why it halts, and would have it go on
    ended: int = 0  # entries when it was carried out; 0: it is not yet
    stop: Stop | None = None
    tireless: bool = False  # its giver has no time left: it halts for nothing

    @property
    def underway(self) -> Underway:
        """What a worker must know of it."""
        return Underway(self.order, self.slots, Remembered(self.begun, self.memory), self.insists or self.tireless)

    @property
    def goes_on(self) -> bool:
        """Is there more to answer?"""
        return not self.ended and self.stop is None


class Orders:
    """The last order of each side."""

    def __init__(self) -> None:
        self.running: dict[str, Running] = {}
        self.standing: dict[str, dict[str, Policy]] = {}  # by side and rule

    def give(self, side: str, order: Order, game: Game[Any], n: int) -> None:
        """Carry this out from now on."""
        state = game.view(side).state
        here = {name: (one.x, one.y) for name, one in _figures(state).items() if name in order.who and not one.gone}
        self.running[side] = Running(order, len(game.entries), n, standing(state, order), slots(order, here))

    def drop(self, side: str) -> None:
        """Its giver decides by hand again."""
        self.running.pop(side, None)

    def wanted(self, game: Game[Any]) -> tuple[int, str] | None:
        """The part and the side of a question that an order answers; none while all decide at once."""
        if game.together is not None:
            return None
        for part, ask in game.asks:
            one = self.running.get(ask.side)
            if (one is not None and one.goes_on) or self.policy(ask) is not None:
                return part, ask.side
        return None

    def policy(self, ask: Ask[Any]) -> Policy | None:
        """What its side would do whenever this is asked."""
        return self.standing.get(ask.side, {}).get(ask.rule) if ask.topic == "react" else None

    def stand(self, side: str, rule: str, policy: Policy | None) -> None:
        """From now on; None: ask again."""
        own = self.standing.setdefault(side, {})
        own.pop(rule, None)
        if policy is not None and len(own) < MOST_STANDING:
            own[rule] = policy

    def look(self, game: Game[Any], records: Sequence[Record]) -> None:
        """End what is carried out, and halt what its giver should see first."""
        for side, one in self.running.items():
            if not one.goes_on:
                continue
            passes = one.order.scope in MOVES_ON and turn_passes(game, side)
            if game.result is not None or game.together is not None or passes:  # what all decide at once is decided by hand
                one.ended = len(game.entries)
            elif not one.tireless:
                one.stop = _halts(side, one, game, records)

    def hear(self, side: str, reply: Reply, aide: Remembered, entries: int) -> str:
        """What the aide says; by whom a line of it is: the first is the order, and with it all are taken back."""
        one = self.running[side]
        by, one.begun, one.memory, one.insists = "aide" if one.answered else "order", aide.begun, aide.memory, one.tireless
        one.answered = one.answered or isinstance(reply, Given)
        if isinstance(reply, Stop):
            one.stop = reply
        elif isinstance(reply, Finished):
            one.ended = entries
        return by

    def go_on(self, side: str, game: Game[Any], n: int) -> bool:
        """Its giver has seen why it halts, and would have it go on."""
        one = self.running.get(side)
        if one is None or one.ended:
            return False
        one.stop, one.insists, one.heard = None, True, n
        one.standing = standing(game.view(side).state, one.order)
        return True

    def shown(self, side: str, entries: int) -> wire.Carried | None:
        """What its giver is told; that it is carried out, as long as nothing else has happened."""
        one = self.running.get(side)
        if one is None or (one.ended and one.ended != entries):
            return None
        return wire.Carried(one.order, entries - one.began, bool(one.ended), one.stop)


def standing(state: Any, order: Order) -> int:
    """How many of those who carry it out are left."""
    figures = _figures(state)
    return sum(name in figures and not figures[name].gone for name in order.who)


def _figures(state: Any) -> Mapping[str, Any]:
    found: Mapping[str, Any] = getattr(state, "figures", {})
    return found


def _halts(side: str, one: Running, game: Game[Any], records: Sequence[Record]) -> Stop | None:
    """Somebody has fallen, or somebody else has acted: dice fell for his answer. What he only had to say is no reason."""
    if one.order.scope == "placed":
        return None
    left = standing(game.view(side).state, one.order)
    if left < one.standing:
        return Stop("loss", f"{one.standing - left} of {one.standing} have fallen")
    others = [line for line in records[one.heard :] if line.side not in ("", side) and _rolled(line)]
    return Stop("interrupt", "The other side has acted") if others else None


def _rolled(line: Record) -> bool:
    return any(isinstance(event, Draw) for event in line.events)
