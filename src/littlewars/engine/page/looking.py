"""What people look for by name: a figure, what stands between two of them, the words of an attack whose odds they want."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from littlewars.table.board.board import Board
from littlewars.table.sight.looks import what_blocks
from littlewars.table.terrain.sight_rules import SightRule
from littlewars.untrusted import quote

from ..showing import Obstacle
from ..system import ScenarioError


def on_table(state: Any, name: Any) -> Any:
    """A figure that is still in the battle."""
    if name not in state.figures or state.figures[name].gone:
        raise ScenarioError(f"there is no figure {quote(name)} on the table")
    return state.figures[name]


def obstacles(board: Board, viewer: str, target: str, rule: SightRule, crossed: str = "") -> tuple[Obstacle, ...]:
    """The pieces on the lines between two, each with the worst that it does; `crossed` is said of those that do nothing."""
    labels = {piece.id: piece.label for piece in board.field.pieces}
    found: dict[str, Obstacle] = {}
    for one in what_blocks(board, viewer, target, rule):
        does = one.does or crossed
        if does and (one.piece not in found or found[one.piece].does == "obscures"):
            found[one.piece] = Obstacle(one.piece, labels[one.piece], does, one.length)
    return tuple(found.values())


# ---- an attack in words


class Asked:
    """What somebody asks the odds of: `attack` with `attacker=…`, `target=…` and what else the book knows of it."""

    def __init__(self, state: Any, given: Mapping[str, Any], words: Collection[str]) -> None:
        if strange := sorted(set(map(str, given)) - set(words)):
            raise ScenarioError(f"an attack has no {quote(strange[0])}; it has {', '.join(words)}")
        self.state, self.given = state, given

    def figure(self, word: str) -> Any:
        """Whom a word names."""
        if word not in self.given:
            raise ScenarioError(f"an attack needs {word}=…, the name of a figure")
        try:
            return on_table(self.state, self.given[word])
        except ScenarioError as error:
            raise ScenarioError(f"{word}: {error}") from None

    def unit(self, word: str) -> Any:
        """Which unit a word names: by its own name, or by that of one of its figures."""
        state = self.state
        return state.units.get(str(self.given.get(word, ""))) or state.units[self.figure(word).unit]

    def number(self, word: str, usual: int, least: int, most: int, why: str) -> int:
        """A whole number as it was written, between two bounds."""
        raw = str(self.given.get(word, usual))
        if least > most:
            raise ScenarioError(f"{word}: there are none of {why}")
        if not re.fullmatch(r"[+-]?[0-9]{1,6}", raw) or not least <= int(raw) <= most:
            raise ScenarioError(f"{word} is {least} to {most}, not {raw[:20]}: {why}")
        return int(raw)
