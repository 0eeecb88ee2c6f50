"""Exact odds, from the very function that play runs: it is run once for every way the dice can fall."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Hashable
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from littlewars.dice import Enumerating

from ..asks import Ask, Rule, Together
from ..battle import Battle

if TYPE_CHECKING:
    from ..system import System

S = TypeVar("S", bound=Struct)
K = TypeVar("K", bound=Hashable)
R = TypeVar("R")
Policy = Callable[[Ask[Any]], Any]
Weight = tuple[int, int]  # so many ways of so many: reduced once, at the end, for reducing is what costs
MOST_RUNS = 1_000_000
_RULES = (Coroutine, Generator)


class TooManyBranches(Exception):
    """More ways than anybody wants to wait for."""


class _Settled(BaseException):
    """Cuts a run short where its future is known to depend on the state and `key` only."""

    def __init__(self, key: tuple[object, ...]) -> None:
        self.key = key


def play(rule: Rule[R] | Generator[Any, Any, R] | R, policy: Policy) -> R:
    """Run a rule to its end, a policy answering for everybody."""
    if not isinstance(rule, _RULES):
        return rule
    answer: Any = None
    while True:
        try:
            item = rule.send(answer)
        except StopIteration as stop:
            value: R = stop.value
            return value
        if isinstance(item, Together):
            answer = [play(p.__await__() if isinstance(p, Ask) else p, policy) for p in item.parts]
        else:
            answer = policy(item)


def odds(
    system: System[S],
    state: S,
    rule: Callable[[Battle[S]], Rule[R] | R],
    measure: Callable[[Battle[S], R], K],
    policy: Policy | None = None,
    *,
    merge: bool = True,
    every_face: bool = False,
    alike: Callable[[S], Hashable] | None = None,
    pure: bool = False,
    limit: int = MOST_RUNS,
) -> dict[K, Fraction]:
    """The exact distribution of `measure` after `rule`. Histories alike at `battle.merge_point` are walked on once.

    `policy` answers inside the rule (default: the rulebook's `usual`). `alike` says when two states are (default: when they
    encode the same). `pure`: the rule writes nothing on the state, so one serves all runs and all are alike. merge=False and
    every_face=True do not trust the rule's own promises: tests compare.
    """
    found: dict[K, Weight] = {}
    frontier: dict[Hashable, tuple[Weight, list[int]]] = {(): ((1, 1), [])}
    stage, runs, shared = 0, 0, dict[str, Any]()
    key_of = alike or (_unchanged if pure else system.encode)
    answer = policy or system.usual
    while frontier:
        ahead: dict[Hashable, tuple[Weight, list[int]]] = {}
        for (ways, of), prefix in frontier.values():
            path = list(prefix)
            while True:
                dice = Enumerating(path, len(prefix), every_face)
                battle = Battle(state if pure else system.copy(state), dice, quiet=True, shared=shared)
                if merge:
                    battle.settle = _cut(battle, stage, key_of)
                runs += 1
                if runs > limit:
                    raise TooManyBranches(f"more than {limit} runs: settle more often, or say what is alike")
                try:
                    key = measure(battle, play(rule(battle), answer))
                    found[key] = _plus(found.get(key), (ways * dice.ways, of * dice.of))
                except _Settled as cut:
                    known, path_there = ahead.get(cut.key) or (None, path[:])
                    ahead[cut.key] = (_plus(known, (ways * dice.ways, of * dice.of)), path_there)
                if not _next_path(path, len(prefix), dice.fans):
                    break
        frontier, stage = ahead, stage + 1
    return {key: Fraction(*weight) for key, weight in found.items()}


def _plus(known: Weight | None, more: Weight) -> Weight:
    """Both together; the paths of one stage mostly have the same number of ways."""
    if known is None:
        return more
    (a, m), (b, n) = known, more
    if m == n:
        return a + b, m
    whole = lcm(m, n)
    return a * (whole // m) + b * (whole // n), whole


def _unchanged(state: object) -> None:
    """A rule that writes nothing leaves all states alike."""


def _cut(
    battle: Battle[S], stage: int, key_of: Callable[[S], Hashable]
) -> Callable[[tuple[object, ...], Callable[[], object] | None], None]:
    """Lets a run pass the settled points before this stage and cuts it at the next."""
    passed = 0

    def settle(rest: tuple[object, ...], more: Callable[[], object] | None) -> None:
        nonlocal passed
        passed += 1
        if passed > stage:
            raise _Settled((rest, more and more(), key_of(battle.state)))

    return settle


def _next_path(path: list[int], given: int, fans: list[int]) -> bool:
    """Turn to the next branch; False when all behind the given ones are walked."""
    while len(path) > given and path[-1] + 1 == fans[len(path) - 1]:
        path.pop()
    if len(path) == given:
        return False
    path[-1] += 1
    return True
