"""The closed set of asks. A rule writes `answer = await Choose(...)`: the ask types its own answer.

An ask is made of data (what the browser shows, what a bot reads: `sheet()`) and functions of the rule: `options`, called
only when somebody looks, and `check`, which adds what the data cannot say. They are closures over the live battle; that is
safe because an ask is never stored or copied: a copied game makes its own by replay. Answers are immutable and made of ids.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Iterable, Mapping, Sequence
from itertools import combinations, islice
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Self, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from littlewars.untrusted import quote

from .types import Refusal, Tally

if TYPE_CHECKING:
    from .chance.forecast import Forecaster

A = TypeVar("A")
R = TypeVar("R")
Point: TypeAlias = tuple[int, int]
MOST_TRIES = 5000  # how many combinations a default looks at


Topic: TypeAlias = Literal[
    "",  # nothing is said of it
    "who",  # who acts next
    "plan",  # orders, speed, pattern: how a unit is going to act
    "move",
    "face",
    "aim",  # whom to attack with what
    "share",  # how dice or hits one makes are divided
    "loss",  # who of mine falls, or yields
    "spend",  # something scarce, or keep it
    "react",  # the enemy acts: do I answer?
    "place",
    "rest",  # what is left when all have acted: reorganise, go on
    "secret",  # decided unseen
]
Means: TypeAlias = Literal[
    "", "go", "act", "melee", "cast", "cover", "hold", "pass", "done", "together", "keep", "end", "spend"
]


class Option(Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing to choose: its name, whom and where it concerns, what it costs, its odds explained, what it does, and in one
    word what it means to a player who chooses for a whole unit."""

    id: str
    label: str = ""
    of: tuple[str, ...] = ()
    at: Point | None = None
    cost: tuple[tuple[str, int], ...] = ()
    tally: Tally | None = None
    about: str = ""
    means: Means = ""


Choice: TypeAlias = Option | str
Choices: TypeAlias = Sequence[Choice] | Callable[[], Sequence[Choice]]


def name_of(choice: Choice) -> str:
    """The id of an option, written out or not."""
    return choice if isinstance(choice, str) else choice.id


def option(choice: Choice) -> Option:
    """The option, written out."""
    return Option(choice, choice) if isinstance(choice, str) else choice


Figures: TypeAlias = tuple[str, ...] | Callable[[], tuple[str, ...]]  # by name, or looked for when somebody asks


class Ask(Generic[A]):
    """A decision: whose, which kind, under which rule. `blind`: no distance, tally or odds may be shown first; `of`: the
    figures that are to act, `unit` theirs; `topic`: what it is about; `forecast`: what an answer would bring."""

    kind: ClassVar[str] = ""
    answers: ClassVar[Any] = None  # the type of an answer, to read it from a wire or a file
    usual_topic: ClassVar[Topic] = ""
    __slots__ = ("_approved", "_check", "_of", "blind", "forecast", "prompt", "rule", "side", "topic", "unit")

    def __init__(
        self, side: str, rule: str, prompt: str, check: Callable[[A], Refusal | None] | None = None, blind: bool = False
    ) -> None:
        self.side, self.rule, self.prompt, self._check, self.blind = side, rule, prompt, check, blind
        self._approved: Any = None
        self._of: Figures = ()
        self.unit, self.topic = "", self.usual_topic
        self.forecast: Forecaster | None = None

    def about(self, *figures: str, topic: Topic = "", unit: str = "", forecast: Forecaster | None = None) -> Self:
        """The same ask, saying who is to act, what is to be decided, and what an answer would bring."""
        self._of, self.unit, self.forecast = figures, unit, forecast
        self.topic = topic or self.usual_topic
        return self

    def about_those(self, find: Callable[[], tuple[str, ...]], topic: Topic, unit: str = "") -> Self:
        """The same, where who is to act is looked for when somebody wants to know."""
        self._of, self.topic, self.unit = find, topic, unit
        return self

    @property
    def of(self) -> tuple[str, ...]:
        """The figures that are to act."""
        if callable(self._of):
            self._of = self._of()
        return self._of

    def __await__(self) -> Generator[Ask[Any], A, A]:
        return (yield self)

    def read(self, raw: object) -> A:
        """An answer from plain data, as it comes over a wire."""
        try:
            answer: A = msgspec.convert(raw, self.answers, strict=False)
        except msgspec.ValidationError as error:
            raise Refusal(self.rule, f"not an answer to {self.kind!r} ({error})") from error
        return answer

    def refuse(self, answer: A) -> Refusal | None:
        """Why this answer is not allowed, or None. An answer once approved is not looked at again."""
        if answer is self._approved and answer is not None:
            return None
        refusal = self.envelope(answer) or (self._check(answer) if self._check else None)
        if refusal is None:
            self._approved = answer
        return refusal

    def _approves(self, proposal: A) -> bool:
        """Is a rule's own proposal allowed? It is made to fit the envelope, so only the rule is asked."""
        if self._check is not None and self._check(proposal) is not None:
            return False
        self._approved = proposal
        return True

    def envelope(self, answer: A) -> Refusal | None:
        """The part of the check that follows from the ask's own data."""
        raise NotImplementedError

    def default(self) -> A:
        """An answer that is always allowed: for clocks that run out, policies and lazy bots."""
        raise NotImplementedError

    def sample(self, rng: Random) -> A:
        """Some allowed answer, any of them possible."""
        raise NotImplementedError

    def sheet(self) -> dict[str, Any]:
        """What goes over a wire."""
        head: dict[str, Any] = {"kind": self.kind, "side": self.side, "rule": self.rule, "prompt": self.prompt}
        more = {"blind": self.blind, "of": list(self.of), "unit": self.unit, "topic": self.topic}
        return head | {word: value for word, value in more.items() if value}

    def single(self) -> A | None:
        """The only answer that fits the ask's own data; None if there are several, or nobody can say."""
        return None

    def _tried(self, answers: Iterable[A]) -> A | None:
        """The first of these that is allowed."""
        return next((answer for answer in answers if self.refuse(answer) is None), None)


Rule: TypeAlias = Coroutine["Ask[Any] | Together[Any]", Any, R]  # a rule: asks are awaited, R is returned


class _WithOptions(Ask[A]):
    """Asks about labelled options, which are computed when somebody looks.

    Where an option's label and tally cost more than its id, `explain` writes an option out for those who show or weigh it.
    """

    __slots__ = ("_explain", "_options")

    def __init__(
        self,
        side: str,
        rule: str,
        prompt: str,
        options: Choices,
        check: Callable[[A], Refusal | None] | None = None,
        blind: bool = False,
        explain: Callable[[str], Option] | None = None,
    ) -> None:
        self.side, self.rule, self.prompt, self._check, self.blind = side, rule, prompt, check, blind
        # written out, not left to `super`: of all asks these are made most often
        self._approved, self._of, self.unit, self.topic, self.forecast = None, (), "", "", None
        self._options, self._explain = options, explain

    @property
    def options(self) -> Sequence[Choice]:
        """The choices; the first is the default."""
        if callable(self._options):
            self._options = self._options()
        return self._options

    @property
    def ids(self) -> list[str]:
        """The names of the choices."""
        return [name_of(choice) for choice in self.options]

    @property
    def written(self) -> list[Option]:
        """The choices written out, with labels and tallies."""
        explain = self._explain
        return [explain(c) if explain and isinstance(c, str) else option(c) for c in self.options]

    def sheet(self) -> dict[str, Any]:
        """The options written out."""
        return super().sheet() | {"options": msgspec.to_builtins(self.written)}


class Choose(_WithOptions[str]):
    """One of labelled options."""

    kind: ClassVar[str] = "choose"
    answers: ClassVar[Any] = str
    __slots__ = ()

    def envelope(self, answer: str) -> Refusal | None:
        """One of the options."""
        if any(answer == name_of(choice) for choice in self.options):
            return None
        return Refusal(self.rule, f"{quote(answer)} is not among {', '.join(self.ids) or 'no options'}")

    def default(self) -> str:
        """The first option."""
        return name_of(self.options[0])

    def single(self) -> str | None:
        """The only option, or the only one that the rule allows."""
        ids = self.ids
        if len(ids) > 1 and self._check is not None:
            ids = [name for name in ids if self.refuse(name) is None]
        return ids[0] if len(ids) == 1 else None

    def sample(self, rng: Random) -> str:
        """Any option."""
        options = self.options
        chosen = options[int(rng.random() * len(options))]
        answer = chosen if isinstance(chosen, str) else chosen.id
        if self._check is None:
            self._approved = answer
        elif self.refuse(answer) is not None:
            return self._tried(rng.sample(self.ids, len(options))) or self.default()
        return answer


class ChooseSome(_WithOptions[tuple[str, ...]]):
    """Some of the options, between `least` and `most`, within a purse."""

    kind: ClassVar[str] = "choose-some"
    answers: ClassVar[Any] = tuple[str, ...]
    __slots__ = ("least", "most", "purse")

    def __init__(
        self,
        side: str,
        rule: str,
        prompt: str,
        options: Choices,
        least: int = 0,
        most: int | None = None,
        purse: Mapping[str, int] | None = None,
        check: Callable[[tuple[str, ...]], Refusal | None] | None = None,
        blind: bool = False,
    ) -> None:
        super().__init__(side, rule, prompt, options, check, blind)
        self.least, self.most, self.purse = least, most, dict(purse or {})

    def envelope(self, answer: tuple[str, ...]) -> Refusal | None:
        """Known, named once, not too few or many, and paid for."""
        known = {name_of(choice): option(choice) for choice in self.options}
        if unknown := [name for name in answer if name not in known]:
            return Refusal(self.rule, f"{quote(unknown[0])} is not among {', '.join(known)}")
        most = len(known) if self.most is None else self.most
        if len(set(answer)) < len(answer) or not self.least <= len(answer) <= most:
            return Refusal(self.rule, f"{len(answer)} named, {self.least} to {most} different ones allowed")
        spent: dict[str, int] = {}
        for name in answer:
            for coin, price in known[name].cost:
                spent[coin] = spent.get(coin, 0) + price
        for coin, price in spent.items():
            if price > self.purse.get(coin, 0):
                return Refusal(self.rule, f"{price} of {self.purse.get(coin, 0)} {coin}")
        return None

    def single(self) -> tuple[str, ...] | None:
        """All of them, or nobody where nobody may be named or can be paid for."""
        ids = self.ids
        if self.least >= len(ids):
            return tuple(ids)
        if self.least == 0 and (self.most == 0 or all(self._is_too_dear(choice) for choice in self.options)):
            return ()
        return None

    def _is_too_dear(self, choice: Choice) -> bool:
        return any(price > self.purse.get(coin, 0) for coin, price in option(choice).cost)

    def default(self) -> tuple[str, ...]:
        """As few as allowed, the first ones first."""
        ids = self.ids
        return next((some for some in islice(combinations(ids, self.least), MOST_TRIES) if self.refuse(some) is None), ())

    def sample(self, rng: Random) -> tuple[str, ...]:
        """A random number of random ones."""
        ids = self.ids
        most = len(ids) if self.most is None else min(self.most, len(ids))
        tries = (tuple(rng.sample(ids, rng.randint(min(self.least, most), most))) for _ in range(6))
        return self._tried(tries) or self.default()

    def sheet(self) -> dict[str, Any]:
        """With its limits."""
        return super().sheet() | {"least": self.least, "most": self.most, "purse": self.purse}


class Number(Ask[int]):
    """A number between two bounds: bids, guesses, re-rolls."""

    kind: ClassVar[str] = "number"
    answers: ClassVar[Any] = int
    __slots__ = ("counts", "high", "low", "step", "usual")

    def __init__(
        self,
        side: str,
        rule: str,
        prompt: str,
        low: int,
        high: int,
        step: int = 1,
        counts: str = "",
        usual: int | None = None,
        blind: bool = False,
    ) -> None:
        super().__init__(side, rule, prompt, blind=blind)
        self.low, self.high, self.step, self.counts, self.usual = low, high, step, counts, usual

    def envelope(self, answer: int) -> Refusal | None:
        """Between the bounds, on a step."""
        if self.low <= answer <= self.high and (answer - self.low) % self.step == 0:
            return None
        return Refusal(self.rule, f"{answer} is not between {self.low} and {self.high} in steps of {self.step}")

    def single(self) -> int | None:
        """The bound, if the other one is no step away."""
        return self.low if self.low + self.step > self.high else None

    def default(self) -> int:
        """The usual number."""
        return self.low if self.usual is None else self.usual

    def sample(self, rng: Random) -> int:
        """Any of them."""
        return self.low + self.step * rng.randint(0, (self.high - self.low) // self.step)

    def sheet(self) -> dict[str, Any]:
        """With its bounds."""
        numbers = {"low": self.low, "high": self.high, "step": self.step, "usual": self.default()}
        return super().sheet() | numbers | {"counts": self.counts}


class Assign(Ask[tuple[tuple[str, str], ...]]):
    """Every item gets one of its own options: hidden orders, targets of many weapons."""

    kind: ClassVar[str] = "assign"
    answers: ClassVar[Any] = tuple[tuple[str, str], ...]
    __slots__ = ("_explain", "_items")

    def __init__(
        self,
        side: str,
        rule: str,
        prompt: str,
        items: Mapping[str, Sequence[Choice]] | Callable[[], Mapping[str, Sequence[Choice]]],
        check: Callable[[tuple[tuple[str, str], ...]], Refusal | None] | None = None,
        blind: bool = False,
        explain: Callable[[str, str], Option] | None = None,
    ) -> None:
        super().__init__(side, rule, prompt, check, blind)
        self._items, self._explain = items, explain

    @property
    def items(self) -> Mapping[str, Sequence[Choice]]:
        """The items in order, each with its choices; the first choice is the default."""
        if callable(self._items):
            self._items = self._items()
        return self._items

    def read(self, raw: object) -> tuple[tuple[str, str], ...]:
        """Also a mapping of item to option."""
        return super().read(list(raw.items()) if isinstance(raw, Mapping) else raw)

    def envelope(self, answer: tuple[tuple[str, str], ...]) -> Refusal | None:
        """Every item once, each with one of its own."""
        items = self.items
        if sorted(item for item, _ in answer) != sorted(items):
            return Refusal(self.rule, f"each of {', '.join(items)} gets one option")
        for item, chosen in answer:
            if not any(chosen == name_of(choice) for choice in items[item]):
                return Refusal(self.rule, f"{item}: {quote(chosen)} is not among {', '.join(map(name_of, items[item]))}")
        return None

    def single(self) -> tuple[tuple[str, str], ...] | None:
        """Everybody has just one."""
        return self.default() if all(len(choices) == 1 for choices in self.items.values()) else None

    def default(self) -> tuple[tuple[str, str], ...]:
        """Everybody the first."""
        return tuple((item, name_of(choices[0])) for item, choices in self.items.items())

    def sample(self, rng: Random) -> tuple[tuple[str, str], ...]:
        """Everybody any."""
        items = self.items.items()
        for _ in range(6):
            answer = tuple([(item, name_of(rng.choice(choices))) for item, choices in items])
            if answer and self._approves(answer):
                return answer
        return self.default()

    def sheet(self) -> dict[str, Any]:
        """Items with their options written out."""
        return super().sheet() | {"items": msgspec.to_builtins(self.written)}

    @property
    def written(self) -> dict[str, list[Option]]:
        """Items with their choices written out, with labels and tallies."""
        explain = self._explain
        return {
            item: [explain(item, c) if explain and isinstance(c, str) else option(c) for c in choices]
            for item, choices in self.items.items()
        }


class Allocate(Ask[tuple[tuple[str, int], ...]]):
    """`count` things over takers, each with room for some and a need for some."""

    kind: ClassVar[str] = "allocate"
    answers: ClassVar[Any] = tuple[tuple[str, int], ...]
    usual_topic: ClassVar[Topic] = "share"
    __slots__ = ("count", "exact", "least", "room")

    def __init__(
        self,
        side: str,
        rule: str,
        prompt: str,
        count: int,
        room: Mapping[str, int],
        least: Mapping[str, int] | None = None,
        exact: bool = True,
        check: Callable[[tuple[tuple[str, int], ...]], Refusal | None] | None = None,
        blind: bool = False,
    ) -> None:
        super().__init__(side, rule, prompt, check, blind)
        self.room, self.least, self.exact = dict(room), dict(least or {}), exact
        self.count = min(count, sum(self.room.values()))

    def read(self, raw: object) -> tuple[tuple[str, int], ...]:
        """Also a mapping of taker to number."""
        return super().read(list(raw.items()) if isinstance(raw, Mapping) else raw)

    def envelope(self, answer: tuple[tuple[str, int], ...]) -> Refusal | None:
        """Within everybody's room and need, and all of them (or up to all)."""
        given = dict(answer)
        if len(given) < len(answer) or any(not 0 <= n <= self.room.get(taker, 0) for taker, n in answer):
            return Refusal(self.rule, f"there is room for {self.room}")
        if any(given.get(taker, 0) < n for taker, n in self.least.items()):
            return Refusal(self.rule, f"at least {self.least}")
        total = sum(given.values())
        if total > self.count or (self.exact and total < self.count):
            return Refusal(self.rule, f"{total} of {self.count} allocated")
        return None

    def single(self) -> tuple[tuple[str, int], ...] | None:
        """One taker, no room to spare, nothing beyond what is needed, or nothing at all."""
        if self.count == 0:
            return self.default()
        takers = sum(room > 0 for room in self.room.values())
        fixed = self.count in (sum(self.room.values()), sum(self.least.values()))
        return self.default() if self.exact and (takers <= 1 or fixed) else None

    def default(self) -> tuple[tuple[str, int], ...]:
        """What is needed, then the first takers first."""
        given = dict(self.least)
        for taker, room in self.room.items():
            more = min(room - given.get(taker, 0), self.count - sum(given.values()))
            if more > 0:
                given[taker] = given.get(taker, 0) + more
        return tuple((taker, n) for taker, n in given.items() if n)

    def sample(self, rng: Random) -> tuple[tuple[str, int], ...]:
        """Any distribution."""
        given = dict(self.least)
        seats = [taker for taker, room in self.room.items() for _ in range(room - given.get(taker, 0))]
        left = self.count - sum(given.values())
        for taker in rng.sample(seats, left if self.exact else rng.randint(0, left)):
            given[taker] = given.get(taker, 0) + 1
        answer = tuple((taker, n) for taker, n in given.items() if n)
        return answer if self.refuse(answer) is None else self.default()

    def sheet(self) -> dict[str, Any]:
        """With room and need."""
        return super().sheet() | {"count": self.count, "room": self.room, "least": self.least, "exact": self.exact}


class Arrange(Ask[tuple[str, ...]]):
    """Put these in order."""

    kind: ClassVar[str] = "arrange"
    answers: ClassVar[Any] = tuple[str, ...]
    __slots__ = ("items",)

    def __init__(self, side: str, rule: str, prompt: str, items: Sequence[str], blind: bool = False) -> None:
        super().__init__(side, rule, prompt, blind=blind)
        self.items = tuple(items)

    def envelope(self, answer: tuple[str, ...]) -> Refusal | None:
        """The same items."""
        if sorted(answer) == sorted(self.items):
            return None
        return Refusal(self.rule, f"not an order of {', '.join(self.items)}")

    def single(self) -> tuple[str, ...] | None:
        """One item has one order."""
        return self.items if len(set(self.items)) <= 1 else None

    def default(self) -> tuple[str, ...]:
        """As they stand."""
        return self.items

    def sample(self, rng: Random) -> tuple[str, ...]:
        """Shuffled."""
        return tuple(rng.sample(self.items, len(self.items)))

    def sheet(self) -> dict[str, Any]:
        """With the items."""
        return super().sheet() | {"items": list(self.items)}


class Together(Generic[A]):
    """Asks, or whole conversations, that run at the same time and in secret. Dice are locked while it lasts and parts
    write nothing: they return values, which come back in the order of the parts, whatever the order of the answers."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Ask[A] | Rule[A]]) -> None:
        self.parts = parts

    def __await__(self) -> Generator[Together[A], list[A], list[A]]:
        return (yield self)


def only(ask: Ask[A]) -> A | None:
    """The single legal answer where there is just one; None where there is a choice, or where that is not plain to see."""
    answer = ask.single()
    return answer if answer is not None and ask.refuse(answer) is None else None
