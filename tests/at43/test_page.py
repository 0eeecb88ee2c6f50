"""The table as a page shows it: cards, Leadership Points, rows, ground; odds by name."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from littlewars.engine import ScenarioError, mixed, odds
from littlewars.systems.at43.system import AT43
from tests.at43.table import Play, a_state

SQUAD = {"1": {"profile": "officer", "at": [20, 20]}, "2": {"profile": "sonic", "at": [24, 20]}}
SHAKEN = {"1": {"profile": "tough", "at": [20, 90], "hurt": 1}, "2": {"profile": "tough", "at": [24, 90], "gone": "killed"}}
LAME = {"1": {"profile": "strider", "at": [60, 90], "lost": {"propulsion": 3, "laser": 1}}}
UNITS: dict[str, Any] = {
    "r": {"figures": SQUAD, "markers": ["overwatch", "hit-the-deck"], "kept": ["sonic"], "moved": 1},
    "r2": {"profile": "ace", "at": [[60, 20]], "pledged": 1},
    "r3": {"profile": "tough", "count": 2, "reserve": True},
    "b": {"figures": SHAKEN, "status": "disorganised", "turned": 1},
    "m": {"side": "blue", "figures": LAME},
}
GROUND = [
    {"id": "plant", "kind": "generator", "box": [80, 80, 86, 86]},
    {"id": "hub", "kind": "generator", "box": [90, 80, 96, 86]},
    {"id": "wood", "kind": "sparse-wood", "height": 6, "box": [80, 20, 90, 30]},
    {"id": "lake", "kind": "lake", "box": [100, 20, 110, 30]},
    {"id": "tower", "kind": "building", "height": None, "box": [100, 40, 110, 50]},
]


def shown(**more: Any) -> Any:
    """The table of all these."""
    sides = {
        "red": {"row": ["r", "r3"], "laid": ["r"], "commander": "r2.1", "lp": 4, "generators": 1},
        "blue": {"row": ["m"], "laid": ["m"]},
    }
    units = {**UNITS, "m": {**UNITS["m"], "side": "blue"}}
    state = a_state(units, sides=sides, terrain=GROUND, generators={"plant": "blue", "hub": ""}, **more)
    return AT43.show(state), state


def lines(of: Any) -> dict[str, str]:
    return {line.name: line.value for line in of}


@pytest.mark.rule("at43.round.activation-sequence")
@pytest.mark.rule("at43.leadership.pool")
def test_sides_with_their_points_and_cards() -> None:
    show, state = shown()
    red, blue = show.parties
    assert lines(red.lines) == {"LP": "4", "Authority": "2, sergeant", "cards": "r | r3", "reserve": "r3"}
    assert lines(blue.lines) == {"LP": "0", "Authority": "0, no commander", "cards": "✕ b | m"}
    assert {line.name: line.cards for line in blue.lines if line.cards} == {"cards": (("b", True), ("m", False))}
    assert red.score == f"{50 + state.points(state.units['b']) // 2 + state.points(state.units['m']) // 2} points"
    AT43.hide(state, "blue")
    hidden = AT43.show(state).parties[0].lines
    assert lines(hidden)["cards"] == "▮ | ▮"
    assert next(line.cards for line in hidden if line.cards) == (("", False), ("", False))
    assert not show.measures
    assert show.unit == "cm"


def test_units_and_their_tokens() -> None:
    show, _ = shown()
    assert show.units["r"].tokens == (("overwatch", 0), ("hit the deck", 0), ("split fire", 0))
    assert lines(show.units["r"].status) == {
        "morale": "6, valiant",
        "officer": "sergeant",
        "moved": "in this round",
        "kept": "sonic",
    }
    assert lines(show.units["r2"].status) == {
        "morale": "10, valiant",
        "officer": "sergeant",
        "hero": "leads it",
        "fire at will": "moves no more",
    }
    assert lines(show.units["r3"].status) == {"morale": "6, valiant", "where": "in reserve"}
    assert lines(show.units["b"].status) == {"morale": "6, disorganised"}
    assert (show.units["b"].left, show.units["b"].of) == (1, 2)
    fresh, _ = shown(turn={"round": 0, "phase": "deploy"})
    assert fresh.tracker.round == 0
    assert "moved" not in lines(fresh.units["r"].status)
    assert {(zone.name, zone.side) for zone in fresh.zones} == {("deploys", "red"), ("deploys", "blue")}
    assert fresh.zones[0].outline == ((0, 0), (120_000, 0), (120_000, 20_000), (0, 20_000))
    assert lines(fresh.parties[0].lines)["cards"] == "r | r3", "nobody's card is turned before the first round"


def test_figures_and_their_marks() -> None:
    show, _ = shown()
    figures = show.figures
    assert set(figures) == {"r.1", "r.2", "r2.1", "b.1", "m.1"}, "neither the gone nor those in reserve"
    assert figures["r.1"].marks == ("leads",)
    assert figures["r2.1"].marks == ("leads", "commander")
    assert figures["b.1"].marks == ("leads", "1 of 2 damage points")
    assert figures["m.1"].marks == ("leads", "propulsion: 0 left", "laser: 1 left", "immobile")
    assert figures["r.2"].flags == ("watching", "prone")
    assert figures["m.1"].flags == ()
    assert (figures["b.1"].afraid, figures["r.1"].afraid) == (True, False)
    assert figures["m.1"].size == (3000,)


def test_cards_of_fighters() -> None:
    show, _ = shown()
    man, ace = show.models["tough"], show.models["ace"]
    assert lines(man.lines) == {
        "move": "12 cm",
        "size": "2",
        "combat value": "3",
        "protection": "9",
        "morale": "6",
        "type": "1",
        "damage points": "2",
    }
    assert lines(ace.lines) == {
        "move": "15 cm", "size": "4", "combat value": "3", "protection": "13", "morale": "10",
        "structure": "propulsion 3, frame 4, cannon 2, laser 2", "officer": "sergeant: Authority 2, 3 LP", "hero": "yes",
    }  # fmt: skip
    assert [(arm.name, arm.bands) for arm in ace.arms] == [("cannon", ()), ("laser", ())], "no rings of range"
    assert ace.arms[0].text == "accuracy 6, rate 2/0, penetration 13, damage 1"
    roles = {key: show.models[key].role for key in ("officer", "sonic", "tough", "ace")}
    assert roles == {"officer": "leader", "sonic": "gun", "tough": "shooter", "ace": "walker"}


def test_ground_and_the_tracker() -> None:
    show, _ = shown(turn={"doing": {"unit": "r", "stage": "act", "acts": True}})
    texts = {ground.id: ground.text for ground in show.ground}
    assert texts["plant"] == "not to be entered; 12.5 cm high; Protection 12, 4 structure points; of blue"
    assert texts["hub"].endswith("nobody's")
    assert texts["wood"] == "passable; 6 cm high"
    assert texts["lake"] == "not to be entered"
    assert texts["tower"] == "not to be entered; blocks sight"
    assert (show.tracker.round, show.tracker.rounds, show.tracker.phase, show.tracker.unit) == (1, 1, "activations", "r")
    assert [stage.when for stage in show.tracker.stages] == ["done", "done", "now", "next"]
    assert show.zones == ()


def test_a_shield_is_ground() -> None:
    play = Play(
        {"r": {"profile": "strider", "at": [[20, 20]]}, "b": {"at": [[110, 110]]}},
        lp={"red": 1},
        turn={"doing": {"unit": "r", "stage": "end", "acts": True}},
    )
    play.say(["shield-formation"])
    (ground,) = AT43.show(play.state).ground
    assert ground.text.startswith("shield formation")
    assert ground.height == 9000


# ---- odds by name


@pytest.mark.rule("at43.shooting.damage-test")
def test_the_odds_of_a_salvo_are_those_of_play() -> None:
    """Two rifles at range 3: 3+ each, then 4+ each; behind a wall cover takes half of the impacts."""
    state = a_state({"r": {"at": [[20, 20], [24, 20]]}, "b": {"at": [[20, 58], [24, 58], [28, 58]]}})
    attack = AT43.attack(state, "salvo", {"unit": "r", "target": "b", "weapon": "rifle"})
    found = mixed(AT43, state, attack).chances
    p = Fraction(2, 3) * Fraction(1, 2)
    assert found == {0: (1 - p) ** 2, 1: 2 * p * (1 - p), 2: p * p}
    assert odds(AT43, state, attack.rule, attack.measure, merge=False) == found
    wall = [{"id": "wall", "kind": "low-wall", "height": 2, "box": [0, 50, 60, 52]}]
    covered = a_state({"r": {"at": [[20, 20], [24, 20]]}, "b": {"at": [[20, 58], [24, 58], [28, 58]]}}, terrain=wall)
    half = mixed(AT43, covered, AT43.attack(covered, "salvo", {"unit": "r.1", "target": "b.2"})).chances
    assert half[2] == (p / 2) ** 2


@pytest.mark.parametrize(
    ("of", "given", "words"),
    [
        ("spoon", {}, "there are odds of a test"),
        ("test", {"action": "x"}, "action is 0 to"),
        ("salvo", {"unit": "r"}, "target"),
        ("salvo", {"unit": "r", "target": "r2"}, "at43.shooting.los"),
        ("salvo", {"unit": "r", "target": "b", "weapon": "spoon"}, "at43.shooting.los"),
        ("salvo", {"unit": "r", "target": "b9"}, "at43.units.eliminated"),
    ],
)
def test_odds_that_there_are_not(of: str, given: dict[str, Any], words: str) -> None:
    units = {"r": {"at": [[20, 20]]}, "r2": {"at": [[40, 20]]}, "b": {"at": [[20, 80]]}, "b9": {"count": 1}}
    with pytest.raises(ScenarioError, match=words):
        AT43.attack(a_state(units), of, given)


def test_the_sheet_of_a_force() -> None:
    from littlewars.muster import load_roster
    from littlewars.systems.at43.basics.profiles import DATA
    from littlewars.systems.at43.roster.muster import MUSTER

    force = MUSTER.read(load_roster(DATA / "armies" / "column.yaml"))
    sheet = MUSTER.sheet(force)
    assert [card.tags for card in sheet.cards] == [("8 fighters",), ("5 fighters",), ("commander",)]
    guard, toad = sheet.cards[1].rows, sheet.cards[2].rows
    assert dict(guard[0].stats)["Damage points"] == "2"
    assert "Damage points" not in dict(guard[1].stats)
    assert guard[0].notes == (("hero", ""), ("captain", "Authority 1, 2 LP, bids up to 2"))
    assert dict(toad[0].stats)["Strider cannon"] == "2"
    assert guard[0].weapons[2] == ("Power blade", "6", "2/1", "8", "1", "close combat")
    assert sheet.cards[0].rows[2].weapons == (("Missile launcher", "4", "1/0", "14", "2", "special, locked shot"),)
    bills = [line for unit in force.bill.units for model in unit.models for line in model.lines if line.text == "rounding"]
    assert all(sum(line.points for line in model.lines) == model.each for unit in force.bill.units for model in unit.models)
    assert bills
