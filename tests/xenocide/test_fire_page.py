"""Fire on a page: looks through units, odds by name, what is to come, asks with odds."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import ScenarioError
from littlewars.engine.chance.forecast import foresee
from littlewars.engine.chance.odds import odds
from littlewars.systems.xenocide.system import XENOCIDE
from tests.xenocide.squads import Play, a_state, row

UNITS: dict[str, Any] = {"a": {"at": [[24, 5]]}, "b1": {"at": row(21, 20, 3, 3)}, "b2": {"at": [[24, 26]]}}


@pytest.mark.rule("xenocide.los.enemy-units-block")
@pytest.mark.rule("xenocide.friendly-fire.through")
@pytest.mark.rule("xenocide.cover.obscured")
def test_a_look_names_who_is_in_the_way() -> None:
    state = a_state({**UNITS, "c": {"at": row(22, 12, 3, 2)}})
    look = XENOCIDE.look(state, "a.1", "b2.1")
    assert look is not None
    assert look.state == "blocked"
    assert [(one.id, one.does) for one in look.obstacles] == [("c", "is shot through"), ("b1", "screens")]
    near = XENOCIDE.look(state, "a.1", "b1.2")
    assert near is not None
    assert near.state == "clear"
    wall = [{"id": "wall", "kind": "low-wall", "box": [20, 12, 28, 12.5]}]
    partly = XENOCIDE.look(a_state(UNITS, terrain=wall), "a.1", "b1.2")
    assert partly is not None
    assert partly.state == "partial"


def test_odds_by_name() -> None:
    state = a_state({"a": {"at": [[10, 10]]}, "b": {"at": [[10, 20]]}})
    for given, hit in (({}, 0.3), ({"snap": "1"}, 0.2)):
        attack = XENOCIDE.attack(state, "volley", {"unit": "a", "target": "b", **given})
        found = odds(XENOCIDE, state, attack.rule, attack.measure, pure=True)
        assert float(found[1]) == pytest.approx(hit * 0.8)
    for strange in (("volley", {"unit": "a", "target": "a"}), ("fight", {}), ("volley", {"unit": "x", "target": "b"})):
        with pytest.raises(ScenarioError):
            XENOCIDE.attack(state, *strange)
    far = a_state({"a": {"profile": "pistoleer", "at": [[10, 10]]}, "b": {"at": [[10, 40]]}})
    with pytest.raises(ScenarioError, match="out-of-range"):
        XENOCIDE.attack(far, "volley", {"unit": "a", "target": "b"})


@pytest.mark.rule("xenocide.shooting.return-fire-first")
def test_a_page_says_what_is_to_come() -> None:
    play = Play({"a": {"at": row(20, 10, 5)}, "b": {"at": row(20, 25, 3)}}, "who fires first 1, who fires first 2")
    dice = "hit 1, hit 1, hit 9, hit 9, hit 9, save 9, save 9"
    play.say("b", {f"a.{n}": "rifle" for n in range(1, 6)}, dice=dice)
    lines = {line.name: line.value for line in XENOCIDE.show(play.state).units["b"].status}
    assert lines["to come"] == "2 wounds, 1 marker"


@pytest.mark.rule("xenocide.targeting.unit-at-unit")
def test_the_asks_of_an_attack_carry_odds() -> None:
    play = Play({"a": {"at": row(20, 10, 2)}, "b": {"at": row(20, 25, 3), "order": "run"}})
    ask = play.game.ask
    assert ask is not None
    found = foresee(XENOCIDE, play.battle, ask, "b")
    assert found is not None
    assert dict(found.chances)[0] == pytest.approx(0.76**2)
    assert foresee(XENOCIDE, play.battle, ask, "hold") is None
    play.say("b")
    weapons = foresee(XENOCIDE, play.battle, play.game.ask, (("a.1", "rifle"), ("a.2", "hold")))
    assert weapons is not None
    assert dict(weapons.chances)[0] == pytest.approx(0.76)
    sheet = ask.sheet()
    assert sheet["options"][0]["tally"]["base"] == 3
