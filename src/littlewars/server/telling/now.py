"""Where a battle stands for an audience: what it is asked, whom all wait for, what it may take back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from littlewars.engine import Agree, Ask, Game, only
from littlewars.engine.names import Names
from littlewars.engine.orders import Policy

from ..wire import Carried, Clocks, Now, Sheet, Wish
from .records import Record, is_secret
from .story import OPEN_TO_ALL, last_line, lines_before, standing

NEARLY_FULL = 0.9  # of a journal: then it is told


class Standing(NamedTuple):
    """How a battle stands, the same for every audience: who wishes to take something back, who would end it, its seed, and how
    many lines it may have."""

    wish: Wish | None
    agreed: tuple[str, ...]
    seed: str
    most: int = 0
    orders: Mapping[str, Carried] = MappingProxyType({})  # by side; each hears of its own
    policies: Mapping[str, dict[str, Policy]] = MappingProxyType({})
    clocks: Clocks | None = None


def waiting(game: Game[Any]) -> tuple[str, ...]:
    """For whom all wait."""
    return tuple(sorted({ask.side for _, ask in game.asks}))


def agreed(game: Game[Any]) -> tuple[str, ...]:
    """Who would end the battle as it stands."""
    return tuple(dict.fromkeys(entry.side for entry in game.entries if isinstance(entry, Agree)))


def now(game: Game[Any], records: Sequence[Record], audience: str, names: Names, standing: Standing) -> Now:
    """Where the battle stands for this audience; the seed is told when it is over."""
    result = names.result(game.verdict)
    return Now(
        asks=sheets(game, records, audience, names),
        waiting=waiting(game),
        rule=_public_rule(game),
        free_undo=free_undo(game, records, audience) if audience and result is None else 0,
        wish=standing.wish,
        order=standing.orders.get(audience),
        standing=dict(standing.policies.get(audience, {})),
        agreed=standing.agreed,
        clocks=standing.clocks if result is None else None,
        result=result,
        seed=standing.seed if result is not None else "",
        lines_left=_lines_left(game, records, audience, standing.most) if result is None else None,
    )


def _lines_left(game: Game[Any], records: Sequence[Record], audience: str, most: int) -> int | None:
    """How many lines there is still room for in the journal, when that is to be told."""
    last = last_line(records, game.together, audience)  # others' secret lines do not count here, either
    return max(0, most - last) if last >= most * NEARLY_FULL else None


def sheets(game: Game[Any], records: Sequence[Record], side: str, names: Names) -> tuple[Sheet, ...]:
    """What this side is asked, with the single answer where there is just one; not in a simultaneous decision, where everybody
    takes the time to decide."""
    own = [(part, ask) for part, ask in game.asks if side and ask.side == side]
    found = []
    for part, ask in own:
        more = {"part": part, "number": number_of(game, records, part)}
        if game.together is None and (answer := _single(ask)) is not None:
            more["single"] = answer
        found.append(msgspec.convert(names.sheet(ask.sheet()) | more, Sheet))
    return tuple(found)


def _single(ask: Ask[Any]) -> Any:
    return msgspec.to_builtins(only(ask))


def number_of(game: Game[Any], records: Sequence[Record], part: int) -> int:
    """The number of what is asked in this part: of the last line before it. In a simultaneous decision the other parts' lines
    do not count, so it says nothing about what others have answered."""
    first = lines_before(records, game.together)
    return first + sum(line.part == part for line in standing(records[first:]) if line.kind not in OPEN_TO_ALL)


def free_undo(game: Game[Any], records: Sequence[Record], side: str) -> int:
    """How many answers this side may take back without asking. While all decide at once these are its own in this decision:
    it does not depend on whether others have answered."""
    if game.together is None:
        return game.free_undo(side)
    return len(own_answers(game, records, side))


def own_answers(game: Game[Any], records: Sequence[Record], side: str) -> list[Record]:
    """What a side has answered in the decision that is open."""
    lines = standing(records[lines_before(records, game.together) :])
    return [line for line in lines if line.side == side and line.kind not in OPEN_TO_ALL]


def _public_rule(game: Game[Any]) -> str:
    """Under which rule all wait, if that may be known."""
    if not game.asks or game.together is not None or is_secret(game.asks[0][1]):
        return ""
    return game.asks[0][1].rule
