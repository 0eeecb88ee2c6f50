"""The lessons of first battles: every rule in them is one, and whoever plays the battle meets them."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Game
from littlewars.engine.catalogue.guide import Lesson, guides, lessons
from littlewars.engine.catalogue.rulebook import Rulebook
from littlewars.players import make_player
from littlewars.systems import SYSTEMS

BOOKS = ("oversoul", "defiance", "xenocide", "at43", "combat-action")
BATTLES = 12  # seeds among which everything happens at least once


@pytest.mark.parametrize("book", BOOKS)
def test_a_guide_leads_through_a_ready_battle_by_rules_that_there_are(book: str) -> None:
    system = SYSTEMS[book]
    known = set(Rulebook.load(system.folder / "rulebook.yaml").ids)
    ready = {scenario["name"] for scenario in system.scenarios().values()}
    for guide in guides(system.folder):
        assert guide.battle in ready
        assert {one.when.rule for one in guide.lessons if one.when.rule} <= known
        assert len({one.id for one in guide.lessons}) == len(guide.lessons) <= 10
    assert lessons(system.folder, "First battle")
    assert lessons(system.folder, "no such battle") == ()


def fits(lesson: Lesson, ask: Any, turn: int) -> bool:
    when = lesson.when
    if when.ready and ask.topic not in ("who", "plan"):
        return False
    return (not when.topic or when.topic == ask.topic) and (not when.rule or when.rule == ask.rule) and turn >= when.round


@pytest.mark.parametrize("book", BOOKS)
def test_whoever_plays_the_battle_meets_every_lesson(book: str) -> None:
    """By what is asked: what is drawn, and orders that halt, are the page's own."""
    system = SYSTEMS[book]
    left = {one.id: one for one in lessons(system.folder, "First battle") if not one.when.halted}
    for seed in range(BATTLES):
        game = Game.start(system, system.scenarios()["first-battle"], seed)
        players = {side: make_player("tactician", seed) for side in system.sides(game.state)}
        while game.ask is not None and left:
            for _, ask in game.asks:
                turn = system.show(game.state).tracker.round if len(left) < 6 else 1
                left = {name: one for name, one in left.items() if ask.side != "red" or not fits(one, ask, turn)}
            part, ask = game.asks[0]
            game.answer_part(part, players[ask.side].answer(game.view(ask.side), ask))
        game.close()
        if not left:
            return
    assert not left
