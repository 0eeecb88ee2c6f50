"""What a page may ask of a room, message by message. `n` of an answer must be the last line, so that nobody answers a question
that is no longer asked; inside a simultaneous decision the others' answers do not count as news."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from secrets import randbits
from typing import Any, TypeVar
from unicodedata import category

from msgspec.structs import replace

from littlewars.engine import Agree, Ask, Move, Place, Refusal, RuleBug, ScenarioError
from littlewars.engine.measures import FAR
from littlewars.engine.showing import Drag, Trace
from littlewars.players.tactician import ADVISERS

from .. import wire
from ..errors import Refuse
from ..storage.storage import ChatRow, StorageError
from ..telling.views import state_for
from ..wire import Foreseen, Looked, Taken, Tried
from ..workers.pool import TooLong
from .room import Room

R = TypeVar("R")
MOST_NODES = 8000  # numbers, words, lists of an answer
OVER = "the battle is over"
ADVISER = "tactician"
BIDI = dict.fromkeys((0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))  # turn the text round them about


class SeatRequests:
    """One seat's requests to its room; replies go to the one who asked, everything else is told to all."""

    def __init__(self, room: Room, side: str) -> None:
        self.room, self.side = room, side

    def _asked(self, part: int) -> Ask[Any]:
        """What this side is asked in that part."""
        if not self.side:
            raise Refuse(403, "those who watch decide nothing")
        if self.room.game.result is not None:
            raise Refuse(409, OVER)
        ask = dict(self.room.game.asks).get(part)
        if ask is None:
            raise Refuse(409, f"nothing is asked in part {part}")
        if ask.side != self.side:
            raise Refuse(403, f"{ask.side} is asked, not {self.side}", ask.rule)
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
                self._current(message.n, message.part)
            ask = self._asked(message.part)
            answer = self._read(ask, message.answer)
            n = await room.act(lambda: room.game.answer_part(message.part, answer))
        room.driver.go()
        return Taken(message.key, n)

    def _current(self, n: int, part: int) -> None:
        """Is this an answer to what is asked now? Others' answers in the same simultaneous decision change nothing about it."""
        room, open_ = self.room, self.room.game.together
        if n == room.n:
            return
        if open_ is None or not 0 < n < room.n or any(r.apart != open_ or r.part == part for r in room.records[n:]):
            raise Refuse(409, f"out of date: the last line is {room.n}, not {n}")

    async def undo(self, message: wire.Undo) -> Taken:
        """Take back what is free; ask the others about the rest."""
        room = self.room
        async with room.held():
            side = self._seated()
            if message.n != room.n:
                raise Refuse(409, f"out of date: the last line is {room.n}, not {message.n}")
            if not 1 <= message.entries <= len(room.game.entries):
                raise Refuse(422, f"{message.entries} of {len(room.game.entries)} entries to take back", "engine.undo")
            others = {other for other, kind in room.kinds.items() if kind == "person" and other != side}
            if message.entries <= room.game.free_undo(side) or not others:
                await room.act(lambda: room.take_back(message.entries))
            else:
                room.wish, room.consents = wire.Wish(side, message.entries), {side}
                room.tell_now()
            n = room.n
        room.driver.go()
        return Taken(message.key, n)

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
            n = room.n
        room.driver.go()
        return Taken(message.key, n)

    async def concede(self, message: wire.GiveUp) -> Taken:
        """Give up."""
        room = self.room
        async with room.held():
            side = self._seated()
            n = await room.act(lambda: room.game.concede(side))
        return Taken(message.key, n)

    async def agree(self, message: wire.EndIt) -> Taken:
        """Offer or accept to end it; bots agree when all people do."""
        room = self.room
        async with room.held():
            side = self._seated()
            if side in self._agreed():
                raise Refuse(409, "you have offered that already")
            await room.act(lambda: room.game.agree(side))
            for bot in room.driver.bots:
                people = {other for other, kind in room.kinds.items() if kind == "person"}
                if room.game.result is None and people <= self._agreed() and bot not in self._agreed():
                    await room.act(partial(room.game.agree, bot), "bot")
            n = room.n
        room.driver.go()
        return Taken(message.key, n)

    def _agreed(self) -> set[str]:
        return {entry.side for entry in self.room.game.entries if isinstance(entry, Agree)}

    async def say(self, message: wire.Say) -> Taken:
        """Chat: kept as it is, without marks that turn text about; a page shows it as text and nothing else."""
        room, text = self.room, message.text.translate(BIDI)
        if any(category(letter) == "Cc" and letter not in "\n\t" for letter in text) or not text.strip():
            raise Refuse(400, "control characters are not talk")
        async with room.held():
            name = next((seat.name for seat in room.row.seats if seat.side == self.side), "a spectator")
            said = ChatRow(len(room.talk) + 1, name, self.side, text)
            try:
                await room.tools.storage.say(room.id, said)
            except StorageError as error:
                raise Refuse(503, str(error)) from None
            room.talk.append(said)
            room.tell(wire.Said(wire.Chat(said.n, said.name, said.side, said.text)))
            return Taken(message.key, room.n)

    # ---- looking before deciding

    async def attempt(self, message: wire.Try) -> Tried:
        """Would this be allowed?"""
        async with self.room.held():
            ask = self._asked(message.part)
            return self._guarded(lambda: self._tried(message.key, ask, self._read(ask, message.answer)))

    async def plan(self, message: wire.Plan) -> Tried:
        """An answer from a drag."""
        async with self.room.held():
            ask, drag = self._asked(message.part), message.drag
            if not isinstance(ask, Move | Place):
                raise Refuse(409, f"nothing is to be dragged: {ask.kind} is asked", ask.rule)
            _on_earth(drag)
            return self._guarded(lambda: self._tried(message.key, ask, ask.plan(drag)))

    async def suggest(self, message: wire.Suggest) -> Tried:
        """What a bot would answer in this seat; the usual answer where none can be asked or it takes too long."""
        room = self.room
        async with room.held():
            asked: list[Ask[Any]] = [self._asked(message.part)]
        advice = None if asked[0].blind else await self._advice(message.part)  # blind: nobody may measure first, for us neither
        async with room.held():
            asked.append(self._asked(message.part))
            old, ask = asked
            if old is not ask:
                raise Refuse(409, "the battle went on meanwhile")
            good = advice is not None and self._guarded(lambda: ask.refuse(advice)) is None
            answer, by = (advice, ADVISER) if good else (self._guarded(ask.default), "")
            tried = self._guarded(lambda: self._tried(message.key, ask, answer))
            return replace(tried, by=by)

    async def _advice(self, part: int) -> Any:
        """An adviser's answer, by a worker; None for none."""
        room, seconds = self.room, self.room.tools.config.advice
        if not seconds or room.system.name not in ADVISERS:
            return None
        try:
            return await asyncio.wait_for(room.tools.pool.think(room, part, self.side, ADVISER, randbits(63)), seconds)
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
        text = names(refusal.text) if refusal else ""
        return Tried(key, answer, refusal.rule if refusal else "", text, tuple(map(names.trace, traces)))

    async def look(self, message: wire.LookAt) -> Looked:
        """A line of sight, on the table as this seat sees it."""
        room = self.room
        async with room.held():
            state = state_for(room.system, room.game.state, self.side)
            try:
                return self._guarded(lambda: Looked(message.key, room.system.look(state, message.start, message.to)))
            except ScenarioError as error:
                raise Refuse(422, str(error)) from None

    async def foresee(self, message: wire.Foresee) -> Foreseen:
        """Exact odds, found by a worker."""
        room = self.room
        async with room.held():
            ask = self._asked(message.part)
            answer = self._read(ask, message.answer)
            if strange := self._guarded(lambda: ask.envelope(answer)):  # no worker looks at what was never offered
                raise Refuse(422, strange.text, strange.rule)
            n = room.n
        try:
            found = await room.tools.pool.foresee(room, message.part, self.side, message.answer)
        except TooLong:
            raise Refuse(503, "this takes too long to reckon") from None
        except Exception as error:
            room.broken("odds", error)
            raise Refuse(500, "the odds cannot be reckoned") from None
        if room.n != n:
            raise Refuse(409, "the battle went on meanwhile")
        return Foreseen(message.key, found)

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


def _on_earth(drag: Drag) -> None:
    if len(drag.who) > 500 or any(abs(n) > FAR for n in (*drag.to, drag.face or 0)):
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
