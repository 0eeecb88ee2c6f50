"""What a page shows, kept from answer to answer: of what has stayed the same nothing is made anew.

Everything is found again by value, never by a promise that somebody keeps: what is equal to what was there before is the old
object, and what is made of old objects alone is the old thing. So a page that is shown with a cache equals one without, two
audiences that see the same share it, and an undo needs no word. The states must be nobody else's, for they are remembered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class PageCache:
    """The last values by name, and what was last made of them."""

    def __init__(self) -> None:
        self._values: dict[object, Any] = {}
        self._made: dict[object, tuple[tuple[Any, ...], Any]] = {}

    def same(self, name: object, value: T) -> T:
        """The value; the remembered one, if it is equal."""
        old = self._values.get(name)
        if old is not None and old == value:
            found: T = old
            return found
        self._values[name] = value
        return value

    def same_all(self, name: str, values: dict[str, T]) -> dict[str, T]:
        """The values by their names, each the remembered one if it is equal; the remembered dictionary, if all are."""
        old: dict[str, T] = self._values.get(name, {})
        new = {key: was if (was := old.get(key)) is not None and was == value else value for key, value in values.items()}
        if list(new) == list(old) and all(map(_is, new.values(), old.values())):  # equal numbers are one object: names count
            return old
        self._values[name] = new
        return new

    def made(self, name: object, of: tuple[Any, ...], make: Callable[[], T]) -> T:
        """What is made of these values: the remembered thing, if they are still the same."""
        old = self._made.get(name)
        if old is not None and old[0] == of:
            found: T = old[1]
            return found
        thing = make()
        self._made[name] = (of, thing)
        return thing


def _is(one: object, other: object) -> bool:
    return one is other
