"""Many battles: the same whatever the number of processes, counted right, and a soak that finds nothing."""

import sys
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from littlewars.lab import soak
from littlewars.lab.exchange import exchanged, forces
from littlewars.lab.forces import drawn
from littlewars.lab.simulate import BattleFault, BattleResult, Series, battles, count, is_exchanged, seating, seed_of, simulate
from littlewars.systems import SYSTEMS

DUEL = {
    "name": "Duel",
    "system": "oversoul",
    "table": [24, 24],
    "rounds": 3,
    "deploy": False,
    "sides": {"red": {"edge": "south"}, "blue": {"edge": "north"}},
    "profiles": {"rifle": {"die": "d6", "range": 10}},
    "units": {
        "ravens": {"side": "red", "profile": "rifle", "at": [[10, 8], [12, 8]]},
        "watch": {"side": "blue", "profile": "rifle", "at": [[10, 15], [12, 15]]},
    },
}


def plan(games=6, seed=1, swap=False, players=("random", "random"), given=(DUEL,)):
    seats = tuple(zip(("red", "blue"), players, strict=True))
    return Series("oversoul", tuple(f"duel {n}" for n, _ in enumerate(given)), games, seed, seats, swap, tuple(given))


def test_the_number_of_processes_changes_nothing():
    one, two = list(battles(plan(10), 1)), list(battles(plan(10), 2))
    assert one == two
    assert [played.number for played in one] == list(range(10))


def test_another_seed_is_another_battle():
    assert list(battles(plan(6, 1))) == list(battles(plan(6, 1)))
    assert list(battles(plan(6, 1))) != list(battles(plan(6, 2)))
    assert len({seed_of(seed, number) for seed in range(50) for number in range(50)}) == 2500


def test_what_battles_show_is_counted():
    seats = (("red", "random"), ("blue", "random"))
    quiet = Series("combat-action", ("first-battle",), 3, 4, seats)
    counting = Series("combat-action", ("first-battle",), 3, 4, seats, features=True)
    plain, counted = simulate(quiet), simulate(counting)
    assert plain.shown == {}
    assert (plain.wins, plain.decisions) == (counted.wins, counted.decisions)
    assert list(counted.shown) == list(SYSTEMS["combat-action"].features)
    walks, seen = counted.shown["activity walk"], [one.shown for one in battles(counting)]
    assert walks.times == sum(shown["activity walk"] for shown in seen) > walks.battles == 3
    assert counted.shown["location hold"].times == 0  # there is no vehicle with room in this battle


def test_players_change_sides():
    swapping = plan(8, swap=True, players=("tactician", "random"), given=(DUEL, DUEL))
    seats = [seating(swapping, number)["red"] for number in range(8)]
    assert seats == ["tactician", "tactician", "random", "random"] * 2
    still = plan(8, players=("tactician", "random"))
    assert {seating(still, number)["red"] for number in range(8)} == {"tactician"}


def test_counts():
    played = [
        BattleResult(0, "a", ("red",), ("tactician",), 3, 10),
        BattleResult(1, "b", ("blue",), ("random",), 5, 20),
        BattleResult(2, "a", (), (), 4, 30),
        BattleResult(3, "b", ("red", "blue"), ("tactician", "random"), 4, 40),
    ]
    found = count(plan(4, players=("tactician", "random")), played, 2.0, 1)
    assert (found.games, found.wins, found.draws) == (4, {"red": 2, "blue": 2}, 1)
    assert (found.turns_mean, found.decisions, found.decisions_per_s, found.games_per_s) == (4, 100, 50, 2)
    assert found.by_player == {"tactician": 2, "random": 2}
    assert found.by_scenario == {"a": {"red": 1, "blue": 0, "draws": 1}, "b": {"red": 1, "blue": 2, "draws": 0}}


def test_every_battle_is_reported_once():
    ticks = []
    outcome = simulate(plan(5), 1, lambda: ticks.append(1))
    assert len(ticks) == outcome.games == sum(outcome.wins.values()) + outcome.draws == 5


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_battle_that_breaks_is_named(jobs):
    with pytest.raises(BattleFault, match=r"battle 0 \(duel 0, dice \d+\): .*nosuch"):
        simulate(plan(2, given=({**DUEL, "victory": "nosuch"},)), jobs)


def test_soak(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["soak", "--games", "1", "--jobs", "1", "--every", "40"])
    assert soak.main() == 0
    assert "1 battles" in capsys.readouterr().out


def test_a_soak_goes_through_all_scenarios():
    jobs = list(soak.jobs_of(20, 1, 1))
    assert len({(system, scenario) for system, scenario, _, _ in jobs}) >= 5
    assert len({seed for _, _, seed, _ in jobs}) == 20


def test_a_soak_plays_large_battles_now_and_then():
    jobs = list(soak.jobs_of(100, 1, 2))
    great = [(number, every) for number, (_, scenario, _, every) in enumerate(jobs) if scenario == "grand-battle"]
    assert great == [(49, 50), (99, 50)]
    assert {every for _, scenario, _, every in jobs if scenario != "grand-battle"} == {2}


def test_a_soak_names_what_broke(monkeypatch):
    def broken(*_, **__):
        raise soak.Broken("a fault")

    monkeypatch.setattr(soak, "check_game", broken)
    assert soak.one(("oversoul", "crossroads", 3, 1)) == soak.SoakResult(
        "oversoul crossroads seed 3", why="crossroads: a fault"
    )


def test_a_soak_begins_where_cases_begin() -> None:
    """Each case that can be played comes as often as the others, and what chance seldom comes to is seen from there."""
    jobs = list(soak.from_cases(Path(__file__).parent.parent / "cases" / "defiance", 1, 400))
    assert {system for system, *_ in jobs} == {"defiance"}
    assert set(Counter(file for _, file, _, _ in jobs).values()) == {soak.EACH_CASE}
    assert len({seed for *_, seed, _ in jobs}) == len(jobs)
    again = [soak.one(job) for job in jobs if job[1].endswith("a-gun-is-manned-again.yaml")]
    assert not any(done.why for done in again)
    assert sum(done.shown.get("defiance: order recover", 0) for done in again) > 0


def test_every_other_battle_of_a_soak_has_forces_drawn_by_chance() -> None:
    book = SYSTEMS["defiance"]
    scenario = book.scenarios()["standard-game"]
    assert drawn(book, scenario, 1) == scenario
    found = {side["army"] for seed in range(0, 60, 2) for side in drawn(book, scenario, seed)["sides"].values()}
    assert {"human-1000", "vobian-1000"} <= found
    assert not any(name.endswith("2000") for name in found)  # of the same points


def test_a_soak_counts_features_and_fails_when_one_is_never_seen(monkeypatch, capsys) -> None:
    monkeypatch.setattr(soak, "features", lambda: ["toy: dragons"])
    monkeypatch.setattr(soak, "ENOUGH", 1)
    monkeypatch.setattr(sys, "argv", ["soak", "--games", "1", "--jobs", "1", "--every", "400"])
    assert soak.main() == 1
    assert "never seen: toy: dragons" in capsys.readouterr().out


# ---- forces exchanged


def test_units_on_the_table_keep_their_places_and_their_edge() -> None:
    other = exchanged(DUEL)
    assert {id: unit["side"] for id, unit in other["units"].items()} == {"ravens": "blue", "watch": "red"}
    assert other["units"]["ravens"]["at"] == DUEL["units"]["ravens"]["at"]
    assert other["sides"] == {"red": {"edge": "north"}, "blue": {"edge": "south"}}
    assert exchanged(other) == DUEL
    assert forces(DUEL) == {"red": "force of red", "blue": "force of blue"}
    assert forces(DUEL, other=True) == {"red": "force of blue", "blue": "force of red"}


def test_wins_are_counted_for_the_force_whoever_leads_it() -> None:
    """Four against one: the four mostly win, whichever side they fight for."""
    four = {"side": "red", "profile": "rifle", "at": [[8 + 2 * k, 8] for k in range(4)]}
    uneven = DUEL | {"units": {"ravens": four, "watch": DUEL["units"]["watch"] | {"at": [[10, 15]]}}, "rounds": 12}
    seats = (("red", "tactician"), ("blue", "tactician"))
    outcome = simulate(Series("oversoul", ("uneven",), 20, 1, seats, given=(uneven,), exchange=True))
    assert outcome.by_force["force of red"] >= 15
    assert min(outcome.wins.values()) >= 6


@pytest.mark.parametrize("book", sorted(SYSTEMS))
def test_every_ready_battle_can_be_played_with_forces_exchanged(book: str) -> None:
    system = SYSTEMS[book]
    for name, scenario in system.scenarios().items():
        other = exchanged(scenario)
        assert forces(other) == forces(scenario, other=True), name
        assert forces(other) == dict(zip(forces(scenario), reversed(forces(scenario).values()), strict=True)), name
        assert exchanged(other) == scenario
        system.setup(other)


def test_each_seating_meets_both_forces() -> None:
    plan = Series("oversoul", ("first-battle",), 8, 1, (("red", "random"), ("blue", "tactician")), swap=True, exchange=True)
    met = {(seating(plan, number)["red"], is_exchanged(plan, number)) for number in range(4)}
    assert met == {("random", False), ("random", True), ("tactician", False), ("tactician", True)}
    outcome = simulate(plan)
    assert sum(outcome.by_force.values()) == sum(outcome.wins.values())
    named = set(forces(SYSTEMS["oversoul"].scenarios()["first-battle"]).values())
    assert set(outcome.by_force) == named
    lazy = simulate(replace(plan, games=1, players=(("red", "random"), ("blue", "random"))))
    assert set(lazy.by_force) == named  # whoever never wins has 0
