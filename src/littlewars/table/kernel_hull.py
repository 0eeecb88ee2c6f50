"""Kernel of hulls: the area that two convex outlines share."""

from __future__ import annotations

import numpy as np

from .kernel import Floats, kernel


@kernel
def shared_area(a: Floats, b: Floats) -> float:
    """Cut one convex outline by every edge of the other; what is left is shared. Both run counter-clockwise."""
    room = a.shape[0] + b.shape[0] + 4
    shape, kept = np.empty((room, 2)), np.empty((room, 2))
    n = a.shape[0]
    for k in range(n):
        shape[k, 0], shape[k, 1] = a[k, 0], a[k, 1]
    for e in range(b.shape[0]):
        px, py = b[e, 0], b[e, 1]
        qx, qy = b[(e + 1) % b.shape[0], 0], b[(e + 1) % b.shape[0], 1]
        count = 0
        ux, uy = shape[n - 1, 0], shape[n - 1, 1]
        su = (qx - px) * (uy - py) - (qy - py) * (ux - px)
        for k in range(n):
            vx, vy = shape[k, 0], shape[k, 1]
            sv = (qx - px) * (vy - py) - (qy - py) * (vx - px)
            if (su < 0) != (sv < 0):
                t = su / (su - sv)
                kept[count, 0], kept[count, 1] = ux + t * (vx - ux), uy + t * (vy - uy)
                count += 1
            if sv >= 0:
                kept[count, 0], kept[count, 1] = vx, vy
                count += 1
            ux, uy, su = vx, vy, sv
        if count == 0:
            return 0.0
        shape, kept, n = kept, shape, count
    area = 0.0
    for k in range(n):
        m = (k + 1) % n
        area += shape[k, 0] * shape[m, 1] - shape[k, 1] * shape[m, 0]
    return area / 2
