"""Pages: what has not changed is the very thing it was; lines without a value are left out; a side says what else it has."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from littlewars.engine import Game
from littlewars.engine.page.cache import PageCache
from littlewars.engine.showing import Line
from littlewars.kit.page import lines_of
from littlewars.systems import SYSTEMS

LARGE = ("oversoul", "defiance", "xenocide")  # their pages keep every figure; those of few figures are made anew


@pytest.mark.parametrize("book", ["oversoul", "defiance", "xenocide", "at43", "combat-action"])
def test_of_what_has_not_changed_nothing_is_made_anew(book: str) -> None:
    system: Any = SYSTEMS[book]
    game, rng, cache = Game.start(system, system.scenarios()["first-battle"], 1), Random(1), PageCache()
    while system.rounds(game.state) < 1 and game.ask:
        game.answer(game.ask.sample(rng))
    first = system.page(system.copy(game.state), cache)
    assert system.page(system.copy(game.state), cache) is first
    changed = system.copy(game.state)
    one = next(iter(first.figures))
    changed.figures[one].x += 1000
    after = system.page(changed, cache)
    assert after.figures[one].at[0] == first.figures[one].at[0] + 1000
    assert [name for name in first.figures if after.figures[name] != first.figures[name]] == [one]
    unit = first.figures[one].unit
    assert [name for name in first.units if name != unit and after.units[name] != first.units[name]] == []
    assert after.ground is first.ground
    if book in LARGE:
        assert [name for name in first.figures if after.figures[name] is not first.figures[name]] == [one]
        assert all(after.units[name] is first.units[name] for name in first.units if name != unit)


def test_lines_without_a_value_are_left_out() -> None:
    assert lines_of(("die", "d6", "x.die"), ("armour", "", "x.armour"), ("cost", "0", "")) == (
        Line("die", "d6", "x.die"),
        Line("cost", "0", ""),
    )


@pytest.mark.rule("defiance.command.primary-commander")
def test_a_side_names_its_primary_commander() -> None:
    system: Any = SYSTEMS["defiance"]
    state = Game.start(system, system.scenarios()["first-battle"], 1).state
    figure = next(iter(state.figures.values()))
    side = state.side_of(figure)
    for other in state.sides.values():
        other.primary = ""
    state.sides[side].primary = figure.id
    lines = {party.id: party.lines for party in system.show(state).parties}
    told = f"{figure.frame.name} of {state.units[figure.unit].name}"
    assert lines.pop(side) == (Line("Primary Commander", told, "defiance.command.primary-commander"),)
    assert set(lines.values()) == {()}
