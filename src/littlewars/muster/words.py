"""Reading what people write into rosters: known words, near misses, and faults that are noted while reading goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import TypeVar

from littlewars.untrusted import QUOTED, quote

from .breach import Breach
from .nodes import Node, RosterError

T = TypeVar("T")


class FaultFinder:
    """Something that reads; what can be told apart from a broken file is noted as a breach and reading goes on."""

    def __init__(self) -> None:
        self.faults: list[Breach] = []

    def fault(self, rule: str, line: int, text: str) -> None:
        """Note a fault."""
        self.faults.append(Breach(rule, line, text))


def suggestion(name: str, known: Iterable[str]) -> str:
    """A hint at the name that was probably meant."""
    names = [] if len(name) > QUOTED else list(known)
    close = get_close_matches(name.title(), names, n=1) or get_close_matches(name, names, n=1)
    return f" (did you mean {close[0]}?)" if close else ""


def repeated(things: Iterable[T], key: Callable[[T], object]) -> Iterator[T]:
    """Those whose key another one before them has."""
    seen: set[object] = set()
    for thing in things:
        if key(thing) in seen:
            yield thing
        seen.add(key(thing))


def known_keys(node: Node, keys: tuple[str, ...], what: str) -> None:
    """A key that nobody reads is a mistake, and is named."""
    for key, child in node.mapping(what).items():
        if key not in keys:
            raise RosterError(f"{what} has no {quote(key)}{suggestion(key, keys)} (it has {', '.join(keys)})", child.line)


def known_as(node: Node, what: str, things: Mapping[str, T], kind: str) -> T:
    """A thing by the key that is written there; it must be known."""
    key = node.text(what)
    if key not in things:
        raise RosterError(f"there is no {kind} {quote(key)}{suggestion(key, things)}", node.line)
    return things[key]


def optional_text(node: Node, key: str) -> str:
    """A text, or nothing."""
    found = node.find(key)
    return "" if found is None else found.text(key)


def texts(node: Node, key: str) -> tuple[str, ...]:
    """A list of texts, or nothing."""
    found = node.find(key)
    return () if found is None else tuple(item.text(key) for item in found.items(key))


def flag(node: Node, key: str) -> bool:
    """Yes or no; no where nothing is said."""
    found = node.find(key)
    return False if found is None else found.flag(key)
