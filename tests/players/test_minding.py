"""What an order minds: cover near the place where somebody is sent, and what its giver is warned of before he gives it."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Game
from littlewars.engine.orders import Order
from littlewars.players import make_player
from littlewars.players.aide import places
from littlewars.players.rehearsal import Rehearsal, rehearse
from littlewars.players.shelter import BARE, COVERED, INSIDE, NEAR, Shelter
from littlewars.systems import SYSTEMS


@pytest.fixture(autouse=True)
def _time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left out because the machine is busy."""
    monkeypatch.setattr("littlewars.players.rehearsal.PATIENCE", 60.0)


WALL = ((0, 0), (4000, 0), (4000, 500), (0, 500))
ENEMY = (2000, 20_000)


def test_inside_is_better_than_behind_and_behind_better_than_bare() -> None:
    shelter = Shelter((WALL,), (ENEMY,))
    assert shelter.worth((2000, 250)) == INSIDE
    assert shelter.worth((2000, -600)) == COVERED
    assert shelter.worth((2000, 900)) == BARE, "the wall is behind him"
    assert shelter.worth((2000, -3000)) == BARE, "the wall is too far away"
    assert Shelter((WALL,), ()).worth((2000, -600)) == BARE


def test_only_better_places_are_looked_for_and_none_far_away() -> None:
    shelter = Shelter((WALL,), (ENEMY,))
    found = list(shelter.better((2000, 1200)))
    assert found
    assert all(shelter.worth(place) > BARE for place in found)
    assert all((x - 2000) ** 2 + (y - 1200) ** 2 <= (NEAR + 1) ** 2 for x, y in found)
    assert [shelter.worth(place) for place in found] == sorted((shelter.worth(place) for place in found), reverse=True)
    assert list(shelter.better((2000, 250))) == [], "there is nothing better than to be inside"


def until_planned(book: str, unit: str, scenario: str = "first-battle", seed: int = 3) -> Game[Any]:
    """A battle as far as a unit, or any, that is to be told what to do."""
    system = SYSTEMS[book]
    game = Game.start(system, system.scenarios()[scenario], seed)
    players = {side: make_player("tactician", seed) for side in system.sides(game.state)}
    while (ask := game.ask) is not None:
        if ask.topic == "plan" and unit in (ask.unit, ""):
            return game
        game.answer(players[ask.side].answer(game.view(ask.side), ask), ask.side)
    raise AssertionError(f"{unit} never acts")


def rehearsed(game: Game[Any], stance: str, way: tuple[tuple[int, int], ...] = (), shelter: bool = False) -> Rehearsal:
    ask = game.ask
    assert ask is not None
    who = tuple(places(game.view(ask.side), game.state.units[ask.unit].figures))
    return rehearse(game.view(ask.side), Order(who, stance=stance, way=way, shelter=shelter))


def test_keeping_to_cover_puts_more_of_them_into_it() -> None:
    """Sent to the edge of the wood, those who keep to cover stand in it."""
    game = until_planned("defiance", "redcoat-section")
    wood = next(piece.outline for piece in game.system.show(game.state).ground if piece.kind == "dense-wood")
    shelter = Shelter((wood,), ())
    side = game.ask.side  # type: ignore[union-attr]
    here = list(places(game.view(side), game.state.units["redcoat-section"].figures).values())
    x, y = (sum(one[n] for one in here) // len(here) for n in (0, 1))
    edge = min(wood, key=lambda one: abs(one[0] - x) + abs(one[1] - y))
    goal = (round(x + (edge[0] - x) * 0.98), round(y + (edge[1] - y) * 0.98))
    stood = {
        keeps: sum(shelter.worth((ex, ey)) == INSIDE for ex, ey, _ in rehearsed(game, "sprint", (goal,), keeps).ends.values())
        for keeps in (False, True)
    }
    assert stood[True] > stood[False], stood


def test_men_in_the_open_are_warned_of() -> None:
    """Somewhere on the table somebody sees them, somewhere nobody does; who is warned of is seen clearly by whom is named."""
    game = until_planned("defiance", "redcoat-section")
    foes = {unit.id for unit in game.state.units.values() if unit.side != game.ask.side}  # type: ignore[union-attr]
    found = []
    for goal in ((24_000, 14_000), (30_000, 24_000), (12_000, 20_000)):
        mind = {one.what: one for one in rehearsed(game, "sprint", (goal,)).warnings}
        found.append("open" in mind)
        if "open" in mind:
            assert mind["open"].by
            assert set(mind["open"].by) <= foes
            assert set(mind["open"].who) <= set(game.state.units["redcoat-section"].figures)
    assert True in found
    assert False in found


def test_own_men_in_the_way_of_suppression_are_warned_of() -> None:
    """In one of some battles somebody would beat the ground on which his own men stand: only his own are named."""
    for seed in (7, 9, 6, 3, 5):
        game = until_planned("defiance", "", seed=seed)
        players = {side: make_player("tactician", seed) for side in game.system.sides(game.state)}
        while (ask := game.ask) is not None:
            if ask.rule == "defiance.orders.declare-first":
                mind = {one.what: one for one in rehearsed(game, "suppress-primary").warnings}
                if "fringe" in mind:
                    assert {game.state.units[game.state.figures[name].unit].side for name in mind["fringe"].who} == {ask.side}
                    return
            game.answer(players[ask.side].answer(game.view(ask.side), ask), ask.side)
    raise AssertionError("nobody ever stands in the way")


def ordered(game: Game[Any], unit: str, **what: Any) -> Rehearsal:
    """An order at the whole of an enemy unit, as it would go."""
    side = game.ask.side  # type: ignore[union-attr]
    view, show = game.view(side), game.system.show(game.state)
    foes = tuple(one.id for one in show.figures.values() if one.unit == unit)
    who = tuple(places(view, game.state.units[game.ask.unit].figures))  # type: ignore[union-attr]
    return rehearse(view, Order(who, act="at", at=foes, **what))


def test_who_does_not_attack_is_told_why() -> None:
    """The wood hides the enemy from most of them: where each line meets it is told, and who attacks is not among them."""
    game = until_planned("defiance", "redcoat-section")
    found = ordered(game, "seedling-grove")
    attacking = {one.who for one in found.attacks}
    hidden = [one for one in found.held if one.why == "hidden"]
    assert hidden
    assert not {one.who for one in found.held} & attacking
    ground = {piece.id: piece.outline for piece in game.system.show(game.state).ground}
    for one in hidden:
        assert one.by in ground
        assert one.at is not None
        xs, ys = zip(*ground[one.by], strict=True)
        assert min(xs) <= one.at[0] <= max(xs)
        assert min(ys) <= one.at[1] <= max(ys)


def test_who_is_told_to_hold_needs_no_reason() -> None:
    game = until_planned("defiance", "redcoat-section")
    side = game.ask.side  # type: ignore[union-attr]
    who = tuple(places(game.view(side), game.state.units["redcoat-section"].figures))
    assert rehearse(game.view(side), Order(who, act="hold")).held == ()


def test_what_is_too_far_away_is_said_to_be() -> None:
    """Whoever sees his target and holds because of the distance has no weapon that reaches it."""
    game = until_planned("oversoul", "")
    show = game.system.show(game.state)
    side = game.ask.side  # type: ignore[union-attr]
    unit = next(one for one in game.state.units.values() if one.side == side)
    foe = next(one.unit for one in show.figures.values() if one.side != side)
    foes = tuple(one.id for one in show.figures.values() if one.unit == foe)
    found = rehearse(game.view(side), Order(tuple(unit.figures), act="at", at=foes))
    far = [one.who for one in found.held if one.why == "far"]
    assert far
    for name in far:
        reach = max(band.reach for arm in show.models[show.figures[name].model].arms for band in arm.bands)
        looks = [game.system.look(game.state, name, other) for other in foes]
        assert all(look is None or look.state == "blocked" or (look.far or 0) > reach for look in looks)
