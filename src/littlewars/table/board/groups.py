"""Cohesion: which figures of a unit hang together, by the book's own kind of cohesion.

>>> groups([[0, 1000, 6000], [1000, 0, 5000], [6000, 5000, 0]], chain(4000))
[(0, 1), (2,)]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from ..kernels.compiled import Ints

Matrix = Sequence[Sequence[int]] | Ints
Group = tuple[int, ...]


class Cohesion(NamedTuple):
    """A kind of cohesion: one chain of links, all pairs within reach, or all near the leader and a neighbour."""

    kind: Literal["chain", "all", "leader"]
    link: int
    neighbour: int = 0


def chain(link: int) -> Cohesion:
    """Everybody linked to somebody, all in one chain."""
    return Cohesion("chain", link)


def all_pairs(link: int) -> Cohesion:
    """Everybody within reach of everybody."""
    return Cohesion("all", link)


def near_leader(link: int, neighbour: int) -> Cohesion:
    """Everybody within reach of the leader, and near a comrade."""
    return Cohesion("leader", link, neighbour)


def groups(gaps: Matrix, kind: Cohesion, leader: int = 0) -> list[Group]:
    """The groups a unit falls into, largest first (ties by lowest member); ALL_PAIRS returns every largest clique."""
    table = np.asarray(gaps)
    if len(table) == 0:
        return []
    if kind.kind == "all":
        return _cliques(_links(table, kind.link))
    if kind.kind == "leader":
        return _round_leader(table, kind, leader)
    return _components(_links(table, kind.link))


def _links(table: Ints, reach: int) -> list[int]:
    """For each figure a bit mask of those within reach, itself apart."""
    rows = (table <= reach).tolist()
    return [sum(1 << j for j, near in enumerate(row) if near and j != i) for i, row in enumerate(rows)]


def _members(mask: int) -> Group:
    """A bit mask as a group."""
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


def _components(links: list[int]) -> list[Group]:
    """The connected parts."""
    left, found = (1 << len(links)) - 1, []
    while left:
        part = edge = left & -left
        while edge:
            i = edge.bit_length() - 1
            new = links[i] & ~part
            part |= new
            edge = (edge & ~(1 << i)) | new
        found.append(_members(part))
        left &= ~part
    return sorted(found, key=lambda g: (-len(g), g))


def _cliques(links: list[int]) -> list[Group]:
    """All largest sets in which everybody is linked to everybody (Bron and Kerbosch with a pivot)."""
    best: list[int] = [0]

    def grow(inside: int, maybe: int, never: int) -> None:
        size, most = inside.bit_count(), best[0].bit_count()
        if not maybe and not never:
            if size > most:
                best[:] = [inside]
            elif size == most:
                best.append(inside)
            return
        if size + maybe.bit_count() < most:
            return
        pivot = max(_members(maybe | never), key=lambda v: (links[v] & maybe).bit_count())
        for v in _members(maybe & ~links[pivot]):
            grow(inside | 1 << v, maybe & links[v], never & links[v])
            maybe &= ~(1 << v)
            never |= 1 << v

    grow(0, (1 << len(links)) - 1, 0)
    return sorted({_members(m) for m in best if m})


def _round_leader(table: Ints, kind: Cohesion, leader: int) -> list[Group]:
    """The leader with all that are near him and near a comrade who is; then everybody else on his own."""
    near = {i for i in range(len(table)) if table[leader][i] <= kind.link or i == leader}
    good = [i for i in near if len(near) == 1 or any(j != i and table[i][j] <= kind.neighbour for j in near)]
    body = tuple(sorted(good)) or (leader,)
    return [body, *((i,) for i in range(len(table)) if i not in body)]


def in_cohesion(gaps: Matrix, kind: Cohesion, leader: int = 0) -> bool:
    """Does the whole unit hang together?"""
    if len(gaps) <= 1:
        return True
    if kind.kind == "chain":
        return _one_chain(_links(np.asarray(gaps), kind.link))
    return len(groups(gaps, kind, leader)[0]) == len(gaps)


def _one_chain(links: list[int]) -> bool:
    """Does a walk over links from the first reach everybody?"""
    part = edge = 1
    while edge:
        i = edge.bit_length() - 1
        new = links[i] & ~part
        part |= new
        edge = (edge & ~(1 << i)) | new
    return part == (1 << len(links)) - 1


def largest(gaps: Matrix, kind: Cohesion, leader: int = 0) -> list[Group]:
    """The largest group, or all that tie: then the rule says who chooses."""
    found = groups(gaps, kind, leader)
    return [g for g in found if len(g) == len(found[0])] if found else []
