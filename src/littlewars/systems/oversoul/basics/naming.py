"""Options in words: what a choice between units, models or ways of acting says to the player."""

from __future__ import annotations

from collections.abc import Callable

from littlewars.engine import Option
from littlewars.engine.asks import Means
from littlewars.engine.names import ref

from .state import State

WORDS: dict[str, tuple[str, Means]] = {
    "pass": ("Pass", "pass"),
    "move-other": ("Move, then act", "go"),
    "other-move": ("Act, then move", "act"),
    "move": ("Move only", "go"),
    "other": ("Act only", "act"),
    "nothing": ("Do nothing", "hold"),
    "none": ("No action", "hold"),
    "melee": ("Fight hand to hand", "melee"),
    "shoot": ("Shoot", "act"),
    "cast": ("Cast spells", "cast"),
    "done": ("Nobody else acts", "done"),
    "group": ("Several at once, targets named first", "together"),
    "keep": ("Keep the roll", "keep"),
    "reroll": ("Reroll (once a battle)", "spend"),
    "stay": ("Stay", "keep"),
    "leave": ("Leave the unit", "go"),
    "left": ("At the left end", "go"),
    "right": ("At the right end", "go"),
    "alone": ("Deploy alone", "go"),
    "decline": ("Place nothing", "pass"),
    "light": ("Light terrain", "act"),
    "heavy": ("Heavy terrain", "act"),
    "impassible": ("Impassible terrain", "act"),
    "loose": ("Move as it is, loose", "go"),
    "reform": ("Fall in again", "act"),
}


def named(state: State, *who: str) -> Callable[[str], Option]:
    """Writes an option out: a unit or a model by its name, anything else in words, as something that concerns these."""

    def explain(name: str) -> Option:
        if unit := state.units.get(name):
            return Option(name, ref(name), of=tuple(figure.id for figure in state.members(unit)), means="go")
        if figure := state.figures.get(name):
            return Option(name, ref(name), of=(name,), at=figure.at, means="go")
        if "+" in name:  # a group of models (oversoul.org.cohesion-restored)
            members = tuple(name.split("+"))
            return Option(name, f"the group of {len(members)} around {ref(members[0])}", of=members, means="go")
        label, means = WORDS.get(name, (name, ""))
        return Option(name, label, of=who, means=means)

    return explain
