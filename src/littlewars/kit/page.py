"""What the pages of all rulebooks show alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from littlewars.engine import Point
from littlewars.engine.page.cache import PageCache
from littlewars.engine.showing import Card, Flag, Gap, Line, Party, Show, Stage, Terrain, Zone
from littlewars.table.terrain.openings import ends_of
from littlewars.table.terrain.pieces import Piece
from littlewars.table.zones import TOWARDS


def kept(state: Struct, cache: PageCache, make: Callable[[], Show]) -> Show:
    """The table, made anew only if the state is not as it was; what has stayed the same in it is the very thing it was."""
    for field in state.__struct_fields__:
        value = getattr(state, field)
        setattr(state, field, cache.same_all(field, value) if isinstance(value, dict) else cache.same(field, value))
    return cache.made("show", tuple(getattr(state, field) for field in state.__struct_fields__), make)


def lines_of(*lines: tuple[str, str, str]) -> tuple[Line, ...]:
    """Lines of a card, each with its rule; what has no value is left out."""
    return tuple(Line(name, value, rule) for name, value, rule in lines if value)


def list_of(name: str, words: Mapping[str, str], rule: str = "") -> tuple[Line, ...]:
    """A line that lists words, each with the rule that explains it; none where there is nothing to list."""
    return (Line(name, ", ".join(words), rule, tuple(words.items())),) if words else ()


def card_of(state: Any, unit: Any, model: Callable[[Any], str], status: Iterable[Line], note: str) -> Card:
    """The card of a unit; `model` is the key of a figure's kind."""
    here = tuple(figure.id for figure in state.members(unit))
    models = tuple(dict.fromkeys(model(state.figures[name]) for name in unit.figures))
    return Card(unit.id, unit.name, unit.side, here, len(here), len(unit.figures), tuple(status), models, note)


def flags_of(facts: dict[Flag, bool]) -> tuple[Flag, ...]:
    """How a figure is drawn: those of the flags that are so."""
    return tuple(flag for flag, is_so in facts.items() if is_so)


def party_of(side: Any, team: str, score: str, *lines: tuple[str, str, str]) -> Party:
    """A side in the list of players, where it sits, and what else there is to know of it."""
    return Party(side.name, side.force or side.name, team, score, TOWARDS.get(side.edge), lines_of(*lines))


def zones_of(state: Any, zone: Callable[[Any, str], Sequence[Point]]) -> tuple[Zone, ...]:
    """Where each side deploys, while anybody does."""
    sides = state.sides if state.turn.phase == "deploy" else ()
    return tuple(Zone("deploys", tuple(zone(state, side)), side) for side in sides)


def stages_of(words: Sequence[str], now: str) -> tuple[Stage, ...]:
    """What is done, what is going on and what comes next."""
    place = words.index(now)
    return tuple(Stage(word, "done" if n < place else "now" if n == place else "next") for n, word in enumerate(words))


def ground_of(piece: Piece, text: str, deep: Sequence[str] = ("deep",)) -> Terrain:
    """A piece of terrain; `deep` are the depths of water in which nobody stands."""
    kind = piece.kind if piece.water == "none" else "water" if piece.water in deep else "shallows"
    looks = (piece.going, piece.cover, piece.opaque, piece.linear, piece.material)
    called, shape, gaps = _called(piece), tuple(piece.outline), openings_of(piece)
    return Terrain(piece.id, kind or "rough", called, shape, text, piece.top or 0, gaps, *looks)


def _called(piece: Piece) -> str:
    """What a piece is called on the table: by its name, else by what the scenario calls it, unless that is only a number."""
    if piece.name or any(letter.isdigit() for letter in piece.id):
        return piece.label
    return piece.id.replace("-", " ")


def openings_of(piece: Piece) -> tuple[Gap, ...]:
    """The doors, windows and holes of a piece, where they are on the table."""
    return tuple(Gap(*ends_of(piece, opening), opening.kind, opening.open) for opening in piece.openings)
