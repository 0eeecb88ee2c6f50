"""Bots: see only a view, answer within the rules, think the same with the same seed, and the tactician is the better one."""

from math import dist

import pytest

from littlewars.dice import Rolling
from littlewars.engine import Game, View
from littlewars.lab.simulate import Series, simulate
from littlewars.players import KINDS, Tactician, UnknownPlayer, make_player, play_out
from littlewars.systems import SYSTEMS
from tests.defiance.squads import Play, row
from tests.oversoul.helpers import Play as Skirmish

READY = [(name, scenario) for name, system in SYSTEMS.items() for scenario in system.scenarios()]


def start(name, scenario, seed=3):
    system = SYSTEMS[name]
    return Game(system, system.setup(system.scenarios()[scenario]), Rolling(seed), quiet=True, keep="none")


@pytest.mark.parametrize(("name", "scenario"), READY)
def test_every_advice_is_legal_and_the_battle_ends(name, scenario):
    game, players = start(name, scenario), {"red": Tactician(1), "blue": Tactician(2)}
    decisions = 0
    while ask := game.ask:
        answer = players[ask.side].answer(game.view(ask.side), ask)
        assert ask.refuse(answer) is None
        game.answer(answer, ask.side)
        decisions += 1
        assert decisions < 20_000
    assert game.result is not None


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_thinks_the_same(kind, name):
    ends = set()
    for _ in range(2):
        game = start(name, "first-battle")
        play_out(game, {"red": make_player(kind, 5), "blue": make_player(kind, 6)}, most=60)
        ends.add(game.hash())
    assert len(ends) == 1


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("kind", KINDS)
def test_players_see_a_view_and_change_nothing(kind, name):
    """A view is a copy: whatever a player does with it, the game stands where it stood and no die has fallen."""
    game = start(name, "first-battle")
    players = {"red": make_player(kind, 5), "blue": make_player(kind, 6)}
    for _ in range(40):
        ask = game.ask
        if ask is None:
            break
        before, view = game.hash(), OnlyView(game, ask.side)
        answer = players[ask.side].answer(view, ask)
        assert game.hash() == before
        assert view.state is not game.state
        game.answer(answer, ask.side)


class OnlyView(View):
    """A view that shows nothing of the game but what a view shows."""

    def __getattribute__(self, name):
        assert name in ("state", "battle", "system", "side", "asks", "events", "imagine", "_game") or name.startswith("__")
        return super().__getattribute__(name)


def test_unknown_players():
    with pytest.raises(UnknownPlayer, match="'chess'; there are random, tactician"):
        make_player("chess", 1)


@pytest.mark.parametrize(("name", "scenarios", "games", "wins"), [
    ("oversoul", tuple(SYSTEMS["oversoul"].scenarios()), 20, 18),
    ("defiance", ("first-battle", "standard-game"), 12, 11),
    ("combat-action", ("first-battle", "raid"), 12, 11),
    ("xenocide", ("first-battle", "armoured-patrol"), 40, 36),
])  # fmt: skip
def test_the_tactician_beats_chance(name, scenarios, games, wins):
    seats = (("red", "tactician"), ("blue", "random"))
    outcome = simulate(Series(name, scenarios, games, 11, seats, swap=True))
    assert outcome.by_player["tactician"] >= wins, outcome


def test_cards_for_a_unit_that_only_this_plan_knows():
    """A commander who leaves a unit is one of his own: on the plan's own table, and not yet on the common one."""
    units = {
        "r": {"frame": "man", "at": row(5, 10, 9), "figures": {"1": {"command": 1}}},
        "s": {"frame": "man", "at": row(5, 14, 5), "figures": {"1": {"command": 3}}},
        "b": {"at": row(5, 40, 5)},
    }
    sides = {"red": {"edge": "south", "primary": "s.1"}, "blue": {"edge": "north", "headless": True}}
    play = Play(units, sides=sides, turn={"phase": "command", "number": 0, "deck": []})
    play.say("leave:r.1")
    view, ask = play.game.view("red"), play.game.ask
    assert ask.rule == "defiance.command.primary-cards"
    assert "r+2" not in view.state.units
    assert [unit for _, unit in Tactician(1).answer(view, ask)] == ["r", "s", "r+2"]


def test_a_volley_is_suggested_where_shots_are_free():
    """Every model that can hurt somebody is given a target, and nobody is told to do nothing."""
    squad = {"profile": "rifle", "at": [[20, 10], [22, 10], [24, 10]]}
    play = Skirmish({"a": squad, "b": {"profile": "man", "at": [[20, 18], [22, 18], [24, 18]]}})
    play.say("a", "other", "group")
    ask = play.game.ask
    answer = Tactician(1).answer(play.game.view(ask.side), ask)
    assert ask.refuse(answer) is None
    assert [name for name, _ in answer] == ["a.1", "a.2", "a.3"]
    assert all(action.startswith("shoot:0:b.") for _, action in answer)


def test_the_moor_is_not_left_naked():
    """Each player may place three pieces, and does; all of them lie apart, none on another."""
    game, players = start("oversoul", "barrow-moor"), {"red": Tactician(1), "blue": Tactician(2)}
    bare = len(game.state.pieces)
    while game.ask.rule.startswith("oversoul.setup.terrain"):
        ask = game.ask
        game.answer(players[ask.side].answer(game.view(ask.side), ask), ask.side)
    assert len(game.state.pieces) == bare + 6


@pytest.mark.parametrize("scenario", SYSTEMS["oversoul"].scenarios())
def test_leaders_begin_beside_their_units(scenario):
    """Wherever the tactician puts its force down, no leader stands alone in a corner."""
    system = SYSTEMS["oversoul"]
    game, players = Game.start(system, system.scenarios()[scenario], 3), {}
    while (ask := game.ask) is not None and game.state.turn.phase in ("terrain", "ready", "deploy"):
        player = players.setdefault(ask.side, Tactician(3))
        game.answer(player.answer(game.view(ask.side), ask), ask.side)
    state = game.state
    leaders = [figure for figure in state.figures.values() if figure.profile.leader and not figure.gone]
    assert leaders
    for leader in leaders:
        comrades = [
            one
            for one in state.figures.values()
            if not one.gone and one.unit != leader.unit and state.side_of(one) == state.side_of(leader)
        ]
        assert min(dist(leader.at, one.at) for one in comrades) < 6000, leader.id
    game.close()
