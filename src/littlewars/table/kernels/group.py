"""Kernel of cohesion: do some bodies hang together in one chain of short gaps?"""

from __future__ import annotations

import numpy as np

from .compiled import Ints, kernel
from .measure import gap_pair


@kernel
def one_chain(bodies: Ints, corner: Ints, rows: Ints, link: int) -> bool:
    """Does a walk over gaps of at most `link` from the first body reach all of them?"""
    n = rows.size
    if n < 2:
        return True
    reached = np.zeros(n, np.bool_)
    queue = np.empty(n, np.int64)
    reached[0] = True
    queue[0] = 0
    head, tail = 0, 1
    while head < tail:
        i = rows[queue[head]]
        head += 1
        for k in range(n):
            if not reached[k] and gap_pair(bodies, corner, i, rows[k]) <= link:
                reached[k] = True
                queue[tail] = k
                tail += 1
    return tail == n
