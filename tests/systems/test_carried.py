"""What is put down by hand is carried: it stops where it may lie, with the reason, in every rulebook."""

from __future__ import annotations

from math import dist
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from littlewars.engine import Game, Place
from littlewars.engine.moves import Spots
from littlewars.engine.names import Names, ref
from littlewars.systems import SYSTEMS

DRAGS = 12  # of each thing that is put down
LOOKS = 50  # at most, for one drag: each is a question to the rule


def puttings(book: str) -> list[tuple[Game[Any], Place]]:
    """What a battle by chance has put down before the first round, one after another."""
    rng, game = Random(5), Game.start(SYSTEMS[book], SYSTEMS[book].scenarios()["first-battle"], 5)
    for _ in range(60):
        if (ask := game.ask) is None:
            break
        if isinstance(ask, Place) and not ask.blind:
            yield game, ask
        game.answer(ask.default() if isinstance(ask, Place) else ask.sample(rng), ask.side)
    game.close()


def carried(spots: Spots, by: tuple[int, int], only: str = "") -> Spots:
    """All of them, or one, carried so far."""
    shift = lambda at: (at[0] + by[0], at[1] + by[1])  # noqa: E731 - it is one line long
    return tuple(replace(spot, at=shift(spot.at)) if only in ("", spot.what) else spot for spot in spots)


@pytest.mark.parametrize("book", list(SYSTEMS))
def test_a_drag_stops_at_its_limit_and_says_why(book: str) -> None:
    """Units and single figures; out of the zone, off the table, onto others: what comes of it is allowed, nearer to what is
    wished than before, and the reason names a rule and in words what is wrong."""
    stopped, names = 0, Names()
    for game, ask in puttings(book):
        names.learn(game.system.show(game.state))
        start, rng = ask.default(), Random(len(ask.things))
        for _ in range(DRAGS):
            by = rng.randint(-20000, 20000), rng.randint(-20000, 20000)
            only = rng.choice(["", *ask.things])
            wanted = carried(start, by, only)
            spots, why = ask.furthest(start, wanted)
            assert ask.refuse(spots) is None
            if why is None:
                assert spots == wanted
                continue
            stopped += 1
            moved = [n for n, spot in enumerate(wanted) if spot != start[n]]
            assert all(dist(spots[n].at, wanted[n].at) <= dist(start[n].at, wanted[n].at) for n in moved)
            assert why.rule.split(".")[0].replace("_", "-") in (book, book.replace("-", ""))
            assert "{" not in names(why.text)
    assert stopped > 5


@pytest.mark.parametrize("book", list(SYSTEMS))
def test_a_drag_is_looked_at_a_few_times_only(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page asks about fifteen times a second."""
    looks: list[Spots] = []
    refuse = Place.refuse
    for _, ask in puttings(book):
        monkeypatch.setattr(Place, "refuse", lambda self, spots: looks.append(spots) or refuse(self, spots))
        start = ask.default()
        looks.clear()
        ask.furthest(start, carried(start, (90000, 90000)))
        assert len(looks) <= LOOKS
        monkeypatch.setattr(Place, "refuse", refuse)


@pytest.mark.parametrize("book", list(SYSTEMS))
def test_what_is_in_the_way_is_named(book: str) -> None:
    """The second unit is carried onto the first: it stops before it, and the reason says before whom."""
    names, there = Names(), list[str]()
    for game, ask in puttings(book):
        names.learn(game.system.show(game.state))
        mine = [
            name for name in there if name in game.state.figures and game.state.side_of(game.state.figures[name]) == ask.side
        ]
        start = ask.default()
        if mine:
            other = game.state.figures[mine[-1]]
            wanted = carried(start, (other.at[0] - start[0].at[0], other.at[1] - start[0].at[1]))
            spots, why = ask.furthest(start, wanted)
            assert why is not None
            assert ask.refuse(spots) is None
            known = {*mine, *(game.state.figures[name].unit for name in mine)}
            assert any(names(ref(name)) in names(why.text) for name in known), names(why.text)
            return
        there += [name for name in ask.of if name not in there]
    pytest.fail("nobody was put down beside another")
