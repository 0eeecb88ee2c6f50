"""How things are shared out."""

from __future__ import annotations

from littlewars.dice.sharing import dealt, rounds, some_of


def test_dealt_round() -> None:
    assert dealt(4, {"b": 3, "a": 5}) == {"b": 2, "a": 2}
    assert dealt(1, {"b": 3, "a": 5}) == {"b": 1, "a": 0}
    assert dealt(5, {"b": 1, "a": 2}) == {"b": 1, "a": 2}  # nobody has room for more
    assert dealt(2, {}) == {}


def test_nobody_gets_a_second_before_all_have_one() -> None:
    assert rounds({"a": 1, "b": 0, "c": 0}, 1) == ({}, {"b": 1, "c": 1})
    assert rounds({"a": 1, "b": 0, "c": 0}, 2) == ({"b": 1, "c": 1}, {"b": 1, "c": 1})
    assert rounds({"a": 1, "b": 0}, 4) == ({"a": 1, "b": 2}, {"a": 2, "b": 3})


def test_every_choice_of_some() -> None:
    assert ["".join(one) for one in some_of("abc")] == ["a", "b", "c", "ab", "ac", "bc", "abc"]
    assert list(some_of("")) == []
