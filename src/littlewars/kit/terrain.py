"""The terrain of a scenario: pieces written out, a fair random map, and a piece written down again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from littlewars.engine import Scenario, ScenarioError
from littlewars.engine.measures import INCHES, Measure, Point
from littlewars.table.maps.files import MOST_PIECES, faults, tidy
from littlewars.table.maps.generate import generate
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.pieces import piece as make
from littlewars.untrusted import quote

from .scenario import only

MAP_WORDS = ("seed", "pairs", "spacing", "symmetry", "kinds")  # of a random map
MOST_MAPS = 20  # then the last one stands: few pieces never make a dense table
Words = Callable[[str, dict[str, Any]], dict[str, Any]]


class TerrainReader:
    """How a book's scenarios write terrain. `words(id, data)` turns what is said of a piece, with its height as `top`, into its
    facts, the kind among them; `rule` is cited for pieces that cannot be; a random map is drawn again until it `suits`.
    `known`: of which kinds it may be, if not of all that there are, and of which it `usually` is."""

    def __init__(
        self,
        rule: str,
        words: Words,
        measure: Measure = INCHES,
        suits: Callable[[Sequence[Piece], Point], bool] | None = None,
        known: Sequence[str] = (),
        usually: Sequence[str] = (),
    ) -> None:
        self.rule, self.words, self.measure, self.suits, self.known, self.usually = rule, words, measure, suits, known, usually

    def read(self, scenario: Scenario, size: Point) -> list[Piece]:
        """Pieces written out under `terrain`, and a map by `map: {seed, pairs}`; every piece is checked."""
        written = scenario.get("terrain", [])
        if len(written) > MOST_PIECES:
            raise ScenarioError(f"{len(written)} pieces of terrain; there are at most {MOST_PIECES}: {self.rule}")
        pieces = [self.piece(number, raw) for number, raw in enumerate(written, 1)]
        if "map" in scenario:
            pieces += self.random_map(scenario["map"], size)
        names: set[str] = set()
        for piece in pieces:
            wrong = [*faults(piece, size), *(["this name is used twice"] if piece.id in names else [])]
            names.add(piece.id)
            if wrong:
                raise ScenarioError(f"terrain {piece.id}: {wrong[0]}: {self.rule}")
        return pieces

    def random_map(self, raw: Mapping[str, Any], size: Point) -> list[Piece]:
        """A fair random map."""
        only(raw, MAP_WORDS, "a map")
        kinds = raw.get("kinds", self.usually)
        if self.known and (strange := [kind for kind in kinds if kind not in self.known]):
            raise ScenarioError(f"a map has no {quote(strange[0])}; it has {', '.join(self.known)}: {self.rule}")
        given = {"kinds": kinds, **raw} if kinds else raw
        data: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in given.items()}
        if "spacing" in data:
            data["spacing"] = self.measure.read(data["spacing"], "spacing")
        seed, pieces = data.pop("seed", 0), list[Piece]()
        for attempt in range(MOST_MAPS):
            pieces = list(
                generate(seed if not attempt else seed * MOST_MAPS + attempt, size, unit=self.measure.of_book, **data).pieces
            )
            if self.suits is None or self.suits(pieces, size):
                break
        return pieces

    def piece(self, number: int, raw: Any) -> Piece:
        """One piece."""
        if not isinstance(raw, Mapping):
            raise ScenarioError(f"terrain: a piece is a mapping, not {quote(raw)}: {self.rule}")
        data = dict(raw)
        ident = data.pop("id", f"piece-{number}")
        if isinstance(ident, bool) or not isinstance(ident, str | int) or ident == "":
            raise ScenarioError(f"terrain: a piece is called by a word, not {quote(ident)}: {self.rule}")
        outline = tidy([self.measure.read_point(p) for p in self._outline(data)])
        if "height" in data:
            data["top"] = self.measure.read(height, "height") if (height := data.pop("height")) is not None else None
        facts = self.words(str(ident), data)
        return make(str(ident), facts.pop("kind"), outline, self.measure.of_book, **facts)

    def _outline(self, data: dict[str, Any]) -> list[Any]:
        """A polygon, or a rectangle as `box: [west, south, east, north]`."""
        if "box" in data:
            west, south, east, north = data.pop("box")
            return [(west, south), (east, south), (east, north), (west, north)]
        if "outline" not in data:
            raise ScenarioError(f"a piece of terrain has an outline or a box: {self.rule}")
        return list(data.pop("outline"))


def kind_of(ident: str, data: Mapping[str, Any], known: Sequence[str], rule: str) -> str:
    """The kind that a scenario gives a piece, if it is one of those that a book knows."""
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in known:
        raise ScenarioError(f"terrain {ident}: there is no kind {quote(kind)}; there is {', '.join(known)}: {rule}")
    return kind


def piece_data(piece: Piece, measure: Measure = INCHES) -> dict[str, Any]:
    """A piece as a scenario writes it: its kind, and what differs from it."""
    data: dict[str, Any] = {"id": piece.id, "kind": piece.kind, "outline": [measure.write_point(p) for p in piece.outline]}
    usual = make(piece.id, piece.kind, piece.outline, measure.of_book)
    for field in Piece.__struct_fields__:
        value = getattr(piece, field)
        if value != getattr(usual, field):
            data[field] = msgspec.to_builtins(value)
    if "top" in data:
        data["height"] = None if data.pop("top") is None else measure.write(piece.top or 0)
    return data
