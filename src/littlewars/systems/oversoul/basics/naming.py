"""Options in words: what a choice between units, models or ways of acting says to whoever chooses."""

from __future__ import annotations

from collections.abc import Callable

from littlewars.engine import Option

from .state import State

WORDS = {
    "pass": "Pass",
    "move-other": "Move, then act",
    "other-move": "Act, then move",
    "move": "Move only",
    "other": "Act only",
    "nothing": "Do nothing",
    "none": "No action",
    "melee": "Fight hand to hand",
    "shoot": "Shoot",
    "cast": "Cast spells",
    "done": "Nobody else acts",
    "group": "Several at once, targets named first",
    "keep": "Keep the roll",
    "reroll": "Reroll (once a battle)",
    "stay": "Stay",
    "leave": "Leave the unit",
    "left": "At the left end",
    "right": "At the right end",
    "alone": "Deploy alone",
    "decline": "Place nothing",
    "light": "Light terrain",
    "heavy": "Heavy terrain",
    "impassible": "Impassible terrain",
    "loose": "Move as it is, loose",
    "reform": "Fall in again",
}


def named(state: State) -> Callable[[str], Option]:
    """Writes an option out: a unit or a model by its name, anything else in words."""

    def explain(name: str) -> Option:
        if unit := state.units.get(name):
            return Option(name, unit.name, of=tuple(figure.id for figure in state.members(unit)))
        if figure := state.figures.get(name):
            return Option(name, f"{figure.profile.name} ({name})", of=(name,), at=figure.at)
        if "+" in name:  # a group of models (oversoul.org.cohesion-restored)
            members = tuple(name.split("+"))
            return Option(name, f"the group of {len(members)} around {members[0]}", of=members)
        return Option(name, WORDS.get(name, name))

    return explain
