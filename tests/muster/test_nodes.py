"""Reading YAML with lines, without trust."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from littlewars.muster import Node, RosterError, read_text

TEXT = """\
# a comment
name: Ravens
units:
  - id: a
    tags: [x, 'y']

  - id: b
    on: 2004-01-01
    empty:
"""


def test_every_node_knows_its_line() -> None:
    tree = read_text(TEXT)
    assert tree.line == 2
    assert tree.get("name").line == 2
    first, second = tree.get("units").items("units")
    assert (first.line, second.line) == (4, 7)
    assert first.get("tags").items("tags")[1].line == 5
    assert second.get("empty").line == 9
    assert second.find("empty") is None
    assert second.find("absent") is None


def test_plain_gives_the_values_without_lines() -> None:
    assert read_text(TEXT).plain()["units"][1] == {"id": "b", "True": "2004-01-01", "empty": None}


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.text(alphabet=st.characters(codec="ascii", exclude_categories=["C"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(alphabet="abcdefg", min_size=1), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES)
def test_what_yaml_writes_is_read_back(value: Any) -> None:
    assert read_text(yaml.dump({"value": value}, Dumper=_Plain)).plain() == {"value": value}


class _Plain(yaml.SafeDumper):
    """Writes no anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


@pytest.mark.parametrize(
    ("method", "value", "words"),
    [
        ("mapping", 3, "should be a mapping"),
        ("items", "x", "should be a list, not 'x'"),
        ("text", None, "should be a text, not nothing"),
        ("text", True, "should be a text"),
        ("text", "  ", "should be a text"),
        ("whole", 2.5, "should be a whole number, not 2.5"),
        ("whole", True, "should be a whole number"),
        ("number", "five", "should be a number, not 'five'"),
        ("number", float("nan"), "should be a number"),
        ("flag", "yes", "should be true or false"),
        ("text", "", "should be a text"),
        ("whole", {"a": 1}, "not a mapping"),
        ("whole", "x" * 100, "xxx…"),
    ],
)
def test_wrong_types_are_named_with_their_line(method: str, value: Any, words: str) -> None:
    with pytest.raises(RosterError) as caught:
        getattr(Node(7, value), method)("it")
    assert words in caught.value.text
    assert caught.value.line == 7


def test_errors_say_where() -> None:
    assert str(RosterError("bad", 3, "a.yaml")) == "a.yaml, line 3: bad"
    assert str(RosterError("bad", 3)) == "roster, line 3: bad"
    assert str(RosterError("bad", 0, "a.yaml")) == "a.yaml: bad"


@given(st.text(max_size=60))
def test_no_text_gives_a_traceback(text: str) -> None:
    with suppress(RosterError):
        read_text(text)


@pytest.mark.parametrize(
    "text", ["a: !!binary aGk=", "a: !thing x", "a: !!set {x}", "!!python/object/apply:os.system ['true']", "a: !!int x"]
)
def test_tags_are_refused(text: str) -> None:
    with pytest.raises(RosterError):
        read_text(text)


def test_merge_keys_are_plain_keys() -> None:
    assert read_text("'<<': {a: 1}").plain() == {"<<": {"a": 1}}
