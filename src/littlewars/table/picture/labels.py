"""Where names go on a picture: near what they name, inside the frame, and not over one another if there is room at all.

>>> place([Label("Ravens", (10, 10, 20, 20), 12)], (0, 0, 100, 100))[0].far
False
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Rect = tuple[float, float, float, float]  # left, top, right, bottom

WIDTH, BOLD = 0.5, 0.57  # of a letter, in parts of its size
OVER_NAME, OVER_THING, AWAY = 8.0, 1.5, 0.6  # what it costs to cover a name, to cover something else, to be far away
RINGS = (0.0, 15.0, 30.0, 48.0)
NEAR = 12.0  # within this a name needs no line to what it names


class Label(NamedTuple):
    """A name, what it belongs to, and its size. `inside`: it would rather stand in the middle of its thing, if it fits."""

    text: str
    about: Rect
    size: float
    bold: bool = False
    inside: bool = False


class LabelSpot(NamedTuple):
    """Where a name stands: the middle of its line; `far` from its thing if a line should lead there."""

    x: float
    y: float
    far: bool


def place(labels: Sequence[Label], frame: Rect, things: Sequence[Rect] = ()) -> list[LabelSpot]:
    """A place for each, in order: the first come first."""
    taken, covered = np.empty((len(labels), 4)), np.array(things, float).reshape(-1, 4)
    spots = []
    for k, label in enumerate(labels):
        tries = list(_tries(label, frame))
        costs = _covers(tries, taken[:k]) * OVER_NAME + _covers(tries, covered) * OVER_THING
        costs += [_apart(box, label.about) * label.size * AWAY for box in tries]
        box = tries[int(costs.argmin())]
        taken[k] = box
        middle, foot = (box[0] + box[2]) / 2, box[3] - 0.24 * label.size
        spots.append(LabelSpot(middle, foot, not label.inside and _apart(box, label.about) > NEAR))
    return spots


def _tries(label: Label, frame: Rect) -> Iterator[Rect]:
    """Boxes round the thing, the usual one first: above, below, beside, and then farther away."""
    left, top, right, bottom = label.about
    wide = len(label.text) * label.size * (BOLD if label.bold else WIDTH)
    high = label.size * 1.15
    x, y = (left + right - wide) / 2, (top + bottom - high) / 2
    if label.inside and wide <= right - left and high <= bottom - top:
        yield _within((x, y, x + wide, y + high), frame)
    for ring in RINGS:
        above, below = top - high - 3 - ring, bottom + 3 + ring
        beside = ((right + 4 + ring, y), (left - wide - 4 - ring, y))
        corners = [(x + side * wide / 2, row) for row in (above, below) for side in (-1, 1)]
        places = [(x, below), (x, above)] if label.inside else [(x, above), (x, below)]
        for to_x, to_y in (*places, *beside, *corners):
            yield _within((to_x, to_y, to_x + wide, to_y + high), frame)


def _within(box: Rect, frame: Rect) -> Rect:
    """The same box, pushed back into the frame."""
    dx = max(0.0, frame[0] - box[0]) or min(0.0, frame[2] - box[2])
    dy = max(0.0, frame[1] - box[1]) or min(0.0, frame[3] - box[3])
    return box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy


def _covers(boxes: Sequence[Rect], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """The area that each box shares with the others, all together."""
    mine = np.array(boxes)[:, None]
    wide = np.minimum(mine[..., 2], others[:, 2]) - np.maximum(mine[..., 0], others[:, 0])
    high = np.minimum(mine[..., 3], others[:, 3]) - np.maximum(mine[..., 1], others[:, 1])
    found: NDArray[np.float64] = (wide.clip(0) * high.clip(0)).sum(1)
    return found


def _apart(a: Rect, b: Rect) -> float:
    """How far two boxes are from each other."""
    dx = max(0.0, a[0] - b[2], b[0] - a[2])
    dy = max(0.0, a[1] - b[3], b[1] - a[3])
    return float((dx * dx + dy * dy) ** 0.5)
