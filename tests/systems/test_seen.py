"""What there is to see of an event: whoever is hit and is none the worse is shielded, in every book."""

from __future__ import annotations

import pytest

from littlewars.engine import Event, Tally
from littlewars.engine.showing import Shielded
from littlewars.systems.at43.basics import events as at43
from littlewars.systems.combat_action.basics import events as combat_action
from littlewars.systems.defiance.basics import events as defiance
from littlewars.systems.oversoul.basics import events as oversoul
from littlewars.systems.xenocide.basics import events as xenocide

TALLY = Tally(4, ())


@pytest.mark.parametrize(
    ("event", "who"),
    [
        (oversoul.Recovered(figure="a.1", passed=True), "a.1"),
        (oversoul.Recovered(figure="a.1", passed=False), None),
        (defiance.Saved(figure="a.1", by="a field", hits=1), "a.1"),
        (defiance.Spared(figure="a.1"), "a.1"),
        (xenocide.Saved(unit="a", weapon="rifle", saves=2, needed=4, failed=1), "a"),
        (xenocide.Saved(unit="a", weapon="rifle", saves=2, needed=4, failed=2), None),
        (at43.DamageTested(target="a.1", through=False, tally=TALLY), "a.1"),
        (at43.DamageTested(target="a.1", through=True, tally=TALLY), None),
        (combat_action.Hurt(figure="a.1", pen=2, pf=8, result=combat_action.UNHURT), "a.1"),
        (combat_action.Hurt(figure="a.1", pen=2, pf=8, result="killed"), None),
    ],
)
def test_whoever_is_none_the_worse_is_shielded(event: Event, who: str | None) -> None:
    assert event.seen() == (None if who is None else Shielded(who))
