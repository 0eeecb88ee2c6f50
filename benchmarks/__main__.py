"""`make bench`: what things cost beside their peers, printed and written to benchmarks/results.md. Ratios are the point."""

from __future__ import annotations

import math
import platform
import random
import statistics
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace

from benchmarks import actions, peers
from benchmarks.hulls import drags, groves, odds_of_a_fight, odds_of_a_template, templates
from benchmarks.salvos import odds_of_a_salvo, salvo_copies
from benchmarks.showing import longest_step, showing
from benchmarks.squads import answers_between_checkpoints, copies_in_attacks, grand_battle, odds_of_a_volley, squads
from benchmarks.tables import battle, picket, thousand
from littlewars.dice import Rolling
from littlewars.engine import Game, Scenario, System, odds
from littlewars.lab.simulate import look_rarely
from littlewars.players import make_player, play_out
from littlewars.server.workers.worker import rare_garbage
from littlewars.systems import SYSTEMS
from littlewars.systems.oversoul.attack.attack import Plan
from littlewars.systems.oversoul.attack.odds import plan_volley, volley_odds
from littlewars.systems.oversoul.basics.sight import SIGHT
from littlewars.systems.oversoul.basics.state import State
from littlewars.systems.oversoul.basics.tabletop import classify
from littlewars.table.board.board import Board
from littlewars.table.maps.generate import generate
from littlewars.table.shapes.bases import Disc
from littlewars.table.sight.looks import see_many
from littlewars.table.warm import warm

SYSTEM = SYSTEMS["oversoul"]
RESULTS = Path(__file__).parent / "results.md"
Row = tuple[str, str, str, str]
SHOWN = (("oversoul", "meeting-engagement"), ("defiance", "standard-game"), ("xenocide", "grand-battle"))
WARM = 3  # games
BOOKS = ("oversoul", "defiance", "xenocide", "at43", "combat-action")


def play(figures: int, players: tuple[str, str], seconds: float) -> tuple[float, float]:
    """Decisions and games a second, one process."""
    return play_at(SYSTEM, battle(figures), players, seconds)


def play_at(system: System[Any], scenario: Scenario, players: tuple[str, str], seconds: float) -> tuple[float, float]:
    """The same with any rulebook and scenario."""
    ready = system.setup(scenario)
    for seed in range(WARM):  # all kernels are loaded before the clock runs
        play_out(Game(system, system.copy(ready), Rolling(seed), quiet=True, keep="none"), _seats(players, seed), 2000)
    look_rarely()  # as the processes of `simulate` do; it serves the peers in this process as well
    decisions, games, shared = 0, 0, dict[str, Any]()
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        games += 1
        game = Game(system, system.copy(ready), Rolling(games), quiet=True, keep="none", shared=shared)
        decisions += play_out(game, _seats(players, games))
    spent = time.perf_counter() - began
    return decisions / spent, games / spent


def ready_battles(riflemen: float) -> list[Row]:
    """Random play of every ready battle, and its share of the speed of 22 riflemen: what they have, battles have as well."""
    rows = []
    for book in BOOKS:
        for name, scenario in SYSTEMS[book].scenarios().items():
            made, done = play_at(SYSTEMS[book], scenario, ("random", "random"), 4.0)
            rows.append((f"{book} {name}, random play", _speed(made, done), f"{made / riflemen:.2f} of 22 riflemen", "0.20"))
    return rows


def with_hulls() -> list[Row]:
    """Defiance's vehicles, fights and templates."""
    defiance = SYSTEMS["defiance"]
    foot, _ = play_at(defiance, groves(hulls=False), ("random", "random"), 4.0)
    made, done = play_at(defiance, groves(hulls=True), ("random", "random"), 4.0)
    _, great = play_at(defiance, defiance.scenarios()["armoured-clash"], ("tactician", "tactician"), 5.0)
    return [
        ("Defiance, random play, four hulls", _speed(made, done), f"{made / foot:.2f} of none", "0.67"),
        ("Defiance, tactician play, 2,000 points", f"{1 / great:.2f} s a game", "", "at most 5 s a game"),
        ("Defiance, exact odds of a fight", f"{odds_of_a_fight() * 1e3:.0f} ms", "4 dice, DC 3, fields", "200 ms"),
        ("Defiance, exact odds of a template", f"{odds_of_a_template() * 1e3:.0f} ms", "8 figures, scatter", "1000 ms"),
        ("Defiance, a hull's drag previewed", *_middle_and_worst(drags()), "50 ms"),
        ("Defiance, a template's drag previewed", *_middle_and_worst(templates()), "100 ms"),
    ]


def with_squads() -> list[Row]:
    """Xenocide: two squads, a hundred a side, an attack."""
    made, done, ratio = beside_chess(SYSTEMS["xenocide"], squads(), ("random", "random"))
    great = sorted(grand_battle(seed) for seed in (1, 2, 3))
    copied = copies_in_attacks()
    return [
        ("Xenocide, random play, 10 a side", _speed(made, done), f"{ratio:.1f}", "8,000 decisions/s"),
        ("Xenocide, tactician play, 100 a side", f"{great[1]:.1f} s a game", "middle of three", "at most 20 s"),
        ("Xenocide, copy in mid-attack", f"median {statistics.median(copied):.0f} µs", f"worst {max(copied):.0f} µs", "60 µs"),
        ("Xenocide, exact odds of ten rifles and a machine gun", f"{odds_of_a_volley():.1f} ms", "", "20 ms"),
        ("Xenocide, answers between two checkpoints", f"{answers_between_checkpoints()} at most", "play by chance", "12"),
    ]


def combat_action(defiance: float) -> list[Row]:
    """Combat Action: random and tactician play of its first battle, bursts and moves that are watched; `defiance`: the ratio of
    that book to chess."""
    system = SYSTEMS["combat-action"]
    first = actions.whole_forces()
    made, done, ratio = beside_chess(system, first, ("random", "random"))
    share = f"{ratio:.1f}, {ratio / defiance:.2f} of Defiance's"
    _, games = play_at(system, first, ("tactician", "tactician"), 5.0)
    return [
        ("Combat Action, random play, 24 models", _speed(made, done), share, "6,000 decisions/s, or 0.67 of Defiance's"),
        ("Combat Action, tactician play", f"{1 / games:.2f} s a game", "", "at most 2 s a game"),
        ("Combat Action, exact odds of a burst", actions.middle(actions.odds_of_a_burst()), "3 dice", "5 ms"),
        ("Combat Action, a move watched by eight", actions.middle(actions.a_watched_move()), "20 places", "2 ms"),
    ]


def salvos() -> list[Row]:
    """AT-43 with the forces of its first battle, 26 figures."""
    system = SYSTEMS["at43"]
    ready = system.scenarios()
    made, done, ratio = beside_chess(system, ready["first-battle"], ("random", "random"))
    slowest = min(play_at(system, scenario, ("tactician", "tactician"), 5.0)[1] for scenario in ready.values())
    middle, late = salvo_copies()
    return [
        ("AT-43, random play, 26 figures", _speed(made, done), f"{ratio:.1f}", "8,000 decisions/s"),
        ("AT-43, tactician play", f"{1 / slowest:.2f} s a game", "the slowest ready battle", "at most 1 s a game"),
        ("AT-43, exact odds of a salvo", f"{odds_of_a_salvo() * 1e3:.1f} ms", "8 dice, re-rolls, cover", "10 ms"),
        ("AT-43, copy in mid-activation", f"median {middle:.0f} µs, 95 % {late:.0f} µs", "", "60 and 500 µs"),
    ]


def _middle_and_worst(spent: list[float]) -> tuple[str, str]:
    return f"median {statistics.median(spent):.1f} ms", f"worst {max(spent):.1f} ms"


def longest_steps() -> list[Row]:
    """The longest step of whole battles and the first look of every ready one: nobody else plays meanwhile."""
    rows = []
    rare_garbage()
    for book in BOOKS:
        for name, scenario in SYSTEMS[book].scenarios().items():
            longest = max(longest_step(SYSTEMS[book], scenario, seed) for seed in (7, 8, 9, 10))
            first = showing(SYSTEMS[book], scenario, most=1).first
            rows.append((f"{book} {name}: longest step", f"{longest:.1f} ms", f"first look {first:.1f} ms", "10 ms"))
    return rows


def _seats(players: tuple[str, str], seed: int) -> dict[str, Any]:
    return {side: make_player(name, seed + n) for n, (side, name) in enumerate(zip(("red", "blue"), players, strict=True))}


def copies(figures: int) -> tuple[float, float]:
    """Median and 95th percentile of a copy at every decision of random play, in microseconds."""
    ready, rng, spent = SYSTEM.setup(battle(figures)), random.Random(3), []
    game = Game(SYSTEM, ready, Rolling(3), quiet=True, keep="last")
    while (ask := game.ask) is not None and len(spent) < 1500:
        began = time.perf_counter()
        twin = game.copy()
        spent.append((time.perf_counter() - began) * 1e6)
        twin.close()
        game.answer(ask.sample(rng))
    return statistics.median(spent), float(np.percentile(spent, 95))


def sight(bulk: bool) -> tuple[float, Any, Any]:
    """Pairs a second with twenty polygons and forty figures: one by one, or one viewer against all."""
    table = generate(5, (72000, 48000), pairs=10, spacing=500)
    rng = random.Random(2)
    spots = [(rng.randrange(1000, 71000), rng.randrange(1000, 47000)) for _ in range(40)]
    laid = Board(table.size, table.pieces, classify)
    for n, spot in enumerate(spots):
        laid.put(f"f{n}", Disc(*spot, 500), n, 0)
    rows = laid.rows(laid)
    one = rows[:1]
    see_many(laid, "f0", rows, SIGHT)
    pairs, began = 0, time.perf_counter()
    while time.perf_counter() - began < 1.0:
        for n in range(40):
            see_many(laid, f"f{n}", rows if bulk else one, SIGHT)
            pairs += len(rows) if bulk else 1
    return pairs / (time.perf_counter() - began), spots, [p.outline for p in table.pieces]


SPREADS = (10, 7, 4)  # over so many targets: one shot each, and two spreads in which some are shot at more often than others


def volley() -> tuple[dict[int, float], float]:
    """Milliseconds for the exact odds of ten shooters by spread, and icepool's milliseconds."""
    state = SYSTEM.setup({**battle(80, size=10), "terrain": []})  # eighty on an open field
    plan = plan_volley(state, state.units["red-1"], state.units["blue-1"])
    assert len({aim.target for aim in plan}) == len(plan) == 10, plan
    first = {targets: _first_odds(state, _spread(plan, targets)) for targets in SPREADS}
    needed = plan[0].tally.needed
    peer = min(peers.icepool_volley(10, needed, 4) for _ in range(3))
    return first, peer * 1e3


def _spread(plan: Plan, targets: int) -> Plan:
    """The same attacks at the first so many of their targets, in turn."""
    return tuple(replace(aim, target=plan[number % targets].target) for number, aim in enumerate(plan))


def _first_odds(state: State, plan: Plan) -> float:
    """Milliseconds for odds that nobody has asked before, the best of several."""

    def ask() -> dict[int, Fraction]:
        found = volley_odds(state, plan)
        return odds(SYSTEM, state, found.rule, found.measure, pure=found.pure)

    exact = ask()
    assert sum(exact.values()) == 1
    return min(_timed(ask) for _ in range(9)) * 1e3


def _timed(work: Any) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def growth() -> tuple[list[tuple[int, float]], float]:
    """Microseconds a decision of random play from 20 to 160 figures, and the exponent of its growth."""
    points = [(n, 1e6 / play(n, ("random", "random"), 3.0)[0]) for n in (20, 40, 80, 160)]
    xs, ys = [math.log(n) for n, _ in points], [math.log(t) for _, t in points]
    return points, float(np.polyfit(xs, ys, 1)[0])


def beside_chess(
    system: System[Any], scenario: Scenario, players: tuple[str, str], seconds: float = 3.0, rounds: int = 3
) -> tuple[float, float, float]:
    """Decisions and games a second, and the ratio to chess: measured in turns with it, the middle of three rounds."""
    found = []
    for _ in range(rounds):
        chess = peers.pettingzoo_chess(seconds / 2)
        decisions, games = play_at(system, scenario, players, seconds)
        chess = (chess + peers.pettingzoo_chess(seconds / 2)) / 2
        found.append((decisions / chess, decisions, games))
    ratio, decisions, games = sorted(found)[rounds // 2]
    return decisions, games, ratio


def measure() -> list[Row]:
    """Everything, as rows: what, figure, ratio or peer, aim."""
    rows: list[Row] = []
    warm()
    chess = peers.pettingzoo_chess()
    rows.append(("PettingZoo chess, random play", f"{chess:,.0f} steps/s", "1", ""))
    moves, games = peers.openspiel_backgammon()
    rows.append(("OpenSpiel backgammon, random play (C++)", _speed(moves, games), f"{moves / chess:.1f}", ""))
    for player, figures, aim in (("random", 22, "20"), ("random", 80, "8"), ("tactician", 22, ""), ("tactician", 80, "")):
        made, done, ratio = beside_chess(SYSTEM, battle(figures), (player, player))
        goal = f"at least {aim} times chess" if aim else ""
        rows.append((f"{player} play, {figures} figures", _speed(made, done), f"{ratio:.1f}", goal))
    defiance = SYSTEMS["defiance"]
    made, done, figures22 = beside_chess(defiance, picket(), ("random", "random"))
    rows.append(("Defiance, random play, 22 figures", _speed(made, done), f"{figures22:.1f}", "10,000 decisions/s"))
    made, done = play_at(defiance, thousand(), ("tactician", "tactician"), 5.0)
    rows.append(
        ("Defiance, tactician play, 1,000 points", f"{1 / done:.2f} s a game", _speed(made, done), "at most 5 s a game")
    )
    rows += with_hulls()
    rows += with_squads()
    rows += combat_action(figures22)
    rows += salvos()
    rows += ready_battles(play(22, ("random", "random"), 4.0)[0])
    middle, late = copies(80)
    rows.append(("copy in mid-activation, 80 figures", f"median {middle:.0f} µs, 95 % {late:.0f} µs", "", "50 and 500 µs"))
    bulk, spots, outlines = sight(bulk=True)
    single, _, _ = sight(bulk=False)
    pairs = [(a, b) for a in spots for b in spots if a != b]
    other = peers.shapely_sight(pairs, outlines)
    times = f"{bulk / other:.0f} x shapely"
    rows.append(("sight, three lines, 20 pieces, in bulk", f"{bulk / 1e6:.2f} M pairs/s", times, "0.5 M, 10 x"))
    rows.append(("sight, one by one", f"{single:,.0f} pairs/s", f"{single / other:.1f} x shapely", ""))
    first, peer = volley()
    for targets, spent in first.items():
        beside = f"icepool {peer:.2f} ms" if targets == 10 else ""
        rows.append((f"exact odds, ten shooters at {targets} targets", f"{spent:.2f} ms", beside, "5 ms"))
    for name, scenario in SHOWN:
        showing(SYSTEMS[name], SYSTEMS[name].scenarios()[scenario])  # once, so that all is compiled
        shown = showing(SYSTEMS[name], SYSTEMS[name].scenarios()[scenario])
        text = f"{name} {scenario}: showing an answer to three audiences"
        rows.append((text, f"{shown.showing:.2f} ms", f"rules {shown.rules:.2f} ms", "1 ms"))
    rows += longest_steps()
    points, exponent = growth()
    text = ", ".join(f"{n}: {t:.0f} µs" for n, t in points)
    rows.append(("time a decision, 20 to 160 figures", text, f"exponent {exponent:.2f}", "at most 0.7"))
    return rows


def _speed(decisions: float, games: float) -> str:
    return f"{decisions:,.0f} decisions/s, {games:.3g} games/s"


def main() -> None:
    """Measure, print, write."""
    rows = measure()
    lines = [
        "# What it costs",
        "",
        "`make bench` writes this page. One process on one core; ratios are to PettingZoo's chess in the same run unless said.",
        "Sight: shapely measures the length inside, too, to tell touching from crossing.",
        "Growth: the table widens with the figures, so that they stand equally dense.",
        f"Python {platform.python_version()}, {platform.machine()}.",
        "",
        "| what | measured | ratio | aim |",
        "| --- | --- | --- | --- |",
        *("| " + " | ".join(row) + " |" for row in rows),
        "",
    ]
    RESULTS.write_text("\n".join(lines), encoding="utf-8")
    for row in rows:
        print(f"{row[0]:<42} {row[1]:<46} {row[2]:<18} {row[3]}")


if __name__ == "__main__":
    main()
