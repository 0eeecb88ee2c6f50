"""The peers, each measured in this very run: PettingZoo's chess, OpenSpiel's backgammon, icepool, shapely."""

from __future__ import annotations

import random
import time
from typing import Any


def pettingzoo_chess(seconds: float = 4.0) -> float:
    """Steps a second of random play in PettingZoo's chess."""
    from pettingzoo.classic import chess_v6

    rng, steps, began = random.Random(1), 0, time.perf_counter()
    env: Any = chess_v6.env()
    while time.perf_counter() - began < seconds:
        env.reset(seed=rng.randrange(1 << 30))
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            legal = [move for move, ok in enumerate(observation["action_mask"]) if ok]
            env.step(None if over or cut else rng.choice(legal))
            steps += 1
            if time.perf_counter() - began >= seconds:
                break
    return steps / (time.perf_counter() - began)


def openspiel_backgammon(seconds: float = 3.0) -> tuple[float, float]:
    """Decisions and games a second of random play in OpenSpiel's backgammon (C++, driven from Python)."""
    import pyspiel

    rng, moves, games, began = random.Random(1), 0, 0, time.perf_counter()
    game = pyspiel.load_game("backgammon")
    while time.perf_counter() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        games += 1
    spent = time.perf_counter() - began
    return moves / spent, games / spent


def icepool_volley(dice: int, needed: int, saves: int, sides: int = 6) -> float:
    """Seconds for the same chain in icepool: hits of a pool, then failed saves of the hits."""
    import icepool

    began = time.perf_counter()
    hit = icepool.d(sides) >= needed
    fall = icepool.d(sides) < saves
    hits = dice @ hit
    lost = hits.map(lambda n: n @ fall if n else icepool.Die([0]))
    assert lost.denominator() > 0
    return time.perf_counter() - began


def shapely_sight(pairs: list[tuple[tuple[int, int], tuple[int, int]]], outlines: list[Any]) -> float:
    """Pairs a second: three lines for each pair against every polygon, vectorised with prepared geometries.

    A line that only touches a polygon is not blocked, so those that intersect are measured inside it, as our kernel does.
    """
    import numpy as np
    import shapely

    polygons = [shapely.Polygon(outline) for outline in outlines]
    shapely.prepare(polygons)
    began = time.perf_counter()
    lines = []
    for (ax, ay), (bx, by) in pairs:
        dx, dy = bx - ax, by - ay
        far = max(1.0, (dx * dx + dy * dy) ** 0.5)
        ox, oy = -dy / far * 500, dx / far * 500
        lines += [((ax + k * ox, ay + k * oy), (bx + k * ox, by + k * oy)) for k in (-1, 0, 1)]
    made = shapely.linestrings(np.array(lines))
    for polygon in polygons:
        meets = made[shapely.intersects(polygon, made)]
        blocked = shapely.length(shapely.intersection(meets, polygon)) > 0
        assert blocked.size == meets.size
    return len(pairs) / (time.perf_counter() - began)
