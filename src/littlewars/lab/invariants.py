"""What must hold in every game of every rulebook, at every decision. Tests run it on a few games, a soak on thousands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import msgspec
from msgspec import Struct, field

from littlewars.dice import Draw
from littlewars.engine import Ask, Event, Game, Refusal, Scenario, System
from littlewars.engine.cases import parse, run, save
from littlewars.engine.cases.people import from_people, to_people
from littlewars.engine.game import Entry
from littlewars.engine.journal import Journal, verify

TRUTHS = (5, 6, 8)  # seeds of other truths
NONSENSE: tuple[Any, ...] = (
    None,
    -1,
    10**30,
    "nonsense",
    [],
    {},
    [""],
    {"nonsense": 1},
    [["nonsense", "nonsense"]],
    [{"who": "nonsense", "steps": [{"verb": "go"}]}],
    [{"what": "nonsense", "at": [10**30, 0]}],
)


class Broken(AssertionError):
    """An invariant that does not hold: which, in which game, at which decision."""


class Checked(Struct):
    """What a check went through."""

    decisions: int = 0
    checkpoints: int = 0
    longest: int = 0  # answers between two checkpoints
    cases: int = 0
    finished: bool = False
    shown: Counter[str] = field(default_factory=Counter)  # how often each feature of the book was seen


def check_game(
    system: System[Any],
    scenario: Scenario | str,
    seed: int,
    decisions: int | None = None,
    every: int = 1,
    cases: int = 20,
) -> Checked:
    """Play a game by chance (at most so many decisions) and hold every `every`-th decision against the invariants.

    A case of the situation is saved and run again at every `cases`-th decision. Raises Broken.
    """
    name = scenario if isinstance(scenario, str) else "a scenario"
    given = deepcopy(system.scenarios()[scenario]) if isinstance(scenario, str) else scenario
    check = _Check(system, given, seed, f"{system.name}, {name}, seed {seed}")
    return check.play(decisions, every, cases)


class _Check:
    """One game under the glass."""

    def __init__(self, system: System[Any], scenario: Scenario, seed: int, name: str) -> None:
        self.system, self.scenario, self.seed, self.name = system, scenario, seed, name
        self.rng, self.found, self.lines = Random(seed), Checked(), list[bytes]()
        self.before: Any = None  # the state at the checkpoint before
        self.game = Game.start(system, deepcopy(scenario), seed, strict=True)
        self.journal = Journal.begin(self.lines.append, self.game, scenario, seed)
        self.game.watch = self._heard

    def play(self, decisions: int | None, every: int, cases: int) -> Checked:
        """Until the battle is over or enough has been decided."""
        game = self.game
        for number in range(decisions if decisions is not None else 1_000_000):
            if game.ask is None:
                break
            self.found.decisions = number
            try:
                self._decision(number % every == 0, number % cases == cases - 1)
            except Broken:
                raise
            except Exception as error:
                raise self.broken(f"{type(error).__name__}: {error}") from error
        self.found.decisions = len(game.entries)
        self.found.finished = game.ask is None
        self._undo_and_redo()
        self._journal()
        game.close()
        return self.found

    def _heard(self, entry: Entry | int, ask: Ask[Any] | None, events: list[Event | Draw]) -> None:
        """Write it down, and count which features of the book it shows."""
        self.journal(entry, ask, events)
        for event in events:
            self.found.shown.update(self.system.shows(self.game.state, event))

    def broken(self, text: str) -> Broken:
        """The error of where we are."""
        ask = self.game.ask
        where = f"decision {self.found.decisions} ({ask.rule if ask else 'over'})"
        return Broken(f"{self.name}, {where}: {text}")

    def demand(self, holds: bool, text: str) -> None:
        """Broken unless it holds."""
        if not holds:
            raise self.broken(text)

    def _decision(self, look: bool, case: bool) -> None:
        game, mark = self.game, self.game.marks[-1]
        part, ask = self.rng.choice(game.asks)
        answer = ask.sample(self.rng)
        if look:
            self._asks()
            self._answers(part, answer)
            for side in self.system.sides(game.state):
                self._two_truths(side)
            twins = self._copies()
        else:
            twins = []
        if case:
            self._case()
        for each in (game, *twins):
            each.answer_part(part, answer)
        for twin in twins:
            self.demand(twin.hash() == game.hash(), "a copy went on differently")
            twin.close()
        self.found.longest = max(self.found.longest, len(game.entries) - game.marks[-1].at)
        longest, most = self.found.longest, self.game.system.longest_step
        self.demand(longest <= most, f"{longest} answers since the last checkpoint")
        if game.marks[-1] is not mark:
            self._checkpoint(look)

    def _asks(self) -> None:
        """Sheets travel, and looking changes nothing."""
        before = self.game.hash()
        for _, ask in self.game.asks:
            msgspec.json.encode(ask.sheet())
            for raw in NONSENSE:
                self._shrugs(ask, raw)
        self.demand(self.game.hash() == before, "looking at an ask changed the state")

    def _shrugs(self, ask: Ask[Any], raw: Any) -> None:
        """Whatever comes over a wire is read and checked, or refused, and breaks nothing."""
        for read in (ask.read, lambda found: from_people(ask, found)):
            try:
                ask.refuse(read(raw))
            except Refusal:
                continue
            except Exception as error:
                raise self.broken(f"{raw!r} breaks {ask.kind} with {type(error).__name__}: {error}") from error

    def _answers(self, part: int, answer: Any) -> None:
        """Default and sample are allowed (asked of a copy, which has approved of nothing yet), and survive being written."""
        twin = self.game.copy()
        measure = twin.system.measure(twin.state)
        for place, ask in twin.asks:
            for given in (dict(self.game.asks)[place].default(), *([answer] if place == part else [])):
                refusal = ask.refuse(given)
                self.demand(refusal is None, f"{given!r} is refused: {refusal}")
                hash(given)
                self.demand(ask.read(_json(given)) == given, f"{given!r} is read differently from JSON")
                written = to_people(ask.kind, given, measure)
                self.demand(
                    from_people(ask, _json(written), measure) == given, f"{given!r} is read differently from {written!r}"
                )
        twin.close()

    def _copies(self) -> list[Game[Any]]:
        """A copy and its copy are the game."""
        twin = self.game.copy()
        twins = [twin, twin.copy()]
        for each in twins:
            self.demand(each.hash() == self.game.hash(), "a copy is different")
            self.demand(_sheets(each) == _sheets(self.game), "a copy asks something else")
            self.demand(each.result == self.game.result, "a copy has another result")
        return twins

    def _two_truths(self, side: str) -> None:
        """Another truth looks the same to a side, asks it the same, and leads to the same guess."""
        system, truth = self.system, self.game.state
        seen = self._seen(truth, side, told=True)
        for other_seed in TRUTHS:
            other = system.copy(truth)
            system.guess(other, side, Random(other_seed))
            self.demand(seen == self._seen(other, side), f"{side} sees what it may not know")
            worlds = [system.copy(truth), other]
            for world in worlds:
                system.guess(world, side, Random(7))
            self.demand(system.encode(worlds[0]) == system.encode(worlds[1]), f"the guess of {side} knows the truth")
        imagined = self.game.imagine(side, 11)
        self.demand(self._seen(imagined.state, side) == seen, f"{side} imagines what it cannot see")
        asked = [_json(ask.sheet()) for ask in self.game.view(side).asks]
        self.demand([_json(ask.sheet()) for ask in imagined.view(side).asks] == asked, f"what {side} is asked tells a secret")
        imagined.close()

    def _seen(self, state: Any, side: str, told: bool = False) -> bytes:
        view = self.system.copy(state)
        self.system.hide(view, side)
        if told:
            self.system.describe(view)  # what is blanked can still be described
        return self.system.encode(view)

    def _checkpoint(self, look: bool) -> None:
        """No faults, and for a close look a scenario that gives the same state again."""
        system, state = self.system, self.game.marks[-1].state
        self.found.checkpoints += 1
        faults = system.state_errors(state) + (system.transition_errors(self.before, state) if self.before is not None else [])
        self.demand(not faults, f"faults: {'; '.join(faults)}")
        self.before = state
        thrown = sum(len(event.faces) for event in self.game.battle.events or [] if isinstance(event, Draw))
        self.demand(thrown == self.game.battle.dice.fallen, f"{thrown} dice were told of, {self.game.battle.dice.fallen} fell")
        if look:
            self._described(state)

    def _described(self, state: Any) -> None:
        """Written down and set up again it is the same state."""
        again = self.system.setup(_json(self.system.describe(state)))
        if self.system.encode(again) != self.system.encode(state):
            raise self.broken(f"describe and setup lose something: {differences(state, again)}")

    def _case(self) -> None:
        """The situation saved as a case holds."""
        self.found.cases += 1
        text = save(self.game, "The situation at hand", back=self.found.cases % 3)
        run(parse(text, "saved"), {self.system.name: self.system})

    def _undo_and_redo(self) -> None:
        """Taking entries back and giving them again leads to the same place, told in the same words."""
        game = self.game
        entries, told, hashed = list(game.entries), _json(game.battle.events), game.hash()
        for back in (1, 3, 7):
            if back > len(entries):
                break
            game.undo(back)
            self.demand(len(game.entries) == len(entries) - back, f"undo of {back} took back something else")
            for entry in entries[-back:]:
                assert isinstance(entry, tuple)
                game.answer_part(*entry)
            self.demand(game.hash() == hashed, f"undo of {back} and redo lead elsewhere")
            self.demand(_json(game.battle.events) == told, f"undo of {back} and redo tell another story")

    def _journal(self) -> None:
        """The journal, undos and all, plays again."""
        report = verify(self.system, b"".join(self.lines))
        self.demand((report.result is not None) == self.found.finished, "the journal does not know the result")


def _json(data: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(data))


def _sheets(game: Game[Any]) -> Any:
    return [(part, _json(ask.sheet())) for part, ask in game.asks]


def differences(state: Any, again: Any) -> str:
    """The first differences between two states; None stands for a default that is not written."""
    one, two = (dict(_leaves(msgspec.to_builtins(found, enc_hook=str), "")) for found in (state, again))
    gone = [path for path in {**one, **two} if repr(one.get(path)) != repr(two.get(path))]  # 6 is not 6.0
    return "; ".join(f"{path} was {one.get(path)!r}, is {two.get(path)!r}" for path in gone[:5]) or "the order of things"


def _leaves(data: Any, path: str) -> Iterator[tuple[str, Any]]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else None
    if items is None:
        yield path, data
    else:
        for key, value in items:
            yield from _leaves(value, f"{path}.{key}" if path else str(key))
