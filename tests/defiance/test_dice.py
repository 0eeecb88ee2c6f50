"""Dice and scales: the open-ended d10, what is read off two of them, modifiers, inches and centimetres."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from littlewars.dice import Scripted
from littlewars.dice.kinds import Die
from littlewars.engine import Battle, Mod
from littlewars.engine.catalogue.rulebook import Rulebook
from littlewars.systems.defiance.basics.dice import FIVE, HUNDRED, OPEN, TEN, TWO
from littlewars.systems.defiance.basics.rolls import agile, at_least, damage_bands, open_die, passes, roll_off, tally
from littlewars.systems.defiance.basics.scale import SCALES, format_length
from littlewars.systems.defiance.basics.state import State
from littlewars.systems.defiance.fire.damage import roll
from littlewars.systems.defiance.fire.stoppage import risk
from littlewars.systems.defiance.page.show import model_of
from littlewars.systems.defiance.roster.armies import frames, weapons
from littlewars.systems.defiance.roster.notation import needed, rate, rating
from littlewars.systems.defiance.scenario.setup import setup
from littlewars.systems.defiance.system import DEFIANCE
from littlewars.systems.defiance.units.morale import rally_figures, try_nerve
from tests.defiance.squads import a_battle, a_state, finish, one_shot

BOOK = Rulebook.of("defiance")
TWO_MEN = {"r": {"at": [[10, 10]]}, "b": {"at": [[10, 18]]}}


def fallen(die: Die, *faces: int) -> tuple[int, int]:
    """What a die shows when these faces fall, and how many of them it used."""
    dice = Scripted([("", face) for face in faces])
    return dice.roll(die, "test"), len(faces) - len(dice.left)


def battle(*faces: int) -> Battle[State]:
    made = a_battle(TWO_MEN)
    made.dice = Scripted([("", face) for face in faces])
    return made


def left(made: Battle[State]) -> int:
    dice: Any = made.dice
    return len(dice.left)


# ---- the die


@pytest.mark.rule("defiance.dice.d10-open-ended")
@pytest.mark.parametrize(
    ("faces", "result", "used"),
    [((7,), 7, 1), ((10, 5), 10, 2), ((10, 6, 5), 11, 3), ((10, 6, 6), 12, 3), ((10, 10, 10), 12, 3), ((10, 1), 10, 2)],
)
def test_a_ten_is_thrown_again_at_most_twice(faces: tuple[int, ...], result: int, used: int) -> None:
    """defiance.ex.d10-chain"""
    assert fallen(OPEN, *faces) == (result, used)


@pytest.mark.rule("defiance.dice.d10-open-ended")
def test_the_chances_of_ten_eleven_and_twelve() -> None:
    """defiance.ex.d10-chances"""
    table = BOOK["defiance.dice.d10-open-ended"].table
    chance = {face: Fraction(weight, OPEN.total) for face, weight in enumerate(OPEN.weights, OPEN.low)}
    for face, share in table["chance_of_exactly"].items():
        assert float(chance[face]) == share
    for face, share in {**table["chance_of_at_least"], 13: 0.0}.items():
        assert float(sum(part for number, part in chance.items() if number >= face)) == share
    every = [fallen(OPEN, one, two, three)[0] for one in range(1, 11) for two in range(1, 11) for three in range(1, 11)]
    assert {face: Fraction(every.count(face), 1000) for face in chance} == chance


@pytest.mark.rule("defiance.dice.d10-scope", "defiance.dice.natural-roll")
@pytest.mark.parametrize(
    ("die", "faces", "result", "used"),
    [(OPEN, (10, 6, 3), 11, 3), (OPEN, (10, 4), 10, 2), (OPEN, (10, 9, 9), 12, 3), (TEN, (10,), 10, 1), (TEN, (10, 6), 10, 1)],
)
def test_an_open_die_rises_and_a_plain_one_stops_at_ten(die: Die, faces: tuple[int, ...], result: int, used: int) -> None:
    """defiance.ex.d10-groups-dice-consumed"""
    assert fallen(die, *faces) == (result, used)


@pytest.mark.rule("defiance.dice.d10-scope")
def test_rules_use_the_die_of_their_kind() -> None:
    """Damage, stoppages and roll-offs are open-ended; morale, rallies, agility and saves stop at ten."""
    made = battle(10, 6, 1)  # damage at 8 inches needs 5: one die, three throws
    state = made.state
    shooter, target = state.figures["r.1"], state.figures["b.1"]
    assert roll(made, one_shot(state, shooter, 0, shooter.arms[0].weapon, target, 1)).hits == 1
    assert left(made) == 0
    made = battle(10, 6, 1)
    assert risk(made, made.state.figures["r.1"], 0, 11)
    assert left(made) == 0
    made = battle(10, 5, 10, 6, 4)  # 10 against 11
    assert roll_off(made, "zones") == ("blue", "red")
    made = battle(10, 5, 10, 5, 9, 8)  # a tie is thrown again
    assert roll_off(made, "zones") == ("red", "blue")
    made = battle(10)
    assert finish(try_nerve(made, made.state.figures["r.1"], "tagged"))
    made = battle(10)
    made.state.figures["r.1"].shaken = True
    rally_figures(made, ["r.1"])
    assert not made.state.figures["r.1"].shaken
    assert left(made) == 0
    made = battle(10, 10)
    assert not agile(made, 9, "dodge")
    assert at_least(made, 10, "field save")
    assert left(made) == 0


@pytest.mark.rule("defiance.dice.natural-roll")
def test_the_first_face_counts_before_anything_else() -> None:
    made = battle(10, 6, 6)
    assert open_die(made, "test") == 12
    for faces in ((10, 1), (10, 6, 1), (10, 6, 6)):
        assert fallen(OPEN, *faces)[0] >= 10  # a first face of 10 whatever the further throws make of it
    assert passes(battle(10), tally(14), "morale")  # unmodified ten, whatever is needed
    assert damage_bands(0) == (2, 2)  # an unmodified one fails, whatever is needed
    assert tally(7, Mod("a", -9, "")).needed == 16  # nothing is clamped
    assert tally(7, Mod("a", 9, "")).needed == -2


# ---- targets and modifiers


CASES = [
    (9, -2, (10, 6, 1), 11, True),
    (9, -2, (10, 5), 11, False),
    (9, -3, (10, 6, 6), 12, True),
    (11, -2, (10, 6, 6), 13, False),
    (5, 3, (2,), 2, True),
    (3, 4, (1,), -1, False),
]


@pytest.mark.rule("defiance.dice.target-number", "defiance.dice.modifiers", "defiance.dice.natural-1-damage")
@pytest.mark.parametrize(("target", "modifier", "faces", "natural", "success"), CASES)
def test_the_number_is_reached_with_all_modifiers(
    target: int, modifier: int, faces: tuple[int, ...], natural: int, success: bool
) -> None:
    """defiance.ex.target-number-limits"""
    needs = tally(target, Mod("test", modifier, "")).needed
    assert needs == natural
    dice = Scripted([("", face) for face in faces])
    assert (dice.pool(1, OPEN, damage_bands(needs), "damage")[2] == 1) == success
    assert not dice.left


@pytest.mark.rule("defiance.dice.modifiers")
@pytest.mark.parametrize(("die", "modifier", "modified"), [(7, -2, 5), (7, 2, 9), (5, 3, 8)])
def test_modifiers_are_written_for_the_die(die: int, modifier: int, modified: int) -> None:
    """defiance.ex.modifier-direction"""
    for target in range(1, 13):
        reaches = die >= tally(target, Mod("armour or reflex", modifier, "")).needed
        assert reaches == (modified >= target)
    both = tally(9, Mod("one", modifier, ""), Mod("two", 1, ""))
    assert both.needed == 9 - modifier - 1


@pytest.mark.rule("defiance.dice.natural-1-damage")
def test_a_natural_one_never_damages() -> None:
    """defiance.ex.natural-1-damage"""
    needs = tally(5, Mod("good", 9, "")).needed
    dice = Scripted([("", 1), ("", 2)])
    assert dice.pool(1, OPEN, damage_bands(needs), "damage")[2] == 0
    assert dice.pool(1, OPEN, damage_bands(needs), "damage")[2] == 1


@pytest.mark.rule("defiance.dice.natural-10-morale")
def test_a_natural_ten_always_passes_and_a_one_does_not_always_fail() -> None:
    """defiance.ex.natural-10-morale"""
    eleven = tally(6, Mod("figures short", -5, ""))
    assert eleven.needed == 11
    assert passes(battle(10), eleven, "morale")
    assert not passes(battle(9), eleven, "morale")
    assert passes(battle(1), tally(1), "morale")


# ---- other dice


@pytest.mark.rule("defiance.dice.d100")
@pytest.mark.parametrize(("digits", "result"), [((3, 2), 32), ((0, 0), 100), ((0, 5), 5), ((1, 0), 10), ((9, 9), 99)])
def test_two_dice_are_tens_and_ones(digits: tuple[int, int], result: int) -> None:
    """defiance.ex.d100"""
    assert fallen(HUNDRED, *(digit or 10 for digit in digits)) == (result, 2)
    every = [fallen(HUNDRED, one, two)[0] for one in range(1, 11) for two in range(1, 11)]
    assert sorted(every) == list(range(1, 101))


@pytest.mark.rule("defiance.dice.d5", "defiance.dice.d2")
@pytest.mark.parametrize("face", range(1, 11))
def test_a_ten_sided_die_stands_for_five_or_two(face: int) -> None:
    """defiance.ex.d5-table, defiance.ex.d2-table"""
    assert fallen(FIVE, face) == (BOOK["defiance.dice.d5"].table[face], 1)
    assert fallen(TWO, face) == (BOOK["defiance.dice.d2"].table[face], 1)
    assert (len(FIVE.weights), len(TWO.weights)) == (5, 2)


@pytest.mark.rule("defiance.dice.notation")
def test_how_numbers_are_written() -> None:
    assert rating("3@7+") == (3, 7, set())
    assert needed("5+B") == (5, {"B"})
    assert rate("1A") == (1, 0, {"A"})
    assert rate("1(2)V") == rate("1[2]V") == (1, 2, {"V"})
    with pytest.raises(ValueError, match="a rating"):
        rating("five")


@pytest.mark.rule("defiance.stats.agility-roll")
@pytest.mark.parametrize(
    ("agility", "mod", "face", "success"),
    [
        (6, 0, 6, True),
        (6, 0, 7, False),
        (10, 0, 10, False),
        (10, 0, 9, True),
        (1, 5, 1, True),
        (6, 2, 5, False),
        (6, 2, 4, True),
    ],
)
def test_agility_is_rolled_low(agility: int, mod: int, face: int, success: bool) -> None:
    assert agile(battle(face), agility, "climb", mod) == success


# ---- scales


@pytest.mark.rule("defiance.scale.default-30mm")
def test_inches_are_the_default() -> None:
    table = BOOK["defiance.scale.default-30mm"].table
    assert {name: scale.unit for name, scale in SCALES.items()} == {name: row["unit"] for name, row in table.items()}
    assert a_state(TWO_MEN).settings.scale == "30mm"
    assert DEFIANCE.unit == "inch"


@pytest.mark.rule("defiance.scale.15mm-conversion", "defiance.stats.move")
def test_everything_is_doubled_and_in_centimetres() -> None:
    """defiance.ex.scale-phantom, defiance.ex.scale-grav-cannon"""
    phantom, cannon = frames()["phantom"], weapons()["grav-cannon"]
    assert format_length(phantom.move) == "5″"
    assert format_length(phantom.move, "15mm") == "10 cm"
    assert cannon.aoe is not None
    assert SCALES["15mm"].write(cannon.aoe.radius) == 8
    assert SCALES["15mm"].read(8) == 4000
    big, small_card = (model_of("p", phantom, (("primary", cannon),), scale).arms[0].text for scale in SCALES)
    assert "area 4″" in big
    assert "area 8 cm" in small_card
    small = {
        "table": [96, 72],
        "scale": "15mm",
        "depth": 20,
        "sides": {"red": {"edge": "south"}, "blue": {"edge": "north"}},
        "terrain": [{"id": "wood", "category": "light", "box": [20, 20, 30, 30], "height": 4}],
        "units": {"r": {"side": "red", "frame": "Phantom", "at": [[10, 12]], "sprint": 30}},
    }
    state = setup(small)
    assert (state.width, state.depth, state.settings.depth) == (48_000, 36_000, 10_000)
    assert state.figures["r.1"].at == (5000, 6000)
    assert state.figures["r.1"].sprint == 15_000
    assert state.pieces[0].top == 2000
    again = DEFIANCE.describe(state)
    assert again["units"]["r"]["figures"]["1"]["at"] == [10, 12]
    assert setup(again) == state


@pytest.mark.rule("defiance.scale.bases")
def test_infantry_stands_on_an_inch_and_vehicles_are_as_long_as_their_size() -> None:
    """defiance.ex.bases-and-vehicle-hulls"""
    kinds: dict[str, Any] = {
        "dog": {"SZ": 1},
        "ogre": {"SZ": 3},
        "car": {"SZ": 4, "vehicle": True, "TY": "AFV"},
        "tank": {"SZ": 5, "vehicle": True, "TY": "AFV"},
        "odd": {"base": 2},
    }
    state = a_state({name: {"frame": name, "at": [[4 + 8 * n, 20]]} for n, name in enumerate(kinds)}, frames=kinds)
    bases = [figure.frame.base for figure in state.figures.values()]
    assert bases == [500, 500, (4000, 2400), (5000, 3000), 1000]
    assert state.figures["dog.1"].base().r == 500  # type: ignore[union-attr]
    box: Any = state.figures["car.1"].base()
    assert (box.length, box.width, box.facing) == (4000, 2400, state.figures["car.1"].face)
    assert all(frame.base == 500 for frame in frames().values() if not frame.vehicle)


@pytest.mark.rule("defiance.dice.d10-scope")
def test_every_kind_of_die_is_thrown_with_a_d10() -> None:
    for die in (OPEN, TEN, HUNDRED, FIVE, TWO):
        sides: list[int] = []

        def throw(count: int, sides: list[int] = sides) -> int:
            sides.append(count)
            return 10

        die.read(throw)
        assert set(sides) == {10}
