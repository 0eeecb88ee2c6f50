"""What an answer would bring, before it is given: an ask carries its attack, the odds come from running the rule itself."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct

from ..asks import Ask
from ..battle import Battle
from ..showing import Forecast, Roll, Share
from .odds import TooManyBranches, odds

if TYPE_CHECKING:
    from ..system import System

S = TypeVar("S", bound=Struct)
MOST_RUNS = 40_000  # ways to walk for one tooltip
TOO_MANY = "Too many ways to count"


@dataclass(frozen=True, slots=True)
class Attack(Generic[S]):
    """An attack to find odds of: the rule that play runs, what to measure after it, and how to say both.

    `pure`: the rule writes nothing on the state. `counts`: what is measured; `assumes`: how decisions inside it are made;
    `mean`: what to expect where there are too many ways to count; `alike`: when two states are, for its measure;
    `mix`: its odds put together of independent parts, where running the whole rule has too many ways; `own`: measures what one
    loses oneself, where that can be.
    """

    rule: Callable[[Battle[S]], Any]
    measure: Callable[[Battle[S], Any], Any]
    pure: bool = False
    title: str = ""
    counts: str = ""
    rolls: tuple[Roll, ...] = ()
    assumes: str = "the usual decisions"
    mean: float | None = None
    alike: Callable[[S], Hashable] | None = None
    mix: Callable[[Callable[[Attack[S]], dict[int, Fraction]]], Mixed] | None = None
    own: Callable[[Battle[S], Any], int] | None = None


class Mixed(NamedTuple):
    """The odds of an attack that falls into independent parts, and each figure's own."""

    chances: dict[int, Fraction]
    each: tuple[Share, ...] = ()


def mixed(system: System[S], state: S, attack: Attack[S], limit: int = MOST_RUNS) -> Mixed:
    """The exact odds of an attack: by its rule, or put together of its parts."""

    def of(part: Attack[S]) -> dict[int, Fraction]:
        return mixed(system, state, part, limit).chances

    if attack.mix is not None:
        return attack.mix(of)
    return Mixed(odds(system, state, attack.rule, attack.measure, pure=attack.pure, alike=attack.alike, limit=limit))


Forecaster: TypeAlias = "Callable[[Battle[Any], Any], Attack[Any] | None]"


def foresee(system: System[S], battle: Battle[S], ask: Ask[Any], answer: Any) -> Forecast | None:
    """Rolls and exact odds of an answer; None where it is no attack, was never offered, or may not be known first."""
    if ask.blind or ask.forecast is None or ask.envelope(answer) is not None:
        return None
    attack = ask.forecast(battle, answer)
    if attack is None:
        return None
    try:
        found = mixed(system, battle.state, attack)
    except TooManyBranches:
        return None if attack.mean is None else Forecast(TOO_MANY, attack.counts, (), attack.mean, attack.rolls)
    return _forecast(attack, found, _own_losses(system, battle.state, attack))


def _own_losses(system: System[S], state: S, attack: Attack[S]) -> float:
    """What one loses oneself on average."""
    if attack.own is None:
        return 0.0
    found = odds(system, state, attack.rule, attack.own, pure=attack.pure, alike=attack.alike, limit=MOST_RUNS)
    return float(sum(lost * chance for lost, chance in found.items()))


def _forecast(attack: Attack[Any], found: Mixed, own: float) -> Forecast:
    """An attack with its exact odds."""
    chances = tuple((value, float(chance)) for value, chance in sorted(found.chances.items()))
    expected = float(sum(value * chance for value, chance in found.chances.items()))
    return Forecast(attack.title, attack.counts, chances, expected, attack.rolls, attack.assumes, found.each, own)
