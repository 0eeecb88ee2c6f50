"""Has the bots of a room play: they think in worker processes, one question after the other."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from secrets import randbits
from typing import TYPE_CHECKING, Any

from littlewars.engine import Refusal
from littlewars.engine.orders import Policy, Stop
from littlewars.players.aide import Given, Reply

from ..errors import Gone, Refuse
from ..logs import warn
from ..workers.jobs import Rank, Ticket
from ..workers.pool import TooLong
from ..workers.worker import Remembered

if TYPE_CHECKING:
    from .room import Room


class Driver:
    """Goes on as long as a bot is asked something and the room is open."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.bots = {seat.side: seat.bot for seat in room.row.seats if seat.kind == "bot"}
        self.seeds = {side: randbits(63) for side in self.bots}  # no kin of the battle's seed
        self._task: asyncio.Task[None] | None = None

    def go(self) -> None:
        """Let the bots play if it is their turn; called whenever something may have changed."""
        if self.room.closed or (self._task is not None and not self._task.done()):
            return
        if self._asked() is not None:
            self._task = asyncio.create_task(self._play(), name=f"bots of {self.room.id}")

    def stop(self) -> None:
        """No more."""
        if self._task is not None:
            self._task.cancel()

    def forget(self) -> None:
        """The room is gone."""
        self._task = None
        del self.room

    @property
    def busy(self) -> bool:
        """Is a bot at it?"""
        return self._task is not None and not self._task.done()

    def _asked(self) -> tuple[int, str] | None:
        """The first decision that is a bot's, or that somebody's order answers."""
        game = self.room.game
        bots = next(((part, ask.side) for part, ask in game.asks if ask.side in self.bots), None)
        return bots or self.room.orders.wanted(game)

    async def _play(self) -> None:
        room = self.room
        with suppress(Gone):
            while (asked := self._asked()) is not None and not room.closed:
                try:
                    if room.listeners:
                        await self._turn(*asked)
                    else:
                        async with room.tools.unwatched:
                            await self._turn(*asked)
                except Refuse as refused:
                    warn("a bot was refused", game=room.id, why=refused.text, rule=refused.rule, status=refused.status)
                    if refused.status >= 500:
                        return

    async def _turn(self, part: int, side: str) -> None:
        room = self.room
        n, wished = room.n, False
        if side not in self.bots:
            ask = dict(room.game.asks)[part]
            if (policy := room.orders.policy(ask)) is not None:
                await room.shielded(self._stand(n, part, side, policy))
            else:
                await room.shielded(self._aid(n, part, side, await self._carried(part, side)))
            return
        answer = await self._thought(part, side)
        if room.tools.config.pace:
            await asyncio.sleep(room.tools.config.pace)
        while room.wish is not None and not room.closed:  # people talk about taking something back
            wished = True
            await asyncio.sleep(0.05)
        if wished:
            return
        await room.shielded(self._answer(n, part, side, answer))

    async def _answer(self, n: int, part: int, side: str, answer: Any) -> None:
        room = self.room
        async with room.tools.bots, room.held():
            ask = dict(room.game.asks).get(part)
            if room.n != n or room.wish is not None or ask is None or ask.side != side:
                return  # the world went on meanwhile
            if answer is None or ask.refuse(answer) is not None:
                answer = ask.default()
            final = answer
            await room.act(lambda: room.game.answer_part(part, final), "bot")

    async def _stand(self, n: int, part: int, side: str, policy: Policy) -> None:
        """Answer as its side would whenever this is asked; who cannot be asked in time lets it pass."""
        room = self.room
        try:
            answer = await room.tools.pool.react(room, part, side, policy, self._ticket())
        except (TooLong, Refusal) as error:
            warn("a standing answer was not found", game=room.id, why=error)
            answer = None
        async with room.held():
            ask = dict(room.game.asks).get(part)
            if room.n != n or room.wish is not None or ask is None or ask.side != side:
                return  # the world went on meanwhile
            final = answer if answer is not None and ask.refuse(answer) is None else ask.default()
            await room.act(lambda: room.game.answer_part(part, final), "aide")

    async def _carried(self, part: int, side: str) -> tuple[Reply, Remembered]:
        """What the aide answers for a side, or why it does not."""
        room = self.room
        one = room.orders.running[side]
        try:
            found: tuple[Reply, Remembered] = await room.tools.pool.aid(room, part, side, one.underway, self._ticket())
        except (TooLong, Refusal) as error:
            warn("an order was not carried out", game=room.id, why=error)
        except Exception as error:
            room.broken("aide", error)
        else:
            return found
        return Stop("choice", "Decide by hand"), Remembered(one.begun, one.memory)

    async def _aid(self, n: int, part: int, side: str, found: tuple[Reply, Remembered]) -> None:
        """Answer as the order says, or tell its giver that it halts."""
        room, (reply, aide) = self.room, found
        async with room.held():
            ask, one = dict(room.game.asks).get(part), room.orders.running.get(side)
            if room.n != n or room.wish is not None or ask is None or ask.side != side or one is None or not one.goes_on:
                return  # the world went on meanwhile
            one.heard = n
            by = room.orders.hear(side, reply, aide, len(room.entries))
            if isinstance(reply, Given):
                await room.act(lambda: room.game.answer_part(part, reply.answer), by)
            else:
                room.tell_now()

    def _ticket(self) -> Ticket:
        """Bots for whom somebody waits come before those whom nobody watches."""
        room = self.room
        if room.listeners:
            return Ticket(Rank.PERSON, next(iter(room.listeners)).address)
        return Ticket(Rank.NOBODY, room.id)

    async def _thought(self, part: int, side: str) -> Any:
        """A worker's answer; None where the workers fail: then the usual one will do."""
        room = self.room
        try:
            return await room.tools.pool.think(room, part, side, self.bots[side], self.seeds[side], self._ticket())
        except (TooLong, Refusal) as error:
            warn("a bot did not answer", game=room.id, why=error)
        except Exception as error:
            room.broken("bot", error)
        return None
