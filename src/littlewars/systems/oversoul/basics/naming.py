"""Options in words: what a choice between units, models or ways of acting says to the player."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec

from littlewars.engine import Option
from littlewars.engine.asks import Means
from littlewars.engine.names import ref

from .attributes import DATA
from .state import State


@cache
def words() -> dict[str, tuple[str, Means]]:
    """What a choice says, and what kind of answer it is."""
    return msgspec.yaml.decode((DATA / "words.yaml").read_bytes(), type=dict[str, tuple[str, Means]])


def named(state: State, *who: str) -> Callable[[str], Option]:
    """Writes an option out: a unit or a model by its name, anything else in words, as something that concerns these."""

    def explain(name: str) -> Option:
        if unit := state.units.get(name):
            about = "Frightened: it flees, and whoever leaves the table is gone." if unit.frightened else ""
            return Option(name, ref(name), of=tuple(figure.id for figure in state.everybody(unit)), about=about, means="go")
        if figure := state.figures.get(name):
            return Option(name, ref(name), of=(name,), at=figure.at, means="go")
        if "+" in name:  # a group of models (oversoul.org.cohesion-restored)
            members = tuple(name.split("+"))
            return Option(name, f"the group of {len(members)} around {ref(members[0])}", of=members, means="go")
        label, means = words().get(name, (name, ""))
        return Option(name, label, of=who, means=means)

    return explain
