"""Game: the conversation. View: what a side may know of it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import cached_property
from hashlib import blake2b
from random import Random
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from littlewars.dice import Dice, Draw, Rolling, Scripted
from littlewars.untrusted import quote

from .asks import Ask, Rule, Together
from .battle import Battle
from .events import Event
from .names import plain, ref
from .system import Scenario, System
from .types import Refusal, Result

S = TypeVar("S", bound=Struct)
Said: TypeAlias = tuple[int, Any]  # the part of a Together (0 without one) and the answer
MOST_STEPS = 10_000  # steps in a row without a question, before a rulebook counts as stuck


class RuleBug(Exception):
    """A rule broke. The game stands where it stood before the answer."""


class Reseed(Struct, frozen=True, omit_defaults=True, tag="reseed", gc=False):
    """From here other dice fall; with a side, what it cannot see is guessed anew. An entry like an answer."""

    seed: int
    side: str | None = None


class Concede(Struct, frozen=True, tag="concede", gc=False):
    """A side gives up."""

    side: str


class Agree(Struct, frozen=True, tag="agree", gc=False):
    """A side would end the battle as it stands; when all do, it ends."""

    side: str


Entry: TypeAlias = Said | Reseed | Concede | Agree
Keep: TypeAlias = Literal["all", "last", "none"]
Watch: TypeAlias = Callable[["Entry | int", "Ask[Any] | None", "list[Event | Draw]"], None]


class Mark(Struct, frozen=True, gc=False):
    """A checkpoint: nothing is in flight. With the entries since then it is the game."""

    at: int
    state: Any
    dice: Dice
    events: int
    seals: int = 0
    agreed: frozenset[str] = frozenset()


class Trail(Struct, frozen=True, gc=False):
    """Beside each entry: whose it was, and how many dice had fallen and seals been set before it."""

    side: str
    fallen: int
    seals: int


class Game(Generic[S]):
    """A game in play: (setup, seed, answers). `keep`: checkpoints for undo and seek ("all"), for copies ("last"), or none
    for bulk play. `watch` is told of every entry: the journal, a server. `shared`: what games on one table have in common
    (see Battle); a simulation that plays many hands the same to all."""

    def __init__(
        self,
        system: System[S],
        state: S,
        dice: Dice,
        *,
        quiet: bool = False,
        keep: Keep = "all",
        strict: bool = False,
        shared: dict[str, Any] | None = None,
    ) -> None:
        self.system, self.quiet, self.keep, self.strict = system, quiet, keep, strict
        self.entries: list[Entry] = []
        self.watch: Watch | None = None
        self.trail: list[Trail] = []
        self.marks: list[Mark] = []
        self.shared: dict[str, Any] = {} if shared is None else shared
        self._begin(Mark(0, state, dice, 0))

    @classmethod
    def start(
        cls, system: System[S], scenario: Scenario, seed: int, *, quiet: bool = False, keep: Keep = "all", strict: bool = False
    ) -> Game[S]:
        """A battle from its beginning."""
        return cls(system, system.setup(scenario), Rolling(seed), quiet=quiet, keep=keep, strict=strict)

    # ---- what is asked

    @property
    def state(self) -> S:
        """The state as it is now."""
        return self.battle.state

    @property
    def asks(self) -> list[tuple[int, Ask[Any]]]:
        """Every open decision with its part number; more than one only inside a Together."""
        return [(part, ask) for part, ask in enumerate(self._open) if ask]

    @property
    def ask(self) -> Ask[Any] | None:
        """The first open decision, or None when the battle is over."""
        for ask in self._open:
            if ask is not None:
                return ask
        return None

    @property
    def result(self) -> Result | None:
        """How it ended, in ids, as the journal has it; None while it goes on."""
        verdict = self.verdict
        return None if verdict is None else replace(verdict, why=plain(verdict.why))

    @property
    def verdict(self) -> Result | None:
        """How it ended, with references to sides, for whoever puts names there; None while it goes on."""
        if self.ask:
            return None
        return self._ended or self.system.verdict(self.battle.state)

    @property
    def together(self) -> int | None:
        """The simultaneous decision that is open, by the number of entries before it; None outside one."""
        return self._since if self._parts else None

    def follow(self, entry: Entry) -> None:
        """Take an entry that another copy of this game has approved: it is not checked again."""
        self._feed(entry)

    def refusal(self, answer: Any, side: str | None = None) -> Refusal | None:
        """Why this would be refused, without answering: a dry run for a browser."""
        return self._open_to(side)[1].refuse(answer)

    def _open_to(self, side: str | None) -> tuple[int, Ask[Any]]:
        for part, ask in enumerate(self._open):
            if ask is not None and (side is None or side == ask.side):
                return part, ask
        raise Refusal("engine.turn", f"{side or 'nobody'} is not asked anything now")

    # ---- what is said

    def answer(self, answer: Any, side: str | None = None) -> None:
        """Answer the first open decision (of that side). Raises Refusal or RuleBug, and then nothing has changed."""
        part, ask = self._open_to(side)
        if refusal := ask.refuse(answer):
            raise refusal
        if self.keep == "none" and self.watch is None:  # bulk play: nobody listens, nothing is taken back
            self.entries.append((part, answer))
            self._go_on(part, answer)
        else:
            self._enter((part, answer), ask)

    def answer_part(self, part: int, answer: Any) -> None:
        """Answer one of several open decisions."""
        ask = self._open[part] if 0 <= part < len(self._open) else None
        if ask is None:
            raise Refusal("engine.turn", f"nothing is asked in part {part}")
        if refusal := ask.refuse(answer):
            raise refusal
        self._enter((part, answer), ask)

    def enter(self, entry: Entry) -> None:
        """Take an entry once more that was taken back with others: it was approved when it was made."""
        ask = dict(self.asks).get(entry[0]) if isinstance(entry, tuple) else None
        self._enter(entry, ask)

    def reseed(self, seed: int, side: str | None = None) -> None:
        """From here other dice; with a side: a world as that side may imagine it."""
        self._enter(Reseed(seed, side), None)

    def concede(self, side: str) -> None:
        """Give up, at any time."""
        self._enter_end(Concede(side))

    def agree(self, side: str) -> None:
        """Offer or accept to end the battle as it stands."""
        self._enter_end(Agree(side))

    def _enter_end(self, entry: Concede | Agree) -> None:
        if entry.side not in self.system.sides(self.battle.state):
            raise Refusal("engine.turn", f"{quote(entry.side)} is not a side of this battle")
        if self.ask is None:
            raise Refusal("engine.turn", "the battle is over")
        self._enter(entry, None)

    # ---- going back, and sideways

    def undo(self, entries: int = 1, seed: int | None = None) -> None:
        """Take entries back; with a new seed if dice had fallen, or everybody knows what will fall."""
        if not 0 <= entries <= len(self.entries):
            raise Refusal("engine.undo", f"{entries} of {len(self.entries)} entries to take back")
        if not self.marks or self.marks[0].at > len(self.entries) - entries:
            raise Refusal("engine.undo", f"this game keeps {self.keep!r} checkpoints: too few to take back {entries} entries")
        self._restore(len(self.entries) - entries)
        if self.watch:
            self.watch(len(self.entries), None, [])
        if seed is not None:
            self.reseed(seed)

    def free_undo(self, side: str) -> int:
        """How many answers this side may take back without asking: its own, no die or reveal since, nobody else asked."""
        free = 0
        if any(ask.side != side for _, ask in self.asks):
            return 0
        for step in reversed(self.trail):
            if (step.side, step.fallen, step.seals) != (side, self.battle.dice.fallen, self.battle.seals):
                break
            free += 1
        return free

    def copy(self) -> Game[S]:
        """The same game in the middle of whatever it is in: the last checkpoint and the entries since then."""
        if not self.marks:
            raise ValueError("a game that keeps no checkpoints cannot be copied")
        mark = self.marks[-1]
        twin: Game[S] = Game.__new__(Game)
        twin.system, twin.quiet, twin.keep, twin.strict = self.system, True, "last", False
        twin.entries, twin.trail, twin.marks, twin.watch = [], [], [], None
        twin.shared = self.shared
        twin._begin(Mark(0, mark.state, mark.dice, 0, mark.seals, mark.agreed), notes=self.battle.notes)
        for entry in self.entries[mark.at :]:
            twin._feed(entry)
        return twin

    def imagine(self, side: str, seed: int) -> Game[S]:
        """A copy this side may play with: others' unopened answers withdrawn, secrets guessed, dice of its own."""
        twin = self.copy()
        if twin._parts:
            own = [e for e in twin.entries[twin._since :] if not isinstance(e, tuple) or twin._owner[e[0]] == side]
            twin._restore(twin._since)
            for entry in own:
                twin._feed(entry)
        twin._feed(Reseed(seed, side))
        return twin

    def view(self, side: str) -> View[S]:
        """What this side may know."""
        return View(self, side)

    def hash(self) -> str:
        """State and dice in sixteen digits."""
        data = self.system.encode(self.battle.state) + self.battle.dice.fallen.to_bytes(8, "big")
        return blake2b(data, digest_size=8).hexdigest()

    def _repr_svg_(self) -> str:
        """The table as it stands, for a notebook."""
        return _picture(self.system, self.battle.state)

    def close(self) -> None:
        """Let go of what is in flight: an abandoned game leaves no half-run rule behind."""
        for part in self._parts:
            part.close()
        if self._rule is not None:
            self._rule.close()

    # ---- the machinery: begin at a checkpoint, run until somebody must answer, feed an entry, restore

    def _begin(self, mark: Mark, events: list[Event | Draw] | None = None, notes: list[tuple[str, Any]] | None = None) -> None:
        """Stand at a checkpoint, which stays as it is, and run on."""
        bare = self.keep == "none"
        state = mark.state if bare else self.system.copy(mark.state)
        self.battle = Battle(state, mark.dice.twin(), self.quiet, self.shared)
        self.battle.seals = mark.seals
        self._agreed: set[str] = set(mark.agreed)
        if notes:
            self.battle.notes = notes.copy()
        if events is not None:
            self.battle.events = self.battle.dice.log = events[: mark.events]
        if not bare:
            self.marks.append(mark)
        self._ended: Result | None = None
        self._parts: list[Rule[Any] | Generator[Any, Any, Any]] = []
        self._open: list[Ask[Any] | None] = []
        self._rule = self.system.step(self.battle)
        self._run(None)

    def _run(self, value: Any) -> None:
        battle = self.battle
        for _ in range(MOST_STEPS):
            rule = self._rule
            if rule is None:
                self._open = []
                return
            try:
                battle.dice.locked = False
                item = rule.send(value)
            except StopIteration:
                if self.keep != "none" or battle.notes:
                    self._mark()
                self._rule, value = self.system.step(battle), None
                continue
            battle.dice.locked = True  # until the answer: looking at options must not roll, nor a Together
            if isinstance(item, Ask):
                self._open = [item]
                return
            if self._split(item):
                return
            value = self._gather()
        self.close()
        raise RuleBug(f"{MOST_STEPS} steps without a question")

    def _split(self, item: Together[Any]) -> bool:
        """Open the parts of a Together; False if none of them asks anything."""
        self._parts = [part.__await__() if isinstance(part, Ask) else part for part in item.parts]
        self._open, self._owner = [None] * len(self._parts), [""] * len(self._parts)
        self._results: list[Any] = [None] * len(self._parts)
        self._since = len(self.entries)
        for part in range(len(self._parts)):
            self._run_part(part, None)
        return any(self._open)

    def _run_part(self, part: int, value: Any) -> None:
        before = self.system.encode(self.battle.state) if self.strict else b""
        told = len(self.battle.events or ())
        try:
            item = self._parts[part].send(value)
            if not isinstance(item, Ask):
                raise RuleBug("a Together inside a Together")
            self._open[part], self._owner[part] = item, item.side
        except StopIteration as stop:
            self._open[part], self._results[part] = None, stop.value
        if self.strict and before != self.system.encode(self.battle.state):
            raise RuleBug("a part of a Together wrote on the state: the other side would see it")
        if self.strict and any(not isinstance(e, Draw) and e.to is None for e in (self.battle.events or [])[told:]):
            raise RuleBug("a part of a Together told everybody what happens in it")

    def _gather(self) -> list[Any]:
        self._parts = []
        return self._results

    def _feed(self, entry: Entry) -> None:
        self.entries.append(entry)
        if isinstance(entry, tuple):
            self._go_on(*entry)
        elif isinstance(entry, Reseed):
            self._new_dice(entry)
        else:
            self._end(entry)

    def _go_on(self, part: int, answer: Any) -> None:
        if not self._parts:
            self._run(answer)
            return
        self._run_part(part, answer)
        if not any(self._open):
            self._run(self._gather())

    def _new_dice(self, entry: Reseed) -> None:
        dice = Rolling(entry.seed)
        dice.log, dice.locked, dice.to = self.battle.events, self.battle.dice.locked, self.battle.dice.to
        self.battle.dice = dice
        if entry.side is not None:
            self.system.guess(self.battle.state, entry.side, Random(entry.seed))
            self.battle.board = None

    def _end(self, entry: Concede | Agree) -> None:
        sides = self.system.sides(self.battle.state)
        if isinstance(entry, Concede):
            winners = tuple(side for side in sides if side != entry.side)
            self._ended = Result(winners, f"{ref(entry.side)} concedes", "engine.concede")
        else:
            self._agreed.add(entry.side)
            if not set(sides) <= self._agreed:
                return
            verdict = self.system.verdict(self.battle.state)
            self._ended = Result(verdict.winners, "all agree to end: " + verdict.why, "engine.agree", verdict.points)
        self.close()
        self._rule, self._parts, self._open = None, [], []

    def _enter(self, entry: Entry, ask: Ask[Any] | None) -> None:
        battle = self.battle
        if self.keep == "none" and self.watch is None:  # bulk play: nobody listens, nothing is taken back
            self._feed(entry)
            return
        if self.keep == "last":
            del self.marks[:-1]  # not earlier: an entry that breaks is taken back to the checkpoint before it
        told, before = len(battle.events or ()), Trail(ask.side if ask else "", battle.dice.fallen, battle.seals)
        try:
            self._feed(entry)
        except Exception as error:
            if not self.marks:
                raise
            self.close()
            self._restore(len(self.entries) - 1)
            raise RuleBug(f"{type(error).__name__}: {error}, after {entry} to {ask and ask.rule}") from error
        self.trail.append(before)
        if self.watch:
            self.watch(entry, ask, (self.battle.events or [])[told:])

    def _mark(self) -> None:
        battle = self.battle
        battle.notes, battle.cursor = [], 0
        if self.keep == "none":
            return
        if len(self.marks) > 1 and self.marks[-1].at == len(self.entries):
            self.marks.pop()  # nobody was asked since: whoever goes back goes to the later one
        state, dice = self.system.copy(battle.state), battle.dice.twin()
        agreed = frozenset(self._agreed)
        self.marks.append(Mark(len(self.entries), state, dice, len(battle.events or ()), battle.seals, agreed))

    def _restore(self, at: int) -> None:
        while self.marks[-1].at > at:
            self.marks.pop()
        mark, again = self.marks.pop(), self.entries[:at]
        self.entries, self.trail = again[: mark.at], self.trail[:at]
        self._begin(mark, self.battle.events)
        for entry in again[mark.at :]:
            self._feed(entry)


class View(Generic[S]):
    """What one side may know. The state is copied and blanked only when somebody looks."""

    def __init__(self, game: Game[S], side: str) -> None:
        self._game, self.side = game, side

    @property
    def system(self) -> System[S]:
        """The rulebook."""
        return self._game.system

    @cached_property
    def state(self) -> S:
        """The state without what this side may not see."""
        state = self._game.system.copy(self._game.battle.state)
        self._game.system.hide(state, self.side)
        return state

    @cached_property
    def battle(self) -> Battle[S]:
        """The view as a battle to measure on: its dice refuse to roll."""
        return Battle(self.state, Scripted(), quiet=True, shared=self._game.shared)

    @property
    def asks(self) -> list[Ask[Any]]:
        """What this side is asked."""
        return [ask for _, ask in self._game.asks if ask.side == self.side]

    @property
    def events(self) -> list[Event | Draw]:
        """What happened and this side may know."""
        return [e for e in self._game.battle.events or [] if e.to in (None, self.side)]

    @property
    def result(self) -> Result | None:
        """How it ended."""
        return self._game.result

    def _repr_svg_(self) -> str:
        """What this side sees of the table, for a notebook."""
        return _picture(self.system, self.state)

    def imagine(self, seed: int) -> Game[S]:
        """A game that this side may play with: secrets guessed, dice of its own."""
        return self._game.imagine(self.side, seed)


def _picture(system: System[S], state: S) -> str:
    """The table as it shows itself."""
    from .page.drawing import scene_of  # only when somebody looks: a catalogue or a journal needs no kernels

    return scene_of(system.show(state))._repr_svg_()
