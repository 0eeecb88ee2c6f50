"""What one unit has of another past a crowd: the quick kernel against all lines, and targets thought of elsewhere."""

import random

import numpy as np

from littlewars.table.constants import FAR, FOOT, NONE
from littlewars.table.kernels.glimpse import are_beyond, hider
from littlewars.table.kernels.lines import WORK, holds_point, stretches_in
from littlewars.table.kernels.screen import runs_through, stands_in
from littlewars.table.kernels.sight import misses_box
from littlewars.table.shapes.bases import Box, Disc, moved
from littlewars.table.sight.lines import DIMMED, STOPPED, TOO_DEEP, holders, lines_to, outlines_of
from littlewars.table.sight.looks import sees
from littlewars.table.sight.screens import Crowd, Ends, Eye, Footprint, Looking, Past, look, reaches, sees_groups, stand
from littlewars.table.terrain.sight_rules import XENOCIDE, rule_array
from tests.table.test_sight import random_scene

SIZE = 1
IDS = [f"f{k}" for k in range(6)]
MINE, THEIRS = IDS[:2], IDS[2:4]


def scene(rng):
    """A table, covers, and the footprints of four units: two that look and are looked at, two in between."""
    board, _ = random_scene(rng)
    covers = np.array([rng.randrange(2) for _ in board.field.pieces], np.int8)
    units = {"mine": MINE, "theirs": THEIRS, "friend": [IDS[4]], "screen": IDS[4:]}
    prints = [
        Footprint.of(
            name,
            "red" if name in ("mine", "friend") else "blue",
            [board.base(one) for one in ids],
            rng.choice([0, 0, 1500]),
            rng.choice([0, 1]),
            rng.random() < 0.1,
            rng.random() < 0.5,
        )
        for name, ids in units.items()
    ]
    return board, covers, Crowd(prints)


def by_lines(board, covers, crowd, spared):
    """What the rules say of all lines: who sees whom, who is hidden in part, and who is on the lines."""
    prints = [one for one in crowd.prints if one.unit not in ("mine", "theirs")]
    mine, theirs, hulls = board.rows(MINE), board.rows(THEIRS), outlines_of([one.hull for one in prints])
    facts, through = lines_to(board, mine, theirs, XENOCIDE, covers, hulls)
    foot = np.maximum(board.bodies[mine, FOOT][:, None], board.bodies[theirs, FOOT][None, :])
    over = [(foot >= one.level) | (one.size < SIZE) for one in prints]
    held = holders(board, mine, hulls)[:, None, :] | holders(board, theirs, hulls)[None, :, :]
    stops = [one.side == "blue" and one.unit not in spared and not one.aloft for one in prints]
    screened = np.stack(
        [through[..., k].astype(bool) & (stops[k] & ~over[k] & (held[..., k] == 0))[..., None] for k in range(len(prints))], -1
    )
    drawn = facts > 0
    sees = (drawn & ~((facts >= TOO_DEEP) | screened.any(axis=3))).any(axis=2)
    solid = [one.solid and not one.aloft for one in prints]
    hidden = (facts == DIMMED) | (facts == STOPPED) | through[..., solid].any(axis=3)
    friends = {
        one.unit: through[:, :, 0, k].astype(bool) & ~over[k]
        for k, one in enumerate(prints)
        if one.side == "red" and not one.aloft
    }
    enemies = {one.unit: screened[..., k].any(axis=2) for k, one in enumerate(prints)}
    return sees, sees & (drawn & hidden).any(axis=2), friends, enemies


def looking(covers, spared=((),), full=False, most=FAR):
    """How the red unit looks."""
    past = tuple(Past(SIZE, frozenset(("mine", "theirs")), names) for names in spared)
    return Looking(XENOCIDE, covers, "red", past, full, most)


def ends(board):
    """The eyes of one unit, the models of the other."""
    return between(board, [Eye(name, name) for name in MINE], THEIRS)


def between(board, eyes, targets):
    """Who looks at whom."""
    return Ends(eyes, board.rows([eye.body for eye in eyes]), targets, board.rows(targets))


def test_the_quick_look_equals_all_lines() -> None:
    rng, met = random.Random(5), set()
    for _ in range(400):
        board, covers, crowd = scene(rng)
        spared = ("screen",) if rng.random() < 0.2 else ()
        sees, obscured, friends, enemies = by_lines(board, covers, crowd, spared)
        for full in (False, True):
            view = look(board, ends(board), crowd, looking(covers, (spared,), full))[0]
            assert view.sees.tolist() == sees.tolist()
            for row, name in enumerate(MINE):
                assert view.obscured(row) == obscured[row].tolist()
                for column, target in enumerate(THEIRS):
                    assert view.between(name, target) == tuple(u for u, mask in friends.items() if mask[row, column])
                    if full:
                        assert view.screens(name, target) == tuple(u for u, mask in enemies.items() if mask[row, column])
                    met |= {bool(sees[row, column]), "hidden" if obscured[row, column] else "", *view.screens(name, target)}
    assert met >= {True, False, "hidden", "screen"}


def test_targets_are_thought_of_where_they_would_stand() -> None:
    rng = random.Random(6)
    for _ in range(150):
        board, covers, crowd = scene(rng)
        spots = np.array(
            [[(rng.randrange(24000), rng.randrange(24000), rng.choice([0, 1500])) for _ in THEIRS] for _ in range(3)]
        )
        found = look(board, ends(board), crowd, looking(covers, ((), ("screen",), ())), stand(board, board.rows(THEIRS), spots))
        before = board.bodies.copy()
        for spot, spared, view in zip(spots.tolist(), ((), ("screen",), ()), found, strict=True):
            twin = board.copy()
            for name, (x, y, foot) in zip(THEIRS, spot, strict=True):
                unit, side, level, flags, _, tall = twin.tags[twin.row[name]]
                twin.put(name, moved(twin.base(name), (x, y)), unit, side, level=level, flags=flags, foot=foot, tall=tall)
            there = look(twin, ends(twin), crowd, looking(covers, (spared,)))[0]
            assert (view.sees.tolist(), view.gaps.tolist()) == (there.sees.tolist(), there.gaps.tolist())
            assert [view.obscured(row) for row in (0, 1)] == [there.obscured(row) for row in (0, 1)]
            assert (view.least, view.nearest) == (there.least, there.nearest)
        assert (board.bodies == before).all()


def test_who_reaches_whom_is_what_a_look_says() -> None:
    rng, found = random.Random(8), set()
    for _ in range(400):
        board, covers, crowd = scene(rng)
        spots = np.array([[(rng.randrange(24000), rng.randrange(24000), 0) for _ in THEIRS] for _ in range(3)])
        elsewhere = stand(board, board.rows(THEIRS), spots)
        by = looking(covers, ((), ("screen",), ()))
        arcs = [(rng.randrange(36000), 4500) if rng.random() < 0.3 else None for _ in MINE]
        eyes = [Eye(name, name, arc) for name, arc in zip(MINE, arcs, strict=True)]
        reach = [rng.choice([-1, 4000, 12000, 30000]) for _ in MINE]
        there = between(board, eyes, THEIRS)
        able = [
            any(view.sees_any(name) and far >= view.nearest for name, far in zip(MINE, reach, strict=True))
            for view in look(board, there, crowd, by, elsewhere)
        ]
        assert reaches(board, there, reach, crowd, by, elsewhere) == able
        found |= {*able}
    assert found == {True, False}
    assert reaches(board, there._replace(eyes=()), [], crowd, by, elsewhere) == [False] * 3


def test_groups_are_seen_by_whom_anybody_sees_of_them() -> None:
    rng, found = random.Random(9), set()
    for _ in range(300):
        board, _, _ = scene(rng)
        groups = [IDS[2:4], IDS[4:5], [], IDS[5:]]
        cuts = np.array([0, 2, 3, 3, 4])
        seen = sees_groups(board, board.rows(MINE), board.rows(IDS[2:]), cuts, XENOCIDE)
        assert seen == [any(sees(board, a, b, XENOCIDE) != NONE for a in MINE for b in group) for group in groups]
        found |= {*seen}
    assert found == {True, False}
    assert sees_groups(board, board.rows(()), board.rows(IDS[2:]), cuts, XENOCIDE) == [False] * 4


def test_the_least_gap_is_the_least_of_all() -> None:
    rng = random.Random(10)
    for _ in range(300):
        board, _, _ = scene(rng)
        rows = board.rows(IDS[2:])
        assert board.least_gap(MINE, rows) == min(board.gap(a, b) for a in MINE for b in IDS[2:])
        assert board.least_gap([IDS[2]], rows) == 0


def test_a_piece_that_hides_everybody_stops_every_line() -> None:
    rng, hidden = random.Random(10), 0
    for _ in range(1500):
        board, covers, _ = scene(rng)
        mine, theirs, field = board.rows(MINE), board.rows(THEIRS), board.field
        if (
            hider(board.bodies, mine, theirs, field.verts, field.rows, rule_array(XENOCIDE), np.arange(len(field.rows)), -1)
            >= 0
        ):
            assert not look(board, ends(board), Crowd([]), looking(covers))[0].sees.any()
            hidden += 1
    assert hidden > 20


def test_who_is_surely_beyond_reach() -> None:
    rng, beyond = random.Random(12), 0
    for _ in range(300):
        board, _, _ = scene(rng)
        mine, theirs, most = board.rows(MINE), board.rows(THEIRS), rng.choice([-1, 4000, 8000])
        if are_beyond(board.bodies, mine, theirs, most):
            assert board.least_gap(MINE, theirs) > most
            beyond += most > 0
    assert beyond > 20


def test_the_closest_pair_and_the_first_by_name() -> None:
    rng, blind = random.Random(7), 0
    for _ in range(150):
        board, covers, crowd = scene(rng)
        view = look(board, ends(board), crowd, looking(covers))[0]
        pairs = [
            (not view.sees[row, column], int(view.gaps[row, column]), name, target)
            for row, name in enumerate(MINE)
            for column, target in enumerate(THEIRS)
        ]
        assert view.closest(MINE) == min(pairs)[2:]
        assert view.nearest == min((gap for unseen, gap, _, _ in pairs if not unseen), default=FAR)
        blind += view.nearest == FAR
        for row, name in enumerate(MINE):
            assert view.sees_any(name) == bool(view.sees[row].any())
            seen = [(gap, target) for unseen, gap, one, target in pairs if one == name and not unseen]
            assert view.closest_of(name) == (min(seen, key=lambda one: one[0])[1] if seen else "")
    assert blind


def test_beyond_what_is_asked_for_nobody_looks() -> None:
    board, covers, crowd = scene(random.Random(8))
    near = look(board, ends(board), crowd, looking(covers))[0]
    assert near.nearest < FAR
    assert look(board, ends(board), crowd, looking(covers, most=near.least))[0].sees.tolist() == near.sees.tolist()
    far = look(board, ends(board), crowd, looking(covers, most=near.least - 1))[0]
    assert (far.sees.any(), far.least, far.nearest) == (False, near.least, FAR)


def test_who_is_as_far_as_asked_is_not_beyond() -> None:
    crowd = Crowd([Footprint.of("mine", "red", [Disc(10_000, 10_000, 500)], 0, 0, False, False)])
    for box in ((12_500, 9000, 14_000, 11_000), (9000, 5000, 11_000, 7500)):  # two inches to the east, and to the south
        assert crowd.beyond(box, 2000) == set()
        assert crowd.beyond(box, 1999) == {"mine"}


def test_nobody_sees_out_of_his_arc() -> None:
    rng, cut = random.Random(9), 0
    for _ in range(60):
        board, covers, crowd = scene(rng)
        eyes = [Eye(name, name, (rng.randrange(36000), 4500)) for name in MINE]
        free = look(board, ends(board), crowd, looking(covers))[0]
        view = look(board, between(board, eyes, THEIRS), crowd, looking(covers))[0]
        for row, eye in enumerate(eyes):
            base = board.base(eye.body)
            inside = board.in_arc_many(base.at, (getattr(base, "facing", 0) + eye.arc[0]) % 36000, 4500)[board.rows(THEIRS)]
            assert view.sees[row].tolist() == (free.sees[row] & inside).tolist()
            cut += int((free.sees[row] & ~inside).sum())
    assert cut


def test_a_view_knows_the_nearest_at_once_and_the_rest_when_asked() -> None:
    rng, lazily = random.Random(11), 0
    for _ in range(200):
        board, covers, crowd = scene(rng)
        there = between(board, [Eye(name, name) for name in MINE], [*THEIRS, IDS[4]])
        known, asked = (look(board, there, crowd, looking(covers))[0] for _ in range(2))
        sees = asked.sees
        for row, name in enumerate(MINE):
            gaps = [(int(gap), k) for k, gap in enumerate(known.gaps[row]) if sees[row, k]]
            gap, column = min(gaps, default=(FAR, 0))
            assert (known.nearest_to(name), known.sees_any(name)) == (gap, bool(gaps))
            assert known.closest_of(name) == (there.targets[column] if gaps else "")
            assert known.through(name) == (asked.between(name, there.targets[column]) if gaps else ())
            lazily += int(not all(known._pairs[row]))
            assert known.seen_from(row) == sees[row].tolist()
            assert known.obscured(row) == asked.obscured(row)
    assert lazily > 100


def test_a_line_runs_through_an_outline_as_its_stretches_say() -> None:
    rng, found = random.Random(12), []
    work = np.zeros(WORK)
    for _ in range(3000):
        step = rng.choice([1, 500, 1000])  # on a coarse grid lines touch corners and run along edges
        spots = [Disc(rng.randrange(0, 8) * 1000, rng.randrange(0, 8) * 1000, rng.choice([500, 1000])) for _ in range(3)]
        boxed = [Box(4000, 4000, rng.choice([0, 4500]), 3000, 2000)]
        one = Footprint.of("unit", "red", rng.choice([spots, boxed]), 0, 0, False, False)
        points, ends_, boxes, _ = Crowd([one]).arrays
        line = np.array([rng.randrange(-2000, 10000) // step * step for _ in range(4)], np.int64)
        found.append(runs_through(points, ends_, boxes, 0, line, work))
        assert found[-1] == (stretches_in(points, 0, len(points), *line.tolist(), work) > 0)
        at = line[:2].tolist()
        assert stands_in(points, ends_, boxes, 0, *at) == (holds_point(points, 0, len(points), *at) >= 0)
        if misses_box(line, *boxes[0].tolist()):
            assert not found[-1]
    assert 200 < sum(found) < 2800
