"""What a page may ask of a room, message by message. `n` of an answer must be the last line, so that nobody answers a question
that is no longer asked; inside a simultaneous decision the others' answers do not count as news."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar
from unicodedata import category

from msgspec.structs import replace

from littlewars.engine import Ask, Move, Place, Refusal, RuleBug, ScenarioError
from littlewars.engine.measures import FAR
from littlewars.engine.moves import Spots
from littlewars.engine.orders import Order, Stop
from littlewars.engine.showing import Drag, Trace
from littlewars.players import adviser_of
from littlewars.players.rehearsal import Rehearsal

from .. import wire
from ..errors import Refuse, shortened
from ..storage.storage import ChatRow, StorageError
from ..telling.now import number_of, own_answers
from ..telling.views import state_for
from ..wire import Foreseen, Looked, Taken, Tried
from ..workers.pool import TooLong
from .room import Room

R = TypeVar("R")
MOST_NODES = 8000  # numbers, words, lists of an answer
MOST_NAMED, MOST_POINTS = 200, 5  # of an order: four corners and its end
FULL = 36000  # hundredths of a degree
OVER = "the battle is over"
BIDI = dict.fromkeys((0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))  # turn the text round them about


class SeatRequests:
    """One seat's requests to its room; replies go to the one who asked, everything else is told to all."""

    def __init__(self, room: Room, side: str, address: str = "") -> None:
        self.room, self.side, self.address = room, side, address
        self.called = "a spectator"

    def _asked(self, part: int) -> Ask[Any]:
        """What this side is asked in that part."""
        if not self.side:
            raise Refuse(403, "those who watch decide nothing")
        if self.room.game.result is not None:
            raise Refuse(409, OVER)
        ask = dict(self.room.game.asks).get(part)
        if ask is None or ask.side != self.side:  # in the same words, whatever goes on there
            raise Refuse(409, f"you are asked nothing in part {part}")
        return ask

    def _read(self, ask: Ask[Any], raw: Any) -> Any:
        _bounded(raw)
        try:
            return ask.read(raw)
        except Refusal as refusal:
            raise Refuse(400, refusal.text, refusal.rule) from None

    def _seated(self) -> str:
        if not self.side:
            raise Refuse(403, "those who watch decide nothing")
        if self.room.game.result is not None:
            raise Refuse(409, OVER)
        return self.side

    # ---- deciding

    async def answer(self, message: wire.Answer) -> Taken:
        """An answer: applied, durable, told, in this order."""
        room = self.room
        async with room.held():
            if self.side and room.game.result is None:
                self._current(message.n)
            ask = self._asked(message.part)
            answer = self._read(ask, message.answer)
            room.orders.drop(self.side)
            await room.act(lambda: room.game.answer_part(message.part, answer))
            n = room.n_for(self.side)
        room.driver.go()
        return Taken(message.key, n)

    def _current(self, n: int) -> None:
        """Has this side heard of all that it may hear of? Others' answers in the same simultaneous decision do not count."""
        last = self.room.n_for(self.side)
        if n != last:
            raise Refuse(409, f"out of date: the last line is {last}, not {n}")

    async def undo(self, message: wire.Undo) -> Taken:
        """Take back what is free; ask the others about the rest."""
        room = self.room
        async with room.held():
            side = self._seated()
            self._current(message.n)
            alone = all(kind != "person" or other == side for other, kind in room.kinds.items())
            entries = self._to_take_back(message.entries, alone)
            room.orders.drop(side)
            if room.game.together is not None and entries <= len(own_answers(room.game, room.records, side)):
                await room.act(lambda: room.take_back_own(side, entries))
            elif entries <= room.game.free_undo(side) or alone:
                await room.act(lambda: room.take_back(entries))
            else:
                room.wish, room.consents = wire.Wish(side, entries), {side}
                room.tell_now()
            n = room.n_for(side)
        room.driver.go()
        return Taken(message.key, n)

    def _to_take_back(self, wanted: int, alone: bool) -> int:
        """How many entries that are. While all decide at once everybody takes back his own answers in this decision; who plays
        against bots alone may go back behind it, and then theirs go as well."""
        room, open_ = self.room, self.room.game.together
        if open_ is None:
            if wanted > len(room.game.entries):
                raise Refuse(422, f"{wanted} of {len(room.game.entries)} entries to take back", "engine.undo")
            return wanted
        own = len(own_answers(room.game, room.records, self.side))
        if wanted <= own:
            return wanted
        if not alone or wanted - own > open_:
            raise Refuse(409, f"all decide at once: of your own answers {own} can be taken back now", "engine.undo")
        return len(room.game.entries) - open_ + wanted - own

    # ---- orders to whole units

    def _order(self, order: Order) -> Order:
        """An order, if it is to those who are one's own and on earth."""
        side, room = self._seated(), self.room
        show = room.views.table(room.game.state, room.views.viewer(side))
        if order.scope == "unit" and not order.who:
            raise Refuse(400, "an order is given to somebody")
        if max(len(order.who), len(order.at)) > MOST_NAMED or len(order.way) > MOST_POINTS:
            raise Refuse(400, f"an order names up to {MOST_NAMED} figures and {MOST_POINTS} points")
        if strange := [name for name in order.who if name not in show.figures or show.figures[name].side != side]:
            raise Refuse(403, f"{shortened(strange[0])} does not take your orders")
        if (
            any(abs(n) > FAR for at in order.way for n in at)
            or not 0 <= (order.face or 0) < FULL
            or not 0 <= order.width <= FAR
        ):
            raise Refuse(400, "far off any table")
        if order.stance and order.stance not in {one.id for one in room.system.stances}:
            raise Refuse(400, f"there is no stance {shortened(order.stance)}")
        return order

    async def rehearse(self, message: wire.Rehearse) -> wire.Rehearsed:
        """How an order would go."""
        room = self.room
        async with room.held():
            order = self._order(message.order)
            if room.game.together is not None or not any(ask.side == self.side for _, ask in room.game.asks):
                raise Refuse(409, "it is not your turn")
        try:
            found: Rehearsal = await room.tools.pool.rehearse(room, self.side, order, self.address)
        except (TooLong, TimeoutError):
            return wire.Rehearsed(message.key, None)
        names = room.names(self.side)
        stop = found.stop and replace(found.stop, text=names(found.stop.text))
        return wire.Rehearsed(message.key, replace(found, halt=shortened(names(found.halt)), stop=stop))

    async def pace(self, message: wire.Pace) -> wire.Paced:
        """How far a unit may go in each way of acting."""
        room = self.room
        async with room.held():
            who = self._order(Order(message.who)).who
        try:
            return wire.Paced(message.key, await room.tools.pool.pace(room, self.side, who, self.address))
        except (TooLong, TimeoutError):
            return wire.Paced(message.key, {})

    async def give(self, message: wire.Give) -> Taken:
        """Carry an order out."""
        room = self.room
        async with room.held():
            side, order = self._seated(), self._order(message.order)
            self._current(message.n)
            if room.game.together is not None or not any(ask.side == side for _, ask in room.game.asks):
                raise Refuse(409, "it is not your turn")
            room.orders.give(side, order, room.game, room.n)
            await room.keep()
            room.tell_now()
        room.driver.go()
        return Taken(message.key, room.n_for(side))

    async def steer(self, message: wire.Steer) -> Taken:
        """Halt, go on, or drop it."""
        room = self.room
        async with room.held():
            side = self._seated()
            one = room.orders.running.get(side)
            if one is None:
                raise Refuse(409, "you have given no order")
            if message.how == "drop":
                room.orders.drop(side)
            elif message.how == "halt":
                one.stop = one.stop or Stop("halt", "Halted")
            else:
                room.orders.go_on(side, room.game, room.n)
            await room.keep()
            room.tell_now()
        room.driver.go()
        return Taken(message.key, room.n_for(side))

    async def stand(self, message: wire.Stand) -> Taken:
        """A standing answer, or none any more."""
        room = self.room
        async with room.held():
            side = self._seated()
            room.orders.stand(side, message.rule, message.policy)
            await room.keep()
            room.tell_now()
        room.driver.go()
        return Taken(message.key, room.n_for(side))

    async def consent(self, message: wire.Consent) -> Taken:
        """Yes or no to a wish."""
        room = self.room
        async with room.held():
            side, wish = self._seated(), room.wish
            if wish is None:
                raise Refuse(409, "nobody asks to take anything back")
            if side == wish.side and message.yes:
                raise Refuse(403, "that is for the others to say")
            if not message.yes:
                room.wish, room.consents = None, set()
                room.tell_now()
            else:
                room.consents.add(side)
                if room.consents >= {other for other, kind in room.kinds.items() if kind == "person"}:
                    await room.act(lambda: room.take_back(wish.entries))
            n = room.n_for(side)
        room.driver.go()
        return Taken(message.key, n)

    async def concede(self, message: wire.GiveUp) -> Taken:
        """Give up."""
        room = self.room
        async with room.held():
            side = self._seated()
            await room.act(lambda: room.game.concede(side), ends=True)
            n = room.n_for(side)
        return Taken(message.key, n)

    async def agree(self, message: wire.EndIt) -> Taken:
        """Offer to end it, or accept: it ends when all people would, and bots agree. Its maker withdraws an offer, anybody else
        refuses it, and then it is gone."""
        room = self.room
        async with room.held():
            side = self._seated()
            if not message.yes:
                self._decline(side)
            elif side in room.offers:
                raise Refuse(409, "you have offered that already")
            else:
                room.offers[side] = None
            if message.yes and {other for other, kind in room.kinds.items() if kind == "person"} <= set(room.offers):
                room.offers.clear()
                for one in room.kinds:
                    if room.game.result is None:
                        await room.act(partial(room.game.agree, one), "bot" if one in room.driver.bots else "person", ends=True)
            else:
                room.tell_now()
            n = room.n_for(side)
        room.driver.go()
        return Taken(message.key, n)

    def _decline(self, side: str) -> None:
        """Withdraw one's own offer, or refuse those of others."""
        room = self.room
        if not room.offers:
            raise Refuse(409, "nobody offers to end it")
        if side in room.offers:
            del room.offers[side]
        else:
            room.offers.clear()

    async def say(self, message: wire.Say) -> Taken:
        """Chat: kept as it is, without marks that turn text about; a page shows it as text and nothing else."""
        room, text = self.room, message.text.translate(BIDI)
        if any(category(letter) == "Cc" and letter not in "\n\t" for letter in text) or not _is_visible(text):
            raise Refuse(400, "control characters and invisible letters are not talk")
        async with room.held():
            if room.muted and not self.side:
                raise Refuse(403, "those who play have muted those who watch")
            name = next((seat.name for seat in room.row.seats if seat.side == self.side), self.called)
            said = ChatRow(len(room.talk) + 1, name, self.side, text)
            try:
                await room.tools.storage.say(room.id, said)
            except StorageError as error:
                raise Refuse(503, str(error)) from None
            room.talk.append(said)
            room.tell(wire.Said(wire.Chat(said.n, said.name, said.side, said.text)))
            return Taken(message.key, room.n_for(self.side))

    async def call(self, message: wire.Call) -> Taken:
        """A name for one's seat, which everybody is told; or for one's talk, who only watches."""
        room, name = self.room, " ".join(message.name.translate(BIDI).split())
        if not name.isprintable() or not _is_visible(name):
            raise Refuse(400, "names are made of letters")
        if not self.side:
            self.called = f"{name}, watching"
            return Taken(message.key, room.n_for(self.side))
        async with room.held():
            await room.rename(self.side, name)
            return Taken(message.key, room.n_for(self.side))

    async def mute(self, message: wire.Mute) -> Taken:
        """Those who watch fall silent, or may talk again."""
        async with self.room.held():
            if not self.side:
                raise Refuse(403, "those who watch decide nothing")
            self.room.mute(message.on)
            return Taken(message.key, self.room.n_for(self.side))

    # ---- looking before deciding

    async def attempt(self, message: wire.Try) -> Tried:
        """Would this be allowed?"""
        async with self.room.held():
            ask = self._asked(message.part)
            tried = self._guarded(lambda: self._tried(message.key, ask, self._read(ask, message.answer)))
            return replace(tried, answer=None)  # who asks knows what he asked

    async def plan(self, message: wire.Plan) -> Tried:
        """An answer from a drag."""
        async with self.room.held():
            ask, drag = self._asked(message.part), message.drag
            if not isinstance(ask, Move | Place):
                raise Refuse(409, f"nothing is to be dragged: {ask.kind} is asked", ask.rule)
            _on_earth(drag)
            if isinstance(ask, Place) or ask.blind:  # how far one may go is not to be measured before it is declared
                return self._guarded(lambda: self._tried(message.key, ask, ask.plan(drag)))
            return self._guarded(lambda: self._clamped(message.key, ask, drag))

    def _clamped(self, key: int, ask: Move, drag: Drag) -> Tried:
        """As far as it is allowed, with the reason why not farther."""
        legs, why = ask.furthest(drag)
        return self._short(self._tried(key, ask, legs), why or ask.why_short(drag, legs))

    async def carry(self, message: wire.Carry) -> Tried:
        """Things to be put down, as near to where they are wished as they may lie."""
        async with self.room.held():
            ask = self._asked(message.part)
            if not isinstance(ask, Place):
                raise Refuse(409, f"nothing is to be put down: {ask.kind} is asked", ask.rule)
            start, wanted = self._read(ask, message.start), self._read(ask, message.answer)
            if ask.blind:  # nor is it to be measured by trying
                return self._guarded(lambda: self._tried(message.key, ask, wanted))
            return self._guarded(lambda: self._carried(message.key, ask, start, wanted))

    def _carried(self, key: int, ask: Place, start: Spots, wanted: Spots) -> Tried:
        spots, why = ask.furthest(start, wanted)
        return self._short(self._tried(key, ask, spots), why)

    def _short(self, tried: Tried, why: Refusal | None) -> Tried:
        """With the reason why it goes no farther, and its rule."""
        if why is None or tried.why:
            return tried
        return replace(tried, rule=why.rule, short=shortened(self.room.names(self.side)(why.text)))

    async def suggest(self, message: wire.Suggest) -> Tried:
        """What a bot would answer in this seat; the usual answer where none can be asked or it takes too long."""
        room, adviser = self.room, adviser_of(self.room.system.name)
        async with room.held():
            blind, question = self._asked(message.part).blind, self._question(message.part)
        advice = None if blind else await self._advice(message.part, adviser)  # blind: nobody may measure first, for us neither
        async with room.held():
            ask = self._asked(message.part)
            self._still(question, message.part)
            good = advice is not None and self._guarded(lambda: ask.refuse(advice)) is None
            answer, by = (advice, adviser) if good else (self._guarded(ask.default), "")
            tried = self._guarded(lambda: self._tried(message.key, ask, answer))
            return replace(tried, by=by)

    def _question(self, part: int) -> tuple[int, int]:
        """Which question is asked in a part: its number, and the number of the last line heard. Others' secret answers change
        neither."""
        room = self.room
        return number_of(room.game, room.records, part), room.n_for(self.side)

    def _still(self, question: tuple[int, int], part: int) -> None:
        if self._question(part) != question:
            raise Refuse(409, "the battle went on meanwhile")

    async def _advice(self, part: int, adviser: str) -> Any:
        """An adviser's answer, by a worker; None for none."""
        room = self.room
        if not room.tools.config.advice or not adviser:
            return None
        try:
            return await room.tools.pool.advise(room, part, self.side, adviser, self.address)
        except (TooLong, TimeoutError):
            return None
        except Exception as error:
            room.broken("advice", error)
            return None

    def _tried(self, key: int, ask: Ask[Any], answer: Any) -> Tried:
        refusal = ask.refuse(answer)
        traces: tuple[Trace, ...] = ()
        if isinstance(ask, Move) and not ask.blind and (refusal is None or ask.envelope(answer) is None):
            traces = tuple(ask.trace(leg) for leg in answer)
        if isinstance(ask, Place) and (refusal is None or ask.envelope(answer) is None):
            traces = tuple(ask.trace(answer))
        names = self.room.names(self.side)
        text = shortened(names(refusal.text)) if refusal else ""
        return Tried(key, answer, refusal.rule if refusal else "", text, tuple(map(names.trace, traces)))

    async def look(self, message: wire.LookAt) -> Looked:
        """A line of sight, on the table as this seat sees it; without its length while somebody decides before measuring."""
        room = self.room
        async with room.held():
            state = state_for(room.system, room.game.state, self.side)
            try:
                seen = self._guarded(lambda: room.system.look(state, message.start, message.to))
            except ScenarioError as error:
                raise Refuse(422, str(error)) from None
            return Looked(message.key, replace(seen, far=None) if seen and self._is_blind() else seen)

    def _is_blind(self) -> bool:
        """Is somebody asked who may not measure? Of secret parts each knows his own."""
        game = self.room.game
        return any(ask.blind for _, ask in game.asks if ask.side == self.side or not game.together)

    async def foresee(self, message: wire.Foresee) -> Foreseen:
        """Exact odds, found by a worker."""
        room = self.room
        async with room.held():
            ask = self._asked(message.part)
            answer = self._read(ask, message.answer)
            if strange := self._guarded(lambda: ask.envelope(answer)):  # no worker looks at what was never offered
                raise Refuse(422, strange.text, strange.rule)
            question = self._question(message.part)
        try:
            found = await room.tools.pool.foresee(room, message.part, self.side, message.answer, self.address)
        except TooLong:
            raise Refuse(503, "this takes too long to reckon") from None
        except Exception as error:
            room.broken("odds", error)
            raise Refuse(500, "the odds cannot be reckoned") from None
        self._still(question, message.part)
        return Foreseen(message.key, found)

    async def reach(self, message: wire.Reach) -> wire.Reached:
        """The ground within reach, found by a worker."""
        room = self.room
        async with room.held():
            ask = self._asked(message.part)
            if message.order is not None:
                self._order(message.order)
            elif not isinstance(ask, Move):
                raise Refuse(409, f"nobody moves: {ask.kind} is asked", ask.rule)
            elif not set(message.who) <= set(ask.start):
                raise Refuse(422, "not all of these may move", ask.rule)
            if ask.blind or not room.system.measures:
                return wire.Reached(message.key, None)
            question = self._question(message.part)
        try:
            found = await room.tools.pool.reach(room, self.side, message, self.address)
        except TooLong:
            found = None
        except Exception as error:
            room.broken("reach", error)
            raise Refuse(500, "this cannot be looked at") from None
        self._still(question, message.part)
        return wire.Reached(message.key, found)

    def _guarded(self, look: Callable[[], R]) -> R:
        """A look that must not harm: whatever breaks in a rule is ours, and is told as such."""
        try:
            return look()
        except (Refuse, ScenarioError):
            raise
        except Refusal as refusal:
            raise Refuse(422, refusal.text, refusal.rule) from None
        except (RuleBug, ArithmeticError, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            self.room.broken("preview", error)
            raise Refuse(500, "this cannot be looked at") from None


def _is_visible(text: str) -> bool:
    """Is there anything to see?"""
    return any(category(letter)[0] not in "CZ" for letter in text)


def _on_earth(drag: Drag) -> None:
    if (
        len(drag.who) > 500
        or len(drag.via) > 8
        or any(abs(n) > FAR for at in (drag.to, *drag.via) for n in (*at, drag.face or 0))
    ):
        raise Refuse(400, "dragged far off any table")


def _bounded(raw: Any) -> None:
    """No answer is as large as this: refused before anybody looks at it."""
    waiting, seen = [raw], 0
    while waiting:
        item = waiting.pop()
        seen += 1
        if seen > MOST_NODES:
            raise Refuse(400, "far too large for an answer")
        if isinstance(item, list):
            waiting.extend(item)
        elif isinstance(item, dict):
            waiting.extend(item.values())
