"""Cohesion: chains, cliques, leaders and mending."""

import random
from itertools import combinations

import pytest

from littlewars.table.board.groups import all_pairs, chain, groups, in_cohesion, largest, near_leader
from littlewars.table.shapes.bases import Disc, gap


def matrix(bases):
    return [[gap(a, b) if a is not b else 0 for b in bases] for a in bases]


def line(*xs):
    return [Disc(x, 0, 500) for x in xs]


@pytest.mark.rule("oversoul.org.loose-cohesion-troopers", "oversoul.org.cohesion-connected")
def test_cohesion_chain():
    assert in_cohesion(matrix(line(0, 2000, 7000, 9000)), chain(4000))
    assert not in_cohesion(matrix(line(0, 2000, 9000, 11000)), chain(4000))
    assert groups(matrix(line(0, 2000, 9000, 11000)), chain(4000)) == [(0, 1), (2, 3)]
    assert largest(matrix(line(0, 2000, 9000, 11000)), chain(4000)) == [(0, 1), (2, 3)]
    assert in_cohesion(matrix(line(0)), chain(4000))
    assert groups([], chain(4000)) == []


def test_largest_cliques_against_all_subsets():
    rng = random.Random(1)
    for _ in range(60):
        n = rng.randrange(1, 9)
        table = matrix([Disc(rng.randrange(20) * 1000, rng.randrange(20) * 1000, 500) for _ in range(n)])
        best = max(
            (c for k in range(1, n + 1) for c in combinations(range(n), k) if all(table[i][j] <= 8000 for i in c for j in c)),
            key=len,
        )
        found = groups(table, all_pairs(8000))
        assert len(found[0]) == len(best)
        assert best in found
        assert in_cohesion(table, all_pairs(8000)) == (len(best) == n)


def test_near_the_leader():
    table = matrix(line(0, 3000, 6000, 9000, 20000))
    assert groups(table, near_leader(10000, 2500)) == [(0, 1, 2, 3), (4,)]
    assert not in_cohesion(table, near_leader(10000, 2500))
