"""Nothing measures before the declaration: an enemy goes over the border of a range band, and no sheet, refusal, trace,
forecast or suggestion is another (at43.measuring.no-premeasuring)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import littlewars.players.at43
from littlewars.engine import Assign, ChooseSome, Game, Leg, Move, Place, Step, foresee
from littlewars.engine.showing import Drag
from littlewars.players import make_player
from littlewars.systems.at43.system import AT43
from tests.at43.table import scenario

NEAR, FAR = 59.2, 61.2  # centimetres from leader to leader: ranges 5 and 6, and both look like 60
FIGURES = {"1": {"profile": "officer", "at": [20, 20]}, "2": {"at": [24, 20]}, "3": {"profile": "sonic", "at": [28, 20]}}


def world(far: float, **more: Any) -> dict[str, Any]:
    """A unit that acts and an enemy so far away, on overwatch, with a unit in reserve on both sides."""
    units: dict[str, Any] = {
        "r": {"figures": FIGURES},
        "r2": {"profile": "strider", "at": [[60, 20]]},
        "r3": {"count": 2},
        "b": {
            "profile": "hero",
            "figures": {"1": {"at": [20, 23 + far]}, "2": {"at": [24, 23 + far]}},
            "markers": ["overwatch"],
        },
        "b2": {"profile": "strider", "at": [[100, 110]]},
    }
    sides = {
        "red": {"row": ["r2", "r3"], "laid": ["r2"], "commander": "r.1"},
        "blue": {"row": ["b", "b2"], "laid": ["b", "b2"], "commander": "b.1"},
    }
    return scenario(units, lp={"red": 6, "blue": 6}, sides=sides, rounds=3, **more)


ACTS = {"doing": {"unit": "r", "stage": "act", "acts": True}}
KEPT = {"at": "red"}
STARTS: dict[str, dict[str, Any]] = {
    "acting": {"turn": ACTS},
    "kept": {"turn": KEPT},
    "tactics": {"turn": {"doing": {"unit": "r", "stage": "end", "acts": True}}},
    "paying": {"turn": {"doing": {"unit": "r2", "stage": "reveal"}}},
    "reserve": {"turn": {"doing": {"unit": "r3", "stage": "enter", "acts": True}}},
    "authority": {"turn": {"phase": "authority", "at": ""}},
}


def tried(ask: Any) -> Iterator[Any]:
    """What comes of things that somebody might try, to measure with them."""
    if isinstance(ask, Move):
        for y in range(20, 119, 3):
            legs = (Leg("r.1", (Step("go", (20_000, 1000 * y)),)),) if "r.1" in ask.start else ()
            refusal = ask.refuse(legs)
            yield (refusal.rule, refusal.text) if refusal and y < 70 else bool(refusal)
            trace = [ask.trace(leg) for leg in legs]
            yield [(one.cost, one.budget, [part.cost for part in one.stretches]) for one in trace]
        yield ask.plan(Drag(tuple(ask.start), (24_000, 30_000)))
    elif isinstance(ask, Place):
        yield [(trace.cost, trace.budget) for trace in ask.trace(ask.default())]
    elif isinstance(ask, Assign):
        for item, choices in ask.items.items():
            for choice in choices:
                answer = tuple((name, str(choice) if name == item else "hold") for name in ask.items)
                yield str(ask.refuse(answer))
    elif isinstance(ask, ChooseSome):
        yield [str(ask.refuse((name,))) for name in ask.ids]
    else:
        yield str(ask.refuse("spoon")) if hasattr(ask, "ids") else ""


def seen(game: Game[Any], ask: Any) -> list[Any]:
    """Everything that a page or a player gets to know of an ask. Whoever moves has declared it, and sees which way he goes."""
    if isinstance(ask, Move | Place):
        return list(tried(ask)) if ask.side == "red" else []
    sheet = ask.sheet()
    suggestion = make_player("tactician", 1).answer(game.view(ask.side), ask)
    forecasts = [foresee(game.system, game.battle, ask, ask.sample(Random(n))) for n in range(3)]
    return [sheet, list(tried(ask)), suggestion, forecasts, ask.default()]


def declared(game: Game[Any]) -> bool:
    return any(type(event).__name__ in ("Declared", "Moved") for event in game.battle.events or [])


@pytest.mark.rule("at43.measuring.no-premeasuring")
@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("seed", range(4))
def test_an_enemy_across_a_range_band_changes_nothing_that_is_told(start: str, seed: int) -> None:
    games = [Game.start(AT43, world(far, **STARTS[start]), 7) for far in (NEAR, FAR)]
    rng, asked = Random(seed), 0
    for _ in range(12):
        near, far = (game.ask for game in games)
        if near is None or far is None or declared(games[0]):
            break
        asked += 1
        assert near.blind or isinstance(near, Move | Place) or near.topic in ("secret", "plan"), near.rule
        assert seen(games[0], near) == seen(games[1], far), near.rule
        if near.side == "blue" and isinstance(near, Move):
            break  # it moves, from where it stands
        answer = near.sample(rng)
        for game in games:
            game.answer(answer)
    assert asked


@pytest.mark.rule("at43.measuring.no-premeasuring")
def test_the_two_worlds_are_different_once_something_is_declared() -> None:
    ranges = []
    for far in (NEAR, FAR):
        game = Game.start(AT43, world(far, turn=ACTS), 7)
        game.answer("salvo")
        game.answer((("rifle", "b"), ("sonic", "hold")))
        game.answer(())
        ranges += [event.range for event in game.battle.events or [] if type(event).__name__ == "Declared"]
    assert ranges == [5, 6]


@pytest.mark.rule("at43.measuring.no-premeasuring")
def test_overwatch_is_asked_before_anything_is_measured() -> None:
    found = []
    for far in (NEAR, FAR):
        game = Game.start(AT43, world(far, turn=ACTS), 7)
        game.answer("combat")
        game.answer(tuple(Leg(f"r.{n}", (Step("go", (16_000 + 4000 * n, 21_000)),)) for n in (1, 2, 3)))
        assert game.ask is not None
        assert game.ask.rule == "at43.tactics.overwatch"
        found.append([game.ask.sheet(), foresee(AT43, game.battle, game.ask, "b")])
        game.answer("b")
        assert game.ask.rule == "at43.tactics.cost"
        found[-1] += [game.ask.sheet(), game.ask.blind]
    assert found[0] == found[1]


EXACT = {  # what measures, or what follows from a measure
    "gap", "gaps", "gaps_from", "gap_of", "gap_poly", "gap_point", "matrix", "least_gap", "within", "distance", "aim",
    "centre2", "is_covered", "cover_of", "bystanders", "swept_gap", "near_foes", "engaged_with", "touching",
}  # fmt: skip
LENGTHS = {"hypot", "dist", "sqrt"}


@pytest.mark.rule("at43.measuring.no-premeasuring")
def test_the_tactician_has_no_ruler() -> None:
    """Distances come from `estimate` alone, and are rounded to 5 cm there."""
    folder = Path(littlewars.players.at43.__file__).parent
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = {getattr(node, "id", ""), getattr(node, "attr", "")}
            names |= {alias.name for alias in node.names} if isinstance(node, ast.ImportFrom) else set()
            assert not names & EXACT, f"{path.name}: {names & EXACT}"
            assert path.name == "estimate.py" or not names & LENGTHS, f"{path.name}: {names & LENGTHS}"


def test_estimates_are_rounded_to_five_centimetres() -> None:
    from littlewars.players.at43.estimate import by_eye

    assert [by_eye(1000 * cm) for cm in (0, 2.4, 2.6, 58, 62.4, 62.6)] == [0, 0, 5000, 60_000, 60_000, 65_000]
