from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlewars.dice import Dice, Die, Draw, Enumerating, Rolling, Scripted, ScriptError, bands, plain, spreads
from littlewars.dice.contests import orders
from littlewars.dice.kinds import Throw


def every_path(rule, every_face: bool = False) -> dict:
    """The distribution of what a function of dice returns, by walking all branches."""
    found: dict = {}
    path: list[int] = []
    while True:
        dice = Enumerating(path, 0, every_face)
        key = rule(dice)
        found[key] = found.get(key, Fraction(0)) + Fraction(dice.ways, dice.of)
        while path and path[-1] + 1 == dice.fans[len(path) - 1]:
            path.pop()
        if not path:
            return found
        path[-1] += 1


def of_icepool(die) -> dict:
    return {key: Fraction(ways, die.denominator()) for key, ways in die.items()}


def read_halved(throw: Throw) -> int:
    return (throw(10) + 1) // 2


def read_open(throw: Throw) -> int:
    """A 6 is thrown again once and counts 5 + the second throw."""
    first = throw(6)
    return first if first < 6 else 5 + throw(6)


HALVED = Die("d10/2", (1,) * 5, read_halved)
OPEN = Die("d6+", (6,) * 5 + (1,) * 6, read_open)
HOLED = Die("evens", (0, 1, 0, 1, 0, 1), lambda throw: throw(3) * 2)
DICE: list[int | Die] = [2, 6, 8, 20, HALVED, OPEN, HOLED]


# ---- rolling


@pytest.mark.parametrize("seed", [0, 7, 2**64 - 1, 2**64, 2**200 + 5, 2**700 + 3])
@pytest.mark.parametrize("sides", [6, 10, 20])
def test_faces_come_alike(seed: int, sides: int) -> None:
    dice = Rolling(seed)
    throws = 12_000
    counts = Counter(dice.roll(sides, "x") for _ in range(throws))
    assert set(counts) == set(range(1, sides + 1))
    chi = sum((n - throws / sides) ** 2 / (throws / sides) for n in counts.values())
    assert chi < sides + 6 * (2 * sides) ** 0.5  # far beyond five deviations


@pytest.mark.parametrize("seed", [3, 2**64 + 3])
def test_neighbours_in_seed_and_time_are_strangers(seed: int) -> None:
    rolls = [[Rolling(seed + k, n).roll(6, "x") for n in range(600)] for k in range(2)]
    same = sum(a == b for a, b in zip(*rolls, strict=True))
    pairs = Counter(zip(rolls[0], rolls[0][1:], strict=False))
    assert 50 < same < 150
    assert len(pairs) == 36


def test_a_long_seed_is_used_to_its_last_bit() -> None:
    long = 2**900
    assert [Rolling(long).roll(1000, "x"), Rolling(long, 1).roll(1000, "x")] != [
        Rolling(long + 1).roll(1000, "x"),
        Rolling(long + 1, 1).roll(1000, "x"),
    ]


@pytest.mark.parametrize("seed", [5, 2**128 + 5])
def test_dice_are_seed_and_count_only(seed: int) -> None:
    dice = Rolling(seed)
    dice.pool(7, 6, (4,), "x")
    twin, again = dice.twin(), Rolling(seed, dice.fallen)
    assert dice.fallen == 7
    assert [d.roll(100, "x") for d in (dice, twin, again)] == [Rolling(seed, 7).roll(100, "x")] * 3


def test_a_seed_is_not_negative() -> None:
    with pytest.raises(ValueError, match="negative"):
        Rolling(-1)


def test_locked_dice_do_not_fall() -> None:
    for dice in (Rolling(1), Scripted([("", 1)]), Scripted([("", "ace")])):
        dice.locked = True
        with pytest.raises(RuntimeError, match="'peek'"):
            dice.draw(["ace", "king"], "peek")
    dice = Enumerating([])
    dice.locked = True
    with pytest.raises(RuntimeError, match="open"):
        dice.roll(6, "peek")


def test_every_die_is_logged_with_its_faces() -> None:
    dice: Dice = Rolling(1)
    dice.log = []
    dice.pool(3, 6, (4,), "fire")
    dice.roll(OPEN, "open")
    dice.pool(0, 6, (4,), "nothing")
    dice.rank(["a", "b"], 6, "start")
    fire, opened, *ranked = dice.log
    assert fire == Draw("fire", "d6", fire.faces, (4,))
    assert len(fire.faces) == 3
    assert opened.die == "d6+"
    assert len(opened.faces) == 1 + (opened.faces[0] == 6)
    assert {draw.why for draw in ranked} == {"start, a", "start, b"}
    assert dice.fallen == sum(len(draw.faces) for draw in dice.log)


# ---- scripted


def test_scripted_dice_fall_as_told() -> None:
    dice = Scripted([("fire", 4), ("fire", 2), ("", 6), ("start", 3), ("start", 5), ("card", "king"), ("card", 1)])
    assert dice.pool(2, 6, (3,), "fire") == (1, 1)
    assert dice.roll(6, "anything") == 6
    assert dice.rank(["a", "b"], 6, "start") == ("b", "a")
    assert dice.draw(["ace", "king"], "card") == "king"
    assert dice.draw(["ace", "king"], "card") == "ace"
    assert not dice.left
    assert dice.fallen == 7


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ([], "no die left for 'save' \\(d6\\)"),
        ([("fire", 3)], "the next die is 3 for 'fire', the rules roll for 'save'"),
        ([("sav", 3)], "the next die is 3 for 'sav'"),
        ([("save", 7)], "7 is no face of a d6"),
        ([("save", 0)], "0 is no face of a d6"),
        ([("save", "ace")], "'ace' is no face of a d6"),
    ],
)
def test_a_script_that_does_not_fit_says_so(script: list, message: str) -> None:
    with pytest.raises(ScriptError, match=message):
        Scripted(script).roll(6, "save")


def test_a_card_that_is_not_there_says_so() -> None:
    with pytest.raises(ScriptError, match="'jack' is not among"):
        Scripted([("", "jack")]).draw(["ace", "king"], "card")


def test_a_scripted_twin_has_its_own_script() -> None:
    dice = Scripted([("", 1), ("", 2)])
    twin = dice.twin()
    assert [dice.roll(6, "x"), dice.roll(6, "x")] == [twin.roll(6, "x"), twin.roll(6, "x")] == [1, 2]


# ---- kinds


@pytest.mark.parametrize("die", [HALVED, OPEN, HOLED, plain(6)], ids=lambda die: die.name)
def test_weights_are_the_enumeration_of_the_reading(die: Die) -> None:
    def throws(dice: Enumerating) -> int:
        return die.read(lambda sides: dice.roll(sides, "x"))

    weights = {die.low + i: Fraction(w, die.total) for i, w in enumerate(die.weights) if w}
    assert every_path(throws) == weights


@given(st.sampled_from(DICE), st.lists(st.integers(-2, 14), max_size=4))
def test_bands_count_the_cuts_reached(die: int | Die, cuts: list[int]) -> None:
    real = plain(die) if isinstance(die, int) else die
    expected = Counter[int]()
    for i, weight in enumerate(real.weights):
        expected[sum(real.low + i >= cut for cut in cuts)] += weight
    assert bands(real, tuple(cuts)) == tuple(expected[i] for i in range(len(cuts) + 1))


@given(st.integers(0, 5), st.lists(st.integers(0, 3), min_size=1, max_size=3).filter(any))
def test_spreads_are_the_multinomial(n: int, weights: list[int]) -> None:
    faces = [i for i, w in enumerate(weights) for _ in range(w)]
    expected = Counter(tuple(fell.count(i) for i in range(len(weights))) for fell in product(faces, repeat=n))
    assert dict(spreads(n, tuple(weights))) == expected


# ---- enumerating, against brute force and icepool


@given(st.sampled_from(DICE), st.lists(st.integers(0, 10), min_size=1, max_size=3))
@settings(max_examples=60, deadline=None)
def test_a_band_is_every_face_in_few_branches(die: int | Die, cuts: list[int]) -> None:
    def rule(dice: Enumerating) -> int:
        return dice.band(die, tuple(cuts), "x")

    assert every_path(rule) == every_path(rule, every_face=True)


@given(st.sampled_from([2, 4, 6, HALVED, HOLED]), st.integers(0, 4), st.lists(st.integers(0, 7), min_size=1, max_size=2))
@settings(max_examples=60, deadline=None)
def test_a_pool_is_every_face_in_few_branches(die: int | Die, n: int, cuts: list[int]) -> None:
    def rule(dice: Enumerating) -> tuple[int, ...]:
        return dice.pool(n, die, tuple(cuts), "x")

    assert every_path(rule) == every_path(rule, every_face=True)


def test_a_pool_is_icepool_s() -> None:
    ours = every_path(lambda dice: dice.successes(10, 8, 5, "x"))
    theirs = of_icepool(10 @ (icepool.d(8) >= 5))
    assert ours == {int(key): chance for key, chance in theirs.items()}
    low = every_path(lambda dice: dice.successes(10, 8, 2, "x", low=True))
    assert low == {int(key): chance for key, chance in of_icepool(10 @ (icepool.d(8) <= 2)).items()}


@pytest.mark.parametrize("die", [6, 20, OPEN, HOLED], ids=str)
def test_a_key_gathers_what_is_alike(die: int | Die) -> None:
    plainly = every_path(lambda dice: dice.roll(die, "x") % 3)
    keyed = every_path(lambda dice: dice.roll(die, "x", key=lambda face: face % 3) % 3)
    brute = every_path(lambda dice: dice.roll(die, "x", key=lambda face: face % 3) % 3, every_face=True)
    assert plainly == keyed == brute


def test_a_key_does_not_count_what_cannot_fall() -> None:
    assert every_path(lambda dice: dice.roll(HOLED, "x", key=lambda face: face % 2) % 2) == {0: 1}


@pytest.mark.parametrize("needed", range(9))
def test_test_high_and_low(needed: int) -> None:
    high = every_path(lambda dice: dice.test(6, needed, "x"))
    low = every_path(lambda dice: dice.test(6, needed, "x", low=True))
    assert high.get(True, 0) == Fraction(sum(face >= needed for face in range(1, 7)), 6)
    assert low.get(True, 0) == Fraction(sum(face <= needed for face in range(1, 7)), 6)


@given(st.sampled_from([3, 6, OPEN, HOLED]), st.integers(-7, 7), st.sampled_from([2, 6, HALVED]), st.integers(-7, 7))
@settings(max_examples=60, deadline=None)
def test_versus_is_every_pair(ours: int | Die, mod: int, theirs: int | Die, their_mod: int) -> None:
    def rule(dice: Enumerating) -> int:
        return dice.versus(ours, mod, theirs, their_mod, "x")

    assert every_path(rule) == every_path(rule, every_face=True)


def test_versus_is_icepool_s() -> None:
    gap = (icepool.d6 + 1) - icepool.d10
    theirs = of_icepool(gap.map(lambda g: (g > 0) - (g < 0)))
    assert every_path(lambda dice: dice.versus(6, 1, 10, 0, "x")) == theirs


@pytest.mark.parametrize(("sides", "mods"), [(6, (0, 0)), (6, (2, 0)), (4, (0, 0, 0)), (4, (1, 0, 0)), (6, (9, 0)), (3, (0,))])
def test_a_roll_off_is_the_limit_of_throwing_again(sides: int, mods: tuple[int, ...]) -> None:
    exact = dict(orders(sides, mods))
    assert sum(exact.values()) == 1
    names = [str(i) for i in range(len(mods))]
    rolled: Counter[tuple[int, ...]] = Counter()
    given_mods = dict(zip(names, mods, strict=True))
    for seed in range(4000):
        rolled[tuple(map(int, Rolling(seed).rank(names, sides, "x", given_mods)))] += 1
    assert set(rolled) == set(exact)
    for order, chance in exact.items():
        assert abs(rolled[order] / 4000 - chance) < 0.04
    walked = every_path(lambda dice: tuple(map(int, dice.rank(names, sides, "x", given_mods))))
    assert walked == exact


def test_a_roll_off_of_two_by_hand() -> None:
    wins = sum(a + 2 > b for a in range(1, 7) for b in range(1, 7))
    ties = sum(a + 2 == b for a in range(1, 7) for b in range(1, 7))
    assert dict(orders(6, (2, 0)))[(0, 1)] == Fraction(wins, 36 - ties)


def test_a_pick_and_a_card_are_one_of_them() -> None:
    assert every_path(lambda dice: dice.pick(4, "x")) == {i: Fraction(1, 4) for i in range(4)}
    assert every_path(lambda dice: dice.draw(["a", "b", "a"], "x")) == {"a": Fraction(2, 3), "b": Fraction(1, 3)}


def test_rolling_agrees_with_the_enumeration() -> None:
    def rule(dice: Dice) -> tuple[int, int]:
        return dice.successes(3, 6, 4, "x"), dice.band(OPEN, (4, 8), "y")

    exact = every_path(rule)
    rolled = Counter(rule(Rolling(seed)) for seed in range(20_000))
    assert set(rolled) == set(exact)
    assert all(abs(rolled[key] / 20_000 - chance) < 0.015 for key, chance in exact.items())


def test_an_enumeration_has_no_twin() -> None:
    with pytest.raises(TypeError):
        Enumerating([]).twin()
