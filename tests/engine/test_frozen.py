"""Values that never change, as plain data and back."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, Literal

import pytest

from littlewars.engine import Mod
from littlewars.engine.frozen import Frozen, check_bounds


class Blade(Frozen):
    name: str
    edge: Literal["keen", "blunt"] = "keen"
    marks: frozenset[str] = frozenset()


class Knight(Frozen):
    name: str
    worth: int
    share: Fraction = Fraction(0)
    base: int | tuple[int, int] = 500
    blades: tuple[Blade, ...] = ()
    shield: Blade | None = None
    mods: tuple[Mod, ...] = ()
    limit: int | None = None


KNIGHT = Knight(
    name="Gawain",
    worth=3,
    share=Fraction(2, 3),
    base=(10, 20),
    blades=(Blade(name="a", marks=frozenset("zyx")), Blade(name="b", edge="blunt")),
    shield=Blade(name="s"),
    mods=(Mod("brave", 1, "r.brave"),),
)


def test_only_what_is_unusual_is_written_and_everything_comes_back() -> None:
    data = KNIGHT.data()
    assert data == {
        "name": "Gawain",
        "worth": 3,
        "share": "2/3",
        "base": [10, 20],
        "blades": [{"name": "a", "marks": ["x", "y", "z"]}, {"name": "b", "edge": "blunt"}],
        "shield": {"name": "s"},
        "mods": [["brave", 1, "r.brave"]],
    }
    again = Knight.read(json.loads(json.dumps(data)))
    assert again == KNIGHT
    assert type(again.blades[0].marks) is frozenset
    assert Knight(name="x", worth=1).data() == {"name": "x", "worth": 1}


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        ({"name": "x", "worth": "much"}, "worth: Expected `int`, got `str`"),
        ({"name": "x", "worth": True}, "worth: Expected `int`, got `bool`"),
        ({"name": "x"}, "Knight: missing or unknown worth"),
        ({"name": "x", "worth": 1, "hat": 2}, "Knight: missing or unknown hat"),
        ({"name": "x", "worth": 1, "shield": {"name": "s", "edge": "soft"}}, "shield: edge: Invalid enum value 'soft'"),
        ({"name": "x", "worth": 1, "blades": [{"name": 5}]}, "blades: name: Expected `str`"),
        ({"name": "x", "worth": 1, "share": "half"}, "share: "),
    ],
)
def test_what_cannot_be_is_named(raw: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError) as caught:
        Knight.read(raw)
    assert why in str(caught.value)


def test_numbers_within_bounds() -> None:
    bounds = {"worth": (1, 5, "r.worth"), "base": (100, 2000, "r.base"), "limit": (0, 9, "r.limit")}
    check_bounds(Knight(name="x", worth=5), bounds, {})
    for fields, why in (
        ({"worth": 6}, "points is 1 to 5, not 6: r.worth"),
        ({"worth": 0}, "points is 1 to 5, not 0: r.worth"),
        ({"worth": 2.5}, "points is 1 to 5, not 2.5: r.worth"),
        ({"worth": 1, "base": 3000}, "base is 0 to 2, not 3: r.base"),
        ({"worth": 1, "limit": 10}, "limit is 0 to 9, not 10: r.limit"),
    ):
        given: dict[str, Any] = fields
        with pytest.raises(ValueError) as caught:
            check_bounds(Knight(name="x", **given), bounds, {"worth": "points"}, ["base"])
        assert str(caught.value) == why
