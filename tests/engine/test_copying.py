from __future__ import annotations

from typing import Any

import msgspec
import pytest

from littlewars.engine import copier


class Frozen(msgspec.Struct, frozen=True):
    xs: tuple[int, ...] = ()


class Leaf(msgspec.Struct):
    n: int
    kept: Frozen = Frozen()
    maybe: list[int] | None = None


class Tree(msgspec.Struct):
    leaves: list[Leaf]
    named: dict[str, Leaf]
    deep: dict[str, dict[str, list[Leaf]]]
    top: Leaf | None = None
    child: Tree | None = None


def test_everything_that_can_change_is_copied_and_the_rest_shared() -> None:
    leaf = Leaf(1, Frozen((1,)), [1])
    tree = Tree([leaf], {"a": leaf}, {"x": {"y": [leaf]}}, leaf, Tree([], {}, {}))
    twin = copier(Tree)(tree)
    assert twin == tree
    before = msgspec.json.encode(tree)
    twin.leaves[0].n = 2
    twin.named["a"].maybe.append(3)
    twin.deep["x"]["y"][0].n = 4
    twin.deep["x"]["z"] = []
    twin.top.n = 5
    twin.child.leaves.append(leaf)
    assert msgspec.json.encode(tree) == before
    assert twin.leaves[0].kept is leaf.kept


def made(annotation: Any) -> type[msgspec.Struct]:
    return msgspec.defstruct("Made", [("x", annotation)])


@pytest.mark.parametrize("annotation", [list, dict, set, set[int], tuple[Leaf, ...], list[set[int]], Leaf | Tree], ids=str)
def test_what_would_be_shared_by_mistake_is_refused(annotation: Any) -> None:
    with pytest.raises(TypeError, match="a state holds"):
        copier(made(annotation))


def test_two_kinds_of_the_same_name_are_refused() -> None:
    other = msgspec.defstruct("Leaf", [("m", int)])
    both = msgspec.defstruct("Both", [("a", Leaf), ("b", other)])
    with pytest.raises(TypeError, match="two kinds of Leaf"):
        copier(both)


@pytest.mark.parametrize("annotation", [int, tuple[int, ...], Frozen, str | None, tuple[Frozen, int], Frozen | int], ids=str)
def test_what_cannot_change_is_shared(annotation: Any) -> None:
    value = object()
    kind = made(annotation)
    assert copier(kind)(kind(x=value)).x is value
