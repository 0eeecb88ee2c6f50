"""Every ask of every rulebook says what it is about: a topic, who is to act, and of every option what it means and for whom."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from littlewars.engine import Ask, Game, only
from littlewars.engine.names import REFERENCE, Names
from littlewars.systems import SYSTEMS

from .by_chance import battles

BATTLES = [(book, battle) for book in SYSTEMS for battle in battles(book)]
ABOUT_THE_TABLE = ("place",)  # terrain and zones: no figure is to act
DECISIONS = 300
MEMBER = re.compile(r"[\w+-]+\.\w+")  # squad.3


def asks(book: str, battle: str, seed: int) -> list[tuple[Game[Any], Ask[Any]]]:
    """The game with each ask of a battle by chance, one after another."""
    rng, game = Random(seed), Game.start(SYSTEMS[book], battles(book)[battle], seed)
    for _ in range(DECISIONS):
        if (ask := game.ask) is None:
            break
        yield game, ask
        game.answer(ask.sample(rng), ask.side)
    game.close()


@pytest.mark.parametrize(("book", "battle"), BATTLES)
def test_every_ask_says_what_it_is_about(book: str, battle: str) -> None:
    for game, ask in asks(book, battle, 3):
        where = f"{ask.rule}: {ask.prompt}"
        assert ask.topic, where
        everybody = game.state.figures
        assert set(ask.of) <= set(everybody), where
        assert ask.of or ask.topic in ABOUT_THE_TABLE or ask.rule == "defiance.turn.command-phase", where
        assert not ask.unit or ask.unit in game.state.units or "+" in ask.unit, where
        for option in written(ask):
            assert option.means, f"{where}: {option}"
            assert option.of or not ask.of or option.id in ("pass", "decline"), f"{where}: {option}"


def written(ask: Any) -> list[Any]:
    found = getattr(ask, "written", [])
    return [option for options in found.values() for option in options] if isinstance(found, dict) else list(found)


@pytest.mark.parametrize(("book", "battle"), BATTLES)
def test_whoever_is_mentioned_has_a_name(book: str, battle: str) -> None:
    """References lead to figures, units or sides that there are; once resolved no brace is left. Nobody stands in a text by
    his bare id."""
    names = Names()
    for game, ask in asks(book, battle, 4):
        names.learn(game.system.show(game.state))
        for text in (ask.prompt, *(text for option in written(ask) for text in (option.label, option.about))):
            for id in (found.group(1) for found in REFERENCE.finditer(text)):
                known = id in game.state.figures or id in game.state.units or id in game.state.sides
                assert known, f"{ask.rule}: {text}"
                assert names.of(id) != id or id not in game.state.figures, (
                    f"{ask.rule}: {text}"
                )  # units may be called as their ids
            assert "{" not in names(text)
            bare = set(MEMBER.findall(REFERENCE.sub("", text)))
            assert not bare & set(game.state.figures), f"{ask.rule}: {text}"


@pytest.mark.parametrize(("book", "battle"), BATTLES)
def test_the_only_answer_is_allowed_and_is_what_chance_gives(book: str, battle: str) -> None:
    rng = Random(5)
    for _, ask in asks(book, battle, 5):
        answer = only(ask)
        if answer is not None:
            assert ask.refuse(answer) is None
            assert {repr(ask.sample(rng)) for _ in range(5)} == {repr(answer)}, ask.rule
