"""Where an outline has room: places named by the kernel hold all that measuring finds, in its order."""

from random import Random

import numpy as np

from littlewars.table.facing import turned
from littlewars.table.moving.spots import room_for
from littlewars.table.shapes.bases import Poly, apart2, clear_of, rectangle

SIZE, REACH = (30_000, 20_000), 3000


def _shapes() -> list[Poly]:
    box = rectangle(-1000, -1500, 1000, 1500)
    return [tuple(turned(corner, (0, 0), face) for corner in box) for face in (0, 4500, 9000)]


def _moved(shape: Poly, x: int, y: int) -> Poly:
    return tuple((cx + x, cy + y) for cx, cy in shape)


def _is_free(outline: Poly, others: list[Poly]) -> bool:
    on_table = all(0 <= x <= SIZE[0] and 0 <= y <= SIZE[1] for x, y in outline)
    return on_table and all(apart2(outline, other)[0] > REACH**2 * apart2(outline, other)[1] for other in others)


def test_every_free_place_is_named_in_order() -> None:
    places = np.array([(x, y) for x in range(0, SIZE[0], 1500) for y in range(0, SIZE[1], 1500)], np.int64)
    for seed in range(8):
        random = Random(seed)
        others = [
            _moved(random.choice(_shapes()), random.randrange(SIZE[0]), random.randrange(SIZE[1])) for _ in range(seed % 5)
        ]
        named = [
            (at, turn)
            for at, turn in room_for(places, _shapes(), others, SIZE, REACH)
            if _is_free(_moved(_shapes()[turn], *at), others)
        ]
        free = [
            ((x, y), turn)
            for x, y in places.tolist()
            for turn, shape in enumerate(_shapes())
            if _is_free(_moved(shape, x, y), others)
        ]
        assert named == free
        assert free


def test_hardly_anything_else_is_named() -> None:
    places = np.array([(x, 10_000) for x in range(0, SIZE[0], 100)], np.int64)
    wall = [rectangle(14_000, 0, 16_000, 20_000)]
    named = list(room_for(places, _shapes()[:1], wall, SIZE, REACH))
    assert [at for at, _ in named if not _is_free(_moved(_shapes()[0], *at), wall)] == [(10_000, 10_000), (20_000, 10_000)]


def test_a_box_beyond_reach_is_not_measured_and_at_the_limit_it_is() -> None:
    one, two = rectangle(0, 0, 1000, 1000), rectangle(4000, 0, 5000, 1000)
    assert clear_of(one, two, 2999, strict=True)
    assert not clear_of(one, two, 3000, strict=True)
    assert clear_of(one, two, 3000, strict=False)
    assert not clear_of(one, two, 3001, strict=False)
