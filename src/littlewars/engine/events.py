"""What happens in a battle: each event is data, and tells itself in a line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from string import Formatter
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct

from littlewars.dice import Draw

from .names import length, ref, refs
from .showing import Seen, Struck
from .types import Tally


class Event(Struct, tag=True, kw_only=True, omit_defaults=True, gc=False):
    """Something that happened; `to` names the only side that may know. `depth`: how far in a story it stands (0: a heading);
    `rule`: the catalogue entry it comes from; `line`: what a story says, with the event's fields in it:

        line = "{caster:@} casts {spell}{target: on @|}: {worked:it works|it fails}"

    `{spell}` is the value as it is. Behind a colon stands a text in which `@` is the name of whom the value refers to, `=` the
    value as a length, `*` the value itself and `%` the s of several; of two texts, parted by `|`, the first is said where there
    is a value, the second where there is none. `{tally:+}` is what a roll had to show, a `+` behind it, and every modifier.

    `struck`: an attack is drawn; the fields that say by whom, at whom (nobody: nothing is drawn), whether it hit, and "melee".
    """

    depth: ClassVar[int] = 2
    rule: ClassVar[str] = ""
    line: ClassVar[str] = ""
    struck: ClassVar[tuple[str, ...]] = ()
    to: str | None = None

    def tell(self) -> str:
        """The story in a line."""
        parts = _parts(self.line or type(self).__name__)
        return "".join(text + (_said(getattr(self, field), said) if field else "") for text, field, said in parts)

    def source(self) -> str:
        """The catalogue entry that a story names; another than the event's own where it can come about in several ways."""
        return self.rule

    def tell_untallied(self) -> str:
        """The same without what a roll had to show and the words that lead to it: for who shows the tally beside it."""
        if not isinstance(getattr(self, "tally", None), Tally):
            return self.tell()
        parts = _parts(self.line)
        last = next((n for n, (_, field, _) in enumerate(parts) if field == "tally"), len(parts))
        return "".join(text + (_said(getattr(self, field), said) if field else "") for text, field, said in parts[:last])

    def tell_with(self, others: Sequence[Event]) -> str | None:
        """This and others of its kind that came right after it, in one line; None: each has its own."""
        return None

    def seen(self) -> Seen | None:
        """What there is to see of it on the table, to be drawn; None: nothing but the line."""
        if not self.struck or not getattr(self, self.struck[1]):
            return None
        by, target, hits, *melee = self.struck
        return Struck(getattr(self, by), getattr(self, target), bool(getattr(self, hits)), bool(melee))


@cache
def _parts(line: str) -> tuple[tuple[str, str, str], ...]:
    """A line taken apart: texts, each with the field behind it and how that is said."""
    return tuple((text, field or "", said or "*") for text, field, said, _ in Formatter().parse(line))


def _said(value: Any, said: str) -> str:
    if isinstance(value, Tally):
        return value.told(said.strip("*"))
    if "|" in said:
        with_it, without = said.split("|")
        said = with_it if value else without
    return MARK.sub(lambda mark: MARKS[mark.group()](value), said)


def _name(value: str | Iterable[str]) -> str:
    return ref(value) if isinstance(value, str) else refs(value)


MARKS: dict[str, Callable[[Any], str]] = {"@": _name, "=": length, "*": str, "%": lambda value: "" if value == 1 else "s"}
MARK = re.compile(f"[{''.join(MARKS)}]")


Happening: TypeAlias = Event | Draw  # what is told of a battle: what happened, and what fell
