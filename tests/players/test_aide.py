"""The aide: any order in any book is answered lawfully, for the one who gave it and nobody else, and can be taken back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from littlewars.engine import Ask, Choose, Game
from littlewars.engine.orders import Order
from littlewars.players import make_player
from littlewars.players.aide import Aide, Finished, Given, places, turn_passes
from littlewars.players.marching import middle, slots
from littlewars.players.rehearsal import rehearse
from littlewars.players.standing import react
from littlewars.systems import SYSTEMS

BOOKS = list(SYSTEMS)
LATE = 400  # answers, before a battle is left


def battle(book: str, seed: int) -> Game[Any]:
    system = SYSTEMS[book]
    return Game.start(system, system.scenarios()["first-battle"], seed)


def an_order(game: Game[Any], ask: Ask[Any], rng: Random) -> Order | None:
    """Any order to one of those who might act now."""
    system, state = game.system, game.state
    units = [unit for unit in state.units.values() if unit.side == ask.side and set(unit.figures) & set(ask.of)]
    here = places(game.view(ask.side), rng.choice(units).figures if units else ())
    if ask.topic not in ("who", "plan", "move", "aim") or not here:
        return None
    far = rng.choice((2000, 6000, 14000))
    x, y = next(iter(here.values()))
    way = ((x + rng.randint(-far, far), y + rng.randint(-far, far)),) if rng.random() < 0.7 else ()
    foes = [one.id for one in state.figures.values() if not one.gone and state.units[one.unit].side != ask.side]
    return Order(
        tuple(here),
        stance=rng.choice([one.id for one in system.stances] or [""]),
        way=way,
        face=rng.choice((None, rng.randrange(36000))),
        width=rng.choice((0, 6000)),
        act=rng.choice(("best", "at", "hold")),
        at=tuple(rng.sample(foes, min(3, len(foes)))),
        spend=rng.random() < 0.5,
        shelter=rng.random() < 0.5,
    )


def carry_out(game: Game[Any], order: Order, others: dict[str, Any]) -> tuple[int, bool]:
    """Give it; how many entries that took, and whether it came to an end by itself."""
    side = game.ask.side  # type: ignore[union-attr]
    began, aide = len(game.entries), Aide(order, game.system.stances)
    aide.slots = slots(order, places(game.view(side), order.who))
    while (ask := game.ask) is not None and len(game.entries) - began < LATE:
        if ask.side != side:
            if turn_passes(game, side):
                return len(game.entries) - began, True
            game.answer(others[ask.side].answer(game.view(ask.side), ask), ask.side)
            continue
        reply = aide.answer(game.view(side), ask)
        if not isinstance(reply, Given):
            return len(game.entries) - began, isinstance(reply, Finished)
        assert ask.refuse(reply.answer) is None, (ask.rule, reply)
        game.answer(reply.answer, side)
    assert len(game.entries) - began < LATE
    return len(game.entries) - began, True


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", [3, 4])
def test_any_order_is_answered_lawfully_and_can_be_taken_back(book: str, seed: int) -> None:
    game, rng = battle(book, seed), Random(seed)
    players = {side: make_player("tactician", seed) for side in game.system.sides(game.state)}
    given = ended = 0
    while (ask := game.ask) is not None and given < 25:
        order = an_order(game, ask, rng) if rng.random() < 0.3 else None
        if order is not None:
            before = game.hash()
            count, whole = carry_out(game, order, players)
            given, ended = given + 1, ended + whole
            if count and rng.random() < 0.5:
                game.undo(count)
                assert game.hash() == before
        if game.ask is not None:
            game.answer(players[game.ask.side].answer(game.view(game.ask.side), game.ask), game.ask.side)
    assert given >= 10, given
    assert ended >= given / 3, (ended, given)


@pytest.mark.parametrize("book", BOOKS)
def test_a_force_is_put_down_and_nothing_more_is_decided(book: str) -> None:
    """Which unit acts first is another matter, though it is asked in the same words."""
    game, aide = battle(book, 3), Aide(Order((), scope="placed"))
    players = {side: make_player("tactician", 3) for side in game.system.sides(game.state)}
    placed = 0
    while (ask := game.ask) is not None:
        there = game.system.show(game.state).figures
        reply = aide.answer(game.view("red"), ask) if ask.side == "red" else None
        if isinstance(reply, Given):
            assert ask.of
            assert not set(ask.of) & set(there), ask.prompt
            placed += 1
        elif ask.side == "red" and placed:
            break
        game.answer(reply.answer if isinstance(reply, Given) else players[ask.side].answer(game.view(ask.side), ask), ask.side)
    units = [unit for unit in game.system.show(game.state).units.values() if unit.side == "red"]
    assert all(unit.figures[0] in game.system.show(game.state).figures for unit in units)


def led_squad() -> Game[Any]:
    """Oversoul, where red's first activation is asked for and his captain goes with the riflemen."""
    game = battle("oversoul", 3)
    players = {side: make_player("tactician", 3) for side in ("red", "blue")}
    while (ask := game.ask) is not None and (ask.side, ask.rule) != ("red", "oversoul.round.one-unit-or-pass"):
        squad = isinstance(ask, Choose) and ask.side == "red" and "red-rifles" in ask.ids  # put down first, and joined
        game.answer("red-rifles" if squad else players[ask.side].answer(game.view(ask.side), ask), ask.side)
    assert game.state.units["red-rifles"].leader == "red-captain"
    return game


def test_an_order_to_a_led_squad_goes_with_its_leader() -> None:
    """Whether he leaves is asked first: he stays, and the order is carried out to its end."""
    game = led_squad()
    assert isinstance(game.ask, Choose)
    who = next(one.of for one in game.ask.written if one.id == "red-rifles")
    assert "red-captain.1" in who
    there = places(game.view("red"), who)
    x, y = middle(list(there.values()))
    order = Order(who, stance="move", way=((x, y + 4000),))
    assert rehearse(game.view("red"), order).ends.keys() >= set(who)
    carry_out(game, order, {"blue": make_player("tactician", 3)})
    after = places(game.view("red"), who)
    assert all(after[name][1] - there[name][1] > 1000 for name in who)


def test_standing_answers_let_pass_answer_as_advised_or_only_with_a_good_chance() -> None:
    game = battle("defiance", 5)
    players = {side: make_player("tactician", 5) for side in game.system.sides(game.state)}
    asked = 0
    while (ask := game.ask) is not None and asked < 5:
        view = game.view(ask.side)
        if ask.topic == "react":
            asked += 1
            means = {one.id: one.means for one in ask.written}  # type: ignore[attr-defined]
            assert means[react(view, ask, "pass")] in ("hold", "pass")
            assert means[react(view, ask, 100)] in ("hold", "pass"), "nothing is certain"
            assert react(view, ask, "advise") == make_player("tactician", 1).answer(view, ask)
        game.answer(players[ask.side].answer(view, ask), ask.side)
    assert asked


@pytest.mark.parametrize("book", [name for name, system in SYSTEMS.items() if system.secrets])
def test_another_truth_behind_what_is_hidden_changes_nothing(book: str) -> None:
    game, rng = battle(book, 11), Random(11)
    players = {side: make_player("tactician", 3) for side in game.system.sides(game.state)}
    tried = 0
    while (ask := game.ask) is not None and tried < 8:
        order = an_order(game, ask, rng)
        if order is not None and game.together is None:
            tried += 1
            other = game.imagine(ask.side, 99)  # secrets guessed anew
            assert other.ask is not None
            one, two = Aide(order, game.system.stances), Aide(order, game.system.stances)
            assert one.answer(game.view(ask.side), ask) == two.answer(other.view(ask.side), other.ask)
            other.close()
        game.answer(players[ask.side].answer(game.view(ask.side), ask), ask.side)
    assert tried


@pytest.mark.parametrize("shelter", [False, True])
@pytest.mark.parametrize("book", BOOKS)
def test_an_order_round_a_corner_goes_round_it(book: str, shelter: bool) -> None:
    """The corner is in the ways of a rehearsal, each man's as far beside it as he stands beside the middle of his unit."""
    game, rng, bent = battle(book, 3), Random(3), 0
    player = make_player("tactician", 3)
    while (ask := game.ask) is not None and not bent and len(game.entries) < LATE:
        order = an_order(game, ask, rng)
        if order is not None and game.system.measures:
            here = places(game.view(ask.side), order.who)
            x, y = middle(list(here.values()))
            step = 1200 if y < game.state.depth / 2 else -1200
            bend = Order(order.who, way=((x, y + step), (x + 1200, y + step)), act="hold", shelter=shelter)
            ways = rehearse(game.view(ask.side), bend).ways
            bent += sum((here[name][0], here[name][1] + step) in way for name, way in ways.items() if name in here)
        game.answer(player.answer(game.view(ask.side), ask), ask.side)
    assert bent or not game.system.measures
