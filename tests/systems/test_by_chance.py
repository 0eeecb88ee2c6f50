"""Battles by chance come out as they were written down: every ask with its options and modifiers, and what came of it."""

from __future__ import annotations

import pytest
import yaml

from littlewars.systems import SYSTEMS

from .by_chance import GOLDEN, PAGE, battles, digests, seeds

WRITTEN = {book: yaml.safe_load((GOLDEN / book / "by-chance.yaml").read_text()) for book in SYSTEMS}
ALL = [(book, battle, seed) for book in SYSTEMS for battle in battles(book) for seed in seeds(battle)]


@pytest.mark.parametrize(("book", "battle", "seed"), ALL)
def test_a_battle_by_chance_comes_out_the_same(book: str, battle: str, seed: int) -> None:
    then, now = WRITTEN[book][battle][seed].split(), digests(book, battle, seed)
    first = next((number for number, (old, new) in enumerate(zip(then, now, strict=False)) if old != new), None)
    assert first is None, f"another battle from decision {first * PAGE} on (meant? python -m tests.systems.by_chance)"
    assert len(then) == len(now)
