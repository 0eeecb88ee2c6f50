"""What has been told to whom. In a simultaneous decision nobody hears of the others' lines before all have answered, and each
audience counts those that it has heard: not even their number tells anything. Then everybody hears all of them, in the order of
the journal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from .records import Record, left_after

OPEN_TO_ALL = ("agree", "concede", "reseed")  # what is said aloud, also while all decide


class News(NamedTuple):
    """What an audience hears next. `again`: the lines after this number are told anew."""

    lines: Sequence[Record]
    again: int | None = None


def lines_before(records: Sequence[Record], inside: int | None) -> int:
    """How many lines there were before the simultaneous decision that is open; all of them, if none is."""
    n = len(records)
    while inside is not None and n and records[n - 1].apart == inside:
        n -= 1
    return n


def standing(lines: Sequence[Record]) -> list[Record]:
    """Those of a decision's lines that have not been taken back."""
    kept: list[Record] = []
    for line in lines:
        kept = [old for old in kept if old.entries <= line.entries] if line.left is not None else [*kept, line]
    return kept


def hidden(records: list[Record], inside: int | None) -> list[Record]:
    """Lines read back: those of the decision that is open are nobody's business, also what was taken back in it."""
    place = len(records)
    while (
        inside is not None and place and (records[place - 1].entries > inside or records[place - 1].left == left_after(inside))
    ):
        place -= 1
        records[place] = replace(records[place], apart=inside)
    return records


def latest(records: Sequence[Record], most: int) -> tuple[list[Record], int]:
    """The last lines that still count, with words about undoing, and how many that count come before them."""
    found: list[Record] = []
    counted, limit = 0, records[-1].entries
    for line in reversed(records):
        if line.left is not None:
            limit = min(limit, line.entries)
        elif line.entries > limit:
            continue
        else:
            counted += 1
        found.append(line)
        if len(found) == most:
            break
    return found[::-1], records[-1].entries + 1 - counted


def heard(records: Sequence[Record], inside: int | None, audience: str) -> list[Record]:
    """The lines of the open decision that this audience has heard, as it counts them."""
    first = lines_before(records, inside)
    own = [line for line in standing(records[first:]) if line.side == audience or line.kind in OPEN_TO_ALL]
    return [replace(line, n=first + place + 1, entries=0) for place, line in enumerate(own)]


def last_line(records: Sequence[Record], inside: int | None, audience: str) -> int:
    """The number of the last line that this audience has heard."""
    if inside is None:
        return len(records)
    return lines_before(records, inside) + len(heard(records, inside, audience))


def news(records: Sequence[Record], since: int, was: int | None, inside: int | None, audience: str) -> News:
    """What an audience hears of the lines after `since`; `was` is the decision that was open before them, `inside` after."""
    if was is None:
        return News(records[since:])
    old = heard(records[:since], was, audience)
    first = lines_before(records[:since], was)
    whole = [replace(line, entries=0) for line in records[first:]] if inside != was else heard(records, was, audience)
    if whole[: len(old)] == old:
        return News(whole[len(old) :])
    return News(whole, again=first)
