"""A story names the rule that a thing comes from, also where the same thing can come about in several ways."""

from __future__ import annotations

import pytest

from littlewars.systems.oversoul.basics.events import Removed


@pytest.mark.parametrize(
    ("how", "rule"), [("fled", "oversoul.morale.flee-off-table"), ("killed", "oversoul.hits.immediate-recovery")]
)
def test_who_fled_was_not_struck(how: str, rule: str) -> None:
    assert Removed(figure="a.1", how=how).source() == rule
