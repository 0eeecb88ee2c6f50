"""Kernel of arcs: what can be in an arc of sight at once, whichever way one turns?"""

from __future__ import annotations

import numpy as np

from .constants import FULL_TURN
from .kernel import Ints, kernel


@kernel
def contents(bearings: Ints, ways: Ints, half: int, off: Ints, best: Ints) -> int:
    """The different contents of an arc when one faces each of these ways; their number.

    For each of them a row: how far everybody is off the middle at best (-1: not in it), and the number of the first way that
    is so good.
    """
    count, n = 0, bearings.shape[0]
    here = np.empty(n, np.int64)
    for w in range(ways.shape[0]):
        inside = 0
        for k in range(n):
            turn = (ways[w] - bearings[k]) % FULL_TURN
            aside = min(turn, FULL_TURN - turn)
            here[k] = aside if aside <= half else -1
            inside += aside <= half
        if inside == 0:
            continue
        same = 0
        while same < count:
            k = 0
            while k < n and (here[k] < 0) == (off[same, k] < 0):
                k += 1
            if k == n:
                break
            same += 1
        if same == count:
            count += 1
            for k in range(n):
                off[same, k], best[same, k] = here[k], w
        else:
            for k in range(n):
                if here[k] < off[same, k]:
                    off[same, k], best[same, k] = here[k], w
    return count
