"""What runs in a worker process: replicas of battles, bots that look at them, odds, replays.

A replica is fed with the entries since it was last seen. A bot gets its side's view of the replica and nothing else.
"""

from __future__ import annotations

import gc
import gzip
import os
import pickle
import signal
from collections import OrderedDict
from importlib import import_module
from traceback import format_exception
from typing import Any, Literal

import msgspec
from msgspec import Struct

from littlewars.engine import Game, Move, Point, Refusal, Scenario, ScenarioError, System
from littlewars.engine import foresee as forecast
from littlewars.engine.game import Entry
from littlewars.engine.journal import JournalError
from littlewars.engine.orders import Order, Policy
from littlewars.engine.showing import Forecast
from littlewars.players import Player, make_player
from littlewars.players.aide import Aide, Reply
from littlewars.players.rehearsal import Rehearsal, first_move, paces
from littlewars.players.rehearsal import rehearse as rehearsed
from littlewars.players.standing import react as standing_answer

from ..wire import Reach, RosterReport
from .flood import flooded

PACKED = 5  # how hard replies are packed
MOST_REPLICAS = 300
Kind = Literal["thinker", "adviser", "guest", "reader"]
HEAD = 8  # bytes of a message's length
GUEST_MEMORY = 6 << 30  # bytes of address space for a process that reads what strangers send


class Feed(Struct, frozen=True):
    """A battle for a worker: how it began, if the worker may not know it, and the entries from number `since` on.

    `epoch` changes whenever something was taken back: a replica of another epoch is not fed, but made anew.
    """

    game: str
    epoch: int
    since: int
    entries: tuple[Entry, ...]
    system: str = ""
    scenario: Scenario | None = None
    seed: int = 0


class Remembered(Struct, frozen=True):
    """What an aide remembers from one answer to the next."""

    begun: bool
    memory: dict[str, int]


class Underway(Struct, frozen=True):
    """An order under way: where each is to stand, how far it is, and whether its giver insists on it."""

    order: Order
    slots: dict[str, Point]
    aide: Remembered
    insists: bool


class Missing(Struct, frozen=True):
    """The worker lacks the beginning of this battle: send all of it."""


class Failed(Struct, frozen=True):
    """A job that broke."""

    text: str


class Unplayable(Struct, frozen=True):
    """A journal of which there is no replay: the line, and why."""

    line: int
    text: str


class _Replica:
    def __init__(self, epoch: int, game: Game[Any]) -> None:
        self.epoch, self.game = epoch, game
        self.players: dict[str, Player] = {}


_systems: dict[str, str] = {}
_replicas: OrderedDict[str, _Replica] = OrderedDict()


# ---- the process


def learn(systems: dict[str, str]) -> None:
    """Know the rulebooks, and be warm."""
    _systems.update(systems)
    warm()


def begin(systems: dict[str, str], kind: Kind) -> int:
    """The first job: know the rulebooks, if the nursery has not seen to it, and one's place; the number of this process."""
    if _systems != systems:
        learn(systems)
    if kind in ("guest", "reader"):
        _bound_memory()
    if kind != "thinker":
        os.nice(15)  # play itself and the bots of those who wait come first
    return os.getpid()


def framed(message: Any) -> bytes:
    """A message with its length before it."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(HEAD, "big") + data


def main(jobs_in: int = 0, results_out: int = 1) -> None:
    """Do jobs until there are no more: the end of the input is the end of the server, however it came."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    jobs, results = os.fdopen(os.dup(jobs_in), "rb"), os.fdopen(os.dup(results_out), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what a library prints is no result
    while len(head := jobs.read(HEAD)) == HEAD:
        job = pickle.loads(jobs.read(int.from_bytes(head, "big")))
        try:
            found = job()
        except Exception as error:
            found = Failed("".join(format_exception(error))[-2000:])
        try:
            results.write(framed(found))
            results.flush()
        except BrokenPipeError:  # the server has gone while we worked
            os._exit(0)


def _bound_memory() -> None:
    try:
        import resource
    except ImportError:  # not on every system
        return
    resource.setrlimit(resource.RLIMIT_AS, (GUEST_MEMORY, GUEST_MEMORY))


def find_system(where: str) -> System[Any]:
    """A rulebook by module:attribute."""
    module, _, attribute = where.partition(":")
    system: System[Any] = getattr(import_module(module), attribute)
    return system


def warm() -> None:
    """Load the rulebooks and compile what is compiled."""
    from littlewars.table.warm import warm as kernels

    kernels()
    for where in _systems.values():
        system = find_system(where)
        for scenario in list(system.scenarios().values())[:1]:
            Game.start(system, scenario, 1, quiet=True, keep="last").close()
    rare_garbage()


LOOKS = (1_000, 4, 1_000_000)  # new things before the next look, looks before the next at younger ones, and at all


def rare_garbage() -> None:
    """A process that holds many battles looks for garbage only among what is new: a look at all of them takes long, and finds
    little. What has been there for a while is set aside again and again (`set_aside`). Small looks that come often cost no more
    than large ones, and none holds a step up for longer than the rules do."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*LOOKS)


def set_aside() -> None:
    """What is still there now is not looked at again."""
    gc.collect(1)
    gc.freeze()


# ---- jobs


def think(feed: Feed, part: int, side: str, bot: str, seed: int) -> Any:
    """A bot's answer to a part; Missing if the beginning is."""
    replica = _replica(feed)
    if isinstance(replica, Missing):
        return replica
    game = replica.game
    ask = dict(game.asks)[part]
    player = replica.players.setdefault(f"{side} {bot}", make_player(bot, seed))
    answer = player.answer(game.view(side), ask)
    return answer if ask.refuse(answer) is None else ask.default()


def aid(feed: Feed, part: int, side: str, given: Underway) -> tuple[Reply, Remembered] | Missing:
    """What the aide says to a question, and what it remembers."""
    replica = _replica(feed)
    if isinstance(replica, Missing):
        return replica
    game = replica.game
    aide = Aide(given.order, game.system.stances, given.aide.begun, given.insists)
    aide.slots, aide.memory = given.slots, dict(given.aide.memory)
    return aide.answer(game.view(side), dict(game.asks)[part]), Remembered(aide.begun, aide.memory)


def react(feed: Feed, part: int, side: str, policy: Policy) -> Any:
    """A standing answer."""
    replica = _replica(feed)
    if isinstance(replica, Missing):
        return replica
    return standing_answer(replica.game.view(side), dict(replica.game.asks)[part], policy)


def rehearse(feed: Feed, side: str, order: Order) -> Rehearsal | Missing:
    """How an order would go."""
    replica = _replica(feed)
    return replica if isinstance(replica, Missing) else rehearsed(replica.game.view(side), order)


def foresee(feed: Feed, part: int, side: str, raw: Any) -> Forecast | Missing | None:
    """The odds of an answer, as its side may know them."""
    replica = _replica(feed)
    if isinstance(replica, Missing):
        return replica
    game = replica.game
    ask = dict(game.asks)[part]
    try:
        return forecast(game.system, game.view(side).battle, ask, ask.read(raw))
    except (Refusal, ScenarioError):
        return None


def reach(feed: Feed, side: str, wish: Reach) -> tuple[Point, ...] | Missing | None:
    """The ground that a move may lead to: as far as it is allowed in every direction; None where that takes too long."""
    replica = _replica(feed)
    if isinstance(replica, Missing):
        return replica
    if wish.order is None:
        ask = dict(replica.game.asks)[wish.part]
        assert isinstance(ask, Move)
        return flooded(ask, wish.who, wish.verb)
    for ask in first_move(replica.game.view(side), wish.order):
        return flooded(ask, tuple(ask.start), "")
    return None


def pace(feed: Feed, side: str, who: tuple[str, ...]) -> dict[str, int] | Missing:
    """How far a unit may go, by stance."""
    replica = _replica(feed)
    return replica if isinstance(replica, Missing) else paces(replica.game.view(side), who)


def _replica(feed: Feed) -> _Replica | Missing:
    """The battle as the feed says it stands."""
    kept = _replicas.pop(feed.game, None)
    if kept is not None and (kept.epoch != feed.epoch or len(kept.game.entries) != feed.since):
        kept.game.close()
        kept = None
    if kept is None:
        if feed.scenario is None:
            return Missing()
        system = find_system(_systems[feed.system])
        kept = _Replica(feed.epoch, Game.start(system, feed.scenario, feed.seed, quiet=True, keep="last"))
    for entry in feed.entries:
        kept.game.follow(entry)
    _replicas[feed.game] = kept
    if len(_replicas) > MOST_REPLICAS:
        _replicas.popitem(last=False)[1].game.close()
    return kept


def check(system: str, text: str) -> RosterReport:
    """What is wrong with a roster."""
    from .rosters import report_of

    return report_of(find_system(_systems[system]), text)


def replay(journal: bytes) -> bytes | Unplayable:
    """A replay as packed JSON."""
    from .replays import make_replay

    try:
        found = make_replay(journal, {name: find_system(where) for name, where in _systems.items()})
        return gzip.compress(msgspec.json.encode(found), PACKED, mtime=0)
    except JournalError as error:
        return Unplayable(error.line, error.text)
    except (MemoryError, RecursionError) as error:
        return Unplayable(0, f"too much for us: {type(error).__name__}")


def reckon(journal: bytes) -> bytes | Unplayable:
    """A battle in numbers, as packed JSON."""
    from .reckoning import reckon as reckoned

    try:
        found = reckoned(journal, {name: find_system(where) for name, where in _systems.items()})
        return gzip.compress(msgspec.json.encode(found), PACKED, mtime=0)
    except JournalError as error:
        return Unplayable(error.line, error.text)


def remains(journal: bytes) -> bytes | Unplayable:
    """What is left of a battle on its table, as packed JSON."""
    from .remains import remains_of

    try:
        found = remains_of(journal, {name: find_system(where) for name, where in _systems.items()})
        return gzip.compress(msgspec.json.encode(found), PACKED, mtime=0)
    except JournalError as error:
        return Unplayable(error.line, error.text)


if __name__ == "__main__":
    from . import worker  # the same module as the server knows it by: jobs are found there

    worker.main()
