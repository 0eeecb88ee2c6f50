"""How dice, hits and other things are shared out: dealt round, one to each before any gets a second, every choice of some."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import TypeVar

T = TypeVar("T")


def dealt(count: int, room: Mapping[str, int]) -> dict[str, int]:
    """So many things dealt round, one to each in turn, until all are dealt or nobody has room.

    >>> dealt(4, {"b": 3, "a": 5}), dealt(1, {"b": 3, "a": 5}), dealt(5, {"b": 1, "a": 2})
    ({'b': 2, 'a': 2}, {'b': 1, 'a': 0}, {'b': 1, 'a': 2})
    """
    turns = [name for turn in range(max(room.values(), default=0)) for name in room if turn < room[name]]
    return {name: turns[:count].count(name) for name in room}


def rounds(given: Mapping[str, int], count: int) -> tuple[dict[str, int], dict[str, int]]:
    """What each must and may take of so many things when nobody gets one more than he has before all have as many.

    >>> rounds({"a": 1, "b": 0, "c": 0}, 1), rounds({"a": 1, "b": 0}, 4)
    (({}, {'b': 1, 'c': 1}), ({'a': 1, 'b': 2}, {'a': 2, 'b': 3}))
    """
    behind = [name for name, number in given.items() if number == min(given.values())]
    if count <= len(behind):
        return (dict.fromkeys(behind, 1) if count == len(behind) else {}), dict.fromkeys(behind, 1)
    full, over = divmod(count - len(behind), len(given))  # these draw level first, or begin
    least = {name: full + int(name in behind) for name in given}
    return least, {name: number + int(over > 0) for name, number in least.items()}


def some_of(things: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Every choice of one or more of these, as few as may be first.

    >>> list(some_of("abc"))
    [('a',), ('b',), ('c',), ('a', 'b'), ('a', 'c'), ('b', 'c'), ('a', 'b', 'c')]
    """
    return chain.from_iterable(combinations(things, count) for count in range(1, len(things) + 1))


def most_of(things: Sequence[T], fits: Callable[[tuple[T, ...]], bool]) -> list[tuple[T, ...]]:
    """The choices that fit and to which nothing more can be added.

    >>> most_of([1, 2, 3, 4], lambda some: sum(some) <= 5)
    [(1, 2), (1, 3), (1, 4), (2, 3)]
    """
    some = [choice for choice in some_of(things) if fits(choice)]
    return [choice for choice in some if not any(set(choice) < set(more) for more in some)]
