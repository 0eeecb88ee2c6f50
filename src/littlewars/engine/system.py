"""What the engine needs to know of a rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from littlewars.untrusted import cut

from .asks import Ask, Rule
from .battle import Battle
from .chance.forecast import Attack
from .events import Event, Happening
from .measures import Measure
from .orders import Stance
from .page.cache import PageCache
from .showing import Look, Show
from .types import Result

S = TypeVar("S", bound=Struct)
Scenario: TypeAlias = dict[str, Any]


class ScenarioError(Exception):
    """A scenario or roster that cannot be played, and why."""

    def __init__(self, text: str) -> None:
        super().__init__(cut(text))


class System(Protocol[S]):
    """A rulebook: all that a game needs to know about it. `version` changes whenever its behaviour does."""

    name: str
    title: str
    about: str  # what the book is, in a line; a reconstruction says that it is one
    version: int
    unit: Literal["inch", "cm"]  # what a thousand thousandths are
    measures: bool  # may players measure before they declare?
    secrets: bool  # does `hide` ever hide anything?
    longest_step: int  # answers between two checkpoints at most: what a copy has to play again
    folder: Path  # rulebook.yaml, profiles/, armies/, scenarios/
    events: Sequence[type[Event]]
    stances: Sequence[Stance]  # what a unit may be ordered to do in one breath; none: its parts are asked for
    features: Sequence[str]  # what battles of this book may show, for a soak to count
    muster: Any  # how forces are read, checked and costed (`littlewars.muster.Muster`); None: without rosters
    copy: Callable[[S], S]
    encode: Callable[[S], bytes]

    def scenarios(self) -> Mapping[str, Scenario]:
        """The ready battles by name, complete with their forces."""

    def setup(self, scenario: Scenario) -> S:
        """The state a battle begins with; ScenarioError says what is wrong."""

    def describe(self, state: S) -> Scenario:
        """The state at a checkpoint as a scenario in people's units: `setup(describe(state))` is the state again."""

    def step(self, battle: Battle[S]) -> Rule[None] | None:
        """The next step from a checkpoint, found from the state alone; None when the battle is over."""

    def measure(self, state: S) -> Measure:
        """In what people measure at this table: points of answers and scenarios are written in it."""

    def sides(self, state: S) -> Sequence[str]:
        """Who plays, in seating order."""

    def rounds(self, state: S) -> int:
        """How many rounds (turns, if the book has no rounds) have begun."""

    def verdict(self, state: S) -> Result:
        """Who has won if the battle ends as it stands."""

    def hide(self, state: S, side: str) -> None:
        """Blank in place what this side may not see."""

    def guess(self, state: S, side: str, rng: Random) -> None:
        """Fill in place what `hide` blanks, by chance; must not depend on the truth."""

    def state_errors(self, state: S) -> list[str]:
        """What is impossible about this state at a checkpoint (nothing, one hopes)."""

    def transition_errors(self, before: S, after: S) -> list[str]:
        """What cannot happen from one checkpoint to the next: figures that vanish, scores that fall (nothing, one hopes)."""

    def shows(self, state: S, event: Happening) -> Iterable[str]:
        """Which of its features an event, or what fell, is an example of."""

    def usual(self, ask: Ask[Any]) -> Any:
        """How a sensible player answers inside an attack: the policy behind odds."""

    def attack(self, state: S, of: str, given: Mapping[str, Any]) -> Attack[S]:
        """An attack by name, for odds; ScenarioError if there is none."""

    def show(self, state: S) -> Show:
        """The table for a page: the state is one in which `hide` has been at work."""

    def page(self, state: S, cache: PageCache) -> Show:
        """The same table, made with what is known from the last one. The state is kept: it must be nobody else's."""

    def apart(self, state: S, unit: str) -> Sequence[str]:
        """Who of a unit stands too far from the rest, where the book minds; for warnings before an order."""

    def look(self, state: S, start: str, to: str) -> Look | None:
        """What one figure sees of another; None where the rules do not let one look first, ScenarioError for strangers."""
